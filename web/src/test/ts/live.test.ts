// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { ApiError, Client } from '../../main/ts/api/client';
import { Connection, type Environment, Resource } from '../../main/ts/api/live';

/** Time that passes when it is told to. */
class Fake implements Environment {
    time = 1_000_000;
    seen = true;
    timers: { at: number; run: () => void }[] = [];
    private onSeen: (() => void)[] = [];
    now = () => this.time;
    setTimeout = (run: () => void, millis: number) => {
        const timer = { at: this.time + millis, run };
        this.timers.push(timer);
        return timer;
    };
    clearTimeout = (timer: unknown) => {
        this.timers = this.timers.filter((t) => t !== timer);
    };
    visible = () => this.seen;
    onVisibility = (run: () => void) => {
        this.onSeen.push(run);
        return () => {
            this.onSeen = this.onSeen.filter((r) => r !== run);
        };
    };

    show(seen: boolean): void {
        this.seen = seen;
        for (const run of this.onSeen) {
            run();
        }
    }

    async pass(millis: number): Promise<void> {
        this.time += millis;
        const due = this.timers.filter((t) => t.at <= this.time);
        this.timers = this.timers.filter((t) => t.at > this.time);
        for (const t of due) {
            t.run();
        }
        await settled();
    }
}

async function settled(): Promise<void> {
    for (let i = 0; i < 10; i++) {
        await Promise.resolve();
    }
}

function polled(load: () => Promise<number>) {
    const env = new Fake();
    const connection = new Connection(env);
    return { env, connection, resource: new Resource(connection, load, 1_000) };
}

describe('polling', () => {
    it('asks while somebody looks, and not longer', async () => {
        let calls = 0;
        const { env, resource } = polled(() => Promise.resolve(++calls));
        await env.pass(5_000);
        expect(calls).toBe(0);
        const stop = resource.subscribe(() => {});
        await settled();
        expect(resource.data).toBe(1);
        await env.pass(1_000);
        expect(resource.data).toBe(2);
        stop();
        await env.pass(10_000);
        expect(calls).toBe(2);
    });

    it('pauses while the page is hidden, and asks as soon as it is seen', async () => {
        let calls = 0;
        const { env, resource } = polled(() => Promise.resolve(++calls));
        resource.subscribe(() => {});
        await settled();
        env.show(false);
        await env.pass(60_000);
        expect(calls).toBe(1);
        env.show(true);
        await settled();
        expect(calls).toBe(2);
    });

    it('waits longer and longer while the server is away, and goes on by itself', async () => {
        let away = true;
        let calls = 0;
        const { env, connection, resource } = polled(() => {
            calls++;
            return away ? Promise.reject(new ApiError(0, 'No answer.')) : Promise.resolve(7);
        });
        resource.subscribe(() => {});
        await settled();
        const since = env.time;
        expect(connection.awaySince).toBe(since);
        const waits = [];
        for (let i = 0; i < 6; i++) {
            waits.push(connection.retryAt - env.time);
            const before = calls;
            await env.pass(connection.retryAt - env.time - 1);
            expect(calls).toBe(before);
            await env.pass(1);
            expect(calls).toBe(before + 1);
        }
        expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
        expect(connection.awaySince).toBe(since);
        away = false;
        await env.pass(30_000);
        expect(connection.awaySince).toBeNull();
        expect(resource.data).toBe(7);
    });

    it('waits two seconds again once the server was there, whatever the clock says', async () => {
        let away = true;
        const { env, connection, resource } = polled(() =>
            away ? Promise.reject(new ApiError(0, 'No answer.')) : Promise.resolve(7),
        );
        resource.subscribe(() => {});
        await settled();
        const wait = () => connection.retryAt - env.time;
        for (let i = 0; i < 4; i++) {
            await env.pass(wait());
        }
        expect(wait()).toBe(30_000);
        away = false;
        resource.refresh();
        await settled();
        away = true;
        await env.pass(1_000);
        expect(wait()).toBe(2_000);
        env.time -= 3_600_000;
        resource.refresh();
        await settled();
        expect(wait()).toBe(4_000);
    });

    it('knows nothing any more once the user is refused', async () => {
        let status = 0;
        const { env, connection, resource } = polled(() =>
            status === 0 ? Promise.resolve(3) : Promise.reject(new ApiError(status, 'no')),
        );
        resource.subscribe(() => {});
        await settled();
        for (status of [401, 403]) {
            await env.pass(30_000);
            expect(connection.awaySince).not.toBeNull();
            expect(connection.error?.forbidden).toBe(true);
        }
        status = 0;
        await env.pass(30_000);
        expect(connection.awaySince).toBeNull();
    });

    it.each([500, 503])('says what is old while one poll of two is answered %i', async (status) => {
        let broken = true;
        const env = new Fake();
        const connection = new Connection(env);
        const well = new Resource(connection, () => Promise.resolve(1), 1_000);
        const ill = new Resource(
            connection,
            () => (broken ? Promise.reject(new ApiError(status, 'a fault')) : Promise.resolve(2)),
            1_000,
        );
        broken = false;
        well.subscribe(() => {});
        const leave = ill.subscribe(() => {});
        await settled();
        const seen = env.time;
        broken = true;
        await env.pass(1_000);
        const since = env.time;
        const waits = [];
        for (let i = 0; i < 40; i++) {
            await env.pass(1_000);
            expect(connection.awaySince).toBe(since);
            expect(connection.oldest()).toBe(seen);
            waits.push(connection.retryAt - env.time);
        }
        expect(well.at).toBe(env.time);
        expect(Math.max(...waits)).toBe(30_000);
        broken = false;
        connection.retry();
        await settled();
        expect(connection.awaySince).toBeNull();
        expect(ill.data).toBe(2);
        broken = true;
        await env.pass(1_000);
        const again = env.time;
        expect(connection.awaySince).toBe(again);
        // Who looks at something else has not been told anything yet.
        leave();
        expect(connection.awaySince).toBe(again);
        await env.pass(1_000);
        expect(connection.awaySince).toBeNull();
    });

    it('does not take a refusal for absence, and keeps what it knew', async () => {
        let refuse = false;
        const { env, connection, resource } = polled(() =>
            refuse ? Promise.reject(new ApiError(404, 'gone')) : Promise.resolve(3),
        );
        resource.subscribe(() => {});
        await settled();
        refuse = true;
        await env.pass(1_000);
        expect(resource.error?.status).toBe(404);
        expect(resource.data).toBe(3);
        expect(connection.awaySince).toBeNull();
    });
});

