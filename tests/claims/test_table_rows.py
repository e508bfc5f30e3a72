import pytest

from truthfulness_evaluator.claims.judged_prose import JudgedProse
from truthfulness_evaluator.claims.table_rows import Cell, statement
from truthfulness_evaluator.documents.reading import read_text


@pytest.mark.parametrize(
    ("subject", "subject_header", "header", "value", "expected"),
    [
        pytest.param("Graz", "City", "Population", "291,000", "The population of Graz is 291,000.", id="a number"),
        pytest.param("Graz", "City", "Area (km²)", "128", "The area of Graz is 128 km².", id="a unit in the header"),
        pytest.param("Graz", "City", "Growth (%)", "1.2", "The growth of Graz is 1.2%.", id="per cent"),
        pytest.param("1931", "Year", "Rainfall", "88 mm", "The rainfall for year 1931 is 88 mm.",
                     id="a year as subject"),
        pytest.param("1931", "", "Rainfall", "88 mm", "", id="a year without a header"),
        pytest.param("Graz", "City", "ISO code", "AT-6", "The ISO code of Graz is AT-6.", id="capitals are kept"),
        pytest.param("`pack`", "Command", "Description", "Removes old files", "`pack` removes old files.", id="does"),
        pytest.param("`pack`", "Command", "Description", "A remover of files", "`pack` is a remover of files.",
                     id="is"),
        pytest.param("`pack`", "Command", "Description", "Remove old files", "", id="an order"),
        pytest.param("Linux", "System", "Supported", "yes", "Linux is supported.", id="yes"),
        pytest.param("Linux", "System", "Supported", "✗", "Linux is not supported.", id="no"),
        pytest.param("Linux", "System", "Requires", "glibc 2.28", "Linux requires glibc 2.28.",
                     id="a verb in the header"),
        pytest.param("Linux", "System", "Size", "-", "", id="nothing"),
        pytest.param("Linux", "System", "Size", "N/A", "", id="not available"),
        pytest.param("Linux", "System", "%", "3", "", id="a header without a word"),
    ],
)  # fmt: skip
def test_statement(subject: str, subject_header: str, header: str, value: str, expected: str) -> None:
    assert statement(Cell(subject, subject_header, header, value, (0, 1))) == expected


def test_a_cell_is_a_claim_at_its_place() -> None:
    text = "# Cities\n\n| City | Population |\n|---|---|\n| **Graz** | 291,000 |\n| Linz | 210,000 |\n"

    claims = JudgedProse(2026).find(read_text(text, "a.md")).claims

    assert [claim.text for claim in claims] == [
        "The population of Graz is 291,000.",
        "The population of Linz is 210,000.",
    ]
    assert claims[0].claim_type == "inferred"
    assert claims[0].source_span is not None
    assert text[slice(*claims[0].source_span)] == "291,000"
    assert (claims[0].context or "").startswith("Cities\n")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("| City | Bells |\n|---|---|\n| Graz | 9 |\n| Graz | 8 |\n", id="a subject with two rows"),
        pytest.param("| A | Bells |\n|---|---|\n| Graz | 9 |\n\nLater:\n\n| A | Bells |\n|---|---|\n| Graz | 8 |\n",
                     id="tables that differ"),
        pytest.param("| City | Bells |\n|---|---|\n" + "".join(f"| Town {i} | {i} |\n" for i in range(41)),
                     id="a large table"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_tell_by_itself(text: str) -> None:
    claims = JudgedProse(2026).find(read_text(text, "a.md")).claims

    assert [claim.text for claim in claims if "ells" in claim.text] == []
