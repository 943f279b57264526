// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.run.Lookups;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.PacketContext;
import org.isthmus.target.bmv2.run.ProgramLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes packets through a program in the order of BMv2's simple_switch: parser, ingress, then
 * clones, resubmission, multicast or unicast; each copy through egress and deparser; recirculation.
 * A copy is finished before the next begins.
 *
 * <p>A packet of a batch stops where ingress comes to a table with many rows, one of which may
 * match it. The lookups of all that have stopped are made in a row, so that their cache misses
 * overlap, and each goes on with what was found. Packets leave ingress in the order in which they
 * came.
 */
final class SimpleSwitch implements Worker {
    private static final Logger LOG = LoggerFactory.getLogger("org.isthmus.target.bmv2");

    static final int NORMAL = 0;
    static final int INGRESS_CLONE = 1;
    static final int EGRESS_CLONE = 2;
    static final int RECIRCULATED = 4;
    static final int REPLICATION = 5;
    static final int RESUBMIT = 6;

    /**
     * Passes that a received frame and its copies may take, so that no loop holds the thread;
     * beside as many as the largest group has replicas that they are copied to.
     */
    static final int MAX_PASSES = 1024;

    private static final int MIN_BUFFER = 2048;

    /**
     * As many as a port hands over at a time, and a multiple of the misses that a core has under
     * way: it waits for the last ones of a batch alone. A bit of a long for each.
     */
    private static final int BATCH = 64;

    private final Bmv2Target target;
    private final PortSink sink;
    private final ArrayDeque<PacketContext> free = new ArrayDeque<>();
    private final ArrayDeque<PacketContext> again = new ArrayDeque<>();
    private final ArrayDeque<Egress> later = new ArrayDeque<>();
    private LoadedProgram program;

    /** The packets that wait, and behind them those that come next. */
    private final PacketContext[] batch = new PacketContext[BATCH];

    private int waiting;

    private final Lookups lookups = new Lookups(BATCH);

    /** Which packets the lookups are of. */
    private final int[] together = new int[BATCH];

    /** When the first packet since the last flush came, which is the time of those behind it. */
    private long now;

    private boolean begun;
    private byte[] out = new byte[MIN_BUFFER];
    private int passes;

    /** Of the largest group or session that the frame was copied to. */
    private int replicas;

    /** A clone made in egress that waits for its own pass. */
    private static final class Egress {
        final PacketContext packet;
        final int port;

        Egress(PacketContext packet, int port) {
            this.packet = packet;
            this.port = port;
        }
    }

    SimpleSwitch(Bmv2Target target, PortSink sink) {
        this.target = target;
        this.sink = sink;
    }

    @Override
    public void process(int port, byte[] buf, int off, int len) {
        flush();
        if (follow()) {
            now = target.nowNanos();
            ingress(begin(port, buf, off, len), off);
            drain();
        }
    }

    @Override
    public void accept(int port, byte[] buf, int off, int len) {
        if (!follow()) {
            return;
        }
        if (!begun) {
            now = target.nowNanos();
            begun = true;
        }
        PacketContext p = begin(port, buf, off, len);
        p.stops = true;
        if (!run(p)) {
            return;
        }
        if (waiting == 0 && p.stopped == null) {
            passed(1);
            leave(p, off);
            drain();
            return;
        }
        p.keep(off);
        if (++waiting == BATCH) {
            flush();
        }
    }

    @Override
    public void flush() {
        begun = false;
        if (waiting == 0) {
            return;
        }
        int n = waiting;
        waiting = 0;
        int done = 0;
        long lost = 0;
        while (done < n) {
            lookUp(done, n);
            for (int i = done; i < n; i++) {
                PacketContext p = batch[i];
                if (p.stopped != null && !goOn(p)) {
                    lost |= 1L << i;
                }
                // Where all before it have left it does so at once: a near cache has its context.
                if (i == done && p.stopped == null) {
                    done++;
                    if ((lost & 1L << i) == 0) {
                        finish(p);
                    }
                }
            }
        }
    }

    /** A bug costs this packet, not its batch. */
    private boolean goOn(PacketContext p) {
        try {
            return run(p);
        } catch (RuntimeException | Error e) {
            LOG.error("packet of port {}", p.port, e);
            return false;
        }
    }

    private void finish(PacketContext p) {
        try {
            passed(1);
            leave(p, 0);
            drain();
        } catch (RuntimeException | Error e) {
            LOG.error("packet of port {}", p.port, e);
        }
    }

