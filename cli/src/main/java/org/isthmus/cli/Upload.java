// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** The upload of a file, with a progress bar. For one use. */
final class Upload {
    private static final int BAR = 40;

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
        this.progress = progress;
        try {
            boolean standard = file.toString().equals("-");
            in = standard ? stdin : Files.newInputStream(file);
            size = standard ? -1 : Files.size(file);
            if (size == 0) {
                throw new CliException(CliException.USAGE, file + ": is empty");
            }
        } catch (NoSuchFileException e) {
            throw new CliException(CliException.USAGE, file + ": there is no such file");
        } catch (IOException e) {
            throw new CliException(
                    CliException.USAGE, file + ": cannot be read: " + e.getMessage());
        }
    }

    BodyPublisher publisher() {
        BodyPublisher stream = BodyPublishers.ofInputStream(() -> new Counting(in));
        return size > 0 ? BodyPublishers.fromPublisher(stream, size) : stream;
    }

    /** Ends the line of the bar. */
    void end() {
        if (progress != null && drawn >= 0) {
            progress.println();
            progress.flush();
        }
    }

    private void count(int n) {
        sent += Math.max(n, 0);
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

    private final class Counting extends FilterInputStream {
        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            int n = super.read(b, off, len);
            count(n);
            return n;
        }
    }
}
