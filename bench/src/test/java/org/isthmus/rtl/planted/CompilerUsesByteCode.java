// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.planted;

/** Breaks the rule that the compiler of hardware shares what programs are, not what runs them. */
public final class CompilerUsesByteCode {
    Class<?> violate() {
        return org.isthmus.target.bmv2.Bmv2Target.class;
    }
}
