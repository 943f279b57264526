// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;

/** IPv4 prefixes of the EAMT. */
@Service
public final class EamCompleter extends Nat64Completer {
    @Override
    List<String> choices(Nat64 nat64) {
        return nat64.eamt().stream().map(e -> e.prefix4.toString()).collect(Collectors.toList());
    }
}
