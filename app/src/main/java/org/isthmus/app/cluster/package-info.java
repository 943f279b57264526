// SPDX-License-Identifier: Apache-2.0
/**
 * One NAT64 on several nodes. {@link org.isthmus.app.cluster.Member} is a node's life in the
 * cluster: it joins, leads, steps down, leaves. {@code Leader} sees to it that there are never two
 * leaders, {@code LeaderTerm} is the core while this node leads; the rest is what nodes ask each
 * other: devices of other masters, the API, the mapping log.
 */
package org.isthmus.app.cluster;
