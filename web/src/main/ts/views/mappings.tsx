// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import { newRow, type Row, type RowProblem, stateOf } from '../model/eamt';
import { count } from '../model/format';
import { pageOf } from '../model/pager';
import { Message, Pages } from '../ui/parts';
import type { Route } from '../ui/route';
import { client, instances, useReadOnly, useResource } from '../ui/state';
import { draftIsDirty, type Editing, useDraft } from './draft';
import { StaticBindings, TableChoice } from './statics';

const MARKS = { same: '', added: '+', changed: '~', removed: '−' } as const;

/** What is mapped by hand. */
export function MappingsView({ route }: { route: Route }) {
    return route.query.table === 'static' ? <StaticBindings /> : <ExplicitMappings />;
}

/** The EAMT: edited here, checked while one types, saved in one step. */
function ExplicitMappings() {
    const editing = useDraft();
    const all = useResource(instances).data ?? [];
    const readOnly = useReadOnly();
    const [filter, setFilter] = useState('');
    const [page, setPage] = useState(0);
    const [focus, setFocus] = useState<number | null>(null);
    const { rows } = editing;

    useEffect(() => {
        const leaving = (e: BeforeUnloadEvent) => draftIsDirty() && e.preventDefault();
        addEventListener('beforeunload', leaving);
        return () => removeEventListener('beforeunload', leaving);
    }, []);

    if (rows === null) {
        return (
            <div class="page">
                <h1>Mappings</h1>
                <p class="empty">{editing.error ?? 'Asking …'}</p>
            </div>
        );
    }
    const words = filter.trim().toLowerCase();
    // What is not saved is shown whatever the filter says.
    const shown = rows.filter(
        (r) =>
            words === '' ||
            stateOf(r) !== 'same' ||
            [r.ipv4, r.ipv6, r.instance].some((t) => t.toLowerCase().includes(words)),
    );
    const { at, pages, part } = pageOf(shown, page);
    const number = [...editing.problems.values()].reduce((n, p) => n + p.length, 0);
    const replace = (id: number, to: Partial<Row>) =>
        editing.set(rows.map((r) => (r.id === id ? { ...r, ...to } : r)));
    const remove = (row: Row) =>
        editing.set(
            row.base === null
                ? rows.filter((r) => r.id !== row.id)
                : rows.map((r) => (r.id === row.id ? { ...r, removed: !r.removed } : r)),
        );
    const add = () => {
        const row = newRow(all[0]?.name ?? '');
        editing.set([row, ...rows]);
        setPage(0);
        setFocus(row.id);
    };
    return (
        <div class="page">
            <header class="page-head">
                <h1>
                    Mappings{' '}
                    <small>
                        {count(rows.filter((r) => !r.removed).length)} explicit address mappings
                    </small>
                </h1>
                <div class="tools">
                    <TableChoice shown="eamt" />
                    <input
                        type="search"
                        value={filter}
                        placeholder="Filter"
                        aria-label="Filter the mappings"
                        onInput={(e) => {
                            setFilter(e.currentTarget.value);
                            setPage(0);
                        }}
                    />
                    {!readOnly && (
                        <>
                            <button type="button" disabled={editing.saving} onClick={add}>
                                Add
                            </button>
                            <Import editing={editing} />
                        </>
                    )}
                    <a
                        class="button"
                        href={client.url('eamt', { format: 'csv' })}
                        download="eamt.csv"
                    >
                        Export CSV
                    </a>
                </div>
            </header>
            <SaveBar editing={editing} problems={number} />
            <Notices editing={editing} />
            {(editing.problems.get(0) ?? []).map((p) => (
                <Message key={p.message} kind="error">
                    {p.message}
                </Message>
            ))}
            <div class="scroll">
                <table class="eamt is-cards">
                    <thead>
                        <tr>
                            <th>
                                <span class="hidden">Change</span>
                            </th>
                            <th>IPv4 prefix</th>
                            <th>IPv6 prefix</th>
                            <th>Instance</th>
                            <th>Host family</th>
                            <th>
                                <span class="hidden">Actions</span>
                            </th>
                        </tr>
                    </thead>
                    {part.map((row) => (
                        <MappingRow
                            key={row.id}
                            row={row}
                            readOnly={readOnly}
                            saving={editing.saving}
                            instances={all.map((i) => i.name)}
                            problems={editing.problems.get(row.id) ?? []}
                            focus={focus === row.id}
                            onChange={(to) => replace(row.id, to)}
                            onRemove={() => remove(row)}
                            onRevert={() =>
                                row.base && replace(row.id, { ...row.base, removed: false })
                            }
                        />
                    ))}
                </table>
            </div>
            {rows.length === 0 && <p class="empty">There is no mapping yet.</p>}
            <Pages page={at} pages={pages} onTurn={setPage} />
        </div>
    );
}

function Import({ editing }: { editing: Editing }) {
    const input = useRef<HTMLInputElement>(null);
    return (
        <>
            <button type="button" disabled={editing.saving} onClick={() => input.current?.click()}>
                Import CSV
            </button>
            <input
                ref={input}
                type="file"
                accept=".csv,text/csv"
                hidden
                aria-label="CSV file to import"
                onChange={async (e) => {
                    const field = e.currentTarget;
                    const file = field.files?.[0];
                    if (file) {
                        await editing.importCsv(await file.text());
                        field.value = '';
                    }
                }}
            />
        </>
    );
}

