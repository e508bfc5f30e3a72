import pytest

from review_report import review_report
from truthfulness_evaluator.models import TruthfulnessReport


@pytest.fixture
def report() -> TruthfulnessReport:
    """A report with a claim of every sort that can go to a person."""
    return review_report()
