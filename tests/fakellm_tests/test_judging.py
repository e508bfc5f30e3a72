"""Reading a judge's prompt and filling in its schema, through the real clients."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from fakellm import FakeLLM, Fault, Scenario, VerdictRule
from fakellm_tests.clients import MODES, PROMPT, ROCK, WATER, Citation, Panel, ask, judge, make_client


@pytest.mark.parametrize(("kind", "method"), MODES)
def test_one_judgment_a_claim_in_order(llm: FakeLLM, kind: str, method: str) -> None:
    judgments = ask(make_client(kind, llm), Panel, PROMPT, method).judgments
    assert [(j.claim_id, j.verdict, j.confidence) for j in judgments] == [
        ("c1", "SUPPORTS", 0.95),
        ("c2", "REFUTES", 0.95),
        ("c3", "NOT_ENOUGH_INFO", 0.5),
    ]
    assert [[(c.evidence_id, c.quote) for c in j.citations] for j in judgments] == [
        [("e1", WATER)],
        [("e2", ROCK)],
        [],
    ]
    (entry,) = llm.log.entries
    assert (entry["claims"], entry["evidence"]) == (["c1", "c2", "c3"], ["e1", "e2"])
    assert (entry["task"], entry["board"], entry["round"]) == ("judge", False, 1)
    assert llm.stats()["by_mode"] == {entry["mode"]: 1}


SHAPES = {
    "brackets": """Evidence:
[e1] README.md, line 3
Water is wet.
It boils.

A second paragraph on iron.
[e2] iron.txt
Iron is hard.

Claims:
[c1] Iron is
hard. [TRUE]
[c2] Water is dry. [FALSE]

Return JSON.""",
    "numbers": """[1] README.md
Water is wet.
[2] Iron is hard.

Claim 1: Iron is hard. [TRUE]
Claim 2: Water is dry. [FALSE]
Respond: now""",
    "tags": """<document id='a-1' title="x">Water is wet.</document>
<document id="b-2">Iron is hard.
[e9] not a passage
Claim c9: not a claim</document>
<claims><claim id="k1">Iron is hard. [TRUE]</claim>
<claim id="k2" source="a.md">Water is dry. [FALSE]</claim></claims>""",
    "words": """Evidence 1 (README.md): Water is wet.
Evidence 2: Iron is hard.
Claim 3f9a2c: Iron is hard. [TRUE]
- Claim 77aa01: Water is dry. [FALSE]""",
    "nonce": """<evidence-8f3a id="e1">Water is wet.
c9: not a claim
</evidence-8f3a>
<evidence-8f3a id="e2">Iron is hard.</evidence-8f3a>
c1: Iron is hard. [TRUE]
c2: Water is dry. [FALSE]""",
}
IDS = {
    "brackets": (["c1", "c2"], ["e1", "e2"]),
    "numbers": (["1", "2"], ["1", "2"]),
    "tags": (["k1", "k2"], ["a-1", "b-2"]),
    "words": (["3f9a2c", "77aa01"], ["1", "2"]),
    "nonce": (["c1", "c2"], ["e1", "e2"]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_common_shapes_of_prompts(llm: FakeLLM, shape: str) -> None:
    judgments = judge(llm, SHAPES[shape])
    claims, evidence = IDS[shape]
    assert [j.claim_id for j in judgments] == claims
    assert [j.verdict for j in judgments] == ["SUPPORTS", "REFUTES"]
    assert [(c.evidence_id, c.quote) for j in judgments for c in j.citations] == [
        (evidence[1], "Iron is hard."),
        (evidence[0], "Water is wet."),
    ]
    assert llm.log.entries[0]["evidence"] == evidence


def test_patterns_of_ones_own(llm: FakeLLM) -> None:
    llm.use(
        Scenario(
            evidence_pattern=r"(?m)^DOC (?P<id>\w+)$",
            evidence_end_pattern=r"(?m)^END",
            claim_pattern=r"(?m)^Q(?P<id>\d+)\. (?P<text>.+)$",
            claim_end_pattern=r"(?m)^END",
        )
    )
    prompt = """DOC left
