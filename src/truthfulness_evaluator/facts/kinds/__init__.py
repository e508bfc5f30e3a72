"""The kinds of exactly checkable facts, one file each; none knows of another."""
