// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.concurrent.CompletionException;

/** What core and hosts need of the stages that they answer each other with. Stateless. */
public final class Stages {
    private Stages() {}

    /**
     * What a stage failed for, out of the {@link CompletionException}s in which stages behind it
     * and {@code join} wrap that.
     */
    public static Throwable cause(Throwable failure) {
        Throwable e = failure;
        while (e instanceof CompletionException && e.getCause() != null) {
            e = e.getCause();
        }
        return e;
    }
}
