// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import javax.ws.rs.container.ContainerRequestContext;
import org.isthmus.rest.JsonOutput.Writer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who wanted to change what, when, from where, with what result, and what was there before and
 * after: a line for each request that may change something, in a logger of its own. Clients without
 * a password cannot fill it, for it has nothing of requests that were not let in, and a line is of
 * bounded length. Any thread.
 */
public final class AuditLog {
    public static final String NAME = "org.isthmus.audit";

    /** Property of a request: address and port of who sent it, which the host sets. */
    public static final String PEER = "org.isthmus.rest.peer";

    /** Property of a request: what it has changed, as it stands in the log. */
    private static final String CHANGE = "org.isthmus.rest.change";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    /** Entries of each side of a change. */
    private static final int ENTRIES_MAX = 20;

    /** Characters of an entry. */
    private static final int ENTRY_MAX = 2000;

    /** Property of a request that is no change, although its method may be that of one. */
    private static final String NO_CHANGE = "org.isthmus.rest.nochange";

    private AuditLog() {}

    /**
     * Once for each change, when its answer is known.
     *
     * @param user whose password was right; null where none is asked for
     * @param peer address and port; null: not known
     * @param target of the request, as short as a request line must be, with no space and no
     *     control character
     */
    public static void answered(
            String user, String peer, String method, String target, int status) {
        answered(user, peer, method, target, status, "");
    }

    private static void answered(
            String user, String peer, String method, String target, int status, String change) {
        LOG.info(
                "user={} peer={} method={} target={} status={}{}",
                orNone(user),
                orNone(peer),
                method,
                target,
                status,
                change);
    }

    /** Of a request that came to the API. */
    static void answered(String user, ContainerRequestContext request, String target, int status) {
        if (request.getProperty(NO_CHANGE) != null && status < 300) {
            return;
        }
        Object change = request.getProperty(CHANGE);
        answered(
                user,
                (String) request.getProperty(PEER),
                request.getMethod(),
                target,
                status,
                change == null ? "" : (String) change);
    }

    /**
     * A command in the shell of the host has changed something.
     *
     * @param user null: not known
     */
    public static <T> void commanded(
            String user, String command, List<T> before, List<T> after, Writer<T> writer) {
        LOG.info(
                "user={} peer=shell command={}{}",
                orNone(user),
                command,
                change(before, after, writer));
    }

    /**
     * Notes what a request has changed.
     *
     * @param before what is there no more
     * @param after what is there now, and was not before
     */
    static <T> void changed(
            ContainerRequestContext request, List<T> before, List<T> after, Writer<T> writer) {
        request.setProperty(CHANGE, change(before, after, writer));
    }

    /** Of a request that is answered without a change there is nothing in the log. */
    static void changesNothing(ContainerRequestContext request) {
        request.setProperty(NO_CHANGE, true);
    }

    private static <T> String change(List<T> before, List<T> after, Writer<T> writer) {
        return " before=" + json(before, writer) + " after=" + json(after, writer);
    }

    private static String orNone(String value) {
        return value == null ? "-" : value;
    }

    private static <T> String json(List<T> entries, Writer<T> writer) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        for (T entry : entries.subList(0, Math.min(entries.size(), ENTRIES_MAX))) {
            String text = json(entry, writer);
            array.add(
                    text.length() <= ENTRY_MAX
                            ? text
                            : text.substring(0, ENTRY_MAX)
                                    + "...("
                                    + (text.length() - ENTRY_MAX)
                                    + " more characters)");
        }
        if (entries.size() > ENTRIES_MAX) {
            array.add("...(" + (entries.size() - ENTRIES_MAX) + " more)");
        }
        return array.toString();
    }

    private static <T> String json(T entry, Writer<T> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            JsonOutput.one(entry, writer).write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
