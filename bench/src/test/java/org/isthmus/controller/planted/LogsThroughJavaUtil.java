// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.planted;

import java.util.logging.Logger;

/** Breaks the rule that hosts log through slf4j. */
public final class LogsThroughJavaUtil {
    static final Logger LOG = Logger.getLogger(LogsThroughJavaUtil.class.getName());

    private LogsThroughJavaUtil() {}
}
