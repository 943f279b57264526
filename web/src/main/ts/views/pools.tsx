// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import type { Pool, Protocol, Subscriber } from '#api';
import { addressesOf, formatIpv4, type Prefix, parsePrefix, sizeOf } from '../model/address';
import { blocksByAddress, cells, parseRange } from '../model/blocks';
import { drainOf } from '../model/drain';
import { count, percent, PROTOCOLS } from '../model/format';
import { Bar, Message } from '../ui/parts';
import { formatRoute, go, type Route } from '../ui/route';
import { client, instances, pools, useAway, useReadOnly, useResource } from '../ui/state';
import { BlockMap } from './blocks';
import {
    type Change,
    Choice,
    Configured,
    Field,
    NewForm,
    numberOf,
    Outcome,
    Sure,
    useChange,
} from './editing';

/** Addresses on a page of block maps; as many as a /28 has. */
const ADDRESSES = 16;
const SUBSCRIBERS = 2_000;

export function PoolsView({ route }: { route: Route }) {
    const { data, error } = useResource(pools);
    const change = useChange(() => pools.refresh());
    const readOnly = useReadOnly();
    const away = useAway();
    const [adding, setAdding] = useState(false);
    if (data === null) {
        return (
            <div class="page">
                <h1>Pools</h1>
                <p class="empty">{error?.message ?? 'Asking …'}</p>
            </div>
        );
    }
    const chosen = data.find((p) => p.name === route.query.pool) ?? data[0];
    return (
        <div class="page">
            <header class="page-head">
                <h1>
                    Pools <small>{count(data.length)}</small>
                </h1>
                <div class="tools">
                    {!readOnly && (
                        <button type="button" onClick={() => setAdding(true)}>
                            Add
                        </button>
                    )}
                </div>
            </header>
            {adding && <NewPoolForm change={change} onEnd={() => setAdding(false)} />}
            <Outcome change={change} />
            {data.length === 0 && <p class="empty">There is no pool.</p>}
            <div class="pool-cards">
                {data.map((p) => (
                    <a
                        key={p.name}
                        class="card"
                        href={formatRoute('pools', {
                            pool: p.name,
                            protocol: route.query.protocol,
                        })}
                        aria-current={p === chosen ? 'true' : undefined}
                    >
                        <h2>
                            {p.name}{' '}
                            <small>
                                {p.instance}
                                {p.configured ? '' : ', added by hand'}
                            </small>
                        </h2>
                        <p class="prefixes">
                            {p.prefixes.map((x) => (
                                <code key={x}>{x}</code>
                            ))}
                        </p>
                        {p.deterministic && (
                            <p>
                                <code>{p.deterministic.subscribers}</code>:{' '}
                                {p.deterministic.portsPerSubscriber} ports each by configuration,{' '}
                                {p.deterministic.algorithm}
                            </p>
                        )}
                        {p.filtering !== 'endpoint-independent' && <p>{p.filtering} filtering</p>}
                        {p.holdSyns && <p>holds SYNs that nobody waits for</p>}
                        {p.portSets > 0 && <p>binds {p.portSets} ports at once</p>}
                        {p.drain && <p>{drainOf(p, away)}</p>}
                        {PROTOCOLS.map((protocol) => {
                            const u = p.usage[protocol];
                            return (
                                <div class="usage" key={protocol}>
                                    <span>{protocol.toUpperCase()}</span>
                                    <Bar
                                        part={u.blocksInUse}
                                        whole={u.blocks}
                                        label={`${percent(u.blocksInUse, u.blocks)} of the blocks are in use`}
                                        warns={!p.drain}
                                    />
                                    <span class="figures">
                                        {count(u.blocksInUse)} / {count(u.blocks)}
                                    </span>
                                    <span class="figures">{percent(u.blocksInUse, u.blocks)}</span>
                                    <span class="figures faint">{count(u.bindings)} bindings</span>
                                </div>
                            );
                        })}
                    </a>
                ))}
            </div>
            {chosen && <Blocks key={chosen.name} pool={chosen} route={route} change={change} />}
        </div>
    );
}

const FILTERINGS = [
    'endpoint-independent',
    'address-dependent',
    'address-and-port-dependent',
] as const;

