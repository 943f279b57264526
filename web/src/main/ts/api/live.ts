// SPDX-License-Identifier: Apache-2.0
import { ApiError } from './client';

/** Time and visibility, so that tests own both. */
export interface Environment {
    now(): number;
    setTimeout(run: () => void, millis: number): unknown;
    clearTimeout(timer: unknown): void;
    visible(): boolean;
    /** @returns what ends it */
    onVisibility(run: () => void): () => void;
}

export const BROWSER: Environment = {
    now: () => Date.now(),
    setTimeout: (run, millis) => setTimeout(run, millis),
    clearTimeout: (timer) => clearTimeout(timer as number),
    visible: () => document.visibilityState === 'visible',
    onVisibility: (run) => {
        document.addEventListener('visibilitychange', run);
        return () => document.removeEventListener('visibilitychange', run);
    },
};

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/** What is polled, as its connection sees it. */
export interface Polled {
    /** When its data came. */
    readonly at: number | null;
    refresh(): void;
}

/** Whether the server tells all that is asked. One for all that is polled: it is one server. */
export class Connection {
    /** Since when it does not, or null while it does. */
    awaySince: number | null = null;
    retryAt = 0;
    /** Why it does not; of the last time. */
    error: ApiError | null = null;
    private failures = 0;
    private readonly failing = new Set<Polled>();
    private readonly listeners = new Set<() => void>();

    constructor(readonly env: Environment) {}

    subscribe(run: () => void): () => void {
        this.listeners.add(run);
        return () => this.listeners.delete(run);
    }

    /** It was told; the server is there once that is so of all. */
    ok(polled: Polled): void {
        this.failing.delete(polled);
        if (this.failing.size > 0) {
            return;
        }
        this.failures = 0;
        this.retryAt = 0;
        if (this.awaySince !== null) {
            this.awaySince = null;
            this.tell();
        }
    }

    /** It is asked for no more: that says nothing of the server, but the next that is told does. */
    left(polled: Polled): void {
        this.failing.delete(polled);
    }

    /** When the oldest came of what is shown and was not told anew, or null. */
    oldest(): number | null {
        const times = [...this.failing].flatMap(({ at }) => at ?? []);
        return times.length === 0 ? null : Math.min(...times);
    }

    /** Asks for all that was not told. */
    retry(): void {
        for (const polled of this.failing) {
            polled.refresh();
        }
    }

    /** @returns milliseconds to wait; several that fail together wait as one */
    failed(polled: Polled, error: ApiError): number {
        this.failing.add(polled);
        const now = this.env.now();
        if (this.awaySince === null) {
            this.awaySince = now;
            this.failures = 0;
        }
        // One that is further away is from before the clock was set back.
        if (now >= this.retryAt || this.retryAt > now + LONGEST_WAIT) {
            this.failures++;
            this.retryAt = now + Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failures - 1));
        }
        this.error = error;
        this.tell();
        return this.retryAt - now;
    }

    private tell(): void {
        for (const run of this.listeners) {
            run();
        }
    }
}

/** Something of the server that is asked for again and again while somebody looks at it. */
export class Resource<T> implements Polled {
    data: T | null = null;
    /** When `data` came. */
    at: number | null = null;
    /** Of a request that the server refused; null once one succeeds. */
    error: ApiError | null = null;
    private readonly listeners = new Set<() => void>();
    private timer: unknown = null;
    private running: AbortController | null = null;
    private unwatch: () => void = () => {};

    /** @param then sees each answer before the listeners do */
    constructor(
        private readonly connection: Connection,
        private readonly load: (signal: AbortSignal) => Promise<T>,
        private readonly intervalMillis: number,
        private readonly then: (data: T) => void = () => {},
    ) {}

    /** Polls while there is a listener. */
    subscribe(run: () => void): () => void {
        this.listeners.add(run);
        if (this.listeners.size === 1) {
            this.unwatch = this.connection.env.onVisibility(() => {
                if (this.connection.env.visible()) {
                    this.refresh();
                }
            });
            this.refresh();
        }
        return () => {
            this.listeners.delete(run);
            if (this.listeners.size === 0) {
                this.pause();
            }
        };
    }

    /** Asks now, unless it is being asked. */
    refresh(): void {
        if (this.running) {
            return;
        }
        this.connection.env.clearTimeout(this.timer);
        this.timer = null;
        const controller = new AbortController();
        this.running = controller;
        void this.once(controller);
    }

    private async once(controller: AbortController): Promise<void> {
        let wait = this.intervalMillis;
        try {
            const data = await this.load(controller.signal);
            if (controller.signal.aborted) {
                return;
            }
            this.connection.ok(this);
            this.data = data;
            this.at = this.connection.env.now();
            this.error = null;
            this.then(data);
        } catch (e) {
            if (controller.signal.aborted) {
                return;
            }
            const error = e instanceof ApiError ? e : new ApiError(0, String(e));
            this.error = error;
            if (error.away) {
                wait = this.connection.failed(this, error);
            } else {
                this.connection.ok(this);
                wait = Math.max(wait, 5_000);
            }
        }
        this.running = null;
        for (const run of [...this.listeners]) {
            run();
        }
        // A hidden page asks nothing; becoming visible begins anew.
        if (this.listeners.size > 0 && this.connection.env.visible()) {
            this.timer = this.connection.env.setTimeout(() => {
                if (this.connection.env.visible()) {
                    this.refresh();
                }
            }, wait);
        }
    }

    private pause(): void {
        this.unwatch();
        this.connection.env.clearTimeout(this.timer);
        this.timer = null;
        this.running?.abort();
        this.running = null;
        this.connection.left(this);
    }
}
