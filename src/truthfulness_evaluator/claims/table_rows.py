"""What the rows of tables state, read with their headers."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.claims.views import View
from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.verbs import has_verb, is_base, is_past, is_third_person, tokens_of

_MOST_ROWS = 40
_MOST_COLUMNS = 8
"""A larger table is data to be looked up, no statements that a reader takes in."""
_MOST_WORDS = 8
"""Of a cell that is the subject of a statement, or a value."""
_MOST_WORDS_OF_HEADER = 5
_NOTHING = re.compile(r"^[\W_]*$|^(?:n/?a|none|tbd|todo|unknown|null|nan|same|ditto|see)\b", re.IGNORECASE)
_YES = frozenset(("yes", "y", "✓", "✔", "✔️", "✅", "true"))
_NO = frozenset(("no", "n", "✗", "✘", "❌", "false"))
_UNIT = re.compile(r"^(?P<name>.*\S)\s*[(\[](?P<unit>[^\W\d_][\w/²³·^-]{0,6}|%|°C|°F|[$€£])[)\]]$")
_NUMBER = re.compile(
    r"^[<>≤≥~≈±+-]?\s?[$€£]?\d[\d.,' \u00a0\u202f]*(?:[–-]\s?\d[\d.,]*)?(?:\s?(?:%|k|M|[^\W\d_]{1,6}))?$"
)
_BARE_NUMBER = re.compile(r"^[\d.,:/ -]+$")
_DESCRIBES = frozenset(
    (
        "description",
        "meaning",
        "purpose",
        "what it does",
        "does",
        "notes",
        "comment",
        "explanation",
        "about",
        "definition",
    )
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A value with its subject and header: one statement."""

    subject: str
    subject_header: str
    header: str
    value: str
    span: Span


def table_statements(document: Document) -> Iterator[tuple[str, Block, Span]]:
    """The statements of a document's tables, with the row and the cell that each stands in.

    A row's first cell is what it is about. Left out are tables of more than 40 rows or eight columns, rows whose first
    cell is empty or has a second row, and what two tables tell differently: there it takes more than the header to know
    what is meant.
    """
    rows: dict[Span, list[Block]] = defaultdict(list)
    for block in document.blocks:
        if block.kind is BlockKind.TABLE_ROW and block.header and block.containers:
            rows[block.containers[-1].span].append(block)
    found: list[tuple[Cell, Block]] = []
    for table in rows.values():
        if len(table) <= _MOST_ROWS and len(table[0].header) <= _MOST_COLUMNS:
            found += _cells(document, table)
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    for cell, _ in found:
        values[cell.subject, cell.header].add(cell.value)
    for cell, block in found:
        text = statement(cell)
        if text and len(values[cell.subject, cell.header]) == 1:
            yield text, block, cell.span


def _cells(document: Document, table: Sequence[Block]) -> Iterator[tuple[Cell, Block]]:
    shown = [[_shown(document, row, index) for index in range(len(row.cells))] for row in table]
    subjects = Counter(cells[0] for cells in shown if cells)
    for row, cells in zip(table, shown, strict=True):
        if len(cells) != len(row.header) or len(cells) < 2 or subjects[cells[0]] > 1 or not _is_name(cells[0]):
            continue
        for header, value, span in zip(row.header[1:], cells[1:], row.cells[1:], strict=True):
            yield Cell(cells[0], row.header[0], header, value, span), row


def _shown(document: Document, row: Block, index: int) -> str:
    view = View.of(document, row)
    parts = row.cell_parts[index] if index < len(row.cell_parts) and row.cell_parts[index] else (row.cells[index],)
    return " ".join(text for part in parts if (text := view.shown(part)))


def _is_name(text: str) -> bool:
    return not _NOTHING.match(text) and len(text.split()) <= _MOST_WORDS


def statement(cell: Cell) -> str:
    """A cell as a sentence; empty where subject, header and value make none.

    Example:
        >>> statement(Cell("Oslo", "City", "Area (km²)", "454", (0, 3)))
        'The area of Oslo is 454 km².'
        >>> statement(Cell("2020", "Year", "Population", "709,000", (0, 7)))
        'The population for year 2020 is 709,000.'
        >>> statement(Cell("`clean`", "Command", "Description", "Removes old files", (0, 17)))
        '`clean` removes old files.'
    """
    value, header = cell.value.strip(), cell.header.strip().rstrip(":")
    if not _is_value(value) or not any(each.isalpha() for each in header):
        return ""
    if len(header.split()) > _MOST_WORDS_OF_HEADER:
        return ""
    first = tokens_of(value)[0].word
    if header.casefold() in _DESCRIBES or len(value.split()) > _MOST_WORDS:
        return _described(cell.subject, value, first)
    word = header.casefold()
    if value.casefold() in _YES | _NO:
        negated = "" if value.casefold() in _YES else "not "
        return f"{cell.subject} is {negated}{word}." if is_past(word) else ""
    if is_third_person(tokens_of(header)[0].word) and word not in ("is", "was") and _is_verb(word):
        return _stopped(f"{cell.subject} {word} {value}")
    if has_verb(value):
        return ""
    unit = _UNIT.match(header)
    if unit is not None and _NUMBER.match(value):
        header, value = unit["name"], f"{value}%" if unit["unit"] == "%" else f"{value} {unit['unit']}"
    subject = f"of {cell.subject}"
    if _BARE_NUMBER.match(cell.subject):
        if not cell.subject_header:
            return ""
        subject = f"for {_lower(cell.subject_header)} {cell.subject}"
    return _stopped(f"The {_lower(header)} {subject} is {value}")


def _described(subject: str, value: str, first: str) -> str:
    """What a subject does or is; empty where the value is an order or a sentence."""
    if is_third_person(first):
        return _stopped(f"{subject} {_lower(value)}")
    return "" if is_base(first) or has_verb(value) else _stopped(f"{subject} is {_lower(value)}")


def _is_value(value: str) -> bool:
    return bool(tokens_of(value)) and (value in _YES | _NO or not _NOTHING.match(value))


def _is_verb(word: str) -> bool:
    """Whether a header is a verb rather than a plural: `supports`, not `results`."""
    return word in (
        "supports",
        "requires",
        "needs",
        "uses",
        "has",
        "contains",
        "includes",
        "provides",
        "accepts",
        "returns",
    )


def _lower(text: str) -> str:
    """A text as it goes on inside a sentence: a first word with a capital alone in lower case."""
    first = text.split()[0]
    return text[0].lower() + text[1:] if first[1:].islower() or len(first) == 1 else text


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!")) else f"{text}."
