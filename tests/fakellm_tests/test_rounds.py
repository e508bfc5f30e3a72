"""Rounds of a panel: judges that see each other's positions."""

import pytest

from fakellm import BoardRule, FakeLLM, Fault, Scenario
from fakellm_tests.clients import OPENAI, PROMPT, ROCK, WATER, Opinion, Panel, ask, judge, make_client

BOARD = """
Positions of other judges on c1:
- Position A: REFUTES because of nothing in particular
- Position B: REFUTES, "Water never boils at all", e1
- Position C: SUPPORTS, "Water boils at 100 degrees", e1
On c2:
- Position A: SUPPORTS by [e2]
- Position B: NOT_ENOUGH_INFO

Revise your answer."""

TAGS = """
<position claim="c1" judge="x" verdict="REFUTES">because</position>
<position claim="c1" judge="y">I hold REFUTES here</position>
<position claim="c2" judge="x" verdict="SUPPORTS">because</position>"""


def with_board(board: str = BOARD) -> str:
    return PROMPT.replace("\nAnswer now.", board)


def first(opinions: list[Opinion]) -> tuple[str, bool, list[str], bool]:
    """Verdict, changed, quotes and whether a reason is given, of the first claim."""
    opinion = opinions[0]
    quotes = [c.quote for c in opinion.citations]
    return opinion.verdict, opinion.changed, quotes, bool(opinion.reason)


NEW = [ROCK]  # the best passage after the one that was cited first

RULES: list[tuple[str, list[tuple[str, bool, list[str], bool]]]] = [
    ("keep", [("SUPPORTS", False, [WATER], True)] * 3),
    (
        "majority",
        [("REFUTES", True, [WATER], True), ("REFUTES", False, [WATER], True)],
    ),
    (
        "new_evidence",
        [("REFUTES", True, NEW, True), ("REFUTES", False, NEW, True)],
    ),
    ("no_reason", [("REFUTES", True, [], False), ("REFUTES", False, [], False)]),
    (
        "oscillate",
        [
            ("REFUTES", True, NEW, True),
            ("SUPPORTS", True, ["# Boiling"], True),
            ("REFUTES", True, ["It's wet."], True),
        ],
    ),
]


@pytest.mark.parametrize(("action", "rounds"), RULES, ids=[action for action, _ in RULES])
def test_board_rules(llm: FakeLLM, action: str, rounds: list[tuple[str, bool, list[str], bool]]) -> None:
    llm.use(Scenario(board_rules=(BoardRule(action),)))
    assert first(judge(llm)) == ("SUPPORTS", False, [WATER], True)
    assert [first(judge(llm, with_board())) for _ in rounds] == rounds
    numbers = [(e["board"], e["round"]) for e in llm.log.entries]
    assert numbers == [(False, 1)] + [(True, number + 2) for number in range(len(rounds))]


@pytest.mark.parametrize("kind", ["chat", "responses", "anthropic"])
def test_board_in_every_format(llm: FakeLLM, kind: str) -> None:
    llm.use(Scenario(board_rules=(BoardRule("majority"),)))
    judgments = ask(make_client(kind, llm), Panel, with_board()).judgments
    # c2: one position each is a tie, which leaves one's own; c3 is not on the board.
    assert [j.verdict for j in judgments] == ["REFUTES", "REFUTES", "NOT_ENOUGH_INFO"]
    assert (llm.log.entries[0]["board"], llm.log.entries[0]["round"]) == (True, 2)


def test_critiques_name_the_flaw(llm: FakeLLM) -> None:
    first_claim, second_claim, third_claim = judge(llm, with_board())
    assert first_claim.critique == (
        "Position A (REFUTES) cites no evidence."
        ' Position B (REFUTES) quotes "Water never boils at all",'
        " which stands nowhere in the evidence."
    )
    assert second_claim.critique == (
        "Position A (SUPPORTS) cites e2, which does not decide the claim."
        " Position B (NOT_ENOUGH_INFO) cites no evidence."
    )
    assert third_claim.critique == "No flaw found."
    llm.use(Scenario(critique="{claim_id}/{position}: {flaw}; I say {verdict}."))
    assert judge(llm, with_board())[1].critique.startswith("c2/A: cites e2, which does not")


