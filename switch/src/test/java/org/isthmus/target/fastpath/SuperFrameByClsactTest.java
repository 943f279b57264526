// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.util.Collection;
import org.junit.jupiter.api.Tag;

/** The same as on a kernel without tcx. */
@Tag("root")
class SuperFrameByClsactTest extends SuperFrameTest {

    @Override
    FastSwitch newSwitch(Collection<Integer> ports, int flows) throws IOException {
        return new FastSwitch(ports, flows, false);
    }
}
