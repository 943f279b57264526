// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState } from 'preact/hooks';
import { modelOf } from '../model/fabric';
import { legs } from '../model/path';
import { go, type Route } from '../ui/route';
import { devices, fabric, portRates, useResource } from '../ui/state';
import { Details } from './details';
import { FabricMap } from './map';
import { Overview } from './overview';
import { PathPanel, useTrace } from './path';
import { Results } from './results';

const STILL = matchMedia('(prefers-reduced-motion: reduce)');

/** The fabric beside what is asked about it: a session's path, a switch, what was found, or all. */
export function FabricView({ route }: { route: Route }) {
    const f = useResource(fabric);
    const d = useResource(devices);
    const [moving, setMoving] = useState(!STILL.matches);
    const trace = useTrace(route.query);
    const selected = route.query.select ?? null;
    const q = route.query.q ?? '';

    const intended = useMemo(
        () => new Map((d.data ?? []).map((device) => [device.id, device.intendedEntries] as const)),
        [d.data],
    );
    const outbound = useMemo(() => (trace.path ? legs(trace.path.outbound, 6) : []), [trace.path]);
    const inbound = useMemo(() => (trace.path ? legs(trace.path.inbound, 4) : []), [trace.path]);
    const translating = useMemo(
        () =>
            new Set(
                [trace.path?.outbound, trace.path?.inbound].flatMap((x) =>
                    (x?.hops ?? []).filter((hop) => hop.translates).map((hop) => hop.device),
                ),
            ),
        [trace.path],
    );
    const model = useMemo(() => (f.data ? modelOf(f.data, portRates) : null), [f.data]);

    const select = (id: string | null) =>
        go('fabric', { q: route.query.q, select: id ?? undefined }, true);
    return (
        <div class="fabric-view">
            <h1 class="hidden">Fabric</h1>
            <section class="stage" aria-label="Fabric">
                {model === null ? (
                    <p class="empty">{f.error ? f.error.message : 'Asking for the fabric …'}</p>
                ) : model.devices.size === 0 ? (
                    <p class="empty">There is no switch in the network configuration yet.</p>
                ) : (
                    <FabricMap
                        model={model}
                        intended={intended}
                        outbound={outbound}
                        inbound={inbound}
                        translating={translating}
                        selected={selected}
                        onSelect={select}
                        moving={moving}
                    />
                )}
                <Legend tracing={trace.wanted} moving={moving} onMoving={setMoving} />
            </section>
            <aside class="panel" aria-label="Details">
                {trace.wanted && model ? (
                    <PathPanel trace={trace} model={model} back={q} />
                ) : selected !== null && model ? (
                    <Details id={selected} model={model} onClose={() => select(null)} />
                ) : q !== '' ? (
                    <Results text={q} />
                ) : (
                    <Overview onSelect={select} />
                )}
            </aside>
        </div>
    );
}

function Legend({
    tracing,
    moving,
    onMoving,
}: {
    tracing: boolean;
    moving: boolean;
    onMoving: (on: boolean) => void;
}) {
    return (
        <div class="legend">
            {tracing ? (
                <>
                    <span class="key">
                        <svg viewBox="0 0 28 10" aria-hidden="true">
                            <path class="leg-key is-ipv6" d="M0 5h28" />
                        </svg>
                        as IPv6
                    </span>
                    <span class="key">
                        <svg viewBox="0 0 28 10" aria-hidden="true">
                            <path class="leg-key is-ipv4" d="M0 5h28" />
                        </svg>
                        as IPv4
                    </span>
                    <span class="key">
                        <svg viewBox="0 0 28 10" aria-hidden="true">
                            <path class="leg-key is-plain" d="M0 5h28" />
                        </svg>
                        outbound
                    </span>
                    <span class="key">
                        <svg viewBox="0 0 28 10" aria-hidden="true">
                            <path class="leg-key is-plain is-dashed" d="M0 5h28" />
                        </svg>
                        inbound
                    </span>
                </>
            ) : (
                <>
                    <span class="scale">
                        {['idle', '<1 k', '', '', '1 M', '', '', '>1 G'].map((text, step) => (
                            <span key={`step ${String(step)}`} class="step">
                                <svg
                                    viewBox="0 0 30 10"
                                    preserveAspectRatio="none"
                                    aria-hidden="true"
                                >
                                    <path class={`lane load-${step}`} d="M0 5h30" />
                                </svg>
                                {text}
                            </span>
                        ))}
                    </span>
                    <span>bit/s</span>
                    <span class="key">
                        <span class="chip six">6</span>IPv6 host
                    </span>
                    <span class="key">
                        <span class="chip four">4</span>IPv4 host
                    </span>
                    <span class="key">
                        <span class="chip both">6⇄4</span>translator
                    </span>
                </>
            )}
            <button
                type="button"
                class="quiet"
                aria-pressed={moving}
                onClick={() => onMoving(!moving)}
            >
                {moving ? 'Stop motion' : 'Start motion'}
            </button>
        </div>
    );
}
