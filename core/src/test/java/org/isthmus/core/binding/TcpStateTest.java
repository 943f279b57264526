// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.isthmus.core.binding.TcpState.CLOSED;
import static org.isthmus.core.binding.TcpState.ESTABLISHED;
import static org.isthmus.core.binding.TcpState.TRANS;
import static org.isthmus.core.binding.TcpState.V4_FIN_RCV;
import static org.isthmus.core.binding.TcpState.V4_INIT;
import static org.isthmus.core.binding.TcpState.V4_V6_FIN_RCV;
import static org.isthmus.core.binding.TcpState.V6_FIN_RCV;
import static org.isthmus.core.binding.TcpState.V6_INIT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TcpStateTest {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;

    /** RFC 6146 section 3.5.2.2, row by row: state, then after SYN, FIN and RST of v6 and of v4. */
    @Test
    void everyTransition() {
        TcpState[][] rows = {
            {CLOSED, V6_INIT, CLOSED, CLOSED, V4_INIT, CLOSED, CLOSED},
            {V4_INIT, ESTABLISHED, V4_INIT, V4_INIT, V4_INIT, V4_INIT, V4_INIT},
            {V6_INIT, V6_INIT, V6_INIT, V6_INIT, ESTABLISHED, V6_INIT, V6_INIT},
            {ESTABLISHED, ESTABLISHED, V6_FIN_RCV, TRANS, ESTABLISHED, V4_FIN_RCV, TRANS},
            {V4_FIN_RCV, V4_FIN_RCV, V4_V6_FIN_RCV, TRANS, V4_FIN_RCV, V4_FIN_RCV, TRANS},
            {V6_FIN_RCV, V6_FIN_RCV, V6_FIN_RCV, TRANS, V6_FIN_RCV, V4_V6_FIN_RCV, TRANS},
            {
                V4_V6_FIN_RCV,
                V6_INIT,
                V4_V6_FIN_RCV,
                V4_V6_FIN_RCV,
                V4_INIT,
                V4_V6_FIN_RCV,
                V4_V6_FIN_RCV
            },
            {TRANS, ESTABLISHED, ESTABLISHED, TRANS, ESTABLISHED, ESTABLISHED, TRANS},
        };
        assertEquals(TcpState.values().length, rows.length);
        for (TcpState[] row : rows) {
            int[] flags = {SYN, FIN | ACK, RST};
            for (int i = 0; i < 3; i++) {
                String at = row[0] + " flags " + flags[i];
                assertEquals(row[1 + i], row[0].after(true, flags[i]), at + " from IPv6");
                assertEquals(row[4 + i], row[0].after(false, flags[i]), at + " from IPv4");
            }
            for (boolean fromV6 : new boolean[] {true, false}) {
                TcpState next = row[0] == TRANS ? ESTABLISHED : row[0];
                assertEquals(next, row[0].after(fromV6, ACK), row[0] + " data");
            }
        }
    }

    @Test
    void synAckOfTheServerOpens() {
        assertEquals(ESTABLISHED, V6_INIT.after(false, SYN | ACK));
        assertEquals(ESTABLISHED, TRANS.after(true, ACK), "data after a reset");
    }

    @Test
    void simultaneousOpen() {
        assertEquals(ESTABLISHED, CLOSED.after(false, SYN).after(true, SYN));
        assertEquals(ESTABLISHED, CLOSED.after(true, SYN).after(false, SYN));
    }
}
