# SPDX-License-Identifier: Apache-2.0
"""Devices under test: each context manager makes the bed's middle forward or translate.

Its `target` is the address under which the IPv6 host reaches the IPv4 host through it, and
`sets_target` the one under which a binding is of a range of ports, where it has such.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from . import bed
from .bed import DUT, H6, inside, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORT_SET = 256  # ports that a binding has where a target of sets is reached


class Device:
    """A device under test; subclasses give `start` and, when it may be absent, `available`."""

    name = ""
    remedy = "it is not on this machine"
    target = bed.embedded_address(bed.HOST4)
    sets_target = None

    def __init__(self):
        self._processes = []
        self._directory = tempfile.TemporaryDirectory(prefix="isthmus-bench-")
        self.directory = pathlib.Path(self._directory.name)

    @classmethod
    def available(cls):
        """Whether this machine has its program."""
        return True

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            process.terminate()
        for process in reversed(self._processes):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._directory.cleanup()

    def spawn(self, *command):
        """Starts a program in the device's namespace; it ends with the device."""
        with open(self.directory / f"{pathlib.Path(command[0]).name}.log", "w") as log:
            process = subprocess.Popen(inside(DUT, *command), stdout=log, stderr=log,
                                       stdin=subprocess.DEVNULL)
        self._processes.append(process)
        return process

    def cpu(self):
        """CPU time that its programs took so far, s: of each in the order of their starts."""
        taken = []
        for process in self._processes:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            taken.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        return taken

    def logs(self):
        """The last lines that its programs wrote."""
        return "\n".join("\n".join(log.read_text(errors="replace").splitlines()[-15:])
                         for log in self.directory.glob("*.log"))

    def start(self):
        """Brings it up; returns when packets pass."""
        raise NotImplementedError

    def wait(self, condition, seconds=60):
        """Waits for a condition, and fails when a program of the device ends."""
        end = time.monotonic() + seconds
        while not condition():
            dead = [p for p in self._processes if p.poll() is not None]
            if dead or time.monotonic() > end:
                raise RuntimeError(f"{self.name} did not come up:\n{self.logs()}")
            time.sleep(0.1)

    def reachable(self):
        """Whether the IPv6 host reaches the IPv4 host."""
        return subprocess.run(inside(H6, "ping", "-c1", "-W1", self.target),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def forward():
    """Has the device's kernel forward between its two ports."""
    run(*inside(DUT, "sysctl", "-qw", "net.ipv6.conf.all.forwarding=1", "net.ipv4.ip_forward=1"))
    run(*inside(DUT, "ip", "addr", "add", bed.GATEWAY6 + "/64", "dev", bed.PORT6))
    run(*inside(DUT, "ip", "addr", "add", bed.GATEWAY4 + "/24", "dev", bed.PORT4))


class Kernel(Device):
    """Plain IPv6 forwarding: the same path with nothing translated."""

    name = "kernel forwarding"
    target = bed.FORWARD6

    def start(self):
        forward()
        run(*inside(DUT, "ip", "addr", "add", bed.FORWARD6_GATEWAY + "/64", "dev", bed.PORT4))
        bed.address_of_forwarding("eth0")
        self.wait(self.reachable, 10)


class Tayga(Device):
    """Tayga of Debian's packages beside kernel forwarding, as its manual sets it up."""

    name = "tayga"

    @classmethod
    def available(cls):
        return shutil.which("tayga") is not None

    def start(self):
        forward()
        config = self.directory / "tayga.conf"
        config.write_text(f"tun-device nat64\nipv4-addr 203.0.113.14\n"
                          f"prefix {bed.NAT64_PREFIX}/{bed.NAT64_LENGTH}\n"
                          f"map {bed.MAPPED4} {bed.MAPPED6}\n"
                          f"dynamic-pool {bed.POOL4}\ndata-dir {self.directory}\n")
        run(*inside(DUT, "tayga", "-c", str(config), "--mktun"))
        run(*inside(DUT, "ip", "link", "set", "nat64", "up"))
        for prefix in (bed.POOL4, bed.MAPPED4):
            run(*inside(DUT, "ip", "route", "add", prefix, "dev", "nat64"))
        run(*inside(DUT, "ip", "-6", "route", "add",
                    f"{bed.NAT64_PREFIX}/{bed.NAT64_LENGTH}", "dev", "nat64"))
        self.spawn("tayga", "-c", str(config), "--nodetach")
        self.wait(self.reachable, 10)


class Nat64Bpf(Device):
    """nat64-bpf of xdp-project/bpf-examples: the kernel translates in eBPF at tc, and forwards.

    Each IPv6 address has an IPv4 address of its own, as with Tayga.
    """

    name = "nat64-bpf"
    remedy = "NAT64_BPF does not name the program `nat64` of github.com/xdp-project/bpf-examples"

    @classmethod
    def available(cls):
        return bool(shutil.which(os.environ.get("NAT64_BPF", "")))

    def start(self):
        forward()
        run(*inside(DUT, os.environ["NAT64_BPF"], "-i", bed.PORT6, "-4", bed.MAPPED4,
                    "-6", f"{bed.NAT64_PREFIX}/{bed.NAT64_LENGTH}", "-a", bed.GATEWAY6 + "/64"))
        self.wait(self.reachable, 10)


class Switch(Device):
    """A P4 switch with our pipeline under our controller."""

    sets_target = bed.embedded_address(bed.HOST4, bed.SETS_PREFIX)
    start_seconds = 60
    GRPC = "127.0.0.1:51001"
    REST = "127.0.0.1:8181"

    def command(self):
        """The switch's program with the options that only it has."""
        raise NotImplementedError

    def start(self):
        self.spawn(*self.command(), "--no-p4", "--device-id", "1",
                   "-i", f"1@{bed.PORT6}", "-i", f"2@{bed.PORT4}",
                   "--", "--grpc-server-addr", self.GRPC, "--cpu-port", "255")
        netcfg = self.directory / "netcfg.json"
        netcfg.write_text(json.dumps(self.netcfg(), indent=2))
        self.spawn(*self.controller(netcfg))
        self.wait(self.reachable, self.start_seconds)

    def controller(self, netcfg):
        """The program that controls it, given a configuration."""
        return (str(ROOT / "controller/bin/isthmus-controller"), "--netcfg", str(netcfg),
                "--data", str(self.directory / "data"), "--listen", self.REST)

    def netcfg(self):
        """One switch that translates between its two ports."""
        # An address makes as many flows here as a thousand subscribers do elsewhere.
        subscriber = {"subscriberPrefixLength": 128, "blockSize": 1024, "blocksPerSubscriber": 60}
        return {
            "devices": {"device:dut": {
                "basic": {"managementAddress": f"grpc://{self.GRPC}?device_id=1",
                          "driver": "isthmus", "pipeconf": "org.isthmus.v1model"},
                "isthmus": {"mac": bed.DUT_MAC, "translator": True}}},
            "ports": {
                "device:dut/1": {"interfaces": [{"name": "h6", "ips": [bed.GATEWAY6 + "/64"]}]},
                "device:dut/2": {"interfaces": [{"name": "h4", "ips": [bed.GATEWAY4 + "/24"]}]}},
            "apps": {"org.isthmus": {"nat64": {
                "instances": [{"name": "default", "id": 1, **subscriber,
                               "prefix": f"{bed.NAT64_PREFIX}/{bed.NAT64_LENGTH}"},
                              {"name": "sets", "id": 2, **subscriber,
                               "prefix": f"{bed.SETS_PREFIX}/{bed.NAT64_LENGTH}"}],
                "pools": [{"name": "bench", "instance": "default", "prefixes": [bed.POOL4]},
                          {"name": "sets", "instance": "sets", "prefixes": [bed.SETS_POOL4],
                           "portSets": PORT_SET}],
                "eamt": [{"instance": "default", "ipv6": bed.MAPPED6, "ipv4": bed.MAPPED4}],
                # What is measured is how many there can be, not how many are let through.
                "options": {"puntRate": 1000000, "subscriberPuntRate": 1000000}}}},
        }


class Embedded(Switch):
    """Our own switch."""

    name = "embedded"

    def command(self):
        return (str(ROOT / "switch/bin/isthmus-switch"),)


class FastPath(Embedded):
    """Our own switch, with the kernel forwarding what it can."""

    name = "fast path"

    def command(self):
        return (*super().command(), "--fast-path")


class Bmv2(Switch):
    """BMv2, from the PATH."""

    name = "bmv2"

    @classmethod
    def available(cls):
        return shutil.which("simple_switch_grpc") is not None

    def command(self):
        return ("simple_switch_grpc",)


class Onos(Embedded):
    """Our own switch under a copy of the ONOS in ONOS_ROOT, with our application in it."""

    name = "embedded, ONOS"
    remedy = "ONOS_ROOT does not name the directory of an ONOS 2.7.0"
    start_seconds = 300

    @classmethod
    def available(cls):
        return bool(os.environ.get("ONOS_ROOT"))

    def controller(self, netcfg):
        return (sys.executable, str(ROOT / "bench/netbench/onos.py"), str(netcfg))


ALL = (Embedded, FastPath, Kernel, Tayga, Nat64Bpf, Bmv2, Onos)
