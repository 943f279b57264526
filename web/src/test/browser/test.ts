// SPDX-License-Identifier: Apache-2.0
// The page in a real browser: npm run test:browser [-- URL]. Without a URL, over the mock.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Pool } from '#api';
import { MockServer } from '../mock/server';
import { launch, open } from './chromium';
import { axeFindings, PLACES, sideways, visit } from './views';

interface Case {
    readonly name: string;
    /** Over the mock alone: it needs what only the mock has, or changes it. */
    readonly mock?: boolean;
    readonly run: (page: Page, url: string, mock: MockServer | null) => Promise<void>;
}

function check(condition: unknown, what: string): asserts condition {
    if (!condition) {
        throw new Error(what);
    }
}

const devices = (page: Page) => page.locator('.device');

async function go(page: Page, url: string, hash: string): Promise<void> {
    await page.goto(url + hash);
    await page.locator('main').waitFor();
}

/** The contrast of two colours (WCAG 2.2). */
function contrast(a: string, b: string): number {
    const luminance = (color: string) => {
        const [r = 0, g = 0, bl = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
            const c = Number(text) / 255;
            return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
    };
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const LOOKS = [
    ['dark', 1280],
    ['light', 1280],
    ['dark', 390],
] as const;

/** How many things are in the green of what is well, and how many move by themselves. */
async function signsOfLife(page: Page): Promise<{ green: number; moving: number }> {
    return page.evaluate(() => {
        // Those of the dark theme.
        const greens = ['rgb(95, 211, 141)', 'rgb(16, 48, 31)'];
        let green = 0;
        for (const e of document.querySelectorAll('body *')) {
            for (const pseudo of [null, '::before']) {
                const style = getComputedStyle(e, pseudo);
                const colors = [style.color, style.fill, style.stroke, style.backgroundColor];
                green += [...colors, style.borderTopColor].some((c) => greens.includes(c)) ? 1 : 0;
            }
        }
        const moving = document.getAnimations().filter((a) => a.playState === 'running').length;
        return { green, moving };
    });
}

const CASES: Case[] = [
    {
        name: 'draws every switch, host and link of the fabric with its load',
        run: async (page, url) => {
            await devices(page).first().waitFor();
            const fabric = (await (
                await page.request.get(new URL('../fabric', url).href)
            ).json()) as {
                devices: unknown[];
                links: unknown[];
            };
            check(
                (await devices(page).count()) === fabric.devices.length,
                'not every switch is drawn',
            );
            check(
                (await page.locator('.link').count()) === fabric.links.length,
                'not every link is drawn',
            );
            // Two readings make a rate.
            await page
                .locator('.device .figures', { hasText: /[0-9].*bit\/s/ })
                .first()
                .waitFor();
        },
    },
    {
        name: 'says what a link carries, on hover and by keyboard',
        run: async (page) => {
            await devices(page).first().waitFor();
            const link = page.locator('.link').first();
            await link.focus();
            await page.keyboard.press('ArrowUp');
            const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
            check((await focused()).startsWith('map-'), 'the arrow key left the map');
            await page.locator('.tooltip').waitFor();
            await link.dispatchEvent('pointermove', {
                clientX: 300,
                clientY: 300,
                pointerType: 'mouse',
            });
            await page.locator('.tooltip', { hasText: /bit\/s.*p\/s|down/ }).waitFor();
        },
    },
    {
        name: 'says what each number means',
        run: async (page, url) => {
            await go(page, url, '#/statistics');
            await page
                .locator('tr', { hasText: 'Punts' })
                .locator('.meaning', { hasText: 'Packets that switches sent up' })
                .first()
                .waitFor();
        },
    },
    {
        name: 'says what each reason to drop means, to who has no mouse as well',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/devices');
            await page.getByRole('button', { name: 'Details' }).first().click();
            await page.locator('.expanded .meaning', { hasText: 'No route to the' }).waitFor();
        },
    },
    {
        name: 'shows a switch that is selected with Enter, and its ports',
        run: async (page) => {
            const first = devices(page).first();
            await first.focus();
            await page.keyboard.press('Enter');
            await page.locator('.details table').first().waitFor();
            check(page.url().includes('select='), 'the address does not name it');
        },
    },
    {
        name: 'finds a session by its address and follows it in both directions',
        run: async (page, url) => {
            // A network without traffic may have static bindings.
            let entry: { ipv6: string; port6: number; port4: number } | undefined;
            let word = '';
            for (const list of ['sessions', 'bindings']) {
                const at = new URL(`../${list}?limit=1`, url).href;
                const answer = (await (await page.request.get(at)).json()) as Record<
                    string,
                    (typeof entry)[]
                >;
                entry = answer[list]?.[0];
                word = list;
                if (entry) {
                    break;
                }
            }
            check(entry, 'there is no session and no binding to look for');
            await devices(page).first().waitFor();
            await page.keyboard.press('/');
            await page.keyboard.type(`${word} [${entry.ipv6}]:${entry.port6}`);
            const found = page.locator('.found a');
            await found.first().waitFor();
            check(
                (await found.first().textContent())?.includes(String(entry.port4)),
                'another session was found',
            );
            await found.first().click();
            await page.locator('.direction').nth(1).waitFor();
            await page.locator('.leg.is-outbound').first().waitFor({ state: 'attached' });
            check((await page.locator('.leg.is-inbound').count()) > 0, 'there is no path back');
            check((await page.locator('.direction .translates').count()) > 0, 'nothing translates');
            await page.keyboard.press('Escape');
            await found.first().waitFor();
        },
    },
    {
        name: 'says what is not understood in a search',
        run: async (page) => {
            await page.locator('.search input').fill('nonsense.. 443');
            await page.locator('[role=alert]', { hasText: 'nonsense' }).waitFor();
        },
    },
    {
        name: 'pages through thousands of sessions',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/sessions');
            const rows = page.locator('table.entries tbody tr');
            await rows.first().waitFor();
            check((await rows.count()) === 100, `${await rows.count()} rows are in a page`);
            const first = await rows.first().locator('td').nth(1).textContent();
            await page.getByRole('button', { name: 'Next' }).click();
            await page.getByText('Page 2', { exact: true }).waitFor();
            await page.waitForFunction(
                (old) =>
                    document.querySelector('table.entries tbody td:nth-child(2)')?.textContent !==
                    old,
                first,
            );
            check((await rows.count()) === 100, 'the second page has another length');
            await page.getByRole('button', { name: 'Previous' }).click();
            await page.waitForFunction(
                (old) =>
                    document.querySelector('table.entries tbody td:nth-child(2)')?.textContent ===
                    old,
                first,
            );
        },
    },
    {
        name: 'sorts all sessions, counts them, and has all that was found as a file',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/sessions');
            await page.locator('h1', { hasText: /^2\D000 sessions$/ }).waitFor();
            const head = page.locator('th', { hasText: 'IPv4 peer' });
            await head.getByRole('button').click();
            await page.locator('th[aria-sort=ascending]', { hasText: 'IPv4 peer' }).waitFor();
            // Whether the peers of the page go up, or down; waited for, as the order comes later.
            const sorted = (down: boolean) => {
                const peers = [...document.querySelectorAll('tbody code.four')].map((e) =>
                    (e.textContent ?? '').replace(/\d+/g, (n) => n.padStart(5, '0')),
                );
                const wanted = [...peers].sort();
                return (
                    peers.length === 100 &&
                    peers.join() === (down ? wanted.reverse() : wanted).join()
                );
            };
            await page.waitForFunction(sorted, false);
            await head.getByRole('button').click();
            await page.locator('th[aria-sort=descending]', { hasText: 'IPv4 peer' }).waitFor();
            await page.waitForFunction(sorted, true);
            await page.getByRole('button', { name: 'Next' }).click();
            await page.getByText('Page 2', { exact: true }).waitFor();
            await page.locator('h1', { hasText: /^2\D000 sessions$/ }).waitFor();
            await page.locator('.search input').fill('tcp to 443');
            await page.waitForFunction(() =>
                /^(?!2\D000)[1-9].* sessions$/.test(
                    document.querySelector('h1')?.textContent ?? '',
                ),
            );
            const number = Number(
                (await page.locator('h1').textContent())?.replace(/[^\d]/g, '') ?? 0,
            );
            const download = page.waitForEvent('download');
            await page.getByText('Export CSV').click();
            const text = await readFile(await (await download).path(), 'utf8');
            const lines = text.trim().split('\r\n').slice(1);
            check(lines.length === number, `${lines.length} of ${number} are in the file`);
            check(
                lines.every((l) => l.includes(',tcp,') && l.includes(',443,')),
                'the file has others',
            );
        },
    },
    {
        name: 'says which sessions a search cannot find',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/sessions?q=udp+to+198.18.0.1');
            await page.getByRole('heading', { name: 'No sessions' }).waitFor();
            await page.locator('.message', { hasText: 'only the first peer of each' }).waitFor();
            await page.locator('.search input').fill('udp');
            await page.locator('tbody small', { hasText: 'first peer' }).first().waitFor();
            await page.locator('.search input').fill('tcp to 198.18.0.1');
            await page.locator('.message').waitFor({ state: 'detached' });
        },
    },
    {
        name: 'shows how full pools are, with a map of blocks for the keyboard',
        run: async (page, url) => {
            await go(page, url, '#/pools');
            await page.locator('.card .bar').first().waitFor();
            const map = page.locator('.block-map svg').first();
            await map.focus();
            await page.keyboard.press('ArrowRight');
            await page.locator('.block-map p', { hasText: /ports \d+ to \d+/ }).waitFor();
        },
    },
    {
        name: 'shows no block as free whose holder is not known yet',
        mock: true,
        run: async (page, url, mock) => {
            mock?.fabric.addPool({ name: 'wide', prefixes: ['198.51.100.0/24'] });
            await go(page, url, '#/pools?pool=wide');
            const maps = page.locator('.block-map');
            await maps.first().waitFor();
            await page.route('**/subscribers*', (route) => route.abort());
            await page.getByRole('button', { name: 'Next' }).click();
            await page.getByText('Addresses 17').waitFor();
            await page.locator('.message', { hasText: 'No answer' }).waitFor();
            check((await maps.count()) === 0, 'they are free');
            await page.unrouteAll();
            await maps.first().waitFor();
        },
    },
    {
        name: 'opens where the browser keeps nothing for it',
        run: async (page) => {
            await page.addInitScript(() => {
                Object.defineProperty(window, 'localStorage', {
                    get: () => {
                        throw new DOMException('Access is denied.', 'SecurityError');
                    },
                });
            });
            await page.reload();
            await devices(page).first().waitFor();
            await page.keyboard.press('t');
            await page.locator('html[data-theme=light]').waitFor();
        },
    },
    {
        name: 'says of a pool who may send, where not everybody may',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/pools');
            const cards = page.locator('.card', { hasText: 'address-dependent filtering' });
            await cards.first().waitFor();
            check((await cards.count()) === 1, 'of a pool that does not filter as well');
            const holding = page.locator('.card', { hasText: 'holds SYNs' });
            check((await holding.count()) === 1, 'not of the pool that holds SYNs alone');
        },
    },
    {
        name: 'has the keyboard in a form that opens, and back once it is gone',
        mock: true,
        run: async (page, url) => {
            for (const view of ['#/pools', '#/mappings?table=static']) {
                await go(page, url, view);
                const add = page.getByRole('button', { name: 'Add', exact: true });
                await add.focus();
                await page.keyboard.press('Enter');
                await page.keyboard.type('x');
                const first = page.locator('form.new').locator('input, select').first();
                await first.and(page.locator(':focus')).waitFor();
                await page.getByRole('button', { name: 'Cancel' }).focus();
                await page.keyboard.press('Enter');
                await add.and(page.locator(':focus')).waitFor();
            }
        },
    },
    {
        name: 'shows a conflict while a mapping is typed, and saves it once it is solved',
        mock: true,
        run: async (page, url, mock) => {
            await go(page, url, '#/mappings');
            await page.getByRole('button', { name: 'Add' }).click();
            await page.locator('tbody.is-added input.is-ipv4').fill('203.0.113.80');
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::1');
            await page
                .locator('tbody.is-added .problems', { hasText: 'overlaps another mapping' })
                .waitFor();
            const save = page.getByRole('button', { name: 'Save' });
            check(await save.isDisabled(), 'a conflict can be saved');
            // A check that failed is made again once the server is back, without another change.
            await page.route(/\/onos\/nat64\/(?!ui)/, (route) => route.abort());
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::2');
            await page.getByText('The check failed').waitFor();
            await page.locator('.banner').waitFor();
            await page.unrouteAll({ behavior: 'ignoreErrors' });
            await page.getByText('The check failed').waitFor({ state: 'detached' });
            await page.locator('tbody.is-added input.is-ipv4').fill('203.0.113.81');
            await page.getByText('No conflict').waitFor();
            await save.click();
            await page.getByText('Saved, on every').waitFor();
            check(
                mock?.fabric.eamt.some((e) => e.ipv4 === '203.0.113.81/32'),
                'it was not saved',
            );
        },
    },
    {
        name: 'offers no change to a user who may only read',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            mock.role = 'viewer';
            await go(page, url, '#/mappings');
            await page.locator('input.is-ipv4[disabled]').first().waitFor();
            check((await page.locator('table.eamt :enabled').count()) === 0, 'a row is enabled');
            check((await page.getByRole('button', { name: 'Add' }).count()) === 0, 'Add is there');
            check((await page.getByText('Import CSV').count()) === 0, 'Import is there');
            for (const view of ['#/mappings?table=static', '#/pools?pool=tiny']) {
                await go(page, url, view);
                await page.getByRole('heading', { level: 1 }).locator('small').waitFor();
                for (const name of ['Add', 'Remove', 'Drain']) {
                    const found = page.getByRole('button', { name });
                    check((await found.count()) === 0, `${name} is there at ${view}`);
                }
            }
        },
    },
    {
        name: 'keeps a change that others made meanwhile',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            await go(page, url, '#/mappings');
            await page.getByRole('button', { name: 'Add' }).click();
            await page.locator('tbody.is-added input.is-ipv4').fill('203.0.113.82');
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::2');
            await page.getByText('No conflict').waitFor();
            mock.fabric.replace([
                ...mock.fabric.eamt,
                { ipv4: '203.0.113.83', ipv6: '2001:db8:7::3' },
            ]);
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Others have changed the table').waitFor();
            await page.getByText('added 203.0.113.83/32').waitFor();
            await page.getByText('No conflict').waitFor();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved, on every').waitFor();
            const saved = mock.fabric.eamt.map((e) => e.ipv4);
            check(
                saved.includes('203.0.113.82/32') && saved.includes('203.0.113.83/32'),
                'a change was lost',
            );
        },
    },
    {
        name: 'takes no change to mappings while they are being saved',
        mock: true,
        run: async (page, url) => {
            let save = () => {};
            const saving = new Promise<void>((run) => (save = run));
            await page.route('**/eamt', async (route) => {
                if (route.request().method() === 'PUT') {
                    await saving;
                }
                await route.continue();
            });
            await go(page, url, '#/mappings');
            await page.getByRole('button', { name: 'Add' }).click();
            await page.locator('tbody.is-added input.is-ipv4').fill('203.0.113.84');
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::4');
            await page.getByText('No conflict').waitFor();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saving').waitFor();
            check((await page.locator('table.eamt :enabled').count()) === 0, 'a row is enabled');
            for (const name of ['Add', 'Import CSV', 'Discard']) {
                check(await page.getByRole('button', { name }).isDisabled(), `${name} is enabled`);
            }
            save();
            await page.getByText('Saved, on every').waitFor();
            check((await page.locator('table.eamt :enabled').count()) > 0, 'no row is enabled');
        },
    },
    {
        name: 'imports and exports CSV',
        mock: true,
        run: async (page, url, mock) => {
            await go(page, url, '#/mappings');
            const file = path.join(tmpdir(), 'isthmus-import.csv');
            await writeFile(file, 'ipv4,ipv6\r\n203.0.113.90,2001:db8:7::90\r\n');
            await page.locator('input[type=file]').setInputFiles(file);
            await page.getByText('1 mappings of the file were added').waitFor();
            check(
                mock?.fabric.eamt.some((e) => e.ipv4 === '203.0.113.90/32'),
                'it was not added',
            );
            await page.locator('input[type=file]').setInputFiles(file);
            await page.getByText('Nothing of the file was added').waitFor();
            await page.route('**/eamt/import', async (route) => {
                await route.fetch();
                await route.abort();
            });
            await writeFile(file, 'ipv4,ipv6\r\n203.0.113.91,2001:db8:7::91\r\n');
            await page.locator('input[type=file]').setInputFiles(file);
            await page.getByText('not known whether the file was added').waitFor();
            await page.getByLabel('Filter the mappings').fill('203.0.113.91/32');
            await page.locator('input.is-ipv4').first().waitFor();
            const download = page.waitForEvent('download');
            await page.getByText('Export CSV').click();
            const text = await readFile(await (await download).path(), 'utf8');
            check(
                text.startsWith('ipv4,ipv6,instance,host\r\n'),
                `the export begins with ${text.slice(0, 40)}`,
            );
        },
    },
    {
        name: 'adds, changes and removes static bindings, and says why one is refused',
        mock: true,
        run: async (page, url, mock) => {
            await go(page, url, '#/mappings?table=static');
            const rows = page.locator('table.entries tbody tr');
            await rows.nth(1).waitFor();
            const configured = rows.filter({ hasText: 'In the network configuration' });
            await configured.filter({ hasText: '203.0.113.7:443' }).waitFor();
            check((await configured.getByRole('button').count()) === 0, 'it can be changed');
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByLabel('IPv6 address').fill('2001:db8:1::99');
            await page.getByLabel('IPv6 port').fill('8080');
            await page.getByLabel('IPv4 address of a pool').fill('203.0.113.7');
            await page.getByLabel('IPv4 port').fill('443');
            // It is said before anything is saved, and of nothing that is still to be filled in.
            const problems = page.locator('.problem p');
            await problems.filter({ hasText: '203.0.113.7 port 443 is bound already' }).waitFor();
            await page.locator('input[name=ipv4][aria-invalid=true]').waitFor();
            check((await page.locator('[role=alert]').count()) === 0, 'it was saved');
            const checked = page.waitForResponse('**/static-bindings/check');
            await page.getByLabel('IPv6 port').fill('');
            await checked;
            check((await problems.count()) === 1, 'an empty field is told');
            await page.getByLabel('IPv6 port').fill('8080');
            await page.getByRole('button', { name: 'Save' }).click();
            await page.locator('[role=alert]', { hasText: 'is bound already' }).waitFor();
            await page.locator('input[name=ipv4][aria-invalid=true]').waitFor();
            // What another form was refused for is nothing of this one.
            await page
                .getByRole('button', { name: /^Change/ })
                .first()
                .click();
            await page.getByText('whose flows are cut').waitFor();
            check((await problems.count()) === 0, 'it has the problems of another form');
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByLabel('IPv6 address').fill('2001:db8:1::99');
            await page.getByLabel('IPv6 port').fill('8080');
            await page.getByLabel('IPv4 address of a pool').fill('203.0.113.7');
            await page.getByLabel('IPv4 port').fill('8080');
            await page.locator('input[name=ipv4][aria-invalid=false]').waitFor();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved, on every').waitFor();
            await page.locator('h1', { hasText: '3 static bindings' }).waitFor();
            const left = () => (mock?.fabric.statics ?? []).map((b) => b.port4).join();
            check(left() === '443,53,8080', 'it was not saved');
            await page.getByRole('button', { name: 'Change tcp 203.0.113.7:8080' }).click();
            const host = page.getByLabel('IPv6 address');
            check((await host.inputValue()) === '2001:db8:1::99', 'what is there is not shown');
            await page.getByText('whose flows are cut').waitFor();
            await page.getByLabel('IPv4 port').fill('443');
            await problems.filter({ hasText: 'is bound already' }).waitFor();
            // Its own place is free for what takes it.
            await page.getByLabel('IPv4 port').fill('8080');
            await host.fill('2001:db8:1::98');
            await page.locator('input[name=ipv4][aria-invalid=false]').waitFor();
            await page.getByRole('button', { name: 'Save' }).click();
            await rows.filter({ hasText: '[2001:db8:1::98]:8080' }).waitFor();
            check(left() === '443,53,8080', 'it did not take the place of the old one');
            await page.getByRole('button', { name: 'Remove tcp 203.0.113.7:8080' }).click();
            check(left() === '443,53,8080', 'it was removed without asking');
            await page.locator('.sure').getByRole('button', { name: 'Remove' }).click();
            await page.locator('h1', { hasText: '2 static bindings' }).waitFor();
            check(left() === '443,53', 'it was not removed');
            await page.getByLabel('Filter the static bindings').fill('fal');
            await rows.first().waitFor({ state: 'detached' });
        },
    },
    {
        name: 'keeps the focus of who has no mouse, where a button is used up',
        mock: true,
        run: async (page, url) => {
            const focused = (name: string) =>
                page.waitForFunction((n) => document.activeElement?.textContent === n, name);
            await go(page, url, '#/mappings?table=static');
            const remove = page.getByRole('button', { name: /^Remove/ }).first();
            await remove.focus();
            await page.keyboard.press('Enter');
            await focused('Keep');
            await page.keyboard.press('Enter');
            await focused('Remove');
            await page.keyboard.press('Enter');
            await focused('Keep');
            await page.keyboard.press('Shift+Tab');
            await page.keyboard.press('Enter');
            await page.getByText(/^Removed/).waitFor();
            await page.waitForFunction(() => document.activeElement?.id === 'main');
            // A form that is refused is still there.
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByRole('button', { name: 'Save' }).focus();
            await page.keyboard.press('Enter');
            await page.locator('.message.is-error').waitFor();
            await focused('Save');
            await go(page, url, '#/sessions');
            await page.locator('button:enabled', { hasText: 'Next' }).focus();
            for (let n = 2; n < 4; n++) {
                await page.keyboard.press('Enter');
                await page.getByText(`Page ${n}`).waitFor();
                await focused('Next');
            }
        },
    },
    {
        name: 'keeps the focus of who has no mouse, where others change and remove rows',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            const focused = (label: string) =>
                page.evaluate(
                    (l) => document.activeElement?.getAttribute('aria-label') === l,
                    label,
                );
            await go(page, url, '#/mappings');
            const label = (await page
                .locator('input.is-ipv6:enabled')
                .first()
                .getAttribute('aria-label')) as string;
            await page.getByLabel(label, { exact: true }).focus();
            const its = mock.fabric.eamt.find((e) => label.endsWith(` ${e.ipv4}`));
            check(its, `${label} is of no mapping`);
            mock.fabric.replace([its, { ipv4: '203.0.113.85', ipv6: '2001:db8:7::5' }]);
            await page
                .getByLabel(/mapping 203.0.113.85/)
                .first()
                .waitFor();
            check(await focused(label), 'it is lost where another row was removed');
            mock.fabric.replace([{ ipv4: '203.0.113.85', ipv6: '2001:db8:7::5' }]);
            await page.getByLabel(label, { exact: true }).waitFor({ state: 'detached' });
            await page.waitForFunction(() => document.activeElement?.id === 'main');
            await go(page, url, '#/mappings?table=static');
            await page
                .getByRole('button', { name: /^Change/ })
                .first()
                .focus();
            mock.fabric.statics.splice(0);
            await page.getByRole('button', { name: /^Change/ }).waitFor({ state: 'detached' });
            await page.waitForFunction(() => document.activeElement?.id === 'main');
        },
    },
    {
        name: 'pages through thousands of static bindings',
        mock: true,
        run: async (page, url, mock) => {
            for (let port4 = 1024; port4 < 21_024; port4++) {
                mock?.fabric.statics.push({
                    instance: 'default',
                    protocol: 'udp',
                    ipv6: '2001:db8:1::77',
                    port6: 7,
                    ipv4: '203.0.113.7',
                    port4,
                    configured: false,
                });
            }
            await go(page, url, '#/mappings?table=static');
            const rows = page.locator('table.entries tbody tr');
            await rows.first().waitFor();
            check((await rows.count()) === 50, `${await rows.count()} rows are in a page`);
            await page.getByRole('button', { name: 'Next' }).click();
            await page.getByText('Page 2 of 401').waitFor();
            await page.getByLabel('Filter the static bindings').fill('udp 2001:db8:1::77 7 203');
            await page.getByText('Page 1 of 400').waitFor();
            await page.getByLabel('Filter the static bindings').fill('20999');
            await rows.nth(1).waitFor({ state: 'detached' });
            await rows.filter({ hasText: '203.0.113.7:20999' }).waitFor();
        },
    },
    {
        name: 'adds and removes pools, but not those of the configuration',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/pools?pool=customers');
            await page.getByText('In the network configuration, which alone').waitFor();
            check((await page.getByRole('button', { name: /^Remove/ }).count()) === 0, 'removable');
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByLabel('Name').fill('tiny');
            const problems = page.locator('.problem p');
            await problems.filter({ hasText: 'conflicts with pool tiny' }).waitFor();
            check((await problems.count()) === 1, 'prefixes are missing, as is known');
            await page.getByLabel('IPv4 prefixes or ranges').fill('203.0.113.64/28');
            await page.getByRole('button', { name: 'Save' }).click();
            await page.locator('[role=alert]', { hasText: 'there is a pool tiny' }).waitFor();
            await page.locator('input[name=name][aria-invalid=true]').waitFor();
            await page.getByLabel('Name').fill('more');
            await page.getByLabel('TCP ports').fill('x');
            await problems.filter({ hasText: 'must be FIRST-LAST' }).waitFor();
            await page.locator('input[name=name][aria-invalid=false]').waitFor();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.locator('input[name="ports.tcp"][aria-invalid=true]').waitFor();
            await page.getByLabel('TCP ports').fill('');
            await page.getByLabel('Hold SYNs that nobody waits for').selectOption('yes');
            await page.getByLabel('Prefix of the subscribers').fill('2001:db8:7::/56');
            await page.getByLabel('Ports of each').fill('256');
            await page.getByLabel('Algorithm').selectOption('contiguous');
            await page.getByRole('button', { name: 'Save' }).click();
            const made = page.locator('.card', { hasText: 'more' });
            await made.getByText('holds SYNs that nobody waits for').waitFor();
            await made.getByText('256 ports each by configuration, contiguous').waitFor();
            await page.getByRole('button', { name: 'Add', exact: true }).click();
            await page.getByLabel('Name').fill('sets');
            await page.getByLabel('IPv4 prefixes or ranges').fill('203.0.113.96/28');
            await page.getByLabel('Ports bound at once').fill('8');
            await page.getByRole('button', { name: 'Save' }).click();
            const sets = page.locator('.card', { hasText: 'sets' });
            await sets.getByText('binds 8 ports at once').waitFor();
            check((await sets.getByText('by configuration').count()) === 0, 'deterministic too');
            await made.click();
            await page.getByRole('button', { name: 'Remove the pool more' }).click();
            await page.locator('.sure').getByRole('button', { name: 'Remove' }).click();
            await page.getByText('Removed more.').waitFor();
            await page.locator('.card', { hasText: 'more' }).waitFor({ state: 'detached' });
        },
    },
    {
        name: 'has a pool drain and no longer, and says so',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            mock.fabric.addPool({ name: 'empty', prefixes: ['203.0.113.64/28'] });
            await go(page, url, '#/pools?pool=tiny');
            const tiny = page.locator('.card', { hasText: 'tiny' });
            await tiny.locator('.bar.is-full').waitFor();
            const drain = page.getByRole('button', { name: 'Drain the pool tiny' });
            await drain.focus();
            await page.keyboard.press('Enter');
            await page.locator('[role=status]', { hasText: 'tiny drains:' }).waitFor();
            await tiny.getByText('drains', { exact: true }).waitFor();
            check((await page.locator('.card .bar.is-full').count()) === 0, 'its fullness warns');
            const stop = page.getByRole('button', { name: 'Stop draining the pool tiny' });
            await stop.and(page.locator(':focus')).waitFor();
            const findings = await axeFindings(page);
            check(findings.length === 0, findings.join('\n'));
            await page.route('**/pools', async (route) => {
                const all = (await (await route.fetch()).json()) as { pools: Pool[] };
                const u = { blocks: 9, blocksInUse: 9, bindings: 9 };
                const usage = { tcp: u, udp: u, icmp: u };
                await route.fulfill({ json: { pools: all.pools.map((p) => ({ ...p, usage })) } });
            });
            await go(page, url, '#/fabric');
            await page.locator('.pool-line .bar.is-full').first().waitFor();
            const line = page.locator('.pool-line', { hasText: 'tiny' });
            await line.getByText('drains').waitFor();
            check((await line.locator('.bar.is-full').count()) === 0, 'its fullness warns there');
            await page.unrouteAll({ behavior: 'ignoreErrors' });
            await page.setViewportSize({ width: 390, height: 844 });
            await go(page, url, '#/pools?pool=tiny');
            await stop.waitFor();
            const wide = await sideways(page);
            check(wide.length === 0, wide.join('\n'));
            await stop.click();
            await page.getByText('tiny no longer drains.').waitFor();
            await tiny.locator('.bar.is-full').waitFor();
            check((await tiny.getByText('drains').count()) === 0, 'it is said to drain still');

            await go(page, url, '#/pools?pool=empty');
            await page.getByRole('button', { name: 'Drain the pool empty' }).click();
            await page.locator('.card', { hasText: 'drained: nobody is in it' }).waitFor();
        },
    },
    {
        name: 'has no pool drain that cannot, and says why one does not',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            mock.fabric.drain('customers', true);
            mock.fabric.addPool({
                name: 'fixed',
                prefixes: ['203.0.113.64/28'],
                deterministic: { subscribers: '2001:db8:7::/56', portsPerSubscriber: 256 },
            });
            await go(page, url, '#/pools?pool=customers');
            await page.locator('.card', { hasText: 'customers' }).getByText('drains').waitFor();
            await page.getByText('In the network configuration, which alone').waitFor();
            const draining = page.getByRole('button', { name: /drain/i });
            check((await draining.count()) === 0, 'the configuration is changed');
            await go(page, url, '#/pools?pool=fixed');
            await page.getByRole('button', { name: 'Remove the pool fixed' }).waitFor();
            check((await draining.count()) === 0, 'a deterministic pool is to drain');
            await go(page, url, '#/pools?pool=tiny');
            await draining.waitFor();
            mock.fabric.remove('pools/tiny');
            await draining.click();
            await page.locator('[role=alert]', { hasText: 'There is no PUT' }).waitFor();
        },
    },
    {
        name: 'asks who held a port',
        mock: true,
        run: async (page, url, mock) => {
            const block = mock?.fabric.subscribers[0]?.blocks[0];
            check(block, 'nobody holds a block');
            await go(page, url, '#/holders');
            await page.getByLabel('IPv4 address').fill(block.ipv4);
            await page.getByLabel('Port or identifier').fill(String(block.firstPort + 1));
            await page.getByRole('button', { name: 'Ask the log' }).click();
            await page
                .locator('table.entries', { hasText: mock?.fabric.subscribers[0]?.ipv6 ?? '?' })
                .filter({ hasText: 'found on a switch' })
                .waitFor();
            // What was asked stands in the form, to be asked again.
            const protocol = page.getByLabel('Protocol');
            await protocol.selectOption(block.protocol);
            await page.getByRole('button', { name: 'Ask the log' }).click();
            await page.waitForURL(`**protocol=${block.protocol}`);
            check((await protocol.inputValue()) === block.protocol, 'the protocol is not kept');
            await go(page, url, '#/holders?address=203.0.113.1&port=1&protocol=udp');
            await page.waitForFunction(() =>
                document
                    .querySelector<HTMLInputElement>('input[name=address]')
                    ?.value.endsWith('.1'),
            );
            check((await protocol.inputValue()) === 'udp', 'that of the link is not chosen');
        },
    },
    {
        name: 'answers who held a port in the time zone of the question',
        mock: true,
        run: async (page, url, mock) => {
            const block = mock?.fabric.subscribers[0]?.blocks[0];
            check(block, 'nobody holds a block');
            const tokyo = await page.context().browser()?.newContext({ timezoneId: 'Asia/Tokyo' });
            check(tokyo, 'there is no browser');
            const there = await tokyo.newPage();
            await go(there, url, '#/holders');
            await there.getByLabel('IPv4 address').fill(block.ipv4);
            await there.getByLabel('Port or identifier').fill(String(block.firstPort));
            const time = there.getByLabel('Time, now if empty');
            await time.fill('2026-01-31T20:00:05');
            await there.getByLabel('the time is in UTC').check();
            await there.getByRole('button', { name: 'Ask the log' }).click();
            await there.getByRole('heading', { name: 'at 2026-01-31 20:00:05 UTC' }).waitFor();
            check((await time.inputValue()) === '2026-01-31T20:00:05', 'the time is another');
            const since = await there.locator('td[data-label=Since] time').first().textContent();
            check(since?.endsWith('UTC'), `since ${since}`);
            await there.getByLabel('the time is in UTC').uncheck();
            await there.getByRole('button', { name: 'Ask the log' }).click();
            await there.getByRole('heading', { name: 'at 2026-01-31 20:00:05' }).waitFor();
            await there.getByText('2026-01-31T11:00:05Z').waitFor();
            await tokyo.close();
        },
    },
    {
        name: 'says why a host has no connection, by keyboard alone, to who may only read',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            mock.role = 'viewer';
            const type = async (label: string, text: string) => {
                for (let i = 0; i < 9; i++) {
                    await page.keyboard.press('Tab');
                    const focused = page.getByLabel(label).and(page.locator(':focus'));
                    if ((await focused.count()) > 0) {
                        await page.keyboard.type(text);
                        return;
                    }
                }
                throw new Error(`Tab does not lead to ${label}`);
            };
            await go(page, url, '#/diagnose');
            check((await page.getByLabel('Port').count()) === 0, 'a port of no protocol');
            await page.locator('main').focus();
            await type('Host, in', '2001:db8:1:1::10');
            await type('Peer', '192.0.2.200');
            await type('Protocol', 'tcp');
            await type('Port', '25');
            await page.keyboard.press('Enter');
            await page.getByText('2 problems keep this flow from getting through.').waitFor();
            await page.getByText(/As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/).waitFor();
            await page.getByLabel('Port').and(page.locator(':focus')).waitFor();
            const { findings } = (await (
                await page.request.get(
                    new URL(
                        '../diagnosis?host=2001:db8:1:1::10&peer=192.0.2.200&protocol=tcp&port=25',
                        url,
                    ).href,
                )
            ).json()) as { findings: { check: string; result: string; message: string }[] };
            check(
                ['ok', 'note', 'problem'].every((r) => findings.some((f) => f.result === r)),
                'not every result is among them',
            );
            const shown = await page
                .locator('.findings li')
                .evaluateAll((all) =>
                    all.map((li) =>
                        [...li.children].map((e) => e.textContent?.trim().toLowerCase()),
                    ),
                );
            const wanted = findings.map((f) =>
                [f.check, f.result, f.message].map((text) => text.toLowerCase()),
            );
            check(JSON.stringify(shown) === JSON.stringify(wanted), `${shown.join('\n')}`);
            // A result has a shape of its own as well.
            const marks = await page
                .locator('.findings .result')
                .evaluateAll((all) =>
                    all.map(
                        (e) => `${e.textContent} ${e.querySelector('path')?.getAttribute('d')}`,
                    ),
                );
            const shapes = new Set(marks.map((m) => m.trim().replace(/^\w+ /, '')));
            check(new Set(marks).size === 3 && shapes.size === 3, [...new Set(marks)].join());
        },
    },
    {
        name: 'diagnoses the flow of a link, again when asked, and says when it was',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            const link = '#/diagnose?host=2001:db8:1:1::10&peer=2001:db8:64::c000:20a';
            await page.clock.install({ time: new Date('2026-01-31T10:00:00Z') });
            await go(page, url, link);
            await page.getByText('Nothing keeps this flow from getting through.').waitFor();
            await page.getByText('As of 2026-01-31 10:00').waitFor();
            check(
                (await page.getByLabel('Peer, in').inputValue()) === '2001:db8:64::c000:20a',
                'the peer of the link is not in the form',
            );
            await page.clock.fastForward('30:00');
            const again = page.getByRole('button', { name: 'Ask again' });
            await again.focus();
            await page.keyboard.press('Enter');
            await page.getByText('As of 2026-01-31 10:30').waitFor();
            await again.and(page.locator(':focus')).waitFor();
            // Another flow, and back to the first: the form goes along.
            await page.getByLabel('Peer, in').fill('192.0.2.200');
            await page.getByRole('button', { name: 'Diagnose' }).click();
            await page.getByText('1 problem keeps this flow').waitFor();
            await page.goBack();
            await page.getByText('Nothing keeps this flow').waitFor();
            check(
                (await page.getByLabel('Peer, in').inputValue()) === '2001:db8:64::c000:20a',
                'the peer is still that of the other flow',
            );
            // What was well is said as it was.
            await mock.close();
            await again.click();
            await page.locator('[role=alert]', { hasText: 'No answer' }).first().waitFor();
            await page.getByText('Nothing kept this flow from getting through.').waitFor();
            await page.locator('.findings', { hasText: 'was ok' }).waitFor();
            await page.getByRole('button', { name: 'Diagnose' }).waitFor();
            const { green } = await signsOfLife(page);
            check(green === 0, `${green} are green`);
        },
    },
    {
        name: 'says at each field what is wrong with the flow to be diagnosed',
        mock: true,
        run: async (page, url, mock) => {
            const one = mock?.fabric.instances()[0];
            const all = [one, { ...one, name: 'other' }];
            await page.route('**/instances', (route) =>
                route.fulfill({ json: { instances: all } }),
            );
            await go(page, url, '#/diagnose');
            const ask = page.getByRole('button', { name: 'Diagnose' });
            const wrong = async (name: string, text: string) => {
                await ask.click();
                await page.locator(`#problem-${name}`, { hasText: text }).waitFor();
                const invalid = page.locator('[aria-invalid=true]');
                check((await invalid.count()) === 1, `${text} is said of several fields`);
                check((await invalid.getAttribute('name')) === name, `${text} is not of ${name}`);
                check((await page.locator('.findings').count()) === 0, 'there is an answer');
            };
            await wrong('host', 'is missing');
            await page.getByLabel('Host, in').fill('h1');
            await wrong('host', 'not an IPv4 address: h1');
            await page.getByLabel('Host, in').fill('203.0.113.1');
            await wrong('protocol', 'is missing: hosts share 203.0.113.1');
            await page.getByLabel('Protocol').selectOption('tcp');
            await wrong('hostPort', 'is missing: hosts share 203.0.113.1');
            await page.getByLabel('Protocol').selectOption('');
            await page.getByLabel('Host, in').fill('2001:db8:1:1::10');
            await page.getByLabel('Peer, in').fill('s1');
            await wrong('peer', 'not an IPv4 address: s1');
            await page.getByLabel('Peer, in').fill('');
            await page.getByLabel('Protocol').selectOption('udp');
            await page.getByLabel('Port').fill('99999');
            await wrong('port', 'must be 0 to 65535');
            // The port goes with its protocol.
            await page.getByLabel('Protocol').selectOption('icmp');
            await page.getByLabel('Instance').selectOption('other');
            await wrong('instance', 'there is no instance other');
            await page.getByLabel('Instance').selectOption('default');
            await ask.click();
            await page.locator('.findings li').first().waitFor();
            check((await page.locator('[aria-invalid=true]').count()) === 0, 'a field is wrong');
            // A link may have a port without TCP or UDP, which the form has not.
            const asked = page.waitForRequest('**/diagnosis?*');
            await go(page, url, '#/diagnose?host=2001:db8:1:1::10&protocol=icmp&port=443');
            check(!(await asked).url().includes('port='), 'a port of ICMP was asked for');
        },
    },
    {
        name: 'diagnoses a flow that begins in IPv4',
        mock: true,
        run: async (page, url, mock) => {
            const bound = mock?.fabric.bindings.find((b) => b.protocol === 'tcp');
            check(bound !== undefined, 'the mock has no binding of TCP');
            await go(page, url, '#/diagnose');
            check((await page.getByLabel('Its port').count()) === 0, 'a port of no address');
            await page.getByLabel('Host, in').fill(`${bound?.ipv4}`);
            await page.getByLabel('Its port').fill(`${bound?.port4}`);
            await page.getByLabel('Protocol').selectOption('tcp');
            await page.getByRole('button', { name: 'Diagnose' }).click();
            const first = page.locator('.findings li').first();
            await first.getByText(`is ${bound?.ipv6} port ${bound?.port6}`).waitFor();
            check(((await first.textContent()) ?? '').startsWith('Binding'), 'no binding first');
        },
    },
    {
        name: 'leads from a host and a session to a diagnosis',
        mock: true,
        run: async (page, url) => {
            await go(page, url, '#/fabric?select=device:leaf1/5');
            await page.getByRole('link', { name: 'Why no connection?' }).click();
            await page.locator('.findings', { hasText: '2001:db8:1:53::53 is let in' }).waitFor();
            await go(page, url, '#/fabric?q=tcp+to+443');
            await page.locator('.found a').first().click();
            await page.getByRole('link', { name: 'Why no connection?' }).click();
            await page.locator('.findings li').first().waitFor();
            for (const name of ['host', 'peer', 'port']) {
                const value = await page.locator(`main input[name=${name}]`).inputValue();
                check(value !== '', `${name} is not that of the session`);
            }
        },
    },
    {
        name: 'opens every view by its key, without a fault',
        run: async (page) => {
            const tabs = page.locator('.tabs a');
            for (let key = 1; key <= (await tabs.count()); key++) {
                await page.keyboard.press(String(key));
                await tabs
                    .nth(key - 1)
                    .and(page.locator('[aria-current=page]'))
                    .waitFor();
                await page.waitForTimeout(250);
            }
            await page.keyboard.press('?');
            await page.locator('dialog[open]').waitFor();
            await page.keyboard.press('Escape');
            await page.locator('dialog').waitFor({ state: 'detached' });
            await page.keyboard.press('1');
        },
    },
    {
        name: 'has a skip link first, and shows the focus',
        run: async (page) => {
            await page.keyboard.press('Tab');
            const first = await page.evaluate(() => {
                const e = document.activeElement as HTMLElement;
                return {
                    text: e.textContent,
                    outline: getComputedStyle(e).outlineStyle,
                    top: e.getBoundingClientRect().top,
                };
            });
            check(first.text === 'Skip to content' && first.top >= 0, 'the skip link is not first');
            check(first.outline !== 'none', 'the focus is not seen');
            await page.keyboard.press('Enter');
            check(
                await page.evaluate(() => document.activeElement?.id === 'main'),
                'the skip link does not skip',
            );
        },
    },
    {
        name: 'has the contrast of WCAG AA in both themes',
        run: async (page) => {
            for (const theme of ['dark', 'light']) {
                const colors = await page.evaluate((name) => {
                    document.documentElement.dataset.theme = name;
                    const probe = document.createElement('span');
                    document.body.append(probe);
                    const color = (variable: string) => {
                        probe.style.color = `var(--${variable})`;
                        return getComputedStyle(probe).color;
                    };
                    const of = (names: string[]) => names.map((n) => [n, color(n)] as const);
                    const found = {
                        text: of([
                            'text',
                            'muted',
                            'six',
                            'four',
                            'accent',
                            'good',
                            'warn',
                            'major',
                            'bad',
                        ]),
                        ground: of(['ground', 'surface', 'raised']),
                        lines: of(['line-strong']),
                        soft: [
                            [color('text'), color('bad-soft')],
                            [color('text'), color('good-soft')],
                            [color('text'), color('note-soft')],
                            [color('on-accent'), color('accent')],
                        ],
                    };
                    probe.remove();
                    return found;
                }, theme);
                for (const [ground, behind] of colors.ground) {
                    for (const [name, color] of colors.text) {
                        const c = contrast(color, behind);
                        check(c >= 4.5, `${theme}: ${name} on ${ground} has ${c.toFixed(2)}`);
                    }
                    for (const [name, color] of colors.lines) {
                        const c = contrast(color, behind);
                        check(c >= 3, `${theme}: ${name} on ${ground} has ${c.toFixed(2)}`);
                    }
                }
                for (const [a = '', b = ''] of colors.soft) {
                    check(
                        contrast(a, b) >= 4.5,
                        `${theme}: ${a} on ${b} has ${contrast(a, b).toFixed(2)}`,
                    );
                }
            }
        },
    },
    {
        name: 'says that the server is away, and goes on by itself',
        run: async (page) => {
            await devices(page).first().waitFor();
            await page.route('**/fabric', (route) => route.abort());
            await page.route('**/devices', (route) => route.abort());
            await page.route('**/statistics', (route) => route.abort());
            await page.route('**/alarms', (route) => route.abort());
            await page.route('**/pools', (route) => route.abort());
            await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
            check((await devices(page).count()) > 0, 'what was known is gone');
            // Who hears the page hears it once, and not at each second.
            const alert = page.locator('.banner[role=alert], .banner [role=alert]');
            const once = (await alert.textContent()) ?? '';
            const all = await page.locator('.banner').textContent();
            await page.waitForFunction(
                (was) => document.querySelector('.banner')?.textContent !== was,
                all,
            );
            check((await alert.textContent()) === once, `${once} is said anew`);
            await page.unrouteAll();
            await page.locator('.banner').waitFor({ state: 'detached' });
        },
    },
    {
        name: 'shows nothing as well, and moves nothing, once the server is dead',
        mock: true,
        run: async (page, url, mock) => {
            check(mock, 'there is no mock');
            await go(page, url, '#/devices');
            await page.locator('.state-icon.is-ok').first().waitFor();
            await go(page, url, '#/fabric');
            await page.locator('.flow').first().waitFor({ state: 'attached' });
            const { green, moving } = await signsOfLife(page);
            check(green > 0 && moving > 0, `${green} are green and ${moving} move while it lives`);
            await mock.close();
            await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
            for (const view of ['fabric', 'devices', 'pools', 'statistics', 'alarms', 'sessions']) {
                await page.evaluate((v) => (location.hash = `#/${v}`), view);
                await page.locator(`.tabs a[href^="#/${view}"][aria-current=page]`).waitFor();
                const life = await signsOfLife(page);
                check(life.green === 0, `${view}: ${life.green} are green`);
                check(life.moving === 0, `${view}: ${life.moving} move`);
                check(
                    (await page.locator('.condition').textContent()) === '? not known',
                    `${view}: the condition is known`,
                );
                check((await page.locator('.banner').count()) === 1, `${view}: it is not said`);
            }
            await mock.listen(Number(new URL(url).port));
            // It may have come back by itself meanwhile.
            await page
                .getByRole('button', { name: 'Try now' })
                .click({ timeout: 3_000 })
                .catch(() => undefined);
            await page.locator('.banner').waitFor({ state: 'detached' });
            await page.locator('.condition.is-major').waitFor();
        },
    },
    {
        name: 'knows nothing any more once its user is refused, and says so',
        mock: true,
        run: async (page) => {
            await devices(page).first().focus();
            await page.keyboard.press('Enter');
            const state = page.locator('.details dd').first();
            await state.filter({ hasText: /^ ready$/ }).waitFor();
            await page.route(/\/onos\/nat64\/(?!ui)/, (route) =>
                route.fulfill({
                    status: 401,
                    contentType: 'application/problem+json',
                    body: '{"status":401,"detail":"User and password are wanted."}',
                }),
            );
            await page.locator('.banner', { hasText: 'refuses to answer' }).waitFor();
            await state.filter({ hasText: 'unknown, was ready' }).waitFor();
            await page.locator('.device[aria-description*="unknown, was ready"]').first().waitFor();
            const { green, moving } = await signsOfLife(page);
            check(green === 0 && moving === 0, `${green} are green and ${moving} move`);
            await page.unrouteAll({ behavior: 'ignoreErrors' });
            await page.locator('.banner').waitFor({ state: 'detached' });
        },
    },
    {
        name: 'has no finding of axe in any view, in both themes and on a telephone',
        mock: true,
        run: async (page, url) => {
            const found: string[] = [];
            for (const [theme, width] of LOOKS) {
                await page.evaluate((t) => localStorage.setItem('isthmus.theme', t), theme);
                await page.setViewportSize({ width, height: 844 });
                for (const place of PLACES) {
                    await visit(page, url, place);
                    for (const finding of await axeFindings(page)) {
                        found.push(`${place.name}, ${theme}, ${width}: ${finding}`);
                    }
                }
            }
            check(found.length === 0, found.slice(0, 20).join('\n'));
        },
    },
    {
        name: 'scrolls sideways nowhere on a telephone of 390 pixels',
        mock: true,
        run: async (page, url) => {
            const found: string[] = [];
            await page.setViewportSize({ width: 390, height: 844 });
            for (const place of PLACES) {
                await visit(page, url, place);
                for (const wide of await sideways(page)) {
                    found.push(`${place.name}: ${wide}`);
                }
            }
            check(found.length === 0, found.slice(0, 20).join('\n'));
        },
    },
    {
        name: 'names the severities of alarms as the API does',
        run: async (page, url) => {
            const { alarms } = (await (
                await page.request.get(new URL('../alarms', url).href)
            ).json()) as { alarms: { severity: string }[] };
            await go(page, url, '#/alarms');
            await page.waitForFunction(
                (n) => document.querySelectorAll('.alarms li').length === n,
                alarms.length,
            );
            const shown = await page.locator('.alarms li strong').allTextContents();
            check(
                [...shown].sort().join() ===
                    alarms
                        .map((a) => a.severity)
                        .sort()
                        .join(),
                `they are ${shown.join()}`,
            );
        },
    },
    {
        name: 'shows markup in names as text',
        mock: true,
        run: async (page) => {
            await page.route('**/fabric', async (route) => {
                const answer = (await (await route.fetch()).json()) as {
                    interfaces: { name: string }[];
                };
                for (const i of answer.interfaces) {
                    i.name = '<img src=x onerror=alert(1)>';
                }
                await route.fulfill({ json: answer });
            });
            await page.reload();
            await page.locator('.host').first().focus();
            await page.keyboard.press('Enter');
            await page.locator('h2', { hasText: '<img src=x' }).waitFor();
            check((await page.locator('img[src=x]').count()) === 0, 'markup became an element');
        },
    },
];

