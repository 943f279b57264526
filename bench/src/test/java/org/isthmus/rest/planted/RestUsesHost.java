// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest.planted;

/** Breaks the rule that REST knows the API alone. */
public final class RestUsesHost {
    void violate() {
        org.isthmus.controller.planted.ControllerPart.call();
    }
}
