// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;

/** A file of the log lacks something it had; its name is in the message. */
public final class DamagedLogException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedLogException(String message) {
        super(message);
    }
}
