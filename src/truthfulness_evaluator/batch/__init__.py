"""Many texts in one run: rows of JSON Lines in, judged rows out, resumable. See `docs/batch.md`."""
