// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapTest {
    @TempDir Path directory;

    private Optional<String> heap(String pools, int devices) throws IOException {
        StringBuilder d = new StringBuilder();
        for (int i = 1; i <= devices; i++) {
            d.append(i == 1 ? "" : ", ")
                    .append("\"device:d" + i + "\": {\"basic\": {\"managementAddress\": ")
                    .append("\"grpc://127.0.0.1:" + i + "?device_id=" + i + "\", ")
                    .append("\"driver\": \"isthmus\", \"pipeconf\": \"org.isthmus.v1model\"}, ")
                    .append("\"isthmus\": {\"mac\": \"02:00:00:00:00:0" + i + "\", ")
                    .append("\"translator\": true}}");
        }
        Path file = directory.resolve("netcfg.json");
        Files.writeString(
                file,
                "{\"devices\": {"
                        + d
                        + "}, \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\":"
                        + " \"default\", \"prefix\": \"2001:db8:64::/96\", \"blockSize\": 64}],"
                        + " \"pools\": ["
                        + pools
                        + "]}}}}");
        return Heap.option(List.of("--data", "d", "--netcfg", file.toString()));
    }

    private static String pool(String prefix, String ports) {
        return "{\"name\": \"p\", \"prefixes\": [\""
                + prefix
                + "\"], \"ports\": {\"tcp\": \""
                + ports
                + "\", \"udp\": \""
                + ports
                + "\", \"icmp\": \""
                + ports
                + "\"}}";
    }

    @Test
    void followsPoolsAndDevices() throws IOException {
        assertEquals(Optional.of("-Xmx1024m"), heap("", 1));
        String file = directory.resolve("netcfg.json").toString();
        assertEquals(Optional.of("-Xmx1024m"), Heap.option(List.of("--netcfg=" + file)));
        // 32,768 ports of 3 protocols on 2 addresses are 196,608 bindings in 3,072 blocks.
        assertEquals(Optional.of("-Xmx1108m"), heap(pool("192.0.2.0/31", "32768-65535"), 1));
        assertEquals(Optional.of("-Xmx1132m"), heap(pool("192.0.2.0/31", "32768-65535"), 2));
        // Bindings are at most the rows of bib4; blocks are those of all addresses.
        assertEquals(Optional.of("-Xmx3584m"), heap(pool("10.0.0.0/16", "0-65535"), 1));
        // 4,194,304 sessions, the rows of that table, where a pool filters.
        String filters = "\"filtering\": \"address-dependent\", \"name\"";
        String filtered = pool("192.0.2.0/31", "32768-65535").replace("\"name\"", filters);
        assertEquals(Optional.of("-Xmx1748m"), heap(filtered, 1));
        assertEquals(Optional.of("-Xmx2028m"), heap(filtered, 2));
    }

    @Test
    void saysNothingWithoutANetcfgThatIsRight() throws IOException {
        assertEquals(Optional.empty(), Heap.option(List.of("--version")));
        assertEquals(Optional.empty(), Heap.option(List.of("--netcfg")));
        assertEquals(Optional.empty(), Heap.option(List.of("--netcfg", "/none")));
        Path wrong = Files.writeString(directory.resolve("wrong.json"), "{");
        assertEquals(Optional.empty(), Heap.option(List.of("--netcfg=" + wrong)));
    }
}
