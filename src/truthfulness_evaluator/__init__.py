"""Tells whether a document is still true: finds its claims, checks them, and grades it.

Every public name can be imported from here. Each is loaded when it is first used, so that the
import itself, and `truth-eval --help`, stay quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from truthfulness_evaluator._version import __version__

if TYPE_CHECKING:
    from truthfulness_evaluator.core.config import EvaluatorConfig, get_config, load_config
    from truthfulness_evaluator.core.errors import (
        DocumentError,
        MissingPartError,
        ModelCallError,
        ModelConfigError,
        SettingsError,
        TruthfulnessError,
        UsageError,
    )
    from truthfulness_evaluator.judges.scripted import ScriptedJudge
    from truthfulness_evaluator.llm.factory import create_chat_model
    from truthfulness_evaluator.models import (
        Block,
        BlockKind,
        Board,
        Case,
        Citation,
        Claim,
        Container,
        Correction,
        Document,
        Evidence,
        Fact,
        FailureKind,
        Flip,
        Injection,
        Inline,
        InlineKind,
        JudgeFailure,
        Location,
        ModelUsage,
        Outcome,
        Places,
        Review,
        Round,
        Scope,
        Span,
        Standing,
        Suppression,
        TruthfulnessReport,
        TruthfulnessStatistics,
        UnusedIgnore,
        Unvalidated,
        Verdict,
        VerificationResult,
        Vote,
        WebPage,
        parse_verdict,
    )
    from truthfulness_evaluator.pipeline import Evaluator, evaluate
    from truthfulness_evaluator.reporting.fixes import apply_corrections
    from truthfulness_evaluator.review.applying import apply_review

_MODULES = {
    "core.config": "EvaluatorConfig get_config load_config",
    "core.errors": "DocumentError MissingPartError ModelCallError ModelConfigError SettingsError "
    "TruthfulnessError UsageError",
    "judges.scripted": "ScriptedJudge",
    "llm.factory": "create_chat_model",
    "models": "Block BlockKind Board Case Citation Claim Container Correction Document Evidence Fact FailureKind "
    "Flip Injection Inline InlineKind JudgeFailure Location ModelUsage Outcome Places Review Round Scope Span "
    "Standing Suppression TruthfulnessReport TruthfulnessStatistics Unvalidated UnusedIgnore Verdict "
    "VerificationResult Vote WebPage parse_verdict",
    "pipeline": "Evaluator evaluate",
    "reporting.fixes": "apply_corrections",
    "review.applying": "apply_review",
}
"""The public names that each module has."""
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "Block",
    "BlockKind",
    "Board",
    "Case",
    "Citation",
    "Claim",
    "Container",
    "Correction",
    "Document",
    "DocumentError",
    "Evaluator",
    "EvaluatorConfig",
    "Evidence",
    "Fact",
    "FailureKind",
    "Flip",
    "Injection",
    "Inline",
    "InlineKind",
    "JudgeFailure",
    "Location",
    "MissingPartError",
    "ModelCallError",
    "ModelConfigError",
    "ModelUsage",
    "Outcome",
    "Places",
    "Review",
    "Round",
    "Scope",
    "ScriptedJudge",
    "SettingsError",
    "Span",
    "Standing",
    "Suppression",
    "TruthfulnessError",
    "TruthfulnessReport",
    "TruthfulnessStatistics",
    "UnusedIgnore",
    "Unvalidated",
    "UsageError",
    "Verdict",
    "VerificationResult",
    "Vote",
    "WebPage",
    "__version__",
    "apply_corrections",
    "apply_review",
    "create_chat_model",
    "evaluate",
    "get_config",
    "load_config",
    "parse_verdict",
]


def __getattr__(name: str) -> object:
    """A public name, loaded from its module."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not, and the module's own."""
    return sorted({*globals(), *__all__})
