"""The page in a browser. Skipped where there is no Chromium; `.ci/run` installs Debian's."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from pages import one_document, panel, reviewed, several_documents

from truthfulness_evaluator.models import Claim, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.html.holding import MANY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

AXE = Path(__file__).parent / "axe" / "axe.min.js"
"""axe-core 4.11.0 of Deque Systems, under the Mozilla Public License 2.0, see `axe/LICENSE`."""
WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1440}
VISIBLE = "() => [...document.querySelectorAll('.c')].filter(card => !card.hidden).map(card => card.id.slice(6))"
Scheme = Literal["light", "dark"]
Open = Callable[..., "Opened"]
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with api.sync_playwright() as playwright:
        # The pages are our own; the sandbox needs rights that a container seldom has.
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    pages = {
        "one": one_document(),
        "panel": panel(),
        "reviewed": reviewed(),
        "several": several_documents(),
        "many": many_claims(),
    }
    for name, page in pages.items():
        (made / f"{name}.html").write_text(page, encoding="utf-8")
    return made


def many_claims() -> str:
    """More claims than have their cards at once, every tenth of them refuted, in many sections."""
    words = [f"Word{n}." for n in range(MANY + 100)]
    text = "\n\n".join(f"# Part {n}\n\n{word}" if n % 30 == 0 else word for n, word in enumerate(words))
    claims = [
        Claim(id=f"c{n}", text=word, source_document="a.md", source_span=(text.index(word), text.index(word) + 4))
        for n, word in enumerate(words)
    ]
    verdicts = (Verdict.REFUTES, *[Verdict.SUPPORTS] * 9)
    results = [
        VerificationResult(claim_id=claim.id, verdict=verdicts[n % 10], confidence=1.0, explanation="")
        for n, claim in enumerate(claims)
    ]
    report = TruthfulnessReport(source_document="a.md", claims=claims, verifications=results)
    return HtmlFormatter(texts={"a.md": text}).format([report])


class Opened:
    """One page in a window of its own; what the browser complains of is collected."""

    def __init__(
        self, browser: "Browser", file: Path, *, width: int, scheme: Scheme, scripts: bool, anchor: str
    ) -> None:
        self.complaints: list[str] = []
        self.requests: list[str] = []
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=scripts
        )
        self.page = context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri() + anchor)

    def shown(self) -> list[str]:
        return self.page.evaluate(VISIBLE)

    def chosen(self) -> str:
        return self.page.evaluate("() => location.hash")

    def in_view(self, selector: str) -> bool:
        script = "(s) => { const b = document.querySelector(s).getBoundingClientRect();"
        script += "return b.bottom > 0 && b.top < innerHeight && b.height > 0; }"
        return self.page.evaluate(script, selector)


@pytest.fixture
def opened(browser: "Browser", folder: Path) -> Iterator[Open]:
    made: list[Opened] = []

    def open_page(
        name: str, *, width: int = 1440, scheme: Scheme = "light", scripts: bool = True, anchor: str = ""
    ) -> Opened:
        file = folder / f"{name}.html"
        made.append(Opened(browser, file, width=width, scheme=scheme, scripts=scripts, anchor=anchor))
        return made[-1]

    yield open_page
    for each in made:
        assert each.complaints == []
        assert len(each.requests) == 1
        each.page.context.close()


def test_filters(opened: Open) -> None:
    page = opened("one")
    everything = ["a2", "a1", "a3", "a4", "a9", "a8", "a7", "a5", "a6"]
    assert page.shown() == everything
    page.page.uncheck("input[value=s]")
    assert page.shown() == ["a1", "a3", "a4", "a9", "a5", "a6"]
    assert page.page.text_content("output") == "6 of 9 claims"
    assert page.page.get_attribute("mark[data-c='1']", "class") == ""
    assert page.page.is_hidden("#at-a2")
    assert page.page.is_visible("#at-a1")
    page.page.select_option("select[name=k]", "default_value")
    assert page.shown() == ["a1"]
    page.page.select_option("select[name=k]", "")
    page.page.check("input[value=s]")
    page.page.select_option("select[name=j]", "slow")
    assert page.shown() == ["a7", "a6"]
    page.page.select_option("select[name=j]", "")
    assert page.shown() == everything
    assert page.page.text_content("output") == "9 claims"
    assert page.page.get_attribute("mark[data-c='1']", "class") == "s"


def test_documents_without_any_claim_left_are_left_out(opened: Open) -> None:
    page = opened("several")
    page.page.uncheck("input[value=s]")
    page.page.uncheck("input[value=n]")
    assert page.page.locator("details.doc:visible h2").all_text_contents() == ["docs/kettle.md C"]
    page.page.click("a[href='#doc-1']")
    assert page.in_view("#doc-1")


def test_keys(opened: Open) -> None:
    page = opened("one")
    places: list[str] = []
    for key in ("j", "n", "j", "k", "p", "p", "t"):
        page.page.keyboard.press(key)
        places.append(page.chosen())
    assert places == ["#claim-a2", "#claim-a1", "#claim-a3", "#claim-a1", "#claim-a2", "#claim-a2", "#at-a2"]
    page.page.keyboard.press("j")
    assert page.chosen() == "#claim-a1"
    assert page.page.evaluate("() => document.activeElement.id") == "claim-a1"
    assert page.page.locator("mark.now").all_text_contents() == ["90"]
    page.page.uncheck("input[value=n]")
    page.page.keyboard.press("j")
    assert page.chosen() == "#claim-a4"
    page.page.keyboard.press("?")
    assert page.page.is_visible("kbd")
    page.page.uncheck(".keys input")
    page.page.keyboard.press("j")
    assert page.chosen() == "#claim-a4"
    page.page.keyboard.press("Escape")
    assert page.page.is_hidden("kbd")


def test_signs_and_marks_lead_to_cards_and_back(opened: Open) -> None:
    page = opened("one")
    page.page.click("#at-a9")
    assert page.chosen() == "#claim-a9"
    assert page.in_view("#claim-a9")
    assert page.in_view("#at-a9")
    page.page.click("mark[data-c='8']")
    assert page.chosen() == "#claim-a5"
    page.page.click("#claim-a7 a[href='#at-a7']")
    assert page.chosen() == "#at-a7"
    assert page.in_view("#at-a7")


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_a_link_to_a_claim_shows_it_and_its_place(opened: Open, width: int) -> None:
    page = opened("several", width=width, anchor="#claim-a1")
    page.page.wait_for_timeout(100)
    # Its document is folded, since all in it is supported.
    assert page.in_view("#claim-a1")
    assert page.in_view("#at-a1")


def test_a_card_on_a_phone_leaves_its_place_in_view(opened: Open) -> None:
    page = opened("one", width=WIDTHS["phone"], anchor="#claim-a7")
    page.page.wait_for_timeout(200)
    edge = "(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.top, b.bottom]; }"
    top, bottom = page.page.evaluate(edge, "#at-a7")
    assert 0 <= top < bottom <= page.page.evaluate(edge, "#claim-a7")[0]


def test_cards_that_wait(opened: Open) -> None:
    page = opened("many")
    page.page.wait_for_function("() => !document.querySelector('noscript')")
    assert page.shown() == [f"c{n}" for n in range(MANY + 100)]
    page.page.keyboard.press("k")
    assert page.chosen() == f"#claim-c{MANY + 99}"
    assert page.in_view(f"#at-c{MANY + 99}")
    direct = opened("many", anchor=f"#claim-c{MANY + 1}")
    assert direct.in_view(f"#claim-c{MANY + 1}")
    assert len(direct.shown()) == MANY + 100


@pytest.mark.parametrize("scripts", [True, False])
def test_a_folded_table_of_a_page_with_many_claims(opened: Open, scripts: bool) -> None:
    page = opened("many", scripts=scripts)
    page.page.click("summary:has-text('Verdicts by section')")
    row = page.page.locator(".chart tbody tr").last
    row.wait_for(state="visible")
    assert page.page.locator(".chart tbody tr").count() == (MANY + 100) // 30
    row.locator("a").click()
    assert page.in_view(f"#doc-1-s{(MANY + 100) // 30}")


def test_the_panel_of_claims_begins_below_the_bar(opened: Open) -> None:
    page = opened("one")
    heights = "() => [document.querySelector('.bar').offsetHeight, parseFloat(getComputedStyle("
    heights += "document.querySelector('.claims')).top), parseFloat(getComputedStyle(document.documentElement)"
    heights += ".scrollPaddingTop)]"
    bar, top, padding = page.page.evaluate(heights)
    assert bar > 0
    assert (top, padding) == (bar + 12, bar + 16)


@pytest.mark.parametrize(
    ("name", "width"), [*(("one", width) for width in WIDTHS.values()), ("several", 390), ("many", 1440)]
)
def test_it_can_be_read_without_scripts(opened: Open, name: str, width: int) -> None:
    with_scripts = opened(name, width=width)
    with_scripts.page.wait_for_function("() => !document.querySelector('noscript')")
    without = opened(name, width=width, scripts=False)
    cards = without.page.locator(".c")
    assert cards.all_text_contents() == with_scripts.page.locator(".c").all_text_contents()
    assert without.page.is_visible(".legend")
    assert without.page.is_hidden(".filters")
    assert without.page.is_hidden(".keys")
    for each in (with_scripts, without):
        assert each.page.evaluate(OVERFLOW) == 0


def test_the_sign_shows_the_card_without_scripts(opened: Open) -> None:
    page = opened("one", width=WIDTHS["phone"], scripts=False)
    page.page.click("#at-a9")
    assert page.in_view("#claim-a9")
    assert page.in_view("#at-a9")
    page.page.click("#claim-a9 a[href='#at-a9']")
    assert page.in_view("#at-a9")
    assert not page.in_view("#claim-a9")


def test_it_prints(opened: Open) -> None:
    page = opened("several")
    page.page.emulate_media(media="print")
    assert page.page.is_hidden(".filters")
    assert page.page.is_visible(".legend")
    assert len(page.page.pdf()) > 10_000


def test_what_the_policy_forbids_is_not_done(opened: Open, folder: Path) -> None:
    page = (folder / "one.html").read_text(encoding="utf-8")
    added = '<script>document.title = "x"</script><p style="color: red" id="red" onclick="document.title = 1">x</p>'
    (folder / "tampered.html").write_text(page.replace("<main>", f"<main>{added}", 1), encoding="utf-8")
    tampered = opened("tampered")
    tampered.page.click("#red")
    assert tampered.page.title() == "docs/kettle.md: truthfulness report"
    assert tampered.page.evaluate("() => getComputedStyle(document.querySelector('#red')).color") != "rgb(255, 0, 0)"
    assert len(tampered.complaints) == 3
    tampered.complaints.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "width"),
    [("one", 390), ("one", 1440), ("panel", 390), ("panel", 1440), ("reviewed", 390), ("several", 1440)],
)
def test_axe_finds_nothing(opened: Open, name: str, scheme: Scheme, width: int) -> None:
    page = opened(name, width=width, scheme=scheme, anchor="#claim-a9")
    page.page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.page.evaluate("() => axe.run()")
    bad = [
        (each["id"], each["impact"], [node["html"][:120] for node in each["nodes"]][:5]) for each in found["violations"]
    ]
    assert bad == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_what_models_said_fits_and_unfolds_without_scripts(opened: Open, width: int, scheme: Scheme) -> None:
    page = opened("panel", width=width, scheme=scheme, scripts=False)
    assert page.page.evaluate(OVERFLOW) == 0
    assert not page.page.is_visible("text=B overlooks the unit.")
    page.page.click("#claim-hour details.h summary")
    assert page.page.is_visible("text=B overlooks the unit.")
    assert page.page.evaluate(OVERFLOW) == 0


def test_claims_are_filtered_by_the_models_that_judged_them(opened: Open) -> None:
    page = opened("panel")
    page.page.select_option("select[name=j]", "gpt-4o")
    assert page.shown() == ["hour", "emptied", "shared", "old"]


def test_claims_are_filtered_by_what_people_did(opened: Open) -> None:
    page = opened("reviewed")
    page.page.select_option("select[name=w]", "waits for review")
    assert page.shown() == ["shared"]
    page.page.select_option("select[name=w]", "reviewed")
    assert page.shown() == ["hour", "option", "emptied", "old", "fast"]
    page.page.select_option("select[name=w]", "")
    assert len(page.shown()) == 7
