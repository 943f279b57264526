// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** Bindings that operators make (RFC 6146 section 3.1), known by their IPv4 side. */
@Path("static-bindings")
@Produces(MediaType.APPLICATION_JSON)
public final class StaticBindingsResource {
    private final Supplier<Nat64> nat64;

    public StaticBindingsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list() {
        return Response.ok(
                        JsonOutput.list(
                                "staticBindings",
                                nat64.get().staticBindings(),
                                JsonOutput::staticBinding))
                .build();
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(@Context UriInfo uri, InputStream body) {
        String only = InstancesResource.only(nat64.get());
        StaticBinding asked =
                JsonInput.read(body, LimitedStream.ONE, in -> new Fields(only).read(in));
        StaticBinding made = nat64.get().addStaticBinding(asked);
        return Response.created(
                        uri.getAbsolutePathBuilder()
                                .path(Params.name(made.protocol))
                                .path(made.address4.toString())
                                .path(Integer.toString(made.port4))
                                .build())
                .entity(JsonOutput.one(made, JsonOutput::staticBinding))
                .build();
    }

    @GET
    @Path("{protocol}/{ipv4}/{port}")
    public Response get(
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port) {
        Protocol p = Params.get("protocol", protocol, Params::protocol);
        Ipv4Address address = Params.get("ipv4", ipv4, Ipv4Address::parse);
        int number = Params.get("port", port, Params::port);
        for (StaticBinding b : nat64.get().staticBindings()) {
            if (b.protocol == p && b.address4.equals(address) && b.port4 == number) {
                return Response.ok(JsonOutput.one(b, JsonOutput::staticBinding)).build();
            }
        }
        throw new NotFoundException(
                "There is no static binding of " + protocol + " " + address + ":" + number + ".");
    }

    @DELETE
    @Path("{protocol}/{ipv4}/{port}")
    public Response remove(
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port) {
        nat64.get()
                .removeStaticBinding(
                        Params.get("protocol", protocol, Params::protocol),
                        Params.get("ipv4", ipv4, Ipv4Address::parse).bits(),
                        Params.get("port", port, Params::port));
        return Response.noContent().build();
    }

    /** A static binding while it is read. */
    private static final class Fields {
        private static final List<String> NAMES =
                List.of("protocol", "ipv6", "port6", "ipv4", "port4", "instance");

        private String instance;
        private Protocol protocol;
        private Ipv6Address ipv6;
        private Integer port6;
        private Ipv4Address ipv4;
        private Integer port4;

        private Fields(String only) {
            instance = only;
        }

        private StaticBinding read(JsonInput in) throws IOException {
            in.object(NAMES, instance == null ? 6 : 5, name -> field(in, name));
            return in.failed()
                    ? null
                    : new StaticBinding(instance, protocol, ipv6, port6, ipv4, port4);
        }

        private void field(JsonInput in, String name) throws IOException {
            switch (name) {
                case "instance":
                    instance = in.text(Params::identifier);
                    break;
                case "protocol":
                    protocol = in.text(Params::protocol);
                    break;
                case "ipv6":
                    ipv6 = in.text(Ipv6Address::parse);
                    break;
                case "port6":
                    port6 = in.integer(0, 65535);
                    break;
                case "ipv4":
                    ipv4 = in.text(Ipv4Address::parse);
                    break;
                default:
                    port4 = in.integer(0, 65535);
            }
        }
    }
}
