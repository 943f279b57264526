// SPDX-License-Identifier: Apache-2.0
package org.isthmus.slowmode;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.slowpath.SlowPath;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.conformance.SwitchUnderTest;

/**
 * A switch whose pipeline forwards and never translates: what it would translate goes up, as if it
 * had headers that are not read, and what the core's slow path makes of it is submitted. What is
 * known of its addresses is set by {@link #mappings}.
 */
final class SlowMode implements SwitchUnderTest {
    private static final DeviceId DEVICE = DeviceId.of("device:switch");

    /** The router of the vectors. */
    private static final MacAddress ROUTER = MacAddress.parse("02:00:00:00:00:01");

    private final SwitchUnderTest device;
    private final List<byte[]> submitted = new ArrayList<>();
    private SlowPath slowPath;
    private int translated;

    SlowMode(SwitchUnderTest device) {
        this.device = device;
    }

    /**
     * @param mappings null: the pipeline translates
     */
    void mappings(Mappings mappings) {
        if (mappings == null) {
            slowPath = null;
            return;
        }
        Counters counters = new Counters();
        Fabric fabric = new Fabric((d, change) -> {});
        fabric.configure(
                new FabricConfig(
                        List.of(
                                new FabricConfig.Device(
                                        DEVICE, ROUTER, List.of(), List.of(), true)),
                        List.of(),
                        List.of(),
                        List.of()));
        SourceBindings sources =
                new SourceBindings(
                        fabric, null, null, null, new StepClock(() -> 0, () -> 0), counters);
        slowPath =
                new SlowPath(
                        fabric,
                        sources,
                        mappings,
                        submissions(),
                        (d, action) -> action.run(),
                        new Random(1),
                        counters);
    }

    /** A data plane that takes frames back, and nothing else. */
    private DataPlane submissions() {
        return (DataPlane)
                Proxy.newProxyInstance(
                        DataPlane.class.getClassLoader(),
                        new Class<?>[] {DataPlane.class},
                        (proxy, method, arguments) -> {
                            if (!method.getName().equals("submit")) {
                                throw new UnsupportedOperationException(method.getName());
                            }
                            submitted.add((byte[]) arguments[1]);
                            return null;
                        });
    }

    /** How many packets the slow path has translated. */
    int translated() {
        return translated;
    }

    @Override
    public String name() {
        return device.name() + ", slow";
    }

    @Override
    public P4RuntimeClient control() {
        return device.control();
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        List<List<Frame>> results = new ArrayList<>();
        for (Frame in : frames) {
            List<Frame> out = device.exchange(List.of(in)).get(0);
            results.add(slowPath != null && isTranslated(in, out) ? slow(in, out) : out);
        }
        return results;
    }

    /** Copies for the controller are those of the pipeline. */
    private List<Frame> slow(Frame in, List<Frame> out) {
        translated++;
        submitted.clear();
        FrameTuple t = new FrameTuple();
        t.parse(in.bytes);
        PuntReason reason = t.ipv6 ? PuntReason.EXTENSION_HEADERS : PuntReason.IPV4_OPTIONS;
        slowPath.packetIn(DEVICE, in.port, reason, in.bytes.clone());
        List<Frame> result =
                out.stream().filter(f -> f.port == CPU_PORT).collect(Collectors.toList());
        for (byte[] frame : List.copyOf(submitted)) {
            byte[] bytes = new byte[2 + frame.length];
            bytes[1] = 1 << 6; // submit, see p4/include/headers.p4
            System.arraycopy(frame, 0, bytes, 2, frame.length);
            device.exchange(List.of(new Frame(CPU_PORT, bytes))).stream()
                    .flatMap(List::stream)
                    .filter(f -> f.port != CPU_PORT)
                    .forEach(result::add);
        }
        return result;
    }

    /** Whether it went on, with another address than it came with. */
    private static boolean isTranslated(Frame in, List<Frame> out) {
        FrameTuple a = new FrameTuple();
        if (in.port == CPU_PORT || !a.parse(in.bytes)) {
            return false;
        }
        long[] before = addresses(a);
        FrameTuple b = new FrameTuple();
        for (Frame f : out) {
            if (f.port != CPU_PORT && b.parse(f.bytes)) {
                return b.hopLimit == a.hopLimit - 1 && !Arrays.equals(before, addresses(b));
            }
        }
        return false;
    }

    private static long[] addresses(FrameTuple t) {
        return t.ipv6
                ? new long[] {t.sourceHigh, t.sourceLow, t.destinationHigh, t.destinationLow}
                : new long[] {0, t.source4, 0, t.destination4};
    }

    @Override
    public void close() {
        device.close();
    }
}
