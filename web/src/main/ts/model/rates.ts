// SPDX-License-Identifier: Apache-2.0

/** Per second, in the order of the counters given. */
export type Rate = readonly number[];

interface Sample {
    readonly at: number;
    readonly values: readonly number[];
    readonly rate: Rate | null;
}

/**
 * Turns counters that only grow into rates. A counter that shrinks was reset: its switch restarted,
 * and the rate is unknown until there are two readings again.
 */
export class Rates {
    private readonly samples = new Map<string, Sample>();

    /**
     * @param at when the counters were read, in milliseconds; the reading of the same time changes
     *     nothing, one from before it begins anew: the clock was set back
     * @returns the rate, or null while it is unknown
     */
    update(key: string, at: number, values: readonly number[]): Rate | null {
        const last = this.samples.get(key);
        if (last && at === last.at) {
            return last.rate;
        }
        const seconds = last ? (at - last.at) / 1000 : 0;
        const reset = !last || seconds < 0 || values.some((v, i) => v < (last.values[i] ?? 0));
        const rate = reset ? null : values.map((v, i) => (v - (last.values[i] ?? 0)) / seconds);
        this.samples.set(key, { at, values: [...values], rate });
        return rate;
    }

    get(key: string): Rate | null {
        return this.samples.get(key)?.rate ?? null;
    }

    /** Forgets what is no longer there. */
    retain(keys: ReadonlySet<string>): void {
        for (const key of this.samples.keys()) {
            if (!keys.has(key)) {
                this.samples.delete(key);
            }
        }
    }
}

/** The last values of something, for a sparkline. */
export class History {
    private readonly values: number[] = [];

    constructor(private readonly most = 60) {}

    push(value: number): void {
        this.values.push(value);
        if (this.values.length > this.most) {
            this.values.shift();
        }
    }

    all(): readonly number[] {
        return this.values;
    }
}

/** 0 for idle, then one step per power of ten from 1 kbit/s, up to 7 for 1 Gbit/s and more. */
export function loadStep(bitsPerSecond: number | null): number {
    if (bitsPerSecond === null || bitsPerSecond < 1) {
        return 0;
    }
    return Math.max(1, Math.min(7, Math.floor(Math.log10(bitsPerSecond)) - 1));
}
