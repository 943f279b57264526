// SPDX-License-Identifier: Apache-2.0
//
//  (isthmus.p4 for SDNet, shell.p4 for v1model) -> [parser, pipe] -> ../shared
//
// Composition for SimpleSumeSwitch. One packet comes in and one goes out, to all ports whose bit is
// set: the controller gets the packet itself, before anything was written to it, or a digest beside
// a packet that goes on. The agent limits what comes up, and has no other part in it.

#define TARGET_HAS_DMA

#include "sizes.p4"
#include "../include/features.p4"
#include "../include/ids.p4"
#include "dma.p4"
#include "../include/headers.p4"
#include "../include/metadata.p4"
#include "../shared/decide.p4"
#include "../shared/translate.p4"
#include "../shared/echo.p4"

// Ports are one bit each: of a 10G port an even one, and of the same interface's DMA the next.
const bit<8> NF0 = 0x01;
const bit<8> NF1 = 0x04;
const bit<8> NF2 = 0x10;
const bit<8> NF3 = 0x40;

// 1,500 bytes behind a VLAN tag, for SDNet: room for what is put before it, and for what
// translation adds, is in the packet region that SDNet is told of (16,384 bits).
const bit<16> MAX_FRAME = MAX_FRAME_BYTES;
const bit<16> DMA_OUT_BYTES = 16; // dma and packet_out
const bit<16> DMA_IN_BYTES = 17; // dma and packet_in

@Xilinx_MaxPacketRegion(16384)
parser IsthmusParser(packet_in packet, out headers_t hdr, out metadata_t meta,
        out digest_data_t digest_data, inout sume_metadata_t sume_metadata) {
    state start {
        CLEAR_METADATA(meta)
        CLEAR_DIGEST(digest_data)
        transition select(sume_metadata.src_port) {
            NF0: ethernet;
            NF1: ethernet;
            NF2: ethernet;
            NF3: ethernet;
#ifdef SHELL_PORT
            SHELL_PORT: from_controller;
#endif
            default: dma;
        }
    }

    state dma {
        packet.extract(hdr.dma);
        transition select(hdr.dma.ether_type) {
            ETHER_TYPE_DMA: from_controller;
            default: accept;
        }
    }

    state from_controller {
        packet.extract(hdr.packet_out);
        transition select(hdr.packet_out.submit) {
            1: ethernet;
            default: accept;
        }
    }

#include "../shared/parser_states.p4"
}

