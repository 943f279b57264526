// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import java.util.List;

/** A description of the switch cannot be read, or is not that of the program of the P4Info. */
public class MisfitException extends Exception {
    private static final long serialVersionUID = 1;

    public MisfitException(String message) {
        super(message);
    }

    /**
     * @param misfits at least one, each with the name of what does not fit
     */
    MisfitException(List<String> misfits) {
        super(String.join("; ", misfits));
    }
}