function NewPoolForm({ change, onEnd }: { change: Change; onEnd: () => void }) {
    const names = (useResource(instances).data ?? []).map((i) => i.name);
    return (
        <NewForm
            name="New pool"
            change={change}
            check="pools/check"
            onCancel={onEnd}
            bodyOf={(field) => {
                const ports = PROTOCOLS.flatMap((p) => {
                    const range = field(`ports.${p}`);
                    return range ? [[p, range] as const] : [];
                });
                const deterministic = {
                    subscribers: field('deterministic.subscribers'),
                    portsPerSubscriber: numberOf(field('deterministic.portsPerSubscriber')),
                };
                const isDeterministic = Object.values(deterministic).some((v) => v !== undefined);
                return {
                    name: field('name'),
                    prefixes: field('prefixes')?.split(/[\s,]+/),
                    instance: field('instance'),
                    filtering: field('filtering'),
                    holdSyns: field('holdSyns') === 'yes',
                    portSets: numberOf(field('portSets')),
                    ...(ports.length > 0 && { ports: Object.fromEntries(ports) }),
                    ...(isDeterministic && {
                        deterministic: {
                            ...deterministic,
                            algorithm: field('deterministic.algorithm'),
                        },
                    }),
                };
            }}
            onSend={(body) =>
                void change
                    .send('POST', 'pools', 'Saved, on every connected device.', body)
                    .then((saved) => saved && onEnd())
            }
        >
            <Field name="name" label="Name" placeholder="customers" />
            <Field name="prefixes" label="IPv4 prefixes or ranges" placeholder="203.0.113.0/26" />
            {names.length > 1 && <Choice name="instance" label="Instance" options={names} />}
            <Choice name="filtering" label="Filtering" options={FILTERINGS} />
            <Field name="ports.tcp" label="TCP ports" placeholder="1024-65535" />
            <Field name="ports.udp" label="UDP ports" placeholder="1024-65535" />
            <Field name="ports.icmp" label="ICMP identifiers" placeholder="0-65535" />
            <Choice
                name="holdSyns"
                label="Hold SYNs that nobody waits for"
                options={['no', 'yes']}
            />
            <Field name="portSets" label="Ports bound at once" placeholder="one by one" />
            <fieldset>
                <legend>Ports by configuration alone (RFC 7422)</legend>
                <Field
                    name="deterministic.subscribers"
                    label="Prefix of the subscribers"
                    placeholder="none"
                />
                <Field
                    name="deterministic.portsPerSubscriber"
                    label="Ports of each"
                    placeholder="256"
                />
                <Choice
                    name="deterministic.algorithm"
                    label="Algorithm"
                    options={['sequential', 'contiguous']}
                />
            </fieldset>
        </NewForm>
    );
}

