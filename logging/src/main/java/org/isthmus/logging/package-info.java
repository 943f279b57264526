// SPDX-License-Identifier: Apache-2.0
/** How programs write their logs: java.util.logging, to which slf4j passes what the parts say. */
package org.isthmus.logging;
