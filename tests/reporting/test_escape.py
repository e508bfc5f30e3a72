import pytest

from truthfulness_evaluator.reporting.escape import one_line, printable

ROWS = [
    pytest.param("plain text", "plain text", id="plain"),
    pytest.param("Grüße, 你好, 👍🏽, e\u0301", "Grüße, 你好, 👍🏽, e\u0301", id="letters-of-all-kinds"),
    pytest.param("👩\u200d💻 \u0646\u200c\u0627", "👩\u200d💻 \u0646\u200c\u0627", id="joiners-stay"),
    pytest.param("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m", id="escape-sequence"),
    pytest.param("\x1b]8;;http://a\x07b", r"\x1b]8;;http://a\x07b", id="terminal-link"),
    pytest.param("\x9b31m", r"\x9b31m", id="one-byte-control-sequence"),
    pytest.param("a\nb\tc\rd", r"a\nb\tc\rd", id="white-space"),
    pytest.param("\x08\x7f\x00", r"\x08\x7f\x00", id="controls"),
    pytest.param("a\u202eb\u2066c\u200f", r"a\u202eb\u2066c\u200f", id="bidirectional"),
    pytest.param("a\u2028b\u2029", r"a\u2028b\u2029", id="separators"),
    pytest.param("\ufeffa\u200b", r"\ufeffa\u200b", id="invisible"),
    pytest.param("\udc80", r"\udc80", id="lone-surrogate"),
    pytest.param("\U000e0041", r"\U000e0041", id="tag-character"),
    pytest.param("[bold red]x[/] [link=a]", "[bold red]x[/] [link=a]", id="console-markup-is-text"),
    pytest.param("<b>x</b> &amp;", "<b>x</b> &amp;", id="html-is-text"),
    pytest.param(r"C:\new \x1b", r"C:\new \x1b", id="backslashes-stay"),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_printable(text: str, expected: str) -> None:
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n   b", "a b"),
        ("\r\n a\t\tb \u2028", "a b"),
        ("a\u00a0b", "a\u00a0b"),
        ("a\x1b\nb", r"a\x1b b"),
        ("", ""),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected
