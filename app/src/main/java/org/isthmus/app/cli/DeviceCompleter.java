// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;

/** Switches that the NAT64 knows. */
@Service
public final class DeviceCompleter extends Nat64Completer {
    @Override
    List<String> choices(Nat64 nat64) {
        return nat64.devices().stream().map(d -> d.id.toString()).collect(Collectors.toList());
    }
}
