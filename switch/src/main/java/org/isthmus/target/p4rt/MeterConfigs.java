// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4RuntimeOuterClass;

/** Two-rate three-colour meter configurations in messages. */
final class MeterConfigs {
    private MeterConfigs() {}

    static MeterConfig decode(String meter, P4RuntimeOuterClass.MeterConfig m)
            throws RefusedException {
        if (m.getCir() < 0 || m.getCburst() < 0 || m.getPir() < 0 || m.getPburst() < 0) {
            throw Refusals.invalid(meter + ": negative rate or burst");
        }
        if (m.getPir() < m.getCir()) {
            throw Refusals.invalid(meter + ": peak rate below committed rate");
        }
        if (LaterFields.number(m, LaterFields.METER_CONFIG_EBURST) != 0) {
            throw Refusals.invalid(meter + ": eburst given, but meters are two-rate three-colour");
        }
        return new MeterConfig(m.getCir(), m.getCburst(), m.getPir(), m.getPburst());
    }

    static P4RuntimeOuterClass.MeterConfig encode(MeterConfig c) {
        return P4RuntimeOuterClass.MeterConfig.newBuilder()
                .setCir(c.cir())
                .setCburst(c.cburst())
                .setPir(c.pir())
                .setPburst(c.pburst())
                .build();
    }
}
