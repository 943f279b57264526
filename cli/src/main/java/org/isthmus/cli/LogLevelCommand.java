// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code log-level}. */
@Command(
        name = "log-level",
        description = {
            "Says how much the controller or one of its loggers logs,"
                    + " or changes it until it is started again.",
            "Under ONOS: log:get and log:set of its shell."
        })
final class LogLevelCommand extends Action {
    /** Above all loggers. */
    private static final String ROOT = "root";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "LOGGER",
            description = "Such as org.isthmus.controller; root is above all.")
    private String logger;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "LEVEL",
            description =
                    "trace, debug, info, warn, error, off, or inherit: that of the logger above.")
    private String level;

    @Override
    int run(Client client) throws IOException {
        if (logger == null) {
            return list(client, "/log-levels", Listing.LOG_LEVELS);
        }
        String path = "/log-levels" + Client.path(logger);
        if (level == null) {
            return show(client);
        }
        String name = level.toLowerCase(Locale.ROOT);
        byte[] body =
                JsonWriter.bytes(
                        g -> {
                            g.writeStartObject();
                            g.writeStringField("level", name);
                            g.writeEndObject();
                        });
        return done(
                client.put(path, body),
                "logger",
                logger
                        + (name.equals("inherit")
                                ? " logs as the logger above it."
                                : " logs at " + name + "."));
    }

    /** Loggers without a level of their own have that of the next one above that has one. */
    private int show(Client client) throws IOException {
        Map<String, Object> levels = new HashMap<>();
        Listing.LOG_LEVELS.read(
                client.get("/log-levels", Map.of()),
                row -> levels.put((String) row.get("logger"), row.get("level")));
        String name = logger;
        while (!levels.containsKey(name) && !name.equals(ROOT)) {
            int dot = name.lastIndexOf('.');
            name = dot < 0 ? ROOT : name.substring(0, dot);
        }
        // An answer without root is no controller's.
        Object its = levels.getOrDefault(name, "inherit");
        if (json()) {
            try (JsonGenerator g = JsonWriter.pretty(out())) {
                g.writeStartObject();
                g.writeStringField("logger", logger);
                g.writeStringField("level", (String) its);
                g.writeEndObject();
            }
            out().println();
            return 0;
        }
        Printer printer = new Printer(Listing.LOG_LEVELS);
        printer.row(Map.of("logger", logger, "level", its));
        printer.end();
        return 0;
    }
}
