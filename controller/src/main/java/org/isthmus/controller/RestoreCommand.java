// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.isthmus.controller.disk.Restoration;
import org.isthmus.logging.LogOptions;
import org.isthmus.logging.Logs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restore}. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Brings back what 'nat64ctl backup' made, while the controller is stopped.",
            "What was there is kept beside it. One of another deployment is refused."
        })
final class RestoreCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "isthmus-data",
            converter = Main.Directory.class,
            description = "The data directory, as for the controller; default: ${DEFAULT-VALUE}.")
    private Path data;

    @Option(
            names = "--force",
            description = "Lose what was written since the backup, or replace what cannot be read.")
    private boolean force;

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file;

    @Override
    public Integer call() {
        try {
            Logs.configure(new LogOptions());
            System.out.println("isthmus-controller: " + new Restoration(file, data, force).run());
            return 0;
        } catch (IOException e) {
            System.err.println("isthmus-controller: " + OptionFiles.reason(e));
            return Main.FAILED;
        }
    }
}
