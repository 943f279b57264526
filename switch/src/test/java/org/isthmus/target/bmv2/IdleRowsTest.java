// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;
import org.junit.jupiter.api.Test;

/** Which rows are told idle, and when: what a walk over all of them would find. */
class IdleRowsTest {
    private static final int KEYS = 16;
    private static final int STEPS = 20_000;
    private static final long MILLI = 1_000_000L;

    private static final class Row {
        long timeout;
        long lastHit;
    }

    @Test
    void sweepsTellWhatAWalkWouldFind() throws Exception {
        long seed = 21;
        Random random = new Random(seed);
        Harness h = Harness.of("semantics");
        Table t = h.table("I.ports");
        Map<Integer, Row> rows = new TreeMap<>();
        Map<Integer, Long> told = new TreeMap<>();
        t.onIdle((id, e, idle) -> told.put((int) e.key().value(0)[1], idle));
        long swept = h.nanos;
        int notices = 0;
        for (int step = 0; step < STEPS; step++) {
            int n = random.nextInt(KEYS);
            MatchKey key = Harness.exact(Harness.number(n, 16));
            Row row = rows.get(n);
            int what = random.nextInt(10);
            if (what < 2 || row != null && what == 2) {
                long timeout = random.nextInt(4) == 0 ? 0 : (1 + random.nextInt(3000)) * MILLI;
                Table.Entry entry =
                        new Table.Entry(
                                key,
                                h.action("I.counted", Harness.number(3, 9)),
                                timeout,
                                0,
                                new byte[0]);
                if (row == null) {
                    t.insert(entry);
                    row = new Row();
                    row.lastHit = h.nanos;
                    rows.put(n, row);
                } else {
                    t.modify(entry);
                }
                row.timeout = timeout;
            } else if (row != null && what == 3) {
                t.delete(key);
                rows.remove(n);
            } else if (row != null && what < 6) {
                h.send(1, Hex.bytes(String.format("0c%04x00", n) + "00".repeat(17)));
                row.lastHit = h.nanos;
            } else if (what < 8) {
                h.nanos += random.nextInt(700) * MILLI;
            } else {
                told.clear();
                h.target.sweep();
                Map<Integer, Long> expected = new TreeMap<>();
                for (Map.Entry<Integer, Row> each : rows.entrySet()) {
                    Row r = each.getValue();
                    long before = Math.max(swept - r.lastHit, 0);
                    long now = h.nanos - r.lastHit;
                    if (r.timeout > 0 && now / r.timeout > before / r.timeout) {
                        expected.put(each.getKey(), now);
                    }
                }
                assertEquals(expected, told, "seed " + seed + ", step " + step);
                notices += told.size();
                swept = h.nanos;
            }
        }
        assertTrue(notices > STEPS / 20, notices + " notices");
    }
}
