// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Lines as the journal of systemd wants them: each begins with its priority, sd-daemon(3), or the
 * journal would give all of them the same. Any thread.
 */
final class Journal extends Formatter {
    private final Formatter lines;

    /**
     * @param lines each ends with a line feed
     */
    Journal(Formatter lines) {
        this.lines = lines;
    }

    /**
     * Whether what this program prints goes to the journal.
     *
     * @param descriptor where it prints, 1 or 2
     */
    static boolean takes(int descriptor) {
        return takes(Path.of("/proc/self/fd/" + descriptor), System.getenv("JOURNAL_STREAM"));
    }

    /**
     * @param stream device and inode of the socket of the journal, null: there is none; a child
     *     whose output goes elsewhere inherits the variable
     */
    static boolean takes(Path output, String stream) {
        try {
            return stream != null
                    && stream.equals(
                            Files.getAttribute(output, "unix:dev")
                                    + ":"
                                    + Files.getAttribute(output, "unix:ino"));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String format(LogRecord r) {
        return text(r.getLevel(), lines.format(r));
    }

    /** The same lines with their priority. */
    static String text(Level level, String lines) {
        String priority = "<" + priority(level.intValue()) + ">";
        int end = lines.length() - 1;
        return priority + lines.substring(0, end).replace("\n", "\n" + priority) + "\n";
    }

    /** That of syslog(3). */
    private static int priority(int level) {
        if (level >= Level.SEVERE.intValue()) {
            return 3;
        }
        if (level >= Level.WARNING.intValue()) {
            return 4;
        }
        return level >= Level.INFO.intValue() ? 6 : 7;
    }
}
