// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.target.Logged;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapFileTest {

    /** On a file system of three pages; as root. What is still open cannot be unmounted. */
    @Test
    @Tag("root")
    void aCaptureThatFillsItsDiskEndsForGoodWithAWholePacket(@TempDir Path disk)
            throws IOException {
        Veth.run("mount -t tmpfs -o size=12k isthmus " + disk);
        Path file = disk.resolve("in.pcap");
        try (Logged logged = new Logged()) {
            PcapFile capture = new PcapFile(file);
            for (int i = 0; i < 4; i++) {
                capture.write(new byte[5000], 0, 5000);
                capture.flush();
            }
            assertEquals(24 + 2 * (16 + 5000), Files.size(file));
            Veth.run("mount -o remount,size=64k " + disk);
            capture.write(new byte[60], 0, 60);
            capture.flush();
            assertEquals(24 + 2 * (16 + 5000), Files.size(file));
            assertEquals(
                    List.of(
                            "WARNING "
                                    + file
                                    + " gets no more packets: No space left on device. The switch"
                                    + " goes on; start it again to capture anew null"),
                    logged.lines());
        } finally {
            Veth.run("umount " + disk);
        }
    }

    @Test
    void aCaptureThatHasNoRoomAtFirstIsNamed() {
        IOException e = assertThrows(IOException.class, () -> new PcapFile(Path.of("/dev/full")));
        assertEquals("cannot write /dev/full: No space left on device", e.getMessage());
    }

    /** As a packet of an interface with such an MTU behind its Ethernet header. */
    @Test
    void aFrameThatIsLongerThanWhatIsCapturedOfOneIsCut(@TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("in.pcap");
        try (PcapFile capture = new PcapFile(file)) {
            capture.write(new byte[65550], 0, 65550);
            capture.write(new byte[60], 0, 60);
        }
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        assertEquals(24 + 16 + 65536 + 16 + 60, all.capacity());
        assertEquals(65536, all.getInt(24 + 8));
        assertEquals(65550, all.getInt(24 + 12));
        assertEquals(60, all.getInt(24 + 16 + 65536 + 8));
    }
}
