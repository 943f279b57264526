// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.isthmus.core.spi.LentThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop with a thread of its own, which sleeps until it is woken, and lent threads. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoopTest {
    private final AtomicInteger packets = new AtomicInteger();
    private final List<String> worked = Collections.synchronizedList(new ArrayList<>());

    private final EventLoop loop =
            new EventLoop(
                    new EventLoop.Work() {
                        @Override
                        public boolean run(boolean briefly) {
                            if (packets.get() == 0) {
                                return false;
                            }
                            packets.decrementAndGet();
                            worked.add(Thread.currentThread().getName() + " " + briefly);
                            return true;
                        }

                        @Override
                        public boolean isPending() {
                            return packets.get() > 0;
                        }
                    },
                    Long.MAX_VALUE);
    private Thread own;

    /** What the lent thread of a test has to do later. */
    private final Queue<Runnable> later = new ArrayDeque<>();

    @BeforeEach
    void start() {
        loop.start("own");
        own =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> t.getName().equals("own") && t.isAlive())
                        .findAny()
                        .orElseThrow();
        awaitSleep();
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private void awaitSleep() {
        while (own.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Does something on a lent thread named "lent"; fails as that does. */
    private void onLentThread(Runnable action) {
        startOnLentThread(action).join();
    }

    private CompletableFuture<Void> startOnLentThread(Runnable action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread lent =
                new Thread(
                        () -> {
                            try {
                                LentThread.lend(later::add);
                                action.run();
                                done.complete(null);
                            } catch (Throwable e) {
                                done.completeExceptionally(e);
                            }
                        },
                        "lent");
        lent.setDaemon(true);
        lent.start();
        return done;
    }

    private void runLater() {
        for (Runnable task; (task = later.poll()) != null; ) {
            task.run();
        }
    }

    private Runnable task(List<String> said, String what) {
        return () -> said.add(what + " on " + Thread.currentThread().getName());
    }

    @Test
    void aLentThreadDoesBriefTasksItself() {
        onLentThread(
                () -> {
                    List<String> said = new ArrayList<>();
                    loop.executeBriefly(task(said, "one"));
                    loop.executeBriefly(task(said, "two"));
                    assertEquals(List.of(), said, "within the call");
                    assertEquals(1, later.size(), "one step for both");
                    runLater();
                    assertEquals(List.of("one on lent", "two on lent"), said);
                    loop.executeBriefly(task(said, "three"));
                    runLater();
                    assertEquals("three on lent", said.get(2));
                });
        assertEquals(Thread.State.TIMED_WAITING, own.getState());
    }

    @Test
    void aLentThreadDoesALittleOfTheWork() {
        onLentThread(
                () -> {
                    packets.set(1);
                    loop.wake();
                    runLater();
                });
        assertEquals(List.of("lent true"), worked);
    }

    @Test
    void moreOfTheWorkIsLeftToTheThreadOfTheLoop() {
        onLentThread(
                () -> {
                    packets.set(4);
                    loop.wake();
                    runLater();
                });
        while (worked.size() < 4) {
            Thread.onSpinWait();
        }
        assertEquals(List.of("lent true", "lent true", "own false", "own false"), worked);
    }

    @Test
    void otherTasksAndWhatIsBehindThemAreLeftToTheThreadOfTheLoop() {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        onLentThread(
                () -> {
                    loop.executeBriefly(
                            () -> {
                                loop.execute(task(said, "one"));
                                loop.executeBriefly(task(said, "two"));
                            });
                    runLater();
                });
        while (said.size() < 2) {
            Thread.onSpinWait();
        }
        assertEquals("one on own", said.get(0));
        assertTrue(said.get(1).startsWith("two"), said::toString);
    }

    @Test
    void aLentThreadWaitsForNobody() throws InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(
                () -> {
                    begun.countDown();
                    awaitQuietly(go);
                });
        begun.await();
        onLentThread(
                () -> {
                    loop.executeBriefly(task(said, "one"));
                    loop.executeBriefly(done::countDown);
                    runLater();
                });
        assertEquals(List.of(), said);
        go.countDown();
        done.await();
        assertEquals(List.of("one on own"), said);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aThreadThatIsNotLentWakesTheLoop() throws InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        loop.executeBriefly(task(said, "one"));
        loop.executeBriefly(done::countDown);
        done.await();
        assertEquals(List.of("one on own"), said);
    }

    @Test
    void loopsOfOneLentThreadAreToldApart() {
        EventLoop other = new EventLoop(new NoWork(), Long.MAX_VALUE);
        other.start("other");
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch both = new CountDownLatch(2);
        onLentThread(
                () -> {
                    loop.executeBriefly(task(said, "one"));
                    other.executeBriefly(both::countDown);
                    loop.executeBriefly(both::countDown);
                    runLater();
                });
        awaitQuietly(both);
        other.close();
        assertEquals(List.of("one on lent"), said);
    }

    @Test
    void nobodyMayWaitForTheCoreInIt() {
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Runnable waits =
                () ->
                        thrown.add(
                                assertThrows(
                                        IllegalStateException.class,
                                        () -> loop.call(() -> null, () -> {})));
        onLentThread(
                () -> {
                    loop.executeBriefly(waits);
                    runLater();
                });
        assertEquals("the core waits for itself", thrown.remove().getMessage());
        loop.execute(waits);
        while (thrown.isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals("the core waits for itself", thrown.remove().getMessage());
    }

    /** As one of a packet that goes too deep somewhere. */
    @Test
    void anErrorEndsNeitherTheThreadOfTheLoopNorTheLentOne() {
        Runnable fails =
                () -> {
                    throw new StackOverflowError("planted");
                };
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        onLentThread(
                () -> {
                    loop.executeBriefly(fails);
                    loop.executeBriefly(task(said, "one"));
                    runLater();
                });
        loop.execute(fails);
        loop.call(
                () -> {
                    said.add("two on " + Thread.currentThread().getName());
                    return CompletableFuture.completedFuture(null);
                },
                () -> {});
        assertEquals(List.of("one on lent", "two on own"), said);
        CompletionException e =
                assertThrows(
                        CompletionException.class,
                        () ->
                                loop.call(
                                        () -> {
                                            throw new StackOverflowError("planted");
                                        },
                                        () -> {}));
        assertEquals("planted", e.getCause().getMessage());
    }

    @Test
    void closeWaitsForATaskOfALentThread() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        CompletableFuture<Void> lent =
                startOnLentThread(
                        () -> {
                            loop.executeBriefly(
                                    () -> {
                                        begun.countDown();
                                        awaitQuietly(go);
                                        ended.incrementAndGet();
                                    });
                            runLater();
                        });
        awaitQuietly(begun);
        AtomicInteger seen = new AtomicInteger(-1);
        Thread closer =
                new Thread(
                        () -> {
                            loop.close();
                            seen.set(ended.get());
                        });
        closer.start();
        while (closer.getState() != Thread.State.WAITING) {
            assertNotEquals(Thread.State.TERMINATED, closer.getState());
            Thread.onSpinWait();
        }
        go.countDown();
        while (closer.isAlive()) {
            Thread.onSpinWait();
        }
        assertEquals(1, seen.get());
        lent.join();
        onLentThread(
                () -> {
                    loop.executeBriefly(ended::incrementAndGet);
                    runLater();
                });
        assertEquals(1, ended.get(), "a task after close");
    }
}
