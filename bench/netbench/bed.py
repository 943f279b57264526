# SPDX-License-Identifier: Apache-2.0
"""Two hosts and a place for the device under test, as network namespaces joined by veth pairs.

Or the two hosts alone, each with an interface of this machine, and the device outside."""

import contextlib
import subprocess

PREFIX = "isb-"
H6, DUT, H4 = (PREFIX + name for name in ("h6", "dut", "h4"))

# IPv6 side: host, gateway. IPv4 side: host, gateway.
HOST6, GATEWAY6 = "2001:db8:6::2", "2001:db8:6::1"
HOST4, GATEWAY4 = "192.0.2.2", "192.0.2.1"
# Plain forwarding has an IPv6 address on the IPv4 host as well.
FORWARD6, FORWARD6_GATEWAY = "2001:db8:4::2", "2001:db8:4::1"
NAT64_PREFIX = "2001:db8:64::"
NAT64_LENGTH = 96
POOL4 = "203.0.113.0/27"  # a million flows, and one address for each client
# The same with port sets, where a device has them.
SETS_PREFIX = "2001:db8:65::"
SETS_POOL4 = "203.0.113.32/28"
CLIENTS = 17  # more addresses of the IPv6 host, each a subscriber of its own: a million flows
# Others on its network, which are translated without state: an explicit address mapping.
MAPPED6, MAPPED4 = "2001:db8:6::2:0/123", "198.51.100.0/27"
# The device's ports, and the address hosts find behind both of them.
PORT6, PORT4 = PREFIX + "p1", PREFIX + "p2"
DUT_MAC = "02:00:00:00:00:01"


def run(*command, check=True, **options):
    """Runs a command; its output is in the error when it fails."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout.strip()}")
    return done.stdout


def inside(namespace, *command):
    """The command line that runs a command in a namespace."""
    return ("ip", "netns", "exec", namespace, *command)


def embedded_address(address4, prefix=NAT64_PREFIX):
    """The IPv6 form of an IPv4 address behind a prefix of NAT64_LENGTH (RFC 6052)."""
    return prefix + address4


def client(number):
    """One of the other addresses of the IPv6 host; 0 to CLIENTS - 1, one after the other."""
    return f"2001:db8:6::1:{number:x}"


class Bed:
    """Context manager: the namespaces exist inside it, and whatever ran in them is gone after."""

    def __enter__(self):
        remove()
        try:
            for namespace in (H6, DUT, H4):
                add(namespace)
            join(H6, "eth0", DUT, PORT6)
            join(H4, "eth0", DUT, PORT4)
            address("eth0", "eth0")
        except BaseException:
            remove()
            raise
        return self

    def __exit__(self, *_):
        remove()


class Outside:
    """Context manager: two interfaces of this machine are the two hosts' inside it.

    They come back afterwards, without addresses. Their offloads stay as they are.
    """

    def __init__(self, link6, link4):
        if link6 == link4:
            raise ValueError(f"{link6} cannot be the interface of both hosts")
        self._links = {H6: link6, H4: link4}

    def __enter__(self):
        for link in self._links.values():
            run("ip", "link", "show", "dev", link)
            if any(run("ip", family, "route", "show", "default", "dev", link).strip()
                   for family in ("-4", "-6")):
                raise RuntimeError(f"{link} has this machine's default route; it stays here")
        remove()
        try:
            for namespace, link in self._links.items():
                add(namespace)
                run("ip", "link", "set", link, "netns", namespace)
                run(*inside(namespace, "ip", "link", "set", link, "up"))
            address(*self._links.values())
            address_of_forwarding(self._links[H4])
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for namespace, link in self._links.items():
            # A namespace that is removed takes an interface that is not of hardware with it.
            with contextlib.suppress(RuntimeError):
                run(*inside(namespace, "ip", "link", "set", link, "netns", "1"))
        remove()


def add(namespace):
    """Makes a namespace of a host or device."""
    run("ip", "netns", "add", namespace)
    run(*inside(namespace, "ip", "link", "set", "lo", "up"))
    # Nobody needs duplicate address detection here; it costs a second a start.
    run(*inside(namespace, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0",
                "net.ipv6.conf.all.accept_dad=0",
                "net.ipv6.conf.default.router_solicitations=0"))


def address(link6, link4):
    """Gives the hosts their addresses and gateways, on these interfaces of theirs."""
    # What is added first is what a program sends from that does not choose.
    run(*inside(H6, "ip", "addr", "add", HOST6 + "/64", "dev", link6, "nodad"))
    for number in range(CLIENTS):
        run(*inside(H6, "ip", "addr", "add", client(number) + "/64", "dev", link6, "nodad",
                    "preferred_lft", "0"))
    run(*inside(H6, "ip", "-6", "route", "add", "default", "via", GATEWAY6))
    run(*inside(H4, "ip", "addr", "add", HOST4 + "/24", "dev", link4))
    run(*inside(H4, "ip", "route", "add", "default", "via", GATEWAY4))


def address_of_forwarding(link4):
    """Gives the IPv4 host the address and gateway that it has under plain forwarding."""
    run(*inside(H4, "ip", "addr", "add", FORWARD6 + "/64", "dev", link4, "nodad"))
    run(*inside(H4, "ip", "-6", "route", "add", "default", "via", FORWARD6_GATEWAY))


def join(one, link, other, peer):
    """Wires two namespaces by interfaces of these names."""
    run("ip", "link", "add", link, "netns", one, "type", "veth", "peer", "name", peer,
        "netns", other)
    for namespace, name in ((one, link), (other, peer)):
        # Every frame on the wire is one a wire could carry, for every peer alike.
        offload(namespace, name, "off")
        run(*inside(namespace, "ip", "link", "set", name, "up", "txqueuelen", "10000"))


def offload(namespace, link, state):
    """Turns checksums, segmentation and GRO by an interface "on" or "off"."""
    run(*inside(namespace, "ethtool", "-K", link,
                *(word for what in ("tx", "rx", "tso", "gso", "gro") for word in (what, state))))


@contextlib.contextmanager
def offloads():
    """The two hosts keep their offloads in here, as hosts do; the device's ports have none, as before.

    They have a queue then, as cards have. A veth has none, and its peer a ring of 256 packets as soon
    as it does GRO: six frames of 45 segments each fill it, whoever forwards them.
    """
    try:
        for host in (H6, H4):
            offload(host, "eth0", "on")
        for port in (PORT6, PORT4):
            run(*inside(DUT, "tc", "qdisc", "replace", "dev", port, "root", "pfifo"))
        yield
    finally:
        for host in (H6, H4):
            offload(host, "eth0", "off")
        for port in (PORT6, PORT4):
            run(*inside(DUT, "tc", "qdisc", "del", "dev", port, "root"))


def remove(namespaces=(H6, DUT, H4)):
    """Ends every process in the namespaces of a bed, and removes them."""
    existing = run("ip", "netns", "list").split()
    for namespace in namespaces:
        if namespace in existing:
            pids = run("ip", "netns", "pids", namespace).split()
            if pids:
                run("kill", "-9", *pids, check=False)
            run("ip", "netns", "del", namespace)
