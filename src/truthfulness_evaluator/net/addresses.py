"""Which IP addresses are public: where pages of the web may be fetched from.

After IANA's registries of special-purpose addresses (RFC 6890) and of IPv6 (RFC 4291): an address that reaches this
machine, its network, its cloud, or that carries another address inside, is not public. What a network translates on
its own (a NAT64 prefix of an operator's choice, a public address used inside a company) cannot be told by the address.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

_NOT_PUBLIC_4 = tuple(
    IPv4Network(each)
    for each in (
        "0.0.0.0/8",  # this network; 0.0.0.0 is this machine
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # what Azure's machines ask for their settings
        "169.254.0.0/16",  # link-local
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)

_UNICAST_6 = IPv6Network("2000::/3")
"""All of IPv6 that is given out as public. Outside lie ::1, IPv4-mapped and IPv4-compatible addresses, NAT64
(64:ff9b::/96, 64:ff9b:1::/48), private fc00::/7, link-local, site-local, multicast."""

_NOT_PUBLIC_6 = tuple(
    IPv6Network(each)
    for each in (
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: an IPv4 address inside
        "2620:4f:8000::/48",  # AS112
        "3ffe::/16",  # 6bone, given back
        "3fff::/20",  # documentation
    )
)

_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""Bits 64 to 95 of an address with an IPv4 address after them (RFC 5214)."""

_CLOUD = frozenset(
    (
        IPv4Address("100.100.100.200"),
        IPv4Address("168.63.129.16"),
        IPv4Address("192.0.0.192"),
        IPv6Address("fd00:ec2::23"),
        IPv6Address("fd00:ec2::254"),
        IPv6Address("fd20:ce::254"),
    )
)
"""Where clouds keep data and keys of their machines, besides the link-local addresses."""


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet.

    Example:
        >>> from ipaddress import ip_address
        >>> is_public(ip_address("9.9.9.9")), is_public(ip_address("::ffff:9.9.9.9"))
        (True, False)
    """
    if isinstance(address, IPv4Address):
        return not any(address in each for each in _NOT_PUBLIC_4)
    if address.scope_id is not None or address not in _UNICAST_6 or any(address in each for each in _NOT_PUBLIC_6):
        return False
    return (int(address) >> 32) & 0xFFFF_FFFF not in _ISATAP


def is_cloud_metadata(address: Address) -> bool:
    """Whether a cloud may keep data and keys of its machines there: link-local, or one of the known addresses."""
    return address.is_link_local or address in _CLOUD
