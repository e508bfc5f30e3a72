"""Reports and baselines that this program wrote: they quote what documents say, and vouch for nothing."""

import re

from truthfulness_evaluator.text.patterns import regex

SUFFIXES = (".json", ".jsonl", ".sarif", ".html", ".htm", ".xml", ".md", ".txt")
"""Of the files that reports are written to, in lower case."""
_LOOKED_AT = 3_000
"""Characters at the beginning of a file that show it."""
_BEGINNING = regex(
    r"""\s*(?:
        <!--[ ]truth-eval[ ]-->                                                     # markdown
      | <\?xml[^>]*>\s*<testsuites[ ]name="truth-eval"                              # junit
      | <!doctype[ ]html>(?s:.){0,2500}?<meta[ ]name="generator"[ ]content="truth-eval\b  # html
      | \{\s*"reports":\s*\[\s*(?:\]|\{\s*"claims":)                                # json
      | \{"id":[ ]"[0-9a-f]{12}",[ ]"document":                                     # jsonl
      | \{(?s:.){0,300}?"name":\s*"truth-eval"                                      # sarif, rdjson
      | \{\s*"tool":\s*"truthfulness-evaluator"                                     # a baseline
      | \[\s*\{\s*"description":\s*"(?:[^"\\]|\\.){0,2500}",\s*"check_name":        # gitlab
      | \S[^\n]*?:\d+:\d+:[ ](?:REFUTED|SUPPORTED|NOT_ENOUGH_INFO|UNVERIFIABLE)[ ]  # text
    )""",
    re.VERBOSE,
)


def is_own_report(text: str) -> bool:
    r"""Whether a file is a report of a run, or a baseline, by its beginning.

    Example:
        >>> is_own_report("README.md:3:1: REFUTED docs/a.md exists\n"), is_own_report("# A README\n")
        (True, False)
    """
    return _BEGINNING.match(text[:_LOOKED_AT]) is not None
