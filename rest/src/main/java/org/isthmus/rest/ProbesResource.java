// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import org.isthmus.core.api.Nat64;

/**
 * What a supervisor asks, by status alone: whether to start the process anew, and whether to send
 * it requests. It tells nothing worth a password; what is wrong is told by {@link HealthResource}.
 */
@Path("")
@Produces(MediaType.TEXT_PLAIN)
public final class ProbesResource {
    private static final String LIVE = "live";
    private static final String READY = "ready";
    private static final Set<String> READS = Set.of("GET", "HEAD");
    private static final Set<String> PROBES = Set.of(LIVE, READY);

    private final Supplier<Nat64> nat64;

    public ProbesResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    /**
     * Whether a host may answer a request of anybody.
     *
     * @param path below the API, as the client sent it
     */
    public static boolean isProbe(String method, String path) {
        return READS.contains(method) && PROBES.contains(path);
    }

    /** 200 while requests are answered at all. */
    @GET
    @Path(LIVE)
    public String live() {
        return LIVE + "\n";
    }

    /** 200, or 503 while there is no NAT64: before it has its state and configuration. */
    @GET
    @Path(READY)
    public String ready() {
        // It throws while there is none.
        Objects.requireNonNull(nat64.get());
        return READY + "\n";
    }
}
