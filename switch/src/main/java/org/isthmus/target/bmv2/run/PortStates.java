// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The ports of a switch, and which of them are up. Any thread. */
public final class PortStates {
    private final Map<Integer, Boolean> up = new ConcurrentHashMap<>();

    /** Whether that is news. */
    public boolean set(int port, boolean isUp) {
        Boolean before = up.put(port, isUp);
        return before == null || before != isUp;
    }

    boolean has(int port) {
        return up.containsKey(port);
    }

    boolean isUp(int port) {
        return up.getOrDefault(port, false);
    }
}
