// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

/** A later release wrote the store; the message says which formats there are. */
public final class NewerStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NewerStoreException(int format) {
        super(
                "the store has format "
                        + format
                        + " of a later release; this one reads formats "
                        + StoreCodec.FORMAT_0_1
                        + " (release 0.1) to "
                        + StoreCodec.FORMAT
                        + " (docs/store.md)");
    }
}
