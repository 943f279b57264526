// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.Random;
import org.isthmus.core.binding.Adopter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BibMappings;
import org.isthmus.core.binding.Binder;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.BindingSetup;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.binding.EstablishedRecords;
import org.isthmus.core.binding.Expirer;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.HeldSyns;
import org.isthmus.core.binding.Lifetimes;
import org.isthmus.core.binding.Remover;
import org.isthmus.core.binding.Repeats;
import org.isthmus.core.binding.Sampler;
import org.isthmus.core.binding.SessionSetup;
import org.isthmus.core.binding.SessionTimers;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.binding.SubscriberLimits;
import org.isthmus.core.binding.TcpProbes;
import org.isthmus.core.binding.Tracker;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.journal.StoreJournal;
import org.isthmus.core.liveness.Liveness;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.policy.Checks;
import org.isthmus.core.policy.ConfigInForce;
import org.isthmus.core.policy.Configurator;
import org.isthmus.core.policy.LeftOut;
import org.isthmus.core.policy.Operations;
import org.isthmus.core.policy.PlannedRoom;
import org.isthmus.core.policy.Restorer;
import org.isthmus.core.policy.StaticBindings;
import org.isthmus.core.policy.Warnings;
import org.isthmus.core.policy.Writes;
import org.isthmus.core.pool.Leases;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.query.Alarms;
import org.isthmus.core.query.Diagnoser;
import org.isthmus.core.query.Queries;
import org.isthmus.core.slowpath.MssClamp;
import org.isthmus.core.slowpath.SlowPath;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingExports;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.core.sync.DesiredState;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.sync.Devices;
import org.isthmus.core.sync.Reconciler;
import org.isthmus.core.sync.StatisticsReader;

/**
 * Constructs the parts of the core and passes each what it needs; only the {@link Controller} holds
 * it.
 */
final class Wiring {
    final StepClock clock;
    final Counters counters = new Counters();
    final Deferred deferred = new Deferred();
    final Instances instances = new Instances();
    final Leases leases;
    final StoreJournal journal;
    final DeterministicHistory history;
    final Pools pools;
    final Bib bib;
    final Sessions sessions;
    final Capacity capacity;
    final Fabric fabric;
    final Devices devices;
    final Liveness liveness;
    final DesiredState desired;
    final StatisticsReader statistics;
    final Binder binder;
    final SubscriberLimits limits;
    final Deletions deletions;
    final Expirer expirer;
    final Tracker tracker;
    final SessionTimers sessionTimers;
    final HeldSyns heldSyns;
    final SourceBindings sources;
    final SlowPath slowPath;
    final MssClamp mss;
    final ExtraSessions extra;
    final SessionSetup setup;
    final ConfigInForce config;
    final Checks checks;
    final Operations operations;
    final StaticBindings staticBindings;
    final Configurator configurator;
    final Queries queries;
    final Diagnoser diagnoser;
    final Alarms alarms;
    private final Reconciler reconciler;

