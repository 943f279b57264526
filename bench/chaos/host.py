# SPDX-License-Identifier: Apache-2.0
"""Programs for hosts.

usage: host.py server                       echoes TCP and UDP, with the sender's address and port
       host.py client TARGET FLOWS          so many flows of each protocol; a line of JSON a second
       host.py probe TARGET PORT            a new TCP connection until one is answered
       host.py large TARGET                 a datagram in fragments, until one is answered
       host.py attack KIND TARGET-MAC SEED SECONDS SOURCE TARGET    bad frames, by `attacks`
"""

import json
import selectors
import socket
import sys
import time

PORT = 7
INTERVAL = 0.5
"""Seconds between two lines of a flow."""


def server():
    """Answers each line, `TEXT`, with `TEXT ADDRESS PORT` of its sender."""
    selector = selectors.DefaultSelector()
    listener = socket.create_server(("::", PORT), family=socket.AF_INET6, dualstack_ipv6=True,
                                    backlog=256)
    datagrams = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    datagrams.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    datagrams.bind(("::", PORT))
    for each in (listener, datagrams):
        each.setblocking(False)
        selector.register(each, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            try:
                if key.fileobj is listener:
                    connection, _ = listener.accept()
                    connection.setblocking(False)
                    selector.register(connection, selectors.EVENT_READ)
                elif key.fileobj is datagrams:
                    text, peer = datagrams.recvfrom(65536)
                    datagrams.sendto(_signed(text, peer), peer)
                else:
                    text = key.fileobj.recv(2048)
                    if not text:
                        raise ConnectionResetError
                    key.fileobj.sendall(_signed(text, key.fileobj.getpeername()))
            except ConnectionError:
                selector.unregister(key.fileobj)
                key.fileobj.close()
            except OSError:
                pass  # an ICMP error about an earlier datagram


def _signed(text, peer):
    address = peer[0].removeprefix("::ffff:")
    return b"%s %s %d\n" % (text.strip(), address.encode(), peer[1])


class Flow:
    """A flow that sends a numbered line, waits for the answer, and says who it was to the peer."""

    def __init__(self, protocol, target):
        self.protocol = protocol
        kind = socket.SOCK_STREAM if protocol == "tcp" else socket.SOCK_DGRAM
        self.socket = socket.socket(socket.AF_INET6, kind)
        if protocol == "tcp":
            self.socket.settimeout(60)
        self.socket.connect((target, PORT))
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]
        self.number = 0
        self.answered = 0
        self.last = 0.0
        self.mapped = None
        self.error = None
        self._read = b""

    def send(self):
        """Sends the next line; over TCP only after the answer to the one before."""
        if self.error or self.protocol == "tcp" and self.answered < self.number:
            return
        self.number += 1
        try:
            self.socket.send(b"%d\n" % self.number)
        except OSError as e:
            self._failed(e)

    def receive(self):
        """Takes answers; the flow has an error when the connection ends or its mapping changes."""
        try:
            data = self.socket.recv(65536)
        except OSError as e:
            self._failed(e)
            return
        if not data and self.protocol == "tcp":
            self.error = self.error or "closed by the peer"
        self._read = (self._read if self.protocol == "tcp" else b"") + data
        while b"\n" in self._read:
            line, _, self._read = self._read.partition(b"\n")
            number, address, port = line.decode().split()
            mapped = [address, int(port)]
            if self.mapped is not None and mapped != self.mapped:
                self.error = f"was {self.mapped} to its peer and is {mapped}"
            self.mapped = mapped
            self.answered = max(self.answered, int(number))
            self.last = time.monotonic()

    def _failed(self, error):
        # A datagram's errors are of the network, which is what is tried; so are those of a
        # connection that goes on.
        if self.protocol == "tcp" and isinstance(error, (ConnectionError, TimeoutError)):
            self.error = self.error or f"{type(error).__name__}: {error}"

    def state(self):
        return {"protocol": self.protocol, "port": self.port, "answered": self.answered,
                "last": self.last, "mapped": self.mapped, "error": self.error}


def client(target, count):
    """Keeps flows; ends with its standard input."""
    flows = []
    while len(flows) < 2 * int(count):
        try:
            flows.append(Flow(("tcp", "udp")[len(flows) % 2], target))
        except OSError:
            time.sleep(1)  # the fabric is only just up
    selector = selectors.DefaultSelector()
    for flow in flows:
        selector.register(flow.socket, selectors.EVENT_READ, flow)
    due = reported = 0.0
    while True:
        for key, _ in selector.select(0.1):
            key.data.receive()
            if key.data.error:
                selector.unregister(key.fileobj)
                key.fileobj.close()
        now = time.monotonic()
        if now >= due:
            due = now + INTERVAL
            for flow in flows:
                flow.send()
        if now >= reported:
            reported = now + 1
            print(json.dumps([flow.state() for flow in flows]), flush=True)


def probe(target, port):
    """Ends when a new connection was answered."""
    while True:
        try:
            with socket.create_connection((target, int(port)), timeout=5) as connection:
                connection.sendall(b"1\n")
                if connection.recv(100):
                    return
        except OSError:
            time.sleep(0.2)


def large(target):
    """Ends when a datagram that travels in fragments, both ways, was answered."""
    while True:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as datagrams:
            datagrams.settimeout(5)
            try:
                datagrams.connect((target, PORT))
                datagrams.send(b"x" * 4000)
                if len(datagrams.recv(65536)) > 4000:
                    return
            except OSError:
                time.sleep(0.2)


def attack(*arguments):
    """See `attacks`."""
    import attacks
    attacks.main(*arguments)


if __name__ == "__main__":
    {f.__name__: f for f in (server, client, probe, large, attack)}[sys.argv[1]](*sys.argv[2:])
