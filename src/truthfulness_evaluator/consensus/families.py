"""Which judges are kin: models of one line err alike, so that they share one weight. Pure."""

from collections import Counter
from collections.abc import Mapping

from truthfulness_evaluator.llm.providers import split_prefix
from truthfulness_evaluator.text.patterns import regex

_LINES = {
    "gpt": "gpt chatgpt davinci o1 o3 o4 codex openai",
    "claude": "claude anthropic",
    "gemini": "gemini",
    "gemma": "gemma codegemma shieldgemma medgemma",
    "qwen": "qwen qwq qvq codeqwen",
    "llama": "llama codellama tinyllama",
    "mistral": "mistral mixtral ministral magistral codestral devstral pixtral",
    "deepseek": "deepseek",
    "phi": "phi",
    "command": "command",
    "grok": "grok",
    "glm": "glm chatglm",
    "granite": "granite",
    "smollm": "smollm",
    "nova": "nova",
    "kimi": "kimi",
    "olmo": "olmo",
}
"""Lines of models, and the words of names that tell them."""
_BY_WORD = {word: line for line, words in _LINES.items() for word in words.split()}
_WORDS = regex(r"[a-z0-9]+")
_VERSION = regex(r"\d.*")
"""What a version adds to a word: `qwen2`, `llama3`, `gpt4o`."""


def family(judge: str) -> str:
    """The line of models that a judge belongs to, read from its name: the first word that tells one.

    A provider's prefix says where a model is asked and not what it is. A name that tells no line is a family of
    its own.

    Example:
        >>> family("gpt-4o"), family("openai:gpt-4o-mini"), family("o3"), family("ollama:qwen2.5:7b")
        ('gpt', 'gpt', 'gpt', 'qwen')
        >>> family("openai:in-house-7b")
        'in-house-7b'
    """
    name = split_prefix(judge.strip())[1].lower()
    for word in _WORDS.findall(name):
        line = _BY_WORD.get(word) or _BY_WORD.get(_VERSION.sub("", word))
        if line is not None:
            return line
    return name


def shared(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights by judge, each divided by how many of the judges are of its family.

    Example:
        >>> shared({"gpt-4o": 1, "o3": 1, "claude-sonnet-4-5": 1})
        {'gpt-4o': 0.5, 'o3': 0.5, 'claude-sonnet-4-5': 1.0}
    """
    members = Counter(map(family, weights))
    return {judge: weight / members[family(judge)] for judge, weight in weights.items()}
