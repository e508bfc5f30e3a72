"""Requirements as Python's packages write them (PEP 508), with what old files do beyond it."""

import re

from truthfulness_evaluator.project.manifests.manifest import Dependency, normal_name
from truthfulness_evaluator.text.patterns import regex

_REQUIREMENT = regex(
    r"""\s*(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)
    \s*(?:\[[^\]]*\])?
    \s*(?:@\s*(?P<url>[^\s;]+)|\(?(?P<specifier>(?:[=<>!~^][^;#()]*)?)\)?)
    \s*(?:;(?P<marker>.*))?""",
    re.VERBOSE,
)
_MARKER_OF_EXTRA = regex(r"""extra\s*==\s*['"]([\w.-]+)['"]""")


def parse_requirement(
    text: str, line: int, *, extra: str | None = None, optional: bool = False, group: bool = False
) -> Dependency | None:
    """A requirement as a dependency; None where it names no package.

    Example:
        >>> parse_requirement('Foo_Bar[x] >=1.2, <2; python_version < "3.11"', 7)  # doctest: +ELLIPSIS
        Dependency(name='foo-bar', name_written='Foo_Bar', specifier='>=1.2, <2', line=7, ... < "3.11"', ...)
    """
    match = _REQUIREMENT.fullmatch(text.strip())
    if match is None:
        return None
    marker = (match["marker"] or "").strip()
    of_extra = _MARKER_OF_EXTRA.search(marker)
    if of_extra is not None and extra is None:
        extra, optional = of_extra[1], True
    return Dependency(
        name=normal_name(match["name"]),
        name_written=match["name"],
        specifier=(match["specifier"] or "").strip().rstrip(",").rstrip(),
        line=line,
        extra=extra,
        optional=optional,
        group=group,
        marker=marker,
    )
