// SPDX-License-Identifier: Apache-2.0
const KEY = 'isthmus.theme';
const light = matchMedia('(prefers-color-scheme: light)');

function chosen(): 'dark' | 'light' {
    const kept = localStorage.getItem(KEY);
    return kept === 'dark' || kept === 'light' ? kept : light.matches ? 'light' : 'dark';
}

/** The choice of the user, or else that of the system. */
export function applyTheme(): void {
    document.documentElement.dataset.theme = chosen();
}

export function toggleTheme(): void {
    localStorage.setItem(KEY, chosen() === 'dark' ? 'light' : 'dark');
    applyTheme();
}

light.addEventListener('change', applyTheme);
