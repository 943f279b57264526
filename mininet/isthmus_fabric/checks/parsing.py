# SPDX-License-Identifier: Apache-2.0
"""Reading the output of ordinary programs. Pure functions."""

import json
import re
from ipaddress import ip_address

from ..fabric import CheckFailed


def ping(text):
    """Round trips in ms of iputils ping, by the number of the request, from 1 on."""
    if "packets transmitted" not in text:
        raise CheckFailed(f"no summary from ping: {text.strip()[-200:]}")
    return {int(n): float(t) for n, t in re.findall(r" icmp_seq=(\d+) .*time=([\d.]+) ms", text)}


def traceroute(text):
    """The hops of `traceroute -n`, in order: a list of addresses each, empty for stars."""
    hops = []
    for line in text.splitlines():
        match = re.match(r"\s*(\d+)\s+(.*)", line)
        if match is None or not re.search(r"\*| ms", match[2]):
            continue
        found = []
        for word in match[2].split():
            try:
                address = ip_address(word)
            except ValueError:
                continue
            if address not in found:
                found.append(address)
        hops.append(found)
    return hops


def iperf(text):
    """Mbit/s that reached the receiver, from `iperf3 -J`."""
    answer = json.loads(text)
    if "error" in answer:
        raise CheckFailed(f"iperf3: {answer['error']}")
    end = answer["end"]
    summary = end.get("sum_received") or end["sum"]
    return summary["bits_per_second"] / 1e6


def peers(text):
    """(local, peer) of each line of `ss -Htn`: pairs of (address, port)."""
    return [(_endpoint(words[3]), _endpoint(words[4]))
            for words in (line.split() for line in text.splitlines()) if len(words) >= 5]


def _endpoint(text):
    address, _, port = text.rpartition(":")
    return ip_address(address.strip("[]").partition("%")[0]), int(port)
