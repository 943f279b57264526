// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.bmv2.Harness;
import org.isthmus.target.fastpath.trace.Layout;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** l3.p4 with all IPv4 going to port 2, and a branch on the length of packets. */
final class Router {
    private static final int ROUTES = 48822691;
    private static final int FORWARD = 27124762;
    private static final int OUT = 2;

    private Router() {}

    /**
     * @param length bytes of an IPv4 packet, above which the other branch is taken
     */
    static void start(FastSwitch device, int length) throws IOException {
        JsonNode program = new ObjectMapper().readTree(Harness.resource("l3.json"));
        branch(program.get("pipelines").get(0), length);
        byte[] json = program.toString().getBytes(StandardCharsets.UTF_8);
        device.control().push(Harness.p4info("l3"), json);
        Action forward =
                Action.newBuilder()
                        .setActionId(FORWARD)
                        .addParams(param(1, OUT))
                        .addParams(param(2, 6))
                        .build();
        TableEntry all =
                TableEntry.newBuilder()
                        .setTableId(ROUTES)
                        .setIsDefaultAction(true)
                        .setAction(TableAction.newBuilder().setAction(forward))
                        .build();
        device.control()
                .write(
                        List.of(
                                Update.newBuilder()
                                        .setType(Update.Type.MODIFY)
                                        .setEntity(Entity.newBuilder().setTableEntry(all))
                                        .build()));
    }

    private static Action.Param param(int id, int value) {
        return Action.Param.newBuilder()
                .setParamId(id)
                .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
                .build();
    }

    /** Puts a branch, both ways of which go on as before, where the pipeline begins. */
    private static void branch(JsonNode pipeline, int length) throws IOException {
        String first = pipeline.get("init_table").asText();
        String json =
                "{'name': 'long', 'id': 99, 'expression': {'type': 'expression', 'value': {"
                        + "'op': '>', 'left': {'type': 'field', 'value': ['ip4', 'length']},"
                        + "'right': {'type': 'hexstr', 'value': '0x"
                        + Integer.toHexString(length)
                        + "'}}}, 'true_next': '"
                        + first
                        + "', 'false_next': '"
                        + first
                        + "'}";
        ((ArrayNode) pipeline.get("conditionals"))
                .add(new ObjectMapper().readTree(json.replace('\'', '"')));
        ((ObjectNode) pipeline).put("init_table", "long");
    }

    /** A segment of TCP with DF, with so many bytes of payload, whose checksums are right. */
    static Frame tcp(int port, int identification, int payload) {
        int transport = Layout.ETHERNET + Layout.IPV4;
        ByteBuffer b = ByteBuffer.allocate(transport + 20 + payload);
        b.put(5, (byte) 2).put(11, (byte) 4).putShort(12, (short) 0x0800);
        b.put(14, (byte) 0x45).putShort(16, (short) (40 + payload));
        b.putShort(18, (short) identification)
                .put(20, (byte) 0x40)
                .put(22, (byte) 64)
                .put(23, (byte) Layout.TCP);
        b.putInt(26, 0x0a000001).putInt(30, 0x0a000102);
        b.putShort(24, (short) ~SuperFrame.sum(b.array(), Layout.ETHERNET, transport, 0));
        b.putInt(transport, 1234 << 16 | 443).putInt(transport + 4, 1);
        b.putShort(transport + 12, (short) 0x5010);
        int pseudo = SuperFrame.sum(b.array(), 26, transport, 20 + payload + Layout.TCP);
        int sum = SuperFrame.sum(b.array(), transport, b.capacity(), pseudo);
        b.putShort(transport + 16, (short) ~sum);
        return new Frame(port, b.array());
    }
}
