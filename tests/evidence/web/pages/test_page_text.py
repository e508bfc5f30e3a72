"""Fetched pages to texts, passages and what pages say of themselves."""

import hashlib

import pytest

from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError, page_of
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.net.fetched import Fetched

_FERRY = "The ferry of Bodal sails every day at nine, and it carries two hundred cars across the lake."
_CAFE = "In the café of the ferry, coffee costs two crowns, and the naïve traveller pays three for it."


def _fetched(
    content: bytes | str,
    media_type: str = "text/html",
    charset: str | None = "utf-8",
    url: str = "https://www.ferries.example.org/a/timetable.html?x=1",
) -> Fetched:
    data = content.encode() if isinstance(content, str) else content
    return Fetched(
        url="https://example.org/start",
        final_url=url,
        media_type=media_type,
        charset=charset,
        content=data,
        retrieved_at="2026-12-01T10:00:00Z",
    )


def _html(body: str, head: str = "", attributes: str = ' lang="en-GB"') -> str:
    return f"<!doctype html><html{attributes}><head>{head}</head><body>{body}</body></html>"


def _read(body: str, head: str = "", attributes: str = ' lang="en-GB"', url: str | None = None) -> Page:
    html = _html(body, head, attributes)
    return page_of(_fetched(html) if url is None else _fetched(html, url=url))


_LAYOUT = f"""
<nav><a href="/">Home</a> <a href="/fares">Fares and more</a></nav>
<main><h1>The ferry</h1><p>{_FERRY}</p><h2>Fares</h2>
<table><tr><th>Who</th><th>Fare</th></tr><tr><td>Adults</td><td>5 crowns</td></tr>
<tr><td>Dogs</td><td>free</td></tr></table>
<ul><li>Children travel free<ul><li>up to six years of age</li></ul></li></ul>
<p>{_CAFE}</p></main><script>var secret = "script";</script><footer>Imprint of the site</footer>
"""


def test_the_main_text_and_its_passages() -> None:
    page = _read(_LAYOUT, "<title>Timetable</title>")
    shown = [(passage.within, passage.text) for passage in page.passages]
    assert shown == [
        (("The ferry",), f"The ferry\n\n{_FERRY}"),
        (("The ferry", "Fares"), "Who: Adults; Fare: 5 crowns\nWho: Dogs; Fare: free"),
        (("The ferry", "Fares"), f"Children travel free\n\nup to six years of age\n\n{_CAFE}"),
    ]
    assert {passage.path for passage in page.passages} == {page.about.url}
    assert "script" not in page.text
    assert "Imprint" not in page.text
    assert page.about.text_sha256 == hashlib.sha256(page.text.encode()).hexdigest()
    assert page.about.url == "https://www.ferries.example.org/a/timetable.html?x=1"
    assert page.about.retrieved_at == "2026-12-01T10:00:00Z"


def test_a_passage_stands_in_the_text_word_by_word() -> None:
    page = _read(_LAYOUT)
    assert all(passage.text in page.text for passage in page.passages if "Who:" not in passage.text)


@pytest.mark.parametrize(
    ("head", "url", "kind"),
    [
        pytest.param('<meta property="og:type" content="article">', None, "article", id="og:type"),
        pytest.param('<meta property="og:type" content="website">', None, "", id="a type that says nothing"),
        pytest.param(
            '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle"}</script>',
            None,
            "news article",
            id="schema.org",
        ),
        pytest.param("", "https://data.gov.uk/x", "government", id="gov.uk"),
        pytest.param("", "https://www.nasa.gov/x", "government", id="gov"),
        pytest.param("", "https://ec.europa.eu/x", "government", id="the European Union"),
        pytest.param("", "https://cs.ox.ac.uk/x", "academic", id="ac.uk"),
        pytest.param("", "https://mit.edu/x", "academic", id="edu"),
        pytest.param("", "https://education.example.org/x", "", id="a name that only looks so"),
        pytest.param("", "https://www.gov.fr/x", "", id="a site that happens to be called so"),
        pytest.param("", "https://www.go.it/x", "", id="a province"),
        pytest.param("", "https://www.stat.go.jp/x", "government", id="go.jp"),
        pytest.param("", "https://127.0.0.1/x", "", id="no name"),
        pytest.param("", None, "", id="unknown"),
    ],
)
def test_kinds(head: str, url: str | None, kind: str) -> None:
    assert _read(f"<p>{_FERRY}</p><p>{_CAFE}</p>", head, url=url).about.kind == kind


@pytest.mark.parametrize(
    ("head", "body", "date"),
    [
        pytest.param(
            '<meta property="article:modified_time" content="2021-05-06">'
            '<meta property="article:published_time" content="2020-01-02T03:04:05Z">',
            "",
            "2020-01-02",
            id="publication goes before change",
        ),
        pytest.param('<meta property="article:modified_time" content="2021-05-06">', "", "2021-05-06", id="change"),
        pytest.param(
            '<script type="application/ld+json">{"@graph": [{"datePublished": "2019-08-07"}]}</script>',
            "",
            "2019-08-07",
            id="schema.org in a graph",
        ),
        pytest.param("", '<time itemprop="datePublished" datetime="2018-03-04">then</time>', "2018-03-04", id="time"),
        pytest.param("", '<time datetime="2018-03-04">the event</time>', None, id="the time of something else"),
        pytest.param('<meta name="date" content="2020-13-45">', "", None, id="no date"),
        pytest.param('<script type="application/ld+json">{"datePublished": </script>', "", None, id="broken data"),
        pytest.param("", "<p>Copyright 2017. Updated on 3 May 2018 and on 2019-01-01.</p>", None, id="no guesses"),
    ],
)
def test_dates(head: str, body: str, date: str | None) -> None:
    assert _read(f"<p>{_FERRY}</p><p>{_CAFE}</p>{body}", head).about.published == date


