from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from markdown_it import MarkdownIt

from truthfulness_evaluator.models import Claim, Evidence, Location, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.markdown import LIMIT, MARK, MarkdownFormatter

HEAD = """\
<!-- truth-eval -->
## Documentation check

**Grade D.** Checked 4 claims in 1 document: 1 supported, 1 refuted, 1 not settled, 1 could not be judged. \
1 sentence of prose was not checked.
"""
REFUTED = """
### Refuted (1)

- `docs/run.md:3:10`: `--jobs` defaults to 8: the default is 4

  Evidence: `src/app/cli.py:57`: `parser.add_argument(...)`

  ~~~diff
  -It takes `--jobs` (default 8).
  +It takes `--jobs` (default 4).
  ~~~
"""
FOLDED = """
<details>
<summary>Could not be judged (1)</summary>

- `docs/run.md:9:1`: There is a module `app.jobs`: slow: timeout (after 30 s)

</details>

<details>
<summary>Not settled (1)</summary>

- `docs/run.md:4:10`: The environment variable `APP_HOME` is read: no code reads a name that is built at run time

</details>

<details>
<summary>Supported (1)</summary>

- `docs/run.md`: 1 claim

</details>
"""
PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})


def test_summary_then_refuted_then_the_rest_folded(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    assert MarkdownFormatter(texts=texts).format([report]) == HEAD + REFUTED + FOLDED


def test_without_texts_a_correction_shows_the_words_alone(report: TruthfulnessReport) -> None:
    words = REFUTED.replace("-It takes `--jobs` (default 8).", "-8").replace("+It takes `--jobs` (default 4).", "+4")
    assert MarkdownFormatter().format([report]) == HEAD + words + FOLDED


def test_closing_stands_for_the_grade(report: TruthfulnessReport) -> None:
    written = MarkdownFormatter(closing="Grade D, but 1 claim is *refuted*.").format([report])
    assert written.splitlines()[3].startswith(r"**Grade D, but 1 claim is \*refuted\*.** Checked 4 claims")


def test_what_fails_the_gate_is_not_folded(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    written = MarkdownFormatter(shown=shown).format([report])
    assert "\n### Not settled (1)\n\n- `docs/run.md:4:10`: The environment" in written
    assert written.count("<details>") == written.count("</details>") == 2


def test_links(report: TruthfulnessReport) -> None:
    written = MarkdownFormatter(links="https://git.example/o/p/blob/abc/").format([report])
    assert "- [`docs/run.md:3:10`](https://git.example/o/p/blob/abc/docs/run.md?plain=1#L3): `--jobs`" in written
    assert "Evidence: [`src/app/cli.py:57`](https://git.example/o/p/blob/abc/src/app/cli.py?plain=1#L57): " in written
    assert "- [`docs/run.md`](https://git.example/o/p/blob/abc/docs/run.md): 1 claim" in written


def test_notices_are_told_once(report: TruthfulnessReport) -> None:
    reports = [report.model_copy(update={"notices": ["The history is *shallow*."]})] * 2
    notes = r"<summary>Notes</summary>" + "\n\n- The history is \\*shallow\\*.\n\n</details>\n"
    assert MarkdownFormatter().format(reports).endswith(notes)


def test_both_sides_where_there_is_no_correction(refuted: Callable[..., TruthfulnessReport]) -> None:
    proof = Evidence(
        source="src/", source_type="filesystem", content="12 files, none has it", relevance_score=1.0,
        supports_claim=False,
    )  # fmt: skip
    report = refuted("`--x` is there", explanation="it is not", span=(13, 18), evidence=[proof])
    written = MarkdownFormatter(texts={"a.md": "# T\r\n\r\nTake it `--x` now.\r\nEnd"}).format([report])
    assert written.partition("### Refuted (1)\n")[2] == (
        "\n- `a.md`: `--x` is there: it is not\n"
        "\n  Document: ``Take it `--x` now.``\n"
        "\n  Evidence: `src/`: 12 files, none has it\n"
    )


DIFFS = [
    pytest.param("it is 8\nend", (6, 7), "4", "-it is 8\n+it is 4", id="line"),
    pytest.param("it is 8\r\nend", (6, 7), "4", "-it is 8\n+it is 4", id="line-end"),
    pytest.param("\ufeffit is 8", (7, 8), "4", "-it is 8\n+it is 4", id="byte-order-mark"),
    pytest.param("one\ntwo\nthree", (2, 5), "x", "-one\n-two\n+onxwo", id="two-lines"),
    pytest.param("\ta\x1b", (1, 2), "b", "-\ta\\x1b\n+\tb\\x1b", id="controls"),
    pytest.param(
        "a" * 200 + "8" + "b" * 200, (200, 201), "4",
        f"-…{'a' * 80}8{'b' * 80}…\n+…{'a' * 80}4{'b' * 80}…", id="long-line",
    ),
    pytest.param("a\n~~~\nb", (2, 5), "~~~~\n```", "-~~~\n+~~~~\n+```", id="fence"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "span", "replacement", "diff"), DIFFS)
def test_corrections_are_diffs(
    refuted: Callable[..., TruthfulnessReport], text: str, span: tuple[int, int], replacement: str, diff: str
) -> None:
    report = refuted("x", span=span, replacement=replacement)
    tokens = PARSER.parse(MarkdownFormatter(texts={"a.md": text}).format([report]))
    assert [token.content for token in tokens if token.type == "fence"] == [diff + "\n"]


def _many(number: int, text: str = "`--x` is there", verdict: Verdict = Verdict.REFUTES) -> TruthfulnessReport:
    claims = [
        Claim(id=str(n), text=text, source_document="a.md", location=Location(path="a.md", line=n + 1, column=1))
        for n in range(number)
    ]
    results = [
        VerificationResult(claim_id=str(n), verdict=verdict, confidence=1.0, explanation="no") for n in range(number)
    ]
    return TruthfulnessReport(source_document="a.md", claims=claims, verifications=results)


def test_whole_items_are_cut_and_counted() -> None:
    whole = MarkdownFormatter(limit=10**6).format([_many(100)])
    cut = MarkdownFormatter(limit=2_000).format([_many(100)])
    items = [line for line in cut.splitlines() if line.startswith("- ")]
    assert whole.count("\n- ") == 100
    assert 1_900 < len(cut) <= 2_000
    assert items == [line for line in whole.splitlines() if line.startswith("- ")][: len(items)]
    assert cut.endswith(f"\n\n{100 - len(items)} more are left out.\n")


def test_what_fits_exactly_is_not_cut() -> None:
    whole = MarkdownFormatter().format([_many(60)])
    assert len(whole) > 2_000
    assert MarkdownFormatter(limit=len(whole)).format([_many(60)]) == whole
    assert MarkdownFormatter(limit=len(whole) - 1).format([_many(60)]).endswith("\n\n1 more is left out.\n")


def test_refuted_claims_come_first() -> None:
    many = _many(2_000, verdict=Verdict.NOT_ENOUGH_INFO)
    cut = MarkdownFormatter().format([_many(20), many])
    assert LIMIT - 200 < len(cut) <= LIMIT
    assert cut.count("REFUTED") == 0
    assert cut.partition("<details>")[0].count("\n- ") == 20
    assert cut.endswith(" more are left out.\n\n</details>\n")


@pytest.mark.parametrize("number", [0, 1, 5, 17, 400])
@pytest.mark.parametrize("limit", [2_000, 2_001, 5_000])
def test_the_limit_holds(number: int, limit: int) -> None:
    reports = [_many(number, text="w " * 400 + "`" * n, verdict=verdict) for n, verdict in enumerate(Verdict)]
    cut = MarkdownFormatter(limit=limit, closing="x" * 500).format(reports)
    assert len(cut) <= limit
    assert cut.count("<details>") == cut.count("</details>")


def test_a_limit_must_have_room() -> None:
    with pytest.raises(ValueError, match="limit is 1999 and must be 2000 or more"):
        MarkdownFormatter(limit=1_999)


NASTY = [
    "</details>",
    "`",
    "```\n",
    "~~~\n",
    "\n\n# x",
    "<!--",
    "| a |\n|---|\n",
    "@me #1 https://a.example",
    "](b)",
    "\u202e",
]


@pytest.mark.parametrize("where", ["text", "explanation", "document", "replacement", "evidence"])
@pytest.mark.parametrize("nasty", NASTY)
def test_nothing_breaks_out(refuted: Callable[..., TruthfulnessReport], nasty: str, where: str) -> None:
    def shape(text: str) -> list[tuple[str, int]]:
        proof = Evidence(
            source=text if where == "evidence" else "s", source_type="filesystem",
            content=text if where == "evidence" else "c", relevance_score=1.0, supports_claim=False,
        )  # fmt: skip
        words: dict[str, Any] = {"text": "x", "explanation": "y", "document": "a.md", "replacement": "z"}
        if where != "evidence":
            words[where] = text
        report = refuted(**words, span=(0, 1), evidence=[proof])
        written = MarkdownFormatter(texts={words["document"]: "8 it is"}).format([report, _many(1)])
        assert written.startswith(MARK)
        return [(token.type, token.level) for token in PARSER.parse(written)]

    assert shape(nasty) == shape("plain")


def test_formatters_are_equal_by_their_parameters() -> None:
    assert replace(MarkdownFormatter(), closing="x") == MarkdownFormatter(closing="x")
