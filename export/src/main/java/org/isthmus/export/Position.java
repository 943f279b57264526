// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.mappinglog.Witness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to where an exporter's events are delivered, in a file beside the log: {@code
 * exporter-NAME.position}. To advance is to write to memory, and yet it outlives the process.
 *
 * <p>Threading: any thread.
 */
final class Position {
    private static final Logger LOG = LoggerFactory.getLogger(Position.class);

    private final Witness witness;
    private long number;

    private Position(Witness witness, long number) {
        this.witness = witness;
        this.number = number;
    }

    static Path file(Path directory, String name) {
        return directory.resolve("exporter-" + name + ".position");
    }

    /**
     * @param begin where an exporter begins that has no position yet
     * @param first where one begins whose position cannot be read
     * @param end a position is not above: the log lost what was, and gave the numbers again
     * @throws IOException the file cannot be written
     */
    static Position open(Path directory, String name, long begin, long first, long end)
            throws IOException {
        Path file = file(directory, name);
        long number = begin;
        if (Files.exists(file)) {
            try {
                number = Math.min(Witness.read(file, 1).number(0), end);
            } catch (IOException e) {
                LOG.error("exporter {} begins anew: {}", name, e.toString());
                number = first;
            }
        }
        return new Position(Witness.begin(file, number), number);
    }

    /** Number of the first event that is not known to be delivered. */
    synchronized long number() {
        return number;
    }

    /** Events in front of a number are delivered. */
    synchronized void advance(long to) {
        if (to > number) {
            number = to;
            witness.set(0, to);
        }
    }
}
