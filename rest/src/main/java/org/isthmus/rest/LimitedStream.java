// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.ws.rs.ClientErrorException;
import javax.ws.rs.core.Response;

/** A request body that may not be longer than so many bytes; 413 otherwise. */
final class LimitedStream extends FilterInputStream {
    /** For one object. */
    static final int ONE = 64 << 10;

    /** For a table of a million rows. */
    static final int TABLE = 128 << 20;

    private final int most;
    private long left;

    LimitedStream(InputStream in, int most) {
        super(in);
        this.most = most;
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int n = super.read(b, off, len);
        count(n);
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = super.skip(n);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long n) {
        left -= Math.max(n, 0);
        if (left < 0) {
            throw new ClientErrorException(
                    "The body is longer than " + most + " bytes.",
                    Response.Status.REQUEST_ENTITY_TOO_LARGE);
        }
    }
}
