"""Keeps a catalogue of books."""
