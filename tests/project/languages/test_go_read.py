"""What is read from Go files, one table for each part of the facts."""

import subprocess
import sys

import pytest

from truthfulness_evaluator.project.declarations import FileFacts, SymbolKind
from truthfulness_evaluator.project.languages.go.read import read


def facts(body: str, *, imports: str = "", module: str = "example.org/tool/pkg", path: str = "pkg/a.go") -> FileFacts:
    return read(path, module, f"package pkg\n\nimport ({imports})\n\n{body}\n")


@pytest.mark.parametrize(
    ("source", "literal"),
    [
        pytest.param('"a\\n"', '"a\\n"', id="text"),
        pytest.param("`a\\n`", '"a\\\\n"', id="raw text"),
        pytest.param('"a" + "b"', '"ab"', id="texts joined"),
        pytest.param("1_000", "1000", id="underscores"),
        pytest.param("0o17", "15", id="octal"),
        pytest.param("017", "15", id="old octal"),
        pytest.param("0xff", "255", id="hexadecimal"),
        pytest.param("256 * 1024", "262144", id="product"),
        pytest.param("1 << 20", "1048576", id="shift"),
        pytest.param("(2 + 3) * -4", "-20", id="brackets and sign"),
        pytest.param("7 / 2", "3", id="whole division"),
        pytest.param("math.MaxInt32 - 1", "2147483646", id="limit"),
        pytest.param("uint64(5)", "5", id="conversion"),
        pytest.param("30 * time.Second", '"30s"', id="seconds"),
        pytest.param("2 * time.Hour", '"2h"', id="hours"),
        pytest.param("90 * time.Minute", '"5400s"', id="minutes, whose letter is ambiguous"),
        pytest.param("own.Duration(500 * time.Millisecond)", '"500ms"', id="duration of another type"),
        pytest.param("own.Duration(5)", None, id="a bare number of another type"),
        pytest.param('[]string{"a", "b"}', '["a", "b"]', id="list"),
        pytest.param("true", "true", id="truth value"),
        pytest.param("nil", "null", id="nothing"),
        pytest.param("iota", None, id="iota"),
        pytest.param("make(chan int)", None, id="call"),
        pytest.param("1 << 4000", None, id="enormous"),
        pytest.param("1 / 0", None, id="no number"),
    ],
)
def test_values(source: str, literal: str | None) -> None:
    symbol = facts(f"var x = {source}").symbols[1]
    assert symbol.value is not None
    assert (symbol.value.source, symbol.value.literal) == (source, literal)


def test_symbols() -> None:
    found = facts(
        "const A, b = 1, 2\n"
        "type Server struct {\n\tBase\n\t*http.Client\n\tHost, Port string\n\tTLS struct{ Key string }\n}\n"
        "type Reader interface {\n\tio.Closer\n\tRead(p []byte) int\n}\n"
        "type Alias = other.Type\ntype Level int\n"
        "func (s *Server[T]) Run(ctx context.Context, a, b int, rest ...func(int, int)) error { return nil }\n"
        "func helper(x int) {}\n"
    ).symbols
    assert [(s.name, s.kind.value, s.line, s.bases, s.dynamic) for s in found] == [
        ("pkg", "module", 1, (), False),
        ("A", "constant", 5, (), False),
        ("b", "constant", 5, (), False),
        ("Server", "class", 6, ("Base", "http.Client"), False),
        ("Server.Host", "attribute", 9, (), False),
        ("Server.Port", "attribute", 9, (), False),
        ("Server.TLS", "attribute", 10, (), False),
        ("Server.TLS.Key", "attribute", 10, (), False),
        ("Reader", "class", 12, ("io.Closer",), False),
        ("Reader.Read", "method", 14, (), False),
        ("Alias", "class", 16, (), True),
        ("Level", "class", 17, (), False),
        ("helper", "function", 19, (), False),
        ("Server.Run", "method", 18, (), False),
    ]
    run = found[-1]
    assert run.parameters is not None
    assert [(p.name, p.variadic) for p in run.parameters] == [
        ("ctx", False),
        ("a", False),
        ("b", False),
        ("rest", True),
    ]


