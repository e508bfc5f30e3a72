"""Go files, read from their syntax trees; nothing is built or run."""
