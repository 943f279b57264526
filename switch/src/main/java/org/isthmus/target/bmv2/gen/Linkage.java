// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.isthmus.target.bmv2.run.IndexedRegister;
import org.isthmus.target.bmv2.run.MatchTable;

/** The objects with state that generated code uses, by their names in the program. */
public interface Linkage {
    MatchTable table(PipelineDef.TableDef def);

    IndexedCounter counter(String name);

    IndexedMeter meter(String name);

    IndexedRegister register(String name);

    /** Port of packets that are dropped. */
    int dropPort();
}
