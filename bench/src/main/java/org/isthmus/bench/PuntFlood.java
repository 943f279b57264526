// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;

/**
 * What one subscriber's flood of new flows does to the new flows of another one. Through the whole
 * core over P4Runtime, in one JVM: the time from the first packet of a flow until it leaves the
 * switch translated, without a flood, and with one of {@value #FLOOD_PER_SECOND} new flows a
 * second, where what comes up is shared by subscribers and where it is not. Runs in a JVM of its
 * own: {@code PuntFlood}.
 */
public final class PuntFlood {
    /** Ten times what may come up of one reason. */
    private static final int FLOOD_PER_SECOND = 50_000;

    private static final int SLICE = 200;
    private static final int SLICES = 5;
    private static final int MIDDLE = SLICES * SLICE / 2;
    private static final int WARM_UP = 2000;

    /** Flows until what was before a slice is over, and the burst that a meter lets through. */
    private static final int SETTLE = 300;

    /** Until a flow is lost. */
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int AWAITED_PORT = 80;

    /** Of a host, before the next one of the subscriber has its turn. */
    private static final int PORTS = 60_000;

    private static final int WORKING = 0;
    private static final int FLOODING = Flows.PER_SUBSCRIBER;

    private static final String NETCFG =
            "{\"devices\": {\"device:bench\": {\"basic\": {\"managementAddress\": \"%%s\"},"
                    + " \"isthmus\": {\"mac\": \"02:00:00:00:00:01\"}}}, \"ports\": {"
                    + "\"device:bench/1\": {\"interfaces\": [{\"ips\": [\"2001:d00::ffff/32\"]}]},"
                    + "\"device:bench/2\": {\"interfaces\": [{\"ips\": [\"192.0.2.1/24\"]}]}},"
                    + " \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\":"
                    + " \"default\", \"prefix\": \"2001:db8:64::/96\", \"blocksPerSubscriber\":"
                    + " 1008}], \"pools\": [{\"name\": \"p\", \"prefixes\": [\"198.18.0.0/24\"]}],"
                    + " \"options\": {\"subscriberPuntRate\": %d}}}}}";

    private PuntFlood() {}

    public static void main(String[] args) throws Exception {
        measure("shared by subscribers", 1250);
        measure("not shared", 10_000_000);
    }

    /** Without a flood and with one in turn, as a machine's speed changes. */
    private static void measure(String what, int subscriberPuntRate) throws Exception {
        try (OneSwitch network = new OneSwitch(String.format(NETCFG, subscriberPuntRate))) {
            Arrivals arrivals = new Arrivals();
            Ipv4Peer peer = new Ipv4Peer(network, arrivals);
            Source working = new Source(network, peer, WORKING, AWAITED_PORT);
            Source flooding = new Source(network, peer, FLOODING, AWAITED_PORT + 1);
            times(WARM_UP, working, arrivals, new Flood(flooding, 0));
            long[][] times = new long[2][SLICES * SLICE];
            for (int i = 0; i < SLICES; i++) {
                for (int with = 0; with < 2; with++) {
                    Flood flood = new Flood(flooding, with * FLOOD_PER_SECOND);
                    times(SETTLE, working, arrivals, flood);
                    System.arraycopy(
                            times(SLICE, working, arrivals, flood),
                            0,
                            times[with],
                            i * SLICE,
                            SLICE);
                }
            }
            print(what + ", without a flood", times[0]);
            print(what + ", with one", times[1]);
            System.out.printf(
                    "%s: median with a flood / without: %.2f%n",
                    what, (double) times[1][MIDDLE] / times[0][MIDDLE]);
        }
    }

    private static void print(String what, long[] times) {
        Arrays.sort(times);
        System.out.printf(
                "%s: median %,d us, 99 %% within %,d us, %d of %d lost%n",
                what,
                times[MIDDLE] / 1000,
                times[times.length / 100 * 99] / 1000,
                Arrays.stream(times).filter(t -> t >= LOST_NANOS).count(),
                times.length);
    }

    /** Nanoseconds from the first packet of each flow until it left; at the limit it is lost. */
    private static long[] times(int count, Source source, Arrivals arrivals, Flood flood) {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            arrivals.leftAt = 0;
            long start = System.nanoTime();
            source.next();
            while (arrivals.leftAt == 0 && System.nanoTime() - start < LOST_NANOS) {
                flood.send();
            }
            times[i] = arrivals.leftAt == 0 ? LOST_NANOS : arrivals.leftAt - start;
            while (System.nanoTime() - start < PACE_NANOS) {
                flood.send();
            }
        }
        return times;
    }

    /** Notes when what it awaits leaves the switch for the IPv4 peer. */
    private static final class Arrivals implements PortSink {
        private volatile long leftAt;

        @Override
        public void send(int port, byte[] buf, int off, int len) {
            if (ByteBuffer.wrap(buf, off, len).getShort(off + 36) == AWAITED_PORT) {
                leftAt = System.nanoTime();
            }
        }
    }

    /** New flows of one subscriber. */
    private static final class Source {
        private final ByteBuffer frame = ByteBuffer.wrap(Frames.syn6());
        private final Worker worker;
        private int number;

        Source(OneSwitch network, Ipv4Peer peer, int flow, int destinationPort) {
            worker = network.target.newWorker(peer);
            Frames.source(frame.array(), flow);
            frame.putShort(14 + 42, (short) destinationPort);
        }

        /** Sends the first packet of another flow. */
        void next() {
            number++;
            frame.putLong(14 + 16, 1 + number / PORTS);
            frame.putShort(14 + 40, (short) (1024 + number % PORTS));
            worker.process(1, frame.array(), 0, frame.capacity());
        }
    }

    /** Sends flows at a steady rate, by the thread that measures, so that none of them is late. */
    private static final class Flood {
        private final Source source;
        private final int perSecond;
        private final long start = System.nanoTime();
        private long sent;

        Flood(Source source, int perSecond) {
            this.source = source;
            this.perSecond = perSecond;
        }

        /** Sends what is due. */
        void send() {
            long due = (System.nanoTime() - start) * perSecond / 1_000_000_000;
            while (sent < due) {
                source.next();
                sent++;
            }
            Thread.onSpinWait();
        }
    }
}
