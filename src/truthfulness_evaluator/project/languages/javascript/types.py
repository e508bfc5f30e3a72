"""What TypeScript's types say of settings: the keys of an options type, and lists of values."""

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Choices, Setting, Value
from truthfulness_evaluator.project.languages.javascript.source import Source, first
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_SETTINGS = regex(r"(?:Options?|Opts|Config(?:uration)?s?|Settings?|Props|Defaults)(?:Base|Type|Input|Raw|V\d)?$")
"""How types are named whose keys users set."""
_DEFAULT = regex(r"@default(?:Value)?\s+(?P<value>[^\n]*)")
_FENCE = regex(r"^`{1,3}(?:\w+\s)?|`{1,3}$")
_PLAIN = regex(r"-?\d[\d_.]*|true|false|null|(?P<quote>[\"'])[^\"'\n]*(?P=quote)")
_PROPERTIES = frozenset({"property_signature", "method_signature"})
_FEWEST = 2
"""Values that make a list."""


@dataclass(slots=True)
class Types:
    """Reads the types of a file."""

    source: Source

    def settings(self, name: str, node: Node) -> Iterator[Setting]:
        """The keys of an options type, with what their comments say they are by default."""
        if not _SETTINGS.search(name):
            return
        for body in self._bodies(node):
            comment: Node | None = None
            for member in body.named_children:
                if member.type == "comment":
                    comment = member
                    continue
                key = self._key(member)
                if key is not None:
                    default = self._default(comment, member)
                    yield Setting(key, line_of(member), default, self._values(self._type(member)))
                comment = None

    def choices(self, name: str, node: Node) -> Iterator[Choices]:
        """The list of values that a type is, and those of its properties."""
        if node.type == "enum_declaration":
            yield from self._enum(name, node)
            return
        values = self._values(node.child_by_field_name("value"))
        if values is not None:
            yield Choices(name, line_of(node), values)
        for body in self._bodies(node):
            for member in body.named_children:
                key = self._key(member)
                values = self._values(self._type(member)) if key is not None else None
                if values is not None:
                    yield Choices(f"{name}.{key}", line_of(member), values)

    def _bodies(self, node: Node) -> Iterator[Node]:
        body = node.child_by_field_name("body") or node.child_by_field_name("value")
        waiting = [body] if body is not None else []
        while waiting:
            each = waiting.pop()
            if each.type in {"interface_body", "object_type"}:
                yield each
            elif each.type in {"intersection_type", "parenthesized_type"}:
                waiting.extend(each.named_children)

    def _key(self, member: Node) -> str | None:
        key = member.child_by_field_name("name") if member.type in _PROPERTIES else None
        if key is None:
            return None
        return self.source.text(key) if key.type == "property_identifier" else self.source.string(key)

    def _type(self, member: Node) -> Node | None:
        annotation = member.child_by_field_name("type")
        return first(annotation) if annotation is not None else None

    def _default(self, comment: Node | None, member: Node) -> Value | None:
        """`@default 8` of the comment right above a key."""
        if comment is None or comment.end_point[0] + 1 < member.start_point[0]:
            return None
        match = _DEFAULT.search(self.source.text(comment))
        if match is None:
            return None
        text = _FENCE.sub("", match["value"].removesuffix("*/").strip()).strip()
        if not _PLAIN.fullmatch(text):
            return Value(text[:200]) if text else None
        literal = f'"{text[1:-1]}"' if text[0] in "\"'" else text.replace("_", "")
        return Value(text, literal if "\\" not in literal else None)

    def _values(self, node: Node | None) -> tuple[str, ...] | None:
        """The strings that a union of strings alone consists of; what is left out or null does not count."""
        found: list[str] = []
        waiting = [node] if node is not None else []
        while waiting:
            each = waiting.pop()
            if each.type in {"union_type", "parenthesized_type"}:
                waiting.extend(reversed(each.named_children))
            elif each.type == "literal_type":
                inner = first(each)
                text = self.source.string(inner)
                if text is not None:
                    found.append(text)
                elif inner is not None and inner.type not in {"null", "undefined"}:
                    return None
            elif each.type != "comment" and self.source.text(each) not in {"undefined", "null"}:
                return None
        return tuple(dict.fromkeys(found)) if len(found) >= _FEWEST else None

    def _enum(self, name: str, node: Node) -> Iterator[Choices]:
        body = node.child_by_field_name("body")
        texts: list[str | None] = []
        names: list[str] = []
        for each in body.named_children if body is not None else ():
            if each.type == "enum_assignment":
                key = each.child_by_field_name("name")
                texts.append(self.source.string(each.child_by_field_name("value")))
            elif each.type in {"property_identifier", "string"}:
                key = each
            else:
                continue
            names.append(self.source.string(key) or self.source.text(key) if key is not None else "")
        given = [text for text in texts if text is not None]
        values = given if given and len(given) == len(names) else names
        if len(values) >= _FEWEST:
            yield Choices(name, line_of(node), tuple(values))
