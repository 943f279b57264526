// SPDX-License-Identifier: Apache-2.0
import type { Binding, Session } from '#api';
import { filtersHere, matches, parameters, type Query } from './search';

export type Entry = Session | Binding;

/** How many ports it has on each side. */
export function portsOf(e: Entry): number {
    return 'ports' in e ? e.ports : 1;
}

export interface Page {
    readonly rows: readonly Entry[];
    /** Where the next page begins; null after the last. */
    readonly next: string | null;
    /** Entries looked at for this page. */
    readonly looked: number;
}

export type Load = (
    list: 'sessions' | 'bindings',
    query: Record<string, string>,
) => Promise<{ readonly rows: readonly Entry[]; readonly next: string | null }>;

/** Entries of a page of the table. */
export const PAGE = 100;
const SCAN = 5_000;
/** A page ends here even if it is not full, so that a rare port does not keep everybody waiting. */
const MOST_LOOKED = 100_000;

/**
 * One page of what a query finds. Conditions that the API has no parameter for are held here, over
 * larger pages of the API. A page ends where one of the API ends, so that it may be longer.
 */
export async function findPage(query: Query, cursor: string | null, load: Load): Promise<Page> {
    const scanning = filtersHere(query);
    const rows: Entry[] = [];
    let looked = 0;
    let next = cursor;
    do {
        const answer = await load(query.list, {
            ...parameters(query),
            limit: String(scanning ? SCAN : PAGE),
            ...(next === null ? {} : { cursor: next }),
        });
        looked += answer.rows.length;
        rows.push(...answer.rows.filter((row) => matches(query, row)));
        next = answer.next;
    } while (scanning && next !== null && rows.length < PAGE && looked < MOST_LOOKED);
    return { rows, next, looked };
}

/** Stays the same from one page to another. */
export function entryKey(e: Entry): string {
    const peer = 'peer' in e ? ` ${e.peer} ${e.peerPort}` : '';
    return `${e.instance} ${e.protocol} ${e.ipv4} ${e.port4} ${e.ipv6} ${e.port6}${peer}`;
}
