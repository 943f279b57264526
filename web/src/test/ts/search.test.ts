// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type Prefix, parsePrefix } from '../../main/ts/model/address';
import { findPage } from '../../main/ts/model/pager';
import { matches, parameters, parseQuery, type SearchContext } from '../../main/ts/model/search';

const prefix = (text: string) => parsePrefix(text) as Prefix;
const CONTEXT: SearchContext = {
    pools: [prefix('203.0.113.0/28')],
    nat64: [prefix('2001:db8:64::/96')],
    names: new Map([
        ['h1', [prefix('2001:db8:1:1::/64')]],
        ['s1', [prefix('192.0.2.0/27')]],
    ]),
    eams: [{ ipv4: prefix('203.0.113.80'), ipv6: prefix('2001:db8:3:1::6') }],
};
const asked = (text: string) => {
    const q = parseQuery(text, CONTEXT);
    expect(q.problems, text).toEqual([]);
    return {
        list: q.list,
        ...parameters(q),
        ...(q.peerPort !== undefined && { peerPort: q.peerPort }),
        ...(q.anyPort !== undefined && { anyPort: q.anyPort }),
    };
};

describe('search', () => {
    it.each<[string, object]>([
        ['', {}],
        ['2001:db8:1::/48', { ipv6: '2001:db8:1::/48' }],
        ['2001:DB8:1::0001', { ipv6: '2001:db8:1::1' }],
        ['[2001:db8:1::1]:4242', { ipv6: '2001:db8:1::1', port: '4242' }],
        ['2001:db8:1::1#4242', { ipv6: '2001:db8:1::1', port: '4242' }],
        ['203.0.113.7', { ipv4: '203.0.113.7' }],
        ['203.0.113.7:4242', { ipv4: '203.0.113.7', port: '4242' }],
        ['203.0.113.7 4242', { ipv4: '203.0.113.7', port: '4242', anyPort: 4242 }],
        ['192.0.2.10', { peer: '192.0.2.10' }],
        ['192.0.2.10:443', { peer: '192.0.2.10', port: '443', peerPort: 443 }],
        ['192.0.2.0/24 TCP', { peer: '192.0.2.0/24', protocol: 'tcp' }],
        ['2001:db8:64::c000:20a', { peer: '192.0.2.10' }],
        ['h1', { ipv6: '2001:db8:1:1::/64' }],
        ['H1 to s1', { ipv6: '2001:db8:1:1::/64', peer: '192.0.2.0/27' }],
        ['udp dns', { protocol: 'udp', port: '53', peerPort: 53 }],
        ['ping', { protocol: 'icmp' }],
        [':443', { port: '443', anyPort: 443 }],
        ['to 443', { port: '443', peerPort: 443 }],
        ['to 203.0.113.7', { peer: '203.0.113.7' }],
        ['>203.0.113.7', { peer: '203.0.113.7' }],
        ['203.0.113.7 192.0.2.10', { ipv4: '203.0.113.7', peer: '192.0.2.10' }],
    ])('understands “%s”', (text, conditions) => {
        expect(asked(text)).toEqual({ list: 'sessions', ...conditions });
    });

    it('asks for bindings, where a port is one the API knows', () => {
        expect(asked('bindings 4242')).toEqual({ list: 'bindings', port: '4242', anyPort: 4242 });
        const q = parseQuery('bindings 192.0.2.10', CONTEXT);
        expect(q.list).toBe('sessions');
        expect(q.notes).toHaveLength(1);
    });

    it.each([
        '70000',
        '203.0.113.999',
        '2001:db8::/200',
        'constructor',
        'tcp udp',
        'h1 2001:db8::1',
        '443 80',
        '"><script>',
    ])('says what is wrong with “%s”', (text) =>
        expect(parseQuery(text, CONTEXT).problems).toHaveLength(1),
    );

    it('explains explicit mappings', () => {
        expect(parseQuery('203.0.113.80', CONTEXT).notes[0]).toContain('2001:db8:3:1::6');
        expect(parseQuery('2001:db8:3:1::6', CONTEXT).notes[0]).toContain('203.0.113.80');
    });

    it('finds a port on any side', () => {
        const q = parseQuery('443', CONTEXT);
        expect(matches(q, { port6: 1, port4: 2, peerPort: 443 })).toBe(true);
        expect(matches(q, { port6: 443, port4: 2, peerPort: 3 })).toBe(true);
        expect(matches(q, { port6: 1, port4: 2, peerPort: 3 })).toBe(false);
    });

    it('finds a port inside a port set', () => {
        const q = parseQuery('bindings 443', CONTEXT);
        expect(matches(q, { port6: 1024, port4: 432, ports: 16 })).toBe(true);
        expect(matches(q, { port6: 432, port4: 1024, ports: 16 })).toBe(true);
        expect(matches(q, { port6: 432, port4: 1024, ports: 8 })).toBe(false);
        expect(matches(q, { port6: 444, port4: 1024, ports: 16 })).toBe(false);
    });

    it('compares states by their beginning', () => {
        const q = parseQuery('v4_fin', CONTEXT);
        expect(matches(q, { state: 'V4 FIN RCV' })).toBe(true);
        expect(matches(q, { state: 'V6 FIN RCV' })).toBe(false);
    });
});

describe('pages', () => {
    const session = (i: number) => ({
        instance: 'a',
        protocol: 'tcp' as const,
        ipv6: '2001:db8::1',
        port6: i,
        ipv4: '203.0.113.1',
        port4: i,
        peer: '192.0.2.1',
        peerPort: i % 50 === 0 ? 443 : 80,
        state: null,
        since: '',
    });

    it('are those of the API where it holds every condition', async () => {
        const calls: Record<string, string>[] = [];
        const page = await findPage(parseQuery('203.0.113.1', CONTEXT), 'c7', (_, query) => {
            calls.push(query);
            return Promise.resolve({ rows: [session(1)], next: 'c8' });
        });
        expect(calls).toEqual([{ ipv4: '203.0.113.1', limit: '100', cursor: 'c7' }]);
        expect(page).toMatchObject({ next: 'c8', looked: 1 });
    });

    it('are gathered from several of the API where it does not', async () => {
        let calls = 0;
        const page = await findPage(parseQuery('to 443', CONTEXT), null, (_, query) => {
            const from = Number(query.cursor ?? 0);
            calls++;
            return Promise.resolve({
                rows: Array.from({ length: 1000 }, (_x, i) => session(from + i)),
                next: from >= 9000 ? null : String(from + 1000),
            });
        });
        expect(calls).toBe(5);
        expect(page.rows).toHaveLength(100);
        expect(page.next).toBe('5000');
    });

    it('end, however rare the port is', async () => {
        let calls = 0;
        const page = await findPage(parseQuery('to 1', CONTEXT), null, () => {
            calls++;
            return Promise.resolve({
                rows: Array.from({ length: 5000 }, (_x, i) => session(i)),
                next: 'more',
            });
        });
        expect(calls).toBe(20);
        expect(page).toMatchObject({ rows: [], next: 'more', looked: 100_000 });
    });
});
