// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredTest {
    @Test
    void whatIsBehindATaskThatFailsRunsWithTheNextTick() {
        Deferred deferred = new Deferred();
        List<String> ran = new ArrayList<>();
        deferred.add(() -> deferred.add(() -> ran.add("later")));
        deferred.add(
                () -> {
                    throw new IllegalStateException("meant to fail");
                });
        deferred.add(() -> ran.add("behind"));
        assertThrows(IllegalStateException.class, deferred::run);
        assertEquals(List.of(), ran);
        deferred.run();
        deferred.run();
        assertEquals(List.of("later", "behind"), ran);
    }
}
