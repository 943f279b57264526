// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;

/** Fails as its NAT64 does. */
public final class FakeAdministration implements Administration {
    private final Nat64 nat64;

    public FakeAdministration(Nat64 nat64) {
        this.nat64 = nat64;
    }

    @Override
    public List<LogLevel> logLevels() {
        nat64.health();
        return List.of(new LogLevel("org.isthmus", "info"), new LogLevel("root", "warn"));
    }

    @Override
    public void setLogLevel(LogLevel level) {
        if (level.level != null && !level.level.equals("debug")) {
            throw new InvalidException("level", "must be debug");
        }
    }

    @Override
    public Archive backup() throws IOException {
        Health health = nat64.health();
        if (!health.ok) {
            throw new IOException(health.problems.get(0));
        }
        return to -> {
            ZipOutputStream zip = new ZipOutputStream(to);
            zip.putNextEntry(new ZipEntry("isthmus-backup"));
            zip.finish();
        };
    }
}
