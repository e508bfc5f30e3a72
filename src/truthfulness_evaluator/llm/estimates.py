"""What a call will take, guessed before it is made: for a dry run, and for limits of money."""

import json

from truthfulness_evaluator.llm.asking import Prompt, Shape

CHARACTERS_A_TOKEN = 4.0
"""Of English and of code (OpenAI's rule of thumb)."""
_TOKENS_A_CHARACTER = 0.6
"""Of other scripts: between Cyrillic (0.4) and Chinese (0.8), as o200k_base has them."""
_EXAMPLES = 4
"""Answers are this often as long as the example, where nothing better is known: they are about several claims."""
_LEAST_OUTPUT = 200
_MARGIN_UNSEEN = 1.5
_MARGIN_SEEN = 1.25
"""How much longer an answer may be than is expected, before and after some of its kind were seen."""


def tokens_of(text: str) -> int:
    """Tokens of a text, roughly.

    Example:
        >>> tokens_of("twelve chars"), tokens_of("")
        (3, 0)
    """
    plain = sum(map(str.isascii, text)) if not text.isascii() else len(text)
    return round(plain / CHARACTERS_A_TOKEN + (len(text) - plain) * _TOKENS_A_CHARACTER)


def estimate(prompt: Prompt, shape: Shape) -> tuple[int, int]:
    """Tokens of prompt and answer that a call will roughly take.

    Example:
        >>> estimate(Prompt("Judge.", "", "x" * 400), Shape("answer", {}, "{}"))
        (102, 200)
    """
    schema = json.dumps(shape.schema, ensure_ascii=False)
    parts = (prompt.system, prompt.shared, prompt.question, schema if shape.schema else "")
    output = prompt.answer_tokens or max(_LEAST_OUTPUT, _EXAMPLES * tokens_of(shape.example))
    return sum(map(tokens_of, parts)), output


class OutputGuess:
    """How long a model's answers are, by what was seen of them in this run."""

    def __init__(self) -> None:
        self._most: dict[str, float] = {}
        """By shape, the largest part that an answer took of what had been expected."""

    def of(self, prompt: Prompt, shape: Shape) -> tuple[int, int]:
        """As `estimate`; the answer as long as the longest one that was seen, in proportion."""
        input_tokens, output_tokens = estimate(prompt, shape)
        return input_tokens, round(output_tokens * self._most.get(shape.name, 1.0))

    def margin(self, shape: Shape) -> float:
        """What the expected length of an answer is to be multiplied with, so that few are longer."""
        return _MARGIN_SEEN if shape.name in self._most else _MARGIN_UNSEEN

    def saw(self, prompt: Prompt, shape: Shape, output_tokens: int) -> None:
        """An answer took so many tokens."""
        part = output_tokens / estimate(prompt, shape)[1]
        self._most[shape.name] = max(part, self._most.get(shape.name, 0.0))
