// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The upload of a file, with a progress bar. For one use. */
final class Upload implements Client.Body {
    private static final int BAR = 40;

    private final Path file;
    private final InputStream in;
    private final PrintWriter progress;
    private final long size;
    private long sent;
    private int drawn = -1;

    /**
     * @param file {@code -} is the standard input
     * @param progress where the bar is drawn; null: nowhere
     */
    Upload(Path file, InputStream stdin, PrintWriter progress) {
        this.file = file;
        this.progress = progress;
        try {
            in = FileFault.open(file, stdin);
            // A pipe's is not known.
            boolean isKnown = !FileFault.isStandardInput(file) && Files.isRegularFile(file);
            size = isKnown ? Files.size(file) : -1;
            if (size == 0) {
                throw new CliException(CliException.USAGE, file + ": is empty");
            }
        } catch (IOException e) {
            throw FileFault.unread("", file, e);
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void write(OutputStream to) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int n = read(buffer); n >= 0; n = read(buffer)) {
            to.write(buffer, 0, n);
            count(n);
        }
    }

    private int read(byte[] buffer) {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            throw FileFault.unread("", file, e);
        }
    }

    /** Ends the line of the bar. */
    void end() {
        if (progress != null && drawn >= 0) {
            progress.println();
            progress.flush();
        }
    }

    private void count(int n) {
        sent += n;
        if (progress == null || size <= 0) {
            return;
        }
        int percent = (int) (sent * 100 / size);
        if (percent != drawn) {
            drawn = percent;
            int full = percent * BAR / 100;
            progress.print(
                    String.format(
                            Locale.ROOT,
                            "\r[%s%s] %3d%% of %.1f MB%s",
                            "#".repeat(full),
                            " ".repeat(BAR - full),
                            percent,
                            size / 1e6,
                            percent == 100 ? ", waiting for the switches" : ""));
            progress.flush();
        }
    }
}
