"""The flags of `truth-eval check` as they were given."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckArguments:
    """What stands on the command line. None and empty: not given, so the settings hold."""

    paths: tuple[str, ...] = ()
    root: str | None = None
    exclude: tuple[str, ...] = ()
    docstrings: bool = False
    format: tuple[str, ...] = ()
    """Each `FORMAT` or `FORMAT:FILE`."""
    output: str | None = None
    fail_on: str | None = None
    fail_on_model: str | None = None
    fail_on_kind: tuple[str, ...] = ()
    """Each a kind, or several with commas."""
    min_confidence: str | None = None
    fail_under: str | None = None
    exit_zero: bool = False
    since: str | None = None
    report_unused_ignores: bool = False
    baseline: str | None = None
    update_baseline: bool = False
    fix: bool = False
    show_fixes: bool = False
    offline: bool = False
    panel: bool = False
    model: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    consensus: str | None = None
    threshold: str | None = None
    max_cost: str | None = None
    max_calls: str | None = None
    max_seconds: str | None = None
    dry_run: bool = False
    cache: str | None = None
    no_cache: bool = False
    trace: str | None = None
    stdin_filename: str | None = None
    quiet: bool = False
    verbose: bool = False
