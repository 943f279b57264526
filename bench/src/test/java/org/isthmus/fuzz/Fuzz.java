// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.isthmus.target.api.Frame;

/**
 * Damaged packets through the compiled pipeline and the core's slow path, one after another; {@link
 * Oracle} judges what leaves.
 *
 * <p>Usage: {@code Fuzz PROFILES PACKETS SEED [ONLY]}. Each packet follows from the seed and its
 * number; with ONLY it is that number's alone, and is printed. Exits with 1 if anything is wrong.
 */
public final class Fuzz {
    /** Between packets: a second is a thousand of them. */
    private static final long MILLIS = 1;

    private static final int SHOWN = 5;

    /** In which all bindings expire, and all that waits is given up. */
    private static final int SECONDS_OF_REST = 9000;

    private static final int SECONDS_PER_STEP = 5;

    /** A part of all packets, after which classes are loaded and tables have their sizes. */
    private static final int WARM_UP = 5;

    /** What used heap may differ by, of a state that is the same. */
    private static final long SLACK = 4 << 20;

    private final String profile;
    private final long seed;
    private final PrintStream print;
    private final Generator generator = new Generator();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();
    private final Oracle oracle;
    private FuzzedSwitch device;
    private Map<String, Long> statistics = Map.of();

    Fuzz(String profile, long seed, PrintStream print) throws Exception {
        this.profile = profile;
        this.seed = seed;
        this.print = print;
        oracle = new Oracle(!profile.equals("minimal") && !profile.equals("netfpga"));
    }

    public static void main(String[] args) throws Exception {
        int packets = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        int wrong = 0;
        for (String profile : args[0].split(",")) {
            Fuzz fuzz = new Fuzz(profile, seed, System.out);
            if (args.length > 3) {
                fuzz.only(Integer.parseInt(args[3]));
            } else {
                fuzz.run(packets);
            }
            wrong += fuzz.findings.size();
        }
        System.exit(wrong == 0 ? 0 : 1);
    }

    /** What was wrong, a line each. */
    List<String> findings() {
        return findings;
    }

    /** How many packets there were of what, and what became of them. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** Many packets, one after another, until too much is wrong. */
    void run(int packets) throws Exception {
        long start = System.nanoTime();
        try (Log log = new Log();
                FuzzedSwitch fuzzed = new FuzzedSwitch(profile, seed)) {
            device = fuzzed;
            log.take(); // of the start
            long before = 0;
            for (int i = 0; i < packets && findings.size() < SHOWN; i++) {
                if (i == packets / WARM_UP) {
                    before = restingHeap();
                }
                packet(i, log);
            }
            statistics = fuzzed.statistics();
            if (findings.isEmpty()) {
                long more = restingHeap() - before;
                counts.put("bytes of heap more", (int) more);
                if (more > SLACK) {
                    findings.add("the heap grew by " + more + " bytes");
                    print.println(findings.get(findings.size() - 1));
                }
            }
        }
        print.printf(
                "fuzz: %s, %d packets, seed %d, %.0f s, %d findings: %s%n",
                profile, packets, seed, (System.nanoTime() - start) / 1e9, findings.size(), counts);
    }

    /** A packet alone. */
    void only(int index) throws Exception {
        try (Log log = new Log();
                FuzzedSwitch fuzzed = new FuzzedSwitch(profile, seed)) {
            device = fuzzed;
            log.take(); // of the start
            packet(index, log, true);
        }
        print.printf(
                "fuzz: %s, packet %d, seed %d, %d findings%n",
                profile, index, seed, findings.size());
    }

    private void packet(int index, Log log) {
        packet(index, log, false);
    }

