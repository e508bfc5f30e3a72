"""Expressions as the values that users write."""

import json
import re
from collections.abc import Mapping
from typing import TypeAlias

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.rust.scan import closing, split, string_of
from truthfulness_evaluator.text.patterns import regex

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

_LONGEST_SOURCE = 200
"""Characters of an expression that are kept as its source."""
_DEEPEST = 8
"""Expressions inside of expressions that are taken apart."""
_NUMBER = regex(
    r"(?P<number>-?(?:0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.(?:\d[\d_]*)?)?(?:e-?\d+)?))"
    r"_?(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))?"
)
_PRODUCT = regex(r"[\d_]+(?:[iu]\w+)?(?:\s*(?:\*|<<)\s*[\d_]+(?:[iu]\w+)?)+")
_TAIL = regex(
    r"\s*\.\s*(?:to_string|to_owned|into|to_vec|unwrap|expect|as_str|as_ref|clone|into_iter|collect|try_into|to_path_buf"
    r"|as_deref|into_boxed_str)\s*(?:::<[^()]*>)?\s*\((?:\"[^\"]*\")?\)$"
)
_WRAPPER = regex(
    r"(?:(?:\w+::)*(?:Some|Ok|Borrowed|Owned)|(?:\w+::)*(?:String|PathBuf|OsString|Box|Arc|Rc|Cow|Cell|RefCell|Duration"
    r"|NonZero\w*)(?:::<[^()]*>)?::(?:from|new|new_unchecked|from_str|from_secs|from_millis|from_micros|from_nanos"
    r"|from_secs_f64|from_secs_f32|from_mins|from_hours))\s*\("
)
_JOINED = regex(r"(?:\w+::)*concat(?:cp|_str)?!\s*\(")
_EMPTY = regex(
    r"(?:\w+::)*(?P<type>String|PathBuf|OsString|Vec|VecDeque|HashSet|BTreeSet|IndexSet|FxHashSet|HashMap|BTreeMap"
    r"|IndexMap|FxHashMap|Map)(?:::<[^()]*>)?::(?:new|default)\(\)"
)
_EMPTY_LISTS = frozenset({"Vec", "VecDeque", "HashSet", "BTreeSet", "IndexSet", "FxHashSet"})
_PATH = regex(r"(?:(?:r#)?\w+::)*(?:r#)?[A-Za-z_]\w*")
_DEFAULT_CALL = regex(r"(?P<type>(?:\w+::)*[A-Z]\w*)(?:::<[^()]*>)?::default\(\)")
_MINUTES = {"from_mins": 60, "from_hours": 3600}


def value_of(source: str, names: Mapping[str, Value], owner: str = "") -> Value:
    """What an expression comes to.

    A path is given as a dotted name of its last two parts, to be looked up: `Self::Fast` is `Mode.Fast`, and
    `Mode::default()` is `Mode.default`.

    Args:
        source: the expression.
        names: constants, variants and default functions of the file by such names.
        owner: the type that `Self` stands for.

    Example:
        >>> value_of("Some(Duration::from_millis(250))", {}).literal, value_of("Mode::Fast", {}).name
        ('250', 'Mode.Fast')
    """
    source = source.strip()
    kept = " ".join(source.split())[:_LONGEST_SOURCE]
    known, value = _literal(source, names, owner, _DEEPEST)
    if known:
        return Value(kept, json.dumps(value, ensure_ascii=False))
    name = _name(source, owner)
    behind = names.get(name) if name is not None else None
    return Value(kept, None, behind.name if behind is not None and behind.name is not None else name)


def written(text: str) -> Value:
    """A value that an attribute gives as text, in the syntax of a settings file.

    Example:
        >>> written("88").literal, written('"py39"').literal, written("see below").literal
        ('88', '"py39"', None)
    """
    try:
        value: Json = json.loads(text)
    except ValueError:
        return Value(text[:_LONGEST_SOURCE], json.dumps(text[1:-1]) if re.fullmatch(r"'[^'\n]*'", text) else None)
    return Value(text[:_LONGEST_SOURCE], json.dumps(value, ensure_ascii=False))


def default_of_type(kind: str, names: Mapping[str, Value]) -> Value | None:
    """What `Default::default()` gives for a type; None where it is not known."""
    bare = re.sub(r"^&(?:'\w+\s+)?(?:mut\s+)?", "", kind.strip())
    outer = re.match(r"(?:\w+::)*(\w+)", bare)
    name = outer[1] if outer else ""
    if name == "bool":
        return Value("false", "false")
    if re.fullmatch(r"[iu](?:8|16|32|64|128|size)|f32|f64", name):
        return Value("0", "0")
    if name in {"String", "str", "PathBuf", "OsString"}:
        return Value('""', '""')
    if name == "Option":
        return Value("None", "null")
    if name in _EMPTY_LISTS:
        return Value("[]", "[]")
    if name in {"HashMap", "BTreeMap", "IndexMap", "FxHashMap"}:
        return Value("{}", "{}")
    if not name[:1].isupper():
        return None
    return names.get(f"{name}.default") or Value(f"{name}::default()", None, f"{name}.default")


