"""A hub on the loopback interface: what the client of the Hugging Face hub asks for, answered from a folder."""

import hashlib
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import cast

import pytest
from huggingface_hub import constants

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class _Handler(BaseHTTPRequestHandler):
    @property
    def hub(self) -> "HubServer":
        return cast("HubServer", self.server)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
        self.hub.asked.append(f"{self.command} {self.path}")

    def _answer(self, *, with_body: bool) -> None:
        path = self.path.partition("?")[0]
        name = "/".join(path.removeprefix("/api/models").split("/")[1:3])
        folder = self.hub.models.get(name)
        if self.hub.is_gated:
            self._send(403, b"", {"X-Error-Code": "GatedRepo"}, with_body=with_body)
        elif folder is None:
            self._send(404, b"", {"X-Error-Code": "RepoNotFound"}, with_body=with_body)
        elif path.startswith("/api/models/"):
            self._of_api(name, folder, path.partition(name)[2].strip("/"), with_body=with_body)
        else:
            self._file(folder / path.partition(f"/resolve/{COMMIT}/")[2], with_body=with_body)

    def _of_api(self, model: str, folder: Path, rest: str, *, with_body: bool) -> None:
        kind, _, revision = rest.partition("/")
        if kind == "revision" and revision not in ("main", COMMIT, "refs%2Fpr%2F1"):
            self._send(404, b"", {"X-Error-Code": "RevisionNotFound"}, with_body=with_body)
            return
        files = {each.relative_to(folder).as_posix(): each for each in sorted(folder.rglob("*")) if each.is_file()}
        if kind == "tree":
            answer: object = [
                {"type": "file", "path": name, "size": path.stat().st_size, "oid": _digest(path.read_bytes())}
                for name, path in files.items()
            ]
        else:
            answer = {"id": model, "sha": COMMIT, "siblings": [{"rfilename": name} for name in files]}
        body = json.dumps(answer).encode()
        self._send(200, body, {"Content-Type": "application/json"}, with_body=with_body)

    def _file(self, path: Path, *, with_body: bool) -> None:
        if not path.is_file():
            self._send(404, b"", {"X-Error-Code": "EntryNotFound"}, with_body=with_body)
            return
        body = path.read_bytes()
        headers = {"ETag": f'"{_digest(body)}"', "X-Repo-Commit": COMMIT}
        self._send(200, body, headers, with_body=with_body)

    def _send(self, status: int, body: bytes, headers: dict[str, str], *, with_body: bool) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)


def _digest(content: bytes) -> str:
    return hashlib.sha1(content).hexdigest()


class HubServer(ThreadingHTTPServer):
    """A hub with a few models.

    Args:
        models: the folder of each, by `owner/name`.
    """

    def __init__(self, models: Mapping[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.models = models
        self.is_gated = False
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def sent(self) -> set[str]:
        """The files that it was asked for."""
        return {each.partition(f"{COMMIT}/")[2] for each in self.asked if f"/resolve/{COMMIT}/" in each}


@contextmanager
def hub_of(models: Mapping[str, Path], cache: Path) -> Generator[HubServer]:
    """The hub that the client calls while this runs, with an empty local cache.

    Args:
        models: the folder of each, by `owner/name`.
        cache: the folder of the cache.
    """
    server = HubServer(models)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constants, "HF_HUB_CACHE", str(cache))
        patch.setattr(constants, "HF_HUB_OFFLINE", False)
        hub_is_at(patch, server.url)
        yield server
    server.shutdown()
    server.server_close()
    thread.join()


def hub_is_at(patch: pytest.MonkeyPatch, url: str) -> None:
    """Makes the client call another host."""
    rest = "".join(constants.HUGGINGFACE_CO_URL_TEMPLATE.partition("/{repo_id}")[1:])
    patch.setattr(constants, "ENDPOINT", url)
    patch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", url + rest)
