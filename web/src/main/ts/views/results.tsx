// SPDX-License-Identifier: Apache-2.0
import { count, endpoint } from '../model/format';
import { entryKey, portsOf } from '../model/pager';
import { Message, Protocol } from '../ui/parts';
import { formatRoute } from '../ui/route';
import { useDebounced } from '../ui/state';
import { type Found, pathRoute, useFinder } from './finder';

/** Rows beside the map; the table has the others. */
const FEW = 30;

/** What was found, beside the fabric: each leads to its path. */
export function Results({ text }: { text: string }) {
    const found = useFinder(useDebounced(text, 250));
    const rows = found.page?.rows ?? [];
    return (
        <div class="results">
            <header class="panel-head">
                <h2 aria-live="polite">{howMany(found)}</h2>
                <a href={formatRoute('sessions', { q: text })}>table</a>
            </header>
            <Reading found={found} />
            <ul class="found">
                {rows.slice(0, FEW).map((e) => (
                    <li key={entryKey(e)}>
                        <a href={pathRoute(e, text)}>
                            <span class="line">
                                <Protocol name={e.protocol} />
                                <code class="six">{endpoint(e.ipv6, e.port6, portsOf(e))}</code>
                            </span>
                            <span class="line is-second">
                                <code>{endpoint(e.ipv4, e.port4, portsOf(e))}</code>
                                {'peer' in e && (
                                    <>
                                        <span aria-hidden="true">→</span>
                                        <code class="four">{endpoint(e.peer, e.peerPort)}</code>
                                    </>
                                )}
                            </span>
                        </a>
                    </li>
                ))}
            </ul>
            {(rows.length > FEW || found.page?.next) && (
                <p>
                    <a class="button" href={formatRoute('sessions', { q: text })}>
                        Show all in the table
                    </a>
                </p>
            )}
        </div>
    );
}

export function howMany({ query, total }: Found): string {
    if (query.problems.length > 0) {
        return 'Not understood';
    }
    return total === null
        ? 'Looking …'
        : total === 0
          ? `No ${query.list}`
          : `${count(total)} ${total === 1 ? query.list.slice(0, -1) : query.list}`;
}

/** How the words were understood, and what was not. */
export function Reading({ found }: { found: Found }) {
    const { query, error, unlisted } = found;
    return (
        <div class="reading">
            {query.reading.length > 0 && (
                <p>
                    {query.reading.map((r) => (
                        <span class="chip-word" key={r}>
                            {r}
                        </span>
                    ))}
                </p>
            )}
            {query.notes.map((n) => (
                <Message key={n} kind="note">
                    {n}
                </Message>
            ))}
            {query.problems.map((p) => (
                <Message key={p} kind="error">
                    {p}
                </Message>
            ))}
            {error !== null && <Message kind="error">{error}</Message>}
            {unlisted !== null && <Message kind="note">{unlisted}</Message>}
        </div>
    );
}
