// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.container.ContainerRequestContext;
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
                                JsonOutput.staticBindingOf(configured())))
                .build();
    }

    private Set<StaticBinding> configured() {
        return Set.copyOf(nat64.get().configuredStaticBindings());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(
            @Context ContainerRequestContext request, @Context UriInfo uri, InputStream body) {
        StaticBinding made = nat64.get().addStaticBinding(read(body));
        AuditLog.changed(request, List.of(), List.of(made), JsonOutput::staticBinding);
        return Response.created(
                        uri.getAbsolutePathBuilder()
                                .path(Params.name(made.protocol))
                                .path(made.address4.toString())
                                .path(Integer.toString(made.port4))
                                .build())
                .entity(JsonOutput.one(made, JsonOutput::staticBinding))
                .build();
    }

    private StaticBinding read(InputStream body) {
        String only = InstancesResource.only(nat64.get());
        return JsonInput.read(body, LimitedStream.ONE, in -> new Fields(only).read(in));
    }

    /** What {@link #add} would refuse of this body; nothing is changed. */
    @POST
    @Path("check")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response check(@Context ContainerRequestContext request, InputStream body) {
        return check(request, body, null);
    }

    /** What {@link #replace} would refuse of this body; nothing is changed. */
    @POST
    @Path("{protocol}/{ipv4}/{port}/check")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response checkReplacement(
            @Context ContainerRequestContext request,
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port,
            InputStream body) {
        return check(request, body, new Side(protocol, ipv4, port).binding());
    }

    private Response check(
            ContainerRequestContext request, InputStream body, StaticBinding replaced) {
        return Trial.answer(
                request, () -> Trial.of(nat64.get().checkStaticBinding(read(body), replaced)));
    }

    @GET
    @Path("{protocol}/{ipv4}/{port}")
    public Response get(
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port) {
        StaticBinding binding = new Side(protocol, ipv4, port).binding();
        return Response.ok(JsonOutput.one(binding, JsonOutput.staticBindingOf(configured())))
                .build();
    }

    @PUT
    @Path("{protocol}/{ipv4}/{port}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replace(
            @Context ContainerRequestContext request,
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port,
            InputStream body) {
        Side side = new Side(protocol, ipv4, port);
        StaticBinding by = read(body);
        List<StaticBinding> before = side.bindings();
        StaticBinding made =
                nat64.get().replaceStaticBinding(side.protocol, side.address.bits(), side.port, by);
        AuditLog.changed(request, before, List.of(made), JsonOutput::staticBinding);
        return Response.ok(JsonOutput.one(made, JsonOutput::staticBinding)).build();
    }

    @DELETE
    @Path("{protocol}/{ipv4}/{port}")
    public Response remove(
            @Context ContainerRequestContext request,
            @PathParam("protocol") String protocol,
            @PathParam("ipv4") String ipv4,
            @PathParam("port") String port) {
        Side side = new Side(protocol, ipv4, port);
        List<StaticBinding> before = side.bindings();
        nat64.get().removeStaticBinding(side.protocol, side.address.bits(), side.port);
        AuditLog.changed(request, before, List.of(), JsonOutput::staticBinding);
        return Response.noContent().build();
    }

    /** The IPv4 side of a binding, as a path has it. */
    private final class Side {
        private final Protocol protocol;
        private final Ipv4Address address;
        private final int port;

        private Side(String protocol, String ipv4, String port) {
            this.protocol = Params.get("protocol", protocol, Params::protocol);
            this.address = Params.get("ipv4", ipv4, Ipv4Address::parse);
            this.port = Params.get("port", port, Params::port);
        }

        /** The binding, or nothing. */
        private List<StaticBinding> bindings() {
            return nat64.get().staticBindings().stream()
                    .filter(
                            b ->
                                    b.protocol == protocol
                                            && b.address4.equals(address)
                                            && b.port4 == port)
                    .collect(Collectors.toList());
        }

        /**
         * @throws NotFoundException there is none
         */
        private StaticBinding binding() {
            return bindings().stream()
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new NotFoundException(
                                            String.format(
                                                    "There is no static binding of %s %s:%d.",
                                                    Params.name(protocol), address, port)));
        }
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
