"""Evidence from the web: search, fetch, read, choose the passages."""
