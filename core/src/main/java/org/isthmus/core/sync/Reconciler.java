// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.binding.Adopter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Journal;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.binding.Ports;
import org.isthmus.core.binding.SessionTimers;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.binding.SubscriberLimits;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Stage;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Brings a device that came up to what it should hold, by difference. While it is read it takes no
 * changes; from the comparison on it takes them behind the difference.
 */
public final class Reconciler {
    private static final Logger LOG = System.getLogger(Reconciler.class.getName());
    private static final int CHUNK = 2048;

    private final StepClock clock;
    private final Devices devices;
    private final Outbox outbox;
    private final DesiredState desired;
    private final Fabric fabric;
    private final SourceBindings sources;
    private final SubscriberLimits limits;
    private final Bib bib;
    private final Sessions sessions;
    private final SessionTimers timers;
    private final Ports ports;
    private final Adopter adopter;
    private final Journal journal;
    private final Deferred deferred;
    private final Counters counters;

    public Reconciler(
            StepClock clock,
            Devices devices,
            DesiredState desired,
            Fabric fabric,
            SourceBindings sources,
            SubscriberLimits limits,
            Bib bib,
            Sessions sessions,
            SessionTimers timers,
            Ports ports,
            Adopter adopter,
            Journal journal,
            Deferred deferred,
            Counters counters) {
        this.clock = clock;
        this.devices = devices;
        this.outbox = devices.outbox();
        this.desired = desired;
        this.fabric = fabric;
        this.sources = sources;
        this.limits = limits;
        this.bib = bib;
        this.sessions = sessions;
        this.timers = timers;
        this.ports = ports;
        this.adopter = adopter;
        this.journal = journal;
        this.deferred = deferred;
        this.counters = counters;
    }

    /** Reads a device of the configuration; the rest follows. */
    public void start(DeviceLink link) {
        link.state = State.RECONCILING;
        outbox.read(link, (held, e) -> compare(link, held, e));
    }

    private void compare(DeviceLink link, List<Intent> held, Throwable e) {
        if (e != null) {
            LOG.log(
                    Level.WARNING,
                    "{0}: what it holds cannot be read, and is tried again: {1}",
                    link.id,
                    Outbox.reason(e));
            outbox.retry(link);
            return;
        }
        if (link.known && !held.contains(new SwitchIntent.Station(link.routerMac))) {
            // It lost its tables and forwards nothing until it has them again.
            fabric.deviceState(link.id, false);
        }
        fabric.adopt(link.id, held);
        if (!link.known) {
            sources.adopt(link.id, held);
        }
        List<Intent> wanted = new ArrayList<>(fabric.intents(link.id));
        wanted.addAll(sources.intents(link.id));
        wanted.addAll(desired.puntRates(link));
        if (link.translator) {
            wanted.addAll(desired.forTranslators());
            if (!link.isSampled()) {
                wanted.addAll(limits.intents());
            }
        }
        BitSet heldInbound = new BitSet();
        BitSet replies = new BitSet();
        BitSet heldOutbound = new BitSet();
        List<BibIntent.Inbound> unknownInbound = new ArrayList<>();
        List<BibIntent.Outbound> unknownOutbound = new ArrayList<>();
        List<BibIntent.Session> heldSessions = new ArrayList<>();
        List<Intent> others = new ArrayList<>();
        for (Intent intent : held) {
            if (intent instanceof BibIntent.Outbound) {
                int slot = link.translator ? find(link, (BibIntent.Outbound) intent) : Bib.NONE;
                if (slot == Bib.NONE) {
                    unknownOutbound.add((BibIntent.Outbound) intent);
                } else {
                    BibIntent.Outbound side = (BibIntent.Outbound) intent;
                    heldOutbound.set(slot, side.filtering == bib.filtering(slot));
                }
            } else if (intent instanceof BibIntent.Inbound) {
                int slot = link.translator ? find((BibIntent.Inbound) intent) : Bib.NONE;
                if (slot == Bib.NONE) {
                    unknownInbound.add((BibIntent.Inbound) intent);
                } else {
                    BibIntent.Inbound side = (BibIntent.Inbound) intent;
                    replies.set(slot);
                    heldInbound.set(slot, side.filtering == bib.filtering(slot));
                }
            } else if (intent instanceof BibIntent.Session) {
                heldSessions.add((BibIntent.Session) intent);
            } else {
                others.add(intent);
            }
        }
        Difference difference = new Difference(others, wanted);
        // Only what a device held when it was first seen may be an earlier controller's; later it
        // is the core that knows.
        int[] adopted =
                link.known || !link.translator ? new int[0] : adopter.adopt(unknownOutbound);
        for (BibIntent.Outbound each : unknownOutbound) {
            int slot = adopted.length == 0 ? Bib.NONE : find(link, each);
            if (slot != Bib.NONE) {
                heldOutbound.set(slot, each.filtering == bib.filtering(slot));
            }
        }
        int removed = 0;
        for (BibIntent.Outbound each : unknownOutbound) {
            if (!link.translator || find(link, each) == Bib.NONE) {
                difference.remove(each);
                removed++;
            }
        }
        if (removed > 0) {
            LOG.log(Level.INFO, "{0}: {1} bindings that are deleted are removed", link.id, removed);
            counters.add(Counter.BINDINGS_NOT_ADOPTED, removed);
        }
        for (BibIntent.Inbound each : unknownInbound) {
            if (!link.translator || !wantsNow(each)) {
                difference.remove(each);
            } else if (find(each) != Bib.NONE) {
                replies.set(find(each));
                heldInbound.set(find(each), each.filtering == bib.filtering(find(each)));
            }
        }

        takeBack(heldOutbound, replies, difference);
        List<Change> adoptedSessions = new ArrayList<>();
        HeldSessions sessionsHeld = sessions(link, heldSessions, difference, adoptedSessions);

        link.known = true;
        link.compared = true;
        link.accepting = true;
        devices.retried(link);
        counters.add(Counter.DEVICE_RECONCILIATIONS);
        int epoch = link.epoch;
        inStages(link, difference.translationRemovals());
        inStages(link, difference.sets(Stage.NEXT_HOP, Stage.RULE));
        inStages(link, difference.routingRemovals());
        if (link.translator) {
            bindings(link, heldInbound, true);
            sessions(link, sessionsHeld);
            barrier(link);
            bindings(link, heldOutbound, false);
            barrier(link);
        }
        inStages(link, difference.sets(Stage.SERVICE, Stage.SERVICE));
        outbox.send(
                link,
                List.of(),
                (l, refusals) -> {
                    if (refusals != null && l.epoch == epoch) {
                        devices.ready(l);
                    }
                });
        announce(link, adopted);
        for (DeviceLink other : devices.all()) {
            if (!adoptedSessions.isEmpty() && other != link && takesBindings(other)) {
                send(other, adoptedSessions);
            }
        }
    }

