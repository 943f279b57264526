// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;

/** What the hosts of an EAM speak. */
@Service
public final class HostCompleter extends AbstractChoicesCompleter {
    @Override
    protected List<String> choices() {
        return List.of("ipv4", "ipv6");
    }
}
