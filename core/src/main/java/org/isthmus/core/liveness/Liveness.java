// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.liveness;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.spi.DataPlane;

/**
 * Finds out which links carry packets, and whether a switch without a session still forwards:
 * switches that are connected ping those at their links. The controller and both switches may be
 * overloaded; so silence is evidence only from a switch that has just proved that it hears, and
 * when all is silent nothing is judged at all.
 *
 * <p>A link is down when every end that listens has heard nothing for {@link #LINK_MILLIS}, or one
 * has, and another switch than that of the configuration answers there: a far end whose cable is
 * elsewhere hears answers all the same. A switch without a session is down when its neighbours that
 * listen have heard nothing on any link for the configured timeout; one that nobody can ask is left
 * as it is. Now and then they ask in packets of the size that the link is to take: one that answers
 * others and not these has a smaller MTU at some place, which is told, and changes no routes.
 *
 * <p>Threading: the core's thread.
 */
public final class Liveness {
    /** Overloaded links lose probes as well. */
    static final long LINK_MILLIS = 5_000;

    private static final Logger LOG = System.getLogger(Liveness.class.getName());

    /** A link by its ends. */
    private static final class Watched {
        final FabricConfig.Link link;
        final Asker.End one;
        final Asker.End other;
        boolean down;

        /** Says which other switch is at an end; null: none. */
        String wrongNeighbor;

        Watched(FabricConfig.Link link, Asker one, Asker other) {
            this.link = link;
            this.one = new Asker.End(link.one, other, link.mtu);
            this.other = new Asker.End(link.other, one, link.mtu);
        }

        boolean hasEndsOf(FabricConfig.Link of) {
            return link.one.equals(of.one) && link.other.equals(of.other);
        }

        /** Takes over what is known of the link that it was. */
        void inherit(Watched before) {
            if (link.mtu == before.link.mtu) {
                one.takesLess = before.one.takesLess;
                other.takesLess = before.other.takesLess;
            }
            if (before.down) {
                down = true;
                wrongNeighbor = before.wrongNeighbor;
            }
        }
    }

    private final Fabric fabric;
    private final DataPlane dataPlane;
    private final StepClock clock;

    /** Of this controller. */
    private final long token;

    private final Set<DeviceId> connected = new HashSet<>();
    private Map<DeviceId, Asker> askers = new LinkedHashMap<>();
    private List<Watched> links = new ArrayList<>();

    /** The links by either end. */
    private Map<FabricConfig.Port, Watched> byPort = new HashMap<>();

    /** The askers by number. */
    private List<Asker> all = List.of();

    private long timeout = 1000L * Limits.DATA_PLANE_TIMEOUT.byDefault;
    private boolean awaited;

    public Liveness(Fabric fabric, DataPlane dataPlane, StepClock clock, Random random) {
        this.fabric = fabric;
        this.dataPlane = dataPlane;
        this.clock = clock;
        this.token = random.nextLong();
    }

    /**
     * Sets how long the data plane of a switch without a session may be silent.
     *
     * @param seconds 0: its routes move with the end of the session
     */
    public void timeout(int seconds) {
        timeout = 1000L * seconds;
    }

    /** A switch has a session. */
    public void connected(DeviceId device) {
        connected.add(device);
        Asker asker = askers.get(device);
        if (asker != null) {
            connect(asker);
        }
    }

    private void connect(Asker asker) {
        asker.connect(clock.millis());
        // If it is down it is up again when it has all its entries, which is not decided here.
        asker.dead = false;
        for (Watched each : links) {
            if (each.one.far == asker || each.other.far == asker) {
                // What is dead stays so until it answers, whoever asks.
                each.one.begin(each.down || each.one.far.dead);
                each.other.begin(each.down || each.other.far.dead);
            }
        }
    }

    /** A switch has no session any more. */
    public void disconnected(DeviceId device) {
        connected.remove(device);
        Asker asker = askers.get(device);
        if (asker != null) {
            asker.connected = false;
            lost(asker);
        }
    }

    /** No more time is given to switches that never connected. */
    public void awaited() {
        awaited = true;
        askers.values().stream().filter(a -> !a.connected && !a.known).forEach(this::lost);
    }

    private void lost(Asker asker) {
        fabric.managed(asker.device, false);
        if (timeout == 0 || asker.ends.isEmpty()) {
            asker.dead = true;
            fabric.deviceState(asker.device, false);
        } else {
            evaluate();
        }
    }

    /** Asks what is due. To be called every {@link Asker#DOUBT_MILLIS} or so. */
    public void tick() {
        long now = clock.millis();
        boolean deaf = false;
        for (Asker asker : askers.values()) {
            if (asker.connected && !asker.ends.isEmpty() && now >= asker.due) {
                boolean listened = asker.listens();
                asker.ask(now);
                deaf |= listened && !asker.listens();
                asker.ends.forEach(end -> ask(asker, end));
                dataPlane.submit(asker.device, Probe.own(asker.mac, asker.round, token));
            }
        }
        if (deaf) {
            evaluate();
        }
    }

    private void ask(Asker from, Asker.End at) {
        ask(from, at, Probe.request(from.mac, at.far.mac, from.round, token));
        Asker other = at.alsoAsked(all);
        if (other != null && other != from) {
            ask(from, at, Probe.request(from.mac, other.mac, from.round, token));
        }
        if (from.asksFull()) {
            ask(from, at, Probe.fullRequest(from.mac, at.far.mac, from.round, token, at.mtu));
        }
    }

    private void ask(Asker from, Asker.End at, byte[] request) {
        dataPlane.send(from.device, at.at.port, request);
    }

