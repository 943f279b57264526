// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.model.DeviceId;

/** Runs an action once a device has acknowledged the changes before it. */
public interface Barrier {
    /**
     * Runs the action on the core's thread once the device has acknowledged every change that the
     * fabric emitted for it so far: at once if none is pending, never if the device is lost.
     */
    void after(DeviceId device, Runnable action);
}
