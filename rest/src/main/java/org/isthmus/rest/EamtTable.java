// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.ws.rs.core.MediaType;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Eam;

/** A table as a client sent it. Immutable. */
final class EamtTable {
    /** A path that begins with the number of an entry. */
    private static final Pattern ROW = Pattern.compile("\\[([0-9]{1,9})](.*)");

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

    /**
     * Makes a change, and says of all that the core refuses where it stands in the body.
     *
     * @param all what else is wrong once the change was refused; may be empty
     */
    void apply(Runnable change, Supplier<List<Fault>> all) {
        Fault first;
        try {
            change.run();
            return;
        } catch (InvalidException e) {
            first = new Fault(e.field(), e.getMessage(), null);
        } catch (ConflictException e) {
            first = new Fault(e.field(), e.getMessage(), e.other());
        }
        // What another one changed meanwhile is wrong with no row.
        List<FieldError> errors = first.field.startsWith("[") ? faults(all.get()) : List.of();
        throw new BadInputException(errors.isEmpty() ? faults(List.of(first)) : errors);
    }

    /** Faults that the core found, with their places in the body, in the order of these. */
    List<FieldError> faults(List<Fault> found) {
        return found.stream()
                .sorted(Comparator.comparingInt(f -> row(f.field)))
                .map(
                        f ->
                                new FieldError(
                                        ProblemMapper.name(inBody(f.field)),
                                        f.message,
                                        line(f.field),
                                        0,
                                        f.other))
                .collect(Collectors.toList());
    }

    /**
     * What adding it to a table would be refused for.
     *
     * @param check says what a whole table would be refused for
     */
    List<Fault> faultsBehind(List<Eam> there, Function<List<Eam>, List<Fault>> check) {
        List<Eam> whole = new ArrayList<>(there);
        whole.addAll(eams);
        List<Fault> faults = new ArrayList<>();
        for (Fault f : check.apply(whole)) {
            Matcher row = ROW.matcher(f.field);
            int i = row.matches() ? Integer.parseInt(row.group(1)) - there.size() : -1;
            if (i >= 0) {
                faults.add(new Fault("[" + i + "]" + row.group(2), f.message, f.other));
            }
        }
        return faults;
    }

    private static String inBody(String field) {
        return field.startsWith("[") ? "eamt" + field : field;
    }

    /** Number of the entry; -1: it is the whole. */
    private static int row(String field) {
        Matcher row = ROW.matcher(field);
        return row.matches() ? Integer.parseInt(row.group(1)) : -1;
    }

    private int line(String field) {
        int row = row(field);
        return lines == null || row < 0 ? 0 : lines[row];
    }
}
