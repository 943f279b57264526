// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;

/** The protocols, as every command spells them. */
@Service
public final class ProtocolCompleter extends AbstractChoicesCompleter {
    @Override
    protected List<String> choices() {
        return List.of("icmp", "tcp", "udp");
    }
}
