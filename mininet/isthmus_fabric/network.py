# SPDX-License-Identifier: Apache-2.0
"""The topology as a Mininet: hosts in namespaces, switch ports in the machine's own."""

import subprocess
from functools import partial

from mininet.net import Mininet
from mininet.node import Host
from mininet.topo import Topo

from . import commands, topology
from .state import RUN

QUEUE = 1000
"""Packets an interface may have queued."""


class FabricTopo(Topo):
    """Names and wires of the fabric."""

    def build(self):
        """Adds every switch, host and link."""
        for switch in topology.SWITCHES:
            self.addSwitch(switch.name, dpid=f"{switch.number:016x}")
        for link in topology.LINKS:
            self.addLink(
                link.one, link.other, port1=link.one_port, port2=link.other_port,
                intfName1=topology.switch(link.one).interface(link.one_port),
                intfName2=topology.switch(link.other).interface(link.other_port))
        for host in topology.ALL_HOSTS:
            self.addHost(host.name, ip=None)
            for index, attachment in enumerate(host.attachments):
                self.addLink(
                    host.name, attachment.switch, port1=index, port2=attachment.port,
                    intfName1=host.interface(index), addr1=host.mac(index),
                    intfName2=_interface(attachment))


def _interface(attachment):
    """Name of the interface at the other end of an attachment."""
    if topology.is_router(attachment.switch):
        return topology.far_interface(attachment.switch, attachment.port)
    return topology.switch(attachment.switch).interface(attachment.port)


def create(switch_class, address):
    """A Mininet of the fabric, built and configured but without its switches started.

    The P4Runtime servers of the switches will listen on `address`.
    """
    # Mininet would otherwise raise limits of the whole machine.
    Mininet.inited = True
    net = Mininet(topo=FabricTopo(), switch=partial(switch_class, address=address), host=Host,
                  controller=None)
    for switch in topology.SWITCHES:
        _configure_ports(net.get(switch.name))
    for host in topology.ALL_HOSTS:
        _shell(net.get(host.name).pid, host_commands(host))
    return net


def _configure_ports(node):
    lines = []
    for port, interface in node.intfs.items():
        if port == 0:
            continue  # the loopback interface
        peer = interface.link.intf2 if interface.link.intf1 is interface else interface.link.intf1
        mtu = topology.HOST_MTU if isinstance(peer.node, Host) else topology.FABRIC_MTU
        lines += port_commands(interface.name, mtu)
    _shell(node.pid, lines)


def port_commands(interface, mtu):
    """Shell commands that make an interface a bare wire end of a switch."""
    return [
        f"sysctl -qw net.ipv6.conf.{interface}.disable_ipv6=1",
        f"ip link set {interface} mtu {mtu} txqueuelen {QUEUE} up",
        " ".join(commands.offloads(interface, "off")),
    ]


def host_commands(host):
    """Shell commands that configure a host inside its namespace."""
    has = {version: any(a.version == version for t in host.attachments for a in t.addresses)
           for version in (4, 6)}
    lines = [
        "sysctl -qw net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0",
        # An address is asked for and answered only on the interface that has it.
        "sysctl -qw net.ipv4.conf.all.arp_announce=2 net.ipv4.conf.all.arp_ignore=1",
        # Error messages are part of what is checked.
        "sysctl -qw net.ipv4.icmp_ratelimit=0 net.ipv6.icmp.ratelimit=0",
        f"mount --bind {RUN}/resolv{6 if has[6] else 4}.conf /etc/resolv.conf",
    ]
    if not has[4]:
        lines.append("ip -4 address flush dev lo")
    if not has[6]:
        lines.append("sysctl -qw net.ipv6.conf.all.disable_ipv6=1 "
                        "net.ipv6.conf.default.disable_ipv6=1")
    for index, attachment in enumerate(host.attachments):
        interface = host.interface(index)
        lines.append(" ".join(commands.offloads(interface, "off")))
        if has[6]:
            lines.append(f"sysctl -qw net.ipv6.conf.{interface}.accept_ra=0 "
                            f"net.ipv6.conf.{interface}.accept_dad=0")
        lines.append(
            f"ip link set {interface} mtu {attachment.mtu} txqueuelen {QUEUE} up")
        for address in attachment.addresses:
            gateway = attachment.gateway4 if address.version == 4 else attachment.gateway6
            # A host speaks from its first address, unless told otherwise.
            other = address.version == 6 and address != host.address6
            unasked = " preferred_lft 0" if other else ""
            lines.append(
                f"ip address add {address}/{gateway.network.prefixlen} dev {interface}{unasked}")
    last = host.attachments[-1]
    for gateway in last.gateways:
        lines.append(f"ip -{gateway.version} route replace default via {gateway.ip}"
                     f"{_usual_segments(gateway.version, last.mtu)}")
    return lines + [line for far in topology.behind(host.name) for line in _router_commands(far)]


def _usual_segments(version, mtu):
    """Has TCP ask for segments as if the host's own link took what others do.

    The small link would be further away then, where only path MTU discovery finds it.
    """
    headers = {4: 40, 6: 60}[version]
    return f" advmss {topology.HOST_MTU - headers}" if mtu < topology.HOST_MTU else ""


def _router_commands(far):
    """Shell commands that make a host the router of one behind it."""
    (attachment,) = far.attachments
    interface = topology.far_interface(attachment.switch, attachment.port)
    return [
        " ".join(commands.offloads(interface, "off")),
        f"ip link set {interface} mtu {attachment.mtu} txqueuelen {QUEUE} up",
        *(f"ip address add {gateway} dev {interface}" for gateway in attachment.gateways),
        *(f"sysctl -qw net.ipv{gateway.version}.{name}=1" for gateway in attachment.gateways
          for name in ({4: ("ip_forward",), 6: ("conf.all.forwarding",)}[gateway.version])),
    ]


def _shell(pid, lines):
    """Runs commands in the namespaces of a process; raises on the first that fails."""
    result = subprocess.run(
        ["mnexec", "-a", str(pid), "sh", "-e"],
        input="\n".join(lines) + "\n", text=True, capture_output=True, check=False)
    if result.returncode:
        raise RuntimeError(f"configuring the network failed: {result.stderr.strip()}")
