// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;

/** Subscribers with what they hold, page by page. */
@Path("subscribers")
@Produces(MediaType.APPLICATION_JSON)
public final class SubscribersResource {
    private final Supplier<Nat64> nat64;

    public SubscribersResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list(
            @QueryParam("ipv6") String ipv6,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        Filter filter = Params.filter(ipv6, ipv4);
        return Response.ok(
                        JsonOutput.page(
                                "subscribers",
                                nat64.get().subscribers(filter, cursor, Params.limit(limit)),
                                JsonOutput::subscriber))
                .build();
    }
}
