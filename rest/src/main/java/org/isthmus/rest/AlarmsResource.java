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

/** What is wrong now, since when. */
@Path("alarms")
@Produces(MediaType.APPLICATION_JSON)
public final class AlarmsResource {
    private final Supplier<Nat64> nat64;

    public AlarmsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list() {
        return Response.ok(JsonOutput.list("alarms", nat64.get().alarms(), JsonOutput::alarm))
                .build();
    }
}
