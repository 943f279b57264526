// SPDX-License-Identifier: Apache-2.0
const KEY = 'isthmus.theme';
const light = matchMedia('(prefers-color-scheme: light)');

/** What the user chose last; where the browser keeps nothing for the page, since it was opened. */
let kept: string | null = null;
try {
    kept = localStorage.getItem(KEY);
} catch {
    // Its user allows the page no storage.
}

function chosen(): 'dark' | 'light' {
    return kept === 'dark' || kept === 'light' ? kept : light.matches ? 'light' : 'dark';
}

/** The choice of the user, or else that of the system. */
export function applyTheme(): void {
    document.documentElement.dataset.theme = chosen();
}

export function toggleTheme(): void {
    kept = chosen() === 'dark' ? 'light' : 'dark';
    applyTheme();
    try {
        localStorage.setItem(KEY, kept);
    } catch {
        // As above.
    }
}

light.addEventListener('change', applyTheme);
