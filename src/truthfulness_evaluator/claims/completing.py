"""What a list's item or a definition states, together with what stands before or above it. English."""

import re

from truthfulness_evaluator.models import Block
from truthfulness_evaluator.text.commands import states_nothing
from truthfulness_evaluator.text.sentences import sentences
from truthfulness_evaluator.text.subjects import subject_of
from truthfulness_evaluator.text.verbs import (
    begins_with_verb,
    finite_verb,
    has_verb,
    is_base,
    is_past,
    is_third_person,
    tokens_of,
)

_LONGEST_LEAD = 160
"""Characters of a lead-in that completes an item: more is a paragraph of its own."""
_MARK = re.compile(r"\s*(?:[:：]|\.\.\.|…|—|–|-)\s*$")
_FOLLOWING = re.compile(r"\bthe following\b|\bthese\b|\bas follows$", re.IGNORECASE)
_OPEN_END = re.compile(
    r"\b(?:is|are|was|were|be|supports?|requires?|needs?|includes?|including|contains?|provides?|offers?|has|have"
    r"|had|allows?"
    r"|accepts?|uses?|adds?|removes?|fixes|means|lists|reads?|writes?|returns?|takes?|produces?|comprises?|covers?"
    r"|features?"
    r"|with|to|by|for|of|on|in|from|as|via|and|or|such as|you to|users to|able to|can|will|must|may|should|does|that"
    r"|because"
    r"|like|only|also|either|both)$",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"^(?P<label>\*{0,2}`?[^:—–]{1,60}?`?\*{0,2})\s*(?::|—|–|\s-)\s+(?P<rest>\S.*)$", re.DOTALL)
_GENERIC_WORDS = """
    features overview usage introduction about installation install requirements summary description highlights
    background
    details notes options configuration license licence contributing changelog documentation examples example support
    faq
    dependencies quickstart status roadmap development testing limitations
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())


def completed(text: str, block: Block) -> str:
    """The first sentence of a list's item or a definition, completed where it is none by itself.

    Args:
        text: the sentence as readers see it.
        block: its paragraph.
    """
    term = next((each.argument for each in reversed(block.containers) if each.kind == "definition"), "")
    if term and begins_with_verb(text) and len(term) <= _LONGEST_TERM:
        return f"{term} {_lower(text)}"
    if not any(each.kind == "list_item" for each in block.containers):
        return text
    described = _described(text)
    if described or (_is_whole(text) and not begins_with_verb(text)):
        return described or text
    lead = _MARK.sub("", _last_sentence(block.lead_in)).strip()
    is_lead = bool(lead) and len(lead) <= _LONGEST_LEAD and _MARK.search(block.lead_in.rstrip()) is not None
    return (_joined(lead, text) if is_lead else "") or _with_heading(text, block)


_LONGEST_TERM = 40
_PARTICIPLE = re.compile(
    r"^(?:[A-Z][a-z]+-)?(?:[A-Za-z][a-z]+ed|Built|Written|Made) (?:under|in|by|on|with|for|from|to|as|at|using)\b"
)


def _described(text: str) -> str:
    """`Name: does something` and `Name - a thing` as sentences; empty where it is neither."""
    match = _LABELLED.match(text)
    if match is None:
        return ""
    label, rest = match["label"].strip("*"), match["rest"]
    if begins_with_verb(rest):
        return f"{label} {_lower(rest)}"
    is_thing = re.match(r"(?:an?|the) ", rest, re.IGNORECASE) and not has_verb(rest) and len(label.split()) <= 3
    return f"{label} is {_lower(rest)}" if is_thing else ""


def _last_sentence(text: str) -> str:
    found = sentences(text)
    return " ".join(text[slice(*found[-1])].split()) if found else ""


def _is_whole(text: str) -> bool:
    """Whether it is a sentence with a subject."""
    tokens = tokens_of(text)
    return finite_verb(tokens) not in (None, 0)


def _with_heading(text: str, block: Block) -> str:
    """A sentence without a subject, with the one that a heading names."""
    topic = _topic(block)
    if topic and begins_with_verb(text):
        return f"{topic} {_lower(text)}"
    if topic and _PARTICIPLE.match(text) and finite_verb(tokens_of(text)) is None:
        return f"{topic} is {text[0].lower()}{text[1:]}"
    return text


def _topic(block: Block) -> str:
    """The heading above that names something: the closest one that is no usual title of a section."""
    for heading in reversed(block.heading_path):
        words = heading.split()
        if words and len(words) <= 3 and heading.strip().casefold() not in _GENERIC and not has_verb(heading):
            return heading.strip()
    return ""


def _joined(lead: str, text: str) -> str:
    """Lead-in and item as a sentence; empty where they make none."""
    item = tokens_of(text)
    if not item:
        return ""
    lead_tokens = tokens_of(lead)
    verb = finite_verb(lead_tokens)
    is_predicate = begins_with_verb(text)
    subject = subject_of(lead)
    if is_predicate and subject is not None and not re.search(r"\b(?:that|and|also|which)$", lead):
        return f"{subject.text} {_lower(text)}"
    if states_nothing(text):
        return ""
    if verb is None and not has_verb(lead):
        return f"{lead} {_lower(text)}" if is_predicate and len(lead_tokens) <= 8 else ""
    if _FOLLOWING.search(lead) or not _OPEN_END.search(lead):
        return f"{lead}: {text}" if _FOLLOWING.search(lead) and not is_predicate else ""
    if is_predicate and not re.search(r"\b(?:that|and|also|which)$", lead):
        return ""
    return f"{lead} {_lower(text)}"


def _lower(text: str) -> str:
    """A text as it goes on inside a sentence: its first word in lower case, unless it is a name or in capitals."""
    first = text.split()[0]
    if first[1:] != first[1:].lower() or first[0] in "`*":
        return text
    word = tokens_of(first)[0].word if tokens_of(first) else ""
    common = is_third_person(word) or is_base(word) or word in _ARTICLES or is_past(word) or _is_gerund(word)
    return text[0].lower() + text[1:] if common else text


def _is_gerund(word: str) -> bool:
    stem = word.removesuffix("ing")
    return stem != word and any(is_base(each) for each in (stem, f"{stem}e", stem[:-1]))


_ARTICLES = frozenset(("a", "an", "the", "any", "all", "each", "every", "no", "more", "multiple", "several", "many"))
