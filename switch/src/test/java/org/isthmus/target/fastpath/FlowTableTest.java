// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlowTableTest {
    private static final int SLOTS = 8;

    private static FlowTable table(int buckets) {
        ByteBuffer memory =
                ByteBuffer.allocateDirect(buckets * FlowTable.BUCKET_BYTES)
                        .order(ByteOrder.nativeOrder());
        return new FlowTable(memory, new Random(1).ints(Programs.KEY_BYTES / 4).toArray());
    }

    /** Keys that differ in their last bits, as a host's flows do. */
    private static byte[] key(int number) {
        byte[] key = new byte[Programs.KEY_BYTES];
        ByteBuffer.wrap(key).putInt(Programs.KEY_BYTES - 4, number);
        return key;
    }

    @Test
    void anEntryIsFoundUntilItIsRemoved() throws IOException {
        FlowTable table = table(1 << 10);
        for (int i = 1; i <= 1000; i++) {
            table.add(key(i), i);
        }
        for (int i = 1; i <= 1000; i++) {
            assertEquals(i, table.find(key(i)));
        }
        assertEquals(0, table.find(key(1001)));
        table.remove(key(7), 7);
        assertEquals(0, table.find(key(7)));
        assertEquals(8, table.find(key(8)));
    }

    @Test
    void whatIsAnotherEntrysStays() throws IOException {
        FlowTable table = table(1);
        table.add(key(1), 5);
        table.remove(key(1), 4);
        assertThrows(IOException.class, () -> table.add(key(1), 6));
        assertEquals(5, table.find(key(1)));
    }

    @Test
    void aFullBucketTakesNoMoreUntilOneGoes() throws IOException {
        FlowTable table = table(1);
        for (int i = 1; i <= SLOTS; i++) {
            table.add(key(i), i);
        }
        assertThrows(IOException.class, () -> table.add(key(9), 9));
        assertEquals(0, table.find(key(9)));
        table.remove(key(3), 3);
        table.add(key(9), 9);
        assertEquals(9, table.find(key(9)));
        assertEquals(SLOTS, table.find(key(SLOTS)));
    }

    /** As many as there are entries find room, but a few. */
    @Test
    void bucketsHaveRoomForAllEntries() {
        int entries = 1 << 16;
        FlowTable table = table(FlowTable.buckets(entries));
        int refused = 0;
        for (int i = 1; i < entries; i++) {
            try {
                table.add(key(i), i);
            } catch (IOException e) {
                refused++;
            }
        }
        int found = refused;
        assertTrue(found < entries / 3000, () -> "refused " + found);
    }

    @Test
    void thereIsABucketForOneOrTwoEntries() {
        assertEquals(64, FlowTable.buckets(2));
        assertEquals(1 << 15, FlowTable.buckets(1 << 16));
        assertEquals(1 << 16, FlowTable.buckets((1 << 16) + 2));
        assertEquals(1 << 21, FlowTable.buckets(FastPath.MOST_FLOWS + 1));
    }
}
