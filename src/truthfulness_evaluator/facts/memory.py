"""What is asked of a document again and again: each kind of fact looks at the same blocks and sentences."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from truthfulness_evaluator.models import Block, Document

_P = ParamSpec("_P")
_T = TypeVar("_T")


def per_document(
    function: Callable[Concatenate[Document, _P], _T],
) -> Callable[Concatenate[Document, _P], _T]:
    """Remembers the answers of a pure function about the document that was asked for last.

    Blocks are told apart by identity, as equality would compare all that they hold; so the arguments are kept, too.
    """
    answers: dict[object, tuple[_T, object]] = {}
    last: list[Document] = []

    @wraps(function)
    def remembered(document: Document, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        if not last or last[0] is not document:
            answers.clear()
            last[:] = [document]
        key = (*map(_key, args), *kwargs.values()) if args or kwargs else None
        if key not in answers:
            answers[key] = function(document, *args, **kwargs), args
        return answers[key][0]

    return remembered


@per_document
def lower_text(document: Document) -> str:
    """The document's text in lower case, each character in its place.

    A pattern that is sought here needs no `re.IGNORECASE`: without it the search is several times as quick, as the
    engine then skips what does not begin like one of the alternatives.

    Example:
        >>> lower_text(Document(name="a.md", media_type="text/markdown", text="Up To 5"))
        'up to 5'
    """
    lower = document.text.lower()
    if len(lower) == len(document.text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in document.text)


def _key(argument: object) -> object:
    return id(argument) if type(argument) is Block else argument
