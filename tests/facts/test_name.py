"""Names of code without a qualifier."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.name import KIND

FILES = {
    "app.py": "def fetch_all(max_workers, follow_redirects=True): ...\nclass CookieStore: ...\n"
    "keep_alive_a = keep_alive_b = fetch_pgdata = fetch_southeast = 1\n"
    "class Nav:\n    def __init__(self): self.homepage = self._internals = None\n",
    "hooks.py": "HOOK = '__after_init__'\n"
    "config.add({'index_tracks': False})\ndef count(tracks):\n    for index_track in tracks: ...\n",
    "acoustics.py": "",
    "package.json": '{"name": "color-themes"}',
    "formats.py": "FORMATS = 'bcdouxXeEfFgGrsa'\n",
    "codes.py": "ErrorCode('exhaustive-match')\n",
    "settings.py": "ADDONS = {}\nLIMITS_LOW = 1\nLIMITS_HIGH = 2\n",
    "tox.ini": "isolated_build = True\n",
    "tests/test_app.py": "follow_redirecst = 1\n",
    "regions.json": '{"regions": ["us-nextside-7"]}',
    "regions.ini": "region = us-nextside-7\n",
    "docs/other.md": "The homapage and the `fetch_al`; to the southwest.\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "Pass `max_workers` to `fetch_all()`.",
            [("max_workers", "yes", None), ("fetch_all", "yes", None)],
            id="there",
        ),
        pytest.param("Pass `follow_redirect`.", [("follow_redirect", "no", "follow_redirects")], id="slip"),
        pytest.param(
            "It can be `keep_wholly_other`, `held`,\nor `follow_redirect`.", [], id="in a list of another program's"
        ),
        pytest.param(
            "Pass `max_workers`, `fetch_all` and `follow_redirect`.",
            [("max_workers", "yes", None), ("fetch_all", "yes", None), ("follow_redirect", "no", "follow_redirects")],
            id="in a list of known names",
        ),
        pytest.param(
            "Pass `follow_reidrects=`.", [("follow_reidrects", "no", "follow_redirects")], id="swapped letters"
        ),
        pytest.param("A `CookieStroe` keeps them.", [("CookieStroe", "no", "CookieStore")], id="class"),
        pytest.param(
            "Set `follow-redirects`, `followRedirects` or `FOLLOW_REDIRECTS`.", [], id="written in another way"
        ),
        pytest.param("The last of them is `LIMITS_LOWN`.", [], id="the last of several"),
        pytest.param("A new `color-theme` type.", [], id="one thing of a package"),
        pytest.param("Pass `keep_alive_c`.", [], id="near to two"),
        pytest.param("Use several `CookieStores`, or the `max_workerss`.", [], id="the plural of a name"),
        pytest.param("Pass `something_wholly_else`.", [], id="not near"),
        pytest.param("The types `bcdouxXeEfFgGrs` are known.", [], id="letters that each mean something"),
        pytest.param("Pass `workers`.", [], id="one word"),
        pytest.param("`follow_redirect` is mine.\n\n```python\nfollow_redirect = 1\n```", [], id="the example's own"),
        pytest.param("`follow_redirect` was removed in 2.0.", [], id="the past"),
        pytest.param(
            "The `homepge` object; see `nav.homepage`.",
            [("homepge", "no", "homepage")],
            id="a word, of the document too",
        ),
        pytest.param("The `homepge` object.", [("homepge", "no", "homepage")], id="a word, said to be an object"),
        pytest.param("The `homepge`.", [], id="a word of which nothing is said"),
        pytest.param("The `homapage` object.", [], id="a word that another document has"),
        pytest.param("The `homepagee` object; see `homepage`.", [], id="a word with an ending"),
        pytest.param("The `homepages` object; see `homepage`.", [], id="another form of a word"),
        pytest.param("Turn on the `acoustcis` plugin.", [("acoustcis", "no", "acoustics")], id="a module"),
        pytest.param(
            "Not in `__after__init__`, but `__after_init__`.",
            [("__after__init__", "no", "__after_init__")],
            id="a text of the code",
        ),
        pytest.param(
            "# Matches are complete [match-exhaustive]\n\nSee exhaustive-match.",
            [("match-exhaustive", "no", "exhaustive-match")],
            id="words in another order, in a heading",
        ),
        pytest.param(
            "Set `isolated_buid`.", [("isolated_buid", "no", "isolated_build")], id="a word that is no word of any file"
        ),
        pytest.param("Set `isolated_gxild`.", [], id="a word that is far off"),
        pytest.param("Set `isolated_redirects`.", [], id="a word that is one"),
        pytest.param(
            "With `index_tracks` enabled it is on; with `index_track` disabled it is off.",
            [("index_tracks", "yes", None)],
            id="a variable of the code, also where a setting has its plural",
        ),
        pytest.param(
            "An `index_track` is one of `index_tracks`.", [("index_tracks", "yes", None)], id="a variable of the code"
        ),
        pytest.param("The `SHOP_ADDONS` setting.", [], id="a setting with a prefix"),
        pytest.param(
            "```js\n// unless `fetchAll` or `follow_redirets` is set\nx = 1\n```\n",
            [("follow_redirets", "no", "follow_redirects")],
            id="a comment of code",
        ),
        pytest.param("Pass `follow_redirecst`.", [], id="a test has it"),
        pytest.param("In `us-leftside-7` or `us-nextside-7`.", [], id="two letters of what is not declared"),
        pytest.param("Pass `fetch_southwest`.", [], id="a word that another document has"),
        pytest.param("The `fetch_dbdata` volume.", [], id="two letters of a short word"),
        pytest.param("It calls Tablib's `follow_redirect`.", [], id="of another project"),
        pytest.param("The `homepage` and the `internals` object.", [], id="a word without its underscore"),
        pytest.param("Define your own `follow_redirect`.", [], id="the reader's own"),
    ],
)
def test_names(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


HOOKS = {"hooks.py": "def register_page_loaders(): ...\ndef register_part_loaders(): ...\n"}
COPIED = "# register_part_loaders(register)\n\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            COPIED + "Plug-ins add part loaders by the `register_page_loaders` hook.",
            [("register_page_loaders", "no", "register_part_loaders")],
            id="left from a sibling's section",
        ),
        pytest.param(
            COPIED + "It adds part loaders, as `register_page_loaders` adds page loaders.",
            [("register_page_loaders", "yes", None)],
            id="a comparison",
        ),
        pytest.param(
            COPIED + "It is like `register_page_loaders`.", [("register_page_loaders", "yes", None)], id="a reference"
        ),
        pytest.param(
            COPIED + "Adds part loaders up to the number of `register_page_loaders`.",
            [("register_page_loaders", "yes", None)],
            id="a measure",
        ),
        pytest.param(
            "# Loaders\n\nAdd part loaders by `register_page_loaders`.",
            [("register_page_loaders", "yes", None)],
            id="a heading of words",
        ),
    ],
)
def test_names_copied_from_a_sibling(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, HOOKS) == rows
