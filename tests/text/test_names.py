"""Names: their words, and which are near each other."""

import pytest

from truthfulness_evaluator.text.names import edit_distance, folded, is_misspelt, is_near, nearest, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maxWorkers", ("max", "workers")),
        ("MAX_WORKERS", ("max", "workers")),
        ("--max-workers", ("max", "workers")),
        ("HTTPServer2", ("http", "server", "2")),
        ("py38", ("py", "38")),
        ("a.b:c", ("a", "b", "c")),
        ("--", ()),
        ("", ()),
    ],
)
def test_words_of(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("name", "plain"),
    [("--max-workers", "maxworkers"), ("Max_Workers", "maxworkers"), ("a.b", "ab"), ("--", ""), ("größe", "größe")],
)
def test_folded(name: str, plain: str) -> None:
    assert folded(name) == plain


@pytest.mark.parametrize(
    ("left", "right", "limit", "distance"),
    [
        ("lockfile", "lockfile", 2, 0),
        ("lockfilie", "lockfile", 2, 1),
        ("maanger", "manager", 2, 1),
        ("abcd", "badc", 2, 2),
        ("abc", "xyz", 2, 3),
        ("abc", "xyz", 9, 3),
        ("a", "abcdef", 2, 3),
        ("", "", 2, 0),
        ("", "ab", 2, 2),
    ],
)
def test_edit_distance(left: str, right: str, limit: int, distance: int) -> None:
    assert edit_distance(left, right, limit) == distance
    assert edit_distance(right, left, limit) == distance


NEAR = [
    ("--max-workers", "--max-workers", False),
    ("--max-workers", "--max_workers", True),
    ("maxWorkers", "MAX_WORKERS", True),
    ("--workers-max", "--max-workers", True),
    ("--lockfilie", "--lockfile", True),
    ("maximum-workers", "max-workers", False),
    ("py38", "py39", False),
    ("utf8", "utf16", False),
    ("--all", "--ask", False),
    ("config", "confug", True),
    ("config", "cnofug", False),
    ("configure", "cnofugure", True),
    ("timeout1", "timeout2", False),
    ("", "a", False),
]


@pytest.mark.parametrize(("left", "right", "near"), NEAR, ids=[f"{a} {b}" for a, b, _ in NEAR])
def test_is_near(left: str, right: str, near: bool) -> None:
    assert is_near(left, right) is near
    assert is_near(right, left) is near


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("lockfilie", ["lockfile", "other"], "lockfile"),
        ("lockfilie", ["lockfile", "lockfile"], "lockfile"),
        ("lockfile", ["lockfiles", "lockfiler"], None),
        ("lockfile", ["other"], None),
        ("lockfile", ["lockfile"], None),
        ("lockfile", [], None),
    ],
)
def test_nearest(name: str, candidates: list[str], found: str | None) -> None:
    assert nearest(name, candidates) == found


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        pytest.param("SHOP_MAX_WORKRES", "SHOP_MAX_WORKERS", True, id="letters swapped"),
        pytest.param("shop-instlaaton", "shop-installation", False, id="three letters of a word"),
        pytest.param("shop-configuraton-flie", "shop-configuration-file", False, id="two words"),
        pytest.param("shop-instalaton", "shop-installation", True, id="two letters of a long word"),
        pytest.param("shop-configurator", "shop-configuration", False, id="another form of a long word"),
        pytest.param("shop-relative", "shop-reactive", False, id="two letters of a shorter word"),
        pytest.param("shop-import-all", "shop-export-all", False, id="another beginning"),
    ],
)
def test_is_misspelt(left: str, right: str, same: bool) -> None:
    assert is_misspelt(left, right) is same
    assert is_misspelt(right, left) is same
