// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who wanted to change what, from where, and with what result: a line for each request that may
 * change something, in a logger of its own. Clients without a password cannot fill it, for it has
 * nothing of requests that were not let in. Any thread.
 */
final class AuditLog {
    static final String NAME = "org.isthmus.audit";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final Set<HttpMethod> READS =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private AuditLog() {}

    static boolean isChange(HttpRequest head) {
        return !READS.contains(head.method());
    }

    /**
     * Once for each change, when its answer is known. The target is as short as a request line must
     * be, and has no space and no control character, or it was no URI.
     *
     * @param user whose password was right; null where none is asked for
     */
    static void answered(String user, InetSocketAddress peer, HttpRequest head, int status) {
        LOG.info(
                "user={} peer={} method={} target={} status={}",
                user == null ? "-" : user,
                RestServer.authority(peer),
                head.method(),
                head.uri(),
                status);
    }
}
