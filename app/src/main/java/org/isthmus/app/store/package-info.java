// SPDX-License-Identifier: Apache-2.0
/**
 * The store of the core in Atomix: a journal in consistent maps for what all nodes must agree on,
 * and eventually consistent maps for bindings and subscribers, which are too many for that.
 */
package org.isthmus.app.store;
