"""Environment variables that the project reads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.elsewhere import is_elsewhere
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, sentence_around
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import OPPOSITES, folded, misspelt, words_of
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?:=[^\n]*)?")
_SMALL = regex(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
_RIGHT_BESIDE = regex(
    r"^[`'\"]*\s+env(?:ironment)?[ -]var|env(?:ironment)?[ -]var(?:iable)?s?\s+[`'\"]*$", re.IGNORECASE
)
_IN_BOTH_CASES = "_proxy"
"""End of the names that systems read in small letters too."""
_SAYS_SO = regex(
    r"\benv(?:ironment)?[ -]?var(?:iable)?s?\b|\benvironment\b|\bexport(?:ed)?\b|\benvvars?\b", re.IGNORECASE
)
_ENTRIES = frozenset({BlockKind.HEADING, BlockKind.TERM})
"""Blocks whose whole text is the thing that a page on variables is about."""
_BESIDE = 25
"""Characters before and after a name that are beside it."""
_ASKS_FOR_DEST = regex(r"\w\.dest\b")
_LOOKS = regex(r"\b(?:environ|getenv)\b")
_ASKS_FOR_NAMES = regex(r"\w\.option_strings\b")
_FAMILY = 3
"""Variables with one first word that make a family of names."""
_FEWEST_WORDS = 3
"""Words that a name needs to be told from others by one word."""
_OF_OTHERS = regex(
    r"^(?:PYTHON|PIP|UV|CONDA|VIRTUAL_ENV|LC|LD|XDG|GIT|GITHUB|GITLAB|CI|AWS|AZURE|GOOGLE|GCP|DOCKER|KUBE|NODE|NPM|YARN|"
    r"CARGO|RUST|GO|JAVA|SSH|SSL|TERM|DJANGO|FLASK|OPENAI|ANTHROPIC|HF|CUDA|OMP|MKL|SENTRY|TRAVIS|JENKINS|HEROKU|"
    r"POSTGRES|MYSQL|REDIS|HTTP|HTTPS|NO|ALL|FORCE|CLICOLOR|DEBUG|TOX|PYTEST|COVERAGE|MANPATH|LESS|BROWSER|EDITOR|VISUAL"
    r")(?:_|$)"
)
"""First words of variables that belong to the system, a language or a well-known service."""


def find(document: Document) -> Iterator[Found]:
    """Names in upper case that a sentence, heading, role or `export` calls environment variables."""
    for block in blocks_today(document):
        for command in shell.commands_of(document, block):
            for word in command.assignments:
                name = word.text.partition("=")[0]
                yield from _claim(document, name, (word.span[0], word.span[0] + len(name)), "shell")
                if command.program == "export":
                    yield from _small(document, name, (word.span[0], word.span[0] + len(name)))
        if block.kind is BlockKind.CODE:
            continue
        earlier: list[str] = []
        for inline in block.inlines:
            is_role = inline.kind is InlineKind.ROLE and inline.name in {"envvar", "env"}
            if inline.kind is not InlineKind.CODE and not is_role:
                continue
            yield from _span(document, block, inline.text_span, earlier, certain=is_role)
            if _is_beside(document, inline.span):
                yield from _small(document, document.text[slice(*inline.text_span)], inline.text_span)
        if block.kind is BlockKind.DIRECTIVE and block.title in {"envvar", "std:envvar"}:
            yield from _span(document, block, block.text_span, earlier, certain=True)


def _small(document: Document, name: str, span: Span) -> Iterator[Found]:
    """A name in small letters: for most systems it is another variable."""
    if _SMALL.fullmatch(name) and not name.endswith(_IN_BOTH_CASES) and not is_placeholder(name):
        fact = Fact(kind="env_var", subject=name, scope=Scope(module=document.name, form="small"), subject_span=span)
        yield Found(fact, f"the environment variable `{name}` is read", span)


def _is_beside(document: Document, span: Span) -> bool:
    """Whether the words right before or after a name call it an environment variable."""
    text = document.text
    before, after = text[max(0, span[0] - _BESIDE) : span[0]], text[span[1] : span[1] + _BESIDE]
    return any(_RIGHT_BESIDE.search(part) for part in (before, after))


def _span(document: Document, block: Block, span: Span, earlier: list[str], *, certain: bool) -> Iterator[Found]:
    match = _NAME.fullmatch(document.text[slice(*span)])
    if not match:
        return
    is_short = any(name.startswith(match[1] + "_") for name in earlier)
    earlier.append(match[1])
    sentence = sentence_around(document, span, block)
    around = " ".join((*block.heading_path[-1:], *block.header, block.lead_in, sentence))
    said = certain or is_short or document.text[slice(*span)].startswith("$") or _SAYS_SO.search(around)
    if not said and not (block.kind in _ENTRIES and _SAYS_SO.search(document.text)):
        return
    if not is_asserted(document, span, block):
        return
    start = span[0] + match.start(1)
    form = "short" if is_short else "prose" if said else "bare"
    yield from _claim(document, match[1], (start, start + len(match[1])), form)


def _claim(document: Document, name: str, span: Span, form: str) -> Iterator[Found]:
    if not re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", name) or is_placeholder(name.lower()):
        return
    fact = Fact(kind="env_var", subject=name, scope=Scope(module=document.name, form=form), subject_span=span)
    yield Found(fact, f"the environment variable `{name}` is read", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Variables that the project reads, names like them, and others that by their first word could be its own.

    A name in upper case that nothing calls an environment variable is one only in the project's own family of names.
    """
    name, code = fact.subject, project.code
    if fact.scope.form == "small":
        return name in code.environment_names or (name.upper() in code.environment_names and name not in code.words)
    if fact.scope.form == "bare":
        return name in code.environment_names or (_has_own_prefix(name, project) and name not in code.words)
    if code.environment(name) or name in code.words or _like(name, project):
        return True
    if fact.scope.form == "short" and _longer(name, project):
        return True
    return not _OF_OTHERS.match(name) or _is_open_family(name.split("_")[0] + "_", project)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where code reads it; REFUTES where only a near name is read, in the project's own family of names."""
    name = fact.subject
    for declared in project.code.environment(name):
        if not declared.variable.prefix:
            return proof.supported(project, "the code reads it", declared.location)
    place = project.code.words.find(name)
    if place is not None:
        return proof.supported(project, "the code names it", place)
    if project.code.environment(name) or _is_open_family(name.split("_")[0] + "_", project):
        return _of_family(fact, project)
    close = name.upper() if fact.scope.form == "small" else _like(name, project)
    if close is None and fact.scope.form == "short":
        close = _longer(name, project)
    location = project.code.words.find(close) if close else None
    if close is None or location is None or is_elsewhere(name, project):
        return proof.unsettled("nothing in the code names it, and nothing like it")
    evidence = proof.at(project, location, supports=False)
    return proof.refuted(
        f"the code reads `{close}`, and no `{name}`", evidence, span=fact.subject_span, replacement=close
    )


