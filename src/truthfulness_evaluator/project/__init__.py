"""The index of a code base: its files, history, manifests and what its code declares. Nothing is imported."""
