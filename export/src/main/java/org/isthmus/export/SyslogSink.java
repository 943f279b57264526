// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isthmus.mappinglog.LoggedEvent;

/**
 * Syslog (RFC 5424): a datagram for each message (RFC 5426), or a stream of messages behind their
 * lengths (RFC 6587 section 3.4.1; over TLS, RFC 5425).
 */
final class SyslogSink extends TransportSink {
    private final int facility;
    private final String hostname;

    /**
     * @param facility 0 to 23
     * @param hostname of this machine
     */
    SyslogSink(Transport transport, int facility, String hostname) {
        super(transport);
        this.facility = facility;
        this.hostname = SyslogMessage.hostname(hostname);
    }

    @Override
    public void send(List<LoggedEvent> events) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream(events.size() * 300);
        for (LoggedEvent event : events) {
            byte[] message =
                    SyslogMessage.of(event, facility, hostname).getBytes(StandardCharsets.US_ASCII);
            if (transport.isDatagram()) {
                transport.send(message, message.length);
            } else {
                stream.writeBytes((message.length + " ").getBytes(StandardCharsets.US_ASCII));
                stream.writeBytes(message);
            }
        }
        if (!transport.isDatagram()) {
            transport.send(stream.toByteArray(), stream.size());
        }
    }
}
