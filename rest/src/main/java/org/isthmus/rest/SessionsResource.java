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
import javax.ws.rs.core.Request;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;

/** The session table (RFC 6146 section 3.2), page by page or all that was found. */
@Path("sessions")
public final class SessionsResource {
    private final Supplier<Nat64> nat64;

    public SessionsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    @Produces({MediaType.APPLICATION_JSON, EamtCsv.TEXT_CSV})
    public Response list(
            @Context Request request,
            @Context UriInfo uri,
            @QueryParam("instance") String instance,
            @QueryParam("protocol") String protocol,
            @QueryParam("ipv6") String ipv6,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("port") String port,
            @QueryParam("bindingPort") String bindingPort,
            @QueryParam("peer") String peer,
            @QueryParam("peerPort") String peerPort,
            @QueryParam("state") String state,
            @QueryParam("sort") String sort,
            @QueryParam("order") String order,
            @QueryParam("total") String total,
            @QueryParam("all") String all,
            @QueryParam("format") String format,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        Filter filter =
                Params.filter(
                        instance, protocol, ipv6, ipv4, port, bindingPort, peer, peerPort, state);
        Nat64 service = nat64.get();
        return new LongList<>(LongList.Kind.SESSIONS, page -> service.sessions(filter, page))
                .answer(request, uri, format, all, cursor, limit, sort, order, total);
    }
}
