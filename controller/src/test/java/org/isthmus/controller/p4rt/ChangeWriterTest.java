// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Error;
import p4.v1.P4RuntimeOuterClass.Update;

class ChangeWriterTest {
    private final Deque<List<Update>> sent = new ArrayDeque<>();
    private final Deque<CompletableFuture<Void>> answers = new ArrayDeque<>();
    private boolean broken;
    private final ChangeWriter writer =
            new ChangeWriter(
                    Pipeline.v1model().translator(),
                    updates -> {
                        sent.add(updates);
                        answers.add(new CompletableFuture<>());
                        return answers.getLast();
                    },
                    () -> broken = true);

    private static Intent binding(int port) {
        return new BibIntent.Inbound(Protocol.UDP, 1, port, 2, 3, 4);
    }

    /** Three entries. */
    private static Intent natPrefix() {
        return new TranslationIntent.NatPrefix(Ipv6Prefix.parse("2001:db8::/96"), 1);
    }

    /** Types and tables of the next write. */
    private String next() {
        return sent.remove().stream()
                .map(
                        u ->
                                u.getType()
                                        + " "
                                        + Integer.toHexString(
                                                u.getEntity().getTableEntry().getTableId() & 255))
                .collect(Collectors.joining(", "));
    }

    @Test
    void aWriteIsBoundedInBytesAsWell() {
        MacAddress mac = MacAddress.of(1);
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            hops.add(new RoutingIntent.Hop(i, mac, mac, 0, 1500));
        }
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i <= ChangeWriter.MAX_UPDATES; i++) {
            changes.add(Change.set(new RoutingIntent.Next(i, hops)));
        }
        writer.write(changes);
        int written = 0;
        while (!sent.isEmpty()) {
            List<Update> updates = sent.remove();
            int bytes = updates.stream().mapToInt(Update::getSerializedSize).sum();
            assertTrue(bytes < ChangeWriter.MAX_BYTES + 64 * 1024, bytes + " bytes");
            written += updates.size();
            answers.remove().complete(null);
        }
        assertEquals(ChangeWriter.MAX_UPDATES, written);
    }

    private void answer(int... codes) {
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder().setCode(Status.Code.UNKNOWN.value());
        boolean failed = false;
        for (int code : codes) {
            failed |= code != 0;
            status.addDetails(
                    Any.pack(
                            Error.newBuilder()
                                    .setCanonicalCode(code)
                                    .setMessage("no " + code)
                                    .build()));
        }
        if (failed) {
            answers.remove()
                    .completeExceptionally(StatusProto.toStatusRuntimeException(status.build()));
        } else {
            answers.remove().complete(null);
        }
    }

    @Test
    void oneBatchAtATime() {
        CompletableFuture<List<Refusal>> first = writer.write(List.of(Change.set(binding(1))));
        assertThrows(
                IllegalStateException.class, () -> writer.write(List.of(Change.set(binding(2)))));
        assertEquals("INSERT d", next());
        answer();
        assertEquals(List.of(), first.join());
        assertTrue(sent.isEmpty());
        CompletableFuture<List<Refusal>> second = writer.write(List.of(Change.set(binding(2))));
        assertEquals("INSERT d", next());
        answer();
        assertEquals(List.of(), second.join());
        assertEquals(List.of(), writer.write(List.of()).join());
    }

    @Test
    void whatTheProgramCannotExpressIsRefused() {
        Change wrong =
                Change.set(new TranslationIntent.NatPrefix(Ipv6Prefix.parse("2001:db8::/95"), 1));
        CompletableFuture<List<Refusal>> done =
                writer.write(List.of(wrong, Change.set(binding(1))));
        assertEquals("INSERT d", next());
        answer();
        assertEquals(1, done.join().size());
        assertEquals(wrong, done.join().get(0).change());
    }

    @Test
    void twoChangesOfOneThingAreNeverInOneWrite() {
        CompletableFuture<List<Refusal>> done =
                writer.write(
                        List.of(
                                Change.set(binding(1)),
                                Change.remove(binding(1)),
                                Change.set(binding(2))));
        assertEquals("INSERT d", next());
        answer();
        assertFalse(done.isDone());
        assertEquals("DELETE d, INSERT d", next());
        answer();
        assertEquals(List.of(), done.join());
    }

    @Test
    void writesAreBounded() {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 3 * ChangeWriter.MAX_UPDATES / 2; i++) {
            changes.add(Change.set(binding(i)));
        }
        CompletableFuture<List<Refusal>> done = writer.write(changes);
        assertEquals(ChangeWriter.MAX_UPDATES, sent.remove().size());
        answer();
        assertEquals(ChangeWriter.MAX_UPDATES / 2, sent.remove().size());
        answer();
        assertTrue(done.isDone());
    }

    @Test
    void whatIsThereIsReplacedAndWhatIsGoneIsGone() {
        CompletableFuture<List<Refusal>> done =
                writer.write(
                        List.of(
                                Change.set(binding(1)),
                                Change.set(binding(2)),
                                Change.remove(binding(3))));
        assertEquals("INSERT d, INSERT d, DELETE d", next());
        answer(0, Status.Code.ALREADY_EXISTS.value(), Status.Code.NOT_FOUND.value());
        assertEquals("MODIFY d", next());
        assertFalse(done.isDone());
        answer();
        assertEquals(List.of(), done.join());
    }

    @Test
    void aRefusalNamesItsChange() {
        Change full = Change.set(binding(2));
        Change wrong = Change.set(binding(3));
        CompletableFuture<List<Refusal>> done =
                writer.write(List.of(Change.set(binding(1)), full, wrong));
        next();
        answer(0, Status.Code.RESOURCE_EXHAUSTED.value(), Status.Code.INVALID_ARGUMENT.value());
        List<Refusal> refusals = done.join();
        assertEquals(2, refusals.size());
        assertEquals(full, refusals.get(0).change());
        assertTrue(refusals.get(0).exhausted());
        assertEquals("no 8", refusals.get(0).message());
        assertEquals(wrong, refusals.get(1).change());
        assertFalse(refusals.get(1).exhausted());
    }

    @Test
    void nothingStaysOfAnIntentRefusedInPart() {
        CompletableFuture<List<Refusal>> done = writer.write(List.of(Change.set(natPrefix())));
        assertEquals("INSERT 10, INSERT b, INSERT a", next());
        // One was there already, one does not fit.
        answer(0, Status.Code.ALREADY_EXISTS.value(), Status.Code.RESOURCE_EXHAUSTED.value());
        assertEquals("MODIFY b", next());
        answer();
        assertEquals("DELETE 10", next());
        answer();
        assertEquals(1, done.join().size());
        assertTrue(done.join().get(0).exhausted());
    }

    @Test
    void anIntentIsRemovedBackwards() {
        writer.write(List.of(Change.remove(natPrefix())));
        assertEquals("DELETE a, DELETE b, DELETE 10", next());
        assertEquals(P4.Tables.Pool6.ID.id & 255, 0xa);
    }

    @Test
    void aWriteThatIsLostBreaksTheConnection() {
        CompletableFuture<List<Refusal>> done = writer.write(List.of(Change.set(binding(1))));
        answers.remove().completeExceptionally(Status.UNAVAILABLE.asRuntimeException());
        assertTrue(broken);
        assertFalse(done.isDone());
        writer.close(new IllegalStateException("gone"));
        assertTrue(done.isCompletedExceptionally());
        assertTrue(writer.write(List.of(Change.set(binding(1)))).isCompletedExceptionally());
    }

    /** As where a server has lost the device: what was to be removed may be there yet. */
    @Test
    void aWriteThatFindsNothingAsAWholeHasRemovedNothing() {
        CompletableFuture<List<Refusal>> done =
                writer.write(List.of(Change.remove(binding(1)), Change.remove(binding(2))));
        answers.remove().completeExceptionally(Status.NOT_FOUND.asRuntimeException());
        assertTrue(broken);
        assertFalse(done.isDone());
    }

    @Test
    void aRequestThatIsWrongAsAWholeRefusesAllOfIt() {
        CompletableFuture<List<Refusal>> done =
                writer.write(List.of(Change.set(binding(1)), Change.set(binding(2))));
        answers.remove()
                .completeExceptionally(
                        Status.INVALID_ARGUMENT.withDescription("why").asRuntimeException());
        assertEquals(2, done.join().size());
        assertEquals("why", done.join().get(0).message());
    }
}
