// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.sync.Reconciler;
import org.isthmus.core.testing.LogLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Switches that are slow, refuse a lot or fail again and again, and are not lost for it. */
class OverloadTest {
    private static final int MANY = 20_000;

    private final SimulatedNetwork network = new SimulatedNetwork(17, 2);
    private final SimulatedSwitch slow = network.at(1);

    @BeforeEach
    void start() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.allUp();
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private static List<Eam> many() {
        List<Eam> eams = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            eams.add(
                    new Eam(
                            Ipv4Prefix.of(0x0a000000 + i, 32),
                            Ipv6Prefix.of(0x2001_0db8L << 32, i, 128),
                            "main",
                            Eam.Host.IPV6));
        }
        return eams;
    }

    @Test
    void aLargeChangeIsAnsweredInPartsEachInTime() {
        // Of a starved switch: no part takes as long as the whole.
        slow.millisPerThousand = 1500;
        network.controller.replaceEamt(many(), null);
        assertEquals(MANY, slow.eams());
        network.run(60_000);
        assertEquals(0, counter("device_timeouts"));
        assertEquals(1, slow.reads);
        network.assertReady();
    }

    @Test
    void aLargeChangeThatIsRefusedLosesNoDevice() {
        slow.room = slow.held.size() + 100;
        slow.millisPerThousand = 1500;
        network.controller.replaceEamt(many(), null);
        network.run(60_000);
        assertEquals(1, slow.reads);
        network.assertReady();
        assertTrue(network.controller.devices().get(1).refused >= MANY - 100);
        network.assertConsistent();
    }

    @Test
    void aDeviceThatAnswersTooLateIsNotReadAgain() {
        // A message of 4096 takes longer than anyone waits.
        slow.millisPerThousand = 3000;
        network.controller.replaceEamt(many(), null);
        assertTrue(counter("device_timeouts") > 0);
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
        network.run(1000);
        assertEquals(1, network.at(0).translated.size(), "nobody waits for it");
        assertEquals(0, slow.bindings());
        network.run(200_000);
        assertEquals(1, slow.reads);
        assertEquals(MANY, slow.eams());
        assertEquals(1, slow.bindings());
        network.assertReady();
        network.assertConsistent();
    }

    @Test
    void aDeviceThatFallsFarBehindIsReadAgainInstead() {
        slow.millisPerThousand = 100_000;
        network.controller.replaceEamt(many(), null);
        for (int i = 0; i < 4; i++) {
            network.controller.replaceEamt(i % 2 == 0 ? List.of() : many(), null);
        }
        assertEquals(1, slow.reads, "not before it has answered");
        slow.millisPerThousand = 0;
        network.run(600_000);
        assertEquals(2, slow.reads);
        network.assertReady();
        network.assertConsistent();
    }

    @Test
    void whatFailsAgainAndAgainIsTriedLessAndLessOften() {
        slow.unreadable = "overloaded";
        network.up(slow);
        slow.reads = 0;
        network.run(10_000);
        int first = slow.reads;
        assertTrue(first >= 3 && first <= 6, first + " in 10 s");
        network.run(600_000);
        int more = slow.reads - first;
        assertTrue(more >= 18 && more <= 45, more + " in 10 minutes");
        slow.unreadable = null;
        network.run(31_000);
        network.assertReady();
    }

    /** In words, without the classes that the words came in. */
    @Test
    void theLogSaysWhyADeviceCannotBeRead() {
        slow.unreadable = "overloaded";
        try (LogLines log = new LogLines(Reconciler.class)) {
            network.up(slow);
            network.run(1000);
            assertEquals(
                    slow.id + ": what it holds cannot be read, and is tried again: overloaded",
                    log.lines().get(0));
        }
    }

    @Test
    void aSessionThatFlapsDuringReconciliationIsNotReadEachTime() {
        slow.millisPerRead = 5000;
        int before = slow.reads;
        for (int i = 0; i < 600; i++) {
            network.up(slow);
            network.run(1000);
        }
        int reads = slow.reads - before;
        assertTrue(reads <= 60, reads + " reads in 10 minutes");
        network.run(60_000);
        network.assertReady();
        network.assertConsistent();
    }

    @Test
    void aDeviceThatIsReadAgainKeepsWhatItHolds() {
        network.controller.replaceEamt(many().subList(0, 100), null);
        network.run(1000);
        int applied = slow.applied;
        slow.unreadable = "overloaded";
        network.up(slow);
        network.run(20_000);
        assertEquals(Device.State.RECONCILING, network.controller.devices().get(1).state);
        assertEquals(100, slow.eams());
        slow.unreadable = null;
        network.run(31_000);
        network.assertReady();
        assertEquals(applied, slow.applied, "it held all of it");
    }
}
