// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings netcfg into force again when its file changed. One thread at a time. */
final class ConfigWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

    private final Path file;
    private final Host host;
    private FileTime modified;
    private long size;

    ConfigWatch(Path file, Host host) throws IOException {
        this.file = file;
        this.host = host;
        changed();
    }

    private boolean changed() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        long bytes = Files.size(file);
        boolean changed = !time.equals(modified) || bytes != size;
        modified = time;
        size = bytes;
        return changed;
    }

    /** Reloads the file if it is another one than before. */
    synchronized void poll() {
        try {
            if (changed()) {
                reload();
            }
        } catch (IOException e) {
            LOG.warn("cannot read the netcfg: {}", Main.reason(e));
        }
    }

    /** Reloads the file; one that is wrong changes nothing. */
    synchronized void reload() {
        List<String> problems;
        try {
            changed();
            problems = host.configure(Netcfg.read(file));
        } catch (NetcfgException e) {
            problems = e.problems();
            host.refused(problems);
        } catch (IOException e) {
            problems = List.of("cannot read it: " + Main.reason(e));
            host.refused(problems);
        } catch (RuntimeException e) {
            LOG.error("cannot bring {} into force", file, e);
            host.refused(List.of("cannot bring it into force: " + e));
            return;
        }
        for (String problem : problems) {
            LOG.error("{}: {}", file, problem);
        }
        LOG.info(
                problems.isEmpty()
                        ? "reloaded " + file
                        : "the configuration before stays in force");
    }
}
