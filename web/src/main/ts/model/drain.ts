// SPDX-License-Identifier: Apache-2.0
import type { Pool } from '#api';

/**
 * Whether a pool drains, in words; null: it does not.
 *
 * @param away whether nobody knows who is in it now
 */
export function drainOf(pool: Pick<Pool, 'drain' | 'usage'>, away: boolean): string | null {
    if (!pool.drain) {
        return null;
    }
    // Blocks are held for a while after their last bindings; nobody holds those of static ones.
    const used = Object.values(pool.usage).some((u) => u.blocksInUse > 0 || u.bindings > 0);
    return used || away ? 'drains' : 'drained: nobody is in it';
}
