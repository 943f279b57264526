// SPDX-License-Identifier: Apache-2.0
/**
 * The core's typed records as rows of a store, in every format that was ever released
 * (docs/store.md); both hosts use it.
 *
 * <p>Threading: stateless, but for {@code RecordReader}: one thread.
 */
package org.isthmus.proto.store;
