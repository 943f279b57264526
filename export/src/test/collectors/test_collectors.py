# SPDX-License-Identifier: Apache-2.0
"""What collectors read of the events of a controller; docs/mapping-export.md has their set-up."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from collectors import Controller, IpfixReader, JsonLines, Nfcapd, Rsyslog, mapping_log, until

DOCS = Path(__file__).parents[4] / "docs" / "mapping-export.md"
HOST = ("udp", "2001:db8::64/128", "203.0.113.7")


def snippet(name):
    """Of the documentation: the lines behind the one that names it."""
    return re.search(rf"<!-- {name} -->\n```\n(.*?)```", DOCS.read_text(), re.DOTALL)[1]


def certificates(directory):
    """An authority, and certificates by it of a collector at 127.0.0.1 and of a controller."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)

    new = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl(*new, "-x509", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem")
    for name, alternative in (("collector", "IP:127.0.0.1"), ("nat1.example.net",
                                                               "DNS:nat1.example.net")):
        (directory / "extensions").write_text(f"subjectAltName={alternative}\n")
        openssl(*new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-CAcreateserial", "-extfile", "extensions", "-out", f"{name}.pem")


class World:
    """A controller with an exporter of each kind, and their collectors."""

    def __init__(self, directory):
        for program in ("rsyslogd", "nfcapd", "nfdump", "openssl"):
            assert shutil.which(program), f"{program} is missing: scripts/install test"
        certificates(directory)
        self.rsyslog = {
            transport: Rsyslog(
                directory / transport, transport,
                snippet(f"rsyslog-{transport}").replace("/etc/rsyslog", str(directory)))
            for transport in ("udp", "tcp", "tls")}
        self.ipfix = {transport: IpfixReader(transport) for transport in ("udp", "tcp")}
        self.nfcapd = Nfcapd(directory / "nfcapd")
        self.file = JsonLines(directory / "mappings.jsonl")
        self.collectors = [*self.rsyslog.values(), *self.ipfix.values(), self.file]
        exporters = [{"name": "file", "type": "jsonLines", "file": str(self.file.path)}]
        for transport, rsyslog in self.rsyslog.items():
            exporter = {"name": f"syslog-{transport}", "type": "syslog",
                        "transport": transport, "address": f"127.0.0.1:{rsyslog.port}"}
            if transport == "tls":
                # It is what an exporter does that says nothing else.
                del exporter["transport"]
                exporter["trust"] = str(directory / "ca.pem")
                exporter["certificate"] = str(directory / "nat1.example.net.pem")
                exporter["key"] = str(directory / "nat1.example.net.key")
            exporters.append(exporter)
        for name, transport, collector in (
                ("ipfix-udp", "udp", self.ipfix["udp"]),
                ("ipfix-tcp", "tcp", self.ipfix["tcp"]),
                ("nfcapd", "udp", self.nfcapd)):
            exporters.append({"name": name, "type": "ipfix", "transport": transport,
                              "address": f"127.0.0.1:{collector.port}"})
        self.controller = Controller(directory, exporters)
        # Blocks, as traffic takes and returns them, from before the controller starts.
        self.expected = [
            (1024, "assigned", "tcp", "2001:db8:7::/64", "203.0.113.9", 1087),
            (0, "assigned", "icmp", "2001:db8:7::/64", "203.0.113.9", 63),
            (1024, "released", "tcp", "2001:db8:7::/64", "203.0.113.9", 1087)]
        mapping_log(directory / "data" / "mappings", self.expected)
        self.held = set()

    def change(self, *ports):
        """Has static bindings of these ports, and no others."""
        self.expected += [(p, "released", *HOST, p) for p in self.held - set(ports)]
        self.expected += [(p, "assigned", *HOST, p) for p in set(ports) - self.held]
        self.held = set(ports)
        self.controller.configure(*ports)

    def agree(self, collectors):
        """Waits until each has all events."""
        for collector in collectors:
            until(lambda: set(collector.events()) >= set(self.expected),
                  lambda: f"{type(collector).__name__} lacks"
                          f" {set(self.expected) - set(collector.events())}\n"
                          f"{self.controller.process.text()}")

    def end(self):
        self.controller.end()
        for collector in [*self.collectors, self.nfcapd]:
            collector.end()


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    world = World(tmp_path_factory.mktemp("world"))
    try:
        yield world
    finally:
        world.end()


def test_each_collector_reads_each_event_once(world):
    world.change(*range(5000, 5040))
    world.controller.start()
    world.agree(world.collectors)
    world.change(*range(5003, 5045))
    world.agree(world.collectors)
    for collector in world.collectors:
        assert sorted(collector.events()) == sorted(world.expected), type(collector)
    bindings = [e for e in world.expected if e[0] == e[5]]
    until(lambda: len(world.nfcapd.events()) == len(bindings), world.nfcapd.process.text)
    assert sorted(world.nfcapd.events()) == sorted(bindings)


def test_a_collector_that_is_away_gets_what_it_missed(world):
    for rsyslog in world.rsyslog.values():
        rsyslog.end()
    world.change(5100, 5101, 5102)
    world.agree(world.ipfix.values())
    for rsyslog in world.rsyslog.values():
        rsyslog.start()
    world.change(5101, 5200)
    world.agree(world.collectors)


def test_a_collector_that_is_killed_gets_what_it_missed(world):
    world.rsyslog["tcp"].end(signal.SIGKILL)
    world.change(5201)
    world.agree([world.ipfix["tcp"]])
    world.rsyslog["tcp"].start()
    world.agree(world.collectors)


def test_a_controller_that_is_killed_goes_on_where_it_was(world):
    world.change(5300, 5301)
    world.agree([world.file])
    world.controller.end(signal.SIGKILL)
    world.controller.start()
    world.change(*range(5400, 5420))
    world.agree(world.collectors)
    # The file has nothing twice, whenever the kill came.
    assert len(world.file.events()) == len(set(world.file.events()))
