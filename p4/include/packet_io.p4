// SPDX-License-Identifier: Apache-2.0
//
//  controller ==(packet_out)==> parser ... pipeline ... deparser ==(packet_in)==> controller
//
// What stands before a packet on its way from and to the controller.
#ifndef ISTHMUS_PACKET_IO_P4
#define ISTHMUS_PACKET_IO_P4

#include "types.p4"

// Port of the controller.
const port_number_t CPU_PORT = 255;
// Clone session that leads there; the controller creates it.
const bit<32> CPU_CLONE_SESSION = 100;

@controller_header("packet_in")
header packet_in_t {
    @id(1) port_number_t ingress_port;
    @id(2) bit<7> pad;
    @id(3) bit<8> reason; // punt_reason_t
}

// submit = 1: goes through the pipeline as if it had come in by a port; egress_port is ignored.
// submit = 0: leaves by egress_port as it is.
@controller_header("packet_out")
header packet_out_t {
    @id(1) port_number_t egress_port;
    @id(2) bit<1> submit;
    @id(3) bit<6> pad;
}

#endif
