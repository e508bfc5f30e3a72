"""Command lines that are derived from types: `#[derive(Parser)]` of clap and structopt, with their subcommands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from truthfulness_evaluator.project.declarations import Command, Option
from truthfulness_evaluator.project.languages.rust.attributes import Attributes
from truthfulness_evaluator.project.languages.rust.clap_fields import OF_FIELDS, has_all_names, option_of
from truthfulness_evaluator.project.languages.rust.items import (
    Field,
    Item,
    Items,
    Variant,
    fields_of,
    inner_type,
    variants_of,
)
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.naming import by_words
from truthfulness_evaluator.project.languages.rust.scan import strings_in
from truthfulness_evaluator.project.languages.rust.symbols import imported_from

_PROGRAMS = frozenset({"Parser", "StructOpt", "Clap", "FromArgs"})
_DERIVES = _PROGRAMS | {"Args", "Subcommand"}
_OWN_CRATE = ("crate", "self", "super")
_PASSES_ON = ("trailing_var_arg", "allow_hyphen_values", "allow_external_subcommands", "external_subcommand")


@dataclass(frozen=True)
class Derived:
    """The command line that the types of one file make."""

    items: Items
    known: Known
    crate: str = ""
    """The crate that the file belongs to."""
    options: list[Option] = field(default_factory=list[Option])
    commands: list[Command] = field(default_factory=list[Command])
    _closed: dict[str, tuple[bool, frozenset[str]]] = field(default_factory=dict[str, tuple[bool, frozenset[str]]])
    """For structs that were asked for: whether they are closed, and what they borrow."""

    def read(self) -> None:
        """Fill the lists."""
        if not self._types:
            return
        for item in self._types.values():
            if item.kind == "enum_item":
                self._enum(item)
            elif item.leaf in self._roots:
                self._program(item)
        for name, own in self._fields.items():
            self._options_of(own, self._rule(self._types[name]), self._owner_of(name))

    @cached_property
    def _imports(self) -> Mapping[str, str]:
        """What the file uses, by local names."""
        return imported_from(self.items)

    @cached_property
    def _types(self) -> dict[str, Item]:
        return {
            item.leaf: item
            for item in self.items.all
            if item.kind in ("struct_item", "enum_item") and _DERIVES & item.attributes.derives
        }

    @cached_property
    def _fields(self) -> dict[str, tuple[Field, ...]]:
        return {
            name: fields_of(self.items.tree, item.node)
            for name, item in self._types.items()
            if item.kind == "struct_item"
        }

    @cached_property
    def _variants(self) -> dict[str, tuple[Variant, ...]]:
        return {
            name: tuple(variants_of(self.items.tree, item.node))
            for name, item in self._types.items()
            if item.kind == "enum_item"
        }

    @cached_property
    def _flattened(self) -> frozenset[str]:
        """Types whose options others take over."""
        fields = (field for own in self._all_fields() for field in own)
        return frozenset(inner_type(field.type) for field in fields if _says(field.attributes, "flatten"))

    @cached_property
    def _inside(self) -> frozenset[str]:
        """Types that are parts of others."""
        fields = (field for own in self._all_fields() for field in own)
        return frozenset(
            inner_type(field.type)
            for field in fields
            if _says(field.attributes, "flatten") or _says(field.attributes, "subcommand")
        ) | {
            inner_type(variant.fields[0].type)
            for variants in self._variants.values()
            for variant in variants
            if variant.is_tuple and variant.fields
        }

    @cached_property
    def _roots(self) -> frozenset[str]:
        """Types that are programs of their own."""
        return frozenset(
            name
            for name, item in self._types.items()
            if _PROGRAMS & item.attributes.derives and name not in self._inside
        )

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """For each enum of subcommands: what holds them, by owners."""
        found: dict[str, list[str]] = {}
        for name, own in self._fields.items():
            for each in own:
                if _says(each.attributes, "subcommand"):
                    found.setdefault(inner_type(each.type), []).append(name)
        for name, variants in self._variants.items():
            if name in self._roots:
                found.setdefault(name, []).append(name)
            for variant in variants:
                inner = _payload(variant)
                if inner in self._variants and not _says(variant.attributes, "flatten"):
                    found.setdefault(inner, []).append(inner)
        return {name: tuple(dict.fromkeys(owners)) for name, owners in found.items()}

    def _all_fields(self) -> Iterator[tuple[Field, ...]]:
        yield from self._fields.values()
        for variants in self._variants.values():
            yield from (variant.fields for variant in variants if not variant.is_tuple)

    def _owner_of(self, name: str) -> str | None:
        """What the options of a struct belong to; None where that may be several commands."""
        return name if name not in self._flattened and any(c.owner == name for c in self.commands) else None

    def _program(self, item: Item) -> None:
        name = item.attributes.text("bin_name", *OF_FIELDS) or item.attributes.text("name", *OF_FIELDS) or ""
        is_name = name.islower() and " " not in name
        fields = [each for each in self._fields.get(item.leaf, ()) if not _says(each.attributes, "subcommand")]
        borrowed: set[str] = set()
        exact = item.kind == "struct_item" and self._are_closed(fields, (item.leaf,), borrowed)
        closed = self._is_closed(item.leaf, (), borrowed)
        self.commands.append(
            Command(
                name if is_name else "",
                item.line,
                owner=item.leaf,
                program=True,
                closed=closed and self._are_of_crate(borrowed),
                exact=exact or closed,
                borrowed=tuple(sorted(borrowed)),
            )
        )

    def _are_of_crate(self, paths: Iterable[str]) -> bool:
        return all(path.partition("::")[0] in (*_OWN_CRATE, self.crate or "crate") for path in paths)

    def _enum(self, item: Item) -> None:
        name = item.leaf
        if name in self._roots:
            self._program(item)
        rule = self._rule(item)
        groups = self._groups_of(name, ())
        for variant in self._variants[name]:
            if _says(variant.attributes, "flatten") or _says(variant.attributes, "external_subcommand"):
                continue
            own = f"{item.name}.{variant.name}"
            inner = _payload(variant)
            owner = inner if inner in self._types else own
            borrowed: set[str] = set()
            closed = self._is_variant_closed(variant, inner, borrowed)
            for group in groups or (None,):
                self.commands.append(
                    Command(
                        variant.attributes.text("name", *OF_FIELDS) or by_words(variant.name, rule),
                        variant.line,
                        aliases=_aliases(variant.attributes),
                        owner=owner,
                        hidden=_says(variant.attributes, "hide") or _says(variant.attributes, "hidden"),
                        closed=closed and self._are_of_crate(borrowed),
                        group=group,
                        exact=closed,
                        borrowed=tuple(sorted(borrowed)),
                    )
                )
            if not variant.is_tuple:
                told = variant.attributes.text("rename_all", *OF_FIELDS)
                self._options_of(variant.fields, told or "kebab-case", own)

    def _groups_of(self, name: str, seen: tuple[str, ...]) -> tuple[str, ...]:
        """What holds the variants of an enum, also where another enum takes them over."""
        found = list(self._groups.get(name, ()))
        for other, variants in self._variants.items():
            takes_over = any(_payload(v) == name and _says(v.attributes, "flatten") for v in variants)
            if takes_over and other not in seen:
                found.extend(self._groups_of(other, (*seen, name)))
        return tuple(dict.fromkeys(found))

    def _rule(self, item: Item) -> str:
        return item.attributes.text("rename_all", *OF_FIELDS) or "kebab-case"

    def _options_of(self, fields: Iterable[Field], rule: str, owner: str | None) -> None:
        for each in fields:
            if _says(each.attributes, "flatten") or _says(each.attributes, "subcommand") or each.name.isdigit():
                continue
            option = option_of(each, rule, self.known, owner)
            if option is not None:
                self.options.append(option)

    def _is_variant_closed(self, variant: Variant, inner: str | None, borrowed: set[str]) -> bool:
        if any(_says(variant.attributes, name) for name in _PASSES_ON):
            return False
        if inner is None:
            return self._are_closed(variant.fields, (), borrowed)
        return self._is_closed(inner, (), borrowed)

    def _is_closed(self, name: str, seen: tuple[str, ...], borrowed: set[str]) -> bool:
        """Whether the options of a type are all seen here, or in another file: then its path is added to `borrowed`."""
        if name in seen:
            return True
        if name not in self._types:
            path = self._imports.get(name, "")
            if "::" in path:
                borrowed.add(path)
            return name == "" or "::" in path
        item = self._types[name]
        if any(_says(item.attributes, passes) for passes in _PASSES_ON):
            return False
        if item.kind == "enum_item":
            return not any(_says(v.attributes, "external_subcommand") for v in self._variants[name])
        if name not in self._closed:
            own: set[str] = set()
            self._closed[name] = self._are_closed(self._fields[name], (*seen, name), own), frozenset(own)
        closed, own_borrowed = self._closed[name]
        borrowed.update(own_borrowed)
        return closed

    def _are_closed(self, fields: Iterable[Field], seen: tuple[str, ...], borrowed: set[str]) -> bool:
        for each in fields:
            if any(_says(each.attributes, passes) for passes in _PASSES_ON):
                return False
            if _says(each.attributes, "flatten") and not self._is_closed(inner_type(each.type), seen, borrowed):
                return False
            if _says(each.attributes, "subcommand"):
                inner = inner_type(each.type)
                if inner in self._types and not self._is_closed(inner, seen, borrowed):
                    return False
            elif not has_all_names(each, self.known):
                return False
        return True


def _payload(variant: Variant) -> str | None:
    """The one type that a variant holds."""
    return inner_type(variant.fields[0].type) if variant.is_tuple and len(variant.fields) == 1 else None


def _says(attributes: Attributes, name: str) -> bool:
    found = attributes.get(name, *OF_FIELDS)
    return found is not None and found.value != "false"


def _aliases(attributes: Attributes) -> tuple[str, ...]:
    found = (a for a in attributes.arguments(*OF_FIELDS) if "alias" in a.name and a.value is not None)
    return tuple(dict.fromkeys(text for argument in found for text in strings_in(argument.value or "")))
