"""Reads JavaScript and TypeScript."""
