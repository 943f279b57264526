// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { linkCurve, nearest, pointAt } from '../../main/ts/model/curve';
import { DEVICE, HOST, type Layout, type LayoutInput, layout } from '../../main/ts/model/layout';

function leafSpine(leaves: number, spines: number, hosts: number): LayoutInput {
    const leaf = Array.from({ length: leaves }, (_, i) => `device:leaf${i + 1}`);
    const spine = Array.from({ length: spines }, (_, i) => `device:spine${i + 1}`);
    return {
        devices: [...leaf, ...spine],
        links: leaf.flatMap((l) => spine.map((s) => [l, s] as const)),
        hosts: leaf.flatMap((l) =>
            Array.from({ length: hosts }, (_, i) => ({ key: `${l}/${i + 3}`, device: l })),
        ),
    };
}

function ring(size: number): LayoutInput {
    const devices = Array.from({ length: size }, (_, i) => `device:r${i}`);
    return {
        devices,
        links: devices.map((d, i) => [d, devices[(i + 1) % size] as string] as const),
        hosts: devices.map((d) => ({ key: `${d}/9`, device: d })),
    };
}

function expectApart(l: Layout, apart = 1): void {
    const all = [
        ...[...l.devices].map(([id, p]) => ({ id, p, box: DEVICE })),
        ...[...l.hosts].map(([id, p]) => ({ id, p, box: HOST })),
    ];
    all.forEach((a, i) => {
        expect(a.p.x - a.box.width / 2, a.id).toBeGreaterThanOrEqual(0);
        expect(a.p.y - a.box.height / 2, a.id).toBeGreaterThanOrEqual(0);
        expect(a.p.x + a.box.width / 2, a.id).toBeLessThanOrEqual(l.width);
        expect(a.p.y + a.box.height / 2, a.id).toBeLessThanOrEqual(l.height);
        for (const b of all.slice(i + 1)) {
            const x = Math.abs(a.p.x - b.p.x) - (apart * (a.box.width + b.box.width)) / 2;
            const y = Math.abs(a.p.y - b.p.y) - (apart * (a.box.height + b.box.height)) / 2;
            expect(Math.max(x, y), `${a.id} on ${b.id}`).toBeGreaterThanOrEqual(0);
        }
    });
}

describe('layout', () => {
    it.each([
        [1, 1, 0],
        [1, 1, 1],
        [4, 2, 3],
        [16, 4, 9],
        [64, 8, 2],
    ])('puts %i leaves below %i spines, nothing on another', (leaves, spines, hosts) => {
        const l = layout(leafSpine(leaves, spines, hosts));
        expectApart(l);
        if (hosts > 0) {
            const y = (id: string) => l.devices.get(id)?.y ?? Number.NaN;
            expect(y('device:spine1')).toBeLessThan(y('device:leaf1'));
            expect(l.hosts.get('device:leaf1/3')?.y).toBeGreaterThan(y('device:leaf1'));
        }
    });

    it('does not depend on the order of anything', () => {
        const input = leafSpine(12, 3, 2);
        const turned = {
            devices: [...input.devices].reverse(),
            links: [...input.links].reverse().map(([a, b]) => [b, a] as const),
            hosts: [...input.hosts].reverse(),
        };
        expect([...layout(turned).devices].sort()).toEqual([...layout(input).devices].sort());
        expect([...layout(turned).hosts].sort()).toEqual([...layout(input).hosts].sort());
    });

    it('orders names as people do', () => {
        const l = layout(leafSpine(11, 1, 1));
        const x = (id: string) => l.devices.get(id)?.x ?? Number.NaN;
        expect(x('device:leaf2')).toBeLessThan(x('device:leaf10'));
    });

    it('uncrosses links of a layer above', () => {
        // Two planes: without an order of their own s1 would stand over the wrong pair.
        const l = layout({
            devices: ['a1', 'a2', 'b1', 'b2', 's1', 's2'],
            links: [
                ['b1', 's1'],
                ['b2', 's1'],
                ['a1', 's2'],
                ['a2', 's2'],
            ],
            hosts: ['a1', 'a2', 'b1', 'b2'].map((device) => ({ key: `${device}/1`, device })),
        });
        expect(l.devices.get('s2')?.x).toBeLessThan(l.devices.get('s1')?.x ?? 0);
    });

    it('draws a ring as a ring', () => {
        const l = layout(ring(8));
        expectApart(l);
        expect(new Set([...l.devices.values()].map((p) => Math.round(p.y))).size).toBeGreaterThan(
            2,
        );
    });

    it('draws what is connected to nothing, and nothing at all', () => {
        expectApart(layout({ devices: ['x', 'y'], links: [], hosts: [] }));
        expect(layout({ devices: [], links: [], hosts: [] }).devices.size).toBe(0);
        expect(
            layout({ devices: ['x'], links: [['x', 'gone']], hosts: [{ key: 'g/1', device: 'g' }] })
                .hosts.size,
        ).toBe(0);
    });
});

describe('curves', () => {
    it('keep the directions of a link apart', () => {
        const [a, b] = [
            { x: 100, y: 400 },
            { x: 300, y: 100 },
        ];
        const there = pointAt(linkCurve(a, b), 0.5);
        const back = pointAt(linkCurve(b, a), 0.5);
        expect(Math.hypot(there.x - back.x, there.y - back.y)).toBeGreaterThan(5);
    });

    it('keep parallel links apart, in both directions', () => {
        const [a, b] = [
            { x: 100, y: 400 },
            { x: 100, y: 100 },
        ];
        const xs = [0, 1].flatMap((lane) => [
            pointAt(linkCurve(a, b, lane, 2), 0.5).x,
            pointAt(linkCurve(b, a, lane, 2), 0.5).x,
        ]);
        expect(new Set(xs.map(Math.round)).size).toBe(4);
        expect(Math.max(xs[0] ?? 0, xs[1] ?? 0)).toBeLessThan(Math.min(xs[2] ?? 0, xs[3] ?? 0));
    });

    it('lead arrow keys to the nearest', () => {
        const points = new Map([
            ['left', { x: 0, y: 50 }],
            ['right', { x: 100, y: 50 }],
            ['far', { x: 300, y: 50 }],
            ['below', { x: 50, y: 100 }],
        ]);
        const from = { x: 50, y: 50 };
        expect(nearest(from, 'ArrowRight', points)).toBe('right');
        expect(nearest(from, 'ArrowLeft', points)).toBe('left');
        expect(nearest(from, 'ArrowDown', points)).toBe('below');
        expect(nearest(from, 'ArrowUp', points)).toBeNull();
    });
});