function SaveBar({ editing, problems }: { editing: Editing; problems: number }) {
    if (!editing.dirty) {
        return null;
    }
    const states = (editing.rows ?? []).map(stateOf);
    const parts = (['added', 'changed', 'removed'] as const)
        .map((state) => [state, states.filter((s) => s === state).length] as const)
        .filter(([, n]) => n > 0)
        .map(([state, n]) => `${n} ${state}`);
    return (
        <div class={`save-bar ${problems > 0 ? 'is-bad' : ''}`}>
            <span role="status">
                <strong>{parts.join(', ')}</strong>
                {', not saved. '}
                {editing.checking
                    ? 'Checking …'
                    : problems > 0
                      ? `${problems} ${problems === 1 ? 'problem' : 'problems'} to solve first.`
                      : 'No conflict with other mappings or pools.'}
            </span>
            <button type="button" class="quiet" disabled={editing.saving} onClick={editing.discard}>
                Discard
            </button>
            <button
                type="button"
                class="primary"
                disabled={problems > 0 || editing.checking || editing.saving}
                onClick={() => void editing.save()}
            >
                {editing.saving ? 'Saving …' : 'Save'}
            </button>
        </div>
    );
}

function Notices({ editing }: { editing: Editing }) {
    const { error, saved, theirs, both } = editing;
    return (
        <>
            {error !== null && <Message kind="error">{error}</Message>}
            {saved !== null && <Message kind="good">{saved}</Message>}
            {theirs.length > 0 && (
                <div class="message is-note" role="status">
                    Others meanwhile:
                    <ul>
                        {theirs.slice(0, 10).map((t) => (
                            <li key={t}>{t}</li>
                        ))}
                    </ul>
                    {theirs.length > 10 && <p>and {theirs.length - 10} more</p>}
                    {both.length > 0 && (
                        <>
                            Both they and you; yours is what Save would write:
                            <ul>
                                {both.map((t) => (
                                    <li key={t}>{t}</li>
                                ))}
                            </ul>
                        </>
                    )}
                    <button type="button" onClick={editing.dismiss}>
                        Understood
                    </button>
                </div>
            )}
        </>
    );
}

interface RowProps {
    readonly row: Row;
    readonly readOnly: boolean;
    /** What is typed meanwhile would be lost. */
    readonly saving: boolean;
    readonly instances: readonly string[];
    readonly problems: readonly RowProblem[];
    readonly focus: boolean;
    readonly onChange: (to: Partial<Row>) => void;
    readonly onRemove: () => void;
    readonly onRevert: () => void;
}

function MappingRow({
    row,
    readOnly,
    saving,
    instances: names,
    problems,
    focus,
    onChange,
    onRemove,
    onRevert,
}: RowProps) {
    const first = useRef<HTMLInputElement>(null);
    useEffect(() => {
        if (focus) {
            first.current?.focus();
        }
    }, [focus]);
    const state = stateOf(row);
    const fixed = readOnly || saving || row.removed;
    const bad = (field: RowProblem['field']) => problems.some((p) => p.field === field);
    const note = `problems-${row.id}`;
    const text = (field: 'ipv4' | 'ipv6', label: string) => (
        <input
            ref={field === 'ipv4' ? first : null}
            class={`address is-${field}`}
            value={row[field]}
            disabled={fixed}
            spellcheck={false}
            autocomplete="off"
            placeholder={field === 'ipv4' ? '198.51.100.0/28' : '2001:db8::/124'}
            aria-label={`${label} of mapping ${row.base?.ipv4 ?? 'new'}`}
            aria-invalid={bad(field)}
            aria-describedby={problems.length > 0 ? note : undefined}
            onInput={(e) => onChange({ [field]: e.currentTarget.value })}
        />
    );
    return (
        <tbody class={`is-${state} ${problems.length > 0 ? 'is-bad' : ''}`}>
            <tr>
                <td class="mark" title={state === 'same' ? undefined : state}>
                    {MARKS[state]}
                    {state !== 'same' && <span class="hidden">{state}</span>}
                </td>
                <td data-label="IPv4">{text('ipv4', 'IPv4 prefix')}</td>
                <td data-label="IPv6">{text('ipv6', 'IPv6 prefix')}</td>
                <td data-label="Instance">
                    <select
                        value={row.instance}
                        disabled={fixed}
                        aria-label="Instance"
                        aria-invalid={bad('instance')}
                        onChange={(e) => onChange({ instance: e.currentTarget.value })}
                    >
                        {[...new Set([...names, row.instance])].map((n) => (
                            <option key={n} value={n}>
                                {n}
                            </option>
                        ))}
                    </select>
                </td>
                <td data-label="Host family">
                    <select
                        value={row.host}
                        disabled={fixed}
                        aria-label="Address family of the hosts"
                        aria-invalid={bad('host')}
                        onChange={(e) => onChange({ host: e.currentTarget.value as Row['host'] })}
                    >
                        <option value="ipv6">IPv6</option>
                        <option value="ipv4">IPv4</option>
                    </select>
                </td>
                <td class="actions">
                    {state === 'changed' && (
                        <button type="button" class="quiet" disabled={saving} onClick={onRevert}>
                            Revert
                        </button>
                    )}
                    {!readOnly && (
                        <button type="button" class="quiet" disabled={saving} onClick={onRemove}>
                            {row.removed ? 'Keep' : 'Remove'}
                        </button>
                    )}
                </td>
            </tr>
            {problems.length > 0 && (
                <tr class="problems">
                    <td />
                    <td colSpan={5} id={note} role="alert">
                        {problems.map((p) => (
                            <p key={`${p.field} ${p.message}`}>
                                {p.message}
                                {p.other !== null && (
                                    <>
                                        {' '}
                                        <span class="faint">conflicts with:</span>{' '}
                                        <code>{p.other}</code>
                                    </>
                                )}
                            </p>
                        ))}
                    </td>
                </tr>
            )}
        </tbody>
    );
}
