// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.Store;

/**
 * A whole table of mappings beside all that there was when its trial began. A million mappings take
 * seconds, so that this is for the thread of whoever asks, and packets do not wait.
 *
 * <p>Threading: one thread at a time, any; {@link #demand} is for the core's.
 */
public final class EamtTrial {
    private final Function<Consumer<RuntimeException>, Audit> audits;
    private final Eamt before;
    private final List<Eam> configured;
    private final LeftOut leftOut;
    private final Function<Eamt, Function<DeviceId, IntentCounts>> demands;
    private Function<DeviceId, IntentCounts> demand;

    EamtTrial(
            Function<Consumer<RuntimeException>, Audit> audits,
            Eamt before,
            List<Eam> configured,
            LeftOut leftOut,
            Function<Eamt, Function<DeviceId, IntentCounts>> demands) {
        this.audits = audits;
        this.before = before;
        this.configured = configured;
        this.leftOut = leftOut;
        this.demands = demands;
    }

    /** What it would be refused for, but for room. */
    public List<Fault> faults(List<Eam> eams) {
        return Checks.faults(
                wrong -> audited(eams, wrong),
                table -> {
                    requireBeside(eams);
                    demand = demands.apply(table);
                });
    }

    /**
     * The table; throws what it is refused for, but for room.
     *
     * @param expected what it is to take the place of; null: whatever there is
     */
    public Eamt require(List<Eam> eams, List<Eam> expected) {
        if (expected != null && !new HashSet<>(expected).equals(new HashSet<>(before.list()))) {
            throw new ConflictException(
                    "expected", "the table has changed meanwhile", before.size() + " mappings");
        }
        Eamt table = audited(eams, Audit.THROW);
        requireBeside(eams);
        return table;
    }

    /** How many more intents devices would be to hold; of a table without {@link #faults}. */
    Function<DeviceId, IntentCounts> demand() {
        return demand;
    }

    private Eamt audited(List<Eam> eams, Consumer<RuntimeException> wrong) {
        Audit audit = audits.apply(wrong);
        audit.eams("", eams);
        Set<Eam> missing = new LinkedHashSet<>(configured);
        eams.forEach(missing::remove);
        missing.forEach(e -> wrong.accept(Checks.configured(e, "")));
        return audit.eamt();
    }

    private void requireBeside(List<Eam> eams) {
        List<Store.Record> records = new ArrayList<>(leftOut.withoutEams());
        eams.forEach(eam -> records.add(EamRecord.of(eam)));
        leftOut.requireNoContradiction(records, others -> others.add("", eams));
    }
}
