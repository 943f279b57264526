# SPDX-License-Identifier: Apache-2.0
"""The fabric's namespaces, wires, addresses and netcfg."""

import ctypes
import os

from netbench.bed import inside, join, remove, run

PREFIX = "isc-"
NET, H6, A6, H4 = (PREFIX + name for name in ("net", "h6", "a6", "h4"))

HOST6, GATEWAY6 = "2001:db8:6::2", "2001:db8:6::1"
ATTACKER6, ATTACKER_GATEWAY6 = "2001:db8:a::2", "2001:db8:a::1"
HOST4, GATEWAY4 = "192.0.2.2", "192.0.2.1"
EAM_HOSTS6 = tuple(f"2001:db8:6::e{n}" for n in range(4))
"""More addresses of the IPv6 host, which mappings lead to."""

NAT64 = "2001:db8:64::"
TARGET = NAT64 + HOST4
"""The IPv4 host as the IPv6 host knows it."""

POOL4 = "203.0.113.0/28"
CLONE_NEWNET = 0x40000000


class Switch:
    """A switch's place in the fabric."""

    def __init__(self, number, name, translator, ports):
        self.number = number
        self.name = name
        self.translator = translator
        self.ports = ports
        self.device = f"device:{name}"
        self.grpc = 51000 + number
        self.mac = f"00:aa:00:00:00:{number:02x}"

    def interface(self, port):
        """The network interface behind a port."""
        return f"{self.name}-{port}"


LEAF1 = Switch(1, "leaf1", True, (1, 2, 3, 4))
LEAF2 = Switch(2, "leaf2", True, (1, 2, 3))
SPINE = Switch(3, "spine", False, (1, 2))
SWITCHES = (LEAF1, LEAF2, SPINE)
LINKS = ((LEAF1, 1, LEAF2, 1), (LEAF1, 2, SPINE, 1), (LEAF2, 2, SPINE, 2))
HOSTS = ((H6, LEAF1, 3), (A6, LEAF1, 4), (H4, LEAF2, 3))


class Bed:
    """Context manager: the namespaces exist inside it, and this process is in that of the switches.

    To be entered before threads are started: they stay in the namespace where they began.
    """

    def __enter__(self):
        remove((NET, H6, A6, H4))
        try:
            for namespace in (NET, H6, A6, H4):
                run("ip", "netns", "add", namespace)
                run(*inside(namespace, "ip", "link", "set", "lo", "up"))
                run(*inside(namespace, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0",
                            "net.ipv6.conf.all.accept_dad=0",
                            "net.ipv6.conf.default.router_solicitations=0"))
            # The switches alone speak on their ports.
            run(*inside(NET, "sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1"))
            for one, port, other, other_port in LINKS:
                join(NET, one.interface(port), NET, other.interface(other_port))
            for host, switch, port in HOSTS:
                join(host, "eth0", NET, switch.interface(port))
            self._addresses()
            self._home = os.open("/proc/self/ns/net", os.O_RDONLY)
            descriptor = os.open(f"/run/netns/{NET}", os.O_RDONLY)
            _enter(descriptor)
            os.close(descriptor)
        except BaseException:
            remove((NET, H6, A6, H4))
            raise
        return self

    def __exit__(self, *_):
        _enter(self._home)
        os.close(self._home)
        remove((H6, A6, H4, NET))

    @staticmethod
    def _addresses():
        for namespace, address, gateway in ((H6, HOST6, GATEWAY6),
                                            (A6, ATTACKER6, ATTACKER_GATEWAY6)):
            run(*inside(namespace, "ip", "addr", "add", address + "/64", "dev", "eth0"))
            run(*inside(namespace, "ip", "-6", "route", "add", "default", "via", gateway,
                        "src", address))
        for address in EAM_HOSTS6:
            run(*inside(H6, "ip", "addr", "add", address + "/64", "dev", "eth0",
                        "preferred_lft", "0"))
        run(*inside(H4, "ip", "addr", "add", HOST4 + "/24", "dev", "eth0"))
        run(*inside(H4, "ip", "route", "add", "default", "via", GATEWAY4))


def _enter(namespace):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


def netcfg():
    """The configuration the controller is given."""
    return {
        "devices": {s.device: {
            "basic": {"managementAddress": f"grpc://127.0.0.1:{s.grpc}?device_id={s.number}",
                      "driver": "isthmus", "pipeconf": "org.isthmus.v1model"},
            "isthmus": {"mac": s.mac, "translator": s.translator,
                        "loopbacks": [f"198.51.100.{s.number}"]}} for s in SWITCHES},
        "ports": {
            f"{switch.device}/{port}": {"interfaces": [{"name": host, "ips": [gateway]}]}
            for (host, switch, port), gateway in zip(
                HOSTS, (GATEWAY6 + "/64", ATTACKER_GATEWAY6 + "/64", GATEWAY4 + "/24"))},
        "links": {f"{one.device}/{p}-{other.device}/{q}": {"isthmus": {"mtu": 9000}}
                  for one, p, other, q in LINKS},
        "apps": {"org.isthmus": {"nat64": {
            "instances": [{"name": "default", "prefix": NAT64 + "/96"}],
            "pools": [{"name": "main", "instance": "default", "prefixes": [POOL4]}]}}},
    }
