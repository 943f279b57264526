// SPDX-License-Identifier: Apache-2.0
/**
 * The core: one NAT64 over all switches of a network. {@link org.isthmus.core.Controller} is the
 * class that hosts create; {@code Wiring} constructs all other parts and passes each what it needs.
 *
 * <p>Needs every other package here, and nothing outside the JDK.
 *
 * <p>Threading: the controller may be called on any thread; everything else runs on the core's, an
 * event loop.
 */
package org.isthmus.core;
