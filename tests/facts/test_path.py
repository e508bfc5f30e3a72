"""Paths of the repository: one row, one way of naming them."""

import pytest
from fact_cases import Check

from truthfulness_evaluator.facts.kinds.path import KIND

FILES = {
    "src/shop/checkout.py": "open('shop_theme.yml')\n",
    "docs/guide.md": "# Guide\n",
    "docs/user-tour.md": "# Tour\n",
    "docs/probes.md": "# Probes\n",
    "examples/scripts/train.py": "y = 2\n",
    "data_model.json": "{}",
    "client.py": "prefix = 'shop-theme.s3'\nNAMES = 'preferences', 'preference.json', 'customer.json'\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("See `src/shop/checkout.py`.", [("src/shop/checkout.py", "yes", None)], id="there"),
        pytest.param("See `shop/checkout.py`.", [("shop/checkout.py", "yes", None)], id="the end of a path"),
        pytest.param("Look into `src/shop/`.", [("src/shop/", "yes", None)], id="a folder"),
        pytest.param(
            "Run `examples/train.py`.", [("examples/train.py", "no", "examples/scripts/train.py")], id="moved deeper"
        ),
        pytest.param(
            "It is in `src/shop/checkouts.py`.",
            [("src/shop/checkouts.py", "no", "src/shop/checkout.py")],
            id="near name beside it",
        ),
        pytest.param("It reads `custumer.json`.", [("custumer.json", "no", "customer.json")], id="near to a text"),
        pytest.param("It reads `preferences.json`.", [], id="the code may put the suffix behind a text"),
        pytest.param("See `docs/prunes.md`.", [("docs/prunes.md", "?", None)], id="two letters are another word"),
        pytest.param("See `docs/tour-user.md`.", [("docs/tour-user.md", "?", None)], id="words in another order"),
        pytest.param("See `docs/guide.rst`.", [("docs/guide.rst", "no", "docs/guide.md")], id="other suffix"),
        pytest.param("See `docs/nothing_like_it.md`.", [("docs/nothing_like_it.md", "?", None)], id="never was there"),
        pytest.param(
            "Put `src/shop/settings.py` there.",
            [("src/shop/settings.py", "?", None)],
            id="a name that every project has",
        ),
        pytest.param(
            "It reads `shop-theme.yml`.", [("shop-theme.yml", "no", "shop_theme.yml")], id="as the code spells it"
        ),
        pytest.param("Create `src/shop/checkouts.py` first.", [], id="the reader makes it"),
        pytest.param("Then you can include it as `src/shop/checkouts.py`.", [], id="the reader puts it there"),
        pytest.param("Use `src/shop.Checkout`.", [("src/shop.Checkout", "?", None)], id="a name in a package"),
        pytest.param("- Old: `src/shop/checkouts.py`", [], id="the old one"),
        pytest.param("It uses the same `shop_theme.s3` client.", [], id="the end of a name is no suffix"),
        pytest.param(
            'If your package.json has this:\n\n```json\n{"test": "src/shop/checkouts.py"}\n```\n\n'
            "then `src/shop/checkouts.py` is run.",
            [],
            id="in code that the reader may have",
        ),
        pytest.param("Example `src/shop/checkouts.py`:", [], id="an example"),
        pytest.param("It was in `src/shop/checkouts.py` before 2.0, since removed.", [], id="the past"),
        pytest.param("There is no `src/shop/checkouts.py`.", [], id="denied"),
        pytest.param("In `/etc/shop/checkout.py` or `~/shop/checkout.py`.", [], id="system and home"),
        pytest.param("All of `src/**/*.py`.", [], id="glob"),
        pytest.param("See `path/to/cart.py` and `my_app/cart.py`.", [], id="placeholders"),
        pytest.param("Types are `text/html` and `application/json`.", [], id="media types"),
        pytest.param("## Changelog\n\nMoved to `src/shop/checkouts.py`.", [], id="changelog"),
        pytest.param(
            "    $ python examples/train.py\n",
            [("examples/train.py", "no", "examples/scripts/train.py")],
            id="in a command",
        ),
    ],
)
def test_paths(check: Check, text: str, rows: list[tuple[str, str, str | None]]) -> None:
    assert check(KIND, text, FILES) == rows


def test_deleted_path_is_refuted_by_history(check: Check) -> None:
    files = {**FILES, "tools/other.py": "import os\n"}
    rows = check(KIND, "See `tools/release_notes.py`.", files, deleted={"tools/release_notes.py": "z = 3\n"})
    assert rows == [("tools/release_notes.py", "no", None)]


def test_renamed_path_is_corrected_from_history(check: Check) -> None:
    rows = check(KIND, "See `tools/publish.py`.", FILES, moved={"tools/publish.py": "scripts/release.py"})
    assert rows == [("tools/publish.py", "no", "scripts/release.py")]


def test_a_folder_that_is_gone_may_be_another_projects(check: Check) -> None:
    rows = check(KIND, "See `tools/release_notes.py`.", FILES, deleted={"tools/release_notes.py": "z = 3\n"})
    assert rows == [("tools/release_notes.py", "?", None)]


