// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final int BINDINGS = 1 << 14;

    /** As with a resolver that all hosts use. */
    @Test
    void sessionsOfManyBindingsWithOnePeerHaveHashesOfTheirOwn() {
        BindingFixture fixture = new BindingFixture();
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        int peer = Ipv4Address.parse("198.51.100.53").bits();
        for (int i = 0; i < 20; i++) {
            Sessions sessions =
                    new Sessions(fixture.bib, fixture, fixture.clock, random.nextLong());
            Set<Long> hashes = new HashSet<>();
            for (int slot = 0; slot < BINDINGS; slot++) {
                hashes.add(sessions.hash(slot, peer, 53));
            }
            assertTrue(hashes.size() > BINDINGS * 0.99, hashes.size() + ", seed " + seed);
        }
    }
}
