// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo } from 'preact/hooks';
import type { ApiError, Client } from '../api/client';
import { Resource } from '../api/live';
import type { BindingPath, Direction } from '#api';
import type { FabricModel } from '../model/fabric';
import { deviceName, endpoint } from '../model/format';
import { stages } from '../model/path';
import { Message, Protocol, Time } from '../ui/parts';
import { formatRoute, go } from '../ui/route';
import { client, connection, useResource } from '../ui/state';

export interface Trace {
    readonly wanted: boolean;
    readonly path: BindingPath | null;
    readonly error: ApiError | null;
    readonly peer: string | null;
    readonly peerPort: string | null;
}

const NOTHING = new Resource<BindingPath | null>(
    connection,
    () => Promise.resolve(null),
    3_600_000,
);

function pathOf(api: Client, query: Record<string, string>): Resource<BindingPath | null> {
    return new Resource<BindingPath | null>(
        connection,
        (signal) => api.get('path', query, signal),
        3_000,
    );
}

/** Follows the session that a route names, for as long as it lasts. */
export function useTrace(query: Readonly<Record<string, string>>): Trace {
    const { protocol = '', ipv4 = '', port = '', peer = '' } = query;
    const wanted = protocol !== '' && ipv4 !== '' && port !== '';
    const resource = useMemo(
        () =>
            wanted
                ? pathOf(client, { protocol, ipv4, port, ...(peer === '' ? {} : { peer }) })
                : NOTHING,
        [wanted, protocol, ipv4, port, peer],
    );
    const { data, error } = useResource(resource);
    return {
        wanted,
        path: wanted && error?.status !== 404 ? data : null,
        error,
        peer: peer === '' ? null : peer,
        peerPort: query.peerPort ?? null,
    };
}

/** The path in words. */
export function PathPanel({
    trace,
    model,
    back,
}: {
    trace: Trace;
    model: FabricModel;
    back: string;
}) {
    useEffect(() => {
        const close = (e: KeyboardEvent) => {
            if (e.key === 'Escape' && !document.querySelector('dialog[open]')) {
                go('fabric', { q: back });
            }
        };
        addEventListener('keydown', close);
        return () => removeEventListener('keydown', close);
    }, [back]);
    const { path } = trace;
    return (
        <div class="path-panel">
            <header class="panel-head">
                <h2>Session</h2>
                <a class="button quiet" href={formatRoute('fabric', { q: back })}>
                    {back === '' ? 'Close' : 'Back to results'} <kbd>Esc</kbd>
                </a>
            </header>
            {path === null ? (
                trace.error ? (
                    <Message kind="error">
                        {trace.error.status === 404 ? 'This binding is over.' : trace.error.message}
                    </Message>
                ) : (
                    <p class="empty">Following …</p>
                )
            ) : (
                <>
                    <dl class="endpoints">
                        <div class="six">
                            <dt>IPv6 host</dt>
                            <dd>
                                {endpoint(
                                    path.binding.ipv6,
                                    path.binding.port6,
                                    path.binding.ports,
                                )}
                            </dd>
                        </div>
                        <div class="middle">
                            <dt>seen as</dt>
                            <dd>
                                {endpoint(
                                    path.binding.ipv4,
                                    path.binding.port4,
                                    path.binding.ports,
                                )}
                            </dd>
                        </div>
                        {trace.peer !== null && (
                            <div class="four">
                                <dt>IPv4 peer</dt>
                                <dd>
                                    {trace.peerPort === null
                                        ? trace.peer
                                        : endpoint(trace.peer, Number(trace.peerPort))}
                                </dd>
                            </div>
                        )}
                    </dl>
                    <p class="facts">
                        <Protocol name={path.binding.protocol} /> instance {path.binding.instance}
                        {path.binding.since !== null && (
                            <>
                                , since <Time at={path.binding.since} />
                            </>
                        )}
                        {path.binding.static
                            ? ', static'
                            : path.binding.expires && (
                                  <>
                                      , expires <Time at={path.binding.expires} /> unless used
                                  </>
                              )}
                    </p>
                    <DirectionView
                        title="Outbound"
                        direction={path.outbound}
                        entersAs="IPv6"
                        leavesAs="IPv4"
                        model={model}
                    />
                    <DirectionView
                        title="Inbound"
                        direction={path.inbound}
                        entersAs="IPv4"
                        leavesAs="IPv6"
                        model={model}
                    />
                    <p>
                        <a
                            class="button"
                            href={formatRoute('holders', {
                                address: path.binding.ipv4,
                                port: String(path.binding.port4),
                                protocol: path.binding.protocol,
                            })}
                        >
                            Who held this port?
                        </a>{' '}
                        <a
                            class="button"
                            href={formatRoute('diagnose', {
                                host: path.binding.ipv6,
                                peer: trace.peer ?? undefined,
                                protocol: path.binding.protocol,
                                port: trace.peerPort ?? undefined,
                                instance: path.binding.instance,
                            })}
                        >
                            Why no connection?
                        </a>
                    </p>
                </>
            )}
        </div>
    );
}

function DirectionView({
    title,
    direction,
    entersAs,
    leavesAs,
    model,
}: {
    title: string;
    direction: Direction;
    entersAs: string;
    leavesAs: string;
    model: FabricModel;
}) {
    const all = stages(direction);
    const name = (port: string) => model.hosts.get(port)?.name ?? port.replace(/^device:/, '');
    return (
        <section class="direction">
            <h3>{title}</h3>
            {all.length === 0 ? (
                <p class="empty">No path is known.</p>
            ) : (
                <ol>
                    {direction.from !== null && (
                        <li class={`is-${entersAs.toLowerCase()}`}>{name(direction.from)}</li>
                    )}
                    {all.map((stage) => (
                        <li
                            key={stage.map((s) => s.device).join()}
                            class={stage.some((s) => s.translates) ? 'translates' : ''}
                        >
                            <span>{stage.map((s) => deviceName(s.device)).join(' or ')}</span>
                            {stage.some((s) => s.translates) && (
                                <small>
                                    translates {entersAs} → {leavesAs}
                                </small>
                            )}
                            {stage.length > 1 && <small>{stage.length} paths of equal cost</small>}
                        </li>
                    ))}
                    {direction.to !== null ? (
                        <li class={`is-${leavesAs.toLowerCase()}`}>{name(direction.to)}</li>
                    ) : (
                        <li class="is-unknown">out of the fabric</li>
                    )}
                </ol>
            )}
        </section>
    );
}