    /**
     * Follows the configuration, and takes over what is known of the links and devices that stay.
     * To be called before the fabric has it: nothing is to go to a device that is added to a
     * running network before that is ready, or answers.
     */
    public void configure(FabricConfig now) {
        Map<DeviceId, Asker> before = askers;
        askers = new LinkedHashMap<>();
        for (FabricConfig.Device device : now.devices) {
            Asker asker = new Asker(device.id, device.mac);
            Asker old = before.get(device.id);
            asker.known = old != null && old.known;
            asker.dead = old != null && old.dead;
            // An answer that is under way is not taken for one to a round to come.
            asker.round = old == null ? 0 : old.round;
            askers.put(device.id, asker);
            if (old == null && awaited) {
                asker.dead = true;
                fabric.managed(device.id, false);
                fabric.deviceState(device.id, false);
            }
        }
        all = List.copyOf(askers.values());
        List<Watched> gone = links;
        links = new ArrayList<>();
        Map<FabricConfig.Port, Watched> goneByPort = byPort;
        byPort = new HashMap<>();
        for (FabricConfig.Link link : now.links) {
            Asker one = askers.get(link.one.device);
            Asker other = askers.get(link.other.device);
            Watched watched = new Watched(link, one, other);
            links.add(watched);
            byPort.put(link.one, watched);
            byPort.put(link.other, watched);
            one.ends.add(watched.one);
            other.ends.add(watched.other);
            Watched old = goneByPort.get(link.one);
            if (old != null && old.hasEndsOf(link)) {
                watched.inherit(old);
            }
        }
        for (Watched old : gone) {
            if (old.down) {
                fabric.linkState(old.link, true);
            }
        }
        for (Watched each : links) {
            if (each.down) {
                fabric.linkState(each.link, false);
            }
        }
        askers.values().stream().filter(a -> connected.contains(a.device)).forEach(this::connect);
    }

    /**
     * A switch punted a packet to an address of its own.
     *
     * @return whether it was the answer to a probe, and concerns nobody else
     */
    public boolean heard(DeviceId device, int port, byte[] frame) {
        if (!Probe.isReply(frame, token)) {
            return false;
        }
        Asker asker = askers.get(device);
        if (asker == null || !asker.connected) {
            return true;
        }
        if (Probe.isFrom(frame, asker.mac)) {
            if (asker.confirm(Probe.round(frame), clock.millis(), timeout)) {
                evaluate();
            }
            return true;
        }
        for (Asker.End end : asker.ends) {
            if (end.at.port != port) {
                continue;
            }
            if (Probe.isFrom(frame, end.far.mac)) {
                end.heard = true;
                end.heardFull |= Probe.isFull(frame);
            } else if (end.silent) {
                hearOther(end, frame);
            }
        }
        return true;
    }

    private void hearOther(Asker.End end, byte[] frame) {
        for (Asker other : all) {
            if (Probe.isFrom(frame, other.mac) && end.answered(other)) {
                evaluate();
            }
        }
    }

    /** Which other switch is at an end of a link that is down, in words; null: none is known. */
    public String wrongNeighbor(FabricConfig.Link link) {
        Watched watched = byPort.get(link.one);
        return watched != null && watched.down ? watched.wrongNeighbor : null;
    }

    /**
     * Whether the link at a port carries packets, and not those of the size that the configuration
     * says it does, as far as one of its switches can tell.
     */
    public boolean takesLess(FabricConfig.Port port) {
        Watched watched = byPort.get(port);
        return watched != null
                && !watched.down
                && (watched.one.takesLess || watched.other.takesLess);
    }

    private void evaluate() {
        for (Asker asker : askers.values()) {
            if (!asker.connected && timeout > 0) {
                device(asker);
            }
        }
        for (Watched each : links) {
            boolean judged = each.one.far.listens() || each.other.far.listens();
            boolean whole =
                    !fabric.isUp(each.link.one.device) || !fabric.isUp(each.link.other.device);
            if (judged && !whole) {
                link(each);
            }
        }
    }

    /** Whether a switch without a session forwards, if anyone can tell. */
    private void device(Asker asker) {
        boolean asked = false;
        boolean answers = false;
        for (Watched each : links) {
            Asker.End facing =
                    each.one.far == asker ? each.one : each.other.far == asker ? each.other : null;
            if (facing != null && owner(each, facing).listens()) {
                asked = true;
                answers |= !facing.silent;
            }
        }
        boolean dead = asked && !answers;
        if (!asked || dead == asker.dead || !asker.known && !awaited) {
            return;
        }
        asker.dead = dead;
        LOG.log(
                Level.WARNING,
                dead
                        ? "{0} has no session and answers no neighbour; routes avoid it"
                        : "{0} has no session and answers its neighbours",
                asker.device);
        fabric.deviceState(asker.device, !dead);
    }

    private static Asker owner(Watched link, Asker.End end) {
        return end == link.one ? link.other.far : link.one.far;
    }

    private void link(Watched each) {
        boolean down = true;
        for (Asker.End end : List.of(each.one, each.other)) {
            down &= end.silent || !owner(each, end).listens();
        }
        each.wrongNeighbor = wrongNeighbor(each);
        down |= each.wrongNeighbor != null;
        if (down != each.down) {
            each.down = down;
            LOG.log(
                    Level.WARNING,
                    down
                            ? "the link of {0} and {1} carries nothing{2}"
                            : "the link of {0} and {1} is back",
                    each.link.one,
                    each.link.other,
                    each.wrongNeighbor == null ? "" : ": " + each.wrongNeighbor);
            fabric.linkState(each.link, !down);
        }
    }

    private static String wrongNeighbor(Watched link) {
        for (Asker.End end : List.of(link.one, link.other)) {
            if (end.silent && end.wrongNeighbor != null) {
                return end.wrongNeighbor.device + " answers at " + end.at;
            }
        }
        return null;
    }
}
