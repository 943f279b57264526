// SPDX-License-Identifier: Apache-2.0
//
//  1..4, 255 (agent and card)         +------ card.p4 ------+        1..4, 255
//  241..244, 251..254 (card) -> shell | one-hot ports, DMA, | -> ... 241..244, 251..254, 255
//                                     | digest              |
//
// Executes the program of the card on v1model. Who uses ports 1 to 4 and 255 sees a switch made of
// card and agent: frames lose what stands before them in DMA, what comes up is limited, and a copy
// is the packet itself instead of what a digest says of it. Ports 241 to 244 are those of the card
// alone, 251 to 254 its DMA; what then leaves by 255 begins with a digest, last byte first: 32
// bytes, of which a card makes a frame.

#define V1MODEL_VERSION 20200408
#include <v1model.p4>
#include "sume_metadata.p4"

// No bit of the card's: from the controller, without what stands before it in DMA.
#define SHELL_PORT 0
#define COUNT_DROP(reason) // here below
#define PACKET_IDENTIFICATION(meta) random(meta.random, 0, 0xffff);
#include "card.p4"

const bit<9> CARD_PORTS = 240;
const bit<9> CARD_DMA = 250;
const bit<32> INGRESS_CLONE = 1; // standard_metadata.instance_type
const bit<2> RED = 2;

struct shell_t {
    metadata_t meta;
    digest_data_t digest_data;
    sume_metadata_t sume;
    // Kept by the copy for the controller.
    @field_list(1) bit<1> alone; // the card without its agent
    @field_list(1) port_number_t ingress_port;
    @field_list(1) punt_reason_t reason;
    @field_list(1) bit<256> digest;
}

parser ShellParser(packet_in packet, out headers_t hdr, inout shell_t shell,
        inout standard_metadata_t standard_metadata) {
    IsthmusParser() card;

    state start {
        transition select(standard_metadata.ingress_port) {
            1: nf0;
            2: nf1;
            3: nf2;
            4: nf3;
            CPU_PORT: run;
            default: alone;
        }
    }

    state alone {
        shell.alone = 1;
        transition select(standard_metadata.ingress_port) {
            241: nf0;
            242: nf1;
            243: nf2;
            244: nf3;
            251: dma0;
            252: dma1;
            253: dma2;
            254: dma3;
        }
    }

#define ONE_HOT(name, bits) \
    state name { \
        shell.sume.src_port = bits; \
        transition run; \
    }
    ONE_HOT(nf0, NF0)
    ONE_HOT(dma0, NF0 << 1)
    ONE_HOT(nf1, NF1)
    ONE_HOT(dma1, NF1 << 1)
    ONE_HOT(nf2, NF2)
    ONE_HOT(dma2, NF2 << 1)
    ONE_HOT(nf3, NF3)
    ONE_HOT(dma3, NF3 << 1)

    state run {
        card.apply(packet, hdr, shell.meta, shell.digest_data, shell.sume);
        transition accept;
    }
}

control ShellVerifyChecksum(inout headers_t hdr, inout shell_t shell) {
    apply {}
}

