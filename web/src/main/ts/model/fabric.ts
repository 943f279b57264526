// SPDX-License-Identifier: Apache-2.0
import type { Device, DeviceState, Fabric } from '#api';
import { natural, parsePrefix } from './address';
import { deviceName, splitPortId } from './format';
import type { Rates } from './rates';

/** Bytes and packets per second; null is unknown. */
export interface Load {
    readonly bytes: number;
    readonly packets: number;
}

export interface LinkEnd {
    readonly device: string;
    readonly port: number;
}

export interface LinkModel {
    readonly id: string;
    readonly a: LinkEnd;
    readonly b: LinkEnd;
    readonly up: boolean;
    readonly mtu: number;
    readonly ab: Load | null;
    readonly ba: Load | null;
    /** Which of the links between the same two switches, and how many there are. */
    readonly lane: number;
    readonly lanes: number;
}

export interface HostModel {
    /** The port, such as `device:leaf1/3`. */
    readonly key: string;
    readonly device: string;
    readonly port: number;
    readonly name: string;
    readonly addresses: readonly string[];
    readonly networks: readonly string[];
    /** Which sources may come in: of the interfaces of the port. */
    readonly validation: readonly string[];
    readonly six: boolean;
    readonly four: boolean;
    readonly up: boolean;
    /** Towards the switch, and from it. */
    readonly sent: Load | null;
    readonly received: Load | null;
}

export interface DeviceModel {
    readonly id: string;
    readonly name: string;
    readonly state: DeviceState;
    readonly translator: boolean;
    readonly mac: string;
    readonly loopbacks: readonly string[];
    /** All that enters its ports. */
    readonly load: Load | null;
}

export interface FabricModel {
    readonly devices: ReadonlyMap<string, DeviceModel>;
    readonly links: readonly LinkModel[];
    readonly hosts: ReadonlyMap<string, HostModel>;
}

/**
 * Feeds the counters of a fabric to `rates`, under the ids of the ports. Those of a device that is
 * down stand still, and what it carries is not known.
 */
export function countPorts(fabric: Fabric, rates: Rates, receivedAt: number): void {
    const down = new Set(fabric.devices.filter((d) => d.state === 'down').map((d) => d.id));
    const ports = fabric.ports.filter((p) => !down.has(splitPortId(p.port).device));
    for (const p of ports) {
        const read = Date.parse(p.readAt);
        rates.update(p.port, Number.isNaN(read) ? receivedAt : read, [
            p.packetsIn,
            p.bytesIn,
            p.packetsOut,
            p.bytesOut,
        ]);
    }
    rates.retain(new Set(ports.map((p) => p.port)));
}

/** What a device counted, as text, and when that was read; by device. */
export type Readings = Map<string, { readonly text: string; readonly at: number }>;

/** Counters that are the same for so long were read anew, and counted nothing. */
const STILL_MILLIS = 30_000;

/**
 * Feeds what devices count to `rates`: drops and translations by device and name, packets for the
 * controller by device. Devices carry no time: a reading is new when a number in it is.
 */
export function countDevices(
    devices: readonly Device[],
    readings: Readings,
    rates: Rates,
    now: number,
): void {
    const counted = new Set<string>();
    for (const { id, state, statistics } of devices) {
        if (state === 'down' || statistics === null) {
            readings.delete(id);
            continue;
        }
        const text = JSON.stringify(statistics);
        const last = readings.get(id);
        const at = last?.text === text && now - last.at < STILL_MILLIS ? last.at : now;
        readings.set(id, { text, at });
        const update = (name: string, n: number) => {
            counted.add(`${id} ${name}`);
            rates.update(`${id} ${name}`, at, [n]);
        };
        update('punted', statistics.punted);
        for (const [name, n] of Object.entries(statistics.drops)) {
            update(`drop ${name}`, n);
        }
        for (const [name, n] of Object.entries(statistics.translated)) {
            update(`translated ${name}`, n);
        }
    }
    rates.retain(counted);
}

