"""The module of tests at the end of a Rust file. Nothing in it is read, so it need not be parsed: a tenth of all."""

from truthfulness_evaluator.text.patterns import regex

_BEGIN = "\n#[cfg(test)]\nmod "
_HEAD = regex(r"\n#\[cfg\(test\)\]\nmod \w+ \{(?=\n)")
_OUTERMOST = regex(r"\n\S")
"""A line that is not indented, with the end of the line before."""


def without_tests(text: str) -> tuple[str, list[tuple[int, int]]]:
    r"""The text before a module of tests that it ends with, and the first and last line of that module.

    It is taken for one only if it is laid out as `rustfmt` does it: the first line that is not indented is its closing
    brace, and nothing follows.

    Example:
        >>> without_tests("fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n")
        ('fn a() {}\n', [(2, 5)])
    """
    at = text.rfind(_BEGIN)
    head = _HEAD.match(text, at) if at >= 0 else None
    end = _OUTERMOST.search(text, head.end()) if head is not None else None
    if end is None or text[end.start() :].strip() != "}":
        return text, []
    return text[: at + 1], [(text.count("\n", 0, at + 1) + 1, text.count("\n", 0, end.end()) + 1)]
