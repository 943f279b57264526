// SPDX-License-Identifier: Apache-2.0
import type { Protocol, TcpState } from '#api';
import {
    contains,
    embeddedIpv4,
    formatIpv4,
    formatPrefix,
    overlaps,
    type Prefix,
    parsePrefix,
} from './address';

/** What the network is known to have, to tell a pool's address from a peer's. */
export interface SearchContext {
    readonly pools: readonly Prefix[];
    readonly nat64: readonly Prefix[];
    /** Names of hosts (interfaces) with the networks behind them. */
    readonly names: ReadonlyMap<string, readonly Prefix[]>;
    readonly eams: readonly { readonly ipv4: Prefix; readonly ipv6: Prefix }[];
}

/** A question to the API. */
export interface Query {
    readonly list: 'sessions' | 'bindings';
    readonly protocol?: Protocol;
    readonly ipv6?: string;
    readonly ipv4?: string;
    readonly peer?: string;
    /** On the IPv6 or the pool's side. */
    readonly port?: number;
    readonly peerPort?: number;
    /** On any of the three sides. */
    readonly anyPort?: number;
    readonly state?: TcpState;
    /** How it was understood, for people. */
    readonly reading: readonly string[];
    readonly notes: readonly string[];
    readonly problems: readonly string[];
}

export const NO_CONTEXT: SearchContext = { pools: [], nat64: [], names: new Map(), eams: [] };

const PROTOCOLS: Record<string, Protocol> = {
    tcp: 'tcp',
    udp: 'udp',
    icmp: 'icmp',
    icmpv6: 'icmp',
    ping: 'icmp',
    echo: 'icmp',
};

const SERVICES: Record<string, number> = {
    ftp: 21,
    ssh: 22,
    smtp: 25,
    dns: 53,
    http: 80,
    ntp: 123,
    imap: 143,
    https: 443,
    imaps: 993,
};

/** The states of TCP, as one may write them without blanks. */
const STATES: Record<string, TcpState> = {
    v4_init: 'V4 INIT',
    v6_init: 'V6 INIT',
    established: 'ESTABLISHED',
    v4_fin: 'V4 FIN RCV',
    v6_fin: 'V6 FIN RCV',
    v4_v6_fin: 'V4 FIN + V6 FIN RCV',
    trans: 'TRANS',
};

