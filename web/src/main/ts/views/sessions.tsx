// SPDX-License-Identifier: Apache-2.0
import { endpoint, localTime } from '../model/format';
import { type Entry, entryKey, portsOf } from '../model/pager';
import { Protocol, Time } from '../ui/parts';
import { go, type Route } from '../ui/route';
import { useDebounced } from '../ui/state';
import { type Found, pathRoute, useFinder } from './finder';
import { howMany, Reading } from './results';

/** The session table and the BIB, a page at a time. */
export function SessionsView({ route }: { route: Route }) {
    const q = route.query.q ?? '';
    const list = route.query.list === 'bindings' ? 'bindings' : undefined;
    const found = useFinder(useDebounced(q, 250), list);
    const shown = found.query.list;
    const rows = found.page?.rows ?? [];
    return (
        <div class="page">
            <header class="page-head">
                <h1 aria-live="polite">
                    {found.busy && !found.page ? 'Looking …' : howMany(found)}
                </h1>
                <div class="choice" role="group" aria-label="Table">
                    {(['sessions', 'bindings'] as const).map((name) => (
                        <button
                            key={name}
                            type="button"
                            aria-pressed={shown === name}
                            onClick={() =>
                                go(
                                    'sessions',
                                    { q, list: name === 'bindings' ? name : undefined },
                                    true,
                                )
                            }
                        >
                            {name === 'sessions' ? 'Sessions' : 'Bindings'}
                        </button>
                    ))}
                </div>
            </header>
            <Reading found={found} />
            <div class="scroll">
                <table class={`entries ${found.busy ? 'is-busy' : ''}`} aria-busy={found.busy}>
                    <thead>
                        <tr>
                            <th>Protocol</th>
                            <th>IPv6 host</th>
                            <th>Seen as</th>
                            {shown === 'sessions' ? (
                                <>
                                    <th>IPv4 peer</th>
                                    <th>State</th>
                                </>
                            ) : (
                                <th>Expires</th>
                            )}
                            <th class="number">Age</th>
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

function EntryRow({ entry: e, q }: { entry: Entry; q: string }) {
    return (
        <tr>
            <td>
                <Protocol name={e.protocol} />
            </td>
            <td>
                <code class="six">{endpoint(e.ipv6, e.port6, portsOf(e))}</code>
            </td>
            <td>
                <code>{endpoint(e.ipv4, e.port4, portsOf(e))}</code>
            </td>
            {'peer' in e ? (
                <>
                    <td>
                        <code class="four">{endpoint(e.peer, e.peerPort)}</code>
                    </td>
                    <td>{e.state ?? '–'}</td>
                </>
            ) : (
                <td>
                    {e.static ? 'never, static' : e.expires ? <Time at={e.expires} /> : 'never'}
                </td>
            )}
            <td class="number">
                <Time at={e.since} age />
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
                disabled={found.cursors.length < 2 || found.busy}
                onClick={() => found.turn('previous')}
            >
                Previous
            </button>
            <span>Page {found.cursors.length}</span>
            <button
                type="button"
                disabled={!found.page?.next || found.busy}
                onClick={() => found.turn('next')}
            >
                Next
            </button>
            <button
                type="button"
                class="quiet"
                disabled={found.busy}
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
