// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

/** The same, where it is not the device that is lost but the node that masters it. */
class SilentNodeContractTest extends ClusterDataPlaneContractTest {
    private boolean started;

    @Override
    protected void connect() {
        if (!started) {
            started = true;
            super.connect();
        } else {
            cluster.cut(MASTER, false);
            pass(1);
        }
    }

    /** It is noticed as time goes by, by a tick and not within what the test does. */
    @Override
    protected void disconnect() {
        cluster.cut(MASTER, true);
    }
}
