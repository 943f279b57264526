// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import org.isthmus.target.io.Port;

/** Opens the interface of a port. */
@FunctionalInterface
public interface PortOpener {
    /**
     * @param number of the port
     * @param name of the network interface
     */
    Port open(int number, String name) throws IOException;
}
