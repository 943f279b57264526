// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/** Immutable map from P4 ids, in ascending order of the ids; looks up without boxing. */
final class IdMap<T> {
    private final int[] ids;
    private final List<T> values;

    IdMap(SortedMap<Integer, T> map) {
        ids = map.keySet().stream().mapToInt(Integer::intValue).toArray();
        values = List.copyOf(map.values());
    }

    /** Null where the id is unknown. */
    T get(int id) {
        int i = indexOf(id);
        return i < 0 ? null : values.get(i);
    }

    private int indexOf(int id) {
        // Ids of fields and parameters nearly always count from 1.
        int guess = id - 1;
        if (guess >= 0 && guess < ids.length && ids[guess] == id) {
            return guess;
        }
        return Arrays.binarySearch(ids, id);
    }

    Collection<T> values() {
        return Collections.unmodifiableList(values);
    }
}
