// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.netfpga.ExampleCard.Left;
import org.isthmus.netfpga.ExampleCard.Match;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The learning switch in Verilog, with a host that learns. */
@Tag("rtl")
class SwitchExampleTest {
    private static final long A = 0x0200_0000_000aL;
    private static final long B = 0x0200_0000_000bL;
    private static final int FRAME = 64;

    @TempDir Path directory;
    private ExampleCard card;

    /** Ports of the stations that the host has learned, by address. */
    private final Map<Long, Integer> learned = new HashMap<>();

    @BeforeEach
    void open() throws Exception {
        card = new ExampleCard("switch", directory);
    }

    @AfterEach
    void close() throws Exception {
        card.close();
    }

    private static byte[] frame(long destination, long source) {
        ByteBuffer b = ByteBuffer.allocate(FRAME);
        b.putShort((short) (destination >> 32)).putInt((int) destination);
        b.putShort((short) (source >> 32)).putInt((int) source);
        b.putShort((short) 0x88b5);
        while (b.hasRemaining()) {
            b.put((byte) b.position());
        }
        return b.array();
    }

    /** Where a frame leaves; the host learns what it is told meanwhile. */
    private List<String> receive(int port, long destination, long source) throws Exception {
        byte[] frame = frame(destination, source);
        List<String> where = new ArrayList<>();
        for (Left l : card.receive(port, frame)) {
            where.add(l.where);
            if (l.where.startsWith("nf")) {
                learn(l.frame);
            } else {
                assertArrayEquals(frame, l.frame);
            }
        }
        return where;
    }

    /** A digest: its last byte first, that is the port and then the address backwards. */
    private void learn(byte[] digest) {
        assertEquals(32, digest.length);
        int port = digest[0];
        long source = 0;
        for (int i = 6; i > 0; i--) {
            source = source << 8 | digest[i] & 0xff;
        }
        Integer before = learned.put(source, port);
        List<Match> mac = List.of(Match.exact(source));
        if (before == null) {
            card.insert("macs", mac, "to_port", port);
        } else {
            card.delete("stations", List.of(Match.exact(source), Match.exact(before)));
            card.modify("macs", mac, "to_port", port);
        }
        card.insert("stations", List.of(Match.exact(source), Match.exact(port)), "known");
    }

    @Test
    void stationsAreLearnedAndFramesGoToThemAlone() throws Exception {
        assertEquals(List.of("nf0", "port 2", "port 3", "port 4"), receive(1, B, A));
        assertEquals(Map.of(A, 1), learned);
        assertEquals(List.of("port 2", "port 3", "port 4"), receive(1, B, A));
        assertEquals(List.of("nf1", "port 1"), receive(2, A, B));
        assertEquals(List.of("port 2"), receive(1, B, A));
        assertEquals(List.of("port 1"), receive(2, A, B));
        assertEquals(Map.of(A, 1, B, 4), learned);
    }

    @Test
    void aStationThatMovesIsLearnedAnew() throws Exception {
        receive(1, B, A);
        receive(2, A, B);
        assertEquals(List.of("nf3", "port 2"), receive(4, B, A));
        assertEquals(List.of("port 4"), receive(2, A, B));
        assertEquals(List.of("port 2"), receive(4, B, A));
    }

    @Test
    void whatIsOnOneWireStaysThere() throws Exception {
        receive(3, B, A);
        receive(3, A, B);
        assertEquals(List.of(), receive(3, B, A));
        // Broadcast is no station.
        assertEquals(List.of("port 1", "port 2", "port 4"), receive(3, 0xffff_ffff_ffffL, A));
    }
}
