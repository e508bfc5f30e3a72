"""What starts a workflow of GitHub Actions: `ci.yml runs on every push`, `nightly.yml runs every night`."""

import re
from collections.abc import Iterator, Mapping

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.repository import own_repositories
from truthfulness_evaluator.project.tooling.workflows import FOLDER, Workflow, workflow
from truthfulness_evaluator.text.patterns import regex

_FILE = regex(
    r"(?:github\.com/(?P<repo>[\w-]+/[\w.-]+)/(?:blob/[\w./-]+?/\.github|actions|tree/[\w./-]+?/\.github)/|\.github/)?"
    r"(?P<folder>workflows/)?(?P<name>[\w-][\w.-]*\.ya?ml)(?![\w/-])"
)
_ANY_FILE = regex(r"\.ya?ml\b")
_EVERY = r"(?:(?:every|each|all|any|a|an|the|new|opened|in|to|both) )*(?:`[\w/-]+` )?"
_TRIGGERS: dict[str, re.Pattern[str]] = {
    "tag": regex(
        rf"\b(?:on|upon|by|when) {_EVERY}(?:new )?(?:version |release |git |`?v[\w.*]+`? )*tags?"
        r"(?: (?:is|are) (?:pushed|created)| push(?:es)?)\b",
        re.IGNORECASE,
    ),
    "push": regex(rf"\b(?:on|upon|for|by) {_EVERY}push(?:es)?\b", re.IGNORECASE),
    "pull_request": regex(
        rf"\b(?:on|upon|for) {_EVERY}(?:push(?:es)?(?:,| and| or| /) )?{_EVERY}(?:pull[ -]requests?|PRs?)\b", re.I
    ),
    "schedule": regex(
        r"\b(?:runs?|triggered|executed|scheduled|fires?|starts?|built|builds)\b[^.;:]{0,40}?\b(?:"
        r"(?P<period>nightly|daily|weekly|monthly)|every (?P<span>night|day|week|month)"
        r"|once (?:a|per) (?P<once>day|week|month)|(?:on|by) a (?:\w+ )?schedule)\b",
        re.IGNORECASE,
    ),
    "workflow_dispatch": regex(
        r"\b(?:triggered|run|started|dispatched|invoked|launched|executed) manually\b"
        r"|\bmanually (?:triggered|run|started|dispatched|invoked|launched)\b"
        r"|\bmanual (?:trigger(?:ing)?|dispatch)\b|`workflow_dispatch`",
        re.IGNORECASE,
    ),
}
"""For each way to start a workflow, the words that say so."""
_COLUMN = regex(r"triggers?|triggered (?:by|on)|when|events?|runs?(?: on| when)?|on|schedule", re.IGNORECASE)
"""Headers of columns that tell what starts the workflow of a row."""
_IN_CELLS: dict[str, re.Pattern[str]] = {
    "tag": regex(r"\b(?:version |release )?tags?\b", re.IGNORECASE),
    "push": regex(r"\bpush(?:es)?\b(?! of| a)(?! (?:\S+ )?tags?)", re.IGNORECASE),
    "pull_request": regex(r"\bpull[ -]?_?requests?\b|\bPRs?\b", re.IGNORECASE),
    "schedule": regex(
        r"\b(?:(?P<period>nightly|daily|weekly|monthly)|every (?P<span>night|day|week|month)"
        r"|once (?:a|per) (?P<once>day|week|month)|schedule[d]?|cron)\b",
        re.IGNORECASE,
    ),
    "workflow_dispatch": regex(r"\bmanual(?:ly)?\b|\bworkflow_dispatch\b", re.IGNORECASE),
}
"""The same in a cell of such a column."""
_RUNS = regex(
    r"\b(?:runs?|trigger(?:s|ed|ing)?|execut\w+|fires?|starts?|scheduled|builds?|built|check(?:s|ed)?|invoked|launched"
    r"|dispatched)\b",
    re.IGNORECASE,
)
_UNSURE = regex(
    r"\b(?:if|unless|except|whether|may|might|could|forks?|forked|your|you|we|then|merg\w+|label\w*|comment\w*|instead"
    r"|would|should)\b",
    re.IGNORECASE,
)
"""Words of sentences that speak of a case, or of what the reader does."""
_REACH = 120
"""Characters between a workflow's name and what starts it."""
_SAME = {
    "push": {"push", "create"},
    "tag": {"push", "create", "release"},
    "pull_request": {"pull_request", "pull_request_target", "merge_group", "pull_request_review"},
    "schedule": {"schedule"},
    "workflow_dispatch": {"workflow_dispatch", "repository_dispatch"},
}
"""The events that each way to start may mean."""
_INDIRECT = frozenset({"workflow_call", "workflow_run", "repository_dispatch"})
"""Events by which something else starts a workflow, for reasons of its own."""
_PERIODS = {"nightly": "daily", "night": "daily", "day": "daily", "week": "weekly", "month": "monthly"}
_SAID = {"push": "a push", "tag": "a pushed tag", "pull_request": "a pull request", "schedule": "a schedule",
         "workflow_dispatch": "hand"}  # fmt: skip


def find(document: Document) -> Iterator[Found]:
    """Sentences, cells and entries that name one workflow and what starts it."""
    if not _ANY_FILE.search(document.text):
        return
    for block in blocks_today(document):
        if block.kind not in {BlockKind.PARAGRAPH, BlockKind.TABLE_ROW}:
            continue
        if _ANY_FILE.search(document.text, *block.text_span):
            yield from _in_block(document, block)


