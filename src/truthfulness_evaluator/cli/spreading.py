"""Options that take several values behind one another: `--sources papers/ notes.md`."""

from collections.abc import Sequence


def spread(arguments: Sequence[str], option: str) -> list[str]:
    """The arguments, an option repeated before each of its values. They end where another option, or `--`, begins.

    Example:
        >>> spread(["essay.md", "--sources", "papers", "notes.md", "--panel"], "--sources")
        ['essay.md', '--sources', 'papers', '--sources', 'notes.md', '--panel']
    """
    found: list[str] = []
    values = 0
    inside = False
    for index, argument in enumerate(arguments):
        if argument == "--":
            return [*found, *arguments[index:]]
        if argument.startswith("-") and argument != "-":
            inside, values = argument == option, 0
            found.append(argument)
        elif inside:
            found += [option] * bool(values)
            found.append(argument)
            values += 1
        else:
            found.append(argument)
    return found
