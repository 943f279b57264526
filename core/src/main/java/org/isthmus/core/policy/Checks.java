// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.sync.DesiredState;

/**
 * What a change of an operator is refused for beside the configuration, what is in force, what is
 * left out, and the room of devices. A change that is asked for throws the first fault; one on
 * trial is told all.
 *
 * <p>Threading: the core's thread.
 */
public final class Checks {
    private static final int MOST_FAULTS = 100;

    private final ConfigInForce config;
    private final StaticBindings statics;
    private final DesiredState desired;
    private final Instances instances;
    private final Pools pools;
    private final Fabric fabric;
    private final LeftOut leftOut;
    private final Capacity capacity;

    public Checks(
            ConfigInForce config,
            StaticBindings statics,
            DesiredState desired,
            Instances instances,
            Pools pools,
            Fabric fabric,
            LeftOut leftOut,
            Capacity capacity) {
        this.config = config;
        this.statics = statics;
        this.desired = desired;
        this.instances = instances;
        this.pools = pools;
        this.fabric = fabric;
        this.leftOut = leftOut;
        this.capacity = capacity;
    }

    private Audit audit(Eamt eamt, List<StaticBinding> bindings, Consumer<RuntimeException> wrong) {
        return audits(eamt, bindings, fabric.neighbors().all()).apply(wrong);
    }

    /** Begins audits beside all else as it is now; on any thread, if nothing changes the last. */
    private Function<Consumer<RuntimeException>, Audit> audits(
            Eamt eamt, List<StaticBinding> bindings, Map<Ipv6Address, Fabric.Neighbor> neighbors) {
        boolean logBindings = config.nat64().logBindings;
        List<InstanceConfig> all = instances.all();
        List<PoolSpec> specs =
                pools.all().stream().map(PortPool::spec).collect(Collectors.toList());
        AddressPlan plan = new AddressPlan(fabric.config(), neighbors);
        return wrong ->
                new Audit(logBindings, all, new Entries(specs, eamt, bindings, wrong), plan, wrong);
    }

    /**
     * What a change would be refused for, at most the first 100 faults.
     *
     * @param audit looks for them, and tells each
     * @param rest refuses what cannot be told before all is right so far
     */
    static <T> List<Fault> faults(Function<Consumer<RuntimeException>, T> audit, Consumer<T> rest) {
        List<Fault> faults = new ArrayList<>();
        Consumer<RuntimeException> wrong =
                e -> {
                    faults.add(Audit.fault(e));
                    if (faults.size() == MOST_FAULTS) {
                        throw e;
                    }
                };
        try {
            T right = audit.apply(wrong);
            if (faults.isEmpty()) {
                rest.accept(right);
            }
        } catch (InvalidException | ConflictException | ExhaustedException e) {
            if (faults.isEmpty()) {
                faults.add(Audit.fault(e));
            }
        }
        return faults;
    }

    /** The faults of a pool that is to be added. */
    public List<Fault> pool(PoolSpec spec) {
        return faults(
                wrong -> audited(spec, wrong),
                pool -> {
                    requireBeside(pool);
                    capacity.require(desired.ifPool(pool));
                });
    }

    /** Throws what a pool that is to be added is refused for, but for room. */
    void require(PoolSpec spec) {
        requireBeside(audited(spec, Audit.THROW));
    }

    private PoolSpec audited(PoolSpec spec, Consumer<RuntimeException> wrong) {
        audit(instances.eamt(), statics.list(), wrong).pool("", spec);
        return spec;
    }

    private void requireBeside(PoolSpec spec) {
        leftOut.requireNoContradiction(
                List.of(PoolRecord.of(spec)), others -> others.add("", spec));
        new PoolSupport(config.network(), config.programs()).require(List.of(spec));
    }

    /** The table with mappings added; throws what they are refused for, but for room. */
    Eamt plus(List<Eam> eams) {
        Audit audit = audit(instances.eamt(), statics.list(), Audit.THROW);
        audit.eams("", eams);
        leftOut.requireNoContradiction(
                eams.stream().map(EamRecord::of).collect(Collectors.toList()),
                others -> others.add("", eams));
        return audit.eamt();
    }

    /** Puts a table on trial that is to take the place of the one that there is. */
    public EamtTrial eamt() {
        return new EamtTrial(
                audits(Eamt.EMPTY, statics.list(), Map.copyOf(fabric.neighbors().all())),
                instances.eamt(),
                config.eams(),
                leftOut.copy(),
                desired.ifWholeEamt());
    }

    /** The faults of a table that has no others. */
    public List<Fault> room(EamtTrial trial) {
        return faults(wrong -> trial, t -> capacity.require(t.demand()));
    }

    static ConflictException configured(Eam eam, String field) {
        return new ConflictException(
                field,
                "the mapping is in the network configuration, which alone changes it",
                "EAM " + eam);
    }

    /**
     * The faults of a static binding that is to be added.
     *
     * @param replaced the one whose place it is to take; null: none
     */
    public List<Fault> staticBinding(StaticBinding b, StaticBinding replaced) {
        return faults(
                wrong -> {
                    StaticEntry old =
                            replaced == null
                                    ? null
                                    : statics.changeable(
                                            replaced.protocol, replaced.address4, replaced.port4);
                    audited(b, old, wrong);
                    return old;
                },
                old -> {
                    requireBeside(b);
                    statics.require(b, old);
                });
    }

    /**
     * Throws what a static binding is refused for, but for its place and room.
     *
     * @param old the one whose place it is to take; null: none
     */
    void require(StaticBinding b, StaticEntry old) {
        audited(b, old, Audit.THROW);
        requireBeside(b);
    }

    private void audited(StaticBinding b, StaticEntry old, Consumer<RuntimeException> wrong) {
        List<StaticBinding> others = new ArrayList<>(statics.list());
        if (old != null) {
            others.remove(old.binding);
        }
        audit(instances.eamt(), others, wrong).staticBinding("", b);
    }

    private void requireBeside(StaticBinding b) {
        leftOut.requireNoContradiction(
                List.of(StaticBindingRecord.removal(b)), others -> others.add("", b));
    }
}
