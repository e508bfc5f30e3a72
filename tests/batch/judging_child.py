"""A run in a process of its own: `judging_child.py IN OUT [JUDGE]`, by default with a scripted judge.

Prints its memory in KiB.
"""

import resource
import sys
from pathlib import Path

from truthfulness_evaluator import Evaluator, ScriptedJudge, Verdict
from truthfulness_evaluator.batch.run import Batch
from truthfulness_evaluator.core.config import EvaluatorConfig

if __name__ == "__main__":
    rows, out, *named = sys.argv[1:]
    evaluator = Evaluator(EvaluatorConfig(), judges=named or [ScriptedJudge("anna", default=Verdict.SUPPORTS)])
    with Path(rows).open("rb") as stream:
        Batch(evaluator, Path(out)).run(stream)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
