// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class DatagramTransportTest {
    private static final String NAME = "collector.example";

    private InetAddress[] addresses;

    private InetAddress[] resolve(String host) throws UnknownHostException {
        assertEquals(NAME, host);
        if (addresses == null) {
            throw new UnknownHostException(host);
        }
        return addresses;
    }

    private static InetAddress loopback(int last) throws UnknownHostException {
        return InetAddress.getByAddress(NAME, new byte[] {127, 0, 0, (byte) last});
    }

    /** What is sent to the address before would be lost, and nobody would say so. */
    @Test
    void aCollectorThatMovesIsNotSentToWhereItWas() throws IOException {
        try (DatagramSocket collector = new DatagramSocket(0, loopback(1));
                DatagramTransport transport =
                        new DatagramTransport(
                                new InetSocketAddress(loopback(1), collector.getLocalPort()),
                                this::resolve)) {
            addresses = new InetAddress[] {loopback(2), loopback(1)};
            transport.settled(1_000_000);
            transport.settled(1_060_000);
            // Who does not know says nothing of it.
            addresses = null;
            transport.settled(1_120_000);
            addresses = new InetAddress[] {loopback(2)};
            transport.settled(1_179_000);
            IOException e = assertThrows(IOException.class, () -> transport.settled(1_180_000));
            assertEquals(NAME + " is no longer 127.0.0.1", e.getMessage());
        }
    }
}
