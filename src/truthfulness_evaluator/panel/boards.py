"""What a judge sees of the others in a further round: votes without names. Pure."""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from string import ascii_uppercase

from truthfulness_evaluator.llm.providers import split_prefix
from truthfulness_evaluator.models import Board, Vote
from truthfulness_evaluator.panel.hearing import Hearing


def board_for(judge: str, hearings: Iterable[Hearing], number: int) -> Board:
    """The board of one judge.

    Args:
        judge: its name.
        hearings: of the cases that it is asked about again.
        number: of the round that begins; 2 or more.
    """
    positions: dict[str, tuple[Vote, ...]] = {}
    own: dict[str, Vote] = {}
    for hearing in hearings:
        claim = hearing.case.claim.id
        letters = _letters(claim, hearing.said.standing)
        signed = {name: _signed(hearing.said.standing[name], letters) for name in letters}
        positions[claim] = tuple(vote for name, vote in signed.items() if name != judge)
        if judge in signed:
            own[claim] = signed[judge]
    return Board(positions, own, number)


def _signed(vote: Vote, letters: Mapping[str, str]) -> Vote:
    """The vote under its judge's letter. Names of models, which some give in what they write, become letters, too."""
    texts = {"explanation": vote.explanation, "critique": vote.critique}
    written = {split_prefix(name)[1]: letter for name, letter in letters.items()} | dict(letters)
    for name in sorted(written, key=len, reverse=True):  # `gpt-4o-mini` before `gpt-4o`
        if not name.isalpha() and any(map(str.isalpha, name)):  # else it may be a word or a number of the text
            named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
            texts = {field: named.sub(written[name], text) for field, text in texts.items()}
    return vote.model_copy(update={"judge": letters[vote.judge], **texts})


def _letters(claim: str, judges: Iterable[str]) -> dict[str, str]:
    """A letter a judge, the same in all rounds on a claim and for all who read them, so that critiques can name it.

    Which one it is differs from claim to claim: no letter comes to stand for a judge, and none is always read first.
    """
    drawn = sorted(judges, key=lambda judge: (sha256(f"{claim}\0{judge}".encode()).digest(), judge))
    return {judge: _letter(number) for number, judge in enumerate(drawn)}


def _letter(number: int) -> str:
    times, place = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[place] * (times + 1)
