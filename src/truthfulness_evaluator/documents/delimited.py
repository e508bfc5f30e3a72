"""CSV and TSV: each row as a sentence, with the heads of its columns."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.extracts import ExtractText, document_of
from truthfulness_evaluator.documents.rows import row_text
from truthfulness_evaluator.models.document import Block, BlockKind, Document
from truthfulness_evaluator.text.lines import Lines

CSV, TSV = "text/csv", "text/tab-separated-values"
_SEPARATORS = ",;\t|"
_SAMPLE = 50
"""Lines by which the separator is told."""
_NUMBER = re.compile(r"[-+]?[$€£]?\s*\d[\d.,:/ %-]*")
_LONGEST_CELL = 1_000_000


@dataclass(frozen=True, slots=True)
class DelimitedReader:
    r"""Reads tables of text. The first row holds the heads of the columns, unless a number is among them.

    Example:
        >>> document = DelimitedReader().read("a.csv", "city,country\nOslo,Norway\n")
        >>> document.extract.text
        'city: Oslo; country: Norway\n'
    """

    media_type: str = CSV

    def read(self, name: str, text: str) -> Document:
        """The document: its extract has a line for each row.

        Raises:
            DocumentError: a quote is opened and never closed, or a cell is larger than anything that people write.
        """
        taken = ExtractText(text)
        blocks: list[Block] = []
        lines = Lines(text)
        header: Sequence[str] = ()
        try:
            for number, (first, last, cells) in enumerate(_rows(text, self.media_type)):
                if number == 0 and _is_header(cells):
                    header = cells
                    continue
                shown = row_text(header, cells)
                if not shown:
                    continue
                span = (lines.starts[first - 1], lines.span_of(last)[1])
                start = taken.size
                taken.put(shown, span)
                blocks.append(Block(BlockKind.TABLE_ROW, (start, taken.size), (start, taken.size)))
                taken.put("\n", (span[1], span[1]))
        except csv.Error as error:
            raise DocumentError(f"{name} cannot be read as a table: {error}.") from error
        extract = Document(name=name, media_type="text/plain", text=taken.text, blocks=tuple(blocks))
        return document_of(name, self.media_type, text, extract, taken.places)


def _rows(text: str, media_type: str) -> Iterator[tuple[int, int, list[str]]]:
    """First and last line of each row that is not blank, with its cells."""
    csv.field_size_limit(_LONGEST_CELL)
    lines = [text[start:end] for start, end in _line_spans(text)]
    if lines:
        lines[0] = lines[0].removeprefix("\ufeff")
    separator = "\t" if media_type == TSV else _separator(lines)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, skipinitialspace=True)
    first = 1
    for cells in reader:
        stripped = [" ".join(cell.split()) for cell in cells]
        if any(stripped):
            yield first, min(reader.line_num, len(lines)), stripped
        first = reader.line_num + 1


def _line_spans(text: str) -> Iterator[tuple[int, int]]:
    lines = Lines(text)
    for number in range(1, len(lines.starts) + 1):
        yield lines.span_of(number)


def _separator(lines: Sequence[str]) -> str:
    """What parts the cells: what stands as often in most lines, and the most often."""
    sample = [line for line in islice(lines, _SAMPLE) if line.strip()]

    def worth(separator: str) -> tuple[int, int]:
        counts = Counter(line.count(separator) for line in sample)
        counts.pop(0, None)
        often, alike = max(counts.items(), key=lambda each: (each[1], each[0]), default=(0, 0))
        return alike, often

    return max(_SEPARATORS, key=worth)


def _is_header(cells: Sequence[str]) -> bool:
    return all(not _NUMBER.fullmatch(cell) or re.fullmatch(r"[12]\d{3}", cell) for cell in cells)