    /** Finds the rows that packets of the batch have stopped for. */
    private void lookUp(int from, int to) {
        long left = 0;
        for (int i = from; i < to; i++) {
            left |= batch[i].stopped == null ? 0 : 1L << i;
        }
        while (left != 0) {
            left = find(batch[Long.numberOfTrailingZeros(left)].stopped, left);
        }
    }

    /** Finds the rows of a table; the packets that are left, of other tables. */
    private long find(MatchTable table, long packets) {
        long others = 0;
        lookups.clear();
        for (long left = packets; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (batch[i].stopped == table) {
                together[lookups.size()] = i;
                lookups.add(batch[i].key);
            } else {
                others |= 1L << i;
            }
        }
        table.find(lookups);
        for (int i = 0; i < lookups.size(); i++) {
            batch[together[i]].found = lookups.row(i);
        }
        return others;
    }

    /** Makes the running program this worker's; whether there is one. */
    private boolean follow() {
        LoadedProgram running = target.running();
        if (running != program) {
            flush();
            program = running;
            free.clear();
            Arrays.fill(batch, null);
        }
        return running != null;
    }

    private PacketContext begin(int port, byte[] buf, int off, int len) {
        PacketContext p = batch[waiting];
        if (p == null) {
            p = batch[waiting] = program.newContext();
        }
        p.reset();
        p.in = buf;
        p.pos = off;
        p.end = off + len;
        p.ingressLength = len;
        p.length = len;
        setTime(p, now);
        p.port = port;
        p.ingressPort(port);
        p.packetLength(len);
        p.ingressTimestamp(p.nowMicros - target.startMicros());
        passed(0);
        return p;
    }

    /** Goes on with a received frame that has taken so many passes. */
    private void passed(int times) {
        passes = times;
        replicas = 0;
    }

    private static void setTime(PacketContext p, long nanos) {
        p.nowNanos = nanos;
        p.nowMicros = nanos / 1000;
    }

    /** Finishes what a packet has become besides. */
    private void drain() {
        while (true) {
            PacketContext next = again.poll();
            if (next != null) {
                setTime(next, target.nowNanos());
                ingress(next, next.pos);
                free.push(next);
                continue;
            }
            Egress e = later.poll();
            if (e == null) {
                return;
            }
            egress(e.packet, e.port);
            free.push(e.packet);
        }
    }

    private boolean mayPass() {
        return ++passes <= MAX_PASSES + replicas;
    }

    private PacketContext take() {
        PacketContext p = free.poll();
        return p == null ? program.newContext() : p;
    }

    /**
     * @param start first byte of the frame, from where clones and resubmissions parse again
     */
    private void ingress(PacketContext p, int start) {
        if (!mayPass()) {
            target.countLoop();
            return;
        }
        if (run(p)) {
            leave(p, start);
        }
    }

    /** Runs parser and ingress, or goes on where ingress has stopped; false: the packet is lost. */
    private boolean run(PacketContext p) {
        try {
            if (p.stopped != null) {
                p.stopped = null;
                p.resume();
                return true;
            }
            p.parse();
            p.parserError(p.error);
            p.checksumError(p.badChecksum ? 1 : 0);
            p.ingress();
            return true;
        } catch (ProgramLog.AssertionFailed e) {
            failed(e);
            return false;
        }
    }

    /** Sends a packet where ingress has decided. */
    private void leave(PacketContext p, int start) {
        p.exit = false;
        if (p.digestList != 0) {
            program.learn(p);
        }
        int group = (int) p.multicastGroup();
        int spec = (int) p.egressSpec();
        if (p.cloneSession >= 0) {
            cloneIngress(p, start);
        }
        if (p.resubmitList != 0) {
            resubmit(p, start);
            return;
        }
        if (group != 0) {
            p.instanceType(REPLICATION);
            ReplicationEngine.Copies copies = program.engine().group(group);
            if (copies != null) {
                multicast(p, copies, Integer.MAX_VALUE);
            }
            return;
        }
        if (spec == target.dropPort()) {
            return;
        }
        p.instanceType(NORMAL);
        egress(p, spec);
    }

    private void failed(ProgramLog.AssertionFailed e) {
        target.countAssertion();
        LOG.error(e.getMessage());
    }

