"""Exactly checkable statements: one file a kind, listed in `facts.table`."""
