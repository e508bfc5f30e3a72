"""Anthropic messages: ``POST /v1/messages``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from fakellm.capacity import Limit, Refusal
from fakellm.exchange import ModelAnswer, ModelRequest, count_tokens
from fakellm.names import Json, as_list, as_object
from fakellm.wire import WireFormat, moment, text_of


class Messages(WireFormat):
    retry_after = "seconds"

    def parse(self, body: Json) -> ModelRequest:
        messages = body["messages"]
        users = [i for i, m in enumerate(messages) if m["role"] == "user" and not _results(m)]
        last_user = users[-1] if users else -1
        tools = {t["name"]: t.get("input_schema", {}) for t in as_list(body.get("tools"))}
        choice = as_object(body.get("tool_choice"))
        forced = choice.get("name") if choice.get("type") == "tool" else None
        if choice.get("type") == "any" and len(tools) == 1:
            forced = next(iter(tools))
        output = as_object(body.get("output_format") or as_object(body.get("output_config")).get("format"))
        system = [("system", text_of(body.get("system")))]
        return ModelRequest(
            model=body["model"],
            messages=system + [(m["role"], text_of(m.get("content"))) for m in messages],
            user=text_of(messages[last_user].get("content")) if users else "",
            tools=tools,
            forced_tool=forced,
            schema=output.get("schema"),
            json_mode=False,
            temperature=body.get("temperature"),
            tool_results=sum(_results(m) for m in messages[last_user + 1 :]),
            stream=bool(body.get("stream")),
        )

    def render(self, answer: ModelAnswer, request: ModelRequest, number: int) -> Json:
        stop = {
            "stop": "end_turn",
            "tool": "tool_use",
            "length": "max_tokens",
            "content_filter": "refusal",
        }.get(answer.stop, answer.stop)
        block = _block(answer, number)
        content = [block] if block else []
        if block and block["type"] == "text" and stop == "tool_use":
            stop = "end_turn"
        if answer.thinking:
            thoughts = {"type": "thinking", "thinking": answer.thinking, "signature": "fake"}
            content.insert(0, thoughts)
        return {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": request.model,
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {
                "input_tokens": count_tokens(request.prompt),
                "output_tokens": count_tokens(answer.content),
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            },
        }

    def error(self, status: int, kind: str, code: str, message: str) -> Json:
        return {"type": "error", "error": {"type": kind, "message": message}}

    def unsupported(self, feature: str, model: str) -> Json:
        messages = {
            "temperature": "`temperature` is deprecated for this model.",
            "json_schema": f"output_config.format: '{model}' does not support output format.",
            "tools": f"tools: '{model}' does not support tools.",
        }
        return self.error(400, "invalid_request_error", "", messages[feature])

    def over_limit(self, refusal: Refusal, model: str) -> Json:
        message = (
            "This request would exceed your organization's rate limit of"
            f" {refusal.limit:,} {refusal.name} per minute for {model}."
        )
        return self.error(429, "rate_limit_error", "", message)

    def limit_headers(self, limits: Sequence[Limit]) -> dict[str, str]:
        headers: dict[str, str] = {}
        for limit in limits:
            # Tokens are limited as one sum here, so all of its names tell that sum.
            names = ["tokens", "input-tokens"] if limit.name == "tokens" else [limit.name]
            for name in names:
                prefix = f"anthropic-ratelimit-{name}"
                headers[f"{prefix}-limit"] = str(limit.limit)
                headers[f"{prefix}-remaining"] = str(limit.remaining)
                headers[f"{prefix}-reset"] = moment(limit.full_in_s)
        return headers

    def events(self, reply: Json) -> Iterator[tuple[str | None, str]]:
        start: Json = {**reply, "content": [], "stop_reason": None}
        events: list[Json] = [{"type": "message_start", "message": start}]
        for index, block in enumerate(reply["content"]):
            opened, deltas = _deltas(block)
            events.append({"type": "content_block_start", "index": index, "content_block": opened})
            for delta in deltas:
                events.append({"type": "content_block_delta", "index": index, "delta": delta})
            events.append({"type": "content_block_stop", "index": index})
        stop = {"stop_reason": reply["stop_reason"], "stop_sequence": None}
        events.append({"type": "message_delta", "delta": stop, "usage": reply["usage"]})
        events.append({"type": "message_stop"})
        for event in events:
            yield event["type"], json.dumps(event)

    @staticmethod
    def key(headers: Any) -> str:
        return str(headers.get("x-api-key", "")) or WireFormat.key(headers)


def _results(message: Json) -> int:
    """The number of tool results in a message."""
    blocks = as_list(message.get("content"))
    return sum(as_object(block).get("type") == "tool_result" for block in blocks)


def _block(answer: ModelAnswer, number: int) -> Json | None:
    """The answer's block.

    A tool's input is an object, so a model cannot send broken JSON as such: cut
    off, it is empty; otherwise the model has written text in place of the call.
    """
    text = {"type": "text", "text": answer.content}
    if not answer.tool:
        return text if answer.text else None
    try:
        arguments = json.loads(answer.arguments)
    except json.JSONDecodeError:
        if answer.stop != "length":
            return text
        arguments = {}
    return {"type": "tool_use", "id": f"toolu_{number}", "name": answer.tool, "input": arguments}


def _deltas(block: Json) -> tuple[Json, list[Json]]:
    """A block as it is opened, and what then comes."""
    if block["type"] == "tool_use":
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        return {**block, "input": {}}, [delta]
    if block["type"] == "thinking":
        deltas = [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
        return {"type": "thinking", "thinking": "", "signature": ""}, deltas
    return {"type": "text", "text": ""}, [{"type": "text_delta", "text": block["text"]}]
