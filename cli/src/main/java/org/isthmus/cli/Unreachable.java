// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertPathBuilderException;
import javax.net.ssl.SSLException;

/** Why there is no answer, and what to do about it. */
final class Unreachable {
    /** Milliseconds. */
    private static final int PATIENCE = 5000;

    private Unreachable() {}

    /**
     * @param base URL of the server
     */
    static String line(String base, IOException e) {
        if (e instanceof HttpConnectTimeoutException) {
            return "cannot connect to " + base + ": nobody answers there";
        }
        if (e instanceof HttpTimeoutException) {
            return "no answer from " + base + " in time: see --timeout";
        }
        if (e instanceof ConnectException) {
            return "cannot connect to " + base + ": " + connect(URI.create(base));
        }
        if (e instanceof SSLException) {
            return "cannot trust " + base + ": " + tls(e);
        }
        String why = cause(e);
        String line = "lost the connection to " + base + (why.isEmpty() ? "" : ": " + why);
        boolean silent = base.startsWith("http:") && why.contains("received no bytes");
        return silent ? "lost the connection to " + base + "; is it https?" : line;
    }

    /** Tries again, as the HTTP client of Java does not say why it failed. */
    private static String connect(URI base) {
        int port =
                base.getPort() >= 0 ? base.getPort() : base.getScheme().equals("https") ? 443 : 80;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(base.getHost(), port), PATIENCE);
            return "it answers by now: try again";
        } catch (UnknownHostException e) {
            return "there is no host of this name";
        } catch (IOException e) {
            return cause(e).contains("refused")
                    ? "nothing listens there; is the controller running?"
                    : cause(e);
        }
    }

    private static String tls(IOException e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof CertPathBuilderException) {
                return "nobody known has signed its certificate: see --cacert";
            }
        }
        String why = cause(e);
        return why.startsWith("Unrecognized SSL message") || why.contains("not an SSL/TLS record")
                ? "it speaks no TLS; is it http?"
                : why;
    }

    /** The first message of its own in the chain; empty: there is none. */
    private static String cause(Throwable e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            boolean own = t.getCause() == null || !t.getCause().toString().equals(t.getMessage());
            if (own && t.getMessage() != null) {
                return t.getMessage();
            }
        }
        return "";
    }
}
