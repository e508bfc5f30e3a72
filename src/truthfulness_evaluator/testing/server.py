"""The servers of the small web: one a site, a thread a connection, and one log of what they were asked."""

import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from truthfulness_evaluator.testing.answers import Answer

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request that the small web was sent."""

    method: str
    site: int
    path: str
    """With the query."""
    headers: Mapping[str, str]
    """By name in lower case."""
    body: bytes = field(repr=False)
    at: float
    """`time.monotonic()` when it came."""
    at_once: int
    """Requests to all sites that were being answered then, this one included."""
    at_once_on_site: int
    """The same of its own site."""


class RequestLog:
    """What was asked, in the order of coming. Used by the threads of all servers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: list[WebRequest] = []
        self._open: list[int] = []

    def come(self, method: str, site: int, path: str, headers: Mapping[str, str], body: bytes) -> WebRequest:
        """Note a request that is answered from now on."""
        with self._lock:
            self._open.append(site)
            request = WebRequest(
                method, site, path, headers, body, time.monotonic(), len(self._open), self._open.count(site)
            )
            self._requests.append(request)
            return request

    def gone(self, site: int) -> None:
        """Note that one of them is answered."""
        with self._lock:
            self._open.remove(site)

    def requests(self) -> list[WebRequest]:
        """Those that came so far."""
        with self._lock:
            return list(self._requests)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._requests.clear()


class SiteServer(ThreadingHTTPServer):
    """Serves one site of the small web, in threads of this process.

    Args:
        host: a loopback address.
        site: its number.
        answer: says what a request is answered.
        log: takes each request.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, site: int, answer: Callable[[WebRequest], Answer], log: RequestLog) -> None:
        super().__init__((host, 0), _Handler)
        self.site = site
        self.answer = answer
        self.log = log
        self.closing = threading.Event()
        self._connections: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def server_bind(self) -> None:
        """Take an address, without asking the network for a name of it, as the base class does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://{self.server_name}:{self.server_port}"

    def close(self) -> None:
        """Stop; what is being sent is cut off."""
        self.closing.set()
        self.shutdown()
        self.server_close()
        for connection in list(self._connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection, in a thread."""
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        super().shutdown_request(request)
        self._connections.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that go away."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._respond()

    def do_HEAD(self) -> None:
        self._respond()

    def do_POST(self) -> None:
        self._respond()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the log holds it."""

    def _respond(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        length = headers.get("content-length", "")
        body = self.rfile.read(int(length)) if length.isdecimal() else b""
        request = self.server.log.come(self.command, self.server.site, self.path, headers, body)
        try:
            self._send(self.server.answer(request))
        except OSError:
            self.close_connection = True  # The client has gone: it had enough.
        finally:
            self.server.log.gone(self.server.site)

    def _send(self, answer: Answer) -> None:
        if answer.wait_s and self.server.closing.wait(answer.wait_s):
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        chunked = False
        if "content-length" in (name.lower() for name in answer.headers):
            self.close_connection = True  # What it tells may be untrue: the end of the connection ends the body too.
        elif isinstance(answer.body, bytes):
            self.send_header("Content-Length", str(len(answer.body)))
        else:
            chunked = True
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if self.command == "HEAD":
            return
        if isinstance(answer.body, bytes):
            self.wfile.write(answer.body)
        else:
            self._send_pieces(answer.body(), answer.pause_s, chunked)

    def _send_pieces(self, pieces: Iterable[bytes], pause_s: float, chunked: bool) -> None:
        for piece in pieces:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
            if self.server.closing.wait(pause_s):
                self.close_connection = True
                return
        if chunked:
            self.wfile.write(b"0\r\n\r\n")
