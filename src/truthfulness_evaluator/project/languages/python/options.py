"""Options as calls declare them: `add_argument("-w", "--workers", type=int, default=4)` and its kin."""

import ast
from collections.abc import Sequence

from truthfulness_evaluator.project.declarations import Option
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.values import is_true, keyword, last_name, text_of
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"--?[^\W_][\w.:+-]*|-[?#@]")
"""What users type; not `-`, `--`, `->`, `-- text`."""
_FLAG_ACTIONS = frozenset({"store_true", "store_false", "store_const", "append_const", "count", "help", "version"})
_SUPPRESSED = frozenset({"SUPPRESS", "SUPPRESS_HELP"})


def is_option_name(text: str) -> bool:
    """Whether a string is an option as users type it.

    Example:
        >>> is_option_name("--max-workers"), is_option_name("-x/-X"), is_option_name("- item")
        (True, False, False)
    """
    return _NAME.fullmatch(text) is not None


def split_names(texts: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """The names of an option, and whether a second form switches it off (click's `--shout/--no-shout`)."""
    names: list[str] = []
    paired = False
    for text in texts:
        first, slash, second = text.partition("/")
        if slash and is_option_name(second.strip()) and (not first.strip() or is_option_name(first.strip())):
            paired = True
            names.extend(part.strip() for part in (first, second) if part.strip())
        elif is_option_name(text):
            names.append(text)
    return tuple(dict.fromkeys(names)), paired


def leading_texts(arguments: Sequence[ast.expr]) -> tuple[str, ...]:
    """The string literals that a call's arguments begin with."""
    texts: list[str] = []
    for argument in arguments:
        text = text_of(argument)
        if text is None:
            break
        texts.append(text)
    return tuple(texts)


def dest_of(names: Sequence[str]) -> str | None:
    """The variable that argparse and click make of names: the first long one, else the first.

    Example:
        >>> dest_of(("-w", "--max-workers"))
        'max_workers'
    """
    long = [name for name in names if name.startswith("--")]
    chosen = (long or list(names))[:1]
    return chosen[0].lstrip("-").replace("-", "_") if chosen else None


def read_option(call: ast.Call, names: Sequence[str], context: Context) -> Option:
    """An option or positional from the keyword arguments that argparse, optparse and their kin share."""
    texts, paired = split_names(names)
    action = keyword(call, "action")
    kind = text_of(action) or (last_name(action) if action is not None else "")
    negatable = kind == "BooleanOptionalAction"
    default = keyword(call, "default")
    if default is not None and last_name(default) in _SUPPRESSED:
        default = None
    dest = text_of(keyword(call, "dest"))
    if dest is None and texts:
        dest = dest_of(texts)
    return Option(
        texts or tuple(names[:1]),
        call.lineno,
        dest,
        context.value(default),
        choices_of(call, context),
        paired or negatable or is_flag_call(call, kind),
        negatable,
        is_hidden(call),
        env=environment_of(call, context),
    )


def is_flag_call(call: ast.Call, action: str) -> bool:
    """Whether an option takes no value."""
    if action in _FLAG_ACTIONS:
        return True
    if any(is_true(keyword(call, name)) for name in ("is_flag", "count")):
        return True
    arguments = keyword(call, "nargs")
    if isinstance(arguments, ast.Constant) and arguments.value == 0:
        return True
    if action == "callback":
        return all(keyword(call, name) is None for name in ("type", "nargs"))
    return False


def is_hidden(call: ast.Call) -> bool:
    """Whether help does not show it, or it is marked as deprecated."""
    shown = keyword(call, "help")
    if shown is not None and (last_name(shown) in _SUPPRESSED or text_of(shown) == "==SUPPRESS=="):
        return True
    deprecated = keyword(call, "deprecated")
    return is_true(keyword(call, "hidden")) or is_true(deprecated) or bool(text_of(deprecated))


def choices_of(call: ast.Call, context: Context) -> tuple[str, ...] | None:
    """The values that an option accepts: `choices=[...]`, `type=click.Choice([...])`."""
    choices = keyword(call, "choices")
    if choices is None:
        given = keyword(call, "type")
        if not isinstance(given, ast.Call) or last_name(given.func) != "Choice" or not given.args:
            return None
        choices = given.args[0]
    return context.texts(choices)


def environment_of(call: ast.Call, context: Context) -> tuple[str, ...]:
    """The environment variables that set an option."""
    for name in ("envvar", "env_var"):
        value = keyword(call, name)
        if value is not None:
            text = context.text(value)
            return (text,) if text else context.texts(value) or ()
    return ()
