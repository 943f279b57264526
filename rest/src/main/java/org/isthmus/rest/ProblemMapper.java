// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.ws.rs.HttpMethod;
import javax.ws.rs.ServiceUnavailableException;
import javax.ws.rs.WebApplicationException;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import javax.ws.rs.ext.ExceptionMapper;
import javax.ws.rs.ext.Provider;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.net.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns every failure into a problem document; what the client need not know goes to the log. */
@Provider
public final class ProblemMapper implements ExceptionMapper<Throwable> {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);

    /** RFC 4918; not among the constants of JAX-RS. */
    private static final int INSUFFICIENT_STORAGE = 507;

    /** It may have room again. */
    static final long RETRY_SECONDS = 10;

    private static final Pattern PORTS = Pattern.compile("(?:first|last)Port\\[([0-2])]");

    @Context private UriInfo uri;

    @Override
    public Response toResponse(Throwable t) {
        if (t instanceof BadInputException) {
            BadInputException e = (BadInputException) t;
            return e.conflictsWith() == null
                    ? invalid(e.errors())
                    : conflict(e.errors(), e.conflictsWith());
        }
        if (t instanceof InvalidException) {
            String field = name(((InvalidException) t).field());
            return invalid(List.of(new FieldError(field, t.getMessage())));
        }
        if (t instanceof ConflictException) {
            ConflictException e = (ConflictException) t;
            FieldError error = new FieldError(name(e.field()), e.getMessage());
            return conflict(List.of(error), e.other());
        }
        if (t instanceof NotFoundException) {
            return problem("not-found", "Not found", 404, t.getMessage(), List.of(), null);
        }
        if (t instanceof LostException) {
            return problem("lost", "Lost", 410, t.getMessage(), List.of(), null);
        }
        if (t instanceof ExhaustedException) {
            return problem(
                    "exhausted",
                    "Exhausted",
                    INSUFFICIENT_STORAGE,
                    t.getMessage(),
                    List.of(),
                    null);
        }
        if (t instanceof StoreFailedException) {
            return http(new ServiceUnavailableException(t.getMessage(), RETRY_SECONDS));
        }
        if (t instanceof WebApplicationException) {
            return http((WebApplicationException) t);
        }
        String id = "urn:uuid:" + UUID.randomUUID();
        LOG.error("Request failed, told the client {}", id, t);
        String detail = "The service failed; its log says more under " + id + ".";
        return response(
                new Problem(null, "Internal Server Error", 500, detail, id, List.of(), null), 500);
    }

    private Response invalid(List<FieldError> errors) {
        return problem("invalid", "Invalid request", 400, firstOf(errors), errors, null);
    }

    private Response conflict(List<FieldError> errors, String other) {
        return problem("conflict", "Conflict", 409, firstOf(errors), errors, other);
    }

    private static String firstOf(List<FieldError> errors) {
        return errors.get(0) + (errors.size() > 1 ? ", and " + (errors.size() - 1) + " more" : "");
    }

    private Response http(WebApplicationException e) {
        Response given = e.getResponse();
        int status = given.getStatus();
        if (status < 400) {
            return given;
        }
        String path = uri.getRequestUri().getPath();
        String detail;
        switch (status) {
            case 400:
                // Whoever else finds a fault names its field.
                detail = "A header of the request is not as HTTP has it.";
                break;
            case 404:
                detail = "There is nothing at " + path + ".";
                break;
            case 405:
                detail = path + " allows " + allowed(given) + ".";
                break;
            case 406:
                detail = path + " has no representation of the types in Accept.";
                break;
            case 415:
                detail =
                        given.getHeaderString(HttpHeaders.ACCEPT_ENCODING) == null
                                ? path + " takes no body of this Content-Type."
                                : path + " takes no body with a Content-Encoding.";
                break;
            default:
                detail = e.getMessage();
        }
        String title = given.getStatusInfo().getReasonPhrase();
        Response problem = problem(null, title, status, detail, List.of(), null);
        Response.ResponseBuilder builder = Response.fromResponse(problem);
        if (status == 405) {
            builder.header(HttpHeaders.ALLOW, allowed(given));
        }
        for (String header : List.of(HttpHeaders.ACCEPT_ENCODING, HttpHeaders.RETRY_AFTER)) {
            if (given.getHeaderString(header) != null) {
                builder.header(header, given.getHeaderString(header));
            }
        }
        return builder.build();
    }

    /** The implementation answers HEAD and OPTIONS as well, and names them on some occasions. */
    private static String allowed(Response given) {
        Set<String> methods =
                new TreeSet<>(List.of(given.getHeaderString(HttpHeaders.ALLOW).split("\\s*,\\s*")));
        methods.add(HttpMethod.OPTIONS);
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        return String.join(", ", methods);
    }

    private Response problem(
            String kind,
            String title,
            int status,
            String detail,
            List<FieldError> errors,
            String conflictsWith) {
        URI at = uri.getRequestUri();
        String instance =
                at.getRawQuery() == null
                        ? at.getRawPath()
                        : at.getRawPath() + "?" + at.getRawQuery();
        return response(
                new Problem(kind, title, status, detail, instance, errors, conflictsWith), status);
    }

    private static Response response(Problem problem, int status) {
        return Response.status(status)
                .type(Problem.TYPE)
                .entity(JsonOutput.stream(problem::write))
                .build();
    }

    /** The name in JSON of a field that the core names. */
    public static String name(String field) {
        return PORTS.matcher(field)
                .replaceAll(
                        r -> "ports." + Params.name(Protocol.values()[r.group(1).charAt(0) - '0']))
                .replaceAll("\\b(prefix|address)([46])\\b", "ipv$2")
                .replaceAll("\\bpeer4\\b", "peer")
                .replaceAll("\\bpeerPort4\\b", "peerPort")
                .replaceAll("\\bafter\\b", "cursor")
                .replaceAll("\\border\\b", "sort");
    }
}
