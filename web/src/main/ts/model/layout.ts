// SPDX-License-Identifier: Apache-2.0
import { natural } from './address';

export interface LayoutInput {
    /** Ids in any order; the layout does not depend on it. */
    readonly devices: readonly string[];
    readonly links: readonly (readonly [string, string])[];
    /** What hangs on a device: key and device. */
    readonly hosts: readonly { readonly key: string; readonly device: string }[];
}

export interface Point {
    readonly x: number;
    readonly y: number;
}

export interface Layout {
    readonly devices: ReadonlyMap<string, Point>;
    readonly hosts: ReadonlyMap<string, Point>;
    readonly width: number;
    readonly height: number;
}

export const DEVICE = { width: 148, height: 66 };
export const HOST = { width: 92, height: 40 };
const GAP = 14;
const LAYER = 214;
const MARGIN = 34;
/** Hosts in a row below their switch, so that they grow in both directions. */
function columnsFor(hosts: number): number {
    return hosts <= 8 ? Math.min(2, hosts) : Math.ceil(Math.sqrt(hosts));
}

/**
 * Places switches and hosts: in layers over the switches that have hosts, as a leaf-spine fabric
 * is drawn, or freely if most links stay within a layer. The same fabric always looks the same.
 */
export function layout(input: LayoutInput): Layout {
    const ids = [...new Set(input.devices)].sort(natural);
    const known = new Set(ids);
    const links = input.links.filter(([a, b]) => a !== b && known.has(a) && known.has(b));
    const hosts = new Map<string, string[]>(ids.map((id) => [id, []]));
    for (const { key, device } of [...input.hosts].sort((a, b) => natural(a.key, b.key))) {
        hosts.get(device)?.push(key);
    }
    const neighbors = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
    for (const [a, b] of links) {
        neighbors.get(a)?.add(b);
        neighbors.get(b)?.add(a);
    }
    const layers = layersOf(ids, neighbors, hosts);
    const level = new Map(layers.flatMap((layer, i) => layer.map((id) => [id, i] as const)));
    const within = links.filter(([a, b]) => level.get(a) === level.get(b)).length;
    return layers.length < 2 || within * 3 > links.length
        ? free(ids, neighbors, hosts)
        : layered(layers, neighbors, hosts);
}

/** By distance from the nearest switch with hosts; layer 0 has those. */
function layersOf(
    ids: readonly string[],
    neighbors: ReadonlyMap<string, ReadonlySet<string>>,
    hosts: ReadonlyMap<string, readonly string[]>,
): string[][] {
    let front = ids.filter((id) => (hosts.get(id)?.length ?? 0) > 0);
    const seen = new Set(front);
    const layers: string[][] = [];
    while (front.length > 0) {
        layers.push(front);
        const next = new Set<string>();
        for (const id of front) {
            for (const n of neighbors.get(id) ?? []) {
                if (!seen.has(n)) {
                    seen.add(n);
                    next.add(n);
                }
            }
        }
        front = [...next].sort(natural);
    }
    const rest = ids.filter((id) => !seen.has(id));
    if (rest.length > 0) {
        // Nobody knows where they belong.
        layers[0] = [...(layers[0] ?? []), ...rest].sort(natural);
    }
    return layers;
}

/** Orders each layer by the middle of its neighbours below, where that crosses fewer links. */
function order(
    layers: string[][],
    neighbors: ReadonlyMap<string, ReadonlySet<string>>,
): string[][] {
    const crossings = (candidate: string[][]) => {
        let sum = 0;
        for (let l = 1; l < candidate.length; l++) {
            const below = new Map(candidate[l - 1]?.map((id, i) => [id, i] as const));
            const ends: number[][] = (candidate[l] ?? []).map((id) =>
                [...(neighbors.get(id) ?? [])].flatMap((n) => below.get(n) ?? []),
            );
            for (let i = 0; i < ends.length; i++) {
                for (let j = i + 1; j < ends.length; j++) {
                    for (const p of ends[i] ?? []) {
                        sum += (ends[j] ?? []).filter((q) => q < p).length;
                    }
                }
            }
        }
        return sum;
    };
    const sorted = (layer: string[], by: string[]) => {
        const place = new Map(by.map((id, i) => [id, i / Math.max(1, by.length - 1)] as const));
        const middle = (id: string, i: number) => {
            const at = [...(neighbors.get(id) ?? [])].flatMap((n) => place.get(n) ?? []);
            return at.length === 0
                ? i / Math.max(1, layer.length - 1)
                : at.reduce((a, b) => a + b, 0) / at.length;
        };
        return layer
            .map((id, i) => ({ id, i, m: middle(id, i) }))
            .sort((a, b) => a.m - b.m || a.i - b.i)
            .map((e) => e.id);
    };
    let best = layers;
    let fewest = crossings(best);
    let current = layers.map((layer) => [...layer]);
    for (let sweep = 0; sweep < 6 && fewest > 0; sweep++) {
        for (let l = 1; l < current.length; l++) {
            current[l] = sorted(current[l] ?? [], current[l - 1] ?? []);
        }
        for (let l = current.length - 2; l >= 0; l--) {
            current[l] = sorted(current[l] ?? [], current[l + 1] ?? []);
        }
        const now = crossings(current);
        if (now < fewest) {
            fewest = now;
            best = current.map((layer) => [...layer]);
        }
        current = current.map((layer) => [...layer]);
    }
    return best;
}

