// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;
import javax.ws.rs.core.MediaType;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Eam;

/** A table as a client sent it. Immutable. */
final class EamtTable {
    final List<Eam> eams;

    /** Line of each entry in the body, from 1; null where the format has none. */
    private final int[] lines;

    EamtTable(List<Eam> eams, int[] lines) {
        this.eams = eams;
        this.lines = lines;
    }

    /**
     * @param only the instance of an entry that names none; null: it must
     */
    static EamtTable read(MediaType type, InputStream body, String only) {
        return EamtCsv.TYPE.isCompatible(type)
                ? EamtCsv.read(body, only)
                : new EamtTable(EamtJson.readTable(body, only), null);
    }

    /** Makes a change, and says of what the core refuses where it stands in the body. */
    void apply(Runnable change) {
        try {
            change.run();
        } catch (InvalidException e) {
            String field = ProblemMapper.name(inBody(e.field()));
            FieldError error = new FieldError(field, e.getMessage(), line(e.field()), 0);
            throw new BadInputException(List.of(error));
        } catch (ConflictException e) {
            int line = line(e.field());
            String message = line == 0 ? e.getMessage() : e.getMessage() + " (line " + line + ")";
            throw new ConflictException(inBody(e.field()), message, e.other());
        }
    }

    /** Faults that the core found, with their places in the body. */
    List<EamtFault> faults(List<Fault> found) {
        return found.stream()
                .map(
                        f ->
                                new EamtFault(
                                        new FieldError(
                                                ProblemMapper.name(inBody(f.field)),
                                                f.message,
                                                line(f.field),
                                                0),
                                        f.other))
                .collect(Collectors.toList());
    }

    private static String inBody(String field) {
        return field.startsWith("[") ? "eamt" + field : field;
    }

    private int line(String field) {
        if (lines == null || !field.matches("\\[[0-9]{1,9}].*")) {
            return 0;
        }
        return lines[Integer.parseInt(field.substring(1, field.indexOf(']')))];
    }
}
