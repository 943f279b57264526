// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
        Set<List<Integer>> established = new HashSet<>();
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
            } else if (random.nextInt(30) == 0) {
                for (int port4 : list) {
                    if (random.nextBoolean()) {
                        extra.state(extra.find(slot, 9, port4), TcpState.CLOSED);
                    }
                }
                list.removeIf(p -> extra.state(extra.find(slot, 9, p)) == TcpState.CLOSED);
                extra.removeClosed(slot);
                assertEquals(!list.isEmpty(), bib.hasExtra(slot), "seed " + seed);
            } else if (found == ExtraSessions.NONE) {
                extra.add(slot, 9, port, TcpState.V6_INIT, i);
                list.add(0, port);
                established.remove(List.of(slot, port));
                while (list.size() > limit) {
                    int last = list.size() - 1;
                    while (last > 0 && established.contains(List.of(slot, list.get(last)))) {
                        last--;
                    }
                    list.remove(last > 0 ? last : list.size() - 1);
                }
            } else if (random.nextBoolean()) {
                extra.state(found, TcpState.ESTABLISHED);
                established.add(List.of(slot, port));
            } else {
                extra.state(found, TcpState.TRANS);
                established.remove(List.of(slot, port));
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
