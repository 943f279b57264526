// SPDX-License-Identifier: Apache-2.0
/**
 * Forwarding in the whole network: which routes, next hops and addresses each device must hold,
 * given the configuration, the links that are up and the neighbours that are known; and the paths
 * that follow from them.
 *
 * <p>Needs {@code api}, {@code model} and {@code net}. Sends nothing itself: changes go to {@code
 * Fabric.Output}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.fabric;
