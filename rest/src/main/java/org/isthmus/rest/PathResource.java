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
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;

/** The paths of a binding's packets through the network. */
@Path("path")
@Produces(MediaType.APPLICATION_JSON)
public final class PathResource {
    private final Supplier<Nat64> nat64;

    public PathResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    /** The binding is named by its IPv4 side. */
    @GET
    public Response get(
            @QueryParam("protocol") String protocol,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("port") String port,
            @QueryParam("peer") String peer) {
        BindingPath path =
                nat64.get()
                        .path(
                                Params.require("protocol", protocol, Params::protocol),
                                Params.require("ipv4", ipv4, Ipv4Address::parse),
                                Params.require("port", port, Params::port),
                                Params.get("peer", peer, Ipv4Address::parse));
        return Response.ok(JsonOutput.one(path, FabricJson::path)).build();
    }
}