@Xilinx_MaxPacketRegion(16384)
control IsthmusPipe(inout headers_t hdr, inout metadata_t meta, inout digest_data_t digest_data,
        inout sume_metadata_t sume_metadata) {
#ifdef PIPE_EXTERNS
    PIPE_EXTERNS
#endif
    bit<16> length_in = 0; // of the IP packet
    bit<48> asker = 0;
    bit<1> had_option = 0;

    apply {
        if (sume_metadata.src_port == NF0) {
            meta.ingress_port = 1;
        } else if (sume_metadata.src_port == NF1) {
            meta.ingress_port = 2;
        } else if (sume_metadata.src_port == NF2) {
            meta.ingress_port = 3;
        } else if (sume_metadata.src_port == NF3) {
            meta.ingress_port = 4;
        } else {
            meta.ingress_port = CPU_PORT;
            sume_metadata.pkt_len = sume_metadata.pkt_len - DMA_OUT_BYTES;
        }
        meta.frame_length = 16w0 ++ sume_metadata.pkt_len;

        if (sume_metadata.pkt_len > MAX_FRAME) {
            DROP(FRAME_LENGTH)
        } else if (meta.ingress_port == CPU_PORT && !hdr.packet_out.isValid()) {
            DROP(HOST_FRAME)
        } else if (hdr.packet_out.isValid() && hdr.packet_out.submit == 0) {
            meta.verdict = VERDICT_ROUTE;
            meta.egress_port = hdr.packet_out.egress_port;
        } else {
            asker = hdr.ethernet.src_addr;
            if (hdr.nd_option.isValid()) {
                had_option = 1;
                if (hdr.nd_option.type == 1) {
                    digest_data.has_option = 1;
                }
            }

            Decide.apply(hdr, meta);

            // What a digest says is of the packet that came in.
            if (hdr.vlan.isValid()) {
                digest_data.vlan_id = hdr.vlan.vid;
            }
            if (hdr.ipv6.isValid()) {
                digest_data.is_ipv6 = 1;
            }
            if (meta.verdict == VERDICT_ROUTE) {
                TcpState.apply(hdr, meta);
                if (meta.punt_reason != PUNT_NONE) {
                    digest_data.tcp_flags = hdr.tcp.cwr ++ hdr.tcp.ece ++ hdr.tcp.urg
                            ++ hdr.tcp.ack ++ hdr.tcp.psh ++ hdr.tcp.rst ++ hdr.tcp.syn
                            ++ hdr.tcp.fin;
                    digest_data.endpoint = hdr.tcp.src_port ++ hdr.tcp.dst_port ++ 4w0
                            ++ meta.instance;
                    if (hdr.ipv6.isValid()) {
                        digest_data.addr6 = hdr.ipv6.src_addr;
                        digest_data.addr4 = meta.dst4;
                    } else {
                        digest_data.addr6 = 96w0 ++ hdr.ipv4.dst_addr;
                        digest_data.addr4 = hdr.ipv4.src_addr;
                    }
                }

                if (hdr.ipv4.isValid()) {
                    length_in = hdr.ipv4.total_len;
                } else {
                    length_in = hdr.ipv6.payload_len + 40;
                }
                sume_metadata.pkt_len = sume_metadata.pkt_len - length_in + meta.ip_length[15:0];
                if (hdr.vlan.isValid()) {
                    sume_metadata.pkt_len = sume_metadata.pkt_len - 4;
                }
                if (meta.vlan_id != 0) {
                    sume_metadata.pkt_len = sume_metadata.pkt_len + 4;
                }
                PACKET_IDENTIFICATION(meta)
                if (meta.translation != TRANSLATION_NONE) Translate.apply(hdr, meta);
                Rewrite.apply(hdr, meta);
            } else if (meta.verdict == VERDICT_REPLY) {
                // The question stands in its answer.
                if (hdr.arp.isValid()) {
                    digest_data.endpoint = hdr.arp.target_mac;
                    digest_data.addr4 = hdr.arp.target_addr;
                    digest_data.addr6 = 96w0 ++ hdr.arp.sender_addr;
                } else {
                    digest_data.endpoint = asker;
                    digest_data.addr6 = hdr.ipv6.dst_addr;
                    if (hdr.nd.solicited == 0) {
                        digest_data.is_probe = 1;
                        digest_data.addr6 = hdr.nd.target_addr;
                    }
                    if (had_option == 0) {
                        sume_metadata.pkt_len = sume_metadata.pkt_len + 8;
                    }
                }
            } else if (meta.verdict == VERDICT_ECHO) {
                EchoReply.apply(hdr, meta);
            }

            if (meta.verdict == VERDICT_REPLY) {
                meta.egress_port = meta.ingress_port;
            }
        }

        hdr.dma.setInvalid();
        hdr.packet_out.setInvalid();
        if (meta.verdict == VERDICT_PUNT) {
            meta.drop_reason = DROP_PUNTED;
        } else if (meta.verdict != VERDICT_DROP) {
            if (meta.egress_port == 1) {
                sume_metadata.dst_port = NF0;
            } else if (meta.egress_port == 2) {
                sume_metadata.dst_port = NF1;
            } else if (meta.egress_port == 3) {
                sume_metadata.dst_port = NF2;
            } else if (meta.egress_port == 4) {
                sume_metadata.dst_port = NF3;
            } else if (meta.egress_port == CPU_PORT) DROP(CPU_PORT)
            else DROP(NO_PORT)
        }
        if (meta.punt_reason != PUNT_NONE) {
            if (meta.verdict == VERDICT_PUNT || meta.verdict == VERDICT_DROP) {
                sume_metadata.dst_port = sume_metadata.src_port;
                if (meta.ingress_port != CPU_PORT) {
                    sume_metadata.dst_port = sume_metadata.src_port << 1;
                }
                sume_metadata.pkt_len = sume_metadata.pkt_len + DMA_IN_BYTES;
                hdr.dma.setValid();
                hdr.dma.dst_addr = 0;
                hdr.dma.src_addr = 0;
                hdr.dma.ether_type = ETHER_TYPE_DMA;
                hdr.packet_in.setValid();
                hdr.packet_in.ingress_port = meta.ingress_port;
                hdr.packet_in.pad = 0;
                hdr.packet_in.reason = meta.punt_reason;
            } else {
                sume_metadata.send_dig_to_cpu = 1;
                digest_data.reason = meta.punt_reason;
                digest_data.port = meta.ingress_port[7:0];
            }
        }
        if (meta.drop_reason != DROP_NONE) {
            COUNT_DROP(meta.drop_reason)
            if (meta.punt_reason == PUNT_NONE) {
                sume_metadata.drop = 1;
            }
        }
    }
}
