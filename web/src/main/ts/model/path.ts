// SPDX-License-Identifier: Apache-2.0
import type { Direction, Hop } from '#api';

/** A step of a path. `a` and `b` are devices, or ports with a host behind them. */
export interface Leg {
    readonly a: string;
    readonly b: string;
    /** The family packets have on it. */
    readonly family: 4 | 6;
    readonly kind: 'enter' | 'fabric' | 'leave';
    /** The port `a` sends by, where a device sends. */
    readonly port: number | null;
}

interface Node {
    readonly device: string;
    readonly translated: boolean;
}

const keyOf = (n: Node) => `${n.device} ${n.translated}`;

/**
 * Finds the hop for a device before or behind the translation: one that is passed on both sides is
 * there twice, in this order.
 */
function hopsOf(direction: Direction): (node: Node) => Hop | undefined {
    const all = new Map<string, Hop[]>();
    for (const hop of direction.hops) {
        all.set(hop.device, [...(all.get(hop.device) ?? []), hop]);
    }
    return ({ device, translated }) => {
        const found = all.get(device);
        return translated ? found?.at(-1) : found?.[0];
    };
}

/** Every node once, in the order packets meet them; those of one distance together. */
function walk(direction: Direction): { node: Node; hop: Hop | undefined; next: Node[] }[][] {
    // The first hop, and the others that no hop leads to: a peer may enter at several ports.
    const led = new Set(direction.hops.flatMap((h) => h.next.map((n) => n.device)));
    const entries = direction.hops
        .filter((h, i) => i === 0 || !led.has(h.device))
        .map((h) => h.device);
    const hopOf = hopsOf(direction);
    const seen = new Set<string>();
    const all: { node: Node; hop: Hop | undefined; next: Node[] }[][] = [];
    let front: Node[] = [...new Set(entries)].map((device) => ({ device, translated: false }));
    while (front.length > 0) {
        const stage = front.map((node) => {
            const hop = hopOf(node);
            const translated = node.translated || (hop?.translates ?? false);
            const next = (hop?.next ?? []).map((n) => ({ device: n.device, translated }));
            return { node, hop, next };
        });
        all.push(stage);
        const following: Node[] = [];
        for (const n of stage.flatMap((s) => s.next)) {
            if (!seen.has(keyOf(n))) {
                seen.add(keyOf(n));
                following.push(n);
            }
        }
        front = following;
    }
    return all;
}

/** The legs of a direction, of all its equal-cost paths, each once. */
export function legs(direction: Direction, entersAs: 4 | 6): Leg[] {
    const found: Leg[] = [];
    const leavesAs = entersAs === 6 ? 4 : 6;
    const family = (translated: boolean) => (translated ? leavesAs : entersAs);
    const stages = walk(direction);
    const first = stages[0]?.[0];
    if (first && direction.from !== null) {
        found.push({
            a: direction.from,
            b: first.node.device,
            family: entersAs,
            kind: 'enter',
            port: null,
        });
    }
    for (const { node, hop, next } of stages.flat()) {
        const translated = node.translated || (hop?.translates ?? false);
        next.forEach((n, i) => {
            found.push({
                a: node.device,
                b: n.device,
                family: family(translated),
                kind: 'fabric',
                port: hop?.next[i]?.port ?? null,
            });
        });
        if (next.length === 0 && direction.to !== null) {
            found.push({
                a: node.device,
                b: direction.to,
                family: family(translated),
                kind: 'leave',
                port: null,
            });
        }
    }
    return found;
}

export interface Stage {
    readonly device: string;
    readonly translates: boolean;
}

/** The devices in the order packets meet them, those of one distance together. */
export function stages(direction: Direction): Stage[][] {
    return walk(direction).map((stage) =>
        stage.map(({ node, hop }) => ({
            device: node.device,
            translates: !node.translated && (hop?.translates ?? false),
        })),
    );
}
