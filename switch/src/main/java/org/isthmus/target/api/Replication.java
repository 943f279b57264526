// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import java.util.List;

/** The packet replication engine: multicast groups and clone sessions. */
public interface Replication {

    /** One copy: an egress port and the instance (egress_rid) that distinguishes copies. */
    final class Replica {
        private final int port;
        private final int instance;

        public Replica(int port, int instance) {
            this.port = port;
            this.instance = instance;
        }

        public int port() {
            return port;
        }

        public int instance() {
            return instance;
        }
    }

    /** Null removes it. */
    void setMulticastGroup(int groupId, List<Replica> replicas);

    /**
     * @param replicas null removes the session
     * @param packetLength copies are cut to so many bytes; 0: whole
     */
    void setCloneSession(int sessionId, List<Replica> replicas, int packetLength);
}
