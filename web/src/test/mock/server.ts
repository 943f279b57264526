// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Eam, NewPool, NewStaticBinding } from '#api';
import { contains, parsePrefix } from '../../main/ts/model/address';
import { diagnosis } from './diagnosis';
import { MockFabric } from './fabric';

const ROOT = '/onos/nat64/';
/** The path of a check of static bindings, and that of the one to be replaced. */
const CHECK = /^static-bindings\/((?:(.+)\/)?check)$/;
const DRAIN = /^pools\/([^/]+)\/drain$/;
const FILES = 'target/classes/org/isthmus/web';
const TYPES: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
};

class Refusal extends Error {
    constructor(
        readonly status: number,
        detail: string,
        readonly field: string | null = null,
    ) {
        super(detail);
    }
}

/** A mock of the REST API over MockFabric: enough of it to develop the page and to test it. */
export class MockServer {
    readonly fabric = new MockFabric(() => Date.now());
    /** Of the user who asks. */
    role: 'admin' | 'viewer' = 'admin';
    private readonly server: Server;

    constructor() {
        this.server = createServer((request, response) => {
            this.answer(request, response).catch((e: unknown) => {
                const status = e instanceof Refusal ? e.status : 500;
                response.writeHead(status, { 'Content-Type': 'application/problem+json' });
                response.end(
                    JSON.stringify({
                        type: 'about:blank',
                        title: 'Refused',
                        status,
                        detail: e instanceof Error ? e.message : String(e),
                        instance: request.url,
                        errors:
                            e instanceof Refusal && e.field !== null
                                ? [
                                      {
                                          field: e.field,
                                          message: e.message.replace(`${e.field}: `, ''),
                                      },
                                  ]
                                : undefined,
                    }),
                );
            });
        });
    }

