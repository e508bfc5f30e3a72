"""Reports with the parts left out that the settings do not want."""

from truthfulness_evaluator.models import TruthfulnessReport


def select(report: TruthfulnessReport, *, explanations: bool = True, votes: bool = True) -> TruthfulnessReport:
    """The report as it is to be shown; figures and verdicts stay.

    Args:
        report: what became of the document; it is not changed.
        explanations: keep the explanations of results and votes.
        votes: keep what each judge said.
    """
    if explanations and votes:
        return report
    results = report.verifications
    if not votes:
        results = [result.model_copy(update={"votes": [], "model_votes": {}}) for result in results]
    if not explanations:
        results = [
            result.model_copy(
                update={
                    "explanation": "",
                    "votes": [vote.model_copy(update={"explanation": ""}) for vote in result.votes],
                }
            )
            for result in results
        ]
    return report.model_copy(update={"verifications": results})
