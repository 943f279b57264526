// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.ws.rs.Consumes;
import javax.ws.rs.GET;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.InvalidException;
import org.isthmus.rest.Administration.LogLevel;

/** How much the host logs, until it is started again. */
@Path("log-levels")
@Produces(MediaType.APPLICATION_JSON)
public final class LogLevelsResource {
    private static final String LEVEL = "level";

    /** For a level: as much as the logger above it. */
    private static final String INHERIT = "inherit";

    private final Supplier<Administration> administration;

    public LogLevelsResource(@Context Configuration host) {
        this.administration = Nat64Application.administration(host);
    }

    @GET
    public Response list() {
        List<LogLevel> levels = administration.get().logLevels();
        return Response.ok(JsonOutput.list("logLevels", levels, LogLevelsResource::write)).build();
    }

    @PUT
    @Path("{logger}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response set(
            @Context ContainerRequestContext request,
            @PathParam("logger") String logger,
            InputStream body) {
        Administration host = administration.get();
        String level = JsonInput.read(body, LimitedStream.ONE, LogLevelsResource::read);
        LogLevel asked = new LogLevel(logger, level.equals(INHERIT) ? null : level);
        List<LogLevel> before =
                host.logLevels().stream()
                        .filter(l -> l.logger.equals(logger))
                        .collect(Collectors.toList());
        set(host, asked);
        AuditLog.changed(request, before, List.of(asked), LogLevelsResource::write);
        return Response.ok(JsonOutput.one(asked, LogLevelsResource::write)).build();
    }

    private static void set(Administration host, LogLevel asked) {
        try {
            host.setLogLevel(asked);
        } catch (InvalidException e) {
            // The host names those that it has.
            throw e.field().equals(LEVEL)
                    ? new InvalidException(LEVEL, e.getMessage() + ", " + INHERIT)
                    : e;
        }
    }

    private static String read(JsonInput in) throws IOException {
        String[] level = {null};
        in.object(List.of(LEVEL), 1, name -> level[0] = in.text(text -> text));
        return level[0];
    }

    private static void write(JsonGenerator g, LogLevel level) throws IOException {
        g.writeStartObject();
        g.writeStringField("logger", level.logger);
        g.writeStringField(LEVEL, level.level == null ? INHERIT : level.level);
        g.writeEndObject();
    }
}
