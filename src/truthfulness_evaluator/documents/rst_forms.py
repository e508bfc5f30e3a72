"""How the first line of each block of reStructuredText looks."""

from collections.abc import Sequence

from truthfulness_evaluator.documents.rst_rows import Passage, Row
from truthfulness_evaluator.documents.rst_text import SIMPLE_NAME
from truthfulness_evaluator.text.patterns import regex

_OPTION_NAME = r"[a-zA-Z0-9][a-zA-Z0-9_-]*"
_OPTION_VALUE = r"(?:[a-zA-Z][a-zA-Z0-9_-]*|<[^<>]+>)"
_OPTION = rf"(?:[-+][a-zA-Z0-9](?: ?{_OPTION_VALUE})?|(?:--|/){_OPTION_NAME}(?:[ =]{_OPTION_VALUE})?)"

BULLET = regex(r"[-+*\u2022\u2023\u2043](?: +|$)")
FIELD = regex(r":(?![: ])(?P<name>(?:[^:\\]|\\.|:(?!(?:[ `]|$)))*)(?<! ):(?: +|$)")
OPTION = regex(rf"{_OPTION}(?:, {_OPTION})*(?:  +| ?$)")
DOCTEST = regex(r">>>(?: +|$)")
LINE = regex(r"\|(?: +|$)")
GRID_BORDER = regex(r"\+-[-+]+-\+ *$")
SIMPLE_TABLE = regex(r"=+(?: +=+)+ *$")
EXPLICIT = regex(r"\.\.(?: +|$)")
ANONYMOUS = regex(r"__(?: +|$)")
ADORNMENT = regex(r"([!-/:-@[-`{-~])\1* *$")
DIRECTIVE = regex(rf"\.\. +(?P<name>{SIMPLE_NAME}) ?::(?: +|$)")
ENUMERATOR = regex(
    r"(?:\((?P<parens>[0-9]+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|\#)\)"
    r"|(?P<rparen>[0-9]+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|\#)\)"
    r"|(?P<period>[0-9]+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|\#)\.)(?: +|$)"
)

_FORMS = (
    BULLET, ENUMERATOR, FIELD, OPTION, DOCTEST, LINE, GRID_BORDER, SIMPLE_TABLE, EXPLICIT, ANONYMOUS, ADORNMENT,
)  # fmt: skip
_BODIES = (FIELD, DOCTEST, LINE, GRID_BORDER, SIMPLE_TABLE, EXPLICIT)
_LISTED = regex(r"[-+*\u2022\u2023\u2043] +\S")
_LITERAL_FOLLOWS = regex(r"(?<!\\)(?:\\\\)*::\Z")


def is_text(line: str) -> bool:
    """Whether a line that is not blank begins a paragraph, title or definition by its look."""
    if line[0].isalpha():
        return not ENUMERATOR.match(line)
    return line[0] != " " and not any(form.match(line) for form in _FORMS)


def is_value(line: str) -> bool:
    """Whether a field's value begins with running text; `:default: -` and `:flag: --all` do."""
    return not (_LISTED.match(line) or any(form.match(line) for form in _BODIES))


def paragraph_of(rows: Sequence[Row]) -> tuple[Passage | None, bool]:
    """The text of a paragraph's rows, and whether `::` at its end announces a literal block.

    The paragraph is None where it is `::` and nothing else.
    """
    passage = Passage(rows)
    text = passage.text
    if not text.endswith("::") or not _LITERAL_FOLLOWS.search(text):
        return passage, False
    if len(text) == 2:
        return None, True
    length = len(text[:-3].rstrip()) if text[-3] in " \n" else len(text) - 1
    return Passage(rows, length), True


def first_paragraph(rows: Sequence[Row]) -> Passage | None:
    """The paragraph that a body begins with, None where it begins with something else."""
    if not rows or not rows[0].text or not is_text(rows[0].text):
        return None
    end = 1
    while end < len(rows) and rows[end].text and rows[end].text[0] != " ":
        end += 1
    return paragraph_of(rows[:end])[0]
