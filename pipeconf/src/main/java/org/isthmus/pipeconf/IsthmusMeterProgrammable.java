// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.meter.Meter;
import org.onosproject.net.meter.MeterFeatures;
import org.onosproject.net.meter.MeterOperation;
import org.onosproject.net.meter.MeterProgrammable;

/**
 * The program's meters limit what is punted, and are written by the application that it is punted
 * to. The driver's own would reset each cell that ONOS's meter store does not know.
 */
public final class IsthmusMeterProgrammable extends AbstractHandlerBehaviour
        implements MeterProgrammable {

    @Override
    public CompletableFuture<Boolean> performMeterOperation(MeterOperation operation) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletableFuture<Collection<Meter>> getMeters() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<Collection<MeterFeatures>> getMeterFeatures() {
        return CompletableFuture.completedFuture(List.of());
    }
}
