// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Leases;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.LogLines;
import org.junit.jupiter.api.Test;

/** What goes into the store and the mapping log, and when. */
class StoreJournalTest {
    private static final int NOW = 1000;

    private final MemoryStore store = new MemoryStore();
    private final Counters counters = new Counters();
    private final StepClock clock = new StepClock(() -> 1_800_000_000_000L, () -> 0);
    private final Leases leases = new Leases(clock, "one");
    private final List<String> ran = new ArrayList<>();
    private final StoreJournal journal =
            new StoreJournal(store, store, leases, on("loop"), on("brief"), clock, counters);
    private final Pools pools = new Pools(new Random(1), journal);
    private final List<Throwable> answers = new ArrayList<>();

    private Executor on(String name) {
        return task -> {
            ran.add(name);
            task.run();
        };
    }

    private void allocate() {
        pools.instance(Nat64Configs.instance(64, 4, 0));
        PortPool pool = pools.add(Nat64Configs.pool("p", "203.0.113.0/30"), false, 1);
        assertTrue(pools.allocate(pool.instance(), Protocol.UDP, 1, 2, 3, false, NOW) >= 0);
    }

    private int stored(Store.Map map) {
        return store.maps.get(map).size();
    }

    @Test
    void aStoreThatFailsIsLoggedOnceUntilItWorksAgain() {
        try (LogLines log = new LogLines(StoreJournal.class, Level.INFO)) {
            for (boolean fails : new boolean[] {true, true, false, true, true}) {
                store.fails = fails;
                journal.write(new ArrayList<>(List.of(new LeaseRecord(1, 0, null))), e -> {});
            }
            String line = "the store fails: disk full";
            assertEquals(List.of(line, line), log.lines());
        }
    }

    @Test
    void aBlockIsStoredWithItsLeaseBeforeItIsLogged() {
        allocate();
        store.fails = true;
        journal.write(new ArrayList<>(), answers::add);
        assertNotNull(answers.get(0));
        assertEquals(List.of(), store.events);
        assertEquals("disk full", journal.problem());
        assertEquals(1, counters.get(Counter.STORE_ERRORS));
    }

    @Test
    void whatTheStoreDidNotTakeIsDueWithTheNextWrite() {
        allocate();
        store.fails = true;
        journal.tick();
        store.fails = false;
        journal.tick();
        assertEquals(1, stored(Store.Map.SUBSCRIBERS));
        assertTrue(stored(Store.Map.LEASES) > 0);
        assertEquals(1, store.events.size());
        assertNull(journal.problem());
    }

    @Test
    void knownBlocksAreNotWrittenAgain() {
        allocate();
        journal.dropReports();
        journal.tick();
        assertEquals(0, stored(Store.Map.SUBSCRIBERS));
        assertEquals(List.of(), store.events);
    }

    @Test
    void onlyWhatIsSaidToBeBriefRunsAsSuch() {
        Store.Record record = new LeaseRecord(1, 0, null);
        journal.write(new ArrayList<>(List.of(record)), answers::add);
        assertEquals(List.of("loop"), ran);
        journal.writeThenBriefly(new ArrayList<>(List.of(record)), answers::add);
        assertEquals(List.of("loop", "brief"), ran);
    }

    @Test
    void nothingToWriteIsAnsweredAtOnceAndWithoutTheStore() {
        store.fails = true;
        journal.write(new ArrayList<>(), answers::add);
        assertEquals(1, answers.size());
        assertNull(answers.get(0));
    }

    /** Writes to it are under way until the test says what became of them. */
    private static final class Pending implements Store {
        final List<CompletableFuture<Void>> writes = new ArrayList<>();

        @Override
        public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {}

        @Override
        public String warning() {
            return null;
        }

        @Override
        public boolean mayLackBindings() {
            return false;
        }

        @Override
        public CompletionStage<Void> write(List<Record> records) {
            writes.add(new CompletableFuture<>());
            return writes.get(writes.size() - 1);
        }

        void end(int write, boolean well) {
            if (well) {
                writes.get(write).complete(null);
            } else {
                writes.get(write).completeExceptionally(new IllegalStateException("disk full"));
            }
        }
    }

    private final Pending pending = new Pending();
    private final StoreJournal late =
            new StoreJournal(pending, store, leases, on("loop"), on("brief"), clock, counters);

