"""Symbols and exports of JavaScript and TypeScript."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Import, Parameter, SymbolKind, Value
from truthfulness_evaluator.project.languages.javascript.read import read

SYMBOLS: dict[str, tuple[str, str, list[str]]] = {
    "functions": (
        "a.js",
        "function run({ timeout = 5, to: limit }, ...rest) {}\nconst go = async (a = [1, 'x']) => {}, LIMIT = 1_000",
        ["function run(timeout=5, to, *rest)", 'function go(a=[1, "x"])', "constant LIMIT=1000"],
    ),
    "classes": (
        "a.js",
        "class A extends B { #own = 1; size = 5; static of() {} get on() {} constructor(x) { this.x = x } run(y) {} }",
        [
            "class A < B",
            "attribute A.size=5",
            "method A.of()",
            "property A.on",
            "method A.constructor(x)",
            "attribute A.x",
            "method A.run(y)",
        ],
    ),
    "assignments": (
        "a.js",
        "function App() {}\nApp.prototype.use = function use(f) {}; App.mode = App.way = 'x'; this.y = 1",
        ["function App()", "method App.use(f)", 'attribute App.mode="x"', 'attribute App.way="x"'],
    ),
    "objects": ("a.js", "const A = { on: 1, run(x) {} }", ["constant A", "attribute A.on=1", "method A.run(x)"]),
    "types": (
        "a.ts",
        "declare namespace N { function f(a?: string): void }\nenum E { A = 1 }\n"
        "abstract class C { constructor(private b: string) {} }",
        [
            "module N",
            "function N.f(a)",
            "class E",
            "attribute E.A=1",
            "class C",
            "method C.constructor(b)",
            "attribute C.b",
        ],
    ),
}


def shown(parameter: Parameter) -> str:
    return "*" * parameter.variadic + parameter.name + given(parameter.default)


def given(value: Value | None) -> str:
    return f"={value.literal}" if value is not None and value.literal is not None else ""


@pytest.mark.parametrize(("path", "text", "symbols"), SYMBOLS.values(), ids=SYMBOLS)
def test_symbols(path: str, text: str, symbols: list[str]) -> None:
    found: list[str] = []
    for each in read(path, None, text).symbols:
        called = each.parameters is not None
        tail = f"({', '.join(map(shown, each.parameters or ()))})" if called else given(each.value)
        found.append(f"{each.kind.value} {each.name}{tail}" + (f" < {each.bases[0]}" if each.bases else ""))
        assert called == (each.kind in {SymbolKind.FUNCTION, SymbolKind.METHOD})
    assert found == symbols


EXPORTS: dict[str, tuple[str, list[str], list[str], bool]] = {
    "declared": (
        "export const a = 1, b = 2; export function c() {} export class D {}",
        ["a", "b", "c", "D"],
        [],
        False,
    ),
    "listed": (
        'export { a as b, c } from "./x"; export * as ns from "./y"; export default 1',
        ["b", "c", "ns", "default"],
        [],
        False,
    ),
    "all of another": ('export * from "../x.js"', [], ["x.js"], False),
    "all of a package": ('export * from "other"', [], ["other"], False),
    "taken apart": ("export const { a } = make()", [], [], True),
    "common": ("exports.a = 1; module.exports.b = 2; exports.c = exports.d = 3", ["a", "b", "c", "d"], [], False),
    "whole object": (
        'module.exports = { a, b: 1, c() {}, ...require("./x") }',
        ["default", "a", "b", "c"],
        ["lib/x"],
        False,
    ),
    "whole file": ('module.exports = require("./x")', ["default"], ["lib/x"], False),
    "function with members": (
        "exports = module.exports = run; function run() {} run.fast = 1; exports.slow = 2",
        ["default", "slow", "fast"],
        [],
        False,
    ),
    "class with statics": ("module.exports = A; class A { static of() {} }", ["default", "of"], [], False),
    "made": ("module.exports = make()", ["default"], [], True),
    "computed": ("for (const n of names) exports[n] = f(n); exports.a = 1", ["a"], [], True),
    "handed over": ("exports.a = 1; fill(module.exports)", ["a"], [], True),
}


def test_a_namespace_is_exported_whole() -> None:
    text = (
        "declare function run(): void\ndeclare namespace run {\nexport { A, B as C }\nexport type D = 1\n}\n"
        "export = run"
    )
    facts = read("index.d.ts", None, text)
    assert (set(facts.exports or ()), facts.dynamic) == ({"default", "A", "C", "D"}, False)


@pytest.mark.parametrize(("text", "names", "stars", "dynamic"), EXPORTS.values(), ids=EXPORTS)
def test_exports(text: str, names: list[str], stars: list[str], dynamic: bool) -> None:
    facts = read("lib/index.js", None, text)
    assert (list(facts.exports or ()), list(facts.imports), facts.dynamic) == (
        names,
        [Import("*", star, 1) for star in stars],
        dynamic,
    )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("lib/a.min.js", "exports.a = 1", id="by its name"),
        pytest.param("x/dist/a.js", "exports.a = 1", id="by its folder"),
        pytest.param("lib/a.js", "exports.a = 1;" * 300, id="by its lines"),
        pytest.param("lib/a.js", "var __commonJS = 1;\n" + "exports.a = 1;\n" * 300, id="by a bundler's mark"),
    ],
)
def test_what_tools_make_is_not_parsed(path: str, text: str) -> None:
    facts = read(path, None, text)
    assert (facts.symbols, facts.dynamic, facts.error) == ((), True, None)


@pytest.mark.parametrize(
    "text",
    [
        "a = " * 5000 + "1",
        "(" * 5000,
        "namespace a { " * 3000,
        "x" + ".option('--a')" * 3000,
        "export",
        "const { = 1",
        "\0\ud800",
        "process.env",
        "z.default().default(1)",
    ],
    ids=range(9),
)
def test_strange_text_is_survived(text: str) -> None:
    for path in ("a.js", "a.ts", "a.tsx"):
        assert read(path, None, text).path == path


def test_flow_is_read() -> None:
    text = dedent("""
    // @flow
    export type Mode = "a" | "b";
    export function run(mode: Mode): void {}
    """)
    facts = read("a.js", None, text)
    assert (facts.exports, facts.dynamic) == (("Mode", "run"), False)


LONG = "    work(one, two, three);\n" * 60


@pytest.mark.parametrize(
    "head",
    [
        "function run(a) {",
        "async function run(a: number): Promise<void> {",
        "export function run(\n  a,\n) {",
        "function run(a) {\n  if (a) {",
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(LONG, id="nothing to read"),
        pytest.param(LONG + "    const text = `\n}\nfunction inText() {}\n`;\n", id="a brace in a template"),
        pytest.param(LONG + "/*\n}\n*/\n", id="a brace in a comment"),
        pytest.param(LONG + "    const at = /`/;\n}\n{\n", id="not laid out by a formatter"),
    ],
)
def test_bodies_need_not_be_parsed(head: str, body: str) -> None:
    """What stands behind them is found at its line."""
    closing = "  }\n" * (head.count("{") - 1) + "}\n"
    source = f"const FIRST = 1;\n{head}\n{body}{closing}const LAST = process.env.APP_HOME;\n"
    facts = read("a.ts", None, source)
    last = source.count("\n")
    assert [(symbol.name, symbol.line) for symbol in facts.symbols] == [("FIRST", 1), ("run", 2), ("LAST", last)]
    assert [(variable.name, variable.line) for variable in facts.environment] == [("APP_HOME", last)]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        pytest.param(
            "class A {\n  constructor(\n    x,\n  ) {\n    this.x = x;\n%s  }\n}\n", "A A.constructor A.x", id="new"
        ),
        pytest.param(
            "(function (\n  root,\n) {\n  function own() {}\n%s})(this);\n", "own", id="called where it stands"
        ),
        pytest.param("function a() {\n%s  process.env.B;\n}\n", "a", id="a variable of the environment"),
    ],
)
def test_bodies_that_are_read_are_parsed(source: str, names: str) -> None:
    facts = read("a.js", None, source % LONG)
    assert [symbol.name for symbol in facts.symbols] == names.split()
    assert bool(facts.environment) is ("process.env" in source)
