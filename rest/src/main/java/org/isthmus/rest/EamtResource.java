// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.ws.rs.ClientErrorException;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.HeaderParam;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.EntityTag;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Request;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Page;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;

/** The explicit address mapping table (RFC 7757), as a whole and entry by entry. */
@Path("eamt")
@Produces(MediaType.APPLICATION_JSON)
public final class EamtResource {
    private final Supplier<Nat64> nat64;

    public EamtResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    /**
     * The table, a part of it, or those of it that are in the network configuration or are not;
     * {@code format} beats {@code Accept}.
     */
    @GET
    @Produces({MediaType.APPLICATION_JSON, EamtCsv.TEXT_CSV})
    public Response export(
            @Context Request request,
            @Context UriInfo uri,
            @QueryParam("format") String format,
            @QueryParam("instance") String instance,
            @QueryParam("ipv4") String ipv4,
            @QueryParam("ipv6") String ipv6,
            @QueryParam("configured") String configured,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        boolean csv = EamtCsv.isAsked(format, request);
        EamtQuery query = new EamtQuery(instance, ipv4, ipv6, cursor, limit);
        if (instance != null
                && nat64.get().instances().stream().noneMatch(i -> i.name.equals(instance))) {
            throw new BadInputException("instance", "there is no instance " + instance);
        }
        List<Eam> table = eams(Params.get("configured", configured, Params::bool));
        Response.ResponseBuilder response;
        if (query.isWholeTable()) {
            EntityTag tag = EamtTag.of(table)[csv ? 1 : 0];
            response = request.evaluatePreconditions(tag);
            response = (response == null ? answer(csv, table) : response).tag(tag);
        } else {
            Page<Eam> page = query.of(table);
            response =
                    query.isPaged() && !csv
                            ? Response.ok(JsonOutput.page("eamt", page, JsonOutput::eam))
                            : answer(csv, page.items());
            if (page.next() != null) {
                response.link(
                        uri.getRequestUriBuilder().replaceQueryParam("cursor", page.next()).build(),
                        "next");
            }
        }
        return response.header(HttpHeaders.VARY, HttpHeaders.ACCEPT).build();
    }

    private static Response.ResponseBuilder answer(boolean csv, List<Eam> eams) {
        return csv
                ? Response.ok(EamtCsv.stream(eams), EamtCsv.UTF8)
                : Response.ok(
                        JsonOutput.list("eamt", eams, JsonOutput::eam),
                        MediaType.APPLICATION_JSON_TYPE);
    }

    /**
     * @param configured null: whether they are or not
     */
    private List<Eam> eams(Boolean configured) {
        if (configured == null) {
            return nat64.get().eamt();
        }
        List<Eam> its = nat64.get().configuredEams();
        if (configured) {
            return its;
        }
        return without(nat64.get().eamt(), its);
    }

    /** Adds one. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(
            @Context ContainerRequestContext request, @Context UriInfo uri, InputStream body) {
        Eam eam = EamtJson.readOne(body, InstancesResource.only(nat64.get()));
        try {
            nat64.get().addEams(List.of(eam));
        } catch (InvalidException e) {
            throw new InvalidException(ofOne(e.field()), e.getMessage());
        } catch (ConflictException e) {
            throw new ConflictException(ofOne(e.field()), e.getMessage(), e.other());
        }
        AuditLog.changed(request, List.of(), List.of(eam), JsonOutput::eam);
        return Response.created(uri.getAbsolutePathBuilder().path(eam.prefix4.toString()).build())
                .entity(JsonOutput.one(eam, JsonOutput::eam))
                .build();
    }

    private static String ofOne(String field) {
        return field.replaceFirst("^\\[0]\\.?", "");
    }

    /** Adds all or none. */
    @POST
    @Path("import")
    @Consumes({MediaType.APPLICATION_JSON, EamtCsv.TEXT_CSV})
    public Response addAll(
            @Context ContainerRequestContext request,
            @Context HttpHeaders headers,
            @QueryParam("instance") String instance,
            InputStream body) {
        EamtTable table = read(headers, instance, body);
        Nat64 service = nat64.get();
        table.apply(
                () -> service.addEams(table.eams),
                () -> table.faultsBehind(service.eamt(), service::checkEamt));
        AuditLog.changed(request, List.of(), table.eams, JsonOutput::eam);
        return count("added", table);
    }

