// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.isthmus.target.fastpath.trace.Rewrite;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packets of which tracer or kernel made something else than the program. That is no fault where
 * something changed meanwhile; and a change is told of right after it is made, so they are judged
 * later. Not thread safe.
 */
final class Suspects {
    private static final Logger LOG = LoggerFactory.getLogger(FastPath.class);

    private static final class Suspect {
        /** Since when nothing must have changed, for it to be their fault. */
        final long changes;

        final String what;
        final Rewrite rewrite;

        Suspect(long changes, String what, Rewrite rewrite) {
            this.changes = changes;
            this.what = what;
            this.rewrite = rewrite;
        }
    }

    private final AtomicLong changes;
    private final List<Suspect> suspects = new ArrayList<>();
    private long wrong;

    /**
     * @param changes there have been
     */
    Suspects(AtomicLong changes) {
        this.changes = changes;
    }

    /** What was made just now. */
    void add(String what, Rewrite rewrite) {
        add(changes.get(), what, rewrite);
    }

    void add(long sinceChange, String what, Rewrite rewrite) {
        suspects.add(new Suspect(sinceChange, what, rewrite));
    }

    void judge() {
        for (Suspect s : suspects) {
            if (s.changes == changes.get()) {
                wrong++;
                LOG.error(
                        "what the {} a packet is not what the program makes of it: {}",
                        s.what,
                        s.rewrite);
            }
        }
        suspects.clear();
    }

    /** Of how many it was their fault. */
    long wrong() {
        return wrong;
    }
}
