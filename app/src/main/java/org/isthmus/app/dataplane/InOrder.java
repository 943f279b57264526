// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.concurrent.Executor;
import org.onlab.util.OrderedExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task after another, on threads that others use as well. ONOS's {@link OrderedExecutor} alone
 * would run none any more once one threw.
 */
final class InOrder implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(InOrder.class);

    private final OrderedExecutor executor;

    InOrder(Executor threads) {
        executor = new OrderedExecutor(threads);
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("a task failed; the next one follows", e);
                    }
                });
    }
}
