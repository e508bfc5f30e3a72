"""Settings that hold for some documents only, told by their paths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from truthfulness_evaluator.core.settings_types import Kinds, Names, Share, from_json

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FailWhen = Literal["refuted", "unsupported", "never"]


def _patterns(patterns: list[str]) -> list[str]:
    if not patterns:
        raise ValueError("should name a path")
    _matcher(tuple(patterns))
    return patterns


class Override(BaseModel):
    """What is set for the documents of some paths. What is not given is as elsewhere."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    paths: Annotated[Names, AfterValidator(_patterns)]
    """Patterns as in `.gitignore`, relative to the root."""
    exclude_kinds: Kinds | None = None
    fail_on: FailWhen | None = None
    fail_on_model: FailWhen | None = None
    fail_on_kind: Kinds | None = None
    min_confidence: Share | None = None

    @property
    def settings(self) -> dict[str, object]:
        """The fields that are given, without the paths."""
        return self.model_dump(exclude={"paths"}, exclude_none=True)

    def matches(self, document: str) -> bool:
        """Whether it is about a document, by its path relative to the root."""
        return _matcher(tuple(self.paths)).match_file(document)


Overrides = Annotated[list[Override], BeforeValidator(from_json)]
FIELDS = tuple(name for name in Override.model_fields if name != "paths")
"""Settings that may be given for some documents only."""


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    """What holds for one document."""

    exclude_kinds: Sequence[str]
    fail_on: FailWhen
    fail_on_model: FailWhen
    fail_on_kind: Sequence[str]
    min_confidence: float
    overridden: Mapping[str, int] = field(default_factory=dict[str, int])
    """The settings that come from an override, with its number from 0."""


@lru_cache(maxsize=64)
def _matcher(patterns: tuple[str, ...]) -> "GitIgnoreSpec":
    # Imported here: most runs have no such setting.
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
