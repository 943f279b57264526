// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.isthmus.proto.node.v1.NodeProto.Answer;
import org.isthmus.proto.node.v1.NodeProto.Answer.AnswerCase;
import org.isthmus.proto.node.v1.NodeProto.Question;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;

/**
 * One kind of question between nodes with what answers it, as values and as messages of {@code
 * isthmus.node.v1}. Immutable.
 */
final class Exchange<Q, R> {
    private final QuestionCase kind;
    private final BiConsumer<Question.Builder, Q> writeQuestion;
    private final Function<Question, Q> readQuestion;
    private final AnswerCase answers;
    private final BiConsumer<Answer.Builder, R> writeAnswer;
    private final Function<Answer, R> readAnswer;

    Exchange(
            QuestionCase kind,
            BiConsumer<Question.Builder, Q> writeQuestion,
            Function<Question, Q> readQuestion,
            AnswerCase answers,
            BiConsumer<Answer.Builder, R> writeAnswer,
            Function<Answer, R> readAnswer) {
        this.kind = kind;
        this.writeQuestion = writeQuestion;
        this.readQuestion = readQuestion;
        this.answers = answers;
        this.writeAnswer = writeAnswer;
        this.readAnswer = readAnswer;
    }

    /** Of a question that is only confirmed. */
    static <Q> Exchange<Q, Void> confirmed(
            QuestionCase kind,
            BiConsumer<Question.Builder, Q> writeQuestion,
            Function<Question, Q> readQuestion) {
        return new Exchange<>(
                kind,
                writeQuestion,
                readQuestion,
                AnswerCase.DONE,
                (to, none) -> to.setDone(Wire.NOTHING),
                answer -> {
                    Wire.known(answer.getDone());
                    return null;
                });
    }

    QuestionCase kind() {
        return kind;
    }

    byte[] writeQuestion(Q value) {
        Question.Builder to = Question.newBuilder();
        writeQuestion.accept(to, value);
        return to.build().toByteArray();
    }

    /**
     * @param question of this kind
     * @throws UnreadableException names what this release would not have asked
     */
    Q readQuestion(Question question) {
        try {
            return readQuestion.apply(Wire.known(question));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(e);
        }
    }

    byte[] writeAnswer(R value) {
        Answer.Builder to = Answer.newBuilder();
        writeAnswer.accept(to, value);
        return to.build().toByteArray();
    }

    /**
     * @throws IllegalArgumentException names what this release would not have answered
     */
    R readAnswer(Answer answer) {
        if (answer.getAnswerCase() == AnswerCase.ANSWER_NOT_SET) {
            throw Wire.nothing(answer);
        }
        if (answer.getAnswerCase() != answers) {
            throw new IllegalArgumentException(kind + " is answered by " + answer.getAnswerCase());
        }
        return readAnswer.apply(Wire.known(answer));
    }
}
