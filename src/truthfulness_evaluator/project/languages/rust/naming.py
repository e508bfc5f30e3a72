"""Names in the cases that derive macros give them."""

import re

from truthfulness_evaluator.text.patterns import regex

_WORDS = regex(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+")


def plain(identifier: str) -> str:
    """An identifier without the mark of a raw one."""
    return identifier.removeprefix("r#")


def by_words(name: str, rule: str) -> str:
    """A field or variant as clap, structopt and strum name it: its words in another case.

    Args:
        name: the identifier.
        rule: `kebab-case`, `snake_case`, `SCREAMING_SNAKE_CASE`, `camelCase`, `verbatim`, ...; its case and
            separators do not matter. An unknown one changes nothing.

    Example:
        >>> by_words("pin_python", "kebab-case"), by_words("HTMLReport", "kebab-case"), by_words("Py37", "lower")
        ('pin-python', 'html-report', 'py37')
    """
    bare = plain(name)
    words = [word.lower() for word in _WORDS.findall(bare)]
    capitals = "".join(word.capitalize() for word in words)
    match re.sub(r"[-_ ]|case$", "", rule.lower()):
        case "kebab":
            return "-".join(words)
        case "snake":
            return "_".join(words)
        case "screamingsnake" | "shoutysnake":
            return "_".join(words).upper()
        case "screamingkebab" | "shoutykebab":
            return "-".join(words).upper()
        case "camel":
            return "".join(words[:1]) + capitals[len("".join(words[:1])) :]
        case "pascal":
            return capitals
        case "lower" | "lowercase":
            return bare.lower()
        case "upper" | "uppercase":
            return bare.upper()
        case _:
            return bare


def of_field(name: str, rule: str | None) -> str:
    """A field as serde names it (its underscores part its words).

    Example:
        >>> of_field("max_size", "kebab-case"), of_field("max_size", "camelCase"), of_field("max_size", None)
        ('max-size', 'maxSize', 'max_size')
    """
    bare = plain(name)
    words = bare.split("_")
    match rule:
        case "kebab-case":
            return bare.replace("_", "-")
        case "UPPERCASE" | "SCREAMING_SNAKE_CASE":
            return bare.upper()
        case "SCREAMING-KEBAB-CASE":
            return bare.upper().replace("_", "-")
        case "PascalCase":
            return "".join(word[:1].upper() + word[1:] for word in words)
        case "camelCase":
            joined = "".join(word[:1].upper() + word[1:] for word in words)
            return joined[:1].lower() + joined[1:]
        case _:
            return bare


def of_variant(name: str, rule: str | None) -> str:
    """A variant as serde names it (every capital begins a word).

    Example:
        >>> of_variant("SoftWrap", "kebab-case"), of_variant("Block", "lowercase"), of_variant("Block", None)
        ('soft-wrap', 'block', 'Block')
    """
    bare = plain(name)
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", bare)
    match rule:
        case "lowercase":
            return bare.lower()
        case "UPPERCASE":
            return bare.upper()
        case "camelCase":
            return bare[:1].lower() + bare[1:]
        case "snake_case":
            return snake.lower()
        case "SCREAMING_SNAKE_CASE":
            return snake.upper()
        case "kebab-case":
            return snake.lower().replace("_", "-")
        case "SCREAMING-KEBAB-CASE":
            return snake.upper().replace("_", "-")
        case _:
            return bare
