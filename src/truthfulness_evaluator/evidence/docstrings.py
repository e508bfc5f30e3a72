"""Which lines of a Python file are docstrings."""

import ast


def docstring_lines(text: str) -> frozenset[int]:
    r"""The lines, counted from 1, of a Python file's docstrings; none where it cannot be parsed.

    Example:
        >>> sorted(docstring_lines('def f():\n    \"\"\"One.\n\n    Two.\"\"\"\n    return 1\n'))
        [2, 3, 4]
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.Module))
    bodies = (getattr(node, "body", []) for node in nodes)
    statements = [statement for body in bodies for statement in body]
    return frozenset(line for statement in statements if _is_string(statement) for line in _lines_of(statement))


def _is_string(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a string: a docstring, also one below an attribute."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _lines_of(statement: ast.stmt) -> range:
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
