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
     * @param lines whose records end with a line feed
     */
    Journal(Formatter lines) {
        this.lines = lines;
    }

    /**
     * What lines are printed as: with their priority if they go to the journal.
     *
     * @param descriptor of a file, 1 or 2
     */
    static Formatter at(int descriptor, Formatter lines) {
        Path output = Path.of("/proc/self/fd/" + descriptor);
        return takes(output, System.getenv("JOURNAL_STREAM")) ? new Journal(lines) : lines;
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
        String priority = "<" + priority(r.getLevel().intValue()) + ">";
        String text = lines.format(r);
        int end = text.length() - 1;
        return priority + text.substring(0, end).replace("\n", "\n" + priority) + "\n";
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
