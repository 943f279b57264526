// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.model.DeviceId;

/** Runs something when what was written before it has reached a device. */
public interface Barrier {
    /**
     * Runs the action on the core's thread once the device has acknowledged every change that the
     * fabric put out for it so far: at once if none is under way, never if the device is gone.
     */
    void after(DeviceId device, Runnable action);
}
