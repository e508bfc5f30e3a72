"""Settings, lists of values, environment variables and symbols of Rust."""

import json
import subprocess
import sys
from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Import, SymbolKind
from truthfulness_evaluator.project.languages.rust.naming import by_words, of_field, of_variant
from truthfulness_evaluator.project.languages.rust.read import read
from truthfulness_evaluator.project.languages.rust.values import value_of

SETTINGS = """
    #[derive(Deserialize, Default)]
    #[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
    pub struct Config {
        pub scroll_lines: usize,
        pub editor: EditorConfig,
        #[serde(rename = "type", alias = "kind")]
        pub r#type: Option<String>,
        #[serde(skip)]
        pub cache: usize,
        #[serde(flatten)]
        pub more: More,
        #[option(default = r#""none""#, value_type = "str", example = "x")]
        pub style: Option<String>,
        #[serde(default = "retries")]
        pub retries: u8,
    }
    fn retries() -> u8 { 3 }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct EditorConfig { auto_save: bool, idle_timeout: Duration, shape: Shape, limit: Option<u8>, shell: String }
    impl Default for EditorConfig {
        fn default() -> Self {
            Self {
                auto_save: true, // saved
                idle_timeout: Duration::from_millis(250),
                shape: Shape::Bar,
                limit: None,
                shell: if cfg!(windows) { "cmd".into() } else { "sh".into() },
            }
        }
    }
    #[derive(Deserialize)]
    struct More { width: f32 }
    #[derive(Deserialize)]
    struct Payload { other: u8 }
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Shape { Block, Bar, #[serde(alias = "gone")] Hidden }
    fn use_it(settings: &Settings) -> u8 { settings.depth.unwrap_or(9) }
"""


def test_settings() -> None:
    facts = read("src/app.rs", "app", dedent(SETTINGS))
    found = {
        each.key: (each.line, None if each.default is None else each.default.literal, each.choices)
        for each in facts.settings
    }
    assert found == {
        "scroll-lines": (5, "0", None),
        "editor": (6, None, None),
        "editor.autoSave": (25, "true", None),
        "editor.idleTimeout": (26, "250", None),
        "editor.shape": (27, '"bar"', ("block", "bar", "hidden", "gone")),
        "editor.limit": (28, "null", None),
        "editor.shell": (29, None, None),
        "type": (8, "null", None),
        "kind": (8, "null", None),
        "width": (34, None, None),
        "style": (14, '"none"', None),
        "retries": (18, "3", None),
        "depth": (40, "9", None),
    }


def test_choices() -> None:
    source = """
        #[derive(EnumString)]
        #[strum(serialize_all = "kebab-case")]
        enum Keyword { DotenvLoad, Export }
        enum Engine { Auto, Fast }
        impl FromStr for Engine {
            fn from_str(s: &str) -> Result<Self, Error> {
                match s {
                    "auto" | "default" => Ok(Engine::Auto),
                    "fast" => Ok(Engine::Fast),
                    _ => Err(Error::new("unknown engine")),
                }
            }
        }
        enum Size { Small, Large }
        impl FromStr for Size {
            fn from_str(s: &str) -> Result<Self, Error> {
                match s {
                    "small" => Ok(Size::Small),
                    other => other.parse::<u8>().map(Size::of),
                }
            }
        }
        #[derive(Deserialize)]
        enum Any { One, Other(String) }
        enum Plain { A, B }
    """
    found = [(each.name, each.values) for each in read("src/a.rs", None, dedent(source)).choices]
    assert found == [("Keyword", ("dotenv-load", "export")), ("Engine", ("auto", "default", "fast"))]


def test_environment() -> None:
    source = """
        const HOME_VAR: &str = "APP_HOME";
        pub const APP_CACHE_DIR: &'static str = "APP_CACHE_DIR";
        fn f() {
            let a = std::env::var("APP_A").unwrap_or("x".to_string());
            let b = env::var_os(HOME_VAR);
            let c = option_env!("APP_C");
            let d = env!("CARGO_PKG_VERSION");
            // env::var("APP_OLD")
            Figment::new().merge(Env::prefixed("APP_"));
        }
        #[cfg(test)]
        mod tests { fn f() { std::env::var("APP_TEST"); } }
    """
    found = [
        (each.name, each.line, None if each.default is None else each.default.literal, each.prefix)
        for each in read("src/a.rs", None, dedent(source)).environment
    ]
    assert found == [
        ("APP_CACHE_DIR", 3, None, False),
        ("APP_A", 5, '"x"', False),
        ("APP_HOME", 6, None, False),
        ("APP_C", 7, None, False),
        ("APP_", 10, None, True),
    ]


