"""Real clients, and the schemas and prompts of a judge."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from langchain_anthropic import ChatAnthropic
from langchain_core.language_models import BaseChatModel
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field

from fakellm import FakeLLM

CLIENTS = ["chat", "responses", "anthropic"]
#: All ways in which the clients ask for a structured answer.
MODES = [
    ("chat", "json_schema"),
    ("chat", "function_calling"),
    ("chat", "json_mode"),
    ("responses", "json_schema"),
    ("responses", "function_calling"),
    ("responses", "json_mode"),
    ("anthropic", "json_schema"),
    ("anthropic", "function_calling"),
]
OPENAI, CLAUDE = "gpt-4o", "claude-sonnet-4-6"


class Judgment(BaseModel):
    """A judge's verdict on one claim."""

    verdict: str
    confidence: float = Field(ge=0, le=1)
    reasoning: str
    key_evidence: str | None = None


class Citation(BaseModel):
    evidence_id: str
    quote: str


class Opinion(BaseModel):
    claim_id: str
    verdict: Literal["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "UNVERIFIABLE"]
    confidence: float
    reason: str
    critique: str = ""
    changed: bool = False
    citations: list[Citation]


class Panel(BaseModel):
    """A judge's opinion on each claim."""

    judgments: list[Opinion]


PROMPT = """Judge each claim: SUPPORTS, REFUTES, NOT_ENOUGH_INFO or UNVERIFIABLE.
Answer SUPPORTS if the evidence says so. Answer in json.

<evidence id="e1" source="README.md">
# Boiling
Water boils at 100 degrees "Celsius" - at sea level.
It's wet.
</evidence>
<evidence id="e2" source="moon.txt">The moon is made of rock. It has no cheese.</evidence>

Claim c1: Water boils at
100 degrees. [TRUE]
Claim c2: The moon is cheese. [FALSE]
Claim c3: The moon is nice. [UNSURE]

Answer now."""

WATER = 'Water boils at 100 degrees "Celsius" - at sea level.'
ROCK = "The moon is made of rock."

Schema = TypeVar("Schema", bound=BaseModel)


def make_client(kind: str, llm: FakeLLM, **options: Any) -> BaseChatModel:
    options = {"api_key": "key", "max_retries": 0, **options}
    if kind == "anthropic":
        return _make(ChatAnthropic, **{"base_url": llm.url, "model": CLAUDE, **options})
    responses = kind == "responses"
    return _make(ChatOpenAI, **{"base_url": llm.openai_url, "model": OPENAI, "use_responses_api": responses, **options})


def _make(client: Callable[..., BaseChatModel], **options: Any) -> BaseChatModel:
    """A client whose options have no types: it checks them itself."""
    return client(**options)


def ask(client: BaseChatModel, schema: type[Schema], prompt: str, method: str = "function_calling") -> Schema:
    """The client's structured answer."""
    answer = client.with_structured_output(schema, method=method).invoke(prompt)
    assert isinstance(answer, schema)
    return answer


def judge(llm: FakeLLM, prompt: str = PROMPT, *, model: str = OPENAI) -> list[Opinion]:
    """The opinions of an OpenAI model."""
    return ask(make_client("chat", llm, model=model), Panel, prompt).judgments
