// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

/** Of a loop that has tasks only. */
public final class NoWork implements EventLoop.Work {
    @Override
    public boolean run(boolean briefly) {
        return false;
    }

    @Override
    public boolean isPending() {
        return false;
    }
}
