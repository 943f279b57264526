// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.fuzz.Packet.State;

/** Puts fragments together, to see what the checksum of the whole says. */
final class Fragments {
    private final Map<String, List<Packet>> flows = new LinkedHashMap<>();

    void add(Packet fragment) {
        flows.computeIfAbsent(fragment.flow(), f -> new ArrayList<>()).add(fragment);
    }

    /**
     * The state of each packet, by its last fragment: unknown where a part is missing, or there
     * twice.
     */
    Map<Packet, State> states() {
        Map<Packet, State> states = new LinkedHashMap<>();
        for (List<Packet> all : flows.values()) {
            all.sort(Comparator.comparingInt(p -> p.fragmentOffset));
            states.put(all.get(all.size() - 1), state(all));
        }
        return states;
    }

    private static State state(List<Packet> all) {
        byte[] whole = new byte[0];
        for (int i = 0; i < all.size(); i++) {
            Packet p = all.get(i);
            boolean isLast = i == all.size() - 1;
            if (p.fragmentOffset != whole.length || p.more == isLast || p.end() < p.l4) {
                return State.UNKNOWN;
            }
            int length = p.end() - p.l4;
            whole = Arrays.copyOf(whole, whole.length + length);
            System.arraycopy(p.b, p.l4, whole, whole.length - length, length);
        }
        return all.get(0).upper(whole, 0, whole.length);
    }
}
