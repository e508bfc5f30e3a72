"""What a file is for, told from its path alone."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from truthfulness_evaluator.text.patterns import regex


class Role(StrEnum):
    """What a file of a project is for."""

    CODE = "code"
    TEST = "test"
    """Tests, what they stand on, and benchmarks."""
    EXAMPLE = "example"
    DOCS = "docs"
    CHANGELOG = "changelog"
    VENDORED = "vendored"
    """Other people's code, copied in."""
    GENERATED = "generated"
    """Made by a tool: lock files, minified or compiled files, build outputs."""
    CONFIG = "config"
    DATA = "data"


VOUCHING = frozenset({Role.CODE, Role.CONFIG})
"""Only these vouch for a name: what documentation, tests or examples say may be out of date itself."""

# Where a wrong guess is possible, these tables lean towards code: a name that is missed because its file was
# taken for a test or a document would make a true statement look false.


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_VENDORED = _set("""
    _vendor _vendored vendor vendored third_party third-party thirdparty 3rdparty extern node_modules
    bower_components site-packages .yarn
""")
_GENERATED_ANYWHERE = _set("__pycache__ _build .next .nuxt htmlcov")
_GENERATED_AT_TOP = _set("build dist")
_TEST_ANYWHERE = _set("""
    tests __tests__ __mocks__ __snapshots__ __fixtures__ fixtures testdata test-data test_data unit_tests
    integration_tests functional_tests e2e
""")
_TEST_AT_TOP = _set("atest utest itest test testing spec specs t bench benches benchmark benchmarks fuzz qa test-utils")
_EXAMPLE_ANYWHERE = _set("examples")
_EXAMPLE_AT_TOP = _set("""
    example demo demos sample samples tutorial tutorials notebooks cookbook cookbooks recipes playground
    js-examples
""")
_DOCS_AT_TOP = _set("doc docs documentation docs_src doc_src docsite website site")
_PROSE_AT_TOP = _set("book man manual wiki guide guides")
_DOCS_NESTED = _set("doc docs documentation")
_SHARED_TOPS = _set("packages libs crates apps projects modules plugins components services")
"""Top folders of repositories that hold several projects: what lies in `packages/NAME` is at the top again."""
_SOURCE = _set("src lib pkg internal cmd source sources")