    private static boolean takesBindings(DeviceLink link) {
        return link.translator && link.accepting;
    }

    /**
     * Forward sides go where the reply side is not there, and come again behind it: a controller or
     * a connection may have ended when both had gone together and one was refused.
     */
    private void takeBack(BitSet heldOutbound, BitSet replies, Difference difference) {
        BitSet unanswered = (BitSet) heldOutbound.clone();
        unanswered.andNot(replies);
        for (int slot = unanswered.nextSetBit(0);
                slot >= 0;
                slot = unanswered.nextSetBit(slot + 1)) {
            difference.remove(BindingIntents.outbound(bib, slot));
            heldOutbound.clear(slot);
        }
    }

    /**
     * A host may do changes of one message in any order, so each stage waits for the one before.
     */
    private void inStages(DeviceLink link, List<List<Change>> stages) {
        for (List<Change> changes : stages) {
            if (!changes.isEmpty()) {
                send(link, changes);
                barrier(link);
            }
        }
    }

    private void send(DeviceLink link, List<Change> changes) {
        for (int i = 0; i < changes.size(); i += CHUNK) {
            List<Change> chunk = changes.subList(i, Math.min(i + CHUNK, changes.size()));
            outbox.send(link, chunk, outbox::counted);
        }
    }

    /** What follows waits for the answer to what was sent. */
    private void barrier(DeviceLink link) {
        outbox.send(link, List.of(), (l, refusals) -> {});
    }

    /** Sends one side of every binding that is not there yet. */
    private void bindings(DeviceLink link, BitSet held, boolean inbound) {
        List<Change> changes = new ArrayList<>();
        for (int slot = 0; slot < bib.top(); slot++) {
            if (bib.isUsed(slot)
                    && !held.get(slot)
                    && (inbound
                            ? Phase.wantsInbound(bib.phase(slot))
                            : wantsOutbound(link, slot))) {
                if (!inbound && !link.isSampled()) {
                    // It is counted anew: the next read tells nothing.
                    bib.wantsBaseline(slot, true);
                }
                changes.add(
                        Change.set(
                                inbound
                                        ? BindingIntents.inbound(bib, slot)
                                        : BindingIntents.outbound(bib, slot)));
                if (changes.size() == CHUNK) {
                    send(link, changes);
                    changes = new ArrayList<>();
                }
            }
        }
        send(link, changes);
    }

    /** Sessions that a device holds, by number, and those that it holds for hairpins. */
    private static final class HeldSessions {
        final BitSet all = new BitSet();
        final BitSet hairpins = new BitSet();
    }

