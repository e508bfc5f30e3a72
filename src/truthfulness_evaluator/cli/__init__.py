"""The command line: `truth-eval`. `main` starts it."""

from truthfulness_evaluator.cli.entry import main

__all__ = ["main"]
