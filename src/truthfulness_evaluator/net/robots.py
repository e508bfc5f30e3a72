"""Reads robots.txt by RFC 9309. Pure: its text in, rules out.

`urllib.robotparser` knows neither wildcards nor the rule of the longest match; Protego takes the product of agents and
rules in memory (150 MB for a file of 39 KB that is made for it). This keeps the rules for one crawler only, and
matches without backtracking.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.net.urls import normal_escapes

MAX_ROBOTS_BYTES = 500 * 1024
"""What is read of a robots.txt at most (RFC 9309, 2.5)."""

_LINE_END = re.compile(r"\r\n?|\n")
_PRODUCT = re.compile(r"[a-zA-Z_-]+|\*")
_KEPT = "/?:@!$&'()*+,;=[]|"
_AGENT, _ALLOW, _DISALLOW, _DELAY = "user-agent", "allow", "disallow", "crawl-delay"


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: str
    allows: bool

    def matches(self, target: str) -> bool:
        """Whether the rule is for a path with its query: `*` stands for anything, `$` at the end for the end."""
        anchored = self.pattern.endswith("$")
        first, *parts = self.pattern.removesuffix("$").split("*")
        if not target.startswith(first):
            return False
        if not parts:
            return not anchored or target == first
        last = parts.pop() if anchored else ""
        at = len(first)
        for part in parts:
            found = target.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        return not anchored or target.endswith(last, at)


@dataclass(frozen=True, slots=True)
class Robots:
    """What a host lets one crawler do."""

    rules: tuple[_Rule, ...] = ()
    crawl_delay_s: float = 0.0
    """Seconds that it wants between two requests."""

    def allows(self, target: str) -> bool:
        """Whether a path with its query may be fetched: the longest rule decides, of equal ones the one that allows."""
        matching = [each for each in self.rules if each.matches(target)]
        return not matching or max((len(each.pattern), each.allows) for each in matching)[1]


def read_robots(content: bytes, product: str) -> Robots:
    """The rules of a robots.txt for one crawler: of all groups that name it, else of all groups for `*`.

    Args:
        content: the file; what comes after the first 500 KiB is not read, nor is a line that they end in.
        product: the crawler's name, as in its User-Agent, without a version.
    """
    rules: dict[str, list[_Rule]] = {}
    delays: dict[str, float] = {}
    agents: set[str] = set()
    naming = False
    for key, value in _lines(content):
        if key == _AGENT:
            agents = agents if naming else set()
            agents |= {_product(value)} & {"*", product.lower()}
            rules.update({each: rules.get(each, []) for each in agents})
            naming = True
            continue
        naming = False
        for agent in agents:
            if key == _DELAY:
                delays[agent] = max(delays.get(agent, 0.0), _seconds(value))
            elif value:
                rules[agent].append(_Rule(normal_escapes(value, kept=_KEPT), key == _ALLOW))
    chosen = product.lower() if product.lower() in rules else "*"
    return Robots(tuple(rules.get(chosen, ())), delays.get(chosen, 0.0))


def _lines(content: bytes) -> Iterator[tuple[str, str]]:
    """The lines of the file that say something of crawlers."""
    if len(content) >= MAX_ROBOTS_BYTES:
        content = content[:MAX_ROBOTS_BYTES].rpartition(b"\n")[0]
    text = content.decode("utf-8-sig", errors="replace")
    for line in _LINE_END.split(text):
        key, colon, value = line.partition("#")[0].partition(":")
        key = key.strip().lower()
        if colon and key in (_AGENT, _ALLOW, _DISALLOW, _DELAY):
            yield key, value.strip()


def _product(value: str) -> str:
    found = _PRODUCT.match(value)
    return found[0].lower() if found else ""


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
