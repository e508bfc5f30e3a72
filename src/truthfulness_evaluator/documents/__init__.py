"""Documents: bytes or text in, blocks with exact offsets out. One reader a format."""
