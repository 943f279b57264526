// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.LoggedEvent;

/**
 * NAT events over IPFIX (RFC 8158). Templates come first in each session; over UDP, where they may
 * get lost, again after some time (RFC 7011 section 8.4).
 */
final class IpfixSink extends TransportSink {
    /** RFC 7011 section 10.3.3, where nothing is known of the path. */
    private static final int DATAGRAM = 512;

    private static final int STREAM = 8192;

    private final int domain;
    private final long templateMillis;
    private final TimeSource time;
    private final IpfixMessage message;

    /** Events sent in this session. */
    private long sequence;

    private boolean described;
    private long describedAt;

    /**
     * @param domain observation domain
     * @param templateSeconds over UDP
     */
    IpfixSink(Transport transport, int domain, int templateSeconds, TimeSource time) {
        super(transport);
        this.domain = domain;
        this.templateMillis = TimeUnit.SECONDS.toMillis(templateSeconds);
        this.time = time;
        message = new IpfixMessage(transport.isDatagram() ? DATAGRAM : STREAM);
    }

    @Override
    public void send(List<LoggedEvent> events) throws IOException {
        describe();
        for (LoggedEvent each : events) {
            if (!message.add(each.event)) {
                send();
                message.add(each.event);
            }
        }
        send();
    }

    private void describe() throws IOException {
        long now = time.millis();
        boolean again = transport.isDatagram() && now - describedAt >= templateMillis;
        if (!described || again) {
            message.templates();
            send();
            described = true;
            describedAt = now;
        }
    }

    private void send() throws IOException {
        int records = message.records();
        int length = message.finish(time.epochMillis(), sequence, domain);
        transport.send(message.array(), length);
        sequence += records;
        message.clear();
    }

    @Override
    public long settled(long now) throws IOException {
        describe();
        return super.settled(now);
    }
}
