// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PeerQueueTest {
    private final List<List<String>> messages = new ArrayList<>();
    private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
    private boolean throwing;

    private final PeerQueue<String> queue =
            new PeerQueue<>(
                    message -> {
                        if (throwing) {
                            throw new IllegalStateException("planted");
                        }
                        messages.add(List.copyOf(message));
                        return answer;
                    });

    @Test
    void whatASenderThrowsAtIsLostAndTheNextIsSent() {
        throwing = true;
        queue.offer("one");
        assertEquals(1, queue.dropped());
        throwing = false;
        queue.offer("two");
        assertEquals(List.of(List.of("two")), messages);
        assertEquals(1, queue.dropped());
    }

    @Test
    void whatWaitedForAnAnswerAndASenderThrowsAtIsLostAndTheNextIsSent() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        answer = first;
        List.of("one", "two", "three").forEach(queue::offer);
        assertEquals(List.of(List.of("one")), messages);
        throwing = true;
        first.complete(null);
        assertEquals(2, queue.dropped());
        throwing = false;
        answer = CompletableFuture.completedFuture(null);
        queue.offer("four");
        assertEquals(List.of(List.of("one"), List.of("four")), messages);
        assertEquals(2, queue.dropped());
    }
}
