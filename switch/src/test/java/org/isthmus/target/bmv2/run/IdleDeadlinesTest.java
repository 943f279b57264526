// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdleDeadlinesTest {
    @Test
    void givesWhatIsDueAndNothingElse() {
        Random random = new Random(3);
        IdleDeadlines deadlines = new IdleDeadlines();
        for (int i = 0; i < 1000; i++) {
            long deadline = random.nextInt(500);
            deadlines.add(new long[] {deadline}, deadline);
        }
        int taken = 0;
        for (long now = 0; now < 507; now += 7) {
            long last = -1;
            for (long[] row; (row = deadlines.take(now)) != null; taken++) {
                assertTrue(row[0] <= now && row[0] > now - 7 && row[0] >= last, row[0] + "");
                last = row[0];
            }
        }
        assertNull(deadlines.take(Long.MAX_VALUE));
        assertEquals(1000, taken);
    }

    /** Their timeout may be hours: they must not wait for it. */
    @Test
    void rowsThatComeAndGoTakeNoMemory() {
        Random random = new Random(4);
        IdleDeadlines deadlines = new IdleDeadlines();
        Set<long[]> there = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 100; i++) {
            long[] row = {1_000_000 + i};
            there.add(row);
            deadlines.add(row, row[0]);
        }
        int walks = 0;
        for (int i = 0; i < 100_000; i++) {
            long[] row = {random.nextInt(1_000_000)};
            deadlines.add(row, row[0]);
            int before = deadlines.size();
            deadlines.left(there::contains);
            walks += deadlines.size() < before ? 1 : 0;
            assertTrue(deadlines.size() <= 300, deadlines.size() + " for 100 rows");
        }
        assertTrue(walks < 2000, walks + " walks");
        for (int i = 0; i < 100; i++) {
            long[] row;
            do {
                row = deadlines.take(Long.MAX_VALUE);
            } while (!there.contains(row));
            assertEquals(1_000_000 + i, row[0]);
        }
    }
}