def test_imports_and_module() -> None:
    found = facts("", imports='f "flag"; . "example.org/dots"; "gopkg.in/yaml.v3"; "example.org/tool/v2"')
    assert [(i.name, i.target) for i in found.imports] == [
        ("f", "flag"),
        ("*", "example.org/dots"),
        ("yaml", "gopkg.in/yaml.v3"),
        ("tool", "example.org/tool/v2"),
    ]
    assert found.module == "example.org/tool/pkg"
    assert read("lib/a.go", None, "package lib\n").module == "lib"
    assert read("a.go", None, "package lib\n").module == "lib"


@pytest.mark.parametrize(
    ("imports", "body", "expected"),
    [
        pytest.param(
            '"flag"', 'var n = flag.Int("max-jobs", 8, "how many")', [("--max-jobs -max-jobs", "8")], id="flag"
        ),
        pytest.param(
            '"flag"',
            'func f() { flag.Var(&v, "set", "a value"); flag.DurationVar(&d, "wait", 5*time.Second, "how long") }',
            [("--set -set", None), ("--wait -wait", '"5s"')],
            id="flag with variables",
        ),
        pytest.param(
            '"github.com/spf13/pflag"',
            'func f(fs *pflag.FlagSet) {\n\tfs.StringVarP(&o.Name, "name", "n", "x", "the name")\n'
            '\tfs.BoolP("all", "a", false, "everything")\n\tfs.CountVarP(&v, "verbose", "v", "more")\n'
            '\tfs.StringSlice("tag", nil, "tags")\n\tfs.VarP(&x, "ext", "e", "extension")\n}',
            [("-n --name", '"x"'), ("-a --all", "false"), ("-v --verbose", None), ("--tag", None), ("-e --ext", None)],
            id="pflag",
        ),
        pytest.param(
            '"github.com/spf13/cobra"',
            'const named = "limit"\nfunc f(cmd *cobra.Command) {\n\tcmd.Flags().IntVar(&o, named, 3, "most")\n'
            '\tcmd.PersistentFlags().String("config", "", "file")\n\tcmd.Flags().MarkHidden("config")\n}',
            [("--limit", "3"), ("--config hidden", None)],
            id="cobra, with a constant for a name",
        ),
        pytest.param(
            '"flag"',
            'func f() {\n\tflag.Int("a", 0, "x"); flag.Int("b", -1, "x")\n'
            '\tflag.Duration("c", 0, "x"); flag.Int("d", 1, "x")\n}',
            [("-a", None), ("-b", None), ("-c", None), ("-d", "1")],
            id="values that mean that nothing was set",
        ),
        pytest.param(
            '"github.com/spf13/cobra"; "example.org/tool/flags"',
            'func f() { flags.BoolVarP(set, &x, "dry-run", "d", false, "do nothing", "group") }',
            [("-d --dry-run", "false")],
            id="own functions that take the set of flags first",
        ),
        pytest.param(
            '"github.com/spf13/cobra"',
            'func f() { util.EnumFlag(cmd, &x, "state", "s", "open", []string{"open", "shut"}, "which ones") }',
            [("-s --state open|shut", None)],
            id="own functions by their name",
        ),
        pytest.param(
            '"log/slog"; "flag"',
            'func f() { slog.String("key-of-log", "value"); attr.Int("a-b", 2); n := strings.Count("a-b", "b") }',
            [],
            id="functions of the same names",
        ),
        pytest.param(
            '"flag"', '// flag.Int("max-jobs", 8, "how many")\nvar x = `flag.Int("a", 8, "b")`', [], id="comments"
        ),
        pytest.param(
            '"github.com/alecthomas/kingpin/v2"',
            'func f() {\n\ta.Flag("web.port", "The port.").Short(\'p\').Default("9090").Envar("WEB_PORT").Int()\n'
            '\ta.Flag("log", "Level.").Enum("info", "debug")\n\ta.Flag("x", "y").Hidden().Bool()\n}',
            [("-p --web.port $WEB_PORT", '"9090"'), ("--log info|debug", None), ("--x hidden", None)],
            id="kingpin",
        ),
        pytest.param(
            '"github.com/urfave/cli/v2"',
            'var flags = []cli.Flag{\n\t&cli.StringFlag{Name: "lang", Aliases: []string{"l"}, Value: "en", '
            'EnvVars: []string{"APP_LANG"}},\n\tcli.BoolFlag{Name: "quiet, q", EnvVar: "Q_A,Q_B"},\n}',
            [("-l --lang $APP_LANG", '"en"'), ("-q --quiet $Q_A $Q_B", None)],
            id="urfave",
        ),
        pytest.param(
            "",
            'type Opts struct {\n\tJobs int `short:"j" long:"max-jobs" default:"8" env:"JOBS" description:"x"`\n'
            '\tMode string `long:"mode" choice:"a" choice:"b"`\n}',
            [("-j --max-jobs $JOBS", "8"), ("--mode a|b", None)],
            id="go-flags",
        ),
        pytest.param(
            '"github.com/alecthomas/kong"',
            'type CLI struct {\n\tMaxJobs int `help:"Most." default:"8" short:"j"`\n\tRun RunCmd `cmd:"" help:"x"`\n}',
            [("-j --max-jobs", "8")],
            id="kong",
        ),
        pytest.param(
            "",
            'var table = Options{{\n\tName: "cache_max_age",\n\tDefault: own.Duration(2 * time.Hour),\n'
            '\tHelp: "Most.",\n}, {\n\tName: "read_only",\n\tDefault: false,\n\tHelp: "No writes.",\n}}',
            [("--cache-max-age", '"2h"'), ("--read-only", "false")],
            id="table",
        ),
        pytest.param(
            "",
            'var info = &Info{Name: "store", Options: []own.Option{{Name: "chunk_size", Help: "Size."}}}',
            [("--store-chunk-size", None)],
            id="table below a name",
        ),
        pytest.param(
            "",
            'var metric = own.New(own.Opts{Name: "requests_total", Help: "How many."})',
            [],
            id="a metric, no option",
        ),
        pytest.param(
            "",
            'func parse(arg string) {\n\tswitch arg {\n\tcase "-x", "--extended":\n\tcase "--no-sort":\n\t}\n}',
            [("-x --extended", None), ("--no-sort", None)],
            id="read by hand",
        ),
        pytest.param(
            '"github.com/integrii/flaggy"',
            'func f() { flaggy.String(&path, "p", "path", "Where"); flaggy.Bool(&v, "", "version", "Show") }',
            [("-p --path", None), ("--version", None)],
            id="flaggy",
        ),
    ],
)
def test_options(imports: str, body: str, expected: list[tuple[str, str | None]]) -> None:
    found = facts(body, imports=imports).options
    shown = [
        " ".join(
            (
                *o.names,
                *(f"${name}" for name in o.env),
                *(["|".join(o.choices)] if o.choices else []),
                *(["hidden"] if o.hidden else []),
            )
        )
        for o in found
    ]
    assert list(zip(shown, [o.default.literal if o.default else None for o in found], strict=True)) == expected


