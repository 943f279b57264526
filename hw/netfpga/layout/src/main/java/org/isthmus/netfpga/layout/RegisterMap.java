// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * Where the register arrays of a program are, whose cells have 32 bits. P4-NetFPGA's {@code
 * *_extern_defines.json} has for each array its first address and the bits of an index; the next
 * cell has the next address.
 */
public final class RegisterMap {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CELL_BITS = 32;

    /** A register array. */
    public static final class Array {
        private final int address;
        private final int size;
        private final int stride;

        /**
         * @param stride from the address of a cell to that of the next one
         */
        public Array(int address, int size, int stride) {
            this.address = address;
            this.size = size;
            this.stride = stride;
        }

        /** Unsigned. */
        public int address(int index) {
            return address + index * stride;
        }

        public int size() {
            return size;
        }
    }

    private final Map<String, Array> arrays;

    /** Arrays by their names. */
    public RegisterMap(Map<String, Array> arrays) {
        this.arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
    }

    /** Null: the program has none of this name. */
    public Array array(String name) {
        return arrays.get(name);
    }

    /**
     * @throws MisfitException it is no such file; says where
     */
    public static RegisterMap parse(byte[] json) throws MisfitException {
        JsonNode root;
        try {
            root = JSON.readTree(new String(json, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new MisfitException("it is no JSON: " + e.getMessage());
        }
        Map<String, Array> arrays = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> e : root.properties()) {
            JsonNode extern = e.getValue();
            int bits = extern.path("control_width").asInt();
            if (bits <= 0) {
                continue; // one that the control bus does not reach
            }
            String name = "extern " + e.getKey();
            if (!extern.path("base_addr").canConvertToLong()) {
                throw new MisfitException(name + " has no base_addr");
            }
            int width = extern.path("output_fields").path(0).path("size").asInt(CELL_BITS);
            if (width > CELL_BITS || bits >= Integer.SIZE - 1) {
                throw new MisfitException(
                        name + ": cells of " + width + " bits, and indexes of " + bits);
            }
            arrays.put(e.getKey(), new Array((int) extern.get("base_addr").asLong(), 1 << bits, 1));
        }
        return new RegisterMap(arrays);
    }

    /** The counters of a P4Info one behind the other, for cards that are not made by SDNet. */
    public static RegisterMap of(P4Info info) {
        Map<String, Array> arrays = new LinkedHashMap<>();
        int next = 0;
        for (Counter c : info.getCountersList()) {
            int size = Math.max(2, Integer.highestOneBit((int) c.getSize() * 2 - 1));
            arrays.put(SwitchInfo.name(c.getPreamble()), new Array(next, size, 1));
            next += size;
        }
        return new RegisterMap(arrays);
    }

    /** As {@link #parse} reads it; of cells at one address after the other. */
    public byte[] toJson() {
        ObjectNode root = JSON.createObjectNode();
        arrays.forEach(
                (name, array) ->
                        root.putObject(name)
                                .put("base_addr", Integer.toUnsignedLong(array.address))
                                .put("control_width", Integer.numberOfTrailingZeros(array.size)));
        return root.toPrettyString().getBytes(StandardCharsets.UTF_8);
    }
}
