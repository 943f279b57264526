// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '#api';

/** A request that was not answered by 2xx. `status` is 0 if it was not answered at all. */
export class ApiError extends Error {
    constructor(
        readonly status: number,
        message: string,
        readonly problem: Problem | null = null,
    ) {
        super(message);
    }

    /** Nothing is wrong with the request: the same one may succeed later, or for another user. */
    get away(): boolean {
        return this.status === 0 || this.forbidden || [500, 502, 503, 504].includes(this.status);
    }

    /** Who asks is told nothing: the password is another by now, or the role. */
    get forbidden(): boolean {
        return this.status === 401 || this.status === 403;
    }
}

export interface Answer<T> {
    readonly body: T;
    readonly etag: string | null;
}

interface Options {
    readonly method?: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly csv?: string;
    readonly ifMatch?: string | null;
    readonly signal?: AbortSignal;
}

const ANSWER_SECONDS = 15;
/** A change is answered when every switch has it; nat64ctl waits as long. */
const CHANGE_SECONDS = 300;

/** A client of the REST API at `base`, which ends in a slash. */
export class Client {
    constructor(
        private readonly base: URL,
        private readonly fetcher: typeof fetch = (input, init) => fetch(input, init),
    ) {}

    /** Where something is, for a link. */
    url(path: string, query: Readonly<Record<string, string>> = {}): string {
        const url = new URL(path, this.base);
        for (const [name, value] of Object.entries(query)) {
            url.searchParams.set(name, value);
        }
        return url.href;
    }

    async get<T>(
        path: string,
        query?: Readonly<Record<string, string>>,
        signal?: AbortSignal,
    ): Promise<T> {
        return (await this.ask<T>(path, { ...(query && { query }), ...(signal && { signal }) }))
            .body;
    }

    /** @throws ApiError in every case but 2xx; the error of `signal` if that aborts. */
    async ask<T>(path: string, options: Options = {}): Promise<Answer<T>> {
        const headers: Record<string, string> = { Accept: 'application/json' };
        const init: RequestInit = { method: options.method ?? 'GET', headers, cache: 'no-store' };
        if (options.json !== undefined) {
            headers['Content-Type'] = 'application/json';
            init.body = JSON.stringify(options.json);
        } else if (options.csv !== undefined) {
            headers['Content-Type'] = 'text/csv';
            init.body = options.csv;
        }
        if (options.ifMatch) {
            headers['If-Match'] = options.ifMatch;
        }
        const late = new AbortController();
        const seconds = init.method === 'GET' ? ANSWER_SECONDS : CHANGE_SECONDS;
        const timer = setTimeout(() => late.abort(), seconds * 1000);
        const abort = () => late.abort();
        options.signal?.addEventListener('abort', abort);
        try {
            init.signal = late.signal;
            const response = await this.fetcher(this.url(path, options.query), init);
            const text = await response.text();
            if (!response.ok) {
                throw refusal(response.status, text);
            }
            return {
                body: (text === '' ? null : JSON.parse(text)) as T,
                etag: response.headers.get('ETag'),
            };
        } catch (e) {
            options.signal?.throwIfAborted();
            if (e instanceof ApiError) {
                throw e;
            }
            if (e instanceof SyntaxError) {
                throw new ApiError(502, 'The answer is not JSON.');
            }
            throw new ApiError(
                0,
                late.signal.aborted ? `No answer in ${seconds} s.` : 'No answer.',
            );
        } finally {
            clearTimeout(timer);
            options.signal?.removeEventListener('abort', abort);
        }
    }
}

function refusal(status: number, text: string): ApiError {
    try {
        const problem = JSON.parse(text) as Problem;
        if (typeof problem.detail === 'string') {
            return new ApiError(status, problem.detail, problem);
        }
    } catch {
        // Not a problem document: a proxy's page, perhaps. The status has to do.
    }
    return new ApiError(
        status,
        status === 401 ? 'Sign in again: reload the page.' : `HTTP ${status}`,
    );
}