    private void packet(int index, Log log, boolean shows) {
        // One after another, seeds would give numbers that are alike.
        Random random = new Random((seed * 0x9e3779b97f4a7c15L + index) * 0xbf58476d1ce4e5b9L);
        List<byte[]> in = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        try {
            wrong.addAll(oracle.judge(List.of(), device.advance(MILLIS)));
            Mutator mutator = new Mutator(random);
            List<Frame> frames = generator.next(random);
            List<Frame> out = new ArrayList<>();
            for (Frame f : frames) {
                byte[] other = generator.next(random).get(0).bytes;
                boolean isWhole = frames.size() > 1 && random.nextInt(3) > 0;
                out.addAll(
                        arrive(
                                new Frame(
                                        f.port, isWhole ? f.bytes : mutator.mutate(f.bytes, other)),
                                in,
                                lines));
            }
            wrong.addAll(oracle.judge(in, out));
            answers(random, mutator, out, lines, wrong);
        } catch (RuntimeException | Error e) {
            wrong.add("failed: " + e);
            e.printStackTrace(print);
        }
        wrong.addAll(log.take());
        if (shows) {
            lines.forEach(print::println);
        }
        if (!wrong.isEmpty()) {
            report(index, lines, wrong);
        }
    }

    /** Hosts answer what reached them. */
    private void answers(
            Random random,
            Mutator mutator,
            List<Frame> reached,
            List<String> lines,
            List<String> wrong) {
        for (Frame f : reached) {
            if (random.nextInt(3) == 0) {
                continue;
            }
            Frame answer = generator.answer(random, f);
            if (answer != null) {
                List<byte[]> in = new ArrayList<>();
                boolean isWhole = random.nextInt(3) == 0;
                byte[] bytes = isWhole ? answer.bytes : mutator.mutate(answer.bytes, f.bytes);
                List<Frame> out = arrive(new Frame(answer.port, bytes), in, lines);
                wrong.addAll(oracle.judge(in, out));
            }
        }
    }

    private List<Frame> arrive(Frame f, List<byte[]> in, List<String> lines) {
        lines.add("in  " + f);
        in.add(f.bytes);
        count("frames in");
        List<Frame> out = device.arrive(f);
        Packet before = Packet.of(f.bytes);
        for (Frame o : out) {
            lines.add("out " + o);
            Packet after = Packet.of(o.bytes);
            count(kind(before, after));
        }
        if (out.isEmpty()) {
            count("nothing out");
        }
        return out;
    }

    private static String kind(Packet before, Packet after) {
        if (after == null || after.isNeighborDiscovery()) {
            return "neighbours asked or answered";
        }
        if (after.isError()) {
            return before != null && before.isError() ? "errors passed on" : "errors sent";
        }
        String what = after.fragment ? "fragments " : "packets ";
        return what
                + (before != null && before.version == after.version ? "forwarded" : "translated");
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void report(int index, List<String> lines, List<String> wrong) {
        findings.addAll(wrong);
        print.printf(
                "FOUND at packet %d (make fuzz PROFILES=%s SEED=%d ONLY=%d; if it needs those before it,"
                        + " PACKETS=%d):%n",
                index, profile, seed, index, index + 1);
        wrong.forEach(w -> print.println("  " + w));
        lines.forEach(l -> print.println("  " + l));
    }

    /** Bytes in use once all has expired that does. */
    private long restingHeap() {
        for (int s = 0; s < SECONDS_OF_REST; s += SECONDS_PER_STEP) {
            device.advance(SECONDS_PER_STEP * 1000);
        }
        oracle.rest();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least =
                    Math.min(
                            least,
                            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** What is logged that should not be: exceptions and errors, by any thread. */
    private static final class Log extends Handler implements AutoCloseable {
        private final List<LogRecord> records = new ArrayList<>();

        Log() {
            Logger.getLogger("").addHandler(this);
        }

        @Override
        public synchronized void publish(LogRecord r) {
            if (r.getThrown() != null || r.getLevel() == Level.SEVERE) {
                records.add(r);
            }
        }

        synchronized List<String> take() {
            List<String> lines =
                    records.stream()
                            .map(r -> r.getLevel() + " " + r.getMessage() + " " + r.getThrown())
                            .collect(Collectors.toList());
            records.clear();
            return lines;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            Logger.getLogger("").removeHandler(this);
        }
    }
}
