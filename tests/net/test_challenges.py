"""Captchas and challenges in place of a page, and pages that are none."""

from datetime import UTC, datetime

import pytest

from net.raw_web import answer, fetched
from truthfulness_evaluator.net.answers import rest_of
from truthfulness_evaluator.net.challenges import is_challenge
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem

CHALLENGES = {
    "cloudflare": "<!DOCTYPE html><html lang='en-US'><head><title>Just a moment...</title><meta charset='utf-8'>",
    "cloudflare, translated": "<title>Einen Moment</title><script>(function(){window._cf_chl_opt = {cvId: '3'",
    "cloudflare, blocked": "<head><title>Attention Required! | Cloudflare</title>",
    "cloudflare, no script": "<noscript><div class='h2'><span id='challenge-error-text'>Enable JavaScript",
    "datadome": "<html><head><title>shop.example</title></head><body><script data-cfasync='false'>var dd={}</script>"
    "<script src='https://ct.captcha-delivery.com/c.js'></script>",
    "perimeterx": "<title>Access to this page has been denied</title>",
    "human": '<body><div id="px-captcha"></div></body>',
    "imperva": "<iframe id='main-iframe' src='/_Incapsula_Resource?CWUDNSAI=23'>Request unsuccessful.",
    "imperva, distil": "<TITLE>\n  Pardon Our Interruption\n</TITLE>",
    "aws": "<script src='https://a1.b2.us-east-1.token.awswaf.com/a1/b2/challenge.js'></script>",
    "aws, captcha": "<title>Human Verification</title>",
    "akamai": "<div id='sec-if-cpt-container'></div><script src='/_sec/cp_challenge/sec-cpt-4-3.js'>",
    "amazon": "<title dir='ltr'>Robot Check</title>",
    "anubis": "<title>Making sure you&#39;re not a bot!</title>",
    "anubis, translated": "<script id='anubis_challenge' type='application/json'>{}</script>",
    "ddos-guard": "<title>DDoS-Guard</title>",
    "plain": "<title>Captcha</title>",
    "words": "<title>Please verify you are a human</title>",
}
PAGES = {
    "about captchas": "<title>CAPTCHA - an encyclopedia</title><h1>Captcha</h1><p>Verify you are human",
    "quotes markup": '<title>Selectors</title><pre>&lt;div id="px-captcha"&gt; &lt;title&gt;Robot Check&lt;/title&gt;',
    "tells of services": "<title>Bots</title><p>captcha-delivery.com and _Incapsula_Resource and _cf_chl_opt",
    "with a captcha in a form": "<title>Contact</title>"
    "<script src='https://challenges.cloudflare.com/turnstile/v0/api.js'></script>",
    "behind cloudflare": "<title>News</title><script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>",
    "a moment": "<title>Just a moment... and other stories</title>",
    "empty": "",
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_challenges(name: str) -> None:
    _, error = fetched({"/page": answer(CHALLENGES[name].encode())}, "/page")
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.BLOCKED


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str) -> None:
    assert not is_challenge({}, PAGES[name].encode())


def test_a_long_page_is_a_page() -> None:
    page = b"<title>Just a moment...</title>"
    assert is_challenge({}, page + b" " * 1000)
    assert not is_challenge({}, page + b" " * 100_000)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"cf-mitigated": "challenge"}, True),
        ({"x-amzn-waf-action": "Captcha"}, True),
        ({"cf-mitigated": "log"}, False),
        ({"server": "cloudflare"}, False),
    ],
)
def test_headers(headers: dict[str, str], expected: bool) -> None:
    assert is_challenge(headers, b"<title>News</title>") == expected


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("86400", 3600),
        ("9" * 400, 3600),
        ("Tue, 01 Dec 2026 12:00:30 GMT", 30),
        ("Tue, 01 Dec 2026 11:00:00 GMT", 0),
        ("Tue, 01 Dec 2037 12:00:00 -0000", 3600),
        ("soon", 30),
        ("-5", 30),
        ("", 30),
    ],
)
def test_how_long_a_host_is_left_alone(value: str, seconds: float) -> None:
    assert rest_of({"retry-after": value}, datetime(2026, 12, 1, 12, tzinfo=UTC)) == seconds
