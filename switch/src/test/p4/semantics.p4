// SPDX-License-Identifier: Apache-2.0
// Each packet says by its opcode which feature of the architecture it exercises; the egress control
// writes down what it sees in the trace header.
#include <core.p4>
#include <v1model.p4>

header cmd_t {
    bit<8> op;
    bit<16> arg;
    bit<8> layers;
}

header trace_t {
    bit<8> instance_type;
    bit<16> rid;
    bit<16> length;
    bit<16> ingress_port;
    bit<16> egress_port;
    bit<8> kept;
    bit<8> lost;
    bit<8> error_code;
    bit<8> checksum_error;
    bit<16> result;
    bit<16> csum;
}

header layer_t {
    bit<8> value;
    bit<24> size;
    varbit<64> body;
}

struct headers_t {
    cmd_t cmd;
    trace_t trace;
    layer_t[3] layers;
}

struct meta_t {
    @field_list(1)
    bit<8> kept;
    bit<8> lost;
    bit<8> passes;
    bit<2> color;
    @field_list(2)
    bit<8> mark;
}

error {
    BadLayer
}

parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start {
        p.extract(h.cmd);
        p.extract(h.trace);
        transition select(h.cmd.layers) {
            0: accept;
            default: layer;
        }
    }
    state layer {
        verify(p.lookahead<bit<8>>() != 0xee, error.BadLayer);
        p.extract(h.layers.next, (bit<32>) p.lookahead<bit<32>>()[23:0] * 8);
        transition select(h.layers.last.value) {
            0 .. 0x7f: layer;
            0x80 &&& 0xf0: accept;
            0x90: again;
            0x91: again;
            default: accept;
        }
    }
    state again {
        p.advance(8);
        transition layer;
    }
}

control V(inout headers_t h, inout meta_t m) {
    apply {
        verify_checksum(h.trace.csum != 0, { h.cmd, h.trace.result }, h.trace.csum,
            HashAlgorithm.csum16);
    }
}

