// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.OutputStream;

/** What a host can do beside the NAT64, where the process is its own. Any thread. */
public interface Administration {
    /** A backup that is ready to be written. */
    interface Archive {
        /**
         * @param to stays open
         * @throws IOException something cannot be read or written; what was written is no backup
         */
        void write(OutputStream to) throws IOException;
    }

    /**
     * Readies a backup of the state.
     *
     * @throws IOException it cannot be made
     */
    Archive backup() throws IOException;
}
