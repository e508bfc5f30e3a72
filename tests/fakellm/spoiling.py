"""Answers as a model with a fault gives them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fakellm.exchange import ModelAnswer
from fakellm.faults import Fault
from fakellm.names import (
    CITATION_LIST_NAMES,
    CONFIDENCE_NAMES,
    EVIDENCE_ID_NAMES,
    QUOTE_NAMES,
    VERDICT_NAMES,
    Json,
    is_list,
    is_object,
    opposite,
)

#: A leaf of the answer -> what stands there instead.  Arguments: its name, its
#: value and the names beside it.
Change = Callable[[str, Any, frozenset[str]], Any]

THOUGHTS = (
    'First I thought of {"verdict": "REFUTES", "confidence": 0.2}, but the evidence\n'
    "says otherwise. So the answer is as follows."
)

PROSE = {
    "SUPPORTS": "The claim is supported",
    "REFUTES": "The claim is refuted",
    "NOT_ENOUGH_INFO": "The claim is neither supported nor refuted",
    "UNVERIFIABLE": "The claim is not verifiable",
}


def spoil(answer: ModelAnswer, fault: Fault, prompt: str) -> ModelAnswer:
    """The answer as a model with the fault gives it."""
    kind = fault.kind
    body = answer.content
    if kind == "truncated_json":
        return replace(_with_body(answer, body[: max(1, len(body) // 2)]), stop="length")
    if kind == "malformed_json":
        text = "Sure! Here is the answer you asked for: {verdict: maybe,,}"
        return _with_body(answer, text)
    if kind == "wrong_schema":
        other = {"result": {"ok": True}, "notes": ["unexpected", "shape"]}
        return _with_body(answer, json.dumps(other))
    if kind == "refusal":
        return ModelAnswer(text="I'm sorry, but I can't help with that.", stop="refusal")
    if kind == "filtered_answer":
        return ModelAnswer(text="", stop="content_filter")
    if kind == "empty_answer":
        return ModelAnswer(text="")
    if kind == "thinking_block":
        return replace(answer, thinking=THOUGHTS)
    try:
        value = json.loads(body)
    except json.JSONDecodeError:
        return answer  # free text has no parts to spoil
    return _with_body(answer, _written(kind, _changed(fault, value, prompt)))


def _with_body(answer: ModelAnswer, body: str) -> ModelAnswer:
    return replace(answer, arguments=body) if answer.tool else replace(answer, text=body)


def _written(kind: str, value: Any) -> str:
    """The value as text: JSON, or something like it."""
    if kind == "fenced_json":
        return f"```json\n{json.dumps(value, ensure_ascii=False, indent=2)}\n```"
    if kind == "trailing_comma":
        return _with_trailing_commas(value)
    if kind == "single_quotes":
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


def _with_trailing_commas(value: Any) -> str:
    if is_object(value) and value:
        parts = [f"{json.dumps(k)}: {_with_trailing_commas(v)}," for k, v in value.items()]
        return "{" + " ".join(parts) + "}"
    if is_list(value) and value:
        return "[" + " ".join(f"{_with_trailing_commas(v)}," for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _changed(fault: Fault, value: Any, prompt: str) -> Any:
    """The answer's JSON value, spoiled."""
    if fault.kind == "empty_claims":
        return _edit_lists(value, lambda _name, _items: [])
    if fault.kind == "no_citation":
        value = _edit_lists(value, _without_citations)
    if fault.kind in ENTRY_CHANGES:
        return _edit_judgments(value, fault)
    changes: dict[str, Change] = {
        "invalid_verdict": lambda n, v, _: "MOSTLY_TRUE" if n in VERDICT_NAMES else v,
        "label_prose": lambda n, v, _: prose(v) if n in VERDICT_NAMES else v,
        "percent_confidence": lambda n, v, _: _percent(v) if n in CONFIDENCE_NAMES else v,
        "long_answer": lambda n, v, _: v if n in VERDICT_NAMES else _long(v),
        "no_citation": lambda n, v, near: "" if _is_cited(n, v, near) else v,
        "invented_quote": lambda n, v, near: invent(prompt) if _is_quote(n, v, near) else v,
        "altered_quote": lambda n, v, near: alter(v, prompt) if _is_quote(n, v, near) else v,
        "folded_quote": lambda n, v, near: unfold(v) if _is_quote(n, v, near) else v,
    }
    change = changes.get(fault.kind)
    return _edit_leaves(value, change) if change else value


# -- walking the answer ----------------------------------------------------


def _edit_leaves(value: Any, change: Change, name: str = "", near: frozenset[str] = frozenset()) -> Any:
    if is_object(value):
        return {k: _edit_leaves(v, change, k, frozenset(value)) for k, v in value.items()}
    if is_list(value):
        return [_edit_leaves(v, change, name, near) for v in value]
    return change(name, value, near)


def _edit_lists(value: Any, change: Callable[[str, list[Any]], list[Any]], name: str = "") -> Any:
    if is_object(value):
        return {k: _edit_lists(v, change, k) for k, v in value.items()}
    if is_list(value):
        return [_edit_lists(v, change) for v in change(name, value)]
    return value


