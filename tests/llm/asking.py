"""What the tests of the chat client ask, and whom."""

import json
from pathlib import Path

import pytest

from fakellm import FakeLLM
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.asking import Prompt, Reply, Shape
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.store.cache import Cache, JsonValue

OPENAI = "gpt-4o"
ANTHROPIC = "anthropic:claude-sonnet-4-6"
KEY = "sk-1234567890abcdef"


def _object(**properties: JsonValue) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list[JsonValue](properties),
        "additionalProperties": False,
    }


_TEXT: JsonValue = {"type": "string"}
_VERDICTS: JsonValue = {"type": "string", "enum": ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"]}
_JUDGMENT = _object(claim_id=_TEXT, verdict=_VERDICTS, reason=_TEXT)
SHAPE = Shape(
    "judgments",
    _object(judgments={"type": "array", "items": _JUDGMENT}),
    json.dumps({"judgments": [{"claim_id": "c1", "verdict": "SUPPORTS", "reason": "It says so."}]}),
)
PROMPT = Prompt(
    system="You judge claims by evidence.",
    shared='<evidence-1a id="e1" source="sky.md">\nThe sky is blue at noon.\n</evidence-1a>',
    question='<claim-1a id="c1">The sky is blue [TRUE]</claim-1a>\n<claim-1a id="c2">It is green [FALSE]</claim-1a>',
)
ANSWERED = {"c1": "SUPPORTS", "c2": "REFUTES"}


def verdicts(reply: Reply) -> dict[str, str]:
    """The verdicts of a reply by claim."""
    value = reply.value
    assert isinstance(value, dict)
    judgments = value["judgments"]
    assert isinstance(judgments, list)
    entries = [entry for entry in judgments if isinstance(entry, dict)]
    return {str(entry["claim_id"]): str(entry["verdict"]) for entry in entries}


class Asked:
    """A server, a model of it, and the resources of a run."""

    def __init__(
        self,
        llm: FakeLLM,
        model: str = OPENAI,
        *,
        monkeypatch: pytest.MonkeyPatch,
        cache: Cache | None = None,
        trace: Path | None = None,
        **settings: object,
    ) -> None:
        monkeypatch.setenv("ANTHROPIC_API_URL", llm.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        values: dict[str, object] = {
            "llm_base_url": llm.openai_url,
            "llm_api_key": KEY,
            "llm_timeout": 5.0,
            **settings,
        }
        self.llm = llm
        self.config = EvaluatorConfig(**values)  # pyright: ignore[reportArgumentType]
        self.resources = Resources.of(self.config, cache=cache, trace=trace, backoff_s=0.001)
        self.client = ChatClient(model, config=self.config, resources=self.resources)

    def ask(self, prompt: Prompt = PROMPT) -> Reply:
        """The reply, waited for."""
        return run(self.client.ask(prompt, SHAPE))

    def fails(self) -> ModelCallError:
        """The failure of a request that gets no answer."""
        with pytest.raises(ModelCallError) as caught:
            self.ask()
        return caught.value

    @property
    def modes(self) -> list[str]:
        """How each request asked for JSON."""
        return [str(entry["mode"]) for entry in self.llm.log.entries]

    @property
    def statuses(self) -> list[int]:
        """The HTTP status of each answer; 0: none."""
        return [int(entry["status"]) for entry in self.llm.log.entries]
