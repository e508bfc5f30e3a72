"""Whether a run passes: which findings fail the gate, which are known, and the exit code. Pure."""

from truthfulness_evaluator.gate.decision import ExitCode, GateDecision, decide, interrupted, parse_grade
from truthfulness_evaluator.gate.policy import FailOn, Policy, reweighed, weighed

__all__ = [
    "ExitCode",
    "FailOn",
    "GateDecision",
    "Policy",
    "decide",
    "interrupted",
    "parse_grade",
    "reweighed",
    "weighed",
]
