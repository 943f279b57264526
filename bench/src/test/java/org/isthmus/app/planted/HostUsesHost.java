// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.planted;

/** Breaks the rule that hosts know nothing of each other. */
public final class HostUsesHost {
    void violate() {
        org.isthmus.controller.planted.ControllerPart.call();
    }
}
