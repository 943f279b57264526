# SPDX-License-Identifier: Apache-2.0
"""The fabric, defined once: netcfg, Mininet, the DNS zone and the checks are made from it."""

from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
    ip_address,
    ip_interface,
)

HOST_MTU = 1500
"""Bytes of an IP packet on host ports."""

FABRIC_MTU = 9000
"""Bytes of an IP packet between switches, none of which is a card."""

FAR_MTU = 1400
"""Bytes of an IP packet on the links behind routers."""

DOMAIN = "isthmus.example"

NOWHERE4, NOWHERE6 = IPv4Address("203.0.114.1"), IPv6Address("2001:db8:dead::1")
"""Addresses that no route leads to."""

PREFIX = IPv6Network("2001:db8:64::/96")
"""NAT64 prefix of the instance `default`. Not 64:ff9b::/96, which never carries the documentation
addresses used here (RFC 6052 section 3.1)."""

POOL = IPv4Network("203.0.113.0/28")
"""Addresses of the instance `default`."""

TINY_PREFIX = IPv6Network("2001:db8:65::/96")
"""NAT64 prefix of the instance `tiny`, whose pool is soon empty."""

TINY_PORTS = range(2000, 2008)
"""All the TCP ports the pool of `tiny` has."""

STATIC_ADDRESS = IPv4Address("203.0.113.1")
STATIC_PORT = 8080
"""Where IPv4 hosts find port 80 of h2."""

STATIC_FTP_PORT = 2121
"""And its port 21; ports for data are the same on both sides, as EPSV tells a port alone."""

EAM_HOST = IPv4Address("203.0.113.80")
"""What e6 is called in IPv4: an EAM of one address."""

EAM_PREFIX4 = "203.0.113.96/28"
EAM_PREFIX6 = "2001:db8:3:1::e0/124"
"""An EAM of sixteen addresses; e6 has one of them as well."""

EAM_PREFIX_HOST4 = IPv4Address("203.0.113.101")
EAM_PREFIX_HOST6 = IPv6Address("2001:db8:3:1::e5")

FAR_EAM4 = IPv4Address("203.0.113.81")
FAR_EAM6 = IPv6Address("2001:db8:6:1::81")
"""What h4, behind a router, is called in IPv4: its second address has an EAM, its first one has not."""

SHORT_PREFIX = IPv6Network("2001:db8:66::/96")
"""NAT64 prefix of the instance `short`, whose bindings end after LIFETIME."""

LIFETIME = 2
"""Seconds, of all of its bindings."""

CLAMPED_PREFIX = IPv6Network("2001:db8:67::/96")
"""NAT64 prefix of the instance `clamped`, which lowers the MSS of TCP."""

CLAMPED_STATIC = IPv4Address("203.0.113.34")
"""Where IPv4 hosts find port 80 of h3, at STATIC_PORT, by that instance."""

FILTERED_PREFIX = IPv6Network("2001:db8:68::/96")
"""NAT64 prefix of the instance `filtered`: peers are heard that were spoken to."""

ERROR_SOURCES = IPv4Network("203.0.113.240/28")
"""Of whom IPv4 hears errors by IPv6 routers that have no IPv4 address (RFC 6791)."""


def authority(address, port):
    """An address and port as URLs have them."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def is_loopback(host):
    """Whether a host, by name or address, is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def synthesize(address, prefix=PREFIX):
    """The IPv6 address that stands for an IPv4 address behind a /96 (RFC 6052 section 2.2)."""
    return IPv6Address(int(prefix.network_address) | int(IPv4Address(address)))


@dataclass(frozen=True)
class Switch:
    """A switch; `number` is its P4Runtime device id and names its addresses."""

    name: str
    number: int

    @property
    def device(self):
        return f"device:{self.name}"

    @property
    def mac(self):
        return f"00:aa:00:00:00:{self.number:02x}"

    @property
    def loopback4(self):
        return IPv4Address(f"198.51.100.{self.number}")

    @property
    def loopback6(self):
        return IPv6Address(f"2001:db8:ffff::{self.number:x}")

    @property
    def grpc_port(self):
        """After P4Runtime's own port, and below those that systems give to clients: one of them
        that connects there while nobody listens can get the port itself."""
        return 9559 + self.number

    def interface(self, port):
        """Name of the network interface behind a port."""
        return f"isth-{self.name}-{port}"


@dataclass(frozen=True)
class Attachment:
    """A port of a leaf, or of a router, with a network of its own and one host in it.

    `switch` is the leaf or router; `gateway4` and `gateway6` are its addresses, with the length of
    the network; `addresses` are the host's.
    """

    switch: str
    port: int
    gateway4: IPv4Interface | None
    gateway6: IPv6Interface | None
    addresses: tuple
    mtu: int = HOST_MTU

    @property
    def gateways(self):
        return tuple(g for g in (self.gateway4, self.gateway6) if g is not None)


@dataclass(frozen=True)
class Host:
    """A host; its default routes go through its last attachment."""

    name: str
    number: int
    attachments: tuple
    role: str

    def interface(self, index=0):
        """Name of the network interface of an attachment."""
        suffix = "" if len(self.attachments) == 1 else "ab"[index]
        return f"isth-{self.name}{suffix}"

    def mac(self, index=0):
        return f"00:bb:00:00:{index:02x}:{self.number:02x}"

    @property
    def address4(self):
        """Its first IPv4 address, or None."""
        return self._first(4)

    @property
    def address6(self):
        """Its first IPv6 address, or None."""
        return self._first(6)

    def _first(self, version):
        for attachment in self.attachments:
            for address in attachment.addresses:
                if address.version == version:
                    return address
        return None


