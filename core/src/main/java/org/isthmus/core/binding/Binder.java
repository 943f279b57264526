// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Sets up a binding for a packet that missed the BIB (RFC 6146 section 3.5): writes it to the
 * store, its reply side to every translator, then its forward side, each acknowledged before the
 * next, many bindings at a time; then gives the packet back. Where {@link Translators#isOrdered},
 * both sides go together, and the packet right behind them. Further packets of the flow wait for
 * the binding and follow in order.
 *
 * <p>Threading: the core's thread.
 */
public final class Binder {
    /** Packets that may wait for one binding; one for each of its ports if those are more. */
    public static final int WAITING_PER_BINDING = 16;

    private static final int BATCH = 1024;
    private static final int SYN = 2;
    private static final int RST = 4;

    /** Answers the sender of a refused packet with an ICMP error. */
    public interface Refuser {
        /**
         * @param prohibited whether the configuration allows no such binding ever; else there is no
         *     room for it now
         */
        void refuse(DeviceId device, int port, byte[] frame, boolean prohibited);
    }

    /** Bindings that are set up together. */
    private static final class Batch {
        int[] slots = new int[64];
        int size;
        final List<Change> inbound = new ArrayList<>();
        final List<Change> outbound = new ArrayList<>();

        /** When it got its first binding, as {@link StepClock#readMillis}. */
        long began;

        void add(int slot) {
            if (size == slots.length) {
                slots = Arrays.copyOf(slots, size * 2);
            }
            slots[size++] = slot;
        }
    }

    private final Bib bib;
    private final ExtraSessions extra;
    private final Lifetimes lifetimes;
    private final Sessions sessions;
    private final SessionSetup setup;
    private final HeldSyns held;
    private final Remover remover;
    private final Deletions deletions;
    private final Sampler sampler;
    private final Translators translators;
    private final Journal journal;
    private final Ports ports;
    private final SubscriberLimits limits;
    private final Instances instances;
    private final Mappings mappings;
    private final Refuser refuser;
    private final Executor loop;
    private final StepClock clock;
    private final Counters counters;
    private final WaitingPackets waiting;
    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 peer = new Transport4();
    private final Transport4 mapped = new Transport4();
    private Batch batch = new Batch();

    /** Bindings that were sampled, and are in use; their forward sides alone. */
    private Batch resumed = new Batch();

    /**
     * @param loop runs a task after the current one, not inside it
     */
    public Binder(
            Bib bib,
            ExtraSessions extra,
            Lifetimes lifetimes,
            Sessions sessions,
            SessionSetup setup,
            HeldSyns held,
            Remover remover,
            Deletions deletions,
            Sampler sampler,
            Translators translators,
            Journal journal,
            Ports ports,
            SubscriberLimits limits,
            Instances instances,
            Mappings mappings,
            Refuser refuser,
            Executor loop,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.extra = extra;
        this.lifetimes = lifetimes;
        this.sessions = sessions;
        this.setup = setup;
        this.held = held;
        this.remover = remover;
        this.deletions = deletions;
        this.sampler = sampler;
        this.translators = translators;
        this.journal = journal;
        this.ports = ports;
        this.limits = limits;
        this.instances = instances;
        this.mappings = mappings;
        this.refuser = refuser;
        this.loop = loop;
        this.clock = clock;
        this.counters = counters;
        waiting = new WaitingPackets(bib);
        remover.onRemoved(this::again);
        setup.onGone(this::again);
    }

    /** A packet that missed the BIB of a switch. */
    public void miss(DeviceId device, int port, byte[] frame) {
        packet(device, port, frame, false);
    }

    /** A packet whose binding a switch has, and not its session. */
    public void sessionMiss(DeviceId device, int port, byte[] frame) {
        packet(device, port, frame, true);
    }

    private void packet(DeviceId device, int port, byte[] frame, boolean isBound) {
        if (!translators.isTranslator(device)) {
            counters.add(Counter.PUNTS_MISPLACED);
            return;
        }
        if (!translators.isAccepting(device)) {
            counters.add(Counter.PUNTS_DEVICE_NOT_READY);
            return;
        }
        if (!tuple.parse(frame) || !tuple.ipv6 || !tuple.ports) {
            counters.add(Counter.PUNTS_MALFORMED);
            return;
        }
        Protocol protocol = Protocol.of(tuple.protocol);
        InstanceConfig instance = destination();
        if (instance == null || protocol == null) {
            counters.add(Counter.PUNTS_MISPLACED);
            return;
        }
        int slot =
                bib.find(
                        instance.id, protocol, tuple.sourceHigh, tuple.sourceLow, tuple.sourcePort);
        if (slot == Bib.NONE) {
            slot = bind(instance, protocol, device, port, frame);
            if (slot == Bib.NONE) {
                return;
            }
            if (batch.size == 0) {
                batch.began = clock.readMillis();
            }
            batch.add(slot);
        } else if (bib.phase(slot) == Phase.LIVE && bib.isSampled(slot)) {
            resume(slot);
        } else if (bib.phase(slot) == Phase.LIVE
                && bib.isFiltered(slot)
                && (isBound || !setup.has(slot, peer.address, tuple.destinationPort))) {
            setup.miss(slot, peer.address, tuple.destinationPort, device, port, frame);
            return;
        } else if (bib.phase(slot) == Phase.LIVE) {
            repeat(device, slot);
        }
        int most = Math.max(WAITING_PER_BINDING, 1 << bib.setBits(slot));
        if (!waiting.add(slot, device, port, frame, most)) {
            counters.add(Counter.PUNTS_WAITING_DROPPED);
        }
        if (batch.size + resumed.size >= BATCH) {
            flush();
        }
    }

    /**
     * Whether it is the first packet, or fragment, of a flow that has no binding or session yet, or
     * a binding that is sampled; for packets that come up whether their flow has one or not.
     */
    public boolean opens(byte[] frame) {
        if (!tuple.parse(frame) || !tuple.ipv6 || !tuple.ports || !isTranslatable()) {
            return false;
        }
        Protocol protocol = Protocol.of(tuple.protocol);
        InstanceConfig instance = destination();
        if (instance == null || protocol == null || isMapped(instance)) {
            return false;
        }
        int slot =
                bib.find(
                        instance.id, protocol, tuple.sourceHigh, tuple.sourceLow, tuple.sourcePort);
        return slot == Bib.NONE
                || bib.phase(slot) != Phase.LIVE
                || bib.isSampled(slot)
                || bib.isFiltered(slot) && !setup.has(slot, peer.address, tuple.destinationPort);
    }

    private boolean isTranslatable() {
        return tuple.segmentsLeft < 0 && tuple.hopLimit > 1;
    }

    /** Whether the host of the packet in {@link #tuple}, or its peer, has an EAM. */
    private boolean isMapped(InstanceConfig instance) {
        return mappings.eamOfHost6(instance.id, tuple.sourceHigh, tuple.sourceLow, mapped)
                || mappings.eamToHost4(tuple.destinationHigh, tuple.destinationLow, mapped);
    }

    /** The instance that translates the packet in {@link #tuple} to {@link #peer}; null: none. */
    private InstanceConfig destination() {
        boolean found = mappings.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, peer);
        return found ? instances.get(peer.instance) : null;
    }

    /** Starts a binding for the packet in {@link #tuple} to {@link #peer}, or refuses it. */
    private int bind(
            InstanceConfig instance, Protocol protocol, DeviceId device, int port, byte[] frame) {
        if (instances.get(tuple.sourceHigh, tuple.sourceLow) != null) {
            counters.add(Counter.PUNTS_LOOP);
            return Bib.NONE;
        }
        if (protocol == Protocol.TCP && (tuple.tcpFlags & (SYN | RST)) != SYN) {
            counters.add(Counter.PUNTS_NOT_SYN);
            return Bib.NONE;
        }
        if (protocol == Protocol.ICMP && tuple.icmpType != FrameTuple.ICMP6_ECHO_REQUEST) {
            counters.add(Counter.PUNTS_MALFORMED);
            return Bib.NONE;
        }
        // An address that may not be embedded in the prefix may still have an EAM.
        if (instance.prefix.contains(tuple.destinationHigh, tuple.destinationLow)
                && instances.isDenied(instance, peer.address, protocol, tuple.destinationPort)) {
            refuse(Counter.REFUSED_DENIED, device, port, frame);
            return Bib.NONE;
        }
        int sets = bib.sizeOfSets();
        if (bib.size() - sets >= translators.mostBindings() || setup.isFull()) {
            refuse(Counter.REFUSED_TABLE_FULL, device, port, frame);
            return Bib.NONE;
        }
        long found =
                ports.allocate(
                        instance.id,
                        protocol,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort,
                        sets < translators.mostPortSets(),
                        clock.seconds());
        if (found < 0) {
            limits.refused(instance, protocol, tuple.sourceHigh, tuple.sourceLow, found);
            refuse(refusal(found), device, port, frame);
            return Bib.NONE;
        }
        int setBits = (int) (found >>> 48);
        int address4 = (int) (found >>> 16);
        int port4 = (int) found & 0xffff;
        int slot =
                bib.add(
                        instance.id,
                        protocol,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort & -1 << setBits,
                        address4,
                        port4,
                        setBits,
                        clock.epochSeconds());
        ports.place(protocol, address4, port4, setBits, slot);
        if (setBits > 0) {
            return slot;
        }
        if (ports.portSets(address4) > 0) {
            counters.add(Counter.BINDINGS_WITHOUT_PORT_SET);
        }
        bib.peer(slot, peer.address, protocol == Protocol.ICMP ? 0 : tuple.destinationPort);
        if (protocol == Protocol.TCP) {
            boolean both = held.meet(address4, port4, peer.address, tuple.destinationPort);
            bib.tcpState(slot, both ? TcpState.ESTABLISHED : TcpState.V6_INIT);
        }
        bib.filtering(slot, ports.filtering(address4));
        if (bib.isFiltered(slot)) {
            setup.first(slot, peer.address, tuple.destinationPort);
        }
        return slot;
    }

    private static Counter refusal(long why) {
        if (why == Ports.NO_PORTS) {
            return Counter.REFUSED_NO_PORTS;
        }
        if (why == Ports.RATE) {
            return Counter.REFUSED_RATE;
        }
        if (why == Ports.INSTANCE_QUOTA) {
            return Counter.REFUSED_INSTANCE_QUOTA;
        }
        return why == Ports.INSTANCE_RATE
                ? Counter.REFUSED_INSTANCE_RATE
                : Counter.REFUSED_SUBSCRIBER_LIMIT;
    }

    private void refuse(Counter why, DeviceId device, int port, byte[] frame) {
        counters.add(why);
        refuser.refuse(device, port, frame, why == Counter.REFUSED_DENIED);
    }

    /**
     * A packet missed although its binding exists: the device gets the entries again, then the
     * packet.
     */
    private void repeat(DeviceId device, int slot) {
        counters.add(Counter.PUNTS_REPEATED);
        bib.wheel().cancel(slot);
        bib.phase(slot, Phase.REPEATING);
        int generation = bib.generation(slot);
        translators.send(
                device,
                List.of(Change.set(BindingIntents.inbound(bib, slot))),
                refusals -> repeatOutbound(device, slot, generation, refusals));
    }

    private void repeatOutbound(DeviceId device, int slot, int generation, List<Refusal> inbound) {
        if (!isRepeating(slot, generation)) {
            return;
        }
        if (inbound == null || !inbound.isEmpty()) {
            settle(slot, false);
            return;
        }
        translators.send(
                device,
                List.of(Change.set(BindingIntents.outbound(bib, slot))),
                refusals -> {
                    if (isRepeating(slot, generation)) {
                        settle(slot, refusals != null && refusals.isEmpty());
                    }
                });
    }

    private boolean isRepeating(int slot, int generation) {
        return bib.isUsed(slot)
                && bib.generation(slot) == generation
                && bib.phase(slot) == Phase.REPEATING;
    }

    /** The packet in {@link #tuple} shows that a binding which was sampled is in use. */
    private void resume(int slot) {
        bib.wheel().cancel(slot);
        bib.phase(slot, Phase.REPEATING);
        if (bib.hasSessions(slot) && (tuple.tcpFlags & RST) == 0) {
            bib.isProbed(slot, false);
            bib.tcpState(slot, bib.tcpState(slot).afterData());
            for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
                extra.state(s, extra.state(s).afterData());
            }
        }
        resumed.add(slot);
        resumed.outbound.add(sampler.end(slot));
    }

    private void flushResumed() {
        if (resumed.size == 0) {
            return;
        }
        Batch b = resumed;
        resumed = new Batch();
        int[] generations = new int[b.size];
        for (int i = 0; i < b.size; i++) {
            generations[i] = bib.generation(b.slots[i]);
        }
        translators.spread(
                Translators.Kind.SAMPLED,
                b.outbound,
                refusals -> {
                    for (Refusal refusal : refusals) {
                        int slot = slot(refusal.change().intent());
                        if (slot != Bib.NONE && bib.phase(slot) == Phase.REPEATING) {
                            settle(slot, false);
                        }
                    }
                    for (int i = 0; i < b.size; i++) {
                        if (isRepeating(b.slots[i], generations[i])) {
                            settle(b.slots[i], true);
                        }
                    }
                });
    }

    /** Starts the set-up of the bindings gathered since the last call. */
    public void flush() {
        setup.flush();
        flushResumed();
        if (batch.size == 0) {
            return;
        }
        Batch b = batch;
        batch = new Batch();
        List<Store.Record> records = new ArrayList<>(b.size + 16);
        for (int i = 0; i < b.size; i++) {
            int slot = b.slots[i];
            BindingRecord record = bib.record(slot);
            records.add(record);
            journal.bound(MappingEvent.Kind.ASSIGNED, record);
            deletions.made(slot, records);
            b.inbound.add(Change.set(BindingIntents.inbound(bib, slot)));
            for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
                sessions.sets(s, b.inbound::add);
            }
            b.outbound.add(Change.set(BindingIntents.outbound(bib, slot)));
        }
        journal.write(records, e -> stored(b, e));
    }

    private void stored(Batch b, Throwable e) {
        if (e != null) {
            // No switch has an entry of it yet.
            int[] slots = Arrays.copyOf(b.slots, b.size);
            for (int slot : slots) {
                refuseWaiting(slot, Counter.REFUSED_STORE);
                bib.phase(slot, Phase.FORGETTING);
            }
            remover.forget(slots, Counter.REFUSED_STORE, () -> {});
            return;
        }
        if (translators.isOrdered()) {
            phase(b, Phase.OUTBOUND);
            List<Change> both = new ArrayList<>(b.inbound.size() + b.outbound.size());
            both.addAll(b.inbound);
            both.addAll(b.outbound);
            translators.spread(both, () -> sent(b), refusals -> outboundDone(b, refusals));
        } else {
            phase(b, Phase.INBOUND);
            translators.spread(b.inbound, refusals -> inboundDone(b, refusals));
        }
    }

    /**
     * The packets go right behind the entries. They are kept until these are answered: of those
     * that are refused, the sender is to hear. One that came before its entries comes up again and
     * waits.
     */
    private void sent(Batch b) {
        for (int i = 0; i < b.size; i++) {
            int slot = b.slots[i];
            // A session has a timer that runs from the answer on.
            for (WaitingPackets.Packet w = bib.isFiltered(slot) ? null : waiting.first(slot);
                    w != null;
                    w = w.next()) {
                translators.submit(w.device, w.frame);
                w.isSent = true;
            }
        }
    }

    private void inboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        phase(b, Phase.OUTBOUND);
        translators.spread(b.outbound, r -> outboundDone(b, r));
    }

    private void outboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        counters.add(Counter.BINDINGS_ADDED, b.size);
        counters.setups.add(clock.readMillis() - b.began, b.size);
        for (int i = 0; i < b.size; i++) {
            settle(b.slots[i], true);
        }
    }

    private void phase(Batch b, int phase) {
        for (int i = 0; i < b.size; i++) {
            bib.phase(b.slots[i], phase);
        }
    }

    /** Removes from a batch the bindings that a device had no room for, and from every device. */
    private void withdraw(Batch b, List<Refusal> refusals) {
        if (refusals.isEmpty()) {
            return;
        }
        int[] out = new int[refusals.size()];
        int n = 0;
        for (Refusal refusal : refusals) {
            int slot = slot(refusal.change().intent());
            if (slot != Bib.NONE && !closing(slot)) {
                out[n++] = slot;
                refuseWaiting(slot, Counter.REFUSED_DEVICE);
                bib.phase(slot, Phase.LIVE);
                remover.close(slot);
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
        remover.removeClosed(Arrays.copyOf(out, n), Counter.BINDINGS_REMOVED, () -> {});
    }

    private boolean closing(int slot) {
        int phase = bib.phase(slot);
        return phase >= Phase.CLOSING_OUTBOUND && phase <= Phase.FORGETTING;
    }

    private int slot(Intent intent) {
        if (intent instanceof BibIntent.Inbound) {
            BibIntent.Inbound in = (BibIntent.Inbound) intent;
            return ports.find(in.protocol, in.address4, in.port4);
        }
        if (intent instanceof BibIntent.Session) {
            BibIntent.Session s = (BibIntent.Session) intent;
            return ports.find(s.protocol, s.address4, s.port4);
        }
        BibIntent.Outbound out = (BibIntent.Outbound) intent;
        return bib.find(
                out.instance,
                out.protocol,
                out.address6High,
                out.address6Low,
                out.port6,
                out.setBits);
    }

    /** A binding is on every translator: its packets are sent on and its lifetime starts. */
    public void settle(int slot, boolean send) {
        int counted = 0;
        // Of a SYN a copy comes up, by which the tracker leaves it out.
        boolean copied = bib.hasSessions(slot);
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            if (w.isSent || send && translators.isAccepting(w.device)) {
                if (!w.isSent) {
                    translators.submit(w.device, w.frame);
                }
                counted += copied || translators.isSampled(w.device) ? 0 : 1;
            } else {
                counters.add(Counter.PUNTS_DEVICE_NOT_READY);
            }
        }
        boolean isNew = bib.phase(slot) == Phase.OUTBOUND;
        bib.phase(slot, Phase.LIVE);
        if (isNew) {
            // The packets that waited must not count as later traffic, nor do copies of them.
            bib.packets(slot, bib.packets(slot) + counted);
        }
        if (!bib.isStatic(slot)) {
            lifetimes.restart(slot);
        }
        if (bib.isFiltered(slot)) {
            setup.settled(slot, counted);
        }
    }

    /** Handles the packets that waited for a binding that is gone as new misses. */
    private void again(int slot) {
        setup.gone(slot);
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            again(w.device, w.port, w.frame);
        }
    }

    private void again(DeviceId device, int port, byte[] frame) {
        loop.execute(() -> miss(device, port, frame));
    }

    private void refuseWaiting(int slot, Counter why) {
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            refuse(why, w.device, w.port, w.frame);
        }
    }
}
