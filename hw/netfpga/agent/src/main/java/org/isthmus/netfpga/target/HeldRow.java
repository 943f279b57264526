// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import org.isthmus.netfpga.image.SavedRow;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.netfpga.rows.Row;
import org.isthmus.target.api.Table;

/** An entry with the row that it is in the card. */
final class HeldRow extends Row {
    private final Table.Entry entry;

    /**
     * @param slot that it has already, or {@link #NO_SLOT}
     */
    HeldRow(TableLayout layout, Table.Entry entry, int slot) {
        super(
                layout.key(entry.key()),
                layout.kind() == SwitchInfo.Kind.EXACT ? null : layout.mask(entry.key()),
                entry.key().priority(),
                layout.value(entry.action()),
                slot);
        this.entry = entry;
    }

    /** The entry has no action where the P4Info has none of this number. */
    HeldRow(TableLayout layout, SavedRow row) {
        super(row.key, row.mask, row.priority, row.value, row.slot);
        entry =
                new Table.Entry(
                        layout.matchKey(row.key, row.mask, row.priority),
                        layout.action(row.value),
                        0,
                        row.cookie,
                        row.metadata);
    }

    SavedRow saved(boolean isUnwanted) {
        return new SavedRow(
                key(),
                mask(),
                priority(),
                value(),
                slot(),
                isUnwanted,
                entry.controllerMetadata(),
                entry.metadata());
    }

    Table.Entry entry() {
        return entry;
    }
}
