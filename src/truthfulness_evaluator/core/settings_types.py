"""The types of settings: what a value may be, and how it is read from text."""

import json
import math
from collections.abc import Mapping
from typing import Annotated, cast
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from truthfulness_evaluator.core.grading import GRADES
from truthfulness_evaluator.core.judge_names import judge_names

SEARCH_PROVIDERS: Mapping[str, str | None] = {
    "searxng": "searxng_url",
    "tavily": "tavily_api_key",
    "brave": "brave_api_key",
    "ddgs": None,
}
"""Search services in the order in which they are asked unless a user says otherwise, each with the setting that it
needs; None: it needs none."""


def _list(value: object) -> object:
    """A list out of text: JSON where it begins as such, else separated by commas."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        return from_json(value)
    return [part.strip() for part in value.split(",") if part.strip()]


def from_json(value: object) -> object:
    """What a text holds as JSON; anything else as it is."""
    if not isinstance(value, str):
        return value
    try:
        return cast("object", json.loads(value))
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON ({error})") from None


def _kind(name: str) -> str:
    """A kind of claim as it is named in reports: `cli-option` is `cli_option`."""
    return name.lower().replace("-", "_")


def _judges(names: list[str] | None) -> list[str] | None:
    return None if names is None else judge_names(names)


def _search_names(names: list[str]) -> list[str]:
    if not names:
        raise ValueError(f"should name a search service: {', '.join(SEARCH_PROVIDERS)}")
    for name in names:
        if name not in SEARCH_PROVIDERS:
            raise ValueError(f"there is no search service {name!r}; known are {', '.join(SEARCH_PROVIDERS)}")
    return list(dict.fromkeys(names))


def _none_if_blank(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _web_address(value: str | None) -> str | None:
    if value is None:
        return None
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ValueError("should be an address that begins with http:// or https://")
    return value


def _grade(value: object) -> object:
    if value is None or (isinstance(value, str) and value.strip().upper() in GRADES):
        return value.strip().upper() if isinstance(value, str) else None
    raise ValueError(f"should be a grade: one of {', '.join(GRADES)}")


def _site(name: str) -> str:
    """A site as it is named in an address: `https://Example.org/` and `*.example.org` are `example.org`."""
    site = name.strip().lower().removeprefix("https://").removeprefix("http://").removesuffix("/")
    site = site.removeprefix("*.").strip(".")
    if not site or set(site) & set("/:@?#* "):
        raise ValueError(f"{name!r} is no site; give a host such as example.org")
    return site


def _sites(names: list[str]) -> list[str]:
    return list(dict.fromkeys(_site(name) for name in names))


def _site_shares(shares: dict[str, float]) -> dict[str, float]:
    for site, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"the credibility of {site!r} is {share}; it is 0 to 1")
    return {_site(site): share for site, share in shares.items()}


def _weights(weights: dict[str, float]) -> dict[str, float]:
    for judge, weight in weights.items():
        if not (math.isfinite(weight) and weight >= 0):
            raise ValueError(f"the weight of {judge!r} is {weight}; a weight is zero (silent) or more")
    return weights


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Names = Annotated[list[Name], BeforeValidator(_list)]
SearchNames = Annotated[list[Name], BeforeValidator(_list), AfterValidator(_search_names)]
Kinds = Annotated[list[Annotated[Name, AfterValidator(_kind)]], BeforeValidator(_list)]
# Validators that run before are applied last first.
Judges = Annotated[list[Name] | None, BeforeValidator(_list), BeforeValidator(_none_if_blank), AfterValidator(_judges)]
OptionalName = Annotated[Name | None, BeforeValidator(_none_if_blank)]
OptionalFlag = Annotated[bool | None, BeforeValidator(_none_if_blank)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Key = Annotated[str, StringConstraints(strip_whitespace=True)]
Weights = Annotated[dict[str, float], BeforeValidator(from_json), AfterValidator(_weights)]
Sites = Annotated[list[Name], BeforeValidator(_list), AfterValidator(_sites)]
SiteShares = Annotated[dict[str, float], BeforeValidator(from_json), AfterValidator(_site_shares)]
WebAddress = Annotated[OptionalName, AfterValidator(_web_address)]
Grade = Annotated[str | None, BeforeValidator(_grade)]
