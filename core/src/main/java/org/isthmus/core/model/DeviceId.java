// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** A switch's name as ONOS spells it, {@code device:leaf1}. Immutable; ordered by name. */
public final class DeviceId implements Comparable<DeviceId> {
    private final String name;

    private DeviceId(String name) {
        this.name = name;
    }

    public static DeviceId of(String name) {
        if (!name.matches("[a-zA-Z0-9]+:[^\\s/]+")) {
            throw new IllegalArgumentException("not a device id such as device:leaf1: " + name);
        }
        return new DeviceId(name);
    }

    @Override
    public int compareTo(DeviceId o) {
        return name.compareTo(o.name);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DeviceId && ((DeviceId) o).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
