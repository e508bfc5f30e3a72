"""What a code base says of the names and values that documents have: look-ups that several kinds of fact share."""
