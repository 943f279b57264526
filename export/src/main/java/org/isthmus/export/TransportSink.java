// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;

/** A sink whose messages go over a transport, which knows what has arrived. */
abstract class TransportSink implements Sink {
    final Transport transport;

    TransportSink(Transport transport) {
        this.transport = transport;
    }

    @Override
    public long sent() {
        return transport.sent();
    }

    @Override
    public long settled(long now) throws IOException {
        return transport.settled(now);
    }

    @Override
    public void finish() throws IOException {
        transport.finish();
    }

    @Override
    public void close() {
        transport.close();
    }
}