def test_names_made_at_run_time_leave_the_options_open() -> None:
    body = 'func f(fs *pflag.FlagSet, p string) { fs.StringVar(&x, p+"-host", "", "the host") }'
    assert [c.closed for c in facts(body, imports='"github.com/spf13/pflag"').commands] == [False]


def test_commands() -> None:
    found = facts(
        'var rootCmd = &cobra.Command{Use: "tool"}\n'
        'var serveCmd = &cobra.Command{Use: "serve PORT", Aliases: []string{"s"}, Hidden: true}\n'
        "func NewCmdList() *cobra.Command {\n"
        '\tcmd := &cobra.Command{Use: "list"}\n\tsub := &cobra.Command{Use: "deep"}\n\tcmd.AddCommand(sub)\n'
        '\tcmd.Flags().Bool("long", false, "more of it")\n\treturn cmd\n}\n'
        "func init() { rootCmd.AddCommand(serveCmd, NewCmdList(), other.NewCmd()) }\n"
        "func Run() { rootCmd.Execute() }\n",
        imports='"github.com/spf13/cobra"; "example.org/tool/other"',
    )
    assert [(c.name, c.owner, c.group, c.program) for c in found.commands] == [
        ("tool", "rootCmd", None, True),
        ("serve", "serveCmd", "rootCmd", False),
        ("list", "NewCmdList", "rootCmd", False),
        ("deep", "NewCmdList.sub", "NewCmdList", False),
        ("NewCmd", "other.NewCmd", "rootCmd", False),
    ]
    assert [o.owner for o in found.options] == ["NewCmdList"]
    assert (found.commands[1].aliases, found.commands[1].hidden) == (("s",), True)


