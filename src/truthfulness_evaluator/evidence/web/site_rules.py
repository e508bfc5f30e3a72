"""What the user says of sites: which are read, and how much they are believed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from truthfulness_evaluator.net.fetched import FetchError
from truthfulness_evaluator.net.urls import host_of

UNKNOWN = 0.5
"""Credibility of a site that no rule is about: nothing is guessed."""


@dataclass(frozen=True, slots=True)
class SiteRules:
    """Rules by host. Each holds for the host and all below it, `gov.uk` for `www.data.gov.uk`; the longest goes first.

    Example:
        >>> rules = SiteRules(credibility={"example.org": 0.2, "news.example.org": 0.9}, blocked=("spam.example",))
        >>> rules.credibility_of("https://www.news.example.org/a"), rules.credibility_of("https://example.com/")
        (0.9, 0.5)
        >>> rules.is_read("https://a.spam.example/"), rules.is_read("https://example.com/")
        (False, True)
    """

    credibility: Mapping[str, float] = field(default_factory=dict[str, float])
    """0 to 1, by host."""
    blocked: tuple[str, ...] = ()
    """Hosts that are never read."""
    allowed: tuple[str, ...] = ()
    """Hosts that alone are read; empty: all are."""

    def is_read(self, url: str) -> bool:
        """Whether a page may be read. A longer rule goes before a shorter one, and of equals that which forbids."""
        host = _host(url)
        allowed, blocked = _longest(host, self.allowed), _longest(host, self.blocked)
        if host is None or (self.allowed and allowed is None):
            return False
        return blocked is None or (allowed is not None and len(allowed) > len(blocked))

    def credibility_of(self, url: str) -> float:
        """What a rule says of the host, else 0.5."""
        rule = _longest(_host(url), self.credibility)
        return UNKNOWN if rule is None else self.credibility[rule]


def _host(url: str) -> str | None:
    try:
        return host_of(url)
    except FetchError:
        return None


def _longest(host: str | None, rules: Iterable[str]) -> str | None:
    if host is None:
        return None
    return max((rule for rule in rules if host == rule or host.endswith(f".{rule}")), key=len, default=None)