    /**
     * Finds what a device holds that it is to hold, takes over what may be, removes the rest.
     *
     * @param adopted grows by what other devices are to hold of sessions that were taken over
     */
    private HeldSessions sessions(
            DeviceLink link,
            List<BibIntent.Session> held,
            Difference difference,
            List<Change> adopted) {
        HeldSessions found = new HeldSessions();
        for (BibIntent.Session each : held) {
            int session = link.translator ? sessions.find(each) : Sessions.NONE;
            if (session == Sessions.NONE && link.translator && !link.known) {
                session = sessions.adopt(each);
                if (session != Sessions.NONE) {
                    timers.baseline(session);
                    sessions.sets(session, adopted::add);
                    counters.add(Counter.SESSIONS_ADOPTED);
                }
            }
            boolean hairpin = each instanceof BibIntent.HairpinSession;
            if (session == Sessions.NONE || hairpin && !sessions.isHairpin(session)) {
                difference.remove(each);
            } else {
                (hairpin ? found.hairpins : found.all).set(session);
            }
        }
        return found;
    }

    /** Sends every session that is not there yet. */
    private void sessions(DeviceLink link, HeldSessions held) {
        List<Change> changes = new ArrayList<>();
        for (int session = 0; session < sessions.top(); session++) {
            if (sessions.isWanted(session)
                    && !(held.all.get(session)
                            && (!sessions.isHairpin(session) || held.hairpins.get(session)))) {
                timers.countedAnew(session);
                sessions.sets(session, changes::add);
                if (changes.size() >= CHUNK) {
                    send(link, changes);
                    changes = new ArrayList<>();
                }
            }
        }
        send(link, changes);
    }

    private boolean wantsOutbound(DeviceLink link, int slot) {
        return Phase.wantsOutbound(bib.phase(slot)) && !(link.isSampled() && bib.isSampled(slot));
    }

    /** The binding of which this is the forward side, as the device should hold it; or NONE. */
    private int find(DeviceLink link, BibIntent.Outbound o) {
        int slot =
                bib.find(o.instance, o.protocol, o.address6High, o.address6Low, o.port6, o.setBits);
        boolean same =
                slot != Bib.NONE
                        && bib.address4(slot) == o.address4
                        && bib.port4(slot) == o.port4
                        && wantsOutbound(link, slot);
        return same ? slot : Bib.NONE;
    }

    /** The binding of which this is the reply side, as it should be; or NONE. */
    private int find(BibIntent.Inbound i) {
        int slot = ports.find(i.protocol, i.address4, i.port4);
        boolean same =
                slot != Bib.NONE
                        && bib.high(slot) == i.address6High
                        && bib.low(slot) == i.address6Low
                        && bib.port6(slot) == i.port6
                        && bib.setBits(slot) == i.setBits
                        && Phase.wantsInbound(bib.phase(slot));
        return same ? slot : Bib.NONE;
    }

    /**
     * Whether an adopted binding took this over, or wants its place: SET replaces it, but not a row
     * of one port by one of a port set.
     */
    private boolean wantsNow(BibIntent.Inbound i) {
        int slot = ports.find(i.protocol, i.address4, i.port4);
        return slot != Bib.NONE
                && bib.setBits(slot) == i.setBits
                && Phase.wantsInbound(bib.phase(slot));
    }

    /** Writes bindings down that were taken over; what the store does not take, again later. */
    private void store(int[] adopted, List<Store.Record> records) {
        int[] generations = Arrays.stream(adopted).map(bib::generation).toArray();
        journal.write(
                records,
                e -> {
                    if (e != null) {
                        deferred.add(() -> again(adopted, generations));
                    }
                });
    }

    private void again(int[] adopted, int[] generations) {
        List<Store.Record> records = new ArrayList<>();
        int[] left = new int[adopted.length];
        int n = 0;
        for (int i = 0; i < adopted.length; i++) {
            if (bib.isUsed(adopted[i])
                    && bib.generation(adopted[i]) == generations[i]
                    && Phase.wantsInbound(bib.phase(adopted[i]))) {
                left[n++] = adopted[i];
                records.add(bib.record(adopted[i]));
            }
        }
        if (n > 0) {
            store(Arrays.copyOf(left, n), records);
        }
    }

    /** Writes adopted bindings down and gives them to the other devices. */
    private void announce(DeviceLink from, int[] adopted) {
        if (adopted.length == 0) {
            return;
        }
        List<Store.Record> records = new ArrayList<>();
        List<Change> inbound = new ArrayList<>();
        List<Change> outbound = new ArrayList<>();
        for (int slot : adopted) {
            BindingRecord record = bib.record(slot);
            records.add(record);
            journal.bound(MappingEvent.Kind.ADOPTED, record);
            inbound.add(Change.set(BindingIntents.inbound(bib, slot)));
            outbound.add(Change.set(BindingIntents.outbound(bib, slot)));
        }
        LOG.log(
                Level.WARNING,
                "{0} bindings of {1} that the store does not have are taken over",
                adopted.length,
                from.id);
        store(adopted, records);
        for (DeviceLink link : devices.all()) {
            if (link != from && takesBindings(link)) {
                send(link, inbound);
                barrier(link);
                send(link, outbound);
            }
        }
    }
}
