# SPDX-License-Identifier: Apache-2.0
"""Flows of a host of the running fabric while its controller and a translator are killed, drawn."""

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from . import open_flows, processes, services, switch_processes, topology

OPEN = 8
"""Flows that stay open: of so many, some go through either spine."""

VICTIM = topology.SPINES[0].name
CALM = 4
"""Seconds before and after what is done."""

DEAD = 5
"""Seconds for which whatever was killed stays dead."""

STEP = 0.5
"""Seconds of a bar."""

WIDTH, HEIGHT, LEFT, TOP, GAP = 900, 110, 20, 60, 56


@dataclass
class Outage:
    """From when to when something was away, in seconds of the picture."""

    what: str
    begin: float
    end: float


@dataclass
class Recording:
    """Seconds since the beginning."""

    seconds: float
    open: list
    new: list
    outages: list


def record(fabric):
    """Kills and restarts the controller, then a translator, while a host has flows."""
    target = topology.synthesize(fabric.host("s1").address4)
    client = subprocess.Popen(
        fabric.host("h1").argv("/usr/bin/python3", Path(open_flows.__file__), target,
                               services.ECHO_PORT, OPEN),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        time.sleep(CALM)
        begun = time.monotonic()
        time.sleep(CALM)
        victim = switch_processes.of(VICTIM)

        def translator():
            victim.start()
            victim.wait()
            processes.wait_until(lambda: _is_ready(fabric), 60, f"{VICTIM} ready again")

        outages = []
        for what, kill, start in (
                ("the controller", fabric.controller.kill, fabric.controller.start),
                (f"{VICTIM}, a translator", victim.kill, translator)):
            killed = time.monotonic()
            kill()
            time.sleep(DEAD)
            start()
            outages.append(Outage(what, killed - begun, time.monotonic() - begun))
            time.sleep(CALM)
        seconds = time.monotonic() - begun
        said = json.loads(client.communicate("", timeout=30)[0])
    finally:
        client.kill()
        client.wait()
    return Recording(seconds, [t - begun for t in said["open"]],
                     [opened - begun for opened, answered in said["new"] if answered], outages)


def _is_ready(fabric):
    devices = fabric.nat64ctl("devices")["devices"]
    return any(d["id"] == topology.switch(VICTIM).device and d["state"] == "ready"
               for d in devices)


def rates(times, seconds):
    """How many a second, of each STEP."""
    counts = [0] * int(seconds / STEP)
    for t in times:
        if 0 <= t < len(counts) * STEP:
            counts[int(t / STEP)] += 1
    return [n / STEP for n in counts]


def picture(recording):
    """SVG: a row of bars for open flows and one for new ones, over the times of the outages."""
    scale = (WIDTH - 2 * LEFT) / recording.seconds
    bottom = TOP + 2 * HEIGHT + GAP

    def x(t):
        return f"{LEFT + t * scale:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 40}" role="img"'
        ' aria-labelledby="t d">',
        '<title id="t">Flows while the controller and a translator are dead</title>',
        '<desc id="d">' + escape(". ".join(
            f"From {o.begin:.0f} to {o.end:.0f} seconds {o.what} is away"
            for o in recording.outages))
        + f". Bars show what {OPEN} open flows and new ones have answered each half second.</desc>",
        _STYLE,
        f'<rect class="card" width="{WIDTH}" height="{bottom + 40}"/>']
    for outage in recording.outages:
        parts.append(f'<rect class="away" x="{x(outage.begin)}" y="{TOP - 22}" height="'
                     f'{bottom - TOP + 22}" width="{(outage.end - outage.begin) * scale:.1f}"/>')
        parts.append(f'<text class="what" x="{x((outage.begin + outage.end) / 2)}" y="{TOP - 30}">'
                     f"without {escape(outage.what)}</text>")
    for row, (label, kind, times) in enumerate((
            (f"answers to {OPEN} open flows, a second", "open", recording.open),
            ("new flows answered, a second", "new", recording.new))):
        base = TOP + HEIGHT + row * (HEIGHT + GAP)
        values = rates(times, recording.seconds)
        most = max([*values, 1])
        parts.append(f'<text class="label" x="{LEFT}" y="{base - HEIGHT - 6}">{label}: '
                     f"{most:.0f} at most</text>")
        for i, value in enumerate(values):
            height = (HEIGHT - 12) * value / most
            parts.append(f'<rect class="{kind}" x="{x(i * STEP)}" y="{base - height:.1f}" '
                         f'width="{STEP * scale - 1:.1f}" height="{height:.1f}"/>')
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - LEFT}" y1="{base}" y2="{base}"/>')
    for second in range(0, int(recording.seconds) + 1, 5):
        parts.append(f'<text x="{x(second)}" y="{bottom + 20}">{second} s</text>')
    return "\n".join([*parts, "</svg>", ""])


_STYLE = """<style>
text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 13px; text-anchor: middle; fill: #5b6773; }
.label { text-anchor: start; fill: #1f2933; }
.what { fill: #a3352c; font-weight: 600; }
.card { fill: #ffffff; }
.away { fill: #f7dcd9; }
.open { fill: #2b7bb9; }
.new { fill: #2f8f4e; }
.axis { stroke: #8a97a5; }
@media (prefers-color-scheme: dark) {
text { fill: #a3b0bd; }
.label { fill: #e6edf3; }
.what { fill: #f29a92; }
.card { fill: #161b22; }
.away { fill: #46211e; }
.open { fill: #5fb0ee; }
.new { fill: #58c07a; }
}
</style>"""
