// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More is deleted while a device is away than is remembered. */
class DeletionsLimitTest {
    private final BindingFixture fixture = new BindingFixture();
    private final MemoryStore store = new MemoryStore();
    private Deletions deletions;

    @BeforeEach
    void begin() {
        fixture.accepting = false;
        store.mayLackBindings = true;
        restart();
    }

    private void restart() {
        deletions = new Deletions(fixture.bib, fixture, this::write, 2);
        deletions.read(store);
    }

    private void write(List<Store.Record> records, Consumer<Throwable> then) {
        store.write(records).whenComplete((nothing, e) -> then.accept(e));
    }

    private void delete(int port) {
        List<Store.Record> records = new ArrayList<>();
        deletions.end(
                BindingRecord.of(1, Protocol.UDP, 1, 2, port, 7, port, 0, 1, 0, 0, false), records);
        store.write(records);
    }

    private boolean mayBeLost(int port) {
        return deletions.mayBeLost(new BibIntent.Outbound(1, Protocol.UDP, 1, 2, port, 7, port));
    }

    private AdoptionRecord.State stored() {
        return ((AdoptionRecord) store.maps.get(Store.Map.ADOPTION).values().iterator().next())
                .state;
    }

    private int remembered() {
        return store.maps.get(Store.Map.DELETIONS).size();
    }

    @Test
    void upToTheLimitEachIsRemembered() {
        delete(1);
        delete(2);
        delete(2);
        for (int i = 0; i < 2; i++) {
            assertEquals(2, remembered());
            assertEquals(2, deletions.size());
            assertFalse(mayBeLost(1));
            assertFalse(mayBeLost(2));
            assertTrue(mayBeLost(3));
            restart();
        }
    }

    @Test
    void beyondItNothingIsTakenOverUntilEveryDeviceWasRead() {
        delete(1);
        delete(2);
        delete(3);
        delete(4);
        for (int i = 0; i < 2; i++) {
            assertEquals(AdoptionRecord.State.REFUSED, stored());
            assertEquals(0, remembered());
            assertEquals(0, deletions.size());
            for (int port = 1; port < 10; port++) {
                assertFalse(mayBeLost(port));
            }
            restart();
            deletions.tick();
        }
        fixture.accepting = true;
        deletions.tick();
        assertEquals(AdoptionRecord.State.REFUSED, stored(), "they have not answered");
        fixture.answerAll();
        assertEquals(AdoptionRecord.State.OVER, stored());
        assertTrue(mayBeLost(5));
        delete(6);
        assertFalse(mayBeLost(6));
        store.mayLackBindings = false;
        assertFalse(mayBeLost(5));
    }

    @Test
    void aDeviceThatIsLostMeanwhileHasNotConfirmed() {
        delete(1);
        fixture.accepting = true;
        deletions.tick();
        fixture.accepting = false;
        fixture.answerAll();
        assertEquals(1, remembered());
        assertEquals(AdoptionRecord.State.OPEN, stored());
        fixture.accepting = true;
        deletions.tick();
        fixture.answerAll();
        assertEquals(0, remembered());
        assertEquals(AdoptionRecord.State.OVER, stored());
    }

    @Test
    void whatTheStoreDidNotTakeIsTriedAgain() {
        delete(1);
        delete(2);
        store.fails = true;
        delete(3);
        assertEquals(AdoptionRecord.State.OPEN, stored());
        store.fails = false;
        deletions.tick();
        assertEquals(AdoptionRecord.State.REFUSED, stored());
        store.fails = true;
        fixture.accepting = true;
        deletions.tick();
        fixture.answerAll();
        assertEquals(AdoptionRecord.State.REFUSED, stored());
        store.fails = false;
        deletions.tick();
        fixture.answerAll();
        assertEquals(AdoptionRecord.State.OVER, stored());
    }

    @Test
    void aConfirmationThatTheStoreDidNotTakeIsAskedForAgain() {
        delete(1);
        fixture.accepting = true;
        for (boolean fails : new boolean[] {true, false}) {
            store.fails = fails;
            deletions.tick();
            fixture.answerAll();
            assertEquals(fails ? 1 : 0, deletions.size());
        }
        assertEquals(0, remembered());
    }

    @Test
    void whatWasMadeAgainMeanwhileIsNotDeletedThoughTheStoreFails() {
        delete(1);
        fixture.accepting = true;
        deletions.tick();
        List<Store.Record> records = new ArrayList<>();
        deletions.made(fixture.bib.add(1, Protocol.UDP, 1, 2, 1, 7, 1, 0), records);
        store.write(records);
        store.fails = true;
        fixture.answerAll();
        assertEquals(0, deletions.size());
        assertEquals(0, remembered());
    }

    /** The store has the deletion for as long as the write that removes it is under way. */
    @Test
    void whatIsMadeAgainBeforeTheConfirmationIsStoredIsNotDeletedThoughThatFails() {
        delete(1);
        Queue<Runnable> writes = new ArrayDeque<>();
        deletions =
                new Deletions(
                        fixture.bib,
                        fixture,
                        (records, then) -> writes.add(() -> write(records, then)),
                        2);
        deletions.read(store);
        fixture.accepting = true;
        deletions.tick();
        fixture.answerAll();
        List<Store.Record> records = new ArrayList<>();
        deletions.made(fixture.bib.add(1, Protocol.UDP, 1, 2, 1, 7, 1, 0), records);
        store.fails = true;
        writes.remove().run();
        store.fails = false;
        store.write(records);
        assertEquals(0, deletions.size());
        assertEquals(0, remembered());
    }
}
