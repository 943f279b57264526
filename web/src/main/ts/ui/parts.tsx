// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DeviceState, Severity } from '#api';
import { duration, localTime, utcTime } from '../model/format';
import { useAway } from './state';

/** Shapes that differ without their colours. */
const SHAPES = {
    ok: 'M3 8.5 6.5 12 13 4.5',
    busy: 'M13 8a5 5 0 1 1-2-4M11 1v3.5H7.5',
    note: 'M8 2.5v6.7M8 12.6v.4',
    down: 'M4 4l8 8M12 4l-8 8',
    unknown: 'M5 5.6a3 3 0 1 1 4.4 2.6C8.4 8.8 8 9.2 8 10.3M8 12.8v.4',
} as const;

export type Shape = keyof typeof SHAPES;

export function shapeOfState(state: DeviceState): Shape {
    return state === 'ready' ? 'ok' : state === 'reconciling' ? 'busy' : 'down';
}

interface Placed {
    x?: number;
    y?: number;
    size?: number;
}

export function StateIcon({ state, ...placed }: { state: DeviceState } & Placed) {
    return <Mark shape={shapeOfState(state)} {...placed} />;
}

/** How something is, as far as it is known now; a word stands beside it. */
export function Mark({ shape: known, x, y, size = 16 }: { shape: Shape } & Placed) {
    const shape = useAway() ? 'unknown' : known;
    return (
        <svg
            class={`state-icon is-${shape}`}
            x={x}
            y={y}
            width={size}
            height={size}
            viewBox="0 0 16 16"
            aria-hidden="true"
        >
            <path d={SHAPES[shape]} />
        </svg>
    );
}

/** The state in words, as far as it is known now. */
export function stateName(state: DeviceState, away: boolean): string {
    return away ? `unknown, was ${state}` : state;
}

export function StateName({ state }: { state: DeviceState }) {
    return <>{stateName(state, useAway())}</>;
}

const SEVERITIES: Record<Severity, string> = {
    critical: 'M5 1h6l4 4v6l-4 4H5l-4-4V5z',
    major: 'M8 1.2 15.4 14.5H.6z',
    minor: 'M8 .8 15.2 8 8 15.2.8 8z',
    warning: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z',
};

export const SEVERITY_ORDER: readonly Severity[] = ['critical', 'major', 'minor', 'warning'];

export function SeverityIcon({ severity }: { severity: Severity }) {
    return (
        <svg
            class={`severity-icon is-${severity}`}
            width="16"
            height="16"
            viewBox="0 0 16 16"
            aria-hidden="true"
        >
            <path d={SEVERITIES[severity] ?? SEVERITIES.warning} />
            <path class="mark" d="M8 4.8v4.2M8 11v1.2" />
        </svg>
    );
}

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
    const width = 120;
    const height = 28;
    if (values.length < 2) {
        return <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />;
    }
    const top = Math.max(...values);
    const bottom = Math.min(...values, top * 0.8);
    const span = top - bottom || 1;
    const points = values.map((v, i) => {
        const x = (i / (values.length - 1)) * width;
        const y = height - 3 - ((v - bottom) / span) * (height - 6);
        return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
    return (
        <svg
            class="sparkline"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={label}
        >
            <path class="area" d={`M0 ${height}L${points.join('L')}L${width} ${height}z`} />
            <path class="line" d={`M${points.join('L')}`} />
        </svg>
    );
}

/** How full something is; the number stands beside it, so that the colour says nothing alone. */
export function Bar({
    part,
    whole,
    label,
    warns = true,
}: {
    part: number;
    whole: number;
    label: string;
    /** Whether it is bad to be full. */
    warns?: boolean;
}) {
    const share = whole === 0 ? 0 : Math.min(1, part / whole);
    return (
        <svg
            class={`bar ${!warns ? '' : share >= 0.95 ? 'is-full' : share >= 0.8 ? 'is-high' : ''}`}
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            role="img"
            aria-label={label}
        >
            <rect class="track" width="100" height="8" />
            <rect class="fill" width={part > 0 ? Math.max(0.8, share * 100) : 0} height="8" />
        </svg>
    );
}

export function Protocol({ name }: { name: string }) {
    return <span class={`protocol is-${name}`}>{name.toUpperCase()}</span>;
}

/** The time here or, where that is wanted, in UTC; with UTC and the age for who asks. */
export function Time({
    at,
    age = false,
    utc = false,
}: {
    at: string;
    age?: boolean;
    utc?: boolean;
}) {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) {
        return <span>–</span>;
    }
    return (
        <time dateTime={at} title={`${at} · ${duration(Date.now() - date.getTime())} ago`}>
            {age ? duration(Date.now() - date.getTime()) : utc ? utcTime(date) : localTime(date)}
        </time>
    );
}

export function Message({
    kind,
    children,
}: {
    kind: 'error' | 'note' | 'good';
    children: ComponentChildren;
}) {
    return (
        <p class={`message is-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
            {children}
        </p>
    );
}

/** A modal dialog: the browser keeps the focus inside and gives it back. */
export function Dialog({
    title,
    onClose,
    children,
}: {
    title: string;
    onClose: () => void;
    children: ComponentChildren;
}) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        ref.current?.showModal();
    }, []);
    return (
        <dialog ref={ref} aria-labelledby="dialog-title" onClose={onClose}>
            <header>
                <h2 id="dialog-title">{title}</h2>
                <button
                    type="button"
                    class="quiet"
                    onClick={() => ref.current?.close()}
                    aria-label="Close"
                >
                    ✕
                </button>
            </header>
            {children}
        </dialog>
    );
}

/** The head of a column, by which the rows can be sorted. */
export function SortHead({
    order,
    number,
    onSort,
    children,
}: {
    /** In which the rows are by this column; null: by another one. */
    order: 'ascending' | 'descending' | null;
    /** Whether the column is one of numbers. */
    number?: boolean;
    onSort: () => void;
    children: ComponentChildren;
}) {
    const arrow = order === null ? '' : order === 'ascending' ? ' ↑' : ' ↓';
    return (
        <th class={number ? 'number' : undefined} aria-sort={order ?? undefined}>
            <button type="button" class="sort" onClick={onSort}>
                {children}
                <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    );
}

/** Turns the pages of a table that is here as a whole; nothing where there is but one. */
export function Pages({
    page,
    pages,
    onTurn,
}: {
    /** From 0. */
    page: number;
    pages: number;
    onTurn: (to: number) => void;
}) {
    return pages === 1 ? null : (
        <nav class="pages" aria-label="Pages">
            <button type="button" disabled={page === 0} onClick={() => onTurn(page - 1)}>
                Previous
            </button>
            <span>
                Page {page + 1} of {pages}
            </span>
            <button type="button" disabled={page + 1 >= pages} onClick={() => onTurn(page + 1)}>
                Next
            </button>
        </nav>
    );
}
