// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.Locale;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code log-level}. */
@Command(
        name = "log-level",
        description = {
            "Says how much the controller logs, or changes it until it is started again.",
            "Under ONOS: log:get and log:set of its shell."
        })
final class LogLevelCommand extends Action {
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
        if (level == null) {
            throw new CliException(CliException.USAGE, "LEVEL is missing");
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
                client.put("/log-levels" + Client.path(logger), body),
                logger
                        + (name.equals("inherit")
                                ? " logs as the logger above it."
                                : " logs at " + name + "."));
    }
}
