// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RegisterMapTest {
    private static RegisterMap parse(String json) throws MisfitException {
        return RegisterMap.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String misfit(String json) {
        return assertThrows(MisfitException.class, () -> parse(json)).getMessage();
    }

    @Test
    void anArrayHasItsCellsOneBehindTheOther() throws Exception {
        RegisterMap map =
                parse(
                        "{\"drops\": {\"base_addr\": 4294967040, \"control_width\": 6,"
                                + " \"output_fields\": [{\"size\": 32}]},"
                                + " \"tin_timestamp\": {\"control_width\": 0}}");
        assertEquals(0xffffff00, map.array("drops").address(0));
        assertEquals(0xffffff3f, map.array("drops").address(63));
        assertEquals(64, map.array("drops").size());
        assertNull(map.array("tin_timestamp"));
        assertNull(map.array("other"));
    }

    @Test
    void whatIsNoSuchFileIsSaid() {
        assertEquals("it is no JSON", misfit("{drops").substring(0, 13));
        assertEquals(
                "extern drops has no base_addr", misfit("{\"drops\": {\"control_width\": 6}}"));
        assertEquals(
                "extern drops: cells of 64 bits, and indexes of 6",
                misfit(
                        "{\"drops\": {\"base_addr\": 1, \"control_width\": 6,"
                                + " \"output_fields\": [{\"size\": 64}]}}"));
    }

    @Test
    void theCountersOfAProgramHaveRoom() throws Exception {
        RegisterMap map = parse(new String(RegisterMap.of(Programs.SMALL).toJson(), "UTF-8"));
        assertEquals(8, map.array("drops").size());
        assertEquals(7, map.array("drops").address(7));
    }
}
