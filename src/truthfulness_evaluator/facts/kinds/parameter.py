"""Parameters that documents give to functions: in signatures, fields, calls in code spans, and sentences."""

import re
from collections.abc import Iterator
from posixpath import commonprefix

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.constructors import why_of_class
from truthfulness_evaluator.facts.lookups.vocabulary import has_text, is_in_no_code, is_only_in, tokens_of
from truthfulness_evaluator.facts.reading.signatures import read_signature
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Inline, InlineKind, Scope, Span
from truthfulness_evaluator.project.declarations import SymbolKind, Value
from truthfulness_evaluator.project.definitions import Definition
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.signatures import Signature
from truthfulness_evaluator.text.names import closest, is_misspelt
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.values import same_value, written_like

_CURRENT = frozenset({"module", "currentmodule", "py:module", "py:currentmodule", "automodule"})
_CLASSES = frozenset({"class", "py:class", "autoclass", "exception", "py:exception", "autoexception"})
_FUNCTIONS = frozenset(
    f"{domain}{name}"
    for domain in ("", "py:", "auto")
    for name in (
        "function",
        "method",
        "classmethod",
        "staticmethod",
        "coroutinefunction",
        "coroutinemethod",
        "coroutine",
    )
)
_FIELD = regex(r"(?:param(?:eter)?|arg(?:ument)?|key(?:word)?|kwarg)\s+(?:.*\s)?\\?\**(?P<name>[A-Za-z_]\w*)")
_CALL = regex(r"[A-Za-z_][\w.]*\([^()\n]*[A-Za-z_]\w*=[^=].*\)", re.DOTALL)
_KEYWORD = regex(r"(?<=[(,])\s*(?P<name>[A-Za-z_]\w*)=(?!=)")
_NAMED = regex(r"[A-Za-z_]\w*")
_FUNCTION = regex(r"@(?:\w+\.)*(\w+)(?:\(.*\))?|(?:\w+\.)*(\w+)\(.*\)|(?:\w+\.)*([A-Z]\w*[a-z]\w*)", re.DOTALL)
"""Code that is surely a decorator, a function or a class; its last name."""
_BEHIND = regex(r"[`*\s]*(?:keyword[- ]?|named |optional )?(?:argument|parameter|keyword|kwarg|param)s?\b")
_LONGEST_ENDING = 4
_CALLED = frozenset({SymbolKind.CLASS, SymbolKind.FUNCTION})
_STEM = 8
"""Letters that two forms of one word begin with, at least (`autocomplete`, `autocompletion`)."""


def find(document: Document) -> Iterator[Found]:
    """Signatures in directives and headings, fields of these, calls in code spans, and `name=` or `name` argument."""
    module: str | None = None
    for block in blocks_today(document):
        if block.kind is BlockKind.DIRECTIVE and block.title in _CURRENT:
            argument = document.text[slice(*block.text_span)].split("\n")[0].strip()
            module = None if argument == "None" else argument
        owner = _owner_of(block)
        if block.kind is BlockKind.DIRECTIVE and block.title in _FUNCTIONS | _CLASSES:
            yield from _signature(document, block.text_span, module, owner, "directive")
        elif block.kind is BlockKind.HEADING:
            start, end = block.text_span
            while start < end and document.text[start] in "`*_ ":
                start += 1
            yield from _signature(document, (start, end), None, None, "heading")
        elif block.kind is BlockKind.FIELD:
            yield from _field(document, block, module)
        elif block.kind is not BlockKind.CODE:
            yield from _spans(document, block)


def _owner_of(block: Block) -> str | None:
    """The class that a block is described in."""
    for container in reversed(block.containers):
        if container.kind == "directive" and container.name in _CLASSES:
            return container.argument.split("(")[0].strip() or None
    return None


def _signature(document: Document, span: Span, module: str | None, owner: str | None, form: str) -> Iterator[Found]:
    written = read_signature(document.text, *span)
    if written is None or (form == "heading" and not written.parameters):
        return
    for parameter in written.parameters:
        if is_placeholder(parameter.name) or parameter.name in {"self", "cls"}:
            continue
        style = "bracketed" if written.bracketed else form
        value = parameter.default if form == "directive" else None
        yield _found(written.name, parameter.name, parameter.span, module, owner, style, value, parameter.default_span)


