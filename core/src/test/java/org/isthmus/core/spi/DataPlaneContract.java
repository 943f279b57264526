// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * What a host gives to the core, as {@link DataPlane} numbers it: the tests of every host. Calls go
 * by a {@link CheckedDataPlane} but where a test breaks what the core gives.
 */
public abstract class DataPlaneContract {
    /** More frames than any host lets wait. */
    private static final int MANY_FRAMES = 40_000;

    private static final Intent FIRST = new BibIntent.Inbound(Protocol.UDP, 1, 1, 2, 3, 4);
    private static final Intent OTHER = new BibIntent.Inbound(Protocol.UDP, 1, 2, 2, 3, 4);

    /** In the place of {@link #FIRST}. */
    private static final Intent SECOND = new BibIntent.Inbound(Protocol.UDP, 1, 1, 2, 3, 5);

    private static final BibIntent.Outbound OUTBOUND =
            new BibIntent.Outbound(1, Protocol.UDP, 2, 3, 4, 1, 1);

    private static final Intent THIRD = new BibIntent.Inbound(Protocol.UDP, 1, 1, 2, 3, 6);

    /** More than any call takes that does not wait for its device. */
    private static final Duration AT_ONCE = Duration.ofSeconds(60);

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private CompletionStage<List<Intent>> readWhenUp;
    private final List<byte[]> frames = new CopyOnWriteArrayList<>();

    /** Done within the callbacks. */
    private volatile Runnable whenUp = () -> {};

    private volatile Runnable whenPunted = () -> {};
    private CheckedDataPlane plane;

    /** The one under test, the same at every call; its device is away. */
    protected abstract DataPlane host();

    protected abstract DeviceId device();

    /** The device comes to where the host reaches it, with what it held before. */
    protected abstract void connect();

    /** The host notices that the device is no longer reached; the device goes on. */
    protected abstract void disconnect();

    /** From now on what the device is asked is done, but answers, and frames to it, wait. */
    protected abstract void hold();

    /** The end of {@link #hold}: also of what waits since before the device was disconnected. */
    protected abstract void release();

    /** Lets happen what can, until the condition holds; fails if it does not come to that. */
    protected abstract void until(BooleanSupplier condition);

    /** The device sends a frame up, as a binding it misses, from port 3. */
    protected abstract void punt(byte[] frame);

    /** Frames that have reached the device. */
    protected abstract int framesTaken();

    /** Writes and reads of tables that the device was asked for and has not answered. */
    protected abstract int callsUnderWay();

    /**
     * The sides of bindings that the device was told to set, in that order; of a host that says it
     * is ordered.
     */
    protected List<Intent> told() {
        throw new AssertionError("nobody knows in which order " + device() + " was told");
    }

    @BeforeEach
    final void comeUp() {
        plane = new CheckedDataPlane(host());
        plane.listen(new Heard());
        // 6: also of the reading within the callback.
        atOnce(
                () -> {
                    connect();
                    until(() -> heard.equals(List.of("up")));
                    return null;
                });
        until(readWhenUp.toCompletableFuture()::isDone);
    }

    private final class Heard implements DataPlane.Listener {
        @Override
        public void deviceUp(DeviceId device) {
            readWhenUp = plane.read(device);
            heard.add("up");
            whenUp.run();
        }

        @Override
        public void deviceDown(DeviceId device) {
            heard.add("down");
        }

        @Override
        public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
            heard.add(device + "/" + port + " " + reason);
            frames.add(frame);
            whenPunted.run();
        }

