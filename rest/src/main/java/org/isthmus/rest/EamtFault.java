// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Why a table would be refused, and where in its body. Immutable. */
final class EamtFault {
    private final FieldError error;

    /** The entry it conflicts with; null: there is none. */
    private final String other;

    EamtFault(FieldError error, String other) {
        this.error = error;
        this.other = other;
    }

    static List<EamtFault> of(BadInputException e) {
        return e.errors().stream().map(x -> new EamtFault(x, null)).collect(Collectors.toList());
    }

    static void write(JsonGenerator g, EamtFault fault) throws IOException {
        g.writeStartObject();
        fault.error.writeFields(g);
        if (fault.other != null) {
            g.writeStringField("other", fault.other);
        }
        g.writeEndObject();
    }
}