    /** Replaces the table in one step; with {@code If-Match} only the one that was seen. */
    @PUT
    @Consumes({MediaType.APPLICATION_JSON, EamtCsv.TEXT_CSV})
    public Response replace(
            @Context ContainerRequestContext context,
            @Context HttpHeaders headers,
            @Context Request request,
            @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
            @QueryParam("instance") String instance,
            InputStream body) {
        EamtTable table = read(headers, instance, body);
        List<Eam> before = nat64.get().eamt();
        List<Eam> expected = ifMatch == null ? null : before;
        if (expected != null && !matches(request, expected)) {
            throw new ClientErrorException(
                    "The table is no longer the one of If-Match: get it again.",
                    Response.Status.PRECONDITION_FAILED);
        }
        Nat64 service = nat64.get();
        table.apply(
                () -> service.replaceEamt(table.eams, expected),
                () -> service.checkEamt(table.eams));
        AuditLog.changed(
                context, without(before, table.eams), without(table.eams, before), JsonOutput::eam);
        return count("entries", table);
    }

    private static List<Eam> without(List<Eam> eams, List<Eam> others) {
        Set<Eam> left = new LinkedHashSet<>(eams);
        others.forEach(left::remove);
        return List.copyOf(left);
    }

    /** What {@link #replace} would refuse of this body; nothing is changed. */
    @POST
    @Path("check")
    @Consumes({MediaType.APPLICATION_JSON, EamtCsv.TEXT_CSV})
    public Response check(
            @Context ContainerRequestContext request,
            @Context HttpHeaders headers,
            @QueryParam("instance") String instance,
            InputStream body) {
        String its = instance(instance);
        return Trial.answer(
                request,
                () -> {
                    EamtTable table = EamtTable.read(headers.getMediaType(), body, its);
                    return table.faults(nat64.get().checkEamt(table.eams));
                });
    }

    private EamtTable read(HttpHeaders headers, String instance, InputStream body) {
        return EamtTable.read(headers.getMediaType(), body, instance(instance));
    }

    /** That of entries that name none: what is asked for, or the only one; null: there are more. */
    private String instance(String asked) {
        String instance = Params.get("instance", asked, Params::identifier);
        return instance != null ? instance : InstancesResource.only(nat64.get());
    }

    private static boolean matches(Request request, List<Eam> eams) {
        for (EntityTag tag : EamtTag.of(eams)) {
            if (request.evaluatePreconditions(tag) == null) {
                return true;
            }
        }
        return false;
    }

    private static Response count(String name, EamtTable table) {
        return Response.ok(
                        JsonOutput.stream(
                                g -> {
                                    g.writeStartObject();
                                    g.writeNumberField(name, table.eams.size());
                                    g.writeEndObject();
                                }))
                .build();
    }

    @GET
    @Path("{address}/{length}")
    public Response get(@PathParam("address") String address, @PathParam("length") String length) {
        Ipv4Prefix prefix = prefix(address, length);
        return of(prefix)
                .map(eam -> Response.ok(JsonOutput.one(eam, JsonOutput::eam)).build())
                .orElseThrow(() -> new NotFoundException("There is no EAM of " + prefix + "."));
    }

    private Optional<Eam> of(Ipv4Prefix prefix) {
        return nat64.get().eamt().stream().filter(e -> e.prefix4.equals(prefix)).findFirst();
    }

    @DELETE
    @Path("{address}/{length}")
    public Response remove(
            @Context ContainerRequestContext request,
            @PathParam("address") String address,
            @PathParam("length") String length) {
        Ipv4Prefix prefix = prefix(address, length);
        List<Eam> before = of(prefix).map(List::of).orElse(List.of());
        nat64.get().removeEam(prefix);
        AuditLog.changed(request, before, List.of(), JsonOutput::eam);
        return Response.noContent().build();
    }

    private static Ipv4Prefix prefix(String address, String length) {
        return Params.get("address", address + "/" + length, Ipv4Prefix::parse);
    }
}
