import pytest

from truthfulness_evaluator.llm.prompt_files import prompt_file, version

MOST = 500 * 4
"""Characters: instructions are paid for with each call, and 500 tokens of English have about four each."""


@pytest.mark.parametrize("name", ["judge", "round", "search"])
def test_instructions_are_short(name: str) -> None:
    text = prompt_file(name)
    assert text == text.strip()
    assert 0 < len(text) <= MOST


def test_all_four_verdicts_are_defined() -> None:
    for label in ("SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "UNVERIFIABLE"):
        assert f"- {label}: " in prompt_file("judge")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        prompt_file("nothing")


def test_the_version_is_that_of_all_files_named() -> None:
    assert version("judge") == version("judge")
    assert len({version("judge"), version("round"), version("judge", "round"), version("round", "judge")}) == 4