describe('the client', () => {
    const base = new URL('https://nat64.example/onos/nat64/');
    const answering = (
        status: number,
        text: string,
        seen: [string, RequestInit | undefined][] = [],
    ) =>
        new Client(base, (input, init) => {
            seen.push([(input as URL | string).toString(), init]);
            return Promise.resolve(new Response(text, { status, headers: { ETag: '"t"' } }));
        });

    it('stays below the API, and sends conditions as they are', async () => {
        const seen: [string, RequestInit | undefined][] = [];
        await answering(200, '{}', seen).ask('eamt', {
            method: 'PUT',
            json: {},
            ifMatch: '"x"',
            query: { q: 'a b&c' },
        });
        expect(seen[0]?.[0]).toBe('https://nat64.example/onos/nat64/eamt?q=a+b%26c');
        expect(seen[0]?.[1]?.headers).toMatchObject({ 'If-Match': '"x"' });
    });

    it('gives the tag', async () => {
        expect((await answering(200, '{"a":1}').ask('eamt')).etag).toBe('"t"');
    });

    it('has the detail of a problem document', async () => {
        const problem = '{"title":"Conflict","status":409,"detail":"overlaps"}';
        await expect(answering(409, problem).get('eamt')).rejects.toMatchObject({
            status: 409,
            message: 'overlaps',
            away: false,
        });
    });

    it.each([
        ['GET', 15],
        ['PUT', 300],
    ])('waits for the answer to %s for %i s', async (method, seconds) => {
        vi.useFakeTimers();
        try {
            const silent = new Client(
                base,
                (_, init) =>
                    new Promise((_resolve, reject) =>
                        init?.signal?.addEventListener('abort', () => reject(new Error('abort'))),
                    ),
            );
            let ended = '';
            silent.ask('eamt', { method }).catch((e: unknown) => (ended = String(e)));
            await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
            expect(ended).toBe('');
            await vi.advanceTimersByTimeAsync(1);
            expect(ended).toBe(`Error: No answer in ${seconds} s.`);
        } finally {
            vi.useRealTimers();
        }
    });

    it.each([
        [502, '<html>', true],
        [503, '', true],
        [500, '', true],
        [501, '', false],
        [507, '', false],
        [401, '', true],
        [403, '', true],
        [404, '', false],
        [200, 'no json', true],
    ])('takes %i “%s” for absence: %s', async (status, text, away) => {
        await expect(answering(status, text).get('eamt')).rejects.toMatchObject({ away });
    });
});
