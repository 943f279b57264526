// SPDX-License-Identifier: Apache-2.0
/** The answers of the REST API, as openapi.yaml has them. */

export type Protocol = 'icmp' | 'tcp' | 'udp';
export const PROTOCOLS: readonly Protocol[] = ['tcp', 'udp', 'icmp'];

export interface FabricDevice {
    readonly id: string;
    readonly state: string;
    readonly translator: boolean;
    readonly mac?: string | null;
    readonly loopbacks?: readonly string[];
}

export interface FabricLink {
    /** A port, such as `device:leaf1/1`. */
    readonly a: string;
    readonly b: string;
    readonly mtu?: number | null;
    readonly up: boolean;
}

export interface FabricInterface {
    readonly port: string;
    readonly name?: string | null;
    readonly ips: readonly string[];
    readonly vlan?: number | null;
    readonly mtu?: number | null;
    readonly up: boolean;
}

export interface FabricHost {
    readonly address: string;
    readonly mac?: string | null;
    readonly port: string;
}

export interface FabricPort {
    readonly port: string;
    readonly packetsIn: number;
    readonly bytesIn: number;
    readonly packetsOut: number;
    readonly bytesOut: number;
    readonly readAt: string | null;
}

export interface Fabric {
    readonly devices: readonly FabricDevice[];
    readonly links: readonly FabricLink[];
    readonly interfaces: readonly FabricInterface[];
    readonly hosts: readonly FabricHost[];
    readonly ports: readonly FabricPort[];
}

export interface Binding {
    readonly instance: string;
    readonly protocol: Protocol;
    readonly ipv6: string;
    readonly port6: number;
    readonly ipv4: string;
    readonly port4: number;
    readonly static: boolean;
    readonly since: string;
    readonly expires: string | null;
}

export interface Session {
    readonly instance: string;
    readonly protocol: Protocol;
    readonly ipv6: string;
    readonly port6: number;
    readonly ipv4: string;
    readonly port4: number;
    readonly peer: string;
    readonly peerPort: number;
    readonly state: string | null;
    readonly since: string;
}

export interface Hop {
    readonly device: string;
    readonly translates: boolean;
    readonly next: readonly { readonly port: number; readonly device: string }[];
}

export interface Direction {
    readonly from: string | null;
    readonly to: string | null;
    readonly hops: readonly Hop[];
}

export interface Path {
    readonly binding: Binding;
    readonly outbound: Direction;
    readonly inbound: Direction;
}

export interface Usage {
    readonly blocks: number;
    readonly blocksInUse: number;
    readonly bindings: number;
}

export interface Pool {
    readonly name: string;
    readonly instance: string;
    readonly prefixes: readonly string[];
    readonly ports: Readonly<Partial<Record<Protocol, string>>>;
    readonly configured: boolean;
    readonly usage: Readonly<Record<Protocol, Usage>>;
}

export interface Block {
    readonly protocol: Protocol;
    readonly ipv4: string;
    readonly firstPort: number;
    readonly lastPort: number;
    readonly used: number;
}

export interface Subscriber {
    readonly instance: string;
    readonly ipv6: string;
    readonly blocks: readonly Block[];
    readonly bindings: Readonly<Record<Protocol, number>>;
    readonly refused: number;
}

export interface Instance {
    readonly name: string;
    readonly id: number;
    readonly prefix: string;
    readonly subscriberPrefixLength: number;
    readonly blockSize: number;
    readonly blocksPerSubscriber: number;
}

export interface Eam {
    readonly ipv4: string;
    readonly ipv6: string;
    readonly instance?: string;
    readonly host?: 'ipv6' | 'ipv4';
}

export interface EamtProblem {
    /** Such as `[3].ipv6`. */
    readonly field: string;
    readonly message: string;
    readonly other?: string | null;
}

export interface Holder {
    readonly ipv6: string;
    readonly protocol: Protocol;
    readonly ipv4: string;
    readonly firstPort: number;
    readonly lastPort: number;
    readonly since: string;
}

export interface Holders {
    readonly address: string;
    readonly port: number;
    readonly at: string;
    readonly holders: readonly Holder[];
}

export type Severity = 'critical' | 'major' | 'minor' | 'warning';

export interface Alarm {
    readonly id: string;
    readonly severity: Severity;
    readonly subject: string;
    readonly message: string;
    readonly since: string;
}

export interface Device {
    readonly id: string;
    readonly state: string;
    readonly translator: boolean;
    readonly intents: number;
    readonly refused: number;
    readonly statistics: {
        readonly drops: Readonly<Record<string, number>>;
        readonly translated: Readonly<Record<string, number>>;
        readonly ports: readonly {
            readonly port: number;
            readonly packetsIn: number;
            readonly bytesIn: number;
            readonly packetsOut: number;
            readonly bytesOut: number;
        }[];
    } | null;
}

export interface Statistics {
    readonly counters: Readonly<Record<string, number>>;
    readonly gauges: Readonly<Record<string, number>>;
}

/** RFC 9457. */
export interface Problem {
    readonly title: string;
    readonly status: number;
    readonly detail: string;
    readonly conflictsWith?: string;
    readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
        readonly line?: number;
        readonly column?: number;
    }[];
}
