// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.ClusterCommunicationServiceAdapter;
import org.onosproject.store.cluster.messaging.MessageSubject;

/** What a node sends and is answered, seen as bytes. */
final class Wiretap {
    private Wiretap() {}

    /**
     * @param tap is given every question and every answer
     */
    static ClusterCommunicationService of(
            ClusterCommunicationService through, Consumer<byte[]> tap) {
        return new ClusterCommunicationServiceAdapter() {
            @Override
            public <M, R> CompletableFuture<R> sendAndReceive(
                    M message,
                    MessageSubject subject,
                    Function<M, byte[]> encoder,
                    Function<byte[], R> decoder,
                    NodeId to,
                    Duration limit) {
                return through.sendAndReceive(
                        message,
                        subject,
                        m -> seen(encoder.apply(m)),
                        bytes -> decoder.apply(seen(bytes)),
                        to,
                        limit);
            }

            private byte[] seen(byte[] bytes) {
                tap.accept(bytes);
                return bytes;
            }
        };
    }

    /** Whatever is asked is answered so. */
    static ClusterCommunicationService answering(byte[] answer) {
        return new ClusterCommunicationServiceAdapter() {
            @Override
            public <M, R> CompletableFuture<R> sendAndReceive(
                    M message,
                    MessageSubject subject,
                    Function<M, byte[]> encoder,
                    Function<byte[], R> decoder,
                    NodeId to,
                    Duration limit) {
                return CompletableFuture.completedFuture(decoder.apply(answer));
            }
        };
    }
}
