// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

/** Finds the state of those addresses of all pools that were used: open addressing, grown only. */
final class AddressIndex {
    private AddressSpace[] table = new AddressSpace[16];
    private int size;

    AddressSpace find(int address) {
        int at = home(address);
        for (; table[at] != null; at = at + 1 & table.length - 1) {
            if (table[at].address == address) {
                return table[at];
            }
        }
        return null;
    }

    void add(AddressSpace space) {
        if (++size * 2 > table.length) {
            AddressSpace[] old = table;
            table = new AddressSpace[old.length * 2];
            for (AddressSpace each : old) {
                if (each != null) {
                    insert(each);
                }
            }
        }
        insert(space);
    }

    /** Removes a pool's addresses. */
    void remove(PortPool pool) {
        AddressSpace[] old = table;
        table = new AddressSpace[old.length];
        size = 0;
        for (AddressSpace each : old) {
            if (each != null && each.pool != pool) {
                size++;
                insert(each);
            }
        }
    }

    private void insert(AddressSpace space) {
        int at = home(space.address);
        while (table[at] != null) {
            at = at + 1 & table.length - 1;
        }
        table[at] = space;
    }

    private int home(int address) {
        int h = address * 0x9e3779b9;
        return (h ^ h >>> 15) & table.length - 1;
    }
}
