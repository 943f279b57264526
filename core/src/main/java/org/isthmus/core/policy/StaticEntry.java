// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.spi.StaticBindingRecord;

/** A static binding with its slot. On the core's thread. */
final class StaticEntry {
    final StaticBinding binding;
    final boolean configured;

    /** When an operator made it, in Seconds; 0: not known, or it is of the configuration. */
    final int since;

    int slot = Bib.NONE;

    /** One of the configuration. */
    StaticEntry(StaticBinding binding) {
        this.binding = binding;
        this.configured = true;
        this.since = 0;
    }

    /** One of an operator. */
    StaticEntry(StaticBindingRecord record) {
        this.binding = record.binding;
        this.configured = false;
        this.since = record.since;
    }

    /** Of an operator's. */
    StaticBindingRecord record() {
        return StaticBindingRecord.of(binding, since);
    }
}
