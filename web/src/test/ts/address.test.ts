// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
    addressesOf,
    contains,
    embeddedIpv4,
    formatIpv4,
    formatIpv6,
    formatPrefix,
    hasHostBits,
    overlaps,
    type Prefix,
    parseIpv4,
    parseIpv6,
    parsePrefix,
} from '../../main/ts/model/address';

const prefix = (text: string) => parsePrefix(text) as Prefix;

describe('addresses', () => {
    it('reads and writes IPv4', () => {
        expect(parseIpv4('203.0.113.7')).toBe(0xcb007107n);
        expect(formatIpv4(0xcb007107n)).toBe('203.0.113.7');
        for (const bad of [
            '',
            '1.2.3',
            '1.2.3.4.5',
            '256.1.1.1',
            '01.2.3.4',
            '1.2.3.x',
            '1..2.3',
        ]) {
            expect(parseIpv4(bad), bad).toBeNull();
        }
    });

    it.each([
        ['::', '::'],
        ['::1', '::1'],
        ['2001:DB8::0001', '2001:db8::1'],
        ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
        ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
        ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
        ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
        ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
        ['fe80:0:0:0:0:0:0:0', 'fe80::'],
    ])('writes %s as RFC 5952 wants it', (text, canonical) => {
        const value = parseIpv6(text);
        expect(value).not.toBeNull();
        expect(formatIpv6(value as bigint)).toBe(canonical);
    });

    it.each([
        '',
        ':',
        ':::',
        '1:2:3',
        '1::2::3',
        '12345::',
        'g::',
        '1:2:3:4:5:6:7:8:9',
        '::1.2.3',
        '1:2:3:4:5:6:7:8::',
    ])('refuses %s', (text) => expect(parseIpv6(text)).toBeNull());

    it('writes what it reads, for random addresses', () => {
        const seed = Number(process.env['ISTHMUS_SEED'] || 6464);
        let state = seed;
        const next = () => {
            state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
            return state >>> 15;
        };
        for (let i = 0; i < 2_000; i++) {
            let value = 0n;
            for (let g = 0; g < 8; g++) {
                value = (value << 16n) | BigInt(next() % 3 === 0 ? next() : 0);
            }
            expect(parseIpv6(formatIpv6(value)), `-Disthmus.seed=${seed}`).toBe(value);
        }
    });

    it('compares prefixes', () => {
        expect(contains(prefix('2001:db8::/32'), prefix('2001:db8:1::/48'))).toBe(true);
        expect(contains(prefix('2001:db8:1::/48'), prefix('2001:db8::/32'))).toBe(false);
        expect(overlaps(prefix('10.0.0.0/8'), prefix('10.1.2.3'))).toBe(true);
        expect(overlaps(prefix('10.0.0.0/8'), prefix('11.0.0.0/8'))).toBe(false);
        expect(contains(prefix('0.0.0.0/0'), prefix('::'))).toBe(false);
        expect(hasHostBits(prefix('10.0.0.1/8'))).toBe(true);
        expect(hasHostBits(prefix('10.0.0.0/8'))).toBe(false);
        expect(parsePrefix('10.0.0.0/33')).toBeNull();
        expect(parsePrefix('10.0.0.0/')).toBeNull();
        expect(formatPrefix(prefix('10.0.0.1/32'))).toBe('10.0.0.1');
    });

    // RFC 6052 section 2.4
    it.each([
        ['2001:db8:c000:221::', 32],
        ['2001:db8:1c0:2:21::', 40],
        ['2001:db8:122:c000:2:2100::', 48],
        ['2001:db8:122:3c0:0:221::', 56],
        ['2001:db8:122:344:c0:2:2100::', 64],
        ['2001:db8:122:344::192.0.2.33', 96],
    ])('finds the IPv4 address in %s behind a /%i', (text, length) => {
        expect(formatIpv4(embeddedIpv4(parseIpv6(text) as bigint, length))).toBe('192.0.2.33');
    });

    it('lists the addresses of a prefix', () => {
        expect(addressesOf(prefix('203.0.113.0/30'), 2, 16)).toEqual([
            '203.0.113.2',
            '203.0.113.3',
        ]);
    });
});
