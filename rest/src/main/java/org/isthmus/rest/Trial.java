// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.Fault;

/** A change that is checked and not made: all that is wrong with it is the answer. */
final class Trial {
    private Trial() {}

    /**
     * @param problems reads the change and finds what is wrong with it; a body that cannot be read
     *     is an answer as well
     */
    static Response answer(ContainerRequestContext request, Supplier<List<FieldError>> problems) {
        AuditLog.changesNothing(request);
        List<FieldError> found;
        try {
            found = problems.get();
        } catch (BadInputException e) {
            found = e.errors();
        }
        return Response.ok(JsonOutput.list("problems", found, FieldError::write)).build();
    }

    /** Faults of one entry by the names of JSON. */
    static List<FieldError> of(List<Fault> faults) {
        return faults.stream()
                .map(f -> new FieldError(ProblemMapper.name(f.field), f.message, 0, 0, f.other))
                .collect(Collectors.toList());
    }
}
