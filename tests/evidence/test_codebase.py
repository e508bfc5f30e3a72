import asyncio
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.core.protocols import EvidenceGatherer
from truthfulness_evaluator.evidence import codebase
from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence, is_thin
from truthfulness_evaluator.models import Claim, Evidence, Fact
from truthfulness_evaluator.project.project import Project

QUEUE = '''"""Jobs in a row."""

MAX_JOBS = 16


class JobQueue:
    """Holds jobs until a worker takes them."""

    def push(self, job):
        """Put a job at the end; a full queue drops the oldest one."""
        if len(self.jobs) >= MAX_JOBS:
            self.jobs.popleft()
        self.jobs.append(job)


def retry_delay(attempt):
    """Seconds before the next attempt."""
    base = 2**attempt
    jitter = random.random()
    return min(60, base + jitter)
'''
README = "# Tool\n\nA full queue drops the oldest job. `retry_delay` doubles with every attempt.\n"
COLOURS = "RED = 1\nGREEN = 2\n\n\ndef paint(thing, colour):\n    thing.colour = colour\n    return thing\n"
FILES = {
    "README.md": README,
    "docs/index.md": README,
    "docs/guide.md": "# Guide\n\nWhen the queue is full, the oldest job is thrown away and a warning is logged.\n",
    "src/tool/queue.py": QUEUE,
    "src/tool/colours.py": COLOURS,
    "settings.toml": "[queue]\nmax_jobs = 16\ndrop = 'oldest'\n",
    ".env": "QUEUE_DROP=oldest job full queue\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return written(tmp_path, FILES)


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    return folder


def claim(text: str, document: str = "README.md", **more: object) -> Claim:
    return Claim.model_validate({"id": text, "text": text, "source_document": document, **more})


def places(evidence: list[Evidence]) -> list[str]:
    return [str(each.location) for each in evidence]


def test_passages_share_the_claims_words_and_are_verbatim(root: Path) -> None:
    gatherer: EvidenceGatherer = CodeBaseEvidence(Project(root))
    [evidence] = asyncio.run(gatherer.gather([claim("A full queue drops the oldest job.")]))
    assert set(places(evidence)) == {"src/tool/queue.py:6", "docs/guide.md:1", "settings.toml:1"}
    for each in evidence:
        assert each.location is not None
        assert each.location.path == each.source
        lines = FILES[each.source].split("\n")[(each.location.line or 1) - 1 : each.location.end_line]
        assert each.content == "\n".join(lines)
    assert [each.relevance_score for each in evidence] == sorted((e.relevance_score for e in evidence), reverse=True)
    assert not is_thin(claim("x"), evidence)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`retry_delay` is documented in the guide on queues.", "src/tool/queue.py:16"),
        ("With retry_delay() the queue is thrown away.", "src/tool/queue.py:16"),
        ("`JobQueue.push` logs a warning when the queue is full.", "src/tool/queue.py:6"),
        ("The paint function knows colours.", "src/tool/colours.py:5"),
    ],
)
def test_the_definition_of_a_name_goes_first(root: Path, text: str, expected: str) -> None:
    evidence = CodeBaseEvidence(Project(root)).passages(claim(text))
    assert places(evidence)[0] == expected


def test_other_kinds_of_claims_get_nothing(root: Path) -> None:
    gatherer = CodeBaseEvidence(Project(root))
    text = "A full queue drops the oldest job."
    fact = Fact(kind="symbol", subject="JobQueue")
    assert gatherer.passages(claim(text, fact=fact, kind="symbol")) == []
    assert gatherer.passages(claim(text, unverifiable="an opinion")) == []
    assert "index" not in vars(gatherer)  # nothing was read


def test_passages_far_below_the_best_one_of_code_are_left_out(tmp_path: Path) -> None:
    files = {
        "src/queue.py": "def drop_oldest_job(queue):\n    # A full queue loses one.\n    queue.jobs.popleft()\n",
        "src/other.py": "def weigh(job):\n    # Nothing of it is known.\n    return scales.read(1)\n",
        "docs/all.md": "A full queue drops its oldest job, and the queue logs it.\n\n# Jobs\n\nBread is baked here.\n",
    }
    gatherer = CodeBaseEvidence(Project(written(tmp_path, files)))
    text = "A full queue drops the oldest job."
    assert set(places(gatherer.passages(claim(text)))) == {"src/queue.py:1", "docs/all.md:1"}
    assert "src/other.py:1" in places(gatherer.passages(claim("`weigh`: a full queue drops the oldest job.")))


