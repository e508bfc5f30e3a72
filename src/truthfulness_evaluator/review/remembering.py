"""What people decided in earlier runs, applied to a new report."""

from collections.abc import Mapping
from pathlib import Path

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.applying import with_reviews
from truthfulness_evaluator.review.keys import review_keys
from truthfulness_evaluator.store.data import default_data_path
from truthfulness_evaluator.store.reviews import ReviewStore


def remembered(
    report: TruthfulnessReport,
    kept: Mapping[str, KeptReview],
    *,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
) -> TruthfulnessReport:
    """The report with what people decided before on the same claims and the same evidence. Pure.

    Such a claim is not asked again. Where its evidence has changed, the review is not found, and the judges' word
    holds.

    Args:
        report: what the judges came to.
        kept: reviews by their key, see `review_key`.
        confidence_threshold: from where other verdicts count in the grade, 0 to 1.
    """
    reviewed = {result.claim_id for result in report.verifications if result.review is not None}
    keys = {claim_id: key for claim_id, key in review_keys(report).items() if claim_id not in reviewed}
    reviews = {claim_id: kept[key].review for claim_id, key in keys.items() if key in kept}
    return with_reviews(report, reviews, confidence_threshold=confidence_threshold) if reviews else report


class Memory:
    """The reviews in a data file. Only reports of a user who has reviewed anything are looked up.

    The file is opened anew for each report: an open one must not be handed to other processes.

    Args:
        path: the data file, which need not be there, and is not made; None: the user's own.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._is_empty: bool | None = None

    def applied(self, report: TruthfulnessReport, *, confidence_threshold: float) -> TruthfulnessReport:
        """The report with the reviews that there are for it, see `remembered`; as it is, with a notice, where the
        file cannot be read.
        """
        if self._path is None:
            try:
                self._path = default_data_path()
            except SettingsError:  # Without a home folder nobody has reviewed anything.
                return report
        try:
            if self._has_none(self._path):
                return report
            with ReviewStore(self._path) as store:
                kept = store.find(review_keys(report).values())
        except SettingsError as error:
            notice = f"Reviews of earlier runs are not used: {error}"
            return report.model_copy(update={"notices": [*report.notices, notice]})
        return remembered(report, kept, confidence_threshold=confidence_threshold)

    def _has_none(self, path: Path) -> bool:
        if self._is_empty is None:
            self._is_empty = not path.exists() or _is_empty(path)
        return self._is_empty


def _is_empty(path: Path) -> bool:
    with ReviewStore(path) as store:
        return store.is_empty
