// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;

/** What the store has and switches that came back with less room cannot take. */
class LeftOutForWantOfRoomTest extends CapacityFixture {
    @Test
    void whatTheStoreHasBeyondTheRoomIsLeftOut() {
        start("eam4_dst=40");
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 40));
        network.kill();
        network.programs(SimulatedProgram.of("eam4_dst=37"));
        network.start(config(List.of()));
        network.run(2000);
        assertEquals(37, network.controller.eamt().size());
        assertEquals(
                3,
                network.controller.alarms().stream()
                        .filter(a -> a.id.startsWith("left-out"))
                        .count());
        network.kill();
        network.programs(SimulatedProgram.of("eam4_dst=40"));
        network.start(config(List.of()));
        network.run(2000);
        assertEquals(40, network.controller.eamt().size());
    }

    /** As where a switch came back with a smaller program while nobody looked. */
    @Test
    void poolsAndStaticBindingsBeyondTheRoomAreLeftOut() {
        start("pool4=3", "bib4=10");
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.16/28"));
        network.controller.addPool(Nat64Configs.pool("r", "203.0.113.32/28"));
        for (int i = 0; i < 3; i++) {
            network.controller.addStaticBinding(
                    OperationsFixture.binding(
                            "2001:db8:9::" + (1 + i), "203.0.113." + (2 + 16 * i), 53 + i));
        }
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 10));
        network.kill();
        network.programs(SimulatedProgram.of("pool4=2", "bib4=1"));
        network.start(config(List.of()));
        network.run(2000);
        assertEquals(2, network.controller.pools().size());
        assertEquals(1, network.controller.staticBindings().size());
        assertEquals(10, network.controller.eamt().size());
        List<String> leftOut =
                network.controller.alarms().stream()
                        .filter(a -> a.id.startsWith("left-out"))
                        .map(a -> a.id)
                        .sorted()
                        .collect(Collectors.toList());
        assertEquals(
                List.of(
                        "left-out/pool r",
                        "left-out/static binding of UDP at 203.0.113.18 port 54",
                        "left-out/static binding of UDP at 203.0.113.34 port 55"),
                leftOut);
        network.controller.removePool("r");
        network.kill();
        network.programs(SimulatedProgram.of("pool4=2", "bib4=10"));
        network.start(config(List.of()));
        network.run(2000);
        assertEquals(2, network.controller.staticBindings().size());
    }

    @Test
    void whatWasLeftOutForWantOfRoomStaysSoInWhateverOrderTheStoreHasIt() {
        start("eam4_dst=40");
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 30));
        network.configure(Nat64Configs.NOTHING);
        Nat64Config full = config(eams(Eam.Host.IPV6, 100, 15));
        network.configure(full);
        List<Eam> before = network.controller.eamt();
        assertEquals(40, before.size());
        restart(full);
        assertEquals(before, network.controller.eamt());
        // What is added is in force as well.
        Eam gone = before.get(0);
        network.controller.removeEam(gone.prefix4);
        Eam added = eams(Eam.Host.IPV6, 200, 1).get(0);
        network.controller.addEams(List.of(added));
        before = network.controller.eamt();
        restart(full);
        assertEquals(before, network.controller.eamt());
        // Room came for some, and they stay.
        full = config(eams(Eam.Host.IPV6, 100, 12));
        network.configure(full);
        before = network.controller.eamt();
        assertEquals(40, before.size());
        restart(full);
        assertEquals(before, network.controller.eamt());
        // A store that fails is told later.
        full = config(eams(Eam.Host.IPV6, 100, 11));
        network.store.fails = true;
        network.configure(full);
        before = network.controller.eamt();
        assertEquals(40, before.size());
        network.run(2000);
        network.store.fails = false;
        network.run(2000);
        restart(full);
        assertEquals(before, network.controller.eamt());
        network.configure(config(List.of()));
        assertEquals(30, network.controller.eamt().size());
    }

    /** With a store that turns the order of EAMs round. */
    private void restart(Nat64Config config) {
        network.kill();
        Map<List<Object>, Store.Record> eams = network.store.maps.get(Store.Map.EAMT);
        List<Store.Record> all = new ArrayList<>(eams.values());
        Collections.reverse(all);
        eams.clear();
        all.forEach(r -> eams.put(r.key(), r));
        network.start(config);
        network.run(2000);
    }
}
