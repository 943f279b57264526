// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.isthmus.export.ExportRig.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.mappinglog.LoggedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of exporters, on their threads, as the configuration changes. */
class ExportersTest {
    private static final List<ExporterConfig> ONE = List.of(ExportRig.config(true));

    @TempDir Path directory;

    private final BlockingQueue<Long> told = new LinkedBlockingQueue<>();
    private final Semaphore ended = new Semaphore(0);

    private final class Collector extends SinkStub {
        @Override
        public void send(List<LoggedEvent> events) {
            super.send(events);
            events.forEach(e -> told.add(e.number));
        }

        @Override
        public void close() {
            ended.release();
        }
    }

    /** Takes nothing, until it is closed. */
    private final class Silent extends SinkStub {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void send(List<LoggedEvent> events) {
            told.add(events.get(0).number);
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new IllegalStateException("closed");
        }

        @Override
        public void close() {
            closed.countDown();
            ended.release();
        }
    }

    private List<Long> take(int events) throws InterruptedException {
        List<Long> all = new ArrayList<>();
        while (all.size() < events) {
            all.add(told.take());
        }
        return all;
    }

    private void end(Exporters exporters) throws InterruptedException {
        exporters.configure(List.of());
        ended.acquire();
    }

    @Test
    void oneThatComesBackGoesOnUnlessItsPositionWasDeleted() throws Exception {
        try (ExportRig rig = new ExportRig(directory);
                Exporters exporters = new Exporters(rig.log, rig.time(), c -> new Collector())) {
            rig.append(5);
            exporters.configure(ONE);
            assertEquals(numbers(1, 5), take(5));
            end(exporters);
            rig.append(6);
            exporters.configure(ONE);
            assertEquals(numbers(6, 6), take(1));
            end(exporters);
            Files.delete(Position.file(directory, "x"));
            rig.append(7);
            exporters.configure(ONE);
            assertEquals(1, told.take());
            assertEquals(numbers(2, 7), take(6));
        }
    }

    /** Nobody may ever add one of that name again, which would wait for it. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatIsRemovedEndsAlsoIfItsCollectorTakesNothing() throws Exception {
        try (ExportRig rig = new ExportRig(directory);
                Exporters exporters = new Exporters(rig.log, rig.time(), c -> new Silent())) {
            rig.append(1);
            exporters.configure(ONE);
            assertEquals(numbers(1, 1), take(1));
            end(exporters);
        }
    }
}
