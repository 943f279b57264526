// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import com.google.rpc.Code;

/** A request the target does not carry out; nothing of it was applied. */
public class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Code code;

    /**
     * @param code the canonical code P4Runtime prescribes for this error
     * @param message what was refused and where, by its P4 name
     */
    public RefusedException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
