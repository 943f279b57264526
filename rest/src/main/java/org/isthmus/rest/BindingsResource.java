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

/** The BIB (RFC 6146 section 3.1), page by page. */
@Path("bindings")
@Produces(MediaType.APPLICATION_JSON)
public final class BindingsResource {
    private final Supplier<Nat64> nat64;

    public BindingsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list(
            @QueryParam("instance") String instance,
            @QueryParam("protocol") String protocol,
            @QueryParam("ipv6") String ipv6,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("port") String port,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        Filter filter = Params.filter(instance, protocol, ipv6, ipv4, port, null);
        return Response.ok(
                        JsonOutput.page(
                                "bindings",
                                nat64.get().bindings(filter, cursor, Params.limit(limit)),
                                JsonOutput::binding))
                .build();
    }
}
