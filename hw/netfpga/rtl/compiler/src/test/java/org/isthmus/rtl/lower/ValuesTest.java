// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.junit.jupiter.api.Test;

class ValuesTest {
    private static List<String> names(String... fields) {
        List<HeaderType.Field> all = new ArrayList<>();
        for (String f : fields) {
            all.add(new HeaderType.Field(f, 8, false));
        }
        return Values.metadataNames(new HeaderType("scalars_0", all, 0, null));
    }

    @Test
    void fieldsOfMetadataAreCalledAsInTheProgram() {
        assertEquals(
                List.of("tmp_0", "sume_metadata_drop", "port1", "x10"),
                names("tmp_0", "m_t._sume_metadata_drop0", "m_t._port11", "m_t._x102"));
    }

    /** p4c takes the position of {@code bit_} off again, for a number of its own. */
    @Test
    void oneWithoutAPositionIsCalledAsItIs() {
        assertEquals(List.of("a", "bit", "b"), names("m_t._a5", "m_t._bit", "m_t._b7"));
    }
}