        @Override
        public void portState(DeviceId device, int port, boolean up) {
            // Not all hosts say so.
        }
    }

    private static Change set(Intent intent) {
        return Change.set(intent);
    }

    private <T> T get(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        until(future::isDone);
        return future.join();
    }

    private Throwable failure(CompletionStage<?> stage) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        until(future::isDone);
        Throwable failure = future.handle((value, e) -> e).join();
        assertNotNull(failure, "done, and should have failed");
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    private void assertHeld(Intent... intents) {
        Set<Intent> bindings =
                get(plane.read(device())).stream()
                        .filter(i -> i instanceof BibIntent.Inbound)
                        .collect(Collectors.toSet());
        assertEquals(Set.of(intents), bindings);
        plane.assertKept();
    }

    /** Fails if the call waits. */
    private static <T> T atOnce(ThrowingSupplier<T> call) {
        return assertTimeoutPreemptively(AT_ONCE, call);
    }

    @Test
    final void guarantee6EveryMethodReturnsAtOnce() {
        hold();
        CompletionStage<List<Refusal>> write =
                atOnce(() -> plane.apply(device(), List.of(set(FIRST))));
        CompletionStage<?> packets = atOnce(() -> plane.packets(device(), List.of(OUTBOUND)));
        CompletionStage<?> statistics = atOnce(() -> plane.statistics(device()));
        atOnce(
                () -> {
                    plane.send(device(), 1, new byte[60]);
                    plane.submit(device(), new byte[60]);
                    return plane.framesDropped();
                });
        assertFalse(write.toCompletableFuture().isDone());
        release();
        assertEquals(List.of(), get(write));
        get(packets);
        get(statistics);
        hold();
        CompletionStage<List<Intent>> reading = atOnce(() -> plane.read(device()));
        assertFalse(reading.toCompletableFuture().isDone());
        release();
        get(reading);
        assertHeld(FIRST);
    }

    @Test
    final void guarantee6AlsoWithinACallback() {
        hold();
        List<CompletionStage<List<Refusal>>> writes = new CopyOnWriteArrayList<>();
        whenPunted = () -> writes.add(plane.apply(device(), List.of(set(FIRST))));
        atOnce(
                () -> {
                    punt(new byte[60]);
                    until(() -> !writes.isEmpty());
                    return null;
                });
        assertFalse(writes.get(0).toCompletableFuture().isDone());
        release();
        assertEquals(List.of(), get(writes.get(0)));
        assertHeld(FIRST);
    }

    @Test
    final void guarantee7ChangesOfOneKeyTakeEffectInOrder() {
        List<Change> changes =
                List.of(
                        set(FIRST),
                        set(OTHER),
                        Change.remove(FIRST),
                        set(SECOND),
                        Change.remove(OTHER),
                        set(THIRD));
        assertEquals(List.of(), get(plane.apply(device(), changes)));
        assertHeld(THIRD);
    }

    @Test
    final void guarantee7AnOrderedDeviceIsToldInTheOrderOfTheList() {
        List<Intent> sides = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            int port = i / 2 + 1;
            sides.add(
                    i % 2 == 0
                            ? new BibIntent.Inbound(Protocol.UDP, 1, port, 2, 3, port)
                            : new BibIntent.Outbound(1, Protocol.UDP, 2, 3, port, 1, port));
        }
        List<Change> changes =
                sides.stream().map(DataPlaneContract::set).collect(Collectors.toList());
        assertEquals(List.of(), get(plane.apply(device(), changes)));
        if (plane.isOrdered(device())) {
            assertEquals(sides, told());
        }
    }

    @Test
    final void guarantee8WhatIsUnderWayFailsBeforeTheDeviceIsDown() {
        hold();
        CompletionStage<List<Refusal>> write = plane.apply(device(), List.of(set(FIRST)));
        List<String> before = new ArrayList<>();
        CompletionStage<?> seen = write.whenComplete((refusals, e) -> before.addAll(heard));
        until(() -> callsUnderWay() > 0);
        disconnect();
        failure(seen);
        assertEquals(List.of("up"), before);
        until(() -> heard.equals(List.of("up", "down")));
        failure(plane.read(device()));
        failure(plane.apply(device(), List.of(set(FIRST))));
        failure(plane.packets(device(), List.of()));
        failure(plane.statistics(device()));
        release();
        connect();
        until(() -> heard.equals(List.of("up", "down", "up")));
        until(readWhenUp.toCompletableFuture()::isDone);
        plane.assertKept();
    }

    @Test
    final void guarantee9NothingOfAnEarlierWriteComesAfterAReading() {
        hold();
        // Two messages at least: the second is not on its way yet.
        CompletionStage<List<Refusal>> write =
                plane.apply(device(), List.of(set(FIRST), set(SECOND)));
        until(() -> callsUnderWay() > 0);
        disconnect();
        failure(write);
        until(() -> heard.equals(List.of("up", "down")));
        connect();
        until(() -> heard.equals(List.of("up", "down", "up")) || callsUnderWay() > 0);
        release();
        until(() -> heard.equals(List.of("up", "down", "up")));
        CompletionStage<List<Intent>> reading = readWhenUp;
        until(reading.toCompletableFuture()::isDone);
        while (reading.toCompletableFuture().isCompletedExceptionally()) {
            reading = plane.read(device());
            until(reading.toCompletableFuture()::isDone);
        }
        until(() -> callsUnderWay() == 0);
        assertEquals(Set.copyOf(get(reading)), Set.copyOf(get(plane.read(device()))));
        assertEquals(List.of(), get(plane.apply(device(), List.of(set(THIRD)))));
        assertHeld(THIRD);
    }

    @Test
    final void guarantee10ASecondWriteIsRefused() {
        hold();
        CompletionStage<List<Refusal>> first = plane.apply(device(), List.of(set(FIRST)));
        until(() -> callsUnderWay() > 0);
        CompletionStage<List<Refusal>> second = host().apply(device(), List.of(set(OTHER)));
        CompletionStage<List<Intent>> reading = host().read(device());
        assertInstanceOf(IllegalStateException.class, failure(second));
        assertInstanceOf(IllegalStateException.class, failure(reading));
        assertEquals(1, callsUnderWay());
        release();
        assertEquals(List.of(), get(first));
        assertHeld(FIRST);
    }

    @Test
    final void guarantee10AWriteDuringAReadingIsRefused() {
        hold();
        CompletionStage<List<Intent>> reading = plane.read(device());
        until(() -> callsUnderWay() > 0);
        assertInstanceOf(
                IllegalStateException.class, failure(host().apply(device(), List.of(set(FIRST)))));
        assertInstanceOf(IllegalStateException.class, failure(host().read(device())));
        release();
        get(reading);
        assertHeld();
    }

    @Test
    final void guarantee11UpAndDownAlternate() {
        for (int i = 1; i <= 3; i++) {
            int times = i;
            disconnect();
            until(() -> heard.size() == 2 * times);
            connect();
            until(() -> heard.size() == 2 * times + 1);
            until(readWhenUp.toCompletableFuture()::isDone);
        }
        assertEquals(List.of("up", "down", "up", "down", "up", "down", "up"), heard);
        assertHeld();
    }

    @Test
    final void guarantee11DownComesAfterUpHasReturned() {
        disconnect();
        until(() -> heard.equals(List.of("up", "down")));
        whenUp = this::disconnect;
        connect();
        until(() -> heard.equals(List.of("up", "down", "up", "down")));
        plane.assertKept();
    }

    @Test
    final void guarantees12And13FramesThatFindNoRoomAreCounted() {
        hold();
        byte[] frame = new byte[60];
        for (int i = 0; i < MANY_FRAMES; i++) {
            if (i % 2 == 0) {
                plane.send(device(), 1, frame);
            } else {
                plane.submit(device(), frame);
            }
        }
        assertEquals(0, framesTaken());
        until(() -> plane.framesDropped() > 0);
        release();
        until(() -> framesTaken() + plane.framesDropped() == MANY_FRAMES);
        assertTrue(framesTaken() > 0);
    }

    @Test
    final void guarantee13FramesWithoutADeviceAreCounted() {
        plane.send(DeviceId.of("device:unheard-of"), 1, new byte[60]);
        until(() -> plane.framesDropped() == 1);
        disconnect();
        until(() -> heard.equals(List.of("up", "down")));
        plane.submit(device(), new byte[60]);
        until(() -> plane.framesDropped() == 2);
        assertEquals(0, framesTaken());
    }

    @Test
    final void guarantee13FramesThatWaitWhenTheDeviceGoesAreCounted() {
        hold();
        for (int i = 0; i < 100; i++) {
            plane.send(device(), 1, new byte[60]);
        }
        disconnect();
        until(() -> heard.equals(List.of("up", "down")));
        release();
        until(() -> framesTaken() + plane.framesDropped() == 100);
    }

    @Test
    final void guarantee14FramesComeInOrderAsTheyWereReceived() {
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            byte[] frame = new byte[61 + i];
            frame[60] = (byte) i;
            sent.add(frame);
            punt(frame.clone());
        }
        until(() -> frames.size() == sent.size());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), frames.get(i));
            assertEquals(device() + "/3 BIB_MISS", heard.get(1 + i));
        }
    }
}
