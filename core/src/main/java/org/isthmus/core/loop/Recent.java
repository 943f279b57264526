// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was noticed in the last ten minutes, for alarms: the first keys of a number at most, each
 * with what was noticed of it last.
 *
 * <p>Threading: the core's thread.
 */
public final class Recent<K, V> {
    /** What is noticed no more for so long is over. */
    public static final long KEPT_MILLIS = 600_000;

    private static final class Noticed<V> {
        final V value;
        final long millis;

        Noticed(V value, long millis) {
            this.value = value;
            this.millis = millis;
        }
    }

    private final int most;
    private final Map<K, Noticed<V>> noticed = new LinkedHashMap<>();

    /**
     * @param most keys that are known at a time; what is noticed of others meanwhile is not kept
     */
    public Recent(int most) {
        this.most = most;
    }

    /** Keeps this of a key that is known, or of a new one if there is room. */
    public void note(K key, V value, long nowMillis) {
        if (noticed.containsKey(key) || noticed.size() < most) {
            noteAnyway(key, value, nowMillis);
        }
    }

    /** The same beyond the number. */
    public void noteAnyway(K key, V value, long nowMillis) {
        noticed.put(key, new Noticed<>(value, nowMillis));
    }

    public void forget(K key) {
        noticed.remove(key);
    }

    public void clear() {
        noticed.clear();
    }

    /** In the order in which the keys were noticed first. */
    public Map<K, V> all(long nowMillis) {
        noticed.values().removeIf(n -> nowMillis - n.millis >= KEPT_MILLIS);
        Map<K, V> all = new LinkedHashMap<>();
        noticed.forEach((key, n) -> all.put(key, n.value));
        return Collections.unmodifiableMap(all);
    }
}