    /** A static binding begins and ends, and another one begins, each in a write of its own. */
    private void threeChangesUnderWay() {
        late.fixed(binding(80), true);
        write();
        late.fixed(binding(80), false);
        write();
        late.fixed(binding(81), true);
        write();
        assertEquals(List.of(), logged());
    }

    private static StaticBinding binding(int port) {
        return new StaticBinding(
                "i",
                Protocol.TCP,
                Ipv6Address.parse("2001:db8::1"),
                port,
                Ipv4Address.parse("203.0.113.1"),
                port);
    }

    private void write() {
        late.write(new ArrayList<>(List.of(new LeaseRecord(1, 0, null))), answers::add);
    }

    private List<String> logged() {
        return store.events.stream()
                .map(event -> event.kind + " " + event.firstPort)
                .collect(Collectors.toList());
    }

    private void assertLoggedInOrder() {
        assertEquals(List.of("ASSIGNED 80", "RELEASED 80", "ASSIGNED 81"), logged());
    }

    @Test
    void eventsOfWritesThatFailedOneAfterAnotherKeepTheirOrder() {
        threeChangesUnderWay();
        for (int i = 0; i < 3; i++) {
            pending.end(i, false);
        }
        assertEquals(List.of(), logged());
        write();
        pending.end(3, true);
        assertLoggedInOrder();
    }

    @Test
    void thoseOfOneThatFailedAreLoggedBeforeThoseOfTheNext() {
        threeChangesUnderWay();
        pending.end(0, false);
        pending.end(1, true);
        pending.end(2, true);
        assertLoggedInOrder();
    }

    @Test
    void theyAreSoIfTheNextOneEndsAfterTheyWereTriedAgain() {
        threeChangesUnderWay();
        pending.end(0, false);
        write();
        pending.end(1, true);
        pending.end(2, true);
        pending.end(3, true);
        assertLoggedInOrder();
    }

    @Test
    void theyAreLoggedWithoutAnotherChange() {
        threeChangesUnderWay();
        pending.end(0, false);
        pending.end(1, false);
        late.tick();
        assertEquals(List.of(), logged(), "the third is under way");
        pending.end(2, false);
        late.tick();
        assertLoggedInOrder();
        late.tick();
        assertLoggedInOrder();
    }

    /** A write that failed is about a subscriber that had the prefix before. */
    @Test
    void aSubscriberThatHasBlocksAgainKeepsThemInTheStore() {
        List<CompletableFuture<Void>> slow = new ArrayList<>();
        Store late = new Late(slow);
        StoreJournal behind =
                new StoreJournal(
                        late, store, leases, Runnable::run, Runnable::run, clock, counters);
        Pools some = new Pools(new Random(1), behind);
        some.instance(Nat64Configs.instance(64, 4, 0));
        some.add(Nat64Configs.pool("p", "203.0.113.0/30"), false, 1);
        long port = some.allocate(1, Protocol.UDP, 1, 2, 3, false, NOW);
        some.place(Protocol.UDP, (int) (port >> 16), (int) port & 0xffff, 0, 0);
        behind.tick();
        slow.get(0).complete(null);
        some.release(Protocol.UDP, (int) (port >> 16), (int) port & 0xffff, 0, NOW);
        some.tick(NOW + 1000);
        behind.tick();
        some.allocate(1, Protocol.UDP, 1, 2, 3, false, NOW + 1000);
        behind.tick();
        slow.get(1).completeExceptionally(new IllegalStateException("disk full"));
        slow.get(2).complete(null);
        behind.tick();
        slow.forEach(answer -> answer.complete(null));
        assertEquals(1, stored(Store.Map.SUBSCRIBERS));
    }

    /** Writes as the test lets it. */
    private final class Late implements Store {
        private final List<CompletableFuture<Void>> answers;

        Late(List<CompletableFuture<Void>> answers) {
            this.answers = answers;
        }

        @Override
        public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
            store.read(type, visitor);
        }

        @Override
        public boolean mayLackBindings() {
            return false;
        }

        @Override
        public CompletionStage<Void> write(List<Record> records) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            answers.add(answer);
            return answer.thenCompose(nothing -> store.write(records));
        }
    }
}
