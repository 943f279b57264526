// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.concurrent.Executor;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;

/**
 * Decides what becomes of packets that missed the BIB (RFC 6146 section 3.5): a new binding, whose
 * set-up they wait for, a new session, or a refusal. Further packets of the flow wait as well, and
 * follow in order.
 *
 * <p>Threading: the core's thread.
 */
public final class Binder {
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

    private final Bib bib;
    private final BindingSetup setup;
    private final SessionSetup sessionSetup;
    private final Repeats repeats;
    private final HeldSyns held;
    private final Translators translators;
    private final Ports ports;
    private final SubscriberLimits limits;
    private final Instances instances;
    private final Mappings mappings;
    private final Refuser refuser;
    private final Executor loop;
    private final StepClock clock;
    private final Counters counters;
    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 peer = new Transport4();
    private final Transport4 mapped = new Transport4();

    /**
     * @param loop runs a task after the current one, not inside it
     */
    public Binder(
            Bib bib,
            BindingSetup setup,
            SessionSetup sessionSetup,
            Repeats repeats,
            HeldSyns held,
            Translators translators,
            Ports ports,
            SubscriberLimits limits,
            Instances instances,
            Mappings mappings,
            Refuser refuser,
            Executor loop,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.setup = setup;
        this.sessionSetup = sessionSetup;
        this.repeats = repeats;
        this.held = held;
        this.translators = translators;
        this.ports = ports;
        this.limits = limits;
        this.instances = instances;
        this.mappings = mappings;
        this.refuser = refuser;
        this.loop = loop;
        this.clock = clock;
        this.counters = counters;
        setup.onGone(this::again);
        sessionSetup.onGone(this::again);
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
            setup.add(slot);
        } else if (bib.phase(slot) == Phase.LIVE && bib.isSampled(slot)) {
            repeats.resume(slot, (tuple.tcpFlags & RST) != 0);
        } else if (bib.phase(slot) == Phase.LIVE
                && bib.isFiltered(slot)
                && (isBound || !sessionSetup.has(slot, peer.address, tuple.destinationPort))) {
            sessionSetup.miss(slot, peer.address, tuple.destinationPort, device, port, frame);
            return;
        } else if (bib.phase(slot) == Phase.LIVE) {
            repeats.repeat(device, slot);
        }
        setup.await(slot, device, port, frame);
        if (setup.size() + repeats.size() >= BATCH) {
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
                || bib.isFiltered(slot)
                        && !sessionSetup.has(slot, peer.address, tuple.destinationPort);
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
        if (isFull()) {
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
                        bib.sizeOfSets() < translators.mostPortSets(),
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
            sessionSetup.first(slot, peer.address, tuple.destinationPort);
        }
        return slot;
    }

    private boolean isFull() {
        return bib.size() - bib.sizeOfSets() >= translators.mostBindings() || sessionSetup.isFull();
    }

    /**
     * Why a new flow of a host would be refused now, as far as that does not depend on its
     * destination; null: it would not. Changes nothing.
     */
    public Counter refusal(InstanceConfig instance, Protocol protocol, Ipv6Address host) {
        if (instances.get(host.high(), host.low()) != null) {
            return Counter.PUNTS_LOOP;
        }
        if (isFull()) {
            return Counter.REFUSED_TABLE_FULL;
        }
        long why = ports.refusal(instance.id, protocol, host.high(), host.low(), clock.seconds());
        return why < 0 ? refusal(why) : null;
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

    /** Starts the set-up of the bindings and sessions gathered since the last call. */
    public void flush() {
        sessionSetup.flush();
        repeats.flush();
        setup.flush();
    }

    private void again(DeviceId device, int port, byte[] frame) {
        loop.execute(() -> miss(device, port, frame));
    }
}
