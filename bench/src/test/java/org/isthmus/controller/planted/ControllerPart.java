// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.planted;

/** Stands for a part of the embedded host. */
public final class ControllerPart {
    private ControllerPart() {}

    public static void call() {}
}
