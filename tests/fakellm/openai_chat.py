"""OpenAI chat completions: ``POST /v1/chat/completions``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from fakellm.exchange import ModelAnswer, ModelRequest, count_tokens
from fakellm.names import Json, as_list, as_object, is_object
from fakellm.wire import OpenAIFormat, text_of


class ChatCompletions(OpenAIFormat):
    format_name = "response_format"

    def parse(self, body: Json) -> ModelRequest:
        messages: list[Json] = body["messages"]
        last_user = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=-1)
        tools = {
            t["function"]["name"]: t["function"].get("parameters", {})
            for t in as_list(body.get("tools"))
            if t.get("type") == "function"
        }
        choice = body.get("tool_choice")
        forced = choice["function"]["name"] if is_object(choice) else None
        if choice == "required" and len(tools) == 1:
            forced = next(iter(tools))
        output = as_object(body.get("response_format"))
        return ModelRequest(
            model=body["model"],
            messages=[(m["role"], text_of(m.get("content"))) for m in messages],
            user=text_of(messages[last_user].get("content")) if last_user >= 0 else "",
            tools=tools,
            forced_tool=forced,
            schema=output.get("json_schema", {}).get("schema"),
            json_mode=output.get("type") == "json_object",
            temperature=body.get("temperature"),
            tool_results=sum(m["role"] == "tool" for m in messages[last_user + 1 :]),
            stream=bool(body.get("stream")),
        )

    def render(self, answer: ModelAnswer, request: ModelRequest, number: int) -> Json:
        text = answer.thinking_tag + answer.text
        message: Json = {"role": "assistant", "content": text, "refusal": None}
        if answer.tool:
            message["content"] = answer.thinking_tag or None
            message["tool_calls"] = [
                {
                    "id": f"call_{number}",
                    "type": "function",
                    "function": {"name": answer.tool, "arguments": answer.arguments},
                }
            ]
        if answer.stop == "refusal":
            message.update(content=None, refusal=answer.text)
        finish = {"tool": "tool_calls", "refusal": "stop"}.get(answer.stop, answer.stop)
        tokens_in, tokens_out = count_tokens(request.prompt), count_tokens(answer.content)
        return {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": request.model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": {
                "prompt_tokens": tokens_in,
                "completion_tokens": tokens_out,
                "total_tokens": tokens_in + tokens_out,
            },
            "system_fingerprint": "fp_fake",
        }

    def events(self, reply: Json) -> Iterator[tuple[str | None, str]]:
        choice = reply["choices"][0]
        delta = {k: v for k, v in choice["message"].items() if v is not None}
        if "tool_calls" in delta:
            delta["tool_calls"] = [{"index": i, **c} for i, c in enumerate(delta["tool_calls"])]
        base = {**reply, "object": "chat.completion.chunk"}
        del base["usage"]
        first = {"index": 0, "delta": delta, "finish_reason": None}
        last: Json = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
        yield None, json.dumps({**base, "choices": [first]})
        yield None, json.dumps({**base, "choices": [last]})
        yield None, json.dumps({**base, "choices": [], "usage": reply["usage"]})
        yield None, "[DONE]"
