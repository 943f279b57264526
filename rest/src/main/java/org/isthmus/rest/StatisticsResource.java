// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.Nat64;

/** Counts of the core since it started, and gauges of now. */
@Path("statistics")
@Produces(MediaType.APPLICATION_JSON)
public final class StatisticsResource {
    private final Supplier<Nat64> nat64;

    public StatisticsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response get() {
        return Response.ok(JsonOutput.one(nat64.get().statistics(), JsonOutput::statistics))
                .build();
    }
}
