// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Intent;

/** The way from what a device holds to what it shall hold. */
public final class Difference {
    private Difference() {}

    /**
     * In an order that is safe to apply as it stands: next hops are set before routes to them, and
     * removed behind them.
     */
    public static List<Change> between(
            Collection<? extends Intent> held, Collection<? extends Intent> desired) {
        Map<Object, Intent> left = new HashMap<>(held.size() * 2);
        held.forEach(i -> left.put(i.key(), i));
        List<List<Change>> set = groups();
        List<List<Change>> remove = groups();
        for (Intent i : desired) {
            if (!i.equals(left.remove(i.key()))) {
                set.get(order(i)).add(Change.set(i));
            }
        }
        for (Intent i : held) {
            if (left.remove(i.key()) != null) {
                remove.get(order(i)).add(Change.remove(i));
            }
        }
        List<Change> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.addAll(set.get(i));
        }
        for (int i = 2; i >= 0; i--) {
            all.addAll(remove.get(i));
        }
        return all;
    }

    private static List<List<Change>> groups() {
        return List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private static int order(Intent i) {
        return i instanceof Intent.Next
                ? 0
                : i instanceof Intent.Route4 || i instanceof Intent.Route6 ? 2 : 1;
    }
}
