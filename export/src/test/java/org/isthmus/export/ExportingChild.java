// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;

/** Logs events and exports them to a file beside the log, until it is killed. */
public final class ExportingChild {
    private ExportingChild() {}

    static ExporterConfig config(Path log) {
        Path file = log.resolveSibling(log.getFileName() + ".jsonl");
        return new ExporterConfig(
                "archive",
                ExporterConfig.Type.JSON_LINES,
                true,
                new ExporterConfig.File(file.toString(), 0, 0, 1, ExporterConfig.Sync.SECOND),
                null);
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        DiskMappingLog log = new DiskMappingLog(directory, false, false, Retention.of(0, 64));
        Exporters exporters = new Exporters(log, TimeSource.system());
        exporters.configure(List.of(config(directory)));
        long told = 0;
        while (true) {
            log.append(ExportRig.event(log.end()));
            log.flush();
            long sent = exporters.exporters().get(0).sent;
            if (sent > told) {
                told = sent;
                System.out.println(told);
            }
        }
    }
}
