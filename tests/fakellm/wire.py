"""What the vendors' wire formats share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from fakellm.capacity import Limit, Refusal
from fakellm.exchange import ModelAnswer, ModelRequest
from fakellm.names import Json


def text_of(content: Any) -> str:
    """The text of a message's content: a string, or a list of blocks."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for block in content:
        if isinstance(block, str):
            parts.append(block)
        elif block.get("type") == "tool_result":
            parts.append(text_of(block.get("content")))
        else:
            parts.append(block.get("text", ""))
    return "\n".join(p for p in parts if p)


class WireFormat:
    """Translates one vendor's wire format."""

    #: How the vendor names the wait in a 429: see ``Capacity.retry_after``.
    retry_after: ClassVar[str]

    def parse(self, body: Json) -> ModelRequest:
        raise NotImplementedError

    def render(self, answer: ModelAnswer, request: ModelRequest, number: int) -> Json:
        raise NotImplementedError

    def error(self, status: int, kind: str, code: str, message: str) -> Json:
        raise NotImplementedError

    def unsupported(self, feature: str, model: str) -> Json:
        """The error of a model without a feature: temperature, json_schema, ..."""
        raise NotImplementedError

    def over_limit(self, refusal: Refusal, model: str) -> Json:
        """The error of a request that a limit does not admit."""
        raise NotImplementedError

    def limit_headers(self, limits: Sequence[Limit]) -> dict[str, str]:
        raise NotImplementedError

    def events(self, reply: Json) -> Iterator[tuple[str | None, str]]:
        """The reply as server-sent events (name, data)."""
        raise NotImplementedError

    @staticmethod
    def key(headers: Any) -> str:
        return str(headers.get("authorization", "")).removeprefix("Bearer ")


class OpenAIFormat(WireFormat):
    """Errors and headers, which OpenAI's two formats share."""

    retry_after = "both"
    #: The name of the parameter that holds the answer's format.
    format_name: ClassVar[str]

    def error(self, status: int, kind: str, code: str | None, message: str, param: str | None = None) -> Json:
        return {"error": {"message": message, "type": kind, "param": param, "code": code}}

    def unsupported(self, feature: str, model: str) -> Json:
        if feature == "tools":  # as Ollama says it
            return self.error(400, "api_error", None, f"{model} does not support tools")
        kind = "invalid_request_error"
        if feature == "temperature":
            message = "Unsupported parameter: 'temperature' is not supported with this model."
            return self.error(400, kind, "unsupported_parameter", message, feature)
        message = f"Invalid parameter: '{self.format_name}' of type '{feature}' is not supported with this model."
        return self.error(400, kind, None, message, self.format_name)

    def over_limit(self, refusal: Refusal, model: str) -> Json:
        short = {"requests": "RPM", "tokens": "TPM"}[refusal.name]
        where = f"for {model} on {refusal.name} per min ({short}): Limit {refusal.limit}"
        if refusal.wait_s is None:
            message = f"Request too large {where}, Requested {refusal.asked}."
        else:
            wait = duration(refusal.wait_s)
            message = f"Rate limit reached {where}. Please try again in {wait}."
        return self.error(429, refusal.name, "rate_limit_exceeded", message)

    def limit_headers(self, limits: Sequence[Limit]) -> dict[str, str]:
        headers: dict[str, str] = {}
        for limit in limits:
            headers[f"x-ratelimit-limit-{limit.name}"] = str(limit.limit)
            headers[f"x-ratelimit-remaining-{limit.name}"] = str(limit.remaining)
            headers[f"x-ratelimit-reset-{limit.name}"] = duration(limit.full_in_s)
        return headers


def duration(seconds: float) -> str:
    """A time span as OpenAI writes it: 120ms, 8.64s, 6m0s."""
    if seconds < 0.9995:
        return f"{round(seconds * 1000)}ms"
    if seconds < 59.995:
        return f"{seconds:.2f}".rstrip("0").rstrip(".") + "s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}m{rest}s"


def moment(seconds: float) -> str:
    """The time so many seconds from now, as Anthropic writes it (RFC 3339)."""
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
