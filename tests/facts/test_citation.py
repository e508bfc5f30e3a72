"""The version and the licence in a citation file."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds import citation, package_metadata

MANIFEST = '[project]\nname = "app"\nversion = "{}"\nlicense = "MIT"\n'
MIT = (
    "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software "
    'and associated documentation files (the "Software"), to deal in the Software without restriction\n'
)


@pytest.mark.parametrize(
    ("version", "text", "rows"),
    [
        pytest.param("1.4.0", "version: 1.4.0", [("version = 1.4.0", "yes", None)], id="the same"),
        pytest.param("1.4.0", "version: v1.4", [("version = v1.4", "yes", None)], id="shorter"),
        pytest.param("1.4.0", "version: 1.3.2", [("version = 1.3.2", "no", "1.4.0")], id="left behind"),
        pytest.param("1.4.0", "version: 1.5.0", [("version = 1.5.0", "?", None)], id="ahead"),
        pytest.param("1.5.0.dev1", "version: 1.4.0", [("version = 1.4.0", "?", None)], id="not released"),
        pytest.param("1.4.0", "version: 2", [("version = 2", "?", None)], id="one number"),
        pytest.param("1.4.0", "version: main", [("version = main", "?", None)], id="no version"),
        pytest.param("1.4.0", "cff-version: 1.2.0", [], id="of the format"),
    ],
)
def test_versions(check: Check, version: str, text: str, rows: list[Row]) -> None:
    assert check(citation.KIND, text + "\n", {"pyproject.toml": MANIFEST.format(version)}, name="CITATION.cff") == rows


def test_without_a_manifest_there_is_no_claim(check: Check) -> None:
    assert check(citation.KIND, "version: 1.0\n", {"README.md": "x"}, name="CITATION.cff") == []


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("license: MIT", [("licence = MIT", "yes", None)]),
        ("license: Apache-2.0", [("licence = Apache", "no", None)]),
        ("license:\n  - MIT\n  - Apache-2.0", [("licence = MIT", "yes", None), ("licence = Apache", "no", None)]),
        ("title: MIT", []),
    ],
)
def test_licences(check: Check, text: str, rows: list[Row]) -> None:
    files = {"pyproject.toml": MANIFEST.format("1"), "LICENSE": MIT}
    assert check(package_metadata.KIND, text + "\n", files, name="CITATION.cff") == rows
