// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.util.List;
import org.isthmus.mappinglog.LoggedEvent;

/** Takes everything, and is sure of nothing. */
class SinkStub implements Sink {
    private long sent;

    @Override
    public void send(List<LoggedEvent> events) {
        sent += events.size();
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public long settled(long now) {
        return 0;
    }

    @Override
    public void finish() {
        // There is nobody to wait for.
    }

    @Override
    public void close() {
        // The same.
    }
}
