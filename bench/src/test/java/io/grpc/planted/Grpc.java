// SPDX-License-Identifier: Apache-2.0
package io.grpc.planted;

/** Stands for gRPC in planted violations. */
public final class Grpc {
    private Grpc() {}

    public static void call() {}
}
