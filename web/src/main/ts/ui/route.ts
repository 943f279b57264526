// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'preact/hooks';

export const VIEWS = [
    ['fabric', 'Fabric'],
    ['sessions', 'Sessions'],
    ['pools', 'Pools'],
    ['mappings', 'Mappings'],
    ['holders', 'Who held?'],
    ['diagnose', 'Diagnose'],
    ['devices', 'Devices'],
    ['statistics', 'Statistics'],
    ['alarms', 'Alarms'],
] as const;

export type View = (typeof VIEWS)[number][0];

export interface Route {
    readonly view: View;
    readonly query: Readonly<Record<string, string>>;
}

/** The part behind `#`: `/sessions?q=443`. Anything else is the fabric. */
export function parseRoute(hash: string): Route {
    const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
    const view = VIEWS.find(([v]) => v === path)?.[0] ?? 'fabric';
    return { view, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function formatRoute(
    view: View,
    query: Readonly<Record<string, string | undefined>> = {},
): string {
    const given = Object.entries(query).filter((e): e is [string, string] => !!e[1]);
    const text = new URLSearchParams(given).toString();
    return `#/${view}${text === '' ? '' : `?${text}`}`;
}

/** @param replace leaves no step to go back to */
export function go(
    view: View,
    query: Readonly<Record<string, string | undefined>> = {},
    replace = false,
): void {
    const hash = formatRoute(view, query);
    if (replace) {
        history.replaceState(null, '', hash);
        dispatchEvent(new HashChangeEvent('hashchange'));
    } else {
        location.hash = hash;
    }
}

export function useRoute(): Route {
    const [hash, set] = useState(location.hash);
    useEffect(() => {
        const changed = () => set(location.hash);
        addEventListener('hashchange', changed);
        return () => removeEventListener('hashchange', changed);
    }, []);
    return parseRoute(hash);
}
