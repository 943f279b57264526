// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Has the store know which bindings have an established TCP session: after a restart these have two
 * hours, any other ones some minutes. One that the store takes for established and that is not does
 * no harm, so what a timeout ends is not written down.
 *
 * <p>Threading: the core's thread.
 */
public final class EstablishedRecords {
    private final Bib bib;
    private final ExtraSessions extra;
    private final Journal journal;
    private final Deferred deferred;

    /** Those whose record the store did not take: it is asked once more with the next tick. */
    private final BitSet unwritten = new BitSet();

    public EstablishedRecords(Bib bib, ExtraSessions extra, Journal journal, Deferred deferred) {
        this.bib = bib;
        this.extra = extra;
        this.journal = journal;
        this.deferred = deferred;
    }

    /** Writes the records of bindings as they are now. */
    void write(int... slots) {
        List<Store.Record> records = new ArrayList<>();
        for (int slot : slots) {
            if (bib.isUsed(slot)
                    && bib.hasSessions(slot)
                    && Phase.wantsInbound(bib.phase(slot))
                    && !bib.isStatic(slot)) {
                records.add(record(slot));
            }
        }
        if (!records.isEmpty()) {
            journal.writeThenBriefly(records, e -> written(slots, e));
        }
    }

    /**
     * By an established session, if there is one: its host is asked when it is idle, and would
     * answer one that it closed by a reset.
     */
    private BindingRecord record(int slot) {
        int s = bib.tcpState(slot).isEstablished() ? ExtraSessions.NONE : extra.established(slot);
        return s == ExtraSessions.NONE
                ? bib.record(slot)
                : bib.record(slot, extra.peer4(s), extra.peerPort(s), true);
    }

    private void written(int[] slots, Throwable e) {
        if (e == null) {
            return;
        }
        // All of them together: a store may fail for long.
        if (unwritten.isEmpty()) {
            deferred.add(this::writeAgain);
        }
        for (int slot : slots) {
            unwritten.set(slot);
        }
    }

    private void writeAgain() {
        int[] slots = unwritten.stream().toArray();
        unwritten.clear();
        write(slots);
    }
}
