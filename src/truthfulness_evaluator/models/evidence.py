"""Evidence for or against a claim."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.location import Location
from truthfulness_evaluator.models.web_page import WebPage


class Evidence(BaseModel):
    """A verbatim passage of a source, with its place."""

    model_config = ConfigDict(frozen=True)

    source: str
    """Path, URL or title."""
    source_type: Literal["web", "filesystem", "knowledge_base"]
    content: str
    """The passage, verbatim."""
    relevance_score: float = Field(ge=0, le=1)
    """How much it bears on the claim, 0 to 1."""
    supports_claim: bool | None = None
    credibility_score: float = Field(default=0.5, ge=0, le=1)
    location: Location | None = None
    page: WebPage | None = None
    """The page that it was read on; None: it is not from the web."""
