// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.model.BibIntent;

/** The bindings of a simulated network: one that is in use and that nobody ends stays. */
final class LiveBindings {
    private static final class Live {
        final Object key;
        final Object use;

        Live(BibIntent.Outbound forward) {
            key = forward.key();
            use = SimulatedNetwork.use(forward);
        }
    }

    private final SimulatedNetwork network;
    private Map<Object, Live> live = new HashMap<>();

    LiveBindings(SimulatedNetwork network) {
        this.network = network;
    }

    /**
     * Holds live bindings against those that there were.
     *
     * @param mayEnd whether something may have ended bindings in use since
     */
    void observe(boolean mayEnd, Supplier<String> when) {
        Map<Object, Live> now = new HashMap<>();
        Bib bib = network.controller.core.bib;
        for (int slot = 0; slot < bib.top(); slot++) {
            if (bib.isUsed(slot)
                    && !bib.isStatic(slot)
                    && (bib.phase(slot) == Phase.LIVE || bib.phase(slot) == Phase.REPEATING)
                    && !isEnding(slot)) {
                BibIntent.Outbound o = BindingIntents.outbound(bib, slot);
                now.put(o.key(), new Live(o));
            }
        }
        for (Live before : live.values()) {
            Live after = now.get(before.key);
            long used = network.lastUse.getOrDefault(before.use, 0L);
            boolean expires = network.now - used >= RandomConfigs.SHORTEST_LIFETIME * 1000L - 1000;
            if (!mayEnd && !expires && (after == null || !after.use.equals(before.use))) {
                fail(
                        "lost "
                                + before.key
                                + " used "
                                + (network.now - used)
                                + " ms ago, "
                                + when.get());
            }
        }
        live = now;
    }

    /** Whether it ends with its sessions, which are on their way off the switches. */
    private boolean isEnding(int slot) {
        Sessions sessions = network.controller.core.sessions;
        int session = sessions.first(slot);
        boolean ending = session != Sessions.NONE;
        while (session != Sessions.NONE && ending) {
            ending = !sessions.isWanted(session);
            session = sessions.next(session);
        }
        return ending;
    }
}
