"""Addresses of pages: read strictly, so that nothing else can be meant by what was checked.

The address is taken apart here and nowhere else: what `Url` holds is what is dialled and asked for.
"""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NoReturn
from urllib.parse import quote, urljoin

from tld import get_fld, is_tld  # pyright: ignore[reportUnknownVariableType]

from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.hosts import canonical_host

_MAX_LENGTH = 4096
"""Characters of an address."""

_SHOWN = 200
"""Characters of an address in a message."""

_URL = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:\#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]{0,5}))?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_USER = re.compile(r"@|%40|\uff20|\ufe6b", re.IGNORECASE)
_PLAIN = re.compile(r"https?://[a-z0-9._-]+(:[0-9]*)?(/|$)", re.IGNORECASE)
"""An address in which no user can be meant."""
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Url:
    """An address of the web in its one spelling; `str()` gives it."""

    scheme: str
    """`http` or `https`."""
    host: str
    """See `canonical_host`."""
    port: int
    target: str
    """Path and query, as they are sent."""

    @property
    def authority(self) -> str:
        """Host and port, as the Host header has them: the port of the scheme is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """What one robots.txt is for."""
        return f"{self.scheme}://{self.authority}"

    def __str__(self) -> str:
        return self.origin + self.target


def parsed(url: str) -> Url:
    """An address, taken apart. A fragment is dropped.

    Raises:
        FetchError: BAD_URL: no http or https, no host, a user or password in it, a control character.
    """
    text = url.strip(" ")
    parts = _URL.fullmatch(text)
    if len(text) > _MAX_LENGTH or _CONTROL.search(text):
        _refuse(url, "it is too long" if len(text) > _MAX_LENGTH else "it has a control character")
    if parts is None:
        _refuse(url, "it is no address of http or https")
    if "@" in parts["authority"] or "\\" in parts["authority"]:
        _refuse(url, "it has a user, a password or a backslash before the path")
    authority = _AUTHORITY.fullmatch(parts["authority"])
    if authority is None:
        _refuse(url, "its host or port is none")
    scheme = parts["scheme"].lower()
    port = int(authority["port"] or _PORTS[scheme])
    if not 0 < port < 65536:
        _refuse(url, "its port is none")
    try:
        return Url(scheme, canonical_host(authority["host"]), port, _target(parts["path"], parts["query"]))
    except UnicodeEncodeError:
        _refuse(url, "it has half a character")
    except ValueError as error:
        _refuse(url, str(error))


def joined(base: Url, location: str) -> Url:
    """Where a redirect leads.

    Raises:
        FetchError: BAD_URL, see `parsed`.
    """
    if _CONTROL.search(location):
        _refuse(location, "it has a control character")
    try:
        return parsed(urljoin(str(base), location.strip(" ")))
    except ValueError:
        _refuse(location, "it is no address")


def normalized(url: str) -> str:
    """The one spelling of an address, for comparing and as a key: without fragment and without the port of its scheme.

    Example:
        >>> normalized("HTTPS://Example.org:443/a/../%7Eb?q=é#top")
        'https://example.org/~b?q=%C3%A9'

    Raises:
        FetchError: BAD_URL, see `parsed`.
    """
    return str(parsed(url))


def host_of(url: str) -> str:
    """The host of an address, in its one spelling.

    Raises:
        FetchError: BAD_URL, see `parsed`.
    """
    return parsed(url).host


def site_of(url: str) -> str:
    """The registrable domain of an address by the Public Suffix List that `tld` brings, or its host where it has none.

    Example:
        >>> site_of("https://news.example.co.uk/today"), site_of("http://10.0.0.1/")
        ('example.co.uk', '10.0.0.1')

    Raises:
        FetchError: BAD_URL, see `parsed`.
    """
    host = host_of(url)
    try:
        ip_address(host)
    except ValueError:
        domain = get_fld(f"http://{host}/", fail_silently=True)
        if domain is not None or is_tld(host):
            return domain or host
        return ".".join(host.split(".")[-2:])  # the list's rule for a name that no rule is for
    return host


def without_query(url: str) -> str:
    """An address as a message may show it: without query, fragment, user and password, and not too long."""
    text = re.split(r"[?#]", url, maxsplit=1)[0]
    if _USER.search(url) and not _PLAIN.match(text):
        return "an address with a user or a password"
    text = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"


def normal_escapes(text: str, *, kept: str) -> str:
    """A text as it stands in an address: escaped where it must be and nowhere else, in capitals.

    Args:
        text: escaped or not.
        kept: characters that stay as they are, besides letters, digits and `-._~`.
    """
    return _ESCAPE.sub(_unescaped, quote(text, safe=kept + "%"))


def _unescaped(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def _target(path: str, query: str | None) -> str:
    path = _without_dots(normal_escapes(path, kept="/:@!$&'()*+,;="))
    return path if not query else path + "?" + normal_escapes(query, kept="/?:@!$&'()*+,;=[]|")


def _without_dots(path: str) -> str:
    """A path without `.` and `..` (RFC 3986, 5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == ".." and kept:
            kept.pop()
        elif segment not in (".", ".."):
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _refuse(url: str, reason: str) -> NoReturn:
    raise FetchError(FetchProblem.BAD_URL, f"{without_query(url)}: {reason}.") from None
