// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.holder;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A mapping log whose disk hangs, is full or fails, and what it says of times whose events it lost.
 */
@Timeout(120)
class FailingDiskTest extends LogCase {
    @Test
    void neitherAppendNorWhoHadWaitForADiskThatHangs() throws IOException {
        LogFiles.HungDisk disk = new LogFiles.HungDisk();
        DiskMappingLog log = files.open(Retention.ALL, 100, 8, disk);
        try {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30),
                    () -> {
                        for (int i = 0; i < 10; i++) {
                            log.append(assigned(i, i, 1, i));
                        }
                        for (int i = 0; i < 10; i++) {
                            assertEquals(1, log.whoHad(17, 1, i * BLOCK, 10).size());
                        }
                    });
        } finally {
            disk.go.countDown();
        }
        assertEquals(2, log.lost());
        log.flush();
        log.append(assigned(11, 11, 1, 11));
        // Behind the loss, with what was held then.
        assertEquals(
                "0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 8 9 11",
                LogFiles.since(files.open(100), 0, 100).stream()
                        .map(e -> e.epochMillis + "")
                        .collect(Collectors.joining(" ")));
    }

    @Test
    void aLogThatADiskHasNoRoomForIsNamed() throws IOException {
        Disk full =
                new Disk() {
                    @Override
                    void force(FileChannel channel) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        IOException e =
                assertThrows(IOException.class, () -> files.open(Retention.ALL, 4, 6, full));
        assertTrue(
                e.getMessage().matches("cannot write .*mappings.queue: No space left on device"),
                e.getMessage());
        files.open(100);
    }

    @Test
    void eventsWaitForAFullDisk() throws IOException {
        LogFiles.FullDisk disk = new LogFiles.FullDisk();
        DiskMappingLog log = files.open(Retention.ALL, 4, 6, disk);
        for (int i = 0; i < 6; i++) {
            log.append(assigned(i, i, 1, i));
        }
        IOException slow = assertThrows(IOException.class, log::flush);
        String why = "cannot write " + files.directory + ": No space left on device";
        assertEquals("the mapping log waits for the disk: " + why, slow.getMessage());
        assertEquals(why, log.problem());
        assertEquals(0, log.lost());
        assertEquals(6, log.waiting());
        // What is lost is in the next file if it is still held.
        log.append(assigned(6, 6, 1, 6));
        log.append(assigned(7, 7, 1, 7));
        log.append(released(8, 7, 1, 7));
        assertEquals(3, log.lost());
        disk.full = false;
        while (log.problem() != null) {
            Thread.onSpinWait();
        }
        log.flush();
        for (int i = 10; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
            log.flush();
        }
        log = files.open(4);
        for (int i = 0; i < 20; i++) {
            assertEquals(
                    i == 7 || i == 8 || i == 9 ? 0 : 1,
                    log.whoHad(17, 1, i * BLOCK, 100).size(),
                    "block " + i);
        }
    }

    /** As of memory that is mapped from a disk that fails, in a segment or in its index. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anErrorOfTheJvmIsAFailureLikeOthers() throws IOException {
        boolean[] fails = {true};
        LogFiles.Unforced disk =
                new LogFiles.Unforced() {
                    @Override
                    void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
                        boolean isIndex = bytes.remaining() == SegmentIndex.PAGE;
                        if (fails[0] || isIndex) {
                            fails[0] = false;
                            throw new InternalError("a fault in a memory access");
                        }
                        super.write(channel, bytes, at);
                    }

                    @Override
                    long retryMillis() {
                        return 1;
                    }
                };
        DiskMappingLog log = files.open(Retention.ALL, 4, 100, disk);
        for (int i = 0; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
        }
        while (log.waiting() > 0) {
            Thread.onSpinWait();
        }
        assertTrue(files.files(".log").size() > 2);
    }

    /** An answer from before the loss may name somebody who had given the port back. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nobodyIsNamedOfATimeWhoseEventsWereLost() throws IOException {
        for (boolean restarts : new boolean[] {false, true}) {
            LogFiles.FullDisk disk = new LogFiles.FullDisk();
            DiskMappingLog log = files.open(Retention.ALL, 100, 4, disk);
            log.append(assigned(10, 1, 1, 0));
            for (int i = 1; i <= 3; i++) {
                log.append(assigned(10 + i, 10 + i, 1, i));
            }
            log.append(released(50, 1, 1, 0));
            log.append(assigned(60, 2, 1, 0));
            assertEquals(2, log.lost());
            while (log.problem() == null) {
                Thread.onSpinWait();
            }
            if (restarts) {
                // Twice, before the core says what it holds.
                files.open(Retention.ALL, 100, 4, disk);
                log = files.open(Retention.ALL, 100, 4, new LogFiles.Unforced());
                log.flush();
                log.append(released(70, 1, 1, 0));
                log.append(assigned(70, 2, 1, 0));
                log.append(assigned(70, 11, 1, 1));
            } else {
                disk.full = false;
                while (log.waiting() > 0) {
                    Thread.onSpinWait();
                }
                log.append(assigned(70, 99, 1, 9));
            }
            log.flush();
            for (int i = 0; i < 2; i++) {
                assertEquals(1, holder(log, 0, 12));
                for (long at = 13; at < 70; at++) {
                    long asked = at;
                    DiskMappingLog opened = log;
                    assertThrows(LostException.class, () -> opened.whoHad(17, 1, 0, asked));
                }
                assertEquals(2, holder(log, 0, 70));
                assertEquals(11, holder(log, BLOCK, 70));
                assertEquals(List.of(), log.damage());
                log = files.open(100);
            }
            files.close();
            for (Path file : files.files("")) {
                Files.delete(file);
            }
        }
    }

    /** Of the present the memory knows everything, of what is in between each block's last. */
    @Test
    void nobodyIsNamedOfATimeWhoseEventsAreBeingLost() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 0));
        log.append(assigned(11, 11, 1, 1));
        log.append(released(50, 1, 1, 0));
        log.append(assigned(60, 2, 1, 0));
        assertEquals(2, log.lost());
        assertEquals(1, holder(log, 0, 10));
        for (long at : new long[] {11, 49, 50, 59}) {
            assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, at));
        }
        assertEquals(2, holder(log, 0, 60));
        assertEquals(2, holder(log, 0, Nat64.PRESENT));
        assertEquals(11, holder(log, BLOCK, 60));
        // What the next process does not know, it does not say.
        DiskMappingLog next = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        assertEquals(1, holder(next, 0, 10));
        for (long at : new long[] {11, 60, 61}) {
            assertThrows(LostException.class, () -> next.whoHad(17, 1, 0, at));
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void thePresentIsKnownWhileAFileIsBegunBehindALoss() throws Exception {
        CountDownLatch begins = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        LogFiles.Unforced disk =
                new LogFiles.Unforced() {
                    private int headers;

                    @Override
                    void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
                        // That of the first file, the same once it is cut, that of the next one.
                        if (at == 0 && ++headers == 3) {
                            begins.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                        }
                        super.write(channel, bytes, at);
                    }
                };
        DiskMappingLog log = files.open(Retention.ALL, 100, 100, disk);
        log.append(assigned(10, 1, 1, 0));
        log.flush();
        log.lose(50);
        log.append(assigned(60, 2, 1, 0));
        begins.await();
        try {
            assertEquals(2, holder(log, 0, 60));
            assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, 49));
        } finally {
            go.countDown();
        }
    }

    /** Whether it was given back among what was lost, the next process cannot tell. */
    @Test
    void nobodyHasWhatWasHeldBeforeALossUntilTheNextProcessSaysSo() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 0));
        log.append(assigned(11, 11, 1, 1));
        log.append(released(50, 1, 1, 0));
        log = files.open(Retention.ALL, 100, 2, new LogFiles.Unforced());
        assertNull(log.whoHas(17, 1, 0));
        assertNull(log.whoHas(17, 1, BLOCK));
        assertEquals(List.of(), log.whoHad(17, 1, 0, Nat64.PRESENT));
        log.flush();
        // As the core does with what its store has.
        log.append(assigned(70, 11, 1, 1));
        log.flush();
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of(), log.whoHad(17, 1, 0, 70));
            assertEquals(11, holder(log, BLOCK, 70));
            assertEquals(1, holder(log, 0, 10));
            log = files.open(100);
        }
    }

    @Test
    void whatWasNeverWrittenIsWrittenByTheNextProcess() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 4, 100, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 1));
        log.append(released(30, 1, 1, 1));
        log = files.open(4);
        assertEquals(1, log.whoHad(17, 1, BLOCK, 29).size());
        assertEquals(0, log.whoHad(17, 1, BLOCK, 30).size());
        log.flush();
        assertEquals(2, LogFiles.since(log, 0, 10).size());
    }
}
