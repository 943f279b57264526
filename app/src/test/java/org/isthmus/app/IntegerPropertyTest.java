// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        term.read(set("301"));
        assertEquals(5, term.value());
        term.read(set("2"));
        term.read(set("x"));
        assertEquals(5, term.value());
        assertEquals(List.of("termSeconds=5", "termSeconds=5", "termSeconds=5"), setBack);
    }
}
