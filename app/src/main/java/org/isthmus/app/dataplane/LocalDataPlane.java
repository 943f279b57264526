// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeconf.IsthmusInterpreter;
import org.isthmus.pipeconf.Pipeconfs;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.net.Device;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.pi.service.PiPipeconfWatchdogEvent;
import org.onosproject.net.pi.service.PiPipeconfWatchdogListener;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService.PipelineStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switches of which this node is master and that run one of our programs, over ONOS. Ports are
 * not its business, see {@code org.isthmus.app.network.NetworkView}.
 *
 * <p>A device is up when ONOS has it, this node masters it and its program is loaded. Its tables
 * are written, and its frames sent, by ONOS's P4Runtime client; ONOS's flow rule store is told of
 * what the device has acknowledged, so that ONOS shows what is there. That client takes all it is
 * given, however slow the device; so what bounds frames is the core, which sends only what it
 * received or what it owes its neighbours.
 *
 * <p>Threading: any thread; no method waits.
 */
public final class LocalDataPlane implements DataPlane {
    private static final Logger LOG = LoggerFactory.getLogger(LocalDataPlane.class);
    private static final long RETRY_SECONDS = 1;

    private final Onos onos;
    private final Executor executor;
    private final Counters counters = new Counters();
    private final PacketPath packetPath;

    /** Up, or about to be. */
    private final Map<DeviceId, LocalDevice> devices = new ConcurrentHashMap<>();

    /** The same, for packets. */
    private final Map<org.onosproject.net.DeviceId, LocalDevice> byOnosId =
            new ConcurrentHashMap<>();

    private final DeviceListener deviceListener = this::deviceEvent;
    private final MastershipListener mastershipListener = this::mastershipEvent;
    private final PiPipeconfWatchdogListener watchdogListener = this::watchdogEvent;
    private volatile Listener listener;

    // On the executor.
    private final Map<DeviceId, LocalDevice> gone = new HashMap<>();

    /** Devices of which ONOS could not tell whether they are up, and will be asked again. */
    private final Set<org.onosproject.net.DeviceId> unknown = new HashSet<>();

    private boolean closed;

    public LocalDataPlane(Onos onos) {
        this.onos = onos;
        this.executor = new InOrder(onos.executor);
        this.packetPath = new PacketPath(onos, counters, byOnosId::get);
    }

    @Override
    public void listen(Listener newListener) {
        listener = newListener;
        packetPath.listen(newListener);
    }

    /** Looks for devices; to be called after {@link #listen}. */
    public void start() {
        onos.devices.addListener(deviceListener);
        onos.masterships.addListener(mastershipListener);
        onos.watchdog.addListener(watchdogListener);
        packetPath.start();
        executor.execute(
                () -> {
                    for (Device device : onos.devices.getDevices()) {
                        look(device.id());
                    }
                });
    }

    /** Leaves all devices as they are; the listener hears nothing more. */
    public void close() {
        packetPath.close();
        onos.watchdog.removeListener(watchdogListener);
        onos.masterships.removeListener(mastershipListener);
        onos.devices.removeListener(deviceListener);
        executor.execute(
                () -> {
                    closed = true;
                    devices.values().forEach(LocalDevice::close);
                    devices.clear();
                    byOnosId.clear();
                });
    }

    /** The devices that are up. */
    public Set<DeviceId> devices() {
        return Set.copyOf(devices.keySet());
    }

    /** What was done since the start, by name. */
    public Map<String, Long> counters() {
        return counters.all();
    }

    private void deviceEvent(DeviceEvent event) {
        switch (event.type()) {
            case DEVICE_ADDED:
            case DEVICE_REMOVED:
            case DEVICE_SUSPENDED:
            case DEVICE_AVAILABILITY_CHANGED:
                executor.execute(() -> look(event.subject().id()));
                break;
            default:
                break;
        }
    }

    private void mastershipEvent(MastershipEvent event) {
        executor.execute(() -> look(event.subject()));
    }

    private void watchdogEvent(PiPipeconfWatchdogEvent event) {
        executor.execute(
                () -> {
                    if (event.type() == PiPipeconfWatchdogEvent.Type.PIPELINE_UNKNOWN) {
                        // It may be back already, with empty tables.
                        down(DeviceId.of(event.subject().toString()));
                    }
                    look(event.subject());
                });
    }