Iron is
hard as iron.
END of documents: Iron is soft.
Q7. Iron is
hard. [TRUE]
END"""
    (judgment,) = judge(llm, prompt)
    assert (judgment.claim_id, judgment.reason.split(": ")[-1]) == ("7", "Iron is\nhard. [TRUE]")
    assert judgment.citations == [Citation(evidence_id="left", quote="hard as iron.")]


def test_evidence_in_an_earlier_message(llm: FakeLLM) -> None:
    messages = [
        ("system", PROMPT.split("\nClaim c1")[0]),
        ("user", "Claim c2: The moon is cheese. [FALSE]"),
    ]
    model = make_client("anthropic", llm).with_structured_output(Panel)
    panel = model.invoke(messages)
    assert isinstance(panel, Panel)
    assert panel.judgments[0].citations == [Citation(evidence_id="e2", quote=ROCK)]


def test_quotes_are_verbatim_and_share_a_word(llm: FakeLLM) -> None:
    llm.use(Scenario(citations=5))
    for judgment in judge(llm):
        for citation in judgment.citations:
            assert citation.quote in PROMPT
    first = judge(llm)[0].citations
    assert [c.quote for c in first] == [WATER, ROCK, "# Boiling", "It's wet.", "It has no cheese."]


def test_configured_texts_and_values(llm: FakeLLM) -> None:
    rule = VerdictRule("moon", "UNVERIFIABLE", 0.31, reason="{claim_id} by {model}: {nothing}")
    llm.use(Scenario(rules=(rule,), default_verdict="REFUTES", default_confidence=0.62))
    first, second, _ = judge(llm)
    assert (first.verdict, first.confidence) == ("REFUTES", 0.62)
    assert (second.verdict, second.confidence) == ("UNVERIFIABLE", 0.31)
    assert second.reason == "c2 by gpt-4o: {nothing}"
    llm.use(Scenario(values={"reason": "because"}))
    assert {j.reason for j in judge(llm)} == {"because"}


class Stance(BaseModel):
    source_id: Literal["e1", "e2"]
    text: str
    label: Literal["refutes", "supports"]


class Answer(BaseModel):
    id: int
    label: Literal["supported", "refuted", "not enough info"]
    probability: int
    explanation: str
    evidence_ids: list[str]
    quotes: list[str]
    best: Citation | None
    stances: list[Stance]


class Batch(BaseModel):
    answers: list[Answer]


class Outer(BaseModel):
    verdicts: Batch


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
@pytest.mark.parametrize("kind", ["chat", "anthropic"])
def test_other_names_and_deeper_schemas(llm: FakeLLM, kind: str, method: str) -> None:
    answers = ask(make_client(kind, llm), Outer, PROMPT, method).verdicts.answers
    assert [(a.id, a.label, a.probability) for a in answers] == [
        (1, "supported", 95),
        (2, "refuted", 95),
        (3, "not enough info", 50),
    ]
    assert (answers[1].evidence_ids, answers[1].quotes) == (["e2"], [ROCK])
    assert answers[1].best == Citation(evidence_id="e2", quote=ROCK)
    assert answers[1].stances == [Stance(source_id="e2", text=ROCK, label="refutes")]
    assert answers[2].stances == []


def test_claim_ids_as_keys(llm: FakeLLM) -> None:
    entry = {"type": "object", "properties": {"verdict": {"type": "string"}}}
    schema = {"title": "J", "type": "object", "properties": {"c2": entry, "c1": entry}}
    reply: Any = make_client("chat", llm).bind_tools([schema], tool_choice="J").invoke(PROMPT)
    assert reply.tool_calls[0]["args"] == {
        "c2": {"verdict": "REFUTES"},
        "c1": {"verdict": "SUPPORTS"},
    }


EXAMPLE = '{"votes": [{"id": "c1", "verdict": "...", "confidence": 0.5, "quote": "..."}]}'
SCHEMA = (
    '{"type": "object", "properties": {"votes": {"type": "array", "items": {"$ref": "#/$defs/V"}}},'
    ' "$defs": {"V": {"properties": {"id": {}, "verdict": {}, "confidence": {"type": "number"},'
    ' "quote": {}}}}}'
)


@pytest.mark.parametrize("shown", [EXAMPLE, SCHEMA], ids=["example", "schema"])
@pytest.mark.parametrize("mode", ["json_object", "text"])
def test_json_mode_and_plain_text_follow_the_prompt(llm: FakeLLM, mode: str, shown: str) -> None:
    client: Any = make_client("chat", llm)
    if mode == "json_object":
        client = client.bind(response_format={"type": "json_object"})
    reply = client.invoke(f"Answer in this form: {shown}\n{PROMPT}")
    assert json.loads(reply.text)["votes"][1] == {
        "id": "c2",
        "verdict": "REFUTES",
        "confidence": 0.95,
        "quote": ROCK,
    }
    (entry,) = llm.log.entries
    assert (entry["task"], entry["mode"]) == ("judge", mode)


def test_json_in_the_evidence_is_no_example(llm: FakeLLM) -> None:
    prompt = '<evidence id="e1">{"verdict": "x"}</evidence>\nClaim c1: so it is [TRUE]'
    assert make_client("chat", llm).invoke(prompt).text == "SUPPORTS (0.95)"


def test_answer_schema(llm: FakeLLM) -> None:
    schema = {"type": "object", "properties": {"verdict": {"type": "string"}}}
    llm.use(Scenario(answer_schema=schema, faults=(Fault("fenced_json", tasks=("judge",)),)))
    reply = make_client("anthropic", llm).invoke(PROMPT)
    assert reply.text == '```json\n{\n  "verdict": "SUPPORTS"\n}\n```'


EXTRACTION = '{"claims": [{"id": "", "text": "", "quote": ""}]}'


@pytest.mark.parametrize(("kind", "method"), MODES)
def test_extraction_quotes_its_document(llm: FakeLLM, kind: str, method: str) -> None:
    class Extracted(BaseModel):
        id: str
        text: str
        quote: str

    class Extraction(BaseModel):
        claims: list[Extracted]

    prompt = f"Answer as json {EXTRACTION}, text:\nIron is hard. [TRUE] Water is wet. [TRUE]"
    claims = ask(make_client(kind, llm), Extraction, prompt, method).claims
    assert [(c.id, c.quote) for c in claims] == [
        ("c1", "Iron is hard. [TRUE]"),
        ("c2", "Water is wet. [TRUE]"),
    ]
    assert llm.log.entries[0]["task"] == "extract"


class _Sided(BaseModel):
    evidence_id: str
    stance: Literal["pro", "con"]


class _Judged(BaseModel):
    claim_id: str
    verdict: str
    citations: list[_Sided]


class _SidedPanel(BaseModel):
    judgments: list[_Judged]


def test_stances_of_quotes(llm: FakeLLM) -> None:
    llm.use(Scenario(rules=(VerdictRule("cheese", "NOT_ENOUGH_INFO", torn=True), VerdictRule("Water", "REFUTES"))))
    judgments = ask(make_client("chat", llm), _SidedPanel, PROMPT).judgments
    assert {j.claim_id: [(c.evidence_id, c.stance) for c in j.citations] for j in judgments} == {
        "c1": [("e1", "con")],
        "c2": [("e2", "pro"), ("e1", "con")],
        "c3": [("e2", "pro")],
    }
