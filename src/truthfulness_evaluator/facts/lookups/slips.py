"""Whether a name that a document has is a slip for a name of the code."""

from functools import lru_cache

from truthfulness_evaluator.facts.lookups.vocabulary import is_only_in, tokens_of
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import edit_distance, folded, is_near, words_of

_ONE_SLIP = 7
"""Letters of a word in which two edits make another word (`tag`, `tgz`; `dbdata`, `pgdata`)."""
_SHORT_WORD = 5
_SHORTEST = 8
"""Letters and digits of a name of several words, at least: shorter names are near each other by chance."""
_SHORTEST_WORD = 7
"""Letters of a name that is a single word, at least."""
_NUMBERS = frozenset("nikx")
"""Letters that stand for a number at the end of a name."""
_SPELLINGS = (
    ("our", "or"),
    ("yse", "yze"),
    ("ise", "ize"),
    ("isation", "ization"),
    ("isa", "iza"),
    ("isi", "izi"),
    ("tre", "ter"),
)
"""Two ways to spell one word."""
_PARTS = frozenset({"plugin", "module", "extension"})
"""What sentences call a thing that is a module of its own."""


def meant_by(name: str, project: Project, document: str, cue: str | None = None) -> str | None:
    """The one name of the code that a name is a slip for, which stands in no other file; None where it is none.

    Args:
        name: the name as the document has it.
        project: the code base.
        document: the document's path.
        cue: what the sentence calls it (`plugin`, `setting`).
    """
    written = tokens_of(project, document)
    near = [other for other, _ in project.code.words.near(name)]
    if cue in _PARTS:
        near += [other for other in _modules(project) if other not in near and is_near(name, other)]
    if len(words_of(name)) == 1:
        near = [other for other in near if _is_misspelt(name, other) and _is_known(other, project, written, cue)]
    else:
        declared = project.code.declared_names
        slips = [
            other for other in near if is_slip(name, other) and not _has_other_word(name, other, project, document)
        ]
        near = [other for other in slips if other in declared] or [
            other
            for other in near
            if _is_same(name, other, slips) and (other in written or _has_no_word(name, other, project))
        ]
    return near[0] if len(near) == 1 and is_only_in(project, name, document) else None


def is_slip(name: str, other: str) -> bool:
    """Whether two names of one style differ in one word alone, and there by a letter or two.

    Where all words are the same, only the underscores of a name in small letters may differ.
    """
    if _style(name) != _style(other):
        return False
    left, right = words_of(name), words_of(other)
    if folded(name) == folded(other):
        spelled_out = name.islower() and other.islower() and "_" in name and "_" in other
        return spelled_out and name.strip("_") != other.strip("_")
    differing = [pair for pair in zip(left, right, strict=False) if pair[0] != pair[1]]
    if len(left) != len(right) or len(differing) != 1 or len(folded(name)) < _SHORTEST:
        return False
    here, there = differing[0]
    if here == f"{there}s":
        return False  # sentences form plurals of names
    if here[:-1] == there and here[-1] in _NUMBERS:
        return False  # the last of several (`IMAGE_2`, `IMAGE_N`)
    if there == f"{here}s" and "-" in name:
        return False  # a word for one thing of a package (`an http-tool type`)
    if there == f"{here}s" and not name.islower() and not name.isupper():
        return False  # a class for one thing and another for many
    longest = max(len(here), len(there))
    return edit_distance(here, there) <= (1 if longest <= _ONE_SLIP else 2)


def _is_same(name: str, other: str, slips: list[str]) -> bool:
    """Whether a name is a slip by one letter for another, or has its words in another order: it need not be declared
    then.
    """
    if _style(name) != _style(other) or len(folded(name)) < _SHORTEST:
        return False
    left, right = words_of(name), words_of(other)
    if left != right and sorted(left) == sorted(right):
        return min(map(len, left)) > 2
    return other in slips and edit_distance(name.lower(), other.lower()) <= 1


def _has_no_word(name: str, other: str, project: Project) -> bool:
    """Whether the word by which a name differs from another is no word of any file: neither code nor prose has it."""
    left, right = words_of(name), words_of(other)
    strange = [(here, there) for here, there in zip(left, right, strict=False) if here != there]
    if len(strange) != 1 or edit_distance(*strange[0]) > 1:
        return False
    return len(strange[0][0]) >= _SHORT_WORD - 1 and is_only_in(project, strange[0][0], "")


def _is_misspelt(name: str, other: str) -> bool:
    """Whether a single word is another with one slip inside, which makes no other form of that word."""
    if _style(name) != _style(other) or len(words_of(other)) != 1 or min(len(name), len(other)) < _SHORTEST_WORD:
        return False
    if name[-1] != other[-1] or edit_distance(name.lower(), other.lower()) != 1:
        return False  # forms of one word differ at its end: `parser`, `parsed`
    if folded(name) == folded(other):
        return False  # a private name is another one
    if name.startswith(other) or other.startswith(name):
        return False  # a word with an ending is another one: a `trustee` holds a `trust`
    return _spelled(name.lower()) != _spelled(other.lower())


def _is_known(other: str, project: Project, written: frozenset[str], cue: str | None) -> bool:
    """Whether a single word is a name of the code that the document means: it has it too, or says what it is."""
    is_name = other in project.code.declared_names or bool(project.code.named(other))
    return is_name and (cue is not None or other in written)


def _spelled(word: str) -> str:
    for british, american in _SPELLINGS:
        word = word.replace(british, american)
    return word


def _style(name: str) -> tuple[bool, bool, bool]:
    return name.isupper(), name[:1].isupper(), "-" in name


@lru_cache(maxsize=64)
def _words_of_code(project: Project) -> frozenset[str]:
    return frozenset(word for name in project.code.declared_names for word in words_of(name))


def _has_other_word(name: str, other: str, project: Project, document: str) -> bool:
    """Whether the word by which a name differs is a word of its own, of the code or of another document: then it is
    another name. One thing or many of it is no other word.
    """
    different = [pair for pair in zip(words_of(name), words_of(other), strict=False) if pair[0] != pair[1]]
    return any(
        here.rstrip("s") != there.rstrip("s")
        and (here in _words_of_code(project) or not is_only_in(project, here, document))
        for here, there in different
    )


@lru_cache(maxsize=16)
def _modules(project: Project) -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in project.code.modules.names)
