// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** A P4Info as a compiler writes it. */
public final class P4InfoFile {
    private P4InfoFile() {}

    /**
     * @param file text, or binary if its name ends with .bin
     * @throws IOException it cannot be read, or is no P4Info
     */
    public static P4Info read(Path file) throws IOException {
        return of(file, Files.readAllBytes(file));
    }

    /**
     * @param content of the file
     * @throws IOException it is no P4Info
     */
    static P4Info of(Path file, byte[] content) throws IOException {
        if (file.toString().endsWith(".bin")) {
            return P4Info.parseFrom(content);
        }
        return parse(new String(content, StandardCharsets.UTF_8));
    }

    /**
     * @throws TextFormat.ParseException it is no P4Info
     */
    static P4Info parse(String text) throws TextFormat.ParseException {
        P4Info.Builder b = P4Info.newBuilder();
        // Compilers may write fields that came after our schema.
        TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build().merge(text, b);
        return b.build();
    }
}
