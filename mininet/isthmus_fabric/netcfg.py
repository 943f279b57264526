# SPDX-License-Identifier: Apache-2.0
"""ONOS netcfg of the fabric, made from the topology."""

from . import services, topology


PIPECONFS = {
    "embedded": "org.isthmus.v1model",
    "fast-path": "org.isthmus.v1model",
    "bmv2": "org.isthmus.bmv2",
    "stratum": "org.isthmus.bmv2",
    "netfpga": "org.isthmus.netfpga",
    "rtl": "org.isthmus.netfpga",
}
"""The program each kind of switch runs; BMv2 allocates its tables whole, so its are smaller."""

DRIVERS = {
    "embedded": "isthmus",
    "fast-path": "isthmus",
    "bmv2": "isthmus",
    "stratum": "stratum-bmv2",
    "netfpga": "isthmus",
    "rtl": "isthmus",
}
"""The ONOS driver of each kind of switch; ONOS has the one for Stratum."""

KINDS = tuple(PIPECONFS)
"""Kinds of fabrics. All switches are of one kind, but for cards: a card has four ports, so that
the spines are cards, and alone translate, and the leaves are embedded switches."""

OURS = ("embedded", "fast-path")
"""Our own switch, by itself and with what the kernel forwards for it."""

CARDS = ("netfpga", "rtl")
"""The program of the card in its shell, and in Verilog."""

SIMULATED = "rtl"
"""What is simulated cycle by cycle: some 20,000 a second, where a card has 200 million."""

PACE = 6
"""What the seconds of checks are multiplied by where cards are simulated."""

SHARE = 8
"""What the bytes of the larger files are divided by there."""


def pace(kind):
    """What the seconds of checks are multiplied by in a fabric of a kind."""
    return PACE if kind == SIMULATED else 1


def share(kind):
    """What the bytes of the larger files are divided by in a fabric of a kind."""
    return SHARE if kind == SIMULATED else 1


def kind_of(switch, kind):
    """The kind of a switch in a fabric of a kind."""
    return "embedded" if kind in CARDS and switch not in topology.SPINES else kind


def translators(kind):
    """The switches that translate in a fabric of a kind."""
    return topology.SPINES if kind in CARDS else topology.TRANSLATORS


def filters(kind):
    """Whether all translators of a fabric of a kind have tables of sessions."""
    return kind not in CARDS


def link_mtu(kind):
    """Bytes of an IP packet between switches; no longer frame passes a card."""
    return topology.HOST_MTU if kind in CARDS else topology.FABRIC_MTU


def build(kind="embedded", address="127.0.0.1"):
    """The netcfg document for a kind of switch whose P4Runtime is on `address`, as a dict."""
    return {
        "devices": {s.device: _device(s, kind, address) for s in topology.SWITCHES},
        "ports": dict(
            _port(h, a) for h in topology.HOSTS for a in h.attachments),
        "links": {
            _link(link): {"isthmus": {"mtu": link_mtu(kind)}} for link in topology.LINKS},
        "apps": {"org.isthmus": {
            "nat64": _nat64(kind),
            "routes": [{"prefix": str(prefix), "via": str(via)}
                       for prefix, via in topology.routes()]}},
    }


def _device(switch, kind, address):
    return {
        "basic": {
            "managementAddress": (
                f"grpc://{topology.authority(address, switch.grpc_port)}"
                f"?device_id={switch.number}"),
            "driver": DRIVERS[kind_of(switch, kind)],
            "pipeconf": PIPECONFS[kind_of(switch, kind)],
        },
        "isthmus": {
            "mac": switch.mac,
            "loopbacks": [str(switch.loopback6), str(switch.loopback4)],
            "translator": switch in translators(kind),
        },
    }


def _port(host, attachment):
    device = topology.switch(attachment.switch).device
    interface = {
        "name": host.name,
        "ips": [str(g) for g in attachment.gateways],
    }
    return f"{device}/{attachment.port}", {
        "interfaces": [interface],
        "isthmus": _port_fields(host),
    }