/** Blocks of the addresses on a page: the smallest prefixes that hold them are asked for. */
function Blocks({ pool, route, change }: { pool: Pool; route: Route; change: Change }) {
    const readOnly = useReadOnly();
    const protocol = PROTOCOLS.find((p) => p === route.query.protocol) ?? 'tcp';
    const page = Math.max(0, Number(route.query.page ?? 0) || 0);
    const instance = useResource(instances).data?.find((i) => i.name === pool.instance);
    const prefixes = useMemo(
        () => pool.prefixes.flatMap((t) => parsePrefix(t) ?? []),
        [pool.prefixes.join()],
    );
    const addresses = useMemo(() => pageOf(prefixes, page), [prefixes, page]);
    const total = prefixes.reduce((n, p) => n + sizeOf(p), 0);
    const [held, setHeld] = useState<{ subscribers: Subscriber[]; more: boolean } | null>(null);
    const [error, setError] = useState<string | null>(null);

    useEffect(() => {
        const controller = new AbortController();
        const load = async () => {
            try {
                const found = await subscribersOf(addresses, controller.signal);
                setHeld(found);
                setError(null);
            } catch (e) {
                if (!controller.signal.aborted) {
                    setError(e instanceof ApiError ? e.message : String(e));
                }
            }
        };
        // Nobody knows who holds blocks of other addresses.
        setHeld(null);
        void load();
        const timer = setInterval(
            () => document.visibilityState === 'visible' && void load(),
            5_000,
        );
        return () => {
            clearInterval(timer);
            controller.abort();
        };
    }, [addresses]);

    const range = parseRange(pool.ports[protocol]);
    const size = instance?.blockSize ?? 64;
    const byAddress = useMemo(
        () => blocksByAddress(held?.subscribers ?? [], protocol),
        [held, protocol],
    );
    const show = (to: Protocol, at: number) =>
        go('pools', { pool: pool.name, protocol: to, page: at > 0 ? String(at) : undefined }, true);
    return (
        <section class="blocks">
            <header class="page-head">
                <h2>
                    Blocks of {pool.name}{' '}
                    <small>
                        {size} ports each, {pool.ports[protocol]}
                    </small>
                </h2>
                {pool.configured ? (
                    <Configured />
                ) : (
                    !readOnly && (
                        <span class="tools">
                            {!pool.deterministic && <Drain pool={pool} change={change} />}
                            <Sure
                                name="Remove"
                                label={`Remove the pool ${pool.name}`}
                                question={`Its ${count(PROTOCOLS.reduce((n, p) => n + pool.usage[p].bindings, 0))} bindings go with it.`}
                                disabled={change.busy}
                                onSure={() =>
                                    void change.send(
                                        'DELETE',
                                        `pools/${pool.name}`,
                                        `Removed ${pool.name}.`,
                                    )
                                }
                            />
                        </span>
                    )
                )}
                <div class="choice" role="group" aria-label="Protocol">
                    {PROTOCOLS.map((p) => (
                        <button
                            key={p}
                            type="button"
                            aria-pressed={p === protocol}
                            onClick={() => show(p, page)}
                        >
                            {p.toUpperCase()}
                        </button>
                    ))}
                </div>
            </header>
            <p class="legend is-blocks">
                {['free', 'held, no binding', 'up to half', 'more than half', 'full'].map(
                    (text, i) => (
                        <span class="key" key={text}>
                            <svg viewBox="0 0 12 12" aria-hidden="true">
                                <rect class={`block level-${i}`} width="12" height="12" rx="2" />
                            </svg>
                            {text}
                        </span>
                    ),
                )}
                <span class="faint">Arrow keys move within a map; Enter finds the subscriber.</span>
            </p>
            {error !== null && <Message kind="error">{error}</Message>}
            {held?.more && (
                <Message kind="note">These addresses have more subscribers than are shown.</Message>
            )}
            {range !== null && held !== null && (
                <div class="block-maps">
                    {addresses.map((address) => (
                        <BlockMap
                            key={address}
                            address={address}
                            protocol={protocol}
                            cells={cells(range, size, byAddress.get(address) ?? [])}
                        />
                    ))}
                </div>
            )}
            {total > ADDRESSES && (
                <nav class="pages" aria-label="Addresses">
                    <button
                        type="button"
                        disabled={page === 0}
                        onClick={() => show(protocol, page - 1)}
                    >
                        Previous
                    </button>
                    <span>
                        Addresses {count(page * ADDRESSES + 1)} to{' '}
                        {count(Math.min(total, (page + 1) * ADDRESSES))} of {count(total)}
                    </span>
                    <button
                        type="button"
                        disabled={(page + 1) * ADDRESSES >= total}
                        onClick={() => show(protocol, page + 1)}
                    >
                        Next
                    </button>
                </nav>
            )}
        </section>
    );
}

/** Has a pool drain or no longer; it asks nothing first, as nobody is cut and it can be undone. */
function Drain({ pool, change }: { pool: Pool; change: Change }) {
    const name = pool.drain ? 'Stop draining' : 'Drain';
    return (
        // One that is disabled loses the focus.
        <button
            type="button"
            class="quiet"
            aria-disabled={change.busy}
            aria-label={`${name} the pool ${pool.name}`}
            onClick={() =>
                change.busy ||
                void change.send(
                    pool.drain ? 'DELETE' : 'PUT',
                    `pools/${pool.name}/drain`,
                    pool.drain
                        ? `${pool.name} no longer drains.`
                        : `${pool.name} drains: new bindings get ports of other pools, where there are any.`,
                )
            }
        >
            {name}
        </button>
    );
}

/** The addresses of a page over all prefixes of a pool. */
function pageOf(prefixes: readonly Prefix[], page: number): string[] {
    const found: string[] = [];
    let skip = page * ADDRESSES;
    for (const p of prefixes) {
        if (skip < sizeOf(p)) {
            found.push(...addressesOf(p, skip, ADDRESSES - found.length));
            skip = 0;
        } else {
            skip -= sizeOf(p);
        }
        if (found.length >= ADDRESSES) {
            break;
        }
    }
    return found;
}

async function subscribersOf(addresses: readonly string[], signal: AbortSignal) {
    // One question per /28 in which addresses of the page lie.
    const wide = new Set(
        addresses.map((a) => formatIpv4(((parsePrefix(a)?.value ?? 0n) >> 4n) << 4n)),
    );
    const subscribers = new Map<string, Subscriber>();
    let more = false;
    for (const network of wide) {
        const answer = await client.get<{ subscribers: Subscriber[]; next: string | null }>(
            'subscribers',
            {
                ipv4: addresses.length === 1 ? (addresses[0] ?? network) : `${network}/28`,
                limit: String(SUBSCRIBERS),
            },
            signal,
        );
        for (const s of answer.subscribers) {
            subscribers.set(`${s.instance} ${s.ipv6}`, s);
        }
        more ||= answer.next !== null;
    }
    return { subscribers: [...subscribers.values()], more };
}
