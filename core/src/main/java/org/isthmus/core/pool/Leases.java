// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Lease;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.Store;

/**
 * The addresses whose ports this controller may allocate. It leases a whole address when it first
 * needs it, for a term that it renews while the address is in a pool, and allocates nothing from an
 * address that another controller holds until that lease expires.
 *
 * <p>Threading: the core's thread.
 */
public final class Leases {
    static final long TERM_MILLIS = 3_600_000;

    private static final int LAST_PORT = 65535;

    private final StepClock clock;
    private final String name;
    private final Map<Integer, Lease> leases = new HashMap<>();

    /** By address: when a lease of another controller is over, or ours is to be renewed. */
    private final Map<Integer, Long> due = new HashMap<>();

    private final List<Integer> changed = new ArrayList<>();

    /**
     * @param name of this controller, the same after a restart
     */
    public Leases(StepClock clock, String name) {
        this.clock = clock;
        this.name = name;
    }

    /**
     * Reads the leases of the store. What is left of one is told by the time of day, here alone:
     * none at worst, and never more than a term, whatever the clocks of the machines showed.
     */
    public void read(Store store) {
        store.read(
                LeaseRecord.class,
                r -> {
                    long left = r.lease.until - clock.epochMillis();
                    long valid = Math.max(0, Math.min(left, TERM_MILLIS));
                    leases.put(r.address4, r.lease);
                    due.put(
                            r.address4,
                            clock.millis() + (isOurs(r.lease) ? valid - TERM_MILLIS / 2 : valid));
                });
    }

    private boolean isOurs(Lease lease) {
        return lease.holder.equals(name);
    }

    /** Leases the address if no other controller holds it; returns whether it is leased now. */
    public boolean take(int address4) {
        if (!mayTake(address4)) {
            return false;
        }
        Lease lease = leases.get(address4);
        if (lease == null || !isOurs(lease)) {
            set(address4);
            changed.add(address4);
        }
        return true;
    }

    /** Whether no other controller holds the address. */
    public boolean mayTake(int address4) {
        Lease lease = leases.get(address4);
        return lease == null || isOurs(lease) || due.get(address4) <= clock.millis();
    }

    /**
     * Renews leases that have passed half their term, or gives them back: before the term is over,
     * for from then on the record may be another controller's.
     *
     * @param isNeeded whether an address is in a pool, or may be in one
     */
    public void tick(IntPredicate isNeeded) {
        List<Integer> over = new ArrayList<>();
        for (Map.Entry<Integer, Lease> e : leases.entrySet()) {
            int address4 = e.getKey();
            if (isOurs(e.getValue()) && due.get(address4) <= clock.millis()) {
                (isNeeded.test(address4) ? changed : over).add(address4);
            }
        }
        changed.stream().filter(leases::containsKey).forEach(this::set);
        over.forEach(leases::remove);
        over.forEach(due::remove);
        changed.addAll(over);
    }

    public boolean hasChanges() {
        return !changed.isEmpty();
    }

    /**
     * Adds the records that must be written; of a lease that was given back, its removal.
     *
     * @return their addresses
     */
    public List<Integer> changes(List<Store.Record> records) {
        List<Integer> written = List.copyOf(changed);
        for (int address4 : written) {
            records.add(new LeaseRecord(address4, 0, leases.get(address4)));
        }
        changed.clear();
        return written;
    }

    /** The store did not take what {@link #changes} gave: it is due again. */
    public void notWritten(List<Integer> addresses) {
        changed.addAll(0, addresses);
    }

    private void set(int address4) {
        leases.put(address4, new Lease(LAST_PORT, clock.epochMillis() + TERM_MILLIS, name));
        due.put(address4, clock.millis() + TERM_MILLIS / 2);
    }
}
