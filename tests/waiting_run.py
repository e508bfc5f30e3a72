"""A kept run whose claims wait for a person, in a data file of its own."""

from pathlib import Path

from truthfulness_evaluator.models.run import Run, RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore
from waiting_reports import texts, waiting_reports


class WaitingRun:
    """A data file with one run."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        self.work.mkdir(parents=True)
        self.home = folder / "data"
        self.file = self.home / "truthfulness-evaluator" / "data.sqlite3"
        self.run_id = ""
        self.begin_anew()

    def begin_anew(self) -> None:
        """Adds a run in which all wait, and is about that one from here on."""
        request = RunRequest(root=str(self.work), panel=True)
        with RunStore(self.file) as store:
            self.run_id = store.begin(request, {}, started_at="2026-12-01T09:00:00Z", version="1")
            for number, report in enumerate(waiting_reports()):
                name = report.source_document
                store.record(self.run_id, number, RunDocument(name=name, text=texts()[name], report=report))
            store.finish(
                self.run_id, status=RunStatus.COMPLETE, finished_at="2026-12-01T09:00:01Z", closing="", exit_code=0
            )

    @property
    def run(self) -> Run:
        """The run as it is kept."""
        with RunStore(self.file) as store:
            return store.load(self.run_id)

    @property
    def decided(self) -> str:
        """The first letters of what is decided, claim by claim, `.` for what waits."""
        reports = [document.report for document in self.run.contents if document.report is not None]
        letters = ""
        for report, former in zip(reports, waiting_reports(), strict=True):
            reviews = {each.claim_id: each.review for each in report.verifications}
            for claim in former.needs_review:
                review = reviews.get(claim.id)
                letters += review.verdict[0] if review is not None else "."
        return letters

    @property
    def remembered(self) -> list[str]:
        """The verdicts that later runs know, in the order of the decisions."""
        with ReviewStore(self.file) as store:
            return [each.review.verdict[0] for each in store.all()]
