"""Which licence a package has: by its manifests, and by the texts that lie beside them."""

import re

from truthfulness_evaluator.project.manifests.manifest import Manifest
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_NAMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (family, regex(pattern))
    for family, pattern in (
        ("MIT", r"\bMIT\b(?!-0|[ -]No[ -]Attribution)|\bExpat\b"),
        ("Apache", r"\bApache\b"),
        ("AGPL", r"\bAGPL|\bAffero\b"),
        ("LGPL", r"\bLGPL|\b(?:Lesser|LESSER|Library) (?:General|GENERAL)"),
        ("GPL", r"\bGPL|\b(?:GNU General|GNU GENERAL)\b"),
        ("MPL", r"\bMPL\b|\bMozilla Public\b"),
        ("BSD", r"(?<!0)(?<!Clause )\bBSD\b(?![ -]Zero)"),
        ("ISC", r"\bISC\b"),
        ("Unlicense", r"\bUnlicense\b|\bUNLICENSE\b"),
        ("Creative Commons", r"\bCC0?-|\bCC0\b|\bCC[ -]BY|\bCreative Commons\b"),
        ("another", r"\b(?:Zlib|WTFPL|Boost|BSL|EPL|EUPL|CDDL|Artistic|PSF|0BSD|MIT-0|No Attribution|Zero[ -]Clause"
                    r"|SSPL|Elastic|Proprietary|Commons Clause|Business Source|ZPL|CPAL|OFL|Blue ?Oak|MulanPSL|FSL"
                    r"|Functional Source)"),
    )
)  # fmt: skip
"""Families of licences by what they are called in sentences, manifests and SPDX expressions."""
_TEXTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("MIT", regex(r"Permission\s+is\s+hereby\s+granted,\s+free\s+of\s+charge")),
    ("Apache", regex(r"Apache License\s*,?\s+Version 2|Apache License")),
    ("BSD", regex(r"Redistribution\s+and\s+use\s+in\s+source\s+and\s+binary\s+forms")),
    ("ISC", regex(r"Permission\s+to\s+use,\s+copy,\s+modify,\s+and(?:/or)?\s+distribute")),
    ("Unlicense", regex(r"free and unencumbered software released into the public domain")),
)
"""What the texts of licences say that have no title of their own."""
_TITLED = frozenset({"AGPL", "LGPL", "GPL", "MPL", "Creative Commons", "another"})
_TITLE = 400
"""Characters of a file among which the title of a licence stands."""
_LONGEST = 100
"""Characters of a licence's name in a manifest; more is the text of one."""
_FILE = regex(r"^(?:licen[sc]e|copying|unlicense|notice)(?:s|[-_.][\w.-]+)?$", re.IGNORECASE)


def families(name: str) -> frozenset[str]:
    """The families of the licences that a name or SPDX expression holds.

    Example:
        >>> sorted(families("MIT OR Apache-2.0")), sorted(families("GNU Lesser General Public License"))
        (['Apache', 'MIT'], ['LGPL'])
    """
    return frozenset(family for family, pattern in _NAMES if pattern.search(name))


def declared(manifest: Manifest) -> tuple[frozenset[str], int | None]:
    """The families that a manifest states, by its licence or else its classifiers, with the line."""
    if manifest.licence and len(manifest.licence) <= _LONGEST:
        return families(manifest.licence), manifest.line_of("licence")
    stated = [(text, line) for text, line in manifest.classifiers if text.startswith("License ::")]
    found = frozenset(family for text, _ in stated for family in families(text.rpartition("::")[2]))
    return found, stated[0][1] if stated else None


def licence_files(tree: Tree, folder: str) -> tuple[str, ...]:
    """The files of a folder that hold licences and notices, with those of `LICENSES`."""
    places = (folder, f"{folder}/LICENSES" if folder else "LICENSES")
    return tuple(
        path
        for place in places
        for name in tree.children(place)
        if (place != folder or _FILE.match(name)) and tree.has(path := f"{place}/{name}" if place else name)
    )


def families_of_text(text: str) -> frozenset[str]:
    """The families of the licences whose text, or title, a file holds."""
    titled = families(text[:_TITLE]) & _TITLED
    return titled | frozenset(family for family, pattern in _TEXTS if pattern.search(text))
