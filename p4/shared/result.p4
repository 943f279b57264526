// SPDX-License-Identifier: Apache-2.0
//
//  ... outbound -> [result] -> routing -> tcp_state -> translate -> rewrite
//
// What packet would leave? Family, addresses, ports, flow label and length, which routing looks at.
// Nothing of it is written yet: a packet that goes to the controller is the one that came in.
#ifndef ISTHMUS_RESULT_P4
#define ISTHMUS_RESULT_P4

control Result(inout headers_t hdr, inout metadata_t meta) {
    apply {
        if (meta.translation == TRANSLATION_NONE) {
            // Addresses of an IPv4 packet are there from classify on.
            if (hdr.ipv4.isValid()) {
                meta.protocol4 = meta.protocol;
            } else {
                meta.to_ipv6 = 1;
                meta.src6 = hdr.ipv6.src_addr;
                meta.dst6 = hdr.ipv6.dst_addr;
                meta.flow_label = hdr.ipv6.flow_label;
            }
        } else {
            // An identifier can stand for one side only: the bound one.
            if (hdr.echo.isValid() && meta.dst_pool == 1) {
                meta.src_port = meta.dst_port;
            }
            meta.ip_length = (bit<32>)meta.upper_length;
            if (meta.translation == TRANSLATION_TO4) {
                meta.ip_length = meta.ip_length + 20;
            } else {
                meta.to_ipv6 = 1;
                meta.ip_length = meta.ip_length + 40;
                if (meta.fragmented == 1) {
                    meta.ip_length = meta.ip_length + 8;
                }
            }
            if (meta.translation == TRANSLATION_TO6) {
                if (hdr.ipv4.df == 0 && meta.ip_length > (bit<32>)meta.lowest_ipv6_mtu) {
                    PUNT(TOO_BIG)
                } else if (meta.udp_compute == 1) {
                    if (hdr.udp.length != meta.upper_length) DROP(BAD_HEADER)
                    else if (CANNOT_COMPUTE_CHECKSUM(meta)) PUNT(UDP_CHECKSUM_ZERO)
                }
            }
        }
    }
}

#endif
