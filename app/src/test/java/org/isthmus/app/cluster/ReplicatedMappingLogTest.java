// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.onosproject.cluster.NodeId;

class ReplicatedMappingLogTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId N3 = NodeId.nodeId("n3");

    @TempDir Path directory;

    private final TestCluster cluster = new TestCluster();
    private NodeId leader = N1;
    private long now = 1_000_000;
    private int block;

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
                        disk,
                        new Peers(cluster.communication(self)),
                        () -> leader,
                        () -> others,
                        Runnable::run,
                        event -> {});
        log.start();
        return log;
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
        return new DiskMappingLog(directory.resolve(name), false, false, Retention.ALL);
    }

    private static List<MappingEvent> all(DiskMappingLog disk) throws IOException {
        return disk.since(0, 0, Integer.MAX_VALUE, disk.end()).events;
    }

    @Test
    void everyNodeHasAllEventsOnce() throws IOException {
        one.lead(1);
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
        two.gather();
        leader = N2;
        two.lead(2);
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
        one.lead(1);
        two.tick();
        append(one, 3);
        one.stepDown();
        one.lead(1);
        append(one, 5);
        assertEquals(8, all(disk1).size());
        assertEquals(8, all(disk2).size());
    }

    /** As of a block that is given, freed and given within a millisecond. */
    @Test
    void eventsThatAreAlikeAreNotTakenForOne() throws IOException {
        one.lead(1);
        one.append(event(MappingEvent.Kind.ASSIGNED, 1));
        one.append(event(MappingEvent.Kind.RELEASED, 1));
        disk2.append(event(MappingEvent.Kind.ASSIGNED, 1));
        disk2.append(event(MappingEvent.Kind.RELEASED, 1));
        one.append(event(MappingEvent.Kind.ASSIGNED, 1));
        two.tick();
        assertEquals(3, all(disk2).size());
        assertEquals(1, two.whoHad(17, 0, 64, now).size());
        DiskMappingLog disk3 = disk("3");
        log(N3, Set.of(N1, N2), disk3).gather();
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
        log(N3, Set.of(N1, N2), disk3).gather();
        assertEquals(0, disk3.dropped());
        long before = 0;
        for (MappingEvent e : all(disk3)) {
            assertTrue(e.epochMillis > before);
            before = e.epochMillis;
        }
        assertEquals(80_000 - 4_667, all(disk3).size());
    }
}
