// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files beside this class in which {@code @NAME@} stands for a value. */
final class Templates {
    private Templates() {}

    /**
     * @param values names and values in turn
     */
    static String fill(String template, Object... values) {
        String text;
        try (InputStream in = Templates.class.getResourceAsStream(template)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < values.length; i += 2) {
            text = text.replace("@" + values[i] + "@", String.valueOf(values[i + 1]));
        }
        return text;
    }
}
