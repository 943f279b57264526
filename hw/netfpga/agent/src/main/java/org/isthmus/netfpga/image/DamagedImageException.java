// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.image;

import java.io.IOException;

/** The image is not what was written: what the card holds is not known. */
public class DamagedImageException extends IOException {
    private static final long serialVersionUID = 1;

    public DamagedImageException(String message) {
        super(message);
    }

    public DamagedImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
