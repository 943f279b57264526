// SPDX-License-Identifier: Apache-2.0
import { DEVICE, type Point } from './layout';

/** A cubic Bézier curve. */
export interface Curve {
    readonly p: Point;
    readonly c: Point;
    readonly d: Point;
    readonly q: Point;
}

/** Distance of the two directions of a link. */
const APART = 4.5;
/** Distance of parallel links. */
const LANES = 18;

/**
 * The curve of packets from `a` to `b`. Each direction keeps to its own side, so that both are
 * seen; links between the same switches lie side by side.
 */
export function linkCurve(a: Point, b: Point, lane = 0, lanes = 1): Curve {
    // Seen from the lower id's end a lane must be the same for both directions.
    const forward = a.y === b.y ? a.x < b.x : a.y > b.y;
    const side = (forward ? 1 : -1) * APART + (lane - (lanes - 1) / 2) * LANES;
    if (Math.abs(a.y - b.y) > DEVICE.height) {
        const down = b.y > a.y ? 1 : -1;
        const half = (down * DEVICE.height) / 2;
        // Ends spread along the edge of a switch, towards where they go.
        const spread = (b.x - a.x) * 0.16;
        const limit = (n: number) => Math.max(-52, Math.min(52, n));
        const p = { x: a.x + limit(spread) + side, y: a.y + half };
        const q = { x: b.x - limit(spread) + side, y: b.y - half };
        const bend = Math.abs(q.y - p.y) * 0.42 * down;
        return { p, c: { x: p.x, y: p.y + bend }, d: { x: q.x, y: q.y - bend }, q };
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const sign = forward ? 1 : -1;
    const nx = (-(b.y - a.y) / length) * side * sign;
    const ny = ((b.x - a.x) / length) * side * sign;
    const p = { x: a.x + nx, y: a.y + ny };
    const q = { x: b.x + nx, y: b.y + ny };
    const at = (t: number) => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
    return { p, c: at(1 / 3), d: at(2 / 3), q };
}

/** From a switch to a host, or back. */
export function hostCurve(from: Point, to: Point): Curve {
    const side = from.y < to.y ? -APART : APART;
    const p = { x: from.x + side, y: from.y };
    const q = { x: to.x + side, y: to.y };
    const middle = (p.y + q.y) / 2;
    return { p, c: { x: p.x, y: middle }, d: { x: q.x, y: middle }, q };
}

const round = (n: number) => Math.round(n * 10) / 10;

export function pathData({ p, c, d, q }: Curve): string {
    return (
        `M${round(p.x)} ${round(p.y)}C${round(c.x)} ${round(c.y)} ` +
        `${round(d.x)} ${round(d.y)} ${round(q.x)} ${round(q.y)}`
    );
}

/** The point at `t` from 0 to 1, and the direction there in degrees. */
export function pointAt({ p, c, d, q }: Curve, t: number): Point & { readonly angle: number } {
    const u = 1 - t;
    const mix = (k: 'x' | 'y') =>
        u * u * u * p[k] + 3 * u * u * t * c[k] + 3 * u * t * t * d[k] + t * t * t * q[k];
    const slope = (k: 'x' | 'y') =>
        3 * u * u * (c[k] - p[k]) + 6 * u * t * (d[k] - c[k]) + 3 * t * t * (q[k] - d[k]);
    return {
        x: mix('x'),
        y: mix('y'),
        angle: (Math.atan2(slope('y'), slope('x')) * 180) / Math.PI,
    };
}

/** The nearest of `points` in the direction of an arrow key, or null. */
export function nearest(
    from: Point,
    direction: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
    points: ReadonlyMap<string, Point>,
): string | null {
    let best: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [id, p] of points) {
        const dx = p.x - from.x;
        const dy = p.y - from.y;
        const along =
            direction === 'ArrowLeft'
                ? -dx
                : direction === 'ArrowRight'
                  ? dx
                  : direction === 'ArrowUp'
                    ? -dy
                    : dy;
        const across = direction === 'ArrowLeft' || direction === 'ArrowRight' ? dy : dx;
        const cost = along + 2 * Math.abs(across);
        if (along > 1 && cost < least) {
            least = cost;
            best = id;
        }
    }
    return best;
}
