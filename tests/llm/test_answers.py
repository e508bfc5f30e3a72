"""JSON out of answers."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.llm.answers import ReadJson, read_json
from truthfulness_evaluator.store.cache import JsonValue

VOTE = {"verdict": "SUPPORTS", "probability": 0.9}
WRITTEN = json.dumps(VOTE)
DRAFT = '{"verdict": "REFUTES", "probability": 0.2}'

WHOLE: list[tuple[str, str, object]] = [
    ("alone", WRITTEN, VOTE),
    ("byte order mark", f"\ufeff{WRITTEN}\n", VOTE),
    ("array", "[1, 2]", [1, 2]),
    ("empty array", "[]", []),
    ("empty list in an object", '{"claims": []}', {"claims": []}),
    ("fence", f"```json\n{WRITTEN}\n```", VOTE),
    ("fence without a language", f"```\n{WRITTEN}\n```", VOTE),
    ("fence in prose", f"Here it is:\n\n~~~json\n{WRITTEN}\n~~~\nAnything else?", VOTE),
    ("fence in a string", '{"reason": "```json {} ```"}', {"reason": "```json {} ```"}),
    ("prose around", f"Sure! The answer is {WRITTEN}. I hope it helps.", VOTE),
    ("references in prose", f"By [1] and [2], see {{}}: {WRITTEN} (as in [1]).", VOTE),
    ("the last of two", f"At first {DRAFT}, but then {WRITTEN}", VOTE),
    ("braces in prose", f"The set {{a, b}} and [see below] give {WRITTEN}", VOTE),
    ("thinking", f"<think>First {DRAFT}?\nNo.</think>\n{WRITTEN}", VOTE),
    ("thinking after the answer", f"{WRITTEN}\n<thinking>or {DRAFT}</thinking>", VOTE),
    ("thinking without a beginning", f"First {DRAFT}?\nNo.</think>\n\n{WRITTEN}", VOTE),
    ("thinking that does not end", f"<think>First {DRAFT}? No.\n\n{WRITTEN}", VOTE),
    ("thinking that does not end, fenced", f"<think>First {DRAFT}? No.\n\n```json\n{WRITTEN}\n```", VOTE),
    ("thinking in capitals", f"[THINK]First {DRAFT}[/THINK]{WRITTEN}", VOTE),
    ("channels", f"<|channel|>analysis<|message|>First {DRAFT}<|channel|>final<|message|>{WRITTEN}", VOTE),
    ("thinking spoken of in a string", "So: {'reason': 'says <think>,</think>'}", {"reason": "says <think>,</think>"}),
    ("trailing commas", '{"a": [1, 2,], "b": {"c": 3,},}', {"a": [1, 2], "b": {"c": 3}}),
    ("python", str({"a": "it's", "b": 'say "x"', "c": None, "d": True, "e": [False, 0.5]}),
     {"a": "it's", "b": 'say "x"', "c": None, "d": True, "e": [False, 0.5]}),
    ("python with both marks", str({"a": "it's \"so\"\n"}), {"a": "it's \"so\"\n"}),
    ("python escapes", r"{'a': '\x41\u00e9\U0001F600\t\'\\'}", {"a": "Aé😀\t'\\"}),
    ("apostrophe in single quotes", "{'a': 'it's so', 'b': 1}", {"a": "it's so", "b": 1}),
    ("marks in double quotes", '{"a": "the "fast" mode", "b": 1}', {"a": 'the "fast" mode', "b": 1}),
    ("unknown escapes", r'{"a": "\d+\_x"}', {"a": r"\d+\_x"}),
    ("line end in a string", '{"a": "one\ntwo"}', {"a": "one\ntwo"}),
    ("comments", '{"a": 1, // one\n # two\n "b": /* three */ [2] /* } */}', {"a": 1, "b": [2]}),
    ("addresses are no comments", "{'a': 'https://e.org/#a', 'b': 'c'}", {"a": "https://e.org/#a", "b": "c"}),
    ("bare keys", "{verdict: 'SUPPORTS', claim-id: 2, $x: []}", {"verdict": "SUPPORTS", "claim-id": 2, "$x": []}),
    ("not a number", '{"a": NaN, "b": [Infinity, -Infinity], "c": 1e999}', {"a": None, "b": [None, None], "c": None}),
    ("not a number, nearly JSON", "{'a': nan, 'b': -Infinity, 'c': 1e999,}", {"a": None, "b": None, "c": None}),
    ("numbers", "{'a': -1, 'b': +.5, 'c': 5., 'd': 1E3}", {"a": -1, "b": 0.5, "c": 5.0, "d": 1000.0}),
    ("percent", "{'p': 95%, 'q': '95%'}", {"p": "95%", "q": "95%"}),
    ("a number of many digits", '{"a": ' + "9" * 5000 + "}", {"a": None}),
    ("half a character", r'{"a": "x\ud83d"}', {"a": "x\ufffd"}),
    ("a character in halves", r"{'a': '\ud83d\ude00'}", {"a": "😀"}),
    ("written as JSON twice", json.dumps(WRITTEN), VOTE),
    ("closed too often", f"{WRITTEN}}}]", VOTE),
    ("other scripts", "{'理由': '默认值'}", {"理由": "默认值"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), [row[1:] for row in WHOLE], ids=[row[0] for row in WHOLE])
def test_whole(text: str, value: JsonValue) -> None:
    assert read_json(text) == ReadJson(value)


TRUNCATED: list[tuple[str, str, object]] = [
    ("in an item", '{"judgments": [{"id": "c1"}, {"id": "c2", "verdict": "SUP', {"judgments": [{"id": "c1"}]}),
    ("in a key of an item", '[{"id": "c1"}, {"id": "c2", "ver', [{"id": "c1"}]),
    ("after an item", '{"judgments": [{"id": "c1"},', {"judgments": [{"id": "c1"}]}),
    ("before the last bracket", '{"judgments": [{"id": "c1"}]', {"judgments": [{"id": "c1"}]}),
    ("deep in an item", '[{"id": "c1"}, {"id": "c2", "citations": [{"quote": "x"}, {"quo', [{"id": "c1"}]),
    ("in an object", '{"verdict": "SUPPORTS", "reason": "It sa', {"verdict": "SUPPORTS"}),
    ("after an escape", '{"verdict": "SUPPORTS", "reason": "It \\', {"verdict": "SUPPORTS"}),
    ("in a number", '{"verdict": "SUPPORTS", "probability": 0.9', {"verdict": "SUPPORTS"}),
    ("after a colon", '{"verdict": "SUPPORTS", "probability":', {"verdict": "SUPPORTS"}),
    ("in a bare key", "{verdict: 'SUPPORTS', prob", {"verdict": "SUPPORTS"}),
    ("in a fence", '```json\n[{"id": "c1"}, {"id": "c2', [{"id": "c1"}]),
    ("in a fence that is closed", '```json\n[{"id": "c1"}, {"id":\n```', [{"id": "c1"}]),
    ("after thinking", '<think>{"id": "c9"}</think>[{"id": "c1"}, {"id', [{"id": "c1"}]),
    ("after an example", 'Like {"a": 1}. So {"judgments": [{"id": "c1"}, {', {"judgments": [{"id": "c1"}]}),
]


@pytest.mark.parametrize(("text", "value"), [row[1:] for row in TRUNCATED], ids=[row[0] for row in TRUNCATED])
def test_truncated(text: str, value: JsonValue) -> None:
    assert read_json(text) == ReadJson(value, truncated=True)


def test_an_answer_that_is_begun_again_is_the_first() -> None:
    assert read_json(f"{WRITTEN}\n{WRITTEN[:30]}") == ReadJson({**VOTE})


def test_wanted_keys_go_before_the_last_object() -> None:
    text = f'{WRITTEN}\nThe evidence has {{"retries": 3}}.'
    assert read_json(text) == ReadJson({"retries": 3})
    assert read_json(text, wanted=["verdict", "reason"]) == ReadJson({**VOTE})


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "I'm sorry, but I can't help with that.",
        "Sure! Here is the answer you asked for: {verdict: maybe,,}",
        '{"verdict": "SUPPORTS",, "a": 1}',
        '{"verdict": SUPPORTS}',
        '{"verdict" "SUPPORTS"}',
        '{"a": [1}',
        f"<think>First {DRAFT}, but the evidence says",
        f"<think>First {DRAFT}</think>",
        f"<think>First {DRAFT[:30]}",
        "SUPPORTS (0.9)",
        '"SUPPORTS"',
        "0.9",
        '{"verdict": "SUPP',
        "[",
        "__import__('os').getcwd()",
        "{'a': __import__('os')}",
        "{'a': 1 + 1}",
    ],
)
def test_nothing_to_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"The answer holds no JSON object or array\."):
        read_json(text)


LONG = 200_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * LONG,
        "{" * LONG,
        '["' * (LONG // 2),
        '{"a":' * (LONG // 5),
        "{'a':'" * (LONG // 6),
        "[1," * (LONG // 3),
        "{a " * (LONG // 3),
        "[" + '"a" ' * (LONG // 4),
        "[" + "'   " * (LONG // 4),
        "[" + "/*" * (LONG // 2),
        "[ " + " " * LONG,
        "<think>" * (LONG // 7),
        "</think>" * (LONG // 8),
        "[" + "9" * LONG,
        "['" + "\\" * LONG,
        "[/*" + "*" * LONG,
        '["x"' + " /" * (LONG // 2),
        "[" + "[1]," * (LONG // 4) + "x",
    ],
    ids=lambda text: text[:12],
)
def test_any_text_comes_to_an_end(text: str) -> None:
    """Work that grows with the square of the length would take hours."""
    try:
        read = read_json(text)
    except ValueError:
        return
    assert read.truncated, "none of them is a whole answer"


def test_a_long_answer_is_read_whole() -> None:
    items = [{"claim_id": f"c{number}", "reason": "It's “so”. " * 20} for number in range(600)]
    text = f"So:\n{items!r},"
    assert len(text) > 130_000
    assert read_json(text).value == items


leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(alphabet="ab \n\"'\\{}[],:/#*<>`é😀", max_size=8) | st.text(max_size=4)
values = st.recursive(
    leaves | texts, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
answers = st.lists(values, max_size=4) | st.dictionaries(texts, values, max_size=4)


@settings(max_examples=100, deadline=None)
@given(answers, st.booleans())
def test_what_was_written_is_read(value: JsonValue, ascii_only: bool) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only)
    assert read_json(written) == ReadJson(value)
    assert read_json(f"```json\n{json.dumps(value, indent=2)}\n```").value == value


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["a", "b", "claim_id"]), st.integers() | st.sampled_from(["x", "it's", 'a "b"']))
)
def test_python_is_read(value: JsonValue) -> None:
    assert read_json(f"Answer: {[value]!r}") == ReadJson([value])


@settings(max_examples=150, deadline=None)
@given(answers, st.data())
def test_what_is_left_of_an_answer_was_in_it(value: JsonValue, data: st.DataObject) -> None:
    written = json.dumps(value)
    cut = data.draw(st.integers(1, len(written) - 1))
    try:
        read = read_json(written[:cut])
    except ValueError:
        return
    if read.truncated and written.startswith(("[", "{")):
        assert _is_beginning(read.value, value) or _holds(value, written, read.value)


def _is_beginning(part: JsonValue, whole: JsonValue) -> bool:
    if isinstance(part, list) and isinstance(whole, list):
        return part == whole[: len(part)]
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(
            key in whole and (item == whole[key] or _is_beginning(item, whole[key])) for key, item in part.items()
        )
    return False


def _holds(value: JsonValue, written: str, part: JsonValue) -> bool:
    """Whether a part is the beginning of a container somewhere within a value, or stands in a string or key of it."""
    if isinstance(value, str):
        return bool(value) and not isinstance(part, float | None) and any(mark in value for mark in "{[")
    inner = value if isinstance(value, list) else (*value, *value.values()) if isinstance(value, dict) else ()
    return any(_is_beginning(part, item) or _holds(item, written, part) for item in inner)


def test_no_value_is_infinite() -> None:
    value = read_json("[1e400, -1e400, {'a': 2}]").value
    assert isinstance(value, list)
    assert not any(isinstance(item, float) and math.isinf(item) for item in value)
