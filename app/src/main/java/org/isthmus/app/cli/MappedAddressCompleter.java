// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;

/** IPv4 addresses that bindings have. */
@Service
public final class MappedAddressCompleter extends Nat64Completer {
    /** Bindings that are looked at. */
    private static final int MOST = 1000;

    @Override
    List<String> choices(Nat64 nat64) {
        return nat64.bindings(Filter.ALL, null, MOST).items().stream()
                .map(b -> b.address4.toString())
                .distinct()
                .collect(Collectors.toList());
    }
}