def test_symbols() -> None:
    source = """
        pub use crate::io::{Writer, self as inner, other::*};
        use std::fmt;
        pub const LIMIT: usize = 4;
        pub trait Paint { fn paint(&self, colour: Colour); }
        #[derive(Builder)]
        pub struct Pen { pub width: u8 }
        impl Pen { pub const MAX: u8 = 9; pub fn new(width: u8) -> Self { Pen { width } } }
        pub enum Colour { Red, Rgb { r: u8 } }
        mod inner { pub fn helper() {} }
        macro_rules! shout { () => {} }
        bitflags! { struct Flags: u8 {} }
        #[test]
        fn only_a_test() {}
    """
    facts = read("src/paint.rs", "app::paint", dedent(source))
    assert [(each.name, each.kind, each.line) for each in facts.symbols] == [
        ("LIMIT", SymbolKind.CONSTANT, 4),
        ("Paint", SymbolKind.CLASS, 5),
        ("Paint.paint", SymbolKind.METHOD, 5),
        ("Pen", SymbolKind.CLASS, 7),
        ("Pen.width", SymbolKind.ATTRIBUTE, 7),
        ("Pen.MAX", SymbolKind.ATTRIBUTE, 8),
        ("Pen.new", SymbolKind.METHOD, 8),
        ("Colour", SymbolKind.CLASS, 9),
        ("Colour.Red", SymbolKind.ATTRIBUTE, 9),
        ("Colour.Rgb", SymbolKind.ATTRIBUTE, 9),
        ("Colour.Rgb.r", SymbolKind.ATTRIBUTE, 9),
        ("inner", SymbolKind.MODULE, 10),
        ("inner.helper", SymbolKind.FUNCTION, 10),
        ("shout", SymbolKind.FUNCTION, 11),
    ]
    assert [each.name for each in facts.symbols if each.dynamic] == ["Pen"]
    assert facts.dynamic
    assert facts.imports == (
        Import("Writer", "app::io::Writer", 2),
        Import("inner", "app::io", 2),
        Import("*", "app::io::other", 2),
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1_000u64", 1000),
        ("0x10", 16),
        ("-1.5f32", -1.5),
        ("64 * 1024", 65536),
        ("1 << 20", 1048576),
        ("'x'", "x"),
        (r'r#"a "b""#', 'a "b"'),
        ('"a\\n\\u{41}"', "a\nA"),
        ("Some(Duration::from_secs(60))", 60),
        ('vec!["a".to_string(), String::from("b")]', ["a", "b"]),
        ("Vec::new()", []),
        ("HashMap::default()", {}),
        ("None", None),
        ("{ 5 }", 5),
        ('concat!("a", "/", 1)', "a/1"),
    ],
)
def test_values(source: str, expected: object) -> None:
    literal = value_of(source, {}).literal
    assert literal is not None
    assert json.loads(literal) == expected


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("Mode::Fast", "Mode.Fast"),
        ("crate::mode::Mode::default()", "Mode.default"),
        ("Self::Fast", "Own.Fast"),
        ("defaults::LIMIT", "LIMIT"),
        ("limit", None),
        ("compute(4)", None),
        ("[0; 16]", None),
    ],
)
def test_names_of_values(source: str, name: str | None) -> None:
    value = value_of(source, {}, "Own")
    assert (value.literal, value.name) == (None, name)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (by_words("HTMLReport", "kebab-case"), "html-report"),
        (by_words("Py37", "kebab-case"), "py37"),
        (by_words("max_size", "SCREAMING_SNAKE_CASE"), "MAX_SIZE"),
        (by_words("MaxSize", "camelCase"), "maxSize"),
        (by_words("max_size", "PascalCase"), "MaxSize"),
        (by_words("MaxSize", "lower"), "maxsize"),
        (of_field("r#type", "UPPERCASE"), "TYPE"),
        (of_variant("SoftWrap", "SCREAMING_SNAKE_CASE"), "SOFT_WRAP"),
        (of_variant("PEP", "kebab-case"), "p-e-p"),
    ],
)
def test_naming(given: str, expected: str) -> None:
    assert given == expected


def test_a_broken_file_gives_what_is_whole() -> None:
    facts = read("src/a.rs", None, "pub fn whole() {}\npub fn broken( {\n")
    assert facts.error is None
    assert facts.symbols[0].name == "whole"


def test_tree_sitter_waits_for_the_first_file() -> None:
    code = (
        "import sys, truthfulness_evaluator.project.code as c; "
        "from truthfulness_evaluator.project.languages.table import reader_of; "
        "before = 'tree_sitter' in sys.modules; reader_of('a.rs'); print(before, 'tree_sitter' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("end", "names"),
    [
        pytest.param("", ["a"], id="nothing behind"),
        pytest.param("\nfn b() {}\n", ["a", "b"], id="an item behind"),
        pytest.param("\n// end\n", ["a"], id="a comment behind"),
    ],
)
def test_a_module_of_tests_at_the_end_is_left_out(end: str, names: list[str]) -> None:
    source = 'fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn t() { std::env::var("APP_TEST"); }\n\n    fn u() {}\n}\n'
    facts = read("src/a.rs", None, source + end)
    assert [symbol.name for symbol in facts.symbols] == names
    assert [variable.name for variable in facts.environment] == []


LONG = "        work(one, two, three);\n" * 6


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(LONG, id="nothing to read"),
        pytest.param(LONG + '        let text = "\n    }\n    fn in_text() {\n";\n', id="a brace in a text"),
        pytest.param(LONG + '        let text = r#"\n    }\n"#;\n', id="a brace in a raw text"),
        pytest.param(LONG + "        /*\n    }\n*/\n", id="a brace in a comment"),
        pytest.param(LONG + "        if '\"' == '\"' {\n    }\n", id="not laid out by rustfmt"),
    ],
)
@pytest.mark.parametrize(
    "head", ["fn a(&self) {", "fn a(\n        &self,\n    ) -> u8 {", "fn a<T>()\n    where\n        T: X,\n    {"]
)
def test_bodies_need_not_be_parsed(head: str, body: str) -> None:
    """What stands behind them is found at its line."""
    source = f"impl A {{\n    {head}\n{body}    }}\n}}\n\npub const LAST: u8 = 3;\n"
    found = [(symbol.name, symbol.line) for symbol in read("src/a.rs", None, source).symbols]
    assert found == [("A.a", 2), ("LAST", source.count("\n"))]
