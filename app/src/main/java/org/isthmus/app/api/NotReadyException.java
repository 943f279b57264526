// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.api;

import java.util.List;

/** There is no NAT64 to ask; the message says why, a line for each reason. */
public final class NotReadyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotReadyException(String message) {
        super(message);
    }

    /** Says why {@link Nat64Service#nat64} gives nothing. */
    public static NotReadyException of(Nat64Service service) {
        List<String> problems = service.configurationProblems();
        if (!problems.isEmpty()) {
            return new NotReadyException(
                    "The network configuration is not in force:\n  "
                            + String.join("\n  ", problems));
        }
        return new NotReadyException(
                service.leader()
                        .map(leader -> "The NAT64 is not ready yet; its leader is " + leader + ".")
                        .orElse("The NAT64 has no leader yet."));
    }
}
