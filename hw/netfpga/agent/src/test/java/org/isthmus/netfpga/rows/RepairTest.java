// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Flaky;
import org.isthmus.netfpga.card.MemoryCard;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.SwitchInfo.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A card that takes nothing any more, beside {@link PlacementTest}, whose tables are small. */
class RepairTest {
    private static final int TABLE = 3;
    private static final int SIZE = 100;
    private static final int KEY_BITS = 8;
    private static final BigInteger MASK = BigInteger.valueOf(0xff);

    private final Flaky flaky = new Flaky(new MemoryCard(t -> SIZE));
    private final List<Row> rows = new ArrayList<>();
    private int calls;

    private Rows counted() {
        return (Rows)
                Proxy.newProxyInstance(
                        Rows.class.getClassLoader(),
                        new Class<?>[] {Rows.class},
                        (proxy, method, args) -> {
                            calls++;
                            try {
                                return method.invoke(flaky.rows(), args);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static Row row(Kind kind, int key) {
        return new Row(
                BigInteger.valueOf(key),
                kind == Kind.EXACT ? null : MASK,
                kind == Kind.EXACT ? 0 : key + 1,
                BigInteger.ONE,
                Row.NO_SLOT);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXACT", "TERNARY"})
    void changesDoNotAskForEachRowOfACardThatTakesNothing(Kind kind) throws Exception {
        Placement<Row> placement =
                kind == Kind.EXACT
                        ? new ExactRows<>(counted(), TABLE, new MapLog(), List.of())
                        : new TernaryRows<>(
                                counted(), TABLE, SIZE, KEY_BITS, new MapLog(), List.of());
        for (int i = 0; i < SIZE - 20; i++) {
            Row row = row(kind, i);
            placement.insert(row, rows);
            rows.add(row);
        }
        flaky.next(Flaky.Fault.BROKEN, 0, name -> true);
        Row next = row(kind, SIZE);
        assertThrows(CardException.class, () -> placement.insert(next, rows));
        calls = 0;
        CardException e = assertThrows(CardException.class, () -> placement.insert(next, rows));
        assertEquals(
                "what the card holds is not known, and its repair failed: broken", e.getMessage());
        assertTrue(calls <= Placement.PATIENCE, calls + " calls");
        // A refill tells of all.
        assertTrue(placement.repair(rows).failed() >= rows.size());
        flaky.end();
        placement.insert(next, rows);
        rows.add(next);
        assertEquals(rows.size(), placement.repair(rows).verified());
    }
}