function layered(
    unordered: string[][],
    neighbors: ReadonlyMap<string, ReadonlySet<string>>,
    hosts: ReadonlyMap<string, readonly string[]>,
): Layout {
    const layers = order(unordered, neighbors);
    const devices = new Map<string, Point>();
    const places = new Map<string, Point>();
    const top = MARGIN + DEVICE.height / 2;
    const edgeY = top + (layers.length - 1) * LAYER;
    const hostY = edgeY + 122;
    let x = MARGIN;
    let rows = 0;
    for (const id of layers[0] ?? []) {
        const below = hosts.get(id) ?? [];
        const columns = columnsFor(below.length);
        const width = Math.max(DEVICE.width, columns * (HOST.width + GAP) - GAP);
        const center = x + width / 2;
        devices.set(id, { x: center, y: edgeY });
        below.forEach((key, i) => {
            const row = Math.floor(i / columns);
            const inRow = Math.min(columns, below.length - row * columns);
            places.set(key, {
                x: center + ((i % columns) - (inRow - 1) / 2) * (HOST.width + GAP),
                y: hostY + row * (HOST.height + GAP),
            });
            rows = Math.max(rows, row + 1);
        });
        x += width + 3 * GAP;
    }
    let width = x - 3 * GAP + MARGIN;
    for (const layer of layers.slice(1)) {
        width = Math.max(width, 2 * MARGIN + layer.length * (DEVICE.width + 3 * GAP));
    }
    const shift = (width - (x - 3 * GAP + MARGIN)) / 2;
    for (const map of [devices, places]) {
        for (const [key, p] of map) {
            map.set(key, { x: p.x + shift, y: p.y });
        }
    }
    layers.slice(1).forEach((layer, above) => {
        // Neither at the very ends nor huddled in the middle.
        const step = Math.max(DEVICE.width + 3 * GAP, (width - 2 * MARGIN) / (layer.length + 0.6));
        layer.forEach((id, i) => {
            devices.set(id, {
                x: width / 2 + (i - (layer.length - 1) / 2) * step,
                y: edgeY - (above + 1) * LAYER,
            });
        });
    });
    const height =
        rows === 0
            ? edgeY + DEVICE.height / 2 + MARGIN
            : hostY + (rows - 1) * (HOST.height + GAP) + HOST.height / 2 + MARGIN;
    return { devices, hosts: places, width, height };
}

/** Stress majorization from a circle: distances drawn like distances in the graph. */
function free(
    ids: readonly string[],
    neighbors: ReadonlyMap<string, ReadonlySet<string>>,
    hosts: ReadonlyMap<string, readonly string[]>,
): Layout {
    const n = ids.length;
    const index = new Map(ids.map((id, i) => [id, i] as const));
    const distance = ids.map((id) => {
        const d = new Array<number>(n).fill(Math.ceil(Math.sqrt(n)) + 1);
        d[index.get(id) ?? 0] = 0;
        let front = [id];
        const seen = new Set(front);
        for (let step = 1; front.length > 0; step++) {
            const next: string[] = [];
            for (const from of front) {
                for (const to of neighbors.get(from) ?? []) {
                    if (!seen.has(to)) {
                        seen.add(to);
                        d[index.get(to) ?? 0] = step;
                        next.push(to);
                    }
                }
            }
            front = next;
        }
        return d;
    });
    const unit = 260;
    let at = ids.map((_, i) => {
        const angle = (2 * Math.PI * i) / Math.max(1, n) - Math.PI / 2;
        const r = n === 1 ? 0 : (unit * n) / (2 * Math.PI);
        return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
    });
    for (let round = 0; round < 150; round++) {
        at = at.map((p, i) => {
            let x = 0;
            let y = 0;
            let weights = 0;
            at.forEach((q, j) => {
                const d = distance[i]?.[j] ?? 1;
                if (i === j) {
                    return;
                }
                const w = 1 / (d * d);
                const far = Math.hypot(p.x - q.x, p.y - q.y) || 1;
                x += w * (q.x + (unit * d * (p.x - q.x)) / far);
                y += w * (q.y + (unit * d * (p.y - q.y)) / far);
                weights += w;
            });
            return weights === 0 ? p : { x: x / weights, y: y / weights };
        });
    }
    const devices = new Map(ids.map((id, i) => [id, at[i] ?? { x: 0, y: 0 }] as const));
    const places = new Map<string, Point>();
    const middle = {
        x: at.reduce((a, p) => a + p.x, 0) / Math.max(1, n),
        y: at.reduce((a, p) => a + p.y, 0) / Math.max(1, n),
    };
    for (const [id, p] of devices) {
        const keys = hosts.get(id) ?? [];
        const away =
            Math.hypot(p.x - middle.x, p.y - middle.y) < 1
                ? Math.PI / 2
                : Math.atan2(p.y - middle.y, p.x - middle.x);
        keys.forEach((key, i) => {
            const angle = away + (i - (keys.length - 1) / 2) * 0.75;
            places.set(key, { x: p.x + 150 * Math.cos(angle), y: p.y + 110 * Math.sin(angle) });
        });
    }
    const all = [...devices.values(), ...places.values()];
    const low = (f: (p: Point) => number) => Math.min(0, ...all.map(f));
    const left = low((p) => p.x) - DEVICE.width / 2 - MARGIN;
    const top = low((p) => p.y) - DEVICE.height / 2 - MARGIN;
    const moved = (map: ReadonlyMap<string, Point>) =>
        new Map([...map].map(([k, p]) => [k, { x: p.x - left, y: p.y - top }] as const));
    return {
        devices: moved(devices),
        hosts: moved(places),
        width: Math.max(0, ...all.map((p) => p.x)) - left + DEVICE.width / 2 + MARGIN,
        height: Math.max(0, ...all.map((p) => p.y)) - top + DEVICE.height / 2 + MARGIN,
    };
}
