"""The one public door: what can be imported from the package, and that the import loads nothing heavy."""

import ast
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import truthfulness_evaluator
from truthfulness_evaluator import models
from truthfulness_evaluator.core import errors

HEAVY = [
    "anthropic",
    "ddgs",
    "docutils",
    "docx",
    "dotenv",
    "fastapi",
    "httpx",
    "langchain",
    "langchain_anthropic",
    "langchain_core",
    "langchain_openai",
    "lxml",
    "markdown_it",
    "numpy",
    "nupunkt",
    "onnxruntime",
    "openai",
    "primp",
    "prompt_toolkit",
    "pydantic",
    "pydantic_core",
    "pydantic_settings",
    "pypdfium2",
    "rich",
    "tld",
    "trafilatura",
    "tree_sitter",
    "typer",
]
NAMES = {
    "Evaluator",
    "EvaluatorConfig",
    "ScriptedJudge",
    "__version__",
    "apply_corrections",
    "apply_review",
    "create_chat_model",
    "evaluate",
    "get_config",
    "load_config",
}


def errors_of_ours() -> set[str]:
    return {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.TruthfulnessError)
    }


def test_no_name_is_forgotten_and_none_is_there_by_accident() -> None:
    assert set(truthfulness_evaluator.__all__) == NAMES | set(models.__all__) | errors_of_ours()
    assert truthfulness_evaluator.__all__ == sorted(truthfulness_evaluator.__all__)
    assert models.__all__ == sorted(models.__all__)


@pytest.mark.parametrize("name", truthfulness_evaluator.__all__)
def test_every_name_is_there(name: str) -> None:
    assert name in dir(truthfulness_evaluator)
    assert getattr(truthfulness_evaluator, name) is not None


def test_a_name_is_the_object_of_its_module() -> None:
    for name in models.__all__:
        assert getattr(truthfulness_evaluator, name) is getattr(models, name)
    for name in errors_of_ours():
        assert getattr(truthfulness_evaluator, name) is getattr(errors, name)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(truthfulness_evaluator.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.asname or alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    table = vars(truthfulness_evaluator)["_MODULE_OF"]
    assert seen == {name: f"truthfulness_evaluator.{module}" for name, module in table.items()}
    assert {*seen, "__version__"} == set(truthfulness_evaluator.__all__)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'truthfulness_evaluator' has no attribute 'Evaluater'"):
        _ = truthfulness_evaluator.Evaluater  # pyright: ignore


def test_the_version_is_the_one_of_the_package() -> None:
    assert truthfulness_evaluator.__version__ == version("truthfulness-evaluator")


def test_the_import_loads_nothing_heavy() -> None:
    code = (
        "import json, sys, truthfulness_evaluator as t\n"
        "dir(t), t.__version__, t.TruthfulnessError\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(set(json.loads(done.stdout)).intersection(HEAVY)) == []
