// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.netfpga.layout.MisfitException;

/** The card of hw/netfpga/rtl/sim/test, as {@code make rtl-test} builds it. */
public final class TinyCard {
    public static final Path FOLDER = Path.of("../../../target/rtl/tiny");
    public static final Path LIBRARY = FOLDER.resolve("libisthmus_rtl.so");

    // Its tables.
    static final int HOSTS = 0;
    static final int ETYPES = 1;

    private TinyCard() {}

    static RtlDescription description() throws IOException, MisfitException {
        return RtlDescription.parse(Files.readAllBytes(FOLDER.resolve("tiny.rtl.json")));
    }
}
