// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.DefaultDriverData;

class HandshakerTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:handshaker");

    private final List<String> seen = new ArrayList<>();
    private MastershipRole role = MastershipRole.NONE;

    private final class Handshaker extends IsthmusHandshaker {
        private Handshaker() {
            setData(
                    new DefaultDriverData(
                            new DefaultDriver("isthmus", List.of(), "", "", "", Map.of(), Map.of()),
                            DEVICE));
        }

        @Override
        public MastershipRole getRole() {
            return role;
        }

        @Override
        void elect(int preference, long term) {
            seen.add(preference + " in " + term);
        }

        @Override
        void elect(BigInteger id) {
            seen.add(id.toString());
        }
    }

    private void roleChanged(int preference, long term) {
        new Handshaker().roleChanged(preference, term);
    }

    @Test
    void aMasterHasAnotherIdEachTime() {
        roleChanged(0, 5);
        // No answer yet.
        roleChanged(0, 5);
        role = MastershipRole.MASTER;
        roleChanged(0, 5);
        roleChanged(0, 5);
        roleChanged(0, 6);
        roleChanged(0, 6);
        roleChanged(1, 7);
        roleChanged(0, 8);
        assertEquals(
                List.of("0 in 5", "0 in 5", "101", "102", "0 in 6", "121", "1 in 7", "0 in 8"),
                seen);
    }

    /** The next ones may be those of nodes that stand by in the next term. */
    @Test
    void aTermHasSoManyIds() {
        role = MastershipRole.MASTER;
        for (int i = 0; i < 11; i++) {
            roleChanged(0, 50);
        }
        assertEquals("1009", seen.get(9));
        assertEquals("0 in 50", seen.get(10));
    }
}
