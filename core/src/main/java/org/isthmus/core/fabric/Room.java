// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;

/**
 * What devices have room for.
 *
 * <p>Threading: the core's thread.
 */
public interface Room {
    /** Whether a device takes one more intent of a sort. */
    boolean hasRoom(DeviceId device, Intent like);

    /** How many intents of a sort a device has a table for. */
    long most(DeviceId device, Intent like);

    /** How many next hops a route of a device may have. */
    int mostHops(DeviceId device);

    /** Of devices of any size. */
    Room UNLIMITED =
            new Room() {
                @Override
                public boolean hasRoom(DeviceId device, Intent like) {
                    return true;
                }

                @Override
                public long most(DeviceId device, Intent like) {
                    return Long.MAX_VALUE;
                }

                @Override
                public int mostHops(DeviceId device) {
                    return Integer.MAX_VALUE;
                }
            };
}
