// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.ws.rs.core.MediaType;

/** A refusal as the client sees it (RFC 9457). Immutable. */
public final class Problem {
    public static final MediaType TYPE = new MediaType("application", "problem+json");

    private final String type;
    private final String title;
    private final int status;
    private final String detail;
    private final String instance;
    private final List<FieldError> errors;
    private final String conflictsWith;

    /**
     * @param kind last part of the type; null where the status says it all
     * @param instance null where it is not known
     * @param conflictsWith null where there is no such entry
     */
    Problem(
            String kind,
            String title,
            int status,
            String detail,
            String instance,
            List<FieldError> errors,
            String conflictsWith) {
        this.type = kind == null ? "about:blank" : "urn:isthmus:problem:" + kind;
        this.title = title;
        this.status = status;
        this.detail = detail;
        this.instance = instance;
        this.errors = errors;
        this.conflictsWith = conflictsWith;
    }

    /** What a host answers to a request that it does not let come to the resources, in UTF-8. */
    public static byte[] document(int status, String title, String detail) {
        Problem problem = new Problem(null, title, status, detail, null, List.of(), null);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            JsonOutput.stream(problem::write).write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    void write(JsonGenerator g) throws IOException {
        g.writeStartObject();
        g.writeStringField("type", type);
        g.writeStringField("title", title);
        g.writeNumberField("status", status);
        g.writeStringField("detail", detail);
        if (instance != null) {
            g.writeStringField("instance", instance);
        }
        if (conflictsWith != null) {
            g.writeStringField("conflictsWith", conflictsWith);
        }
        if (!errors.isEmpty()) {
            g.writeArrayFieldStart("errors");
            for (FieldError e : errors) {
                FieldError.write(g, e);
            }
            g.writeEndArray();
        }
        g.writeEndObject();
    }
}
