// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.logging.Repeated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings netcfg into force again when its file changed, or when it is told to, and then reads the
 * other files of the command line again as well. One thread at a time.
 */
final class ConfigWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

    private final Path file;
    private final Host host;
    private final Others others;
    private FileTime modified;
    private long size;

    /** What is read again besides. */
    interface Others {
        /** Returns what is wrong, one line each; what is wrong is as before. */
        List<String> reload();
    }

    ConfigWatch(Path file, Host host, Others others) throws IOException {
        this.file = file;
        this.host = host;
        this.others = others;
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

    /** A task of this for an executor, where it goes on after a time that failed. */
    Runnable repeated(Runnable task) {
        return new Repeated(
                task, e -> LOG.error("cannot read {} and what else changes again", file, e));
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

    /** Reloads all files; one that is wrong changes nothing, and is an alarm until none is. */
    synchronized void reload() {
        List<String> problems = reloadNetcfg();
        List<String> more = reloadOthers();
        problems.forEach(problem -> LOG.error("{}: {}", file, problem));
        more.forEach(problem -> LOG.error("{}", problem));
        if (problems.isEmpty() && more.isEmpty()) {
            LOG.info("reloaded {}", file);
            return;
        }
        // The alarm names the first ones: of each, whatever the number of the others.
        List<String> all = new ArrayList<>(problems);
        all.addAll(Math.min(1, all.size()), more);
        host.refused(all);
        LOG.info("what was refused stays as it was");
    }

    private List<String> reloadNetcfg() {
        try {
            changed();
            return host.configure(Netcfg.read(file));
        } catch (NetcfgException e) {
            return e.problems();
        } catch (IOException e) {
            return List.of("cannot read it: " + Main.reason(e));
        } catch (RuntimeException e) {
            LOG.error("cannot bring {} into force", file, e);
            return List.of("cannot bring it into force: " + e);
        }
    }

    private List<String> reloadOthers() {
        try {
            return others.reload();
        } catch (RuntimeException e) {
            LOG.error("cannot read the other files of the command line again", e);
            return List.of("the other files of the command line: " + e);
        }
    }
}
