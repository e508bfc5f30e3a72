"""Judges by name, and who is asked where nobody names one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.judge_names import LARGER, NLI, NONE, judge_names
from truthfulness_evaluator.core.protocols import Judge, Ranker
from truthfulness_evaluator.core.settings import ARGUMENT
from truthfulness_evaluator.judges.nli import NliJudge
from truthfulness_evaluator.models import Case
from truthfulness_evaluator.nli.estimate import EntailmentModel

BY_DEFAULT = False
"""Whether the embedded judge is asked by default where there are sources or contexts. It is not: too much of what it
says is wrong on texts of other kinds than those it learnt from, see its model card."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The judges of a run besides the exact one and the chat models."""

    always: tuple[Judge, ...] = ()
    with_texts: tuple[Judge, ...] = ()
    """Asked where there are sources or contexts."""

    def judges(self, *, has_texts: bool) -> tuple[Judge, ...]:
        """Those that are asked about a document.

        Args:
            has_texts: whether there are sources or contexts for it.
        """
        return (*self.always, *self.with_texts) if has_texts else self.always


def asked_judges(given: Sequence[Judge | str] | None, config: EvaluatorConfig, *, asks_models: bool) -> Asked:
    """The judges that arguments or settings ask for; where neither says anything, the embedded one by default.

    Args:
        given: judges and names of judges; None: as the settings say. An empty list, and `none`: no judge.
        config: `judges` and `offline` are read.
        asks_models: whether chat models are asked; none is then added to them.

    Raises:
        UsageError: there is no judge of a name.
    """
    if isinstance(given, str):
        raise UsageError("judges= takes a list of judges, or names of judges.", hint=f"Give [{given!r}] for one.")
    if given is not None:
        return Asked(_chosen(given, offline=config.offline))
    if config.judges is not None:
        # A setting says which model, and never that a host is called: what it names must be here.
        offline = config.offline or config.origins["judges"] != ARGUMENT
        return Asked(tuple(named_judge(name, offline=offline) for name in config.judges))
    return Asked(with_texts=(NliJudge(),)) if BY_DEFAULT and not asks_models else Asked()


def named_judge(name: str, *, offline: bool = False) -> NliJudge:
    """A judge by its name, `nli` or `nli:PATH_OR_NAME`. Nothing is loaded before it is asked.

    Args:
        name: as `core.judge_names` knows it.
        offline: whether a larger model must be here already.
    """
    if name == NLI:
        return NliJudge()
    # Which languages a larger model reads is not known here: that is its user's to say.
    return NliJudge(name, partial(_larger, name.removeprefix(LARGER), offline=offline), english=False)


def reads_passages(judges: Sequence[Judge]) -> bool:
    """Whether one of some judges reads passages, which are sought in the code base where nothing else is given."""
    return any(isinstance(judge, NliJudge) for judge in judges)


def ranker_of(judges: Sequence[Judge]) -> Ranker | None:
    """The first of some judges that can say how much a passage bears on a claim; None: none can."""
    return next((judge for judge in judges if isinstance(judge, NliJudge)), None)


def refuse_nothing_to_read(judges: Sequence[Judge]) -> None:
    """See that none of the judges of a document without any evidence is one that reads passages.

    Raises:
        UsageError: one is.
    """
    for judge in judges:
        if isinstance(judge, NliJudge):
            raise UsageError(
                f"The judge {judge.name} has nothing to judge by.",
                hint="Give sources, contexts or the root of a code base.",
            )


def load_models(judges: Sequence[Judge], cases: Sequence[Case]) -> None:
    """Loads the models that some cases need: one that is not there is a mistake of the run, and no failure of a judge.

    Raises:
        UsageError: one is not there, or cannot be used.
    """
    for judge in judges:
        if isinstance(judge, NliJudge) and any(case.evidence and judge.handles(case.claim) for case in cases):
            _ = judge.model


def _chosen(given: Sequence[Judge | str], *, offline: bool) -> tuple[Judge, ...]:
    try:
        judge_names([each for each in given if isinstance(each, str)])
    except ValueError as error:
        raise UsageError(f"judges= holds a name that cannot be used: {error}.") from None
    wanted = [each for each in given if each != NONE]
    return tuple(named_judge(each, offline=offline) if isinstance(each, str) else each for each in wanted)


def _larger(place: str, *, offline: bool) -> EntailmentModel:
    from truthfulness_evaluator.nli.named import named  # Imports numpy and onnxruntime: only where it is asked.

    return named(place, offline=offline)
