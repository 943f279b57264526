// SPDX-License-Identifier: Apache-2.0
/**
 * How programs write their logs: java.util.logging, to which slf4j passes what the parts say; that
 * they hear of a repeated task that fails; what they say where a server cannot listen; and that
 * they end.
 */
package org.isthmus.logging;
