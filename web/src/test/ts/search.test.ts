// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type Prefix, parsePrefix } from '../../main/ts/model/address';
import { nextSort, parseSort, sortParameters } from '../../main/ts/model/pager';
import { parameters, parseQuery, type SearchContext } from '../../main/ts/model/search';

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
    };
};

describe('search', () => {
    it.each<[string, object]>([
        ['', {}],
        ['2001:db8:1::/48', { ipv6: '2001:db8:1::/48' }],
        ['2001:DB8:1::0001', { ipv6: '2001:db8:1::1' }],
        ['[2001:db8:1::1]:4242', { ipv6: '2001:db8:1::1', bindingPort: '4242' }],
        ['2001:db8:1::1#4242', { ipv6: '2001:db8:1::1', bindingPort: '4242' }],
        ['203.0.113.7', { ipv4: '203.0.113.7' }],
        ['203.0.113.7:4242', { ipv4: '203.0.113.7', bindingPort: '4242' }],
        ['203.0.113.7 4242', { ipv4: '203.0.113.7', port: '4242' }],
        ['192.0.2.10', { peer: '192.0.2.10' }],
        ['192.0.2.10:443', { peer: '192.0.2.10', peerPort: '443' }],
        ['192.0.2.0/24 TCP', { peer: '192.0.2.0/24', protocol: 'tcp' }],
        ['2001:db8:64::c000:20a', { peer: '192.0.2.10' }],
        ['h1', { ipv6: '2001:db8:1:1::/64' }],
        ['H1 to s1', { ipv6: '2001:db8:1:1::/64', peer: '192.0.2.0/27' }],
        ['udp dns', { protocol: 'udp', peerPort: '53' }],
        ['ping', { protocol: 'icmp' }],
        [':443', { port: '443' }],
        ['to 443', { peerPort: '443' }],
        ['to 203.0.113.7', { peer: '203.0.113.7' }],
        ['>203.0.113.7', { peer: '203.0.113.7' }],
        ['203.0.113.7 192.0.2.10', { ipv4: '203.0.113.7', peer: '192.0.2.10' }],
    ])('understands “%s”', (text, conditions) => {
        expect(asked(text)).toEqual({ list: 'sessions', ...conditions });
    });

    it('asks for bindings, where a port is one the API knows', () => {
        expect(asked('bindings 4242')).toEqual({ list: 'bindings', port: '4242' });
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

    it('asks for ports of each side, and for states by their names', () => {
        expect(parameters(parseQuery('443', CONTEXT))).toEqual({ port: '443' });
        expect(parameters(parseQuery('bindings 443', CONTEXT))).toEqual({ port: '443' });
        expect(parameters(parseQuery('203.0.113.1:80 to 443 tcp v4_v6_fin', CONTEXT))).toEqual({
            protocol: 'tcp',
            ipv4: '203.0.113.1',
            bindingPort: '80',
            peerPort: '443',
            state: 'V4 FIN + V6 FIN RCV',
        });
        expect(parseQuery('closed', CONTEXT).problems).toHaveLength(1);
    });
});

describe('orders', () => {
    it('are those that a list has', () => {
        expect(parseSort('-peer', 'sessions')).toEqual({ by: 'peer', descending: true });
        expect(parseSort('peer', 'bindings')).toBeNull();
        expect(parseSort('expires', 'bindings')).toEqual({ by: 'expires', descending: false });
        expect(parseSort(undefined, 'sessions')).toBeNull();
    });

    it('turn round, and end', () => {
        const by = (text: string | undefined) => nextSort(parseSort(text, 'sessions'), 'ipv6');
        expect(by(undefined)).toBe('ipv6');
        expect(by('peer')).toBe('ipv6');
        expect(by('ipv6')).toBe('-ipv6');
        expect(by('-ipv6')).toBeUndefined();
    });

    it('are asked for', () => {
        expect(sortParameters(null)).toEqual({});
        expect(sortParameters(parseSort('-ipv4', 'sessions'))).toEqual({
            sort: 'ipv4',
            order: 'desc',
        });
    });
});
