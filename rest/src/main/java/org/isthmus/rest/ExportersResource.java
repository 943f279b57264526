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

/** Where events of the mapping log are told besides, and how far that is. */
@Path("exporters")
@Produces(MediaType.APPLICATION_JSON)
public final class ExportersResource {
    private final Supplier<Nat64> nat64;

    public ExportersResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list() {
        return Response.ok(
                        JsonOutput.list("exporters", nat64.get().exporters(), JsonOutput::exporter))
                .build();
    }
}
