// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { type Entry, type List, PAGE, type Sort, sortParameters } from '../model/pager';
import { parameters, parseQuery, type Query } from '../model/search';
import { formatRoute } from '../ui/route';
import { client, connection, useSearchContext } from '../ui/state';

interface Page {
    readonly rows: readonly Entry[];
    /** Where the next page begins; null after the last. */
    readonly next: string | null;
}

/** Of all pages; asked for with the first. */
interface Totals {
    readonly total: number | null;
    /** What the search cannot find; null: nothing. */
    readonly unlisted: string | null;
}

const UNKNOWN: Totals = { total: null, unlisted: null };

export interface Found extends Totals {
    readonly query: Query;
    /** Where all that was found is as a file. */
    readonly file: (format: 'csv' | 'json') => string;
    readonly page: Page | null;
    readonly error: string | null;
    readonly busy: boolean;
    /** Cursors of the pages so far; the last is that of this one. */
    readonly cursors: readonly (string | null)[];
    readonly at: number | null;
    turn(to: 'next' | 'previous' | 'same'): void;
}

/** Asks for what was typed, a page at a time; an older answer never replaces a newer one. */
export function useFinder(text: string, list?: List, sort: Sort | null = null): Found {
    const context = useSearchContext();
    // The context is renewed now and then: the question is only new if it reads differently.
    const asked = JSON.stringify({ ...parseQuery(text, context), ...(list && { list }) });
    const query = useMemo(() => JSON.parse(asked) as Query, [asked]);
    const order = JSON.stringify(sortParameters(sort));
    const question = useMemo(
        () => ({ ...parameters(query), ...(JSON.parse(order) as Record<string, string>) }),
        [query, order],
    );
    const [totals, setTotals] = useState(UNKNOWN);
    const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
    const [again, setAgain] = useState(0);
    const [page, setPage] = useState<Page | null>(null);
    const [error, setError] = useState<string | null>(null);
    const [busy, setBusy] = useState(false);
    const [at, setAt] = useState<number | null>(null);

    // Another question begins at its first page
    useEffect(() => {
        setCursors([null]);
        setTotals(UNKNOWN);
    }, [asked]);
    useEffect(() => setCursors([null]), [order]);
    // `again` asks the same once more
    useEffect(() => {
        if (query.problems.length > 0) {
            setPage(null);
            setBusy(false);
            return;
        }
        const controller = new AbortController();
        setBusy(true);
        const cursor = cursors.at(-1);
        client
            .get<
                Record<string, Entry[]> & { next: string | null; total: number | null } & {
                    unlisted?: { message: string } | null;
                }
            >(
                query.list,
                { ...question, limit: String(PAGE), ...(cursor ? { cursor } : {}) },
                controller.signal,
            )
            .then((answer) => {
                setPage({ rows: answer[query.list] ?? [], next: answer.next });
                if (answer.total !== null) {
                    setTotals({
                        total: answer.total,
                        unlisted: answer.unlisted?.message ?? null,
                    });
                }
                setError(null);
                setAt(Date.now());
                connection.retry();
            })
            .catch((e: unknown) => {
                if (!controller.signal.aborted) {
                    setError(e instanceof ApiError ? e.message : String(e));
                }
            })
            .finally(() => {
                if (!controller.signal.aborted) {
                    setBusy(false);
                }
            });
        return () => controller.abort();
    }, [query, question, cursors, again]);

    return {
        ...totals,
        query,
        file: (format) => client.url(query.list, { ...question, all: 'true', format }),
        page,
        error,
        busy,
        cursors,
        at,
        turn: (to) => {
            if (busy) {
                return;
            }
            if (to === 'same') {
                setAgain((n) => n + 1);
            } else if (to === 'previous') {
                setCursors((c) => (c.length > 1 ? c.slice(0, -1) : c));
            } else if (page?.next) {
                const { next } = page;
                setCursors((c) => [...c, next]);
            }
        },
    };
}

/** Where the path of an entry is shown. */
export function pathRoute(e: Entry, q: string): string {
    const peer = 'peer' in e ? { peer: e.peer, peerPort: String(e.peerPort) } : {};
    return formatRoute('fabric', {
        protocol: e.protocol,
        ipv4: e.ipv4,
        port: String(e.port4),
        ...peer,
        q,
    });
}
