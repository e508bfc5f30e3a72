"""Sources and contexts as evidence: which files are read, what is found in them, and what is not evidence."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest

from pdf_files import column, pdf_file
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.documents.source_files import read_source
from truthfulness_evaluator.evidence.sources import ContextEvidence, TextSources
from truthfulness_evaluator.models import Claim, Document, Evidence
from truthfulness_evaluator.store.cache import Cache

ESSAY = Document(name="essay.md", media_type="text/markdown", text="The ferry to Bodal carries two hundred cars.\n")
KEY = "-----BEGIN PRIVATE KEY-----\n" + "A" * 64 + "\n-----END PRIVATE KEY-----\n"


def _claim(text: str) -> Claim:
    return Claim(id=text, text=text, source_document="essay.md")


def _written(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def _found(sources: TextSources, text: str, document: Document = ESSAY, own: Path | None = None) -> list[Evidence]:
    return asyncio.run(sources.beside(document, own).gather([_claim(text)]))[0]


def _places(found: Sequence[Evidence]) -> list[str]:
    return [str(each.location) for each in found]


def test_the_passage_that_says_it_is_found_in_each_format(tmp_path: Path) -> None:
    _written(
        tmp_path,
        {
            "texts/a.md": "# Ferries\n\nThe ferry to Arna sails daily.\n",
            "texts/b.pdf": pdf_file(column(72, 700, "Cats sleep."), column(72, 700, "The lighthouse burns oil.")),
            "texts/c.csv": "port,ships\nBodal,7\n",
            "texts/deep/d.html": "<p>Herring is smoked over juniper.</p>",
        },
    )
    sources = TextSources((str(tmp_path / "texts"),), tmp_path)
    asked = {
        "The ferry to Arna sails twice a week.": "texts/a.md:1",
        "The lighthouse burns gas.": "texts/b.pdf",
        "Bodal has nine ships.": "texts/c.csv:2",
        "Herring is smoked over oak.": "texts/deep/d.html:1",
        "Nobody has ever heard of quantum chromodynamics.": "-",
    }
    found = {text: next(iter(_places(_found(sources, text))), "-").partition(", page")[0] for text in asked}
    assert found == asked
    assert sources.notices == ()


@pytest.mark.parametrize(
    ("paths", "files", "notices"),
    [
        pytest.param(["a.md"], ["a.md"], [], id="a file"),
        pytest.param(["*.md"], ["a.md", "b.md"], [], id="a pattern"),
        pytest.param(["a.md", "a.md", "*.md"], ["a.md", "b.md"], [], id="each once"),
        pytest.param(["b.md", "no.md"], ["b.md"], ["The source no.md is not there."], id="one is missing"),
        pytest.param(["b.md", "*.rst"], ["b.md"], ["The pattern *.rst of the sources matches no file."], id="no match"),
        pytest.param(
            ["folder"],
            ["folder/c.txt"],
            ["1 file of the sources in folder has no format that is read (.png)."],
            id="a folder: ignore files are honoured, and no file of keys is read",
        ),
        pytest.param(["folder/ignored.md"], ["folder/ignored.md"], [], id="an ignored file that is named"),
        pytest.param(
            ["b.md", "folder/credentials.txt"],
            ["b.md"],
            ["The source folder/credentials.txt is a file for keys or passwords: it is never read."],
            id="a file of keys that is named",
        ),
    ],
)
def test_which_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], files: list[str], notices: list[str]
) -> None:
    names = ["a.md", "b.md", "folder/c.txt", "folder/credentials.txt", "folder/ignored.md", "folder/d.png"]
    _written(tmp_path, {**dict.fromkeys(names, "Words are here."), "folder/.gitignore": "ignored.md\n"})
    monkeypatch.chdir(tmp_path)
    found = TextSources(tuple(paths), tmp_path).found
    assert ([file.name for file in found.files], list(found.notices)) == (files, notices)


def test_what_cannot_be_read_is_named_and_the_rest_is_used(tmp_path: Path) -> None:
    _written(
        tmp_path,
        {
            "t/a.md": "The ferry sails daily.",
            "t/b.pdf": b"broken",
            "t/c.txt": KEY,
            "t/d.pdf": pdf_file(column(72, 700, "Cats sleep."), []),
            "t/e.csv": b"\x00\x00",
        },
    )
    sources = TextSources((str(tmp_path / "t"),), tmp_path)
    assert _places(_found(sources, "The ferry sails daily.")) == ["t/a.md:1"]
    assert sources.notices == (
        "A source is left out: t/b.pdf cannot be read: it is no PDF, or it is damaged.",
        "A source is left out: t/c.txt holds a private key.",
        "The source t/d.pdf: page 2 has no text (scanned, or empty) and cannot be read.",
        "A source is left out: t/e.csv is not text: it holds zero bytes.",
    )


def test_no_source_at_all_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^There is no source to check against\. The source no\.md is not there\."):
        TextSources(("no.md",), tmp_path).refuse_nothing()


def test_neither_the_document_nor_a_copy_of_it_is_a_source(tmp_path: Path) -> None:
    lines = [f"Ferry number {n} sails to port {n} at {n} o'clock with {n + 3} cars." for n in range(9)]
    text = "\n\n".join(lines)
    draft = text.replace("port 3", "harbour 3")
    _written(tmp_path, {"essay.md": text, "draft.md": draft, "notes.md": lines[0]})
    sources = TextSources((str(tmp_path),), tmp_path)
    essay = Document(name="essay.md", media_type="text/markdown", text=text)
    assert _places(_found(sources, lines[0], essay, tmp_path / "essay.md")) == ["notes.md:1"]


def test_repetitions_stand_once_but_not_where_a_number_differs(tmp_path: Path) -> None:
    text = "In {} the ferry carried many cars across the strait to Bodal, and the pier was {} built anew of oak."
    _written(
        tmp_path,
        {
            "a.md": text.format(2019, ""),
            "b.md": text.format(2019, "").replace("anew", "again"),
            "c.md": text.format(2021, ""),
            "d.md": text.format(2019, "not"),
        },
    )
    found = _found(
        TextSources((str(tmp_path),), tmp_path), "The ferry carried cars across the strait to Bodal in 2019."
    )
    assert sorted(each.source for each in found) == ["b.md", "c.md", "d.md"]


def test_only_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _written(tmp_path, {"t/a.md": "The ferry sails daily.", "t/b.md": "Dogs are free."})
    read: list[str] = []
    real = read_source

    def noted(name: str, data: bytes) -> Document:
        read.append(name)
        return real(name, data)

    monkeypatch.setattr("truthfulness_evaluator.evidence.sources.read_source", noted)

    def run() -> list[Evidence]:
        opener = partial(Cache, tmp_path / "cache.sqlite3")
        return _found(TextSources((str(tmp_path / "t"),), tmp_path, open_cache=opener), "Dogs are free on the ferry.")

    first = run()
    assert run() == first
    _written(tmp_path, {"t/a.md": "The ferry sails on Mondays."})
    assert {each.content for each in run()} == {"The ferry sails on Mondays.", "Dogs are free."}
    assert read == ["t/a.md", "t/b.md", "t/a.md"]


@pytest.mark.parametrize(
    ("contexts", "expected"),
    [
        pytest.param([], [], id="none"),
        pytest.param(["", " "], [], id="blank"),
        pytest.param(["Nothing of it."], ["context 1"], id="few are all given"),
        pytest.param(["Dogs are free.", "The ferry sails daily."], ["context 2", "context 1"], id="best first"),
        pytest.param(
            [*(f"Cats sleep in basket {n}." for n in range(9)), "The ferry sails daily."],
            ["context 10"],
            id="of many those that fit",
        ),
    ],
)
def test_contexts(contexts: list[str], expected: list[str]) -> None:
    found = asyncio.run(ContextEvidence(tuple(contexts)).gather([_claim("The ferry sails twice a day.")]))[0]
    assert [each.source for each in found] == expected


def test_facts_and_what_nobody_can_check_get_no_passages() -> None:
    vague = Claim(id="v", text="The ferry sails daily.", source_document="a.md", unverifiable="too vague")
    assert asyncio.run(ContextEvidence(("The ferry sails daily.",)).gather([vague])) == [[]]
