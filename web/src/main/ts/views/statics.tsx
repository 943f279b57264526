// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState } from 'preact/hooks';
import type { StaticBinding } from '#api';
import { natural } from '../model/address';
import { count, endpoint, PROTOCOLS } from '../model/format';
import { pageOf } from '../model/pager';
import { Pages, Protocol, SortHead } from '../ui/parts';
import { go } from '../ui/route';
import { instances, staticBindings, useReadOnly, useResource } from '../ui/state';
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

/** The explicit mappings, or the static bindings. */
export function TableChoice({ shown }: { shown: 'eamt' | 'static' }) {
    return (
        <div class="choice" role="group" aria-label="Table">
            {(['eamt', 'static'] as const).map((name) => (
                <button
                    key={name}
                    type="button"
                    aria-pressed={shown === name}
                    onClick={() =>
                        go('mappings', { table: name === 'static' ? name : undefined }, true)
                    }
                >
                    {name === 'eamt' ? 'Explicit mappings' : 'Static bindings'}
                </button>
            ))}
        </div>
    );
}

const ORDERS = {
    ipv6: (b: StaticBinding) => `${b.ipv6} ${b.port6}`,
    ipv4: (b: StaticBinding) => `${b.ipv4} ${b.port4}`,
    protocol: (b: StaticBinding) => b.protocol,
} as const;

type OrderKey = keyof typeof ORDERS;

/** Static bindings: added, changed and removed one by one, each in force once it is saved. */
export function StaticBindings() {
    const { data, error } = useResource(staticBindings);
    const change = useChange(() => staticBindings.refresh());
    const readOnly = useReadOnly();
    const [editing, setEditing] = useState<StaticBinding | 'new' | null>(null);
    const [filter, setFilter] = useState('');
    const [page, setPage] = useState(0);
    const [by, setBy] = useState<OrderKey>('ipv4');
    const words = filter.trim().toLowerCase();
    const rows = useMemo(
        () =>
            (data ?? [])
                .filter((b) =>
                    [b.protocol, b.ipv6, b.port6, b.ipv4, b.port4, b.instance]
                        .join(' ')
                        .toLowerCase()
                        .includes(words),
                )
                .sort((a, b) => natural(ORDERS[by](a), ORDERS[by](b))),
        [data, words, by],
    );
    const { at, pages, part } = pageOf(rows, page);
    const head = (key: OrderKey, text: string) => (
        <SortHead order={by === key ? 'ascending' : null} onSort={() => setBy(key)}>
            {text}
        </SortHead>
    );
    return (
        <div class="page">
            <header class="page-head">
                <h1>
                    Mappings <small>{count(data?.length ?? 0)} static bindings</small>
                </h1>
                <div class="tools">
                    <TableChoice shown="static" />
                    <input
                        type="search"
                        value={filter}
                        placeholder="Filter"
                        aria-label="Filter the static bindings"
                        onInput={(e) => {
                            setFilter(e.currentTarget.value);
                            setPage(0);
                        }}
                    />
                    {!readOnly && (
                        <button type="button" onClick={() => setEditing('new')}>
                            Add
                        </button>
                    )}
                </div>
            </header>
            {editing && (
                <BindingForm
                    key={editing === 'new' ? editing : keyOf(editing)}
                    old={editing === 'new' ? null : editing}
                    change={change}
                    onEnd={() => setEditing(null)}
                />
            )}
            <Outcome change={change} />
            {data === null && <p class="empty">{error?.message ?? 'Asking …'}</p>}
            {data?.length === 0 && <p class="empty">There is no static binding yet.</p>}
            {rows.length > 0 && (
                <div class="scroll">
                    <table class="entries is-cards">
                        <thead>
                            <tr>
                                {head('protocol', 'Protocol')}
                                {head('ipv6', 'IPv6 host')}
                                {head('ipv4', 'Seen as')}
                                <th>Instance</th>
                                <th>
                                    <span class="hidden">Actions</span>
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {part.map((b) => (
                                <tr key={keyOf(b)}>
                                    <td>
                                        <Protocol name={b.protocol} />
                                    </td>
                                    <td data-label="IPv6 host">
                                        <code class="six">{endpoint(b.ipv6, b.port6)}</code>
                                    </td>
                                    <td data-label="Seen as">
                                        <code>{endpoint(b.ipv4, b.port4)}</code>
                                    </td>
                                    <td data-label="Instance">{b.instance}</td>
                                    <td class="actions">
                                        {b.configured ? (
                                            <Configured />
                                        ) : (
                                            !readOnly && (
                                                <>
                                                    <button
                                                        type="button"
                                                        class="quiet"
                                                        disabled={change.busy}
                                                        aria-label={`Change ${nameOf(b)}`}
                                                        onClick={() => setEditing(b)}
                                                    >
                                                        Change
                                                    </button>
                                                    <Sure
                                                        name="Remove"
                                                        label={`Remove ${nameOf(b)}`}
                                                        question="Its flows are cut."
                                                        disabled={change.busy}
                                                        onSure={() =>
                                                            void change.send(
                                                                'DELETE',
                                                                keyOf(b),
                                                                `Removed ${nameOf(b)}.`,
                                                            )
                                                        }
                                                    />
                                                </>
                                            )
                                        )}
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
            <Pages page={at} pages={pages} onTurn={setPage} />
        </div>
    );
}

/** Its path, by which the API knows it. */
function keyOf(b: StaticBinding): string {
    return `static-bindings/${b.protocol}/${b.ipv4}/${b.port4}`;
}

function nameOf(b: StaticBinding): string {
    return `${b.protocol} ${endpoint(b.ipv4, b.port4)}`;
}

/**
 * A form for a static binding.
 *
 * @param old what it is to take the place of; null: it is a new one
 */
function BindingForm({
    old,
    change,
    onEnd,
}: {
    old: StaticBinding | null;
    change: Change;
    onEnd: () => void;
}) {
    const names = (useResource(instances).data ?? []).map((i) => i.name);
    const path = old ? keyOf(old) : 'static-bindings';
    return (
        <NewForm
            name={old ? `Change of ${nameOf(old)}` : 'New static binding'}
            change={change}
            check={`${path}/check`}
            onCancel={onEnd}
            bodyOf={(field) => ({
                protocol: field('protocol'),
                ipv6: field('ipv6'),
                port6: numberOf(field('port6')),
                ipv4: field('ipv4'),
                port4: numberOf(field('port4')),
                instance: field('instance'),
            })}
            onSend={(body) =>
                void change
                    .send(old ? 'PUT' : 'POST', path, 'Saved, on every connected device.', body)
                    .then((saved) => saved && onEnd())
            }
        >
            {old && <p>Takes the place of {nameOf(old)}, whose flows are cut.</p>}
            <Choice name="protocol" label="Protocol" options={PROTOCOLS} value={old?.protocol} />
            <Field
                name="ipv6"
                label="IPv6 address"
                placeholder="2001:db8:1::80"
                value={old?.ipv6}
            />
            <Field name="port6" label="IPv6 port" placeholder="80" value={old?.port6} />
            <Field
                name="ipv4"
                label="IPv4 address of a pool"
                placeholder="203.0.113.8"
                value={old?.ipv4}
            />
            <Field name="port4" label="IPv4 port" placeholder="80" value={old?.port4} />
            {names.length > 1 && (
                <Choice name="instance" label="Instance" options={names} value={old?.instance} />
            )}
        </NewForm>
    );
}
