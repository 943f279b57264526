// SPDX-License-Identifier: Apache-2.0
// What holds of every view: no finding of axe, and no sideways scrolling on a telephone.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

export interface Place {
    readonly name: string;
    readonly hash: string;
    /** Is there once the view has what it shows. */
    readonly ready: string;
    readonly prepare?: (page: Page) => Promise<void>;
}

/** Every view, and what is seen in it in turn. */
export const PLACES: readonly Place[] = [
    { name: 'fabric', hash: '#/fabric', ready: '.device' },
    {
        name: 'a switch',
        hash: '#/fabric',
        ready: '.device',
        prepare: async (page) => {
            await page.locator('.device').first().focus();
            await page.keyboard.press('Enter');
            await page.locator('.details table').first().waitFor();
        },
    },
    { name: 'a search', hash: '#/fabric?q=443', ready: '.found a' },
    {
        name: 'a path',
        hash: '#/fabric?q=443',
        ready: '.found a',
        prepare: async (page) => {
            await page.locator('.found a').first().click();
            await page.locator('.direction').nth(1).waitFor();
        },
    },
    { name: 'sessions', hash: '#/sessions', ready: 'table.entries tbody tr' },
    { name: 'bindings', hash: '#/sessions?list=bindings', ready: 'table.entries tbody tr' },
    { name: 'a wrong search', hash: '#/sessions?q=nonsense..', ready: '[role=alert]' },
    { name: 'pools', hash: '#/pools', ready: '.block-map svg' },
    { name: 'mappings', hash: '#/mappings', ready: 'table.eamt tbody' },
    {
        name: 'a conflict',
        hash: '#/mappings',
        ready: 'table.eamt tbody',
        prepare: async (page) => {
            await page.getByRole('button', { name: 'Add' }).click();
            await page.locator('tbody.is-added input.is-ipv4').fill('203.0.113.80');
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::1');
            await page.locator('.problems').first().waitFor();
        },
    },
    { name: 'static bindings', hash: '#/mappings?table=static', ready: 'table.entries tbody tr' },
    {
        name: 'a new static binding',
        hash: '#/mappings?table=static',
        ready: 'table.entries tbody tr',
        prepare: async (page) => {
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.locator('form.new').waitFor();
            await page
                .getByRole('button', { name: /^Remove / })
                .first()
                .click();
        },
    },
    {
        name: 'a new pool',
        hash: '#/pools?pool=tiny',
        ready: '.block-map svg',
        prepare: async (page) => {
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByLabel('Name').fill('tiny');
            await page.locator('.problem p').first().waitFor();
        },
    },
    {
        name: 'holders',
        hash: '#/holders',
        ready: 'form.ask',
        prepare: async (page) => {
            const { subscribers } = (await (
                await page.request.get(new URL('../subscribers?limit=1', page.url()).href)
            ).json()) as { subscribers: { blocks: { ipv4: string; firstPort: number }[] }[] };
            const block = subscribers[0]?.blocks[0];
            await page.getByLabel('IPv4 address').fill(block?.ipv4 ?? '');
            await page.getByLabel('Port or identifier').fill(String(block?.firstPort));
            await page.getByRole('button', { name: 'Ask the log' }).click();
            await page.locator('table.entries').waitFor();
        },
    },
    {
        name: 'a diagnosis',
        hash: '#/diagnose?host=2001:db8:1:1::10&peer=192.0.2.200&protocol=tcp&port=25',
        ready: '.findings li',
    },
    { name: 'a refused diagnosis', hash: '#/diagnose?host=h1', ready: '.problem p' },
    { name: 'devices', hash: '#/devices', ready: 'main table tbody tr' },
    {
        name: 'a device',
        hash: '#/devices',
        ready: 'main table tbody tr',
        prepare: async (page) => {
            await page.locator('main table button').first().click();
            await page.locator('.expanded').waitFor();
        },
    },
    { name: 'statistics', hash: '#/statistics', ready: 'main table tbody tr' },
    { name: 'alarms', hash: '#/alarms', ready: '.alarms li' },
    {
        name: 'help',
        hash: '#/fabric',
        ready: '.device',
        prepare: async (page) => {
            await page.keyboard.press('?');
            await page.locator('dialog[open]').waitFor();
        },
    },
];

export async function visit(page: Page, url: string, place: Place): Promise<void> {
    await page.goto(url + place.hash);
    // What another view left open is gone.
    await page.reload();
    await page.locator(place.ready).first().waitFor();
    await place.prepare?.(page);
}

/** What axe finds, a line each; the thousands of blocks of a map are one picture. */
export async function axeFindings(page: Page): Promise<string[]> {
    // Of the page's own: its Content-Security-Policy holds for no script that the browser is given.
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
        const { violations } = await (
            window as unknown as { axe: { run: (context: object) => Promise<AxeResults> } }
        ).axe.run({ exclude: [['.block-map rect']] });
        return violations.flatMap((v) =>
            v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary ?? ''}`),
        );
    });
}

/** What is wider than it may be: the page itself, and whatever scrolls sideways within it. */
export async function sideways(page: Page): Promise<string[]> {
    return page.evaluate(() => {
        const name = (e: Element) =>
            `${e.tagName.toLowerCase()}.${[...e.classList].join('.')} of ${e.scrollWidth} in ${e.clientWidth}`;
        const root = document.scrollingElement as Element;
        const found = root.scrollWidth > root.clientWidth ? [name(root)] : [];
        for (const e of document.querySelectorAll('body *')) {
            const scrolls = /auto|scroll/.test(getComputedStyle(e).overflowX);
            if (scrolls && e.scrollWidth > e.clientWidth + 1) {
                found.push(name(e));
            }
            const box = e.getBoundingClientRect();
            if (box.right > innerWidth + 1 && box.width > 1 && !e.closest('svg, .hidden, .skip')) {
                found.push(`${name(e)} ends at ${Math.round(box.right)}`);
            }
        }
        return found;
    });
}
