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
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Nat64;

/** Whether the service can do its job, for load balancers and supervisors. */
@Path("health")
@Produces(MediaType.APPLICATION_JSON)
public final class HealthResource {
    private final Supplier<Nat64> nat64;

    public HealthResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    /** 200 or 503, with what is wrong. */
    @GET
    public Response get() {
        Health health = nat64.get().health();
        return Response.status(health.ok ? 200 : 503)
                .entity(JsonOutput.one(health, JsonOutput::health))
                .build();
    }
}