def _longer(name: str, project: Project) -> str | None:
    """The one variable whose name begins with all words of a name."""
    known = project.code.environment_names | _family(name.split("_")[0] + "_", project)
    longer = [other for other in known if other.startswith(name + "_")]
    return longer[0] if len(longer) == 1 else None


def _of_family(fact: Fact, project: Project) -> Ruling:
    """A name that the code makes: of the variables behind its options, where it is seen to take those."""
    first, _, rest = fact.subject.partition("_")
    made = _variables_of_options(project)
    meant = {dest: place for dest, place in made.items() if folded(dest) == folded(rest)}
    is_setting = any(entry.setting.key == rest.lower() for entry in project.code.settings(rest.lower()))
    if rest.lower() in meant or len(meant) != 1 or is_setting:
        return proof.unsettled("the code makes names with this beginning")
    dest, place = next(iter(meant.items()))
    name = f"{first}_{dest.upper()}"
    evidence = proof.at(project, place, supports=False)
    told = f"the code makes these names of the options' variables, here `{dest}`: `{name}`"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


@lru_cache(maxsize=16)
def _variables_of_options(project: Project) -> dict[str, Location]:
    """The variables behind options, where the code asks options for them, and not for the names that users type.

    Only Python's parsers keep them (`action.dest`), beside where the code looks into the environment.
    """
    words = project.code.words
    asking = (place.path or "" for place in words.matches(_ASKS_FOR_DEST, needs="dest"))
    asks_for_dest = any(path.endswith(".py") and _LOOKS.search(project.tree.text(path) or "") for path in asking)
    if not asks_for_dest or next(words.matches(_ASKS_FOR_NAMES, needs="option_strings"), None) is not None:
        return {}
    return {
        option.dest: Location(path=path, line=option.line)
        for path, facts in project.code.files.items()
        for option in facts.options
        if option.dest and path.endswith(".py")
    }