control ShellIngress(inout headers_t hdr, inout shell_t shell,
        inout standard_metadata_t standard_metadata) {
    @id(DROPS_COUNTER) @name(".drops")
    counter<bit<8>>(64, CounterType.packets) drops;
    @id(PUNTS_METER) @name(".punts")
    meter<bit<8>>(64, MeterType.packets) punts;

    IsthmusPipe() card;
    bit<2> color = 0;

    apply {
        shell.sume.pkt_len = standard_metadata.packet_length[15:0];
        if (standard_metadata.ingress_port == CPU_PORT) {
            shell.sume.pkt_len = shell.sume.pkt_len + 14;
        }
        card.apply(hdr, shell.meta, shell.digest_data, shell.sume);

        // The agent's part: what comes up is limited.
        if (shell.alone == 0 && shell.meta.punt_reason != PUNT_NONE) {
            punts.execute_meter(shell.meta.punt_reason, color);
            if (color == RED) {
                if (shell.sume.send_dig_to_cpu == 1) {
                    shell.sume.send_dig_to_cpu = 0;
                    drops.count(DROP_COPY_RATE);
                } else {
                    shell.sume.drop = 1;
                }
                if (shell.meta.verdict == VERDICT_PUNT) {
                    shell.meta.drop_reason = DROP_PUNT_RATE;
                }
            }
        }

        if (shell.sume.send_dig_to_cpu == 1) {
            shell.ingress_port = shell.meta.ingress_port;
            shell.reason = shell.meta.punt_reason;
#define DIGEST shell.digest_data
            shell.digest = DIGEST.reason ++ DIGEST.port ++ DIGEST.vlan_id ++ DIGEST.is_ipv6
                    ++ DIGEST.is_probe ++ DIGEST.has_option ++ DIGEST.pad ++ DIGEST.tcp_flags
                    ++ DIGEST.addr6 ++ DIGEST.addr4 ++ DIGEST.endpoint ++ DIGEST.pad2;
            clone_preserving_field_list(CloneType.I2E, CPU_CLONE_SESSION, 1);
        }
        if (shell.meta.drop_reason != DROP_NONE) {
            drops.count(shell.meta.drop_reason);
        }

        // One packet to all ports whose bit is set, of which the program sets one.
        bit<9> base = 0;
        if (shell.alone == 1) {
            base = CARD_PORTS;
        }
        if (shell.sume.drop == 1) {
            mark_to_drop(standard_metadata);
        } else if (shell.sume.dst_port == NF0) {
            standard_metadata.egress_spec = base + 1;
        } else if (shell.sume.dst_port == NF1) {
            standard_metadata.egress_spec = base + 2;
        } else if (shell.sume.dst_port == NF2) {
            standard_metadata.egress_spec = base + 3;
        } else if (shell.sume.dst_port == NF3) {
            standard_metadata.egress_spec = base + 4;
        } else if (shell.alone == 0) {
            standard_metadata.egress_spec = CPU_PORT;
        } else if (shell.sume.dst_port == (NF0 << 1)) {
            standard_metadata.egress_spec = CARD_DMA + 1;
        } else if (shell.sume.dst_port == (NF1 << 1)) {
            standard_metadata.egress_spec = CARD_DMA + 2;
        } else if (shell.sume.dst_port == (NF2 << 1)) {
            standard_metadata.egress_spec = CARD_DMA + 3;
        } else {
            standard_metadata.egress_spec = CARD_DMA + 4;
        }
    }
}

control ShellEgress(inout headers_t hdr, inout shell_t shell,
        inout standard_metadata_t standard_metadata) {
    apply {
        if (standard_metadata.instance_type == INGRESS_CLONE) {
            hdr.dma.setInvalid();
            hdr.packet_out.setInvalid();
            if (shell.alone == 0) {
                hdr.packet_in.setValid();
                hdr.packet_in.ingress_port = shell.ingress_port;
                hdr.packet_in.pad = 0;
                hdr.packet_in.reason = shell.reason;
            } else {
                hdr.digest.setValid();
                hdr.digest.reversed = shell.digest[7:0] ++ shell.digest[15:8] ++ shell.digest[23:16]
                        ++ shell.digest[31:24] ++ shell.digest[39:32] ++
                        shell.digest[47:40] ++ shell.digest[55:48] ++
                        shell.digest[63:56] ++ shell.digest[71:64] ++
                        shell.digest[79:72] ++ shell.digest[87:80] ++
                        shell.digest[95:88] ++ shell.digest[103:96] ++
                        shell.digest[111:104] ++ shell.digest[119:112] ++
                        shell.digest[127:120] ++ shell.digest[135:128] ++
                        shell.digest[143:136] ++ shell.digest[151:144] ++
                        shell.digest[159:152] ++ shell.digest[167:160] ++
                        shell.digest[175:168] ++ shell.digest[183:176] ++
                        shell.digest[191:184] ++ shell.digest[199:192] ++
                        shell.digest[207:200] ++ shell.digest[215:208] ++
                        shell.digest[223:216] ++ shell.digest[231:224] ++
                        shell.digest[239:232] ++ shell.digest[247:240] ++
                        shell.digest[255:248];
            }
        } else if (shell.alone == 0) {
            hdr.dma.setInvalid();
        }
    }
}

control ShellComputeChecksum(inout headers_t hdr, inout shell_t shell) {
    apply {}
}

control ShellDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

@pkginfo(name = "isthmus-netfpga", version = "1")
V1Switch(ShellParser(), ShellVerifyChecksum(), ShellIngress(), ShellEgress(),
        ShellComputeChecksum(), ShellDeparser()) main;
