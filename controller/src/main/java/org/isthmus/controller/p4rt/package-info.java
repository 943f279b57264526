// SPDX-License-Identifier: Apache-2.0

/**
 * The data plane over P4Runtime, one {@link org.isthmus.controller.p4rt.DeviceClient} for each
 * device: it opens a {@link org.isthmus.controller.p4rt.Connection} after the other. A connection
 * runs for primary over its {@link org.isthmus.controller.p4rt.StreamChannel}, which also carries
 * packets, and loads the program and writes and reads tables by {@link
 * org.isthmus.controller.p4rt.P4RuntimeCalls}. {@link org.isthmus.controller.p4rt.ChangeWriter}
 * splits what the core wants written into messages and judges the answers.
 */
package org.isthmus.controller.p4rt;
