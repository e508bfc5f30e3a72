"""What to look for on behalf of a claim of prose: weighted terms."""

from truthfulness_evaluator.evidence.prose_terms import is_number, prose_terms
from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.models import Claim
from truthfulness_evaluator.text.patterns import regex

_NAME = 1.3
"""What a capitalised word inside a sentence weighs, where another is 1."""
_NUMBER = 0.8
"""The same of a number: where a claim is wrong, the passage that decides has another one."""
_HEADING = 0.15
"""The same of a word that only the claim's heading path has."""
_CAPITAL = regex(r"(?<![.!?:]\s)(?<!^)\b[^\W\d_a-z][^\W\d_]+\b")


def prose_query(claim: Claim) -> dict[str, float]:
    """Weights of the terms to look for.

    Example:
        >>> claim = Claim(id="1", text="The ferry to Bodal carries 200 cars.", source_document="a.md")
        >>> prose_query(claim)
        {'ferry': 1.0, 'bodal': 1.3, 'carry': 1.0, '200': 0.8, 'car': 1.0}
    """
    weights = {term: _NUMBER if is_number(term) else 1.0 for term in prose_terms(claim.text)}
    for match in _CAPITAL.finditer(claim.text):
        if match[0][0].isupper():
            weights |= dict.fromkeys(prose_terms(match[0]), _NAME)
    for term in prose_terms(heading_of(claim)):
        weights.setdefault(term, _HEADING)
    return weights
