// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.math.BigInteger;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.drivers.p4runtime.P4RuntimeHandshaker;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.driver.DriverHandler;

/**
 * Asks a device for the role of master with an election id of its own each time. ONOS asks several
 * times a term and waits for as many answers, but BMv2 does not answer an id that it knows: ONOS
 * would give up the mastership, and take it again, every twenty seconds.
 */
public class IsthmusHandshaker extends P4RuntimeHandshaker {
    /**
     * Election ids of a term; the master's is the first, those below are of nodes that stand by.
     */
    private static final int TERM = 20;

    /** So many ids above the first are a master's, which leaves those of as many nodes. */
    private static final int SPARE = 9;

    private static final String DEVICE_ID = "device_id=";

    /** Behaviours are made anew for each call. */
    private static final Map<DeviceId, BigInteger> LAST = new ConcurrentHashMap<>();

    /** Its connections are tapped, see {@link PacketInTap}. */
    @Override
    public DriverHandler handler() {
        return TappedController.of(super.handler());
    }

    @Override
    public void roleChanged(int preference, long term) {
        DeviceId device = data().deviceId();
        BigInteger first = BigInteger.valueOf(term).multiply(BigInteger.valueOf(TERM));
        if (preference != 0) {
            LAST.remove(device);
            elect(preference, term);
            return;
        }
        BigInteger next = LAST.getOrDefault(device, BigInteger.ZERO).add(BigInteger.ONE);
        boolean again =
                getRole() == MastershipRole.MASTER
                        && next.compareTo(first) > 0
                        && next.compareTo(first.add(BigInteger.valueOf(SPARE))) <= 0;
        LAST.put(device, again ? next : first);
        if (again) {
            elect(next);
        } else {
            elect(preference, term);
        }
    }

    void elect(int preference, long term) {
        super.roleChanged(preference, term);
    }

    void elect(BigInteger id) {
        if (setupBehaviour("be master")) {
            client.setMastership(p4DeviceId(mgmtUriFromNetcfg()), true, id);
        }
    }

    private static long p4DeviceId(URI management) {
        for (String parameter : management.getRawQuery().split("&")) {
            if (parameter.startsWith(DEVICE_ID)) {
                return Long.parseUnsignedLong(parameter.substring(DEVICE_ID.length()));
            }
        }
        throw new IllegalStateException("no device_id in " + management);
    }
}
