// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.slowpath.Transport4;
import org.isthmus.core.spi.Store;

/**
 * From a packet without a binding to a binding everywhere, and the packet on its way (RFC 6146
 * section 3.5): store, reply side, forward side, each acknowledged before the next, many bindings
 * at a time. Packets of a flow wait behind its binding and follow in order.
 */
final class Binder {
    /** Packets that wait behind one binding. */
    static final int WAITING_PER_BINDING = 16;

    private static final int BATCH = 1024;
    private static final int ECHO_REQUEST = 128;
    private static final int SYN = 2;
    private static final int RST = 4;

    /** A packet behind a binding. */
    private static final class Waiting {
        final DeviceLink link;
        final int port;
        final byte[] frame;
        Waiting next;

        Waiting(DeviceLink link, int port, byte[] frame) {
            this.link = link;
            this.port = port;
            this.frame = frame;
        }
    }

    /** The packets behind one binding; the binding's note is its number. */
    private static final class Line {
        Waiting first;
        Waiting last;
        int length;
        int nextFree = -1;

        /** A line is used again. */
        void clear() {
            first = null;
            last = null;
            length = 0;
        }
    }

    /** Bindings that are set up together. */
    private static final class Batch {
        int[] slots = new int[64];
        int size;
        final List<Change> inbound = new ArrayList<>();
        final List<Change> outbound = new ArrayList<>();

        void add(int slot) {
            if (size == slots.length) {
                slots = Arrays.copyOf(slots, size * 2);
            }
            slots[size++] = slot;
        }
    }

    private final Brain brain;
    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 peer = new Transport4();
    private final List<Line> lines = new ArrayList<>();
    private int freeLine = -1;
    private Batch batch = new Batch();

    Binder(Brain brain) {
        this.brain = brain;
    }

    /** A packet that missed the BIB of a switch. */
    void miss(DeviceLink link, int port, byte[] frame) {
        if (!link.translator) {
            brain.count(Count.PUNTS_MISPLACED, 1);
            return;
        }
        if (!link.accepting) {
            brain.count(Count.PUNTS_DEVICE_NOT_READY, 1);
            return;
        }
        if (!tuple.parse(frame) || !tuple.ipv6 || !tuple.ports) {
            brain.count(Count.PUNTS_MALFORMED, 1);
            return;
        }
        Protocol protocol = Protocol.of(tuple.protocol);
        InstanceConfig instance = destination();
        if (instance == null || protocol == null) {
            brain.count(Count.PUNTS_MISPLACED, 1);
            return;
        }
        int slot =
                brain.bib.find(
                        instance.id, protocol, tuple.sourceHigh, tuple.sourceLow, tuple.sourcePort);
        if (slot == Bib.NONE) {
            slot = bind(instance, protocol, link, port, frame);
            if (slot == Bib.NONE) {
                return;
            }
            batch.add(slot);
        } else if (brain.bib.phase(slot) == Phase.LIVE) {
            repeat(link, slot);
        }
        line(slot, new Waiting(link, port, frame));
        if (batch.size >= BATCH) {
            flush();
        }
    }

    /** Whether it is a first fragment of a flow whose binding is still to come. */
    boolean opens(byte[] frame) {
        if (!tuple.parse(frame) || !tuple.ipv6 || !tuple.ports) {
            return false;
        }
        Protocol protocol = Protocol.of(tuple.protocol);
        InstanceConfig instance = destination();
        if (instance == null || protocol == null) {
            return false;
        }
        int slot =
                brain.bib.find(
                        instance.id, protocol, tuple.sourceHigh, tuple.sourceLow, tuple.sourcePort);
        return slot == Bib.NONE || brain.bib.phase(slot) != Phase.LIVE;
    }

