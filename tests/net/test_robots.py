"""What robots.txt allows (RFC 9309): read, and asked for."""

import asyncio

import pytest

from net.raw_web import Page, RawWeb, answer, fetched, fetcher, outcome, redirect, run
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.net.robots import MAX_ROBOTS_BYTES, read_robots

US = "truthfulness-evaluator"
PAGE = answer(b"x")


@pytest.mark.parametrize(
    ("rules", "target", "allowed"),
    [
        # the examples of RFC 9309, 5.1 and 5.2
        ("Allow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/disallowed.gif", False),
        ("Allow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/x", True),
        ("Disallow: *.gif$", "/a/b.gif", False),
        ("Disallow: *.gif$", "/a/b.gif?x", True),
        ("Disallow: /example/\nAllow: /publications/", "/example/x", False),
        # 2.2.2: the longest rule, and of equal ones the one that allows
        ("Disallow: /\nAllow: /a", "/a/b", True),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /a/b\nAllow: /a", "/a/b/c", False),
        ("Allow: /\nDisallow: /*.php", "/x.php", False),
        ("Disallow: /a", "/A", True),
        ("Disallow: /a", "/ab", False),
        ("Disallow: /a/", "/a", True),
        ("Disallow:", "/a", True),
        ("Disallow: /", "/", False),
        ("Disallow: a", "/a", True),
        ("", "/a", True),
        # 2.2.3: special characters
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /$", "/", False),
        ("Disallow: /a$b", "/a$b", False),
        ("Disallow: /a*b*c", "/a-c-b-c", False),
        ("Disallow: /a*b*c", "/a-c-b", True),
        ("Disallow: /*a*a$", "/a", True),
        ("Disallow: /*a*a$", "/aa", False),
        ("Disallow: /a*$", "/abc", False),
        ("Disallow: *", "/x", False),
        ("Disallow: /*?", "/x?y", False),
        ("Disallow: /a # all of it", "/a", False),
        # 2.2.2: escapes
        ("Disallow: /p%C3%A4ge", "/p%C3%A4ge", False),
        ("Disallow: /p\u00e4ge", "/p%C3%A4ge", False),
        ("Disallow: /%7Ejoe", "/~joe", False),
        ("Disallow: /a%2fb", "/a%2Fb", False),
        ("Disallow: /a%2Fb", "/a/b", True),
        # lines that say something else, or nothing
        ("disallow : /a", "/a", False),
        ("DISALLOW:/a", "/a", False),
        ("Disallow /a", "/a", True),
        ("Sitemap: /a\nDisallow: /a", "/a", False),
    ],
)
def test_rules(rules: str, target: str, allowed: bool) -> None:
    for end in ("\n", "\r\n", "\r"):
        content = f"\ufeffUser-agent: *\n{rules}\n".replace("\n", end).encode()
        assert read_robots(content, US).allows(target) == allowed


@pytest.mark.parametrize(
    ("content", "allowed", "delay"),
    [
        pytest.param("User-agent: truthfulness-evaluator\nDisallow: /", False, 0, id="named"),
        pytest.param("user-agent: Truthfulness-Evaluator/9.9 (x)\nDisallow: /", False, 0, id="case and version"),
        pytest.param("User-agent: truthfulness\nDisallow: /", True, 0, id="part of the name"),
        pytest.param("User-agent: truthfulness-evaluator-x\nDisallow: /", True, 0, id="longer name"),
        pytest.param("User-agent: other\nDisallow: /", True, 0, id="other"),
        pytest.param(
            "User-agent: *\nDisallow: /\n\nUser-agent: truthfulness-evaluator\nAllow: /x", True, 0, id="own group"
        ),
        pytest.param("User-agent: truthfulness-evaluator\n\nUser-agent: *\nDisallow: /", False, 0, id="shared group"),
        pytest.param(
            "User-agent: truthfulness-evaluator\nDisallow:\n\nUser-agent: *\nDisallow: /", True, 0, id="empty rule"
        ),
        pytest.param("User-agent: a\nUser-agent: *\nUser-agent: b\nDisallow: /", False, 0, id="among others"),
        pytest.param(
            "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow:\n\nUser-agent: *\nDisallow: /",
            False,
            0,
            id="two groups",
        ),
        pytest.param("Disallow: /\nUser-agent: *\nAllow: /a", True, 0, id="rule of nobody"),
        pytest.param("User-agent: *\nSitemap: x\nDisallow: /", False, 0, id="sitemap between"),
        pytest.param("User-agent: *\nCrawl-delay: 2.5", True, 2.5, id="delay"),
        pytest.param("User-agent: b\nCrawl-delay: 9\n\nUser-agent: *\nCrawl-delay: 1", True, 1, id="delay of another"),
        pytest.param("User-agent: *\nCrawl-delay: nan", True, 0, id="no delay"),
        pytest.param("User-agent: *\nCrawl-delay: -1", True, 0, id="delay below nothing"),
        pytest.param("<html><title>Not found</title>", True, 0, id="html"),
        pytest.param("\0\ud7ff\0", True, 0, id="junk"),
    ],
)
def test_groups(content: str, allowed: bool, delay: float) -> None:
    robots = read_robots(content.encode(), US)
    assert (robots.allows("/x"), robots.crawl_delay_s) == (allowed, delay)


