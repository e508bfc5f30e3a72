"""Options that take several values behind one another: `--sources papers/ notes.md`."""

from collections.abc import Sequence

_SPREAD = "--sources"


def spread(arguments: Sequence[str]) -> list[str]:
    """The arguments, the option repeated before each of its values. They end where another option, or `--`, begins.

    Example:
        >>> spread(["essay.md", "--sources", "papers", "notes.md", "--panel"])
        ['essay.md', '--sources', 'papers', '--sources', 'notes.md', '--panel']
    """
    found: list[str] = []
    values = 0
    inside = False
    for index, argument in enumerate(arguments):
        if argument == "--":
            return [*found, *arguments[index:]]
        if argument.startswith("-") and argument != "-":
            inside, values = argument == _SPREAD, 0
            found.append(argument)
        elif inside:
            found += [_SPREAD] * bool(values)
            found.append(argument)
            values += 1
        else:
            found.append(argument)
    return found
