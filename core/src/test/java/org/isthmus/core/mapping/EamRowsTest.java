// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;

class EamRowsTest {
    private static final int ROWS = 1 << 16;

    private int looks;

    private final EamRows.Order counting =
            new EamRows.Order() {
                @Override
                public int compare(Eam a, Eam b) {
                    looks++;
                    return EamRows.BY_4.compare(a, b);
                }

                @Override
                public boolean isInside(Eam inner, Eam outer) {
                    looks++;
                    return EamRows.BY_4.isInside(inner, outer);
                }
            };

    private static Eam eam(int bits, int length) {
        return new Eam(
                Ipv4Prefix.of(bits, length), Ipv6Prefix.of(1, bits, 128), "main", Eam.Host.IPV6);
    }

    /** To add or remove one among many looks at few of them. */
    @Test
    void fewAreLookedAt() {
        Eam[] many = new Eam[ROWS];
        for (int i = 0; i < ROWS; i++) {
            many[i] = eam(i * 4, 32);
        }
        EamRows rows = new EamRows(counting).plus(many);
        looks = 0;
        EamRows more = rows.plus(new Eam[] {eam(4 * 1000, 28), eam(4 * 30_000 + 1, 32)});
        assertEquals(ROWS + 2, more.rows.length);
        assertEquals(1000, more.enclosing[1004]);
        assertEquals(Eamt.NONE, more.enclosing[1005]);
        assertEquals(ROWS + 1, more.minus(List.of(more.rows[1000])).rows.length);
        assertTrue(looks < 100, looks + " looks");
    }
}