def test_only_so_much_is_read() -> None:
    rule = b"User-agent: *\nDisallow: /x\n"
    comment = b"#" * (MAX_ROBOTS_BYTES - len(rule) + 1) + b"\n"
    assert not read_robots(rule + comment, US).allows("/x")
    assert read_robots(comment + rule, US).rules == ()


def test_a_file_that_is_made_to_be_costly() -> None:
    """Many agents with many rules, and a pattern that backtracking would never be done with."""
    agents = "".join(f"User-agent: a{number}\n" for number in range(15_000)) + "User-agent: *\n"
    rules = "Allow: /\n" * 20_000 + "Disallow: /" + "*a" * 10_000 + "b\n"
    robots = read_robots((agents + rules).encode(), US)
    assert len(robots.rules) == 20_001
    assert robots.allows("/" + "a" * 4000)


NEVER = b"User-agent: *\nDisallow: /"


@pytest.mark.parametrize(
    ("robots", "expected"),
    [
        pytest.param(answer(NEVER, kind="text/plain"), FetchProblem.ROBOTS, id="nothing"),
        pytest.param(answer(NEVER, kind="image/png"), FetchProblem.ROBOTS, id="of any type"),
        pytest.param(answer(b"User-agent: *\nDisallow: /x", kind="text/plain"), None, id="other pages"),
        pytest.param(answer(status="404 Not Found"), None, id="404"),
        pytest.param(answer(status="403 Forbidden"), None, id="403"),
        pytest.param(answer(status="500 Oops"), FetchProblem.ROBOTS, id="500"),
        pytest.param(answer(status="503 Busy"), FetchProblem.ROBOTS, id="503"),
        pytest.param(answer(status="304 Same"), FetchProblem.ROBOTS, id="304"),
        pytest.param(answer(status="503 Busy", retry_after="9"), FetchProblem.RATE_LIMITED, id="503 with Retry-After"),
        pytest.param(answer(status="429 Slow"), FetchProblem.RATE_LIMITED, id="429"),
        pytest.param(redirect("/moved"), FetchProblem.ROBOTS, id="moved"),
        pytest.param(redirect("http://other.example:PORT/moved"), FetchProblem.ROBOTS, id="moved to another host"),
        pytest.param(redirect("/robots.txt"), None, id="in a circle"),
        pytest.param(redirect("http://10.0.0.1/robots.txt"), FetchProblem.ROBOTS, id="moved to a private address"),
        pytest.param(redirect("file:///etc/passwd"), FetchProblem.ROBOTS, id="moved to a file"),
        pytest.param(b"no HTTP\r\n\r\n", FetchProblem.UNREACHABLE, id="no HTTP"),
        pytest.param(answer(NEVER, content_encoding="gzip"), FetchProblem.ROBOTS, id="no gzip"),
        pytest.param(answer(NEVER + b"\n#" + b"x" * 600_000), FetchProblem.ROBOTS, id="long"),
    ],
)
def test_robots_are_honoured(robots: Page, expected: FetchProblem | None) -> None:
    pages: dict[str, Page] = {"/robots.txt": robots, "/moved": answer(NEVER), "/page": PAGE}
    web, page = fetched(pages, "/page?secret")
    if expected is None:
        assert isinstance(page, Fetched)
    else:
        assert isinstance(page, FetchError)
        assert page.problem == expected
        assert "pages.example/page?secret" not in web.asked
        assert "secret" not in str(page)


def test_robots_are_honoured_after_a_redirect() -> None:
    pages = {"/page": redirect("http://other.example:PORT/page"), "other.example/robots.txt": answer(NEVER)}
    web, error = fetched(pages, "/page")
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.ROBOTS
    assert web.asked == ["pages.example/page"]


@pytest.mark.parametrize("robots", [PAGE, answer(status="404 None"), answer(status="500 Oops"), b"no HTTP\r\n\r\n"])
def test_a_host_is_asked_for_its_robots_once(robots: Page) -> None:
    async def fetch() -> list[str]:
        async with RawWeb({"/robots.txt": robots, "/page": PAGE}) as web, fetcher() as fetching:
            await asyncio.gather(*(outcome(fetching, web.url(f"/page?{number}")) for number in range(5)))
            return [each.path for each in web.requests if each.path == "/robots.txt"]

    assert run(fetch()) == ["/robots.txt"]
