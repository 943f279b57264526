// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** A compiled program: p4/compiled, or what the build made of it for one profile of sizes. */
public final class Artifacts {
    /** It would warn of every field that it skips. */
    private static final Logger PARSER = Logger.getLogger("com.google.protobuf.TextFormat");

    static {
        PARSER.setLevel(Level.SEVERE);
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
    }

    private Artifacts() {}

    public static P4Info p4info(Path compiled) throws IOException {
        P4Info.Builder p4info = P4Info.newBuilder();
        // p4c knows fields that are younger than our stubs.
        TextFormat.Parser.newBuilder()
                .setAllowUnknownFields(true)
                .build()
                .merge(Files.readString(compiled.resolve("isthmus.p4info.txtpb")), p4info);
        return p4info.build();
    }

    public static byte[] config(Path compiled) throws IOException {
        return Files.readAllBytes(compiled.resolve("isthmus.json"));
    }
}
