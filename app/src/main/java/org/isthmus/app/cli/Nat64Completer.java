// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.Nat64;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;

/** Offers what the NAT64 knows; nothing while there is none. */
abstract class Nat64Completer extends AbstractChoicesCompleter {
    abstract List<String> choices(Nat64 nat64);

    @Override
    protected final List<String> choices() {
        Nat64 nat64 = AbstractShellCommand.get(Nat64Service.class).nat64();
        return nat64 == null ? List.of() : choices(nat64);
    }
}
