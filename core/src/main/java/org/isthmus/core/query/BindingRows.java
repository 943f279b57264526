// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Order;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.loop.Seconds;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.policy.StaticBindings;

/** Rows of the BIB. */
final class BindingRows implements Rows<Binding> {
    private final Bib bib;
    private final Instances instances;
    private final StaticBindings statics;
    private final StepClock clock;
    private final Filter filter;

    /** The id of the filter's instance; 0: any. */
    private final int instance;

    BindingRows(
            Bib bib, Instances instances, StaticBindings statics, StepClock clock, Filter filter) {
        this.bib = bib;
        this.instances = instances;
        this.statics = statics;
        this.clock = clock;
        this.filter = filter;
        this.instance = instance(instances, filter);
    }

    /** The id of the filter's instance; 0: any. */
    static int instance(Instances instances, Filter filter) {
        return filter.instance == null ? 0 : named(instances, filter.instance).id;
    }

    /**
     * @throws InvalidException there is none of that name
     */
    static InstanceConfig named(Instances instances, String name) {
        InstanceConfig instance = instances.get(name);
        if (instance == null) {
            throw new InvalidException("instance", "there is no instance " + name);
        }
        return instance;
    }

    @Override
    public int of(int slot, Taker to) {
        if (matches(slot) && isPort(slot)) {
            to.take(slot, 0, 0, 0, since(slot));
        }
        return 1;
    }

    /** What the filter says of bindings, but for the port that may be a peer's as well. */
    boolean matches(int slot) {
        return (instance == 0 || instance == bib.instance(slot))
                && (filter.protocol == null || filter.protocol == bib.protocol(slot))
                && (filter.address6 == null
                        || filter.address6.contains(bib.high(slot), bib.low(slot)))
                && (filter.address4 == null || filter.address4.contains(bib.address4(slot)))
                && hasPort(slot, filter.bindingPort);
    }

    /** Whether the port that may be a peer's is the binding's. */
    boolean isPort(int slot) {
        return hasPort(slot, filter.port);
    }

    private boolean hasPort(int slot, int port) {
        return port < 0 || port == bib.port6(slot, port) || port == bib.port4(slot, port);
    }

    /** In {@link Seconds}; 0: not known. The BIB has that of static ones since the last start. */
    private int since(int slot) {
        return bib.isStatic(slot)
                ? statics.since(bib.protocol(slot), bib.address4(slot), bib.port4(slot))
                : bib.since(slot);
    }

    @Override
    public Binding row(int slot, int kind, int peer4, int peerPort) {
        int since = since(slot);
        return new Binding(
                instances.get(bib.instance(slot)).name,
                bib.protocol(slot),
                Ipv6Address.of(bib.high(slot), bib.low(slot)),
                bib.port6(slot),
                Ipv4Address.of(bib.address4(slot)),
                bib.port4(slot),
                1 << bib.setBits(slot),
                bib.isStatic(slot),
                since == 0 ? 0 : Seconds.toEpochMillis(since),
                bib.deadline(slot) == 0 ? 0 : clock.toEpochMillis(bib.deadline(slot)));
    }

    @Override
    public boolean mayHaveMore(int slot) {
        return false;
    }

    @Override
    public boolean has(Order.Key key) {
        return Order.OF_BINDINGS.contains(key);
    }
}
