// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.api;

import org.onosproject.event.EventListener;

/** Hears of the NAT64. */
public interface Nat64Listener extends EventListener<Nat64Event> {}
