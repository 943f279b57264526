// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Client } from '../api/client';
import { BROWSER, Connection, Resource } from '../api/live';
import type {
    Alarm,
    Device,
    Eam,
    Fabric,
    Glossary,
    Instance,
    Pool,
    StaticBinding,
    Statistics,
    User,
} from '#api';
import { type Prefix, parsePrefix } from '../model/address';
import { countDevices, countPorts, type Readings } from '../model/fabric';
import { History, Rates } from '../model/rates';
import type { SearchContext } from '../model/search';

/** The API is one level above the page, whatever host and path that is. */
// Without the credentials an address may carry: fetch refuses these.
export const client = new Client(new URL('..', location.origin + location.pathname));
export const connection = new Connection(BROWSER);

/** By port. */
export const portRates = new Rates();
/** Of drops and translations, by device and name; of packets for the controller, by device. */
export const rates = new Rates();
const readings: Readings = new Map();
/** Of statistics, by name. */
export const counterRates = new Rates();
export const statisticsHistory = new Map<string, History>();

export const fabric = new Resource<Fabric>(
    connection,
    (signal) => client.get('fabric', {}, signal),
    1_500,
    (data) => countPorts(data, portRates, Date.now()),
);

export const devices = new Resource<readonly Device[]>(
    connection,
    async (signal) => (await client.get<{ devices: Device[] }>('devices', {}, signal)).devices,
    2_000,
    (list) => countDevices(list, readings, rates, Date.now()),
);

export const statistics = new Resource<Statistics>(
    connection,
    (signal) => client.get('statistics', {}, signal),
    2_000,
    (data) => {
        const now = Date.now();
        for (const [name, n] of Object.entries(data.counters)) {
            const rate = counterRates.update(name, now, [n]);
            if (rate) {
                history(name).push(rate[0] ?? 0);
            }
        }
        for (const [name, n] of Object.entries(data.gauges)) {
            history(name).push(n);
        }
    },
);

/** What each number means, by name; it changes with the release alone. */
export const glossary = new Resource<ReadonlyMap<string, string>>(
    connection,
    async (signal) => {
        const { entries } = await client.get<Glossary>('glossary', {}, signal);
        return new Map(entries.map((e) => [e.name, e.text]));
    },
    3_600_000,
);

export function history(name: string): History {
    const known = statisticsHistory.get(name) ?? new History(90);
    statisticsHistory.set(name, known);
    return known;
}

export const alarms = new Resource<readonly Alarm[]>(
    connection,
    async (signal) => (await client.get<{ alarms: Alarm[] }>('alarms', {}, signal)).alarms,
    3_000,
);

export const pools = new Resource<readonly Pool[]>(
    connection,
    async (signal) => (await client.get<{ pools: Pool[] }>('pools', {}, signal)).pools,
    4_000,
);

export const instances = new Resource<readonly Instance[]>(
    connection,
    async (signal) =>
        (await client.get<{ instances: Instance[] }>('instances', {}, signal)).instances,
    60_000,
);

export const staticBindings = new Resource<readonly StaticBinding[]>(
    connection,
    async (signal) =>
        (await client.get<{ staticBindings: StaticBinding[] }>('static-bindings', {}, signal))
            .staticBindings,
    10_000,
);

/** The table as others left it; the editor keeps its own copy with the tag. */
export const eams = new Resource<readonly Eam[]>(
    connection,
    async (signal) => (await client.get<{ eamt: Eam[] }>('eamt', {}, signal)).eamt,
    30_000,
);

export const user = new Resource<User>(
    connection,
    (signal) => client.get('user', {}, signal),
    60_000,
);

/** Polls while the component is there, and draws it again after every answer. */
export function useResource<T>(resource: Resource<T>): Resource<T> {
    const [, draw] = useState(0);
    useEffect(() => resource.subscribe(() => draw((n) => n + 1)), [resource]);
    return resource;
}

// What is seen is as old as the last answer: nothing says that all is well, and nothing moves.
connection.subscribe(() =>
    document.documentElement.toggleAttribute('data-away', connection.awaySince !== null),
);

/** Whether the server does not answer, so that nobody knows what is true now. */
export function useAway(): boolean {
    const [, draw] = useState(0);
    useEffect(() => connection.subscribe(() => draw((n) => n + 1)), []);
    return connection.awaySince !== null;
}

/** Whether the user may only read. */
export function useReadOnly(): boolean {
    return useResource(user).data?.role === 'viewer';
}

/** Draws the component again every `millis`. */
export function useClock(millis: number): number {
    const [now, set] = useState(Date.now());
    useEffect(() => {
        const timer = setInterval(() => set(Date.now()), millis);
        return () => clearInterval(timer);
    }, [millis]);
    return now;
}

/** The value as it was when it last rested for `millis`. */
export function useDebounced<T>(value: T, millis: number): T {
    const [rested, set] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => set(value), millis);
        return () => clearTimeout(timer);
    }, [value, millis]);
    return rested;
}

const prefixes = (texts: readonly string[]): Prefix[] => texts.flatMap((t) => parsePrefix(t) ?? []);

export function useSearchContext(): SearchContext {
    const f = useResource(fabric).data;
    const p = useResource(pools).data;
    const i = useResource(instances).data;
    const e = useResource(eams).data;
    // The fabric is a new object each time; its names hardly ever change.
    const named = JSON.stringify((f?.interfaces ?? []).map((x) => [x.name, x.ips]));
    return useMemo(() => {
        const names = new Map<string, readonly Prefix[]>();
        for (const [name, ips] of JSON.parse(named) as [string | null, string[]][]) {
            if (name) {
                names.set(name.toLowerCase(), prefixes(ips).map(networkOf));
            }
        }
        return {
            pools: prefixes((p ?? []).flatMap((pool) => pool.prefixes)),
            nat64: prefixes((i ?? []).map((instance) => instance.prefix)),
            names,
            eams: (e ?? []).flatMap(({ ipv4, ipv6 }) => {
                const [four, six] = [parsePrefix(ipv4), parsePrefix(ipv6)];
                return four && six ? [{ ipv4: four, ipv6: six }] : [];
            }),
        };
    }, [named, p, i, e]);
}

function networkOf(p: Prefix): Prefix {
    const rest = BigInt((p.family === 4 ? 32 : 128) - p.length);
    return { ...p, value: (p.value >> rest) << rest };
}
