// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntegerPropertyTest {
    private final List<String> setBack = new ArrayList<>();
    private final IntegerProperty term =
            new IntegerProperty(
                    "termSeconds", 10, 3, 300, (name, value) -> setBack.add(name + "=" + value));

    private static Dictionary<String, Object> set(Object value) {
        return new Hashtable<>(Map.of("termSeconds", value));
    }

    @Test
    void whatIsInRangeCounts() {
        assertEquals(10, term.value());
        term.read(set("5"));
        assertEquals(5, term.value());
        term.read(set(300));
        assertEquals(300, term.value());
        term.read(new Hashtable<>());
        assertEquals(10, term.value());
        assertEquals(List.of(), setBack);
    }

    @Test
    void whatIsRefusedIsSetBack() {
        term.read(set("5"));
        for (String wrong : List.of("301", "2", "x")) {
            setBack.clear();
            term.read(set(wrong));
            assertEquals(5, term.value());
            term.setBack();
            term.setBack();
            assertEquals(List.of("termSeconds=5"), setBack);
        }
    }

    /** Setting it back does not make it good; the next value does. */
    @Test
    void whatIsRefusedIsToldUntilAnotherIsSet() {
        term.read(set("301"));
        term.setBack();
        assertEquals("termSeconds must be 3 to 300, not 301; it stays at 10", term.refusal());
        term.read(set("10"));
        assertEquals("termSeconds must be 3 to 300, not 301; it stays at 10", term.refusal());
        term.read(set("10"));
        assertNull(term.refusal());
        term.read(set("x"));
        term.setBack();
        assertEquals("termSeconds is no number: x; it stays at 10", term.refusal());
        term.read(set("20"));
        assertNull(term.refusal());
    }
}
