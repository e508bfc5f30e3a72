"""A document with every kind of block, and a report on it with every verdict."""

from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Correction,
    Evidence,
    Fact,
    FailureKind,
    JudgeFailure,
    Location,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.text.lines import Lines

NAME = "docs/kettle.md"
TEXT = """\
---
title: Kettle
---
# Kettle *&* stove

Kettle boils water. It takes `--degrees` (default 90), and reads `KETTLE_HOME`.
See the [manual](docs/manual.md) or [the site](https://kettle.example/a?b&c), \\*not\\* [this](javascript:alert(1)).

![the kettle](kettle.png)

## Options

- `--degrees` is **how *hot*** it gets
- `--quiet` silences it

  Even the whistle.

  ```sh
  kettle --degrees 90 \\
      --loud
  ```

3. third
4. fourth
   - within

| Option | Default |
|---|---|
| `--degrees` | 90 |
| `--cups` | 2 \\| 3 |

> A quote that says
> it boils in 3 minutes.

## Reviews

It is the nicest kettle. Most people drink tea. It boils in 3 minutes.

<p align="center"><img alt="A logo" src="https://evil.example/logo.png"><b>Bold</b> words</p>

Term
: What it means.
"""

_LINES = Lines(TEXT)


def claim(key: str, text: str, words: str, *, kind: str = "prose", after: str = "", fact: Fact | None = None) -> Claim:
    """A claim about the first place of `words`, behind the first place of `after`."""
    start = TEXT.index(words, TEXT.index(after) + len(after))
    line, column = _LINES.position(start)
    return Claim(
        id=key,
        text=text,
        source_document=NAME,
        source_span=(start, start + len(words)),
        location=Location(path=NAME, line=line, column=column),
        kind=kind,
        fact=fact,
    )


def evidence(content: str, *, supports: bool | None, path: str = "src/kettle.py", line: int = 7) -> Evidence:
    return Evidence(
        source=path,
        source_type="filesystem",
        content=content,
        relevance_score=1.0,
        supports_claim=supports,
        location=Location(path=path, line=line),
    )


def verdict(key: str, said: Verdict, explanation: str, *proof: Evidence, **more: object) -> VerificationResult:
    votes = [Vote(judge="facts", verdict=said, confidence=0.99, explanation=explanation)]
    return VerificationResult.model_validate(
        {
            "claim_id": key,
            "verdict": said,
            "confidence": 0.99,
            "explanation": explanation,
            "evidence": proof,
            "votes": votes,
            **more,
        }
    )


def rich_report() -> TruthfulnessReport:
    default = claim(
        "a1", "`--degrees` defaults to 90", "90", kind="default_value", after="(default ",
        fact=Fact(kind="default_value", subject="--degrees", expected="90"),
    )  # fmt: skip
    assert default.source_span is not None
    option = claim("a2", "There is the option `--degrees`", "--degrees", kind="cli_option")
    home = claim("a3", "`KETTLE_HOME` is read", "KETTLE_HOME", kind="env_var")
    link = claim("a4", "docs/kettle.md links to docs/manual.md", "docs/manual.md", kind="link", after="[manual](")
    nice = claim("a5", "It is the nicest kettle.", "It is the nicest kettle.")
    tea = claim("a6", "Most people drink tea.", "Most people drink tea.")
    minutes = claim("a7", "It boils in 3 minutes.", "it boils in 3 minutes.", after="says\n> ")
    later = TEXT.rindex("It boils in 3 minutes.")
    minutes = minutes.model_copy(update={"also_at": [(later, later + len("It boils in 3 minutes."))]})
    cups = claim("a8", "`--cups` defaults to 2 | 3", "2 \\| 3", kind="default_value")
    loud = claim("a9", "There is the option `--loud`", "--loud", kind="cli_option")
    page = Evidence(
        source="A page on kettles",
        source_type="web",
        content="Many of them boil within 3 minutes. " * 30,
        relevance_score=0.8,
        supports_claim=True,
        location=Location(url="https://kettles.example/?a=1&b=2"),
    )
    return TruthfulnessReport(
        source_document=NAME,
        overall_grade="C",
        overall_confidence=0.9,
        status="incomplete",
        claims=[default, option, home, link, nice, tea, minutes, cups, loud],
        verifications=[
            verdict(
                "a1", Verdict.REFUTES, "the default is 80",
                evidence("degrees: int = 80  # up to 90", supports=False),
                correction=Correction(span=default.source_span, replacement="80"),
            ),
            verdict("a2", Verdict.SUPPORTS, "the option is declared", evidence("--degrees", supports=True)),
            verdict("a3", Verdict.NOT_ENOUGH_INFO, "no code reads a name that is built at run time", rounds=1),
            verdict("a4", Verdict.REFUTES, "no such file", evidence("docs/", supports=False, path="docs/")),
            verdict("a5", Verdict.UNVERIFIABLE, "an opinion"),
            VerificationResult(
                claim_id="a7",
                verdict=Verdict.SUPPORTS,
                confidence=0.71,
                explanation="Most sources say so.",
                evidence=[page, evidence("BOIL_SECONDS = 240", supports=False), evidence("tea.txt", supports=None)],
                votes=[
                    Vote(
                        judge="small", verdict=Verdict.SUPPORTS, confidence=0.8, explanation="The page says so.",
                        citations=[Citation(evidence_index=0, quote="boil within 3 minutes")],
                    ),
                    Vote(judge="large", verdict=Verdict.REFUTES, confidence=0.6, explanation="The code has `240`."),
                ],
                failures=[JudgeFailure(judge="slow", kind=FailureKind.RATE_LIMITED, message="429", attempts=3)],
                rounds=2,
                needs_review=True,
            ),
            verdict("a8", Verdict.SUPPORTS, "the default is that", evidence("cups = 2 | 3", supports=True)),
            verdict("a9", Verdict.REFUTES, "there is no such option", evidence("2 options", supports=False)),
        ],
        unvalidated_claims=[tea],
        unvalidated_reasons=[
            Unvalidated(
                claim_id="a6",
                failures=[JudgeFailure(judge="slow", kind=FailureKind.TIMEOUT, message="after 30 s")],
            )
        ],
        ignored=[claim("a10", "It *silences* `--quiet`", "--quiet")],
        notices=["The history is shallow."],
    )  # fmt: skip
