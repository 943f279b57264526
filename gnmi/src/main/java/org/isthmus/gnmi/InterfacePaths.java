// SPDX-License-Identifier: Apache-2.0
package org.isthmus.gnmi;

import java.util.List;

/**
 * Where OpenConfig has the states of interfaces: {@code /interfaces/interface[name=...]/state/...}
 * of openconfig-interfaces, and {@code id} there of openconfig-p4rt.
 */
public final class InterfacePaths {
    /** {@code UP}, {@code DOWN} and some others: whether it carries packets. */
    public static final String OPER_STATUS = "oper-status";

    public static final String UP = "UP";

    public static final String DOWN = "DOWN";

    /** The number that P4Runtime and the program have for it; an unsigned integer. */
    public static final String ID = "id";

    private static final String INTERFACES = "interfaces";
    private static final String INTERFACE = "interface";
    private static final String NAME = "name";
    private static final String STATE = "state";

    private InterfacePaths() {}

    /**
     * A leaf of an interface's state.
     *
     * @param below its path from there on
     */
    public static Path leaf(String interfaceName, String... below) {
        Path.Builder path =
                Path.newBuilder()
                        .addElem(element(INTERFACES))
                        .addElem(element(INTERFACE).putKey(NAME, interfaceName))
                        .addElem(element(STATE));
        for (String each : below) {
            path.addElem(element(each));
        }
        return path.build();
    }

    /** All that there is of all interfaces; the one pattern that Stratum takes for that. */
    public static Path all() {
        return Path.newBuilder()
                .addElem(element(INTERFACES))
                .addElem(element(INTERFACE))
                .addElem(element("..."))
                .build();
    }

    private static PathElem.Builder element(String name) {
        return PathElem.newBuilder().setName(name);
    }

    /**
     * The interface that a leaf is of; null: it is none right below an interface's state.
     *
     * @param elements of the whole path, the prefix of its message included
     */
    public static String interfaceOf(List<PathElem> elements) {
        return elements.size() == 4
                        && elements.get(0).getName().equals(INTERFACES)
                        && elements.get(1).getName().equals(INTERFACE)
                        && elements.get(2).getName().equals(STATE)
                ? elements.get(1).getKeyMap().get(NAME)
                : null;
    }
}
