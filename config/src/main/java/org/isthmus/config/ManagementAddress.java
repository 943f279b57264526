// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a device's P4Runtime server listens, {@code grpc://192.0.2.9:50001?device_id=1}; {@code
 * grpcs} asks for TLS. Immutable; equal by value.
 */
public final class ManagementAddress {
    private final String host;
    private final int port;
    private final long deviceId;
    private final boolean tls;

    private ManagementAddress(String host, int port, long deviceId, boolean tls) {
        this.host = host;
        this.port = port;
        this.deviceId = deviceId;
        this.tls = tls;
    }

    /**
     * Parses the form of ONOS.
     *
     * @throws IllegalArgumentException names the text, unless that may hold a password
     */
    public static ManagementAddress parse(String text) {
        if (text.indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "names a user, whom P4Runtime does not know; a client shows a certificate");
        }
        try {
            URI uri = new URI(text);
            boolean tls = "grpcs".equals(uri.getScheme());
            String query = uri.getQuery();
            if ((tls || "grpc".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() > 0
                    && uri.getPort() <= 0xffff
                    && uri.getFragment() == null
                    && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                    && query != null
                    && query.matches("device_id=[0-9]{1,19}")) {
                long deviceId = Long.parseLong(query.substring("device_id=".length()));
                return new ManagementAddress(uri.getHost(), uri.getPort(), deviceId, tls);
            }
        } catch (URISyntaxException | NumberFormatException e) {
            throw new IllegalArgumentException(message(text), e);
        }
        throw new IllegalArgumentException(message(text));
    }

    private static String message(String text) {
        return "not of the form grpc://HOST:PORT?device_id=N or grpcs://HOST:PORT?device_id=N: "
                + text;
    }

    /** A name, an IPv4 address, or an IPv6 address in brackets. */
    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** P4Runtime's number of the device behind the server. */
    public long deviceId() {
        return deviceId;
    }

    public boolean tls() {
        return tls;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ManagementAddress && toString().equals(o.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return (tls ? "grpcs://" : "grpc://") + host + ":" + port + "?device_id=" + deviceId;
    }
}
