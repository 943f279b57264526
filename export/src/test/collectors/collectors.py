# SPDX-License-Identifier: Apache-2.0
"""Collectors of Debian and the Python package index, and the controller that exports to them."""

import io
import ipaddress
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import time

import ipfix.ie
import ipfix.reader

# Not by how soon it comes is anything judged: what has not come by then does not come.
DEADLINE_SECONDS = 60
PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp"}
NAT_EVENTS = {10: "assigned", 11: "released", 16: "assigned", 17: "released"}
SEGMENT = b"ISMAPLOG"

ipfix.ie.use_iana_default()


def free_port(kind=socket.SOCK_STREAM):
    """A port of 127.0.0.1 that nobody uses."""
    with socket.socket(type=kind) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def until(found, what):
    """Waits until a function returns something; fails with what it was to be."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        value = found()
        if value:
            return value
        assert time.monotonic() < deadline, what()
        time.sleep(0.05)


def crc32c(data):
    """As in docs/mapping-log.md."""
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return struct.pack(">I", crc ^ 0xffffffff)


def mapping_log(directory, events):
    """Makes a mapping log of docs/mapping-log.md with events as collectors have them."""
    directory.mkdir(parents=True)
    now = int(time.time() * 1000) - 1000
    rows = [struct.pack(">4x8sIIQIIQ", SEGMENT, 3, 0, now, 0, 0, 1)]
    for number, (first, event, protocol, ipv6, ipv4, last) in enumerate(events, 1):
        prefix = ipaddress.IPv6Network(ipv6)
        rows.append(struct.pack(
            ">BBBxQ16s4sHHQ", 1 if event == "assigned" else 2,
            next(n for n, name in PROTOCOLS.items() if name == protocol), prefix.prefixlen, now,
            prefix.network_address.packed, ipaddress.IPv4Address(ipv4).packed, first, last,
            number))
    (directory / "mappings-00000001.log").write_bytes(
        b"".join(crc32c(row) + row for row in rows))


class Process:
    """A program that runs in the background, with its log."""

    def __init__(self, log, *command):
        self.log = log
        with open(log, "ab") as out:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(30)

    def text(self):
        return self.log.read_text(errors="replace")


class Controller:
    """The embedded controller with static bindings alone: each is an event."""

    def __init__(self, directory, exporters):
        self.directory = directory
        self.exporters = exporters
        self.netcfg = directory / "netcfg.json"
        self.process = None

    def configure(self, *ports):
        """Has static bindings of these UDP ports, and no others."""
        bindings = [{"protocol": "udp", "ipv6": "2001:db8::64", "port6": port,
                     "ipv4": "203.0.113.7", "port4": port} for port in ports]
        config = {
            "devices": {"device:leaf1": {
                "basic": {"managementAddress": "grpc://127.0.0.1:1?device_id=1"},
                "isthmus": {"mac": "00:00:00:00:00:01"}}},
            "apps": {"org.isthmus": {"nat64": {
                "instances": [{"name": "n", "prefix": "64:ff9b::/96"}],
                "pools": [{"name": "p", "prefixes": ["203.0.113.0/24"]}],
                "static": bindings,
                "exporters": self.exporters}}}}
        unfinished = self.netcfg.with_suffix(".new")
        unfinished.write_text(json.dumps(config, indent=1))
        unfinished.replace(self.netcfg)
        if self.process is not None:
            self.process.process.send_signal(signal.SIGHUP)

    def start(self):
        self.process = Process(
            self.directory / f"controller-{time.monotonic_ns()}.log", os.environ["CONTROLLER_PROGRAM"],
            "--netcfg", str(self.netcfg), "--data", str(self.directory / "data"),
            "--listen", f"127.0.0.1:{free_port()}")
        until(lambda: " ready at " in self.process.text(), self.process.text)

    def end(self, how=signal.SIGTERM):
        if self.process is not None:
            self.process.end(how)
            self.process = None


class Rsyslog:
    """rsyslogd; its file has what it parsed."""

    def __init__(self, directory, transport, config):
        self.directory = directory
        directory.mkdir()
        kind = socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM
        self.port = free_port(kind)
        self.got = directory / "got"
        self.config = directory / "rsyslog.conf"
        self.config.write_text(
            config.replace("@PORT@", str(self.port)).replace("@DIRECTORY@", str(directory)))
        self.process = None
        self.start()

    def start(self):
        self.process = Process(
            self.directory / "log", "rsyslogd", "-n", "-f", str(self.config),
            "-i", str(self.directory / "pid"))
        until(lambda: "start" in self.process.text() or self.got.exists() or self.listens(),
              self.process.text)

    def listens(self):
        tables = [open(f"/proc/net/{name}").read() for name in ("tcp", "tcp6", "udp", "udp6")]
        return any(re.search(f":{self.port:04X} [0-9A-F]+:0000 ", table) for table in tables)

    def end(self, how=signal.SIGTERM):
        self.process.end(how)

    def events(self):
        found = []
        for line in self.got.read_text().splitlines() if self.got.exists() else []:
            fields = dict(re.findall(r'([A-Za-z0-9]+)="([^"]*)"', line))
            # What is in structured data, and what rsyslog has of the header.
            assert line.split(" ")[:3] == ["local0.info", "isthmus", fields["event"]], line
            found.append((int(fields["firstPort"]), fields["event"], fields["protocol"],
                          fields["ipv6"], fields["ipv4"], int(fields["lastPort"])))
        return found


class Nfcapd:
    """nfcapd, and nfdump for what it wrote."""

    def __init__(self, directory):
        self.directory = directory
        directory.mkdir()
        self.port = free_port(socket.SOCK_DGRAM)
        self.process = Process(
            directory.with_suffix(".log"), "nfcapd", "-b", "127.0.0.1", "-p", str(self.port),
            "-w", str(directory), "-t", "2")
        until(lambda: "Startup" in self.process.text() or
              f":{self.port:04X} " in open("/proc/net/udp").read(), self.process.text)

    def end(self, how=signal.SIGTERM):
        self.process.end(how)

    def events(self):
        """Those of bindings: nfdump of Debian 12 leaves the ports of a block out."""
        records = subprocess.run(
            ["nfdump", "-R", str(self.directory), "-o", "raw"],
            capture_output=True, text=True).stdout.split("Flow Record:")[1:]
        found = []
        for record in records:
            fields = dict(re.findall(r"^  ([a-zA-Z ]+?) *= *(\S+)", record, re.MULTILINE))
            event = int(fields["nat event"].rstrip(":"))
            if event in (10, 11):
                port = int(fields["src xlt port"])
                found.append((port, NAT_EVENTS[event], PROTOCOLS[int(fields["proto"])],
                              f"{fields['src addr']}/128", fields["src xlt ip"], port))
        return found


class IpfixReader:
    """The package ipfix, over TCP or UDP."""

    def __init__(self, transport):
        kind = socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM
        self.socket = socket.socket(type=kind)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.records = []
        self.problems = []
        target = self._datagrams if transport == "udp" else self._streams
        threading.Thread(target=target, daemon=True).start()

    def _streams(self):
        self.socket.listen()
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                self._read(ipfix.reader.from_stream(stream))

    def _read(self, messages):
        try:
            self.records.extend(messages.namedict_iterator())
        except EOFError:
            pass
        except Exception as e:  # Told by the test.
            self.problems.append(repr(e))

    def _datagrams(self):
        known = b""
        while True:
            try:
                datagram = self.socket.recv(65536)
            except OSError:
                return
            # The package has a collector for datagrams that knows no template of another one.
            if datagram[16:18] == b"\0\2":
                known = datagram
            else:
                self._read(ipfix.reader.from_stream(io.BytesIO(known + datagram)))

    def end(self, how=None):
        self.socket.close()

    def events(self):
        assert not self.problems
        return [self._event(r) for r in self.records]

    @staticmethod
    def _event(r):
        if r["natEvent"] in (10, 11):
            first = last = r["postNAPTSourceTransportPort"]
            length = 128
        else:
            first, last = r["portRangeStart"], r["portRangeEnd"]
            length = r["sourceIPv6PrefixLength"]
        return (first, NAT_EVENTS[r["natEvent"]], PROTOCOLS[r["protocolIdentifier"]],
                f"{r['sourceIPv6Address']}/{length}", str(r["postNATSourceIPv4Address"]), last)


class JsonLines:
    """A file of JSON lines."""

    def __init__(self, path):
        self.path = path

    def end(self, how=None):
        pass

    def events(self):
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return [(e["firstPort"], e["event"], e["protocol"], e["ipv6"], e["ipv4"], e["lastPort"])
                for e in map(json.loads, lines)]