def _like(name: str, project: Project) -> str | None:
    """The variable that a name is likely a slip for: one that the code reads, or that it names in the same family."""
    known = project.code.environment_names
    close = misspelt(name, known)
    if close is None and not _OF_OTHERS.match(name) and _has_own_prefix(name, project):
        family = _family(name.split("_")[0] + "_", project)
        close = misspelt(name, family) or _one_word_apart(name, family | known)
    return close


@lru_cache(maxsize=256)
def _family(first: str, project: Project) -> frozenset[str]:
    """The words of the code in capitals that begin with a word."""
    return frozenset(word for word in project.code.words.postings if word.startswith(first) and word.isupper())


@lru_cache(maxsize=256)
def _is_open_family(first: str, project: Project) -> bool:
    """Whether the code completes names with this beginning at run time."""
    made = re.compile(rf"[\"']{re.escape(first)}(?:\w*\{{|\w*%|\w*[\"']\s*(?:\+|%|\.format|\.join))")
    words = project.code.words
    tokens = (word for word in words.postings if word.startswith(first))
    return any(
        next(words.matches(made, needs=token), None) is not None
        for token in tokens
        if not token.isupper() or token.endswith("_")
    )


def _has_own_prefix(name: str, project: Project) -> bool:
    """Whether several variables that the project reads begin with the same word."""
    first = name.split("_")[0] + "_"
    return sum(other.startswith(first) for other in project.code.environment_names) >= _FAMILY


def _one_word_apart(name: str, known: Iterable[str]) -> str | None:
    """The one known name of the same family that has one word more or less, of three or more."""
    words = words_of(name)
    # At the end a word is no slip: `APP_TIMEOUT_TEST` belongs to `APP_TIMEOUT`.
    apart = [
        other
        for other in known
        if (others := words_of(other))[:1] == words[:1]
        and others[-1:] == words[-1:]
        and abs(len(others) - len(words)) == 1
        and min(len(others), len(words)) >= _FEWEST_WORDS
        and not OPPOSITES & (set(words) ^ set(others))
        and _is_subsequence(*sorted((words, others), key=len))
    ]
    return apart[0] if len(apart) == 1 else None


def _is_subsequence(short: Sequence[str], long: Sequence[str]) -> bool:
    rest = iter(long)
    return all(word in rest for word in short)


KIND = FactKind(
    name="env_var",
    title="Environment variables",
    checks="Names that a document calls environment variables, or sets in a command, are read by the code.",
    abstains="The name belongs to the system or another program, the code makes names from parts, or nothing like it "
    "is read.",
    example="Set the environment variable `APP_CACHE_DIR` to move the cache.",
    find=find,
    check=check,
    concerns=concerns,
)
