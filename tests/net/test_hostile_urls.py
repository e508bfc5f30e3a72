"""Addresses that are made to reach what they must not: each is refused before anything is dialled."""

from collections.abc import Sequence

import httpcore
import pytest

from net.raw_web import outcome, run
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.net.fetching import Fetcher

BAD, REFUSED, NOWHERE = FetchProblem.BAD_URL, FetchProblem.REFUSED_ADDRESS, FetchProblem.UNRESOLVED

PUBLIC = "93.184.215.14"


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is dialled. Nothing answers."""
    found: list[tuple[str, int]] = []

    async def connect(self: object, host: str, port: int, *_: object) -> httpcore.AsyncNetworkStream:
        found.append((host, port))
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    return found


def fetch(url: str, addresses: Sequence[str] = (), allow_hosts: Sequence[str] = ()) -> Fetched | FetchError:
    """What comes of an address whose name has these IP addresses."""

    async def resolver(host: str, port: int) -> Sequence[str]:
        return addresses

    async def fetch() -> Fetched | FetchError:
        async with Fetcher(resolver=resolver, allow_hosts=allow_hosts, pause_s=0) as fetcher:
            return await outcome(fetcher, url)

    return run(fetch())


SCHEMES = [
    ("file:///etc/passwd", BAD),
    ("file://localhost/etc/passwd", BAD),
    ("ftp://pages.org/x", BAD),
    ("gopher://127.0.0.1:11211/_stats", BAD),
    ("dict://127.0.0.1:11211/stats", BAD),
    ("data:text/html,<p>x", BAD),
    ("javascript:alert(1)", BAD),
    ("ws://pages.org/", BAD),
    ("unix:///var/run/docker.sock", BAD),
    ("http+unix://%2Fvar%2Frun%2Fdocker.sock/info", BAD),
    ("view-source:http://pages.org/", BAD),
    ("blob:http://pages.org/x", BAD),
    ("jar:http://pages.org!/x", BAD),
    ("//pages.org/", BAD),
    ("pages.org/", BAD),
    ("/etc/passwd", BAD),
    ("http:pages.org", BAD),
    ("http:/pages.org", BAD),
    ("http:///pages.org", BAD),
    ("http://", BAD),
    ("", BAD),
]

SPELLINGS = [
    ("http://user@pages.org/", BAD),
    ("http://user:pass@pages.org/", BAD),
    ("http://pages.org@127.0.0.1/", BAD),
    ("http://pages.org%40127.0.0.1/", BAD),
    ("http://pages.org:80@127.0.0.1:6379/", BAD),
    ("http://pages.org\\@127.0.0.1/", BAD),
    ("http://127.0.0.1\\.pages.org/", BAD),
    ("http:\\\\127.0.0.1/", BAD),
    ("http://pages.org\uff20127.0.0.1/", BAD),
    ("http://127.0.0.1%00.pages.org/", BAD),
    ("http://127.0.0.1\x00.pages.org/", BAD),
    ("http://127.0.0.1\t/", BAD),
    ("http://127.0.0.1\r\nHost: pages.org/", BAD),
    ("ht\ntp://127.0.0.1/", BAD),
    ("http://pages.org/\r\nX-Injected: 1", BAD),
    ("http://pages .org/", BAD),
    ("http://%31%32%37.0.0.1/", BAD),
    ("http://127%2e0.0.1/", BAD),
    ("http://pages..org/", BAD),
    ("http://.pages.org/", BAD),
    ("http://pages.org../", BAD),
    ("http://./", BAD),
    ("http://*.pages.org/", BAD),
    ("http://pages.org,127.0.0.1/", BAD),
    ("http://-pages.org/", BAD),
    (f"http://{'a' * 64}.org/", BAD),
    (f"http://{'a.' * 130}org/", BAD),
    (f"http://pages.org/{'a' * 5000}", BAD),
    ("http://pages.org/\ud800", BAD),
    ("http://xn--\u0660.org/", BAD),
    ("http://[::1/", BAD),
    ("http://::1/", BAD),
    ("http://[127.0.0.1]/", BAD),
    ("http://[::1]pages.org/", BAD),
    ("http://[v1.fe80]/", BAD),
    ("http://[fe80::1%25eth0]/", BAD),
    ("http://[fe80::1%eth0]/", BAD),
    ("http://256.1.1.1/", BAD),
    ("http://1.2.3.4.5/", BAD),
    ("http://1.2.3.08/", BAD),
    ("http://4294967296/", BAD),
    ("http://127.0.0.0x100/", BAD),
    ("http://pages.0x/", BAD),
]

PORTS = [
    ("http://pages.org:22/", BAD),
    ("http://pages.org:25/", BAD),
    ("http://pages.org:6379/", BAD),
    ("http://pages.org:0/", BAD),
    ("http://pages.org:65536/", BAD),
    ("http://pages.org:99999999/", BAD),
    ("http://pages.org:-80/", BAD),
    ("http://pages.org:8o/", BAD),
    ("http://pages.org:\uff18\uff10/", BAD),
    ("http://pages.org:80:80/", BAD),
]

ADDRESSES = [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0X7F.1",
    "017700000001",
    "0177.0.0.01",
    "0x7f.0.0.0x1",
    "\uff11\uff12\uff17.\uff10.\uff10.\uff11",
    "\u2460\u2461\u2466.0.0.1",
    "127\u30020\u30020\u30021",
    "127\uff0e0\uff0e0\uff0e1",
    "127.0.0.1\u00ad",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "012.0.0.1",
    "172.16.0.1",
    "172.31.255.254",
    "192.168.0.1",
    "3232235521",
    "100.64.0.1",
    "169.254.169.254",
    "0xa9fea9fe",
    "169.16689662",
    "0251.0376.0251.0376",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "192.88.99.1",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:93.184.215.14]",
    "[::ffff:0:127.0.0.1]",
    "[::127.0.0.1]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[ff02::1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::10.0.0.1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2001:0:7f00:1::]",
    "[2001:10::1]",
    "[2001:20::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
    "[5f00::1]",
    "[2606:4700::5efe:10.0.0.1]",
    "[2606:4700::200:5efe:127.0.0.1]",
]

Row = tuple[str, list[str], FetchProblem]

NAMES: list[Row] = [
    ("http://localhost/", ["127.0.0.1"], REFUSED),
    ("http://LOCALHOST./", ["127.0.0.1"], REFUSED),
    ("http://localhost/", [PUBLIC], REFUSED),
    ("http://wiki/", [PUBLIC], REFUSED),
    ("http://metadata.google.internal/", ["169.254.169.254"], REFUSED),
    ("http://metadata.google.internal/", [PUBLIC], REFUSED),
    ("http://printer.local/", [PUBLIC], REFUSED),
    ("http://router.home.arpa/", [PUBLIC], REFUSED),
    ("http://127.0.0.1.nip.io/", ["127.0.0.1"], REFUSED),
    ("http://pages.org/", ["10.0.0.1"], REFUSED),
    ("http://pages.org:22/", ["10.0.0.1"], REFUSED),
    ("https://pages.org/", ["::1"], REFUSED),
    ("http://pages.org/", ["::ffff:10.0.0.1"], REFUSED),
    ("http://pages.org/", ["fe80::1%eth0"], REFUSED),
    ("http://pages.org/", ["2606:4700::1%eth0"], REFUSED),
    ("http://pages.org/", [PUBLIC, "10.0.0.1"], REFUSED),
    ("http://pages.org/", ["10.0.0.1", PUBLIC], REFUSED),
    ("http://pages.org/", [PUBLIC, "64:ff9b::10.0.0.1"], REFUSED),
    ("http://pages.org/", [], NOWHERE),
]

ROWS: list[Row] = [
    *((url, [PUBLIC], problem) for url, problem in (*SCHEMES, *SPELLINGS, *PORTS)),
    *((f"http://{host}/", [PUBLIC], REFUSED) for host in ADDRESSES),
    *((f"https://{host}:8443/x?y#z", [PUBLIC], REFUSED) for host in ("127.1", "[::1]", "0xa9fea9fe")),
    *NAMES,
]


@pytest.mark.parametrize(
    ("url", "addresses", "problem"), [pytest.param(*row, id=f"{ascii(row[0])[1:60]} {row[1]}") for row in ROWS]
)
def test_hostile(url: str, addresses: list[str], problem: FetchProblem, dialled: list[tuple[str, int]]) -> None:
    error = fetch(url, addresses)
    assert isinstance(error, FetchError)
    assert (error.problem, error.retryable) == (problem, False)
    assert dialled == []
    assert "pass" not in str(error).replace("password", "").replace("passwd", "")
    assert str(error).isprintable()


@pytest.mark.parametrize(
    ("url", "addresses", "expected"),
    [
        ("http://pages.org/", [PUBLIC], [(PUBLIC, 80)]),
        ("HTTPS://Pages.ORG.", [PUBLIC], [(PUBLIC, 443)]),
        ("http://pages.org:8080/", [PUBLIC], [(PUBLIC, 8080)]),
        ("https://pages.org:8443/", [PUBLIC], [(PUBLIC, 8443)]),
        ("http://pages.org:/", [PUBLIC], [(PUBLIC, 80)]),
        ("http://b\u00fccher.org/", [PUBLIC], [(PUBLIC, 80)]),
        ("http://9.9.9.9/", [], [("9.9.9.9", 80)]),
        ("http://0x09.011.2313/", [], [("9.9.9.9", 80)]),
        ("http://172.32.0.1/", [], [("172.32.0.1", 80)]),
        ("http://100.128.0.1/", [], [("100.128.0.1", 80)]),
        ("https://[2606:4700::1111]/", [], [("2606:4700::1111", 443)]),
        ("http://pages.org/", ["2606:4700::1", PUBLIC, PUBLIC], [("2606:4700::1", 80), (PUBLIC, 80)]),
    ],
)
def test_public_hosts_are_dialled(
    url: str, addresses: list[str], expected: list[tuple[str, int]], dialled: list[tuple[str, int]]
) -> None:
    error = fetch(url, addresses)
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.UNREACHABLE
    assert dialled == expected


@pytest.mark.parametrize(
    ("allowed", "url", "addresses", "expected"),
    [
        ("wiki", "http://wiki/", ["10.0.0.1"], ("10.0.0.1", 80)),
        ("wiki", "http://WIKI.:3000/", ["10.0.0.1"], ("10.0.0.1", 3000)),
        ("Wiki.", "http://wiki/", ["10.0.0.1"], ("10.0.0.1", 80)),
        ("wiki", "http://other/", ["10.0.0.1"], REFUSED),
        ("wiki", "http://wiki.pages.org/", ["10.0.0.1"], REFUSED),
        ("*.corp.org", "http://a.b.corp.org:81/", ["10.0.0.1"], ("10.0.0.1", 81)),
        ("*.corp.org", "http://corp.org/", ["10.0.0.1"], REFUSED),
        ("*.corp.org", "http://evilcorp.org/", ["10.0.0.1"], REFUSED),
        ("10.0.0.0/8", "http://10.1.2.3:9/", [], ("10.1.2.3", 9)),
        ("10.0.0.0/8", "http://wiki/", ["10.1.2.3"], ("10.1.2.3", 80)),
        ("10.0.0.0/8", "http://wiki/", ["10.1.2.3", "192.168.0.1"], REFUSED),
        ("10.0.0.0/8", "http://[::ffff:10.0.0.1]/", [], REFUSED),
        ("10.0.0.1", "http://10.0.0.1/", [], ("10.0.0.1", 80)),
        ("10.0.0.1", "http://10.0.0.2/", [], REFUSED),
        ("::1", "http://[::1]:8000/", [], ("::1", 8000)),
        ("[::1]", "http://[0::1]:8000/", [], ("::1", 8000)),
        ("fd00::/8", "http://[fd00::2]/", [], ("fd00::2", 80)),
        ("fd00::/8", "http://[fd00:ec2::254]/", [], REFUSED),
        ("169.254.0.0/16", "http://169.254.169.254/", [], REFUSED),
        ("0.0.0.0/0", "http://169.254.169.254/", [], REFUSED),
        ("0.0.0.0/0", "http://100.100.100.200/", [], REFUSED),
        ("metadata.google.internal", "http://metadata.google.internal/", ["169.254.169.254"], REFUSED),
        ("169.254.169.254", "http://169.254.169.254/", [], ("169.254.169.254", 80)),
        ("pages.org", "http://pages.org:9000/", [PUBLIC], (PUBLIC, 9000)),
    ],
)
def test_allowed_hosts(
    allowed: str,
    url: str,
    addresses: list[str],
    expected: FetchProblem | tuple[str, int],
    dialled: list[tuple[str, int]],
) -> None:
    error = fetch(url, addresses, [allowed])
    assert isinstance(error, FetchError)
    if isinstance(expected, FetchProblem):
        assert (error.problem, dialled) == (expected, [])
    else:
        assert (error.problem, dialled) == (FetchProblem.UNREACHABLE, [expected])