_CODE_SUFFIXES = _set("""
    .py .pyi .pyx .pxd .pyw .js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte .go .rs .c .h .cc .cpp .cxx .hpp
    .hh .java .kt .kts .scala .groovy .gradle .clj .cs .fs .vb .swift .m .mm .rb .php .pl .pm .lua .r .jl .ex
    .exs .erl .hs .ml .mli .elm .dart .nim .zig .v .sh .bash .zsh .fish .ps1 .psm1 .bat .cmd .sql .css .scss
    .sass .less .html .htm .jinja .jinja2 .j2 .mako .tmpl .tpl .hbs .ejs .pug .proto .graphql .thrift .vim .el
    .scm .tcl .awk .cmake .mk .bzl .asm .s .cu .cl .nix .wxs .nsi .xsl
""")
_PROSE_SUFFIXES = _set("""
    .md .markdown .mdown .mdx .rst .rest .adoc .asciidoc .org .textile .rdoc .pod .tex .texi .ipynb
""")
_PAGE_SUFFIXES = _set(".html .htm")
_CONFIG_SUFFIXES = _set("""
    .toml .yaml .yml .ini .cfg .conf .cnf .properties .env .editorconfig .plist .service .desktop .spec .jsonc
    .json5 .in
""")
_CONFIG_NAMES = regex(
    r"""
    [\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in|pip)
    |(?:meson_options|cmakelists|robots|runtime)\.txt
    |(?:docker|make|gnumake|just|proc|vagrant|brew|gem|rake|jenkins|pod|fast|cart|tilt|snake)file(?:\.[\w.-]+)?
    |[\w.-]+\.(?:dockerfile|mk)
    |pipfile |go\.(?:mod|work) |pom\.xml |containerfile |earthfile |codeowners
    |(?:package|composer|tsconfig|jsconfig|deno|bower|lerna|nx|turbo|renovate|vercel)[\w.-]*\.json
    |[\w.-]*config[\w.-]*\.json
    |\.[\w-]+(?:\.(?:json|local|example|js|cjs))?
    """,
    re.VERBOSE,
)
_GENERATED_NAMES = regex(
    r"""
    .*\.min\.(?:js|css|mjs) |.*\.(?:js|css|cjs|mjs)\.map
    |.*_pb2(?:_grpc)?\.pyi? |.*\.pb\.(?:go|cc|h) |.*_pb\.(?:js|d\.ts|ts)
    |.*\.lock |.*\.lockb |package-lock\.json |npm-shrinkwrap\.json |pnpm-lock\.yaml |go\.(?:work\.)?sum
    |pylock.*\.toml |.*\.py[co] |.*[._]generated\.\w+
    """,
    re.VERBOSE,
)
_TEST_NAMES = regex(
    r"""
    test_.*\.pyi? |.*_tests?\.(?:py|go|rs|rb|exs|cc|cpp|c) |tests\.(?:py|rs) |conftest\.py
    |.*\.(?:spec|test|test-d|e2e)\.[cm]?[jt]sx? |.*_spec\.rb |.*\.snap
    """,
    re.VERBOSE,
)
_JAVA_TEST = regex(r"(?:.*[a-z0-9])?Tests?\.(?:java|kt|cs|swift|scala)")
_CHANGELOG_STEM = regex(
    r"""
    (?:changes|change[-_ ]?logs?|history|news|releases|release[-_ ]?notes|what'?s[-_ ]?new)
        (?:[-_. ]?v?\d[\w.-]*|[-_.](?:old|archive|legacy|history))?
    |(?:changes|changelog|release[-_]?notes)[-_.][\w.-]+ |releases?[-_ ]v?\d[\w.-]*
    """,
    re.VERBOSE,
)
_CHANGELOG_FOLDERS = _set("""
    changelog changelogs changelog.d changes changes.d .changes .changeset .changelog newsfragments news news.d
    release-notes releasenotes release_notes releases whatsnew history
""")
_MANUAL = regex(r"(?:manual|readme|changelog|changes|faq|guide|tutorial|documentation)(?:[-_.].*)?")
_PROSE_NAMES = regex(
    r"(?:readme|licen[cs]e|copying|notice|authors|contributors|contributing|maintainers|install|thanks|todo"
    r"|credits|acknowledg\w+|security|support|governance|code_of_conduct|patents|unlicense|version|copyright)"
    r"(?:[-_.].*)?",
)


class _Name(NamedTuple):
    """A file's name, taken apart as pathlib does it, which takes far longer."""

    name: str
    stem: str
    suffix: str

    @classmethod
    def of(cls, name: str) -> "_Name":
        dot = name.rfind(".")
        return cls(name, name[:dot], name[dot:]) if 0 < dot < len(name) - 1 else cls(name, name, "")


@lru_cache(maxsize=1 << 17)
def role_of(path: str) -> Role:
    """What a file is for, from its path relative to the root, with forward slashes.

    Example:
        >>> [str(role_of(path)) for path in ("src/app/docs.py", "docs/conf.py", "tests/test_app.py", "CHANGES")]
        ['code', 'docs', 'test', 'changelog']
    """
    *above, name = path.lower().split("/")
    pure, folders = _Name.of(name), tuple(above)
    tops = _tops(folders)
    if _VENDORED.intersection(folders):
        return Role.VENDORED
    if _is_generated(pure.name, folders, tops):
        return Role.GENERATED
    if _is_test(pure, folders, tops) or _JAVA_TEST.fullmatch(path.rpartition("/")[2]):
        return Role.TEST
    if _is_changelog(pure, folders):
        return Role.CHANGELOG
    if _EXAMPLE_ANYWHERE.intersection(folders) or _EXAMPLE_AT_TOP.intersection(tops):
        return Role.EXAMPLE
    if _is_docs(pure, folders, tops):
        return Role.DOCS
    if pure.suffix in _CODE_SUFFIXES:
        return Role.CODE
    return Role.CONFIG if _is_config(pure, folders) else _by_name(pure, folders)


