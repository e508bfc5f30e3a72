from itertools import pairwise

import pytest

from truthfulness_evaluator.text.versions import (
    Floor,
    Style,
    Version,
    allows,
    floor_of,
    parse_version,
    ranges_of,
    same_floor,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", Version((3,))),
        ("3.9", Version((3, 9))),
        (" 3.9.0 ", Version((3, 9, 0))),
        ("v1.22.3", Version((1, 22, 3))),
        ("go1.22", Version((1, 22))),
        ("3.x", Version((3,), wildcard=True)),
        ("3.8.*", Version((3, 8), wildcard=True)),
        ("16.x.x", Version((16,), wildcard=True)),
        ("3.8+", Version((3, 8), plus=True)),
        ("1.2.3rc1", Version((1, 2, 3), "rc1")),
        ("1.0.0-beta.2", Version((1, 0, 0), "b2")),
        ("1.0-alpha", Version((1, 0), "a0")),
        ("1.0.post3", Version((1, 0), ".post3")),
        ("2.0.dev4", Version((2, 0), ".dev4")),
        ("1.0-SNAPSHOT", Version((1, 0), "-snapshot")),
        ("1.4.0-next.3", Version((1, 4, 0), "-next.3")),
        ("1.2.3+build5", Version((1, 2, 3))),
    ],
)
def test_parse_version(text: str, expected: Version) -> None:
    got = parse_version(text)
    assert got is not None
    assert (got.release, got.suffix, got.wildcard, got.plus) == (
        expected.release,
        expected.suffix,
        expected.wildcard,
        expected.plus,
    )


@pytest.mark.parametrize(
    "text", ["", "latest", "3rd", "2D", "5MB", "3.x-beta", "3.8 or later", "lts/*", "1..2", ">=3", "a1.2", "1.2.3."]
)
def test_no_version(text: str) -> None:
    assert parse_version(text) is None


def test_versions_in_order() -> None:
    texts = [
        "1.0.dev1",
        "1.0-canary",
        "1.0a1.dev2",
        "1.0a1",
        "1.0b1",
        "1.0rc1",
        "1.0rc2",
        "1.0",
        "1.0.post1",
        "1.0.1",
        "1.9",
        "1.10",
    ]
    versions = [parse_version(text) for text in texts]
    assert all(a is not None and b is not None and a < b for a, b in pairwise(versions))


@pytest.mark.parametrize(("left", "right"), [("3.9", "3.9.0"), ("v1", "1.0.0"), ("1.0-rc1", "1.0rc1")])
def test_equal_versions(left: str, right: str) -> None:
    a, b = parse_version(left), parse_version(right)
    assert a == b
    assert hash(a) == hash(b)


def test_a_version_equals_nothing_else() -> None:
    assert Version((3,)) != "3"


@pytest.mark.parametrize(
    ("specifier", "style", "expected"),
    [
        (">=3.9", "pep440", ">=3.9"),
        (">= 3.9", "pep440", ">=3.9"),
        (">=3.9,<4", "pep440", ">=3.9"),
        ("<4,>=3.9", "pep440", ">=3.9"),
        (">=3.9, <4.0", "pep440", ">=3.9"),
        (">3.8", "pep440", ">3.8"),
        ("~=3.8", "pep440", ">=3.8"),
        ("~=3.8.1", "pep440", ">=3.8.1"),
        ("==3.9.*", "pep440", ">=3.9"),
        ("3.9.*", "pep440", ">=3.9"),
        ("==3.9", "pep440", ">=3.9"),
        ("===3.9", "pep440", ">=3.9"),
        ("^3.8", "pep440", ">=3.8"),
        ("~3.8", "pep440", ">=3.8"),
        ("~2.7 || ^3.5", "pep440", ">=2.7"),
        ("^3.7.13", "pep440", ">=3.7.13"),
        (">=2.7,!=3.0.*,!=3.1.*", "pep440", ">=2.7"),
        (">=3.0,!=3.0.*,!=3.1.*", "pep440", ">=3.2"),
        (">=3.5,!=3.5.0", "pep440", ">3.5.0"),
        (">=3.5,!=3.6.1", "pep440", ">=3.5"),
        (">=3.6,>=3.8", "pep440", ">=3.8"),
        (">3.8,>=3.8", "pep440", ">3.8"),
        ("(>=1.4)", "pep440", ">=1.4"),
        (">=1.4; python_version < '3.8'", "pep440", ">=1.4"),
        (">=3.11.0rc1", "pep440", ">=3.11.0rc1"),
        (">=16 <21 || >=22", "npm", ">=16"),
        (">= 18", "npm", ">=18"),
        (">= 18.0.0", "npm", ">=18.0.0"),
        ("^18 || >=20", "npm", ">=18"),
        ("^12.20.0 || ^14.13.1 || >=16.0.0", "npm", ">=12.20.0"),
        (">=20 || ^18", "npm", ">=18"),
        ("18", "npm", ">=18"),
        ("18.x", "npm", ">=18"),
        ("~1.2", "npm", ">=1.2"),
        ("16 - 20", "npm", ">=16"),
        (">16", "npm", ">=17"),
        (">16.2.0", "npm", ">16.2.0"),
        ("v18.1.0", "npm", ">=18.1.0"),
        (">=16, <21", "npm", ">=16"),
        ("1.70", "cargo", ">=1.70"),
        ("1.70.0", "cargo", ">=1.70.0"),
        ("=1.2.3", "cargo", ">=1.2.3"),
        (">=1, <2", "cargo", ">=1"),
        ("1.*", "cargo", ">=1"),
        ("~1.2", "cargo", ">=1.2"),
        ("1.22", "go", ">=1.22"),
        ("go1.22.1", "go", ">=1.22.1"),
        ("v0.3.1", "go", ">=0.3.1"),
    ],
)
def test_floor_of(specifier: str, style: Style, expected: str) -> None:
    assert str(floor_of(specifier, style)) == expected