@pytest.mark.parametrize("text", ["Penguins live in Antarctica.", "", "It is!", "企鹅生活在南极。"])
def test_what_the_code_base_does_not_speak_of(root: Path, text: str) -> None:
    evidence = CodeBaseEvidence(Project(root)).passages(claim(text))
    assert evidence == []
    assert is_thin(claim(text), evidence)


def test_heading_path_helps(tmp_path: Path) -> None:
    files = {
        f"src/{name}.py": f"def start():\n    # {name}\n    limit = 3\n    wait(limit)\n" for name in ("alpha", "omega")
    }
    gatherer = CodeBaseEvidence(Project(written(tmp_path, files)), max_items=2)
    text = "The limit is three waits at start."
    for name in ("alpha", "omega"):
        evidence = gatherer.passages(claim(text, context=f"Manual > {name}\n{text}"))
        assert places(evidence)[0] == f"src/{name}.py:1"


def test_documented_code_is_evidence_for_its_docstrings_but_not_they_themselves(root: Path) -> None:
    text = "Put a job at the end; a full queue drops the oldest one."
    evidence = CodeBaseEvidence(Project(root)).passages(claim(text, "src/tool/queue.py"))
    own = [each for each in evidence if each.source == "src/tool/queue.py"]
    assert any("popleft" in each.content for each in own)
    assert all('"""' not in each.content for each in own)


def test_what_says_the_same_stands_once(tmp_path: Path) -> None:
    text = "def connect(host, port):\n    open_socket(host, port)\n    send_greeting()\n    return True\n"
    files = {f"src/copy{n}.py": text for n in range(8)} | {
        "src/b.py": "def greet():\n    # greeting of a host\n    return 1\n"
    }
    evidence = CodeBaseEvidence(Project(written(tmp_path, files))).passages(
        claim("A greeting is sent to host and port.")
    )
    assert places(evidence) == ["src/copy0.py:1", "src/b.py:1"]


def test_no_more_than_asked_for(tmp_path: Path) -> None:
    files = {
        f"src/m{n}.py": f"def handle_{n}(request):\n    reply{n}(request, {n})\n    other_{n * 7}()\n"
        for n in range(30)
    }
    gatherer = CodeBaseEvidence(Project(written(tmp_path, files)), max_items=3)
    assert len(gatherer.passages(claim("A request gets a reply."))) == 3


def test_line_ends_are_kept(tmp_path: Path) -> None:
    root = written(tmp_path, {"a.py": "def f():\r\n    # colour of ducks\r\n    return 1\r\n"})
    [evidence] = CodeBaseEvidence(Project(root)).passages(claim("The colour of ducks is returned."))
    assert evidence.content == "def f():\r\n    # colour of ducks\r\n    return 1"


def test_a_thousand_claims_are_looked_up_in_no_time(tmp_path: Path) -> None:
    body = "".join(
        f"def step_{n}(value):\n    item = lookup_{n % 97}(value)\n    store_{n % 31}(item)\n    return item\n\n"
        for n in range(2000)
    )
    root = written(tmp_path, {f"src/part{n}.py": body.replace("step", f"step{n}") for n in range(3)})
    gatherer = CodeBaseEvidence(Project(root))
    assert len(gatherer.index.passages) > 5_000
    claims = [claim(f"The item of step {n} is stored, and lookup_{n % 97} finds the value.") for n in range(1000)]
    begin = time.process_time()
    asyncio.run(gatherer.gather(claims))
    assert time.process_time() - begin < 10  # 2 s on a quiet machine; what takes longer is another order of growth


def test_what_is_too_much_is_left_out_and_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codebase, "MOST_CHARACTERS", len(QUEUE) + len(COLOURS) + len(FILES["settings.toml"]))
    gatherer = CodeBaseEvidence(Project(root))
    assert places(gatherer.passages(claim("The oldest job is thrown away when the queue is full."))) == [
        "src/tool/queue.py:6",
        "settings.toml:1",
        "src/tool/queue.py:1",
    ]
    assert gatherer.notices == ("3 files were not searched for passages: the code base is too large.",)


@pytest.mark.parametrize(("document", "found"), [("-", False), ("README.md", False), ("docs/guide.md", True)])
def test_a_text_that_was_handed_in_is_no_evidence_for_itself(tmp_path: Path, document: str, found: bool) -> None:
    sentence = "A full queue drops the oldest job and writes a warning to the log."
    files = {"README.md": f"# Tool\n\n{sentence}\n", "docs/guide.md": "# Guide\n\nNothing.\n"}
    evidence = CodeBaseEvidence(Project(written(tmp_path, files))).passages(claim(sentence, document))
    assert ("README.md" in {each.source for each in evidence}) is found
