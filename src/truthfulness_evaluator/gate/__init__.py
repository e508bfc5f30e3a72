"""Whether a run passes: which findings fail the gate, which are known, and the exit code. Pure."""

from truthfulness_evaluator.gate.decision import ExitCode, GateDecision, decide, parse_grade
from truthfulness_evaluator.gate.policy import FailOn, Policy, weighed

__all__ = ["ExitCode", "FailOn", "GateDecision", "Policy", "decide", "parse_grade", "weighed"]