    Wiring(
            String name,
            EventLoop loop,
            DataPlane dataPlane,
            Store store,
            MappingLog mappingLog,
            MappingExports exports,
            TimeSource time,
            Random random) {
        clock = new StepClock(time::epochMillis, time::millis);
        leases = new Leases(clock, name);
        journal =
                new StoreJournal(
                        store, mappingLog, leases, loop, loop::executeBriefly, clock, counters);
        history = new DeterministicHistory(journal, mappingLog, clock);
        bib = new Bib(random.nextLong());
        pools = new Pools(random, journal);
        // Circular: routes depend on which devices are up, and devices are sent routes and
        // reconciled; all of it takes room, and needs it.
        capacity = new Capacity(this::demand);
        fabric = new Fabric(this::forward, capacity);
        devices =
                new Devices(
                        loop,
                        clock,
                        dataPlane,
                        fabric,
                        capacity,
                        counters,
                        random,
                        this::reconcile);
        liveness = new Liveness(fabric, dataPlane, clock, random);
        desired = new DesiredState(instances, pools, fabric, devices);
        statistics = new StatisticsReader(loop, clock, dataPlane, devices);

        sessions = new Sessions(bib, pools, clock, random.nextLong());
        BibMappings mappings = new BibMappings(bib, sessions, pools, instances);
        sources =
                new SourceBindings(
                        fabric,
                        capacity,
                        new SourceOutput(dataPlane),
                        new SourceMessages(),
                        clock,
                        counters);
        mss = new MssClamp(fabric, mappings, counters);
        slowPath =
                new SlowPath(
                        fabric, sources, mappings, dataPlane, devices::after, random, counters);

        extra = new ExtraSessions(bib);
        Lifetimes lifetimes = new Lifetimes(bib, extra, instances, clock);
        deletions = new Deletions(bib, devices, journal, Deletions.MOST);
        Remover remover =
                new Remover(
                        bib, extra, sessions, devices, journal, pools, deletions, deferred, clock,
                        counters);
        EstablishedRecords records = new EstablishedRecords(bib, extra, journal, deferred);
        TcpProbes probes = new TcpProbes(bib, instances, devices, counters);
        sessionTimers =
                new SessionTimers(
                        bib, extra, sessions, instances, lifetimes, records, probes, devices,
                        remover, clock, counters);
        limits = new SubscriberLimits(instances, pools, devices, clock);
        heldSyns =
                new HeldSyns(
                        bib,
                        sessions,
                        pools,
                        mappings,
                        devices,
                        slowPath::portUnreachable,
                        clock,
                        counters,
                        random.nextLong());
        setup =
                new SessionSetup(
                        bib,
                        sessions,
                        sessionTimers,
                        pools,
                        devices,
                        instances,
                        limits,
                        slowPath::refuse,
                        counters);
        Sampler sampler = new Sampler(bib, lifetimes, devices, clock, counters);
        BindingSetup bindingSetup =
                new BindingSetup(
                        bib,
                        lifetimes,
                        sessions,
                        setup,
                        remover,
                        deletions,
                        devices,
                        journal,
                        pools,
                        slowPath::refuse,
                        clock,
                        counters);
        Repeats repeats =
                new Repeats(
                        bib,
                        extra,
                        lifetimes,
                        records,
                        sampler,
                        bindingSetup,
                        devices,
                        pools,
                        counters);
        binder =
                new Binder(
                        bib,
                        bindingSetup,
                        setup,
                        repeats,
                        heldSyns,
                        devices,
                        pools,
                        limits,
                        instances,
                        mappings,
                        slowPath::refuse,
                        loop,
                        clock,
                        counters);
        tracker =
                new Tracker(
                        bib,
                        extra,
                        lifetimes,
                        sessionTimers,
                        heldSyns,
                        devices,
                        records,
                        pools,
                        mappings,
                        clock,
                        counters);
        expirer =
                new Expirer(
                        bib, extra, sessions, lifetimes, records, remover, probes, sampler, devices,
                        clock);
        Adopter adopter = new Adopter(bib, lifetimes, pools, instances, deletions, clock, counters);
        reconciler =
                new Reconciler(
                        clock,
                        devices,
                        desired,
                        fabric,
                        sources,
                        limits,
                        bib,
                        sessions,
                        sessionTimers,
                        pools,
                        adopter,
                        journal,
                        deferred,
                        counters);

        Writes writes = new Writes(journal);
        LeftOut leftOut = new LeftOut();
        staticBindings =
                new StaticBindings(
                        writes,
                        bindingSetup,
                        remover,
                        deletions,
                        devices,
                        instances,
                        pools,
                        bib,
                        leftOut,
                        capacity,
                        clock);
        config = new ConfigInForce(instances);
        checks =
                new Checks(
                        config,
                        staticBindings,
                        desired,
                        instances,
                        pools,
                        fabric,
                        leftOut,
                        capacity);
        operations =
                new Operations(
                        config,
                        checks,
                        writes,
                        staticBindings,
                        remover,
                        desired,
                        instances,
                        pools,
                        bib,
                        leftOut,
                        capacity,
                        history,
                        deferred);
        Restorer restorer =
                new Restorer(
                        store, journal, instances, pools, bib, adopter, deletions, deferred, clock,
                        counters);
        configurator =
                new Configurator(
                        config,
                        operations,
                        staticBindings,
                        restorer,
                        store,
                        deletions,
                        leases,
                        instances,
                        pools,
                        devices,
                        fabric,
                        sources,
                        leftOut,
                        new PlannedRoom(desired, bib, capacity, this::demand),
                        capacity,
                        counters,
                        history);
        queries =
                new Queries(
                        loop,
                        clock,
                        instances,
                        bib,
                        extra,
                        sessions,
                        deletions,
                        pools,
                        staticBindings,
                        devices,
                        fabric,
                        sources,
                        capacity,
                        this::demand,
                        counters,
                        dataPlane,
                        mappingLog);
        alarms =
                new Alarms(
                        config,
                        configurator,
                        leftOut,
                        new Warnings(instances, pools, fabric),
                        journal,
                        mappingLog,
                        exports,
                        dataPlane,
                        devices,
                        instances,
                        pools,
                        limits,
                        fabric,
                        liveness,
                        sources,
                        capacity,
                        loop,
                        clock);
        diagnoser =
                new Diagnoser(
                        instances, mappings, bib, binder, limits, pools, devices, fabric, liveness,
                        sources, journal, alarms);
    }

    /** What a device is to hold now. */
    private IntentCounts demand(DeviceId device) {
        IntentCounts counts = new IntentCounts();
        fabric.count(device, counts);
        sources.edges().count(device, counts);
        DeviceLink link = devices.get(device);
        if (link != null) {
            desired.count(link, counts);
            if (link.isTranslator()) {
                BindingIntents.count(bib, 0, counts);
                sessions.count(counts);
                if (!link.isSampled()) {
                    limits.count(counts);
                }
            }
        }
        return counts;
    }

    /** Circular: learned sources are asked after, and what is heard is told to them. */
    private final class SourceMessages implements SourceBindings.Messages {
        @Override
        public void ask(FabricConfig.Interface on, Ipv6Address address) {
            slowPath.sourceMessages().ask(on, address);
        }

        @Override
        public void defend(FabricConfig.Interface on, Ipv6Address address, long mac) {
            slowPath.sourceMessages().defend(on, address, mac);
        }
    }

    private final class SourceOutput implements SourceBindings.Output {
        private final DataPlane dataPlane;

        SourceOutput(DataPlane dataPlane) {
            this.dataPlane = dataPlane;
        }

        @Override
        public void change(DeviceId device, Change change) {
            devices.send(device, change);
        }

        @Override
        public void submit(DeviceId device, byte[] frame) {
            devices.after(device, () -> dataPlane.submit(device, frame));
        }
    }

    private void forward(DeviceId device, Change change) {
        devices.send(device, change);
    }

    private void reconcile(DeviceLink device) {
        reconciler.start(device);
    }
}
