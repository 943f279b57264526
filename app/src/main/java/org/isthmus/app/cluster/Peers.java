// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.spi.Stages;
import org.isthmus.proto.node.v1.NodeProto.Answer;
import org.isthmus.proto.node.v1.NodeProto.Answer.AnswerCase;
import org.isthmus.proto.node.v1.NodeProto.Failure;
import org.isthmus.proto.node.v1.NodeProto.Question;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.MessageSubject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions and answers between the nodes of the cluster, as {@code isthmus.node.v1} has them. A
 * node that does not speak this version, or does not know what it is asked, is named in the log
 * once, and once more when that is over.
 *
 * <p>Threading: any thread; nothing waits.
 */
public final class Peers implements AutoCloseable {
    /** The version of the messages: nodes that speak another one do not hear each other. */
    static final MessageSubject SUBJECT = new MessageSubject("isthmus.node.v1");

    private final ClusterCommunicationService communication;
    private final Logger log;
    private final Map<QuestionCase, Function<Question, CompletableFuture<byte[]>>> handlers =
            new ConcurrentHashMap<>();

    private final AtomicBoolean subscribed = new AtomicBoolean();

    /**
     * The nodes that do not understand a kind of question, each with the kind; and those that only
     * speak release 0.1.
     */
    private final Set<List<Object>> strange = ConcurrentHashMap.newKeySet();

    public Peers(ClusterCommunicationService communication) {
        this(communication, LoggerFactory.getLogger(Peers.class));
    }

    Peers(ClusterCommunicationService communication, Logger log) {
        this.communication = communication;
        this.log = log;
    }

    /**
     * Asks one node.
     *
     * @return completes with its answer, or with what went wrong, there or on the way
     */
    <Q, R> CompletableFuture<R> ask(
            NodeId node, Exchange<Q, R> exchange, Q question, Duration limit) {
        return communication
                .<Q, byte[]>sendAndReceive(
                        question,
                        SUBJECT,
                        exchange::writeQuestion,
                        Function.identity(),
                        node,
                        limit)
                .exceptionally(e -> unanswered(node, exchange.kind(), e))
                .thenApply(bytes -> answer(node, exchange, bytes));
    }

    private byte[] unanswered(NodeId node, QuestionCase kind, Throwable thrown) {
        Throwable e = Stages.cause(thrown);
        // Of ONOS or of Atomix, whose exceptions ONOS passes on.
        if (e.getClass().getSimpleName().equals("NoRemoteHandler")) {
            String message =
                    "Node "
                            + node
                            + " does not speak "
                            + SUBJECT
                            + ": it runs another release, or none yet.";
            report(node, kind, message);
            throw new NotReadyException(message);
        }
        throw new CompletionException(e);
    }

    private <R> R answer(NodeId node, Exchange<?, R> exchange, byte[] bytes) {
        R value;
        try {
            String old = Release01.name(bytes);
            if (old != null) {
                throw new IllegalArgumentException(old + " of release 0.1");
            }
            Answer answer = Wire.parse(Answer.parser(), bytes);
            if (answer.getAnswerCase() == AnswerCase.FAILURE) {
                Failure failure = Wire.known(answer).getFailure();
                RuntimeException e = FailureCodec.exception(failure, node.id());
                if (failure.getKind() == Failure.Kind.KIND_UNREADABLE) {
                    report(node, exchange.kind(), e.getMessage());
                }
                throw new CompletionException(e);
            }
            value = exchange.readAnswer(answer);
        } catch (IllegalArgumentException e) {
            String message =
                    "node " + node + " answers " + exchange.kind() + " with: " + e.getMessage();
            report(node, exchange.kind(), message);
            throw new IllegalStateException(message, e);
        }
        if (!strange.isEmpty() && strange.remove(List.of(node, exchange.kind()))) {
            log.info("node {} understands {} now", node, exchange.kind());
        }
        return value;
    }

    private void report(NodeId node, QuestionCase kind, String message) {
        if (strange.add(List.of(node, kind))) {
            log.warn("{} was not understood: {}", kind, message);
        }
    }

    /**
     * Answers what other nodes ask.
     *
     * @param handler called on a thread of the network: must not wait
     */
    <Q, R> void answer(
            Exchange<Q, R> exchange, Function<Q, ? extends CompletionStage<? extends R>> handler) {
        handlers.put(
                exchange.kind(),
                question ->
                        handler.apply(exchange.readQuestion(question))
                                .<byte[]>thenApply(exchange::writeAnswer)
                                .toCompletableFuture());
        if (subscribed.compareAndSet(false, true)) {
            communication.<byte[], byte[]>addSubscriber(
                    SUBJECT, Function.identity(), this::receive, Function.identity());
            Release01.SUBJECTS.forEach(this::receiveOld);
        }
    }

    /** By the one kind of subscriber that is told the sender. */
    @SuppressWarnings("deprecation")
    private void receiveOld(MessageSubject subject) {
        communication.addSubscriber(
                subject,
                message -> {
                    throw old("node " + message.sender(), Release01.name(message.payload()));
                },
                ForkJoinPool.commonPool());
    }

    private UnreadableException old(String node, String message) {
        String what =
                node
                        + " runs release 0.1 and sent "
                        + message
                        + "; this one speaks "
                        + SUBJECT
                        + ". All nodes need the same release.";
        if (strange.add(List.of(node))) {
            log.warn(what);
        }
        return new UnreadableException(new IllegalArgumentException(what));
    }

    private CompletableFuture<byte[]> receive(byte[] bytes) {
        CompletableFuture<byte[]> answer;
        try {
            answer = answer(question(bytes));
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.exceptionally(
                e -> Answer.newBuilder().setFailure(FailureCodec.of(e)).build().toByteArray());
    }

    private Question question(byte[] bytes) {
        String old = Release01.name(bytes);
        if (old != null) {
            throw old("a node", old);
        }
        try {
            Question question = Wire.parse(Question.parser(), bytes);
            if (question.getQuestionCase() == QuestionCase.QUESTION_NOT_SET) {
                throw Wire.nothing(question);
            }
            return question;
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(e);
        }
    }

    private CompletableFuture<byte[]> answer(Question question) {
        Function<Question, CompletableFuture<byte[]>> handler =
                handlers.get(question.getQuestionCase());
        if (handler == null) {
            throw new IllegalStateException("nothing answers " + question.getQuestionCase());
        }
        return handler.apply(question);
    }

    /** Answers nothing any more. */
    @Override
    public void close() {
        if (subscribed.compareAndSet(true, false)) {
            communication.removeSubscriber(SUBJECT);
            Release01.SUBJECTS.forEach(communication::removeSubscriber);
        }
        handlers.clear();
    }
}
