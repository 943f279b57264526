// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Diagnosis, Finding } from '#api';
import { ApiError } from '../api/client';
import { endpoint, PROTOCOLS } from '../model/format';
import { Mark, Message, type Shape, Time } from '../ui/parts';
import { formatRoute, go, type Route } from '../ui/route';
import { client, instances, useAway, useResource } from '../ui/state';
import { Choice, Field, type Fields, fieldsOf, Problems } from './editing';

const FIELDS = ['host', 'hostPort', 'peer', 'protocol', 'port', 'instance'] as const;

type Flow = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const hasPorts = (protocol: string | undefined) => protocol === 'tcp' || protocol === 'udp';

/** As what IPv4 knows it. */
const isIpv4 = (host: string | undefined) => host?.includes('.') === true && !host.includes(':');

function flowOf(field: Fields): Flow {
    const given = FIELDS.filter(
        (name) =>
            (name !== 'port' || hasPorts(field('protocol'))) &&
            (name !== 'hostPort' || isIpv4(field('host'))),
    );
    return Object.fromEntries(
        given.flatMap((name) => {
            const value = field(name);
            return value === undefined || value === '' ? [] : [[name, value]];
        }),
    );
}

/** Why a host may have no connection. */
export function DiagnoseView({ route }: { route: Route }) {
    const flow = flowOf((name) => route.query[name]);
    const hash = formatRoute('diagnose', flow);
    const { answer, error, busy, again } = useDiagnosis(flow, hash);
    // A form that led to the route says it already, and keeps the focus.
    const form = useRef({ hash, key: 0 });
    if (form.current.hash !== hash) {
        form.current = { hash, key: form.current.key + 1 };
    }
    const ask = (of: Flow) => {
        const to = formatRoute('diagnose', of);
        if (to === hash) {
            again();
        } else {
            form.current.hash = to;
            go('diagnose', of);
        }
    };
    return (
        <div class="page">
            <h1>Why no connection?</h1>
            <FlowForm key={form.current.key} flow={flow} error={error} onAsk={ask} />
            <section aria-label="Diagnosis">
                <div aria-live="polite">
                    {answer ? (
                        <>
                            <Asked flow={flow} />
                            <Verdict answer={answer} />
                        </>
                    ) : (
                        busy && <p class="empty">Asking …</p>
                    )}
                </div>
                {answer && (
                    <>
                        <FindingList findings={answer.diagnosis.findings} />
                        {/* One that is disabled loses the focus. */}
                        <button
                            type="button"
                            aria-disabled={busy}
                            onClick={() => {
                                if (!busy) {
                                    again();
                                }
                            }}
                        >
                            {busy ? 'Asking …' : 'Ask again'}
                        </button>
                    </>
                )}
            </section>
        </div>
    );
}

interface Answer {
    readonly diagnosis: Diagnosis;
    /** When it came. */
    readonly at: string;
}

interface Outcome {
    readonly hash: string;
    readonly answer: Answer | null;
    readonly error: ApiError | null;
}

/** Asks of a flow as soon as a route names one, and again as often as that is wanted. */
function useDiagnosis(flow: Flow, hash: string) {
    const [asks, setAsks] = useState({ hash, count: 0 });
    const [outcome, setOutcome] = useState<Outcome | null>(null);
    const [busy, setBusy] = useState(false);
    const count = asks.hash === hash ? asks.count : 0;
    useEffect(() => {
        if (Object.keys(flow).length === 0 && count === 0) {
            return;
        }
        const controller = new AbortController();
        setBusy(true);
        client
            .get<Diagnosis>('diagnosis', flow, controller.signal)
            .then((diagnosis) => {
                const answer = { diagnosis, at: new Date().toISOString() };
                setOutcome({ hash, answer, error: null });
                setBusy(false);
            })
            .catch((e: unknown) => {
                if (controller.signal.aborted) {
                    return;
                }
                const error = e instanceof ApiError ? e : new ApiError(0, String(e));
                // What was answered before says when; of a flow that is refused now it says nothing.
                setOutcome((old) => ({
                    hash,
                    answer: error.away && old?.hash === hash ? old.answer : null,
                    error,
                }));
                setBusy(false);
            });
        return () => {
            controller.abort();
            setBusy(false);
        };
        // The hash is the flow.
    }, [hash, count]);
    const { answer, error } = outcome?.hash === hash ? outcome : { answer: null, error: null };
    return { answer, error, busy, again: () => setAsks({ hash, count: count + 1 }) };
}

