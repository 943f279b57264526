// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of credentials that {@code isthmus-controller password} makes. */
class PasswordCommandTest extends MainCase {
    /** What {@code password} says of a user with what is in the input. */
    private int password(String user, byte[] input) {
        InputStream terminal = System.in;
        System.setIn(new ByteArrayInputStream(input));
        output.reset();
        try {
            return run("password", user);
        } finally {
            System.setIn(terminal);
        }
    }

    @Test
    void aLineOfCredentialsIsOneThatCanBeUsed() throws IOException {
        byte[] p = {'p'};
        for (String[] wrong :
                new String[][] {
                    {"a:b", "a user name has no colon: a:b"},
                    {"", "the name of the user is empty"},
                    {"a\nb", "a user name has no control characters"}
                }) {
            assertEquals(2, password(wrong[0], p));
            assertEquals("isthmus-controller: " + wrong[1] + "\n", errors());
        }
        for (String empty : List.of("", "\n", "\nsecond")) {
            assertEquals(2, password("ann", empty.getBytes(StandardCharsets.UTF_8)));
            assertEquals("isthmus-controller: no password\n", errors());
        }
        assertEquals(2, password("ann", new byte[] {(byte) 0xfc}));
        assertEquals("isthmus-controller: the password is no text in UTF-8\n", errors());
        // As nat64ctl reads --password-file.
        byte[] first = "ge \u00fc \nmore\n".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                "ge \u00fc ", new String(PasswordCommand.read(new ByteArrayInputStream(first))));
        assertEquals(0, password("j\u00fcrgen", first), errors());
        String line = output.toString(StandardCharsets.UTF_8);
        assertTrue(line.startsWith("j\u00fcrgen:"), line);
    }

    /** A file of credentials without a user keeps the controller from starting. */
    @Test
    void aLineOfCredentialsThatCannotBeWrittenIsAnError() {
        InputStream terminal = System.in;
        PrintStream out = System.out;
        System.setIn(new ByteArrayInputStream(new byte[] {'p'}));
        System.setOut(
                new PrintStream(
                        new OutputStream() {
                            @Override
                            public void write(int b) throws IOException {
                                throw new IOException("No space left on device");
                            }
                        }));
        try {
            assertEquals(1, run("password", "ann"));
        } finally {
            System.setIn(terminal);
            System.setOut(out);
        }
        assertEquals("isthmus-controller: the output cannot be written\n", errors());
    }
}
