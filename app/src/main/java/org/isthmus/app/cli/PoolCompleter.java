// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;

/** Names of pools that can be removed. */
@Service
public final class PoolCompleter extends Nat64Completer {
    @Override
    List<String> choices(Nat64 nat64) {
        return nat64.pools().stream()
                .filter(p -> !p.configured)
                .map(p -> p.spec.name)
                .collect(Collectors.toList());
    }
}