    /**
     * Whether a device is up. ONOS cannot tell while it has lost Atomix, nor when it has it again.
     */
    private void look(org.onosproject.net.DeviceId id) {
        try {
            lookOnce(id);
        } catch (RuntimeException e) {
            if (unknown.add(id)) {
                LOG.warn(
                        "{}: ONOS cannot tell whether it is up; asking again: {}",
                        id,
                        e.toString());
                onos.executor.schedule(
                        () ->
                                executor.execute(
                                        () -> {
                                            unknown.remove(id);
                                            look(id);
                                        }),
                        RETRY_SECONDS,
                        TimeUnit.SECONDS);
            }
        }
    }

    private void lookOnce(org.onosproject.net.DeviceId id) {
        Pipeconfs program =
                onos.pipeconfs.getPipeconf(id).map(p -> Pipeconfs.of(p.id())).orElse(null);
        if (closed) {
            return;
        }
        if (program == null) {
            // Never ours, or no longer.
            devices.forEach(
                    (name, device) -> {
                        if (device.id().equals(id)) {
                            down(name);
                        }
                    });
            return;
        }
        DeviceId ours = DeviceId.of(id.toString());
        boolean up =
                onos.devices.isAvailable(id)
                        && onos.masterships.isLocalMaster(id)
                        && onos.watchdog.getStatus(id) == PipelineStatus.READY;
        if (!up) {
            down(ours);
        } else if (!devices.containsKey(ours)) {
            LocalDevice device = device(id, program);
            if (device != null) {
                devices.put(ours, device);
                byOnosId.put(id, device);
                prepare(ours, device);
            }
        }
    }

    private LocalDevice device(org.onosproject.net.DeviceId id, Pipeconfs program) {
        BasicDeviceConfig config = onos.configs.getConfig(id, BasicDeviceConfig.class);
        try {
            if (config == null || config.managementAddress() == null) {
                throw new IllegalArgumentException("has no managementAddress in netcfg");
            }
            long p4DeviceId = ManagementAddress.parse(config.managementAddress()).deviceId();
            return new LocalDevice(
                    onos,
                    counters,
                    id,
                    p4DeviceId,
                    program,
                    gone.remove(DeviceId.of(id.toString())));
        } catch (IllegalArgumentException e) {
            LOG.warn("{}: {}", id, e.getMessage());
            return null;
        }
    }

    private void prepare(DeviceId id, LocalDevice device) {
        device.prepare()
                .whenCompleteAsync(
                        (done, failure) -> {
                            if (devices.get(id) != device) {
                                return;
                            }
                            if (failure == null) {
                                LOG.info("{}: up", id);
                                device.setUp();
                                listener.deviceUp(id);
                            } else {
                                LOG.warn("{}: {}", id, LocalDevice.reason(failure));
                                onos.executor.schedule(
                                        () -> executor.execute(() -> again(id, device)),
                                        RETRY_SECONDS,
                                        TimeUnit.SECONDS);
                            }
                        },
                        executor);
    }

    private void again(DeviceId id, LocalDevice device) {
        if (devices.get(id) == device) {
            prepare(id, device);
        }
    }

    private void down(DeviceId id) {
        LocalDevice device = devices.remove(id);
        if (device != null) {
            boolean wasUp = device.isUp();
            device.close();
            byOnosId.remove(device.id());
            gone.put(id, device);
            if (wasUp) {
                LOG.info("{}: down", id);
                listener.deviceDown(id);
            }
        }
    }

    /** A device that is up; or null. */
    private LocalDevice up(DeviceId device) {
        LocalDevice d = devices.get(device);
        return d == null || !d.isUp() ? null : d;
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        LocalDevice d = up(device);
        return d == null ? unknown(device) : d.apply(changes);
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        LocalDevice d = up(device);
        return d == null ? unknown(device) : d.read();
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> sides) {
        LocalDevice d = up(device);
        return d == null ? unknown(device) : d.packets(sides);
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        LocalDevice d = up(device);
        return d == null ? unknown(device) : d.statistics();
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        send(device, IsthmusInterpreter.send(port, frame));
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        send(device, IsthmusInterpreter.submit(frame));
    }

    private void send(DeviceId device, PiPacketOperation packet) {
        LocalDevice d = up(device);
        if (d != null) {
            packetPath.send(d, packet);
        } else {
            counters.packetsOutDropped.increment();
        }
    }

    @Override
    public long framesDropped() {
        return counters.framesDropped();
    }

    private static <T> CompletionStage<T> unknown(DeviceId device) {
        return CompletableFuture.failedFuture(
                new IllegalStateException(device + " is not up on this node"));
    }
}
