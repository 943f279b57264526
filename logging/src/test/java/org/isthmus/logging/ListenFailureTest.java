// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenFailureTest {
    private static final String IN_USE =
            "another program listens there, or another switch: give another address";

    @TempDir Path directory;

    private static String of(String host, int port, String reason, Path clientPorts) {
        IOException cause = new IOException("failed to bind", new BindException(reason));
        InetSocketAddress at = InetSocketAddress.createUnresolved(host, port);
        return ListenFailure.of(at, cause, "switch", "address", clientPorts).getMessage();
    }

    private Path clientPorts(String text) throws IOException {
        return Files.writeString(directory.resolve("range"), text);
    }

    private String inUse(int port, Path clientPorts) {
        return of("here", port, "Address already in use", clientPorts);
    }

    @Test
    void whatTheSystemSaysBecomesWhatToDo() {
        Path none = directory.resolve("none");
        assertEquals(
                "cannot listen at 127.0.0.1:80: ports below 1024 need CAP_NET_BIND_SERVICE: give"
                        + " another address",
                of("127.0.0.1", 80, "Permission denied", none));
        assertEquals(
                "cannot listen at [2001:db8::1]:80: no interface of this machine has the address:"
                        + " give another address",
                of("2001:db8::1", 80, "Cannot assign requested address", none));
        assertEquals("cannot listen at here:80: so it is", of("here", 80, "so it is", none));
    }

    @Test
    void aPortThatClientsGetIsNamedAsSuch() throws IOException {
        Path range = clientPorts("40000\t40002\n");
        String said = ". Linux gives ports 40000 to 40002 to clients, so that an outgoing";
        for (int port : new int[] {40000, 40002}) {
            assertEquals(
                    "cannot listen at here:"
                            + port
                            + ": "
                            + IN_USE
                            + said
                            + " connection may have it",
                    inUse(port, range));
        }
        for (int port : new int[] {39999, 40003}) {
            assertEquals("cannot listen at here:" + port + ": " + IN_USE, inUse(port, range));
        }
    }

    @Test
    void whoDoesNotSayWhichPortsClientsGetIsNotSpokenOf() throws IOException {
        String said = "cannot listen at here:4: " + IN_USE;
        assertEquals(said, inUse(4, directory));
        assertEquals(said, inUse(4, directory.resolve("none")));
        for (String text : new String[] {"", "\n", "1\n", "1 many\n", "1 99999999999\n"}) {
            assertEquals(said, inUse(4, clientPorts(text)));
        }
    }

    /** One that the system chose is one that it gives to clients. */
    @Test
    void whichPortsClientsGetIsReadFromTheSystem() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket taken = new ServerSocket(0, 1, here)) {
            IOException cause =
                    assertThrows(
                            IOException.class,
                            () -> new ServerSocket(taken.getLocalPort(), 1, here).close());
            InetSocketAddress at = new InetSocketAddress(here, taken.getLocalPort());
            String message = ListenFailure.of(at, cause, "switch", "address").getMessage();
            assertTrue(
                    message.endsWith(" to clients, so that an outgoing connection may have it"),
                    message);
        }
    }
}
