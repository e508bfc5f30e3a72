"""One spelling for every host: what a browser would make of it.

After the host parser of the URL standard (https://url.spec.whatwg.org/#host-parsing): wide digits, dots of other
scripts and IPv4 addresses in decimal, octal, hexadecimal or short form are read as what they are, so that what is
checked is what is dialled. Unlike a browser, this refuses a percent sign in a host.
"""

import re
from ipaddress import IPv4Address, IPv6Address

import idna

_MAX_NAME = 253
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")


def canonical_host(text: str) -> str:
    """A host in its one spelling: a name in ASCII and lower case, or an IP address (of version 6 without brackets).

    Example:
        >>> canonical_host("Bücher.EXAMPLE."), canonical_host("0x7f.1"), canonical_host("[0:0::1]")
        ('xn--bcher-kva.example', '127.0.0.1', '::1')

    Args:
        text: as it stands in an address, without port, user and password.

    Raises:
        ValueError: it is no host.
    """
    if text.startswith("["):
        return _ipv6(text)
    name = _ascii(text).removesuffix(".")
    if not name:
        raise ValueError("it has no host")
    labels = name.split(".")
    if _NUMERIC.fullmatch(labels[-1]):  # the standard's "ends in a number": nothing else can be meant
        return str(_ipv4(labels))
    if len(name) > _MAX_NAME or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError("its host is no name of a host")
    return name


def is_local_name(host: str) -> bool:
    """Whether a host is a name that the public name servers do not have (RFC 6761, 6762, 8375)."""
    return not re.search(r"[.:]", host) or host.endswith((".localhost", ".local", ".internal", ".home.arpa"))


def _ascii(text: str) -> str:
    """A name in ASCII and lower case, by UTS 46."""
    if len(text) > _MAX_NAME + 1:
        raise ValueError("its host is too long")
    if text.isascii():
        return text.lower()
    try:
        mapped = idna.uts46_remap(text, std3_rules=False, transitional=False)
        return mapped if mapped.isascii() else idna.encode(mapped).decode("ascii")
    except UnicodeError as error:  # idna.IDNAError is one
        raise ValueError("its host is no international name") from error


def _ipv6(text: str) -> str:
    if not text.endswith("]"):
        raise ValueError("its host has no closing bracket")
    try:
        address = IPv6Address(text[1:-1])
    except ValueError:
        raise ValueError("its host is no address of IPv6") from None
    if address.scope_id is not None:
        raise ValueError("its host names a network interface")
    return str(address)


def _ipv4(labels: list[str]) -> IPv4Address:
    """An address of one to four numbers, as `inet_aton` reads it: the last one fills what is left."""
    *first, last = map(_number, labels)
    if len(first) > 3 or any(each > 255 for each in first) or last >= 256 ** (4 - len(first)):
        raise ValueError("its host is no address of IPv4")
    value = last
    for place, each in enumerate(first):
        value += each * 256 ** (3 - place)
    return IPv4Address(value)


def _number(label: str) -> int:
    if not _NUMERIC.fullmatch(label):
        raise ValueError("its host is no address of IPv4")
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    if len(label) > 1 and label.startswith("0"):
        if set(label) - set("01234567"):
            raise ValueError("its host is no address of IPv4")
        return int(label, 8)
    return int(label)
