import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from page_reader import body, read
from pages import FOLDER, PAGES, simple_report

from truthfulness_evaluator.models import Claim, Evidence, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.html.holding import MANY

HEAD = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-STYLE'; \
script-src 'sha256-SCRIPT'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="truth-eval VERSION">
<title>a.md: truthfulness report</title>
<style>"""
EMPTY = """\
<header class="top">
<div>
<h1>Truthfulness report</h1>
<p>Nothing to check in 1 document.</p>
</div>
</header>
<main>
<section class="doc">
<h2 id="doc-1">a.md</h2>
<div class="both">
<article class="text none" aria-label="a.md">
<p>The text of this document is not at hand; its claims are listed.</p>
</article>
<section class="claims" aria-label="Claims of a.md">
<h3 class="sr">Claims of a.md</h3>
<p>No claim was found that could be checked.</p>
</section>
</div>
</section>
</main>
"""
FIRST_CARD = """\
<article class="c s" id="claim-option">\
<h4><b>✓ Supported</b> <a href="#claim-option">#1</a></h4>\
<p class="t">There is an option <code>--jobs</code></p>\
<p>it is declared</p>\
<p><i>Document:</i> docs/run.md:3:10 <i class="k">cli_option</i></p>\
<p><i>Says the same:</i> src/app/cli.py:12</p>\
<pre>parser.add_argument(...)</pre>\
<p><i>Vote:</i> facts: <span class="s">✓ supported</span>, 100%: declared</p>\
<p><i>Consensus:</i> supported, 100%</p>\
</article>
"""


@pytest.mark.parametrize("name", PAGES)
def test_whole_pages(name: str) -> None:
    page = PAGES[name]()
    assert read(page).problems == []
    assert body(page) == (FOLDER / name).read_text(encoding="utf-8")
    assert page == PAGES[name]()


def test_no_page_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


def test_the_head_allows_our_own_style_and_script_and_nothing_else() -> None:
    page = HtmlFormatter().format([TruthfulnessReport(source_document="a.md")])
    head = page.partition("<style>")[0] + "<style>"
    for name, pattern in (("STYLE", r"<style>(.*?)</style>"), ("SCRIPT", r"<script>(.*?)</script>")):
        found = re.search(pattern, page, re.DOTALL)
        assert found is not None
        head = head.replace(base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode(), name)
    assert re.sub(r"truth-eval [\d.]+", "truth-eval VERSION", head) == HEAD


def test_nothing_to_check() -> None:
    page = HtmlFormatter().format([TruthfulnessReport(source_document="a.md")])
    assert body(page).startswith(EMPTY)


def test_no_report_at_all() -> None:
    page = HtmlFormatter().format([])
    assert read(page).problems == []
    assert "<p>Nothing to check in 0 documents.</p>" in page


def test_cards_without_the_text(report: TruthfulnessReport) -> None:
    page = HtmlFormatter().format([report])
    assert read(page).problems == []
    assert FIRST_CARD in page.replace(' data-j="facts"', "")


def test_links_lead_to_the_sources(report: TruthfulnessReport) -> None:
    page = HtmlFormatter(links="https://git.example/a&b/").format([report])
    assert '<a href="https://git.example/a&amp;b/src/app/cli.py?plain=1#L57" rel="noopener noreferrer">' in page
    assert read(HtmlFormatter(links="javascript:alert(1)//").format([report])).problems == []


def test_a_long_passage_is_folded_around_what_is_cited(refuted: Callable[..., TruthfulnessReport]) -> None:
    proof = Evidence(
        source="s", source_type="knowledge_base", content="a " * 900 + "80 " + "b " * 900, relevance_score=1.0
    )  # fmt: skip
    report = refuted("It is 90", span=(6, 8), replacement="80", evidence=[proof])
    page = HtmlFormatter(texts={"a.md": "It is 90."}).format([report])
    assert re.search(r"<pre>…[a ]+<b>80</b>[b ]+…</pre><details><summary>All 3,603 characters</summary>", page)
    assert "<pre>It is <del>90</del><ins>80</ins>.</pre>" in page


def test_claims_without_a_place_stand_last() -> None:
    report = simple_report("a.txt", Verdict.REFUTES, (14, 17))
    lost = Claim(id="lost", text="x", source_document="a.txt")
    result = VerificationResult(claim_id="lost", verdict=Verdict.REFUTES, confidence=1.0, explanation="")
    more = report.model_copy(
        update={"claims": [lost, *report.claims], "verifications": [result, *report.verifications]}
    )
    page = HtmlFormatter(texts={"a.txt": "ONE\n\nIt takes --x.\n"}).format([more])
    assert re.findall(r'id="claim-(\w+)"', page) == ["a1", "lost"]
    assert "<p><i>Document:</i> a.txt" in page


def test_cards_of_very_many_claims_wait_for_the_page() -> None:
    claims = [Claim(id=str(n), text="x", source_document="a.md", source_span=(n, n + 1)) for n in range(MANY + 1)]
    results = [
        VerificationResult(
            claim_id=claim.id, verdict=[Verdict.SUPPORTS, Verdict.REFUTES][n % 250 == 0], confidence=1, explanation=""
        )
        for n, claim in enumerate(claims)
    ]
    report = TruthfulnessReport(source_document="a.md", claims=claims, verifications=results)
    formatter = HtmlFormatter(texts={"a.md": "x" * (MANY + 1)})
    page = formatter.format([report])
    assert read(page).problems == []
    at_once = re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    assert re.findall(r'id="claim-(\d+)"', at_once) == ["0", "250", "500"]
    assert re.findall(r'id="claim-(\d+)"', page) == [str(n) for n in range(MANY + 1)]
    fewer = TruthfulnessReport(source_document="a.md", claims=claims[:MANY], verifications=results[:MANY])
    assert "<noscript>" not in formatter.format([fewer]).rpartition("<script>")[0]


def test_our_files_come_with_the_package() -> None:
    import truthfulness_evaluator.reporting.html as package

    assert {path.name for path in Path(package.__path__[0]).iterdir()} >= {"report.css", "report.js"}
