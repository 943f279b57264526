// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.planted;

/** Breaks the rule that one host alone knows ONOS. */
public final class ControllerUsesOnos {
    void violate() {
        org.onosproject.planted.Onos.call();
    }
}
