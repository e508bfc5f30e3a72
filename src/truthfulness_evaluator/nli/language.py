"""Whether a text is English, the one language that the embedded model reads."""

from functools import cache
from typing import Any

_SURE = 0.6
"""Probability of another language from which on it is believed. English that is full of names and terms is taken for
another one with less than that (of 1,424 claims of five English test sets, none reached 0.5)."""

_LAST_LATIN = "\u024f"


def is_english(text: str) -> bool:
    """Whether nothing speaks clearly for another language; so also of a text too short to tell.

    Example:
        >>> is_english("The cache is removed after ten minutes."), is_english("Kubernetes 1.29")
        (True, True)
        >>> is_english("Der Cache wird nach zehn Minuten geleert.")
        False
    """
    letters = [character for character in text if character.isalpha()]
    if sum(character > _LAST_LATIN for character in letters) > len(letters) / 2:
        return False
    language, probability = _identifier().classify(text)
    return language == "en" or float(probability) < _SURE


@cache
def _identifier() -> Any:  # Any: py3langid has no types.
    from py3langid import langid

    module: Any = langid
    return module.LanguageIdentifier.from_model_file(module.MODEL_FILE, norm_probs=True)
