// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;

/** What each number means. */
@Path("glossary")
@Produces(MediaType.APPLICATION_JSON)
public final class GlossaryResource {
    @GET
    public Response get() {
        return Response.ok(JsonOutput.stream(Glossary::write)).build();
    }
}
