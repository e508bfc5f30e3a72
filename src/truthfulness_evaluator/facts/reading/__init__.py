"""What documents say: pure functions of a document, which know nothing of a code base."""
