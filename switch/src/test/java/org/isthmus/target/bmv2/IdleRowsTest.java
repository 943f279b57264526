// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Shortcut;
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

    /** Rows whose timeout has run out, as far as is known, may have been hit past the program. */
    @Test
    void itIsAskedForARowBeforeThatIsToldIdle() throws Exception {
        Harness h = Harness.of("semantics");
        MatchTable table = (MatchTable) h.table("I.ports");
        List<Integer> idle = new ArrayList<>();
        table.onIdle((id, e, nanos) -> idle.add((int) e.key().value(0)[1]));
        for (int n = 0; n < 3; n++) {
            table.insert(
                    new Table.Entry(
                            Harness.exact(Harness.number(n, 16)),
                            h.action("I.counted", Harness.number(3, 9)),
                            TimeUnit.SECONDS.toNanos(n < 2 ? 1 : 9),
                            0,
                            new byte[0]));
        }
        List<long[]> asked = new ArrayList<>();
        table.setShortcut(
                new Shortcut() {
                    @Override
                    public void account(MatchTable of, long[] row) {
                        assertSame(table, of);
                        asked.add(row);
                        if (asked.size() == 1) {
                            of.touch(row, h.nanos);
                        }
                    }

                    @Override
                    public void account() {
                        throw new AssertionError("costs too much");
                    }

                    @Override
                    public void changed(MatchTable of, long[] row) {}

                    @Override
                    public void defaultChanged(MatchTable of) {}

                    @Override
                    public void changed(Profile profile) {}

                    @Override
                    public void replaced() {}

                    @Override
                    public void settle() {}
                });
        h.nanos += TimeUnit.SECONDS.toNanos(1);
        h.target.sweep();
        // Which of the two that are due is asked for first is not said.
        assertEquals(1, idle.size());
        assertTrue(idle.get(0) < 2);
        assertEquals(2, Set.copyOf(asked).size());
    }
}
