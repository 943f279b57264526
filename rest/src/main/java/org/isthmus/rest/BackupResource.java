// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.util.function.Supplier;
import javax.ws.rs.Consumes;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.ServiceUnavailableException;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.StreamingOutput;

/**
 * A backup of the state of a running host. It has who had what, and its making takes a good part of
 * a disk's time, so it is a POST, which is for admins and is in the audit log; and of a type that
 * has a browser ask first (CORS), so that no page of another site has it made by an admin who reads
 * that page.
 */
@Path("backup")
@Produces(BackupResource.ZIP)
public final class BackupResource {
    static final String ZIP = "application/zip";

    private final Supplier<Administration> administration;

    public BackupResource(@Context Configuration host) {
        this.administration = Nat64Application.administration(host);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response make() {
        Administration.Archive archive;
        try {
            archive = administration.get().backup();
        } catch (IOException e) {
            // A disk that is full or slow is no fault of ours, and whoever asks can help it.
            throw new ServiceUnavailableException(
                    "The backup cannot begin: " + e.getMessage(), ProblemMapper.RETRY_SECONDS);
        }
        StreamingOutput body = archive::write;
        return Response.ok(body)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=isthmus-backup.zip")
                .build();
    }
}
