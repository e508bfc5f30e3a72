"""Tells whether a document is still true: finds its claims, checks them, and grades it."""

__version__ = "0.1.0"