async function runAll(browser: Browser, given: string | undefined): Promise<number> {
    let failed = 0;
    for (const test of CASES) {
        if ((given !== undefined && test.mock) || !test.name.includes(process.env.ONLY ?? '')) {
            continue;
        }
        // A mock of its own for each, so that none depends on another.
        const mock = given === undefined ? new MockServer() : null;
        const url = given ?? (await (mock as MockServer).listen());
        const { page, faults } = await open(browser, url, { theme: 'dark' });
        try {
            await test.run(page, url, mock);
            check(faults.length === 0, `faults in the page: ${faults.join('; ')}`);
            console.log(`ok    ${test.name}`);
        } catch (e) {
            failed++;
            console.log(`FAIL  ${test.name}\n      ${e instanceof Error ? e.message : String(e)}`);
            if (process.env.SCREENSHOTS) {
                await page.screenshot({
                    path: path.join(process.env.SCREENSHOTS, `failed-${failed}.png`),
                });
            }
        } finally {
            await page.context().close();
            await mock?.close();
        }
    }
    return failed;
}

const given = process.argv[2];
const browser = await launch();
try {
    const failed = await runAll(browser, given);
    const ran = CASES.filter((c) => given === undefined || !c.mock).length;
    console.log(`${ran - failed} of ${ran} passed over ${given ?? 'the mock'}`);
    if (given !== undefined) {
        console.log(`${CASES.length - ran} run over the mock alone`);
    }
    process.exitCode = failed === 0 ? 0 : 1;
} finally {
    await browser.close();
}
