// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.isthmus.core.net.CertificateTime;

/** Why there is no answer, and what to do about it. */
final class Unreachable {
    private Unreachable() {}

    /**
     * @param base URL of the server
     */
    static String line(String base, IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof UnknownHostException) {
            return "cannot connect to " + base + ": there is no host of this name";
        }
        if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
            boolean refused = message.contains("refused");
            String why = refused ? "nothing listens there; is the controller running?" : message;
            return "cannot connect to " + base + ": " + why;
        }
        if (e instanceof SocketTimeoutException) {
            return message.toLowerCase(Locale.ROOT).startsWith("connect")
                    ? "cannot connect to " + base + ": nobody answers there"
                    : "no answer from " + base + " in time: see --timeout";
        }
        if (e instanceof SSLException) {
            return "cannot trust " + base + ": " + tls(e);
        }
        if (message.startsWith("HTTPS hostname wrong")) {
            return "cannot trust " + base + ": its certificate is for another name";
        }
        if (e instanceof JsonEOFException) {
            return "lost the connection to " + base + " in the middle of its answer";
        }
        if (e instanceof JsonProcessingException) {
            return "the answer of " + base + " is none of a NAT64: see --url";
        }
        boolean clear = base.startsWith("http:");
        if (message.startsWith("Unexpected end of file") || message.startsWith("Invalid Http")) {
            return "lost the connection to " + base + (clear ? "; is it https?" : "");
        }
        return "lost the connection to " + base + (e.getMessage() == null ? "" : ": " + message);
    }

    private static String tls(IOException e) {
        String time = CertificateTime.fault(e);
        if (time != null) {
            return time;
        }
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof CertPathBuilderException) {
                return "nobody known has signed its certificate: see --cacert";
            }
        }
        String why = String.valueOf(e.getMessage());
        return why.contains("nrecognized SSL message") || why.contains("not an SSL/TLS record")
                ? "it speaks no TLS; is it http?"
                : why;
    }
}
