"""Looks for evidence on the web, in a process of its own, and prints what came of it as JSON. Started by `run.py`.

    python benchmarks/web/look.py JOB

JOB is a file with: `claims` (texts), `document` (text), `search` (address of a SearXNG), `model_url` (of a server that
speaks OpenAI's protocol; empty: rules decide), `cache` (a file), `warm_up` (a claim that is looked for before the clock
starts, so that modules are loaded and models of the readers are made).
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.web.configured import configured_web
from truthfulness_evaluator.evidence.web.gathering import WebEvidence
from truthfulness_evaluator.models import Claim
from truthfulness_evaluator.store.cache import Cache


def _configured(job: dict[str, Any]) -> tuple[EvaluatorConfig, Any]:
    values: dict[str, Any] = {
        "search_providers": ["searxng"],
        "searxng_url": job["search"],
        "web_allow_hosts": ["127.0.0.0/8"],
        "llm_base_url": job["model_url"] or None,
        "llm_api_key": "none",
        "extraction_model": "gpt-4o-mini",
    }
    config = EvaluatorConfig(**values)
    if not job["model_url"]:
        return config, None
    from truthfulness_evaluator.evidence.web.deciding.chat_deciding import ChatDeciding
    from truthfulness_evaluator.llm.client import ChatClient
    from truthfulness_evaluator.llm.resources import Resources

    client = ChatClient("gpt-4o-mini", config=config, resources=Resources.of(config))
    return config, ChatDeciding(client, Cache(Path(job["cache"])))


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    began = time.perf_counter()
    config, deciding = _configured(job)
    web = configured_web(config, lambda: Cache(Path(job["cache"])), deciding=deciding)
    evidence = WebEvidence(web, read_text(job["document"], "ferries.md"))

    def claims(texts: list[str]) -> list[Claim]:
        return [Claim(id=text, text=text, source_document="ferries.md") for text in texts]

    asyncio.run(evidence.look(claims([job["warm_up"]])))
    ready, busy = time.perf_counter(), time.process_time()
    looked = asyncio.run(evidence.look(claims(job["claims"])))
    wall_s, cpu_s = time.perf_counter() - ready, time.process_time() - busy
    found = [[(each.source, each.content) for each in passages] for passages in looked.evidence]
    failures = [failure.message for failure in (*looked.failures, *looked.unfetched.values())]
    json.dump(
        {"startup_s": ready - began, "wall_s": wall_s, "cpu_s": cpu_s, "found": found, "failures": failures}, sys.stdout
    )


if __name__ == "__main__":
    main()
