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


def _key(argument: object) -> object:
    return id(argument) if type(argument) is Block else argument
