"""The instructions that chat models get: Markdown files in `prompts/`, one a task."""

import hashlib
from functools import cache
from importlib.resources import files

import truthfulness_evaluator

_VERSION = 12
"""Hexadecimal digits of a version."""


@cache
def prompt_file(name: str) -> str:
    """The text of a file of `prompts/`, without white space at its ends.

    Args:
        name: the file's name without `.md`: `judge`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    text = files(truthfulness_evaluator).joinpath("llm", "prompts", f"{name}.md").read_text(encoding="utf-8")
    return text.strip()


@cache
def version(*names: str) -> str:
    """Names the wording of some files: another wording has another version. A part of the keys of what is kept.

    Raises:
        FileNotFoundError: there is no such file.
    """
    whole = "\0".join(prompt_file(name) for name in names)
    return hashlib.sha256(whole.encode()).hexdigest()[:_VERSION]
