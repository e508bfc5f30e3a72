import asyncio

import pytest

from truthfulness_evaluator.claims.judged_prose import JudgedProse
from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.documents.reading import read_text

YEAR = 2026


def _found(text: str, name: str = "a.md") -> list[tuple[str, str, str]]:
    claims = JudgedProse(YEAR).find(read_text(text, name)).claims
    return [(claim.text, claim.claim_type, claim.unverifiable) for claim in claims]


def _texts(text: str, name: str = "a.md") -> list[str]:
    return [claim[0] for claim in _found(text, name)]


def test_what_a_judge_can_settle_and_what_not() -> None:
    text = (
        "# Larkdb\n\nLarkdb is a store. It keeps eight files open. We believe that eight are enough. "
        "By 2035, nobody will use files. This is why. Run `larkdb`. Is it fast? Small and plain.\n"
    )

    assert _found(text) == [
        ("Larkdb is a store.", "explicit", ""),
        ("Larkdb keeps eight files open.", "inferred", ""),
        ("We believe that eight are enough.", "explicit", "an opinion"),
        ("By 2035, nobody will use files.", "explicit", "a prediction"),
        ("This is why.", "explicit", "ambiguous: it cannot be told what “This” stands for"),
    ]


def test_a_claim_has_the_place_of_its_sentence() -> None:
    text = "# Larkdb\n\nLarkdb is a *store*. It keeps eight files open.\n"
    document = read_text(text, "a.md")

    claim = JudgedProse(YEAR).find(document).claims[1]

    assert claim.source_span is not None
    assert text[slice(*claim.source_span)] == "It keeps eight files open."
    assert claim.location is not None
    assert (claim.location.line, claim.location.column) == (3, 22)
    assert claim.context == "Larkdb\nLarkdb is a *store*. It keeps eight files open."
    assert claim.kind == "prose"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The store:\n\n- keeps eight files open\n- writes a journal of 4 MB\n",
                     ["The store keeps eight files open", "The store writes a journal of 4 MB"],
                     id="a noun before verbs"),
        pytest.param("The store supports:\n\n- Linux 4 and newer\n- macOS\n",
                     ["The store supports Linux 4 and newer", "The store supports macOS"], id="a verb before nouns"),
        pytest.param("The store supports the following systems:\n\n- Linux 4 and newer\n",
                     ["The store supports the following systems: Linux 4 and newer"], id="the following"),
        pytest.param("The store is small because:\n\n- It has no index\n- Keeps its journal in memory\n",
                     ["The store has no index", "The store keeps its journal in memory"],
                     id="the subject of the lead-in"),
        pytest.param("# Larkdb\n\n## Features\n\n- Supports Linux 4 and newer\n- Written in Zig\n",
                     ["Larkdb supports Linux 4 and newer", "Larkdb is written in Zig"],
                     id="the heading that is a name"),
        pytest.param("Parts:\n\n- `pack`: Removes old files\n- `scan`: a reader of journals\n",
                     ["`pack` removes old files", "`scan` is a reader of journals"], id="name and description"),
        pytest.param("Do this:\n\n- Open the file\n- Close the file again\n", [], id="orders"),
        pytest.param("The reasons:\n\n- The index is in memory. It is small.\n",
                     ["The index is in memory.", "The index is small."], id="a whole sentence"),
        pytest.param("Systems:\n\n- Linux on small boards of any kind\n", [], id="labels"),
    ],
)  # fmt: skip
def test_items_are_completed(text: str, expected: list[str]) -> None:
    assert _texts(text) == expected


def test_a_definition_is_completed_by_its_term() -> None:
    text = "journal\n    Holds what was written last.\n"

    assert _texts(text, "a.rst") == ["journal holds what was written last."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It rose.[1]\n\n[2] The city was founded in 1128.\n", ["The city was founded in 1128."],
                     id="a footnote's mark"),
        pytest.param("## References\n\nHolt, J. was born in Graz in 1931.\n", [], id="a list of sources"),
        pytest.param("Note that the journal is removed at exit.\n", ["The journal is removed at exit."],
                     id="note that"),
        pytest.param("$$ W = aW_0 + bW_1 + c $$\n", [], id="a formula"),
        pytest.param("path = larkdb.open(name) and more(path)\n", [], id="code without a mark"),
        pytest.param("You can also install the newest version with\n\n    make\n", [], id="goes on in code"),
        pytest.param("Die Stadt wurde im Jahr 1128 gegründet.\n", ["Die Stadt wurde im Jahr 1128 gegründet."],
                     id="another language"),
    ],
)  # fmt: skip
def test_what_is_no_sentence(text: str, expected: list[str]) -> None:
    assert _texts(text) == expected


def test_what_is_said_twice_is_one_claim() -> None:
    document = read_text("# A\n\nThe city was founded in 1128.\n\n# B\n\nThe city was founded in 1128.\n", "a.md")

    (claim,) = JudgedProse(YEAR).find(document).claims

    assert len(claim.also_at) == 1


def test_a_comment_excludes_a_claim() -> None:
    text = "<!-- truth: off -->\n\nThe city was founded in 1128.\n\n<!-- truth: on -->\n\nThe tower has nine bells.\n"
    found = JudgedProse(YEAR).find(read_text(text, "a.md"))

    assert [claim.text for claim in found.claims] == ["The tower has nine bells."]
    assert [claim.text for claim in found.ignored] == ["The city was founded in 1128."]


def test_a_pronoun_does_not_reach_over_a_heading() -> None:
    text = "# A\n\nThe tower has nine bells.\n\n# B\n\nIt was sold in 1931.\n"

    assert [claim[2] for claim in _found(text)] == ["", "ambiguous: it cannot be told what “It” stands for"]


def test_sentences_that_stay_have_the_id_of_the_other_extractor() -> None:
    document = read_text("The tower has nine bells. It was sold in 1931.\n", "a.md")

    plain = {claim.text: claim.id for claim in ProseClaims().find(document).claims}
    judged = asyncio.run(JudgedProse(YEAR).extract(document))

    assert judged[0].id == plain["The tower has nine bells."]
