// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

/** What a client may take of the REST server. Immutable. */
final class Limits {
    static final Limits DEFAULT = new Limits();

    /** Between the first byte of a request and the end of its header. */
    final int headSeconds = 10;

    /** A body that takes longer brings {@link #bodyBytes} in each such period. */
    final int bodySeconds = 10;

    final int bodyBytes = 64 << 10;

    /** Between two requests, and before the first. */
    final int idleSeconds = 60;

    /** For a client to take more of an answer, and all that is left once it is written. */
    final int answerSeconds = 20;

    /** How long a refused client may go on to send, so that it comes to read the answer. */
    final int lingerSeconds = 2;

    /** Bytes of the request line, and of the header. */
    final int line = 8 << 10;

    final int head = 16 << 10;

    /** Bytes; resources have narrower limits. */
    final long body = 128 << 20;

    /** Bytes of a body that are awaited before a thread works on the request. */
    final int gathered = 64 << 10;

    final int connectionsOfClient = 256;
    final int connections = 4096;

    /** Of a client, and of all: beside those that are at work, for probes. */
    final int connectionsWaiting = 16;

    /** Requests that are worked on at a time; a client may have half of what others leave. */
    final int requests = 32;

    /** Passwords that wait to be checked. */
    final int logins = 64;

    /** Of these, of one client. */
    final int loginsOfClient = 8;

    private Limits() {}
}
