// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortLoopTest {
    private final MemoryPort a = new MemoryPort(1, "a");
    private final MemoryPort b = new MemoryPort(600, "b");

    private PortLoop crossConnect(List<? extends Port> ports, PortSet out) {
        PortLoop loop = new PortLoop("test");
        for (Port p : ports) {
            loop.add(p, (port, buf, off, len) -> out.send(601 - port, buf, off, len), out);
        }
        return loop;
    }

    @Test
    void framesCrossAndAreCounted() {
        PortLoop loop = crossConnect(List.of(a, b), new PortSet(List.of(a, b)));
        a.arrive(new byte[] {1, 2, 3});
        b.arrive(new byte[] {4});
        assertEquals(2, loop.serve());
        assertArrayEquals(new byte[] {1, 2, 3}, b.left());
        assertArrayEquals(new byte[] {4}, a.left());
        assertNull(a.left());
        assertEquals(0, loop.serve());
        assertEquals(1, a.counters().rxFrames());
        assertEquals(3, a.counters().rxBytes());
        assertEquals(1, a.counters().txFrames());
        assertEquals(3, b.counters().txBytes());
    }

    /** A worker is told of a port that has no frames, and of none that may have some. */
    @Test
    void aPortWithoutFramesIsIdle() {
        List<String> told = new ArrayList<>();
        PortSet out = new PortSet(List.of(a, b));
        PortLoop loop = new PortLoop("test");
        Worker worker =
                new Worker() {
                    @Override
                    public void process(int port, byte[] buf, int off, int len) {
                        out.send(port, buf, off, len);
                    }

                    @Override
                    public void idle(int port) {
                        told.add(port + (a.left() == null ? "" : " has sent"));
                    }
                };
        loop.add(a, worker, out);
        loop.add(b, worker, out);
        a.arrive(new byte[1]);
        loop.serve();
        assertEquals(List.of("600 has sent"), told);
        loop.serve();
        assertEquals(List.of("600 has sent", "1", "600"), told);
    }

    @Test
    void aBusyPortLeavesTheOthersTheirTurn() {
        PortLoop loop = crossConnect(List.of(a, b), new PortSet(List.of(a, b)));
        for (int i = 0; i < 1000; i++) {
            a.arrive(new byte[1]);
        }
        b.arrive(new byte[] {7});
        loop.serve();
        assertArrayEquals(new byte[] {7}, a.left());
    }

    @Test
    void framesForUnknownPortsAreCounted() {
        PortSet out = new PortSet(List.of(a));
        for (int port : new int[] {0, 2, 5000, -1}) {
            out.send(port, new byte[1], 0, 1);
        }
        assertEquals(4, out.unknown());
    }

    @Test
    void aWorkerThatFailsCostsItsFrameAlone() {
        PortSet out = new PortSet(List.of(a, b));
        PortLoop loop = new PortLoop("test");
        loop.add(
                a,
                (port, buf, off, len) -> {
                    if (buf[off] == 0) {
                        throw new IllegalStateException("meant to fail");
                    }
                    if (buf[off] == 2) {
                        throw new StackOverflowError("meant to fail");
                    }
                    out.send(600, buf, off, len);
                },
                out);
        a.arrive(new byte[] {0});
        a.arrive(new byte[] {2});
        a.arrive(new byte[] {1});
        loop.serve();
        loop.serve();
        loop.serve();
        assertArrayEquals(new byte[] {1}, b.left());
    }

    /** A port that has another frame whenever it is asked. */
    private static final class FloodedPort implements Port {
        final CountDownLatch looks = new CountDownLatch(2);
        private final PortCounters counters = new PortCounters();

        @Override
        public int number() {
            return 1;
        }

        @Override
        public String name() {
            return "flooded";
        }

        @Override
        public int receive(FrameHandler handler, int max) {
            handler.frame(new byte[1], 0, 1);
            return 1;
        }

        @Override
        public Transmitter newTransmitter() {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public void onState(StateListener listener) {}

        @Override
        public int descriptor() {
            return -1;
        }

        @Override
        public void inspect() {
            looks.countDown();
            throw new IllegalStateException("meant to fail");
        }

        @Override
        public PortCounters counters() {
            return counters;
        }

        @Override
        public void close() {}
    }

    /** So a port that goes down, or away, is noticed in a flood as well, and after a bug. */
    @Test
    void portsAreLookedAtWhileFramesComeAndAgainAfterAFailure() throws Exception {
        FloodedPort flooded = new FloodedPort();
        try (PortLoop loop = crossConnect(List.of(flooded), new PortSet(List.of()))) {
            loop.start();
            assertTrue(flooded.looks.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void capturesHoldWhatCameAndLeft(@TempDir Path directory) throws IOException {
        try (PcapPort p = new PcapPort(a, directory);
                PcapPort q = new PcapPort(b, directory)) {
            PortLoop loop = crossConnect(List.of(p, q), new PortSet(List.of(p, q)));
            a.arrive(new byte[] {1, 2, 3});
            loop.serve();
        }
        for (String name : List.of("a_in.pcap", "b_out.pcap")) {
            ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(directory.resolve(name)));
            assertEquals(24 + 16 + 3, file.remaining(), name);
            assertEquals(0xa1b23c4d, file.getInt(0));
            assertEquals(3, file.getInt(24 + 8));
            assertEquals(3, file.getInt(24 + 12));
            assertEquals(2, file.get(24 + 16 + 1));
        }
        assertEquals(24, Files.size(directory.resolve("b_in.pcap")));
    }
}
