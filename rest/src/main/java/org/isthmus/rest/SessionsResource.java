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

/** The session table (RFC 6146 section 3.2), page by page. */
@Path("sessions")
@Produces(MediaType.APPLICATION_JSON)
public final class SessionsResource {
    private final Supplier<Nat64> nat64;

    public SessionsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list(
            @QueryParam("instance") String instance,
            @QueryParam("protocol") String protocol,
            @QueryParam("ipv6") String ipv6,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("port") String port,
            @QueryParam("peer") String peer,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        Filter filter = Params.filter(instance, protocol, ipv6, ipv4, port, peer);
        return Response.ok(
                        JsonOutput.page(
                                "sessions",
                                nat64.get().sessions(filter, cursor, Params.limit(limit)),
                                JsonOutput::session))
                .build();
    }
}
