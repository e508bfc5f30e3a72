"""Enums as lists of values that users write: after the renames of serde, clap, strum or an own `from_str`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Choices
from truthfulness_evaluator.project.languages.rust.items import Item, Items, Variant, variants_of
from truthfulness_evaluator.project.languages.rust.naming import by_words, of_variant
from truthfulness_evaluator.project.languages.rust.scan import strings_in
from truthfulness_evaluator.text.patterns import regex

CLAP = ("value", "clap", "arg", "structopt", "command")
"""Attributes by which clap's derive macros are told about a variant or field."""
_SERDE = regex(r"Serialize$|Deserialize$|Serialize_enum_str")
_STRUM = frozenset(
    {"EnumString", "EnumIter", "Display", "EnumVariantNames", "VariantNames", "AsRefStr", "IntoStaticStr"}
)
_PARSERS = frozenset({"from_str", "parse", "try_from", "from", "deserialize"})
_ARM = regex(
    r'(?P<texts>"[^"\\\n]*"(?:\s*\|\s*"[^"\\\n]*")*)\s*=>\s*(?:\{\s*)?(?:return\s+)?(?:Ok\(|Some\()?'
    r"(?:(?:Self|\w+)::)(?P<variant>[A-Z]\w*)"
)
_REST = regex(r"(?:\n|,|\{|\})\s*(?:_|[a-z]\w*)\s*=>\s*(?P<what>[^\n]*(?:\n[^\n]*)?)")
_FAILS = regex(r"\bErr\b|\bbail!|\bNone\b|\banyhow!|\bunreachable!|\bpanic!|\berror\b|Error\b|\bunknown|\binvalid")


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum with its variants as users write them."""

    item: Item
    variants: tuple[Variant, ...]
    values: Mapping[str, tuple[str, ...]]
    """For each variant without fields what users write: its name first, then its aliases. Empty where users write
    nothing of it."""
    is_list: bool
    """Whether all that users may write is known."""
    default: str | None = None
    """The variant that is marked as the default."""


def read_enums(items: Items) -> dict[str, Enum]:
    """The enums of a file by their own names."""
    parsed = dict(_parsed(items))
    found: dict[str, Enum] = {}
    for item in items.of_kind("enum_item"):
        variants = tuple(variants_of(items.tree, item.node))
        found.setdefault(item.leaf, _enum(item, variants, parsed.get(item.leaf)))
    return found


def choices_of(enums: Mapping[str, Enum]) -> Iterator[Choices]:
    """The lists of values that enums are."""
    for enum in enums.values():
        values = tuple(dict.fromkeys(text for texts in enum.values.values() for text in texts))
        if enum.is_list and len(values) > 1:
            yield Choices(enum.item.name, enum.item.line, values)


def _enum(item: Item, variants: tuple[Variant, ...], parsed: "_Parsed | None") -> Enum:
    default = next((variant.name for variant in variants if "default" in variant.attributes.paths), None)
    namer = _namer(item)
    if parsed is not None:
        return Enum(item, variants, parsed.values, parsed.is_whole, default)
    if namer is None:
        return Enum(item, variants, {}, is_list=False, default=default)
    values = {variant.name: namer(variant) for variant in variants if not variant.fields}
    plain = all(not variant.fields and not _is_skipped(variant) for variant in variants)
    return Enum(item, variants, {name: texts for name, texts in values.items() if texts}, plain, default)


def _namer(item: Item) -> Callable[[Variant], tuple[str, ...]] | None:
    """How the variants of an enum are named for users; None where they are not."""
    derives = item.attributes.derives
    if "ValueEnum" in derives or "ArgEnum" in derives:
        rule = item.attributes.text("rename_all", "clap", "value") or "kebab-case"
        return lambda variant: _clap_names(variant, rule)
    if any(map(_SERDE.search, derives)):
        rule = item.attributes.text("rename_all", "serde")
        return lambda variant: _serde_names(variant, rule)
    if _STRUM & derives and "strum" in item.attributes.paths:
        rule = item.attributes.text("serialize_all", "strum")
        return lambda variant: _strum_names(variant, rule)
    return None


def _clap_names(variant: Variant, rule: str) -> tuple[str, ...]:
    attributes = variant.attributes
    if attributes.get("skip", *CLAP) is not None:
        return ()
    name = attributes.text("name", *CLAP) or by_words(variant.name, rule)
    return name, *attributes.texts("alias", *CLAP), *_listed(variant, "aliases")


def _listed(variant: Variant, name: str) -> tuple[str, ...]:
    found = variant.attributes.get(name, *CLAP)
    return strings_in(found.value) if found is not None and found.value is not None else ()


def _serde_names(variant: Variant, rule: str | None) -> tuple[str, ...]:
    attributes = variant.attributes
    if (
        attributes.get("skip", "serde")
        or attributes.get("skip_deserializing", "serde")
        or attributes.get("other", "serde")
    ):
        return ()
    renamed = attributes.get("rename", "serde")
    texts = strings_in(renamed.value) if renamed is not None and renamed.value is not None else ()
    return texts[-1] if texts else of_variant(variant.name, rule), *attributes.texts("alias", "serde")


def _strum_names(variant: Variant, rule: str | None) -> tuple[str, ...]:
    if variant.attributes.get("disabled", "strum") is not None:
        return ()
    told = variant.attributes.texts("serialize", "strum") or variant.attributes.texts("to_string", "strum")
    return told or (by_words(variant.name, rule) if rule else variant.name,)


def _is_skipped(variant: Variant) -> bool:
    return (
        variant.attributes.get("other", "serde") is not None or variant.attributes.get("untagged", "serde") is not None
    )


@dataclass(frozen=True, slots=True)
class _Parsed:
    values: Mapping[str, tuple[str, ...]]
    is_whole: bool


def _parsed(items: Items) -> Iterator[tuple[str, _Parsed]]:
    """What `FromStr` and the like of each type compare a text with."""
    for item in items.of_kind("function_item"):
        if item.leaf not in _PARSERS or not item.owner:
            continue
        text = items.tree.text_of(item.node)
        values: dict[str, tuple[str, ...]] = {}
        for match in _ARM.finditer(text):
            values[match["variant"]] = (*values.get(match["variant"], ()), *strings_in(match["texts"]))
        if not values:
            continue
        rest = _REST.findall(text)
        whole = text.count("match ") == 1 and len(rest) == 1 and bool(_FAILS.search(rest[0]))
        yield item.owner, _Parsed(values, whole)