def _in_block(document: Document, block: Block) -> Iterator[Found]:
    files = list(_FILE.finditer(document.text, *block.text_span))
    if block.cells:
        if len({file["name"] for file in files}) == 1:
            yield from _in_row(document, block, files[0])
        return
    for file in files:
        start, end = sentence_span(document, file.span(), block)
        sentence = document.text[start:end]
        names = {match["name"] for match in _FILE.finditer(sentence)}
        if len(names) == 1 and _RUNS.search(sentence) and not _UNSURE.search(sentence):
            yield from _stated(document, block, file, (file.end(), min(end, file.end() + _REACH)), _TRIGGERS)


def _in_row(document: Document, block: Block, file: re.Match[str]) -> Iterator[Found]:
    """A row of a table with a column for what starts the workflow."""
    for header, cell in zip(block.header, block.cells, strict=False):
        tells = _COLUMN.fullmatch(header.strip()) and not cell[0] <= file.start() < cell[1]
        if tells and not _UNSURE.search(document.text[slice(*cell)]):
            yield from _stated(document, block, file, cell, _IN_CELLS)


def _stated(
    document: Document, block: Block, file: re.Match[str], span: Span, triggers: Mapping[str, re.Pattern[str]]
) -> Iterator[Found]:
    flat = re.sub(r"\s", " ", document.text[slice(*span)])
    for trigger, pattern in triggers.items():
        match = pattern.search(flat)
        if match is None:
            continue
        at = (span[0] + match.start(), span[0] + match.end())
        if is_asserted(document, at, block, of_code=True):
            yield _claim(document, file, trigger, match, at)


def _claim(document: Document, file: re.Match[str], trigger: str, match: re.Match[str], at: Span) -> Found:
    said = trigger
    if trigger == "schedule":
        period = match["period"] or match["span"] or match["once"] or ""
        said = _PERIODS.get(period.lower(), period.lower()) or trigger
    form = "bare" if not file["folder"] else "path"
    scope = Scope(module=document.name, program=file["repo"], form=form, section=trigger)
    fact = Fact(
        kind="workflow",
        subject=file["name"],
        expected=said,
        scope=scope,
        subject_span=file.span("name"),
        expected_span=at,
    )
    return Found(fact, f"{file['name']} is started by {_SAID[trigger]}", at)


def concerns(fact: Fact, project: Project) -> bool:
    """Workflows of this repository."""
    repository, own = (fact.scope.program or "").lower(), own_repositories(project)
    return (not repository or not own or repository in own) and workflow(project.tree, fact.subject) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the workflow's `on` has the event; REFUTES where it is understood and nothing else starts it."""
    found = workflow(project.tree, fact.subject)
    if found is None:
        return proof.unsettled(f"{FOLDER} has no such workflow that is understood")
    trigger = fact.scope.section or ""
    event = next((name for name in found.events if name in _SAME[trigger]), None)
    place = Location(path=found.path, line=found.events[event] if event else found.line)
    indirect = sorted(_INDIRECT & found.events.keys())
    if event is None and indirect:
        return proof.unsettled(f"{found.path} may be started by another workflow ({indirect[0]})")
    if _comes_to_the_same(trigger, found):
        return proof.unsettled(f"{found.path} is started by {', '.join(found.events)}, which may come to the same")
    if event is None or (event == "push" and not _pushes(trigger, found)):
        told = f"{found.path} is started by {', '.join(found.events)}"
        told += "" if event is None else f" ({'of tags' if found.only_tags else 'of branches'} only)"
        return proof.refuted(told, proof.at(project, place, supports=False))
    if trigger == "schedule" and fact.expected != "schedule" and found.period != fact.expected:
        return _another_period(fact, found, place, project)
    return proof.supported(project, f"{found.path} is started by {event}", place)


def _pushes(trigger: str, found: Workflow) -> bool:
    return found.pushes_tags if trigger == "tag" else not found.only_tags


def _comes_to_the_same(trigger: str, found: Workflow) -> bool:
    """Whether pushes to a pull request may be meant: each one starts a workflow for pull requests, and for any push."""
    by_push = "push" in found.events and not found.only_tags
    if trigger == "push":
        return not by_push and bool(_SAME["pull_request"] & found.events.keys())
    return trigger == "pull_request" and not _SAME[trigger] & found.events.keys() and by_push and found.pushes_tags


def _another_period(fact: Fact, found: Workflow, place: Location, project: Project) -> Ruling:
    if found.period is None:
        return proof.unsettled(f"{found.path} runs at {', '.join(found.schedule)}")
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(f"{found.path} runs {found.period}, at {found.schedule[0]}", evidence)


KIND = FactKind(
    name="workflow",
    title="What starts a workflow",
    checks="A workflow of GitHub Actions that a sentence or table row names by its file is started by what is said "
    "there: a push, a pushed tag, a pull request, a schedule (daily, weekly, monthly), or by hand.",
    abstains="The sentence names several workflows or a condition, the workflow's `on` is not understood, or another "
    "workflow may start it.",
    example="`.github/workflows/docs.yml` runs on every push.",
    find=find,
    check=check,
    concerns=concerns,
)
