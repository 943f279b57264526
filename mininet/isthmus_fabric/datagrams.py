# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: a UDP port, which does in lines what it is told.

usage: datagrams.py 4|6 PORT

to TARGET PORT       sent
heard                the address that a datagram came from; nothing, if none comes in a second
"""

import socket
import sys

SECONDS = 1


def main(version, port):
    """Until its input ends."""
    with socket.socket({"4": socket.AF_INET, "6": socket.AF_INET6}[version],
                       socket.SOCK_DGRAM) as own:
        own.bind(("", int(port)))
        own.settimeout(SECONDS)
        for line in sys.stdin:
            command, *arguments = line.split()
            try:
                if command == "to":
                    own.sendto(b"x", (arguments[0], int(arguments[1])))
                    answer = "sent"
                else:
                    answer = own.recvfrom(4096)[1][0]
            except TimeoutError:
                answer = "nothing"
            except OSError as e:
                answer = e
            print(answer, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
