# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: UDP flows that stay open, and new ones, to an echo server.

usage: open_flows.py TARGET PORT FLOWS

It holds FLOWS flows open, and sends a datagram of each ten times a second; ten times a second it
opens another flow with one datagram, which is not sent again. When its input ends, it prints JSON: `open`, when datagrams of
the open flows came back, and `new`, of each new flow when it was opened and when it was answered,
null where it was not within a second. Times are seconds of the machine's monotonic clock.
"""

import json
import select
import socket
import sys
import time

INTERVAL = 0.1
ANSWER_SECONDS = 1


class Flows:
    def __init__(self, target, port, count):
        self.target = (target, port)
        self.held = [self._socket() for _ in range(count)]
        self.opened = {}
        self.came, self.new = [], []

    def _socket(self):
        flow = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        flow.setblocking(False)
        flow.connect(self.target)
        return flow

    @staticmethod
    def _send(flow):
        try:
            flow.send(b"x")
        except OSError:
            pass  # lost, as an ICMP error may say of the one before

    def send(self, now):
        for flow in self.held:
            self._send(flow)
        flow = self._socket()
        self.opened[flow] = now
        self._send(flow)

    def receive(self, flow):
        try:
            flow.recv(64)
        except OSError:
            return
        now = time.monotonic()
        if flow in self.opened:
            self._end(flow, now)
        else:
            self.came.append(now)

    def _end(self, flow, answered):
        self.new.append((self.opened.pop(flow), answered))
        flow.close()

    def run(self):
        due = time.monotonic()
        while True:
            now = time.monotonic()
            if now >= due:
                due += INTERVAL
                self.send(now)
                for flow in [f for f, at in self.opened.items() if now - at > ANSWER_SECONDS]:
                    self._end(flow, None)
            readable, _, _ = select.select([*self.held, *self.opened, sys.stdin], [], [],
                                           max(0, due - time.monotonic()))
            if sys.stdin in readable:
                break
            for flow in readable:
                self.receive(flow)
        print(json.dumps({"open": self.came, "new": self.new}))


if __name__ == "__main__":
    Flows(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])).run()