def _field(document: Document, block: Block, module: str | None) -> Iterator[Found]:
    match = _FIELD.fullmatch(block.title)
    around = next(
        (c for c in reversed(block.containers) if c.kind == "directive" and c.name in _FUNCTIONS | _CLASSES), None
    )
    if match is None or around is None or around.name.startswith("auto"):
        return
    name = around.argument.split("(")[0].split("\n")[0].strip()
    outer = [c for c in block.containers if c is not around and c.name in _CLASSES]
    owner = outer[-1].argument.split("(")[0].strip() if outer else None
    titled = document.text.find(block.title, *block.span)
    at = titled + match.start("name") if titled >= 0 else document.text.find(match["name"], *block.span)
    if at < 0:
        return
    # What the signature above gives by its place has the form of that.
    by_place = re.search(rf"[(,\[]\s*{match['name']}\s*[,)\]\[]", around.argument)
    form = "directive" if by_place else "field"
    yield _found(name, match["name"], (at, at + len(match["name"])), module, owner, form)


def _spans(document: Document, block: Block) -> Iterator[Found]:
    for inline in block.inlines:
        if inline.kind is not InlineKind.CODE:
            continue
        text = document.text[slice(*inline.text_span)]
        if _CALL.fullmatch(text):
            if is_asserted(document, inline.span, block):
                yield from _call(document, inline)
            continue
        name = text.removesuffix("=")
        if not _NAMED.fullmatch(name) or not (text.endswith("=") or _BEHIND.match(document.text, inline.span[1])):
            continue
        if not is_asserted(document, inline.span, block):
            continue
        span = (inline.text_span[0], inline.text_span[0] + len(name))
        functions = _functions_beside(document, block, inline)
        scope = Scope(program=functions, module=document.name, form="prose", language="python")
        fact = Fact(kind="parameter", subject=name, scope=scope, subject_span=span)
        yield Found(fact, f"there is a parameter `{name}`", span)


def _functions_beside(document: Document, block: Block, inline: Inline) -> str | None:
    """The functions, classes and decorators that the sentence of a parameter names, with spaces between them."""
    start, end = sentence_span(document, inline.span, block)
    spans = (other.text_span for other in block.inlines if start <= other.span[0] < end and other is not inline)
    found = (_FUNCTION.fullmatch(document.text, *span) for span in spans)
    return " ".join(match[1] or match[2] or match[3] for match in found if match) or None


def _call(document: Document, inline: Inline) -> Iterator[Found]:
    start, end = inline.text_span
    opened = document.text.index("(", start)
    for match in _KEYWORD.finditer(document.text, opened, end):
        if not is_placeholder(match["name"]):
            yield _found(document.text[start:opened], match["name"], match.span("name"), None, None, "call")


def _found(
    function: str,
    name: str,
    span: Span,
    module: str | None,
    owner: str | None,
    form: str,
    value: str | None = None,
    value_span: Span | None = None,
) -> Found:
    scope = Scope(program=function, section=owner, module=module, form=form, language="python")
    fact = Fact(
        kind="parameter", subject=name, expected=value, scope=scope, subject_span=span, expected_span=value_span
    )
    default = f", which defaults to `{value}`" if value is not None else ""
    return Found(fact, f"`{function}` has the parameter `{name}`{default}", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Parameters of functions and classes of this project, and in sentences slips for a parameter that it has."""
    if fact.scope.form == "prose":
        return _meant_in_prose(fact, project) is not None
    return _function(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS what the signature has; REFUTES what it has not where it is known whole, and slips for what it has."""
    if fact.scope.form == "prose":
        return _check_prose(fact, project)
    function = _function(fact, project)
    signature = project.code.signature(function) if function is not None else None
    if signature is None:
        return proof.unsettled("no such function of this project is known")
    name = fact.subject
    # attrs takes the field `_name` as `name`, dataclasses take it as it is.
    found = signature.parameters.get(name.lstrip("_") if signature.of_fields else name)
    if found is not None or name in signature.variadic:
        value = found.default if found is not None else None
        if fact.expected is not None and value is not None:
            return _check_default(fact, project, signature, value)
        return proof.supported(project, f"{signature.dotted} takes it", signature.location)
    if fact.scope.form == "field" and (reason := why_of_class(function, name, project)) is not None:
        return proof.unsettled(reason)
    return _check_missing(fact, project, signature)


def _check_default(fact: Fact, project: Project, signature: Signature, value: Value) -> Ruling:
    written = fact.expected or ""
    if "|" in written:
        return proof.unsettled("several values are written, which may be the choices")
    same = same_value(written, value.literal, value.source) if value.literal is not None else None
    if same is None:
        return proof.unsettled(f"{signature.dotted} takes it, by default {value.source}")
    if same:
        return proof.supported(project, f"{signature.dotted} takes it, by default {value.source}", signature.location)
    told = f"{signature.dotted} has the default {value.source} for {fact.subject}"
    better = written_like(written, value.literal or "") or value.source
    evidence = proof.at(project, signature.location, supports=False)
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=better)


