// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.Entities;
import org.isthmus.pipeline.Translator;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Error;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Splits a batch of changes into writes, and judges what the device says of each. A device may do
 * the updates of a write in any order, so no write holds two changes of the same thing, and one is
 * sent when the one before is answered.
 *
 * <p>Threading: all methods, and completions of the writes, on the device's executor.
 */
final class ChangeWriter {
    /** Some 150 bytes each, far below the 4 MB that gRPC servers take; errors are larger. */
    static final int MAX_UPDATES = DataPlane.CHANGES_AT_ONCE;

    /** Of updates in one write; those of a large set of next hops are larger than others. */
    static final int MAX_BYTES = 1 << 20;

    /** Sends one write; completes exceptionally with what the device said. */
    interface Writer extends Function<List<Update>, CompletableFuture<?>> {}

    /** A change in the write under way. */
    private static final class Slot {
        final Change change;

        /** Whether it is more than one update, of which some may be refused. */
        boolean several;

        Error failure;

        /** What would have to go again should the rest fail. */
        List<Entity> inserted = List.of();

        Slot(Change change) {
            this.change = change;
        }
    }

    /** An update in the write under way. */
    private static final class Step {
        final Slot slot;
        final Update update;

        Step(Slot slot, Update update) {
            this.slot = slot;
            this.update = update;
        }
    }

    private final Translator translator;
    private final Writer writer;
    private final Runnable broken;

    // The batch under way; none: null, and the rest means nothing.
    private CompletableFuture<List<Refusal>> done;
    private List<Change> changes;
    private int next;
    private List<Refusal> refusals;
    private final List<Slot> slots = new ArrayList<>();
    private final KeySet keys = new KeySet();

    private Throwable closed;

    /**
     * @param broken told when nobody knows how much of a write was done
     */
    ChangeWriter(Translator translator, Writer writer, Runnable broken) {
        this.translator = translator;
        this.writer = writer;
        this.broken = broken;
    }

    /**
     * Writes a batch.
     *
     * @return completes with what was refused; exceptionally when it is not known what was done
     * @throws IllegalStateException another one is under way
     */
    CompletableFuture<List<Refusal>> write(List<Change> batch) {
        if (done != null) {
            throw new IllegalStateException("a write is under way");
        }
        if (closed != null) {
            return CompletableFuture.failedFuture(closed);
        }
        CompletableFuture<List<Refusal>> result = new CompletableFuture<>();
        done = result;
        changes = batch;
        next = 0;
        refusals = new ArrayList<>();
        sendNext();
        return result;
    }

    /** Gives up on what was not acknowledged; nothing more is sent. */
    void close(Throwable reason) {
        closed = reason;
        if (done != null) {
            CompletableFuture<List<Refusal>> lost = done;
            done = null;
            lost.completeExceptionally(reason);
        }
    }

    private void sendNext() {
        slots.clear();
        if (next == changes.size()) {
            CompletableFuture<List<Refusal>> written = done;
            done = null;
            written.complete(List.copyOf(refusals));
            return;
        }
        List<Step> steps = new ArrayList<>();
        keys.clear();
        int bytes = 0;
        while (next < changes.size()
                && steps.size() < MAX_UPDATES
                && bytes < MAX_BYTES
                && keys.add(changes.get(next).intent())) {
            Slot slot = new Slot(changes.get(next++));
            slots.add(slot);
            int first = steps.size();
            try {
                addSteps(slot, steps);
                for (Step step : steps.subList(first, steps.size())) {
                    bytes += step.update.getSerializedSize();
                }
            } catch (IllegalArgumentException e) {
                slot.failure =
                        Error.newBuilder()
                                .setCanonicalCode(Status.Code.INVALID_ARGUMENT.value())
                                .setMessage(String.valueOf(e.getMessage()))
                                .build();
            }
        }
        send(steps);
    }

    /**
     * @throws IllegalArgumentException the program cannot express the change
     */
    private void addSteps(Slot slot, List<Step> steps) {
        List<Entity> entities = translator.entities(slot.change.intent());
        slot.several = entities.size() > 1;
        if (slot.change.kind() == Change.Kind.SET) {
            for (Entity entity : entities) {
                steps.add(new Step(slot, Entities.insert(entity)));
            }
        } else {
            for (int i = entities.size() - 1; i >= 0; i--) {
                steps.add(new Step(slot, Entities.remove(entities.get(i))));
            }
        }
    }

    private void send(List<Step> steps) {
        if (steps.isEmpty()) {
            answered(steps, null);
            return;
        }
        List<Update> updates = new ArrayList<>(steps.size());
        for (Step step : steps) {
            updates.add(step.update);
        }
        writer.apply(updates).whenComplete((written, failure) -> answered(steps, failure));
    }

    private void answered(List<Step> steps, Throwable failure) {
        if (closed != null) {
            return;
        }
        List<Step> again = new ArrayList<>();
        if (failure != null) {
            List<Error> errors = WriteErrors.of(failure, steps.size());
            if (errors == null) {
                broken.run();
                return;
            }
            for (int i = 0; i < steps.size(); i++) {
                judge(steps.get(i), errors.get(i), again);
            }
        }
        if (again.isEmpty()) {
            undo(again);
        }
        if (again.isEmpty()) {
            for (Slot slot : slots) {
                if (slot.failure != null) {
                    refusals.add(refusal(slot));
                }
            }
            sendNext();
        } else {
            send(again);
        }
    }

    private static void judge(Step step, Error error, List<Step> again) {
        Update update = step.update;
        int code = error.getCanonicalCode();
        if (code == Status.Code.OK.value()) {
            if (update.getType() == Update.Type.INSERT && step.slot.several) {
                if (step.slot.inserted.isEmpty()) {
                    step.slot.inserted = new ArrayList<>();
                }
                step.slot.inserted.add(update.getEntity());
            }
        } else if (update.getType() == Update.Type.INSERT
                && code == Status.Code.ALREADY_EXISTS.value()) {
            again.add(new Step(step.slot, Entities.replace(update.getEntity())));
        } else if (update.getType() != Update.Type.DELETE
                || code != Status.Code.NOT_FOUND.value()) {
            step.slot.failure = error;
        }
    }

    /** Of an intent that was refused in part, no part shall stay. */
    private void undo(List<Step> again) {
        for (Slot slot : slots) {
            if (slot.failure != null) {
                List<Entity> inserted = new ArrayList<>(slot.inserted);
                Collections.reverse(inserted);
                slot.inserted = List.of();
                for (Entity entity : inserted) {
                    again.add(new Step(slot, Entities.remove(entity)));
                }
            }
        }
    }

    private static Refusal refusal(Slot slot) {
        return new Refusal(
                slot.change,
                slot.failure.getCanonicalCode() == Status.Code.RESOURCE_EXHAUSTED.value(),
                slot.failure.getMessage());
    }
}
