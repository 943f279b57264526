// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.store.AtomixStore;
import org.isthmus.config.Netcfg;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Program;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.pipeconf.Pipeconfs;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of this node as leader: the core with its store, its mapping log and its connection to
 * all switches.
 *
 * <p>Threading: any thread; {@link #begin} and {@link #configure} wait, on one thread.
 */
final class LeaderTerm implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderTerm.class);

    /**
     * Under which the core leases addresses. The cluster is one controller: leader terms never
     * overlap, and a leader that lost its term can no longer write. So its successor goes on with
     * the same leases at once; under another name it would have to wait for an hour until they end.
     */
    private static final String NAME = "onos";

    /**
     * So long a node that did not hear the term before waits for those that did: all are started at
     * once where a cluster is, or the application anew.
     */
    private static final long PATIENCE_MILLIS = 30_000;

    private final NodeId self;
    private final long epoch;
    private final long since;
    private final BooleanSupplier leads;
    private final AtomixStore.Maps maps;
    private final ReplicatedMappingLog log;
    private final Exporters exporters;
    private final DataPlane local;
    private final Peers peers;
    private final DeviceAgent agent;
    private final TimeSource time;
    private final Random random;
    private final Executor storing;
    private final Consumer<Controller> starting;
    private final Consumer<Nat64Event> events;
    private final Map<String, Alarm> alarms = new HashMap<>();
    private AtomixStore store;
    private volatile ClusterDataPlane plane;
    private volatile Controller core;
    private volatile boolean configured;
    private volatile List<String> problems = List.of();
    private boolean closed;

    /**
     * @param epoch its number, above that of all before
     * @param leads whether it goes on, as far as this node's clock can tell
     * @param exporters of this node, which has them while it leads
     * @param local the devices this node is master of
     * @param random hard to predict
     * @param storing see {@link AtomixStore}
     * @param starting starts a core: {@code Controller::start}, but for a simulator of time
     * @param events told of alarms, on the core's thread: must not wait
     */
    LeaderTerm(
            NodeId self,
            long epoch,
            BooleanSupplier leads,
            AtomixStore.Maps maps,
            ReplicatedMappingLog log,
            Exporters exporters,
            DataPlane local,
            Peers peers,
            DeviceAgent agent,
            TimeSource time,
            Random random,
            Executor storing,
            Consumer<Controller> starting,
            Consumer<Nat64Event> events) {
        this.self = self;
        this.epoch = epoch;
        this.leads = leads;
        this.maps = maps;
        this.log = log;
        this.exporters = exporters;
        this.local = local;
        this.peers = peers;
        this.agent = agent;
        this.time = time;
        since = time.millis();
        this.random = random;
        this.storing = storing;
        this.starting = starting;
        this.events = events;
    }

    /**
     * Takes over what the leader before stored, and begins to listen to the switches. If it fails,
     * nothing of it is left, and it may be called again; once it has begun, that changes nothing.
     *
     * @throws NotReadyException it waits for other nodes' mapping logs; to be called again
     * @throws IllegalStateException it is over before it has begun
     */
    void begin() {
        if (core != null) {
            return;
        }
        log.gather(epoch, time.epochMillis(), time.millis() - since < PATIENCE_MILLIS);
        AtomixStore opened = new AtomixStore(maps, epoch, leads, storing);
        synchronized (this) {
            if (closed) {
                opened.close();
                throw new IllegalStateException("leader term " + epoch + " is over");
            }
            store = opened;
            try {
                log.lead(epoch);
                // A new one each time, which tells its core of all devices.
                plane = new ClusterDataPlane(self, epoch, local, peers, time::millis);
                core = new Controller(NAME, plane, store, log, exporters, time, random);
                core.onAlarms(this::alarms);
                starting.accept(core);
                agent.lead(plane);
            } catch (RuntimeException e) {
                end();
                throw e;
            }
        }
    }

    private void alarms(List<Alarm> now) {
        Map<String, Alarm> before = new HashMap<>(alarms);
        alarms.clear();
        for (Alarm alarm : now) {
            alarms.put(alarm.id, alarm);
            Alarm same = before.remove(alarm.id);
            if (same == null || same.severity != alarm.severity) {
                events.accept(new Nat64Event(Nat64Event.Type.ALARM_RAISED, alarm));
            }
        }
        for (Alarm alarm : before.values()) {
            events.accept(new Nat64Event(Nat64Event.Type.ALARM_CLEARED, alarm));
        }
    }

    /**
     * Brings a configuration into force, as a whole or not at all.
     *
     * @return what is wrong with it, one line each; empty: it is in force
     * @throws IllegalStateException the term is over, or has not begun
     */
    List<String> configure(Netcfg netcfg) {
        Controller to = core;
        if (to == null) {
            throw new IllegalStateException("leader term " + epoch + " has not begun");
        }
        problems = bringIntoForce(to, netcfg);
        if (!problems.isEmpty()) {
            to.refused(problems);
        }
        return problems;
    }

    /**
     * Goes on with the configuration that was in force in a term before, where the one that is
     * there has faults and none is in force.
     *
     * @param why the faults, which stay an alarm
     * @return whether it is in force
     */
    boolean goOn(Netcfg accepted, List<String> why) {
        Controller to = core;
        if (to == null || configured) {
            return false;
        }
        List<String> faults = bringIntoForce(to, accepted);
        if (!faults.isEmpty()) {
            LOG.warn("the configuration that was in force last is refused as well: {}", faults);
        }
        to.refused(why);
        return faults.isEmpty();
    }

    private List<String> bringIntoForce(Controller to, Netcfg netcfg) {
        try {
            to.configure(netcfg.nat64(), netcfg.fabric(), programs(netcfg));
            exporters.configure(netcfg.exporters());
            configured = true;
            return List.of();
        } catch (InvalidException e) {
            return List.of(problem(e.field(), e.getMessage()));
        } catch (ConflictException e) {
            return List.of(problem(e.field(), e.getMessage() + " (" + e.other() + ")"));
        } catch (ExhaustedException e) {
            return List.of(problem(e.field(), e.getMessage()));
        }
    }

    /** Of the pipeconfs that the configuration names, whether the devices are there or not. */
    private static Map<DeviceId, Program> programs(Netcfg netcfg) {
        Map<DeviceId, Program> all = new TreeMap<>();
        netcfg.pipeconfs()
                .forEach(
                        (device, id) -> {
                            Pipeconfs pipeconf = Pipeconfs.of(new PiPipeconfId(id));
                            if (pipeconf != null) {
                                all.put(device, pipeconf.pipeline().translator().program());
                            }
                        });
        return all;
    }

    /** The configuration was refused before it came to the core. */
    void refused(List<String> why) {
        Controller to = core;
        if (to != null) {
            to.refused(why);
        }
    }

    /** See {@link Controller#refusedSettings}. */
    void refusedSettings(Map<String, String> reasons) {
        Controller to = core;
        if (to != null) {
            to.refusedSettings(reasons);
        }
    }

    /** What is wrong with the configuration that came last, one line each. */
    List<String> problems() {
        return problems;
    }

    private static String problem(String field, String message) {
        return "apps.org.isthmus.nat64" + (field.isEmpty() ? "" : "." + field) + ": " + message;
    }

    long epoch() {
        return epoch;
    }

    /** The core, once it has a configuration; or null. */
    Nat64 nat64() {
        return configured ? core : null;
    }

    /** Where changes of ports are told; null: it has not begun, or is over. */
    DataPlane.Listener ports() {
        return core;
    }

    /** To be called every second. */
    void tick() {
        ClusterDataPlane to = plane;
        if (to != null) {
            to.tick();
        }
    }

    /** Switches go on with what they hold. */
    @Override
    public void close() {
        // Before the lock, which is held while it begins.
        ClusterDataPlane begun = plane;
        if (begun != null) {
            begun.close();
        }
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            configured = false;
            if (store != null) {
                end();
            }
        }
    }

    /** Ends what was begun, also if it was not begun to its end. With the lock held. */
    private void end() {
        ClusterDataPlane begun = plane;
        if (begun != null) {
            begun.close();
        }
        end("connection to the nodes", () -> agent.lead(null));
        Controller running = core;
        if (running != null) {
            end("core", running::close);
        }
        end("store", store::close);
        end("exporters", () -> exporters.configure(List.of()));
        end("mapping log", log::stepDown);
        plane = null;
        core = null;
        store = null;
    }

    /** What fails keeps nothing else from ending. */
    private void end(String part, Runnable ending) {
        try {
            ending.run();
        } catch (RuntimeException e) {
            LOG.error("leader term {}: its {} did not end as it should", epoch, part, e);
        }
    }
}
