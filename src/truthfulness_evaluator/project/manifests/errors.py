"""What is wrong with a manifest that does not parse, in one clause with its line."""

from truthfulness_evaluator.text.patterns import regex

_PLACE = regex(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def parse_error(error: Exception) -> str:
    """The message of an exception that a parser raised, with its place in front where it names one.

    Example:
        >>> parse_error(ValueError("Expected '=' after a key (at line 3, column 5)"))
        "line 3: Expected '=' after a key"
    """
    if isinstance(error, RecursionError):
        return "line 1: nested too deeply"
    message = str(error)
    match = _PLACE.search(message)
    if match is None:
        return f"line 1: {message}"
    place = f"line {match['line']}" if match["line"] else "last line"
    return f"{place}: {message[: match.start()]}"
