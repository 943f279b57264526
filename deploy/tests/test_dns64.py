# SPDX-License-Identifier: Apache-2.0
"""The resolvers of docs/dns64.md, checked by their own tools and asked."""

import pathlib
import re
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/dns64.md").read_text()
UPSTREAM = "2001:db8:64::c000:282"
ADDRESS = "2001:db8:1:53::53"
A, AAAA = 1, 28
RECORDS = {("server.example", A): ["192.0.2.130"], ("native.example", AAAA): ["2001:db8:2::80"],
           ("native.example", A): ["192.0.2.80"], ("ipv4only.arpa", A): ["192.0.0.170", "192.0.0.171"]}
WAIT = 20
"""Seconds in which a resolver answers that answers at all."""


def packed(address):
    return socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)


def question(name, kind):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return labels + b"\0" + struct.pack("!HH", kind, 1)


def read_question(message):
    labels = []
    at = 12
    while message[at]:
        labels.append(message[at + 1:at + 1 + message[at]].decode().lower())
        at += 1 + message[at]
    return ".".join(labels), struct.unpack_from("!H", message, at + 1)[0], at + 5


class Upstream(threading.Thread):
    """Has the records, and nothing else: names without them are there, and empty."""

    def __init__(self, address=("127.0.0.1", 0)):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.port = self.socket.getsockname()[1]

    def run(self):
        while True:
            try:
                query, sender = self.socket.recvfrom(4096)
            except OSError:
                return
            name, kind, end = read_question(query)
            found = RECORDS.get((name, kind), [])
            answers = b"".join(b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 60, len(packed(a))) + packed(a) for a in found)
            header = query[:2] + struct.pack("!HHHHH", 0x8180, 1, len(found), 0, 0)
            self.socket.sendto(header + query[12:end] + answers, sender)


def ask(port, name, kind):
    """The addresses that a resolver answers, sorted; None: it does not answer, or not yet."""
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as s:
        s.settimeout(1)
        s.connect(("::1", port))
        try:
            s.send(struct.pack("!HHHHHH", 7, 0x0100, 1, 0, 0, 0) + question(name, kind))
            message = s.recv(4096)
        except OSError:
            return None
    if message[3] & 15:
        return None
    at = read_question(message)[2]
    found = []
    for _ in range(struct.unpack_from("!H", message, 6)[0]):
        at += 2  # A pointer to the question, as both resolvers compress.
        of, _, _, length = struct.unpack_from("!HHIH", message, at)
        at += 10 + length
        if of == kind:
            family = socket.AF_INET6 if kind == AAAA else socket.AF_INET
            found.append(socket.inet_ntop(family, message[at - length:at]))
    return sorted(found)


def free_port():
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as s:
        s.bind(("::1", 0))
        return s.getsockname()[1]


class Dns64Test(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.upstream = Upstream()
        self.upstream.start()
        self.addCleanup(self.upstream.socket.close)
        self.port = free_port()

    def configuration(self, name, *replacements):
        """What stands on the page, changed to run here."""
        text = re.search(rf"(?ms)^```\w+ {re.escape(name)}\n(.*?)^```$", PAGE)[1]
        whole = self.directory / f"page-{name}"
        whole.write_text(text)
        for old, new in replacements:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.directory / name).write_text(text)
        return whole, self.directory / name

    def check(self, *argv):
        done = subprocess.run([str(a) for a in argv], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def serve(self, *argv):
        process = subprocess.Popen([str(a) for a in argv], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + WAIT
        while ask(self.port, "server.example", A) is None:
            self.assertIsNone(process.poll(), f"{argv[0]} ended")
            self.assertLess(time.monotonic(), end, f"{argv[0]} does not answer")
            time.sleep(0.05)

    def assertMakesRecords(self):
        self.assertEqual(ask(self.port, "server.example", AAAA), ["2001:db8:64::c000:282"])
        self.assertEqual(ask(self.port, "native.example", AAAA), ["2001:db8:2::80"])
        self.assertEqual(ask(self.port, "ipv4only.arpa", AAAA), ["2001:db8:64::c000:aa", "2001:db8:64::c000:ab"])

    def test_unbound(self):
        page, here = self.configuration(
            "unbound.conf", (f"    interface: {ADDRESS}\n", ""), ("interface: ::1\n", f"interface: ::1@{self.port}\n"),
            (UPSTREAM, f"127.0.0.1@{self.upstream.port}"),
            ("server:\n", f'server:\n    do-not-query-localhost: no\n    chroot: ""\n    username: ""\n'
             f'    use-syslog: no\n    pidfile: "{self.directory}/pid"\n'))
        self.check("/usr/sbin/unbound-checkconf", page)
        self.serve("/usr/sbin/unbound", "-d", "-c", here)
        self.assertMakesRecords()

    def test_bind(self):
        page, here = self.configuration(
            "named.conf", ("2001:db8:1:53::53; ::1;", "::1;"), (UPSTREAM, f"127.0.0.1 port {self.upstream.port}"),
            ("/var/cache/bind", str(self.directory)),
            # The upstream of this test signs nothing.
            ("options {\n", f'options {{\n    dnssec-validation no;\n    listen-on {{ none; }};\n'
             f'    pid-file "{self.directory}/pid";\n    session-keyfile "{self.directory}/key";\n'))
        here.write_text(here.read_text() + "controls { };\n")
        self.check("/usr/bin/named-checkconf", page)
        self.serve("/usr/sbin/named", "-f", "-p", self.port, "-c", here)
        self.assertMakesRecords()


if __name__ == "__main__":
    unittest.main()
