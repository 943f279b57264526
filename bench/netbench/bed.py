# SPDX-License-Identifier: Apache-2.0
"""Two hosts and a place for the device under test, as network namespaces joined by veth pairs."""

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
POOL4 = "203.0.113.0/28"
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


def embedded_address(address4):
    """The IPv6 form of an IPv4 address behind NAT64_PREFIX (RFC 6052, length 96)."""
    return NAT64_PREFIX + address4


class Bed:
    """Context manager: the namespaces exist inside it, and whatever ran in them is gone after."""

    def __enter__(self):
        remove()
        try:
            for namespace in (H6, DUT, H4):
                run("ip", "netns", "add", namespace)
                run(*inside(namespace, "ip", "link", "set", "lo", "up"))
                # Nobody needs duplicate address detection here; it costs a second a start.
                run(*inside(namespace, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0",
                            "net.ipv6.conf.all.accept_dad=0",
                            "net.ipv6.conf.default.router_solicitations=0"))
            join(H6, "eth0", DUT, PORT6)
            join(H4, "eth0", DUT, PORT4)
            run(*inside(H6, "ip", "addr", "add", HOST6 + "/64", "dev", "eth0"))
            run(*inside(H6, "ip", "-6", "route", "add", "default", "via", GATEWAY6))
            run(*inside(H4, "ip", "addr", "add", HOST4 + "/24", "dev", "eth0"))
            run(*inside(H4, "ip", "route", "add", "default", "via", GATEWAY4))
        except BaseException:
            remove()
            raise
        return self

    def __exit__(self, *_):
        remove()


def join(one, link, other, peer):
    """Wires two namespaces by interfaces of these names."""
    run("ip", "link", "add", link, "netns", one, "type", "veth", "peer", "name", peer,
        "netns", other)
    for namespace, name in ((one, link), (other, peer)):
        # Every frame on the wire is one a wire could carry, for every peer alike.
        run(*inside(namespace, "ethtool", "-K", name, "tx", "off", "rx", "off", "tso", "off",
                    "gso", "off", "gro", "off"))
        run(*inside(namespace, "ip", "link", "set", name, "up", "txqueuelen", "10000"))


def remove(namespaces=(H6, DUT, H4)):
    """Ends every process in the namespaces of a bed, and removes them."""
    existing = run("ip", "netns", "list").split()
    for namespace in namespaces:
        if namespace in existing:
            pids = run("ip", "netns", "pids", namespace).split()
            if pids:
                run("kill", "-9", *pids, check=False)
            run("ip", "netns", "del", namespace)