def _literal(source: str, names: Mapping[str, Value], owner: str, deepest: int) -> tuple[bool, Json]:
    """Whether an expression is known, and what it comes to."""
    if not deepest:
        return False, None
    source = source.strip().removeprefix("&").strip()
    while match := _TAIL.search(source):
        source = source[: match.start()].strip()
    text = string_of(source)
    if text is not None:
        return True, text
    if (match := _NUMBER.fullmatch(source)) is not None:
        return True, _number(match["number"])
    if source in ("true", "false", "None"):
        return True, None if source == "None" else source == "true"
    if _PRODUCT.fullmatch(source):
        return True, _product(source)
    if (match := _EMPTY.fullmatch(source)) is not None:
        return True, _empty(match["type"])
    if (match := _JOINED.match(source)) and closing(source, match.end() - 1) == len(source):
        return _joined(source[match.end() : -1], names, owner, deepest)
    inner = _inside_of(source)
    if inner is not None:
        return _literal(inner, names, owner, deepest - 1)
    if (match := _WRAPPER.match(source)) and closing(source, match.end() - 1) == len(source):
        known, value = _literal(source[match.end() : -1], names, owner, deepest - 1)
        factor = next((factor for call, factor in _MINUTES.items() if call in match[0]), 1)
        return known, value * factor if isinstance(value, int) and factor > 1 else value
    if (match := re.match(r"(?:vec!\s*)?\[", source)) and closing(source, match.end() - 1) == len(source):
        return _list(source[match.end() : -1], names, owner, deepest)
    name = _name(source, owner)
    found = names.get(name) if name is not None else None
    if found is None or found.literal is None:
        return False, None
    return True, json.loads(found.literal)


def _joined(inside: str, names: Mapping[str, Value], owner: str, deepest: int) -> tuple[bool, Json]:
    """What a macro joins to one text."""
    parts = [_literal(part, names, owner, deepest - 1) for part in split(inside)]
    if not parts or not all(known and isinstance(value, str | int) for known, value in parts):
        return False, None
    return True, "".join(str(value) for _, value in parts)


def _inside_of(source: str) -> str | None:
    """What stands in brackets that hold the whole expression; None where they do not."""
    if source[:1] in ("(", "{") and closing(source, 0) == len(source):
        inner = source[1:-1]
        return None if ";" in inner or len(split(inner)) != 1 else inner
    return None


def _list(inside: str, names: Mapping[str, Value], owner: str, deepest: int) -> tuple[bool, Json]:
    items: list[Json] = []
    if ";" in inside and len(split(inside)) == 1 and string_of(inside.strip()) is None:
        return False, None  # `[0; 16]`
    for part in split(inside):
        known, value = _literal(part, names, owner, deepest - 1)
        if not known:
            return False, None
        items.append(value)
    return True, items


def _name(source: str, owner: str) -> str | None:
    """The dotted name by which a path is looked up; None where an expression is no path."""
    source = source.strip().removeprefix("&").strip()
    while match := _TAIL.search(source):
        source = source[: match.start()].strip()
    if (match := _JOINED.match(source)) and closing(source, match.end() - 1) == len(source):
        source = source[match.end() : -1].strip()
    call = _DEFAULT_CALL.fullmatch(source)
    parts = f"{call['type']}::default".split("::") if call else source.split("::")
    if call is None and not _PATH.fullmatch(source):
        return None
    if len(parts) == 1 and not parts[0].isupper():
        return None  # a variable
    if "Self" in parts:
        parts = [owner if part == "Self" else part for part in parts]
    tail = parts[-2:] if len(parts) > 1 and parts[-2][:1].isupper() and not parts[-2].isupper() else parts[-1:]
    return ".".join(tail) if all(tail) else None


def _number(text: str) -> int | float:
    plain = text.replace("_", "")
    if re.match(r"-?0[xbo]", plain):
        return int(plain, 0)
    return float(plain) if "." in plain or "e" in plain else int(plain)


def _product(source: str) -> int:
    result = 0
    operator = ""
    for match in re.finditer(r"(\*|<<)|(\d[\d_]*)(?:[iu]\w+)?", source):
        if match[1]:
            operator = match[1]
            continue
        number = int(match[2].replace("_", ""))
        if operator == "<<":
            result <<= min(number, 64)
        else:
            result = result * number if operator else number
    return result


def _empty(kind: str) -> Json:
    if kind in _EMPTY_LISTS:
        return []
    return "" if kind in {"String", "PathBuf", "OsString"} else {}