@pytest.mark.parametrize(
    ("path", "row"),
    [
        pytest.param("docs/a/b/look.md", "?", id="far away"),
        pytest.param("docs/a/look.md", "no", id="a folder deeper"),
        pytest.param("lib/tests/docs/look.md", "?", id="of a package's tests"),
    ],
)
def test_the_one_file_of_a_name(check: Check, path: str, row: str) -> None:
    files = {path: "# Look\n", "docs/x.md": "", "lib/x.py": ""}
    rows = check(KIND, "See `docs/look.md`.", files, deleted={"docs/look.md": "# A\n"} if "tests" in path else None)
    assert [verdict for _, verdict, _ in rows] == [row]


def test_pieces_of_a_changelog_go_with_each_release(check: Check) -> None:
    deleted = {"news/41.fix.rst": "Fixed.\n", "notes/41.fix.rst": "A note.\n"}
    files = {**FILES, "news/a.rst": "", "notes/a.rst": ""}
    rows = check(KIND, "See `news/41.fix.rst` and `notes/41.fix.rst`.", files, deleted=deleted)
    assert [row[1] for row in rows] == ["?", "no"]


def test_a_bare_name_of_the_past_may_be_the_readers_own(check: Check) -> None:
    files = {"tests/checks.cfg": "a = 1\n"}
    deleted = {"checks.cfg": "a = 1\n", "rules.ini": "b = 2\n", "conftest.py": "c = 3\n"}
    assert check(KIND, "Write it into `rules.ini`, `checks.cfg` or `conftest.py`.", files, deleted=deleted) == []


@pytest.mark.parametrize(
    ("path", "row"),
    [
        pytest.param("app/shades.json", "?", id="settings in a folder with the program's name"),
        pytest.param("app/shades.py", "no", id="code in that folder"),
        pytest.param("docs/shades.json", "no", id="settings in another folder"),
    ],
)
def test_settings_may_be_below_the_users_own_folder(check: Check, path: str, row: str) -> None:
    folder, name = path.split("/")
    files = {
        "pyproject.toml": '[project]\nname = "app-tool"\n',
        "app/__init__.py": "",
        f"{folder}/files/{name}": "",
        f"{folder}/other.py": "",
    }
    assert [verdict for _, verdict, _ in check(KIND, f"Shades are in `{path}`.", files)] == [row]


CODE = {
    **FILES,
    "pyproject.toml": '[project]\nname = "shop"\n',
    "src/shop/data.py": "open('themes.yml')\nCACHE = FOLDER / 'cache.pickle'\nread('queries/folding.scm')\n"
    "read('_gardens.py')\nread('shop-keeper.ini')\n# of ``harbour.config.yml`` it is ``harbour.toml``\n"
    "HOSTS = ['app.localhost', 'mirror.localhost']\n",
    "src/shop/queries/x.scm": "",
    "scripts/init-store.sh": "",
    "tests/test_x.py": "open('theme.toml')\nopen('cache.pkl')",
    "a.toml": "",
    "b.yml": "",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "```bash\n./scripts/init-stores.sh\n```",
            [("./scripts/init-stores.sh", "no", "./scripts/init-store.sh")],
            id="a script that is started",
        ),
        pytest.param(
            "```bash\n./scripts/init-store.sh x\n```", [("./scripts/init-store.sh", "yes", None)], id="one there"
        ),
        pytest.param("```bash\n./configure\n```", [], id="of every project"),
        pytest.param("Set it in `themse.yml`.", [("themse.yml", "no", "themes.yml")], id="slip of a name in the code"),
        pytest.param("Set it in `themse.yaml`.", [], id="another suffix"),
        pytest.param("The attribute `themes.name`.", [], id="no file"),
        pytest.param("It checks your `gardens.py`.", [], id="a name with an underscore before it is another"),
        pytest.param("It is in `~/.cache/shop/cache.pkl`.", [("cache.pkl", "no", "cache.pickle")], id="the user's own"),
        pytest.param("It is in `/etc/shop/harbour.yml`.", [], id="a comment's example"),
        pytest.param("It is in `~/.cache/other/cache.pkl`.", [], id="another program's"),
        pytest.param("Name it `chemes.yml`.", [], id="another first letter"),
        pytest.param("It is in `/opt/shop/app.py`.", [], id="a name that every project has"),
        pytest.param("It is in `/opt/shop/mirror.py`.", [], id="no suffix"),
        pytest.param("It is `folding.toml`.", [], id="perhaps another's"),
        pytest.param(
            "See `src/shop/queries/<lang>/` for `folding.toml`.",
            [("folding.toml", "no", "folding.scm")],
            id="in a folder of the project",
        ),
    ],
)
def test_names_that_the_code_has(check: Check, text: str, rows: list[tuple[str, str, str | None]]) -> None:
    assert check(KIND, text, CODE) == rows


def test_a_file_that_the_code_reads_is_the_readers_own(check: Check) -> None:
    rows = check(KIND, "It looks for `./shop-keeper.ini`.", CODE, deleted={"shop-keeper.ini": "a = 1\n"})
    assert rows == [("./shop-keeper.ini", "?", None)]


@pytest.mark.parametrize("template", ["docs/tool.1.md.in", "templates/tool.1.md.j2", "docs/tool.1.example.md"])
def test_what_is_made_of_a_template_is_not_lost(check: Check, template: str) -> None:
    files = {template: "# tool\n", "docs/guide.md": ""}
    deleted = {"docs/tool.1.md": "# tool\n"}
    assert check(KIND, "See `docs/tool.1.md`.", files, deleted=deleted) == [("docs/tool.1.md", "?", None)]
