// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.model.DeviceId;

/** Receives packets that a device is to route; their Ethernet addresses are still empty. */
interface Output {
    void submit(DeviceId device, byte[] frame);
}
