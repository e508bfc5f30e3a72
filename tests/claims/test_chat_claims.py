import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from claims.documents_made import ScriptedAsker, item, made, reply
from truthfulness_evaluator.claims.chat import NAMESPACE, ChatClaims
from truthfulness_evaluator.claims.extraction import Extraction, excluding, fingerprint
from truthfulness_evaluator.claims.rules import FactClaims
from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.llm.asking import Reply
from truthfulness_evaluator.models import Document, FailureKind, JudgeFailure, Location
from truthfulness_evaluator.store.cache import Cache, JsonValue

TEXT = "# Acme\n\n## Files\n\nIt reads files. It keeps 8 of them open. It writes a log.\n"
SAID = ("It reads files.", "It keeps 8 of them open.", "It writes a log.")
ALL = reply(*(item(quote) for quote in SAID))
NONE = reply()
BAD = Reply({"result": {"ok": True}})
WHERE = "claims of line 5 (Acme > Files): "


def _find(asker: ScriptedAsker, document: Document | None = None, cache: Cache | None = None) -> Extraction:
    return asyncio.run(ChatClaims(asker, cache).find(document or made(TEXT)))


def _texts(found: Extraction) -> list[str]:
    return [claim.text for claim in found.claims]


def test_a_claim_in_full() -> None:
    found = _find(ScriptedAsker(reply(item("It reads files.", "Acme reads files."), *map(item, SAID[1:]))))
    assert found.claims[0].model_dump(exclude_defaults=True) == {
        "id": fingerprint("page.md", "prose", "Acme reads files.", 0),
        "text": "Acme reads files.",
        "source_document": "page.md",
        "source_span": (18, 33),
        "location": Location(path="page.md", line=5, column=1).model_dump(exclude_defaults=True),
        "context": "Acme > Files\nIt reads files. It keeps 8 of them open. It writes a log.",
        "claim_type": "inferred",
    }
    assert (len(found.claims), found.failures, found.dropped) == (3, (), 0)


def test_it_is_an_extractor() -> None:
    claims = asyncio.run(ChatClaims(ScriptedAsker(ALL)).extract(made(TEXT)))
    assert [claim.text for claim in claims] == list(SAID)


def _failure(kind: FailureKind, message: str, attempts: int = 2) -> JudgeFailure:
    return JudgeFailure(judge="scripted", kind=kind, message=WHERE + message, attempts=attempts)


@pytest.mark.parametrize(
    ("answers", "texts", "dropped", "failures"),
    [
        pytest.param([NONE, ALL], [*SAID], 0, [], id="nothing, then all"),
        pytest.param(
            [NONE, NONE],
            [],
            0,
            [_failure(FailureKind.EMPTY_CLAIMS, "no claims in a text that makes 3 statements")],
            id="nothing twice",
        ),
        pytest.param([BAD, ALL], [*SAID], 0, [], id="another shape, then all"),
        pytest.param(
            [BAD, BAD], [], 0, [_failure(FailureKind.BAD_ANSWER, "no list of claims")], id="another shape twice"
        ),
        pytest.param(
            [BAD, NONE],
            [],
            0,
            [_failure(FailureKind.EMPTY_CLAIMS, "no claims in a text that makes 3 statements")],
            id="another shape, then nothing",
        ),
        pytest.param(
            [reply(item(SAID[0]), item("")), reply(item(SAID[0]), item(SAID[1]), {})],
            [*SAID[:2]],
            0,
            [_failure(FailureKind.BAD_ANSWER, "1 of the answer's claims without quote or text")],
            id="a claim without a quote twice: the others are kept",
        ),
        pytest.param(
            [reply(item("It is blue."), item(SAID[0]), item(SAID[1]))], [*SAID[:2]], 1, [], id="one invented quote"
        ),
        pytest.param([reply(item("It is blue.")), ALL], [*SAID], 0, [], id="invented quotes, then all"),
        pytest.param(
            [reply(item("It is blue."))] * 2,
            [],
            1,
            [_failure(FailureKind.BAD_ANSWER, "1 of 1 quotes do not stand in the text")],
            id="invented quotes twice",
        ),
        pytest.param(
            [ModelCallError(FailureKind.TIMEOUT, "no answer", attempts=2)],
            [],
            0,
            [_failure(FailureKind.TIMEOUT, "no answer")],
            id="no answer",
        ),
        pytest.param(
            [ModelCallError(FailureKind.AUTH, "the key is wrong", final=True)],
            [],
            0,
            [_failure(FailureKind.AUTH, "the key is wrong", 1)],
            id="a wrong key",
        ),
        pytest.param(
            [reply(item(SAID[0]), item("")), ModelCallError(FailureKind.TIMEOUT, "no answer", attempts=2)],
            [SAID[0]],
            0,
            [_failure(FailureKind.TIMEOUT, "no answer", 3)],
            id="bad, then no answer: what is right is kept",
        ),
        pytest.param(
            [reply(*map(item, SAID[:2]), truncated=True), reply(*map(item, SAID[1:]))],
            [*SAID],
            0,
            [],
            id="cut off: the rest is asked about",
        ),
        pytest.param(
            [reply(item(SAID[0]), truncated=True), reply(*map(item, SAID[1:]))],
            [*SAID],
            0,
            [],
            id="cut off in the first sentence: what is behind it",
        ),
        pytest.param(
            [reply(truncated=True)],
            [],
            0,
            [_failure(FailureKind.BAD_ANSWER, "the answer was cut off", 1)],
            id="cut off before the first claim, in a single block",
        ),
        pytest.param(
            [ModelCallError(FailureKind.CONTEXT_TOO_LONG, "too long")],
            [],
            0,
            [_failure(FailureKind.CONTEXT_TOO_LONG, "too long", 1)],
            id="a single block is too long",
        ),
    ],
)
def test_faults(
    answers: list[Reply | ModelCallError], texts: list[str], dropped: int, failures: list[JudgeFailure]
) -> None:
    asker = ScriptedAsker(*answers)
    found = _find(asker)
    assert (_texts(found), found.dropped, list(found.failures), asker.answers) == (texts, dropped, failures, [])


