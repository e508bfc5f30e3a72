"""What stands above the documents: how verdicts look, filters, and the keys."""

from collections.abc import Iterable, Sequence

from truthfulness_evaluator.reporting.html.escape import attribute, shown
from truthfulness_evaluator.reporting.html.looks import LOOKS
from truthfulness_evaluator.reporting.html.notes import REVIEWED, WAITING, Note, counts, kinds

_KEYS = (
    ("j", "n", "next claim"),
    ("k", "p", "previous claim"),
    ("t", "", "from the claim to its place in the text"),
    ("?", "", "open and close this list"),
)


def controls(notes: Sequence[Note]) -> str:
    """The legend, which needs no script, and the form of filters, which the script shows in its place."""
    if not notes:
        return ""
    numbers = counts(notes)
    looks = [look for look in LOOKS.values() if look.letter in numbers]
    legend = "".join(
        f'<li><mark class="{look.letter}">{look.words}</mark> <span class="{look.letter}">{look.sign}</span> '
        f"{numbers[look.letter]}</li>"
        for look in looks
    )
    boxes = "".join(
        f'<label class="{look.letter}"><input type="checkbox" name="v" value="{look.letter}" checked> '
        f"<span>{look.sign} {look.words}</span> {numbers[look.letter]}</label>\n"
        for look in looks
    )
    judges = sorted({judge for note in notes for judge in note.judges})
    standings = [each for each in (WAITING, REVIEWED) if any(note.standing == each for note in notes)]
    review = _choice("w", "Review", standings) if standings else ""
    return (
        '<section class="bar" aria-label="Verdicts and filters">\n'
        f'<ul class="legend" aria-label="How verdicts are marked">{legend}</ul>\n'
        f'<form class="filters" hidden>\n<fieldset><legend class="sr">Verdicts</legend>\n{boxes}</fieldset>\n'
        f"{_choice('k', 'Kind', kinds(notes))}{_choice('j', 'Judge', judges)}{review}"
        f'<output aria-live="polite">{len(notes)} claims</output>\n</form>\n'
        f'<details class="keys" hidden><summary>Keys</summary>\n<div><dl>{_keys()}</dl>\n'
        '<label><input type="checkbox" checked> Keys are on</label></div></details>\n</section>\n'
    )


def _choice(name: str, title: str, values: Iterable[str]) -> str:
    options = "".join(f'<option value="{attribute(value)}">{shown(value)}</option>' for value in values)
    return f'<label>{title} <select name="{name}"><option value="">all</option>{options}</select></label>\n'


def _keys() -> str:
    return "".join(
        f"<dt><kbd>{key}</kbd>{f' or <kbd>{other}</kbd>' if other else ''}</dt><dd>{what}</dd>"
        for key, other, what in _KEYS
    )
