from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint

import pytest

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.facts import table
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.models import Document, Fact, Verdict
from truthfulness_evaluator.project.project import Project


def _find(document: Document) -> Iterable[Found]:
    return ()


def _check(fact: Fact, project: Project) -> Ruling:
    return Ruling(Verdict.SUPPORTS, "")


OURS = FactKind("ours", "", "", "", "", _find, _check)
THEIRS = FactKind("theirs", "", "", "", "", _find, _check)
NO_KIND = "a string"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(table, "KINDS", (f"{__name__}:OURS",))
    table.kinds.cache_clear()
    yield
    table.kinds.cache_clear()


def _install(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    entries = [EntryPoint(value.rpartition(":")[2].lower(), value, table.GROUP) for value in values]

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [entry for entry in entries if entry.group == group]

    monkeypatch.setattr(table, "entry_points", entry_points)


@pytest.mark.parametrize(
    ("installed", "expected"),
    [([], (OURS,)), ([f"{__name__}:THEIRS"], (OURS, THEIRS))],
    ids=["ours", "ours and another package's"],
)
def test_kinds(monkeypatch: pytest.MonkeyPatch, installed: list[str], expected: tuple[FactKind, ...]) -> None:
    _install(monkeypatch, *installed)
    assert table.kinds() == expected


@pytest.mark.parametrize(
    ("installed", "message"),
    [
        ("nowhere_at_all:KIND", "the fact kind 'kind' (nowhere_at_all:KIND) cannot be loaded: ModuleNotFoundError"),
        (f"{__name__}:NO_KIND", f"the fact kind 'no_kind' ({__name__}:NO_KIND) is no FactKind."),
        (f"{__name__}:OURS", "two fact kinds are named 'ours'; uninstall one of the packages."),
    ],
    ids=["not there", "no kind", "a name that is taken"],
)
def test_a_package_that_brings_no_kind_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, installed: str, message: str
) -> None:
    _install(monkeypatch, installed)
    with pytest.raises(SettingsError) as caught:
        table.kinds()
    assert str(caught.value).startswith(message)


def test_a_row_of_ours_that_is_no_kind_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "KINDS", (f"{__name__}:NO_KIND",))
    with pytest.raises(TypeError):
        table.kinds()
