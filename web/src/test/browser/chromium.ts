// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the browser of the system; CHROMIUM names another. */
export async function launch(): Promise<Browser> {
    const executablePath = process.env.CHROMIUM ?? PLACES.find((p) => existsSync(p));
    if (!executablePath) {
        throw new Error(`There is no Chromium: ${PLACES.join(', ')} do not exist.`);
    }
    return chromium.launch({
        executablePath,
        // The tests may run as root, where Chromium has no sandbox of its own.
        args: ['--no-sandbox', '--force-color-profile=srgb', '--font-render-hinting=none'],
    });
}

export interface Settings {
    readonly theme: 'dark' | 'light';
    readonly reducedMotion?: boolean;
}

/** A page with its own storage; what goes wrong in it is collected in `faults`. */
export async function open(
    browser: Browser,
    url: string,
    settings: Settings,
): Promise<{ page: Page; faults: string[] }> {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        colorScheme: settings.theme,
        reducedMotion: settings.reducedMotion ? 'reduce' : 'no-preference',
        locale: 'en-GB',
        timezoneId: 'UTC',
        acceptDownloads: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(Number(process.env.TIMEOUT_MILLIS ?? 20_000));
    const faults: string[] = [];
    page.on('pageerror', (e) => faults.push(e.message));
    page.on('console', (m) => {
        // Chromium reports a request that was not answered, or refused, by itself.
        if (m.type() === 'error' && !/Failed to load resource|ERR_/.test(m.text())) {
            faults.push(m.text());
        }
    });
    await page.goto(url);
    return { page, faults };
}
