// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Nat64;

/** Why a host may have no connection. */
@Path("diagnosis")
@Produces(MediaType.APPLICATION_JSON)
public final class DiagnosisResource {
    private final Supplier<Nat64> nat64;

    public DiagnosisResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response get(
            @QueryParam("host") String host,
            @QueryParam("hostPort") String hostPort,
            @QueryParam("peer") String peer,
            @QueryParam("protocol") String protocol,
            @QueryParam("port") String port,
            @QueryParam("instance") String instance) {
        Diagnosis.Flow flow = flow(host, hostPort, peer, protocol, port, instance);
        return Response.ok(JsonOutput.one(nat64.get().diagnose(flow), DiagnosisResource::write))
                .build();
    }

    /**
     * @throws BadInputException names the parameter
     */
    public static Diagnosis.Flow flow(
            String host,
            String hostPort,
            String peer,
            String protocol,
            String port,
            String instance) {
        if (port != null || hostPort != null) {
            Params.require("protocol", protocol, Params::protocol);
        }
        return new Diagnosis.Flow(
                Params.require("host", host, Params::address),
                hostPort == null ? 0 : Params.get("hostPort", hostPort, Params::port),
                Params.get("peer", peer, Params::address),
                Params.get("protocol", protocol, Params::protocol),
                port == null ? 0 : Params.get("port", port, Params::port),
                instance);
    }

    /** As {@code GET /diagnosis} answers. */
    public static void write(JsonGenerator g, Diagnosis d) throws IOException {
        g.writeStartObject();
        g.writeBooleanField("problem", d.isProblem());
        JsonOutput.array(g, "findings", d.findings, DiagnosisResource::finding);
        g.writeEndObject();
    }

    private static void finding(JsonGenerator g, Diagnosis.Finding f) throws IOException {
        g.writeStartObject();
        g.writeStringField("check", f.check.name().toLowerCase(Locale.ROOT));
        g.writeStringField("result", f.result.name().toLowerCase(Locale.ROOT));
        g.writeStringField("message", f.message);
        g.writeEndObject();
    }
}
