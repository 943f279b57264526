// SPDX-License-Identifier: Apache-2.0
import type { Eam, CheckProblem } from '#api';
import { formatPrefix, parsePrefix } from './address';

/** A row of the table that is being edited. */
export interface Row extends Required<Eam> {
    /** Stays while the row is edited. */
    readonly id: number;
    /** The mapping as the server has it; null for a new one. */
    readonly base: Required<Eam> | null;
    readonly removed: boolean;
}

export type RowState = 'same' | 'added' | 'changed' | 'removed';

export interface RowProblem {
    /** Null for the row as a whole. */
    readonly field: 'ipv4' | 'ipv6' | 'instance' | 'host' | null;
    readonly message: string;
    readonly other: string | null;
}

let lastId = 0;

const FIELDS = ['ipv4', 'ipv6', 'instance', 'host'] as const;

function complete(eam: Eam): Required<Eam> {
    return {
        ipv4: eam.ipv4,
        ipv6: eam.ipv6,
        instance: eam.instance ?? '',
        host: eam.host ?? 'ipv6',
    };
}

function equal(a: Required<Eam>, b: Required<Eam>): boolean {
    return FIELDS.every((f) => a[f] === b[f]);
}

export function rowOf(eam: Eam): Row {
    const base = complete(eam);
    return { ...base, id: ++lastId, base, removed: false };
}

export function newRow(instance: string): Row {
    return { ipv4: '', ipv6: '', instance, host: 'ipv6', id: ++lastId, base: null, removed: false };
}

export function stateOf(row: Row): RowState {
    if (row.removed) {
        return 'removed';
    }
    return row.base === null ? 'added' : equal(row, row.base) ? 'same' : 'changed';
}

export function isDirty(rows: readonly Row[]): boolean {
    return rows.some((row) => stateOf(row) !== 'same');
}

const EDITED: Record<RowState, number> = { same: 0, changed: 1, added: 2, removed: 3 };

/**
 * What a table of these rows is, as the API takes it, and the row of each entry. What was edited
 * comes last: of two entries that conflict, the check names the later one.
 */
export function toTable(rows: readonly Row[]): { eamt: Eam[]; of: Row[] } {
    const of = rows
        .filter((row) => !row.removed)
        .sort((a, b) => EDITED[stateOf(a)] - EDITED[stateOf(b)]);
    const eamt = of.map(({ ipv4, ipv6, instance, host }) => ({
        ipv4: ipv4.trim(),
        ipv6: ipv6.trim(),
        ...(instance === '' ? {} : { instance }),
        host,
    }));
    return { eamt, of };
}

/** The problems of POST /eamt/check, by the id of the row they belong to; 0 is the whole table. */
export function problemsByRow(
    problems: readonly CheckProblem[],
    of: readonly Row[],
): Map<number, RowProblem[]> {
    const found = new Map<number, RowProblem[]>();
    for (const p of problems) {
        const place = /\[(\d+)\](?:\.(ipv4|ipv6|instance|host))?/.exec(p.field);
        const row = place ? of[Number(place[1])] : undefined;
        const id = row?.id ?? 0;
        const list = found.get(id) ?? [];
        list.push({
            field: (place?.[2] as RowProblem['field'] | undefined) ?? null,
            message: p.message,
            other: p.other ?? null,
        });
        found.set(id, list);
    }
    return found;
}

/** What anyone can see is wrong before the server is asked. */
export function obvious(row: Row): RowProblem[] {
    const found: RowProblem[] = [];
    for (const field of ['ipv4', 'ipv6'] as const) {
        const prefix = parsePrefix(row[field].trim());
        const name = field === 'ipv4' ? 'IPv4' : 'IPv6';
        if (row[field].trim() === '') {
            found.push({ field, message: `An ${name} address or prefix is needed.`, other: null });
        } else if (prefix?.family !== (field === 'ipv4' ? 4 : 6)) {
            found.push({ field, message: `Not an ${name} address or prefix.`, other: null });
        }
    }
    return found;
}

/** The table as the server has it by now; rows of the same mapping stay the same, for the focus. */
export function follow(rows: readonly Row[], now: readonly Eam[]): Row[] {
    const ids = new Map(rows.map((row) => [key(row.ipv4), row.id] as const));
    return now.map((eam) => {
        const row = rowOf(eam);
        return { ...row, id: ids.get(key(eam.ipv4)) ?? row.id };
    });
}

/** The same prefix has the same key, however it is written. */
function key(ipv4: string): string {
    const prefix = parsePrefix(ipv4.trim());
    return prefix ? formatPrefix(prefix) : ipv4;
}

export interface Merge {
    readonly rows: Row[];
    /** What others changed, one line each. */
    readonly theirs: string[];
    /** What both changed: mine is kept in the draft, and named here. */
    readonly both: string[];
}

/** Puts my changes on the table as it has become. Nobody's change is lost in silence. */
export function merge(mine: readonly Row[], now: readonly Eam[]): Merge {
    const server = new Map(now.map((eam) => [key(eam.ipv4), complete(eam)] as const));
    const rows: Row[] = [];
    const theirs: string[] = [];
    const both: string[] = [];
    const text = (e: Required<Eam>) => `${e.ipv4} ↔ ${e.ipv6}`;
    for (const row of mine) {
        const state = stateOf(row);
        if (row.base === null) {
            const there = server.get(key(row.ipv4));
            if (there && equal({ ...complete(row), ipv4: there.ipv4 }, there)) {
                // They added the very same.
                continue;
            }
            rows.push(row);
            continue;
        }
        const k = key(row.base.ipv4);
        const there = server.get(k);
        server.delete(k);
        if (!there) {
            theirs.push(`removed ${text(row.base)}`);
            if (state === 'changed') {
                both.push(`${text(row.base)}: they removed it, you changed it`);
                rows.push({ ...row, base: null });
            }
        } else if (equal(there, row.base)) {
            rows.push(row);
        } else {
            theirs.push(`changed ${text(row.base)} to ${text(there)}`);
            if (state === 'same') {
                rows.push({ ...row, ...there, base: there });
            } else {
                both.push(`${text(row.base)}: they made it ${text(there)}`);
                rows.push({ ...row, base: there });
            }
        }
    }
    for (const eam of server.values()) {
        if (
            !mine.some(
                (row) =>
                    row.base === null &&
                    key(row.ipv4) === key(eam.ipv4) &&
                    equal({ ...complete(row), ipv4: eam.ipv4 }, eam),
            )
        ) {
            theirs.push(`added ${text(eam)}`);
        }
        rows.push(rowOf(eam));
    }
    return { rows, theirs, both };
}