def _check_missing(fact: Fact, project: Project, signature: Signature) -> Ruling:
    name = fact.subject
    if signature.of_fields and has_text(project, signature.location.path, name):
        return proof.unsettled(f"{signature.location.path} has the name as a text, which may be an alias")
    closed = not signature.reason and not signature.variadic
    meant = closest(name, [each for each in signature.parameters if not each.startswith("_")])
    told = f"{signature.dotted} takes no argument {name}"
    # Names of arguments that are given by their place are often chosen for the reader.
    by_keyword = fact.expected is not None or fact.scope.form == "field"
    # The underscore at the end of a name is a mark of links in reStructuredText, and is left out for it.
    is_same = meant is not None and meant.strip("_") == name.strip("_")
    if is_same and (not by_keyword or (fact.scope.form == "field" and meant == f"{name}_")):
        return proof.unsettled(f"{told}, but {meant} is the same for the reader")
    evidence = proof.at(project, signature.location, supports=False)
    if meant is not None and (closed or is_in_no_code(project, name)):
        told += f"; `{meant}` is one of its parameters"
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)
    if closed and by_keyword and fact.scope.form != "bracketed":
        return proof.refuted(told, evidence)
    return proof.unsettled(signature.reason or f"{told}, but the names may be chosen for the reader")


def _function(fact: Fact, project: Project) -> Definition | None:
    """The function or class of this project that the document gives a signature of; None where it is not clear."""
    written, owner, module = fact.scope.program or "", fact.scope.section, fact.scope.module
    links = [link for link in (module, owner, written) if link]
    readings = [".".join(links[start:]) for start in range(len(links))]
    for name in readings:
        if name.split(".")[0] in project.code.modules.names:
            found = project.code.resolve(name).definition
            if found is not None:
                return found if found.symbol is not None else None
    for name in readings:
        root, dot, rest = name.partition(".")
        named = [each for each in project.code.named(root) if each.symbol is not None]
        if len(named) == 1 and named[0].symbol is not None and named[0].symbol.kind in _CALLED:
            return project.code.resolve(f"{named[0].dotted}{dot}{rest}").definition
    return None


def _check_prose(fact: Fact, project: Project) -> Ruling:
    meant = _meant_in_prose(fact, project)
    if meant is None:
        return proof.unsettled("no near parameter is known")
    place = project.code.declared_names[meant]
    told = f"the code has no parameter {fact.subject}; `{meant}` is there"
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)


def _meant_in_prose(fact: Fact, project: Project) -> str | None:
    """The one name that a parameter of a sentence is a slip for, which stands in no other file."""
    name, document = fact.subject, fact.scope.module or ""
    if name in project.code.declared_names or name in project.code.words:
        return None
    if any(function not in project.code.words for function in (fact.scope.program or "").split()):
        return None  # of another project
    near = [other for other, _ in project.code.words.near(name) if _is_of_python(other, project)]
    written = tokens_of(project, document)
    near = [other for other in near if _is_alike(name, other) and (other in written or is_misspelt(name, other))]
    near = [other for other in near if name != f"{other}s"]
    if near:
        return near[0] if len(near) == 1 and is_only_in(project, name, document) else None
    forms = [other for other in written if _is_of_python(other, project) and _is_form_of(name, other)]
    # Such a name is a word of the language that other documents may use.
    return forms[0] if len(forms) == 1 and is_in_no_code(project, name) else None


def _is_of_python(name: str, project: Project) -> bool:
    """Whether Python code declares a name. Where arguments are given by place alone, documents name them freely."""
    place = project.code.declared_names.get(name)
    return place is not None and (place.path or "").endswith((".py", ".pyi"))


def _is_alike(name: str, other: str) -> bool:
    """Whether two names are written in one style, and are not the same but for upper and lower case."""
    return (other.islower(), other.isupper()) == (name.islower(), name.isupper()) and name.lower() != other.lower()


def _is_form_of(name: str, other: str) -> bool:
    """Whether two names are forms of one long word, or end in such."""
    common = len(commonprefix([name, other]))
    tails = name[common:], other[common:]
    return common >= _STEM and all(len(tail) <= _LONGEST_ENDING and tail.isalpha() for tail in tails)


KIND = FactKind(
    name="parameter",
    title="Parameters of functions",
    checks="Parameters and their defaults in the signatures of directives and headings, in `:param:` fields, in calls "
    "in code spans, and names that a sentence calls an argument, are those of the function in the code.",
    abstains="The function cannot be told, takes any argument or has a decorator that may change it; a name of an "
    "argument without a default is not near to one that is there.",
    example="Pass the `order_by=` argument to sort the rows.",
    find=find,
    check=check,
    concerns=concerns,
)
