"""Pages of the web: fetched or kept, read into passages, with what they say of themselves."""