def _tops(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The folders that are at the top of the repository, or of a project of one that holds several."""
    if folders and folders[0] in _SHARED_TOPS:
        return folders[0], *folders[2:3]
    return folders[:1]


def _is_generated(name: str, folders: tuple[str, ...], tops: tuple[str, ...]) -> bool:
    return bool(
        _GENERATED_ANYWHERE.intersection(folders)
        or _GENERATED_AT_TOP.intersection(tops)
        or any(folder.endswith((".egg-info", ".dist-info")) for folder in folders)
        or _GENERATED_NAMES.fullmatch(name)
    )


def _is_test(pure: _Name, folders: tuple[str, ...], tops: tuple[str, ...]) -> bool:
    if _TEST_ANYWHERE.intersection(folders) or _TEST_AT_TOP.intersection(tops):
        return True
    if _TEST_NAMES.fullmatch(pure.name):
        return True
    if "test" not in folders:
        return False
    # A Python package `test` right inside another may be offered to users, as web frameworks do.
    offered = folders.index("test") <= 1 + (folders[0] in _SOURCE)
    return not (offered and pure.suffix == ".py")


def _is_changelog(pure: _Name, folders: tuple[str, ...]) -> bool:
    prose = pure.suffix in _PROSE_SUFFIXES or pure.suffix == ".txt"
    stem = pure.stem if prose else pure.name
    if _CHANGELOG_STEM.fullmatch(stem) and (prose or "." not in stem or stem[-1].isdigit()):
        return True
    other = pure.suffix in _CODE_SUFFIXES or pure.suffix in _CONFIG_SUFFIXES or pure.suffix == ".json"
    return not other and bool(_CHANGELOG_FOLDERS.intersection(folders)) and folders[0] not in _SOURCE


def _is_docs(pure: _Name, folders: tuple[str, ...], tops: tuple[str, ...]) -> bool:
    suffix = pure.suffix
    if suffix in _PROSE_SUFFIXES or _DOCS_AT_TOP.intersection(tops):
        return True
    if any(folder.startswith(("docs-", "docs_")) for folder in tops):
        return True
    if suffix in _PAGE_SUFFIXES and not folders and _MANUAL.fullmatch(pure.stem):
        return True  # a manual or a page about the project, made from other documents
    return suffix not in _CODE_SUFFIXES and bool(_DOCS_NESTED.intersection(folders) or _PROSE_AT_TOP.intersection(tops))


def _is_config(pure: _Name, folders: tuple[str, ...]) -> bool:
    if _CONFIG_NAMES.fullmatch(pure.name) or pure.suffix in _CONFIG_SUFFIXES:
        return True
    return pure.suffix == ".txt" and "requirements" in folders


def _by_name(pure: _Name, folders: tuple[str, ...]) -> Role:
    """The role of a file whose suffix does not tell."""
    if _PROSE_NAMES.fullmatch(pure.name) and pure.suffix in ("", ".txt"):
        return Role.DOCS
    if pure.suffix == ".txt":
        return Role.DATA if folders else Role.DOCS
    if pure.suffix == ".json":
        return Role.DATA if folders and not folders[0].startswith(".") else Role.CONFIG
    if re.fullmatch(r"\.[1-8]", pure.suffix) and not folders:
        return Role.DOCS  # a manual page
    return Role.DATA if pure.suffix else Role.CODE  # without a suffix: a script


__all__ = ["VOUCHING", "Role", "role_of"]
