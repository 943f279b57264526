// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class UnreachableTest {
    private static void line(String expected, IOException e) {
        assertEquals(expected, Unreachable.line("http://h", e));
    }

    @Test
    void theCauseIsSaid() {
        line(
                "cannot connect to http://h: there is no host of this name",
                new UnknownHostException("h"));
        line(
                "cannot connect to http://h: nothing listens there; is the controller running?",
                new ConnectException("Connection refused"));
        line("cannot connect to http://h: No route", new NoRouteToHostException("No route"));
        line("lost the connection to http://h", new IOException());
        line("lost the connection to http://h: reset", new IOException("reset"));
    }

    @Test
    void theWrongSchemeIsNamed() {
        line(
                "lost the connection to http://h; is it https?",
                new IOException("Unexpected end of file from server"));
        line(
                "cannot trust http://h: it speaks no TLS; is it http?",
                new SSLException("Unsupported or unrecognized SSL message"));
        line(
                "cannot trust http://h: its certificate is for another name",
                new IOException("HTTPS hostname wrong:  should be <h>"));
    }

    /** As the JDK has it, whose own text is that of the first alone. */
    @Test
    void aCertificateThatIsNotValidNowIsSaidToBeSo() {
        SSLException refused = new SSLException("PKIX path validation failed");
        refused.initCause(
                new CertPathValidatorException(
                        "validity check failed",
                        new CertificateExpiredException("NotAfter: Fri Oct 30 14:52:06 UTC 2026")));
        line(
                "cannot trust http://h: its certificate has expired, or the clock here is wrong:"
                        + " NotAfter: Fri Oct 30 14:52:06 UTC 2026",
                refused);
    }

    @Test
    void timesOutInTwoWays() {
        line(
                "cannot connect to http://h: nobody answers there",
                new SocketTimeoutException("Connect timed out"));
        line(
                "no answer from http://h in time: see --timeout",
                new SocketTimeoutException("Read timed out"));
    }
}
