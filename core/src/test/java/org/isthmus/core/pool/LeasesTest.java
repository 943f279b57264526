// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Lease;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;

class LeasesTest {
    private static final int ADDRESS = 0xcb007107;
    private static final long YEARS = 10L * 365 * 86_400_000;
    private static final long TODAY = 1_800_000_000_000L;

    private final MemoryStore store = new MemoryStore();
    private long now;
    private long day = TODAY;
    private final StepClock clock = new StepClock(() -> day, () -> now);

    private Leases leases(String name) {
        Leases leases = new Leases(clock, name);
        leases.read(store);
        return leases;
    }

    private void run(long millis) {
        now += millis;
        day += millis;
        clock.step();
    }

    private void store(String holder, long until) {
        store.write(List.of(new LeaseRecord(ADDRESS, 0, new Lease(65535, until, holder))));
    }

    @Test
    void anotherOnesLeaseIsWaitedForATermAtMost() {
        store("other", TODAY + YEARS);
        Leases leases = leases("one");
        run(Leases.TERM_MILLIS - 1);
        assertFalse(leases.take(ADDRESS));
        run(1);
        assertTrue(leases.take(ADDRESS));
    }

    @Test
    void whatIsLeftOfAnotherOnesLeaseIsWaitedFor() {
        store("other", TODAY + Leases.TERM_MILLIS / 4);
        Leases leases = leases("one");
        run(Leases.TERM_MILLIS / 4 - 1);
        assertFalse(leases.take(ADDRESS));
        run(1);
        assertTrue(leases.take(ADDRESS));
    }

    @Test
    void aJumpWhileRunningNeitherEndsNorProlongsIt() {
        store("other", TODAY + Leases.TERM_MILLIS);
        Leases leases = leases("one");
        day += YEARS;
        run(Leases.TERM_MILLIS - 1);
        assertFalse(leases.take(ADDRESS));
        day -= 2 * YEARS;
        run(1);
        assertTrue(leases.take(ADDRESS));
    }

    @Test
    void onesOwnIsRenewedWhateverTheClockSaid() {
        for (long until : new long[] {TODAY - YEARS, TODAY + YEARS}) {
            store("one", until);
            Leases leases = leases("one");
            List<Long> written = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                leases.tick(a -> true);
                List<Store.Record> records = new ArrayList<>();
                leases.changes(records);
                records.forEach(r -> written.add(((LeaseRecord) r).lease.until - day));
                run(Leases.TERM_MILLIS / 4);
            }
            // At half a term each, the first one at once if it may be over.
            assertEquals(until < TODAY ? 2 : 1, written.size());
            written.forEach(left -> assertEquals(Leases.TERM_MILLIS, left));
        }
    }

    @Test
    void ofAnAddressThatIsInNoPoolAnyMoreItIsGivenBack() {
        Leases leases = leases("one");
        assertTrue(leases.take(ADDRESS));
        written(leases);
        run(Leases.TERM_MILLIS / 2 - 1);
        leases.tick(a -> a != ADDRESS);
        assertFalse(leases.hasChanges());
        run(1);
        leases.tick(a -> a != ADDRESS);
        assertEquals(List.of(true), written(leases));
        leases.tick(a -> true);
        assertFalse(leases.hasChanges());
        // The pool is back.
        assertTrue(leases.take(ADDRESS));
        assertEquals(List.of(false), written(leases));
    }

    @Test
    void whatTheStoreDidNotTakeOfThatIsOverIfThePoolIsBack() {
        Leases leases = leases("one");
        leases.take(ADDRESS);
        written(leases);
        run(Leases.TERM_MILLIS / 2);
        leases.tick(a -> false);
        leases.notWritten(leases.changes(new ArrayList<>()));
        leases.tick(a -> true);
        assertEquals(List.of(true), written(leases));
        leases.notWritten(List.of(ADDRESS));
        leases.take(ADDRESS);
        leases.tick(a -> true);
        assertFalse(written(leases).contains(true));
    }

    /** Of each change that is to be written, whether it removes the lease. */
    private static List<Boolean> written(Leases leases) {
        List<Store.Record> records = new ArrayList<>();
        leases.changes(records);
        return records.stream().map(Store.Record::isRemoval).collect(Collectors.toList());
    }
}