    /** The instance that translates the packet in {@link #tuple} to {@link #peer}; null: none. */
    private InstanceConfig destination() {
        boolean found =
                brain.services.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, peer);
        return found ? brain.services.instance(peer.instance) : null;
    }

    /** Makes a binding for the packet in {@link #tuple} to {@link #peer}, or says no. */
    private int bind(
            InstanceConfig instance, Protocol protocol, DeviceLink link, int port, byte[] frame) {
        if (brain.services.instance(tuple.sourceHigh, tuple.sourceLow) != null) {
            brain.count(Count.PUNTS_LOOP, 1);
            return Bib.NONE;
        }
        if (protocol == Protocol.TCP && (tuple.tcpFlags & (SYN | RST)) != SYN) {
            brain.count(Count.PUNTS_NOT_SYN, 1);
            return Bib.NONE;
        }
        if (protocol == Protocol.ICMP && tuple.icmpType != ECHO_REQUEST) {
            brain.count(Count.PUNTS_MALFORMED, 1);
            return Bib.NONE;
        }
        // What must not stand inside the prefix may have an EAM.
        if (instance.prefix.contains(tuple.destinationHigh, tuple.destinationLow)
                && brain.services.isDenied(instance, peer.address)) {
            refuse(Count.REFUSED_DENIED, link, port, frame);
            return Bib.NONE;
        }
        long found =
                brain.pools.allocate(
                        instance.id,
                        protocol,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort,
                        brain.now());
        if (found < 0) {
            refuse(
                    found == Pools.NO_PORTS
                            ? Count.REFUSED_NO_PORTS
                            : found == Pools.RATE
                                    ? Count.REFUSED_RATE
                                    : Count.REFUSED_SUBSCRIBER_LIMIT,
                    link,
                    port,
                    frame);
            return Bib.NONE;
        }
        int address4 = (int) (found >>> 16);
        int port4 = (int) found & 0xffff;
        int slot =
                brain.bib.add(
                        instance.id,
                        protocol,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort,
                        address4,
                        port4,
                        brain.now());
        brain.pools.place(protocol, address4, port4, slot);
        brain.bib.peer(slot, peer.address, protocol == Protocol.ICMP ? 0 : tuple.destinationPort);
        if (protocol == Protocol.TCP) {
            brain.bib.state(slot, TcpState.V6_INIT.ordinal());
        }
        return slot;
    }

    private void refuse(Count why, DeviceLink link, int port, byte[] frame) {
        brain.count(why, 1);
        brain.slowPath.refuse(link.id, port, frame);
    }

    private void line(int slot, Waiting packet) {
        int number = brain.bib.note(slot);
        if (number < 0) {
            if (freeLine < 0) {
                number = lines.size();
                lines.add(new Line());
            } else {
                number = freeLine;
                freeLine = lines.get(number).nextFree;
            }
            brain.bib.note(slot, number);
        }
        Line line = lines.get(number);
        if (line.length == WAITING_PER_BINDING) {
            brain.count(Count.PUNTS_WAITING_DROPPED, 1);
        } else if (line.length++ == 0) {
            line.first = packet;
            line.last = packet;
        } else {
            line.last.next = packet;
            line.last = packet;
        }
    }

    /** Takes the packets that wait behind a binding. */
    private Waiting leave(int slot) {
        int number = brain.bib.note(slot);
        if (number < 0) {
            return null;
        }
        Waiting first = lines.get(number).first;
        lines.get(number).clear();
        lines.get(number).nextFree = freeLine;
        freeLine = number;
        brain.bib.note(slot, -1);
        return first;
    }

    /** A packet missed where there is a binding: the device gets it again, then the packet. */
    private void repeat(DeviceLink link, int slot) {
        brain.count(Count.PUNTS_REPEATED, 1);
        brain.bib.wheel().cancel(slot);
        brain.bib.phase(slot, Phase.REPEATING);
        int life = brain.bib.life(slot);
        brain.devices.send(
                link,
                List.of(Change.set(inbound(slot))),
                (l, refusals) -> repeatOutbound(l, slot, life, refusals));
    }

    private void repeatOutbound(DeviceLink link, int slot, int life, List<Refusal> inbound) {
        brain.devices.counted(link, inbound);
        if (!isRepeating(slot, life)) {
            return;
        }
        if (inbound == null || !inbound.isEmpty()) {
            settle(slot, false);
            return;
        }
        brain.devices.send(
                link,
                List.of(Change.set(outbound(slot))),
                (l, refusals) -> {
                    brain.devices.counted(l, refusals);
                    if (isRepeating(slot, life)) {
                        settle(slot, refusals != null && refusals.isEmpty());
                    }
                });
    }

    private boolean isRepeating(int slot, int life) {
        return brain.bib.isUsed(slot)
                && brain.bib.life(slot) == life
                && brain.bib.phase(slot) == Phase.REPEATING;
    }

    /** Starts what gathered. */
    void flush() {
        if (batch.size == 0) {
            return;
        }
        Batch b = batch;
        batch = new Batch();
        List<Store.Record> records = new ArrayList<>(b.size + 16);
        for (int i = 0; i < b.size; i++) {
            int slot = b.slots[i];
            records.add(Records.binding(brain.bib, slot));
            b.inbound.add(Change.set(inbound(slot)));
            b.outbound.add(Change.set(outbound(slot)));
        }
        brain.write(records, e -> stored(b, e));
    }

    private void stored(Batch b, Throwable e) {
        if (e != null) {
            // Nothing of it is on a switch yet.
            int[] slots = Arrays.copyOf(b.slots, b.size);
            for (int slot : slots) {
                refuseWaiting(slot, Count.REFUSED_STORE);
                brain.bib.phase(slot, Phase.FORGETTING);
            }
            brain.remover.forget(slots, Count.REFUSED_STORE, () -> {});
            return;
        }
        phase(b, Phase.INBOUND);
        brain.devices.broadcast(b.inbound, refusals -> inboundDone(b, refusals));
    }

    private void inboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        phase(b, Phase.OUTBOUND);
        brain.devices.broadcast(b.outbound, r -> outboundDone(b, r));
    }

    private void outboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        brain.count(Count.BINDINGS_ADDED, b.size);
        for (int i = 0; i < b.size; i++) {
            settle(b.slots[i], true);
        }
    }

    private void phase(Batch b, int phase) {
        for (int i = 0; i < b.size; i++) {
            brain.bib.phase(b.slots[i], phase);
        }
    }

    /**
     * Takes the bindings out of a batch that a device had no room for, and away from everywhere.
     */
    private void withdraw(Batch b, List<Refusal> refusals) {
        if (refusals.isEmpty()) {
            return;
        }
        brain.count(Count.DEVICE_REFUSALS, refusals.size());
        int[] out = new int[refusals.size()];
        int n = 0;
        for (Refusal refusal : refusals) {
            int slot = slot(refusal.change().intent());
            if (slot != Bib.NONE && !closing(slot)) {
                out[n++] = slot;
                refuseWaiting(slot, Count.REFUSED_DEVICE);
                brain.bib.phase(slot, Phase.LIVE);
                brain.remover.close(slot);
            }
        }
        int kept = 0;
        List<Change> outbound = new ArrayList<>(b.outbound);
        b.outbound.clear();
        for (int i = 0; i < b.size; i++) {
            if (!closing(b.slots[i])) {
                b.slots[kept++] = b.slots[i];
                b.outbound.add(outbound.get(i));
            }
        }
        b.size = kept;
        brain.remover.removeClosed(Arrays.copyOf(out, n), Count.BINDINGS_REMOVED, () -> {});
    }

    private boolean closing(int slot) {
        int phase = brain.bib.phase(slot);
        return phase >= Phase.CLOSING_OUTBOUND && phase <= Phase.FORGETTING;
    }

    private int slot(Intent intent) {
        if (intent instanceof Intent.Inbound) {
            Intent.Inbound in = (Intent.Inbound) intent;
            return brain.pools.find(in.protocol, in.address4, in.port4);
        }
        Intent.Outbound out = (Intent.Outbound) intent;
        return brain.bib.find(
                out.instance, out.protocol, out.address6High, out.address6Low, out.port6);
    }

    /** A binding is everywhere: its packets go, its time runs. */
    void settle(int slot, boolean send) {
        int sent = 0;
        for (Waiting w = leave(slot); w != null; w = w.next) {
            if (send && w.link.accepting) {
                brain.dataPlane.submit(w.link.id, w.frame);
                sent++;
            } else {
                brain.count(Count.PUNTS_DEVICE_NOT_READY, 1);
            }
        }
        boolean isNew = brain.bib.phase(slot) == Phase.OUTBOUND;
        brain.bib.phase(slot, Phase.LIVE);
        if (isNew) {
            // Its first packets are no sign that it lives on.
            brain.bib.packets(slot, sent);
        }
        if (!brain.bib.isStatic(slot)) {
            brain.bib.wheel().schedule(slot, brain.now() + brain.timeout(slot));
        }
    }

    /** Sends the packets behind a binding that is gone through everything once more. */
    void again(int slot) {
        for (Waiting w = leave(slot); w != null; w = w.next) {
            Waiting each = w;
            brain.loop.execute(() -> miss(each.link, each.port, each.frame));
        }
    }

    private void refuseWaiting(int slot, Count why) {
        for (Waiting w = leave(slot); w != null; w = w.next) {
            refuse(why, w.link, w.port, w.frame);
        }
    }

    Intent.Inbound inbound(int slot) {
        Bib bib = brain.bib;
        return new Intent.Inbound(
                bib.protocol(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot));
    }

    Intent.Outbound outbound(int slot) {
        Bib bib = brain.bib;
        return new Intent.Outbound(
                bib.instance(slot),
                bib.protocol(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.address4(slot),
                bib.port4(slot));
    }
}
