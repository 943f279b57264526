// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/** The run whose classes are archived. */
class TrainingTest {
    @Test
    void endsByItself() {
        Training.main(new String[0]);
        assertFalse(
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(t -> t.getName().equals("rehearsal")));
    }
}
