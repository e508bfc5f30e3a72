"""Claims and the exactly checkable facts that some of them state."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.location import Location, Span

_SHOWN = 80
ClaimType: TypeAlias = Literal["explicit", "implicit", "inferred"]


class Scope(BaseModel):
    """What a fact is about, as far as the document says."""

    model_config = ConfigDict(frozen=True)

    program: str | None = None
    """Program whose command line is meant (`truth-eval`), or package that a sentence is about."""
    command: tuple[str, ...] = ()
    """Subcommands, outermost first (`("remote", "add")`)."""
    module: str | None = None
    """Module, class or file that the fact is a part of."""
    section: str | None = None
    """Heading path, or section of a settings file."""
    language: str | None = None
    """Programming language, package manager or runtime."""
    form: str | None = None
    """How it is written, in the words of its kind: `link`, `doc`, `directive`, `role`, `shell`, `prose`, `table`."""


class Fact(BaseModel):
    """What an exactly checkable claim says, as plain data."""

    model_config = ConfigDict(frozen=True)

    kind: str
    """Name of the kind, see `truthfulness_evaluator.facts`."""
    subject: str
    """What it is about: `--max-workers`."""
    expected: str | None = None
    """What is claimed of it: `8`. None: that it exists."""
    scope: Scope = Scope()
    subject_span: Span | None = None
    """Where the subject stands in the document."""
    expected_span: Span | None = None
    """Where the value stands in the document."""


class Claim(BaseModel):
    """A statement of a document that is true or false.

    Example:
        >>> str(Claim(id="c1", text="The sky is blue.", source_document="essay.md"))
        'Claim(c1): The sky is blue.'
    """

    model_config = ConfigDict(frozen=True)

    id: str
    """A fingerprint of document, text and repetition: it stays when lines move."""
    text: str
    """The statement, understandable on its own."""
    source_document: str
    source_span: Span | None = None
    location: Location | None = None
    """The place of `source_span` as path, line and column."""
    context: str | None = None
    """The block and the heading path it was read in."""
    claim_type: ClaimType = "explicit"
    """`explicit`: in the document's own words at its place; `inferred`: reworded, with what its surroundings say;
    `implicit`: not said, but meant."""
    kind: str = "prose"
    """`prose`, or the kind of its fact."""
    fact: Fact | None = None
    unverifiable: str = ""
    """Why nobody can check it as it stands, as a clause (`ambiguous: ...`, `an opinion`); no judge is asked then."""
    also_at: list[Span] = Field(default_factory=list[Span])
    """Further places where the same prose statement is made."""

    def __str__(self) -> str:
        """`Claim(ID): ` and at most 80 characters of the text."""
        shown = self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "..."
        return f"Claim({self.id}): {shown}"