control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    register<bit<16>>(8) cells;
    counter(32, CounterType.packets_and_bytes) ops;
    meter(4, MeterType.packets) rates;
    direct_counter(CounterType.packets_and_bytes) hits;
    direct_meter<bit<2>>(MeterType.bytes) row_rates;
    action_selector(HashAlgorithm.crc16, 64, 16) choice;

    action send(bit<9> port) { s.egress_spec = port; }
    action miss() { s.egress_spec = 7; }
    action counted(bit<9> port) { s.egress_spec = port; hits.count(); row_rates.read(m.color); }
    action group_drop() { mark_to_drop(s); }

    table ports { key = { h.cmd.arg: exact; } actions = { counted; @defaultonly miss; }
        default_action = miss; counters = hits; meters = row_rates; size = 16;
        support_timeout = true; }
    table spread { key = { h.cmd.op: exact; h.cmd.arg: selector; s.ingress_port: selector; }
        actions = { send; group_drop; } implementation = choice; size = 16; }
    table order { key = { h.cmd.arg: ternary; h.trace.result: range; h.layers[0].value: optional; }
        actions = { send; miss; } default_action = miss; size = 64; }
    table prefix { key = { h.trace.result: lpm; h.cmd.layers: exact; }
        actions = { send; miss; } default_action = miss; size = 64; }
    table fixed_rows { key = { h.cmd.arg: ternary; } actions = { send; miss; }
        default_action = miss;
        const entries = { 1: send(4); 1 &&& 1: send(5); 0x100 &&& 0xff00: miss(); } }

    apply {
        m.passes = m.passes + 1;
        m.kept = h.cmd.op;
        m.lost = h.cmd.op;
        s.egress_spec = 1;
        ops.count((bit<32>) h.cmd.op);
        if (s.instance_type == 6 || s.instance_type == 4) {
            h.trace.result = (bit<16>) (m.mark ++ m.kept);
            m.mark = 0;
            s.egress_spec = 2;
        } else if (h.cmd.op == 1) {
            clone_preserving_field_list(CloneType.I2E, (bit<32>) h.cmd.arg, 1);
            h.trace.result = 0xffff;
        } else if (h.cmd.op == 2) {
            s.mcast_grp = h.cmd.arg;
        } else if (h.cmd.op == 3) {
            m.mark = 0x5a;
            resubmit_preserving_field_list(2);
        } else if (h.cmd.op == 4) {
            m.mark = 0x33;
        } else if (h.cmd.op == 5) {
            truncate((bit<32>) h.cmd.arg);
        } else if (h.cmd.op == 6) {
            s.mcast_grp = 5;
            mark_to_drop(s);
        } else if (h.cmd.op == 8) {
            h.layers.push_front(1);
            h.layers[0].setValid();
            h.layers[0].value = 0x42;
        } else if (h.cmd.op == 9) {
            h.layers.pop_front(1);
        } else if (h.cmd.op == 10) {
            bit<16> v;
            cells.read(v, (bit<32>) h.cmd.arg);
            v = v + 3;
            cells.write((bit<32>) h.cmd.arg, v);
            h.trace.result = v;
        } else if (h.cmd.op == 11) {
            rates.execute_meter((bit<32>) h.cmd.arg, m.color);
            h.trace.result = (bit<16>) m.color;
        } else if (h.cmd.op == 12) {
            if (ports.apply().hit) {
                h.trace.result = 0x1100 + (bit<16>) m.color;
            }
        } else if (h.cmd.op == 13) {
            spread.apply();
        } else if (h.cmd.op == 14) {
            switch (order.apply().action_run) {
                send: { h.trace.kept = 1; }
                miss: { h.trace.kept = 2; }
            }
        } else if (h.cmd.op == 15) {
            prefix.apply();
        } else if (h.cmd.op == 16) {
            hash(h.trace.result, HashAlgorithm.crc32, (bit<16>) 5, { h.cmd, h.trace.rid },
                (bit<32>) 1000);
        } else if (h.cmd.op == 17) {
            hash(h.trace.result, HashAlgorithm.xor16, (bit<16>) 0, { h.cmd.op, h.cmd.arg,
                h.layers[0].body }, (bit<32>) 0x10000);
        } else if (h.cmd.op == 18) {
            fixed_rows.apply();
            if (h.cmd.arg == 9) {
                exit;
            }
            h.trace.lost = 1;
        } else if (h.cmd.op == 19) {
            h.layers[1] = h.layers[0];
            h.layers[2].setInvalid();
        } else if (h.cmd.op == 20) {
            random(h.trace.result, h.cmd.arg, h.cmd.arg + 2);
        } else if (h.cmd.op == 21) {
            assert(h.cmd.arg != 7);
        } else if (h.cmd.op == 22) {
            h.layers[h.cmd.arg[1:0]].value = h.layers[h.cmd.arg[3:2]].value + 1;
        } else if (h.cmd.op == 23) {
            h.layers[0].setInvalid();
            h.layers[0].setValid();
        } else if (h.cmd.op == 24) {
            h.layers[2].body = h.layers[0].body;
        }
        h.trace.error_code = 0;
        if (s.parser_error == error.BadLayer) { h.trace.error_code = 1; }
        else if (s.parser_error == error.PacketTooShort) { h.trace.error_code = 2; }
        else if (s.parser_error == error.StackOutOfBounds) { h.trace.error_code = 3; }
        else if (s.parser_error == error.HeaderTooShort) { h.trace.error_code = 4; }
        else if (s.parser_error != error.NoError) { h.trace.error_code = 9; }
        h.trace.checksum_error = (bit<8>) s.checksum_error;
    }
}

control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        h.trace.instance_type = (bit<8>) s.instance_type;
        h.trace.rid = s.egress_rid;
        h.trace.length = (bit<16>) s.packet_length;
        h.trace.ingress_port = (bit<16>) s.ingress_port;
        h.trace.egress_port = (bit<16>) s.egress_port;
        if (h.cmd.op != 14) { h.trace.kept = m.kept; }
        if (h.cmd.op != 18) { h.trace.lost = m.lost; }
        if (h.cmd.op == 4 && s.instance_type == 0 && m.mark == 0x33) {
            recirculate_preserving_field_list(2);
        }
        if (h.cmd.op == 7 && s.instance_type == 0) {
            clone_preserving_field_list(CloneType.E2E, (bit<32>) h.cmd.arg, 1);
        }
        if (h.cmd.op == 7 && s.instance_type == 2 && h.cmd.arg == 9) {
            mark_to_drop(s);
        }
    }
}

control C(inout headers_t h, inout meta_t m) {
    apply {
        update_checksum_with_payload(h.trace.csum == 0, { h.cmd.op, h.cmd.arg, h.trace.kept,
            h.layers[0].value, h.layers[0].size, h.layers[0].body }, h.trace.csum,
            HashAlgorithm.csum16);
    }
}

control D(packet_out p, in headers_t h) {
    apply {
        p.emit(h.cmd);
        p.emit(h.trace);
        p.emit(h.layers);
    }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
