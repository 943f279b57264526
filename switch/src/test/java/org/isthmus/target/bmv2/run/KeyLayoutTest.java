// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isthmus.target.bmv2.ir.PipelineDef.KeyField;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;
import org.junit.jupiter.api.Test;

class KeyLayoutTest {
    private static KeyField field(MatchType type, int width) {
        return new KeyField("f" + width, null, type, null, width);
    }

    private static KeyLayout layout(KeyField... fields) {
        return new KeyLayout(List.of(fields), false);
    }

    @Test
    void wideFieldsComeFirst() {
        KeyLayout layout =
                layout(
                        field(MatchType.EXACT, 8),
                        field(MatchType.TERNARY, 128),
                        field(MatchType.EXACT, 16));
        assertEquals(144, layout.position(0));
        assertEquals(0, layout.position(1));
        assertEquals(128, layout.position(2));
        assertEquals(152, layout.bits());
        assertEquals(3, layout.words());
    }

    /** So that exact fields and prefix are one prefix. */
    @Test
    void aPrefixIsAtTheLowEnd() {
        KeyLayout layout =
                layout(
                        field(MatchType.EXACT, 16),
                        field(MatchType.EXACT, 128),
                        field(MatchType.LPM, 32));
        assertEquals(160, layout.position(0));
        assertEquals(32, layout.position(1));
        assertEquals(0, layout.position(2));
    }
}
