// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Device, Direction, Eam, Fabric } from '#api';
import { cells, level, parseRange } from '../../main/ts/model/blocks';
import { drainOf } from '../../main/ts/model/drain';
import {
    isDirty,
    follow,
    merge,
    newRow,
    problemsByRow,
    rowOf,
    stateOf,
    toTable,
} from '../../main/ts/model/eamt';
import { countDevices, countPorts, modelOf, type Readings } from '../../main/ts/model/fabric';
import {
    bitRate,
    count,
    duration,
    endpoint,
    packetRate,
    percent,
    short,
    splitPortId,
    words,
} from '../../main/ts/model/format';
import { legs, stages } from '../../main/ts/model/path';
import { loadStep, Rates } from '../../main/ts/model/rates';
import { formatRoute, parseRoute } from '../../main/ts/ui/route';

const THIN = '\u202f';

describe('rates', () => {
    it('are differences over the time between readings', () => {
        const rates = new Rates();
        expect(rates.update('p', 1_000, [10, 100])).toBeNull();
        expect(rates.update('p', 3_000, [30, 500])).toEqual([10, 200]);
        expect(rates.get('p')).toEqual([10, 200]);
    });

    it('stay while nothing was read anew', () => {
        const rates = new Rates();
        rates.update('p', 0, [0]);
        rates.update('p', 1_000, [5]);
        expect(rates.update('p', 1_000, [5])).toEqual([5]);
        expect(rates.update('p', 2_000, [5])).toEqual([0]);
    });

    it('are unknown after a reset, not negative', () => {
        const rates = new Rates();
        rates.update('p', 0, [100, 100]);
        expect(rates.update('p', 1_000, [200, 3])).toBeNull();
        expect(rates.update('p', 2_000, [210, 4])).toEqual([10, 1]);
    });

    it('begin anew when the clock was set back', () => {
        const rates = new Rates();
        rates.update('p', 3_600_000, [0]);
        rates.update('p', 3_601_000, [5]);
        expect(rates.update('p', 2_000, [7])).toBeNull();
        expect(rates.update('p', 3_000, [10])).toEqual([3]);
    });

    it('forget what is gone', () => {
        const rates = new Rates();
        rates.update('p', 0, [0]);
        rates.update('p', 1_000, [5]);
        rates.retain(new Set());
        expect(rates.get('p')).toBeNull();
    });

    it('have a step per power of ten', () => {
        expect([null, 0, 5, 999, 1e3, 1e4, 1e6, 1e9, 1e12].map(loadStep)).toEqual([
            0, 0, 1, 1, 2, 3, 5, 7, 7,
        ]);
    });
});

describe('format', () => {
    it.each<[number, string]>([
        [0, '0'],
        [7, '7'],
        [7.5, '7.50'],
        [999, '999'],
        [999.6, `1.00${THIN}k`],
        [1_234, `1.23${THIN}k`],
        [12_345_678, `12.3${THIN}M`],
        [-1_500, `−1.50${THIN}k`],
        [Number.NaN, '–'],
    ])('writes %d short', (n, text) => expect(short(n)).toBe(text));

    it('writes rates with units', () => {
        expect(bitRate(125)).toBe(`1.00${THIN}kbit/s`);
        expect(bitRate(null)).toBe(`–${THIN}bit/s`);
        expect(packetRate(12)).toBe(`12${THIN}p/s`);
    });

    it('writes counts, shares and times', () => {
        expect(count(1_234_567)).toBe(`1${THIN}234${THIN}567`);
        expect(percent(1, 3)).toBe(`33${THIN}%`);
        expect(percent(1, 100_000)).toBe(`<0.1${THIN}%`);
        expect(percent(0, 0)).toBe('–');
        expect(duration(3_900_000)).toBe(`1${THIN}h 5${THIN}min`);
        expect(duration(400)).toBe(`0${THIN}s`);
    });

    it('writes names', () => {
        expect(words('BAD_IPV4_CHECKSUM')).toBe('Bad IPv4 checksum');
        expect(words('refused_no_ports')).toBe('Refused no ports');
        expect(endpoint('2001:db8::1', 80)).toBe('[2001:db8::1]:80');
        expect(endpoint('192.0.2.1', 1024, 64)).toBe('192.0.2.1:1024-1087');
        expect(splitPortId('device:a/b/3')).toEqual({ device: 'device:a/b', port: 3 });
    });
});

