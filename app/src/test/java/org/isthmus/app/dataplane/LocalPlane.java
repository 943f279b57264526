// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;

/**
 * The data plane of a node of ONOS over fakes, with what it told the core. Time stands still but
 * for {@link FakeOnos#scheduler}.
 */
public final class LocalPlane {
    final FakeOnos onos = new FakeOnos();
    final List<String> heard = new ArrayList<>();
    byte[] lastFrame;
    LocalDataPlane plane = plane();

    /** One that nobody listens to. */
    public static LocalDataPlane over(FakeOnos onos) {
        return new LocalDataPlane(
                new Onos(
                        onos.app,
                        onos.devices,
                        onos.masterships,
                        onos.configs,
                        onos.pipeconfs,
                        onos.watchdog,
                        onos.flowRules,
                        onos.view,
                        onos.groups,
                        onos.packets,
                        onos.p4runtime,
                        onos.scheduler));
    }

    LocalDataPlane plane() {
        LocalDataPlane fresh = over(onos);
        fresh.listen(
                new DataPlane.Listener() {
                    @Override
                    public void deviceUp(DeviceId device) {
                        heard.add(device + " up");
                    }

                    @Override
                    public void deviceDown(DeviceId device) {
                        heard.add(device + " down");
                    }

                    @Override
                    public void packetIn(
                            DeviceId device, int port, PuntReason reason, byte[] frame) {
                        heard.add(device + "/" + port + " " + reason);
                        lastFrame = frame;
                    }

                    @Override
                    public void portState(DeviceId device, int port, boolean up) {
                        throw new AssertionError("ports are not its business");
                    }
                });
        return fresh;
    }

    FakeSwitch up() {
        return up("org.isthmus.v1model");
    }

    FakeSwitch up(String pipeconf) {
        FakeSwitch leaf = onos.add("device:leaf1", pipeconf);
        plane.start();
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        leaf.log.clear();
        return leaf;
    }

    <T> T get(CompletionStage<T> stage) {
        onos.scheduler.run();
        CompletableFuture<T> future = stage.toCompletableFuture();
        assertTrue(future.isDone(), "not done");
        return future.join();
    }

    Throwable failure(CompletionStage<?> stage) {
        onos.scheduler.run();
        CompletableFuture<?> future = stage.toCompletableFuture();
        assertTrue(future.isCompletedExceptionally(), "no failure");
        return future.handle((value, e) -> e).join();
    }

    List<Refusal> apply(Change... changes) {
        return get(plane.apply(PlaneSamples.LEAF, List.of(changes)));
    }

    Set<Intent> read() {
        List<Intent> held = get(plane.read(PlaneSamples.LEAF));
        Set<Intent> set = new HashSet<>(held);
        assertEquals(held.size(), set.size());
        return set;
    }
}