def test_critiques_of_each_position(llm: FakeLLM) -> None:
    critique = {
        "type": "object",
        "properties": {"position": {"type": "string"}, "critique": {"type": "string"}},
    }
    properties = {
        "claim_id": {"type": "string"},
        "verdict": {"type": "string"},
        "critiques": {"type": "array", "items": critique},
    }
    item = {"type": "object", "properties": properties}
    schema = {
        "title": "Round",
        "type": "object",
        "properties": {"votes": {"type": "array", "items": item}},
    }
    client = make_client("anthropic", llm)
    answer = client.with_structured_output(schema).invoke(with_board())
    assert isinstance(answer, dict)
    votes = answer["votes"]
    assert [c["position"] for c in votes[0]["critiques"]] == ["A", "B", "C"]
    assert votes[0]["critiques"][2]["critique"] == "No flaw found."
    assert votes[2]["critiques"] == []


def test_tags_as_board(llm: FakeLLM) -> None:
    llm.use(Scenario(board_rules=(BoardRule("majority"),)))
    assert [j.verdict for j in judge(llm, with_board(TAGS))] == [
        "REFUTES",
        "SUPPORTS",
        "NOT_ENOUGH_INFO",
    ]


def test_a_board_of_ones_own(llm: FakeLLM) -> None:
    pattern = r"(?m)^(?P<claim>c\d) (?P<name>\w+) => (?P<verdict>\w+)(?P<text>.*)$"
    llm.use(Scenario(board_pattern=pattern, board_rules=(BoardRule("majority"),)))
    board = "\nOthers:\nc2 hal => UNVERIFIABLE\nc1 eve => REFUTES"
    assert [j.verdict for j in judge(llm, with_board(board))][:2] == ["REFUTES", "UNVERIFIABLE"]


def test_instructions_and_evidence_are_no_board(llm: FakeLLM) -> None:
    prompt = (
        "Judge each claim: SUPPORTS, REFUTES, NOT_ENOUGH_INFO or UNVERIFIABLE.\n"
        '<evidence id="e1">\nPosition A: REFUTES it all\n</evidence>\nClaim c1: so it is [TRUE]'
    )
    judge(llm, prompt)
    assert llm.log.entries[0]["board"] is False


def test_rules_by_model_round_claim_and_verdict(llm: FakeLLM) -> None:
    llm.use(
        Scenario(
            board_rules=(
                BoardRule("new_evidence", pattern="cheese", verdict="UNVERIFIABLE"),
                BoardRule("majority", models=("late",), rounds=(3,)),
                BoardRule("majority", models=("early",), rounds=(2,)),
            )
        )
    )
    for model, verdicts in [
        ("early", ["SUPPORTS", "REFUTES", "REFUTES"]),
        ("late", ["SUPPORTS", "SUPPORTS", "REFUTES"]),
        (OPENAI, ["SUPPORTS", "SUPPORTS", "SUPPORTS"]),
    ]:
        rounds = [judge(llm, p, model=model) for p in (PROMPT, with_board(), with_board())]
        assert [opinions[0].verdict for opinions in rounds] == verdicts
        assert [opinions[1].verdict for opinions in rounds] == [
            "REFUTES",
            "UNVERIFIABLE",
            "UNVERIFIABLE",
        ]


def test_a_new_run_and_a_fault_do_not_count_as_rounds(llm: FakeLLM) -> None:
    faults = (Fault("missing_ids", first=2, last=2), Fault("invalid_verdict", first=99))
    llm.use(Scenario(board_rules=(BoardRule("oscillate"),), faults=faults))
    prompts = [PROMPT, with_board(), with_board(), PROMPT, with_board()]
    verdicts = [judge(llm, prompt)[0].verdict for prompt in prompts]
    assert verdicts == ["SUPPORTS", "REFUTES", "REFUTES", "SUPPORTS", "REFUTES"]
    assert [e["round"] for e in llm.log.entries] == [1, 2, 2, 1, 2]
    assert llm.stats()["by_round"] == {"1": 2, "2": 3}
