// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.io.IOException;
import java.net.InetSocketAddress;

/** That a server cannot listen where it is to, with what to do about it. */
public final class ListenFailure {
    private ListenFailure() {}

    public static IOException of(InetSocketAddress address, Throwable cause) {
        String host = address.getHostString();
        String at = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
        return new IOException("cannot listen at " + at + ": " + reason(cause), cause);
    }

    /** What the system says, behind what libraries do. */
    private static String reason(Throwable cause) {
        Throwable first = cause;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        String message = String.valueOf(first.getMessage());
        if (message.endsWith("Address already in use")) {
            return "another program listens there, or another switch: give another address";
        }
        if (message.endsWith("Permission denied")) {
            return "ports below 1024 need CAP_NET_BIND_SERVICE: give another port";
        }
        if (message.endsWith("Cannot assign requested address")) {
            return "no interface of this machine has the address";
        }
        return message;
    }
}
