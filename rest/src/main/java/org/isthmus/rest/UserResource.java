// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.security.Principal;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.SecurityContext;

/** Who asks, for a page that offers no change to who may not make any. */
@Path("user")
@Produces(MediaType.APPLICATION_JSON)
public final class UserResource {
    @GET
    public Response get(@Context SecurityContext user) {
        Principal principal = user.getUserPrincipal();
        String name = principal == null ? null : principal.getName();
        String role = Role.of(user).text();
        return Response.ok(
                        JsonOutput.stream(
                                g -> {
                                    g.writeStartObject();
                                    g.writeStringField("name", name);
                                    g.writeStringField("role", role);
                                    g.writeEndObject();
                                }))
                .build();
    }
}
