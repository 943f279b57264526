// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** Pools of IPv4 addresses and ports. */
@Path("pools")
@Produces(MediaType.APPLICATION_JSON)
public final class PoolsResource {
    private final Supplier<Nat64> nat64;

    public PoolsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list() {
        return Response.ok(JsonOutput.list("pools", nat64.get().pools(), JsonOutput::pool)).build();
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(
            @Context ContainerRequestContext request, @Context UriInfo uri, InputStream body) {
        Fields read = read(body);
        Pool pool;
        try {
            pool = nat64.get().addPool(read.pool);
        } catch (InvalidException e) {
            throw new InvalidException(read.inBody(e.field()), e.getMessage());
        } catch (ConflictException e) {
            throw new ConflictException(read.inBody(e.field()), e.getMessage(), e.other());
        }
        AuditLog.changed(request, List.of(), List.of(pool), JsonOutput::pool);
        return Response.created(uri.getAbsolutePathBuilder().path(pool.spec.name).build())
                .entity(JsonOutput.one(pool, JsonOutput::pool))
                .build();
    }

    private Fields read(InputStream body) {
        String only = InstancesResource.only(nat64.get());
        return JsonInput.read(body, LimitedStream.ONE, in -> new Fields(only).read(in));
    }

    /** What {@link #add} would refuse of this body; nothing is changed. */
    @POST
    @Path("check")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response check(@Context ContainerRequestContext request, InputStream body) {
        return Trial.answer(
                request,
                () -> {
                    Fields read = read(body);
                    return Trial.of(
                            nat64.get().checkPool(read.pool).stream()
                                    .map(f -> new Fault(read.inBody(f.field), f.message, f.other))
                                    .collect(Collectors.toList()));
                });
    }

    /** The pool of that name, which {@link #check} would hide. */
    @GET
    @Path("check")
    public Response getCheck() {
        return get("check");
    }

    /** The pool of that name, which {@link #check} would hide. */
    @DELETE
    @Path("check")
    public Response removeCheck(@Context ContainerRequestContext request) {
        return remove(request, "check");
    }

    @GET
    @Path("{name}")
    public Response get(@PathParam("name") String name) {
        return named(name)
                .map(pool -> Response.ok(JsonOutput.one(pool, JsonOutput::pool)).build())
                .orElseThrow(() -> new NotFoundException("There is no pool " + name + "."));
    }

    private Optional<Pool> named(String name) {
        return nat64.get().pools().stream().filter(p -> p.spec.name.equals(name)).findFirst();
    }

    @DELETE
    @Path("{name}")
    public Response remove(
            @Context ContainerRequestContext request, @PathParam("name") String name) {
        List<Object> before = PoolRemoval.of(nat64.get(), name);
        nat64.get().removePool(name);
        AuditLog.changed(request, before, List.of(), PoolRemoval::write);
        return Response.noContent().build();
    }

    /** Has the pool drain; see {@link PoolSpec#drains}. */
    @PUT
    @Path("{name}/drain")
    public Response drain(
            @Context ContainerRequestContext request, @PathParam("name") String name) {
        return drain(request, name, true);
    }

    /** The pool is no longer to drain. */
    @DELETE
    @Path("{name}/drain")
    public Response fill(@Context ContainerRequestContext request, @PathParam("name") String name) {
        return drain(request, name, false);
    }

    private Response drain(ContainerRequestContext request, String name, boolean drain) {
        List<Pool> before = named(name).map(List::of).orElse(List.of());
        Pool pool = nat64.get().drainPool(name, drain);
        AuditLog.changed(request, before, List.of(pool), JsonOutput::pool);
        return Response.ok(JsonOutput.one(pool, JsonOutput::pool)).build();
    }

    /** A pool while it is read, and where in the body its prefixes are. */
    private static final class Fields {
        private static final List<String> NAMES =
                List.of(
                        "name",
                        "prefixes",
                        "instance",
                        "ports",
                        "deterministic",
                        "filtering",
                        "holdSyns",
                        "portSets",
                        "drain");
        private static final List<String> PROTOCOLS = List.of("icmp", "tcp", "udp");
        private static final Pattern PREFIX = Pattern.compile("prefixes\\[([0-9]{1,9})]");

        /** What was read; null before, and if anything was wrong. */
        private PoolSpec pool;

        private String name;
        private String instance;
        private List<Ipv4Prefix> prefixes;

        /** For each of the prefixes the number of its range in the body. */
        private final List<Integer> ranges = new ArrayList<>();

        private Deterministic deterministic;
        private Filtering filtering = Filtering.ENDPOINT_INDEPENDENT;
        private boolean holdsSyns;
        private int portSets;
        private boolean drains;
        private final int[] first = PoolSpec.defaultFirstPort();
        private final int[] last = PoolSpec.defaultLastPort();

        private Fields(String only) {
            instance = only;
        }

        private Fields read(JsonInput in) throws IOException {
            in.object(NAMES, instance == null ? 3 : 2, field -> field(in, field));
            if (!in.failed()) {
                pool =
                        new PoolSpec(
                                        name,
                                        instance,
                                        prefixes,
                                        first,
                                        last,
                                        deterministic,
                                        filtering)
                                .holdsSyns(holdsSyns)
                                .portSets(portSets)
                                .drains(drains);
            }
            return this;
        }

        /** The path in the body of what the core names by the number of a prefix. */
        private String inBody(String field) {
            Matcher prefix = PREFIX.matcher(field);
            return prefix.matches()
                    ? "prefixes[" + ranges.get(Integer.parseInt(prefix.group(1))) + "]"
                    : field;
        }

        private void field(JsonInput in, String field) throws IOException {
            switch (field) {
                case "name":
                    name = in.text(Params::identifier);
                    break;
                case "instance":
                    instance = in.text(Params::identifier);
                    break;
                case "prefixes":
                    prefixes = prefixes(in.array(i -> i.text(Ipv4Prefix::parseRange)));
                    if (prefixes != null && prefixes.isEmpty() && !in.failed()) {
                        in.add(field, "must not be empty");
                    }
                    break;
                case "deterministic":
                    deterministic = new DeterministicFields().read(in);
                    break;
                case "filtering":
                    filtering = in.text(Filtering::parse);
                    break;
                case "holdSyns":
                    holdsSyns = in.bool();
                    break;
                case "portSets":
                    Integer ports = in.integer(Limits.PORT_SETS.min, Limits.PORT_SETS.max);
                    portSets = ports == null ? 0 : ports;
                    break;
                case "drain":
                    drains = in.bool();
                    break;
                default:
                    in.object(PROTOCOLS, 0, p -> ports(in, Params.protocol(p).ordinal()));
            }
        }

        /**
         * @param read null: it is no array; those that are wrong are not in it
         */
        private List<Ipv4Prefix> prefixes(List<List<Ipv4Prefix>> read) {
            if (read == null) {
                return null;
            }
            List<Ipv4Prefix> all = new ArrayList<>();
            for (int i = 0; i < read.size(); i++) {
                ranges.addAll(Collections.nCopies(read.get(i).size(), i));
                all.addAll(read.get(i));
            }
            return all;
        }

        private void ports(JsonInput in, int protocol) throws IOException {
            int[] range = in.text(Params::portRange);
            if (range != null) {
                first[protocol] = range[0];
                last[protocol] = range[1];
            }
        }
    }

    /** How its ports follow from subscribers, while it is read. */
    private static final class DeterministicFields {
        private static final List<String> NAMES =
                List.of("subscribers", "portsPerSubscriber", "algorithm");

        private Ipv6Prefix subscribers;
        private Integer ports;
        private Deterministic.Algorithm algorithm = Deterministic.Algorithm.SEQUENTIAL;

        private Deterministic read(JsonInput in) throws IOException {
            in.object(NAMES, 2, field -> field(in, field));
            return in.failed() ? null : new Deterministic(subscribers, ports, algorithm);
        }

        private void field(JsonInput in, String field) throws IOException {
            switch (field) {
                case "subscribers":
                    subscribers = in.text(Ipv6Prefix::parse);
                    break;
                case "portsPerSubscriber":
                    ports =
                            in.integer(
                                    Limits.PORTS_PER_SUBSCRIBER.min,
                                    Limits.PORTS_PER_SUBSCRIBER.max);
                    break;
                default:
                    algorithm = in.text(Deterministic.Algorithm::parse);
            }
        }
    }
}
