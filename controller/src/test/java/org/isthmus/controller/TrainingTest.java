// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run whose classes are archived. */
class TrainingTest {
    @TempDir Path directory;

    @Test
    void endsByItselfAndLeavesNothing() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Training.runIn(data);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.collect(Collectors.toList()));
        }
    }
}
