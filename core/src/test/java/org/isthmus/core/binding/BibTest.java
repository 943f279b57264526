// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class BibTest {
    private static final TcpState[] STATES = TcpState.values();

    private static final Protocol[] PROTOCOLS = Protocol.values();

    /** Against a map, with a key space so small that everything happens again and again. */
    @Test
    void agreesWithAMap() {
        long seed = Seeds.of(6146);
        Random random = new Random(seed);
        Bib bib = new Bib(random.nextLong());
        Map<List<Object>, Integer> model = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            int instance = 1 + random.nextInt(2);
            Protocol p = PROTOCOLS[random.nextInt(3)];
            long high = 0x2001_0db8_0000_0000L + random.nextInt(50);
            long low = random.nextInt(4);
            int port6 = 65530 + random.nextInt(6);
            List<Object> key = List.of(instance, p, high, low, port6);
            Integer known = model.get(key);
            int found = bib.find(instance, p, high, low, port6);
            assertEquals(known == null ? Bib.NONE : known, found, () -> "seed " + seed);
            if (known == null) {
                int address4 = random.nextInt();
                int slot = bib.add(instance, p, high, low, port6, address4, 65535, i + 1);
                bib.peer(slot, ~address4, 65534);
                bib.packets(slot, -i);
                bib.tcpState(slot, STATES[i % STATES.length]);
                bib.phase(slot, i & 7);
                assertEquals(address4, bib.address4(slot));
                assertEquals(65535, bib.port4(slot));
                assertEquals(port6, bib.port6(slot));
                assertEquals(~address4, bib.peer4(slot));
                assertEquals(65534, bib.peerPort(slot));
                assertEquals(-i, bib.packets(slot));
                assertEquals(STATES[i % STATES.length], bib.tcpState(slot));
                assertEquals(i & 7, bib.phase(slot));
                assertEquals(i + 1, bib.since(slot));
                assertEquals(instance, bib.instance(slot));
                assertEquals(p, bib.protocol(slot));
                model.put(key, slot);
            } else if (random.nextInt(3) == 0) {
                int generation = bib.generation(known);
                bib.remove(known);
                assertEquals(generation, bib.generation(known), "the next row will have another");
                model.remove(key);
            }
            assertEquals(model.size(), bib.size());
        }
    }

    @Test
    void aRowIsSmall() {
        Bib bib = new Bib(1);
        int n = 200_000;
        for (int i = 0; i < n; i++) {
            bib.add(1, Protocol.UDP, i, i * 31L, i & 0xffff, i, 1, 1);
        }
        assertTrue(bib.bytes() / n <= 68, bib.bytes() / n + " bytes a row");
    }

    /** Against a list of deadlines, with jumps of time beyond a turn of the wheel. */
    @Test
    void deadlinesComeInTime() {
        long seed = Seeds.of(38);
        Random random = new Random(seed);
        Bib bib = new Bib(1);
        int n = 500;
        int[] deadlines = new int[n];
        for (int i = 0; i < n; i++) {
            assertEquals(i, bib.add(1, Protocol.UDP, i, 0, 1, i, 1, 1));
        }
        int now = 1000;
        bib.wheel().advance(now, n, slot -> {});
        for (int round = 0; round < 3000; round++) {
            for (int k = 0; k < 5; k++) {
                int slot = random.nextInt(n);
                if (random.nextInt(4) == 0) {
                    bib.wheel().cancel(slot);
                    deadlines[slot] = 0;
                } else {
                    deadlines[slot] = now + 1 + random.nextInt(30_000);
                    bib.wheel().schedule(slot, deadlines[slot]);
                }
            }
            now += random.nextInt(50) == 0 ? random.nextInt(20_000) : random.nextInt(3);
            List<Integer> due = new ArrayList<>();
            bib.wheel().advance(now, n, due::add);
            List<Integer> expected = new ArrayList<>();
            int left = 0;
            for (int i = 0; i < n; i++) {
                if (deadlines[i] != 0 && deadlines[i] <= now) {
                    expected.add(i);
                    deadlines[i] = 0;
                }
                left += deadlines[i] != 0 ? 1 : 0;
            }
            due.sort(null);
            assertEquals(expected, due, "seed " + seed + " round " + round);
            assertEquals(left, bib.wheel().size());
        }
    }

    @Test
    void aRowWithADeadlineStays() {
        Bib bib = new Bib(1);
        int slot = bib.add(1, Protocol.TCP, 1, 2, 3, 4, 5, 6);
        bib.wheel().schedule(slot, 100);
        assertThrows(IllegalStateException.class, () -> bib.remove(slot));
        bib.wheel().cancel(slot);
        bib.remove(slot);
        assertEquals(0, bib.size());
    }
}
