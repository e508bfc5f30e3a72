"""OpenAI responses: ``POST /v1/responses``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from fakellm.exchange import ModelAnswer, ModelRequest, count_tokens
from fakellm.names import Json, as_list, as_object, is_object
from fakellm.wire import OpenAIFormat, text_of


class Responses(OpenAIFormat):
    format_name = "text.format"

    def parse(self, body: Json) -> ModelRequest:
        items = body["input"]
        if isinstance(items, str):
            items = [{"role": "user", "content": items}]
        last_user = max((i for i, m in enumerate(items) if m.get("role") == "user"), default=-1)
        tools = {t["name"]: t.get("parameters", {}) for t in as_list(body.get("tools")) if t.get("type") == "function"}
        choice = body.get("tool_choice")
        forced = choice.get("name") if is_object(choice) else None
        if choice == "required" and len(tools) == 1:
            forced = next(iter(tools))
        output = as_object(as_object(body.get("text")).get("format"))
        messages = [("system", body.get("instructions") or "")]
        for item in items:
            role = item.get("role") or "tool"
            messages.append((role, text_of(item.get("content") or item.get("output"))))
        after = items[last_user + 1 :]
        return ModelRequest(
            model=body["model"],
            messages=messages,
            user=text_of(items[last_user].get("content")) if last_user >= 0 else "",
            tools=tools,
            forced_tool=forced,
            schema=output.get("schema"),
            json_mode=output.get("type") == "json_object",
            temperature=body.get("temperature"),
            tool_results=sum(m.get("type") == "function_call_output" for m in after),
            stream=bool(body.get("stream")),
        )

    def render(self, answer: ModelAnswer, request: ModelRequest, number: int) -> Json:
        reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(answer.stop)
        tokens_in, tokens_out = count_tokens(request.prompt), count_tokens(answer.content)
        return {
            "id": f"resp_{number}",
            "object": "response",
            "created_at": int(time.time()),
            "status": "incomplete" if reason else "completed",
            "incomplete_details": {"reason": reason} if reason else None,
            "error": None,
            "instructions": None,
            "metadata": {},
            "model": request.model,
            "output": _items(answer, number),
            "parallel_tool_calls": True,
            "temperature": 0.0,
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "usage": {
                "input_tokens": tokens_in,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": tokens_out,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": tokens_in + tokens_out,
            },
        }

    def events(self, reply: Json) -> Iterator[tuple[str | None, str]]:
        created: Json = {**reply, "status": "in_progress", "output": []}
        events: list[Json] = [{"type": "response.created", "response": created}]
        for index, item in enumerate(reply["output"]):
            events += _item_events(index, item)
        events.append({"type": f"response.{reply['status']}", "response": reply})
        for number, event in enumerate(events):
            yield event["type"], json.dumps({**event, "sequence_number": number})


def _items(answer: ModelAnswer, number: int) -> list[Json]:
    """The output: a message, a call, or a message of thoughts and a call."""
    if answer.stop == "refusal":
        return [_message(number, {"type": "refusal", "refusal": answer.text})]
    text = answer.thinking_tag + answer.text
    items: list[Json] = []
    if text or not answer.tool:
        block: Json = {"type": "output_text", "text": text, "annotations": []}
        items.append(_message(number, block))
    if answer.tool:
        call: Json = {
            "type": "function_call",
            "id": f"fc_{number}",
            "call_id": f"call_{number}",
            "name": answer.tool,
            "arguments": answer.arguments,
            "status": "completed",
        }
        items.append(call)
    return items


def _message(number: int, block: Json) -> Json:
    return {
        "type": "message",
        "id": f"msg_{number}",
        "role": "assistant",
        "status": "completed",
        "content": [block],
    }


def _item_events(index: int, item: Json) -> list[Json]:
    where = {"output_index": index, "item_id": item["id"]}
    if item["type"] == "function_call":
        opened: Json = {**item, "arguments": "", "status": "in_progress"}
        kind, delta = "response.function_call_arguments.delta", item["arguments"]
    else:
        opened = {**item, "content": [], "status": "in_progress"}
        block = item["content"][0]
        where["content_index"] = 0
        kind = "response.output_text.delta" if "text" in block else "response.refusal.delta"
        delta = block.get("text") or block.get("refusal")
    return [
        {"type": "response.output_item.added", "output_index": index, "item": opened},
        {"type": kind, **where, "delta": delta},
        {"type": "response.output_item.done", "output_index": index, "item": item},
    ]
