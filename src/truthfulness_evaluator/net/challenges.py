"""Tells the pages that stand in place of a page to keep programs out: captchas and challenges.

Each sign is one of a well-known service or of its wording, in the markup itself: an article that shows it as text has
its angle brackets escaped. Titles must be the whole title.
"""

import re
from collections.abc import Mapping

_LONGEST = 64 * 1024
"""Bytes of a page that may be a challenge; those of the services below have at most half of it."""

_TITLES = (
    rb"just a moment\.\.\.",  # Cloudflare
    rb"attention required! \| cloudflare",
    rb"ddos-guard",
    rb"robot check",  # Amazon
    rb"pardon our interruption",  # Imperva
    rb"client challenge",  # Fastly
    rb"human verification",  # AWS WAF
    rb"making sure you(?:'|&#39;|&#x27;)re not a bot!",  # Anubis
    rb"captcha",
    rb"are you a robot\?",
    rb"access to this page has been denied",  # HUMAN
    rb"(?:please )?verify (?:that )?you are (?:a )?human\.?",
)
_SCRIPTS = (
    rb"captcha-delivery\.com",  # DataDome
    rb"_incapsula_resource",  # Imperva
    rb"awswaf\.com/[^\"'>]{0,200}/(?:challenge|captcha)\.js",  # AWS WAF
    rb"/_sec/cp_challenge/",  # Akamai
)
_IDS = (
    rb"px-captcha",  # HUMAN, formerly PerimeterX
    rb"anubis_challenge",
    rb"challenge-error-text",  # Cloudflare
    rb"sec-if-cpt-container",  # Akamai
)
_SIGNS = re.compile(
    rb"<title[^>]{0,100}>\s{0,100}(?:" + rb"|".join(_TITLES) + rb")\s{0,100}</title>"
    rb"|<(?:script|iframe)\b[^>]{0,300}(?:" + rb"|".join(_SCRIPTS) + rb")"
    rb"|<[a-z]{1,10} [^>]{0,200}\bid=[\"']?(?:" + rb"|".join(_IDS) + rb")\b"
    rb"|<script[^>]{0,300}>[^<]{0,500}\b_cf_chl_opt\b",  # Cloudflare
    re.IGNORECASE,
)
_HEADERS = {"cf-mitigated": ("challenge",), "x-amzn-waf-action": ("challenge", "captcha")}


def is_challenge(headers: Mapping[str, str], page: bytes) -> bool:
    """Whether a captcha or a challenge stands in place of the page.

    Args:
        headers: of the answer, in lower case.
        page: HTML.
    """
    if any(headers.get(name, "").lower() in values for name, values in _HEADERS.items()):
        return True
    return len(page) <= _LONGEST and _SIGNS.search(page) is not None
