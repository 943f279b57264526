# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: one end of a TCP connection, which does in lines what it is told.

listen PORT          listening
connect TARGET PORT  connected OWN_PORT, or why not
accept               accepted
send                 sent
wait                 what comes next: data, end, reset; nothing, if it does not come in five seconds
reset                done: it is ended by RST
vanish               done: it is forgotten and no packet sent, as by a host that lost its power
"""

import socket
import struct
import sys

SECONDS = 5
TCP_REPAIR = 19 # include/uapi/linux/tcp.h; the module socket does not have it


class Peer:
    def __init__(self):
        self.socket = None

    def listen(self, port):
        self.socket = socket.create_server(("", int(port)))
        return "listening"

    def accept(self):
        listener = self.socket
        listener.settimeout(SECONDS)
        self.socket, _ = listener.accept()
        listener.close()
        return "accepted"

    def connect(self, target, port):
        self.socket = socket.create_connection((target, int(port)), SECONDS)
        return f"connected {self.socket.getsockname()[1]}"

    def send(self):
        self.socket.sendall(b"x")
        return "sent"

    def wait(self):
        self.socket.settimeout(SECONDS)
        try:
            return "data" if self.socket.recv(4096) else "end"
        except ConnectionResetError:
            return "reset"
        except TimeoutError:
            return "nothing"

    def reset(self):
        # Closed without lingering, a connection is reset.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
        return "done"

    def vanish(self):
        self.socket.setsockopt(socket.IPPROTO_TCP, TCP_REPAIR, 1)
        self.socket.close()
        return "done"


def main():
    """Until its input ends."""
    peer = Peer()
    for line in sys.stdin:
        command, *arguments = line.split()
        try:
            print(getattr(peer, command)(*arguments), flush=True)
        except OSError as e:
            print(e, flush=True)


if __name__ == "__main__":
    main()