/** `address`, `address:port`, `[address]:port`, `address#port`, prefixes too. */
function splitPort(token: string): { address: string; port?: number } {
    const bracketed = /^\[([^\]]+)\](?:[:#](\d{1,5}))?$/.exec(token);
    const hashed = /^([^#\s]+)#(\d{1,5})$/.exec(token);
    const quad = /^(\d+\.\d+\.\d+\.\d+(?:\/\d+)?):(\d{1,5})$/.exec(token);
    const found = bracketed ?? hashed ?? quad;
    if (!found?.[1]) {
        return { address: token };
    }
    return found[2] === undefined
        ? { address: found[1] }
        : { address: found[1], port: Number(found[2]) };
}

type Draft = { -readonly [K in keyof Query]?: Query[K] };

/**
 * Understands what was typed into the search field: words in any order, each narrowing the list.
 * Nothing is ever thrown; what is not understood is in `problems`.
 */
export function parseQuery(text: string, context: SearchContext): Query {
    const query: Draft = { list: 'sessions' };
    const reading: string[] = [];
    const notes: string[] = [];
    const problems: string[] = [];
    let asPeer = false;

    const once = <K extends 'ipv6' | 'ipv4' | 'peer'>(field: K, value: string, words: string) => {
        if (query[field] !== undefined && query[field] !== value) {
            problems.push(
                `There is already ${field === 'peer' ? 'a peer' : 'such an address'}: ${query[field]}.`,
            );
            return;
        }
        query[field] = value;
        reading.push(words);
    };
    const setPort = (
        field: 'port' | 'peerPort' | 'anyPort',
        port: number | undefined,
        side: string,
    ) => {
        if (port === undefined) {
            return;
        }
        if (port > 65535) {
            problems.push(`${port} is no port: the highest is 65535.`);
            return;
        }
        if (query[field] !== undefined && query[field] !== port) {
            problems.push('A session has one port on each side.');
            return;
        }
        query[field] = port;
        reading.push(`port ${port}${side}`);
    };
    const address = (prefix: Prefix, port: number | undefined) => {
        if (prefix.family === 6) {
            const nat64 = context.nat64.find((p) => contains(p, prefix));
            if (nat64 && prefix.length === 128) {
                const peer = formatIpv4(embeddedIpv4(prefix.value, nat64.length));
                once('peer', peer, `peer ${peer} (inside the NAT64 prefix)`);
                setPort('peerPort', port, ' of the peer');
                return;
            }
            const eam = context.eams.find((e) => overlaps(e.ipv6, prefix));
            if (eam) {
                notes.push(
                    `${formatPrefix(eam.ipv6)} is ${formatPrefix(eam.ipv4)} by an explicit mapping: without state, so without sessions of its own.`,
                );
            }
            once('ipv6', formatPrefix(prefix), `host ${formatPrefix(prefix)}`);
            setPort('port', port, ' of the host');
            return;
        }
        const words = formatPrefix(prefix);
        if (!asPeer && query.ipv4 === undefined && context.pools.some((p) => overlaps(p, prefix))) {
            once('ipv4', words, `pool address ${words}`);
            setPort('port', port, ' of the pool address');
            return;
        }
        const eam = context.eams.find((e) => overlaps(e.ipv4, prefix));
        if (eam) {
            notes.push(
                `${formatPrefix(eam.ipv4)} is ${formatPrefix(eam.ipv6)} by an explicit mapping: without state.`,
            );
        }
        once('peer', words, `peer ${words}`);
        setPort('peerPort', port, ' of the peer');
    };

    for (const raw of text.trim().split(/[\s,]+/)) {
        const word = raw.toLowerCase();
        if (word === '' || word === 'from' || word === 'and' || word === 'port') {
            continue;
        }
        const protocol = Object.hasOwn(PROTOCOLS, word) ? PROTOCOLS[word] : undefined;
        const service = Object.hasOwn(SERVICES, word) ? SERVICES[word] : undefined;
        const state = Object.hasOwn(STATES, word) ? STATES[word] : undefined;
        if (word === 'to' || word === '>' || word === '->' || word === 'peer') {
            asPeer = true;
            continue;
        }
        if (word === 'sessions' || word === 'bindings') {
            query.list = word;
        } else if (protocol) {
            if (query.protocol && query.protocol !== protocol) {
                problems.push(`Nothing is both ${query.protocol} and ${protocol}.`);
            }
            query.protocol = protocol;
            reading.push(protocol.toUpperCase());
        } else if (/^:?\d{1,6}$/.test(word)) {
            setPort(
                asPeer ? 'peerPort' : 'anyPort',
                Number(word.replace(':', '')),
                asPeer ? ' of the peer' : '',
            );
        } else if (context.names.has(word)) {
            const networks = context.names.get(word) ?? [];
            const six = networks.find((p) => p.family === 6);
            const four = networks.find((p) => p.family === 4);
            if (six && !asPeer) {
                once('ipv6', formatPrefix(six), `${raw}, that is ${formatPrefix(six)}`);
            } else if (four) {
                once('peer', formatPrefix(four), `${raw}, that is ${formatPrefix(four)}`);
            }
        } else if (service !== undefined) {
            setPort('peerPort', service, ` (${word}) of the peer`);
        } else if (state) {
            query.state = state;
            reading.push(`state ${state}`);
        } else {
            const { address: plain, port } = splitPort(word.replace(/^>/, ''));
            const prefix = parsePrefix(plain);
            asPeer ||= word.startsWith('>');
            if (prefix) {
                address(prefix, port);
            } else {
                problems.push(`“${raw}” is no address, prefix, port, protocol or host name.`);
            }
        }
        asPeer = false;
    }
    if (
        query.list === 'bindings' &&
        (query.peer !== undefined || query.peerPort !== undefined || query.state)
    ) {
        query.list = 'sessions';
        notes.push('Bindings have no peer: these are sessions.');
    }
    return { list: 'sessions', ...query, reading, notes, problems };
}

/** The question as the API takes it. */
export function parameters(query: Query): Record<string, string> {
    const bindings = query.list === 'bindings';
    const all: Record<string, string | number | undefined> = {
        protocol: query.protocol,
        ipv6: query.ipv6,
        ipv4: query.ipv4,
        port: query.anyPort,
        bindingPort: query.port,
        peer: bindings ? undefined : query.peer,
        peerPort: bindings ? undefined : query.peerPort,
        state: bindings ? undefined : query.state,
    };
    return Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)]],
        ),
    );
}
