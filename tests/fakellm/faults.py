"""Ways to fail: which there are, and when one applies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from fakellm.names import Json, is_list

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: Faults answered with an HTTP error: name -> (status, type, code, message).
HTTP_FAULTS: dict[str, tuple[int, str, str, str]] = {
    "bad_request": (400, "invalid_request_error", "invalid_request", "Invalid request."),
    "context_length": (
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "This model's maximum context length is exceeded.",
    ),
    "content_filter": (
        400,
        "invalid_request_error",
        "content_filter",
        "The response was filtered due to the content management policy.",
    ),
    "bad_key": (401, "authentication_error", "invalid_api_key", "Incorrect API key provided."),
    "forbidden": (403, "permission_error", "permission_denied", "You may not use this model."),
    "not_found": (404, "not_found_error", "model_not_found", "The model does not exist."),
    "rate_limit": (429, "rate_limit_error", "rate_limit_exceeded", "Rate limit reached."),
    "quota": (429, "insufficient_quota", "insufficient_quota", "You exceeded your quota."),
    "http_500": (500, "api_error", "server_error", "Internal server error."),
    "http_503": (503, "api_error", "unavailable", "Service unavailable."),
    "http_529": (529, "overloaded_error", "overloaded", "Overloaded."),
}

#: Faults answered with status 400 where the request uses a feature: name -> the feature.
REFUSAL_FAULTS: dict[str, str] = {
    "temperature_refused": "temperature",
    "schema_refused": "json_schema",
    "json_mode_refused": "json_object",
    "tools_refused": "tools",
}

#: Faults that spoil the answer itself; the HTTP status stays 200.
ANSWER_FAULTS = frozenset(
    {
        "truncated_json",  # JSON cut in the middle, stop reason "length"
        "malformed_json",  # not JSON at all, stop reason "stop"
        "wrong_schema",  # valid JSON of another shape
        "invalid_verdict",  # a label outside the agreed set
        "empty_claims",  # every list in the answer is empty
        "refusal",  # the model declines
        "long_answer",  # explanations of 200,000 characters
        "filtered_answer",  # stop reason "content_filter", no content
        "empty_answer",  # empty text, stop reason "stop"
        "invented_quote",  # a quote that is nowhere in the prompt
        "altered_quote",  # a quote with one word changed
        "folded_quote",  # a true quote in other white space, dashes, quotation marks, forms
        "missing_ids",  # the last claims unanswered
        "extra_ids",  # claims answered that were not asked
        "duplicate_ids",  # claims answered twice, the second time with the opposite verdict
        "no_citation",  # verdicts without citations
        "percent_confidence",  # 95 for 0.95
        "label_prose",  # "The claim is supported" for SUPPORTS
        "thinking_block",  # thoughts before the answer
        "fenced_json",  # JSON in a Markdown code fence
        "trailing_comma",  # a comma before each closing bracket
        "single_quotes",  # a Python literal in place of JSON
    }
)

#: Faults of the connection.
WIRE_FAULTS = frozenset(
    {
        "hang",  # accept the request, then stay silent for hang_s
        "drop",  # close the connection without a reply
        "truncated_body",  # announce a long body, send half, close
        "html_error",  # a proxy's HTML error page with status 502
    }
)

FAULT_KINDS = frozenset(HTTP_FAULTS) | frozenset(REFUSAL_FAULTS) | ANSWER_FAULTS | WIRE_FAULTS


def check_keys(cls: type[DataclassInstance], data: Json) -> Json:
    """Reject unknown keys, so that a typo in a scenario is an error."""
    known = {f.name for f in fields(cls)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise ValueError(f"{cls.__name__}: unknown key(s) {', '.join(unknown)}")
    return dict(data)


def tuples(data: Json, *keys: str) -> Json:
    """``data`` with the lists under ``keys`` as tuples, so that it can be hashed."""
    return {k: tuple(v) if k in keys and is_list(v) else v for k, v in data.items()}


@dataclass(frozen=True)
class Fault:
    """One way to fail, and when.

    A fault applies to a request when all its conditions hold: the request is
    for one of ``models`` and one of ``tasks`` (empty means any), its number
    among the matching requests is in ``first``..``last`` (1-based), and a draw
    with probability ``rate`` succeeds.  ``count`` is how many claims are
    missing, extra or duplicate.
    """

    kind: str
    rate: float = 1.0
    models: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    first: int = 1
    last: int | None = None
    retry_after_s: float | None = None
    hang_s: float = 3600.0
    count: int = 1

    def __post_init__(self) -> None:
        if self.kind not in FAULT_KINDS:
            raise ValueError(f"unknown fault {self.kind!r}; one of {', '.join(sorted(FAULT_KINDS))}")

    @classmethod
    def from_json(cls, data: Json) -> Fault:
        return cls(**tuples(check_keys(cls, data), "models", "tasks"))

    def concerns(self, model: str, task: str, features: frozenset[str]) -> bool:
        """Whether a request of this kind can meet the fault."""
        if self.models and model not in self.models:
            return False
        if self.tasks and task not in self.tasks:
            return False
        return self.kind not in REFUSAL_FAULTS or REFUSAL_FAULTS[self.kind] in features
