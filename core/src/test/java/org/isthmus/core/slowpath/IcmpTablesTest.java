// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.slowpath.IcmpTables.NONE;
import static org.isthmus.core.slowpath.IcmpTables.pair;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every row of RFC 7915 sections 4.2 and 5.2, and nothing besides. */
class IcmpTablesTest {
    /** From type, code, to type, code. */
    private static Map<Integer, Integer> rows(int[][] rows) {
        Map<Integer, Integer> all = new HashMap<>();
        for (int[] r : rows) {
            all.put(pair(r[0], r[1]), pair(r[2], r[3]));
        }
        return all;
    }

    @Test
    void translatesEveryTypeAndCodeToIpv6() {
        Map<Integer, Integer> rows =
                rows(
                        new int[][] {
                            {3, 0, 1, 0},
                            {3, 1, 1, 0},
                            {3, 2, 4, 1},
                            {3, 3, 1, 4},
                            {3, 4, 2, 0},
                            {3, 5, 1, 0},
                            {3, 6, 1, 0},
                            {3, 7, 1, 0},
                            {3, 8, 1, 0},
                            {3, 9, 1, 1},
                            {3, 10, 1, 1},
                            {3, 11, 1, 0},
                            {3, 12, 1, 0},
                            {3, 13, 1, 1},
                            {3, 15, 1, 1},
                            {12, 0, 4, 0},
                            {12, 2, 4, 0},
                        });
        for (int type = 0; type < 256; type++) {
            for (int code = 0; code < 256; code++) {
                // The code of a Time Exceeded is unchanged.
                int expected =
                        type == 11 ? pair(3, code) : rows.getOrDefault(pair(type, code), NONE);
                assertEquals(expected, IcmpTables.to6(type, code), type + "/" + code);
            }
        }
    }

    @Test
    void translatesEveryTypeAndCodeToIpv4() {
        Map<Integer, Integer> rows =
                rows(
                        new int[][] {
                            {1, 0, 3, 1},
                            {1, 1, 3, 10},
                            {1, 2, 3, 1},
                            {1, 3, 3, 1},
                            {1, 4, 3, 3},
                            {4, 0, 12, 0},
                            {4, 1, 3, 2},
                        });
        for (int type = 0; type < 256; type++) {
            for (int code = 0; code < 256; code++) {
                int expected =
                        type == 3
                                ? pair(11, code)
                                : type == 2
                                        ? pair(3, 4)
                                        : rows.getOrDefault(pair(type, code), NONE);
                assertEquals(expected, IcmpTables.to4(type, code), type + "/" + code);
            }
        }
    }

    @Test
    void translatesEveryPointer() {
        int n = NONE;
        int[] to6 = {0, 1, 4, 4, n, n, n, n, 7, 6, n, n, 8, 8, 8, 8, 24, 24, 24, 24, n, n};
        for (int i = 0; i < to6.length; i++) {
            assertEquals(to6[i], IcmpTables.pointerTo6(i), "IPv4 pointer " + i);
        }
        assertEquals(n, IcmpTables.pointerTo6(255));
        for (int i = 0; i < 50; i++) {
            int expected =
                    i < 2
                            ? i
                            : i < 4
                                    ? n
                                    : i < 6
                                            ? 2
                                            : i == 6
                                                    ? 9
                                                    : i == 7 ? 8 : i < 24 ? 12 : i < 40 ? 16 : n;
            assertEquals(expected, IcmpTables.pointerTo4(i), "IPv6 pointer " + i);
        }
        assertEquals(n, IcmpTables.pointerTo4(0x8000_0000));
    }

    @Test
    void computesMtus() {
        assertEquals(1420, IcmpTables.mtuTo6(1400, 1500, 65535, 65535));
        assertEquals(1280, IcmpTables.mtuTo6(576, 1500, 65535, 65535));
        assertEquals(1400, IcmpTables.mtuTo6(1480, 1500, 65535, 1400));
        assertEquals(1360, IcmpTables.mtuTo6(1480, 1500, 1340, 65535));
        // An old router: 1492 is the plateau below 1500, and 1006 the one below 1492.
        assertEquals(1512, IcmpTables.mtuTo6(0, 1500, 65535, 65535));
        assertEquals(1280, IcmpTables.mtuTo6(0, 1492, 65535, 65535));
        assertEquals(1380, IcmpTables.mtuTo4(1400, 65535, 65535, false));
        assertEquals(1300, IcmpTables.mtuTo4(1400, 1300, 65535, false));
        assertEquals(1280, IcmpTables.mtuTo4(1400, 1500, 1300, false));
        assertEquals(9000, IcmpTables.mtuTo4(-1, 9000, 65535, false));
        assertEquals(65515, IcmpTables.mtuTo4(65536, 65535, 65535, false));
        assertEquals(68, IcmpTables.mtuTo4(1280, 60, 1500, false));
        // No IPv6 link has so little.
        for (int reported : new int[] {0, 1, 68, 576, 1279, 1280}) {
            assertEquals(1260, IcmpTables.mtuTo4(reported, 1500, 1500, false));
            assertEquals(1252, IcmpTables.mtuTo4(reported, 1500, 1500, true));
        }
        assertEquals(576, IcmpTables.mtuTo4(0, 576, 1500, false));
        // About a packet with a Fragment Header.
        assertEquals(1372, IcmpTables.mtuTo4(1400, 65535, 65535, true));
        assertEquals(1300, IcmpTables.mtuTo4(1400, 1300, 65535, true));
        assertEquals(1272, IcmpTables.mtuTo4(1400, 1500, 1300, true));
    }

    @Test
    void stepsDownThePlateaus() {
        int[] plateaus = {65535, 32000, 17914, 8166, 4352, 2002, 1492, 1006, 508, 296, 68};
        for (int i = 1; i < plateaus.length; i++) {
            assertEquals(plateaus[i], IcmpTables.plateau(plateaus[i - 1]));
            assertEquals(plateaus[i], IcmpTables.plateau(plateaus[i] + 1));
        }
        assertEquals(68, IcmpTables.plateau(20));
    }
}
