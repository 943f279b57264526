// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.isthmus.target.io.Veth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("root")
class BpfTest {

    /** A process that prints what comes of loading the kernel's programs. */
    static final class Loader {
        public static void main(String[] args) {
            try {
                new Programs(2).close();
                System.out.print("loaded");
            } catch (IOException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private static String without(String capabilities) throws IOException {
        return Veth.run(
                "setpriv --bounding-set " + capabilities,
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                Loader.class.getName());
    }

    @Test
    void theCapabilityThatIsMissingIsNamed() throws Exception {
        assertEquals("BPF program classify: it needs CAP_PERFMON", without("-perfmon,-sys_admin"));
        assertEquals(
                "BPF map flows: Operation not permitted: it needs CAP_BPF, CAP_PERFMON and"
                        + " CAP_NET_ADMIN, which root has",
                without("-bpf,-sys_admin"));
        assertEquals("loaded", without("-perfmon"), "CAP_SYS_ADMIN stands for it");
    }
}