def test_no_date_is_taken_from_an_address() -> None:
    page = _read(f"<p>{_FERRY}</p><p>{_CAFE}</p>", url="https://example.org/2020/01/02/ferry")
    assert page.about.published is None


@pytest.mark.parametrize(
    ("attributes", "text", "language"),
    [
        pytest.param(' lang="en-GB"', _FERRY, "en", id="as the page says"),
        pytest.param(' xml:lang="DE"', _FERRY, "de", id="xml:lang"),
        pytest.param(
            "", f"{_FERRY} {_CAFE} It is a good ferry, and people like it very much.", "en", id="told by the text"
        ),
        pytest.param(' lang="x"', f"{_FERRY} {_CAFE}", "en", id="no code"),
    ],
)
def test_languages(attributes: str, text: str, language: str) -> None:
    assert _read(f"<p>{text}</p>", attributes=attributes).about.language == language


@pytest.mark.parametrize(
    ("encoding", "charset", "meta"),
    [
        pytest.param("utf-8", None, "", id="nothing said"),
        pytest.param("utf-8", "iso-8859-1", "", id="a wrong header"),
        pytest.param("utf-8", "utf-8", "<meta charset=shift_jis>", id="a wrong declaration"),
        pytest.param("iso-8859-1", "utf-8", "", id="a header that says UTF-8 of Latin-1"),
        pytest.param("iso-8859-1", None, "<meta charset='iso-8859-1'>", id="as the page declares"),
        pytest.param("iso-8859-1", "no-such-encoding", "", id="an encoding that there is not"),
        pytest.param("utf-8-sig", None, "", id="a byte order mark"),
        pytest.param("utf-16", None, "", id="UTF-16 with its mark"),
        pytest.param("utf-16-le", "utf-16le", "", id="UTF-16 by the header"),
        pytest.param("cp1252", "cp1252", "", id="windows-1252"),
    ],
)
def test_charsets(encoding: str, charset: str | None, meta: str) -> None:
    html = _html(f"<p>{_FERRY}</p><p>{_CAFE}</p>", meta)
    page = page_of(_fetched(html.encode(encoding), charset=charset))
    assert _CAFE in page.text


def test_an_encoding_that_switches_is_not_taken_for_ascii() -> None:
    text = "渡船は毎日九時に出発し、二百台の車を湖の向こう岸まで運びます。" * 3
    page = page_of(_fetched(text.encode("iso-2022-jp"), "text/plain", "iso-2022-jp"))
    assert page.text == text


@pytest.mark.parametrize(
    ("content", "media_type", "kind", "problem"),
    [
        pytest.param(_html(""), "text/html", FailureKind.UNAVAILABLE, "has no text to read", id="empty"),
        pytest.param("", "text/html", FailureKind.UNAVAILABLE, "has no text to read", id="no bytes"),
        pytest.param("12 34", "text/plain", FailureKind.UNAVAILABLE, "has no text to read", id="hardly a word"),
        pytest.param(
            _html("<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"),
            "text/html",
            FailureKind.UNAVAILABLE,
            "shows nothing without scripts",
            id="scripts only",
        ),
        pytest.param(
            _html("<h2>We value your privacy</h2><p>We use cookies. By clicking Accept all you consent to that.</p>"),
            "text/html",
            FailureKind.BLOCKED,
            "shows only a request for consent",
            id="a consent wall",
        ),
        pytest.param(
            bytes(range(256)) * 9, "text/plain", FailureKind.UNAVAILABLE, "is no text", id="bytes of something"
        ),
        pytest.param(
            _html("<td>ab" * 40_000), "text/html", FailureKind.UNAVAILABLE, "has more than 40,000 elements", id="bomb"
        ),
        pytest.param(b"%PDF-1.7 broken", "application/pdf", FailureKind.UNAVAILABLE, "cannot be read", id="broken PDF"),
    ],
)
def test_pages_without_a_text(content: bytes | str, media_type: str, kind: FailureKind, problem: str) -> None:
    with pytest.raises(PageError, match=problem) as caught:
        page_of(_fetched(content, media_type))
    assert (caught.value.kind, caught.value.lasting) == (kind, True)
    assert "www.ferries.example.org" in str(caught.value)
    assert "x=1" not in str(caught.value)


def test_a_long_text_about_cookies_is_no_wall() -> None:
    text = " ".join([_FERRY, _CAFE] * 10)
    page = _read(f"<p>We use cookies on board. {text}</p>")
    assert "We use cookies" in page.text


@pytest.mark.parametrize(
    ("media_type", "within"),
    [("text/markdown", ("Ferry",)), ("text/plain", ()), ("text/csv", ())],
)
def test_texts(media_type: str, within: tuple[str, ...]) -> None:
    page = page_of(_fetched(f"# Ferry\n\n{_FERRY}\n", media_type))
    assert page.passages[0].within == within
    assert _FERRY in page.passages[0].text
    assert page.about.title == ("Ferry" if within else "timetable.html")


def test_deep_nesting_is_no_crash() -> None:
    html = _html("<div>" * 3_000 + f"<p>{_FERRY}</p>" + "</div>" * 3_000)
    with pytest.raises(PageError):
        page_of(_fetched(html))
