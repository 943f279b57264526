// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class ExtraSessionsTest {
    @Test
    void agreesWithAMapOfLists() {
        long seed = Seeds.of(35);
        Random random = new Random(seed);
        Bib bib = new Bib(1);
        for (int i = 0; i < 60; i++) {
            bib.add(1, Protocol.TCP, i, 0, 1, i, 1, 1);
        }
        ExtraSessions extra = new ExtraSessions(bib);
        int limit = 4;
        extra.limit(limit);
        Map<Integer, List<Integer>> model = new HashMap<>(); // newest first
        for (int i = 0; i < 50_000; i++) {
            if (random.nextInt(1000) == 0) {
                limit = 1 + random.nextInt(8);
                extra.limit(limit);
            }
            int slot = random.nextInt(60);
            int port = random.nextInt(10);
            List<Integer> list = model.computeIfAbsent(slot, s -> new ArrayList<>());
            int found = extra.find(slot, 9, port);
            assertEquals(list.contains(port), found != ExtraSessions.NONE, "seed " + seed);
            if (random.nextInt(30) == 0) {
                extra.remove(slot);
                model.remove(slot);
                assertFalse(bib.hasExtra(slot));
            } else if (found == ExtraSessions.NONE) {
                extra.add(slot, 9, port, TcpState.V6_INIT, i);
                list.add(0, port);
                if (list.size() > limit) {
                    list.subList(limit, list.size()).clear();
                }
            } else {
                extra.state(found, TcpState.TRANS);
                assertEquals(TcpState.TRANS, extra.state(found));
                assertEquals(port, extra.peerPort(found));
            }
            assertEquals(
                    model.values().stream().mapToInt(List::size).sum(),
                    extra.size(),
                    "seed " + seed);
        }
    }
}
