// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.lang.management.ManagementFactory;
import java.util.Comparator;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.Bmv2Target;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table.IdleTimeoutBehavior;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * What the embedded switch's search for idle rows costs, four times a second, in a table of many
 * rows; the peer is the same with few. Usage: {@code IdleSweeps [ROWS]}.
 */
public final class IdleSweeps {
    private static final int FEW = 1000;
    private static final int SWEEPS = 40;
    private static final long SECOND = 1_000_000_000L;

    /** In which nothing is due. */
    private static final long TIMEOUT = 3600 * SECOND;

    private static long now = SECOND;

    private IdleSweeps() {}

    public static void main(String[] args) throws Exception {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        for (int round = 0; round < 3; round++) {
            for (long timeout : new long[] {0, TIMEOUT}) {
                double many = sweepMicros(rows, timeout);
                double few = sweepMicros(FEW, timeout);
                System.out.printf(
                        "CPU of a sweep, %s: %,d rows %,.1f us, %,d rows %,.1f us (%.1f)%n",
                        timeout == 0 ? "rows without a timeout" : "rows with one, none due",
                        rows,
                        many,
                        FEW,
                        few,
                        many / few);
            }
        }
    }

    private static double sweepMicros(int rows, long timeout) throws Exception {
        ForwardingPipelineConfig config = Pipeline.v1model().config();
        P4Info info = config.getP4Info();
        p4.config.v1.P4InfoOuterClass.Table t =
                info.getTablesList().stream()
                        .filter(
                                each ->
                                        each.getIdleTimeoutBehavior()
                                                == IdleTimeoutBehavior.NOTIFY_CONTROL)
                        .max(Comparator.comparingLong(each -> each.getSize()))
                        .orElseThrow();
        try (Bmv2Target target = new Bmv2Target(255, 511, () -> now)) {
            Program program = target.compile(info, config.getP4DeviceConfig().toByteArray());
            target.run(program);
            Table table = program.table(t.getPreamble().getId());
            table.onIdle((id, entry, idle) -> {});
            ActionSpec action = FullTables.longest(info, t);
            for (int n = 0; n < rows; n++) {
                table.insert(
                        new Table.Entry(FullTables.key(t, n), action, timeout, 0, new byte[0]));
            }
            long cpu = 0;
            for (int i = 0; i < 2 * SWEEPS; i++) {
                if (i == SWEEPS) {
                    cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                }
                now += SECOND / 4;
                target.sweep();
            }
            cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
            return cpu / 1e3 / SWEEPS;
        }
    }
}
