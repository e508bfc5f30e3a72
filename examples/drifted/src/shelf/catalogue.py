"""The catalogue."""


class Catalogue:
    """Books by their number."""

    def __init__(self) -> None:
        self.books: dict[str, str] = {}

    def add(self, isbn: str, title: str) -> None:
        """Put a book in."""
        self.books[isbn] = title
