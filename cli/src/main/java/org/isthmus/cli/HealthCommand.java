// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isthmus.listing.JsonReader;
import picocli.CommandLine.Command;

/** {@code health}. */
@Command(name = "health", description = "Says whether the service can do its job; exits 1 if not.")
final class HealthCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        Client.Answer answer = client.getHealth();
        byte[] bytes = answer.body.readAllBytes();
        Map<String, Object> health = JsonReader.readObject(new ByteArrayInputStream(bytes));
        if (!(health.get("ok") instanceof Boolean) || !(health.get("problems") instanceof List)) {
            throw new JsonParseException(null, "the answer is about nobody's health");
        }
        boolean ok = Boolean.TRUE.equals(health.get("ok"));
        if (json()) {
            JsonWriter.copy(new ByteArrayInputStream(bytes), out());
        } else if (ok) {
            out().println("healthy");
        }
        if (ok) {
            return 0;
        }
        List<String> problems = new ArrayList<>();
        JsonReader.list(health.get("problems")).forEach(p -> problems.add(p.toString()));
        throw new CliException(CliException.REFUSED, problems);
    }
}
