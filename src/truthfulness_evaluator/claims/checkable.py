"""Whether a sentence is a statement that sources can settle."""

import re

from truthfulness_evaluator.claims.checkworthiness import checkworthiness
from truthfulness_evaluator.claims.prose import is_statement
from truthfulness_evaluator.text.commands import states_nothing
from truthfulness_evaluator.text.opinions import is_opinion, is_prediction
from truthfulness_evaluator.text.subjects import subject_of
from truthfulness_evaluator.text.verbs import has_verb, is_base, tokens_of

_PERSONAL = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|me|my|myself)\b|^(?:oh|ok|okay|well|cool|yeah|so)\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|our|us)\b", re.IGNORECASE)
_TELLING = re.compile(
    r"\d|[`“”\"]|\b[A-Z]{2,}|(?<![.!?:]\s)(?<!^)\b[A-Z][a-z]{2,}|\b[Yy]ou (?:can|may|must|will|need to)\b"
)
"""Numbers, names, code, quotations, and what readers can do: a sentence with any is never left out as a remark."""
_FEW_WORDS = 8
_UNLIKELY = 0.1
_VERY_UNLIKELY = 0.05
"""Probabilities of being worth checking below which a remark is left out; 50 of 2,537 statements of 21 documents that
were read, 2 of them statements that a source might have settled."""
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
    r"^(?:and |but |or |just |only |not )*(?:because|whereas|which|so that(?!['’])|as if|as though|or not|rather than"
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
_CONTINUED = re.compile(r"^(?:into|from|to|with|of|in|on|and|or|for|by|via|where|which|that)\b[^,]{0,60}$")
"""The rest of a sentence whose middle is a block of code."""
_NO_SENTENCES = (_FORMULA, _SOURCE, _PART, _CODE, _UNFINISHED, _CONTINUED)
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
    return has_verb(text) or (_STOPPED.search(ended or text) is not None and _may_have_verb(text))


def _may_have_verb(text: str) -> bool:
    """Whether a sentence with a full stop may have a verb that is on no list: labels and titles have no full stop."""
    words = [token.word for token in tokens_of(text)[1:]]
    return len(words) >= _MANY_WORDS or _LIKE_VERB.search(text) is not None or any(is_base(word) for word in words)


_MANY_WORDS = 12
_LIKE_VERB = re.compile(r"(?<!^)(?<!the )(?<!a )(?<!of )(?<!and )\b[a-z]{2,}(?:s|ed)\b")


def is_remark(text: str) -> bool:
    """Whether a sentence without anything to look up tells of its author's mind, or hardly anything at all.

    Example:
        >>> is_remark("I mean this at a resolution of days."), is_remark("I moved to Graz in 1931.")
        (True, False)
    """
    if _TELLING.search(text) or _ENGLISH.search(text) is None:
        return False
    if _PERSONAL.search(text):
        return checkworthiness().probability(text) < _UNLIKELY
    is_short = len(text.split()) <= _FEW_WORDS and subject_of(text) is None
    return (is_short or _OURS.search(text) is not None) and checkworthiness().probability(text) < _VERY_UNLIKELY


def reason_against(text: str, year: int) -> str:
    """Why no source can settle what a sentence states, as a clause; empty: nothing speaks against it.

    Example:
        >>> reason_against("Tea is wonderful.", 2026), reason_against("Tea has caffeine.", 2026)
        ('an opinion', '')
    """
    if is_prediction(text, year):
        return PREDICTION
    return OPINION if is_opinion(text) else ""
