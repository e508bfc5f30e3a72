"""The frame of the page: its head with the rules for the browser, our own style and script, and nothing else."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.reporting.html.escape import shown


def shell(title: str, body: str) -> str:
    """The whole page.

    The browser is told to run no script and to apply no style but those of this package, which the page holds, and to
    load nothing.
    """
    style, script = asset("report.css"), asset("report.js")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="truth-eval {__version__}">\n'
        f"<title>{shown(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}<script>{script}</script>\n</body>\n</html>\n"
    )


@cache
def asset(name: str) -> str:
    """One of our own files that go into the page."""
    return (files("truthfulness_evaluator.reporting.html") / name).read_text(encoding="utf-8")


@cache
def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode('utf-8')).digest()).decode('ascii')}"
