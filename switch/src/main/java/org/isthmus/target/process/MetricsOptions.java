// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.isthmus.target.metrics.Metrics;
import org.isthmus.target.metrics.MetricsServer;
import picocli.CommandLine.Option;

/** Where a program tells Prometheus its numbers; a mixin of its command. */
public final class MetricsOptions {
    /** Null: nowhere. */
    @Option(
            names = "--metrics-addr",
            paramLabel = "HOST:PORT",
            converter = ServerOptions.Address.class,
            description =
                    "Where GET /metrics tells Prometheus what the process counts, over HTTP and to"
                            + " whoever reaches it; without it, nowhere.")
    private InetSocketAddress address;

    /** Whether anybody is to be told. */
    public boolean isOn() {
        return address != null;
    }

    /**
     * Tells them from now on; only if it {@link #isOn}.
     *
     * @throws IOException the address cannot be bound
     */
    public MetricsServer serve(Metrics metrics) throws IOException {
        return new MetricsServer(address, metrics);
    }
}
