// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
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
