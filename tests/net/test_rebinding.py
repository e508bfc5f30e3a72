"""Name servers that change their answers, and servers that are not who they say."""

import asyncio
import os
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which

import pytest

from net.raw_web import LOOPBACK, RawWeb, answer, fetcher, outcome, run
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.net.fetching import Fetcher

PAGE = answer(b"x", connection="close")


class Changing:
    """A resolver that answers differently each time."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0)


def test_a_second_answer_of_the_name_server_changes_nothing() -> None:
    resolver = Changing(["127.0.0.1"], ["169.254.169.254"])

    async def twice() -> list[Fetched | FetchError]:
        async with (
            RawWeb({"/robots.txt": PAGE, "/1": PAGE, "/2": PAGE}) as web,
            Fetcher(allow_hosts=["127.0.0.1"], resolver=resolver, pause_s=0) as fetching,
        ):
            found = [await outcome(fetching, web.url(path)) for path in ("/1", "/2")]
            assert len({each.peer for each in web.requests}) == 3  # connections
            return found

    assert all(isinstance(each, Fetched) for each in run(twice()))
    assert resolver.asked == ["pages.example"]


def test_a_refused_host_stays_refused() -> None:
    resolver = Changing(["127.0.0.1", "10.0.0.1"], ["127.0.0.1"])

    async def twice() -> tuple[RawWeb, list[Fetched | FetchError]]:
        async with (
            RawWeb({"/page": PAGE}) as web,
            Fetcher(allow_hosts=["127.0.0.1"], resolver=resolver, pause_s=0) as fetching,
        ):
            return web, [await outcome(fetching, web.url("/page")) for _ in range(2)]

    web, errors = run(twice())
    assert [each.problem for each in errors if isinstance(each, FetchError)] == [FetchProblem.REFUSED_ADDRESS] * 2
    assert web.requests == []


def test_a_name_that_is_not_found() -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        raise OSError("no such host")

    async def fetch() -> Fetched | FetchError:
        async with Fetcher(resolver=resolver) as fetching:
            return await outcome(fetching, "http://pages.org/")

    error = run(fetch())
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.UNRESOLVED


def test_the_systems_own_resolver() -> None:
    """`localhost` is on every system; it is a local name, allowed by its address."""

    async def fetch() -> Fetched | FetchError:
        async with RawWeb({"/page": PAGE}) as web, Fetcher(allow_hosts=["127.0.0.1", "::1"], pause_s=0) as fetching:
            return await outcome(fetching, web.url("/page", host="localhost"))

    assert isinstance(run(fetch()), Fetched)


def certificate(folder: Path, names: str) -> tuple[Path, Path]:
    """The files of a certificate for some names, signed by itself, and of its key."""
    files = folder / "certificate.pem", folder / "key.pem"
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    subject = ("-days", "2", "-subj", "/CN=test", "-addext", f"subjectAltName={names}")
    command = ("openssl", "req", "-x509", *curve, *subject, "-out", str(files[0]), "-keyout", str(files[1]))
    subprocess.run(command, check=True, capture_output=True)
    return files


@pytest.mark.skipif(which("openssl") is None, reason="makes a certificate with openssl")
@pytest.mark.parametrize(
    ("trusted", "host", "expected"),
    [
        pytest.param(False, "pages.example", FetchProblem.UNREACHABLE, id="signed by itself"),
        pytest.param(True, "other.example", FetchProblem.UNREACHABLE, id="of another name"),
        pytest.param(True, "pages.example", None, id="of this name"),
        pytest.param(True, "127.0.0.1", None, id="of this address"),
    ],
)
def test_hosts_are_verified(
    trusted: bool, host: str, expected: FetchProblem | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name that was asked for is verified, not the address that was dialled."""
    files = certificate(tmp_path, "DNS:pages.example,IP:127.0.0.1")
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*files)

    async def fetch() -> tuple[RawWeb, Fetched | FetchError]:
        async with RawWeb({"/page": PAGE}, tls=context) as web, fetcher(allow_hosts=LOOPBACK) as fetching:
            return web, await outcome(fetching, web.url("/page", host))

    web, page = run(fetch())
    if expected is None:
        assert isinstance(page, Fetched)
    else:
        assert isinstance(page, FetchError)
        assert (page.problem, web.requests) == (expected, [])
        assert "certificate" in str(page)


@pytest.mark.skipif(which("openssl") is None, reason="makes a certificate with openssl")
def test_a_server_that_breaks_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = certificate(tmp_path, "DNS:pages.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*files)

    async def junk(writer: asyncio.StreamWriter) -> None:
        os.write(writer.get_extra_info("socket").fileno(), b"\x17\x03\x03\x00\x20" + b"j" * 32)
        await asyncio.sleep(60)

    async def fetch() -> Fetched | FetchError:
        async with RawWeb({"/page": junk}, tls=context) as web, fetcher() as fetching:
            return await outcome(fetching, web.url("/page"))

    error = run(fetch())
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.UNREACHABLE
