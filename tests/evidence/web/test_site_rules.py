"""What the user says of sites."""

import pytest

from truthfulness_evaluator.evidence.web.site_rules import SiteRules

_RULES = SiteRules(
    credibility={"example.org": 0.2, "news.example.org": 0.9, "gov": 0.8},
    blocked=("spam.example", "example.com"),
)
_ONLY = SiteRules(allowed=("example.org", "good.example.com"), blocked=("bad.example.org", "example.com"))


@pytest.mark.parametrize(
    ("url", "credibility"),
    [
        ("https://example.org/a", 0.2),
        ("https://NEWS.example.org:8080/a", 0.9),
        ("https://a.b.news.example.org/", 0.9),
        ("https://data.gov/", 0.8),
        ("https://notexample.org/", 0.5),
        ("https://127.0.0.1/", 0.5),
        ("no address", 0.5),
    ],
)
def test_credibility(url: str, credibility: float) -> None:
    assert _RULES.credibility_of(url) == credibility


@pytest.mark.parametrize(
    ("rules", "url", "is_read"),
    [
        (_RULES, "https://example.org/", True),
        (_RULES, "https://www.spam.example/", False),
        (_RULES, "https://notspam.example/", True),
        (_ONLY, "https://example.org/", True),
        (_ONLY, "https://bad.example.org/", False),
        (_ONLY, "https://good.example.com/", True),
        (_ONLY, "https://other.example/", False),
        (_ONLY, "no address", False),
    ],
)
def test_which_sites_are_read(rules: SiteRules, url: str, is_read: bool) -> None:
    assert rules.is_read(url) is is_read
