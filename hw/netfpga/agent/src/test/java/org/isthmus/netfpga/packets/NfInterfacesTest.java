// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.target.io.MemoryPort;
import org.junit.jupiter.api.Test;

class NfInterfacesTest {
    private final List<MemoryPort> ports =
            List.of(
                    new MemoryPort(0, "nf0"),
                    new MemoryPort(1, "nf1"),
                    new MemoryPort(2, "nf2"),
                    new MemoryPort(3, "nf3"));
    private final NfInterfaces interfaces = new NfInterfaces(new ArrayList<>(ports));

    @Test
    void aFrameLeavesByItsInterfaceAtOnce() {
        interfaces.send(2, new byte[] {1, 2, 3});
        assertArrayEquals(new byte[] {1, 2, 3}, ports.get(2).left());
        for (MemoryPort p : ports) {
            assertNull(p.left());
        }
    }

    @Test
    void whatComesIsHeardWithItsInterface() {
        ports.get(3).arrive(new byte[] {9});
        interfaces.serve();
        List<String> heard = new ArrayList<>();
        interfaces.onFrame(
                (nf, buf, off, len) ->
                        heard.add(nf + Arrays.toString(Arrays.copyOfRange(buf, off, off + len))));
        ports.get(1).arrive(new byte[] {4, 5});
        ports.get(0).arrive(new byte[] {6});
        interfaces.serve();
        assertEquals(List.of("0[6]", "1[4, 5]"), heard);
    }
}
