// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;

/**
 * Brings a device that came up to what it should hold, by difference. While it is read it takes no
 * changes; from the comparison on it takes them behind the difference.
 */
final class Reconciler {
    private static final Logger LOG = System.getLogger(Reconciler.class.getName());
    private static final int CHUNK = 2048;

    private final Brain brain;

    Reconciler(Brain brain) {
        this.brain = brain;
    }

    void start(DeviceLink link) {
        if (!brain.configured) {
            return;
        }
        link.state = State.RECONCILING;
        int epoch = link.epoch;
        brain.dataPlane
                .read(link.id)
                .whenComplete(
                        (held, e) ->
                                brain.loop.execute(
                                        () -> {
                                            if (epoch == link.epoch && !link.accepting) {
                                                compare(link, held, e);
                                            }
                                        }));
    }

    private void compare(DeviceLink link, List<Intent> held, Throwable e) {
        if (e != null) {
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", link.id, e.toString());
            link.retryAt = brain.nowMillis() + Devices.RETRY_MILLIS;
            return;
        }
        brain.fabric.adopt(link.id, held);
        Map<Object, Intent> wanted = new LinkedHashMap<>();
        brain.fabric.intents(link.id).forEach(i -> wanted.put(i.key(), i));
        brain.services.forAll().forEach(i -> wanted.put(i.key(), i));
        if (link.translator) {
            brain.services.beforeBindings().forEach(i -> wanted.put(i.key(), i));
        }
        Map<Object, Intent> last = new LinkedHashMap<>();
        if (link.translator) {
            brain.services.afterBindings().forEach(i -> last.put(i.key(), i));
        }
        BitSet heldInbound = new BitSet();
        BitSet heldOutbound = new BitSet();
        List<Intent.Outbound> strangers = new ArrayList<>();
        List<Change> noInbound = new ArrayList<>();
        List<Change> noService = new ArrayList<>();
        List<Change> noForwarding = new ArrayList<>();
        List<Change> noNext = new ArrayList<>();
        for (Intent intent : held) {
            if (intent instanceof Intent.Outbound) {
                int slot = link.translator ? find((Intent.Outbound) intent) : Bib.NONE;
                if (slot == Bib.NONE) {
                    strangers.add((Intent.Outbound) intent);
                } else {
                    heldOutbound.set(slot);
                }
            } else if (intent instanceof Intent.Inbound) {
                int slot = link.translator ? find((Intent.Inbound) intent) : Bib.NONE;
                if (slot == Bib.NONE) {
                    noInbound.add(Change.remove(intent));
                } else {
                    heldInbound.set(slot);
                }
            } else {
                Map<Object, Intent> where = wanted.containsKey(intent.key()) ? wanted : last;
                Intent want = where.get(intent.key());
                if (intent.equals(want)) {
                    where.remove(intent.key());
                } else if (want == null) {
                    (intent instanceof Intent.Next
                                    ? noNext
                                    : isService(intent) ? noService : noForwarding)
                            .add(Change.remove(intent));
                }
            }
        }
        int[] adopted = adopt(link, strangers);
        for (int slot : adopted) {
            heldOutbound.set(slot);
        }
        List<Change> noOutbound = new ArrayList<>();
        for (Intent.Outbound stranger : strangers) {
            if (!link.translator || find(stranger) == Bib.NONE) {
                noOutbound.add(Change.remove(stranger));
            }
        }
        if (link.translator) {
            for (Change change : noInbound) {
                int slot = find((Intent.Inbound) change.intent());
                if (slot != Bib.NONE) {
                    heldInbound.set(slot);
                }
            }
            noInbound.removeIf(c -> wantsNow((Intent.Inbound) c.intent()));
        }

        link.known = true;
        link.accepting = true;
        link.refused.clear();
        brain.count(Count.DEVICE_RECONCILIATIONS, 1);
        int epoch = link.epoch;
        send(link, noOutbound);
        send(link, noInbound);
        send(link, noService);
        send(link, sets(wanted));
        send(link, noForwarding);
        send(link, noNext);
        if (link.translator) {
            bindings(link, heldInbound, true);
            barrier(link);
            bindings(link, heldOutbound, false);
        }
        send(link, sets(last));
        brain.devices.send(
                link,
                List.of(),
                (l, refusals) -> {
                    if (refusals != null && l.epoch == epoch) {
                        brain.devices.ready(l);
                    }
                });
        announce(link, adopted);
    }

    private static List<Change> sets(Map<Object, Intent> intents) {
        List<Change> sets = new ArrayList<>();
        intents.values().forEach(i -> sets.add(Change.set(i)));
        return sets;
    }

    private void send(DeviceLink link, List<Change> changes) {
        for (int i = 0; i < changes.size(); i += CHUNK) {
            List<Change> chunk = changes.subList(i, Math.min(i + CHUNK, changes.size()));
            brain.devices.send(link, chunk, brain.devices::counted);
        }
    }

