// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf.planted;

/** Breaks the rule that the pipeconf decides nothing. */
public final class PipeconfUsesHost {
    void violate() {
        org.isthmus.controller.planted.ControllerPart.call();
    }
}