function FlowForm({
    flow,
    error,
    onAsk,
}: {
    /** What it begins with. */
    flow: Flow;
    error: ApiError | null;
    onAsk: (flow: Flow) => void;
}) {
    const [protocol, setProtocol] = useState(flow.protocol);
    const [host, setHost] = useState(flow.host);
    const names = (useResource(instances).data ?? []).map((i) => i.name);
    if (flow.instance !== undefined && !names.includes(flow.instance)) {
        names.push(flow.instance);
    }
    const hasInstance = names.length > 1;
    const shown = ['host', 'peer', 'protocol'];
    if (isIpv4(host)) {
        shown.push('hostPort');
    }
    if (hasPorts(protocol)) {
        shown.push('port');
    }
    if (hasInstance) {
        shown.push('instance');
    }
    const problems = error?.problem?.errors ?? [];
    const isElsewhere = error !== null && !problems.some((p) => shown.includes(p.field));
    return (
        <>
            <form
                class="ask diagnose"
                aria-label="Flow"
                onInput={(e) => {
                    const field = fieldsOf(e.currentTarget);
                    setProtocol(field('protocol'));
                    setHost(field('host'));
                }}
                onSubmit={(e) => {
                    e.preventDefault();
                    onAsk(flowOf(fieldsOf(e.currentTarget)));
                }}
            >
                <Problems.Provider value={problems}>
                    <Field
                        name="host"
                        label="Host, in IPv6 or as IPv4 knows it"
                        placeholder="2001:db8:1::1"
                        value={flow.host}
                    />
                    {isIpv4(host) && (
                        <Field
                            name="hostPort"
                            label="Its port in IPv4"
                            placeholder="of an EAM none"
                            value={flow.hostPort}
                        />
                    )}
                    <Field
                        name="peer"
                        label="Peer, in IPv4 or IPv6"
                        placeholder="any"
                        value={flow.peer}
                    />
                    <Choice
                        name="protocol"
                        label="Protocol"
                        none="any"
                        options={PROTOCOLS}
                        value={flow.protocol}
                    />
                    {hasPorts(protocol) && (
                        <Field
                            name="port"
                            label="Port of the peer"
                            placeholder="any"
                            value={flow.port}
                        />
                    )}
                    {hasInstance && (
                        <Choice
                            name="instance"
                            label="Instance"
                            none="that of the peer"
                            options={names}
                            value={flow.instance}
                        />
                    )}
                </Problems.Provider>
                <button type="submit" class="primary">
                    Diagnose
                </button>
            </form>
            {isElsewhere && <Message kind="error">{error.message}</Message>}
        </>
    );
}

/** The flow that was asked for, whatever stands in the form by now. */
function Asked({ flow: { host = '', hostPort, peer, protocol, port, instance } }: { flow: Flow }) {
    const peerPort = peer !== undefined && port !== undefined ? Number(port) : undefined;
    return (
        <h2>
            <code class={isIpv4(host) ? 'four' : 'six'}>
                {hostPort === undefined ? host : endpoint(host, Number(hostPort))}
            </code>
            {peer !== undefined && (
                <>
                    {isIpv4(host) ? ' from ' : ' to '}
                    <code class={peer.includes(':') ? 'six' : 'four'}>
                        {endpoint(peer, peerPort)}
                    </code>
                </>
            )}
            {protocol !== undefined && ` by ${protocol.toUpperCase()}`}
            {peer === undefined && port !== undefined && ` to port ${port}`}
            {instance !== undefined && ` in instance ${instance}`}
        </h2>
    );
}

function Verdict({ answer: { diagnosis, at } }: { answer: Answer }) {
    const away = useAway();
    const problems = diagnosis.findings.filter((f) => f.result === 'problem').length;
    const subject =
        problems === 0 ? 'Nothing' : problems === 1 ? '1 problem' : `${problems} problems`;
    const keeps = away ? 'kept' : problems > 1 ? 'keep' : 'keeps';
    return (
        <>
            <p class={`message ${diagnosis.problem ? 'is-error' : 'is-good'}`}>
                {subject} {keeps} this flow from getting through.
            </p>
            <p class="faint">
                As of <Time at={at} />
            </p>
        </>
    );
}

const SHAPES: Record<Finding['result'], Shape> = { ok: 'ok', note: 'note', problem: 'down' };

const CHECKS: Record<Finding['check'], string> = {
    binding: 'Binding',
    host: 'Host',
    source: 'Source',
    destination: 'Destination',
    devices: 'Devices',
    ports: 'Ports',
    peer: 'Peer',
    service: 'Service',
};

function FindingList({ findings }: { findings: readonly Finding[] }) {
    const away = useAway();
    return (
        <ol class="findings">
            {findings.map(({ check, result, message }, i) => (
                <li key={i}>
                    <strong>{CHECKS[check]}</strong>
                    <span class="result">
                        <Mark shape={SHAPES[result]} /> {away ? `was ${result}` : result}
                    </span>
                    <p>{message}</p>
                </li>
            ))}
        </ol>
    );
}
