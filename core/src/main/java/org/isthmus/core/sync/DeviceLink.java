// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.MacAddress;

/** A device and the changes on their way to it: in order, one message under way, gathered. */
public final class DeviceLink {

    /** What becomes of changes; called once, on the core's thread. */
    interface Ack {
        /**
         * @param refusals null: the device was lost, it will be reconciled instead
         */
        void done(DeviceLink link, List<Refusal> refusals);
    }

    /**
     * Changes that are acknowledged together. None: a barrier, behind which nothing is sent yet.
     */
    static final class Part {
        static final Runnable NOTHING = () -> {};

        /** What is done once its changes are on their way, and frames come behind them. */
        Runnable sent = NOTHING;

        /** Another once nobody waits for the answer any more. */
        Ack ack;

        List<Change> changes;

        /**
         * Goes in a message of its own. Nobody waits for the reply sides of a device that is being
         * filled, so their forward sides may stand right behind; a reply side may be refused.
         */
        final boolean apart;

        /** Those that were not sent after all. */
        List<Refusal> withheld = List.of();

        Part(List<Change> changes, boolean apart, Ack ack) {
            this.changes = changes;
            this.apart = apart;
            this.ack = ack;
        }
    }

    final DeviceId id;
    boolean translator;
    MacAddress routerMac;

    /** Null: not known, and taken to have everything. */
    Program program;

    Device.State state = Device.State.DOWN;

    /** Takes changes: its desired state was compared with its own, and what differs is queued. */
    boolean accepting;

    /** Told apart: what was asked before the device was lost, and after. */
    int epoch;

    /** Under way, and expected; null: nothing. */
    List<Part> inFlight;

    long inFlightSince;

    /** What is under way takes so long that nobody waits for it. */
    boolean late;

    /** Changes queued since it is late. */
    int queuedLate;

    /** Is read as soon as what the host has under way is over. */
    boolean readDue;

    /**
     * Read since it connected: it is known which rows it has lost, and their counters with them.
     */
    boolean compared;

    /** When it last forwarded packets, in seconds of the core's clock. */
    int forwarded;

    /** When it last forwarded packets and was not {@link Device.State#READY}; likewise. */
    int unheard;

    /** Read at least once since the core started, so that what it holds beyond our own is old. */
    boolean known;

    /** Reconcile again then; 0: no. */
    long retryAt;

    final Backoff backoff;

    /** What it refused and does not hold, by key. */
    final Set<Object> refused = new HashSet<>();

    /** Reply sides it refused, by key: it does not get their forward sides. */
    final Set<Object> noReply = new HashSet<>();

    /** When it last refused something; {@link Long#MIN_VALUE}: never. */
    long refusedMillis = Long.MIN_VALUE;

    DeviceStatistics statistics;

    /** When the device gave them. */
    long statisticsMillis;

    /** Asks for statistics again then. */
    long statisticsDue;

    final ArrayDeque<Part> queue = new ArrayDeque<>();

    /**
     * @param now in seconds of the core's clock
     */
    DeviceLink(DeviceId id, Backoff backoff, int now) {
        this.id = id;
        this.backoff = backoff;
        this.forwarded = now;
        this.unheard = now;
    }

    public DeviceId id() {
        return id;
    }

    public boolean isTranslator() {
        return translator;
    }

    /** Whether it translates, and who uses which binding is known by sampling alone. */
    public boolean isSampled() {
        return translator && !can(Capability.BINDING_COUNTERS);
    }

    public boolean can(Capability capability) {
        return program == null || program.capabilities().contains(capability);
    }

    /** What its program can do; none where it is not known. */
    public Set<Capability> capabilities() {
        return program == null ? Set.of() : program.capabilities();
    }

    public Device.State state() {
        return state;
    }

    /** Whether changes are sent to it: what differed when it was read is sent or queued. */
    public boolean isAccepting() {
        return accepting;
    }

    /** How many changes it refused and does not hold. */
    public int refusedCount() {
        return refused.size();
    }

    /** Changes that were sent and not answered, or that wait. */
    public long pendingChanges() {
        long pending = inFlight == null ? 0 : changes(inFlight);
        return pending + changes(queue);
    }

    private static long changes(Collection<Part> parts) {
        return parts.stream().mapToLong(p -> p.changes.size()).sum();
    }

    /** As last read, or null. */
    public DeviceStatistics statistics() {
        return statistics;
    }

    /** When {@link #statistics} were read, epoch ms. */
    public long statisticsMillis() {
        return statisticsMillis;
    }

    /** Withholds forward sides whose reply side was refused. */
    private void withhold(Part part) {
        List<Change> kept = new ArrayList<>();
        List<Refusal> withheld = new ArrayList<>();
        for (Change change : part.changes) {
            if (lacksReply(change)) {
                withheld.add(withoutReply(change));
            } else {
                kept.add(change);
            }
        }
        if (!withheld.isEmpty()) {
            part.changes = kept;
            part.withheld = withheld;
        }
    }

    /**
     * Takes back the forward sides of a message of which the reply side was refused: they go before
     * anything else is done.
     *
     * @param refusals of each part; gets those that are taken back
     * @param counted gets what is refused of that
     */
    void takeBack(List<Part> parts, List<List<Refusal>> refusals, Ack counted) {
        List<Change> removals = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            for (Change change : parts.get(i).changes) {
                if (lacksReply(change) && !refused.contains(change.intent().key())) {
                    removals.add(Change.remove(change.intent()));
                    refusals.get(i).add(withoutReply(change));
                }
            }
        }
        if (!removals.isEmpty()) {
            queue.addFirst(new Part(removals, true, counted));
        }
    }

    private boolean lacksReply(Change change) {
        return change.kind() == Change.Kind.SET
                && change.intent() instanceof BibIntent.Outbound
                && noReply.contains(replyKey((BibIntent.Outbound) change.intent()));
    }

    private static Refusal withoutReply(Change change) {
        return new Refusal(change, true, "the reply side was refused");
    }

    private static Object replyKey(BibIntent.Outbound o) {
        return new BibIntent.Inbound(
                        o.protocol, o.address4, o.port4, 0, 0, 0, o.filtering, o.setBits)
                .key();
    }

    /** The next part to send, or null at a barrier or the end. */
    Part next() {
        Part part = queue.peek();
        if (part == null || part.changes.isEmpty()) {
            return null;
        }
        if (!noReply.isEmpty()) {
            withhold(part);
        }
        return part;
    }

    /**
     * Notes what is not there, reply sides apart.
     *
     * @return how many more refused intents there are: -1, 0 or 1
     */
    int answered(Change change, boolean isRefused) {
        Object key = change.intent().key();
        if (!isRefused || change.kind() == Change.Kind.REMOVE) {
            noReply.remove(key);
            return refused.remove(key) ? -1 : 0;
        }
        if (change.intent() instanceof BibIntent.Inbound) {
            noReply.add(key);
        }
        return refused.add(key) ? 1 : 0;
    }

    /** Takes everything that waits or is under way, in order. */
    List<Part> takeAll() {
        List<Part> all = new ArrayList<>();
        if (inFlight != null) {
            all.addAll(inFlight);
            inFlight = null;
        }
        all.addAll(queue);
        queue.clear();
        return all;
    }
}
