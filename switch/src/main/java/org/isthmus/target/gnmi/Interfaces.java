// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.isthmus.target.io.PortCounters;

/**
 * The ports of a switch, and which of them are up.
 *
 * <p>Threading: any thread, of a port one at a time; nothing waits.
 */
public final class Interfaces {
    /** A port at a point in time. Immutable. */
    static final class Interface {
        final String name;

        /** Its number in the data plane, unsigned. */
        final int port;

        final boolean up;

        /** Since when it is or is not, nanoseconds since 1970. */
        final long since;

        /** These alone go on. */
        final PortCounters counters;

        Interface(String name, int port, boolean up, long since, PortCounters counters) {
            this.name = name;
            this.port = port;
            this.up = up;
            this.since = since;
            this.counters = counters;
        }
    }

    private final LongSupplier epochNanos;
    private final Map<Integer, Interface> ports = new LinkedHashMap<>();
    private final Set<Consumer<Interface>> listeners = new CopyOnWriteArraySet<>();

    /**
     * @param epochNanos wall clock, nanoseconds since 1970
     */
    public Interfaces(LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
    }

    /**
     * Makes a port known, which is down; before anybody listens.
     *
     * @param port unsigned
     */
    public void add(int port, String name, PortCounters counters) {
        synchronized (ports) {
            ports.put(port, new Interface(name, port, false, epochNanos.getAsLong(), counters));
        }
    }

    /** Whether a port that is known is up. */
    public void set(int port, boolean up) {
        Interface before = at(port);
        if (before.up == up) {
            return;
        }
        Interface now =
                new Interface(before.name, port, up, epochNanos.getAsLong(), before.counters);
        synchronized (ports) {
            ports.put(port, now);
        }
        for (Consumer<Interface> each : listeners) {
            each.accept(now);
        }
    }

    /** Now, nanoseconds since 1970. */
    long now() {
        return epochNanos.getAsLong();
    }

    /** In the order in which they became known. */
    List<Interface> all() {
        synchronized (ports) {
            return new ArrayList<>(ports.values());
        }
    }

    /** How a port is now. */
    Interface at(int port) {
        synchronized (ports) {
            return ports.get(port);
        }
    }

    /**
     * @param listener hears of each change from now on, on the thread that made it; must not wait
     */
    void listen(Consumer<Interface> listener) {
        listeners.add(listener);
    }

    void forget(Consumer<Interface> listener) {
        listeners.remove(listener);
    }
}
