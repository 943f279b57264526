// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The compiled program. */
final class Artifacts {
    private Artifacts() {}

    static P4Info p4info(Path compiled) throws IOException {
        P4Info.Builder p4info = P4Info.newBuilder();
        // p4c knows fields that are younger than our stubs.
        TextFormat.Parser.newBuilder()
                .setAllowUnknownFields(true)
                .build()
                .merge(Files.readString(compiled.resolve("isthmus.p4info.txtpb")), p4info);
        return p4info.build();
    }

    static byte[] config(Path compiled) throws IOException {
        return Files.readAllBytes(compiled.resolve("isthmus.json"));
    }
}
