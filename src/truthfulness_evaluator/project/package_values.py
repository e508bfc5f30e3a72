"""Values that are joined from texts and the package's own name and version when it is built."""

import json
import re

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.manifests.collection import Manifests
from truthfulness_evaluator.project.manifests.manifest import Manifest
from truthfulness_evaluator.text.patterns import regex

_JOINED = regex(r"concat!\s*\((?P<parts>.*)\)", re.DOTALL)
_PART = regex(r"\s*(?:\"(?P<text>[^\"\\]*)\"|env!\s*\(\s*\"CARGO_PKG_(?P<field>NAME|VERSION)\"\s*\))\s*(?:,|$)")


def with_package(value: Value, path: str, manifests: Manifests) -> Value:
    """The same value, told in full where it only lacks the name or version of the package that a file belongs to.

    Args:
        value: a value of Rust code; others are given back.
        path: the file that has it.
        manifests: the manifests of the project.
    """
    joined = _JOINED.fullmatch(value.source.strip()) if value.literal is None else None
    manifest = _manifest_of(path, manifests) if joined else None
    if joined is None or manifest is None:
        return value
    texts: list[str] = []
    at = 0
    while at < len(joined["parts"]):
        part = _PART.match(joined["parts"], at)
        if part is None:
            return value
        text = part["text"] if part["field"] is None else manifest.name if part["field"] == "NAME" else manifest.version
        if text is None:
            return value
        texts.append(text)
        at = part.end()
    return Value(value.source, json.dumps("".join(texts)))


def _manifest_of(path: str, manifests: Manifests) -> Manifest | None:
    """The closest manifest of a crate above a file."""
    above = [
        manifest
        for manifest in manifests.all
        if manifest.ecosystem == "cargo" and (not manifest.folder or path.startswith(manifest.folder + "/"))
    ]
    return max(above, key=lambda manifest: len(manifest.folder), default=None)
