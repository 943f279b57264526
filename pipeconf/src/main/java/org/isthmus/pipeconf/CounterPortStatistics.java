// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.pipeline.Translator;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimeHandlerBehaviour;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Port;
import org.onosproject.net.device.DefaultPortStatistics;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.device.PortStatisticsDiscovery;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import p4.v1.P4RuntimeOuterClass.Entity;

/** Statistics of ports from the program's own counters, for devices without gNMI. */
public final class CounterPortStatistics extends AbstractP4RuntimeHandlerBehaviour
        implements PortStatisticsDiscovery {
    private static final long[] NOTHING = new long[4];

    /** ONOS makes rates of the difference of two durations; from when they count is all one. */
    private static final long START = System.nanoTime();

    @Override
    public Collection<PortStatistics> discoverPortStatistics() {
        try {
            return read();
        } catch (Error e) {
            // See IsthmusFlowRuleProgrammable; here it is this device alone.
            throw new IllegalStateException(
                    "port counters of " + data().deviceId() + " cannot be read now", e);
        }
    }

    private Collection<PortStatistics> read() {
        if (!setupBehaviour("read port counters")) {
            return List.of();
        }
        Pipeconfs program = Pipeconfs.of(pipeconf.id());
        if (program == null) {
            log.warn("Cannot read port counters of {}: {} is foreign", deviceId, pipeconf.id());
            return List.of();
        }
        Translator translator = program.pipeline().translator();
        if (!translator.can(Capability.PORT_COUNTERS)) {
            return List.of();
        }
        ReadRequest request = client.read(p4DeviceId, pipeconf);
        program.reads().ask(request, deviceId, translator.portCounters());
        ReadResponse response = request.submitSync();
        if (!response.isSuccess()) {
            log.warn("Cannot read port counters of {}: {}", deviceId, response.explanation());
            return List.of();
        }
        List<Entity> read = program.reads().entities(response.all());
        return statistics(
                deviceId,
                handler().get(DeviceService.class).getPorts(deviceId),
                translator.statistics(read),
                System.nanoTime() - START);
    }

    /**
     * @param nanos since any fixed time
     */
    static List<PortStatistics> statistics(
            DeviceId device, Iterable<Port> ports, DeviceStatistics counted, long nanos) {
        Map<Integer, long[]> byPort = counted.ports();
        List<PortStatistics> all = new ArrayList<>();
        for (Port port : ports) {
            long[] counts = byPort.getOrDefault((int) port.number().toLong(), NOTHING);
            all.add(
                    DefaultPortStatistics.builder()
                            .setDeviceId(device)
                            .setPort(port.number())
                            .setPacketsReceived(counts[0])
                            .setBytesReceived(counts[1])
                            .setPacketsSent(counts[2])
                            .setBytesSent(counts[3])
                            .setDurationSec(TimeUnit.NANOSECONDS.toSeconds(nanos))
                            .setDurationNano(nanos % TimeUnit.SECONDS.toNanos(1))
                            .build());
        }
        return all;
    }
}
