// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class StagesTest {
    @Test
    void theCauseIsWhatIsInAllCompletionExceptions() {
        Exception e = new IllegalStateException("full", new RuntimeException("disk"));
        assertSame(e, Stages.cause(e));
        assertSame(e, Stages.cause(new CompletionException(new CompletionException(e))));
        CompletionException bare = new CompletionException("nothing else is known", null);
        assertSame(bare, Stages.cause(bare));
    }
}
