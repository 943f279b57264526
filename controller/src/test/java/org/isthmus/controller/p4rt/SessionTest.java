// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Status;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class SessionTest {
    @Test
    void aReasonIsOneLine() {
        assertEquals(
                "UNAVAILABLE: io exception: Connection refused",
                Session.reason(
                        Status.UNAVAILABLE
                                .withDescription("io exception")
                                .withCause(new ConnectException("Connection refused"))
                                .asRuntimeException()));
        assertEquals("CANCELLED", Session.reason(Status.CANCELLED.asException()));
    }
}
