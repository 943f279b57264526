// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class UnreachableTest {
    private static void line(String expected, IOException e) {
        assertEquals(expected, Unreachable.line("http://h", e));
    }

    @Test
    void theCauseIsInTheChain() {
        line("lost the connection to http://h", new IOException());
        line("lost the connection to http://h: reset", new IOException(new IOException("reset")));
    }

    @Test
    void theWrongSchemeIsNamed() {
        line(
                "lost the connection to http://h; is it https?",
                new IOException(new IOException("HTTP/1.1 header parser received no bytes")));
        line(
                "cannot trust http://h: it speaks no TLS; is it http?",
                new SSLException("Unrecognized SSL message, plaintext connection?"));
    }

    @Test
    void timesOutInTwoWays() {
        line(
                "cannot connect to http://h: nobody answers there",
                new HttpConnectTimeoutException("HTTP connect timed out"));
        line(
                "no answer from http://h in time: see --timeout",
                new HttpTimeoutException("request timed out"));
    }
}
