"""Documents and answers for tests of claims by chat models."""

from collections.abc import Sequence

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.llm.asking import Prompt, Reply, Shape
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.store.cache import JsonValue


def made(text: str, name: str = "page.md") -> Document:
    """A document that was read from a text."""
    return read_text(text, name)


def item(quote: str, text: str = "", reason: str | None = None) -> dict[str, JsonValue]:
    """One claim of an answer; ambiguous where it has a reason."""
    status = "checkable" if reason is None else "ambiguous"
    return {"quote": quote, "text": text or quote, "status": status, "reason": reason or ""}


def reply(*items: dict[str, JsonValue], truncated: bool = False) -> Reply:
    """An answer with some claims."""
    return Reply({"claims": list(items)}, truncated=truncated)


class ScriptedAsker:
    """Gives its answers one after the other; an error is raised. It keeps the prompts."""

    name = "scripted"
    settings = ""

    def __init__(self, *answers: Reply | ModelCallError) -> None:
        self.answers = list(answers)
        self.prompts: list[Prompt] = []

    async def ask(self, prompt: Prompt, shape: Shape) -> Reply:
        """The next answer."""
        self.prompts.append(prompt)
        answer = self.answers.pop(0)
        if isinstance(answer, ModelCallError):
            raise answer
        return answer

    @property
    def questions(self) -> Sequence[str]:
        """What the prompts asked."""
        return [prompt.question for prompt in self.prompts]
