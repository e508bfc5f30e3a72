"""The four verdicts, and the labels that people and models use for them."""

import re
import string
from enum import StrEnum


class Verdict(StrEnum):
    """What a judge, or the consensus, says about a claim. Equal to its string.

    Example:
        >>> Verdict.SUPPORTS == "SUPPORTS"
        True
    """

    SUPPORTS = "SUPPORTS"
    """The evidence says so."""
    REFUTES = "REFUTES"
    """The evidence says otherwise."""
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    """It could be checked; the evidence at hand does not settle it."""
    UNVERIFIABLE = "UNVERIFIABLE"
    """Opinion, prediction, or too vague to check."""


_LABELS = {
    Verdict.SUPPORTS: "supports support supported true likely_true probably_true definitely_true correct "
    "likely_correct accurate confirmed verified entailment entailed entails yes",
    Verdict.REFUTES: "refutes refute refuted false likely_false probably_false definitely_false incorrect "
    "likely_incorrect inaccurate untrue not_true wrong contradicts contradict contradicted contradiction "
    "disproved disproven debunked no",
    Verdict.NOT_ENOUGH_INFO: "not_enough_info not_enough_information not_enough_evidence nei unknown "
    "insufficient insufficient_evidence insufficient_info insufficient_information no_evidence neutral "
    "unsure uncertain unclear cannot_determine undetermined inconclusive not_supported unsupported "
    "unverified unproven",
    Verdict.UNVERIFIABLE: "unverifiable opinion subjective prediction not_checkable uncheckable "
    "not_verifiable cannot_be_verified vague ambiguous",
}
_AROUND = string.whitespace + ".*\"'`"
"""What models put around a label."""
_BY_LABEL = {label: verdict for verdict, labels in _LABELS.items() for label in labels.split()}


def parse_verdict(label: str) -> Verdict:
    """The verdict that a label stands for. Whole labels only; case, white space and dashes do not matter.

    Labels between true and false (`half_true`, `mostly_true`, `mixed`) are not known: they are neither.

    Raises:
        ValueError: the label is not known.

    Example:
        >>> parse_verdict("Likely true")
        <Verdict.SUPPORTS: 'SUPPORTS'>
    """
    key = re.sub(r"[\s_-]+", "_", label.strip(_AROUND).lower())
    try:
        return _BY_LABEL[key]
    except KeyError:
        raise ValueError(f"unknown verdict label {label!r}") from None
