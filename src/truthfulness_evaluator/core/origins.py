"""From how many places independent of each other evidence comes. Pure."""

from collections.abc import Iterable

from truthfulness_evaluator.models import Evidence


def independent_origins(evidence: Iterable[Evidence]) -> int:
    """From how many origins passages of the web come: sites, each text counted once however many sites show it.

    Example:
        >>> independent_origins([])
        0
    """
    return len({each.page.site or each.page.url for each in evidence if each.page is not None})