@pytest.mark.parametrize(
    ("path", "module", "name"),
    [
        pytest.param("main.go", "example.org/tool", "tool", id="root"),
        pytest.param("main.go", "example.org/tool/v3", "tool", id="major version"),
        pytest.param("cmd/serve/main.go", "example.org/tool/cmd/serve", "serve", id="folder of programs"),
        pytest.param("internal/gen/main.go", "example.org/tool/internal/gen", None, id="a tool for those who build"),
    ],
)
def test_programs(path: str, module: str, name: str | None) -> None:
    found = read(path, module, "package main\n\nfunc main() {}\n").commands
    assert [c.name for c in found if c.program] == ([name] if name else [])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param('var a = os.Getenv("APP_HOME")', [("APP_HOME", False, None)], id="read"),
        pytest.param('var a, ok = os.LookupEnv("APP_HOME")', [("APP_HOME", False, None)], id="looked up"),
        pytest.param('var a = envOr("APP_PORT", "80")', [("APP_PORT", False, '"80"')], id="own function"),
        pytest.param('const key = "APP_KEY"\nvar a = os.Getenv(key)', [("APP_KEY", False, None)], id="constant"),
        pytest.param('const EnvKey = "APP_KEY"', [("APP_KEY", False, None)], id="named as one"),
        pytest.param('var a = os.Getenv("APP_" + x)', [("APP_", True, None)], id="family"),
        pytest.param('func f() { viper.SetEnvPrefix("app") }', [("APP_", True, None)], id="prefix"),
        pytest.param('func f() { viper.BindEnv("port", "APP_PORT") }', [("APP_PORT", False, None)], id="bound"),
        pytest.param(
            'type C struct { P int `envconfig:"PORT" default:"8"`; Q int `env:"Q_X"` }',
            [("PORT", False, "8"), ("Q_X", False, None)],
            id="tags",
        ),
        pytest.param('// os.Getenv("APP_HOME")', [], id="comment"),
    ],
)
def test_environment(body: str, expected: list[tuple[str, bool, str | None]]) -> None:
    found = facts(body).environment
    assert [(e.name, e.prefix, e.default.literal if e.default else None) for e in found] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            'type C struct { Port int `json:"port" yaml:"port"`; Skip int `json:"-"`; N int `toml:"max-n,omitempty"` }',
            [("port", None), ("max-n", None)],
            id="tags",
        ),
        pytest.param(
            'type C struct { Port int `yaml:"port"` }\nfunc NewConfig() C { return C{Port: 8080} }',
            [("port", "8080")],
            id="filled in by a function",
        ),
        pytest.param(
            'type C struct { Wait int `yaml:"wait"` }\nvar DefaultC = C{Wait: 3 * time.Second}',
            [("wait", '"3s"')],
            id="filled in by a variable",
        ),
        pytest.param(
            'type C struct { Port int `yaml:"port"` }\nfunc other() C { return C{Port: 8080} }',
            [("port", None)],
            id="a value that is no default",
        ),
        pytest.param(
            'type C struct { Cl string `option:"storage-class"` }\nfunc init() { options.Register("s3", C{}) }',
            [("storage-class", None), ("s3.storage-class", None)],
            id="registered under a name",
        ),
        pytest.param('func f() { viper.SetDefault("log.level", "info") }', [("log.level", '"info"')], id="viper"),
    ],
)
def test_settings(body: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(s.key, s.default.literal if s.default else None) for s in facts(body).settings] == expected


