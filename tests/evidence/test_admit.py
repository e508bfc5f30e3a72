from typing import Literal

import pytest

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.admit import admit
from truthfulness_evaluator.models import Claim, Document, Evidence, Fact, Location, Scope

COPY = "The tool starts eight workers by default, and writes one log line for each finished job."
NEARLY = "The **tool** starts eight workers by default and writes one log line for each finished task now"
OTHER = "Workers: the number of processes. The default is 4, and each of them writes its own log lines."

PROSE = Claim(id="p", text="The tool starts eight workers.", source_document="README.md")
FACT = Claim(
    id="f",
    text="`--workers` defaults to 8",
    source_document="README.md",
    kind="default_value",
    fact=Fact(kind="default_value", subject="--workers", expected="8"),
)
OWN_ANCHOR = Claim(
    id="l",
    text="README.md links to #setup",
    source_document="README.md",
    kind="link",
    fact=Fact(kind="link", subject="#setup", scope=Scope(module="README.md")),
)


def _evidence(
    source: str,
    content: str = OTHER,
    *,
    kind: Literal["web", "filesystem", "knowledge_base"] = "filesystem",
    location: Location | None = None,
) -> Evidence:
    return Evidence(source=source, source_type=kind, content=content, relevance_score=1, location=location)


@pytest.mark.parametrize(
    ("claim", "evidence", "admitted"),
    [
        pytest.param(PROSE, _evidence("src/tool.py"), True, id="another file"),
        pytest.param(PROSE, _evidence("README.md"), False, id="the document itself"),
        pytest.param(PROSE, _evidence("./docs/../README.md"), False, id="its path spelt otherwise"),
        pytest.param(PROSE, _evidence("x", location=Location(path="README.md", line=3)), False, id="its location"),
        pytest.param(PROSE, _evidence("docs/README.md", COPY), False, id="copied passage, same name"),
        pytest.param(PROSE, _evidence("docs/README.md", NEARLY), False, id="nearly copied passage, same name"),
        pytest.param(PROSE, _evidence("docs/README.md", OTHER), True, id="other passage, same name"),
        pytest.param(PROSE, _evidence("docs/README.md", "It needs Python"), True, id="too short to tell"),
        pytest.param(PROSE, _evidence("docs/workers.md", COPY), True, id="same sentence, other file"),
        pytest.param(PROSE, _evidence("https://a.example/tool", COPY, kind="web"), False, id="rendered page"),
        pytest.param(PROSE, _evidence("https://a.example/tool", OTHER, kind="web"), True, id="another page"),
        pytest.param(PROSE, _evidence("context 1", COPY, kind="knowledge_base"), True, id="a source that was given"),
        pytest.param(PROSE, _evidence("README.md", COPY, kind="knowledge_base"), False, id="the document as a source"),
        pytest.param(FACT, _evidence("src/tool.py", "workers = 4"), True, id="fact: a declaration"),
        pytest.param(FACT, _evidence("README.md", "eight workers"), False, id="fact: the document itself"),
        pytest.param(FACT, _evidence("docs/README.md", COPY), True, id="fact: copies go by path only"),
        pytest.param(FACT, _evidence("README.md", "README.md"), True, id="fact: that the file is there"),
        pytest.param(
            FACT,
            _evidence("README.md", "README.md", location=Location(path="README.md", line=1)),
            False,
            id="fact: a line of it",
        ),
        pytest.param(OWN_ANCHOR, _evidence("README.md", "# Tool"), True, id="fact about the document itself"),
        pytest.param(None, _evidence("README.md"), False, id="no claim given"),
    ],
)
def test_what_is_admitted(readme: Document, claim: Claim | None, evidence: Evidence, admitted: bool) -> None:
    assert admit([evidence], readme, claim=claim) == ((evidence,) if admitted else ())


def test_a_whole_copy_under_another_name_is_not_admitted(readme: Document) -> None:
    copy = _evidence("docs/index.md", readme.text.replace("\n", "\r\n").replace("# Tool", "Tool\n===="))
    assert admit([copy], readme, claim=PROSE) == ()


@pytest.mark.parametrize(("sentences", "admitted"), [(1, True), (3, False)], ids=["a sentence", "several sentences"])
def test_a_string_of_a_program_that_holds_the_whole_document_is_not_admitted(sentences: int, admitted: bool) -> None:
    text = f"# Tool\n\n{' '.join([COPY] * sentences)}\n"
    document = read_text(text, "README.md")
    made = _evidence("make_readme.py", f'import os\n\nTEXT = """{text}"""\nopen("README.md", "w").write(TEXT)')
    assert bool(admit([made], document, claim=PROSE)) is admitted


def test_the_order_is_kept(readme: Document) -> None:
    first, own, last = _evidence("b.py"), _evidence("README.md"), _evidence("a.py")
    assert admit([first, own, last], readme, claim=PROSE) == (first, last)


def test_an_empty_document_copies_nothing() -> None:
    empty = Document(name="README.md", media_type="text/markdown", text="")
    evidence = _evidence("docs/README.md", COPY)
    assert admit([evidence], empty, claim=PROSE) == (evidence,)


@pytest.mark.parametrize(
    ("line", "claim", "admitted"),
    [(1, FACT, False), (2, FACT, False), (4, FACT, True), (None, FACT, True), (2, PROSE, False), (4, PROSE, True)],
)
def test_code_beside_docstrings_is_evidence_for_them(line: int | None, claim: Claim, admitted: bool) -> None:
    module = read_text('"""Eight workers\nby default."""\n\nworkers = 4\n', "src/tool.py")
    evidence = _evidence("src/tool.py", location=Location(path="src/tool.py", line=line))
    assert bool(admit([evidence], module, claim=claim)) is admitted
