// SPDX-License-Identifier: Apache-2.0
// Takes the pictures of the documentation: npm run pictures -- URL OUTDIR
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { MockServer } from '../mock/server';
import { launch, open, type Settings } from './chromium';

const MOST_BYTES = 200_000;

interface Picture {
    readonly name: string;
    readonly settings: Settings;
    readonly prepare: (page: Page, url: string) => Promise<void>;
}

async function get<T>(page: Page, url: string, resource: string): Promise<T> {
    return (await (await page.request.get(new URL(`../${resource}`, url).href)).json()) as T;
}

/** Waits until there have been two readings, without which there is no rate. */
async function withRates(page: Page): Promise<void> {
    await page
        .locator('.device .figures', { hasText: /\d.*bit\/s/ })
        .first()
        .waitFor();
    await page.waitForTimeout(Number(process.env.SETTLE_MILLIS ?? 12_000));
}

const PICTURES: Picture[] = [
    {
        name: 'fabric',
        settings: { theme: 'dark' },
        prepare: (page) => withRates(page),
    },
    {
        name: 'path',
        settings: { theme: 'dark' },
        prepare: async (page, url) => {
            const { sessions } = await get<{
                sessions: {
                    protocol: string;
                    ipv6: string;
                    ipv4: string;
                    port4: number;
                    peer: string;
                    peerPort: number;
                }[];
            }>(page, url, 'sessions?limit=300');
            // The longest path tells most.
            let best = { length: -1, hash: '' };
            for (const s of sessions.slice(0, 60)) {
                const query = `protocol=${s.protocol}&ipv4=${s.ipv4}&port=${s.port4}&peer=${s.peer}`;
                const found = await get<{
                    outbound?: { hops: unknown[]; to: string | null };
                    inbound?: { hops: unknown[] };
                }>(page, url, `path?${query}`);
                const ends = found.outbound?.to ? 5 : 0;
                const length =
                    ends + (found.outbound?.hops.length ?? 0) + (found.inbound?.hops.length ?? 0);
                if (length > best.length) {
                    best = { length, hash: `#/fabric?${query}&peerPort=${s.peerPort}` };
                }
            }
            await withRates(page);
            await page.goto(url + best.hash);
            await page.locator('.leg').first().waitFor({ state: 'attached' });
            await page.waitForTimeout(1_500);
        },
    },
    {
        name: 'mappings',
        settings: { theme: 'dark' },
        prepare: async (page, url) => {
            const { eamt } = await get<{ eamt: { ipv4: string }[] }>(page, url, 'eamt');
            await page.goto(`${url}#/mappings`);
            await page.getByRole('button', { name: 'Add' }).click();
            await page
                .locator('tbody.is-added input.is-ipv4')
                .fill(eamt[0]?.ipv4.replace(/\/32$/, '') ?? '203.0.113.1');
            await page.locator('tbody.is-added input.is-ipv6').fill('2001:db8:7::80');
            await page.locator('.problems').first().waitFor();
            await page.waitForTimeout(500);
        },
    },
    {
        name: 'light',
        settings: { theme: 'light' },
        prepare: (page) => withRates(page),
    },
    {
        name: 'pools',
        settings: { theme: 'dark' },
        prepare: async (page, url) => {
            await page.goto(`${url}#/pools`);
            await page.locator('.block-map').first().waitFor();
            await page.waitForTimeout(500);
        },
    },
];

/** Makes a PNG smaller without a visible difference. */
function shrink(file: string): void {
    const { error, status } = spawnSync('pngquant', [
        '--force',
        '--ext=.png',
        '--speed=1',
        '256',
        file,
    ]);
    if (error || status !== 0) {
        throw new Error(`pngquant failed on ${file}: ${error?.message ?? `exit status ${status}`}`);
    }
    const { size } = statSync(file);
    if (size > MOST_BYTES) {
        throw new Error(`${file} has ${size} bytes, more than ${MOST_BYTES}`);
    }
    console.log(`${file}  ${size} bytes`);
}

const [given, out = 'target/pictures', ...only] = process.argv.slice(2);
if (given === undefined) {
    console.error('usage: npm run pictures -- URL|mock [OUTDIR [NAME ...]]');
    process.exit(2);
}
const mock = given === 'mock' ? new MockServer() : null;
const url = mock ? await mock.listen() : given;
mkdirSync(out, { recursive: true });
const browser = await launch();
try {
    for (const picture of PICTURES.filter((p) => only.length === 0 || only.includes(p.name))) {
        const { page, faults } = await open(browser, url, picture.settings);
        await picture.prepare(page, url);
        if (faults.length > 0) {
            throw new Error(`faults in the page: ${faults.join('; ')}`);
        }
        const file = path.join(out, `${picture.name}.png`);
        await page.screenshot({ path: file });
        shrink(file);
        await page.context().close();
    }
} finally {
    await browser.close();
    await mock?.close();
}
