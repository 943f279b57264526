// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isthmus.app.onos.FakeNat64Service;
import org.junit.jupiter.api.Test;

final class NotReadyExceptionTest {
    private final FakeNat64Service service = new FakeNat64Service(null);

    private String why() {
        return NotReadyException.of(service).getMessage();
    }

    @Test
    void saysWhoIsWaitedFor() {
        assertEquals("The NAT64 is not ready yet; its leader is here.", why());
        service.leader = null;
        assertEquals("The NAT64 has no leader yet.", why());
    }

    @Test
    void faultsOfTheConfigurationComeFirst() {
        service.leader = null;
        service.problems.addAll(List.of("a: is wrong", "b: is missing"));
        assertEquals(
                "The network configuration is not in force:\n  a: is wrong\n  b: is missing",
                why());
    }
}
