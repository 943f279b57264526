// SPDX-License-Identifier: Apache-2.0
import type { Block, Protocol, Subscriber } from '#api';

export interface Cell {
    readonly firstPort: number;
    readonly lastPort: number;
    /** Ports of the block that have a binding; null if nobody holds the block. */
    readonly used: number | null;
    readonly subscriber: string | null;
}

/** The first and the last port of `1024-65535`, or null. */
export function parseRange(text: string | undefined): [number, number] | null {
    const m = /^(\d{1,5})-(\d{1,5})$/.exec(text ?? '');
    return m ? [Number(m[1]), Number(m[2])] : null;
}

/** Blocks by address, of one protocol. */
export function blocksByAddress(
    subscribers: readonly Subscriber[],
    protocol: Protocol,
): Map<string, { block: Block; subscriber: string }[]> {
    const found = new Map<string, { block: Block; subscriber: string }[]>();
    for (const s of subscribers) {
        for (const block of s.blocks) {
            if (block.protocol === protocol) {
                const list = found.get(block.ipv4) ?? [];
                list.push({ block, subscriber: s.ipv6 });
                found.set(block.ipv4, list);
            }
        }
    }
    return found;
}

/** Every block an address has, in the order of ports. */
export function cells(
    range: readonly [number, number],
    blockSize: number,
    held: readonly { block: Block; subscriber: string }[],
): Cell[] {
    const [first, last] = range;
    // Blocks lie on multiples of their size; the ends of the range may cut the outer ones.
    const base = Math.floor(first / blockSize);
    const all: Cell[] = [];
    for (let b = base; b * blockSize <= last; b++) {
        all.push({
            firstPort: Math.max(first, b * blockSize),
            lastPort: Math.min(last, (b + 1) * blockSize - 1),
            used: null,
            subscriber: null,
        });
    }
    for (const { block, subscriber } of held) {
        const i = Math.floor(block.firstPort / blockSize) - base;
        const cell = all[i];
        if (cell) {
            all[i] = { ...cell, used: block.used, subscriber };
        }
    }
    return all;
}

/** 0 nobody's, 1 held and empty, 2 up to half full, 3 fuller, 4 full. */
export function level(cell: Cell): number {
    if (cell.used === null) {
        return 0;
    }
    const size = cell.lastPort - cell.firstPort + 1;
    return cell.used === 0 ? 1 : cell.used * 2 <= size ? 2 : cell.used < size ? 3 : 4;
}
