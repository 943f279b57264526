// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;

/** What answers requests. Any thread. */
interface Requests {
    /**
     * Works on a request until its answer has ended.
     *
     * @param base where the API is, with the name that the client has for this machine
     * @param target of the request, below it
     * @param caller who sent it
     * @param body waits for what is not there yet
     */
    void serve(
            URI base, URI target, HttpRequest head, Caller caller, InputStream body, Answer answer);

    /** Where an answer goes. For the thread that works on the request. */
    interface Answer {
        /**
         * @param header names and values, without the length
         * @param length bytes of the body; -1: not known
         */
        OutputStream begin(int status, String reason, Iterable<String[]> header, long length)
                throws IOException;

        boolean begun();

        /** Address and port of who gets it. */
        String peer();

        /** Once; without {@link #begin} the answer is a failure of the server. */
        void end();

        /** There will be no rest of it. */
        void abort();
    }
}
