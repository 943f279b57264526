// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding.planted;

/** Breaks the rule that bindings see their three interfaces alone. */
public final class BindingUsesSync {
    void violate() {
        org.isthmus.core.sync.StatisticsReader.class.getName();
    }
}
