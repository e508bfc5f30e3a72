"""Hosts that a user allows although they are not public: an intranet."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.net.addresses import Address, is_cloud_metadata
from truthfulness_evaluator.net.hosts import canonical_host

Network = IPv4Network | IPv6Network

_HINT = "Give the name of a host, *.example.org, an IP address or a network such as 10.0.0.0/8."
_NETWORK = re.compile(r"([0-9.]+|[0-9a-fA-F.]*:[0-9a-fA-F.:]*)(/[0-9]+)?")


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """Hosts that may have addresses that are not public, and any port."""

    names: frozenset[str] = frozenset()
    suffixes: tuple[str, ...] = ()
    """`.example.org`: every name that ends so."""
    networks: tuple[Network, ...] = ()

    def covers(self, host: str, address: Address) -> bool:
        """Whether a host may be reached at an address.

        Addresses where clouds keep data of their machines are covered only where the very address is named: neither the
        network it lies in nor a name that resolves to it is enough.
        """
        matching = [each for each in self.networks if address.version == each.version and address in each]
        if is_cloud_metadata(address):
            return any(each.num_addresses == 1 for each in matching)
        return bool(matching) or host in self.names or host.endswith(self.suffixes)


def allowed_hosts(entries: Iterable[str]) -> AllowedHosts:
    """The hosts that entries name: `wiki`, `*.example.org`, `10.1.2.3`, `fd00::1`, `10.0.0.0/8`.

    `*.example.org` stands for all names below `example.org`, not for itself.

    Raises:
        UsageError: an entry is none of these.
    """
    names: set[str] = set()
    suffixes: list[str] = []
    networks: list[Network] = []
    for entry in entries:
        text = entry.strip()
        bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        if _NETWORK.fullmatch(bare):
            networks.append(_network(bare))
        elif text.startswith("*."):
            suffixes.append("." + _name(text[2:], entry))
        else:
            names.add(_name(text, entry))
    return AllowedHosts(frozenset(names), tuple(suffixes), tuple(networks))


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise UsageError(f"{text} cannot be allowed: {error}.", hint=_HINT) from None


def _name(text: str, entry: str) -> str:
    try:
        host = canonical_host(text)
    except ValueError as error:
        raise UsageError(f"{entry!r} cannot be allowed: {error}.", hint=_HINT) from None
    if _NETWORK.fullmatch(host):
        raise UsageError(f"{entry!r} cannot be allowed: it is an odd way to write {host}.", hint=_HINT)
    return host
