// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import org.isthmus.target.bmv2.gen.Linkage;
import org.isthmus.target.bmv2.ir.Bmv2Program;

/** A program as it was compiled, and its objects with state. */
public final class ProgramView {
    public final Bmv2Program program;
    public final Linkage linkage;

    ProgramView(Bmv2Program program, Linkage linkage) {
        this.program = program;
        this.linkage = linkage;
    }
}
