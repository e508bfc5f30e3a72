import asyncio
from collections.abc import Sequence

import pytest

from truthfulness_evaluator.claims.extraction import fingerprint
from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.models import (
    Block,
    BlockKind,
    Container,
    Document,
    Inline,
    InlineKind,
    Location,
    Suppression,
)

PARAGRAPH = BlockKind.PARAGRAPH


def _document(
    text: str,
    kind: BlockKind = PARAGRAPH,
    *,
    inlines: Sequence[Inline] = (),
    containers: Sequence[Container] = (),
    suppressions: Sequence[Suppression] = (),
) -> Document:
    """A document of paragraphs: one each line."""
    blocks: list[Block] = []
    start = 0
    for line in text.split("\n\n"):
        span = (start, start + len(line))
        inside = tuple(mark for mark in inlines if span[0] <= mark.span[0] < span[1])
        blocks.append(Block(kind, span, span, ("Use", "Options"), tuple(containers), inside))
        start = span[1] + 2
    return Document("a.md", "text/markdown", text, tuple(blocks), tuple(suppressions))


def _mark(text: str, mark: str, kind: InlineKind, shown: str = "") -> Inline:
    start = text.index(mark)
    inner = start + (mark.index(shown) if shown else len(mark))
    return Inline(kind, (start, start + len(mark)), (inner, inner + len(shown)))


def _texts(document: Document) -> list[str]:
    return [claim.text for claim in ProseClaims().find(document).claims]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It starts eight workers. Each writes a log.", ["It starts eight workers.", "Each writes a log."],
                     id="two sentences"),
        pytest.param("It wraps\nover two lines.", ["It wraps over two lines."], id="white space is one space"),
        pytest.param("Supports Python 3.9 and newer", ["Supports Python 3.9 and newer"], id="without a stop"),
        pytest.param("Fast and small", [], id="a label"),
        pytest.param("It works.", [], id="too short"),
        pytest.param("Does it start eight workers?", [], id="a question"),
        pytest.param("Start it with this command:", [], id="it introduces what follows"),
        pytest.param("数据库支持事务。真的吗？", ["数据库支持事务。"], id="script without spaces"),
        pytest.param("", [], id="empty"),
    ],
)  # fmt: skip
def test_sentences_that_are_claims(text: str, expected: list[str]) -> None:
    assert _texts(_document(text)) == expected


@pytest.mark.parametrize("kind", [kind for kind in BlockKind if kind is not PARAGRAPH])
def test_other_blocks_make_no_claims_of_prose(kind: BlockKind) -> None:
    assert _texts(_document("It starts eight workers.", kind)) == []


@pytest.mark.parametrize(
    ("containers", "expected"),
    [
        ([Container("list_item")], 1),
        ([Container("definition")], 1),
        ([Container("admonition", "note")], 1),
        ([Container("directive", "toctree")], 0),
    ],
    ids=["list item", "definition", "note", "toctree"],
)
def test_containers(containers: list[Container], expected: int) -> None:
    assert len(_texts(_document("It starts eight workers.", containers=containers))) == expected


@pytest.mark.parametrize(
    ("text", "mark", "kind", "shown", "expected"),
    [
        pytest.param("It uses **eight** workers.", "**eight**", InlineKind.STRONG, "eight", ["It uses eight workers."],
                     id="strong"),
        pytest.param("**It is eight. It is not nine.**", "**It is eight. It is not nine.**", InlineKind.STRONG,
                     "It is eight. It is not nine.", ["It is eight.", "It is not nine."], id="strong sentences"),
        pytest.param("It reads `a. b` here.", "`a. b`", InlineKind.CODE, "a. b", ["It reads `a. b` here."], id="code"),
        pytest.param("It is [the tool. Yes](x) for all.", "[the tool. Yes](x)", InlineKind.LINK, "the tool. Yes",
                     ["It is the tool. Yes for all."], id="link"),
        pytest.param("[All of the documentation](x).", "[All of the documentation](x)", InlineKind.LINK,
                     "All of the documentation", [], id="a link and nothing else"),
        pytest.param("![It is all green](x)", "![It is all green](x)", InlineKind.IMAGE, "It is all green", [],
                     id="badge"),
        pytest.param("|all of the badges|", "|all of the badges|", InlineKind.ROLE, "all of the badges", [],
                     id="substitution"),
        pytest.param("It is<br> all here.", "<br>", InlineKind.HTML, "", ["It is all here."], id="tag"),
        pytest.param("It calls :func:`a.b` once.", ":func:`a.b`", InlineKind.ROLE, "a.b", ["It calls a.b once."],
                     id="role"),
    ],
)  # fmt: skip
def test_marks(text: str, mark: str, kind: InlineKind, shown: str, expected: list[str]) -> None:
    assert _texts(_document(text, inlines=[_mark(text, mark, kind, shown)])) == expected


def test_marks_of_a_quotation_are_left_out() -> None:
    assert _texts(_document("It wraps\n> over two lines.", containers=[Container("quote")])) == [
        "It wraps over two lines."
    ]


def test_a_claim_in_full() -> None:
    text = "Is it? It starts eight workers."
    claim = asyncio.run(ProseClaims().extract(_document(text)))[0]
    assert claim.model_dump(exclude_defaults=True) == {
        "id": fingerprint("a.md", "prose", "It starts eight workers.", 0),
        "text": "It starts eight workers.",
        "source_document": "a.md",
        "source_span": (7, 31),
        "location": Location(path="a.md", line=1, column=8).model_dump(exclude_defaults=True),
        "context": f"Use > Options\n{text}",
    }


def test_what_is_said_twice_is_one_claim() -> None:
    found = ProseClaims().find(_document("It starts eight workers.\n\nIt starts\neight workers."))
    assert [(claim.source_span, claim.also_at) for claim in found.claims] == [((0, 24), [(26, 50)])]


@pytest.mark.parametrize(
    ("suppression", "claims", "ignored"),
    [
        (Suppression((0, 30)), ["Each writes a log."], ["It starts eight workers."]),
        (Suppression((0, 30), ("prose",)), ["Each writes a log."], ["It starts eight workers."]),
        (Suppression((0, 30), ("link",)), ["It starts eight workers.", "Each writes a log."], []),
    ],
    ids=["all kinds", "this kind", "another kind"],
)
def test_suppressions(suppression: Suppression, claims: list[str], ignored: list[str]) -> None:
    document = _document("It starts eight workers.      \n\nEach writes a log.", suppressions=[suppression])
    found = ProseClaims().find(document)
    assert ([claim.text for claim in found.claims], [claim.text for claim in found.ignored]) == (claims, ignored)
