// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** That a server cannot listen where it is to, with what to do about it. */
public final class ListenFailure {
    private static final Path CLIENT_PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    private ListenFailure() {}

    /**
     * @param program what may listen there as well, "switch"
     * @param option of what to give another one
     */
    public static IOException of(
            InetSocketAddress address, Throwable cause, String program, String option) {
        return of(address, cause, program, option, CLIENT_PORTS);
    }

    static IOException of(
            InetSocketAddress address,
            Throwable cause,
            String program,
            String option,
            Path clientPorts) {
        String host = address.getHostString();
        int port = address.getPort();
        String at = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        String reason = reason(cause);
        String other = ": give another " + option;
        if (reason.endsWith("Address already in use")) {
            reason =
                    "another program listens there, or another "
                            + program
                            + other
                            + ifOfClients(port, clientPorts);
        } else if (reason.endsWith("Permission denied")) {
            reason = "ports below 1024 need CAP_NET_BIND_SERVICE" + other;
        } else if (reason.endsWith("Cannot assign requested address")) {
            reason = "no interface of this machine has the address" + other;
        }
        return new IOException("cannot listen at " + at + ": " + reason, cause);
    }

    /** What the system says, behind what libraries do. */
    private static String reason(Throwable cause) {
        Throwable first = cause;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return String.valueOf(first.getMessage());
    }

    /** Empty: Linux gives the port to no client, or does not say to which it does. */
    private static String ifOfClients(int port, Path clientPorts) {
        // With one read, since the kernel has no second part of such a file.
        try (InputStream in = Files.newInputStream(clientPorts)) {
            byte[] text = new byte[64];
            int length = in.read(text);
            String[] range =
                    new String(text, 0, length, StandardCharsets.US_ASCII).strip().split("\\s+");
            int first = Integer.parseInt(range[0]);
            int last = Integer.parseInt(range[1]);
            return port < first || port > last
                    ? ""
                    : String.format(
                            ". Linux gives ports %d to %d to clients, so that an outgoing"
                                    + " connection may have it",
                            first, last);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
