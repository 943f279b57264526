// SPDX-License-Identifier: Apache-2.0
import { endpoint, localTime } from '../model/format';
import {
    type Entry,
    entryKey,
    nextSort,
    parseSort,
    portsOf,
    type Sort,
    type SortKey,
    SORTS,
} from '../model/pager';
import { Protocol, SortHead, Time } from '../ui/parts';
import { go, type Route } from '../ui/route';
import { useDebounced } from '../ui/state';
import { type Found, pathRoute, useFinder } from './finder';
import { howMany, Reading } from './results';

const NAMES: Record<SortKey, string> = {
    protocol: 'Protocol',
    ipv6: 'IPv6 host',
    ipv4: 'Seen as',
    peer: 'IPv4 peer',
    since: 'Age',
    expires: 'Expires',
};

/** What stands behind a session of whose binding others may not be listed. */
const PEERS = {
    all: null,
    seen: null,
    first: 'first peer',
} as const;

/** The session table and the BIB, a page at a time. */
export function SessionsView({ route }: { route: Route }) {
    const q = route.query.q ?? '';
    const asked = route.query.list === 'bindings' ? 'bindings' : undefined;
    const sort = parseSort(route.query.sort, asked ?? 'sessions');
    const found = useFinder(useDebounced(q, 250), asked, sort);
    const shown = found.query.list;
    const rows = found.page?.rows ?? [];
    const show = (list: string | undefined, by: string | undefined) =>
        go('sessions', { q, list: list === 'bindings' ? list : undefined, sort: by }, true);
    const head = (by: SortKey) => (
        <SortHead
            order={orderOf(by, sort)}
            number={by === 'since'}
            onSort={() => show(asked, nextSort(sort, by))}
        >
            {NAMES[by]}
        </SortHead>
    );
    return (
        <div class="page">
            <header class="page-head">
                <h1 aria-live="polite">{howMany(found)}</h1>
                <div class="tools">
                    <div class="choice" role="group" aria-label="Table">
                        {(['sessions', 'bindings'] as const).map((name) => (
                            <button
                                key={name}
                                type="button"
                                aria-pressed={shown === name}
                                onClick={() => show(name, route.query.sort)}
                            >
                                {name === 'sessions' ? 'Sessions' : 'Bindings'}
                            </button>
                        ))}
                    </div>
                    <select
                        class="sorting"
                        aria-label="Order"
                        value={route.query.sort ?? ''}
                        onChange={(e) => show(asked, e.currentTarget.value || undefined)}
                    >
                        <option value="">in any order</option>
                        {SORTS[shown].flatMap((key) => [
                            <option key={key} value={key}>
                                {NAMES[key]} ↑
                            </option>,
                            <option key={`-${key}`} value={`-${key}`}>
                                {NAMES[key]} ↓
                            </option>,
                        ])}
                    </select>
                    {(['csv', 'json'] as const).map((format) => (
                        <a
                            key={format}
                            class="button"
                            href={found.file(format)}
                            download={`${shown}.${format}`}
                        >
                            Export {format.toUpperCase()}
                        </a>
                    ))}
                </div>
            </header>
            <Reading found={found} />
            <div class="scroll">
                <table
                    class={`entries is-cards ${found.busy ? 'is-busy' : ''}`}
                    aria-busy={found.busy}
                >
                    <thead>
                        <tr>
                            {head('protocol')}
                            {head('ipv6')}
                            {head('ipv4')}
                            {shown === 'sessions' ? (
                                <>
                                    {head('peer')}
                                    <th>State</th>
                                </>
                            ) : (
                                head('expires')
                            )}
                            {head('since')}
                            <th>
                                <span class="hidden">Actions</span>
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows.map((e) => (
                            <EntryRow key={entryKey(e)} entry={e} q={q} />
                        ))}
                    </tbody>
                </table>
            </div>
            <Pages found={found} />
        </div>
    );
}

/** In which a column is, as it is shown; null: the rows are in the order of another one. */
function orderOf(by: SortKey, sort: Sort | null): 'ascending' | 'descending' | null {
    if (sort?.by !== by) {
        return null;
    }
    // An age grows while the time since which it is goes back.
    return sort.descending === (by === 'since') ? 'ascending' : 'descending';
}

function EntryRow({ entry: e, q }: { entry: Entry; q: string }) {
    const peers = 'peers' in e ? PEERS[e.peers] : null;
    return (
        <tr>
            <td>
                <Protocol name={e.protocol} />
            </td>
            <td data-label="IPv6 host">
                <code class="six">{endpoint(e.ipv6, e.port6, portsOf(e))}</code>
            </td>
            <td data-label="Seen as">
                <code>{endpoint(e.ipv4, e.port4, portsOf(e))}</code>
            </td>
            {'peer' in e ? (
                <>
                    <td data-label="IPv4 peer">
                        <code class="four">{endpoint(e.peer, e.peerPort)}</code>
                        {peers !== null && (
                            <small
                                class="faint"
                                title="The host may have sessions with others by the same port: switches hold the binding, and not its sessions."
                            >
                                {' '}
                                {peers}
                            </small>
                        )}
                    </td>
                    <td data-label="State">{e.state ?? '–'}</td>
                </>
            ) : (
                <td data-label="Expires">
                    {e.static ? 'never, static' : e.expires ? <Time at={e.expires} /> : 'never'}
                </td>
            )}
            <td class="number" data-label="Age">
                {e.since === null ? '–' : <Time at={e.since} age />}
            </td>
            <td class="actions">
                <a
                    class="button quiet"
                    href={pathRoute(e, q)}
                    aria-label={`Follow ${endpoint(e.ipv6, e.port6)}`}
                >
                    Follow
                </a>
            </td>
        </tr>
    );
}

function Pages({ found }: { found: Found }) {
    return (
        <nav class="pages" aria-label="Pages">
            <button
                type="button"
                disabled={found.cursors.length < 2}
                aria-disabled={found.busy}
                onClick={() => found.turn('previous')}
            >
                Previous
            </button>
            <span>Page {found.cursors.length}</span>
            <button
                type="button"
                disabled={!found.page?.next}
                aria-disabled={found.busy}
                onClick={() => found.turn('next')}
            >
                Next
            </button>
            <button
                type="button"
                class="quiet"
                aria-disabled={found.busy}
                onClick={() => found.turn('same')}
            >
                Refresh
            </button>
            {found.at !== null && (
                <span class="faint">as of {localTime(new Date(found.at)).slice(11)}</span>
            )}
        </nav>
    );
}
