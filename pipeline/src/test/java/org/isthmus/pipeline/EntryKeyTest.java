// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;

class EntryKeyTest {
    private static final int MAPPINGS = 1 << 16;

    private final Translator translator = Pipeline.v1model().translator();

    private List<Entity> entities(int n) {
        return translator.entities(
                new TranslationIntent.Eam(
                        Ipv4Prefix.of((10 << 24) + n, 32),
                        Ipv6Prefix.of(0x20010db8_00e00000L, n, 128),
                        1,
                        Host.IPV6));
    }

    private EntryKey key(int n, int side) {
        return EntryKey.of(entities(n).get(side).getTableEntry());
    }

    @Test
    void entriesOfOneKeyAreEqual() {
        assertEquals(key(1, 0), key(1, 0));
        assertEquals(key(1, 0).hashCode(), key(1, 0).hashCode());
    }

    @Test
    void neighbouringMappingsHaveHashesOfTheirOwn() {
        Set<Integer> hashes = new HashSet<>();
        for (int n = 0; n < MAPPINGS; n++) {
            for (Entity entity : entities(n)) {
                hashes.add(EntryKey.of(entity.getTableEntry()).hashCode());
            }
        }
        assertTrue(hashes.size() > 2 * MAPPINGS * 0.99, hashes.size() + " hashes");
    }
}
