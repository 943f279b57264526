// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.BooleanSupplier;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.DataPlaneContract;
import org.isthmus.pipeline.PacketIo;

/** What a node of ONOS gives for the devices it masters. */
public class LocalDataPlaneContractTest extends DataPlaneContract {
    private static final String LEAF = "device:leaf1";
    private static final org.onosproject.net.DeviceId LEAF_ID =
            org.onosproject.net.DeviceId.deviceId(LEAF);
    private static final long STEP_MILLIS = 10;
    private static final int STEPS = 1000;

    protected final FakeOnos onos = new FakeOnos();
    protected final LocalDataPlane local = LocalPlane.over(onos);
    private FakeSwitch leaf;

    @Override
    protected DataPlane host() {
        return local;
    }

    @Override
    protected DeviceId device() {
        return DeviceId.of(LEAF);
    }

    @Override
    protected void connect() {
        if (leaf == null) {
            leaf = onos.add(LEAF);
            local.start();
        } else {
            onos.master(LEAF_ID, true);
        }
    }

    @Override
    protected void disconnect() {
        onos.master(LEAF_ID, false);
    }

    @Override
    protected void hold() {
        leaf.hold(true);
    }

    @Override
    protected void release() {
        leaf.hold(false);
    }

    @Override
    protected void until(BooleanSupplier condition) {
        for (int i = 0; i < STEPS; i++) {
            onos.scheduler.run();
            if (condition.getAsBoolean()) {
                return;
            }
            step(STEP_MILLIS);
        }
        fail("it does not come to that");
    }

    /** Lets time pass. */
    protected void step(long millis) {
        onos.scheduler.advance(millis);
    }

    @Override
    protected void punt(byte[] frame) {
        onos.packetIn(LEAF_ID, 3, (long) PacketIo.code(PuntReason.BIB_MISS), null, frame);
    }

    @Override
    protected int framesTaken() {
        return leaf.sent.size();
    }

    @Override
    protected int callsUnderWay() {
        return leaf.heldAnswers();
    }
}
