# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: a flow to an echo server, and how long it stood still.

usage: flow.py tcp|udp TARGET PORT

It sends records of 512 bytes, fifty a second, and compares what comes back. To each line `report`
that it reads it says, as JSON in a line, how many were sent and came back, the longest time in
seconds between two of them since the last report, and its own port. After `end` it sends none, and says so once more
when all have come back, or no datagram comes any more. A difference ends it with an error.

Datagrams may come back several in one: the server passes them on through a pipe.
"""

import json
import select
import socket
import sys
import time

SIZE = 512
INTERVAL = 0.02
DIGITS = 12
"""Of the number of a record, of which it is made."""

IPV6_AUTOFLOWLABEL = 70 # include/uapi/linux/in6.h; the module socket does not have it

REST = 1
"""Seconds in which the last datagrams come back, or never."""


def record(number):
    """The record of a number: no two are equal, and none is another one that is shifted."""
    line = f"{number:0{DIGITS}d} ".encode()
    return (line * (SIZE // len(line) + 1))[:SIZE]


class Flow:
    def __init__(self, kind, target, port):
        self.stream = kind == "tcp"
        self.socket = socket.socket(
            socket.AF_INET6, socket.SOCK_STREAM if self.stream else socket.SOCK_DGRAM)
        # Linux gives a connection that hears nothing another flow label, and so another path.
        # Here the network is to find it.
        self.socket.setsockopt(socket.IPPROTO_IPV6, IPV6_AUTOFLOWLABEL, 0)
        self.socket.connect((target, port))
        self.socket.setblocking(False)
        self.sent = self.received = 0
        self.unsent = self.unread = b""
        self.last = time.monotonic()
        self.longest = 0.0
        self.wanted = True

    def send(self):
        """The next record, or what is left of those that found no room."""
        self.unsent += record(self.sent)
        self.sent += 1
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent):]
        except BlockingIOError:
            pass
        except OSError:
            # A datagram that an ICMP error came for: it is lost as others are.
            if self.stream:
                raise
        if not self.stream:
            self.unsent = b""

    def receive(self):
        data = self.socket.recv(65536)
        if self.stream and not data:
            sys.exit("the server closed the connection")
        now = time.monotonic()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        self.unread += data
        while len(self.unread) >= SIZE:
            got, self.unread = self.unread[:SIZE], self.unread[SIZE:]
            number = self.received if self.stream else int(got[:DIGITS])
            if got != record(number):
                sys.exit(f"not what was sent: {got!r}")
            self.received += 1
        if self.unread and not self.stream:
            sys.exit(f"not what was sent: {self.unread!r}")

    def report(self):
        said = {"sent": self.sent, "received": self.received,
                "port": self.socket.getsockname()[1],
                "longest": max(self.longest, time.monotonic() - self.last)}
        self.longest = 0.0
        print(json.dumps(said), flush=True)

    def done(self):
        if self.wanted:
            return False
        return self.received == self.sent or (
            not self.stream and time.monotonic() - self.last > REST)

    def run(self):
        due = time.monotonic()
        while not self.done():
            now = time.monotonic()
            if now >= due:
                due = now + INTERVAL
                if self.wanted:
                    self.send()
                elif self.unsent:
                    self.unsent = self.unsent[self.socket.send(self.unsent):]
            readable, _, _ = select.select(
                [self.socket, sys.stdin], [], [], max(0, due - time.monotonic()))
            if self.socket in readable:
                try:
                    self.receive()
                except OSError:
                    if self.stream:
                        raise
            if sys.stdin in readable:
                line = sys.stdin.readline()
                if line == "report\n":
                    self.report()
                else:
                    self.wanted = False
        self.report()


if __name__ == "__main__":
    Flow(sys.argv[1], sys.argv[2], int(sys.argv[3])).run()
