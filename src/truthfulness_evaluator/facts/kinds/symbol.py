"""Modules, classes, functions and attributes by their qualified names, and imports in code blocks."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.owners import is_script, owner_meant
from truthfulness_evaluator.facts.lookups.usage import is_key, is_quoted, is_used
from truthfulness_evaluator.facts.lookups.vocabulary import is_described, is_made_in_documents
from truthfulness_evaluator.facts.scope import blocks_today, denies, is_asserted, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Scope, Span
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Resolution
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import class_name
from truthfulness_evaluator.text.patterns import regex

_ROLES = frozenset({"class", "func", "meth", "attr", "mod", "data", "exc", "obj", "const", "deco"})
_AUTODOC = frozenset(
    {"autoclass", "autofunction", "automodule", "automethod", "autoattribute", "autoexception", "autodata",
     "autodecorator", "autoproperty", "autopydantic_model", "autopydantic_settings"}
)  # fmt: skip
_CURRENT = frozenset({"module", "currentmodule", "py:module", "py:currentmodule", "automodule"})
_CLASSES = frozenset({"class", "py:class", "autoclass", "exception", "py:exception", "autoexception"})
_CERTAIN_FORMS = frozenset({"role", "directive", "import"})
"""Forms in which a name of code is certainly meant."""
_OLD = regex(r"#.*\b(?:old|before|deprecated|wrong|bad|removed|don'?t|not|no longer|error|fails?)\b", re.IGNORECASE)
_DOTTED = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PYTHON_LANGUAGES = frozenset(
    {"python", "py", "python3", "pycon", "python-console", "pycon3", "ipython", "", "default"}
)
_FROM = regex(
    r"^[ \t]*(?:>>> |\.\.\. )?from[ \t]+(?P<module>[A-Za-z_][\w.]*)[ \t]+import[ \t]+"
    r"(?P<names>\([^)]*\)|[A-Za-z_][^\n#;]*)",
    re.MULTILINE,
)
_COMMENT = regex(r"#[^\n]*")
_IMPORT = regex(r"^[ \t]*(?:>>> )?import[ \t]+(?P<module>[A-Za-z_][\w.]*)", re.MULTILINE)
_SOME = regex(
    r"(?:^|\.)(?:some_?|any_|other_|new_)"
    r"(?:app|class|function|method|module|object|package|plugin|project|thing)\b",
    re.IGNORECASE,
)
"""Links that stand for names of any."""
_STAND_IN = regex(r"(?:^|\.)[A-Z](?:$|\.)|\.[A-Z]{2,}\.(?!_)")
"""A letter, or capitals that more stands below: `app.test.FILE.CLASS`."""
_SHORTEST_WORD = 6
"""Letters of a word that is surely meant as a name of the code."""
_SUPPOSED = regex(r"\b(?:might|would|could|may) (?:be|have)\b|\bsome(?:thing)? like\b", re.IGNORECASE)
"""Words before a name by which the sentence only supposes it."""
_NO_SYMBOL = regex(r"\b(?:logg(?:er|ers|ing)|channels?|topics?|queues?)\s+[`*\"']*$", re.I)
"""Words right before a dotted name that is a text to the code, which it may put together: of a logger, a queue."""
_KEY_BEFORE = regex(
    r"\b(?:config(?:uration)?|settings?|keys?)(?: (?:values?|keys?|options?|settings?|variables?|entry))?\s+[`*\"']*$",
    re.IGNORECASE,
)
_KEY_AFTER = regex(
    r"[`*\"']*\s+(?:config(?:uration)?\b|settings?\b|keys?\b|in (?:the|your) (?:config|settings))", re.IGNORECASE
)
"""Words beside a dotted name in small letters that is then a key of settings, which may begin like a module."""
_REACH = 50
"""Characters before a name in which such words are looked for."""
_FILE_SUFFIXES = frozenset(
    """
    py pyi md rst txt toml cfg ini yaml yml json js ts rs go c h cpp sh html css lock png svg jpg xml
    csv db sqlite log conf env com org io net dev
    """.split()  # noqa: SIM905 - one suffix a line would be a page
)


def find(document: Document) -> Iterator[Found]:
    """Python roles and autodoc directives, dotted names in code spans, and imports in Python code."""
    module, owner = None, None
    for block in blocks_today(document):
        if block.kind is BlockKind.DIRECTIVE:
            name, argument = block.title, document.text[slice(*block.text_span)].strip()
            if name in _CURRENT:
                module = None if argument == "None" else argument.split("\n")[0].strip()
        owner = _owner(block)
        if block.kind is BlockKind.DIRECTIVE and block.title in _AUTODOC:
            yield from _directive(document, block, module, owner)
        elif block.kind is BlockKind.CODE:
            if block.language.lower() in _PYTHON_LANGUAGES:
                yield from _imports(document, block)
        else:
            yield from _spans(document, block, module, owner)


def _owner(block: Block) -> str | None:
    """The class that a block describes, from the directive around it."""
    for container in reversed(block.containers):
        if container.kind == "directive" and container.name in _CLASSES:
            return container.argument.split("(")[0].split("\n")[0].strip() or None
    return None


def _directive(document: Document, block: Block, module: str | None, owner: str | None) -> Iterator[Found]:
    match = re.match(r"[A-Za-z_][\w.]*", document.text[slice(*block.text_span)])
    if match:
        start = block.text_span[0]
        yield from _claim(document, match[0], (start, start + match.end()), "directive", module, owner)


def _spans(document: Document, block: Block, module: str | None, owner: str | None) -> Iterator[Found]:
    for inline in block.inlines:
        if inline.kind is InlineKind.ROLE and (inline.name or "").rpartition(":")[2] in _ROLES and inline.target:
            if (inline.name or "").startswith(("c:", "js:", "cpp:", "rst:")):
                continue
            name, form = inline.target.removesuffix("()"), "role"
        elif inline.kind is InlineKind.CODE:
            name, form = re.sub(r"\(.*\)$", "", document.text[slice(*inline.text_span)], flags=re.DOTALL), "prose"
            if name.rpartition(".")[2] in _FILE_SUFFIXES:
                continue
        else:
            continue
        if not (_DOTTED.fullmatch(name) or (form == "role" and re.fullmatch(r"\.?[A-Za-z_][\w.]*", name))):
            continue
        if not is_asserted(document, inline.span, block, of_code=form == "role"):
            continue
        before = document.text[max(0, inline.span[0] - _REACH) : inline.span[0]]
        if form == "prose" and (_SUPPOSED.search(before) or _NO_SYMBOL.search(before)):
            continue
        called_a_key = _KEY_BEFORE.search(before) or _KEY_AFTER.match(document.text, inline.text_span[1])
        if form == "prose" and name == name.lower() and called_a_key:
            continue
        whole = inline.target_span or inline.text_span
        at = document.text.find(name, *whole)
        span = (at, at + len(name)) if at >= 0 else whole
        yield from _claim(document, name, span, form, module, owner)


def _imports(document: Document, block: Block) -> Iterator[Found]:
    text, (start, end) = document.text, block.text_span
    if tells_of_the_past(block.lead_in) or denies(block.lead_in):
        return
    for match in _FROM.finditer(text, start, end):
        module = match["module"]
        if is_placeholder(module) or is_placeholder(match["names"]) or _is_old(text, match.end()):
            continue
        yield from _claim(document, module, match.span("module"), "import", None, None)
        names = _COMMENT.sub(lambda comment: " " * len(comment[0]), match["names"])
        for name in re.finditer(r"(?<![\w.])(?!as\b)[A-Za-z_]\w*(?:[ \t]+as[ \t]+\w+)?", names):
            leaf = name[0].split()[0]
            at = match.start("names") + name.start()
            yield from _claim(document, f"{module}.{leaf}", (at, at + len(leaf)), "import", None, None)
    for match in _IMPORT.finditer(text, start, end):
        if not _is_old(text, match.end()):
            yield from _claim(document, match["module"], match.span("module"), "import", None, None)


def _is_old(text: str, at: int) -> bool:
    """Whether a comment on the rest of the line says that it shows the old or wrong way."""
    end = text.find("\n", at)
    return bool(_OLD.search(text, at, end if end >= 0 else len(text)))


def _claim(
    document: Document, name: str, span: Span, form: str, module: str | None, owner: str | None
) -> Iterator[Found]:
    name = name.lstrip(".")
    if (is_placeholder(name) or _SOME.search(name) or _STAND_IN.search(name)) and form != "role":
        return
    scope = Scope(module=module, section=owner, form=form, language="python")
    fact = Fact(kind="symbol", subject=name, scope=scope, subject_span=span)
    yield Found(fact, f"`{name}` is defined", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that begin with a module of this project, or that begin inside of what the document describes."""
    if fact.scope.form not in _CERTAIN_FORMS and "." not in fact.subject:
        return False
    root = fact.subject.split(".")[0]
    if root in project.code.modules.names:
        return not is_script(root, project) or project.code.resolve(fact.subject).status == "found"
    answers = (project.code.resolve(name) for name in _readings(fact, project))
    if any(answer.status == "found" or (answer.status == "missing" and _is_begun(fact, answer)) for answer in answers):
        return True
    return owner_meant(fact.subject, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where a reading of the name is defined; REFUTES where its owner is known whole and lacks it."""
    missing: list[Resolution] = []
    reason = "no module or class of this project begins like that"
    for name in _readings(fact, project):
        resolution = project.code.resolve(name)
        if resolution.status == "found" and resolution.definition is not None:
            where = resolution.definition.location
            return proof.supported(project, f"`{resolution.definition.dotted}` is defined", where)
        if resolution.status == "missing" and (name == fact.subject or _is_begun(fact, resolution)):
            missing.append(resolution)
        else:
            reason = resolution.reason or reason
    meant = owner_meant(fact.subject, project) if not missing else None
    if meant is not None:
        told = f"no code has a class {fact.subject.split('.')[0]}; `{meant.dotted}` is there"
        evidence = proof.at(project, meant.location, supports=False)
        better = meant.symbol.name if meant.symbol is not None else None
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=better)
    certain = [resolution for resolution in missing if _is_certain(fact, resolution)]
    if not certain or len(missing) < len(_readings(fact, project)):
        return proof.unsettled(reason if not missing else f"{missing[0].reason}, but the name may mean something else")
    first = certain[0]
    if _is_imported_name(fact) and first.missing != fact.subject.rpartition(".")[2]:
        return proof.unsettled(f"{first.reason}, which the import's own claim tells")
    if is_used(project, first.owner, first.missing):
        return proof.unsettled(f"{first.reason}, but the code uses it")
    if _may_be_instance(fact, project, first):
        return proof.unsettled(f"{first.reason}, but an instance may be meant")
    if _is_argument(project, first):
        return proof.unsettled(f"{first.reason}, but {first.owner} takes an argument of that name")
    if _is_generic(fact, first):
        return proof.unsettled(f"{first.reason}, but the name may stand for any")
    if fact.scope.form == "import" and not first.suggestions and not _was_there(fact, project, first):
        return proof.unsettled(f"{first.reason}, and nothing shows that it ever had")
    if fact.scope.form == "role" and not first.suggestions and is_described(project, first.missing):
        return proof.unsettled(f"{first.reason}, but a document describes it by hand")
    if not first.suggestions and is_made_in_documents(project, first.missing):
        return proof.unsettled(f"{first.reason}, but a document makes a {first.missing} of its own")
    if _may_be_key(fact, project, first):
        return proof.unsettled(f"{first.reason}, but it may be a key below {first.owner}")
    if is_quoted(project, fact.subject):
        return proof.unsettled(f"{first.reason}, but the code has the whole name as a text")
    return _refuted(fact, project, first)


def _may_be_instance(fact: Fact, project: Project, missing: Resolution) -> bool:
    """Whether the first link of a name in a sentence is a module that has the name of a class: rather an instance."""
    root = fact.subject.partition(".")[0]
    at_root = fact.scope.form == "prose" and missing.owner == root and missing.missing.islower()
    return at_root and any(
        each.symbol is not None and each.symbol.kind is SymbolKind.CLASS
        for each in project.code.named(class_name(root))
    )


def _is_argument(project: Project, missing: Resolution) -> bool:
    """Whether a class takes an argument of the name, which sentences write like an attribute."""
    owner = project.code.resolve(missing.owner).definition
    signature = project.code.signature(owner) if owner is not None else None
    return signature is not None and missing.missing in signature.parameters


def _may_be_key(fact: Fact, project: Project, missing: Resolution) -> bool:
    """Whether a name of two links in a sentence may be that of a key in a manifest or in settings."""
    at_root = fact.scope.form == "prose" and fact.subject == f"{missing.owner}.{missing.missing}"
    return at_root and missing.missing[:1].islower() and is_key(project, missing.owner, missing.missing)


def _is_generic(fact: Fact, missing: Resolution) -> bool:
    """Whether an imported name is a short word, as examples have it for things of any name (`kind`)."""
    word = missing.missing
    short = len(word) < _SHORTEST_WORD and word.islower() and "_" not in word
    return short and not missing.suggestions and _is_imported_name(fact)


def _was_there(fact: Fact, project: Project, missing: Resolution) -> bool:
    """Whether the module of an import is one that the history knows; of what is no module's name, nothing is asked."""
    if _is_imported_name(fact) or missing.owner_location is None:
        return True
    folder = (missing.owner_location.path or "").removesuffix("/__init__.py")
    paths = (f"{folder}/{missing.missing}{ending}" for ending in (".py", "/__init__.py", ".pyx", ""))
    return any(project.history.removal(path) is not None for path in paths)


def _readings(fact: Fact, project: Project) -> tuple[str, ...]:
    """The full names that a name may stand for where it stands, as far as they begin with a module of the project."""
    name, module, owner = fact.subject, fact.scope.module, fact.scope.section
    modules = project.code.modules.names
    root = name.split(".")[0]
    if root in modules:
        return (name,)
    readings: list[str] = []
    if owner and module:
        readings.append(f"{module}.{owner}.{name}")
    if owner:
        readings.append(f"{owner}.{name}")
    # In prose the first link is often a variable that has a module's name (`app.config`).
    if module and fact.scope.form != "prose":
        readings.append(f"{module}.{name}")
    known = tuple(reading for reading in readings if reading.split(".")[0] in modules)
    # In prose a first link in small letters is an instance, also where a class is written like that.
    if fact.scope.form == "prose" and root.islower():
        return known
    if "." in name and not any(project.code.resolve(reading).status == "found" for reading in known):
        classes = [d for d in project.code.named(root) if d.symbol is not None and d.symbol.kind is SymbolKind.CLASS]
        if len(classes) == 1:
            return (classes[0].dotted + name[len(root) :],)
    return known


def _is_begun(fact: Fact, resolution: Resolution) -> bool:
    """Whether a name read within a module or class is there but for its later links: else it is another's name."""
    first, dot, _ = fact.subject.partition(".")
    return (fact.scope.form == "directive" and not dot) or resolution.missing != first


def _is_certain(fact: Fact, resolution: Resolution) -> bool:
    """Whether a missing name is meant as a name of this project, and no example or other project's."""
    if (fact.scope.form in _CERTAIN_FORMS and "." in fact.subject) or fact.scope.form == "directive":
        return True
    # Behind two links that are there, a dotted name in a code span is no file and no key of a settings file.
    is_deep = fact.subject.startswith(resolution.owner) and resolution.owner.count(".") > 0
    return "." in fact.subject and (bool(resolution.suggestions) or is_deep)


def _is_imported_name(fact: Fact) -> bool:
    """Whether a fact is about a name behind `import`, whose module has a claim of its own."""
    if fact.scope.form != "import" or fact.subject_span is None:
        return False
    return fact.subject_span[1] - fact.subject_span[0] < len(fact.subject)


def _refuted(fact: Fact, project: Project, resolution: Resolution) -> Ruling:
    told = resolution.reason
    better = resolution.suggestions[0] if len(resolution.suggestions) == 1 else None
    if better:
        told += f"; `{better}` is there"
        found = project.code.resolve(better).definition
        where = found.location if found else resolution.owner_location
    else:
        where = resolution.owner_location
    if where is not None:
        evidence = proof.at(project, where, supports=False)
    else:
        evidence = proof.searched(resolution.owner or fact.subject, f"all names of {resolution.owner}")
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=_rewritten(fact, resolution, better))


def _rewritten(fact: Fact, resolution: Resolution, better: str | None) -> str | None:
    """The better name as the document would write it at this place; None where it would read differently."""
    if better is None or fact.subject_span is None:
        return None
    shown = fact.subject_span[1] - fact.subject_span[0]
    if _is_imported_name(fact):
        owner, _, name = better.rpartition(".")
        return name if owner == resolution.owner else None
    if shown != len(fact.subject):
        return None
    full = next((r for r in (fact.subject,) if better.split(".")[0] == r.split(".")[0]), None)
    if full is not None:
        return better
    first = fact.subject.split(".")[0]
    parts = better.split(".")
    return ".".join(parts[parts.index(first) :]) if first in parts else None


KIND = FactKind(
    name="symbol",
    title="Modules, classes, functions and attributes",
    checks="Qualified names in roles, autodoc directives, code spans and imports are defined, checked link by link "
    "through re-exports and base classes.",
    abstains="A link is made at run time, a base class comes from elsewhere, or the name begins with no module or "
    "unique class of this project.",
    example="Use `app.cache.Cache.get` to read a value.",
    find=find,
    check=check,
    concerns=concerns,
)