def _port_fields(host):
    fields = {"mtu": topology.HOST_MTU}
    if len(host.attachments) > 1:
        # It answers by its last attachment, with the address of any.
        fields["sourceValidation"] = "loose"
    return fields


def _link(link):
    one = topology.switch(link.one).device
    other = topology.switch(link.other).device
    return f"{one}/{link.one_port}-{other}/{link.other_port}"


def _nat64(kind):
    first, last = topology.TINY_PORTS[0], topology.TINY_PORTS[-1]
    h2, h3 = topology.host("h2"), topology.host("h3")
    e6 = topology.host("e6")
    return {
        "instances": [
            {"name": "default", "id": 1, "prefix": str(topology.PREFIX)},
            {"name": "tiny", "id": 2, "prefix": str(topology.TINY_PREFIX),
             "blockSize": len(topology.TINY_PORTS)},
            {"name": "short", "id": 3, "prefix": str(topology.SHORT_PREFIX), **_short_lifetimes()},
            {"name": "clamped", "id": 4, "prefix": str(topology.CLAMPED_PREFIX),
             # What passes the link behind r6 (RFC 6691); that behind r4 takes 20 bytes more.
             "mssClamp": str(topology.FAR_MTU - 60)},
            {"name": "filtered", "id": 5, "prefix": str(topology.FILTERED_PREFIX)},
        ],
        "pools": [
            {"name": "main", "instance": "default", "prefixes": [str(topology.POOL)],
             "ports": {"tcp": "1024-65535", "udp": "1024-65535", "icmp": "0-65535"}},
            {"name": "tiny", "instance": "tiny", "prefixes": ["203.0.113.32/32"],
             "ports": {"tcp": f"{first}-{last}", "udp": f"{first}-{last}",
                       "icmp": f"{first}-{last}"}},
            {"name": "short", "instance": "short", "prefixes": ["203.0.113.33/32"]},
            {"name": "clamped", "instance": "clamped",
             "prefixes": [f"{topology.CLAMPED_STATIC}/32"]},
            {"name": "filtered", "instance": "filtered", "prefixes": ["203.0.113.35/32"],
             **({"filtering": "address-dependent"} if filters(kind) else {})},
        ],
        "eamt": [
            {"ipv4": f"{topology.EAM_HOST}/32", "ipv6": f"{e6.address6}/128",
             "instance": "default"},
            {"ipv4": f"{topology.FAR_EAM4}/32", "ipv6": f"{topology.FAR_EAM6}/128",
             "instance": "default"},
            {"ipv4": topology.EAM_PREFIX4, "ipv6": topology.EAM_PREFIX6,
             "instance": "default"},
        ],
        "static": [
            {"instance": "default", "protocol": "tcp",
             "ipv6": str(h2.address6), "port6": 80,
             "ipv4": str(topology.STATIC_ADDRESS), "port4": topology.STATIC_PORT},
            *({"instance": "default", "protocol": "tcp",
               "ipv6": str(h2.address6), "port6": port6,
               "ipv4": str(topology.STATIC_ADDRESS), "port4": port4}
              for port6, port4 in ((21, topology.STATIC_FTP_PORT),
                                   *zip(services.FTP_PORTS, services.FTP_PORTS))),
            {"instance": "clamped", "protocol": "tcp",
             "ipv6": str(h3.address6), "port6": 80,
             "ipv4": str(topology.CLAMPED_STATIC), "port4": topology.STATIC_PORT},
        ],
        "options": {"errorSources": [str(topology.ERROR_SOURCES)]},
    }


def _short_lifetimes():
    return {"shortLifetimes": True, "portHold": 0,
            **{name: topology.LIFETIME for name in (
                "udpTimeout", "icmpTimeout", "tcpEstablishedTimeout", "tcpTransitoryTimeout")}}