def test_defaults_of_structs_of_other_files_are_kept() -> None:
    found = facts("func DefaultConfig() *Config { return &Config{Port: 80} }").symbols
    assert [(s.name, s.value.literal) for s in found if s.kind is SymbolKind.ATTRIBUTE and s.value] == [
        ("Config.Port", "80")
    ]


def test_choices() -> None:
    found = facts(
        'const (\n\tModeA Mode = "a"\n\tModeB Mode = "b"\n)\nvar formats = []string{"json", "text"}\n'
        'var handlers = map[string]int{"get": 1, "put": 2}\n'
        'func f(o O) {\n\tswitch o.Kind {\n\tcase "x", "y":\n\tcase "z":\n\tdefault:\n\t}\n}\n'
    ).choices
    assert [(c.name, c.values) for c in found] == [
        ("formats", ("json", "text")),
        ("handlers", ("get", "put")),
        ("Mode", ("a", "b")),
        ("o.Kind", ("x", "y", "z")),
    ]


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        pytest.param("package a\n\n//go:generate stringer\n", True, id="names made by a tool"),
        pytest.param("// Code generated by x. DO NOT EDIT.\n\n//go:generate y\npackage a\n", False, id="made"),
        pytest.param("package a\n\nfunc f( {\nconst B = 1\n", True, id="not parsed whole"),
        pytest.param('package a\n\nvar x = "//go:generate y"\n', False, id="a text"),
    ],
)
def test_generated_names_leave_a_file_open(text: str, is_open: bool) -> None:
    assert read("a.go", "example.org/a", text).dynamic is is_open


def test_a_file_without_a_package_is_an_error() -> None:
    assert read("a.go", None, "func f() {}").error == "it has no package clause"
    assert read("a.go", None, "package a\n\nfunc f( {\nconst B = 1\n").error is None


def test_the_grammar_is_imported_with_the_first_file() -> None:
    code = (
        "import sys, truthfulness_evaluator.project.code, truthfulness_evaluator.project.qualified\n"
        "assert 'tree_sitter' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


LONG = "\twork(one, two, three)\n" * 5


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(LONG, id="nothing to read"),
        pytest.param(LONG + "\ttext := `\n}\nfunc inText() {\n`\n", id="a brace in a text"),
        pytest.param(LONG + "\t/*\n}\n*/\n", id="a brace in a comment"),
        pytest.param(LONG + '\tif "`" == "`" {\n}\n\t}\n', id="not laid out by gofmt"),
        pytest.param(LONG + "\tbroken := (\n", id="an error"),
    ],
)
def test_bodies_need_not_be_parsed(body: str) -> None:
    """What stands behind them is found at its line."""
    source = f'package a\n\nfunc first(\n\tx int,\n) error {{\n{body}}}\n\nfunc last() {{ os.Getenv("APP_HOME") }}\n'
    facts = read("a/a.go", "example.org/a", source)
    line = source[: source.index("func last")].count("\n") + 1
    assert [(symbol.name, symbol.line) for symbol in facts.symbols] == [("a", 1), ("first", 3), ("last", line)]
    assert [(variable.name, variable.line) for variable in facts.environment] == [("APP_HOME", line)]
