"""Settings, lists of values and environment variables of JavaScript and TypeScript."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Choices, EnvironmentVariable, Setting, Value
from truthfulness_evaluator.project.languages.javascript.read import read


def same(text: str) -> Value:
    return Value(text, text)


SETTINGS: dict[str, tuple[str, str, list[Setting]]] = {
    "an object of defaults": (
        "lib/a.js",
        "const defaults = { timeout: 0, limit: -1, proxy: { on: true }, make() {} };",
        [
            Setting("timeout", 1, same("0")),
            Setting("limit", 1, same("-1")),
            Setting("proxy", 1, Value("{ on: true }", '{"on": true}')),
            Setting("proxy.on", 1, same("true")),
        ],
    ),
    "a file of defaults": (
        "lib/defaults.js",
        "module.exports = { a: 64 * 1024 }",
        [Setting("a", 1, Value("64 * 1024", "65536"))],
    ),
    "a member for defaults": ("lib/a.js", "exports.defaultSettings = { a: 1 }", [Setting("a", 1, same("1"))]),
    "a schema in quotes": (
        "lib/a.js",
        's = {"properties":{"size":{"type":"integer","default":8}}}',
        [Setting("size", 1, same("8"))],
    ),
    "defaults of a class": ("a.jsx", "class A { static defaultProps = { a: 1 } }", [Setting("a", 1, same("1"))]),
    "a schema": (
        "lib/a.js",
        's = { properties: { size: { type: "integer", default: 8 }, mode: { enum: ["a", "b"] } } }',
        [Setting("size", 1, same("8")), Setting("mode", 1, None, ("a", "b"))],
    ),
    "a schema of calls": (
        "lib/a.ts",
        'z.object({ port: z.number().min(1).default(3000), mode: z.enum(["a", "b"]).default("a") })',
        [Setting("port", 1, same("3000")), Setting("mode", 1, Value('"a"', '"a"'), ("a", "b"))],
    ),
    "rows": (
        "lib/a.js",
        'export default [{ name: "max-workers", type: "int", default: 8 }]',
        [Setting("max-workers", 1, same("8"))],
    ),
    "a type": (
        "lib/a.ts",
        """
        export interface RunOptions {
          /** How many.
           * @default 8 */
          max?: number;
          /** @defaultValue `"fast"` */
          mode?: "fast" | "slow" | null;
          plain: string;
        }
        """,
        [
            Setting("max", 5, same("8")),
            Setting("mode", 7, Value('"fast"', '"fast"'), ("fast", "slow")),
            Setting("plain", 8),
        ],
    ),
    "other objects": ("lib/a.js", "const table = { a: 1 }; f({ default: 1 }); const x = { y: { default: f } }", []),
    "other types": ("lib/a.ts", "interface Reply { a: number }", []),
}


@pytest.mark.parametrize(("path", "text", "settings"), SETTINGS.values(), ids=SETTINGS)
def test_settings(path: str, text: str, settings: list[Setting]) -> None:
    assert list(read(path, None, dedent(text)).settings) == settings


CHOICES: dict[str, tuple[str, list[Choices]]] = {
    "union": ('type Mode = "a" | "b" | undefined', [Choices("Mode", 1, ("a", "b"))]),
    "union with others": ('type Mode = "a" | "b" | string', []),
    "enum of texts": ('enum Level { Low = "low", High = "high" }', [Choices("Level", 1, ("low", "high"))]),
    "enum": ("export enum Level { Low, High = 5 }", [Choices("Level", 1, ("Low", "High"))]),
    "property": ('interface A { mode: "a" | "b" }', [Choices("A.mode", 1, ("a", "b"))]),
    "constants": ('const DIRS = ["a", "b"]', [Choices("DIRS", 1, ("a", "b"))]),
    "frozen": ('const dirs = Object.freeze({ A: "a", B: "b" })', [Choices("dirs", 1, ("a", "b"))]),
    "fixed": ('const dirs = ["a", "b"] as const', [Choices("dirs", 1, ("a", "b"))]),
    "variable": ('let dirs = ["a", "b"]', []),
}


@pytest.mark.parametrize(("text", "choices"), CHOICES.values(), ids=CHOICES)
def test_choices(text: str, choices: list[Choices]) -> None:
    assert list(read("a.ts", None, text).choices) == choices


ENVIRONMENT: dict[str, tuple[str, list[EnvironmentVariable]]] = {
    "fallback": ("listen(process.env.APP_PORT || 3000)", [EnvironmentVariable("APP_PORT", 1, same("3000"))]),
    "index": ('process.env["APP_PORT"]', [EnvironmentVariable("APP_PORT", 1)]),
    "bundler": ("import.meta.env.APP_MODE ?? 1", [EnvironmentVariable("APP_MODE", 1, same("1"))]),
    "taken out": (
        "const { APP_A = 1, APP_B: b } = process.env",
        [EnvironmentVariable("APP_A", 1, same("1")), EnvironmentVariable("APP_B", 1)],
    ),
    "alias": ("const { env } = process;\nf(env.APP_A)", [EnvironmentVariable("APP_A", 2)]),
    "made": ("process.env[`APP_${name}`]", [EnvironmentVariable("APP_", 1, prefix=True)]),
    "comment": ("// process.env.APP_A", []),
    "another object": ("context.env.APP_A", []),
}


@pytest.mark.parametrize(("text", "variables"), ENVIRONMENT.values(), ids=ENVIRONMENT)
def test_environment(text: str, variables: list[EnvironmentVariable]) -> None:
    assert list(read("a.js", None, text).environment) == variables