@dataclass(frozen=True)
class Link:
    """A link between two switches."""

    one: str
    one_port: int
    other: str
    other_port: int


def _attach(switch, port, *gateways_then_hosts, mtu=HOST_MTU):
    """An attachment from strings: gateways carry a prefix length, hosts do not."""
    gateways = {}
    addresses = []
    for text in gateways_then_hosts:
        if "/" in text:
            gateway = ip_interface(text)
            gateways[gateway.version] = gateway
        else:
            addresses.append(ip_interface(text).ip)
    return Attachment(switch, port, gateways.get(4), gateways.get(6), tuple(addresses), mtu)


SPINES = (Switch("spine1", 4), Switch("spine2", 5))
LEAVES = (Switch("leaf1", 1), Switch("leaf2", 2), Switch("leaf3", 3))
SWITCHES = LEAVES + SPINES

TRANSLATORS = SPINES + LEAVES[1:]
"""So packets of hosts at leaf1 are translated at a spine, of which there are two; those of all
others where they enter."""

LINKS = tuple(
    Link(leaf.name, s, spine.name, l)
    for l, leaf in enumerate(LEAVES, 1)
    for s, spine in enumerate(SPINES, 1)
)

HOSTS = (
    Host("h1", 1, (_attach("leaf1", 3, "2001:db8:1:1::1/64", "2001:db8:1:1::10"),),
         "IPv6-only client"),
    Host("h2", 2, (_attach("leaf1", 4, "2001:db8:1:2::1/64", "2001:db8:1:2::10"),),
         "IPv6-only client and web server, bound statically to an IPv4 port"),
    Host("dns", 3, (_attach("leaf1", 5, "192.0.2.129/27", "2001:db8:1:53::1/64",
                            "192.0.2.138", "2001:db8:1:53::53"),),
         "DNS64 resolver"),
    Host("h3", 4, (_attach("leaf2", 3, "2001:db8:2:1::1/64", "2001:db8:2:1::10"),),
         "IPv6-only client"),
    Host("s1", 5, (_attach("leaf2", 4, "192.0.2.1/27", "192.0.2.10"),),
         "IPv4-only server"),
    Host("s2", 6, (_attach("leaf3", 4, "192.0.2.33/27", "192.0.2.42"),),
         "IPv4-only server"),
    Host("s3", 7, (_attach("leaf2", 5, "192.0.2.65/27", "192.0.2.74"),
                   _attach("leaf3", 5, "192.0.2.97/27", "192.0.2.106")),
         "IPv4-only server on two leaves, answers through the second"),
    Host("e6", 8, (_attach("leaf3", 3, "2001:db8:3:1::1/64", "2001:db8:3:1::6",
                           str(EAM_PREFIX_HOST6)),),
         "IPv6-only server with IPv4 addresses by EAM"),
    Host("r4", 9, (_attach("leaf3", 6, "192.0.2.161/27", "192.0.2.170"),),
         "IPv4-only router"),
    Host("r6", 10, (_attach("leaf1", 6, "2001:db8:1:6::1/64", "2001:db8:1:6::6"),),
         "IPv6-only router"),
)

BEYOND = (
    Host("s4", 11, (_attach("r4", 1, "192.0.2.193/27", "192.0.2.202", mtu=FAR_MTU),),
         "IPv4-only server behind a router and a smaller MTU"),
    Host("h4", 12, (_attach("r6", 1, "2001:db8:6:1::1/64", "2001:db8:6:1::10", str(FAR_EAM6),
                            mtu=FAR_MTU),),
         "IPv6-only host behind a router and a smaller MTU, its second address with an EAM"),
)
"""Hosts behind routers that are not ours: kernels in namespaces. What happens there is none of the
fabric's doing."""

ALL_HOSTS = HOSTS + BEYOND

BEHIND_R6 = IPv6Network("2001:db8:6::/48")
"""Routed to r6, which has its networks out of it."""

CLAT_INTERFACE = "clat"
CLAT_GATEWAY4 = IPv4Interface("192.168.46.1/24")
CLAT_HOST4 = IPv4Address("192.168.46.10")
CLAT_NETWORK6 = IPv6Network("2001:db8:6:46::/64")
CLAT_HOST6 = IPv6Address("2001:db8:6:46::10")
"""r6 as a CLAT: its address in the network of h4, that of h4, and what h4 becomes."""

CLAT4 = IPv4Address("192.0.0.2")
CLAT6 = IPv6Address("2001:db8:6:46::1")
"""Addresses of the CLAT itself, that of IPv4 out of RFC 7335."""

RESOLVER = "dns"


def switch(name):
    """The switch of this name."""
    return next(s for s in SWITCHES if s.name == name)


def interfaces(link):
    """The interfaces at both ends of a link."""
    return (switch(link.one).interface(link.one_port),
            switch(link.other).interface(link.other_port))


def host(name):
    """The host or router of this name."""
    return next(h for h in ALL_HOSTS if h.name == name)


def behind(router):
    """The hosts behind the router of this name."""
    return [h for h in BEYOND if h.attachments[0].switch == router]


def is_router(name):
    """Whether a host is a router."""
    return bool(behind(name))


def far_interface(router, port):
    """Name of the interface of a router behind which a host of BEYOND is."""
    return f"isth-{router}-{port}"


def routes():
    """(prefix, next hop) of what is behind the routers."""
    r4, r6 = host("r4"), host("r6")
    return [(a.gateway4.network, r4.address4) for h in behind("r4") for a in h.attachments] + [
        (BEHIND_R6, r6.address6)]
