// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.spi.Store;

/**
 * Which addresses are this controller's to give ports of: it leases the whole of an address when it
 * first needs it, for a term that it renews while it runs. Of an address that another controller
 * holds it gives nothing until that one's term is over.
 */
final class Leases {
    static final long TERM_MILLIS = 3_600_000;

    private static final int LAST_PORT = 65535;

    private final Brain brain;
    private final String name;
    private final Map<Integer, Records.Lease> leases = new HashMap<>();
    private final List<Integer> changed = new ArrayList<>();

    /**
     * @param name of this controller, the same after a restart
     */
    Leases(Brain brain, String name) {
        this.brain = brain;
        this.name = name;
    }

    void read(Store store) {
        Records.readLeases(store, (address4, firstPort, lease) -> leases.put(address4, lease));
    }

    /** Whether the address is ours, perhaps from now on. */
    boolean take(int address4) {
        Records.Lease lease = leases.get(address4);
        if (lease != null && !lease.holder.equals(name) && lease.until > brain.nowMillis()) {
            return false;
        }
        if (lease == null || !lease.holder.equals(name)) {
            renew(address4);
        }
        return true;
    }

    /** Renews what is ours and half over. */
    void tick() {
        long half = brain.nowMillis() + TERM_MILLIS / 2;
        for (Map.Entry<Integer, Records.Lease> e : leases.entrySet()) {
            if (e.getValue().holder.equals(name) && e.getValue().until < half) {
                changed.add(e.getKey());
            }
        }
        changed.forEach(this::set);
    }

    boolean hasChanges() {
        return !changed.isEmpty();
    }

    /** Adds what must be written. */
    void changes(List<Store.Record> records) {
        for (int address4 : changed) {
            records.add(Records.lease(address4, 0, leases.get(address4)));
        }
        changed.clear();
    }

    private void renew(int address4) {
        set(address4);
        changed.add(address4);
    }

    private void set(int address4) {
        long until = brain.nowMillis() + TERM_MILLIS;
        leases.put(address4, new Records.Lease(LAST_PORT, until, name));
    }
}
