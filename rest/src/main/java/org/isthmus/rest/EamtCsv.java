// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Request;
import javax.ws.rs.core.StreamingOutput;
import javax.ws.rs.core.Variant;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * The EAMT as CSV: columns ipv4, ipv6, instance and host. When read, a header line names them in
 * any order and case; without one, the prefixes tell which they are, and instance and host follow.
 * The last two may be missing or empty. For one thread.
 */
final class EamtCsv {
    static final String TEXT_CSV = "text/csv";
    static final MediaType TYPE = new MediaType("text", "csv");
    static final MediaType UTF8 = TYPE.withCharset("utf-8");

    private static final List<Variant> VARIANTS =
            Variant.mediaTypes(MediaType.APPLICATION_JSON_TYPE, TYPE).build();

    private static final List<String> COLUMNS = List.of("ipv4", "ipv6", "instance", "host");
    private static final String NAMES = String.join(", ", COLUMNS);

    /** What only an address is like. */
    private static final Pattern PREFIX =
            Pattern.compile("[0-9]+[.][0-9.]+(/.*)?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(/.*)?");

    private static final int INSTANCE = 2;
    private static final int HOST = 3;

    private final CsvInput in;
    private final Errors errors;
    private final String only;

    /** For each of COLUMNS its place in a record. */
    private final int[] at = new int[COLUMNS.size()];

    private final List<Eam> eams = new ArrayList<>();
    private int[] lines = new int[16];
    private int rows;
    private int width;

    private EamtCsv(CsvInput in, String only, Errors errors) {
        this.in = in;
        this.only = only;
        this.errors = errors;
    }

    /**
     * Whether CSV is asked for, and not JSON.
     *
     * @param format the parameter of a query, which beats {@code Accept}; null: not given
     */
    static boolean isAsked(String format, Request request) {
        Boolean asked = Params.get("format", format, EamtCsv::isCsv);
        return asked != null ? asked : TYPE.equals(request.selectVariant(VARIANTS).getMediaType());
    }

    private static boolean isCsv(String format) {
        if (!format.equals("csv") && !format.equals("json")) {
            throw new IllegalArgumentException("must be csv or json, not " + format);
        }
        return format.equals("csv");
    }

    static StreamingOutput stream(List<Eam> eams) {
        return out -> {
            Writer w = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            w.write(String.join(",", COLUMNS));
            w.write("\r\n");
            for (Eam eam : eams) {
                w.write(eam.prefix4.toString());
                w.write(',');
                w.write(eam.prefix6.toString());
                w.write(',');
                w.write(eam.instance);
                w.write(',');
                w.write(eam.host.toString());
                w.write("\r\n");
            }
            w.flush();
        };
    }

    /**
     * @param only the instance of an entry that names none; null: it must
     * @throws BadInputException with all that is wrong
     */
    static EamtTable read(InputStream body, String only) {
        Errors errors = new Errors();
        try {
            CsvInput in = new CsvInput(new LimitedStream(body, LimitedStream.TABLE), errors);
            return new EamtCsv(in, only, errors).read();
        } catch (IOException e) {
            throw new BadInputException("", "the body could not be read to its end");
        }
    }

    private EamtTable read() throws IOException {
        if (!in.next()) {
            throw new BadInputException("", "the body is empty");
        }
        if (isHeader()) {
            header();
        } else {
            noHeader();
            record();
        }
        while (in.next()) {
            record();
        }
        errors.throwIfAny();
        return new EamtTable(eams, Arrays.copyOf(lines, eams.size()));
    }

    /** Whether the first record has no prefix. */
    private boolean isHeader() {
        for (int i = 0; i < in.size(); i++) {
            if (PREFIX.matcher(in.field(i).trim()).matches()) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #stream} writes them; the family of the first tells the order of both. */
    private void noHeader() {
        boolean ipv6First = in.field(0).indexOf(':') >= 0;
        Arrays.fill(at, -1);
        for (int c = 0; c < Math.min(in.size(), at.length); c++) {
            at[c] = c < INSTANCE && ipv6First ? 1 - c : c;
        }
        if (in.size() < INSTANCE || in.size() > at.length) {
            errors.add(
                    new FieldError(
                            "", "without a header line, the columns are " + NAMES, in.line(), 0));
        } else if (in.size() == INSTANCE && only == null) {
            noInstance();
        }
        errors.throwIfAny();
        width = in.size();
    }

    private void noInstance() {
        errors.add(
                new FieldError(
                        "instance", "is missing: there are several instances", in.line(), 0));
    }

    private void header() {
        Arrays.fill(at, -1);
        for (int i = 0; i < in.size(); i++) {
            // Jool's header has words for columns of the same content.
            String name = in.field(i).trim().toLowerCase(Locale.ROOT).replaceFirst(" prefix$", "");
            int column = COLUMNS.indexOf(name);
            if (column < 0) {
                wrong(in.field(i), "is not a column here; the columns are " + NAMES, i);
            } else if (at[column] >= 0) {
                wrong(in.field(i), "is a column twice", i);
            } else {
                at[column] = i;
            }
        }
        for (int c = 0; c < at.length; c++) {
            if (at[c] < 0 && c != HOST && (c != INSTANCE || only == null)) {
                errors.add(
                        new FieldError(
                                COLUMNS.get(c), "is missing in the header line", in.line(), 0));
            }
        }
        errors.throwIfAny();
        width = in.size();
    }

    private void record() {
        int row = rows++;
        if (in.size() != width) {
            errors.add(
                    new FieldError(
                            "eamt[" + row + "]",
                            "has " + in.size() + " fields instead of " + width,
                            in.line(),
                            0));
            return;
        }
        Ipv4Prefix prefix4 = value(row, 0, Ipv4Prefix::parse);
        Ipv6Prefix prefix6 = value(row, 1, Ipv6Prefix::parse);
        String instance = isGiven(INSTANCE) ? value(row, INSTANCE, Params::identifier) : only;
        Eam.Host host = isGiven(HOST) ? value(row, HOST, EamtCsv::host) : Eam.Host.IPV6;
        if (prefix4 == null || prefix6 == null || instance == null || host == null) {
            return;
        }
        if (eams.size() == lines.length) {
            lines = Arrays.copyOf(lines, lines.length * 2);
        }
        lines[eams.size()] = in.line();
        eams.add(new Eam(prefix4, prefix6, instance, host));
    }

    /** Whether the record has a value for a column, which otherwise has a default. */
    private boolean isGiven(int column) {
        boolean empty = at[column] < 0 || in.field(at[column]).isBlank();
        return !empty || column == INSTANCE && only == null;
    }

    private static Eam.Host host(String text) {
        return Eam.Host.parse(text.toLowerCase(Locale.ROOT));
    }

    private <T> T value(int row, int column, Function<String, T> parse) {
        int i = at[column];
        try {
            return parse.apply(in.field(i).trim());
        } catch (IllegalArgumentException e) {
            wrong("eamt[" + row + "]." + COLUMNS.get(column), e.getMessage(), i);
            return null;
        }
    }

    private void wrong(String field, String message, int i) {
        errors.add(new FieldError(field, message, in.line(), in.column(i)));
    }
}
