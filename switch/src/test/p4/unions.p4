// SPDX-License-Identifier: Apache-2.0
// Header unions, and stacks of them: extracted, assigned, compared, pushed and popped.
#include <core.p4>
#include <v1model.p4>

header command_t {
    bit<8> op;
    bit<8> layers;
}

header kind_t {
    bit<8> wide;
}

header byte_t {
    bit<8> value;
}

header word_t {
    bit<16> value;
}

header_union number_t {
    byte_t byte;
    word_t word;
}

header answer_t {
    bit<8> value;
}

struct headers_t {
    command_t command;
    answer_t answer;
    number_t one;
    number_t two;
    number_t[2] layers;
}

struct metadata_t {
    bit<8> left;
}

parser P(packet_in packet, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        packet.extract(h.command);
        m.left = h.command.layers;
        transition select(packet.lookahead<bit<8>>()) {
            0x80 &&& 0x80: word;
            default: byte;
        }
    }
    state byte {
        packet.extract(h.one.byte);
        transition layers;
    }
    state word {
        packet.extract(h.one.word);
        transition layers;
    }
    state layers {
        transition select(m.left, packet.lookahead<bit<8>>()) {
            (0, _): accept;
            (_, 0x80 &&& 0x80): word_layer;
            default: byte_layer;
        }
    }
    state byte_layer {
        packet.extract(h.layers.next.byte);
        m.left = m.left - 1;
        transition layers;
    }
    state word_layer {
        packet.extract(h.layers.next.word);
        m.left = m.left - 1;
        transition layers;
    }
}

control V(inout headers_t h, inout metadata_t m) {
    apply {}
}

control I(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {
        s.egress_spec = 1;
        h.answer.setValid();
        if (h.command.op == 1) {
            h.one.byte.setValid();
            h.one.byte.value = 0x11;
        } else if (h.command.op == 2) {
            h.one.word.setValid();
            h.one.word.value = 0x2222;
        } else if (h.command.op == 3) {
            h.two = h.one;
        } else if (h.command.op == 4) {
            h.one.byte.setInvalid();
        } else if (h.command.op == 5) {
            h.layers.push_front(1);
        } else if (h.command.op == 6) {
            h.layers.pop_front(1);
        } else if (h.command.op == 7) {
            h.layers[1] = h.one;
        } else if (h.command.op == 8) {
            h.two.word.setValid();
            h.two.word.value = 0x8001;
        } else if (h.command.op == 9) {
            h.one.byte = { 9 };
        }
        if (h.one.isValid()) {
            h.answer.value = h.answer.value | 1;
        }
        if (h.two.isValid()) {
            h.answer.value = h.answer.value | 2;
        }
        if (h.layers[0].byte.isValid()) {
            h.answer.value = h.answer.value | 4;
        }
        if (h.layers[1].byte.isValid() || h.layers[1].word.isValid()) {
            h.answer.value = h.answer.value | 8;
        }
    }
}

control E(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {}
}

control C(inout headers_t h, inout metadata_t m) {
    apply {}
}

control D(packet_out packet, in headers_t h) {
    apply {
        packet.emit(h);
    }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
