// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { duration, localTime } from './model/format';
import { keepFocus } from './ui/focus';
import { SeverityIcon } from './ui/parts';
import { formatRoute, go, type Route, useRoute, VIEWS, type View } from './ui/route';
import { alarms, connection, useAway, useClock, useResource } from './ui/state';
import { toggleTheme } from './ui/theme';
import { AlarmsView, bySeverity } from './views/alarms';
import { DevicesView } from './views/devices';
import { DiagnoseView } from './views/diagnose';
import { draftIsDirty, onDraft } from './views/draft';
import { FabricView } from './views/fabric';
import { Help } from './views/help';
import { HoldersView } from './views/holders';
import { MappingsView } from './views/mappings';
import { PoolsView } from './views/pools';
import { SessionsView } from './views/sessions';
import { StatisticsView } from './views/statistics';

const PAGES: Record<View, (props: { route: Route }) => JSX.Element> = {
    fabric: FabricView,
    sessions: SessionsView,
    pools: PoolsView,
    mappings: MappingsView,
    holders: HoldersView,
    diagnose: DiagnoseView,
    devices: DevicesView,
    statistics: StatisticsView,
    alarms: AlarmsView,
};

export function App() {
    const route = useRoute();
    const [help, setHelp] = useState(false);
    const search = useRef<HTMLInputElement>(null);
    const main = useRef<HTMLElement>(null);
    const Page = PAGES[route.view];

    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const typing =
                e.target instanceof HTMLElement && e.target.matches('input, select, textarea');
            if (
                e.ctrlKey ||
                e.metaKey ||
                e.altKey ||
                typing ||
                document.querySelector('dialog[open]')
            ) {
                return;
            }
            const view = VIEWS[Number(e.key) - 1]?.[0];
            if (e.key === '/') {
                search.current?.focus();
                search.current?.select();
            } else if (e.key === '?') {
                setHelp(true);
            } else if (e.key === 't') {
                toggleTheme();
            } else if (view) {
                go(view);
            } else {
                return;
            }
            e.preventDefault();
        };
        addEventListener('keydown', key);
        return () => removeEventListener('keydown', key);
    }, []);
    useEffect(() => keepFocus(main.current as HTMLElement), []);
    useEffect(() => {
        const name = VIEWS.find(([v]) => v === route.view)?.[1];
        document.title = `${name} – Isthmus NAT64`;
    }, [route.view]);

    return (
        <>
            <a
                class="skip"
                href="#main"
                onClick={(e) => {
                    // The part behind # is the view: it must stay.
                    e.preventDefault();
                    main.current?.focus();
                }}
            >
                Skip to content
            </a>
            <header class="top">
                <a class="brand" href={formatRoute('fabric')}>
                    <img src="icon.svg" alt="" width="30" height="30" />
                    <span>
                        Isthmus <small>NAT64</small>
                    </span>
                </a>
                <SearchField route={route} field={search} />
                <Condition />
                <button
                    type="button"
                    class="quiet"
                    onClick={toggleTheme}
                    aria-label="Dark or light"
                >
                    ◐
                </button>
                <button type="button" class="quiet" onClick={() => setHelp(true)} aria-label="Help">
                    ?
                </button>
            </header>
            <Tabs route={route} />
            <Banner />
            <main id="main" ref={main} tabIndex={0}>
                <Page route={route} />
            </main>
            {help && <Help onClose={() => setHelp(false)} />}
        </>
    );
}

function SearchField({
    route,
    field,
}: {
    route: Route;
    field: { current: HTMLInputElement | null };
}) {
    const q = route.query.q ?? '';
    const [text, setText] = useState(q);
    // The address may change without the field, by going back or by a link; it lags behind typing.
    useEffect(() => {
        setText((t) => (t.trim() === q || document.activeElement === field.current ? t : q));
    }, [q, field]);
    const show = (to: string) => {
        const there = route.view === 'sessions' ? 'sessions' : 'fabric';
        const list = there === 'sessions' && route.query.list ? { list: route.query.list } : {};
        go(there, { ...list, q: to }, route.view === there);
    };
    return (
        <form
            role="search"
            class="search"
            onSubmit={(e) => {
                e.preventDefault();
                show(text.trim());
            }}
        >
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2zM10.8 10.8 14.5 14.5" />
            </svg>
            <input
                ref={field}
                type="search"
                value={text}
                placeholder="Any address, prefix, port, protocol or host"
                aria-label="Find bindings and sessions"
                spellcheck={false}
                autocomplete="off"
                onInput={(e) => {
                    setText(e.currentTarget.value);
                    show(e.currentTarget.value.trim());
                }}
                onKeyDown={(e) => {
                    if (e.key === 'Escape') {
                        setText('');
                        show('');
                        e.currentTarget.blur();
                    }
                }}
            />
            <kbd aria-hidden="true">/</kbd>
        </form>
    );
}

/** Whether all is well, in a word. */
function Condition() {
    const list = useResource(alarms).data;
    const worst = list && bySeverity(list)[0];
    if (useAway()) {
        return <span class="condition is-unknown">? not known</span>;
    }
    if (!list) {
        return <span class="condition" />;
    }
    return (
        <a
            class={`condition ${worst ? `is-${worst.severity}` : 'is-well'}`}
            href={formatRoute('alarms')}
            aria-live="polite"
        >
            {worst ? (
                <>
                    <SeverityIcon severity={worst.severity} />
                    {list.length} {list.length === 1 ? 'alarm' : 'alarms'}
                </>
            ) : (
                '✓ all well'
            )}
        </a>
    );
}

function Tabs({ route }: { route: Route }) {
    const [dirty, setDirty] = useState(draftIsDirty());
    useEffect(() => onDraft(() => setDirty(draftIsDirty())), []);
    return (
        <nav class="tabs" aria-label="Views">
            {VIEWS.map(([view, name]) => (
                <a
                    key={view}
                    href={formatRoute(
                        view,
                        view === 'fabric' || view === 'sessions' ? { q: route.query.q } : {},
                    )}
                    aria-current={route.view === view ? 'page' : undefined}
                >
                    {name}
                    {view === 'mappings' && dirty && <span class="unsaved"> not saved</span>}
                </a>
            ))}
        </nav>
    );
}

/** Says that what is seen is old, how old, and when it is tried again. */
function Banner() {
    const now = useClock(1_000);
    const [, draw] = useState(0);
    useEffect(() => connection.subscribe(() => draw((n) => n + 1)), []);
    if (connection.awaySince === null) {
        return null;
    }
    const wait = Math.max(0, Math.ceil((connection.retryAt - now) / 1000));
    const at = connection.oldest();
    return (
        <div class="banner">
            {/* What changes with each second would have all of it read anew. */}
            <span role="alert">
                <strong>
                    {connection.error?.forbidden
                        ? 'The server refuses to answer'
                        : connection.error?.status === 500
                          ? 'The server fails to answer'
                          : 'The server does not answer'}
                </strong>{' '}
                since {localTime(new Date(connection.awaySince)).slice(11)}:{' '}
                {connection.error?.message}
            </span>
            {at !== null && <span>What you see is up to {duration(now - at)} old.</span>}
            <span aria-hidden="true">
                {wait > 0 ? `Trying again in ${wait} s.` : 'Trying again …'}
            </span>
            <button type="button" onClick={() => connection.retry()}>
                Try now
            </button>
        </div>
    );
}
