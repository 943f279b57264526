# SPDX-License-Identifier: Apache-2.0
"""Line charts as SVG, that follow the reader's light or dark theme."""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 360
LEFT, RIGHT, TOP, BOTTOM = 84, 24, 84, 48
LINES = 5
"""Of the grid, at most."""

SHAPES = ("circle", "square", "diamond", "triangle", "cross", "ring", "bar")
"""Of the points of each line, beside its colour."""


@dataclass(frozen=True)
class Chart:
    """`lines` are values by name; None where there is none. As many as there are `labels`."""

    title: str
    across: str
    labels: list
    up: str
    lines: dict


def step(most):
    """The distance of lines of the grid: 1, 2 or 5 times a power of ten."""
    exact = most / LINES
    power = 10 ** math.floor(math.log10(exact))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= exact)


def draw(chart):
    """The chart as SVG; its values start at 0."""
    if len(chart.lines) > len(SHAPES):
        raise ValueError(f"{len(chart.lines)} lines; there are colours for {len(SHAPES)}")
    values = [v for line in chart.lines.values() for v in line if v is not None]
    by = step(max([*values, 1]))
    top = by * math.ceil(max([*values, 1]) / by)
    base = HEIGHT - BOTTOM

    def x(i):
        return LEFT + (WIDTH - LEFT - RIGHT) * (i + 0.5) / len(chart.labels)

    def y(value):
        return base - (base - TOP) * value / top

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-labelledby="t d">',
        f'<title id="t">{escape(chart.title)}</title>',
        '<desc id="d">' + escape(". ".join(_said(chart, name) for name in chart.lines)) + "</desc>",
        _STYLE, f'<rect class="card" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="title" x="20" y="26">{escape(chart.title)}</text>',
        f'<text class="label" x="20" y="{TOP - 12}">{escape(chart.up)}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}">{escape(chart.across)}</text>']
    for i in range(round(top / by) + 1):
        at = f"{y(i * by):.1f}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="number" x="{LEFT - 8}" y="{float(at) + 4:.1f}">'
                     f"{i * by:,.0f}</text>")
    for i, label in enumerate(chart.labels):
        parts.append(f'<text x="{x(i):.1f}" y="{base + 20}">{escape(label)}</text>')
    across = 20
    for number, (name, line) in enumerate(chart.lines.items()):
        points = [(x(i), y(v)) for i, v in enumerate(line) if v is not None]
        parts.append(f'<g class="line{number}">')
        parts.append('<polyline points="' + " ".join(f"{a:.1f},{b:.1f}" for a, b in points) + '"/>')
        parts += [_point(SHAPES[number], a, b) for a, b in points]
        parts.append(_point(SHAPES[number], across + 5, 46))
        parts.append(f'<text class="label" x="{across + 16}" y="50">{escape(name)}</text></g>')
        across += 36 + 7.5 * len(name)
    return "\n".join([*parts, "</svg>", ""])


def _said(chart, name):
    return f"{name}: " + ", ".join(
        f"{label} {value:,.0f}" for label, value in zip(chart.labels, chart.lines[name])
        if value is not None)


def _point(shape, x, y):
    paths = {"square": "m-4,-4h8v8h-8z", "diamond": "m0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5z",
             "triangle": "m0,-5.5l5.5,9.5h-11z", "cross": "m-4,-4l8,8m-8,0l8,-8", "bar": "m-2,-5.5h4v11h-4z"}
    if shape in paths:
        return f'<path class="{shape}" d="M{x:.1f},{y:.1f}{paths[shape]}"/>'
    return f'<circle class="{shape}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'


# Okabe and Ito's colours, which people with any kind of sight tell apart.
_LIGHT = ("#0072b2", "#d55e00", "#4d4d4d", "#007a5a", "#a8508a", "#b07d00", "#6a3d9a")
_DARK = ("#56b4e9", "#ff8c42", "#c9c9c9", "#2fc49a", "#e39acb", "#f0c63c", "#b99be0")


def _colours(colours):
    return "\n".join(f".line{i} {{ color: {colour}; }}" for i, colour in enumerate(colours))


_STYLE = f"""<style>
text {{ font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 13px; text-anchor: middle; fill: #5b6773; }}
.label {{ text-anchor: start; fill: #1f2933; }}
.title {{ text-anchor: start; fill: #1f2933; font-weight: 600; font-size: 15px; }}
.number {{ text-anchor: end; }}
.card {{ fill: #ffffff; }}
.grid {{ stroke: #d5dbe1; }}
polyline {{ fill: none; stroke: currentColor; stroke-width: 2; }}
path, circle {{ fill: currentColor; }}
.cross {{ stroke: currentColor; stroke-width: 2; }}
.ring {{ fill: none; stroke: currentColor; stroke-width: 2; }}
{_colours(_LIGHT)}
@media (prefers-color-scheme: dark) {{
text {{ fill: #a3b0bd; }}
.label, .title {{ fill: #e6edf3; }}
.card {{ fill: #161b22; }}
.grid {{ stroke: #30363d; }}
{_colours(_DARK)}
}}
</style>"""
