import pytest

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.announced import announces_another_time
from truthfulness_evaluator.facts.scope import is_historical
from truthfulness_evaluator.facts.silence import why_silent, why_unread

PAST = "by its name the document tells of the past or of plans"

SILENT = [
    pytest.param("a.md", "Text.", None, id="read"),
    pytest.param("CHANGELOG.md", "Text.", PAST, id="changelog"),
    pytest.param("docs/api_0.9.md", "Text.", PAST, id="version"),
    pytest.param("docs/v2/a.md", "Text.", None, id="a version that may be the newest"),
    pytest.param("docs/old/a.md", "Text.", PAST, id="old folder"),
    pytest.param("docs/release.md", "Text.", None, id="how to release"),
    pytest.param(
        "templates/docs/a.md", "Text.", "by its name the document is a template for another project", id="templates"
    ),
    pytest.param("{{x.y}}/a.md", "Text.", "by its name the document is a template for another project", id="template"),
    pytest.param(
        "a.md",
        "This guide is outdated.\n\nText.",
        "the document begins with words that it is of the past, a plan or a record",
        id="outdated",
    ),
    pytest.param("a.md", "<!-- Text. -->", "it is a comment", id="comment"),
    pytest.param("a.md", "---\ntitle: x\n---\n", "it is front matter", id="front-matter"),
    pytest.param(
        "a.md", "# Top\n\n## Migration\n\nText.", "the heading “Migration” tells of the past or of plans", id="heading"
    ),
    pytest.param(
        "a.md",
        "# Top\n\n## Implementation plan\n\nText.",
        "the heading “Implementation plan” tells of the past or of plans",
        id="heading of a plan",
    ),
    pytest.param("a.md", "# Top\n\n## Implementation\n\nText.", None, id="heading of no plan"),
    pytest.param(
        "a.md",
        "**Files to create:**\n\n- `a/b.py`",
        "the words above the list, “Files to create:”, tell of what is to be made",
        id="to be made",
    ),
    pytest.param("a.md", "Files to create a project from:\n\n- `a/b.py`", None, id="files to make something"),
    pytest.param(
        "a.rst",
        ".. versionchanged:: 2.0\n\n   Text.\n",
        "the directive `versionchanged` tells of another version",
        id="directive",
    ),
    pytest.param(
        "a.rst",
        "Top\n===\n\n.. note:: x\n\nMail\n----\n\n.. versionchanged:: 2.0\n   The module was removed.\n\nText.\n",
        "a note in this section says that what it is about is no longer there",
        id="ended-section",
    ),
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RELEASE.md", True),
        ("RELEASES.rst", True),
        ("docs/relnotes/a.rst", True),
        ("doc/release/a.rst", True),
        ("release-process.md", False),
        ("docs/2021-04-03-plans.md", True),
        ("docs/plans_20210403.md", True),
        ("docs/2021/plans.md", True),
        ("docs/2021.04/plans.md", True),
        ("docs/iso-2004.md", False),
        ("docs/port-20460.md", False),
        ("docs/blogs/a.md", True),
        ("docs/meetings/a.md", True),
        ("docs/weekly-meeting-notes.md", True),
        ("docs/design/a.md", True),
        ("docs/design.md", False),
        ("docs/architecture-decisions/0001-a.md", True),
        ("docs/decision-records/0001-a.md", True),
        ("docs/proposals/a.md", True),
        ("docs/adr/0001-a.md", True),
        ("docs/dev/cache-design.md", True),
        ("docs-old/a.md", True),
        ("docs/threshold/a.md", False),
        ("docs/rewrite_plan.md", True),
        ("docs/cache-prd.md", True),
        ("docs/explanation.md", False),
    ],
)
def test_documents_of_the_past_and_of_plans(name: str, expected: bool) -> None:
    assert is_historical(name) is expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.md", "# Notes\n\n> These design notes are very old.", True),
        ("a.md", "This page of the manual is now deprecated. See [that](b.md).", True),
        ("a.md", "This document is kept for the record.", True),
        ("a.md", "This document describes a proposed cache.", True),
        ("a.md", "> The contents of this recipe may be outdated.", True),
        ("a.md", "This guide could by now be out-of-date.", True),
        ("a.md", "This file may be replaced by your own.", False),
        ("a.md", "This page describes options that are deprecated.", False),
        ("a.md", "This page describes all possible values.", False),
        ("a.md", "The page cache is deprecated.", False),
        ("a.md", "# Cache\n\n## Status\n\nAccepted\n", True),
        ("a.md", "# Cache\n\n**Status**: awaiting review\n", True),
        ("a.rst", "Cache\n=====\n\n:Status: Draft\n", True),
        ("a.md", "| Status | Draft |\n| --- | --- |\n", True),
        ("a.md", "# Codes\n\nStatus: 200 when it works.\n", False),
        ("README.md", "# App\n\n## Status\n\nImplemented are all parts.\n", False),
        ("a.md", "Text. " * 400 + "This page is outdated.", False),
    ],
)
def test_documents_that_say_what_they_are(name: str, text: str, expected: bool) -> None:
    assert announces_another_time(read_text(text, name)) is expected


@pytest.mark.parametrize(("name", "text", "reason"), SILENT)
def test_why_a_block_is_not_read(name: str, text: str, reason: str | None) -> None:
    document = read_text(text, name)
    assert why_silent(document, document.blocks[-1]) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Use `--size` for that.", None),
        ("Use `--my-option` for that.", "it reads like a name of the reader's choice"),
        ("`--size` is no longer there.", "the sentence tells of another time (“no longer”)"),
        ("`--size` was renamed, see below.", "the sentence tells of another time (“renamed”)"),
        ("There is no `--size`.", "the sentence may deny it (“There is no”)"),
        ("In normal runs `--size` helps.", None),
        ("Nevertheless `--size` helps.", None),
        ("`--size` never helps.", "the sentence may deny it (“never”)"),
        ("Imagine a flag `--size`.", "the sentence may speak of what the reader makes (“Imagine”)"),
        ("It was removed. Use `--size` now.", None),
    ],
)
def test_why_a_name_is_not_read(text: str, reason: str | None) -> None:
    document = read_text(text, "a.md")
    block = document.blocks[0]
    assert why_unread(document, block.inlines[0].text_span, block) == reason
