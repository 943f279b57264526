// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Status;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    @Test
    void aReasonIsOneLine() {
        assertEquals(
                "UNAVAILABLE: io exception: Connection refused",
                Connection.reason(
                        Status.UNAVAILABLE
                                .withDescription("io exception")
                                .withCause(new ConnectException("Connection refused"))
                                .asRuntimeException()));
        assertEquals("CANCELLED", Connection.reason(Status.CANCELLED.asException()));
    }
}
