"""The HTTP side: paths, replies, streams and broken connections."""

from __future__ import annotations

import json
import socket
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol, cast

from fakellm.anthropic_messages import Messages
from fakellm.exchange import ModelRequest, count_tokens
from fakellm.faults import WIRE_FAULTS, Fault
from fakellm.names import Json
from fakellm.openai_chat import ChatCompletions
from fakellm.openai_responses import Responses
from fakellm.play import Play
from fakellm.requestlog import RequestLog
from fakellm.scenario import Scenario
from fakellm.turn import Turn
from fakellm.wire import WireFormat

FORMATS: dict[str, WireFormat] = {
    "/v1/chat/completions": ChatCompletions(),
    "/v1/responses": Responses(),
    "/v1/messages": Messages(),
}


class Backend(Protocol):
    """What the handler needs of the server that it works for."""

    log: RequestLog
    log_prompts: bool
    play: Play

    def use(self, scenario: Scenario) -> None: ...
    def reset(self) -> None: ...
    def stats(self) -> Json: ...
    def next_number(self) -> int: ...
    def wait(self, seconds: float) -> object: ...


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    fake: Backend

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet about clients that went away; report the rest."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def fake(self) -> Backend:
        return cast("Server", self.server).fake

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name in http.server)
        """The request log replaces the one on stderr."""

    # -- control -----------------------------------------------------------

    def do_GET(self) -> None:
        if self.path == "/_fake/stats":
            self._send(200, self.fake.stats())
        elif self.path == "/_fake/log":
            self._send(200, {"entries": self.fake.log.entries})
        elif self.path == "/v1/models":
            models = self.fake.play.scenario.known_models or ()
            data = [{"id": m, "object": "model", "owned_by": "fake"} for m in models]
            self._send(200, {"object": "list", "data": data})
        else:
            self._send(404, {"error": {"message": f"no such path: {self.path}"}})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.split("?")[0].rstrip("/")
        if path == "/_fake/reset":
            self.fake.reset()
            self._send(200, {})
            return
        if path == "/_fake/scenario":
            self._use_scenario(raw)
            return
        wire = FORMATS.get(path)
        if wire is None:
            self._send(404, {"error": {"message": f"no such path: {path}"}})
            return
        try:
            request = wire.parse(json.loads(raw))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            reply = wire.error(400, "invalid_request_error", "invalid_request", repr(error))
            self._send(400, reply)
            return
        self._serve(wire, path, request)

    def _use_scenario(self, raw: bytes) -> None:
        try:
            self.fake.use(Scenario.from_json(json.loads(raw)))
        except (ValueError, TypeError) as error:
            self._send(400, {"error": {"message": str(error)}})
        else:
            self._send(200, {})

    # -- answering ---------------------------------------------------------

    def _serve(self, wire: WireFormat, path: str, request: ModelRequest) -> None:
        number = self.fake.next_number()
        turn = self._take_turn(number, wire, path, request)
        fault, error = turn.fault, turn.error()
        if error:
            self._send(*error, turn.headers())
            return
        if fault and fault.kind in ("hang", "drop"):
            self._hang_up()
            return
        reply = wire.render(turn.answer, request, number)
        if fault and fault.kind in WIRE_FAULTS:
            self._break(fault, reply)
        elif request.stream:
            self._stream(wire, reply, turn.headers())
        else:
            self._send(200, reply, turn.headers())

    def _take_turn(self, number: int, wire: WireFormat, path: str, request: ModelRequest) -> Turn:
        """Decide, wait, answer and log."""
        fake = self.fake
        arrived = time.monotonic()
        entry: Json = {"number": number, "time": round(time.time(), 3), "path": path}
        entry["in_flight"] = fake.log.enter()
        try:
            turn = Turn(fake.play, wire, request)
            entry |= turn.entry(with_texts=fake.log_prompts)
            turn.decide(wire.key(self.headers), entry["in_flight"])
            entry["fault"] = turn.fault_name
            error = turn.error()
            if error:
                entry["status"] = error[0]
            else:
                turn.think(fake.wait)
                statuses = {"html_error": 502, "hang": 0, "drop": 0}
                entry["status"] = statuses.get(turn.fault_name or "", 200)
                entry["completion_tokens"] = count_tokens(turn.answer.content)
                if fake.log_prompts:
                    entry["answer"] = turn.answer.content
            # Record before replying: who has the reply finds it in the log.
            entry["duration_s"] = round(time.monotonic() - arrived, 3)
            fake.log.record(entry)
            if turn.fault and turn.fault.kind == "hang":
                fake.wait(turn.fault.hang_s)
        finally:
            fake.log.leave()
        return turn

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _break(self, fault: Fault, reply: Json) -> None:
        """Send an HTML error page, or half of the reply."""
        if fault.kind == "html_error":
            body = b"<html><body><h1>502 Bad Gateway</h1></body></html>"
            self._send_bytes(502, body, {"Content-Type": "text/html"})
            return
        body = json.dumps(reply).encode()
        self._send_head(200, {"Content-Type": "application/json"}, len(body))
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        self._hang_up()

    def _stream(self, wire: WireFormat, reply: Json, headers: dict[str, str]) -> None:
        chunks: list[str] = []
        for name, data in wire.events(reply):
            prefix = f"event: {name}\n" if name else ""
            chunks.append(f"{prefix}data: {data}\n\n")
        body = "".join(chunks).encode()
        self._send_bytes(200, body, {"Content-Type": "text/event-stream", **headers})

    # -- HTTP --------------------------------------------------------------

    def _send(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body, ensure_ascii=False).encode()
        self._send_bytes(status, data, {"Content-Type": "application/json", **(headers or {})})

    def _send_bytes(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self._send_head(status, headers, len(data))
        self.wfile.write(data)

    def _send_head(self, status: int, headers: dict[str, str], length: int) -> None:
        self.send_response(status, "Overloaded" if status == 529 else None)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()
