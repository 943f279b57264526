// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;

/** What an option has is wrong, or the file that it names. */
final class WrongOption extends IOException {
    private static final long serialVersionUID = 1;

    WrongOption(String message) {
        super(message);
    }
}