def _is_quote(name: str, value: Any, near: frozenset[str]) -> bool:
    cited_text = name in ("text", "content") and near & EVIDENCE_ID_NAMES
    return isinstance(value, str) and bool(value) and bool(name in QUOTE_NAMES or cited_text)


def _is_cited(name: str, value: Any, near: frozenset[str]) -> bool:
    return name in EVIDENCE_ID_NAMES or _is_quote(name, value, near)


def _without_citations(name: str, items: list[Any]) -> list[Any]:
    names = {key for item in items if is_object(item) for key in item}
    judged = bool(names & VERDICT_NAMES)
    cited = name in CITATION_LIST_NAMES or bool(names & (EVIDENCE_ID_NAMES | QUOTE_NAMES))
    return [] if cited and not judged else items


# -- judgments: missing, extra, twice --------------------------------------


def _missing(entries: list[Any], count: int) -> list[Any]:
    return entries[: max(0, len(entries) - count)]


def _extra(entries: list[Any], count: int) -> list[Any]:
    return entries + [_renamed(entries[-1], number) for number in range(1, count + 1)]


def _duplicate(entries: list[Any], count: int) -> list[Any]:
    return entries + [_contradicted(entry) for entry in entries[:count]]


ENTRY_CHANGES: dict[str, Callable[[list[Any], int], list[Any]]] = {
    "missing_ids": _missing,
    "extra_ids": _extra,
    "duplicate_ids": _duplicate,
}


def _edit_judgments(value: Any, fault: Fault) -> Any:
    """Change the outermost list of judgments, or the object that holds them by claim id."""
    change = ENTRY_CHANGES[fault.kind]
    if is_list(value):
        if value and all(_is_judgment(entry) for entry in value):
            return change(value, fault.count)
        return [_edit_judgments(entry, fault) for entry in value]
    if not is_object(value) or _is_judgment(value):
        return value
    if value and all(_is_judgment(entry) for entry in value.values()):
        if fault.kind == "duplicate_ids":
            return value  # an object cannot hold a key twice
        keys = [*value, *(f"unknown-{i}" for i in range(1, fault.count + 1))]
        return dict(zip(keys, change(list(value.values()), fault.count), strict=False))
    return {key: _edit_judgments(entry, fault) for key, entry in value.items()}


def _is_judgment(value: Any) -> bool:
    """Whether a value is one claim's judgment."""
    if not is_object(value):
        return False
    verdicts = [value[name] for name in VERDICT_NAMES if name in value]
    return "claim_id" in value or any(isinstance(verdict, str) for verdict in verdicts)


def _renamed(entry: Json, number: int) -> Json:
    name = "claim_id" if "claim_id" in entry else "id"
    if name not in entry:
        return entry
    unknown = 9000 + number if isinstance(entry[name], int) else f"unknown-{number}"
    return {**entry, name: unknown}


def _contradicted(entry: Json) -> Json:
    verdicts = {n: opposite(str(entry[n])) for n in VERDICT_NAMES if n in entry}
    return {**entry, **verdicts}


# -- values ----------------------------------------------------------------


def prose(verdict: Any) -> str:
    """The verdict as a sentence."""
    return PROSE.get(str(verdict), f"The verdict is {str(verdict).lower()}")


def _percent(value: Any) -> Any:
    is_share = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value <= 1
    return round(value * 100, 2) if is_share else value


def _long(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return (value + " ") * (200_000 // (len(value) + 1) + 1)


def invent(prompt: str) -> str:
    """A quote that stands nowhere in the prompt."""
    year = 1913
    while f"minutes of {year}" in prompt:
        year += 1
    return f"The minutes of {year} record that the committee found the opposite."


def alter(quote: str, prompt: str) -> str:
    """The quote with one word changed: a number, else its longest word."""
    number = re.search(r"\d+", quote)
    word = number or max(re.finditer(r"\w+", quote), key=lambda m: len(m.group()), default=None)
    if word is None:
        return f"{quote} never"
    for step in range(1, 100):
        other = str(int(number.group()) + step) if number else f"never{'-ever' * (step - 1)}"
        altered = quote[: word.start()] + other + quote[word.end() :]
        if altered not in prompt:
            return altered
    return invent(prompt)


def unfold(quote: str) -> str:
    """The same quote to a reader who folds white space, dashes, quotation marks and NFKC forms."""
    text = unicodedata.normalize("NFD", quote)
    pairs = (("...", "…"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("'", "’"), ("-", "\N{NON-BREAKING HYPHEN}"))
    for plain, fancy in pairs:
        text = text.replace(plain, fancy)
    text = re.sub(r'"([^"]*)"', "“\\1”", text)
    text = re.sub("–|—", "-", text)
    gaps = iter(range(len(text)))
    text = re.sub(r"\s+", lambda _: ("\N{NO-BREAK SPACE}", "  ", "\n")[next(gaps) % 3], text)
    if text == quote:  # nothing to replace: a full-width letter, or white space at the end
        text = re.sub(r"[A-Za-z0-9]", lambda m: chr(ord(m.group()) + 0xFEE0), quote, count=1)
    return text if text != quote else f"{quote}\N{NO-BREAK SPACE}"
