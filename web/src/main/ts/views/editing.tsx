// SPDX-License-Identifier: Apache-2.0
import { type ComponentChildren, createContext, type RefObject } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckProblem } from '#api';
import { ApiError } from '../api/client';
import { Message } from '../ui/parts';
import { client, useDebounced } from '../ui/state';

/** A change that is sent, and what the server said to it. */
export interface Change {
    readonly busy: boolean;
    /** Why the last one was refused; null: it was not. */
    readonly refusal: string | null;
    /** What the last one did; null: it did nothing. */
    readonly done: string | null;
    /** What the refusal says of fields, by their paths in what was sent. */
    readonly problems: readonly CheckProblem[];
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
        problems: problem?.errors ?? [],
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
    // Null: it was done, or was never asked.
    const [asked, setAsked] = useState<boolean | null>(null);
    const next = useRef<HTMLButtonElement>(null);
    // The button that had the focus is gone.
    useLayoutEffect(() => {
        if (asked !== null) {
            next.current?.focus();
        }
    }, [asked]);
    return asked ? (
        <span class="sure" role="alert">
            {question}{' '}
            <button
                type="button"
                disabled={disabled}
                onClick={() => {
                    setAsked(null);
                    document.getElementById('main')?.focus({ preventScroll: true });
                    onSure();
                }}
            >
                {name}
            </button>
            <button ref={next} type="button" class="quiet" onClick={() => setAsked(false)}>
                Keep
            </button>
        </span>
    ) : (
        <button
            ref={next}
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

/** Reads a field of a form; what is not filled in is left out. */
export type Fields = (name: string) => string | undefined;

export function fieldsOf(form: HTMLFormElement): Fields {
    const data = new FormData(form);
    return (name) => {
        const value = data.get(name);
        return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    };
}

export const Problems = createContext<readonly CheckProblem[]>([]);

/** What is wrong with a field of the form around it, or with an entry of that. */
function useProblems(name: string): readonly CheckProblem[] {
    return useContext(Problems).filter((p) => isOf(p, name));
}

function isOf(problem: CheckProblem, name: string): boolean {
    return problem.field === name || problem.field.startsWith(`${name}[`);
}

/** What the server says of what is typed once it rests; null: nothing was typed, or is sent. */
function useTrial(path: string, body: object | null): readonly CheckProblem[] | null {
    const [found, setFound] = useState<readonly CheckProblem[] | null>(null);
    const resting = useDebounced(body, 300);
    useEffect(() => {
        if (resting === null) {
            setFound(null);
            return;
        }
        const controller = new AbortController();
        client
            .ask<{ problems: CheckProblem[] }>(path, {
                method: 'POST',
                json: resting,
                signal: controller.signal,
            })
            .then((answer) => setFound(answer.body.problems))
            // It is Save that says what keeps the server from answering.
            .catch(() => !controller.signal.aborted && setFound([]));
        return () => controller.abort();
    }, [path, resting]);
    return body === null ? null : found;
}

/** Has who opens a form in its first field, and back where it was opened once it is gone. */
function useFocusWithin(form: RefObject<HTMLFormElement>): void {
    useLayoutEffect(() => {
        const its = form.current;
        const opener = document.activeElement;
        its?.querySelector<HTMLElement>('input, select')?.focus();
        return () => {
            const now = document.activeElement;
            if (now === null || now === document.body || its?.contains(now)) {
                (opener as HTMLElement | null)?.focus();
            }
        };
    }, [form]);
}

/** A form for something new, or for what takes its place, which is checked while one types. */
export function NewForm({
    name,
    change,
    check,
    bodyOf,
    onSend,
    onCancel,
    children,
}: {
    name: string;
    change: Change;
    /** Path of the API that says what would be refused. */
    check: string;
    bodyOf: (field: Fields) => object;
    onSend: (body: object) => void;
    onCancel: () => void;
    children: ComponentChildren;
}) {
    const [typed, setTyped] = useState<{ body: object; names: Names } | null>(null);
    // The last change may be that of another form.
    const [sent, setSent] = useState(false);
    const form = useRef<HTMLFormElement>(null);
    useFocusWithin(form);
    const trial = useTrial(check, typed?.body ?? null);
    const problems =
        typed === null
            ? sent
                ? change.problems
                : []
            : // That a field is missing which is still to be filled in is no news.
              (trial ?? []).filter((p) => !typed.names.empty.some((field) => isOf(p, field)));
    const elsewhere = problems.filter((p) => !typed?.names.all.some((field) => isOf(p, field)));
    return (
        <form
            ref={form}
            class="ask new"
            aria-label={name}
            onInput={(e) => {
                const its = e.currentTarget;
                setTyped({ body: bodyOf(fieldsOf(its)), names: namesOf(its) });
            }}
            onSubmit={(e) => {
                e.preventDefault();
                if (change.busy) {
                    return;
                }
                setTyped(null);
                setSent(true);
                onSend(bodyOf(fieldsOf(e.currentTarget)));
            }}
        >
            <Problems.Provider value={problems}>{children}</Problems.Provider>
            {typed !== null &&
                elsewhere.map((p) => (
                    <p key={p.field + p.message} class="problem" role="status">
                        {textOf(p)}
                    </p>
                ))}
            {/* One that is disabled loses the focus. */}
            <button type="submit" class="primary" aria-disabled={change.busy}>
                {change.busy ? 'Saving …' : 'Save'}
            </button>
            <button type="button" class="quiet" onClick={onCancel}>
                Cancel
            </button>
        </form>
    );
}

interface Names {
    readonly all: readonly string[];
    /** Of fields that are not filled in. */
    readonly empty: readonly string[];
}

function namesOf(form: HTMLFormElement): Names {
    const field = fieldsOf(form);
    const all = [...new FormData(form).keys()];
    return { all, empty: all.filter((name) => field(name) === undefined) };
}

function textOf(p: CheckProblem): string {
    return p.other === undefined ? p.message : `${p.message}. It conflicts with ${p.other}.`;
}

/** A field with its label, and below it what is wrong with it. */
function Labelled({
    name,
    label,
    children,
}: {
    name: string;
    label: string;
    children: ComponentChildren;
}) {
    return (
        <div class="field">
            <label>
                {label}
                {children}
            </label>
            <div class="problem" id={`problem-${name}`} aria-live="polite">
                {useProblems(name).map((p) => (
                    <p key={p.message}>{textOf(p)}</p>
                ))}
            </div>
        </div>
    );
}

export function Field({
    name,
    label,
    placeholder,
    value,
}: {
    name: string;
    label: string;
    placeholder: string;
    /** What it begins with. */
    value?: string | number | undefined;
}) {
    const wrong = useProblems(name).length > 0;
    return (
        <Labelled name={name} label={label}>
            <input
                name={name}
                placeholder={placeholder}
                defaultValue={value === undefined ? '' : String(value)}
                spellcheck={false}
                autocomplete="off"
                aria-invalid={wrong}
                aria-describedby={wrong ? `problem-${name}` : undefined}
            />
        </Labelled>
    );
}

export function Choice({
    name,
    label,
    options,
    none,
    value,
}: {
    name: string;
    label: string;
    options: readonly string[];
    /** What can be chosen in place of an option; without it, one of them is. */
    none?: string;
    /** What it begins with. */
    value?: string | undefined;
}) {
    const wrong = useProblems(name).length > 0;
    return (
        <Labelled name={name} label={label}>
            <select
                name={name}
                aria-invalid={wrong}
                aria-describedby={wrong ? `problem-${name}` : undefined}
            >
                {none !== undefined && <option value="">{none}</option>}
                {options.map((o) => (
                    <option key={o} value={o} selected={o === value}>
                        {o}
                    </option>
                ))}
            </select>
        </Labelled>
    );
}

/** What is no number goes as it is: the server says what is wrong with it. */
export function numberOf(text: string | undefined): number | string | undefined {
    return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