describe('paths', () => {
    const direction: Direction = {
        from: 'leaf1/3',
        to: 'leaf2/4',
        hops: [
            {
                device: 'leaf1',
                translates: true,
                next: [
                    { port: 1, device: 'spine1' },
                    { port: 2, device: 'spine2' },
                ],
            },
            { device: 'spine1', translates: false, next: [{ port: 2, device: 'leaf2' }] },
            { device: 'spine2', translates: false, next: [{ port: 2, device: 'leaf2' }] },
            { device: 'leaf2', translates: false, next: [] },
        ],
    };

    it('change family where they are translated', () => {
        const found = legs(direction, 6).map((l) => `${l.a} ${l.b} ${l.family}`);
        expect(found).toEqual([
            'leaf1/3 leaf1 6',
            'leaf1 spine1 4',
            'leaf1 spine2 4',
            'spine1 leaf2 4',
            'spine2 leaf2 4',
            'leaf2 leaf2/4 4',
        ]);
        expect(stages(direction).map((s) => s.map((d) => d.device))).toEqual([
            ['leaf1'],
            ['spine1', 'spine2'],
            ['leaf2'],
        ]);
    });

    it('may pass a device on both sides of the translation', () => {
        const gateway: Direction = {
            from: 'a/1',
            to: 'b/1',
            hops: [
                { device: 'a', translates: false, next: [{ port: 2, device: 's' }] },
                { device: 's', translates: false, next: [{ port: 3, device: 'gw' }] },
                { device: 'gw', translates: true, next: [{ port: 1, device: 's' }] },
                { device: 's', translates: false, next: [{ port: 2, device: 'b' }] },
                { device: 'b', translates: false, next: [] },
            ],
        };
        expect(legs(gateway, 4).map((l) => `${l.a} ${l.b} ${l.family}`)).toEqual([
            'a/1 a 4',
            'a s 4',
            's gw 4',
            'gw s 6',
            's b 6',
            'b b/1 6',
        ]);
    });

    it('may enter in several places', () => {
        const two: Direction = {
            from: null,
            to: 'c/1',
            hops: [
                { device: 'a', translates: true, next: [{ port: 1, device: 'c' }] },
                { device: 'b', translates: true, next: [{ port: 1, device: 'c' }] },
                { device: 'c', translates: false, next: [] },
            ],
        };
        expect(legs(two, 4).map((l) => `${l.a} ${l.b} ${l.family}`)).toEqual([
            'a c 6',
            'b c 6',
            'c c/1 6',
        ]);
        expect(stages(two)[0]?.map((s) => s.device)).toEqual(['a', 'b']);
    });

    it('may be unknown', () => {
        expect(legs({ from: null, to: null, hops: [] }, 6)).toEqual([]);
        expect(stages({ from: 'x/1', to: null, hops: [] })).toEqual([]);
    });
});

describe('explicit mappings', () => {
    const eam = (ipv4: string, ipv6: string): Eam => ({ ipv4, ipv6, instance: 'a', host: 'ipv6' });
    const table = [eam('192.0.2.1/32', '2001:db8::1/128'), eam('192.0.2.2/32', '2001:db8::2/128')];

    it('know what was done to them', () => {
        const row = rowOf(table[0] as Eam);
        expect(stateOf(row)).toBe('same');
        expect(stateOf({ ...row, ipv6: '2001:db8::9' })).toBe('changed');
        expect(stateOf({ ...row, removed: true })).toBe('removed');
        expect(stateOf(newRow('a'))).toBe('added');
        expect(isDirty([row])).toBe(false);
    });

    it('have the problems of their place in the table', () => {
        const rows = table.map(rowOf);
        const mine = { ...newRow('a'), ipv4: '192.0.2.2', ipv6: '2001:db8::3' };
        const sent = toTable([
            mine,
            { ...(rows[0] as (typeof rows)[0]), removed: true },
            ...rows.slice(1),
        ]);
        expect(sent.eamt.map((e) => e.ipv4)).toEqual(['192.0.2.2/32', '192.0.2.2']);
        const problems = problemsByRow(
            [
                { field: 'eamt[1].ipv4', message: 'overlaps', other: 'x' },
                { field: '[0]', message: 'row' },
                { field: '', message: 'all' },
            ],
            sent.of,
        );
        expect(problems.get(mine.id)).toEqual([{ field: 'ipv4', message: 'overlaps', other: 'x' }]);
        expect(problems.get(rows[1]?.id ?? -1)?.[0]?.field).toBeNull();
        expect(problems.get(0)?.[0]?.message).toBe('all');
    });

    it('keep the changes of both sides', () => {
        const rows = table.map(rowOf);
        const mine = [{ ...(rows[0] as (typeof rows)[0]), ipv6: '2001:db8::a' }, ...rows.slice(1)];
        const result = merge(mine, [
            table[0] as Eam,
            eam('192.0.2.2/32', '2001:db8::b/128'),
            eam('192.0.2.3/32', '2001:db8::3/128'),
        ]);
        expect(
            toTable(result.rows)
                .eamt.map((e) => `${e.ipv4} ${e.ipv6}`)
                .sort(),
        ).toEqual([
            '192.0.2.1/32 2001:db8::a',
            '192.0.2.2/32 2001:db8::b/128',
            '192.0.2.3/32 2001:db8::3/128',
        ]);
        expect(result.theirs).toHaveLength(2);
        expect(result.both).toEqual([]);
    });

    it('name what both sides changed', () => {
        const rows = table.map(rowOf);
        const mine = rows.map((r) => ({ ...r, ipv6: `${r.ipv6.replace('/128', '')}00` }));
        const result = merge(mine, [eam('192.0.2.1/32', '2001:db8::c/128')]);
        expect(result.both).toHaveLength(2);
        expect(result.rows.map(stateOf)).toEqual(['changed', 'added']);
    });

    it('lose nothing that others removed, and do not bring it back', () => {
        const result = merge(table.map(rowOf), [table[1] as Eam]);
        expect(toTable(result.rows).eamt).toEqual([table[1]]);
        expect(result.theirs).toEqual(['removed 192.0.2.1/32 ↔ 2001:db8::1/128']);
    });

    it('stay the same rows where others change the table', () => {
        const rows = table.map(rowOf);
        const now = follow(rows, [
            eam('192.0.2.0/32', '2001:db8::9/128'),
            eam('192.0.2.2/32', '2001:db8::b/128'),
        ]);
        expect(now.map((r) => r.ipv6)).toEqual(['2001:db8::9/128', '2001:db8::b/128']);
        expect(now.map(stateOf)).toEqual(['same', 'same']);
        expect(now.map((r) => rows.findIndex((old) => old.id === r.id))).toEqual([-1, 1]);
    });

    it('added by both are one', () => {
        const mine = { ...newRow('a'), ipv4: '192.0.2.3', ipv6: '2001:db8::3/128' };
        const result = merge([mine], [eam('192.0.2.3/32', '2001:db8::3/128')]);
        expect(result.rows).toHaveLength(1);
        expect(isDirty(result.rows)).toBe(false);
        expect(result.theirs).toEqual([]);
    });
});

