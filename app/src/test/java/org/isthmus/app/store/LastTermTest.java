// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.isthmus.app.cluster.TestCluster;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.StorageException;

class LastTermTest {
    private static final NodeId N1 = NodeId.nodeId("10.0.0.1");
    private static final NodeId N2 = NodeId.nodeId("n 2");

    private final TestCluster cluster = new TestCluster();
    private final LastTerm one = new LastTerm(cluster.storage(N1));
    private final LastTerm two = new LastTerm(cluster.storage(N2));

    @Test
    void isWhatBeganLast() {
        assertNull(one.get());
        one.begin(1, N1);
        two.begin(3, N2);
        assertEquals(3, one.get().term);
        assertEquals(N2, one.get().node);
        // Begun once more, as where what comes behind failed.
        two.begin(3, N2);
        assertEquals(3, one.get().term);
    }

    @Test
    void aTermThatIsOverDoesNotBegin() {
        two.begin(2, N2);
        assertThrows(IllegalStateException.class, () -> one.begin(1, N1));
        assertEquals(2, one.get().term);
    }

    @Test
    void isNotForgottenWhereAtomixDoesNotAnswer() {
        two.begin(2, N2);
        cluster.cut(N1, true);
        assertThrows(StorageException.class, one::get);
        assertThrows(StorageException.class, () -> one.begin(3, N1));
        cluster.cut(N1, false);
        assertEquals(2, one.get().term);
    }
}
