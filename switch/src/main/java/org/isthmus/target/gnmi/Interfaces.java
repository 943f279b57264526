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

/** The ports of a switch, and which of them are up. Any thread; nothing waits. */
public final class Interfaces {
    /** A port at a point in time. Immutable. */
    static final class Interface {
        final String name;

        /** Its number in the data plane, unsigned. */
        final int port;

        final boolean up;

        /** Since when it is or is not, nanoseconds since 1970. */
        final long since;

        Interface(String name, int port, boolean up, long since) {
            this.name = name;
            this.port = port;
            this.up = up;
            this.since = since;
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
     * How a port is; the first time makes it known.
     *
     * @param port unsigned
     */
    public void set(int port, String name, boolean up) {
        Interface now;
        synchronized (ports) {
            Interface before = ports.get(port);
            if (before != null && before.up == up) {
                return;
            }
            now = new Interface(name, port, up, epochNanos.getAsLong());
            ports.put(port, now);
        }
        for (Consumer<Interface> each : listeners) {
            each.accept(now);
        }
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
