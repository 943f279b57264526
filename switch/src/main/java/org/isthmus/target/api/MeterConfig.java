// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** A two-rate three-colour marker (RFC 2698), in packets or bytes as the P4Info says. Immutable. */
public final class MeterConfig {
    private final long cir;
    private final long cburst;
    private final long pir;
    private final long pburst;

    /**
     * @param cir committed rate, units per second
     * @param cburst committed burst, units
     * @param pir peak rate, units per second, at least cir
     * @param pburst peak burst, units
     */
    public MeterConfig(long cir, long cburst, long pir, long pburst) {
        this.cir = cir;
        this.cburst = cburst;
        this.pir = pir;
        this.pburst = pburst;
    }

    public long cir() {
        return cir;
    }

    public long cburst() {
        return cburst;
    }

    public long pir() {
        return pir;
    }

    public long pburst() {
        return pburst;
    }
}
