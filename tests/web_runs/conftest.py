"""Whole runs of the command line with a small web on this machine."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from truthfulness_evaluator.cli import main
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.testing import SmallWeb

FERRY = "The ferry of Bodal carries 200 cars across the lake."
HARBOUR = "The harbour of Bodal was built in 1962."
ESSAY = f"# Bodal\n\n{FERRY} The harbour of Bodal was built in 1964.\n"


@dataclass(frozen=True)
class WebRun:
    """What a run gave."""

    code: int
    out: str
    err: str
    written: str
    """The report as JSON."""

    @property
    def report(self) -> TruthfulnessReport:
        return TruthfulnessReport.model_validate(json.loads(self.written)["reports"][0])

    @property
    def verdicts(self) -> dict[str, str]:
        """By the first two words of a claim its verdict, or `-` where it has none."""
        found = {result.claim_id: str(result.verdict) for result in self.report.verifications}
        return {" ".join(claim.text.split()[:2]): found.get(claim.id, "-") for claim in self.report.claims}

    @property
    def failures(self) -> set[tuple[str, str]]:
        """Judge and kind of the failures of claims."""
        of_claims = [each for reason in self.report.unvalidated_reasons for each in reason.failures]
        of_results = [each for result in self.report.verifications for each in result.failures]
        return {(each.judge, str(each.kind)) for each in (*of_claims, *of_results)}


@pytest.fixture
def small_web() -> Iterator[SmallWeb]:
    """A web on this machine that says something of Bodal."""
    with SmallWeb() as web:
        page = '<html lang="en"><head><title>{}</title></head><body><main><p>{}</p></main></body></html>'
        web.page("/ferry", page.format("The ferry", f"{FERRY} It sails at nine."), site=1)
        web.page("/harbour", page.format("The harbour", f"{HARBOUR} It has a pier."), site=2)
        yield web


@pytest.fixture
def essay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an essay, and nothing set."""
    for name in list(os.environ):
        if name.startswith(("TRUTH_", "GITHUB_", "OPENAI_", "ANTHROPIC_", "TAVILY_", "BRAVE_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "essays"
    folder.mkdir()
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def web_run(essay: Path, small_web: SmallWeb, capsys: pytest.CaptureFixture[str]) -> Callable[..., WebRun]:
    """Runs the command line on the essay in this process; the search service and the sites are those of the web."""
    search = small_web.search.url

    def ran(*argv: str) -> WebRun:
        file = essay.parent / "report.json"
        file.unlink(missing_ok=True)
        capsys.readouterr()
        where = [] if "--no-web" in argv else ["--search", f"searxng:{search}", "--allow-host", "127.0.0.0/8"]
        code = main(["essay.md", "--verbose", "-f", "text", "-f", f"json:{file}", *where, *argv])
        captured = capsys.readouterr()
        written = file.read_text(encoding="utf-8") if file.exists() else ""
        return WebRun(code, captured.out, captured.err, written)

    return ran