describe('blocks', () => {
    it('cover a range, cut at its ends', () => {
        const all = cells([1000, 1200], 64, [
            {
                block: { protocol: 'tcp', ipv4: 'x', firstPort: 1024, lastPort: 1087, used: 64 },
                subscriber: 's',
            },
        ]);
        expect(all.map((c) => `${c.firstPort}-${c.lastPort}`)).toEqual([
            '1000-1023',
            '1024-1087',
            '1088-1151',
            '1152-1200',
        ]);
        expect(all.map(level)).toEqual([0, 4, 0, 0]);
    });

    it('have levels', () => {
        const cell = { firstPort: 0, lastPort: 63, subscriber: 's' };
        expect([null, 0, 1, 32, 33, 63, 64].map((used) => level({ ...cell, used }))).toEqual([
            0, 1, 2, 2, 3, 3, 4,
        ]);
        expect(parseRange('1-x')).toBeNull();
    });
});

describe('a pool that drains', () => {
    const usage = (blocksInUse: number, bindings: number) => ({
        tcp: { blocks: 4, blocksInUse: 0, bindings: 0 },
        udp: { blocks: 4, blocksInUse, bindings },
        icmp: { blocks: 4, blocksInUse: 0, bindings: 0 },
    });

    it('is said to, and to be empty once it has neither blocks nor bindings', () => {
        expect(drainOf({ drain: true, usage: usage(1, 8) }, false)).toBe('drains');
        expect(drainOf({ drain: true, usage: usage(1, 0) }, false)).toBe('drains');
        expect(drainOf({ drain: true, usage: usage(0, 1) }, false)).toBe('drains');
        expect(drainOf({ drain: true, usage: usage(0, 0) }, false)).toMatch(/^drained: nobody/);
        expect(drainOf({ drain: false, usage: usage(0, 0) }, false)).toBeNull();
    });

    it('is not said to be empty while the server does not answer', () => {
        expect(drainOf({ drain: true, usage: usage(0, 0) }, true)).toBe('drains');
    });
});

