// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.isthmus.core.packet.Checksum;
import org.isthmus.target.api.Worker;

/**
 * How many packets a second of each kind go up to the controller and come out translated: switch,
 * P4Runtime and the whole core in one JVM, {@value #WINDOW} packets under way at a time. Beside
 * each, packets that the pipeline translates alone. Runs in a JVM of its own: {@code PuntRates}.
 */
public final class PuntRates {
    private static final int WINDOW = 64;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Without a packet for so long, those under way are taken for lost. */
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int ETHERNET = 14;
    private static final int IPV6 = 40;
    private static final int NEXT_HEADER = ETHERNET + 6;
    private static final int L4 = ETHERNET + IPV6;
    private static final int DESTINATION_OPTIONS = 60;
    private static final int FRAGMENT = 44;
    private static final int ICMPV6 = 58;

    /** One more than the pipeline skips. */
    private static final int HEADERS = 5;

    private static final String NETCFG =
            "{\"devices\": {\"device:bench\": {\"basic\": {\"managementAddress\": \"%s\"},"
                    + " \"isthmus\": {\"mac\": \"02:00:00:00:00:01\"}}}, \"ports\": {"
                    + "\"device:bench/1\": {\"interfaces\": [{\"ips\": [\"2001:d00::ffff/32\"]}]},"
                    + "\"device:bench/2\": {\"interfaces\": [{\"ips\": [\"192.0.2.1/24\"]}]}},"
                    + " \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\":"
                    + " \"default\", \"prefix\": \"2001:db8:64::/96\", \"mssClamp\": \"1200\"}],"
                    + " \"pools\": [{\"name\": \"p\", \"prefixes\": [\"198.18.0.0/24\"]}],"
                    + " \"options\": {\"puntRate\": 10000000, \"subscriberPuntRate\": 10000000}}}}}";

    private final Worker worker;
    private final AtomicLong left = new AtomicLong();
    private int flow;

    private PuntRates(OneSwitch network) {
        worker =
                network.target.newWorker(
                        new Ipv4Peer(network, (port, buf, off, len) -> left.incrementAndGet()));
    }

    public static void main(String[] args) throws Exception {
        try (OneSwitch network = new OneSwitch(NETCFG)) {
            PuntRates r = new PuntRates(network);
            r.rate(1, Frames.syn6());
            byte[] data = Frames.ipv6(true);
            double alone = r.rate(1, data);
            System.out.printf("the pipeline alone: %,.0f/s%n", alone);
            r.print("BIB_MISS", alone, r.newFlows());
            r.print("FRAGMENT", alone, r.rate(2, fragment(data, 0), fragment(data, 1)));
            r.print("EXTENSION_HEADERS", alone, r.rate(1, extended(data)));
            r.print("MSS", alone, r.rate(1, synWithMss()));
            r.print("ICMP_ERROR", alone, r.rate(1, icmpError(data)));
        }
    }

    private void print(String reason, double alone, double rate) {
        System.out.printf("%s: %,.0f/s, %.3f of that%n", reason, rate, rate / alone);
    }

    /** Packets a second of these frames, which are sent in turn. */
    private double rate(int parts, byte[]... frames) {
        return rate(
                parts,
                () -> {
                    for (byte[] frame : frames) {
                        worker.process(1, frame, 0, frame.length);
                    }
                });
    }

    private double newFlows() {
        byte[] frame = Frames.syn6();
        return rate(
                1,
                () -> {
                    Frames.source(frame, ++flow);
                    worker.process(1, frame, 0, frame.length);
                });
    }

    /**
     * @param parts frames that a packet leaves as
     */
    private double rate(int parts, Runnable send) {
        run(parts, send, WARM_UP_NANOS);
        return run(parts, send, RUN_NANOS) * 1e9 / RUN_NANOS;
    }

    private long run(int parts, Runnable send, long nanos) {
        long start = System.nanoTime();
        long before = left.get();
        long under = before;
        long seen = before;
        long seenAt = start;
        for (long now = start; now - start < nanos; now = System.nanoTime()) {
            long n = left.get();
            if (n != seen) {
                seen = n;
                seenAt = now;
            } else if (now - seenAt > LOST_NANOS) {
                under = n;
                seenAt = now;
            }
            if (under - n < (long) WINDOW * parts) {
                send.run();
                under += parts;
            }
        }
        return (left.get() - before) / parts;
    }

    /** One of two fragments of a segment: its TCP header, and eight bytes behind it. */
    private static byte[] fragment(byte[] whole, int number) {
        int there = number == 0 ? 24 : 8;
        byte[] frame = inserted(whole, FRAGMENT, 8);
        frame = Arrays.copyOf(frame, L4 + 8 + there);
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort(L4 + 2, (short) (number == 0 ? 1 : 24)).putInt(L4 + 4, 7);
        b.putShort(ETHERNET + 4, (short) (8 + there));
        return frame;
    }

    private static byte[] extended(byte[] whole) {
        byte[] frame = whole;
        for (int i = 0; i < HEADERS; i++) {
            frame = inserted(frame, DESTINATION_OPTIONS, 8);
            // PadN of four bytes.
            ByteBuffer.wrap(frame).putShort(L4 + 2, (short) 0x0104);
        }
        return frame;
    }

    /** With an extension header of zeros behind the IPv6 header. */
    private static byte[] inserted(byte[] whole, int type, int length) {
        byte[] frame = Arrays.copyOf(whole, whole.length + length);
        System.arraycopy(whole, L4, frame, L4 + length, whole.length - L4);
        Arrays.fill(frame, L4, L4 + length, (byte) 0);
        frame[L4] = whole[NEXT_HEADER];
        frame[NEXT_HEADER] = (byte) type;
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort(ETHERNET + 4, (short) (b.getShort(ETHERNET + 4) + length));
        return frame;
    }

    private static byte[] synWithMss() {
        byte[] frame = Arrays.copyOf(Frames.syn6(), L4 + 24);
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort(ETHERNET + 4, (short) 24).putShort(L4 + 12, (short) 0x6002);
        b.putInt(L4 + 20, 0x0204_05a0);
        return frame;
    }

    /** The host refuses a packet of its peer: port unreachable. */
    private static byte[] icmpError(byte[] data) {
        int length = 8 + IPV6 + 20;
        byte[] frame = Arrays.copyOf(data, L4 + length);
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort(ETHERNET + 4, (short) length).put(NEXT_HEADER, (byte) ICMPV6);
        b.putInt(L4, 0x0104_0000).putInt(L4 + 4, 0);
        int quoted = L4 + 8;
        System.arraycopy(data, ETHERNET, frame, quoted, IPV6 + 20);
        System.arraycopy(data, ETHERNET + 8, frame, quoted + 24, 16);
        System.arraycopy(data, ETHERNET + 24, frame, quoted + 8, 16);
        int sourcePort = b.getShort(quoted + IPV6);
        b.putShort(quoted + IPV6, b.getShort(quoted + IPV6 + 2));
        b.putShort(quoted + IPV6 + 2, (short) sourcePort);
        long sum = Checksum.sum(frame, ETHERNET + 8, frame.length) + ICMPV6 + length;
        b.putShort(L4 + 2, (short) Checksum.finish(sum));
        return frame;
    }
}
