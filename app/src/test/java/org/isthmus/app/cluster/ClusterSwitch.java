// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Protocol;

/**
 * A switch of a {@link SimulatedCluster}: translates what it has a binding for, and shows its
 * master the rest. It checks that it never has a forward side without its reply side. On the test's
 * thread.
 */
final class ClusterSwitch {
    final DeviceId id;
    private final long seed;
    final Map<Object, Intent> held = new LinkedHashMap<>();
    final Map<Object, Long> counts = new HashMap<>();
    SimulatedCluster.Node master;

    ClusterSwitch(DeviceId id, long seed) {
        this.id = id;
        this.seed = seed;
    }

    /** IPv4 address and port by host and port. */
    Map<String, String> bindings() {
        Map<String, String> bindings = new HashMap<>();
        for (Intent i : held.values()) {
            if (i instanceof BibIntent.Outbound) {
                BibIntent.Outbound o = (BibIntent.Outbound) i;
                bindings.put(
                        Long.toHexString(o.address6High) + " " + o.address6Low + " " + o.port6,
                        o.address4 + ":" + o.port4);
            }
        }
        return bindings;
    }

    Intent reply(BibIntent.Outbound o) {
        return held.get(new BibIntent.Inbound(o.protocol, o.address4, o.port4, 0, 0, 0).key());
    }

    void change(Change change) {
        Intent intent = change.intent();
        if (change.kind() == Change.Kind.SET) {
            if (intent instanceof BibIntent.Outbound) {
                BibIntent.Outbound o = (BibIntent.Outbound) intent;
                Intent before = held.get(intent.key());
                assertTrue(
                        before == null || before.equals(intent),
                        () -> id + ": " + before + " becomes " + intent + ", seed " + seed);
                assertTrue(reply(o) != null, () -> id + " cannot answer " + o + ", seed " + seed);
                counts.put(intent.key(), 0L);
            }
            held.put(intent.key(), intent);
        } else {
            held.remove(intent.key());
            counts.remove(intent.key());
        }
    }

    /** A frame of a host enters a switch. */
    void receive(byte[] frame) {
        ByteBuffer b = ByteBuffer.wrap(frame);
        Object key =
                new BibIntent.Outbound(
                                1,
                                Protocol.UDP,
                                b.getLong(22),
                                b.getLong(30),
                                b.getShort(54) & 0xffff,
                                0,
                                0)
                        .key();
        if (held.containsKey(key)) {
            counts.merge(key, 1L, Long::sum);
        } else if (master.alive) {
            master.agent.packetIn(id, 3, PuntReason.BIB_MISS, frame);
        }
    }
}