    /** @returns the URL of the page */
    async listen(port = 0): Promise<string> {
        await new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${ROOT}ui/`;
    }

    async close(): Promise<void> {
        this.server.closeAllConnections();
        await new Promise((done) => this.server.close(done));
    }

    private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
        const url = new URL(request.url ?? '/', 'http://mock');
        if (!url.pathname.startsWith(ROOT)) {
            throw new Refusal(404, `There is no ${url.pathname}.`);
        }
        const name = url.pathname.slice(ROOT.length);
        if (name.startsWith('ui/')) {
            await file(name.slice(3) || 'index.html', response);
            return;
        }
        let text = '';
        for await (const chunk of request) {
            text += chunk;
        }
        const body = this.resource(request, name, url.searchParams, text, response);
        if (typeof body === 'string') {
            response.setHeader('Content-Type', 'text/csv; charset=utf-8');
            response.end(body);
        } else {
            response.setHeader('Content-Type', 'application/json');
            response.end(JSON.stringify(body));
        }
    }

    private resource(
        request: IncomingMessage,
        name: string,
        query: URLSearchParams,
        text: string,
        response: ServerResponse,
    ): unknown {
        const f = this.fabric;
        switch (`${request.method} ${name}`) {
            case 'GET fabric':
                return f.fabric();
            case 'GET devices':
                return { devices: f.devices() };
            case 'GET statistics':
                return f.statistics();
            case 'GET glossary':
                return f.glossary();
            case 'GET alarms':
                return { alarms: f.alarms() };
            case 'GET instances':
                return { instances: f.instances() };
            case 'GET user':
                return { name: this.role, role: this.role };
            case 'GET pools':
                return { pools: f.pools() };
            case 'GET sessions':
                return page('sessions', f.sessions, query);
            case 'GET bindings':
                return page('bindings', f.bindings, query);
            case 'GET subscribers': {
                const prefix = parsePrefix(query.get('ipv4') ?? '0.0.0.0/0');
                const has = (ipv4: string) => {
                    const at = parsePrefix(ipv4);
                    return prefix !== null && at !== null && contains(prefix, at);
                };
                return page(
                    'subscribers',
                    f.subscribers.filter((s) => s.blocks.some((b) => has(b.ipv4))),
                    new URLSearchParams([...query].filter(([n]) => n !== 'ipv4')),
                );
            }
            case 'GET path': {
                const path = f.path(
                    query.get('protocol'),
                    query.get('ipv4'),
                    Number(query.get('port')),
                    query.get('peer'),
                );
                if (!path) {
                    throw new Refusal(404, 'There is no such binding.');
                }
                return path;
            }
            case 'GET diagnosis': {
                const answer = diagnosis(f, query);
                if ('field' in answer) {
                    throw new Refusal(400, `${answer.field}: ${answer.message}`, answer.field);
                }
                return answer;
            }
            case 'GET mapping-log': {
                const address = query.get('address') ?? '';
                const port = Number(query.get('port'));
                if (parsePrefix(address)?.length !== 32) {
                    throw new Refusal(400, `address: not an IPv4 address: ${address}`);
                }
                return {
                    address,
                    port,
                    at: query.get('at') ?? new Date().toISOString(),
                    holders: f.holders(address, port, query.get('protocol')),
                };
            }
            case 'GET static-bindings':
                return { staticBindings: f.statics };
            case 'POST static-bindings': {
                const made = {
                    instance: 'default',
                    ...(JSON.parse(text) as NewStaticBinding),
                    configured: false,
                };
                const problem = f.checkStatic(made, null)[0];
                if (problem) {
                    throw new Refusal(409, `ipv4: ${problem.message}`, 'ipv4');
                }
                f.statics.push(made);
                return made;
            }
            case `POST static-bindings/${CHECK.exec(name)?.[1]}`: {
                const replaced = CHECK.exec(name)?.[2] ?? null;
                return { problems: f.checkStatic(JSON.parse(text) as NewStaticBinding, replaced) };
            }
            case 'POST pools/check':
                return { problems: f.checkPool(JSON.parse(text) as NewPool) };
            case `PUT static-bindings/${name.slice('static-bindings/'.length)}`: {
                const by = { instance: 'default', ...(JSON.parse(text) as NewStaticBinding) };
                return (
                    f.replaceStatic(name, { ...by, configured: false }) ?? notFound(request, name)
                );
            }
            case 'POST pools': {
                const pool = JSON.parse(text) as NewPool;
                const problem = f.checkPool(pool)[0];
                if (problem) {
                    throw new Refusal(
                        problem.other === undefined ? 400 : 409,
                        `${problem.field}: ${problem.message}`,
                        problem.field,
                    );
                }
                f.addPool(pool);
                return pool;
            }
            case `PUT pools/${DRAIN.exec(name)?.[1]}/drain`:
            case `DELETE pools/${DRAIN.exec(name)?.[1]}/drain`: {
                const pool = DRAIN.exec(name)?.[1] ?? '';
                const why = f.whyNotDrained(pool);
                if (why !== null) {
                    throw new Refusal(409, `name: ${why}`, 'name');
                }
                return f.drain(pool, request.method === 'PUT') ?? notFound(request, name);
            }
            case 'GET eamt':
                response.setHeader('ETag', `"v${f.version}.json"`);
                return query.get('format') === 'csv'
                    ? `ipv4,ipv6,instance,host\r\n${f.eamt.map((e) => `${e.ipv4},${e.ipv6},${e.instance},${e.host}\r\n`).join('')}`
                    : { eamt: f.eamt };
            case 'POST eamt/check':
                return { problems: f.check((JSON.parse(text) as { eamt: Eam[] }).eamt) };
            case 'PUT eamt': {
                if (request.headers['if-match'] !== `"v${f.version}.json"`) {
                    throw new Refusal(
                        412,
                        'The table is no longer the one of If-Match: get it again.',
                    );
                }
                const { eamt } = JSON.parse(text) as { eamt: Eam[] };
                const problem = f.check(eamt)[0];
                if (problem) {
                    throw new Refusal(409, `eamt${problem.field}: ${problem.message}`);
                }
                f.replace(eamt);
                return { entries: eamt.length };
            }
            case 'POST eamt/import': {
                const added = text
                    .trim()
                    .split(/\r?\n/)
                    .slice(1)
                    .map((line) => line.split(','))
                    .map(([ipv4 = '', ipv6 = '']): Eam => ({ ipv4, ipv6 }));
                const problem = f.check([...f.eamt, ...added])[0];
                if (problem) {
                    throw new Refusal(409, `eamt${problem.field}: ${problem.message}`);
                }
                f.replace([...f.eamt, ...added]);
                return { added: added.length };
            }
            default:
                if (request.method !== 'DELETE' || !f.remove(name)) {
                    notFound(request, name);
                }
                return null;
        }
    }
}

function notFound(request: IncomingMessage, name: string): never {
    throw new Refusal(404, `There is no ${request.method} ${name}.`);
}

async function file(name: string, response: ServerResponse): Promise<void> {
    if (!/^[\w.-]+$/.test(name)) {
        throw new Refusal(404, `There is no ${name}.`);
    }
    const content = await readFile(path.join(FILES, name)).catch(() => {
        throw new Refusal(404, `There is no ${name}.`);
    });
    response.setHeader('Content-Type', TYPES[path.extname(name)] ?? 'application/octet-stream');
    response.setHeader('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'");
    response.end(content);
}

/** A page of rows, or all of them; its conditions are those the API has. */
function page(name: string, all: readonly object[], query: URLSearchParams) {
    const rows = all as readonly Record<string, unknown>[];
    const found = rows.filter((row) => [...query].every(([c, value]) => holds(row, c, value)));
    const by = query.get('sort');
    if (by !== null) {
        const port = { ipv6: 'port6', ipv4: 'port4', peer: 'peerPort' }[by];
        const key = (row: Record<string, unknown>) =>
            port === undefined
                ? String(row[by])
                : String(
                      ((parsePrefix(String(row[by]))?.value ?? 0n) << 16n) +
                          BigInt(Number(row[port])),
                  ).padStart(50, '0');
        const sign = query.get('order') === 'desc' ? -1 : 1;
        found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    }
    const whole = query.get('all') === 'true';
    const from = Number(query.get('cursor') ?? 0);
    const to = whole ? found.length : from + Number(query.get('limit') ?? 1000);
    const part = found.slice(from, to);
    if (query.get('format') === 'csv') {
        const lines = [Object.keys(found[0] ?? {}), ...part.map((row) => Object.values(row))];
        return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
    }
    if (name === 'subscribers') {
        return { [name]: part, next: to < found.length ? String(to) : null };
    }
    const first = !query.has('cursor');
    const open = name === 'sessions' ? unlisted(rows, query) : 0;
    return {
        [name]: part,
        next: to < found.length ? String(to) : null,
        total: first ? found.length : null,
        ...(name === 'sessions' && {
            unlisted:
                first && open > 0
                    ? {
                          bindings: open,
                          message: `${open} bindings of UDP, ICMP or port sets, in pools that do not filter, may have further sessions: only the first peer of each is known.`,
                      }
                    : null,
        }),
    };
}

/** Bindings of which not all peers are known, by what is asked of bindings. */
function unlisted(rows: readonly Record<string, unknown>[], query: URLSearchParams): number {
    const own = [...query].filter(([c]) => !['peer', 'peerPort', 'port'].includes(c));
    return rows.filter(
        (row) => row.peers === 'first' && own.every(([c, value]) => holds(row, c, value)),
    ).length;
}

function holds(row: Record<string, unknown>, condition: string, value: string): boolean {
    switch (condition) {
        case 'limit':
        case 'cursor':
        case 'sort':
        case 'order':
        case 'all':
        case 'format':
            return true;
        case 'protocol':
        case 'instance':
        case 'state':
            return row[condition] === value;
        case 'port':
            return [row.port6, row.port4, row.peerPort].includes(Number(value));
        case 'bindingPort':
            return [row.port6, row.port4].includes(Number(value));
        case 'peerPort':
            return row.peerPort === Number(value);
        case 'ipv6':
        case 'ipv4':
        case 'peer': {
            const prefix = parsePrefix(value);
            const address = parsePrefix(String(row[condition]));
            return prefix !== null && address !== null && contains(prefix, address);
        }
        default:
            throw new Refusal(400, `${condition}: is not a parameter here`);
    }
}
