// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.concurrent.CompletionException;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;

/** An exception on its way to another node. Those of the API arrive as what they are. */
final class Failure {
    private final String name;
    private final String message;
    private final String field;
    private final String other;

    private Failure(String name, String message, String field, String other) {
        this.name = name;
        this.message = message;
        this.field = field;
        this.other = other;
    }

    static Failure of(Throwable thrown) {
        Throwable e = thrown;
        while (e instanceof CompletionException && e.getCause() != null) {
            e = e.getCause();
        }
        String name = e.getClass().getSimpleName();
        if (e instanceof InvalidException) {
            return new Failure(name, e.getMessage(), ((InvalidException) e).field(), null);
        }
        if (e instanceof ConflictException) {
            ConflictException conflict = (ConflictException) e;
            return new Failure(name, e.getMessage(), conflict.field(), conflict.other());
        }
        return new Failure(name, e.getMessage(), null, null);
    }

    /**
     * @param node where it happened
     */
    RuntimeException exception(String node) {
        switch (name) {
            case "InvalidException":
                return new InvalidException(field, message);
            case "ConflictException":
                return new ConflictException(field, message, other);
            case "NotFoundException":
                return new NotFoundException(message);
            case "ExhaustedException":
                return new ExhaustedException(message);
            case "NotReadyException":
                return new NotReadyException(message);
            case "IllegalArgumentException":
                return new IllegalArgumentException(message);
            default:
                return new IllegalStateException("on " + node + ": " + name + ": " + message);
        }
    }
}
