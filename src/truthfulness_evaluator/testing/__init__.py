"""The public fakes for users' tests."""

from truthfulness_evaluator.judges.scripted import ScriptedJudge

__all__ = ["ScriptedJudge"]
