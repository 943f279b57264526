// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.MessageSubject;

/**
 * Questions and answers between the nodes of the cluster.
 *
 * <p>Threading: any thread; nothing waits.
 */
public final class Peers implements AutoCloseable {
    /**
     * To be raised when a message changes: nodes of different versions do not understand each
     * other.
     */
    private static final String VERSION = "isthmus-2-";

    private final ClusterCommunicationService communication;
    private final Set<MessageSubject> subjects = ConcurrentHashMap.newKeySet();

    public Peers(ClusterCommunicationService communication) {
        this.communication = communication;
    }

    /**
     * Asks one node.
     *
     * @return completes with its answer, or with what went wrong, there or on the way
     */
    <R> CompletableFuture<R> ask(NodeId node, String subject, Object question, Duration limit) {
        return communication
                .<Object, Message.Reply>sendAndReceive(
                        question,
                        new MessageSubject(VERSION + subject),
                        Codec::encode,
                        Codec::decode,
                        node,
                        limit)
                .thenApply(
                        reply -> {
                            if (reply.failure != null) {
                                throw reply.failure.exception(node.id());
                            }
                            @SuppressWarnings("unchecked")
                            R value = (R) reply.value;
                            return value;
                        });
    }

    /**
     * Answers what other nodes ask.
     *
     * @param handler called on a thread of the network: must not wait
     */
    <Q> void answer(String subject, Function<Q, ? extends CompletionStage<?>> handler) {
        MessageSubject name = new MessageSubject(VERSION + subject);
        subjects.add(name);
        Function<Q, CompletableFuture<Message.Reply>> replies =
                question -> {
                    CompletionStage<?> answer;
                    try {
                        answer = handler.apply(question);
                    } catch (RuntimeException e) {
                        answer = CompletableFuture.failedFuture(e);
                    }
                    return answer.handle(
                                    (value, e) ->
                                            new Message.Reply(
                                                    value, e == null ? null : Failure.of(e)))
                            .toCompletableFuture();
                };
        communication.addSubscriber(name, Codec::<Q>decode, replies, Codec::encode);
    }

    /** Answers nothing any more. */
    @Override
    public void close() {
        subjects.forEach(communication::removeSubscriber);
        subjects.clear();
    }
}
