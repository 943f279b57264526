// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What of a TCP connection its peer has not acknowledged, as Linux tells it. */
final class SendQueue {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private SendQueue() {}

    /**
     * Bytes of connections between these ports, whatever their addresses: the most of any.
     *
     * @return 0 where nothing tells
     */
    static long bytes(int localPort, int remotePort) {
        String local = String.format(Locale.ROOT, ":%04X", localPort);
        String remote = String.format(Locale.ROOT, ":%04X", remotePort);
        long most = 0;
        for (Path table : TABLES) {
            try (BufferedReader rows = Files.newBufferedReader(table, StandardCharsets.US_ASCII)) {
                for (String row = rows.readLine(); row != null; row = rows.readLine()) {
                    // sl local_address rem_address st tx_queue:rx_queue ...
                    String[] fields = row.strip().split("\\s+", 6);
                    if (fields.length == 6
                            && fields[1].endsWith(local)
                            && fields[2].endsWith(remote)) {
                        String queued = fields[4].substring(0, fields[4].indexOf(':'));
                        most = Math.max(most, Long.parseLong(queued, 16));
                    }
                }
            } catch (IOException | RuntimeException e) {
                // Another system: then the time that passes has to do.
                continue;
            }
        }
        return most;
    }
}
