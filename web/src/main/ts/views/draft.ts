// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import type { Eam, CheckProblem } from '#api';
import {
    follow,
    isDirty,
    merge,
    obvious,
    problemsByRow,
    type Row,
    type RowProblem,
    toTable,
} from '../model/eamt';
import { client, useAway, useDebounced } from '../ui/state';

/** The table as it is being edited. It outlives the view, so that leaving the view loses nothing. */
interface Draft {
    rows: readonly Row[] | null;
    /** Of the table that the bases of the rows are from. */
    etag: string | null;
    error: string | null;
    saving: boolean;
    /** What others have changed meanwhile. */
    theirs: readonly string[];
    both: readonly string[];
    saved: string | null;
}

const draft: Draft = {
    rows: null,
    etag: null,
    error: null,
    saving: false,
    theirs: [],
    both: [],
    saved: null,
};
const listeners = new Set<() => void>();

function change(to: Partial<Draft>): void {
    Object.assign(draft, to);
    for (const run of listeners) {
        run();
    }
}

export function draftIsDirty(): boolean {
    return draft.rows !== null && isDirty(draft.rows);
}

export function onDraft(run: () => void): () => void {
    listeners.add(run);
    return () => listeners.delete(run);
}

/** Gets the table; changes of mine that are not saved are put on it. */
async function load(): Promise<void> {
    try {
        const { body, etag } = await client.ask<{ eamt: Eam[] }>('eamt');
        if (draft.rows === null || !isDirty(draft.rows)) {
            change({ rows: follow(draft.rows ?? [], body.eamt), etag, error: null });
        } else if (etag !== draft.etag) {
            const merged = merge(draft.rows, body.eamt);
            change({
                rows: merged.rows,
                etag,
                error: null,
                theirs: merged.theirs,
                both: merged.both,
            });
        }
    } catch (e) {
        change({ error: e instanceof ApiError ? e.message : String(e) });
    }
}

async function save(): Promise<void> {
    if (draft.rows === null || draft.saving) {
        return;
    }
    const { eamt } = toTable(draft.rows);
    change({ saving: true, error: null, saved: null, theirs: [], both: [] });
    try {
        await client.ask('eamt', { method: 'PUT', json: { eamt }, ifMatch: draft.etag });
        change({ rows: null, saved: 'Saved, on every connected device.' });
        await load();
    } catch (e) {
        // 409 may be a change by others in the same moment: what they did is got in both cases.
        if (e instanceof ApiError && (e.status === 412 || e.status === 409)) {
            await load();
        }
        change({ error: refusal(e) });
    } finally {
        change({ saving: false });
    }
}

function refusal(e: unknown): string {
    if (e instanceof ApiError && e.status === 412) {
        return 'Others have changed the table meanwhile. Nothing of yours is saved yet: look at it, then save again.';
    }
    return e instanceof ApiError ? e.message : String(e);
}

/** Adds the mappings of a CSV file, all or none, in one step on the server. */
async function importCsv(text: string): Promise<void> {
    change({ saving: true, error: null, saved: null, theirs: [], both: [] });
    try {
        const { body } = await client.ask<{ added: number }>('eamt/import', {
            method: 'POST',
            csv: text,
        });
        await load();
        change({ saved: `${body.added} mappings of the file were added.` });
    } catch (e) {
        const why = e instanceof ApiError ? e.message : String(e);
        if (e instanceof ApiError && e.problem !== null) {
            change({ error: `Nothing of the file was added. ${why}` });
        } else {
            // The answer may have been lost, and not the file.
            await load();
            change({ error: `It is not known whether the file was added. ${why}` });
        }
    } finally {
        change({ saving: false });
    }
}

export interface Editing extends Draft {
    readonly dirty: boolean;
    readonly problems: ReadonlyMap<number, readonly RowProblem[]>;
    readonly checking: boolean;
    readonly set: (rows: readonly Row[]) => void;
    readonly save: () => Promise<void>;
    readonly discard: () => void;
    readonly importCsv: (text: string) => Promise<void>;
    readonly dismiss: () => void;
}

/** The draft, checked by the server shortly after every change. */
export function useDraft(): Editing {
    const [, draw] = useReducer((n: number) => n + 1, 0);
    const [found, setFound] = useState<Map<number, RowProblem[]>>(new Map());
    const [checked, setChecked] = useState<readonly Row[] | null>(null);
    const away = useAway();
    useEffect(() => onDraft(() => draw(undefined)), []);
    useEffect(() => {
        void load();
        const timer = setInterval(() => {
            // A clean table follows the server; one that is being edited waits until it is saved.
            if (document.visibilityState === 'visible' && !draftIsDirty() && !draft.saving) {
                void refresh();
            }
        }, 5_000);
        return () => clearInterval(timer);
    }, []);

    const { rows } = draft;
    const dirty = rows !== null && isDirty(rows);
    const resting = useDebounced(rows, 300);
    // A check that failed is made again once the server is back: without one nothing is saved.
    useEffect(() => {
        if (resting === null || !isDirty(resting)) {
            setFound(new Map());
            setChecked(resting);
            return;
        }
        const controller = new AbortController();
        // A row that is still empty is not worth a question.
        const table = toTable(
            resting.filter(
                (row) => row.removed || row.ipv4.trim() !== '' || row.ipv6.trim() !== '',
            ),
        );
        client
            .ask<{ problems: CheckProblem[] }>('eamt/check', {
                method: 'POST',
                json: { eamt: table.eamt },
                signal: controller.signal,
            })
            .then(({ body }) => setFound(problemsByRow(body.problems, table.of)))
            .catch((e: unknown) => {
                if (controller.signal.aborted) {
                    return;
                }
                // What cannot even be read is refused as a whole, and named in the same way.
                const errors = e instanceof ApiError ? e.problem?.errors : undefined;
                setFound(
                    errors
                        ? problemsByRow(errors, table.of)
                        : new Map([
                              [
                                  0,
                                  [
                                      {
                                          field: null,
                                          message:
                                              e instanceof ApiError
                                                  ? `The check failed: ${e.message}`
                                                  : String(e),
                                          other: null,
                                      },
                                  ],
                              ],
                          ]),
                );
            })
            .finally(() => !controller.signal.aborted && setChecked(resting));
        return () => controller.abort();
    }, [resting, away]);

    const problems = useMemo(() => {
        const all = new Map<number, readonly RowProblem[]>(found);
        for (const row of rows ?? []) {
            if (
                !row.removed &&
                row.base === null &&
                (row.ipv4.trim() === '' || row.ipv6.trim() === '')
            ) {
                all.set(row.id, [
                    ...obvious(row),
                    ...(found.get(row.id) ?? []).filter((p) => row[p.field ?? 'ipv4'] !== ''),
                ]);
            }
        }
        return all;
    }, [found, rows]);

    return {
        ...draft,
        dirty,
        problems,
        checking: dirty && checked !== rows,
        set: (to) => change({ rows: to, saved: null }),
        save,
        discard: () => {
            change({ rows: null, theirs: [], both: [], error: null, saved: null });
            void load();
        },
        importCsv,
        dismiss: () => change({ theirs: [], both: [], error: null, saved: null }),
    };
}

/** Gets the table again if its tag has changed, and leaves rows and focus alone if not. */
async function refresh(): Promise<void> {
    try {
        const { body, etag } = await client.ask<{ eamt: Eam[] }>('eamt');
        if (etag !== draft.etag && !draftIsDirty()) {
            change({ rows: follow(draft.rows ?? [], body.eamt), etag, error: null });
        }
    } catch {
        // The banner says that the server is away; the next turn asks again.
    }
}
