// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;

/**
 * Stands between a core and a host and watches that each gives what {@link DataPlane} says it
 * gives, as far as it shows there: 1 to 4, 6, 8 and 11. What it finds is an {@link AssertionError}
 * for who caused it, and for {@link #assertKept}.
 *
 * <p>Threading: any thread.
 */
public final class CheckedDataPlane implements DataPlane {
    private final DataPlane host;
    private final Map<DeviceId, Device> devices = new HashMap<>();
    private final List<String> broken = new ArrayList<>();

    /** Devices and calls that the core is inside of a callback or the host inside of a call for. */
    private final Set<DeviceId> changing = new HashSet<>();

    private static final class Device {
        boolean up;

        /** What excludes another of its kind; null: nothing. */
        String underWay;

        /** Nothing but a read may come next. */
        boolean unread = true;
    }

    public CheckedDataPlane(DataPlane host) {
        this.host = host;
    }

    /** Fails if any guarantee was broken up to now. */
    public synchronized void assertKept() {
        if (!broken.isEmpty()) {
            throw new AssertionError(String.join("\n", broken));
        }
    }

    private synchronized AssertionError broke(int guarantee, DeviceId device, String how) {
        String what = "guarantee " + guarantee + " of DataPlane, " + device + ": " + how;
        broken.add(what);
        return new AssertionError(what);
    }

    private Device device(DeviceId id) {
        return devices.computeIfAbsent(id, d -> new Device());
    }

    @Override
    public void listen(Listener listener) {
        host.listen(new Callbacks(listener));
    }

    private final class Callbacks implements Listener {
        private final Listener core;

        Callbacks(Listener core) {
            this.core = core;
        }

        @Override
        public void deviceUp(DeviceId id) {
            change(id, true);
            core.deviceUp(id);
            changed(id);
        }

        @Override
        public void deviceDown(DeviceId id) {
            change(id, false);
            core.deviceDown(id);
            changed(id);
        }

        private void change(DeviceId id, boolean up) {
            synchronized (CheckedDataPlane.this) {
                Device device = device(id);
                if (device.up == up || !changing.add(id)) {
                    throw broke(11, id, up ? "up and up again" : "down and not up before");
                }
                if (!up && device.underWay != null) {
                    throw broke(8, id, "down, and not said what becomes of " + device.underWay);
                }
                device.up = up;
                device.unread = true;
            }
        }

        private void changed(DeviceId id) {
            synchronized (CheckedDataPlane.this) {
                changing.remove(id);
            }
        }

        @Override
        public void packetIn(DeviceId id, int port, PuntReason reason, byte[] frame) {
            core.packetIn(id, port, reason, frame);
        }

        @Override
        public void portState(DeviceId id, int port, boolean up) {
            core.portState(id, port, up);
        }
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId id, List<Change> changes) {
        List<Change> before = List.copyOf(changes);
        begin(id, "a write of " + before.size() + " changes", false);
        CompletionStage<List<Refusal>> stage = asked(id, () -> host.apply(id, changes));
        return stage.whenComplete(
                (refusals, e) -> {
                    end(id, e != null);
                    if (!before.equals(changes)) {
                        throw broke(4, id, "the changes are others by now");
                    }
                });
    }

    @Override
    public boolean isOrdered(DeviceId id) {
        return host.isOrdered(id);
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId id) {
        begin(id, "a reading", true);
        return asked(id, () -> host.read(id)).whenComplete((held, e) -> end(id, e != null));
    }

    private synchronized void begin(DeviceId id, String what, boolean read) {
        Device device = device(id);
        if (device.underWay != null) {
            throw broke(read ? 2 : 1, id, what + " during " + device.underWay);
        }
        if (device.up && device.unread && !read) {
            throw broke(3, id, what + " before a reading");
        }
        device.underWay = what;
    }

    private synchronized void end(DeviceId id, boolean failed) {
        Device device = device(id);
        device.underWay = null;
        device.unread = failed;
    }

    /** A host that throws, where it should return a stage that failed. */
    private <T> T asked(DeviceId id, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            end(id, true);
            throw broke(8, id, "throws " + e);
        }
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId id, List<? extends Intent> bindings) {
        List<? extends Intent> before = List.copyOf(bindings);
        return host.packets(id, bindings)
                .whenComplete(
                        (counts, e) -> {
                            if (!before.equals(bindings)) {
                                throw broke(4, id, "the bindings are others by now");
                            }
                        });
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId id) {
        return host.statistics(id);
    }

    @Override
    public void send(DeviceId id, int port, byte[] frame) {
        host.send(id, port, frame);
    }

    @Override
    public void submit(DeviceId id, byte[] frame) {
        host.submit(id, frame);
    }

    @Override
    public String otherPrimary(DeviceId device) {
        return host.otherPrimary(device);
    }

    @Override
    public String whyDown(DeviceId device) {
        return host.whyDown(device);
    }

    @Override
    public long framesDropped() {
        return host.framesDropped();
    }
}
