// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import javax.ws.rs.GET;
import javax.ws.rs.HeaderParam;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Request;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.isthmus.core.api.NotFoundException;

/** The web page that shows the NAT64, made of this API. */
@Path("ui/")
public final class WebPageResource {
    /** Nothing from elsewhere, and no page of others lays itself over the buttons of this one. */
    private static final String POLICY = "default-src 'self'; frame-ancestors 'none'";

    private final WebPage page;

    public WebPageResource(@Context Configuration host) {
        this.page = Nat64Application.page(host);
    }

    /** The page; its files are named relative to the slash at the end. */
    @GET
    @Produces(MediaType.TEXT_HTML)
    public Response index(
            @Context UriInfo uri,
            @Context Request request,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        return uri.getPath().endsWith("/")
                ? file("index.html", request, ifNoneMatch)
                : Nat64Application.redirect(uri, "ui/");
    }

    @GET
    @Path("{file}")
    @Produces(MediaType.WILDCARD)
    public Response file(
            @PathParam("file") String name,
            @Context Request request,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        WebPage.File file = page.file(name);
        if (file == null) {
            throw new NotFoundException("There is no file " + name + " of the page.");
        }
        Response.ResponseBuilder response = request.evaluatePreconditions(file.tag);
        if (response == null) {
            response = Response.ok(file.bytes, file.type);
        }
        return response.tag(file.tag)
                .header(
                        HttpHeaders.CACHE_CONTROL,
                        file.immutable ? "max-age=31536000, immutable" : "no-cache")
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .build();
    }
}
