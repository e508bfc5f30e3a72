"""Qualified names of Go and Rust, and fields of Go templates."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.qualified_name import KIND

GO = {
    "go.mod": "module example.org/tool\n\ngo 1.22\n",
    "tool.go": "package tool\n\nfunc MinimumNArgs(n int) int { return n }\n\nfunc Exact() {}\n\n"
    "type Command struct {\n\tbase\n\tShort string\n}\n\ntype base struct{ Hidden bool }\n\n"
    "type Other struct {\n\telsewhere.Thing\n\tName string\n}\n\nfunc (c *Command) AddCommand() {}\n",
    "store/store.go": "package store\n\ntype View struct {\n\tSelectedFile string\n\tSelectedTag string\n"
    "\tSelectedLocalBranch string\n\tCheckedOut string\n}\n\nfunc OpenStore() {}\n",
    "log/log.go": "package log\n\nfunc Setup() {}\n",
    "made/made.go": "package made\n\n//go:generate stringer\n\nfunc Known() {}\n",
}


def go(code: str) -> str:
    return f"```go\n{code}\n```\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(go("x := tool.Exact()"), [("tool.Exact", "yes", None)], id="there"),
        pytest.param(go("a: tool.MinimumArgs(1),"), [("tool.MinimumArgs", "no", "tool.MinimumNArgs")], id="slip"),
        pytest.param("Use `tool.MinimumArgs(1)`.", [("tool.MinimumArgs", "no", "tool.MinimumNArgs")], id="in a span"),
        pytest.param("Use `&tool.Command{}`.", [("tool.Command", "yes", None)], id="type"),
        pytest.param("Call `tool.Command.AddCommand()`.", [("tool.Command.AddCommand", "yes", None)], id="method"),
        pytest.param("Set `tool.Command.Hidden`.", [("tool.Command.Hidden", "yes", None)], id="of an embedded type"),
        pytest.param(
            "Set `tool.Command.Shorts`.", [("tool.Command.Shorts", "no", "tool.Command.Short")], id="slip of a member"
        ),
        pytest.param("Set `tool.Other.Names`.", [("tool.Other.Names", "?", None)], id="embeds what is not known"),
        pytest.param(go("tool.Launch()"), [("tool.Launch", "no", None)], id="nothing near, in code"),
        pytest.param("Use `tool.Launch`.", [("tool.Launch", "?", None)], id="nothing near, in prose"),
        pytest.param(go("x() // see tool.LaunchXX"), [("tool.LaunchXX", "?", None)], id="nothing near, in a comment"),
        pytest.param(go("tool.AddCommand()"), [("tool.AddCommand", "?", None)], id="the code has the word"),
        pytest.param(
            go("x(1, /* tool.Launch(),\n tool.Run(), */ 2)\ntool.Exact()"),
            [("tool.Exact", "yes", None)],
            id="switched off",
        ),
        pytest.param(go("tool := start()\ntool.Launch()"), [], id="a variable"),
        pytest.param(go("func f(tool *T) { tool.Launch() }"), [], id="a parameter"),
        pytest.param(go("store.OpenStor()"), [("store.OpenStor", "?", None)], id="an inner package may be another's"),
        pytest.param(
            go('import "example.org/tool/store"\nstore.OpenStor()'),
            [("store.OpenStor", "no", "store.OpenStore")],
            id="imported by its path",
        ),
        pytest.param(
            go('import "example.com/other/store"\nstore.OpenStor()'),
            [("store.OpenStor", "?", None)],
            id="another's of the same name",
        ),
        pytest.param(
            go('import (\n\t"store"\n\t"example.org/tool/store"\n)\nstore.OpenStor()'), [], id="two imports of a name"
        ),
        pytest.param(go("log.Setups()"), [("log.Setups", "?", None)], id="name of a standard package"),
        pytest.param(
            go('import "example.org/tool/made"\nmade.Unknown()'), [("made.Unknown", "?", None)], id="generated"
        ),
        pytest.param("```python\ntool.Launch()\n```\n", [], id="another language"),
        pytest.param(
            "```\nx := tool.MinimumArgs(1)\n```\n", [("tool.MinimumArgs", "no", "tool.MinimumNArgs")], id="unlabelled"
        ),
        pytest.param("```\ntool.MinimumArgs is what it prints\n```\n", [], id="unlabelled, no code"),
        pytest.param("`tool.MinimumArgs` was removed.", [], id="the past"),
        pytest.param("Write your own `tool.MyArgs`.", [], id="placeholder"),
        pytest.param("See `other.Launch`.", [], id="another package"),
    ],
)
def test_go(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, GO) == rows


def test_without_a_manifest_a_package_is_known_by_its_name(check: Check) -> None:
    files = {"tool.go": GO["tool.go"]}
    text = go('import "example.org/tool"\ntool.MinimumArgs(1)')
    assert check(KIND, text, files) == [("tool.MinimumArgs", "no", "tool.MinimumNArgs")]


FIELDS = "Use `{{.SelectedFile}}`, `{{ .SelectedTag | quote }}`, `{{.CheckedOut}}` and `{{.SelectedLocalBranch}}`.\n\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(FIELDS + "Or `{{.SelectedBranch.Name}}`.", [("SelectedBranch", "no", None)], id="not there"),
        pytest.param(FIELDS + "Or `{{.View}}`.", [("View", "?", None)], id="the code has the word"),
        pytest.param("Use `{{.SelectedFile}}` or `{{.SelectedBranch}}`.", [], id="too few to tell"),
        pytest.param(FIELDS.replace("Selected", "Chosen") + "`{{.SelectedBranch}}`", [], id="another's templates"),
    ],
)
def test_template_fields(check: Check, text: str, rows: list[Row]) -> None:
    assert [row for row in check(KIND, text, GO) if row[0] in {"SelectedBranch", "View"}] == rows


RUST = {
    "Cargo.toml": '[package]\nname = "paint"\nversion = "1.0.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod style;\npub use style::Colour;\npub struct Painter;\nimpl Painter {\n"
    "    pub fn open_canvas(&self) {}\n}\npub fn make_painter() {}\n",
    "src/style.rs": "pub enum Colour { Red }\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Use `paint::Painter`.", [("paint::Painter", "yes", None)], id="there"),
        pytest.param("Use `paint::Colour`.", [("paint::Colour", "yes", None)], id="re-exported"),
        pytest.param("Use `paint::style::Colour`.", [("paint::style::Colour", "yes", None)], id="in a module"),
        pytest.param("Use `paint::make_pianter()`.", [("paint::make_pianter", "no", "paint::make_painter")], id="slip"),
        pytest.param(
            "Call `paint::Painter::open_canvsa`.",
            [("paint::Painter::open_canvsa", "no", "paint::Painter::open_canvas")],
            id="slip of a method",
        ),
        pytest.param("Call `paint::Painter::clone`.", [("paint::Painter::clone", "?", None)], id="from a trait"),
        pytest.param("Call `paint::nothing_like_it`.", [("paint::nothing_like_it", "?", None)], id="nothing near"),
        pytest.param("Use `std::io::Write`.", [], id="another crate"),
        pytest.param(
            "```rust\nuse paint::make_pianter;\n```\n",
            [("paint::make_pianter", "no", "paint::make_painter")],
            id="code",
        ),
    ],
)
def test_rust(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, RUST) == rows
