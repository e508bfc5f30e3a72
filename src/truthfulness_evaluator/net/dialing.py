"""Dials addresses that were checked, and no others."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import ip_address

import httpcore

from truthfulness_evaluator.net.addresses import Address, is_public
from truthfulness_evaluator.net.allowed import AllowedHosts
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.hosts import is_local_name

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a name, for a port; raises OSError where it has none."""

_WEB_PORTS = frozenset((80, 443, 8080, 8443))
_CONNECT_S = 5.0
"""Seconds for one address, where a host has several."""


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the operating system has them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


class Dialer(httpcore.AsyncNetworkBackend):
    """Connects to hosts of the web: resolves a name once, checks all addresses it has, and dials one of these.

    The name is never handed on, so that a second answer of a name server does not matter; TLS still verifies it.

    Args:
        allowed: hosts that need not be public.
        resolver: finds the addresses of a name.
    """

    def __init__(self, allowed: AllowedHosts, resolver: Resolver) -> None:
        self._allowed = allowed
        self._resolver = resolver
        # What is installed without anyio, which httpx needs, is a class of the same name that has no methods.
        self._network: httpcore.AsyncNetworkBackend = httpcore.AnyIOBackend()  # pyright: ignore[reportAttributeAccessIssue]
        self._known: dict[str, Sequence[Address]] = {}

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address that answers.

        Raises:
            FetchError: UNRESOLVED, REFUSED_ADDRESS or BAD_URL (the port): nothing was dialled.
            httpcore.ConnectError: no address answers.
            httpcore.ConnectTimeout: none does in time.
        """
        addresses = await self._checked(host, port)
        for number, address in enumerate(addresses, 1):
            seconds = timeout if number == len(addresses) else min(timeout or _CONNECT_S, _CONNECT_S)
            try:
                return await self._network.connect_tcp(str(address), port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(addresses):
                    raise
        raise FetchError(FetchProblem.UNRESOLVED, f"{host}: the name has no address.")

    async def _checked(self, host: str, port: int) -> Sequence[Address]:
        if host not in self._known:
            self._known[host] = await self._resolved(host, port)
        for address in self._known[host]:
            self._check(host, port, address)
        return self._known[host]

    async def _resolved(self, host: str, port: int) -> Sequence[Address]:
        try:
            return [ip_address(host)]
        except ValueError:
            pass
        try:
            return list(dict.fromkeys(ip_address(each) for each in await self._resolver(host, port)))
        except OSError as error:
            again = getattr(error, "errno", None) == socket.EAI_AGAIN
            raise FetchError(FetchProblem.UNRESOLVED, f"{host}: the name has no address.", retryable=again) from None

    def _check(self, host: str, port: int, address: Address) -> None:
        if self._allowed.covers(host, address):
            return
        if not is_public(address) or is_local_name(host):
            message = f"{host} is no host of the public web; --allow-host allows a host of your own."
            raise FetchError(FetchProblem.REFUSED_ADDRESS, message)
        if port not in _WEB_PORTS:
            raise FetchError(FetchProblem.BAD_URL, f"{host}: {port} is no port of a web server.")
