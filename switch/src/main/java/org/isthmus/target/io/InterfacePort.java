// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port on a Linux network interface. What hosts behind it leave to offload, checksums and the
 * segmentation of TCP and UDP, is done here; other frames above the MTU are dropped and counted, in
 * both directions. An interface that goes down, away or gets another MTU is followed. An interface
 * has one port, whatever the processes of its network namespace: two would send each packet twice.
 */
public final class InterfacePort implements Port {
    private static final Logger LOG = LoggerFactory.getLogger(InterfacePort.class);

    private final int number;
    private final String name;

    /** By its name, so that the interface is this port's while it is off the machine as well. */
    private final Claim claim;

    /** Null: there is none. */
    private final Bypass bypass;

    /** Null: all frames take the sockets. */
    private Bypass.Attachment attachment;

    private final PortCounters counters = new PortCounters();

    /** Null: there is no such interface now. Changed by the receiving thread alone. */
    private ReceiveRing ring;

    /** What the sockets were opened on; null as above. Transmitters follow its changes. */
    private volatile Interface opened;

    /** Whether a transmitter could not follow; each tries again when {@link #opened} is another. */
    private volatile boolean unopened;

    private StateListener states = up -> {};

    /** Whether it had a carrier when it was last looked at. */
    private boolean running;

    private boolean up;

    private final Milestones oversize = new Milestones();
    private final Milestones unsent = new Milestones();
    private final Milestones stops = new Milestones();

    /** How often it did not receive any more, see {@link ReceiveRing#countDrops}. */
    private long stopped;

    /**
     * @param name of an interface that must exist
     * @throws IOException no such interface, another port has it, also of another process, or no
     *     right to open packet sockets (CAP_NET_RAW)
     */
    public InterfacePort(int number, String name) throws IOException {
        this(number, name, null);
    }

    /**
     * @param bypass may take frames in the kernel; null: none does
     * @throws IOException as above
     */
    public InterfacePort(int number, String name, Bypass bypass) throws IOException {
        this.bypass = bypass;
        this.number = number;
        this.name = name;
        Interface found = Interface.find(name);
        if (found == null) {
            throw new IOException("there is no interface " + name);
        }
        claim = new Claim("isthmus-port/" + name, "interface " + name);
        try {
            open(found);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void open(Interface found) throws IOException {
        tell(found.running);
        ring = new ReceiveRing(found, counters);
        opened = found;
        up = found.up;
        bypass(found);
    }

    /** Nothing passes the sockets where an interface sends nothing: they count what is dropped. */
    private void bypass(Interface found) {
        if (bypass == null || found.running == (attachment != null)) {
            return;
        }
        if (found.running) {
            attachment = bypass.attach(number, found.index, found.mtu, ring.descriptor(), counters);
        } else {
            detach();
        }
    }

    private void detach() {
        if (attachment != null) {
            attachment.close();
        }
        attachment = null;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int receive(FrameHandler handler, int max) {
        return ring == null ? 0 : ring.receive(handler, max);
    }

    @Override
    public int descriptor() {
        return ring == null ? -1 : ring.descriptor();
    }

    @Override
    public void onState(StateListener listener) {
        states = listener;
        listener.up(running);
    }

    private void tell(boolean isRunning) {
        if (running != isRunning) {
            running = isRunning;
            states.up(isRunning);
        }
    }

    /**
     * What has become of the interface that a port was opened on, in words.
     *
     * @param found null: there is none
     */
    private static String difference(Interface was, Interface found) {
        if (found == null) {
            return "has disappeared";
        }
        return found.index == was.index && found.mtu != was.mtu
                ? "has another MTU now"
                : "is another one now";
    }

    @Override
    public void inspect() {
        try {
            Interface found = Interface.find(name);
            tell(found != null && found.running);
            boolean receives = true;
            if (ring != null) {
                receives = ring.countDrops();
                ring.clearError();
                sayOversize();
                sayUnsent(found == null ? opened.mtu : Math.min(opened.mtu, found.mtu));
            }
            Interface was = opened;
            if (was != null
                    && (found == null
                            || found.index != was.index
                            || found.mtu != was.mtu
                            || !ring.isBound())) {
                shut();
                LOG.warn("{} {}", this, difference(was, found));
            } else if (!receives) {
                shut();
                sayStopped();
            }
            if (unopened && ring != null) {
                unopened = false;
                opened = found;
            }
            if (ring == null && found != null) {
                open(found);
                LOG.info("{} is attached, MTU {}", this, found.mtu);
            } else if (found != null && found.up != up) {
                up = found.up;
                LOG.info("{} is {}", this, up ? "up" : "down");
            }
            if (found != null) {
                bypass(found);
            }
        } catch (IOException e) {
            LOG.warn("{}: {}", this, e.getMessage());
        }
    }

    /** Says that frames are too long, and what helps. */
    private void sayOversize() {
        long count = counters.rxOversize();
        if (!oversize.reached(count)) {
            return;
        }
        LOG.warn(
                "{} has dropped {} frames above its MTU, {}. Give the neighbour the same MTU, and if"
                        + " it offloads segmentation in a way unknown here, type there: ethtool -K"
                        + " INTERFACE tso off gso off; and here: ethtool -K {} gro off lro off",
                this,
                count,
                opened.mtu,
                name);
    }

    /**
     * Says that frames of the program are too long, and what helps.
     *
     * @param mtu the lower one, where it is another than the sockets were opened for
     */
    private void sayUnsent(int mtu) {
        long count = counters.txOversize();
        if (unsent.reached(count)) {
            LOG.warn(
                    "{} has not sent {} frames above its MTU, {}, that the program had for it. Give"
                            + " the controller this MTU for the port, or the interface that of the"
                            + " controller: ip link set dev {} mtu MTU",
                    this,
                    count,
                    mtu,
                    name);
        }
    }

    private void sayStopped() {
        if (stops.reached(++stopped)) {
            LOG.warn(
                    "{} has received nothing after a frame of an offload that packet sockets do not"
                            + " know, and is opened anew; that was so {} times. Switch it off at"
                            + " the neighbour: ethtool -K INTERFACE tx-sctp-segmentation off"
                            + " tx-udp-segmentation off; for a guest of QEMU, host_ufo=off",
                    this,
                    stopped);
        }
    }

    private void shut() {
        detach();
        if (ring != null) {
            ring.close();
        }
        ring = null;
        opened = null;
    }

    @Override
    public Transmitter newTransmitter() {
        return new InterfaceTransmitter();
    }

    private final class InterfaceTransmitter implements Transmitter {
        private SendBatch batch;
        private Interface on;

        @Override
        public void send(byte[] buf, int off, int len) {
            if (on != opened) {
                follow();
            }
            if (batch == null) {
                counters.txDropped.increment();
            } else {
                batch.send(buf, off, len);
            }
        }

        private void follow() {
            close();
            Interface to = opened;
            if (to != null) {
                try {
                    batch = new SendBatch(to, counters);
                } catch (IOException e) {
                    unopened = true;
                    LOG.warn("{}: {}", InterfacePort.this, e.getMessage());
                }
            }
            on = to;
        }

        @Override
        public void flush() {
            if (batch != null) {
                batch.flush();
            }
        }

        @Override
        public void close() {
            if (batch != null) {
                batch.close();
            }
            batch = null;
        }
    }

    @Override
    public PortCounters counters() {
        return counters;
    }

    /** To be called when no thread receives any more. */
    @Override
    public void close() {
        shut();
        claim.close();
    }

    @Override
    public String toString() {
        return "port " + Integer.toUnsignedString(number) + " (" + name + ")";
    }
}
