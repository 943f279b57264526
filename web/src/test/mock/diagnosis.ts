// SPDX-License-Identifier: Apache-2.0
import type { CheckProblem, Diagnosis, Finding } from '#api';
import {
    contains,
    embeddedIpv4,
    formatIpv4,
    formatPrefix,
    type Prefix,
    parsePrefix,
} from '../../main/ts/model/address';
import type { MockFabric } from './fabric';

/** No host may mail past the network's own servers. */
const DENIED_PORT = '25';

/** Why a host may have no connection, as the API says it, or what is wrong with the question. */
export function diagnosis(f: MockFabric, query: URLSearchParams): Diagnosis | CheckProblem {
    const fields = Object.fromEntries(query);
    const { hostPort, peer = null, protocol, port, instance } = fields;
    let { host = null } = fields;
    if (host === null) {
        return { field: 'host', message: 'is missing' };
    }
    let six = address(host);
    if (six === null) {
        return { field: 'host', message: `not an IPv4 address: ${host}` };
    }
    const given = peer === null ? null : address(peer);
    if (peer !== null && given === null) {
        return { field: 'peer', message: `not an IPv4 address: ${peer}` };
    }
    if (port !== undefined && protocol === undefined) {
        return { field: 'protocol', message: 'is missing' };
    }
    if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
        return { field: 'port', message: `must be 0 to 65535, not ${port}` };
    }
    const [one] = f.instances();
    if (!one || (instance !== undefined && instance !== one.name)) {
        return { field: 'instance', message: `there is no instance ${instance}` };
    }

    const findings: Finding[] = [];
    const found = (check: Finding['check'], result: Finding['result'], message: string) =>
        findings.push({ check, result, message });
    const done = (): Diagnosis => ({
        problem: findings.some((x) => x.result === 'problem'),
        findings,
    });
    if (six.family === 4) {
        const missing = protocol === undefined ? 'protocol' : 'hostPort';
        if (protocol === undefined || hostPort === undefined) {
            return { field: missing, message: `is missing: hosts share ${host} of pool customers` };
        }
        const own = `${host} port ${hostPort} of ${protocol.toUpperCase()}`;
        const bound = f.bindings.find(
            (b) => b.ipv4 === host && `${b.port4}` === hostPort && b.protocol === protocol,
        );
        if (!bound) {
            const why = "is nobody's: what is sent to it is dropped, NO_BINDING";
            found('binding', 'problem', `${own} ${why}`);
            return done();
        }
        found('binding', 'ok', `${own} is ${bound.ipv6} port ${bound.port6}, by a binding`);
        host = bound.ipv6;
        six = address(host) as Prefix;
    }
    const at = locate(f, 'host', host, six, found);
    if (at !== null) {
        found('source', 'ok', `${host} is let in at ${at}`);
    }
    const prefix = parsePrefix(one.prefix) as Prefix;
    if (given?.family === 6 && !contains(prefix, given)) {
        const why = `is in no NAT64 prefix (${one.prefix}), and no EAM has it`;
        found('destination', 'problem', `${peer} ${why}`);
        return done();
    }
    const four = given?.family === 6 ? formatIpv4(embeddedIpv4(given.value, prefix.length)) : peer;
    const name = `instance ${one.name} (${one.prefix})`;
    if (four === null) {
        found('destination', 'ok', `${name} translates`);
    } else if (protocol === 'tcp' && port === DENIED_PORT) {
        const why = 'that service is in its deniedServices';
        found('destination', 'problem', `${name} does not translate to ${four}: ${why}`);
    } else {
        found('destination', 'ok', `${name} translates to ${four}`);
    }
    const device = at?.replace(/\/\d+$/, '');
    if (device === undefined) {
        found('devices', 'problem', 'no device that is up has the host');
    } else {
        found('devices', 'ok', `over ${device}, translated at ${device}`);
        if (f.devices().some((d) => d.id === device && d.state !== 'ready')) {
            const state = `${device} is reconciling`;
            const why = 'it translates what it has bindings of, alone';
            found('devices', 'problem', `${state}: ${why}`);
        }
    }
    const blocks = f.subscribers.find((s) => s.ipv6 === `${host}/128`)?.blocks[0];
    const ports = blocks ? `${blocks.ipv4} of pool customers` : 'no ports yet';
    found('ports', 'ok', `subscriber ${host}/128 has ${ports}`);
    if (four !== null) {
        locate(f, 'peer', four, address(four) as Prefix, found);
    }
    for (const a of f.alarms().filter((x) => x.severity !== 'warning')) {
        found('service', 'note', a.message.replace(/\.$/, ''));
    }
    return done();
}

function address(text: string): Prefix | null {
    return text.includes('/') ? null : parsePrefix(text);
}

/** @returns the port where an address is; null: nowhere */
function locate(
    f: MockFabric,
    check: 'host' | 'peer',
    text: string,
    at: Prefix,
    found: (check: Finding['check'], result: Finding['result'], message: string) => void,
): string | null {
    const { interfaces, hosts } = f.fabric();
    for (const { port, ips } of interfaces) {
        const network = ips.find((ip) => contains(parsePrefix(ip) as Prefix, at));
        if (network === undefined) {
            continue;
        }
        const { length, value, family } = parsePrefix(network) as Prefix;
        const rest = BigInt((family === 4 ? 32 : 128) - length);
        const is = `${text} is of ${formatPrefix({ family, length, value: (value >> rest) << rest })} at ${port}`;
        const known = hosts.find((h) => h.address === text);
        if (known) {
            found(check, 'ok', `${is} (${known.mac})`);
        } else {
            const why = check === 'host' ? 'nothing was heard of it' : 'it has not answered yet';
            found(check, 'note', `${is}: ${why}`);
        }
        return port;
    }
    found(check, 'problem', `${text} is in no network of an interface, and no route leads to it`);
    return null;
}
