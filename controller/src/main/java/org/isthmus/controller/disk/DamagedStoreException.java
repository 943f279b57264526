// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;

/** A store lacks something it had. Whoever goes on without it does so knowingly. */
final class DamagedStoreException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