function load(rates: Rates, port: string, direction: 'in' | 'out'): Load | null {
    const rate = rates.get(port);
    const at = direction === 'in' ? 0 : 2;
    return rate === null ? null : { packets: rate[at] ?? 0, bytes: rate[at + 1] ?? 0 };
}

/** What is drawn: the answer of the API with rates, hosts by port, and links in a fixed order. */
export function modelOf(fabric: Fabric, rates: Rates): FabricModel {
    const between = new Map<string, number>();
    const pair = (l: { a: string; b: string }) =>
        [splitPortId(l.a).device, splitPortId(l.b).device].sort().join(' ');
    for (const l of fabric.links) {
        between.set(pair(l), (between.get(pair(l)) ?? 0) + 1);
    }
    const lanes = new Map<string, number>();
    const links = [...fabric.links]
        .sort((l, r) => natural(l.a, r.a) || natural(l.b, r.b))
        .map((l): LinkModel => {
            const lane = lanes.get(pair(l)) ?? 0;
            lanes.set(pair(l), lane + 1);
            return {
                id: `${l.a} ${l.b}`,
                a: splitPortId(l.a),
                b: splitPortId(l.b),
                up: l.up,
                mtu: l.mtu,
                ab: load(rates, l.a, 'out') ?? load(rates, l.b, 'in'),
                ba: load(rates, l.b, 'out') ?? load(rates, l.a, 'in'),
                lane,
                lanes: between.get(pair(l)) ?? 1,
            };
        });

    const inner = new Set(fabric.links.flatMap((l) => [l.a, l.b]));
    const hosts = new Map<string, HostModel>();
    const at = new Map<
        string,
        {
            names: string[];
            networks: string[];
            validation: Set<string>;
            up: boolean;
            addresses: string[];
        }
    >();
    const entry = (port: string) => {
        const e = at.get(port) ?? {
            names: [],
            networks: [],
            validation: new Set<string>(),
            up: true,
            addresses: [],
        };
        at.set(port, e);
        return e;
    };
    for (const i of fabric.interfaces) {
        if (!inner.has(i.port)) {
            const e = entry(i.port);
            if (i.name) {
                e.names.push(i.name);
            }
            e.networks.push(...i.ips);
            e.validation.add(i.sourceValidation);
            e.up &&= i.up;
        }
    }
    for (const h of fabric.hosts) {
        if (!inner.has(h.port)) {
            entry(h.port).addresses.push(h.address);
        }
    }
    for (const [key, e] of at) {
        const { device, port } = splitPortId(key);
        const seen = e.addresses.filter((a) => !a.startsWith('fe80:')).sort(natural);
        const families = (seen.length > 0 ? seen : e.networks).map((a) => parsePrefix(a)?.family);
        hosts.set(key, {
            key,
            device,
            port,
            name: e.names.join(', ') || seen[0] || `port ${port}`,
            addresses: seen,
            networks: e.networks,
            validation: [...e.validation],
            six: families.includes(6),
            four: families.includes(4),
            up: e.up,
            sent: load(rates, key, 'in'),
            received: load(rates, key, 'out'),
        });
    }

    const devices = new Map<string, DeviceModel>();
    for (const d of [...fabric.devices].sort((l, r) => natural(l.id, r.id))) {
        const entering = fabric.ports
            .filter((p) => splitPortId(p.port).device === d.id)
            .flatMap((p) => load(rates, p.port, 'in') ?? []);
        devices.set(d.id, {
            id: d.id,
            name: deviceName(d.id),
            state: d.state,
            translator: d.translator,
            mac: d.mac,
            loopbacks: d.loopbacks,
            load:
                entering.length === 0
                    ? null
                    : {
                          bytes: entering.reduce((sum, l) => sum + l.bytes, 0),
                          packets: entering.reduce((sum, l) => sum + l.packets, 0),
                      },
        });
    }
    return { devices, links, hosts };
}

/** Changes exactly when the layout has to be computed again. */
export function shapeOf(model: FabricModel): string {
    return JSON.stringify([
        [...model.devices.keys()],
        model.links.map((l) => [l.a.device, l.b.device]),
        [...model.hosts.keys()].sort(natural),
    ]);
}
