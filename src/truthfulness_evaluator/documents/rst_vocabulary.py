"""What directives are: those of docutils, Sphinx and widespread extensions.

A directive that is not listed has an argument, options, and a body of reStructuredText.
"""

ADMONITIONS = frozenset(
    [
        "admonition",
        "attention",
        "caution",
        "danger",
        "error",
        "hint",
        "important",
        "note",
        "seealso",
        "tip",
        "todo",
        "warning",
    ]
)
QUOTATIONS = frozenset(["epigraph", "highlights", "pull-quote"])
WITHOUT_ARGUMENT = (
    (ADMONITIONS - {"admonition"})
    | QUOTATIONS
    | frozenset(
        [
            "autosummary",
            "compound",
            "glossary",
            "hlist",
            "line-block",
            "math",
            "parsed-literal",
            "tabs",
            "toctree",
            "field-list",
        ]
    )
)
"""Directives whose content may begin in their first line."""
CHANGES = frozenset(["deprecated", "deprecated-removed", "versionadded", "versionchanged", "versionremoved"])
"""Directives whose argument is one word, a version, with text after it."""
PROSE_ARGUMENT = frozenset(
    [
        "admonition",
        "card",
        "centered",
        "csv-table",
        "dropdown",
        "grid-item-card",
        "list-table",
        "replace",
        "rubric",
        "sidebar",
        "tab",
        "tab-item",
        "table",
        "topic",
    ]
)
"""Directives whose argument is shown as text with inline marks."""
CODE_WITH_LANGUAGE = frozenset(["code", "code-block", "code-tab", "ipython", "prompt", "raw", "sourcecode"])
"""Directives whose body is code in the language that is the first word of their argument."""
CODE = {
    "aafig": "",
    "actdiag": "",
    "blockdiag": "",
    "command-output": "",
    "console": "console",
    "digraph": "dot",
    "ditaa": "",
    "doctest": "pycon",
    "exec": "python",
    "graph": "dot",
    "graphviz": "dot",
    "math": "latex",
    "mermaid": "mermaid",
    "nwdiag": "",
    "packetdiag": "",
    "parsed-literal": "",
    "plantuml": "plantuml",
    "plot": "python",
    "productionlist": "",
    "seqdiag": "",
    "testcleanup": "python",
    "testcode": "python",
    "testoutput": "",
    "testsetup": "python",
    "tikz": "latex",
    "uml": "plantuml",
}
"""Directives whose body is not read as reStructuredText, with the language it is in."""
ENTRIES = frozenset({"autosummary", "toctree"})
"""Directives whose body names something in each line."""
WITH_SECTIONS = frozenset({"ifconfig", "only"})
"""Directives in whose body sections may begin."""
