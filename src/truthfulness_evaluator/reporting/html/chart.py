"""Verdicts by section, or by document: a table whose figures are also drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.reporting.html.looks import LOOKS

_WIDTH = 160
"""Pixels of the longest bar."""
_LEAST = 3
"""Pixels that a verdict has at least where there is one."""
_HEIGHT = 12

PATTERNS = """\
<svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>
<pattern id="fill-r" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
<rect class="r" width="5" height="5"/><rect class="o" width="2" height="5"/></pattern>
<pattern id="fill-f" width="4" height="4" patternUnits="userSpaceOnUse">\
<rect class="f" width="4" height="4"/><rect class="o" width="1" height="4"/></pattern>
<pattern id="fill-n" width="5" height="5" patternUnits="userSpaceOnUse">\
<rect class="n" width="5" height="5"/><circle class="o" cx="2.5" cy="2.5" r="1.3"/></pattern>
<pattern id="fill-u" width="4" height="4" patternUnits="userSpaceOnUse">\
<rect class="u" width="4" height="4"/><rect class="o" width="4" height="1"/></pattern>
</defs></svg>
"""
"""What fills the bars, so that they are not told apart by colour alone; supported claims are plain."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    """As HTML."""
    anchor: str
    """Where it leads to; empty: nowhere."""
    counts: Mapping[str, int]
    """Claims by the letter of their look."""
    grade: str | None = None


def chart(rows: Sequence[Row], caption: str, first: str, *, grades: bool = False) -> str:
    """A table of verdicts with bars.

    Args:
        rows: in their order.
        caption: what the table shows.
        first: head of the first column.
        grades: whether there is a column of grades.
    """
    looks = [look for look in LOOKS.values() if any(row.counts.get(look.letter) for row in rows)]
    longest = max((sum(row.counts.values()) for row in rows), default=0)
    heads = "".join(
        f'<th scope="col"><span class="{look.letter}">{look.sign}</span> {look.words}</th>' for look in looks
    )
    grade_head = '<th scope="col">Grade</th>' if grades else ""
    body = "".join(
        f'<tr><th scope="row">{_name(row)}</th>{_grade(row) if grades else ""}'
        + "".join(f"<td>{row.counts.get(look.letter) or ''}</td>" for look in looks)
        + f"<td>{_bar(row, longest)}</td></tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{caption}"><table class="chart">\n'
        f"<caption>{caption}</caption>\n"
        f'<thead><tr><th scope="col">{first}</th>{grade_head}{heads}<td></td></tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>\n"
    )


def _name(row: Row) -> str:
    return f'<a href="#{row.anchor}">{row.name}</a>' if row.anchor else row.name


def _grade(row: Row) -> str:
    return f"<td>{row.grade or ''}</td>"


def _bar(row: Row, longest: int) -> str:
    at, parts = 0, list[str]()
    for look in LOOKS.values():
        number = row.counts.get(look.letter, 0)
        if number:
            width = max(_LEAST, round(_WIDTH * number / longest))
            parts.append(f'<rect class="b{look.letter}" x="{at}" width="{width}" height="{_HEIGHT}"/>')
            at += width
    return f'<svg width="{at}" height="{_HEIGHT}" aria-hidden="true" focusable="false">{"".join(parts)}</svg>'
