"""Verdicts as chat models write them: a label, or a short sentence around one."""

import re

from truthfulness_evaluator.models import Verdict, parse_verdict

_AROUND = re.compile(
    r"(?:(?:my |the |final )*(?:verdict|label|answer|judge?ment)(?: is\b|:| =|=)\s*)?"
    r"(?:(?:the |this )?(?:claim|statement|assertion)\b(?: is| was)?\s*)?"
    r"(?P<label>.+?)"
    r"(?:\s+(?:by|in|from|given)(?: the)?(?: given| provided| available)? (?:evidence|passages?|sources?))?"
)
"""What may stand before and behind a label. All of an answer has to be one of these parts or a known label."""
_NEITHER = re.compile(r"neither (?:supported|supports) nor (?:refuted|refutes|contradicted|contradicts)")
_LONGEST = 200
"""Characters of the longest answer that can be a label."""


def read_verdict(answer: str) -> Verdict:
    """The verdict that an answer states. The whole of it counts: a label within a longer text is none.

    Raises:
        ValueError: it states none of the four.

    Example:
        >>> read_verdict("The claim is neither supported nor refuted.")
        <Verdict.NOT_ENOUGH_INFO: 'NOT_ENOUGH_INFO'>
    """
    if len(answer) > _LONGEST:
        raise ValueError("an answer of this length is no verdict")
    try:
        return parse_verdict(answer)
    except ValueError:
        plain = " ".join(answer.replace("_", " ").casefold().split()).strip(" .*\"'`")
        match = _AROUND.fullmatch(plain)
        label = match["label"] if match else plain
        return Verdict.NOT_ENOUGH_INFO if _NEITHER.fullmatch(label) else parse_verdict(label)
