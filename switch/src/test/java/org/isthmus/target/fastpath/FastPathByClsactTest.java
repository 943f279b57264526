// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.io.Veth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same as on a kernel without tcx. */
@Tag("root")
class FastPathByClsactTest extends FastPathTest {

    @Override
    FastSwitch newSwitch(Collection<Integer> ports, int flows) throws IOException {
        return new FastSwitch(ports, flows, false);
    }

    private static String qdiscs() throws Exception {
        return Veth.run("tc qdisc show dev fp-t1");
    }

    private static String filters() throws Exception {
        return Veth.run("tc filter show dev fp-t1 ingress");
    }

    /** What an earlier process has left is replaced, and gone with the one that replaced it. */
    @Test
    void oneFilterHangsThereAndGoes() throws Exception {
        try (FastSwitch device = newSwitch(List.of(1), 1);
                Programs other = new Programs(2, false)) {
            assertEquals(0, device.fastPath.size());
            assertTrue(qdiscs().contains("clsact"), qdiscs());
            assertEquals(1, filters().split("direct-action", -1).length - 1, filters());
            String before = filters();
            AutoCloseable next = Clsact.attach(other.rewrite(), ifindex(1));
            assertNotEquals(before, filters(), "the number of its program");
            assertEquals(1, filters().split("direct-action", -1).length - 1, filters());
            next.close();
            assertEquals("", filters());
            assertFalse(qdiscs().contains("clsact"));
        }
    }

    /** What others have there stays. */
    @Test
    void theQdiscOfOthersStays() throws Exception {
        try (FastSwitch device = newSwitch(List.of(1), 1)) {
            assertEquals(0, device.fastPath.size());
            Veth.run("tc filter add dev fp-t1 egress bpf bytecode", "1,6 0 0 0,");
            try (Programs other = new Programs(2, false)) {
                Clsact.attach(other.rewrite(), ifindex(1)).close();
            }
            assertTrue(qdiscs().contains("clsact"));
            assertTrue(Veth.run("tc filter show dev fp-t1 egress").contains("bytecode"));
        }
    }

    /** Whoever removes the qdisc has removed the filter, which is no error at the end. */
    @Test
    void aQdiscThatIsGoneIsNotMissed() throws Exception {
        try (FastSwitch device = newSwitch(List.of(1), 1);
                Programs other = new Programs(2, false)) {
            assertEquals(0, device.fastPath.size());
            AutoCloseable attached = Clsact.attach(other.rewrite(), ifindex(1));
            Veth.run("tc qdisc del dev fp-t1 clsact");
            attached.close();
            assertFalse(qdiscs().contains("clsact"));
        }
    }

    /** A process that hangs its program at an interface, which it is given, until it is killed. */
    static final class Victim {
        public static void main(String[] args) throws Exception {
            Programs programs = new Programs(2, false);
            Clsact.attach(programs.rewrite(), Integer.parseInt(args[0]));
            System.out.println("ready");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** What a process that was killed has left does nothing, and goes with the next one. */
    @Test
    void whatAKilledProcessHasLeftIsReplaced() throws Exception {
        try (FastSwitch device = new FastSwitch(List.of(1, 2), 1, true)) {
            Process victim =
                    new ProcessBuilder(
                                    System.getProperty("java.home") + "/bin/java",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Victim.class.getName(),
                                    "" + ifindex(1))
                            .redirectErrorStream(true)
                            .start();
            byte[] ready = victim.getInputStream().readNBytes(5);
            assertEquals("ready", new String(ready, StandardCharsets.US_ASCII));
            victim.destroyForcibly().waitFor();
            assertEquals(1, filters().split("direct-action", -1).length - 1, filters());
            assertEquals(List.of(), device.wire(new Frame(1, new byte[60])));
            try (Programs next = new Programs(2, false)) {
                AutoCloseable attached = Clsact.attach(next.rewrite(), ifindex(1));
                assertEquals(1, filters().split("direct-action", -1).length - 1, filters());
                attached.close();
            }
            assertEquals("", filters());
            assertFalse(qdiscs().contains("clsact"));
        }
    }
}
