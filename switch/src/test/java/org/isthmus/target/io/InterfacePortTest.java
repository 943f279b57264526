// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Function;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.logging.Logger;
import java.util.zip.CRC32C;
import org.isthmus.target.Logged;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a pair of real interfaces, so as root: make root-test. */
@Tag("root")
class InterfacePortTest {
    private static final String A = "isth-test-a";
    private static final String B = "isth-test-b";
    private static final String TAP = "isth-test-tap";
    private static final int RLIMIT_NOFILE = 7;
    private static final int MARK = 0x88b5;

    private final List<byte[]> received = new ArrayList<>();

    private Veth veth;

    @BeforeEach
    void add() throws IOException {
        veth = new Veth(A, B, 1500);
    }

    @AfterEach
    void delete() throws IOException {
        veth.close();
    }

    /** Receives until a frame passes; what does not is traffic of the system's own. */
    private byte[] receive(Port port, Predicate<byte[]> wanted) {
        waitFor(
                () -> {
                    port.receive(
                            (buf, off, len) ->
                                    received.add(Arrays.copyOfRange(buf, off, off + len)),
                            64);
                    received.removeIf(wanted.negate());
                    return !received.isEmpty();
                });
        return received.remove(0);
    }

    @Test
    void whetherAPortHasACarrierIsTold() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A)) {
            List<Boolean> told = new ArrayList<>();
            waitFor(
                    () -> {
                        a.inspect();
                        a.onState(told::add);
                        return told.get(told.size() - 1);
                    });
            told.clear();
            Veth.run("ip link set " + B + " down");
            waitFor(
                    () -> {
                        a.inspect();
                        return told.equals(List.of(false));
                    });
            Veth.run("ip link set " + B + " up");
            waitFor(
                    () -> {
                        a.inspect();
                        return told.equals(List.of(false, true));
                    });
            veth.close();
            a.inspect();
            assertEquals(List.of(false, true, false), told);
        }
    }

    private static void waitFor(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within 10 s");
            Thread.onSpinWait();
        }
    }

    private static byte[] frame(int length, int tag) {
        byte[] f = new byte[length];
        Arrays.fill(f, 0, 6, (byte) 0xff);
        f[6] = 2;
        int at = 12;
        if (tag != 0) {
            f[at++] = (byte) 0x81;
            f[at++] = 0;
            f[at++] = (byte) (tag >> 8);
            f[at++] = (byte) tag;
        }
        f[at++] = (byte) (MARK >> 8);
        f[at++] = (byte) MARK;
        for (; at < length; at++) {
            f[at] = (byte) at;
        }
        return f;
    }

    private static boolean isMarked(byte[] f) {
        return f[6] == 2 && (f[12] == (byte) 0x88 || f[16] == (byte) 0x88);
    }

    @Test
    void framesOfAnySizeAndTagCrossUnchanged() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                InterfacePort b = new InterfacePort(2, B);
                Port.Transmitter t = a.newTransmitter()) {
            for (int length : new int[] {60, 61, 1000, 1514}) {
                t.send(frame(length, 0), 0, length);
                t.flush();
                assertArrayEquals(frame(length, 0), receive(b, InterfacePortTest::isMarked));
            }
            t.send(frame(1518, 0x6123), 0, 1518);
            t.flush();
            assertArrayEquals(frame(1518, 0x6123), receive(b, InterfacePortTest::isMarked));
            assertEquals(5, a.counters().txFrames());
        }
    }

    /** As where the controller has a greater MTU for the port. */
    @Test
    void framesThatAreNotSentForTheMtuAreCountedAndSpokenOf() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                Port.Transmitter t = a.newTransmitter();
                Logged logged = new Logged()) {
            for (int length : new int[] {1519, 9014}) {
                t.send(frame(length, 0), 0, length);
            }
            // There is room for it, as it could have a tag; the kernel sees that it has none.
            t.send(frame(1515, 0), 0, 1515);
            t.flush();
            assertEquals(3, a.counters().txOversize());
            assertEquals(0, a.counters().txDropped());
            a.inspect();
            a.inspect();
            List<String> said = logged.lines();
            said = said.stream().filter(l -> l.contains("above")).collect(toList());
            assertEquals(1, said.size());
            assertTrue(
                    said.get(0)
                            .startsWith(
                                    "WARNING port 1 ("
                                            + A
                                            + ") has not sent 3 frames above its MTU, 1500"),
                    said.get(0));
        }
    }

    /** The kernel refuses what was right a moment ago. */
    @Test
    void framesAboveAnMtuThatWasLoweredAreSpokenOfWithThatMtu() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                Port.Transmitter t = a.newTransmitter();
                Logged logged = new Logged()) {
            Veth.run("ip link set " + A + " mtu 1400");
            t.send(frame(1514, 0), 0, 1514);
            t.flush();
            a.inspect();
            List<String> said = logged.lines();
            String expected =
                    "WARNING port 1 (" + A + ") has not sent 1 frames above its MTU, 1400";
            assertTrue(said.get(0).startsWith(expected), said.get(0));
            String changed = "WARNING port 1 (" + A + ") has another MTU now";
            assertTrue(said.get(1).startsWith(changed), said.get(1));
        }
    }

    @Test
    void ringAndBatchWrapAround() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                InterfacePort b = new InterfacePort(2, B);
                Port.Transmitter t = a.newTransmitter()) {
            for (int i = 0; i < 5000; i++) {
                byte[] f = frame(60, 0);
                f[58] = (byte) (i >> 8);
                f[59] = (byte) i;
                t.send(f, 0, 60);
                if (i % 100 == 99) {
                    t.flush();
                    for (int k = i - 99; k <= i; k++) {
                        byte[] got = receive(b, InterfacePortTest::isMarked);
                        assertEquals(k, (got[58] & 0xff) << 8 | got[59] & 0xff);
                    }
                }
            }
            assertEquals(0, b.counters().rxDropped());
        }
    }

    @Test
    void burstsHaveRoomWhateverTheMtu() throws IOException {
        for (int mtu : new int[] {1500, 9000}) {
            Veth.run("ip link set " + A + " mtu " + mtu);
            Veth.run("ip link set " + B + " mtu " + mtu);
            try (InterfacePort a = new InterfacePort(1, A);
                    InterfacePort b = new InterfacePort(2, B);
                    Port.Transmitter t = a.newTransmitter()) {
                int longest = 14 + mtu;
                for (int i = 0; i < 1500; i++) {
                    int length = i % 50 == 0 ? longest : 1000;
                    byte[] f = frame(length, 0);
                    f[58] = (byte) (i >> 8);
                    f[59] = (byte) i;
                    t.send(f, 0, length);
                }
                t.flush();
                for (int i = 0; i < 1500; i++) {
                    byte[] got = receive(b, InterfacePortTest::isMarked);
                    assertEquals(i, (got[58] & 0xff) << 8 | got[59] & 0xff);
                    assertEquals(i % 50 == 0 ? longest : 1000, got.length);
                }
                assertEquals(0, b.counters().rxDropped());
            }
        }
    }

    @Test
    void partialChecksumsAreFinished() throws IOException {
        Veth.run("ip addr add 198.18.77.1/24 dev " + A);
        Veth.run("ip neigh add 198.18.77.2 lladdr 02:00:00:00:00:02 dev " + A);
        try (InterfacePort b = new InterfacePort(2, B);
                DatagramSocket socket = new DatagramSocket()) {
            for (int size = 1; size < 300; size += 7) {
                byte[] payload = new byte[size];
                Arrays.fill(payload, (byte) size);
                socket.send(
                        new DatagramPacket(
                                payload, size, InetAddress.getByName("198.18.77.2"), 9999));
                byte[] f = receive(b, x -> x[12] == 8 && x[13] == 0 && x[23] == 17);
                // UDP over IPv4: the pseudo header is addresses, protocol and length.
                int udpLength = (f[38] & 0xff) << 8 | f[39] & 0xff;
                long sum =
                        Checksums.sum(f, 26, 34)
                                + 17
                                + udpLength
                                + Checksums.sum(f, 34, 34 + udpLength);
                while (sum >> 16 != 0) {
                    sum = (sum & 0xffff) + (sum >> 16);
                }
                assertEquals(0xffff, sum, "payload of " + size);
            }
        }
    }

    /** SCTP has another checksum; a host leaves it to its interface with zeros in its place. */
    @Test
    void checksumsOfSctpAreFinished() throws IOException {
        try (InterfacePort b = new InterfacePort(2, B);
                Offloading host = new Offloading(A)) {
            byte[] f = frame(14 + 4 + 20 + 12 + 10, 7);
            ByteBuffer.wrap(f)
                    .putShort(16, (short) 0x0800)
                    .put(18, (byte) 0x45)
                    .putShort(20, (short) 42)
                    .put(27, (byte) 132)
                    .putInt(46, 0);
            host.send(f, 0, 0, 0, 38, 8);
            byte[] got = receive(b, x -> x[6] == 2 && x.length == f.length);
            int there = Integer.reverseBytes(ByteBuffer.wrap(got).getInt(46));
            CRC32C crc = new CRC32C();
            crc.update(f, 38, f.length - 38);
            assertEquals((int) crc.getValue(), there);
            Arrays.fill(got, 46, 50, (byte) 0);
            assertArrayEquals(f, got);
        }
    }

    @Test
    void whatIsLeftToOffloadComesInSegments() throws IOException {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        try (InterfacePort b = new InterfacePort(2, B);
                Offloading host = new Offloading(A)) {
            int segmented = 0;
            for (int i = 0; i < 300; i++) {
                boolean tcp = random.nextInt(4) > 0 || !Offloading.KNOWS_UDP;
                boolean ipv4 = random.nextBoolean();
                // In a slot of the ring, and longer; UDP in at most 128 segments.
                int length = 1001 + random.nextInt(random.nextBoolean() ? 400 : 60_000);
                int size = Math.max(500, random.nextInt(1400));
                SegmenterTest.Offloaded o =
                        new SegmenterTest.Offloaded(
                                random, tcp, ipv4, random.nextInt(2), 0, length);
                Arrays.fill(o.frame, 0, 6, (byte) 0xff);
                o.frame[6] = 2;
                byte[] addresses = Arrays.copyOfRange(o.frame, 0, 12);
                host.send(o.frame, o.gsoType(), o.payload, size, o.transport, o.checksum());
                List<byte[]> segments = new ArrayList<>();
                int count = (length + size - 1) / size;
                segmented += count > 1 ? 1 : 0;
                while (segments.size() < count) {
                    segments.add(
                            receive(
                                    b,
                                    f -> Arrays.equals(Arrays.copyOfRange(f, 0, 12), addresses)));
                }
                String what = "seed " + seed + " run " + i;
                Iterator<byte[]> all = segments.iterator();
                assertArrayEquals(
                        o.payload(), o.compared(() -> next(all), size, false, what), what);
            }
            assertEquals(segmented, b.counters().rxSegmented());
            assertEquals(0, b.counters().rxOversize());
            assertEquals(0, b.counters().rxDropped());
        }
    }

    private static byte[] next(Iterator<byte[]> all) {
        return all.hasNext() ? all.next() : null;
    }

    /** Linux gives a ring no frame any more after one of UDP fragmentation offload. */
    @Test
    void anOffloadThatPacketSocketsDoNotKnowEndsNothing() throws IOException {
        try (Tap guest = new Tap(TAP);
                InterfacePort port = new InterfacePort(1, TAP);
                Logged logged = new Logged()) {
            for (int i = 0; i < 2; i++) {
                guest.send(new byte[10], frame(60, 0));
                receive(port, InterfacePortTest::isMarked);
                port.inspect();
                SegmenterTest.Offloaded o =
                        new SegmenterTest.Offloaded(new Random(1), false, true, 0, 0, 3000);
                guest.send(Offloading.header(3, o.payload, 1000, o.transport, 6), o.frame);
                port.inspect();
            }
            guest.send(new byte[10], frame(60, 0));
            receive(port, InterfacePortTest::isMarked);
            assertEquals(2, port.counters().rxDropped());
            List<String> said = logged.lines();
            said = said.stream().filter(l -> l.contains("do not know")).collect(toList());
            assertEquals(1, said.size());
            assertTrue(said.get(0).startsWith("WARNING port 1 (" + TAP + ") has received nothing"));
        }
    }

    @Test
    void framesAboveTheMtuAreDroppedCountedAndSpokenOf() throws IOException {
        try (InterfacePort b = new InterfacePort(2, B);
                Logged logged = new Logged()) {
            Veth.run("ip link set " + A + " mtu 9000");
            Veth.run("ip link set " + B + " mtu 9000");
            try (InterfacePort a = new InterfacePort(1, A);
                    Port.Transmitter t = a.newTransmitter()) {
                t.send(frame(4000, 0), 0, 4000);
                t.flush();
                waitFor(
                        () -> {
                            b.receive((buf, off, len) -> {}, 64);
                            return b.counters().rxOversize() == 1;
                        });
                // The next inspection sees the new MTU.
                b.inspect();
                b.inspect();
                List<String> said = logged.lines();
                said = said.stream().filter(l -> l.contains("above")).collect(toList());
                assertEquals(1, said.size());
                assertTrue(
                        said.get(0).startsWith("WARNING port 2 (" + B + ") has dropped 1 frames"),
                        said.get(0));
                assertTrue(said.get(0).contains("ethtool -K INTERFACE tso off gso off"));
                t.send(frame(4000, 0), 0, 4000);
                t.flush();
                assertEquals(4000, receive(b, InterfacePortTest::isMarked).length);
            }
        }
    }

    @Test
    void interfacesMayGoDownAndDisappear() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                InterfacePort b = new InterfacePort(2, B);
                Port.Transmitter t = a.newTransmitter()) {
            Veth.run("ip link set " + A + " down");
            t.send(frame(60, 0), 0, 60);
            t.flush();
            assertEquals(1, a.counters().txDropped());
            a.inspect();
            Veth.run("ip link set " + A + " up");
            a.inspect();
            t.send(frame(60, 0), 0, 60);
            t.flush();
            receive(b, InterfacePortTest::isMarked);
            veth.close();
            a.inspect();
            b.inspect();
            assertEquals(-1, b.descriptor());
            t.send(frame(60, 0), 0, 60);
            t.flush();
            assertEquals(0, b.receive((buf, off, len) -> {}, 64));
            add();
            a.inspect();
            b.inspect();
            t.send(frame(60, 0), 0, 60);
            t.flush();
            receive(b, InterfacePortTest::isMarked);
        }
    }

    /** Nothing that is looked at tells it from the one that was there. */
    @Test
    void anInterfaceThatIsMadeAgainWithItsNumberIsOpenedAnew() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A);
                InterfacePort b = new InterfacePort(2, B);
                Port.Transmitter t = a.newTransmitter()) {
            for (int i = 0; i < 2; i++) {
                a.inspect();
                b.inspect();
                t.send(frame(60, 0), 0, 60);
                t.flush();
                receive(b, InterfacePortTest::isMarked);
                int ofA = Interface.find(A).index;
                int ofB = Interface.find(B).index;
                veth.close();
                String peer = " type veth peer name " + B + " index " + ofB;
                Veth.run("ip link add " + A + " index " + ofA + peer);
                Veth.run("ip link set " + A + " up");
                Veth.run("ip link set " + B + " up");
            }
        }
    }

    /** As when clients of the switch have taken all descriptors that there may be. */
    @Test
    void aSocketThatCouldNotBeOpenedIsTriedAgain() throws IOException {
        ByteBuffer limits = LibC.allocate(16);
        limits("getrlimit", limits);
        long descriptors = limits.getLong(0);
        try (InterfacePort a = new InterfacePort(1, A);
                InterfacePort b = new InterfacePort(2, B);
                Port.Transmitter other = b.newTransmitter();
                Port.Transmitter t = a.newTransmitter()) {
            // So that what is needed of classes and time zones, which are files, is there.
            other.send(frame(60, 0), 0, 60);
            Logger.getLogger("").warning("no more descriptors");
            limits("setrlimit", limits.putLong(0, 1));
            try {
                t.send(frame(60, 0), 0, 60);
                t.flush();
            } finally {
                limits("setrlimit", limits.putLong(0, descriptors));
            }
            assertEquals(1, a.counters().txDropped());
            a.inspect();
            t.send(frame(60, 0), 0, 60);
            t.flush();
            receive(b, InterfacePortTest::isMarked);
        }
    }

    /** Two would send each packet twice. */
    @Test
    void anInterfaceHasOnePort() throws IOException {
        try (InterfacePort a = new InterfacePort(1, A)) {
            new InterfacePort(2, B).close();
            IOException e = assertThrows(IOException.class, () -> new InterfacePort(3, A));
            assertEquals(
                    String.format(
                            "interface %s is in use: process %d has it: end that one, or give"
                                    + " another",
                            A, ProcessHandle.current().pid()),
                    e.getMessage());
            // It is kept while the interface is away.
            veth.close();
            a.inspect();
            add();
            assertThrows(IOException.class, () -> new InterfacePort(3, A));
            a.inspect();
        }
        new InterfacePort(3, A).close();
    }

    @Test
    void aPortThatCannotBeOpenedLeavesItsInterfaceToOthers() throws IOException {
        Bypass none =
                (number, index, mtu, socket, counters) -> {
                    throw new IllegalStateException("no bypass");
                };
        Veth.awaitCarrier(A);
        assertThrows(IllegalStateException.class, () -> new InterfacePort(1, A, none));
        new InterfacePort(1, A).close();
    }

    /** Reads or writes the limits of descriptors, struct rlimit. */
    private static void limits(String call, ByteBuffer limits) {
        Object[] arguments = {RLIMIT_NOFILE, LibC.address(limits)};
        assertEquals(0, Function.getFunction("c", call).invokeInt(arguments));
    }

    @Test
    void interfacesMustExistAtFirst() {
        assertThrows(IOException.class, () -> new InterfacePort(1, "isth-none"));
        assertThrows(IOException.class, () -> new InterfacePort(1, "a-name-that-is-too-long"));
    }
}
