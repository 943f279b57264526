// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

/** Takes frames of a port in the kernel, which then do not come by its socket. Any thread. */
public interface Bypass {
    /**
     * A port has been opened, or once more, and its interface has a carrier.
     *
     * @param mtu bytes of a packet that may come or leave there
     * @param socket its packet socket
     * @param counters are to count what the socket does not see
     * @return to be closed before the socket; never null
     */
    Attachment attach(int port, int ifindex, int mtu, int socket, PortCounters counters);

    /** Ends when it is closed. */
    interface Attachment extends AutoCloseable {
        @Override
        void close();
    }
}
