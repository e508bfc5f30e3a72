"""The one spelling of an address, its site, and how it is shown."""

import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.net.allowed import allowed_hosts
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.fetching import Fetcher
from truthfulness_evaluator.net.urls import host_of, joined, normalized, parsed, site_of, without_query


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.org", "http://example.org/"),
        ("  HTTP://EXAMPLE.org.:80/  ", "http://example.org/"),
        ("https://example.org:443/a#b", "https://example.org/a"),
        ("https://example.org:80/", "https://example.org:80/"),
        ("http://example.org:0080/", "http://example.org/"),
        ("http://example.org?", "http://example.org/"),
        ("http://example.org?a=b", "http://example.org/?a=b"),
        ("http://example.org/?b=2&a=1", "http://example.org/?b=2&a=1"),
        ("http://example.org/a//b/", "http://example.org/a//b/"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/a/%2E%2e/c/..", "http://example.org/"),
        ("http://example.org/../../a", "http://example.org/a"),
        ("http://example.org/a/b/.", "http://example.org/a/b/"),
        ("http://example.org/%7ejoe/%c3%a4", "http://example.org/~joe/%C3%A4"),
        ("http://example.org/\u00e4 b|c", "http://example.org/%C3%A4%20b%7Cc"),
        ("http://example.org/?q=\u00e4 b+c%2b", "http://example.org/?q=%C3%A4%20b+c%2B"),
        ("http://example.org/100%", "http://example.org/100%"),
        ("http://example.org/a\\b", "http://example.org/a%5Cb"),
        ("http://example.org/a@b:c", "http://example.org/a@b:c"),
        ("http://B\u00dcCHER.example/", "http://xn--bcher-kva.example/"),
        ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://fa\u00df.example/", "http://xn--fa-hia.example/"),
        ("http://a_b.example.org/", "http://a_b.example.org/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[0:0::1]:8080/", "http://[::1]:8080/"),
    ],
)
def test_normalized(url: str, expected: str) -> None:
    assert normalized(url) == expected
    assert normalized(expected) == expected


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://example.org/?x", "ftp://example.org/: it is no address of http or https."),
        (
            "http://user:pass@example.org/",
            "an address with a user or a password: it has a user, a password or a backslash before the path.",
        ),
        ("http://wiki:x/", "http://wiki:x/: its host or port is none."),
        ("http://a..b/", "http://a..b/: its host is no name of a host."),
        ("http://1.2.3.4.5/", "http://1.2.3.4.5/: its host is no address of IPv4."),
    ],
)
def test_no_address(url: str, message: str) -> None:
    with pytest.raises(FetchError) as caught:
        normalized(url)
    assert (caught.value.problem, str(caught.value)) == (FetchProblem.BAD_URL, message)


@pytest.mark.parametrize(
    "location", ["/a\tb", "ht\ttp://example.org/", "/a\x00", "http://[", "http://user@example.org/"]
)
def test_a_redirect_to_no_address(location: str) -> None:
    with pytest.raises(FetchError) as caught:
        joined(parsed("http://example.org/x"), location)
    assert caught.value.problem == FetchProblem.BAD_URL


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("b", "http://example.org/x/b"),
        ("../b?c", "http://example.org/b?c"),
        ("?q", "http://example.org/x/y?q"),
        ("#top", "http://example.org/x/y?z"),
        ("//other.org", "http://other.org/"),
        (" https://other.org/ ", "https://other.org/"),
        ("/\\other.org/", "http://example.org/%5Cother.org/"),
        ("\\\\other.org/", "http://example.org/x/%5C%5Cother.org/"),
        ("http:b", "http://example.org/x/b"),
    ],
)
def test_joined(location: str, expected: str) -> None:
    assert str(joined(parsed("http://example.org/x/y?z"), location)) == expected


@pytest.mark.parametrize(
    ("url", "host", "site"),
    [
        ("https://example.org/a", "example.org", "example.org"),
        ("https://www.news.Example.co.uk:8443/a", "www.news.example.co.uk", "example.co.uk"),
        ("https://joe.github.io/", "joe.github.io", "joe.github.io"),
        ("https://github.io/", "github.io", "github.io"),
        ("https://co.uk/", "co.uk", "co.uk"),
        ("https://a.b.b\u00fccher.example/", "a.b.xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("http://a.wiki.unknown-ending/", "a.wiki.unknown-ending", "wiki.unknown-ending"),
        ("http://wiki/", "wiki", "wiki"),
        ("http://10.0.0.1:8000/", "10.0.0.1", "10.0.0.1"),
        ("http://[fd00::1]/", "fd00::1", "fd00::1"),
    ],
)
def test_host_and_site(url: str, host: str, site: str) -> None:
    assert (host_of(url), site_of(url)) == (host, site)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/a?key=secret#secret", "https://example.org/a"),
        ("https://example.org/@joe?x", "https://example.org/@joe"),
        ("https://user:secret@example.org/", "an address with a user or a password"),
        ("https://user:sec/ret@example.org/", "an address with a user or a password"),
        ("https://user:sec?ret@example.org/", "an address with a user or a password"),
        ("user:secret@example.org", "an address with a user or a password"),
        ("https://user:secret%40example.org/", "an address with a user or a password"),
        ("https://user:secret\uff20example.org/", "an address with a user or a password"),
        ("http://example.org/\x1b[31m\u202e", "http://example.org/\ufffd[31m\ufffd"),
        ("http://example.org/" + "a" * 300, "http://example.org/" + "a" * 180 + "\u2026"),
    ],
)
def test_without_query(url: str, shown: str) -> None:
    assert without_query(url) == shown


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "*",
        "*.",
        "a.*.org",
        "*example.org",
        "http://wiki/",
        "wiki:8080",
        "wiki/x",
        "user@wiki",
        "10.0.0.1:8080",
        "10.0.0.1/8",
        "10.0.0.0/33",
        "10.1",
        "256.1.1.1",
        "0x7f.0.0.1",
        "1.2.3.4.5",
        "[::1",
        "::1%eth0",
        "fd00::/129",
        "wi ki",
    ],
)
def test_what_cannot_be_allowed(entry: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be allowed: .* Give the name of a host"):
        Fetcher(allow_hosts=["wiki", entry])


def test_the_same_hosts_are_the_same() -> None:
    assert allowed_hosts([" Wiki. ", "*.Example.ORG", "10.1.2.3"]) == allowed_hosts(
        ["wiki", "*.example.org", "10.1.2.3/32"]
    )
