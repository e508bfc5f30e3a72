import io

import pytest

from truthfulness_evaluator.cli.streams import complain, put, put_utf8, wants_color


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("utf-8", "größe 你好", "größe 你好".encode()),
        ("ascii", "größe", rb"gr\xf6\xdfe"),
        ("cp1252", "größe 你", b"gr\xf6\xdfe \\u4f60"),
        ("utf-8", "\udc80", rb"\udc80"),
    ],
)
def test_put_spells_out_what_the_encoding_lacks(encoding: str, text: str, expected: bytes) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    put(text, stream)
    assert raw.getvalue() == expected


def test_put_utf8_whatever_the_encoding_is() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    put_utf8('"größe \udc80"', stream)
    assert raw.getvalue() == '"größe \\udc80"'.encode()


def test_put_utf8_on_a_stream_of_text() -> None:
    stream = io.StringIO()
    put_utf8("größe", stream)
    assert stream.getvalue() == "größe"


def test_complaints_are_one_harmless_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\x1b[31m.md:\nno such file")
    assert capsys.readouterr().err == "truth-eval: a\\x1b[31m.md: no such file\n"


@pytest.mark.parametrize(
    ("environ", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
        ({"TERM": "xterm"}, True, True),
    ],
)
def test_wants_color(environ: dict[str, str], terminal: bool, expected: bool) -> None:
    assert wants_color(Terminal() if terminal else io.StringIO(), environ) is expected
