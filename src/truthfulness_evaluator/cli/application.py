"""The Typer application of a command: all are alike."""

import typer


def application() -> typer.Typer:
    """An application without a command yet. Errors and help are plain: ours, and without a Markdown parser."""
    return typer.Typer(
        add_completion=False,
        # The rich help imports a Markdown parser, which costs more than the rest of the start.
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
