// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.lang.reflect.Field;
import java.util.function.Predicate;
import org.onosproject.net.AbstractProjectableModel;
import org.onosproject.net.Device;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drivers that ONOS's devices are bound to. In ONOS 2.7.0 a device asks for its driver once,
 * and keeps it for as long as ONOS keeps the device, also when the driver's bundle is gone: ONOS
 * would go on with the classes of that bundle, which know nothing of the one in its place, and find
 * none that was not loaded yet. Any thread.
 */
final class BoundDrivers {
    private static final Logger LOG = LoggerFactory.getLogger(BoundDrivers.class);

    /** Of {@link AbstractProjectableModel}, which has no method to set it. */
    private static final String FIELD = "driver";

    private BoundDrivers() {}

    /** Has devices that are bound to such a driver ask again when they need one. */
    static void release(DeviceService devices, Predicate<Driver> drivers) {
        for (Device device : devices.getDevices()) {
            AbstractProjectableModel model = (AbstractProjectableModel) device;
            if (model.driver() != null && drivers.test(model.driver())) {
                release(model);
            }
        }
    }

    private static void release(AbstractProjectableModel device) {
        try {
            Field driver = AbstractProjectableModel.class.getDeclaredField(FIELD);
            driver.setAccessible(true);
            driver.set(device, null);
        } catch (ReflectiveOperationException e) {
            LOG.warn("{} keeps its driver until ONOS is started anew: {}", device, e.toString());
        }
    }
}
