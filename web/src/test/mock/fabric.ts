// SPDX-License-Identifier: Apache-2.0
import type {
    Alarm,
    Binding,
    BindingPath,
    Block,
    Device,
    Direction,
    Eam,
    CheckProblem,
    Fabric,
    Glossary,
    Hop,
    Instance,
    Pool,
    Protocol,
    NewPool,
    NewStaticBinding,
    Session,
    StaticBinding,
    Statistics,
    Subscriber,
} from '#api';
import {
    contains,
    formatPrefix,
    hasHostBits,
    overlaps,
    type Prefix,
    parsePrefix,
} from '../../main/ts/model/address';

/** Reproducible random numbers (mulberry32). */
function random(seed: number): () => number {
    let a = seed;
    return () => {
        a = (a + 0x6d2b79f5) | 0;
        let t = Math.imul(a ^ (a >>> 15), 1 | a);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

interface Port {
    readonly id: string;
    readonly name: string;
    readonly hosts: readonly string[];
    readonly networks: readonly string[];
}

const LEAVES = ['leaf1', 'leaf2', 'leaf3', 'leaf4'];
const SPINES = ['spine1', 'spine2'];

const PORTS: readonly Port[] = [
    { id: 'leaf1/3', name: 'h1', hosts: ['2001:db8:1:1::10'], networks: ['2001:db8:1:1::1/64'] },
    { id: 'leaf1/4', name: 'h2', hosts: ['2001:db8:1:2::10'], networks: ['2001:db8:1:2::1/64'] },
    {
        id: 'leaf1/5',
        name: 'dns',
        hosts: ['192.0.2.138', '2001:db8:1:53::53'],
        networks: ['192.0.2.129/27', '2001:db8:1:53::1/64'],
    },
    { id: 'leaf2/3', name: 'h3', hosts: ['2001:db8:2:1::10'], networks: ['2001:db8:2:1::1/64'] },
    { id: 'leaf2/4', name: 's1', hosts: ['192.0.2.10'], networks: ['192.0.2.1/27'] },
    { id: 'leaf3/3', name: 'e6', hosts: ['2001:db8:3:1::6'], networks: ['2001:db8:3:1::1/64'] },
    { id: 'leaf3/4', name: 's2', hosts: ['192.0.2.42'], networks: ['192.0.2.33/27'] },
    { id: 'leaf4/3', name: 'h4', hosts: ['2001:db8:4:1::10'], networks: ['2001:db8:4:1::1/64'] },
    { id: 'leaf4/4', name: 's4', hosts: ['192.0.2.170'], networks: ['192.0.2.161/27'] },
    {
        id: 'leaf4/5',
        name: 'wifi',
        hosts: ['2001:db8:4:2::a1', '2001:db8:4:2::a2', '2001:db8:4:2::a3'],
        networks: ['2001:db8:4:2::1/64'],
    },
];

const BLOCK = 64;
const POOL = '203.0.113.0/28';
const SERVERS = ['192.0.2.10', '192.0.2.42', '192.0.2.170', '198.51.100.77'];

export const MOCK_SESSIONS = 2000;

/** A fabric with traffic, in memory: what a server would have. Not a NAT64. */
export class MockFabric {
    eamt: Required<Eam>[] = [
        eam('203.0.113.80/32', '2001:db8:3:1::6/128'),
        eam('203.0.113.96/28', '2001:db8:3:1::e0/124'),
        eam('203.0.113.128/29', '2001:db8:4:9::/125'),
        eam('198.51.100.80/32', '2001:db8:f::80/128', 'ipv4'),
    ];
    version = 1;
    readonly sessions: Session[] = [];
    readonly bindings: Binding[] = [];
    readonly subscribers: Subscriber[] = [];
    private readonly started: number;

    constructor(private readonly now: () => number) {
        this.started = now();
        this.open(random(64));
    }

    private open(next: () => number): void {
        const clients = PORTS.filter((p) => /^(h|wifi)/.test(p.name));
        const used = new Map<string, Block & { used: number }>();
        const holders = new Map<string, { blocks: Block[]; bindings: Record<Protocol, number> }>();
        const free = new Map<string, number>();
        for (let i = 0; i < MOCK_SESSIONS; i++) {
            const client = clients[Math.floor(next() ** 1.5 * clients.length)] as Port;
            const network = (client.networks[0] as string).replace('::1/64', '');
            const host = 0x10 + Math.floor(next() ** 2 * 60);
            const protocol: Protocol = next() < 0.72 ? 'tcp' : next() < 0.85 ? 'udp' : 'icmp';
            const subscriber = `${network}::${host.toString(16)}/128`;
            const holder = holders.get(subscriber) ?? {
                blocks: [],
                bindings: { tcp: 0, udp: 0, icmp: 0 },
            };
            holders.set(subscriber, holder);
            let block = holder.blocks.filter((b) => b.protocol === protocol).at(-1) as
                (Block & { used: number }) | undefined;
            if (!block || block.used > 8 + next() * 70 || block.used >= BLOCK) {
                const address =
                    holder.blocks[0]?.ipv4 ?? `203.0.113.${Math.floor(next() ** 2 * 14) + 1}`;
                const key = `${address}/${protocol}`;
                const at = free.get(key) ?? (protocol === 'icmp' ? 0 : 1024);
                // Some blocks in between are free again.
                free.set(key, at + BLOCK * (next() < 0.35 ? 1 + Math.floor(next() * 14) : 1));
                block = {
                    protocol,
                    ipv4: address,
                    firstPort: at,
                    lastPort: at + BLOCK - 1,
                    used: 0,
                };
                holder.blocks.push(block);
                used.set(`${key}/${at}`, block);
            }
            const since = new Date(
                this.started - Math.floor(next() ** 3 * 7_200_000),
            ).toISOString();
            const port4 = block.firstPort + block.used++;
            const port6 = 1024 + Math.floor(next() * 64_000);
            holder.bindings[protocol]++;
            const common = {
                instance: 'default',
                protocol,
                ipv6: subscriber.slice(0, -4),
                port6,
                ipv4: block.ipv4,
                port4,
                since,
            };
            this.bindings.push({
                ...common,
                ports: 1,
                static: false,
                expires: new Date(
                    this.started + 120_000 + Math.floor(next() * 7_200_000),
                ).toISOString(),
            });
            const states = [
                'ESTABLISHED',
                'ESTABLISHED',
                'ESTABLISHED',
                'ESTABLISHED',
                'V6 INIT',
                'TRANS',
            ];
            this.sessions.push({
                ...common,
                peer: SERVERS[Math.floor(next() ** 1.4 * SERVERS.length)] as string,
                peerPort:
                    protocol === 'tcp'
                        ? next() < 0.7
                            ? 443
                            : 80
                        : protocol === 'udp'
                          ? 53
                          : port4,
                state:
                    protocol === 'tcp'
                        ? (states[Math.floor(next() * states.length)] ?? null)
                        : null,
                peers: protocol === 'tcp' ? 'seen' : 'first',
            });
        }
        for (const [ipv6, { blocks, bindings }] of holders) {
            this.subscribers.push({ instance: 'default', ipv6, blocks, bindings, refused: 0 });
        }
    }

    instances(): Instance[] {
        return [
            {
                name: 'default',
                id: 1,
                prefix: '2001:db8:64::/96',
                subscriberPrefixLength: 128,
                blockSize: BLOCK,
                blocksPerSubscriber: 8,
                bindingsPerSecond: 0,
                udpTimeout: 300,
                icmpTimeout: 60,
                tcpEstablishedTimeout: 7440,
                tcpTransitoryTimeout: 240,
                tcpOpeningTimeout: 240,
                portHold: 120,
                heldPorts: 65536,
                blockHold: 0,
                bindingsPerSubscriber: { icmp: 0, tcp: 0, udp: 0 },
                maxBindings: 0,
                maxBindingsPerSecond: 0,
                maxBlocks: 0,
                mssClamp: 'off',
                denied: [],
                deniedServices: [],
            },
        ];
    }

    readonly statics: StaticBinding[] = [
        {
            instance: 'default',
            protocol: 'tcp',
            ipv6: '2001:db8:1:1::80',
            port6: 443,
            ipv4: '203.0.113.7',
            port4: 443,
            configured: true,
        },
        {
            instance: 'default',
            protocol: 'udp',
            ipv6: '2001:db8:1:2::53',
            port6: 53,
            ipv4: '203.0.113.7',
            port4: 53,
            configured: false,
        },
    ];
    private added: Omit<Pool, 'drain'>[] = [];
    private readonly removed = new Set<string>();
    private readonly draining = new Set<string>();

    addPool({ name, prefixes, holdSyns, portSets, deterministic, drain }: NewPool): void {
        const none = { blocks: 1008, blocksInUse: 0, bindings: 0 };
        this.added.push({
            name,
            instance: 'default',
            prefixes,
            ports: { icmp: '0-65535', tcp: '1024-65535', udp: '1024-65535' },
            filtering: 'endpoint-independent',
            holdSyns: holdSyns ?? false,
            portSets: portSets ?? 0,
            ...(deterministic && {
                deterministic: {
                    ...deterministic,
                    algorithm: deterministic.algorithm ?? 'sequential',
                },
            }),
            configured: false,
            usage: { icmp: none, tcp: none, udp: none },
        });
        this.removed.delete(name);
        this.drain(name, drain ?? false);
    }

    /** @returns null: there is no such pool */
    drain(name: string, drain: boolean): Pool | null {
        if (drain) {
            this.draining.add(name);
        } else {
            this.draining.delete(name);
        }
        return this.pools().find((p) => p.name === name) ?? null;
    }

    /** Why a pool can neither drain nor stop to; null: it can, or there is none. */
    whyNotDrained(name: string): string | null {
        const pool = this.pools().find((p) => p.name === name);
        return pool?.configured
            ? 'the pool is in the network configuration, which alone changes it'
            : pool?.deterministic
              ? 'a deterministic pool does not drain: its subscribers have ports nowhere else'
              : null;
    }

    /** @returns null: there is none at that path */
    /** What is wrong with a pool; as far as the mock knows. */
    checkPool(pool: Partial<NewPool>): CheckProblem[] {
        const problems: CheckProblem[] = [];
        for (const field of ['name', 'prefixes'] as const) {
            if (pool[field] === undefined) {
                problems.push({ field, message: 'is missing' });
            }
        }
        if (this.pools().some((p) => p.name === pool.name)) {
            problems.push({
                field: 'name',
                message: `there is a pool ${pool.name} already`,
                other: `pool ${pool.name}`,
            });
        }
        if (pool.ports?.tcp?.startsWith('x')) {
            problems.push({ field: 'ports.tcp', message: 'must be FIRST-LAST' });
        }
        return problems;
    }

    /** @param replaced the path of one that may have the same IPv4 side */
    checkStatic(made: Partial<NewStaticBinding>, replaced: string | null): CheckProblem[] {
        const same = this.statics.find(
            (b) =>
                b.protocol === made.protocol &&
                b.ipv4 === made.ipv4 &&
                b.port4 === made.port4 &&
                `${b.protocol}/${b.ipv4}/${b.port4}` !== replaced,
        );
        const problems: CheckProblem[] = [];
        for (const field of ['ipv6', 'port6', 'ipv4', 'port4'] as const) {
            if (made[field] === undefined) {
                problems.push({ field, message: 'is missing' });
            }
        }
        if (same) {
            problems.push({
                field: 'ipv4',
                message: `${made.ipv4} port ${made.port4} is bound already`,
                other: `${same.ipv6} port ${same.port6}`,
            });
        }
        return problems;
    }

    replaceStatic(path: string, by: StaticBinding): StaticBinding | null {
        const at = this.statics.findIndex(
            (b) => `static-bindings/${b.protocol}/${b.ipv4}/${b.port4}` === path,
        );
        if (at < 0) {
            return null;
        }
        this.statics[at] = by;
        return by;
    }

    /** @returns whether there was such a thing */
    remove(path: string): boolean {
        const [list, ...key] = path.split('/');
        if (list === 'pools') {
            const name = key[0] ?? '';
            const found = this.pools().some((p) => p.name === name);
            this.added = this.added.filter((p) => p.name !== name);
            this.removed.add(name);
            this.draining.delete(name);
            return found;
        }
        const at = this.statics.findIndex(
            (b) => `${b.protocol}/${b.ipv4}/${b.port4}` === key.join('/'),
        );
        if (list !== 'static-bindings' || at < 0) {
            return false;
        }
        this.statics.splice(at, 1);
        return true;
    }

    pools(): Pool[] {
        const all = [...this.configured(), ...this.added];
        return all
            .filter((p) => !this.removed.has(p.name))
            .map((p) => ({ ...p, drain: this.draining.has(p.name) }));
    }

    private configured(): Omit<Pool, 'drain'>[] {
        const usage = (protocol: Protocol, blocks: number) => ({
            blocks,
            blocksInUse: this.subscribers
                .flatMap((s) => s.blocks)
                .filter((b) => b.protocol === protocol).length,
            bindings: this.bindings.filter((b) => b.protocol === protocol).length,
        });
        return [
            {
                name: 'customers',
                instance: 'default',
                prefixes: [POOL],
                ports: { icmp: '0-65535', tcp: '1024-65535', udp: '1024-65535' },
                filtering: 'address-dependent',
                holdSyns: true,
                portSets: 0,
                configured: true,
                usage: {
                    icmp: usage('icmp', 16 * 1024),
                    tcp: usage('tcp', 16 * 1008),
                    udp: usage('udp', 16 * 1008),
                },
            },
            {
                name: 'tiny',
                instance: 'default',
                prefixes: ['203.0.113.32/32'],
                ports: { icmp: '2000-2007', tcp: '2000-2007', udp: '2000-2007' },
                filtering: 'endpoint-independent',
                holdSyns: false,
                portSets: 8,
                configured: false,
                usage: {
                    icmp: { blocks: 1, blocksInUse: 0, bindings: 0 },
                    tcp: { blocks: 1, blocksInUse: 1, bindings: 8 },
                    udp: { blocks: 1, blocksInUse: 0, bindings: 0 },
                },
            },
        ];
    }

    /** Packets and bytes a port has seen by now; busy ports differ by orders of magnitude. */
    private traffic(port: string): number[] {
        const weight =
            10 **
            (2.5 +
                5.5 *
                    random(
                        [...port].reduce((a, c) => Math.imul(a ^ c.charCodeAt(0), 0x01000193), 7),
                    )());
        const seconds = (this.now() - this.started) / 1000 + 600;
        const wave = (phase: number) => seconds + 4 * Math.sin(seconds / 9 + phase + weight);
        const bytesIn = Math.floor(weight * wave(0));
        const bytesOut = Math.floor(weight * 0.7 * wave(2));
        return [Math.floor(bytesIn / 820), bytesIn, Math.floor(bytesOut / 640), bytesOut];
    }

    fabric(): Fabric {
        const readAt = new Date(Math.floor(this.now() / 1000) * 1000).toISOString();
        const links = LEAVES.flatMap((leaf, l) =>
            SPINES.map((spine, s) => ({
                a: `device:${leaf}/${s + 1}`,
                b: `device:${spine}/${l + 1}`,
                mtu: 9000,
                up: !(leaf === 'leaf3' && spine === 'spine2'),
            })),
        );
        const ports = [...links.flatMap((l) => [l.a, l.b]), ...PORTS.map((p) => `device:${p.id}`)];
        return {
            devices: [...LEAVES, ...SPINES].map((name, i) => ({
                id: `device:${name}`,
                state: name === 'leaf4' ? 'reconciling' : 'ready',
                translator: name.startsWith('leaf'),
                mac: `00:aa:00:00:00:0${i + 1}`,
                loopbacks: [`198.51.100.${i + 1}`, `2001:db8:ffff::${i + 1}`],
            })),
            links,
            interfaces: PORTS.map((p) => ({
                port: `device:${p.id}`,
                name: p.name,
                ips: p.networks,
                vlan: null,
                mtu: 1500,
                sourceValidation: p.name === 'wifi' ? 'loose' : 'strict',
                learnedAddresses: null,
                up: true,
            })),
            hosts: PORTS.flatMap((p, i) =>
                p.hosts.map((address) => ({
                    address,
                    mac: `00:bb:00:00:00:0${i.toString(16)}`,
                    port: `device:${p.id}`,
                })),
            ),
            ports: ports.map((port) => {
                const down = links.some((l) => !l.up && (l.a === port || l.b === port));
                const [packetsIn = 0, bytesIn = 0, packetsOut = 0, bytesOut = 0] = down
                    ? [5, 600, 5, 600]
                    : this.traffic(port);
                return { port, packetsIn, bytesIn, packetsOut, bytesOut, readAt };
            }),
        };
    }

    devices(): Device[] {
        const fabric = this.fabric();
        const seconds = Math.floor((this.now() - this.started) / 1000) + 600;
        return fabric.devices.map((d, i) => ({
            id: d.id,
            state: d.state,
            translator: d.translator,
            intendedEntries: d.translator ? 4168 + 7 * i : 96,
            refused: 0,
            capabilities: ['binding-counters', 'port-counters', 'next-hop-selector'],
            tables: [
                ['route4', 65536, 41],
                ['bib6', 65536, d.translator ? 52_600 : 0],
                ['eam4_dst', 16384, d.translator ? 16_380 : 0],
            ].map(([table, size, used]) => ({
                table: table as string,
                size: size as number,
                used: used as number,
                free: (size as number) - (used as number),
            })),
            statistics: {
                drops: {
                    NO_BINDING: 3 * seconds * (d.translator ? 1 : 0),
                    NO_ROUTE: Math.floor(seconds / 7),
                    ICMP_TYPE: Math.floor(seconds / 3) * (i % 2),
                    BAD_IPV4_CHECKSUM: i,
                },
                punted: 12 * seconds * (d.translator ? 1 : 0),
                copiesNotMade: 0,
                translated: d.translator
                    ? {
                          bib6: 2100 * seconds + i,
                          bib4: 1900 * seconds,
                          eamt6: 140 * seconds,
                          eamt4: 90 * seconds,
                      }
                    : {},
                ports: fabric.ports
                    .filter((p) => p.port.startsWith(`${d.id}/`))
                    .map((p) => ({
                        port: Number(p.port.split('/')[1]),
                        packetsIn: p.packetsIn,
                        bytesIn: p.bytesIn,
                        packetsOut: p.packetsOut,
                        bytesOut: p.bytesOut,
                    })),
            },
        }));
    }

    glossary(): Glossary {
        return {
            entries: [
                {
                    kind: 'counter',
                    name: 'punts',
                    metric: 'nat64_punts_total',
                    text: 'Packets that switches sent up, and that were handled',
                },
                {
                    kind: 'drop-reason',
                    name: 'NO_ROUTE',
                    metric: 'nat64_device_dropped_packets_total{reason="NO_ROUTE"}',
                    text: 'No route to the destination',
                },
            ],
        };
    }

    statistics(): Statistics {
        const seconds = Math.floor((this.now() - this.started) / 1000) + 600;
        const jitter = Math.floor(40 * Math.sin(seconds / 5));
        return {
            counters: {
                punts: 37 * seconds + jitter,
                punts_dropped: 0,
                punts_malformed: 3,
                punts_not_syn: Math.floor(seconds / 2),
                bindings_added: 31 * seconds + jitter,
                bindings_expired: 29 * seconds,
                refused_no_ports: 8,
                refused_rate: 0,
                tcp_segments: 61 * seconds,
                device_reconciliations: 7,
                blocks_assigned: 900 + Math.floor(seconds / 3),
                blocks_released: 700 + Math.floor(seconds / 3),
            },
            gauges: {
                bindings: this.bindings.length + jitter,
                bindings_tcp: this.bindings.filter((b) => b.protocol === 'tcp').length,
                bindings_udp: this.bindings.filter((b) => b.protocol === 'udp').length,
                bindings_icmp: this.bindings.filter((b) => b.protocol === 'icmp').length,
                bindings_bytes: 1_843_200,
                subscribers: this.subscribers.length,
                eams: this.eamt.length,
                pools: 2,
                blocks: 48_640,
                blocks_in_use: this.subscribers.flatMap((s) => s.blocks).length,
                devices: 6,
                devices_ready: 5,
            },
            histograms: {},
        };
    }

    alarms(): Alarm[] {
        const since = new Date(this.started - 754_000).toISOString();
        return [
            {
                id: 'link-down/device:leaf3/2',
                severity: 'major',
                subject: 'device:leaf3/2',
                message: 'The link to device:spine2/3 is down.',
                since,
            },
            {
                id: 'device-reconciling/device:leaf4',
                severity: 'minor',
                subject: 'device:leaf4',
                message: 'device:leaf4 is reconciling: 212 entries are due.',
                since: new Date(this.started - 21_000).toISOString(),
            },
            {
                id: 'pool-full/tiny',
                severity: 'warning',
                subject: 'pool:tiny',
                message: 'Pool tiny has no TCP block left.',
                since,
            },
        ];
    }

    /** The port behind which an address is. */
    private portOf(address: string): string | null {
        const at = parsePrefix(address) as Prefix;
        const port = PORTS.find((p) =>
            p.networks.some((n) => contains(parsePrefix(n) as Prefix, at)),
        );
        return port ? `device:${port.id}` : null;
    }

    private direction(from: string | null, to: string | null): Direction {
        const one = from?.split('/')[0] ?? 'device:leaf1';
        const other = to?.split('/')[0] ?? 'device:leaf4';
        const hop = (device: string, next: Hop['next'], translates = false): Hop => ({
            device,
            translates,
            next,
        });
        if (one === other) {
            return { from, to, hops: [hop(one, [], true)] };
        }
        const spines = SPINES.filter(
            (s) => !(s === 'spine2' && [one, other].includes('device:leaf3')),
        );
        return {
            from,
            to,
            hops: [
                hop(
                    one,
                    spines.map((s) => ({ port: SPINES.indexOf(s) + 1, device: `device:${s}` })),
                    true,
                ),
                ...spines.map((s) =>
                    hop(`device:${s}`, [{ port: Number(other.slice(-1)), device: other }]),
                ),
                hop(other, []),
            ],
        };
    }

    path(
        protocol: string | null,
        ipv4: string | null,
        port: number,
        peer: string | null,
    ): BindingPath | null {
        const binding = this.bindings.find(
            (b) => b.protocol === protocol && b.ipv4 === ipv4 && b.port4 === port,
        );
        if (!binding) {
            return null;
        }
        const inside = this.portOf(binding.ipv6);
        const outside = peer === null ? null : this.portOf(peer);
        return {
            binding,
            outbound: this.direction(inside, outside),
            inbound: this.direction(outside, inside),
        };
    }

    /** What is wrong with a table; the wording is the mock's own. */
    check(table: readonly Eam[]): CheckProblem[] {
        const problems: CheckProblem[] = [];
        const parsed = table.map((e, i) => {
            const row: Partial<Record<'ipv4' | 'ipv6', Prefix>> = {};
            for (const [field, family] of [
                ['ipv4', 4],
                ['ipv6', 6],
            ] as const) {
                const prefix = parsePrefix(e[field]);
                if (prefix?.family !== family) {
                    problems.push({
                        field: `[${i}].${field}`,
                        message: `not an ${family === 4 ? 'IPv4' : 'IPv6'} address: ${e[field]}`,
                    });
                } else if (hasHostBits(prefix)) {
                    problems.push({
                        field: `[${i}].${field}`,
                        message: `bits are set behind the prefix length: ${e[field]}`,
                    });
                } else {
                    row[field] = prefix;
                }
            }
            if (row.ipv4 && row.ipv6 && 32 - row.ipv4.length > 128 - row.ipv6.length) {
                problems.push({
                    field: `[${i}].ipv6`,
                    message: 'the IPv6 suffix is shorter than the IPv4 suffix',
                });
            }
            if (row.ipv4 && overlaps(row.ipv4, parsePrefix(POOL) as Prefix)) {
                problems.push({
                    field: `[${i}].ipv4`,
                    message: `${e.ipv4} overlaps a pool`,
                    other: 'pool customers 203.0.113.0/28',
                });
            }
            return row;
        });
        parsed.forEach((a, i) => {
            parsed.slice(0, i).forEach((b, j) => {
                for (const field of ['ipv4', 'ipv6'] as const) {
                    const [p, q] = [a[field], b[field]];
                    const hosts = (table[i]?.host ?? 'ipv6') !== (table[j]?.host ?? 'ipv6');
                    if (
                        p &&
                        q &&
                        (formatPrefix(p) === formatPrefix(q) || (hosts && overlaps(p, q)))
                    ) {
                        const other = `${table[j]?.ipv4} <-> ${table[j]?.ipv6}`;
                        problems.push({
                            field: `[${i}].${field}`,
                            message: `${formatPrefix(p)} overlaps another mapping`,
                            other,
                        });
                    }
                }
            });
        });
        return problems;
    }

    replace(table: readonly Eam[]): void {
        this.version++;
        this.eamt = table
            .map((e) => eam(withLength(e.ipv4, 32), withLength(e.ipv6, 128), e.host))
            .sort((a, b) =>
                Number((parsePrefix(a.ipv4)?.value ?? 0n) - (parsePrefix(b.ipv4)?.value ?? 0n)),
            );
    }

    holders(address: string, port: number, protocol: string | null) {
        return this.subscribers.flatMap((s) =>
            s.blocks
                .filter(
                    (b) =>
                        b.ipv4 === address &&
                        b.firstPort <= port &&
                        port <= b.lastPort &&
                        (protocol === null || b.protocol === protocol),
                )
                .map(({ protocol, ipv4, firstPort, lastPort }) => ({
                    ipv6: s.ipv6,
                    protocol,
                    ipv4,
                    firstPort,
                    lastPort,
                    since: new Date(this.started - 3_600_000).toISOString(),
                    adopted: s === this.subscribers[0],
                    deterministic: false,
                })),
        );
    }
}

function eam(ipv4: string, ipv6: string, host: 'ipv6' | 'ipv4' = 'ipv6'): Required<Eam> {
    return { ipv4, ipv6, instance: 'default', host };
}

function withLength(text: string, full: number): string {
    return text.includes('/') ? text : `${text}/${full}`;
}