def test_the_second_question_says_what_was_wrong() -> None:
    asker = ScriptedAsker(NONE, ALL)
    _find(asker)
    assert asker.prompts[0].shared == asker.prompts[1].shared
    assert asker.questions[1].startswith("Your last answer had no claims")


def test_nothing_may_be_all_of_a_section_that_says_little() -> None:
    assert _find(ScriptedAsker(NONE), made("It reads files. It is nice.")) == Extraction()


def test_a_document_without_prose_is_not_asked_about() -> None:
    assert _find(ScriptedAsker(), made("# A\n\n```\ncode\n```")) == Extraction()


def test_a_section_that_is_too_long_is_asked_about_in_halves() -> None:
    document = made("# A\n\nIt reads files.\n\n# B\n\nIt writes files.")
    too_long = ModelCallError(FailureKind.CONTEXT_TOO_LONG, "too long")
    asker = ScriptedAsker(too_long, reply(item("It reads files.")), reply(item("It writes files.")))
    found = _find(asker, document)
    assert (_texts(found), found.failures) == (["It reads files.", "It writes files."], ())


def test_an_answer_that_is_always_cut_off_ends() -> None:
    text = "# A\n\n" + "\n\n".join(f"It keeps record {number}." for number in range(64))
    asker = ScriptedAsker(*[reply(truncated=True)] * 40)
    found = _find(asker, made(text))
    assert {failure.kind for failure in found.failures} == {FailureKind.BAD_ANSWER}
    assert len(asker.prompts) <= 8


def test_what_is_said_twice_is_one_claim() -> None:
    document = made("# A\n\nIt is small.\n\n# B\n\nIt is small.")
    found = _find(ScriptedAsker(reply(item("It is small."), item("It is small."))), document)
    assert [(claim.source_span, claim.also_at) for claim in found.claims] == [((5, 17), [(24, 36)])]


def test_what_only_repeats_a_fact_is_left_out() -> None:
    text = "# Acme\n\n`--jobs` defaults to 8. It limits how many files are read at once.\n"
    document = made(text)
    facts = FactClaims(kinds()).find(document)
    quotes = ("`--jobs` defaults to 8.", "It limits how many files are read at once.")
    asker = ScriptedAsker(reply(*map(item, quotes)))
    found = asyncio.run(ChatClaims(asker).find(document, facts))
    assert _texts(found) == [quotes[1]]
    assert facts.claims


def test_what_comments_exclude_is_ignored() -> None:
    comment = "<!-- truth: ignore -->"
    text = f"# A\n\nIt reads\nall files. It is small. {comment}\n\n{comment}\n\nIt writes some files.\n"
    found = _find(ScriptedAsker(reply(item("It reads all files."), item("It is small."))), made(text))
    assert _texts(found) == ["It reads all files."]
    assert [claim.text for claim in found.ignored] == ["It is small.", "It writes some files."]


def test_excluding_keeps_failures() -> None:
    found = _find(ScriptedAsker(BAD, BAD))
    assert excluding(replace(found, dropped=2), ["link"]) == replace(found, dropped=2)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache.sqlite3")


def test_what_was_answered_is_kept(cache: Cache) -> None:
    first = _find(ScriptedAsker(NONE, ALL), cache=cache)
    hits: list[int] = []
    again = ChatClaims(ScriptedAsker(), cache, hits.append)
    assert (asyncio.run(again.find(made(TEXT))), hits) == (first, [1])
    assert len(cache.texts(NAMESPACE)) == 1


@pytest.mark.parametrize("answers", [[BAD, BAD], [NONE, NONE], [ModelCallError(FailureKind.TIMEOUT, "no answer")]])
def test_failures_are_not_kept(cache: Cache, answers: list[Reply | ModelCallError]) -> None:
    _find(ScriptedAsker(*answers), cache=cache)
    assert cache.texts(NAMESPACE) == {}
    assert _texts(_find(ScriptedAsker(ALL), cache=cache)) == list(SAID)


def test_another_model_or_text_is_asked_anew(cache: Cache) -> None:
    _find(ScriptedAsker(ALL), cache=cache)
    other = ScriptedAsker(NONE, NONE)
    other.settings = "temperature=1"
    assert _find(other, cache=cache).failures
    assert _find(ScriptedAsker(NONE, NONE), made(TEXT.replace("8", "9")), cache).failures


def test_what_is_kept_and_of_no_use_is_asked_anew(cache: Cache) -> None:
    _find(ScriptedAsker(ALL), cache=cache)
    (key,) = cache.texts(NAMESPACE)
    useless: list[JsonValue] = [{"value": {"result": 1}}, {}, [1]]
    for value in useless:
        cache.put(NAMESPACE, key, value)
        assert _texts(_find(ScriptedAsker(ALL), cache=cache)) == list(SAID)


def test_a_part_that_was_cut_off_is_kept_with_its_rest(cache: Cache) -> None:
    answers = (reply(*map(item, SAID[:2]), truncated=True), reply(*map(item, SAID[1:])))
    _find(ScriptedAsker(*answers), cache=cache)
    assert _texts(_find(ScriptedAsker(), cache=cache)) == list(SAID)
