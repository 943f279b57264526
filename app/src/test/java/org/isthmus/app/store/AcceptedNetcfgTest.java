// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.isthmus.app.cluster.TestCluster;
import org.junit.jupiter.api.Test;
import org.onlab.util.KryoNamespace;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;

class AcceptedNetcfgTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");

    private final TestCluster cluster = new TestCluster();
    private final AcceptedNetcfg one = new AcceptedNetcfg(cluster.storage(N1));
    private final AcceptedNetcfg two = new AcceptedNetcfg(cluster.storage(N2));

    /** Cannot be compressed, so that its pieces are known. */
    private static byte[] random(int seed, int pieces) {
        byte[] bytes = new byte[(pieces - 1) * Journal.CHUNK + Journal.CHUNK / 2];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private int rows() {
        ConsistentMap<String, byte[]> map =
                cluster.storage(N2)
                        .<String, byte[]>consistentMapBuilder()
                        .withName("isthmus-netcfg")
                        .withSerializer(
                                Serializer.using(
                                        KryoNamespace.newBuilder().register(byte[].class).build()))
                        .build();
        return map.size();
    }

    @Test
    void theLastOneCountsAndNothingElseStays() {
        assertNull(two.get());
        one.put(1, random(1, 3));
        assertArrayEquals(random(1, 3), two.get());
        assertEquals(4, rows());
        one.put(1, random(2, 2));
        assertArrayEquals(random(2, 2), two.get());
        assertEquals(3, rows());
        two.put(2, "{}".getBytes());
        assertArrayEquals("{}".getBytes(), one.get());
        assertEquals(2, rows());
    }

    @Test
    void aTermThatIsOverPutsNothing() {
        two.put(2, random(2, 1));
        assertThrows(IllegalStateException.class, () -> one.put(1, random(1, 1)));
        assertArrayEquals(random(2, 1), one.get());
        assertEquals(2, rows());
    }

    @Test
    void whatEndsInTheMidstLeavesTheOneBeforeOrTheNew() {
        for (int operations = 0; operations < 12; operations++) {
            one.put(1, random(1, 2));
            cluster.dieAfter(N1, operations);
            byte[] found;
            try {
                one.put(1, random(2, 3));
                found = random(2, 3);
            } catch (StorageException e) {
                found = two.get().length == random(1, 2).length ? random(1, 2) : random(2, 3);
            }
            cluster.revive(N1);
            assertArrayEquals(found, two.get());
            // Whatever was left behind goes with the next.
            one.put(1, random(3, 1));
            assertEquals(2, rows());
        }
    }

    /** A node that has just started reads while the leader puts. */
    @Test
    void anotherThatIsPutMeanwhileIsRead() {
        one.put(1, random(1, 3));
        AtomicInteger operations = new AtomicInteger();
        cluster.watch(
                N2,
                done -> {
                    if (operations.incrementAndGet() == 2) {
                        one.put(1, random(2, 2));
                    }
                });
        assertArrayEquals(random(2, 2), two.get());
    }
}
