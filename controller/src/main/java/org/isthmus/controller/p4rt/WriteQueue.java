// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Refusal;
import org.isthmus.pipeline.Entities;
import org.isthmus.pipeline.Translator;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Error;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Changes on their way to one device. One write is under way at a time, since a device may do
 * writes, and updates within a write, in any order; what comes meanwhile goes together in the next.
 * So the order given is kept, no write holds two changes of the same thing, and writes grow as the
 * device falls behind.
 *
 * <p>Threading: all methods, and completions of the writer, on the device's own executor.
 */
final class WriteQueue {
    /** Some 150 bytes each, far below the 4 MB that gRPC servers take; errors are larger. */
    static final int MAX_UPDATES = 1024;

    /** Sends one write; completes exceptionally with what the device said. */
    interface Writer extends Function<List<Update>, CompletableFuture<Void>> {}

    /** What one caller asked for. */
    private static final class Operation {
        final List<Change> changes;
        final CompletableFuture<List<Refusal>> done = new CompletableFuture<>();
        final List<Refusal> refusals = new ArrayList<>();
        int taken;
        int finished;

        Operation(List<Change> changes) {
            this.changes = changes;
        }
    }

    /** A change in the write under way. */
    private static final class Slot {
        final Operation operation;
        final Change change;

        /** Whether it is more than one update, of which some may be refused. */
        boolean several;

        Error failure;

        /** What would have to go again should the rest fail. */
        List<Entity> inserted = List.of();

        Slot(Operation operation, Change change) {
            this.operation = operation;
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
    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
    private final KeySet keys = new KeySet();
    private List<Slot> slots = List.of();
    private boolean busy;
    private Throwable closed;

    /**
     * @param broken told when nobody knows how much of a write was done
     */
    WriteQueue(Translator translator, Writer writer, Runnable broken) {
        this.translator = translator;
        this.writer = writer;
        this.broken = broken;
    }

    CompletableFuture<List<Refusal>> add(List<Change> changes) {
        Operation operation = new Operation(changes);
        if (closed != null) {
            operation.done.completeExceptionally(closed);
        } else if (changes.isEmpty()) {
            operation.done.complete(List.of());
        } else {
            waiting.add(operation);
            next();
        }
        return operation.done;
    }

    /** Gives up on everything that was not acknowledged. */
    void close(Throwable reason) {
        closed = reason;
        for (Slot slot : slots) {
            slot.operation.done.completeExceptionally(reason);
        }
        for (Operation operation : waiting) {
            operation.done.completeExceptionally(reason);
        }
        waiting.clear();
        slots = List.of();
    }

    private void next() {
        if (busy || waiting.isEmpty() || closed != null) {
            return;
        }
        slots = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        keys.clear();
        fill:
        while (!waiting.isEmpty()) {
            Operation operation = waiting.peek();
            while (operation.taken < operation.changes.size()) {
                Change change = operation.changes.get(operation.taken);
                if (steps.size() >= MAX_UPDATES || !keys.add(change.intent())) {
                    break fill;
                }
                operation.taken++;
                Slot slot = new Slot(operation, change);
                slots.add(slot);
                addSteps(slot, steps);
            }
            waiting.remove();
        }
        send(steps);
    }

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
        busy = true;
        List<Update> updates = new ArrayList<>(steps.size());
        for (Step step : steps) {
            updates.add(step.update);
        }
        writer.apply(updates).whenComplete((done, failure) -> answered(steps, failure));
    }

    private void answered(List<Step> steps, Throwable failure) {
        busy = false;
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
            finish();
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

    private void finish() {
        List<Slot> finished = slots;
        slots = List.of();
        for (Slot slot : finished) {
            Operation operation = slot.operation;
            if (slot.failure != null) {
                operation.refusals.add(
                        new Refusal(
                                slot.change,
                                slot.failure.getCanonicalCode()
                                        == Status.Code.RESOURCE_EXHAUSTED.value(),
                                slot.failure.getMessage()));
            }
            if (++operation.finished == operation.changes.size()) {
                operation.done.complete(List.copyOf(operation.refusals));
            }
        }
        next();
    }
}
