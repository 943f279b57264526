// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;

/**
 * Entries that devices hold and that may be written again: those that ONOS's flow store did not
 * know, as after a restart of ONOS, and routes and the like. They are written with MODIFY first: an
 * INSERT would be refused, and ONOS's client logs each. A hint, which nothing depends on.
 * Thread-safe.
 */
public final class HeldEntries {
    private static final Map<DeviceId, Set<PiHandle>> HELD = new ConcurrentHashMap<>();

    private HeldEntries() {}

    /** Adds what was read from a device. */
    public static void remember(DeviceId device, Iterable<? extends PiEntity> read) {
        Set<PiHandle> held = HELD.computeIfAbsent(device, d -> ConcurrentHashMap.newKeySet());
        for (PiEntity entity : read) {
            if (entity instanceof PiTableEntry) {
                held.add(entity.handle(device));
            }
        }
    }

    /** Adds what was written to a device. */
    static void add(PiHandle handle) {
        HELD.computeIfAbsent(handle.deviceId(), d -> ConcurrentHashMap.newKeySet()).add(handle);
    }

    /** Sets what there is on a device. */
    static void replace(DeviceId device, Set<PiHandle> held) {
        if (held.isEmpty()) {
            HELD.remove(device);
        } else {
            Set<PiHandle> copy = ConcurrentHashMap.newKeySet(held.size());
            copy.addAll(held);
            HELD.put(device, copy);
        }
    }

    /** Whether an entry was there; it is asked for once. */
    static boolean take(DeviceId device, PiTableEntry entry) {
        Set<PiHandle> held = HELD.get(device);
        return held != null && held.remove(entry.handle(device));
    }
}
