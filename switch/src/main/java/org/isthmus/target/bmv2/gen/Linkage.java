// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.Counters;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Meters;
import org.isthmus.target.bmv2.run.RegisterArray;

/** The objects with state that generated code uses, by their names in the program. */
public interface Linkage {
    MatchTable table(PipelineDef.Table def);

    Counters counter(String name);

    Meters meter(String name);

    RegisterArray register(String name);

    /** Port of packets that are dropped. */
    int dropPort();
}