    /** A clone at ingress is the frame as it was received, parsed anew. */
    private void cloneIngress(PacketContext p, int start) {
        ReplicationEngine.Copies copies = program.engine().session(p.cloneSession);
        int list = p.cloneList;
        p.cloneSession = -1;
        p.cloneList = 0;
        if (copies == null) {
            return;
        }
        PacketContext c = restart(p, start);
        c.ingressPort(p.port);
        try {
            c.parse();
        } catch (ProgramLog.AssertionFailed e) {
            failed(e);
            free.push(c);
            return;
        }
        c.resetMetadata();
        c.clearRequests();
        c.copyList(list, p);
        c.instanceType(INGRESS_CLONE);
        multicast(c, copies, copies.packetLength);
        free.push(c);
    }

    /** A context with the received frame and nothing else. */
    private PacketContext restart(PacketContext p, int start) {
        PacketContext c = take();
        c.reset();
        c.port = p.port;
        c.in = p.in;
        c.pos = start;
        c.end = p.end;
        c.ingressLength = p.ingressLength;
        c.length = p.end - start;
        c.nowNanos = p.nowNanos;
        c.nowMicros = p.nowMicros;
        return c;
    }

    private void resubmit(PacketContext p, int start) {
        PacketContext c = restart(p, start);
        c.copyList(p.resubmitList, p);
        c.instanceType(RESUBMIT);
        c.packetLength(c.length);
        again.add(c);
    }

    /** One of the copies of a packet, of which each may take a pass. */
    private PacketContext replica(PacketContext p, ReplicationEngine.Copies copies, int truncate) {
        replicas = Math.max(replicas, copies.ports.length);
        PacketContext c = take();
        c.copy(p);
        c.truncated = truncate;
        return c;
    }

    private void multicast(PacketContext p, ReplicationEngine.Copies copies, int truncate) {
        for (int i = 0; i < copies.ports.length; i++) {
            PacketContext c = replica(p, copies, truncate);
            c.egressRid(copies.instances[i]);
            egress(c, copies.ports[i]);
            free.push(c);
        }
    }

    private void egress(PacketContext p, int port) {
        if (!mayPass()) {
            target.countLoop();
            return;
        }
        long micros = p.nowMicros - target.startMicros();
        p.enqueueTimestamp(micros);
        p.egressTimestamp(micros);
        p.egressPort(port);
        // Any value but the drop port.
        p.egressSpec(target.dropPort() + 1L);
        p.packetLength(p.length);
        try {
            p.egress();
            p.exit = false;
            if (p.cloneSession >= 0) {
                cloneEgress(p);
            }
            if (p.egressSpec() == target.dropPort()) {
                return;
            }
            p.prepareDeparse();
        } catch (ProgramLog.AssertionFailed e) {
            failed(e);
            return;
        }
        deparse(p, port);
    }

    /** A clone at egress has the headers as they are, and metadata by its field list alone. */
    private void cloneEgress(PacketContext p) {
        ReplicationEngine.Copies copies = program.engine().session(p.cloneSession);
        int list = p.cloneList;
        p.cloneSession = -1;
        p.cloneList = 0;
        if (copies == null) {
            return;
        }
        for (int i = 0; i < copies.ports.length; i++) {
            PacketContext c = replica(p, copies, copies.packetLength);
            c.resetMetadata();
            c.copyList(list, p);
            c.instanceType(EGRESS_CLONE);
            c.egressRid(copies.instances[i]);
            later.add(new Egress(c, copies.ports[i]));
        }
    }

    private void deparse(PacketContext p, int port) {
        int payload = p.end - p.pos;
        int headers = p.headerLength();
        int total = headers + payload;
        if (out.length < total) {
            out = new byte[Math.max(total, 2 * out.length)];
        }
        p.emit(out, 0);
        System.arraycopy(p.in, p.pos, out, headers, payload);
        if (p.recirculateList != 0) {
            recirculate(p, total);
            return;
        }
        target.send(sink, port, out, 0, Math.min(total, p.truncated));
    }

    private void recirculate(PacketContext p, int length) {
        PacketContext c = take();
        c.reset();
        c.port = p.port;
        c.in = Arrays.copyOf(out, length);
        c.pos = 0;
        c.end = length;
        c.ingressLength = length;
        c.length = length;
        c.copyList(p.recirculateList, p);
        c.instanceType(RECIRCULATED);
        c.packetLength(length);
        again.add(c);
    }
}
