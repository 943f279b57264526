// SPDX-License-Identifier: Apache-2.0

/** An IPv4 or IPv6 prefix; `value` is the address as a number of 32 or 128 bits. */
export interface Prefix {
    readonly family: 4 | 6;
    readonly value: bigint;
    readonly length: number;
}

const BITS = { 4: 32, 6: 128 } as const;

/** The 32 bits of a dotted quad, or null. */
export function parseIpv4(text: string): bigint | null {
    const parts = text.split('.');
    if (parts.length !== 4) {
        return null;
    }
    let value = 0n;
    for (const part of parts) {
        if (!/^(0|[1-9][0-9]{0,2})$/.test(part) || Number(part) > 255) {
            return null;
        }
        value = (value << 8n) | BigInt(part);
    }
    return value;
}

/** The 128 bits of an IPv6 address in any form of RFC 4291 section 2.2, or null. */
export function parseIpv6(text: string): bigint | null {
    let rest = text;
    let tail: string[] = [];
    const lastColon = rest.lastIndexOf(':');
    if (rest.includes('.') && lastColon >= 0) {
        const quad = parseIpv4(rest.slice(lastColon + 1));
        if (quad === null) {
            return null;
        }
        tail = [(quad >> 16n).toString(16), (quad & 0xffffn).toString(16)];
        rest = rest.slice(0, lastColon + 1);
        // A single colon separated the quad; "::" stays.
        if (!rest.endsWith('::')) {
            rest = rest.slice(0, -1);
        }
    }
    const halves = rest.split('::');
    if (halves.length > 2) {
        return null;
    }
    const groups = (half: string | undefined) => (half ? half.split(':') : []);
    const head = groups(halves[0]);
    const end = [...groups(halves[1]), ...tail];
    const missing = 8 - head.length - end.length;
    if (halves.length === 2 ? missing < 1 : missing !== 0) {
        return null;
    }
    let value = 0n;
    for (const group of [...head, ...Array<string>(missing).fill('0'), ...end]) {
        if (!/^[0-9a-fA-F]{1,4}$/.test(group)) {
            return null;
        }
        value = (value << 16n) | BigInt(`0x${group}`);
    }
    return value;
}

/** A prefix, or an address as a prefix of full length; null if it is neither. */
export function parsePrefix(text: string): Prefix | null {
    const [address = '', length, ...more] = text.split('/');
    if (more.length > 0 || (length !== undefined && !/^[0-9]{1,3}$/.test(length))) {
        return null;
    }
    const family = address.includes(':') ? 6 : 4;
    const value = family === 6 ? parseIpv6(address) : parseIpv4(address);
    const bits = length === undefined ? BITS[family] : Number(length);
    return value === null || bits > BITS[family] ? null : { family, value, length: bits };
}

function network(p: Prefix, length: number): bigint {
    return p.value >> BigInt(BITS[p.family] - length);
}

/** Whether every address of `inner` is in `outer`. */
export function contains(outer: Prefix, inner: Prefix): boolean {
    return (
        outer.family === inner.family &&
        inner.length >= outer.length &&
        network(outer, outer.length) === network(inner, outer.length)
    );
}

/** Whether the two have an address in common. */
export function overlaps(a: Prefix, b: Prefix): boolean {
    return contains(a, b) || contains(b, a);
}

/** Whether bits are set behind the length. */
export function hasHostBits(p: Prefix): boolean {
    return network(p, p.length) << BigInt(BITS[p.family] - p.length) !== p.value;
}

export function formatIpv4(value: bigint): string {
    return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** In the form of RFC 5952. */
export function formatIpv6(value: bigint): string {
    const groups = Array.from({ length: 8 }, (_, i) =>
        Number((value >> BigInt(112 - 16 * i)) & 0xffffn),
    );
    let start = -1;
    let longest = 1;
    for (let i = 0; i < 8;) {
        let end = i;
        while (end < 8 && groups[end] === 0) {
            end++;
        }
        if (end - i > longest) {
            start = i;
            longest = end - i;
        }
        i = Math.max(end, i + 1);
    }
    const hex = (from: number, to?: number) =>
        groups
            .slice(from, to)
            .map((g) => g.toString(16))
            .join(':');
    return start < 0 ? hex(0) : `${hex(0, start)}::${hex(start + longest)}`;
}

export function formatAddress(p: Prefix): string {
    return p.family === 4 ? formatIpv4(p.value) : formatIpv6(p.value);
}

/** With the length only where it is not the full one. */
export function formatPrefix(p: Prefix): string {
    return formatAddress(p) + (p.length === BITS[p.family] ? '' : `/${p.length}`);
}

/** The IPv4 address inside an IPv6 address behind a NAT64 prefix (RFC 6052 section 2.2). */
export function embeddedIpv4(address: bigint, prefixLength: number): bigint {
    const bit = (from: number, count: number) =>
        (address >> BigInt(128 - from - count)) & ((1n << BigInt(count)) - 1n);
    if (prefixLength === 96) {
        return bit(96, 32);
    }
    // Bits 64 to 71 are not part of it.
    const before = Math.max(0, Math.min(32, 64 - prefixLength));
    const after = 32 - before;
    const start = Math.max(72, prefixLength + 8);
    return (bit(prefixLength, before) << BigInt(after)) | (after === 0 ? 0n : bit(start, after));
}

/** The addresses of an IPv4 prefix from the `skip`-th on, at most `count`. */
export function addressesOf(p: Prefix, skip: number, count: number): string[] {
    const size = 2 ** (32 - p.length);
    const found = [];
    for (let i = skip; i < Math.min(size, skip + count); i++) {
        found.push(formatIpv4(p.value + BigInt(i)));
    }
    return found;
}

/** How many addresses an IPv4 prefix has. */
export function sizeOf(p: Prefix): number {
    return 2 ** (BITS[p.family] - p.length);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Orders names as people do: leaf2 before leaf10. */
export const natural = (a: string, b: string): number => COLLATOR.compare(a, b);
