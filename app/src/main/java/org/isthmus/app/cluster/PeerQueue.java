// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Gathers what goes to another node while a message is under way. What finds no room, or is in a
 * message that is not confirmed, is lost and counted.
 *
 * <p>Threading: any thread; nothing waits.
 */
final class PeerQueue<T> {
    private static final int CAPACITY = 8192;
    private static final int MESSAGE = 256;

    private final Function<List<T>, ? extends CompletionStage<?>> sender;
    private final ArrayDeque<T> queue = new ArrayDeque<>();
    private boolean sending;
    private long dropped;

    /**
     * @param sender sends a message; the next follows when its stage completes, exceptionally if it
     *     may not have arrived
     */
    PeerQueue(Function<List<T>, ? extends CompletionStage<?>> sender) {
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

    /** How many were lost. */
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
            sent(message)
                    .whenComplete(
                            (answer, e) -> {
                                if (e != null) {
                                    lost(message.size());
                                }
                                send();
                            });
        }
    }

    /** Whoever throws has sent nothing; the queue goes on all the same. */
    private CompletionStage<?> sent(List<T> message) {
        try {
            return sender.apply(message);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized void lost(int count) {
        dropped += count;
    }
}
