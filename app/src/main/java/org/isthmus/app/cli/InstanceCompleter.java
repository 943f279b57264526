// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;

/** Names of NAT64 instances. */
@Service
public final class InstanceCompleter extends Nat64Completer {
    @Override
    List<String> choices(Nat64 nat64) {
        return nat64.instances().stream().map(i -> i.name).collect(Collectors.toList());
    }
}
