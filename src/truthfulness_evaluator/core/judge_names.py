"""Judges that go by a name: in settings, on the command line and in Python."""

from collections.abc import Sequence

NLI = "nli"
"""The embedded judge."""
LARGER = f"{NLI}:"
"""What the names of larger models of its kind begin with: `nli:PATH_OR_NAME`."""
NONE = "none"
"""Stands for no judge at all."""
OF_PROJECTS = frozenset({NLI, NONE})
"""What a project's settings may name: neither reads a file of their choice nor calls a host."""


def judge_names(names: Sequence[str]) -> list[str]:
    """Names of judges as they were given; none of `none`.

    Raises:
        ValueError: there is no judge of that name, or `none` is one of several.

    Example:
        >>> judge_names(["nli"]), judge_names(["none"])
        (['nli'], [])
    """
    for name in names:
        larger = name.startswith(LARGER) and name.removeprefix(LARGER).strip()
        if name not in OF_PROJECTS and not larger:
            raise ValueError(f"there is no judge {name!r}; known are {NLI}, {LARGER}PATH_OR_NAME and {NONE}")
    if NONE in names and len(names) > 1:
        raise ValueError(f"{NONE} means that no judge is asked, and others are named, too")
    return [name for name in names if name != NONE]
