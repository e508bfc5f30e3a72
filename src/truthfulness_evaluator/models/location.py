"""Where something stands."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Span = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]]
"""`(start, end)`: offsets in characters into `Document.text`, end exclusive."""


class Location(BaseModel):
    """A path with a line range, a URL, or a page of a document.

    Example:
        >>> str(Location(path="src/app/cli.py", line=57))
        'src/app/cli.py:57'
    """

    model_config = ConfigDict(frozen=True)

    path: str | None = None
    """Path relative to the project root, with forward slashes."""
    line: int | None = Field(default=None, ge=1)
    """First line, counted from 1; None: the whole file."""
    column: int | None = Field(default=None, ge=1)
    """First character in the line, counted from 1."""
    end_line: int | None = Field(default=None, ge=1)
    """Last line, included; None: the same as `line`."""
    cell: int | None = Field(default=None, ge=1)
    """Cell of a notebook, counted from 1; `line` is that of its file all the same."""
    url: str | None = None
    page: int | None = Field(default=None, ge=1)

    def __str__(self) -> str:
        """The location as people and editors write it: `path:line`, a URL, or `path, page 3`."""
        base = self.path or self.url or ""
        if self.line is not None:
            return f"{base}:{self.line}"
        if self.page is not None:
            return f"{base}, page {self.page}"
        return base
