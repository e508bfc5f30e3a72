"""See the design."""