@pytest.mark.parametrize(
    ("specifier", "style"),
    [
        ("", "pep440"),
        ("*", "pep440"),
        ("<4", "pep440"),
        ("!=3.1", "pep440"),
        ("!=3.1.*", "pep440"),
        (">=4,<3", "pep440"),
        (">=3.8 or so", "pep440"),
        (">=$version", "pep440"),
        ("~=3", "pep440"),
        ("!=*", "pep440"),
        (">=3.8+", "pep440"),
        ("<16 || >=18", "npm"),
        ("lts/*", "npm"),
        ("*", "npm"),
        ("latest", "npm"),
        ("workspace:*", "npm"),
        ("*", "cargo"),
        ("tip", "go"),
    ],
)
def test_no_floor(specifier: str, style: Style) -> None:
    assert floor_of(specifier, style) is None


@pytest.mark.parametrize(
    ("specifier", "style", "yes", "no"),
    [
        (">=3.9,<3.13", "pep440", ["3.9", "3.12.9"], ["3.8.20", "3.13"]),
        ("~=1.4.2", "pep440", ["1.4.2", "1.4.9"], ["1.4.1", "1.5"]),
        ("~=3.8", "pep440", ["3.12"], ["4.0"]),
        ("<=3.9", "pep440", ["3.9"], ["3.9.1"]),
        ("<=3.9.*", "pep440", ["3.9.7"], ["3.10"]),
        (">=3,!=3.1.*", "pep440", ["3.0", "3.2"], ["3.1", "3.1.4"]),
        ("*", "pep440", ["0.1"], []),
        ("^1.2", "npm", ["1.2.0", "1.9"], ["1.1", "2.0"]),
        ("^0.2.3", "npm", ["0.2.9"], ["0.3.0"]),
        ("^0.0.3", "npm", ["0.0.3"], ["0.0.4"]),
        ("^0.0", "npm", ["0.0.9"], ["0.1.0"]),
        ("~1", "npm", ["1.9"], ["2.0"]),
        ("<=16", "npm", ["16.9.1"], ["17.0.0"]),
        ("=16", "npm", ["16.9.1"], ["17.0.0"]),
        ("16 - 18", "npm", ["16.0.0", "18.9.0"], ["15.9.9", "19.0.0"]),
        ("1.2", "cargo", ["1.2.0", "1.9"], ["1.1", "2.0"]),
        ("0.2", "cargo", ["0.2.7"], ["0.3"]),
        ("1.2.*", "cargo", ["1.2.7"], ["1.3"]),
        ("1.22", "go", ["1.22", "1.30"], ["1.21.9"]),
    ],
)
def test_allows(specifier: str, style: Style, yes: list[str], no: list[str]) -> None:
    got = {text: allows(specifier, parse_version(text) or Version((0,)), style) for text in (*yes, *no)}
    assert got == dict.fromkeys(yes, True) | dict.fromkeys(no, False)


def test_allows_cannot_tell() -> None:
    assert allows("who knows", Version((1,)), "pep440") is None


def test_nothing_is_allowed() -> None:
    assert ranges_of(">=4,<3", "pep440") == ()


@pytest.mark.parametrize(
    ("claimed", "actual", "expected"),
    [
        ("3.9", ">=3.9", True),
        ("3.9", ">=3.9.0", True),
        ("3.9.0", ">=3.9", True),
        ("3.9", ">=3.9.13", True),
        ("3.9.13", ">=3.9", False),
        ("3.7", ">=3.7.13", True),
        ("3.7.0", ">=3.7.13", False),
        ("3", ">=3.9", True),
        ("3.x", ">=3.9", True),
        ("3.8", ">=3.9", False),
        ("3.1", ">=3.10", False),
        ("3.10", ">=3.1", False),
        ("3.8", ">3.8", True),
        ("3.9", ">3.8", True),
        ("3.10", ">3.8", False),
        ("18", ">=18.2.0", True),
        ("3.11rc1", ">=3.11", False),
        ("3.11", ">=3.11rc1", True),
        ("3.11rc1", ">=3.11rc1", True),
    ],
)
def test_same_floor(claimed: str, actual: str, expected: bool) -> None:
    version, floor = parse_version(claimed), floor_of(actual, "pep440")
    assert version is not None
    assert floor is not None
    assert same_floor(version, floor) is expected


@pytest.mark.parametrize(
    ("claimed", "actual", "expected"),
    [(">3.8", ">=3.9", True), (">3.8", ">3.8", True), (">3.8", ">=3.10", False), (">=3.9", ">=3.9", True)],
)
def test_same_floor_of_exclusive_claims(claimed: str, actual: str, expected: bool) -> None:
    said, floor = floor_of(claimed, "pep440"), floor_of(actual, "pep440")
    assert isinstance(said, Floor)
    assert isinstance(floor, Floor)
    assert same_floor(said, floor) is expected
