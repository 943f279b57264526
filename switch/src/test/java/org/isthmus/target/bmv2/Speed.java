// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.lang.management.ManagementFactory;
import java.util.Random;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.Table;
import org.isthmus.target.api.Worker;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * Prints how fast l3.p4 runs: packets per second and core by number of exact rows, and what a row
 * takes of the heap. Run it by hand: arguments are the numbers of rows.
 */
final class Speed {
    private static final int FLOWS = 1 << 16;
    private static final int SECONDS = 3;

    private Speed() {}

    public static void main(String[] args) throws Exception {
        int[] sizes = args.length == 0 ? new int[] {1024, 1 << 20} : new int[args.length];
        for (int i = 0; i < args.length; i++) {
            sizes[i] = Integer.parseInt(args[i]);
        }
        for (int size : sizes) {
            measure(size);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }

    /** Time of the processor, not of the wall: others may run. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void measure(int rows) throws Exception {
        Bmv2Target target = new Bmv2Target(510, 511, System::nanoTime);
        P4Info info = Harness.p4info("l3");
        Program program = target.compile(info, Harness.resource("l3.json"));
        target.run(program);
        long before = used();
        long start = System.nanoTime();
        Table flows = program.table(id(info, "I.flows"));
        int set = action(info, "I.translate");
        Random random = new Random(1);
        byte[][] frames = new byte[Math.min(rows, FLOWS)][];
        for (int i = 0; i < rows; i++) {
            byte[] src = new byte[16];
            random.nextBytes(src);
            byte[] port = {(byte) i, (byte) (i >> 8)};
            MatchKey key = new MatchKey(new byte[][] {src, port, {17}}, new byte[3][], 0);
            byte[] address = {(byte) 198, 51, 100, (byte) i};
            flows.insert(
                    new Table.Entry(key, ActionSpec.action(set, address, port), 0, 0, new byte[0]));
            if (i < frames.length) {
                frames[i] = frame(src, port);
            }
        }
        double insert = (System.nanoTime() - start) / 1e9;
        long bytes = used() - before;
        Table routes = program.table(id(info, "I.routes"));
        byte[] mac = {2, 0, 0, 0, 0, 1};
        for (int length = 0; length <= 24; length += 8) {
            byte[] mask = new byte[4];
            byte[] value = new byte[4];
            byte[] prefix = {(byte) 198, 51, 100};
            for (int i = 0; i < length / 8; i++) {
                mask[i] = -1;
                value[i] = prefix[i];
            }
            MatchKey key = new MatchKey(new byte[][] {value}, new byte[][] {mask}, 0);
            ActionSpec next = ActionSpec.action(action(info, "I.forward"), new byte[] {0, 3}, mac);
            routes.insert(new Table.Entry(key, next, 0, 0, new byte[0]));
        }
        long[] out = new long[1];
        Worker w = target.newWorker((p, b, off, len) -> out[0]++);
        for (int round = 0; round < 3; round++) {
            long n = 0;
            start = cpu();
            long end = start + SECONDS * 1_000_000_000L;
            while (cpu() < end) {
                for (int i = 0; i < 1024; i++) {
                    byte[] f = frames[random.nextInt(frames.length)];
                    w.process(1, f, 0, f.length);
                }
                n += 1024;
            }
            double seconds = (cpu() - start) / 1e9;
            System.out.printf(
                    "%d rows: %.2f Mpps, %.0f ns a packet, sent %.0f%%; %d B a row, %.0f k rows/s%n",
                    rows,
                    n / seconds / 1e6,
                    seconds * 1e9 / n,
                    100.0 * out[0] / n,
                    bytes / rows,
                    rows / insert / 1000);
            out[0] = 0;
        }
    }

    /** An IPv6 UDP packet of 94 bytes. */
    private static byte[] frame(byte[] src, byte[] port) {
        byte[] f = new byte[94];
        f[12] = (byte) 0x86;
        f[13] = (byte) 0xdd;
        f[14] = 0x60;
        f[19] = 40;
        f[20] = 17;
        f[21] = 64;
        System.arraycopy(src, 0, f, 22, 16);
        f[38] = 0;
        f[39] = 0x64;
        f[40] = (byte) 0xff;
        f[41] = (byte) 0x9b;
        f[50] = (byte) 198;
        f[51] = 51;
        f[52] = 100;
        f[53] = 9;
        System.arraycopy(port, 0, f, 54, 2);
        f[59] = 40;
        return f;
    }

    private static int id(P4Info info, String table) {
        return info.getTablesList().stream()
                .filter(t -> t.getPreamble().getName().equals(table))
                .findFirst()
                .get()
                .getPreamble()
                .getId();
    }

    private static int action(P4Info info, String action) {
        return info.getActionsList().stream()
                .filter(t -> t.getPreamble().getName().equals(action))
                .findFirst()
                .get()
                .getPreamble()
                .getId();
    }
}
