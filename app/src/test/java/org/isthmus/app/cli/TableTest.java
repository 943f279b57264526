// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableTest {
    @Test
    void alignsAndShowsWhatIsNotThere() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Table<Object[]>()
                .text("name", r -> r[0])
                .number("peerPort", r -> r[1])
                .text("static", r -> r[2])
                .print(
                        List.of(
                                new Object[] {"first", 7, true},
                                new Object[] {"a\u001bb", null, false}),
                        new PrintStream(bytes, true, StandardCharsets.UTF_8));
        String expected =
                String.join(
                        System.lineSeparator(),
                        "NAME   PEER-PORT  STATIC",
                        "first          7  yes",
                        "a?b            -  no",
                        "");
        assertEquals(expected, bytes.toString(StandardCharsets.UTF_8));
    }
}