    /** What follows waits for the answer to what was sent. */
    private void barrier(DeviceLink link) {
        brain.devices.send(link, List.of(), (l, refusals) -> {});
    }

    /** Sends one side of every binding that is not there yet. */
    private void bindings(DeviceLink link, BitSet held, boolean inbound) {
        List<Change> changes = new ArrayList<>();
        for (int slot = 0; slot < brain.bib.top(); slot++) {
            int phase = brain.bib.phase(slot);
            if (brain.bib.isUsed(slot)
                    && !held.get(slot)
                    && (inbound ? Phase.wantsInbound(phase) : Phase.wantsOutbound(phase))) {
                changes.add(
                        Change.set(
                                inbound
                                        ? brain.binder.inbound(slot)
                                        : brain.binder.outbound(slot)));
                if (changes.size() == CHUNK) {
                    send(link, changes);
                    changes = new ArrayList<>();
                }
            }
        }
        send(link, changes);
    }

    private static boolean isService(Intent intent) {
        return intent instanceof Intent.NatPrefix
                || intent instanceof Intent.Pool4
                || intent instanceof Intent.Eam
                || intent instanceof Intent.Denied;
    }

    /** The binding of which this is the forward side, as it should be; or NONE. */
    private int find(Intent.Outbound o) {
        Bib bib = brain.bib;
        int slot = bib.find(o.instance, o.protocol, o.address6High, o.address6Low, o.port6);
        boolean same =
                slot != Bib.NONE
                        && bib.address4(slot) == o.address4
                        && bib.port4(slot) == o.port4
                        && Phase.wantsOutbound(bib.phase(slot));
        return same ? slot : Bib.NONE;
    }

    /** The binding of which this is the reply side, as it should be; or NONE. */
    private int find(Intent.Inbound i) {
        Bib bib = brain.bib;
        int slot = brain.pools.find(i.protocol, i.address4, i.port4);
        boolean same =
                slot != Bib.NONE
                        && bib.high(slot) == i.address6High
                        && bib.low(slot) == i.address6Low
                        && bib.port6(slot) == i.port6
                        && Phase.wantsInbound(bib.phase(slot));
        return same ? slot : Bib.NONE;
    }

    /** Whether an adopted binding took this over, or wants its place: SET replaces it. */
    private boolean wantsNow(Intent.Inbound i) {
        int slot = brain.pools.find(i.protocol, i.address4, i.port4);
        return slot != Bib.NONE && Phase.wantsInbound(brain.bib.phase(slot));
    }

    /**
     * Makes bindings of what a device holds and the store does not: only when the device is seen
     * for the first time since the core started, for later it is the core that knows.
     */
    private int[] adopt(DeviceLink link, List<Intent.Outbound> strangers) {
        if (link.known || !link.translator) {
            return new int[0];
        }
        int[] slots = new int[strangers.size()];
        int n = 0;
        for (Intent.Outbound o : strangers) {
            InstanceConfig instance = brain.services.instance(o.instance);
            if (instance == null
                    || brain.services.instance(o.address6High, o.address6Low) != null
                    || brain.bib.find(
                                    o.instance, o.protocol, o.address6High, o.address6Low, o.port6)
                            != Bib.NONE) {
                continue;
            }
            int slot =
                    brain.bib.add(
                            o.instance,
                            o.protocol,
                            o.address6High,
                            o.address6Low,
                            o.port6,
                            o.address4,
                            o.port4,
                            brain.now());
            if (!brain.pools.adopt(
                    o.instance,
                    o.protocol,
                    o.address6High,
                    o.address6Low,
                    o.address4,
                    o.port4,
                    slot)) {
                brain.bib.remove(slot);
                continue;
            }
            brain.bib.state(
                    slot,
                    o.protocol == Protocol.TCP
                            ? TcpState.ESTABLISHED.ordinal()
                            : TcpState.CLOSED.ordinal());
            brain.bib.phase(slot, Phase.LIVE);
            brain.bib.wheel().schedule(slot, brain.now() + brain.timeout(slot));
            slots[n++] = slot;
        }
        brain.count(Count.BINDINGS_ADOPTED, n);
        return Arrays.copyOf(slots, n);
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
            records.add(Records.binding(brain.bib, slot));
            inbound.add(Change.set(brain.binder.inbound(slot)));
            outbound.add(Change.set(brain.binder.outbound(slot)));
        }
        LOG.log(Level.INFO, "adopted {0} bindings of {1}", adopted.length, from.id);
        brain.write(records, e -> {});
        for (DeviceLink link : brain.devices.all()) {
            if (link != from && link.translator && link.accepting) {
                send(link, inbound);
                barrier(link);
                send(link, outbound);
            }
        }
    }
}
