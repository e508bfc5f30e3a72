"""The exceptions that users of the package may see.

    TruthfulnessError               every error of ours
    |-- UsageError                  a wrong argument, flag or setting; exit code 2
    |   |-- SettingsError           a settings file or variable that cannot be used
    |   |-- ModelConfigError        a chat model that cannot be made (also a ValueError)
    |   `-- MissingPartError        a part that was asked for and is not there
    |-- DocumentError               a document that cannot be read; the others are still checked
    `-- ModelCallError              a chat model that gave no usable answer; becomes a failure in the report

A user's mistake is one of these and prints as one sentence. Anything else is a bug.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthfulness_evaluator.models.vote import FailureKind


class TruthfulnessError(Exception):
    """Base of all errors of this package. `str()` is one sentence that says what to do."""

    retryable: bool = False
    """Whether the same call may succeed later."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message if hint is None else f"{message} {hint}")


class UsageError(TruthfulnessError):
    """A wrong argument, flag or setting."""


class SettingsError(UsageError, ValueError):
    """A settings file or variable that cannot be used."""


class ModelConfigError(UsageError, ValueError):
    """A chat model that cannot be made from what is configured."""


class MissingPartError(UsageError):
    """A part that was asked for and that this version does not have."""


class DocumentError(TruthfulnessError):
    """A document that cannot be read."""


class ModelCallError(TruthfulnessError):
    """A chat model that gave no usable answer. What asked it makes it a `JudgeFailure`; it is never a verdict.

    Args:
        kind: why.
        message: one sentence, without keys and without what was asked.
        retryable: whether the same call may succeed later.
        final: no further call to this model can succeed: a wrong key, a spent quota, an unknown model.
        attempts: calls that were made.
        retry_after_s: seconds that the server wants to be left alone; None: it did not say.
    """

    def __init__(
        self,
        kind: "FailureKind",
        message: str,
        *,
        retryable: bool = False,
        final: bool = False,
        attempts: int = 1,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.final = final
        self.attempts = attempts
        self.retry_after_s = retry_after_s
