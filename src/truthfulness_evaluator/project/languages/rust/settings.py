"""Settings that a file's structs declare: what serde reads from a file of settings, with its defaults."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.project.declarations import Setting, Value
from truthfulness_evaluator.project.languages.rust.items import Field, Item, fields_of, inner_type
from truthfulness_evaluator.project.languages.rust.known import BY_TYPE, Known
from truthfulness_evaluator.project.languages.rust.naming import of_field
from truthfulness_evaluator.project.languages.rust.scan import closing, string_of, strings_in
from truthfulness_evaluator.project.languages.rust.values import value_of, written
from truthfulness_evaluator.text.patterns import regex

_NAMED = regex(r"(?:Config|Configuration|Settings?|Options?|Opts|Prefs|Preferences)(?:Toml|File|Raw|Wire|Layer)?s?$")
_FILE = regex(r"(?:^|[/_-])(?:config|configs|configuration|settings?|options|preferences|prefs)(?:[/_.-]|$)")
_SKIPS = ("skip", "skip_deserializing")
_OWN = ("serde", "config")
"""Attributes that tell how a field is read."""
_DEEPEST = 5
"""Structs in structs whose fields are given dotted keys."""
_MOST = 2000
"""Settings of one file at most: structs that refer to each other in many ways make ever more."""


@dataclass(frozen=True)
class SettingsReader:
    """Reads the settings of one file."""

    path: str
    known: Known

    def read(self) -> Iterator[Setting]:
        """The settings by their keys, dotted where a struct of the file stands in another one."""
        structs = {item.leaf: item for item in self.known.items.of_kind("struct_item") if self._is_read(item)}
        fields = {name: fields_of(self.known.items.tree, item.node) for name, item in structs.items()}
        inner = {
            inner_type(field.type) for name, own in fields.items() for field in own if inner_type(field.type) != name
        }
        chosen = [name for name, item in structs.items() if name not in inner and self._is_chosen(item, fields[name])]
        count = 0
        for name in chosen:
            for setting in self._of(name, "", structs, fields, (name,)):
                count += 1
                if count > _MOST:
                    return
                yield setting

    def _is_read(self, item: Item) -> bool:
        """Whether a struct is read from a file."""
        return any(name.endswith(("Deserialize", "OptionsMetadata")) for name in item.attributes.derives)

    def _is_chosen(self, item: Item, fields: Sequence[Field]) -> bool:
        """Whether a struct that is read holds settings, no data."""
        return bool(
            _NAMED.search(item.leaf)
            or _FILE.search(self.path)
            or any("option" in field.attributes.paths for field in fields)
        )

    def _of(
        self,
        name: str,
        prefix: str,
        structs: Mapping[str, Item],
        fields: Mapping[str, tuple[Field, ...]],
        above: tuple[str, ...],
    ) -> Iterator[Setting]:
        item = structs[name]
        rule = _rule(item)
        for field in fields[name]:
            if field.name.isdigit() or any(field.attributes.get(skip, *_OWN) for skip in _SKIPS):
                continue
            kind = inner_type(field.type)
            goes_on = kind in structs and kind not in above and len(above) < _DEEPEST
            if field.attributes.get("flatten", *_OWN):
                if goes_on:
                    yield from self._of(kind, prefix, structs, fields, (*above, kind))
                continue
            key = _key(field, rule)
            default, line = self._default(item, field)
            enum = self.known.enums.get(kind)
            values = [text for texts in enum.values.values() for text in texts] if enum and enum.is_list else []
            setting = Setting(prefix + key, line, default, tuple(dict.fromkeys(values)) or None)
            yield setting
            for alias in field.attributes.texts("alias", *_OWN):
                yield replace(setting, key=prefix + alias)
            if goes_on:
                between = "" if re.match(r"\s*(?:\w+::)*\w*Map\s*<", field.type) else f"{prefix}{key}."
                yield from self._of(kind, between, structs, fields, (*above, kind))

    def _default(self, item: Item, field: Field) -> tuple[Value | None, int]:
        """The default of a field, with the line that gives it."""
        told = field.attributes.get("default", "option", "setting")
        if told is not None and told.value is not None:
            text = string_of(told.value)
            return (written(text) if text is not None else value_of(told.value, self.known.names)), field.line
        own = field.attributes.get("default", "serde")
        if own is not None and own.value is not None:
            path = string_of(own.value) or ""
            line = self.known.line_of_function(path)
            value = self.known.returned_by(path)
            return (value if value is not None else Value(f"{path}()")), line or field.line
        given = self.known.structs.get(item.leaf, {}).get(field.name)
        if given is not None:
            return (self.known.of_type(field.type) if given.value is BY_TYPE else given.value or Value("?")), given.line
        if own is not None or (item.attributes.get("default", "serde") and "Default" in item.attributes.derives):
            return self.known.of_type(field.type), field.line
        return None, field.line


def _rule(item: Item) -> str | None:
    found = item.attributes.get("rename_all", *_OWN)
    texts = strings_in(found.value) if found is not None and found.value is not None else ()
    return texts[-1] if texts else None


def _key(field: Field, rule: str | None) -> str:
    found = field.attributes.get("rename", *_OWN)
    texts = strings_in(found.value) if found is not None and found.value is not None else ()
    return texts[-1] if texts else of_field(field.name, rule)


_CALL = ".unwrap_or("
_RECEIVER = regex(
    r"\b(?:settings?|config(?:uration)?|cfg|options?|opts|prefs|preferences)\s*\.\s*(?P<key>[a-z]\w*)"
    r"(?:\s*\.\s*(?:as_ref|as_deref|clone|copied|cloned)\(\))*\s*$"
)
_LONGEST_RECEIVER = 120
"""Characters before `unwrap_or` that are looked at."""


def unwrapped(text: str, known: Known) -> Iterator[Setting]:
    """What code takes for a setting that is not given: `settings.retries.unwrap_or(3)`."""
    at = text.find(_CALL)
    while at >= 0:
        match = _RECEIVER.search(text, max(0, at - _LONGEST_RECEIVER), at)
        end = at + len(_CALL)
        line = text.count("\n", 0, end) + 1 if match is not None else 0
        if match is not None and not known.items.in_tests(line):
            yield Setting(match["key"], line, value_of(text[end : closing(text, end - 1) - 1], known.names))
        at = text.find(_CALL, end)
