// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.target.api.Frame;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.DirectCounter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * The same entries and packets to the embedded switch and to BMv2; every byte that leaves and every
 * counter is compared.
 *
 * <p>Usage: {@code Differential PACKETS SEED}. Exits with 1 on a difference, which it prints with
 * the frame that made it.
 */
public final class Differential {
    private static final int BATCH = 960;
    private static final int SHOWN = 5;

    private final SwitchUnderTest ours;
    private final Bmv2Switch theirs;
    private int differences;

    private Differential(SwitchUnderTest ours, Bmv2Switch theirs) {
        this.ours = ours;
        this.theirs = theirs;
    }

    public static void main(String[] args) throws IOException {
        int packets = Integer.parseInt(args[0]);
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
        if (!Bmv2Switch.available()) {
            System.out.println("differential: simple_switch_grpc is not on the PATH: not run");
            return;
        }
        // BMv2 allocates its tables at once, so both run the program with small ones.
        Path compiled = Path.of("pipeline/target/classes/org/isthmus/pipeline/bmv2");
        P4Info p4info = Artifacts.p4info(compiled);
        byte[] json = Artifacts.config(compiled);
        int differences = 0;
        for (boolean computeUdp : new boolean[] {true, false}) {
            File log = File.createTempFile("bmv2-", ".log");
            log.deleteOnExit();
            try (SwitchUnderTest ours = new EmbeddedSwitch();
                    Bmv2Switch theirs = new Bmv2Switch(log, Scenario.PORTS)) {
                for (SwitchUnderTest s : List.of(ours, theirs)) {
                    s.control().push(p4info, json);
                    s.control().write(Scenario.entries(p4info, computeUdp));
                }
                Differential d = new Differential(ours, theirs);
                d.packets(packets / 2, seed + (computeUdp ? 0 : 1));
                d.counters(p4info);
                differences += d.differences;
            }
        }
        System.out.printf(
                "differential: %d packets, seed %d, %d differences%n", packets, seed, differences);
        System.exit(differences == 0 ? 0 : 1);
    }

    private void packets(int count, long seed) {
        PacketGenerator generator = new PacketGenerator(seed);
        long answered = 0;
        for (int done = 0; done < count; ) {
            List<Frame> batch = new ArrayList<>();
            while (batch.size() < BATCH && done < count) {
                batch.add(generator.next());
                done++;
            }
            List<List<Frame>> a = ours.exchange(batch);
            List<List<Frame>> b = theirs.exchange(batch);
            for (int i = 0; i < batch.size(); i++) {
                answered += b.get(i).isEmpty() ? 0 : 1;
                if (!same(batch.get(i), a.get(i), b.get(i))) {
                    differ(
                            "frame at port "
                                    + batch.get(i)
                                    + "\n"
                                    + ours.name()
                                    + ": "
                                    + a.get(i)
                                    + "\n"
                                    + theirs.name()
                                    + ": "
                                    + b.get(i));
                }
            }
        }
        System.out.printf(
                "differential: %d of %d packets left %s%n", answered, count, theirs.name());
    }

    private void differ(String what) {
        if (++differences <= SHOWN) {
            System.out.println("DIFFERENCE " + what);
        }
    }

    /** Whether two switches made the same of a frame, for all that its effect is not random. */
    public static boolean same(Frame in, List<Frame> a, List<Frame> b) {
        if (a.size() != b.size()) {
            return false;
        }
        // Between ports there is no order.
        List<Frame> left = new ArrayList<>(b);
        for (Frame f : a) {
            int match = -1;
            for (int i = 0; i < left.size() && match < 0; i++) {
                match = f.equals(left.get(i)) || sameButForRandom(in, f, left.get(i)) ? i : -1;
            }
            if (match < 0) {
                return false;
            }
            left.remove(match);
        }
        return true;
    }

    /**
     * IPv6 that became IPv4 without DF has a random identification, and a header checksum that
     * follows from it.
     */
    private static boolean sameButForRandom(Frame in, Frame a, Frame b) {
        int inType = type(in.bytes, in.port == SwitchUnderTest.CPU_PORT ? 14 : 12);
        if (inType != 0x86dd || type(a.bytes, 12) != 0x0800 || a.port != b.port) {
            return false;
        }
        byte[] x = PacketGenerator.withoutIdentification(a.bytes);
        byte[] y = PacketGenerator.withoutIdentification(b.bytes);
        return x != null && y != null && Arrays.equals(x, y);
    }

    private static int type(byte[] f, int at) {
        if (f.length < at + 2) {
            return -1;
        }
        int type = (f[at] & 255) << 8 | f[at + 1] & 255;
        return type == 0x8100 && f.length >= at + 6 ? type(f, at + 4) : type;
    }

    /** Drop counters and direct ones. What BMv2 counted of the sentinels, ours counts as well. */
    private void counters(P4Info p4info) {
        ours.exchange(
                Collections.nCopies(
                        theirs.windows(), Sentinels.leavingBy(SwitchUnderTest.CPU_PORT)));
        List<Entity> wildcards = new ArrayList<>();
        for (Counter c : p4info.getCountersList()) {
            if (c.getPreamble().getAlias().equals("drops")) {
                wildcards.add(
                        Entity.newBuilder()
                                .setCounterEntry(
                                        CounterEntry.newBuilder()
                                                .setCounterId(c.getPreamble().getId()))
                                .build());
            }
        }
        for (DirectCounter c : p4info.getDirectCountersList()) {
            wildcards.add(
                    Entity.newBuilder()
                            .setDirectCounterEntry(
                                    DirectCounterEntry.newBuilder()
                                            .setTableEntry(
                                                    TableEntry.newBuilder()
                                                            .setTableId(c.getDirectTableId())))
                            .build());
        }
        int compared = 0;
        for (Entity wildcard : wildcards) {
            Map<String, String> a = counters(ours, wildcard);
            Map<String, String> b = counters(theirs, wildcard);
            b.forEach(
                    (key, value) -> {
                        if (!value.equals(a.get(key))) {
                            differ(
                                    "counter "
                                            + key
                                            + "\n"
                                            + ours.name()
                                            + ": "
                                            + a.get(key)
                                            + "\n"
                                            + theirs.name()
                                            + ": "
                                            + value);
                        }
                    });
            if (a.size() != b.size()) {
                differ("numbers of counters: " + a.keySet() + " and " + b.keySet());
            }
            compared += b.size();
        }
        System.out.printf("differential: %d counters compared%n", compared);
    }

    /** Counts by the identity of the cell. */
    private static Map<String, String> counters(SwitchUnderTest s, Entity wildcard) {
        Map<String, String> all = new TreeMap<>();
        for (Entity e : s.control().read(wildcard)) {
            if (e.hasCounterEntry()) {
                CounterEntry c = e.getCounterEntry();
                all.put("drops " + c.getIndex().getIndex(), c.getData().toString());
            } else {
                DirectCounterEntry c = e.getDirectCounterEntry();
                all.put(
                        c.getTableEntry().getTableId() + " " + c.getTableEntry().getMatchList(),
                        c.getData().toString());
            }
        }
        return all;
    }
}
