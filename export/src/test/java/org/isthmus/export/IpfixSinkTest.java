// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.LoggedEvent;
import org.junit.jupiter.api.Test;

/** What goes over the wire; whether collectors understand it, CollectorsTest asks. */
class IpfixSinkTest {
    private long millis = 5000;

    /** Keeps messages. */
    private static final class Wire implements Transport {
        final boolean isDatagram;
        final List<ByteBuffer> messages = new ArrayList<>();

        Wire(boolean isDatagram) {
            this.isDatagram = isDatagram;
        }

        @Override
        public boolean isDatagram() {
            return isDatagram;
        }

        @Override
        public void send(byte[] bytes, int length) {
            messages.add(ByteBuffer.wrap(Arrays.copyOf(bytes, length)));
        }

        @Override
        public long sent() {
            return 0;
        }

        @Override
        public long settled(long now) {
            return 0;
        }

        @Override
        public void finish() {
            // Nothing waits.
        }

        @Override
        public void close() {
            // The same.
        }

        /** Set ids of each message. */
        List<Integer> sets() {
            return messages.stream().map(m -> (int) m.getShort(16)).collect(Collectors.toList());
        }
    }

    private IpfixSink sink(Wire wire) {
        return new IpfixSink(
                wire, 7, 600, TimeSource.of(() -> ExportRig.BEGIN + millis, () -> millis));
    }

    private static List<LoggedEvent> events(long from, long to) {
        return ExportRig.numbers(from, to).stream()
                .map(ExportRig::logged)
                .collect(Collectors.toList());
    }

    @Test
    void aBlockHasTheFieldsOfRfc8158() throws IOException {
        Wire wire = new Wire(true);
        sink(wire).send(events(1, 2));
        ByteBuffer message = wire.messages.get(1);
        assertEquals(10, message.getShort());
        assertEquals(message.capacity(), message.getShort());
        assertEquals((ExportRig.BEGIN + millis) / 1000, message.getInt());
        assertEquals(0, message.getInt());
        assertEquals(7, message.getInt());
        assertEquals(256, message.getShort());
        assertEquals(4 + 2 * 35, message.getShort());
        for (int event : new int[] {16, 17}) {
            assertEquals(ExportRig.BEGIN + (event == 16 ? 1 : 2), message.getLong());
            assertEquals(event, message.get());
            assertEquals(17, message.get());
            assertEquals(64, message.get());
            assertEquals(0x20010db8_00000001L, message.getLong());
            assertEquals(0, message.getLong());
            assertEquals(0xcb007101, message.getInt());
            assertEquals(64, message.getShort());
            assertEquals(127, message.getShort());
        }
        assertEquals(0, message.remaining());
    }

    /** Static, or where bindings are logged. */
    @Test
    void aBindingHasAnEventOfItsOwn() throws IOException {
        Wire wire = new Wire(true);
        LoggedEvent block = ExportRig.logged(1);
        MappingEvent binding =
                new MappingEvent(
                        MappingEvent.Kind.RELEASED,
                        ExportRig.BEGIN,
                        Protocol.TCP,
                        Ipv6Prefix.of(0x20010db8_00000001L, 7, 128),
                        Ipv4Address.of(0xcb007101),
                        70,
                        70);
        sink(wire).send(List.of(block, new LoggedEvent(2, binding), ExportRig.logged(3)));
        ByteBuffer message = wire.messages.get(1);
        message.position(16 + 4 + 35);
        assertEquals(257, message.getShort());
        assertEquals(4 + 32, message.getShort());
        assertEquals(ExportRig.BEGIN, message.getLong());
        assertEquals(11, message.get());
        assertEquals(6, message.get());
        assertEquals(0x20010db8_00000001L, message.getLong());
        assertEquals(7, message.getLong());
        assertEquals(0xcb007101, message.getInt());
        assertEquals(70, message.getShort());
        assertEquals(256, message.getShort());
        assertEquals(16 + 2 * 39 + 36, message.getShort(2));
    }

    @Test
    void aDatagramHasNoMoreThanAnyPathTakesAndNumbersGoOn() throws IOException {
        Wire wire = new Wire(true);
        IpfixSink sink = sink(wire);
        sink.send(events(1, 100));
        sink.send(events(101, 103));
        long sent = 0;
        for (ByteBuffer message : wire.messages) {
            assertTrue(message.capacity() <= 512);
            assertEquals(sent, message.getInt(8));
            sent += message.getShort(16) == 2 ? 0 : (message.capacity() - 20) / 35;
        }
        assertEquals(103, sent);
    }

    @Test
    void templatesAreSentAgainOverUdp() throws IOException {
        Wire wire = new Wire(true);
        IpfixSink sink = sink(wire);
        sink.send(events(1, 1));
        millis += 599_999;
        sink.send(events(2, 2));
        sink.settled(millis);
        assertEquals(List.of(2, 256, 256), wire.sets());
        millis += 1;
        sink.settled(millis);
        sink.send(events(3, 3));
        assertEquals(List.of(2, 256, 256, 2, 256), wire.sets());
        assertEquals(2, wire.messages.get(3).getInt(8));
    }

    @Test
    void templatesComeFirstOnEachConnectionAndOnce() throws IOException {
        for (int i = 0; i < 2; i++) {
            Wire wire = new Wire(false);
            IpfixSink sink = sink(wire);
            sink.send(events(1, 500));
            millis += 10_000_000;
            sink.send(events(501, 501));
            assertEquals(2, wire.sets().get(0));
            assertEquals(1, wire.sets().stream().filter(id -> id == 2).count());
            assertEquals(
                    500, wire.messages.get(wire.messages.size() - 1).getInt(8), "of this session");
        }
    }
}
