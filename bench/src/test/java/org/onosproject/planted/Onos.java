// SPDX-License-Identifier: Apache-2.0
package org.onosproject.planted;

/** Stands for ONOS in planted violations. */
public final class Onos {
    private Onos() {}

    public static void call() {}
}
