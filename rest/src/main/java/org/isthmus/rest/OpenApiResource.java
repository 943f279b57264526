// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;

/**
 * The OpenAPI document of this API, and what leads to it; the JSON is generated from the YAML when
 * it is built.
 */
@Path("")
public final class OpenApiResource {
    private static final byte[] JSON = read("openapi.json");
    private static final byte[] YAML = read("openapi.yaml");

    private final WebPage page;

    public OpenApiResource(@Context Configuration host) {
        this.page = Nat64Application.page(host);
    }

    /** To the page, or to the document where the host came without one. */
    @GET
    public Response root(@Context UriInfo uri) {
        String to = page.file("index.html") != null ? "ui/" : "openapi.json";
        return Nat64Application.redirect(uri, to);
    }

    @GET
    @Path("openapi.json")
    @Produces(MediaType.APPLICATION_JSON)
    public Response json() {
        return Response.ok(JSON).build();
    }

    @GET
    @Path("openapi.yaml")
    @Produces("application/yaml")
    public Response yaml() {
        return Response.ok(YAML).build();
    }

    private static byte[] read(String name) {
        try (InputStream in = OpenApiResource.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
