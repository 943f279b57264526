// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Gathers what goes to another node while a message is under way. Bounded: what finds no room is
 * lost, as packets are.
 *
 * <p>Threading: any thread; nothing waits.
 */
final class Batch<T> {
    private static final int CAPACITY = 8192;
    private static final int MESSAGE = 256;

    private final Function<List<T>, ? extends CompletionStage<?>> sender;
    private final ArrayDeque<T> queue = new ArrayDeque<>();
    private boolean sending;
    private long dropped;

    /**
     * @param sender sends a message; the next follows when its stage completes, in whatever way
     */
    Batch(Function<List<T>, ? extends CompletionStage<?>> sender) {
        this.sender = sender;
    }

    void offer(T item) {
        synchronized (this) {
            if (queue.size() == CAPACITY) {
                dropped++;
                return;
            }
            queue.add(item);
            if (sending) {
                return;
            }
            sending = true;
        }
        send();
    }

    /** How many found no room. */
    synchronized long dropped() {
        return dropped;
    }

    private void send() {
        List<T> message = new ArrayList<>();
        synchronized (this) {
            while (message.size() < MESSAGE && !queue.isEmpty()) {
                message.add(queue.poll());
            }
            sending = !message.isEmpty();
        }
        if (!message.isEmpty()) {
            sender.apply(message).whenComplete((answer, e) -> send());
        }
    }
}
