"""Nothing that is read does anything on the page: it is shown."""

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from page_reader import article, read
from rich_report import TEXT, rich_report

from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Correction,
    Evidence,
    FailureKind,
    Flip,
    Injection,
    JudgeFailure,
    Location,
    ModelUsage,
    Review,
    Round,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter

S = Verdict.SUPPORTS

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "end-of-style": "</style><script>alert(1)</script>",
    "end-of-script": "</script><script>alert(1)</script>",
    "end-of-title": "</title><img src=x onerror=alert(1)>",
    "end-of-noscript": "</noscript><img src=x onerror=alert(1)>",
    "on": '" onmouseover="alert(1)" x="',
    "on-single": "' onmouseover='alert(1)",
    "image": '<img src="https://evil.example/x.png">',
    "image-of-markdown": "![x](https://evil.example/x.png)",
    "frame": "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "javascript": "[x](javascript:alert(1))",
    "javascript-hidden": "[x](JaVaScRiPt&colon;alert(1)) [y](java\tscript:alert(1))",
    "data": "[x](data:text/html,<script>alert(1)</script>)",
    "quote-in-a-link": '[x](https://a.example/"onmouseover="alert(1))',
    "comment": "<!--><script>alert(1)</script>-->",
    "cdata": "<![CDATA[<script>alert(1)</script>]]>",
    "svg": "<svg onload=alert(1)><style>*{}</style></svg>",
    "form": "<form action=https://evil.example><input name=k>",
    "base": '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
    "entities": "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
    "terminal": "\x1b]0;title\x07\x1b[2J\x9b31m",
    "control": "a\x00b\x08c\x7fd",
    "bidi": "a\u202eb\u2066c\u200fd",
    "hidden": "a\u200bb\u00adc\ufeffd\U000e0041",
    "ids": '<a id="claim-c" name="claim-c">x</a>',
}


def made(text: str, hostile: str, name: str = "a.md") -> tuple[str, TruthfulnessReport]:
    """A report in which every text is a hostile one."""
    claim = Claim(
        id="c",
        text=hostile,
        source_document=name,
        source_span=(0, len(text)),
        location=Location(path=name, line=1, column=1),
        kind=hostile,
    )
    proof = Evidence(
        source=hostile,
        source_type="web",
        content=hostile,
        relevance_score=1.0,
        supports_claim=False,
        location=Location(url=hostile),
    )
    vote = Vote(
        judge=hostile,
        verdict=Verdict.REFUTES,
        confidence=1.0,
        explanation=hostile,
        critique=hostile,
        citations=[Citation(evidence_index=0, quote=hostile, span=(0, len(hostile)))],
    )
    failure = JudgeFailure(judge=hostile, kind=FailureKind.BAD_ANSWER, message=hostile, claimed=Verdict.SUPPORTS)
    rounds = [
        Round(
            number=number,
            votes=[vote],
            failures=[failure],
            flips=[Flip(judge=hostile, before=Verdict.SUPPORTS, after=Verdict.REFUTES, counted=False)],
        )
        for number in (1, 2)
    ]
    result = VerificationResult(
        claim_id="c",
        verdict=Verdict.REFUTES,
        confidence=1.0,
        explanation=hostile,
        evidence=[proof, proof.model_copy(update={"location": Location(path=hostile, line=1)})],
        votes=[
            Vote(judge=hostile, verdict=Verdict.REFUTES, confidence=1.0, explanation="x"),
            Vote(judge="b", verdict=Verdict.SUPPORTS, confidence=1.0, explanation=hostile),
        ],
        correction=Correction(span=(0, len(text)), replacement=hostile),
    )
    said = result.model_copy(
        update={
            "claim_id": "p",
            "votes": [vote],
            "failures": [failure],
            "history": rounds,
            "needs_review": True,
            "review_reason": hostile,
            "by_model": True,
        }
    )
    review = Review(
        verdict=Verdict.REFUTES, reviewer=hostile, note=f"{hostile} note", machine_verdict=Verdict.SUPPORTS,
        machine_confidence=0.5, machine_explanation=f"{hostile} machine",
    )  # fmt: skip
    decided = said.model_copy(update={"claim_id": "q", "needs_review": False, "review": review})
    prose = claim.model_copy(update={"id": "p", "kind": "prose"})
    report = TruthfulnessReport(
        source_document=name,
        claims=[claim, prose, prose.model_copy(update={"id": "q"})],
        verifications=[result, said, decided],
        failures=[failure],
        injections=[Injection(quote=hostile, location=Location(path=hostile, line=1), claim_ids=["p", hostile])],
        usage=[ModelUsage(model=hostile, calls=1)],
        notices=[hostile],
        ignored=[claim.model_copy(update={"id": "d"})],
    )
    page = HtmlFormatter(texts={name: text}, closing=hostile, links="https://git.example/").format([report])
    return page, report


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt", "a.mdx", "a.html"])
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_it_is_shown_and_does_nothing(hostile: str, name: str) -> None:
    page, _ = made(f"# {hostile}\n\n{hostile}\n\n- {hostile}\n\n| {hostile} |\n|---|\n\n    {hostile}\n", hostile, name)
    assert read(page).problems == []
    for part in ("<script>alert", "evil.example>", "<img", "<iframe", "\x1b", "\x00", "\u202e", "\u200b"):
        assert part not in page


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_of_documents(hostile: str) -> None:
    page, _ = made("a", "b", hostile)
    assert read(page).problems == []
    assert "<script>alert" not in page


