// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.nio.ByteBuffer;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;

/** What ONOS knows flow rules by: an application, and a hash of table and match. Stateless. */
final class Cookies {
    private Cookies() {}

    static long of(ApplicationId app, Schema.Table table, PiCriterion criterion, int priority) {
        return (long) app.id() << 48 | hash(table, criterion, priority) >>> 16;
    }

    /** Of numbers alone: ONOS's own hash makes strings of the match. */
    private static long hash(Schema.Table table, PiCriterion criterion, int priority) {
        long hash = mix(table.id + ((long) priority << 32));
        if (criterion != null) {
            for (PiFieldMatch match : criterion.fieldMatches()) {
                // A sum, since the order of fields says nothing.
                hash += hash(mix(table.field(match.fieldId()).id), match);
            }
        }
        return mix(hash);
    }

    /** ONOS's own hash codes are the same for too many values. */
    private static long hash(long hash, PiFieldMatch match) {
        if (match instanceof PiExactFieldMatch) {
            return hash(hash, ((PiExactFieldMatch) match).value());
        }
        if (match instanceof PiLpmFieldMatch) {
            PiLpmFieldMatch lpm = (PiLpmFieldMatch) match;
            return hash(mix(hash + lpm.prefixLength()), lpm.value());
        }
        if (match instanceof PiTernaryFieldMatch) {
            PiTernaryFieldMatch ternary = (PiTernaryFieldMatch) match;
            return hash(hash(hash, ternary.value()), ternary.mask());
        }
        throw new IllegalArgumentException("no field has a match " + match.type());
    }

    private static long hash(long hash, ImmutableByteSequence value) {
        ByteBuffer bytes = value.asReadOnlyBuffer();
        while (bytes.remaining() >= Long.BYTES) {
            hash = mix(hash ^ bytes.getLong());
        }
        long rest = 0;
        while (bytes.hasRemaining()) {
            rest = rest << 8 | bytes.get() & 255;
        }
        return mix(hash ^ rest);
    }

    private static long mix(long bits) {
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return bits ^ bits >>> 31;
    }
}
