// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import picocli.CommandLine.Option;

/** For what belongs to a NAT64 instance. */
final class InstanceOption {
    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "NAT64 instance; may be left out if there is only one.")
    private String instance;

    /** Null: not given. */
    String name() {
        return instance;
    }

    void write(JsonGenerator g) throws IOException {
        if (instance != null) {
            g.writeStringField("instance", instance);
        }
    }
}
