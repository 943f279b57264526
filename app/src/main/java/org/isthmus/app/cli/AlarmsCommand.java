// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.Locale;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Nat64;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-alarms}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-alarms",
        description = "Says what is wrong now, the worst first")
public final class AlarmsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(
                "alarms",
                nat64.alarms(),
                JsonOutput::alarm,
                new Table<Alarm>()
                        .text("severity", a -> a.severity.name().toLowerCase(Locale.ROOT))
                        .text("subject", a -> a.subject)
                        .text("since", a -> Times.of(a.sinceEpochMillis))
                        .text("message", a -> a.message));
    }
}
