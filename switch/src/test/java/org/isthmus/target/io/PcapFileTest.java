// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.isthmus.target.Logged;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapFileTest {

    /** On a file system of one page; as root. What is still open cannot be unmounted. */
    @Test
    @Tag("root")
    void aCaptureThatFillsItsDiskEndsAndLetsGoOfTheFile(@TempDir Path disk) throws IOException {
        Veth.run("mount -t tmpfs -o size=4k isthmus " + disk);
        try (Logged logged = new Logged()) {
            PcapFile capture = new PcapFile(disk.resolve("in.pcap"));
            for (int i = 0; i < 3; i++) {
                capture.write(new byte[5000], 0, 5000);
                capture.flush();
            }
            assertEquals(1, logged.lines().stream().filter(l -> l.contains("ends")).count());
        } finally {
            Veth.run("umount " + disk);
        }
    }
}
