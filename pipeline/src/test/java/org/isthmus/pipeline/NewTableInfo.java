// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The P4Info of the program with the table of {@code p4/tests/new_table.p4}. */
public final class NewTableInfo {
    private static final Path COMPILED = Path.of("../p4/compiled/new_table.p4info.txtpb");

    private NewTableInfo() {}

    public static P4Info p4Info() {
        P4Info.Builder table = P4Info.newBuilder();
        try {
            // As the generator reads that of the program.
            TextFormat.Parser.newBuilder()
                    .setAllowUnknownFields(true)
                    .build()
                    .merge(Files.readString(COMPILED), table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        P4Info program = Pipeline.v1model().p4Info();
        return program.toBuilder()
                .addAllTables(table.getTablesList())
                .addAllActions(
                        table.getActionsList().stream()
                                .filter(a -> !program.getActionsList().contains(a))
                                .collect(Collectors.toList()))
                .addAllDirectCounters(table.getDirectCountersList())
                .build();
    }
}
