// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/** A card over a bus in memory, and rows of a small table of it. */
abstract class RtlCardCase {
    static final int SMALL = Descriptions.SMALL;

    RtlDescription description;
    ModelBus bus;
    ModelBus.Window small;
    RtlCard card;

    /** What is in force. */
    final Map<BigInteger, BigInteger> rows = new HashMap<>();

    @BeforeEach
    void reset() throws Exception {
        description = Descriptions.tiny();
        bus = new ModelBus(description);
        small = bus.window("small");
        card = RtlCard.afterReset(description, bus, new NoPackets());
    }

    static final class NoPackets implements Packets {
        @Override
        public void send(int nf, byte[] frame) {}

        @Override
        public void onFrame(FrameListener listener) {}
    }

    static BigInteger n(long n) {
        return BigInteger.valueOf(n);
    }

    static void fails(int code, String message, Executable call) {
        CardException e = assertThrows(CardException.class, call);
        assertEquals(message, e.getMessage());
        assertEquals(code, e.code());
    }

    /** Packets find all that is in force. */
    void look() {
        rows.forEach((k, v) -> assertEquals(v, small.lookup(k), () -> "row " + k));
    }

    void add(BigInteger key, BigInteger value) throws CardException {
        card.addExact(SMALL, key, value);
        rows.put(key, value);
        look();
    }
}
