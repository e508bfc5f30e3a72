"""Whatever is written: an address is refused, or every reader of its one spelling sees the same host."""

from collections.abc import Callable
from urllib.parse import urlsplit

import httpcore
from hypothesis import example, given
from hypothesis import strategies as st

from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.urls import Url, joined, parsed, site_of, without_query

_ASCII = (
    "http https HTTP : / // /// ? # @ \\ [ ] % %2e %00 %40 . .. :80 :8o 127.0.0.1 0x7f 1 017 ::1 ::ffff:1.2.3.4 a "
    "b.org xn--a xn--bcher-kva - _ * ; & = + | ^ ~ ( )"
)
_OTHER = "\u00fc\uff11\u3002\u00ad\u200d\u0301\uff0f\uff20\u2100\ud800 \t\n\r\x00"
PARTS = st.sampled_from((*_ASCII.split(), *_OTHER))
ADDRESSES = st.one_of(
    st.lists(PARTS, max_size=10).map("".join),
    st.lists(PARTS, max_size=8).map(lambda parts: "http://" + "".join(parts)),
    st.text(max_size=20).map(lambda text: "https://" + text),
)
BASE = parsed("http://base.example/a/b?c")


def read(reader: Callable[[str], Url], text: str) -> Url | None:
    """An address; None: it is refused, as a bad one and in words that can be shown."""
    try:
        return reader(text)
    except FetchError as error:
        if error.problem is not FetchProblem.BAD_URL or not str(error).isprintable():
            raise
        return None


@given(ADDRESSES)
@example("http://a.org\\@b.org/")
def test_one_spelling(url: str) -> None:
    found = read(parsed, url)
    if found is not None:
        spelling = str(found)
        assert spelling.isascii()
        assert spelling.isprintable()
        assert " " not in spelling
        assert parsed(spelling) == found
        split = urlsplit(spelling)
        assert (split.scheme, split.hostname, split.username) == (found.scheme, found.host, None)
        assert (split.port or {"http": 80, "https": 443}[split.scheme]) == found.port
        assert httpcore.URL(spelling).host.decode() == found.host
        assert site_of(url) == site_of(spelling)


@given(ADDRESSES)
def test_redirects_lead_to_addresses(location: str) -> None:
    found = read(lambda text: joined(BASE, text), location)
    assert found is None or parsed(str(found)) == found


@given(ADDRESSES)
def test_every_address_can_be_shown(url: str) -> None:
    shown = without_query(url)
    assert shown.isprintable()
    assert len(shown) <= 200
    assert "?" not in shown
