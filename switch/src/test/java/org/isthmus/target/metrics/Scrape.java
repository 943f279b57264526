// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What a client of metrics gets, byte for byte. */
public final class Scrape {
    private Scrape() {}

    /** All that comes back until the end of the connection. */
    public static String raw(InetSocketAddress at, String request) throws IOException {
        try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The metrics. */
    public static String of(InetSocketAddress at) throws IOException {
        String answer = raw(at, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals("HTTP/1.1 200 OK", answer.lines().findFirst().orElse(""), answer);
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /**
     * @param series name and labels, as in the text
     */
    public static double value(String text, String series) {
        return text.lines()
                .filter(l -> l.startsWith(series + " "))
                .mapToDouble(l -> Double.parseDouble(l.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + " in " + text));
    }
}
