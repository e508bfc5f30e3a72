"""A run with a scripted judge in a process of its own: `judging_child.py IN OUT`. Prints its memory in KiB."""

import resource
import sys
from pathlib import Path

from truthfulness_evaluator import Evaluator, ScriptedJudge, Verdict
from truthfulness_evaluator.batch.run import Batch
from truthfulness_evaluator.core.config import EvaluatorConfig

if __name__ == "__main__":
    evaluator = Evaluator(EvaluatorConfig(), judges=[ScriptedJudge("anna", default=Verdict.SUPPORTS)])
    with Path(sys.argv[1]).open("rb") as stream:
        Batch(evaluator, Path(sys.argv[2])).run(stream)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
