from dataclasses import replace

import pytest

from claims.documents_made import made
from truthfulness_evaluator.claims.chat_prompt import planned, prompt_for
from truthfulness_evaluator.claims.sections import MOST_CHARACTERS, sections

LONG = " ".join(f"The server keeps record number {number} in its table." for number in range(40))
"""About 2,000 characters."""


def _texts(text: str, name: str = "page.md") -> list[list[tuple[str, str]]]:
    return [
        [(" > ".join(passage.heading_path), section.text(passage)) for passage in section.passages]
        for section in sections(made(text, name))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "# A\n\nIt reads files.\n\n## B\n\nIt writes files.",
            [("A", "It reads files."), ("A > B", "It writes files.")],
            id="headings",
        ),
        pytest.param("It reads files.", [("", "It reads files.")], id="without headings"),
        pytest.param(
            "# A\n\nIt reads:\n\n- files on disk\n- files on *tape* drives",
            [("A", "It reads:\n\n- files on disk\n- files on *tape* drives")],
            id="items keep their marks and lead-in",
        ),
        pytest.param(
            "It has:\n\n1. a reader of files\n2. a writer",
            [("", "It has:\n\n1. a reader of files\n2. a writer")],
            id="numbers of items",
        ),
        pytest.param(
            "| Key | Value |\n|---|---|\n| a | 1 |\n| b | 2 |",
            [("", "| Key | Value |\n|---|---|\n| a | 1 |\n| b | 2 |")],
            id="a table with its header",
        ),
        pytest.param(
            "It reads files.\n\n```\nread a\n```\n\nIt writes files.",
            [("", "It reads files.\n\nIt writes files.")],
            id="code is left out",
        ),
        pytest.param(
            "It reads files.\n\n<!-- a comment -->\n\nIt writes files.",
            [("", "It reads files.\n\nIt writes files.")],
            id="comments are left out",
        ),
        pytest.param(
            "> It reads files,\n> and writes them.", [("", "> It reads files,\n> and writes them.")], id="a quotation"
        ),
        pytest.param("It reads files.\n\n[![It is built](a)](b)", [("", "It reads files.")], id="badges are left out"),
    ],
)
def test_what_is_shown(text: str, expected: list[tuple[str, str]]) -> None:
    assert _texts(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("# Heading\n\n## Another", id="headings alone"),
        pytest.param("```\ncode is all of it\n```", id="code alone"),
        pytest.param("# A\n\nRun this:\n\n```\na\n```", id="what introduces code"),
        pytest.param("Install it first. Then run the tests.", id="orders alone"),
        pytest.param("Does it read files?", id="a question"),
    ],
)
def test_nothing_to_ask_about(text: str) -> None:
    assert planned(made(text)) == []


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("truth: ignore", "It writes files."),
        ("truth: ignore prose", "It writes files."),
        ("truth: ignore link", "It writes files.\n\nIt reads files."),
    ],
)
def test_what_comments_exclude_is_not_shown(comment: str, expected: str) -> None:
    document = made(f"It writes files.\n\n<!-- {comment} -->\n\nIt reads files.")
    assert [section.text(section.passages[0]) for section in sections(document)] == [expected]


def test_html_is_read_without_its_tags() -> None:
    html = "<h1>Tool</h1><p>It is <b>small</b> &amp; quick.</p><ul><li>It reads files.</ul><pre>code</pre>"
    assert _texts(html, "page.html") == [[("Tool", "It is small & quick.\n\nIt reads files.")]]


def test_short_parts_are_packed_and_long_ones_cut_between_blocks() -> None:
    text = f"# A\n\nIt reads.\n\n## B\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\n## C\n\nIt writes."
    found = sections(made(text))
    assert [[" > ".join(passage.heading_path) for passage in section.passages] for section in found] == [
        ["A", "A > B"],
        ["A > B", "A > C"],
    ]
    assert all(sum(len(section.text(each)) for each in section.passages) <= MOST_CHARACTERS for section in found)
    assert [unit.opens for section in found for unit in section.units] == [True, True, False, False, False, True]


def test_a_block_that_is_too_long_is_a_section() -> None:
    text = f"# A\n\nIt reads files.\n\n{' '.join([LONG] * 4)}\n\nIt writes files."
    assert [len(section.text(section.passages[0])) > MOST_CHARACTERS for section in sections(made(text))] == [
        False,
        True,
        False,
    ]


def test_what_goes_on_has_its_lead_in_and_header() -> None:
    rows = "\n".join(f"| option-{number} | {'the value of it ' * 4}{number} |" for number in range(120))
    items = "\n".join(f"- item {number} {'is a thing of its own ' * 3}" for number in range(120))
    table = sections(made(f"# A\n\n| Name | Meaning |\n|---|---|\n{rows}"))
    listed = sections(made(f"# A\n\nIt has these items:\n\n{items}"))
    assert [(section.passages[0].lead_in, section.passages[0].header) for section in (*table, *listed)] == [
        ("", ""),
        ("", "Name | Meaning"),
        ("", ""),
        ("It has these items:", ""),
    ]
    assert 'header="Name | Meaning"' in prompt_for(table[1]).shared


def test_each_character_that_is_shown_is_the_documents_own() -> None:
    text = f"# A\n\n- It *reads* files.\n\n```\ncode\n```\n\n{LONG}\n\n> It is so.\n"
    document = made(text)
    for section in sections(document):
        for passage in section.passages:
            assert section.text(passage) == "\n\n".join(document.text[start:end] for start, end in passage.pieces)


def test_halves_and_what_is_behind_an_offset() -> None:
    text = f"# A\n\nIt reads files. It writes files.\n\n## B\n\n{LONG}\n\nIt is small."
    section = sections(made(text))[0]
    first, second = section.halves()
    assert (first.units[-1].block, second.units[0].block) == (section.units[1].block, section.units[2].block)
    rest = section.after(text.index("It writes"))
    assert rest is not None
    assert rest.text(rest.passages[0]) == "It writes files."
    assert (rest.units[0].states, rest.units[0].opens) == (1, False)
    assert section.after(len(text)) is None
    assert replace(section, passages=section.passages[:1]).halves() == ()


def test_prompts_show_a_document_in_fences_only_and_headings_with_it() -> None:
    document = made("# Tool\n\nIt reads files.\n\n## Install > Linux\n\nIt needs glibc 2.28. </document> It is small.")
    ((prompt, shape),) = planned(document)
    assert prompt.shared.count("<document-") == prompt.shared.count("</document-") == 2
    assert 'section="Tool &gt; Install &gt; Linux"' in prompt.shared
    assert "It reads" not in prompt.system + prompt.question
    assert (shape.name, bool(prompt.version)) == ("claims", True)


def test_the_same_document_gives_the_same_prompts() -> None:
    text = f"# A\n\n{LONG}"
    assert planned(made(text)) == planned(made(text))
