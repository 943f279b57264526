// SPDX-License-Identifier: Apache-2.0
import type { Binding, Session } from '#api';

export type Entry = Session | Binding;
export type List = 'sessions' | 'bindings';

/** Entries of a page of the table. */
export const PAGE = 100;

/** What entries can be ordered by, as the API names it. */
export const SORTS = {
    sessions: ['protocol', 'ipv6', 'ipv4', 'peer', 'since'],
    bindings: ['protocol', 'ipv6', 'ipv4', 'since', 'expires'],
} as const;

export type SortKey = (typeof SORTS)[List][number];

export interface Sort {
    readonly by: SortKey;
    readonly descending: boolean;
}

/** `peer`, or `-peer` for the other way round; null if the list has no such order. */
export function parseSort(text: string | undefined, list: List): Sort | null {
    const descending = text?.startsWith('-') ?? false;
    const by = SORTS[list].find((key) => key === text?.replace(/^-/, ''));
    return by === undefined ? null : { by, descending };
}

/** For the address of the page; a second choice of the same key turns it round, a third ends it. */
export function nextSort(sort: Sort | null, by: SortKey): string | undefined {
    return sort?.by !== by ? by : sort.descending ? undefined : `-${by}`;
}

export function sortParameters(sort: Sort | null): Record<string, string> {
    return sort === null ? {} : { sort: sort.by, order: sort.descending ? 'desc' : 'asc' };
}

/** How many ports it has on each side. */
export function portsOf(e: Entry): number {
    return 'ports' in e ? e.ports : 1;
}

/** Stays the same from one page to another. */
export function entryKey(e: Entry): string {
    const peer = 'peer' in e ? ` ${e.peer} ${e.peerPort}` : '';
    return `${e.instance} ${e.protocol} ${e.ipv4} ${e.port4} ${e.ipv6} ${e.port6}${peer}`;
}

/** Rows of a page of a table that is here as a whole. */
const ROWS = 50;

/** A page of a table, the last one where there are not so many. */
export function pageOf<T>(
    rows: readonly T[],
    page: number,
): { at: number; pages: number; part: readonly T[] } {
    const pages = Math.max(1, Math.ceil(rows.length / ROWS));
    const at = Math.min(page, pages - 1);
    return { at, pages, part: rows.slice(at * ROWS, (at + 1) * ROWS) };
}
