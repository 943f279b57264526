// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.Test;

/** An instance that clamps the MSS: what its switches hold, and what they get back. */
class MssClampingTest {
    private static final int MSS = 54 + 22;

    private final SimulatedNetwork network = new SimulatedNetwork(4, 1);

    private void start(int mssClamp) {
        InstanceConfig instance =
                InstanceConfig.builder("main", Ipv6Prefix.parse("2001:db8:64::/96"))
                        .mssClamp(mssClamp)
                        .build();
        network.start(Nat64Configs.nat64(instance, Nat64Configs.pool("p", "203.0.113.0/28")));
        network.allUp();
    }

    /** A SYN with an MSS of 1440. */
    private static byte[] syn() {
        byte[] plain = HostFrames.tcp("2001:db8::1", 4242, "198.51.100.1", 443, 2);
        byte[] f = Arrays.copyOf(plain, plain.length + 4);
        Bytes.put16(f, 18, 24);
        Bytes.put8(f, 54 + 12, 0x60);
        Bytes.put32(f, plain.length, 0x0204_0000 | 1440);
        return f;
    }

    @Test
    void theFirstSynComesUpOnce() {
        start(1220);
        assertTrue(network.at(0).held.containsKey(new TranslationIntent.MssClamp(1).key()));
        network.pipeline.receive(network.at(0), syn());
        network.run(1000);
        // Had it come up again, it would not have been translated.
        assertEquals(1, network.at(0).translated.size());
        assertEquals(1220, Bytes.u16(network.at(0).translated.get(0), MSS));
        network.pipeline.packetIn(network.at(0), PuntReason.MSS, syn());
        network.run(1000);
        assertEquals(1220, Bytes.u16(network.at(0).translated.get(1), MSS));
        assertEquals(2, network.controller.statistics().counters.get("mss_clamped"));
    }

    @Test
    void offIsTheDefault() {
        start(0);
        assertFalse(network.at(0).held.containsKey(new TranslationIntent.MssClamp(1).key()));
        network.pipeline.receive(network.at(0), syn());
        network.run(1000);
        assertEquals(1440, Bytes.u16(network.at(0).translated.get(0), MSS));
    }
}
