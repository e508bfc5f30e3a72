"""How each verdict looks: a letter for the style sheet, a sign and words, so that colour alone tells none."""

from dataclasses import dataclass

from truthfulness_evaluator.models import Verdict


@dataclass(frozen=True, slots=True)
class Look:
    """How one verdict is shown."""

    letter: str
    """Class of the style sheet."""
    sign: str
    words: str


LOOKS: dict[Verdict | None, Look] = {
    Verdict.REFUTES: Look("r", "\u2717", "Refuted"),
    None: Look("f", "!", "Could not be judged"),
    Verdict.NOT_ENOUGH_INFO: Look("n", "?", "Not settled"),
    Verdict.UNVERIFIABLE: Look("u", "~", "Unverifiable"),
    Verdict.SUPPORTS: Look("s", "\u2713", "Supported"),
}
"""By verdict, what asks for attention first; None: a claim that could not be judged."""
ORDER = {look.letter: place for place, look in enumerate(LOOKS.values())}
"""Place of each letter: where claims overlap, the text looks like the first."""
