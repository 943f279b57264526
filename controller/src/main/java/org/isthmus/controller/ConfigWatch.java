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
    private Stamp stamp;

    /** By which a file that changed is known. Immutable. */
    static final class Stamp {
        private final FileTime modified;
        private final long size;

        private Stamp(FileTime modified, long size) {
            this.modified = modified;
            this.size = size;
        }

        static Stamp of(Path file) throws IOException {
            return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
        }

        private boolean is(Stamp other) {
            return modified.equals(other.modified) && size == other.size;
        }
    }

    /** What is read again besides. */
    interface Others {
        /** Returns what is wrong, one line each; what is wrong is as before. */
        List<String> reload();
    }

    /**
     * @param stamp of the file before that was read which is in force: what changed since is
     *     another one
     */
    ConfigWatch(Path file, Stamp stamp, Host host, Others others) {
        this.file = file;
        this.stamp = stamp;
        this.host = host;
        this.others = others;
    }

    /** Whether it is another one than at the last call, or is gone since. */
    private boolean changed() {
        Stamp before = stamp;
        try {
            stamp = Stamp.of(file);
        } catch (IOException e) {
            stamp = null;
        }
        return stamp == null ? before != null : before == null || !stamp.is(before);
    }

    /** A task of this for an executor, where it goes on after a time that failed. */
    Runnable repeated(Runnable task) {
        return new Repeated(
                task, e -> LOG.error("cannot read {} and what else changes again", file, e));
    }

    /** Reloads the file if it is another one than before. */
    synchronized void poll() {
        if (changed()) {
            reload();
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
            return List.of("cannot read it: " + OptionFiles.reason(e));
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
