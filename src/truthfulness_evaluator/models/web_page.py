"""The web page that a passage was read on."""

from pydantic import BaseModel, ConfigDict, Field


class WebPage(BaseModel):
    """What is known of a page, as far as the page and its address say it. Nothing of it is an estimate."""

    model_config = ConfigDict(frozen=True)

    url: str
    """Where the page was, after all redirects."""
    title: str = ""
    site: str = ""
    """Registrable domain (`example.co.uk`), or the address itself where it has none."""
    kind: str = ""
    """Type of source, as the page or its address says: `article`, `government`, `PDF`; empty: unknown."""
    published: str | None = None
    """Date of publication or of the last change, `YYYY-MM-DD`, as the page states it."""
    language: str | None = None
    """ISO 639-1 code of the text's language."""
    retrieved_at: str
    """When it was fetched: UTC, ISO 8601."""
    text_sha256: str
    """Hash of the page's text, as it was read, in UTF-8."""
    copies: tuple[str, ...] = Field(default=())
    """Addresses of other pages with the same text: together they are one origin."""
