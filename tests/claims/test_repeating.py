import pytest

from truthfulness_evaluator.claims.repeating import Repetitions
from truthfulness_evaluator.models import Claim, Fact, Scope, Span


def _fact(kind: str, subject: str, text: str, span: Span, expected: str | None = None) -> Claim:
    fact = Fact(kind=kind, subject=subject, expected=expected, scope=Scope(program="acme"))
    return Claim(id=text, text=text, source_document="a.md", source_span=span, kind=kind, fact=fact)


FACTS = Repetitions.of(
    [
        _fact("default_value", "--jobs", "`--jobs` defaults to 8", (10, 16), "8"),
        _fact("cli_option", "--jobs", "There is the option `--jobs`", (10, 16)),
        _fact("version", "python", "needs Python >=3.9", (40, 60), ">=3.9"),
        _fact("path", "src/app/cli.py", "src/app/cli.py exists", (80, 90)),
        _fact("cli_option", "--far", "There is the option `--far`", (500, 505)),
        Claim(id="p", text="A sentence.", source_document="a.md", source_span=(0, 100)),
    ]
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The default of `--jobs` is 8.", True, id="its default"),
        pytest.param("The option --jobs of acme defaults to 8.", True, id="with the program"),
        pytest.param("Acme Tool has the option `--jobs`.", True, id="with a heading"),
        pytest.param("Python 3.9 or newer is required.", True, id="a version"),
        pytest.param("The file src/app/cli.py exists.", True, id="a path"),
        pytest.param("`--jobs` limits the downloads to 8.", False, id="what it does"),
        pytest.param("The default of `--jobs` is 9.", False, id="another number"),
        pytest.param("The default of `--jobs` is not 8.", False, id="a negation"),
        pytest.param("Only `--jobs` defaults to 8.", False, id="only"),
        pytest.param("Python 3.9 is no longer required.", False, id="no longer"),
        pytest.param("The default is 8.", False, id="without the subject"),
        pytest.param("There is the option --far.", False, id="a fact of another place"),
        pytest.param("The sky is blue.", False, id="something else"),
    ],
)
def test_holds(text: str, expected: bool) -> None:
    assert FACTS.holds(text, (0, 100), ("Acme Tool",)) is expected


def test_without_facts_nothing_is_repeated() -> None:
    assert not Repetitions.of([]).holds("There is the option `--jobs`", (0, 100), ())
