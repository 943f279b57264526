// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { Message } from '../ui/parts';
import { client } from '../ui/state';

/** A change that is sent, and what the server said to it. */
export interface Change {
    readonly busy: boolean;
    /** Why the last one was refused; null: it was not. */
    readonly refusal: string | null;
    /** What the last one did; null: it did nothing. */
    readonly done: string | null;
    /** Whether the refusal is of this field, by its path in what was sent, or of an entry of it. */
    readonly isWrong: (field: string) => boolean;
    /** @returns whether it was done; it is on every connected device then */
    readonly send: (method: string, path: string, done: string, json?: unknown) => Promise<boolean>;
}

/** @param refresh gets what was changed again */
export function useChange(refresh: () => void): Change {
    const [state, set] = useState<{
        busy: boolean;
        error: ApiError | null;
        done: string | null;
    }>({ busy: false, error: null, done: null });
    const problem = state.error?.problem;
    const other = problem?.conflictsWith;
    const detail = state.error?.message ?? '';
    return {
        busy: state.busy,
        refusal: state.error && (other ? `${detail} It conflicts with ${other}.` : detail),
        done: state.done,
        isWrong: (field) =>
            (problem?.errors ?? []).some(
                (e) => e.field === field || e.field.startsWith(`${field}[`),
            ),
        send: async (method, path, done, json) => {
            set({ busy: true, error: null, done: null });
            try {
                await client.ask(path, { method, ...(json !== undefined && { json }) });
                set({ busy: false, error: null, done });
                return true;
            } catch (e) {
                const error = e instanceof ApiError ? e : new ApiError(0, String(e));
                set({ busy: false, error, done: null });
                return false;
            } finally {
                refresh();
            }
        },
    };
}

export function Outcome({ change }: { change: Change }) {
    return (
        <>
            {change.refusal !== null && <Message kind="error">{change.refusal}</Message>}
            {change.done !== null && <Message kind="good">{change.done}</Message>}
        </>
    );
}

/** In place of what changes an entry that the API cannot change. */
export function Configured() {
    return <span class="faint">In the network configuration, which alone changes it.</span>;
}

/** A button that asks once more before it does what cannot be undone. */
export function Sure({
    name,
    label,
    question,
    disabled,
    onSure,
}: {
    name: string;
    label: string;
    question: string;
    disabled: boolean;
    onSure: () => void;
}) {
    const [asked, setAsked] = useState(false);
    return asked ? (
        <span class="sure" role="alert">
            {question}{' '}
            <button
                type="button"
                disabled={disabled}
                onClick={() => {
                    setAsked(false);
                    onSure();
                }}
            >
                {name}
            </button>
            <button type="button" class="quiet" onClick={() => setAsked(false)}>
                Keep
            </button>
        </span>
    ) : (
        <button
            type="button"
            class="quiet"
            disabled={disabled}
            aria-label={label}
            onClick={() => setAsked(true)}
        >
            {name}
        </button>
    );
}

/** A form for something new, or for what takes its place; what is not filled in is left out. */
export function NewForm({
    name,
    change,
    onSend,
    onCancel,
    children,
}: {
    name: string;
    change: Change;
    onSend: (field: (name: string) => string | undefined) => void;
    onCancel: () => void;
    children: ComponentChildren;
}) {
    return (
        <form
            class="ask new"
            aria-label={name}
            onSubmit={(e) => {
                e.preventDefault();
                const data = new FormData(e.currentTarget);
                onSend((field) => {
                    const value = data.get(field);
                    return typeof value === 'string' && value.trim() !== ''
                        ? value.trim()
                        : undefined;
                });
            }}
        >
            {children}
            <button type="submit" class="primary" disabled={change.busy}>
                {change.busy ? 'Saving …' : 'Save'}
            </button>
            <button type="button" class="quiet" onClick={onCancel}>
                Cancel
            </button>
        </form>
    );
}

export function Field({
    name,
    label,
    change,
    placeholder,
    value,
}: {
    name: string;
    label: string;
    change: Change;
    placeholder: string;
    /** What it begins with. */
    value?: string | number | undefined;
}) {
    return (
        <label>
            {label}
            <input
                name={name}
                placeholder={placeholder}
                defaultValue={value === undefined ? '' : String(value)}
                spellcheck={false}
                autocomplete="off"
                aria-invalid={change.isWrong(name)}
            />
        </label>
    );
}

export function Choice({
    name,
    label,
    options,
    value,
}: {
    name: string;
    label: string;
    options: readonly string[];
    /** What it begins with. */
    value?: string | undefined;
}) {
    return (
        <label>
            {label}
            <select name={name}>
                {options.map((o) => (
                    <option key={o} value={o} selected={o === value}>
                        {o}
                    </option>
                ))}
            </select>
        </label>
    );
}

/** What is no number goes as it is: the server says what is wrong with it. */
export function numberOf(text: string | undefined): number | string | undefined {
    return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
