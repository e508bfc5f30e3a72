"""Whether a sentence is a statement that sources can settle."""

import re

from truthfulness_evaluator.claims.prose import is_statement
from truthfulness_evaluator.text.commands import states_nothing
from truthfulness_evaluator.text.opinions import is_opinion, is_prediction
from truthfulness_evaluator.text.verbs import has_verb

OPINION = "an opinion"
PREDICTION = "a prediction"
_ENGLISH = re.compile(r"\b(?:the|of|and|is|are|to|in|for|with|a|an|by|on|from|that|not|as|it|no|or)\b", re.IGNORECASE)
_FORMULA = re.compile(r"^(?:\$\$.*\$\$\W*$|\\(?:\[|begin|caption|end)\b)", re.DOTALL)
_SOURCE = re.compile(
    r"^(?:retrieved|accessed|isbn|doi|issn|archived|pp?\.|vol\.|ed\.|eds\.|cf\.|ibid|op\. cit|category:|file:|image:)\b"
    r"|^[^.]{0,80}\b(?:ISBN|doi:|pp\. ?\d)",
    re.IGNORECASE,
)
"""Parts of references to literature."""
_PART = re.compile(
    r"^(?:and |but |or |just |only |not )*(?:because|whereas|which|so that|as if|as though|or not|rather than"
    r"|not because)\b[^,]*$",
    re.IGNORECASE,
)
"""A clause that depends on the sentence before."""
_CODE = re.compile(
    r"^[#)\]}]|^[\w., ]{1,40}\s?=\s?[\w\"'\[(]|^(?:import|from \w+ import|plt\.|>>> )\b|(?:\b\w+=[^\s=]+,?\s+){2}\w+="
    r"|(?:^|\s)[\w-]+: \S+ [\w-]+: \S+ (?:\S+ )?[\w-]+: "
)
"""Code and settings that stand as a paragraph."""
_UNFINISHED = re.compile(
    r"\b(?:with|of|to|in|on|for|by|from|the|a|an|and|or|as|at|into|via|type|run|using|is|are|like)$", re.IGNORECASE
)
"""What goes on in the code that follows."""
_NO_SENTENCES = (_FORMULA, _SOURCE, _PART, _CODE, _UNFINISHED)
_STOPPED = re.compile(r"[.!…][\"'”’»)\]*_]*$")


def states_something(text: str, ended: str = "") -> bool:
    """Whether a sentence makes a statement, be it one that nobody can settle.

    Args:
        text: the sentence.
        ended: as it stands in the document, where `text` was completed.

    Example:
        >>> states_something("The cache holds 8 files."), states_something("Install the cache.")
        (True, False)
    """
    if not is_statement(text) or states_nothing(text) or any(each.search(text) for each in _NO_SENTENCES):
        return False
    if _ENGLISH.search(text) is None:
        return True
    # A verb that is not on the list is rarer in what has no full stop: labels, titles, names.
    return has_verb(text) or (_STOPPED.search(ended or text) is not None and _MAY_BE_VERB.search(text) is not None)


_MAY_BE_VERB = re.compile(r"(?<!^)(?<!the )(?<!a )(?<!of )(?<!and )\b[a-z]{2,}(?:s|ed)\b")


def reason_against(text: str, year: int) -> str:
    """Why no source can settle what a sentence states, as a clause; empty: nothing speaks against it.

    Example:
        >>> reason_against("Tea is wonderful.", 2026), reason_against("Tea has caffeine.", 2026)
        ('an opinion', '')
    """
    if is_prediction(text, year):
        return PREDICTION
    return OPINION if is_opinion(text) else ""