SHOWN = [
    pytest.param("a\u202eb", 'a<i class="x">\\u202e</i>b', id="bidi"),
    pytest.param("a\x1b[31mb", 'a<i class="x">\\x1b</i>[31mb', id="terminal"),
    pytest.param("a\x00b", 'a<i class="x">\\x00</i>b', id="zero"),
    pytest.param("a\u200bb", 'a<i class="x">\\u200b</i>b', id="no-width"),
    pytest.param("👩\u200d🚀 é ж 漢", "👩\u200d🚀 é ж 漢", id="letters-stay"),
]


@pytest.mark.parametrize(("text", "html"), SHOWN)
def test_what_could_not_be_seen_is_spelled_out(text: str, html: str) -> None:
    page = HtmlFormatter(texts={"a.txt": text}).format([TruthfulnessReport(source_document="a.txt")])
    assert article(page) == f"<p>{html}</p>\n"


def test_ids_are_safe_and_unique() -> None:
    ids = ['"><script>', '"><script>', "a b", "", "x"]
    claims = [Claim(id=each, text="t", source_document="a.md") for each in ids]
    reports = [
        TruthfulnessReport(
            source_document=f"{n}.md",
            claims=[claim],
            verifications=[
                VerificationResult(claim_id=claim.id, verdict=Verdict.SUPPORTS, confidence=1, explanation="")
            ],
        )
        for n, claim in enumerate(claims)
    ]
    reader = read(HtmlFormatter().format(reports))
    assert reader.problems == []
    assert [each for each in reader.ids if each.startswith("claim-")] == [
        "claim-_22__3e__3c_script_3e_",
        "claim-_22__3e__3c_script_3e_.2",
        "claim-a_20_b",
        "claim-claim",
        "claim-x",
    ]


ANY = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("`~<>&|[](){}@#:%,\\\r\n\"'*_-!=+. \ufeff\u202e")
)


@example("\r", "", "a.html")
@given(ANY, ANY, st.sampled_from(["a.md", "a.rst", "a.txt", "a.mdx", "a.html"]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text(text: str, other: str, name: str) -> None:
    page, _ = made(text, other, name)
    assert read(page).problems == []


PROSE = "# One\n\nIt *is **hot*** [here](a.md) and `cold` <b>there</b>.\n\n- two\n- three [x](https://a.example)\n"
ADDED = re.compile(r'</?mark[^>]*>|<a class="p .*?</a>|<code class="raw">.*?</code>|<pre>.*?</pre>\n', re.DOTALL)
SPANS = st.lists(st.tuples(*[st.integers(0, len(PROSE))] * 2).map(sorted), max_size=6)


@given(SPANS)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_claims_at_any_places_change_no_word(spans: list[list[int]]) -> None:
    claims = [
        Claim(id=f"c{n}", text="x", source_document="a.md", source_span=(start, end), also_at=[(end, end)])
        for n, (start, end) in enumerate(spans)
    ]
    results = [VerificationResult(claim_id=each.id, verdict=S, confidence=1.0, explanation="") for each in claims]
    formatter = HtmlFormatter(texts={"a.md": PROSE})
    plain = formatter.format([TruthfulnessReport(source_document="a.md")])
    page = formatter.format([TruthfulnessReport(source_document="a.md", claims=claims, verifications=results)])
    reader = read(page)
    assert reader.problems == []
    assert [each for each in reader.ids if each.startswith("claim-")] == [f"claim-c{n}" for n in range(len(spans))]
    assert ADDED.sub("", article(page)) == article(plain)


def test_the_rich_page_is_sound() -> None:
    report = rich_report()
    page = HtmlFormatter(texts={report.source_document: TEXT}).format([report])
    assert read(page).problems == []
    assert "evil.example" not in page