describe('the fabric', () => {
    const MAC = '02:00:00:00:00:01';
    const fabric = (bytes: number, readAt: string): Fabric => ({
        devices: [
            { id: 'device:b', state: 'ready', translator: false, mac: MAC, loopbacks: [] },
            { id: 'device:a', state: 'ready', translator: true, mac: MAC, loopbacks: [] },
        ],
        links: [
            { a: 'device:a/2', b: 'device:b/2', mtu: 1528, up: true },
            { a: 'device:a/1', b: 'device:b/1', mtu: 1528, up: true },
        ],
        interfaces: [
            {
                port: 'device:a/3',
                name: 'h1',
                ips: ['2001:db8::1/64'],
                vlan: null,
                mtu: 1500,
                sourceValidation: 'loose',
                learnedAddresses: null,
                up: true,
            },
            {
                port: 'device:a/1',
                name: 'core',
                ips: [],
                vlan: null,
                mtu: 1500,
                sourceValidation: 'off',
                learnedAddresses: null,
                up: true,
            },
        ],
        hosts: [
            { address: '192.0.2.9', mac: MAC, port: 'device:a/3' },
            { address: 'fe80::1', mac: MAC, port: 'device:a/3' },
        ],
        ports: [
            {
                port: 'device:a/1',
                packetsIn: 0,
                bytesIn: 0,
                packetsOut: 2,
                bytesOut: bytes,
                readAt,
            },
        ],
    });

    it('has rates by the time of the reading, lanes, and hosts by port', () => {
        const rates = new Rates();
        countPorts(fabric(0, '2026-01-01T00:00:00Z'), rates, 0);
        countPorts(fabric(2_000, '2026-01-01T00:00:02Z'), rates, 0);
        const model = modelOf(fabric(2_000, '2026-01-01T00:00:02Z'), rates);
        expect([...model.devices.keys()]).toEqual(['device:a', 'device:b']);
        expect(model.links.map((l) => [l.a.port, l.lane, l.lanes])).toEqual([
            [1, 0, 2],
            [2, 1, 2],
        ]);
        expect(model.links[0]?.ab).toEqual({ packets: 0, bytes: 1_000 });
        expect(model.links[0]?.ba).toEqual({ packets: 0, bytes: 0 });
        expect(model.links[1]?.ab).toBeNull();
        const [host] = model.hosts.values();
        expect(model.hosts.size).toBe(1);
        expect(host).toMatchObject({
            name: 'h1',
            addresses: ['192.0.2.9'],
            validation: ['loose'],
            four: true,
            six: false,
        });
    });

    it('does not know what a switch carries that is down', () => {
        const rates = new Rates();
        countPorts(fabric(0, '2026-01-01T00:00:00Z'), rates, 0);
        countPorts(fabric(2_000, '2026-01-01T00:00:02Z'), rates, 0);
        const last = fabric(2_000, '2026-01-01T00:00:02Z');
        const down: Fabric = {
            ...last,
            devices: last.devices.map((d) => ({ ...d, state: 'down' })),
        };
        countPorts(down, rates, 0);
        const model = modelOf(down, rates);
        expect(model.devices.get('device:a')?.load).toBeNull();
        expect(model.links[0]?.ab).toBeNull();
    });
});

describe('what devices count', () => {
    const device = (translated: number, state: Device['state'] = 'ready'): Device => ({
        id: 'device:a',
        state,
        translator: true,
        intendedEntries: 0,
        refused: 0,
        capabilities: [],
        tables: [],
        statistics: {
            drops: { NO_ROUTE: 0 },
            punted: 0,
            copiesNotMade: 0,
            translated: { pool4: translated },
            ports: [],
        },
    });
    const key = 'device:a translated pool4';

    it('has rates by when a number changed', () => {
        const rates = new Rates();
        const readings: Readings = new Map();
        countDevices([device(0)], readings, rates, 0);
        countDevices([device(200)], readings, rates, 2_000);
        countDevices([device(200)], readings, rates, 4_000);
        expect(rates.get(key)).toEqual([100]);
        countDevices([device(600)], readings, rates, 6_000);
        expect(rates.get(key)).toEqual([100]);
        expect(rates.get('device:a drop NO_ROUTE')).toEqual([0]);
    });

    it('ends: what counted nothing for long is idle, and what is down is not known', () => {
        const rates = new Rates();
        const readings: Readings = new Map();
        countDevices([device(0)], readings, rates, 0);
        for (let now = 2_000; now <= 40_000; now += 2_000) {
            countDevices([device(200)], readings, rates, now);
        }
        expect(rates.get(key)).toEqual([0]);
        countDevices([device(400)], readings, rates, 42_000);
        expect(rates.get(key)?.[0]).toBeGreaterThan(0);
        countDevices([device(400, 'down')], readings, rates, 44_000);
        expect(rates.get(key)).toBeNull();
        expect(rates.get('device:a punted')).toBeNull();
    });
});

describe('routes', () => {
    it('are read as they are written', () => {
        const query = { q: '[2001:db8::1]:80 & tcp', list: 'bindings' };
        expect(parseRoute(formatRoute('sessions', query))).toEqual({ view: 'sessions', query });
        expect(parseRoute('#/nothing').view).toBe('fabric');
        expect(parseRoute('')).toEqual({ view: 'fabric', query: {} });
    });
});
