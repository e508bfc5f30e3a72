"""Which changes of a vote count: those that bring something new, not those that give in. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from truthfulness_evaluator.models import Flip, Vote
from truthfulness_evaluator.text.patterns import regex

_RUN = 5
"""Words in a row that cite a critique: fewer are shared by chance (see also the shingles of `evidence.admit`)."""
_WORDS = regex(r"\w+")


def flips(before: Mapping[str, Vote], now: Sequence[Vote], earlier: Sequence[Vote]) -> list[Flip]:
    """The changes of verdict in a round, and which of them count, by the names of the judges.

    Args:
        before: the votes that stood when the round began, by judge: they were on the boards.
        now: the votes of this round.
        earlier: all votes of all former rounds, of which a judge's own tell what it has cited.
    """
    changed = sorted((vote for vote in now if vote.judge in before), key=lambda vote: vote.judge)
    return [
        Flip(judge=vote.judge, before=was.verdict, after=vote.verdict, counted=brings_new(vote, before, earlier))
        for vote in changed
        if (was := before[vote.judge]).verdict is not vote.verdict
    ]


def brings_new(vote: Vote, before: Mapping[str, Vote], earlier: Sequence[Vote]) -> bool:
    """Whether a vote cites something that its judge had not cited in any former round.

    That is either a quote from the evidence: one whose words, in a row, are no part of a quote that the judge gave
    before. Case, white space and punctuation do not matter. Or a critique that stood on the board: the vote's reason
    repeats five words of it in a row (all, where it has fewer, but at least three) that none of the judge's former
    reasons has. Only a critique by a judge who held another verdict than this one did argues against it.

    Args:
        vote: a vote of this round.
        before: the votes that stood when the round began, by judge.
        earlier: all votes of all former rounds.
    """
    own = [each for each in earlier if each.judge == vote.judge]
    return _quotes_new(vote, own) or _critique_cited(vote, own, before)


def _quotes_new(vote: Vote, own: Iterable[Vote]) -> bool:
    known = [_padded(citation.quote) for each in own for citation in each.citations]
    quotes = [_padded(citation.quote) for citation in vote.citations]
    return any(quote.strip() and not any(quote in each for each in known) for quote in quotes)


def _critique_cited(vote: Vote, own: Iterable[Vote], before: Mapping[str, Vote]) -> bool:
    was = before.get(vote.judge)
    if was is None:
        return False
    opposing = [each for each in before.values() if each.judge != vote.judge and each.verdict is not was.verdict]
    said = [_padded(each.explanation) for each in own]
    reason = _padded(vote.explanation)
    return any(
        run in reason and not any(run in each for each in said) for each in opposing for run in _runs(each.critique)
    )


def _padded(text: str) -> str:
    """The words, with a blank before and behind each, so that a part of them begins and ends with whole words."""
    return f" {' '.join(_WORDS.findall(text.casefold()))} "


def _runs(critique: str) -> list[str]:
    words = _WORDS.findall(critique.casefold())
    if len(words) < 3:
        return []
    size = min(_RUN, len(words))
    return [f" {' '.join(words[i : i + size])} " for i in range(len(words) - size + 1)]
