"""Parameters that the description of a class names: those of its constructor, or of something else."""

import re

from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Definition
from truthfulness_evaluator.project.project import Project


def why_of_class(function: Definition | None, name: str, project: Project) -> str | None:
    """Why what the description of a class calls a parameter may be none of its own constructor; None where it must.

    Descriptions of classes list attributes as parameters, too, and call those of a constructor that all subclasses
    share by what they are for.
    """
    if function is None or function.symbol is None or function.symbol.kind is not SymbolKind.CLASS:
        return None
    resolve, dotted = project.code.resolve, function.dotted
    text = project.tree.text(function.location.path or "") or ""
    is_set = re.search(rf"\b(?:self|cls)\.{re.escape(name)}\b", text) is not None
    if is_set or resolve(f"{dotted}.{name}").definition is not None:
        return f"{dotted} has an attribute {name}"
    maker = resolve(f"{dotted}.__init__").definition
    if maker is not None and not maker.dotted.startswith(f"{dotted}."):
        return f"{dotted} has the constructor of another class"
    return None
