// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.event;
import static org.isthmus.mappinglog.LogFiles.newest;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentIndexTest {
    @TempDir Path directory;

    private static String text(MappingEvent e) {
        return e == null ? "nobody" : LogFiles.text(e);
    }

    /** Clocks that go back and blocks that overlap: index, file and memory say the same. */
    @Test
    void agreesWithAPlainList() throws IOException {
        long seed = Seeds.of(5);
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        RecentEvents recent = new RecentEvents();
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(10_000);
            for (int i = 0; i < 3000; i++) {
                int first = random.nextInt(200);
                MappingEvent e =
                        event(
                                MappingEvent.Kind.values()[random.nextInt(2)],
                                random.nextInt(100) + i / 10,
                                i,
                                random.nextInt(3) - 1,
                                first,
                                first + random.nextInt(20));
                history.add(e);
                recent.add(e, i, true);
                log.append(e);
            }
            log.close();
            Segment segment = Segment.open(files.files(".log").get(0));
            SegmentIndex.make(segment, new LogFiles.Unforced());
            for (int i = 0; i < 3000; i++) {
                int address = random.nextInt(5) - 2;
                int port = random.nextInt(230);
                int time = random.nextInt(450) - 10;
                String expected = text(newest(history, address, port, time));
                String question = "seed " + seed + ", question " + i;
                try (SegmentIndex index = SegmentIndex.open(segment)) {
                    assertEquals(expected, text(index.newest(17, address, port, time)), question);
                }
                assertEquals(
                        expected,
                        text(segment.newestWithoutIndex(17, address, port, time)),
                        question);
                assertEquals(expected, text(recent.newest(17, address, port, time)), question);
            }
        }
    }
}
