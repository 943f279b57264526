// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Subscribers that get no binding for now. The translators drop the packets of their new flows
 * themselves, so that a flood of them costs no punt each. Once a second those are taken off that
 * would get a binding again.
 *
 * <p>Threading: the core's thread.
 */
public final class SubscriberLimits {
    private static final Logger LOG = System.getLogger(SubscriberLimits.class.getName());

    /** As many are on the translators at most; new flows of others are punted. */
    static final int MOST = 1024;

    /** Seconds after which a packet must show that a subscriber still wants a binding. */
    static final int KEPT_SECONDS = 30;

    /** As many are named at most. */
    static final int MOST_NAMED = 64;

    /** Seconds that one is named after it was last at its limit, so that alarms do not flutter. */
    static final int NAMED_SECONDS = 60;

    private static final BibIntent.SubscriberLimit ANY =
            new BibIntent.SubscriberLimit(0, Protocol.TCP, Ipv6Prefix.of(0, 0, 0));

    /** A limit that a subscriber itself has reached. Immutable. */
    public static final class Reached {
        public final InstanceConfig instance;
        public final Protocol protocol;
        public final Ipv6Prefix subscriber;

        private final String most;

        Reached(BibIntent.SubscriberLimit limit, InstanceConfig instance, String most) {
            this.instance = instance;
            this.protocol = limit.protocol;
            this.subscriber = limit.subscriber;
            this.most = most;
        }

        @Override
        public String toString() {
            return "Subscriber "
                    + subscriber
                    + " of instance "
                    + instance.name
                    + " is at its limit for "
                    + protocol
                    + ": "
                    + most
                    + ".";
        }
    }

    private final Instances instances;
    private final Ports ports;
    private final Translators translators;
    private final StepClock clock;

    /** What the translators are to hold, and when it ends; the oldest first. */
    private final Map<BibIntent.SubscriberLimit, Integer> limits = new LinkedHashMap<>();

    /** Those that are named, and when they were last at their limit. */
    private final Map<BibIntent.SubscriberLimit, Integer> seen = new LinkedHashMap<>();

    private final Map<BibIntent.SubscriberLimit, Reached> named = new LinkedHashMap<>();

    public SubscriberLimits(
            Instances instances, Ports ports, Translators translators, StepClock clock) {
        this.instances = instances;
        this.ports = ports;
        this.translators = translators;
        this.clock = clock;
    }

    /**
     * A subscriber was refused a binding.
     *
     * @param why of {@link Ports}
     */
    void refused(InstanceConfig instance, Protocol protocol, long high, long low, long why) {
        if (why == Ports.INSTANCE_RATE) {
            // Over with this second, and no fault of this subscriber.
            return;
        }
        BibIntent.SubscriberLimit limit = limit(instance, protocol, high, low);
        int now = clock.seconds();
        if (why != Ports.NO_PORTS && why != Ports.INSTANCE_QUOTA) {
            name(limit, instance, most(instance, protocol, why), now);
        }
        if (!limits.containsKey(limit) && limits.size() < Math.min(MOST, translators.most(limit))) {
            limits.put(limit, now + KEPT_SECONDS);
            spread(List.of(Change.set(limit)));
        }
    }

    /**
     * A subscriber was refused a session: it is named. The translators drop nothing of it, as new
     * bindings and the sessions that it has go on.
     *
     * @param most how many it may have
     */
    void refusedSession(InstanceConfig instance, Protocol protocol, long high, long low, int most) {
        name(limit(instance, protocol, high, low), instance, most + " sessions", clock.seconds());
    }

    private static BibIntent.SubscriberLimit limit(
            InstanceConfig instance, Protocol protocol, long high, long low) {
        return new BibIntent.SubscriberLimit(
                instance.id, protocol, Ipv6Prefix.of(high, low, instance.subscriberPrefixLength));
    }

    private static String most(InstanceConfig instance, Protocol protocol, long why) {
        if (why == Ports.RATE) {
            return instance.bindingsPerSecond + " new bindings per second";
        }
        if (why == Ports.SUBSCRIBER_BINDINGS) {
            return instance.quotas.bindingsPerSubscriber(protocol.ordinal()) + " bindings";
        }
        return instance.blocksPerSubscriber
                + (instance.blocksPerSubscriber == 1 ? " block" : " blocks")
                + " of "
                + instance.blockSize
                + " ports";
    }

    private void name(BibIntent.SubscriberLimit limit, InstanceConfig in, String most, int now) {
        if (named.containsKey(limit)) {
            seen.put(limit, now);
        } else if (named.size() < MOST_NAMED) {
            Reached reached = new Reached(limit, in, most);
            named.put(limit, reached);
            seen.put(limit, now);
            LOG.log(Level.WARNING, reached.toString());
        }
    }

    /** Takes off what has ended, and who has room again. Called once a second. */
    public void tick() {
        int now = clock.seconds();
        List<Change> removals = new ArrayList<>();
        for (Iterator<Map.Entry<BibIntent.SubscriberLimit, Integer>> it =
                        limits.entrySet().iterator();
                it.hasNext(); ) {
            Map.Entry<BibIntent.SubscriberLimit, Integer> each = it.next();
            BibIntent.SubscriberLimit limit = each.getKey();
            boolean holds = holds(limit, now);
            if (holds) {
                seen.replace(limit, now);
            }
            if (!holds || each.getValue() <= now) {
                it.remove();
                removals.add(Change.remove(limit));
            }
        }
        if (!removals.isEmpty()) {
            spread(removals);
        }
        seen.values().removeIf(at -> now - at >= NAMED_SECONDS);
        named.keySet().retainAll(seen.keySet());
    }

    /**
     * To translators that count: on others, the limit would drop what is to come up of bindings
     * that are sampled.
     */
    private void spread(List<Change> changes) {
        translators.spread(Translators.Kind.COUNTING, changes, refusals -> {});
    }

    private boolean holds(BibIntent.SubscriberLimit limit, int now) {
        InstanceConfig instance = instances.get(limit.instance);
        return instance != null
                && instance.subscriberPrefixLength == limit.subscriber.length()
                && ports.refusal(
                                instance.id,
                                limit.protocol,
                                limit.subscriber.high(),
                                limit.subscriber.low(),
                                now)
                        < 0;
    }

    /** What every translator that counts is to hold. */
    public Collection<BibIntent.SubscriberLimit> intents() {
        return limits.keySet();
    }

    /** Adds how many intents there are. */
    public void count(IntentCounts to) {
        to.add(ANY, limits.size());
    }

    /** Subscribers that are at a limit of their own, or were in the last minute. */
    public Collection<Reached> reached() {
        return named.values();
    }
}
