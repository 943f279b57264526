// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isthmus.app.store.LastTerm;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.onosproject.cluster.NodeId;

class ReplicatedMappingLogTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId N3 = NodeId.nodeId("n3");
    private static final int UDP = 17;

    @TempDir Path directory;

    private final TestCluster cluster = new TestCluster();
    private NodeId leader = N1;
    private long now = 1_000_000;
    private int block;

    private final List<DiskMappingLog> disks = new ArrayList<>();
    private DiskMappingLog disk1;
    private DiskMappingLog disk2;
    private ReplicatedMappingLog one;
    private ReplicatedMappingLog two;

    @BeforeEach
    void start() throws IOException {
        disk1 = disk("1");
        disk2 = disk("2");
        one = log(N1, Set.of(N2), disk1);
        two = log(N2, Set.of(N1), disk2);
    }

    private ReplicatedMappingLog log(NodeId self, Set<NodeId> others, DiskMappingLog disk) {
        ReplicatedMappingLog log =
                new ReplicatedMappingLog(
                        self,
                        disk,
                        new LastTerm(cluster.storage(self)),
                        new Peers(cluster.communication(self)),
                        () -> leader,
                        () -> others,
                        Runnable::run,
                        event -> {});
        log.start();
        return log;
    }

    /** As a leader term does. */
    private void begin(ReplicatedMappingLog log, long term) {
        log.gather(term, now, false);
        log.lead(term);
    }

    private void append(ReplicatedMappingLog log, int count) {
        for (int i = 0; i < count; i++) {
            now += 10;
            log.append(event(MappingEvent.Kind.ASSIGNED, block++));
        }
    }

    private MappingEvent event(MappingEvent.Kind kind, int number) {
        return new MappingEvent(
                kind,
                now,
                Protocol.UDP,
                Ipv6Prefix.of(number, 0, 64),
                Ipv4Address.of(number / 1000),
                number % 1000 * 64,
                number % 1000 * 64 + 63);
    }

    private DiskMappingLog disk(String name) throws IOException {
        return disk(name, false, Retention.ALL);
    }

    private DiskMappingLog disk(String name, boolean expected, Retention retention)
            throws IOException {
        disks.add(new DiskMappingLog(directory.resolve(name), expected, false, retention));
        return disks.get(disks.size() - 1);
    }

    /** Lest they write while their directory is deleted. */
    @AfterEach
    void close() {
        disks.forEach(DiskMappingLog::close);
    }

    private static List<MappingEvent> all(DiskMappingLog disk) throws IOException {
        return disk.since(0, 0, Integer.MAX_VALUE, disk.end()).events;
    }

    @Test
    void everyNodeHasAllEventsOnce() throws IOException {
        begin(one, 1);
        append(one, 5000);
        two.tick();
        append(one, 10);
        assertEquals(5010, all(disk2).size());
        // Away, and back: what was missed is asked for once the next number is heard.
        cluster.cut(N2, true);
        append(one, 3000);
        cluster.cut(N2, false);
        one.tick();
        two.tick();
        append(one, 1);
        assertEquals(8011, all(disk2).size());
        // The other leads; it gets first what it missed.
        cluster.cut(N2, true);
        append(one, 100);
        cluster.cut(N2, false);
        one.stepDown();
        leader = N2;
        begin(two, 2);
        append(two, 7);
        one.tick();
        append(two, 1);
        List<MappingEvent> all = all(disk1);
        assertEquals(8119, all.size());
        assertEquals(8119, all(disk2).size());
        long before = 0;
        for (MappingEvent event : all) {
            assertEquals(true, event.epochMillis > before);
            before = event.epochMillis;
        }
    }

    @Test
    void aTermThatBeginsOnceMoreMissesNoEvent() throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 3);
        one.stepDown();
        begin(one, 1);
        append(one, 5);
        assertEquals(8, all(disk1).size());
        assertEquals(8, all(disk2).size());
    }

    /** As of a block that is given, freed and given within a millisecond. */
    @Test
    void eventsThatAreAlikeAreNotTakenForOne() throws IOException {
        begin(one, 1);
        one.append(event(MappingEvent.Kind.ASSIGNED, 1));
        one.append(event(MappingEvent.Kind.RELEASED, 1));
        disk2.append(event(MappingEvent.Kind.ASSIGNED, 1));
        disk2.append(event(MappingEvent.Kind.RELEASED, 1));
        one.append(event(MappingEvent.Kind.ASSIGNED, 1));
        two.tick();
        assertEquals(3, all(disk2).size());
        assertEquals(1, two.whoHad(17, 0, 64, now).size());
        DiskMappingLog disk3 = disk("3");
        log(N3, Set.of(N1, N2), disk3).gather(1, now, false);
        assertEquals(3, all(disk3).size());
    }

    /** More than a log's queue takes, of nodes that lack some each. */
    @Test
    void whatNodesHaveIsGatheredInOrder() throws IOException {
        for (int i = 0; i < 80_000; i++) {
            now += 7;
            MappingEvent event = event(MappingEvent.Kind.ASSIGNED, i);
            if (i % 5 != 0) {
                disk1.append(event);
            }
            if (i % 3 != 0 || i > 70_000) {
                disk2.append(event);
            }
            if (i % 5_000 == 0) {
                disk1.flush();
                disk2.flush();
            }
        }
        DiskMappingLog disk3 = disk("3");
        log(N3, Set.of(N1, N2), disk3).gather(1, now, false);
        assertEquals(0, disk3.dropped());
        long before = 0;
        for (MappingEvent e : all(disk3)) {
            assertTrue(e.epochMillis > before);
            before = e.epochMillis;
        }
        assertEquals(80_000 - 4_667, all(disk3).size());
    }

    private MappingEvent holder(MappingLog log, int number, long at) {
        List<MappingEvent> held = log.whoHad(UDP, number / 1000, number % 1000 * 64, at);
        return held.isEmpty() ? null : held.get(0);
    }

    private void assertLost(MappingLog log, int number, long at) {
        assertThrows(LostException.class, () -> holder(log, number, at));
    }

    /** As where its disk was replaced; what the others know, nobody tells. */
    @Test
    void anEmptyLogThatLeadsWhileOthersAreAwayBeginsThen() throws IOException {
        begin(one, 1);
        append(one, 3);
        cluster.cut(N1, true);
        now += 1000;
        leader = N2;
        begin(two, 2);
        assertEquals(now, two.oldest());
        append(two, 1);
        disk2.flush();
        assertEquals(now, two.oldest());
        disk2.close();
        assertEquals(now, disk("2").oldest());
        // Who copies it does not know more.
        DiskMappingLog disk3 = disk("3");
        log(N3, Set.of(N2), disk3).tick();
        assertEquals(now, disk3.oldest());
    }

    @Test
    void aNodeThatMissedEventsNamesNobodyOfThemIfItLeadsWhileOthersAreAway() throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 2);
        long known = now;
        cluster.cut(N2, true);
        now += 100_000;
        one.append(event(MappingEvent.Kind.RELEASED, 0));
        one.append(event(MappingEvent.Kind.ASSIGNED, 7));
        // It hears again of the leader, and thereby that it missed some.
        cluster.cut(N2, false);
        one.tick();
        cluster.cut(N1, true);
        now += 20_000;
        begin(two, 2);
        assertEquals(0, holder(two, 0, known - 1).subscriber.high());
        for (long at : new long[] {known, known + 1, now - 1}) {
            assertLost(two, 0, at);
            assertLost(two, 7, at);
        }
        assertNull(two.whoHas(UDP, 0, 0), "given back, for all it knows");
        // The core logs what its store has.
        two.append(event(MappingEvent.Kind.ASSIGNED, 1));
        assertEquals(1, holder(two, 1, now).subscriber.high());
        assertNull(holder(two, 0, now));
        disk2.flush();
        assertLost(two, 0, now - 1);
        assertLost(two, 1, now - 1);
        // Who knew no more than this node does, does not either.
        DiskMappingLog disk3 = disk("3");
        disk3.append(all(disk1).get(0));
        ReplicatedMappingLog three = log(N3, Set.of(N2), disk3);
        leader = N2;
        three.tick();
        disk3.flush();
        assertLost(three, 0, now - 1);
        assertNull(holder(three, 0, now));
        assertEquals(1, holder(three, 1, now).subscriber.high());
    }

    /** Nor if it has not heard of it for long, as on the lesser side of a partition. */
    @Test
    void aNodeThatHeardNothingForLongDoesNotTakeItForSilence() throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 2);
        long known = now;
        cluster.cut(N1, true);
        for (int i = 0; i <= 31; i++) {
            two.tick();
        }
        now += 40_000;
        two.gather(2, now, false);
        assertLost(two, 0, known);
        assertEquals(0, holder(two, 0, known - 1).subscriber.high());
    }

    /** The usual change of the leader: it died, and the next one heard all it said. */
    @Test
    void whoHeardAllOfTheTermBeforeKnowsItWithoutTheLeader() throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 2);
        cluster.cut(N1, true);
        two.tick();
        now += 10_000;
        two.gather(2, now, false);
        assertEquals(0, holder(two, 0, now).subscriber.high());
        begin(two, 2);
        two.stepDown();
        two.gather(3, now, false);
        assertEquals(0, holder(two, 0, now).subscriber.high(), "it led that term itself");
        assertEquals(0, two.oldest());
    }

    /** ONOS names the nodes that it has seen since it was started. */
    @Test
    void aNodeThatIsStartedWhileAllOthersAreAwayDoesNotTakeItselfForTheOnlyOne()
            throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 2);
        long known = now;
        cluster.cut(N2, true);
        append(one, 1);
        cluster.cut(N2, false);
        cluster.cut(N1, true);
        now += 10_000;
        two = log(N2, Set.of(), disk2);
        two.gather(2, now, false);
        assertEquals(0, holder(two, 0, known - 1).subscriber.high());
        assertLost(two, 2, known + 10);
        // What is lost to it stays so, also when it is started once more.
        two = log(N2, Set.of(), disk2);
        begin(two, 3);
        append(two, 1);
        disk2.flush();
        assertLost(two, 2, known + 10);
        assertEquals(3, holder(two, 3, now).subscriber.high());
    }

    /** It has the record of the leader, and dies before it has what the others know. */
    @Test
    void aTermThatDidNotBeginIsNotTheOneBefore() throws IOException {
        begin(one, 1);
        two.tick();
        append(one, 2);
        // The leader of term 2 never gathered. Who heard all of term 1 knows all.
        cluster.cut(N1, true);
        begin(two, 3);
        assertEquals(0, holder(two, 0, now).subscriber.high());
        long known = now;
        two.stepDown();
        cluster.cut(N1, false);
        leader = N1;
        begin(one, 4);
        append(one, 1);
        cluster.cut(N1, true);
        // The same of a node that has lost its memory.
        two = log(N2, Set.of(), disk2);
        two.gather(6, now, false);
        assertLost(two, 2, known + 1);
    }

    @Test
    void whoLedLastKnowsAllWhenItIsStartedAgain() throws IOException {
        begin(one, 1);
        append(one, 2);
        cluster.cut(N2, true);
        now += 10_000;
        one = log(N1, Set.of(N2), disk1);
        one.gather(2, now, false);
        assertEquals(0, holder(one, 0, now).subscriber.high());
        // Of another disk nobody can tell.
        DiskMappingLog replaced = disk("replaced");
        log(N1, Set.of(N2), replaced).gather(3, now, false);
        assertEquals(now, replaced.oldest());
    }

    @Test
    void whatTheLeaderBeforeTellsIsAll() throws IOException {
        log(N3, Set.of(N1, N2), disk("3"));
        begin(one, 1);
        append(one, 2);
        cluster.cut(N3, true);
        now += 10_000;
        two = log(N2, Set.of(N1, N3), disk2);
        two.gather(2, now, false);
        assertEquals(0, holder(two, 0, now).subscriber.high());
        assertEquals(0, two.oldest());
    }

    /** The other nodes do not run the application yet. */
    @Test
    void theFirstLeaderOfAllMissedNothing() throws IOException {
        cluster.cut(N2, true);
        begin(one, 1);
        assertEquals(0, one.oldest());
        append(one, 1);
        assertEquals(0, holder(one, 0, now).subscriber.high());
    }

    /** More than a file takes. */
    private void fill(DiskMappingLog disk) throws IOException {
        for (int i = 0; i < 90_000; i++) {
            now += 10;
            disk.append(
                    event(i % 2 == 0 ? MappingEvent.Kind.ASSIGNED : MappingEvent.Kind.RELEASED, 9));
            if (i % 30_000 == 0) {
                disk.flush();
            }
        }
        disk.flush();
    }

    /** A log whose oldest files are deleted does not make another's claim to know all. */
    @Test
    void aCopyDoesNotKnowMoreThanWhatItWasMadeOf() throws IOException {
        begin(one, 1);
        append(one, 3);
        DiskMappingLog disk3 = disk("3");
        all(disk1).forEach(disk3::append);
        long known = now;
        now += 500_000;
        one.append(event(MappingEvent.Kind.RELEASED, 2));
        fill(disk1);
        // By what its process saw of the time, nothing has become too old.
        disk1.close();
        now += Duration.ofDays(3).toMillis();
        disk1 = disk("1", true, Retention.of(1, 4096));
        fill(disk1);
        one = log(N1, Set.of(N2), disk1);
        begin(one, 2);
        assertTrue(disk1.oldest() > known + 500_000);
        two.tick();
        assertEquals(disk1.oldest(), two.oldest());
        for (DiskMappingLog disk : List.of(disk1, disk2)) {
            assertEquals(1, holder(disk, 1, disk1.oldest()).subscriber.high());
            assertNull(holder(disk, 2, disk1.oldest()));
        }
        // It gets there what it knew, and not that this was given back.
        ReplicatedMappingLog three = log(N3, Set.of(N1), disk3);
        three.tick();
        disk3.flush();
        assertEquals(1, holder(three, 1, known - 1).subscriber.high());
        assertLost(three, 2, known + 1);
        assertLost(three, 2, disk1.oldest() - 1);
        assertNull(holder(three, 2, disk1.oldest()));
        assertEquals(1, holder(three, 1, disk1.oldest()).subscriber.high());
        assertEquals(1, holder(three, 1, now).subscriber.high());
    }

    /** What one has deleted, another may have; and what none has is lost to all. */
    @Test
    void whatIsGatheredIsWhatAnyNodeKnows() throws IOException {
        begin(one, 1);
        append(one, 2);
        disk1.lose(now + 1000);
        long lost = now;
        now += 1000;
        one.append(event(MappingEvent.Kind.ASSIGNED, 1));
        disk1.flush();
        DiskMappingLog disk3 = disk("3");
        log(N3, Set.of(N1), disk3).gather(2, now, false);
        disk3.flush();
        assertLost(disk3, 0, lost + 1);
        assertNull(holder(disk3, 0, now));
        assertEquals(1, holder(disk3, 1, now).subscriber.high());
        // The second node was there.
        for (MappingEvent e : all(disk1).subList(0, 2)) {
            disk2.append(e);
        }
        long end = now;
        now = lost + 500;
        disk2.append(event(MappingEvent.Kind.RELEASED, 0));
        now = end;
        disk2.append(event(MappingEvent.Kind.ASSIGNED, 1));
        DiskMappingLog disk4 = disk("4");
        log(NodeId.nodeId("n4"), Set.of(N1, N2, N3), disk4).gather(3, now, false);
        disk4.flush();
        assertEquals(0, holder(disk4, 0, lost + 499).subscriber.high());
        assertNull(holder(disk4, 0, lost + 500));
        assertEquals(1, holder(disk4, 1, now).subscriber.high());
    }

    /** It has the first event behind the loss, and missed the next. */
    @Test
    void whatIsHereOfTheTimeAtWhichALossEndsIsNotLostWithIt() throws IOException {
        begin(one, 1);
        append(one, 1);
        disk1.flush();
        disk1.lose(now + 1000);
        now += 1000;
        one.append(event(MappingEvent.Kind.ASSIGNED, 5));
        disk2.append(event(MappingEvent.Kind.ASSIGNED, 5));
        append(one, 1);
        disk1.flush();
        two.tick();
        disk2.flush();
        assertEquals(5, holder(two, 5, now).subscriber.high());
    }
}
