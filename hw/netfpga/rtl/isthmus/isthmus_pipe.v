// SPDX-License-Identifier: Apache-2.0
//
// Made by hw/netfpga/rtl/compiler of isthmus.p4: change that, and `make rtl-verilog`.
//
// A head every cycle, 112 cycles to what it becomes. What stage N computes is called as the
// program's field; NAME_sN is the same one or more stages later, out of a register.

`include "isthmus_hashes.vh"

// Of sums, some bits are nobody's, and of bus_addr those within a word.
/* verilator lint_off UNUSEDSIGNAL */

module isthmus_pipe (
    input  wire clk,
    input  wire reset,

    input  wire in_valid,
    input  wire in_more,
    input  wire [7:0] in_src,
    input  wire [15:0] in_length,
    input  wire [1023:0] in_head,
    input  wire [7:0] in_bytes,

    output wire out_valid,
    output wire out_more,
    output wire [7:0] out_src,
    output wire [1791:0] out_head,
    output wire [7:0] out_bytes,
    output wire [15:0] out_length,
    output wire [7:0] out_dst,
    output wire out_drop,
    output wire digest_valid,
    output wire [255:0] digest,

    input  wire bus_write,
    input  wire [15:0] bus_addr, // bytes
    input  wire [31:0] bus_wdata,
    output reg  [31:0] bus_rdata // two cycles after bus_addr
);

    // Bit N: a packet is in stage N.
    reg [112:1] valid_from;
    wire [112:0] valid = {valid_from, in_valid};
    always @(posedge clk) valid_from <= reset ? 112'd0 : valid[111:0];
    assign out_valid = valid[112];
    delay #(.WIDTH(1), .CYCLES(112)) out_more_delay (.clk(clk), .reset(reset), .in(in_more), .out(out_more));
    delay #(.WIDTH(8), .CYCLES(112)) out_src_delay (.clk(clk), .reset(reset), .in(in_src), .out(out_src));

    // ---- Stage 0 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_dma, parser state start, parser state IsthmusParser_from_controller, card.p4
    // 81+83+85+87+90+95+166+196
    wire if_card_87 = in_src == 8'h40;
    wire if_card_85 = in_src == 8'h10;
    wire if_card_83 = in_src == 8'h4;
    wire if_card_81 = in_src == 8'h1;
    wire any = if_card_81 | if_card_83;
    wire any_2 = any | if_card_85;
    wire dma_valid = {~(any_2 | if_card_87)} & {~(in_bytes < 8'he)};
    wire [1023:0] rest_after_dma = dma_valid ? {in_head[911:0], 112'h0} : in_head;
    wire [7:0] sum = in_bytes + 8'hf2;
    wire [7:0] left_after_dma = dma_valid ? sum : in_bytes;
    wire [15:0] dma_ether_type = in_head[927:912];
    wire all = dma_valid & (dma_ether_type == 16'h88b5);
    wire packet_out_submit = rest_after_dma[1014];
    wire any_3 = ((if_card_81 | (if_card_83 & {~if_card_81})) | (if_card_85 & {~any})) | (if_card_87 & {~any_2});
    wire [8:0] chosen = if_card_87 ? 9'h4 : 9'hff;
    wire [8:0] chosen_2 = if_card_85 ? 9'h3 : chosen;
    wire [8:0] chosen_3 = if_card_83 ? 9'h2 : chosen_2;
    wire [8:0] meta_egress_port = if_card_81 ? 9'h1 : chosen_3;
    wire [15:0] sume_metadata_pkt_len = in_length + 16'hfff0;
    wire [15:0] in_length_2 =
            (if_card_81 | (if_card_83 | (if_card_85 | if_card_87))) ? in_length : sume_metadata_pkt_len;
    wire if_card_95 = 16'h233a < in_length_2;
    wire [8:0] packet_out_egress_port = rest_after_dma[1023:1015];
    wire [47:0] dma_src_addr = in_head[975:928];
    wire [47:0] dma_dst_addr = in_head[1023:976];
    wire [15:0] sume_metadata_pkt_len_2 = {12'd0, 4'h8} + in_length_2;
    reg [7:0] in_src_s1; always @(posedge clk) in_src_s1 <= in_src;
    reg [1023:0] rest_after_dma_s1; always @(posedge clk) rest_after_dma_s1 <= rest_after_dma;
    reg [7:0] left_after_dma_s1; always @(posedge clk) left_after_dma_s1 <= left_after_dma;
    wire [15:0] dma_ether_type_s106;
    delay #(.WIDTH(16), .CYCLES(106)) dma_ether_type_s106_delay (.clk(clk), .reset(reset), .in(dma_ether_type), .out(dma_ether_type_s106));
    reg [15:0] dma_ether_type_s107; always @(posedge clk) dma_ether_type_s107 <= dma_ether_type_s106;
    reg all_s1; always @(posedge clk) all_s1 <= all;
    reg packet_out_submit_s1; always @(posedge clk) packet_out_submit_s1 <= packet_out_submit;
    reg any_3_s1; always @(posedge clk) any_3_s1 <= any_3;
    reg [8:0] meta_egress_port_s1; always @(posedge clk) meta_egress_port_s1 <= meta_egress_port;
    wire [8:0] meta_egress_port_s5;
    delay #(.WIDTH(9), .CYCLES(4)) meta_egress_port_s5_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s1), .out(meta_egress_port_s5));
    wire [8:0] meta_egress_port_s105;
    delay #(.WIDTH(9), .CYCLES(100)) meta_egress_port_s105_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s5), .out(meta_egress_port_s105));
    wire [8:0] meta_egress_port_s107;
    delay #(.WIDTH(9), .CYCLES(2)) meta_egress_port_s107_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s105), .out(meta_egress_port_s107));
    wire [8:0] meta_egress_port_s111;
    delay #(.WIDTH(9), .CYCLES(4)) meta_egress_port_s111_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s107), .out(meta_egress_port_s111));
    wire [15:0] in_length_2_s4;
    delay #(.WIDTH(16), .CYCLES(4)) in_length_2_s4_delay (.clk(clk), .reset(reset), .in(in_length_2), .out(in_length_2_s4));
    wire [15:0] in_length_2_s8;
    delay #(.WIDTH(16), .CYCLES(4)) in_length_2_s8_delay (.clk(clk), .reset(reset), .in(in_length_2_s4), .out(in_length_2_s8));
    wire [15:0] in_length_2_s29;
    delay #(.WIDTH(16), .CYCLES(21)) in_length_2_s29_delay (.clk(clk), .reset(reset), .in(in_length_2_s8), .out(in_length_2_s29));
    wire [15:0] in_length_2_s104;
    delay #(.WIDTH(16), .CYCLES(75)) in_length_2_s104_delay (.clk(clk), .reset(reset), .in(in_length_2_s29), .out(in_length_2_s104));
    reg if_card_95_s1; always @(posedge clk) if_card_95_s1 <= if_card_95;
    wire if_card_95_s4;
    delay #(.WIDTH(1), .CYCLES(3)) if_card_95_s4_delay (.clk(clk), .reset(reset), .in(if_card_95_s1), .out(if_card_95_s4));
    wire if_card_95_s8;
    delay #(.WIDTH(1), .CYCLES(4)) if_card_95_s8_delay (.clk(clk), .reset(reset), .in(if_card_95_s4), .out(if_card_95_s8));
    wire if_card_95_s104;
    delay #(.WIDTH(1), .CYCLES(96)) if_card_95_s104_delay (.clk(clk), .reset(reset), .in(if_card_95_s8), .out(if_card_95_s104));
    wire [8:0] packet_out_egress_port_s105;
    delay #(.WIDTH(9), .CYCLES(105)) packet_out_egress_port_s105_delay (.clk(clk), .reset(reset), .in(packet_out_egress_port), .out(packet_out_egress_port_s105));
    wire [47:0] dma_src_addr_s106;
    delay #(.WIDTH(48), .CYCLES(106)) dma_src_addr_s106_delay (.clk(clk), .reset(reset), .in(dma_src_addr), .out(dma_src_addr_s106));
    reg [47:0] dma_src_addr_s107; always @(posedge clk) dma_src_addr_s107 <= dma_src_addr_s106;
    wire [47:0] dma_dst_addr_s106;
    delay #(.WIDTH(48), .CYCLES(106)) dma_dst_addr_s106_delay (.clk(clk), .reset(reset), .in(dma_dst_addr), .out(dma_dst_addr_s106));
    reg [47:0] dma_dst_addr_s107; always @(posedge clk) dma_dst_addr_s107 <= dma_dst_addr_s106;
    wire [15:0] sume_metadata_pkt_len_2_s8;
    delay #(.WIDTH(16), .CYCLES(8)) sume_metadata_pkt_len_2_s8_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_2), .out(sume_metadata_pkt_len_2_s8));

    // ---- Stage 1 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_from_controller, parser state IsthmusParser_ethernet, deparser, card.p4
    // 95+97-98+100+197
    wire packet_out_valid = all_s1 & {~(left_after_dma_s1 < 8'h2)};
    wire [1023:0] rest_after_packet_out = packet_out_valid ? {rest_after_dma_s1[1007:0], 16'h0} : rest_after_dma_s1;
    wire [7:0] sum_2 = left_after_dma_s1 + 8'hfe;
    wire [7:0] left_after_packet_out = packet_out_valid ? sum_2 : left_after_dma_s1;
    wire ethernet_valid = (any_3_s1 | (packet_out_valid & packet_out_submit_s1)) & {~(left_after_packet_out < 8'he)};
    wire [7:0] sum_3 = 8'hf2 + left_after_packet_out;
    wire [7:0] left_after_ethernet = ethernet_valid ? sum_3 : left_after_packet_out;
    wire [15:0] ethernet_ether_type = rest_after_packet_out[927:912];
    wire [47:0] ethernet_dst_addr = rest_after_packet_out[1023:976];
    wire if_card_99 = packet_out_valid & {~packet_out_submit_s1};
    wire is_equal = meta_egress_port_s1 == 9'hff;
    wire if_card_97 = is_equal & {~packet_out_valid};
    wire all_2 = ({~if_card_95_s1} & {~if_card_97}) & {~if_card_99};
    wire any_4 = if_card_95_s1 | (if_card_99 | if_card_97);
    wire [47:0] ethernet_src_addr = rest_after_packet_out[975:928];
    wire any_5 = if_card_95_s1 | if_card_97;
    wire [7:0] chosen_4 = ethernet_valid ? 8'he : 8'h0;
    wire [7:0] sume_metadata_dst_port = is_equal ? in_src_s1 : {in_src_s1[6:0], 1'h0};
    reg [1023:0] rest_after_packet_out_s2; always @(posedge clk) rest_after_packet_out_s2 <= rest_after_packet_out;
    reg ethernet_valid_s2; always @(posedge clk) ethernet_valid_s2 <= ethernet_valid;
    wire ethernet_valid_s110;
    delay #(.WIDTH(1), .CYCLES(108)) ethernet_valid_s110_delay (.clk(clk), .reset(reset), .in(ethernet_valid_s2), .out(ethernet_valid_s110));
    reg [7:0] left_after_ethernet_s2; always @(posedge clk) left_after_ethernet_s2 <= left_after_ethernet;
    reg [15:0] ethernet_ether_type_s2; always @(posedge clk) ethernet_ether_type_s2 <= ethernet_ether_type;
    wire [15:0] ethernet_ether_type_s53;
    delay #(.WIDTH(16), .CYCLES(51)) ethernet_ether_type_s53_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_s2), .out(ethernet_ether_type_s53));
    wire [15:0] ethernet_ether_type_s104;
    delay #(.WIDTH(16), .CYCLES(51)) ethernet_ether_type_s104_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_s53), .out(ethernet_ether_type_s104));
    reg [47:0] ethernet_dst_addr_s2; always @(posedge clk) ethernet_dst_addr_s2 <= ethernet_dst_addr;
    wire [47:0] ethernet_dst_addr_s4;
    delay #(.WIDTH(48), .CYCLES(2)) ethernet_dst_addr_s4_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s2), .out(ethernet_dst_addr_s4));
    wire [47:0] ethernet_dst_addr_s7;
    delay #(.WIDTH(48), .CYCLES(3)) ethernet_dst_addr_s7_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s4), .out(ethernet_dst_addr_s7));
    wire [47:0] ethernet_dst_addr_s20;
    delay #(.WIDTH(48), .CYCLES(13)) ethernet_dst_addr_s20_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s7), .out(ethernet_dst_addr_s20));
    wire [47:0] ethernet_dst_addr_s28;
    delay #(.WIDTH(48), .CYCLES(8)) ethernet_dst_addr_s28_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s20), .out(ethernet_dst_addr_s28));
    wire [47:0] ethernet_dst_addr_s104;
    delay #(.WIDTH(48), .CYCLES(76)) ethernet_dst_addr_s104_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s28), .out(ethernet_dst_addr_s104));
    wire if_card_99_s4;
    delay #(.WIDTH(1), .CYCLES(3)) if_card_99_s4_delay (.clk(clk), .reset(reset), .in(if_card_99), .out(if_card_99_s4));
    wire if_card_99_s8;
    delay #(.WIDTH(1), .CYCLES(4)) if_card_99_s8_delay (.clk(clk), .reset(reset), .in(if_card_99_s4), .out(if_card_99_s8));
    wire if_card_99_s104;
    delay #(.WIDTH(1), .CYCLES(96)) if_card_99_s104_delay (.clk(clk), .reset(reset), .in(if_card_99_s8), .out(if_card_99_s104));
    reg if_card_99_s105; always @(posedge clk) if_card_99_s105 <= if_card_99_s104;
    wire is_equal_s5;
    delay #(.WIDTH(1), .CYCLES(4)) is_equal_s5_delay (.clk(clk), .reset(reset), .in(is_equal), .out(is_equal_s5));
    wire is_equal_s8;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_s8_delay (.clk(clk), .reset(reset), .in(is_equal_s5), .out(is_equal_s8));
    wire is_equal_s10;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_s10_delay (.clk(clk), .reset(reset), .in(is_equal_s8), .out(is_equal_s10));
    wire if_card_97_s4;
    delay #(.WIDTH(1), .CYCLES(3)) if_card_97_s4_delay (.clk(clk), .reset(reset), .in(if_card_97), .out(if_card_97_s4));
    wire if_card_97_s8;
    delay #(.WIDTH(1), .CYCLES(4)) if_card_97_s8_delay (.clk(clk), .reset(reset), .in(if_card_97_s4), .out(if_card_97_s8));
    wire if_card_97_s104;
    delay #(.WIDTH(1), .CYCLES(96)) if_card_97_s104_delay (.clk(clk), .reset(reset), .in(if_card_97_s8), .out(if_card_97_s104));
    wire all_2_s4;
    delay #(.WIDTH(1), .CYCLES(3)) all_2_s4_delay (.clk(clk), .reset(reset), .in(all_2), .out(all_2_s4));
    wire all_2_s8;
    delay #(.WIDTH(1), .CYCLES(4)) all_2_s8_delay (.clk(clk), .reset(reset), .in(all_2_s4), .out(all_2_s8));
    wire all_2_s20;
    delay #(.WIDTH(1), .CYCLES(12)) all_2_s20_delay (.clk(clk), .reset(reset), .in(all_2_s8), .out(all_2_s20));
    wire all_2_s30;
    delay #(.WIDTH(1), .CYCLES(10)) all_2_s30_delay (.clk(clk), .reset(reset), .in(all_2_s20), .out(all_2_s30));
    wire all_2_s34;
    delay #(.WIDTH(1), .CYCLES(4)) all_2_s34_delay (.clk(clk), .reset(reset), .in(all_2_s30), .out(all_2_s34));
    wire all_2_s52;
    delay #(.WIDTH(1), .CYCLES(18)) all_2_s52_delay (.clk(clk), .reset(reset), .in(all_2_s34), .out(all_2_s52));
    wire all_2_s80;
    delay #(.WIDTH(1), .CYCLES(28)) all_2_s80_delay (.clk(clk), .reset(reset), .in(all_2_s52), .out(all_2_s80));
    wire all_2_s104;
    delay #(.WIDTH(1), .CYCLES(24)) all_2_s104_delay (.clk(clk), .reset(reset), .in(all_2_s80), .out(all_2_s104));
    reg any_4_s2; always @(posedge clk) any_4_s2 <= any_4;
    wire any_4_s28;
    delay #(.WIDTH(1), .CYCLES(26)) any_4_s28_delay (.clk(clk), .reset(reset), .in(any_4_s2), .out(any_4_s28));
    wire any_4_s104;
    delay #(.WIDTH(1), .CYCLES(76)) any_4_s104_delay (.clk(clk), .reset(reset), .in(any_4_s28), .out(any_4_s104));
    reg any_4_s105; always @(posedge clk) any_4_s105 <= any_4_s104;
    reg any_4_s106; always @(posedge clk) any_4_s106 <= any_4_s105;
    wire any_4_s109;
    delay #(.WIDTH(1), .CYCLES(3)) any_4_s109_delay (.clk(clk), .reset(reset), .in(any_4_s106), .out(any_4_s109));
    wire [47:0] ethernet_src_addr_s4;
    delay #(.WIDTH(48), .CYCLES(3)) ethernet_src_addr_s4_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr), .out(ethernet_src_addr_s4));
    wire [47:0] ethernet_src_addr_s28;
    delay #(.WIDTH(48), .CYCLES(24)) ethernet_src_addr_s28_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_s4), .out(ethernet_src_addr_s28));
    wire [47:0] ethernet_src_addr_s104;
    delay #(.WIDTH(48), .CYCLES(76)) ethernet_src_addr_s104_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_s28), .out(ethernet_src_addr_s104));
    wire any_5_s104;
    delay #(.WIDTH(1), .CYCLES(103)) any_5_s104_delay (.clk(clk), .reset(reset), .in(any_5), .out(any_5_s104));
    reg any_5_s105; always @(posedge clk) any_5_s105 <= any_5_s104;
    wire [7:0] chosen_4_s3;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_4_s3_delay (.clk(clk), .reset(reset), .in(chosen_4), .out(chosen_4_s3));
    wire [7:0] sume_metadata_dst_port_s106;
    delay #(.WIDTH(8), .CYCLES(105)) sume_metadata_dst_port_s106_delay (.clk(clk), .reset(reset), .in(sume_metadata_dst_port), .out(sume_metadata_dst_port_s106));

    // ---- Stage 2 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_ethernet, parser state IsthmusParser_vlan, parser state IsthmusParser_arp, admit.p4
    // 30+35+39, card.p4 95, routing.p4 175, source.p4 126
    wire [1023:0] rest_after_ethernet =
            ethernet_valid_s2 ? {rest_after_packet_out_s2[911:0], 112'h0} : rest_after_packet_out_s2;
    wire is_equal_2 = ethernet_ether_type_s2 == 16'h8100;
    wire vlan_valid = (ethernet_valid_s2 & is_equal_2) & {~(left_after_ethernet_s2 < 8'h4)};
    wire [1023:0] rest_after_vlan = vlan_valid ? {rest_after_ethernet[991:0], 32'h0} : rest_after_ethernet;
    wire [7:0] sum_4 = left_after_ethernet_s2 + 8'hfc;
    wire [7:0] left_after_vlan = vlan_valid ? sum_4 : left_after_ethernet_s2;
    wire [15:0] vlan_ether_type = rest_after_ethernet[1007:992];
    wire is_equal_3 = vlan_ether_type == 16'h806;
    wire is_equal_4 = ethernet_ether_type_s2 == 16'h806;
    wire arp_valid =
            ((ethernet_valid_s2 & (is_equal_4 & {~is_equal_2})) | (vlan_valid & is_equal_3)) & {~(left_after_vlan <
            8'h1c)};
    wire [7:0] sum_5 = left_after_vlan + 8'he4;
    wire is_equal_5 = vlan_ether_type == 16'h800;
    wire any_6 = is_equal_2 | is_equal_4;
    wire is_equal_6 = ethernet_ether_type_s2 == 16'h800;
    wire any_7 = (ethernet_valid_s2 & (is_equal_6 & {~any_6})) | (vlan_valid & (is_equal_5 & {~is_equal_3}));
    wire any_8 =
            (ethernet_valid_s2 & ((ethernet_ether_type_s2 == 16'h86dd) & {~(any_6 | is_equal_6)})) | (vlan_valid &
            ((vlan_ether_type == 16'h86dd) & {~(is_equal_3 | is_equal_5)}));
    wire if_admit_39 = (ethernet_ether_type_s2 == 16'h88cc) | (ethernet_ether_type_s2 == 16'h8942);
    wire [7:0] chosen_5 = if_admit_39 ? 8'h2 : 8'h1;
    wire [15:0] vlan_ether_type_2 = vlan_valid ? vlan_ether_type : ethernet_ether_type_s2;
    wire all_3 = {~vlan_valid} & (vlan_ether_type_2 == 16'h8100);
    wire is_equal_7 = vlan_ether_type_2 == 16'h86dd;
    wire is_equal_8 = vlan_ether_type_2 == 16'h800;
    wire any_9 = {~ethernet_valid_s2} | (vlan_ether_type_2 == 16'h806);
    wire [31:0] chosen_6 = vlan_valid ? 32'h12 : 32'he;
    wire [11:0] vlan_vid = rest_after_ethernet[1019:1008];
    wire [11:0] vlan_vid_2 = vlan_valid ? vlan_vid : 12'h0;
    wire [31:0] arp_sender_addr = rest_after_vlan[911:880];
    wire [31:0] arp_target_addr = rest_after_vlan[831:800];
    wire [15:0] arp_op = rest_after_vlan[975:960];
    wire [47:0] arp_sender_mac = rest_after_vlan[959:912];
    wire [7:0] arp_proto_len = rest_after_vlan[983:976];
    wire [7:0] arp_hw_len = rest_after_vlan[991:984];
    wire [15:0] arp_proto_type = rest_after_vlan[1007:992];
    wire [15:0] arp_hw_type = rest_after_vlan[1023:1008];
    wire [47:0] arp_target_mac = rest_after_vlan[879:832];
    wire vlan_dei = rest_after_ethernet[1020];
    wire vlan_dei_2 = vlan_valid & vlan_dei;
    wire [2:0] vlan_pcp = rest_after_ethernet[1023:1021];
    wire [7:0] chosen_7 = if_admit_39 ? 8'hf : 8'h0;
    wire [7:0] chosen_8 = if_admit_39 ? 8'h0 : 8'h2;
    wire [11:0] vlan_vid_3 = any_4_s2 ? 12'h0 : vlan_vid_2;

    // Table station, admit.p4:21: 64 rows, looked up in stage 2.
    wire station_hit;
    wire station_value;
    wire [31:0] station_rdata;
    wire [47:0] station_key = 
            ethernet_dst_addr_s2;
    exact_table #(
        .KEY(48), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`STATION_HASH)
    ) station_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[2]), .lookup_key(station_key),
        .lookup_counts(all_4_s6), .hit(station_hit), .value(station_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd16), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(station_rdata));
    wire vlan_valid_s78;
    delay #(.WIDTH(1), .CYCLES(76)) vlan_valid_s78_delay (.clk(clk), .reset(reset), .in(vlan_valid), .out(vlan_valid_s78));
    wire vlan_valid_s103;
    delay #(.WIDTH(1), .CYCLES(25)) vlan_valid_s103_delay (.clk(clk), .reset(reset), .in(vlan_valid_s78), .out(vlan_valid_s103));
    reg vlan_valid_s104; always @(posedge clk) vlan_valid_s104 <= vlan_valid_s103;
    reg [1023:0] rest_after_vlan_s3; always @(posedge clk) rest_after_vlan_s3 <= rest_after_vlan;
    reg [7:0] left_after_vlan_s3; always @(posedge clk) left_after_vlan_s3 <= left_after_vlan;
    wire [15:0] vlan_ether_type_s103;
    delay #(.WIDTH(16), .CYCLES(101)) vlan_ether_type_s103_delay (.clk(clk), .reset(reset), .in(vlan_ether_type), .out(vlan_ether_type_s103));
    reg [15:0] vlan_ether_type_s104; always @(posedge clk) vlan_ether_type_s104 <= vlan_ether_type_s103;
    reg arp_valid_s3; always @(posedge clk) arp_valid_s3 <= arp_valid;
    reg arp_valid_s4; always @(posedge clk) arp_valid_s4 <= arp_valid_s3;
    wire arp_valid_s7;
    delay #(.WIDTH(1), .CYCLES(3)) arp_valid_s7_delay (.clk(clk), .reset(reset), .in(arp_valid_s4), .out(arp_valid_s7));
    reg arp_valid_s8; always @(posedge clk) arp_valid_s8 <= arp_valid_s7;
    wire arp_valid_s11;
    delay #(.WIDTH(1), .CYCLES(3)) arp_valid_s11_delay (.clk(clk), .reset(reset), .in(arp_valid_s8), .out(arp_valid_s11));
    reg arp_valid_s12; always @(posedge clk) arp_valid_s12 <= arp_valid_s11;
    wire arp_valid_s20;
    delay #(.WIDTH(1), .CYCLES(8)) arp_valid_s20_delay (.clk(clk), .reset(reset), .in(arp_valid_s12), .out(arp_valid_s20));
    reg arp_valid_s21; always @(posedge clk) arp_valid_s21 <= arp_valid_s20;
    wire arp_valid_s28;
    delay #(.WIDTH(1), .CYCLES(7)) arp_valid_s28_delay (.clk(clk), .reset(reset), .in(arp_valid_s21), .out(arp_valid_s28));
    reg arp_valid_s29; always @(posedge clk) arp_valid_s29 <= arp_valid_s28;
    wire arp_valid_s104;
    delay #(.WIDTH(1), .CYCLES(75)) arp_valid_s104_delay (.clk(clk), .reset(reset), .in(arp_valid_s29), .out(arp_valid_s104));
    wire arp_valid_s109;
    delay #(.WIDTH(1), .CYCLES(5)) arp_valid_s109_delay (.clk(clk), .reset(reset), .in(arp_valid_s104), .out(arp_valid_s109));
    reg [7:0] sum_5_s3; always @(posedge clk) sum_5_s3 <= sum_5;
    reg any_7_s3; always @(posedge clk) any_7_s3 <= any_7;
    reg any_8_s3; always @(posedge clk) any_8_s3 <= any_8;
    reg [7:0] chosen_5_s3; always @(posedge clk) chosen_5_s3 <= chosen_5;
    reg all_3_s3; always @(posedge clk) all_3_s3 <= all_3;
    reg is_equal_7_s3; always @(posedge clk) is_equal_7_s3 <= is_equal_7;
    reg is_equal_8_s3; always @(posedge clk) is_equal_8_s3 <= is_equal_8;
    reg any_9_s3; always @(posedge clk) any_9_s3 <= any_9;
    reg [31:0] chosen_6_s3; always @(posedge clk) chosen_6_s3 <= chosen_6;
    wire [11:0] vlan_vid_s103;
    delay #(.WIDTH(12), .CYCLES(101)) vlan_vid_s103_delay (.clk(clk), .reset(reset), .in(vlan_vid), .out(vlan_vid_s103));
    reg [11:0] vlan_vid_s104; always @(posedge clk) vlan_vid_s104 <= vlan_vid_s103;
    wire [11:0] vlan_vid_2_s5;
    delay #(.WIDTH(12), .CYCLES(3)) vlan_vid_2_s5_delay (.clk(clk), .reset(reset), .in(vlan_vid_2), .out(vlan_vid_2_s5));
    reg [31:0] arp_sender_addr_s3; always @(posedge clk) arp_sender_addr_s3 <= arp_sender_addr;
    wire [31:0] arp_sender_addr_s21;
    delay #(.WIDTH(32), .CYCLES(18)) arp_sender_addr_s21_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_s3), .out(arp_sender_addr_s21));
    wire [31:0] arp_sender_addr_s28;
    delay #(.WIDTH(32), .CYCLES(7)) arp_sender_addr_s28_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_s21), .out(arp_sender_addr_s28));
    reg [31:0] arp_target_addr_s3; always @(posedge clk) arp_target_addr_s3 <= arp_target_addr;
    wire [31:0] arp_target_addr_s20;
    delay #(.WIDTH(32), .CYCLES(17)) arp_target_addr_s20_delay (.clk(clk), .reset(reset), .in(arp_target_addr_s3), .out(arp_target_addr_s20));
    wire [31:0] arp_target_addr_s28;
    delay #(.WIDTH(32), .CYCLES(8)) arp_target_addr_s28_delay (.clk(clk), .reset(reset), .in(arp_target_addr_s20), .out(arp_target_addr_s28));
    reg [15:0] arp_op_s3; always @(posedge clk) arp_op_s3 <= arp_op;
    wire [15:0] arp_op_s20;
    delay #(.WIDTH(16), .CYCLES(17)) arp_op_s20_delay (.clk(clk), .reset(reset), .in(arp_op_s3), .out(arp_op_s20));
    wire [15:0] arp_op_s28;
    delay #(.WIDTH(16), .CYCLES(8)) arp_op_s28_delay (.clk(clk), .reset(reset), .in(arp_op_s20), .out(arp_op_s28));
    reg [47:0] arp_sender_mac_s3; always @(posedge clk) arp_sender_mac_s3 <= arp_sender_mac;
    wire [47:0] arp_sender_mac_s28;
    delay #(.WIDTH(48), .CYCLES(25)) arp_sender_mac_s28_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_s3), .out(arp_sender_mac_s28));
    reg [7:0] arp_proto_len_s3; always @(posedge clk) arp_proto_len_s3 <= arp_proto_len;
    wire [7:0] arp_proto_len_s109;
    delay #(.WIDTH(8), .CYCLES(106)) arp_proto_len_s109_delay (.clk(clk), .reset(reset), .in(arp_proto_len_s3), .out(arp_proto_len_s109));
    reg [7:0] arp_hw_len_s3; always @(posedge clk) arp_hw_len_s3 <= arp_hw_len;
    wire [7:0] arp_hw_len_s109;
    delay #(.WIDTH(8), .CYCLES(106)) arp_hw_len_s109_delay (.clk(clk), .reset(reset), .in(arp_hw_len_s3), .out(arp_hw_len_s109));
    reg [15:0] arp_proto_type_s3; always @(posedge clk) arp_proto_type_s3 <= arp_proto_type;
    wire [15:0] arp_proto_type_s109;
    delay #(.WIDTH(16), .CYCLES(106)) arp_proto_type_s109_delay (.clk(clk), .reset(reset), .in(arp_proto_type_s3), .out(arp_proto_type_s109));
    reg [15:0] arp_hw_type_s3; always @(posedge clk) arp_hw_type_s3 <= arp_hw_type;
    wire [15:0] arp_hw_type_s109;
    delay #(.WIDTH(16), .CYCLES(106)) arp_hw_type_s109_delay (.clk(clk), .reset(reset), .in(arp_hw_type_s3), .out(arp_hw_type_s109));
    reg [47:0] arp_target_mac_s3; always @(posedge clk) arp_target_mac_s3 <= arp_target_mac;
    wire [47:0] arp_target_mac_s20;
    delay #(.WIDTH(48), .CYCLES(17)) arp_target_mac_s20_delay (.clk(clk), .reset(reset), .in(arp_target_mac_s3), .out(arp_target_mac_s20));
    wire [47:0] arp_target_mac_s28;
    delay #(.WIDTH(48), .CYCLES(8)) arp_target_mac_s28_delay (.clk(clk), .reset(reset), .in(arp_target_mac_s20), .out(arp_target_mac_s28));
    wire vlan_dei_s103;
    delay #(.WIDTH(1), .CYCLES(101)) vlan_dei_s103_delay (.clk(clk), .reset(reset), .in(vlan_dei), .out(vlan_dei_s103));
    reg vlan_dei_s104; always @(posedge clk) vlan_dei_s104 <= vlan_dei_s103;
    wire vlan_dei_2_s103;
    delay #(.WIDTH(1), .CYCLES(101)) vlan_dei_2_s103_delay (.clk(clk), .reset(reset), .in(vlan_dei_2), .out(vlan_dei_2_s103));
    wire [2:0] vlan_pcp_s103;
    delay #(.WIDTH(3), .CYCLES(101)) vlan_pcp_s103_delay (.clk(clk), .reset(reset), .in(vlan_pcp), .out(vlan_pcp_s103));
    reg [2:0] vlan_pcp_s104; always @(posedge clk) vlan_pcp_s104 <= vlan_pcp_s103;
    reg [7:0] chosen_7_s3; always @(posedge clk) chosen_7_s3 <= chosen_7;
    reg [7:0] chosen_8_s3; always @(posedge clk) chosen_8_s3 <= chosen_8;
    wire [11:0] vlan_vid_3_s112;
    delay #(.WIDTH(12), .CYCLES(110)) vlan_vid_3_s112_delay (.clk(clk), .reset(reset), .in(vlan_vid_3), .out(vlan_vid_3_s112));

    // ---- Stage 3 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_arp, parser state IsthmusParser_ipv4, parser state IsthmusParser_ipv6, parser state
    // IsthmusParser_ipv4_upper, deparser, admit.p4 34-35+61+64+69+72+76+102+105+120+132+134, classify.p4 195, echo.p4
    // 23+32, eligible.p4 97, inbound.p4 108, local.p4 50, neighbor.p4 66-67+74+131, result.p4 14, source.p4
    // 135+138+140+143
    wire [1023:0] rest_after_arp = arp_valid_s3 ? {rest_after_vlan_s3[799:0], 224'h0} : rest_after_vlan_s3;
    wire [7:0] left_after_arp = arp_valid_s3 ? sum_5_s3 : left_after_vlan_s3;
    wire ipv4_valid = any_7_s3 & {~(left_after_arp < 8'h14)};
    wire [1023:0] rest_after_ipv4 = ipv4_valid ? {rest_after_arp[863:0], 160'h0} : rest_after_arp;
    wire [7:0] sum_6 = left_after_arp + 8'hec;
    wire [7:0] left_after_ipv4 = ipv4_valid ? sum_6 : left_after_arp;
    wire ipv6_valid = any_8_s3 & {~(left_after_ipv4 < 8'h28)};
    wire [7:0] sum_7 = left_after_ipv4 + 8'hd8;
    wire [7:0] ipv6_next_header = rest_after_ipv4[975:968];
    wire [7:0] ipv4_protocol = rest_after_arp[951:944];
    wire [12:0] ipv4_frag_offset = rest_after_arp[972:960];
    wire if_eligible_42 = ipv4_frag_offset == 13'h0;
    wire all_5 = if_eligible_42 & (ipv4_protocol == 8'h11);
    wire all_6 = if_eligible_42 & (ipv4_protocol == 8'h6);
    wire [3:0] ipv4_ihl = rest_after_arp[1019:1016];
    wire is_equal_9 = ipv4_ihl == 4'h5;
    wire all_7 = ipv4_valid & (is_equal_9 & {~(({ipv4_ihl[3:2], 2'h0} == 4'h0) | (ipv4_ihl == 4'h4))});
    wire all_8 = all_7 & ((if_eligible_42 & (ipv4_protocol == 8'h1)) & {~(all_6 | all_5)});
    wire all_9 = all_7 & all_6;
    wire all_10 = all_7 & (all_5 & {~all_6});
    wire [15:0] ipv6_payload_len = rest_after_ipv4[991:976];
    wire all_11 = {~arp_valid_s3} & {~ipv4_valid};
    wire if_admit_35 = ((any_9_s3 | is_equal_8_s3) | is_equal_7_s3) | all_3_s3;
    wire [7:0] chosen_9 = if_admit_35 ? 8'h1 : chosen_5_s3;
    wire [31:0] sum_8 = {26'd0, 6'h28} + chosen_6_s3;
    wire [3:0] ipv6_version = rest_after_ipv4[1023:1020];
    wire is_equal_10 = ipv6_version == 4'h6;
    wire [31:0] ipv4_dst_addr = rest_after_arp[895:864];
    wire [31:0] ipv4_src_addr = rest_after_arp[927:896];
    wire [7:0] ipv4_ttl = rest_after_arp[959:952];
    wire ipv4_mf = rest_after_arp[973];
    wire ipv4_df = rest_after_arp[974];
    wire ipv4_reserved = rest_after_arp[975];
    wire [7:0] ipv4_tos = rest_after_arp[1015:1008];
    wire [3:0] ipv4_version = rest_after_arp[1023:1020];
    wire [15:0] ipv4_checksum = rest_after_arp[943:928];
    wire [15:0] ipv4_identification = rest_after_arp[991:976];
    wire [15:0] ipv4_total_len = rest_after_arp[1007:992];
    wire [16:0] sum_9 = {1'd0, ipv4_total_len} + {1'd0, ipv4_identification};
    wire [16:0] sum_10 = {1'd0, ipv4_checksum} + {1'd0, {ipv4_version, ipv4_ihl, ipv4_tos}};
    wire [16:0] sum_11 =
            {1'd0, {ipv4_reserved, ipv4_df, ipv4_mf, ipv4_frag_offset}} + {1'd0, {ipv4_ttl, ipv4_protocol}};
    wire [16:0] sum_12 = {1'd0, ipv4_src_addr[31:16]} + {1'd0, ipv4_src_addr[15:0]};
    wire [16:0] sum_13 = {1'd0, ipv4_dst_addr[31:16]} + {1'd0, ipv4_dst_addr[15:0]};
    wire [15:0] sum_14 = ipv4_total_len + ipv4_identification;
    wire [15:0] sum_15 = ipv4_checksum + {ipv4_version, ipv4_ihl, ipv4_tos};
    wire [15:0] sum_16 = {ipv4_reserved, ipv4_df, ipv4_mf, ipv4_frag_offset} + {ipv4_ttl, ipv4_protocol};
    wire [15:0] sum_17 = ipv4_src_addr[31:16] + ipv4_src_addr[15:0];
    wire [15:0] sum_18 = ipv4_dst_addr[31:16] + ipv4_dst_addr[15:0];
    wire [31:0] sum_19 = {16'd0, ipv4_total_len} + chosen_6_s3;
    wire any_10 = ({~(ipv4_version == 4'h4)} | (ipv4_ihl < 4'h5)) | (ipv4_total_len < {10'h0, ipv4_ihl, 2'h0});
    wire [127:0] ipv6_src_addr = rest_after_ipv4[959:832];
    wire if_source_138 = arp_sender_addr_s3 == 32'h0;
    wire [31:0] ipv4_src_addr_2 = ipv4_valid ? ipv4_src_addr : 32'h0;
    wire [31:0] arp_sender_addr_2 = arp_valid_s3 ? arp_sender_addr_s3 : ipv4_src_addr_2;
    wire any_11 = arp_valid_s3 | ipv4_valid;
    wire is_equal_11 = arp_sender_addr_s3 == arp_target_addr_s3;
    wire is_equal_12 = arp_op_s3 == 16'h1;
    wire if_source_140 = {~is_equal_12} | is_equal_11;
    wire if_source_140_2 = {~if_source_138} & if_source_140;
    wire [127:0] ipv6_dst_addr = rest_after_ipv4[831:704];
    wire [7:0] ipv6_hop_limit = rest_after_ipv4[967:960];
    wire if_neighbor_67 =
            ((({~(arp_hw_type_s3 == 16'h1)} | {~(arp_proto_type_s3 == 16'h800)}) | {~(arp_hw_len_s3 == 8'h6)}) |
            {~(arp_proto_len_s3 == 8'h4)}) | arp_sender_mac_s3[40];
    wire [7:0] chosen_10 = if_neighbor_67 ? 8'h1 : 8'h2;
    wire if_neighbor_74 = is_equal_12 & {~is_equal_11};
    wire if_neighbor_74_2 = {~if_neighbor_67} & if_neighbor_74;
    wire [31:0] arp_target_addr_2 = if_neighbor_74 ? arp_target_addr_s3 : 32'h0;
    wire [31:0] arp_target_addr_3 = if_neighbor_67 ? 32'h0 : arp_target_addr_2;
    wire [31:0] arp_target_addr_4 = arp_valid_s3 ? arp_target_addr_3 : 32'h0;
    wire [7:0] meta_protocol = ipv4_valid ? ipv4_protocol : 8'h0;
    wire if_admit_120 =
            ((ipv4_src_addr[31:24] == 8'h0) | (ipv4_src_addr[31:24] == 8'h7f)) | (ipv4_src_addr[31:29] == 3'h7);
    wire if_admit_134 =
            ((ipv4_dst_addr[31:24] == 8'h0) | (ipv4_dst_addr[31:24] == 8'h7f)) | (ipv4_dst_addr[31:28] == 4'hf);
    wire if_admit_132 = ipv4_dst_addr[31:28] == 4'he;
    wire any_12 = if_admit_132 | if_admit_134;
    wire if_local_50 = (ipv4_src_addr[31:16] == 16'ha9fe) | (ipv4_dst_addr[31:16] == 16'ha9fe);
    wire ipv4_mf_2 = ipv4_mf | {~if_eligible_42};
    wire [7:0] chosen_11 = ipv4_valid ? 8'h2 : 8'h3;
    wire [15:0] meta_upper_length = ipv4_total_len - {10'h0, ipv4_ihl, 2'h0};
    wire if_eligible_97 = ipv4_valid & {~is_equal_9};
    wire all_12 = ipv4_valid & (ipv4_ttl < 8'h2);
    wire [19:0] ipv6_flow_label = rest_after_ipv4[1011:992];
    wire [19:0] ipv6_flow_label_2 = ipv4_valid ? 20'h0 : ipv6_flow_label;
    wire [7:0] chosen_12 = ipv4_valid ? 8'h0 : 8'h81;
    wire [7:0] ipv6_traffic_class = rest_after_ipv4[1019:1012];
    wire [15:0] sum_20 = {1'd0, {7'h40, ipv4_protocol}} + {~ipv4_checksum};
    wire [16:0] sum_21 = {2'd0, {7'h40, ipv4_protocol}} + {1'd0, {~ipv4_checksum}};
    wire [31:0] arp_sender_addr_3 = arp_valid_s3 ? arp_sender_addr_s3 : arp_target_addr_s3;
    wire [47:0] arp_sender_mac_2 = arp_valid_s3 ? arp_sender_mac_s3 : arp_target_mac_s3;
    wire [15:0] arp_op_2 = arp_valid_s3 ? 16'h2 : arp_op_s3;
    wire [7:0] chosen_13 = if_admit_35 ? 8'h0 : chosen_7_s3;
    wire [7:0] chosen_14 = arp_valid_s3 ? 8'h1c : 8'h0;
    wire [7:0] sum_22 = chosen_4_s3 + chosen_14;
    wire [7:0] chosen_15 = if_admit_35 ? 8'h1 : chosen_8_s3;
    reg ipv4_valid_s4; always @(posedge clk) ipv4_valid_s4 <= ipv4_valid;
    reg ipv4_valid_s5; always @(posedge clk) ipv4_valid_s5 <= ipv4_valid_s4;
    wire ipv4_valid_s7;
    delay #(.WIDTH(1), .CYCLES(2)) ipv4_valid_s7_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s5), .out(ipv4_valid_s7));
    reg ipv4_valid_s8; always @(posedge clk) ipv4_valid_s8 <= ipv4_valid_s7;
    wire ipv4_valid_s12;
    delay #(.WIDTH(1), .CYCLES(4)) ipv4_valid_s12_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s8), .out(ipv4_valid_s12));
    wire ipv4_valid_s20;
    delay #(.WIDTH(1), .CYCLES(8)) ipv4_valid_s20_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s12), .out(ipv4_valid_s20));
    wire ipv4_valid_s28;
    delay #(.WIDTH(1), .CYCLES(8)) ipv4_valid_s28_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s20), .out(ipv4_valid_s28));
    reg ipv4_valid_s29; always @(posedge clk) ipv4_valid_s29 <= ipv4_valid_s28;
    reg ipv4_valid_s30; always @(posedge clk) ipv4_valid_s30 <= ipv4_valid_s29;
    wire ipv4_valid_s34;
    delay #(.WIDTH(1), .CYCLES(4)) ipv4_valid_s34_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s30), .out(ipv4_valid_s34));
    wire ipv4_valid_s38;
    delay #(.WIDTH(1), .CYCLES(4)) ipv4_valid_s38_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s34), .out(ipv4_valid_s38));
    wire ipv4_valid_s48;
    delay #(.WIDTH(1), .CYCLES(10)) ipv4_valid_s48_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s38), .out(ipv4_valid_s48));
    wire ipv4_valid_s52;
    delay #(.WIDTH(1), .CYCLES(4)) ipv4_valid_s52_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s48), .out(ipv4_valid_s52));
    reg ipv4_valid_s53; always @(posedge clk) ipv4_valid_s53 <= ipv4_valid_s52;
    wire ipv4_valid_s60;
    delay #(.WIDTH(1), .CYCLES(7)) ipv4_valid_s60_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s53), .out(ipv4_valid_s60));
    wire ipv4_valid_s79;
    delay #(.WIDTH(1), .CYCLES(19)) ipv4_valid_s79_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s60), .out(ipv4_valid_s79));
    wire ipv4_valid_s104;
    delay #(.WIDTH(1), .CYCLES(25)) ipv4_valid_s104_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s79), .out(ipv4_valid_s104));
    reg [1023:0] rest_after_ipv4_s4; always @(posedge clk) rest_after_ipv4_s4 <= rest_after_ipv4;
    reg [7:0] left_after_ipv4_s4; always @(posedge clk) left_after_ipv4_s4 <= left_after_ipv4;
    reg ipv6_valid_s4; always @(posedge clk) ipv6_valid_s4 <= ipv6_valid;
    reg ipv6_valid_s5; always @(posedge clk) ipv6_valid_s5 <= ipv6_valid_s4;
    wire ipv6_valid_s7;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s7_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s5), .out(ipv6_valid_s7));
    reg ipv6_valid_s8; always @(posedge clk) ipv6_valid_s8 <= ipv6_valid_s7;
    wire ipv6_valid_s10;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s10_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s8), .out(ipv6_valid_s10));
    wire ipv6_valid_s17;
    delay #(.WIDTH(1), .CYCLES(7)) ipv6_valid_s17_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s10), .out(ipv6_valid_s17));
    wire ipv6_valid_s21;
    delay #(.WIDTH(1), .CYCLES(4)) ipv6_valid_s21_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s17), .out(ipv6_valid_s21));
    wire ipv6_valid_s28;
    delay #(.WIDTH(1), .CYCLES(7)) ipv6_valid_s28_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s21), .out(ipv6_valid_s28));
    reg ipv6_valid_s29; always @(posedge clk) ipv6_valid_s29 <= ipv6_valid_s28;
    reg ipv6_valid_s30; always @(posedge clk) ipv6_valid_s30 <= ipv6_valid_s29;
    wire ipv6_valid_s34;
    delay #(.WIDTH(1), .CYCLES(4)) ipv6_valid_s34_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s30), .out(ipv6_valid_s34));
    wire ipv6_valid_s36;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s36_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s34), .out(ipv6_valid_s36));
    wire ipv6_valid_s38;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s38_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s36), .out(ipv6_valid_s38));
    reg ipv6_valid_s39; always @(posedge clk) ipv6_valid_s39 <= ipv6_valid_s38;
    wire ipv6_valid_s46;
    delay #(.WIDTH(1), .CYCLES(7)) ipv6_valid_s46_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s39), .out(ipv6_valid_s46));
    wire ipv6_valid_s48;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s48_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s46), .out(ipv6_valid_s48));
    wire ipv6_valid_s52;
    delay #(.WIDTH(1), .CYCLES(4)) ipv6_valid_s52_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s48), .out(ipv6_valid_s52));
    reg ipv6_valid_s53; always @(posedge clk) ipv6_valid_s53 <= ipv6_valid_s52;
    wire ipv6_valid_s55;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s55_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s53), .out(ipv6_valid_s55));
    wire ipv6_valid_s104;
    delay #(.WIDTH(1), .CYCLES(49)) ipv6_valid_s104_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s55), .out(ipv6_valid_s104));
    reg [7:0] sum_7_s4; always @(posedge clk) sum_7_s4 <= sum_7;
    reg [7:0] ipv6_next_header_s4; always @(posedge clk) ipv6_next_header_s4 <= ipv6_next_header;
    wire [7:0] ipv6_next_header_s78;
    delay #(.WIDTH(8), .CYCLES(74)) ipv6_next_header_s78_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_s4), .out(ipv6_next_header_s78));
    wire [7:0] ipv6_next_header_s104;
    delay #(.WIDTH(8), .CYCLES(26)) ipv6_next_header_s104_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_s78), .out(ipv6_next_header_s104));
    reg [7:0] ipv4_protocol_s4; always @(posedge clk) ipv4_protocol_s4 <= ipv4_protocol;
    wire [7:0] ipv4_protocol_s78;
    delay #(.WIDTH(8), .CYCLES(74)) ipv4_protocol_s78_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_s4), .out(ipv4_protocol_s78));
    wire [7:0] ipv4_protocol_s104;
    delay #(.WIDTH(8), .CYCLES(26)) ipv4_protocol_s104_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_s78), .out(ipv4_protocol_s104));
    wire [12:0] ipv4_frag_offset_s52;
    delay #(.WIDTH(13), .CYCLES(49)) ipv4_frag_offset_s52_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset), .out(ipv4_frag_offset_s52));
    reg [12:0] ipv4_frag_offset_s53; always @(posedge clk) ipv4_frag_offset_s53 <= ipv4_frag_offset_s52;
    wire [12:0] ipv4_frag_offset_s104;
    delay #(.WIDTH(13), .CYCLES(51)) ipv4_frag_offset_s104_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset_s53), .out(ipv4_frag_offset_s104));
    reg if_eligible_42_s4; always @(posedge clk) if_eligible_42_s4 <= if_eligible_42;
    wire [3:0] ipv4_ihl_s52;
    delay #(.WIDTH(4), .CYCLES(49)) ipv4_ihl_s52_delay (.clk(clk), .reset(reset), .in(ipv4_ihl), .out(ipv4_ihl_s52));
    reg [3:0] ipv4_ihl_s53; always @(posedge clk) ipv4_ihl_s53 <= ipv4_ihl_s52;
    wire [3:0] ipv4_ihl_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv4_ihl_s104_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_s53), .out(ipv4_ihl_s104));
    wire is_equal_9_s6;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_9_s6_delay (.clk(clk), .reset(reset), .in(is_equal_9), .out(is_equal_9_s6));
    reg all_8_s4; always @(posedge clk) all_8_s4 <= all_8;
    reg all_9_s4; always @(posedge clk) all_9_s4 <= all_9;
    reg all_10_s4; always @(posedge clk) all_10_s4 <= all_10;
    reg [15:0] ipv6_payload_len_s4; always @(posedge clk) ipv6_payload_len_s4 <= ipv6_payload_len;
    reg [15:0] ipv6_payload_len_s5; always @(posedge clk) ipv6_payload_len_s5 <= ipv6_payload_len_s4;
    wire [15:0] ipv6_payload_len_s20;
    delay #(.WIDTH(16), .CYCLES(15)) ipv6_payload_len_s20_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s5), .out(ipv6_payload_len_s20));
    wire [15:0] ipv6_payload_len_s28;
    delay #(.WIDTH(16), .CYCLES(8)) ipv6_payload_len_s28_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s20), .out(ipv6_payload_len_s28));
    wire [15:0] ipv6_payload_len_s104;
    delay #(.WIDTH(16), .CYCLES(76)) ipv6_payload_len_s104_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s28), .out(ipv6_payload_len_s104));
    reg all_11_s4; always @(posedge clk) all_11_s4 <= all_11;
    wire [7:0] chosen_9_s7;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_9_s7_delay (.clk(clk), .reset(reset), .in(chosen_9), .out(chosen_9_s7));
    reg [31:0] sum_8_s4; always @(posedge clk) sum_8_s4 <= sum_8;
    wire [3:0] ipv6_version_s52;
    delay #(.WIDTH(4), .CYCLES(49)) ipv6_version_s52_delay (.clk(clk), .reset(reset), .in(ipv6_version), .out(ipv6_version_s52));
    reg [3:0] ipv6_version_s53; always @(posedge clk) ipv6_version_s53 <= ipv6_version_s52;
    wire [3:0] ipv6_version_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv6_version_s104_delay (.clk(clk), .reset(reset), .in(ipv6_version_s53), .out(ipv6_version_s104));
    wire is_equal_10_s5;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_10_s5_delay (.clk(clk), .reset(reset), .in(is_equal_10), .out(is_equal_10_s5));
    wire [31:0] ipv4_dst_addr_s27;
    delay #(.WIDTH(32), .CYCLES(24)) ipv4_dst_addr_s27_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr), .out(ipv4_dst_addr_s27));
    reg [31:0] ipv4_dst_addr_s28; always @(posedge clk) ipv4_dst_addr_s28 <= ipv4_dst_addr_s27;
    wire [31:0] ipv4_dst_addr_s39;
    delay #(.WIDTH(32), .CYCLES(11)) ipv4_dst_addr_s39_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s28), .out(ipv4_dst_addr_s39));
    wire [31:0] ipv4_dst_addr_s52;
    delay #(.WIDTH(32), .CYCLES(13)) ipv4_dst_addr_s52_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s39), .out(ipv4_dst_addr_s52));
    reg [31:0] ipv4_dst_addr_s53; always @(posedge clk) ipv4_dst_addr_s53 <= ipv4_dst_addr_s52;
    wire [31:0] ipv4_dst_addr_s104;
    delay #(.WIDTH(32), .CYCLES(51)) ipv4_dst_addr_s104_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s53), .out(ipv4_dst_addr_s104));
    reg [31:0] ipv4_dst_addr_s105; always @(posedge clk) ipv4_dst_addr_s105 <= ipv4_dst_addr_s104;
    wire [31:0] ipv4_src_addr_s21;
    delay #(.WIDTH(32), .CYCLES(18)) ipv4_src_addr_s21_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr), .out(ipv4_src_addr_s21));
    wire [31:0] ipv4_src_addr_s39;
    delay #(.WIDTH(32), .CYCLES(18)) ipv4_src_addr_s39_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s21), .out(ipv4_src_addr_s39));
    wire [31:0] ipv4_src_addr_s48;
    delay #(.WIDTH(32), .CYCLES(9)) ipv4_src_addr_s48_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s39), .out(ipv4_src_addr_s48));
    wire [31:0] ipv4_src_addr_s56;
    delay #(.WIDTH(32), .CYCLES(8)) ipv4_src_addr_s56_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s48), .out(ipv4_src_addr_s56));
    wire [31:0] ipv4_src_addr_s62;
    delay #(.WIDTH(32), .CYCLES(6)) ipv4_src_addr_s62_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s56), .out(ipv4_src_addr_s62));
    wire [31:0] ipv4_src_addr_s73;
    delay #(.WIDTH(32), .CYCLES(11)) ipv4_src_addr_s73_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s62), .out(ipv4_src_addr_s73));
    wire [31:0] ipv4_src_addr_s104;
    delay #(.WIDTH(32), .CYCLES(31)) ipv4_src_addr_s104_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s73), .out(ipv4_src_addr_s104));
    reg [31:0] ipv4_src_addr_s105; always @(posedge clk) ipv4_src_addr_s105 <= ipv4_src_addr_s104;
    reg [7:0] ipv4_ttl_s4; always @(posedge clk) ipv4_ttl_s4 <= ipv4_ttl;
    wire [7:0] ipv4_ttl_s52;
    delay #(.WIDTH(8), .CYCLES(48)) ipv4_ttl_s52_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_s4), .out(ipv4_ttl_s52));
    reg [7:0] ipv4_ttl_s53; always @(posedge clk) ipv4_ttl_s53 <= ipv4_ttl_s52;
    wire [7:0] ipv4_ttl_s104;
    delay #(.WIDTH(8), .CYCLES(51)) ipv4_ttl_s104_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_s53), .out(ipv4_ttl_s104));
    reg [7:0] ipv4_ttl_s105; always @(posedge clk) ipv4_ttl_s105 <= ipv4_ttl_s104;
    wire ipv4_mf_s52;
    delay #(.WIDTH(1), .CYCLES(49)) ipv4_mf_s52_delay (.clk(clk), .reset(reset), .in(ipv4_mf), .out(ipv4_mf_s52));
    reg ipv4_mf_s53; always @(posedge clk) ipv4_mf_s53 <= ipv4_mf_s52;
    wire ipv4_mf_s104;
    delay #(.WIDTH(1), .CYCLES(51)) ipv4_mf_s104_delay (.clk(clk), .reset(reset), .in(ipv4_mf_s53), .out(ipv4_mf_s104));
    wire ipv4_df_s55;
    delay #(.WIDTH(1), .CYCLES(52)) ipv4_df_s55_delay (.clk(clk), .reset(reset), .in(ipv4_df), .out(ipv4_df_s55));
    wire ipv4_df_s78;
    delay #(.WIDTH(1), .CYCLES(23)) ipv4_df_s78_delay (.clk(clk), .reset(reset), .in(ipv4_df_s55), .out(ipv4_df_s78));
    wire ipv4_df_s104;
    delay #(.WIDTH(1), .CYCLES(26)) ipv4_df_s104_delay (.clk(clk), .reset(reset), .in(ipv4_df_s78), .out(ipv4_df_s104));
    wire ipv4_reserved_s52;
    delay #(.WIDTH(1), .CYCLES(49)) ipv4_reserved_s52_delay (.clk(clk), .reset(reset), .in(ipv4_reserved), .out(ipv4_reserved_s52));
    reg ipv4_reserved_s53; always @(posedge clk) ipv4_reserved_s53 <= ipv4_reserved_s52;
    wire ipv4_reserved_s104;
    delay #(.WIDTH(1), .CYCLES(51)) ipv4_reserved_s104_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_s53), .out(ipv4_reserved_s104));
    wire [7:0] ipv4_tos_s55;
    delay #(.WIDTH(8), .CYCLES(52)) ipv4_tos_s55_delay (.clk(clk), .reset(reset), .in(ipv4_tos), .out(ipv4_tos_s55));
    wire [7:0] ipv4_tos_s104;
    delay #(.WIDTH(8), .CYCLES(49)) ipv4_tos_s104_delay (.clk(clk), .reset(reset), .in(ipv4_tos_s55), .out(ipv4_tos_s104));
    wire [3:0] ipv4_version_s52;
    delay #(.WIDTH(4), .CYCLES(49)) ipv4_version_s52_delay (.clk(clk), .reset(reset), .in(ipv4_version), .out(ipv4_version_s52));
    reg [3:0] ipv4_version_s53; always @(posedge clk) ipv4_version_s53 <= ipv4_version_s52;
    wire [3:0] ipv4_version_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv4_version_s104_delay (.clk(clk), .reset(reset), .in(ipv4_version_s53), .out(ipv4_version_s104));
    wire [15:0] ipv4_checksum_s104;
    delay #(.WIDTH(16), .CYCLES(101)) ipv4_checksum_s104_delay (.clk(clk), .reset(reset), .in(ipv4_checksum), .out(ipv4_checksum_s104));
    wire [15:0] ipv4_checksum_s107;
    delay #(.WIDTH(16), .CYCLES(3)) ipv4_checksum_s107_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_s104), .out(ipv4_checksum_s107));
    wire [15:0] ipv4_checksum_s109;
    delay #(.WIDTH(16), .CYCLES(2)) ipv4_checksum_s109_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_s107), .out(ipv4_checksum_s109));
    wire [15:0] ipv4_identification_s8;
    delay #(.WIDTH(16), .CYCLES(5)) ipv4_identification_s8_delay (.clk(clk), .reset(reset), .in(ipv4_identification), .out(ipv4_identification_s8));
    wire [15:0] ipv4_identification_s106;
    delay #(.WIDTH(16), .CYCLES(98)) ipv4_identification_s106_delay (.clk(clk), .reset(reset), .in(ipv4_identification_s8), .out(ipv4_identification_s106));
    reg [15:0] ipv4_total_len_s4; always @(posedge clk) ipv4_total_len_s4 <= ipv4_total_len;
    wire [15:0] ipv4_total_len_s28;
    delay #(.WIDTH(16), .CYCLES(24)) ipv4_total_len_s28_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s4), .out(ipv4_total_len_s28));
    wire [15:0] ipv4_total_len_s78;
    delay #(.WIDTH(16), .CYCLES(50)) ipv4_total_len_s78_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s28), .out(ipv4_total_len_s78));
    wire [15:0] ipv4_total_len_s104;
    delay #(.WIDTH(16), .CYCLES(26)) ipv4_total_len_s104_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s78), .out(ipv4_total_len_s104));
    reg [16:0] sum_9_s4; always @(posedge clk) sum_9_s4 <= sum_9;
    reg [16:0] sum_10_s4; always @(posedge clk) sum_10_s4 <= sum_10;
    reg [16:0] sum_11_s4; always @(posedge clk) sum_11_s4 <= sum_11;
    reg [16:0] sum_12_s4; always @(posedge clk) sum_12_s4 <= sum_12;
    reg [16:0] sum_13_s4; always @(posedge clk) sum_13_s4 <= sum_13;
    reg [15:0] sum_14_s4; always @(posedge clk) sum_14_s4 <= sum_14;
    reg [15:0] sum_15_s4; always @(posedge clk) sum_15_s4 <= sum_15;
    reg [15:0] sum_16_s4; always @(posedge clk) sum_16_s4 <= sum_16;
    reg [15:0] sum_17_s4; always @(posedge clk) sum_17_s4 <= sum_17;
    reg [15:0] sum_18_s4; always @(posedge clk) sum_18_s4 <= sum_18;
    reg [31:0] sum_19_s4; always @(posedge clk) sum_19_s4 <= sum_19;
    reg any_10_s4; always @(posedge clk) any_10_s4 <= any_10;
    reg [127:0] ipv6_src_addr_s4; always @(posedge clk) ipv6_src_addr_s4 <= ipv6_src_addr;
    wire [127:0] ipv6_src_addr_s8;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_src_addr_s8_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s4), .out(ipv6_src_addr_s8));
    wire [127:0] ipv6_src_addr_s12;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_src_addr_s12_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s8), .out(ipv6_src_addr_s12));
    wire [127:0] ipv6_src_addr_s21;
    delay #(.WIDTH(128), .CYCLES(9)) ipv6_src_addr_s21_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s12), .out(ipv6_src_addr_s21));
    wire [127:0] ipv6_src_addr_s28;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_s28_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s21), .out(ipv6_src_addr_s28));
    wire [127:0] ipv6_src_addr_s105;
    delay #(.WIDTH(128), .CYCLES(77)) ipv6_src_addr_s105_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s28), .out(ipv6_src_addr_s105));
    wire if_source_138_s7;
    delay #(.WIDTH(1), .CYCLES(4)) if_source_138_s7_delay (.clk(clk), .reset(reset), .in(if_source_138), .out(if_source_138_s7));
    wire [31:0] arp_sender_addr_2_s9;
    delay #(.WIDTH(32), .CYCLES(6)) arp_sender_addr_2_s9_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_2), .out(arp_sender_addr_2_s9));
    wire [31:0] arp_sender_addr_2_s11;
    delay #(.WIDTH(32), .CYCLES(2)) arp_sender_addr_2_s11_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_2_s9), .out(arp_sender_addr_2_s11));
    wire any_11_s8;
    delay #(.WIDTH(1), .CYCLES(5)) any_11_s8_delay (.clk(clk), .reset(reset), .in(any_11), .out(any_11_s8));
    wire if_source_140_2_s8;
    delay #(.WIDTH(1), .CYCLES(5)) if_source_140_2_s8_delay (.clk(clk), .reset(reset), .in(if_source_140_2), .out(if_source_140_2_s8));
    reg [127:0] ipv6_dst_addr_s4; always @(posedge clk) ipv6_dst_addr_s4 <= ipv6_dst_addr;
    wire [127:0] ipv6_dst_addr_s21;
    delay #(.WIDTH(128), .CYCLES(17)) ipv6_dst_addr_s21_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s4), .out(ipv6_dst_addr_s21));
    wire [127:0] ipv6_dst_addr_s28;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_dst_addr_s28_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s21), .out(ipv6_dst_addr_s28));
    wire [127:0] ipv6_dst_addr_s105;
    delay #(.WIDTH(128), .CYCLES(77)) ipv6_dst_addr_s105_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s28), .out(ipv6_dst_addr_s105));
    reg [7:0] ipv6_hop_limit_s4; always @(posedge clk) ipv6_hop_limit_s4 <= ipv6_hop_limit;
    wire [7:0] ipv6_hop_limit_s52;
    delay #(.WIDTH(8), .CYCLES(48)) ipv6_hop_limit_s52_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s4), .out(ipv6_hop_limit_s52));
    reg [7:0] ipv6_hop_limit_s53; always @(posedge clk) ipv6_hop_limit_s53 <= ipv6_hop_limit_s52;
    wire [7:0] ipv6_hop_limit_s78;
    delay #(.WIDTH(8), .CYCLES(25)) ipv6_hop_limit_s78_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s53), .out(ipv6_hop_limit_s78));
    wire [7:0] ipv6_hop_limit_s104;
    delay #(.WIDTH(8), .CYCLES(26)) ipv6_hop_limit_s104_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s78), .out(ipv6_hop_limit_s104));
    wire if_neighbor_67_s20;
    delay #(.WIDTH(1), .CYCLES(17)) if_neighbor_67_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_67), .out(if_neighbor_67_s20));
    wire [7:0] chosen_10_s20;
    delay #(.WIDTH(8), .CYCLES(17)) chosen_10_s20_delay (.clk(clk), .reset(reset), .in(chosen_10), .out(chosen_10_s20));
    wire if_neighbor_74_2_s11;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_74_2_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_2), .out(if_neighbor_74_2_s11));
    wire [31:0] arp_target_addr_4_s21;
    delay #(.WIDTH(32), .CYCLES(18)) arp_target_addr_4_s21_delay (.clk(clk), .reset(reset), .in(arp_target_addr_4), .out(arp_target_addr_4_s21));
    reg [7:0] meta_protocol_s4; always @(posedge clk) meta_protocol_s4 <= meta_protocol;
    wire if_admit_120_s29;
    delay #(.WIDTH(1), .CYCLES(26)) if_admit_120_s29_delay (.clk(clk), .reset(reset), .in(if_admit_120), .out(if_admit_120_s29));
    wire if_admit_134_s29;
    delay #(.WIDTH(1), .CYCLES(26)) if_admit_134_s29_delay (.clk(clk), .reset(reset), .in(if_admit_134), .out(if_admit_134_s29));
    wire if_admit_132_s29;
    delay #(.WIDTH(1), .CYCLES(26)) if_admit_132_s29_delay (.clk(clk), .reset(reset), .in(if_admit_132), .out(if_admit_132_s29));
    wire any_12_s29;
    delay #(.WIDTH(1), .CYCLES(26)) any_12_s29_delay (.clk(clk), .reset(reset), .in(any_12), .out(any_12_s29));
    wire if_local_50_s30;
    delay #(.WIDTH(1), .CYCLES(27)) if_local_50_s30_delay (.clk(clk), .reset(reset), .in(if_local_50), .out(if_local_50_s30));
    wire ipv4_mf_2_s5;
    delay #(.WIDTH(1), .CYCLES(2)) ipv4_mf_2_s5_delay (.clk(clk), .reset(reset), .in(ipv4_mf_2), .out(ipv4_mf_2_s5));
    wire [7:0] chosen_11_s52;
    delay #(.WIDTH(8), .CYCLES(49)) chosen_11_s52_delay (.clk(clk), .reset(reset), .in(chosen_11), .out(chosen_11_s52));
    wire [15:0] meta_upper_length_s5;
    delay #(.WIDTH(16), .CYCLES(2)) meta_upper_length_s5_delay (.clk(clk), .reset(reset), .in(meta_upper_length), .out(meta_upper_length_s5));
    wire if_eligible_97_s56;
    delay #(.WIDTH(1), .CYCLES(53)) if_eligible_97_s56_delay (.clk(clk), .reset(reset), .in(if_eligible_97), .out(if_eligible_97_s56));
    reg all_12_s4; always @(posedge clk) all_12_s4 <= all_12;
    wire [19:0] ipv6_flow_label_s53;
    delay #(.WIDTH(20), .CYCLES(50)) ipv6_flow_label_s53_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label), .out(ipv6_flow_label_s53));
    wire [19:0] ipv6_flow_label_s104;
    delay #(.WIDTH(20), .CYCLES(51)) ipv6_flow_label_s104_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_s53), .out(ipv6_flow_label_s104));
    wire [19:0] ipv6_flow_label_2_s78;
    delay #(.WIDTH(20), .CYCLES(75)) ipv6_flow_label_2_s78_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_2), .out(ipv6_flow_label_2_s78));
    wire [7:0] chosen_12_s28;
    delay #(.WIDTH(8), .CYCLES(25)) chosen_12_s28_delay (.clk(clk), .reset(reset), .in(chosen_12), .out(chosen_12_s28));
    wire [7:0] chosen_12_s104;
    delay #(.WIDTH(8), .CYCLES(76)) chosen_12_s104_delay (.clk(clk), .reset(reset), .in(chosen_12_s28), .out(chosen_12_s104));
    wire [7:0] ipv6_traffic_class_s55;
    delay #(.WIDTH(8), .CYCLES(52)) ipv6_traffic_class_s55_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class), .out(ipv6_traffic_class_s55));
    wire [7:0] ipv6_traffic_class_s104;
    delay #(.WIDTH(8), .CYCLES(49)) ipv6_traffic_class_s104_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_s55), .out(ipv6_traffic_class_s104));
    reg [15:0] sum_20_s4; always @(posedge clk) sum_20_s4 <= sum_20;
    reg [16:0] sum_21_s4; always @(posedge clk) sum_21_s4 <= sum_21;
    wire [31:0] arp_sender_addr_3_s20;
    delay #(.WIDTH(32), .CYCLES(17)) arp_sender_addr_3_s20_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_3), .out(arp_sender_addr_3_s20));
    wire [47:0] arp_sender_mac_2_s20;
    delay #(.WIDTH(48), .CYCLES(17)) arp_sender_mac_2_s20_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_2), .out(arp_sender_mac_2_s20));
    wire [15:0] arp_op_2_s20;
    delay #(.WIDTH(16), .CYCLES(17)) arp_op_2_s20_delay (.clk(clk), .reset(reset), .in(arp_op_2), .out(arp_op_2_s20));
    reg [7:0] chosen_13_s4; always @(posedge clk) chosen_13_s4 <= chosen_13;
    wire [7:0] sum_22_s5;
    delay #(.WIDTH(8), .CYCLES(2)) sum_22_s5_delay (.clk(clk), .reset(reset), .in(sum_22), .out(sum_22_s5));
    wire [7:0] chosen_15_s7;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_15_s7_delay (.clk(clk), .reset(reset), .in(chosen_15), .out(chosen_15_s7));

    // ---- Stage 4 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_ipv6, parser state IsthmusParser_fragment, parser state IsthmusParser_icmp4, parser
    // state IsthmusParser_ipv4_upper, parser state IsthmusParser_nd, admit.p4
    // 34-35+43+59+72+76+80-81+94+97+101-102+105+123, card.p4 95+97+99, echo.p4 31-32+39, eligible.p4
    // 40+46+51+80+86+88+94+99, inbound.p4 108, neighbor.p4 79+82+86+88+95+131+153+159+163, source.p4 151, translate.p4
    // 97
    wire [1023:0] rest_after_ipv6 = ipv6_valid_s4 ? {rest_after_ipv4_s4[703:0], 320'h0} : rest_after_ipv4_s4;
    wire [7:0] left_after_ipv6 = ipv6_valid_s4 ? sum_7_s4 : left_after_ipv4_s4;
    wire is_equal_13 = ipv6_next_header_s4 == 8'h2c;
    wire fragment_valid = (ipv6_valid_s4 & is_equal_13) & {~(left_after_ipv6 < 8'h8)};
    wire [1023:0] rest_after_fragment = fragment_valid ? {rest_after_ipv6[959:0], 64'h0} : rest_after_ipv6;
    wire [7:0] sum_23 = left_after_ipv6 + 8'hf8;
    wire [7:0] left_after_fragment = fragment_valid ? sum_23 : left_after_ipv6;
    wire icmp_valid = all_8_s4 & {~(left_after_fragment < 8'h4)};
    wire [7:0] sum_24 = 8'hfc + left_after_fragment;
    wire [7:0] fragment_next_header = rest_after_ipv6[1023:1016];
    wire [12:0] fragment_frag_offset = rest_after_ipv6[1007:995];
    wire is_equal_14 = fragment_frag_offset == 13'h0;
    wire all_13 = is_equal_14 & (fragment_next_header == 8'h6);
    wire is_equal_15 = ipv6_next_header_s4 == 8'h6;
    wire any_13 = ((ipv6_valid_s4 & (is_equal_15 & {~is_equal_13})) | all_9_s4) | (fragment_valid & all_13);
    wire all_14 = is_equal_14 & (fragment_next_header == 8'h11);
    wire any_14 = is_equal_13 | is_equal_15;
    wire is_equal_16 = ipv6_next_header_s4 == 8'h11;
    wire any_15 = ((ipv6_valid_s4 & (is_equal_16 & {~any_14})) | all_10_s4) | (fragment_valid & (all_14 & {~all_13}));
    wire all_15 = fragment_valid & ((is_equal_14 & (fragment_next_header == 8'h3a)) & {~(all_13 | all_14)});
    wire is_equal_17 = ipv6_next_header_s4 == 8'h3a;
    wire all_16 = ipv6_valid_s4 & (is_equal_17 & {~(any_14 | is_equal_16)});
    wire [7:0] icmp_type = rest_after_fragment[1023:1016];
    wire is_equal_18 = {ipv6_payload_len_s4[15:5], 5'h0} == 16'h0;
    wire if_admit_34 = all_11_s4 & {~ipv6_valid_s4};
    wire all_4 = (all_2_s4 & {~if_admit_34}) & {~ethernet_dst_addr_s4[40]};
    wire [31:0] sum_25 = sum_8_s4 + {16'd0, ipv6_payload_len_s4};
    wire is_less = {16'h0, in_length_2_s4} < sum_25;
    wire [31:0] chosen_16 = fragment_valid ? 32'h8 : 32'h0;
    wire [17:0] sum_26 = {1'd0, sum_12_s4} + {1'd0, sum_13_s4};
    wire [17:0] sum_27 = {1'd0, sum_9_s4} + {1'd0, sum_10_s4};
    wire [18:0] sum_28 = {2'd0, sum_11_s4} + {1'd0, sum_26};
    wire [15:0] sum_29 = sum_14_s4 + sum_15_s4;
    wire [15:0] sum_30 = sum_16_s4 + sum_17_s4;
    wire [15:0] sum_31 = sum_18_s4 + sum_29;
    wire if_admit_72 = any_10_s4 | ({16'h0, in_length_2_s4} < sum_19_s4);
    wire if_source_151 = ipv6_src_addr_s4 == 128'h0;
    wire is_equal_19 = ipv6_dst_addr_s4[127:24] == 104'hff0200000000000000000001ff;
    wire is_equal_20 = ipv6_payload_len_s4 == 16'h20;
    wire [7:0] icmp_code = rest_after_fragment[1015:1008];
    wire [15:0] icmp_checksum = rest_after_fragment[1007:992];
    wire [16:0] sum_32 = {11'd0, 6'h3a} + {1'd0, ipv6_payload_len_s4};
    wire [16:0] sum_33 = {1'd0, ipv6_src_addr_s4[127:112]} + {1'd0, ipv6_src_addr_s4[111:96]};
    wire [16:0] sum_34 = {1'd0, ipv6_src_addr_s4[95:80]} + {1'd0, ipv6_src_addr_s4[79:64]};
    wire [16:0] sum_35 = {1'd0, ipv6_src_addr_s4[63:48]} + {1'd0, ipv6_src_addr_s4[47:32]};
    wire [16:0] sum_36 = {1'd0, ipv6_src_addr_s4[31:16]} + {1'd0, ipv6_src_addr_s4[15:0]};
    wire [16:0] sum_37 = {1'd0, ipv6_dst_addr_s4[127:112]} + {1'd0, ipv6_dst_addr_s4[111:96]};
    wire [16:0] sum_38 = {1'd0, ipv6_dst_addr_s4[95:80]} + {1'd0, ipv6_dst_addr_s4[79:64]};
    wire [16:0] sum_39 = {1'd0, ipv6_dst_addr_s4[63:48]} + {1'd0, ipv6_dst_addr_s4[47:32]};
    wire [16:0] sum_40 = {1'd0, ipv6_dst_addr_s4[31:16]} + {1'd0, ipv6_dst_addr_s4[15:0]};
    wire [17:0] sum_41 = {1'd0, sum_33} + {1'd0, sum_37};
    wire [17:0] sum_42 = {1'd0, sum_32} + {1'd0, sum_34};
    wire [17:0] sum_43 = {1'd0, sum_35} + {1'd0, sum_36};
    wire [17:0] sum_44 = {1'd0, sum_38} + {1'd0, sum_39};
    wire is_equal_21 = ipv6_payload_len_s4 == 16'h18;
    wire is_less_2 = ipv6_payload_len_s4 < 16'h18;
    wire is_equal_22 = ipv6_hop_limit_s4 == 8'hff;
    wire all_17 = ipv6_valid_s4 & is_equal_17;
    wire [127:0] ipv6_src_addr_2 = if_source_151 ? 128'hff020000000000000000000000000001 : ipv6_src_addr_s4;
    wire [7:0] meta_protocol_2 = ipv6_valid_s4 ? ipv6_next_header_s4 : meta_protocol_s4;
    wire [7:0] meta_protocol_3 = fragment_valid ? fragment_next_header : meta_protocol_2;
    wire is_equal_23 = meta_protocol_3 == 8'h1;
    wire fragment_m = rest_after_ipv6[992];
    wire fragment_m_2 = fragment_m | {~is_equal_14};
    wire fragment_m_3 = fragment_valid & fragment_m_2;
    wire fragment_m_4 = ipv6_valid_s4 & fragment_m_3;
    wire [15:0] meta_upper_length_2 = ipv6_payload_len_s4 - chosen_16[15:0];
    wire if_eligible_51 = is_equal_14 | {~fragment_valid};
    wire if_eligible_42_2 = ipv4_valid_s4 ? if_eligible_42_s4 : if_eligible_51;
    wire if_eligible_46 = meta_protocol_3 == 8'h3a;
    wire all_18 = ipv6_valid_s4 & is_equal_23;
    wire all_19 = ipv4_valid_s4 & if_eligible_46;
    wire if_eligible_94 = ipv4_valid_s4 & (meta_protocol_3 == 8'h2);
    wire [7:0] chosen_17 = (ipv4_valid_s4 | fragment_valid) ? 8'h1 : 8'h2;
    wire all_20 = fragment_valid & (meta_protocol_3 == 8'h33);
    wire is_equal_24 = meta_protocol_3 == 8'h3c;
    wire is_equal_25 = meta_protocol_3 == 8'h2c;
    wire any_16 = (meta_protocol_3 == 8'h0) | (meta_protocol_3 == 8'h2b);
    wire if_inbound_108 = all_12_s4 | (ipv6_valid_s4 & (ipv6_hop_limit_s4 < 8'h2));
    wire [16:0] sum_45 = {11'd0, 6'h28} + {1'd0, ipv6_payload_len_s4};
    wire [16:0] chosen_18 = ipv6_valid_s4 ? sum_45 : 17'h0;
    wire [15:0] chosen_19 = ipv4_valid_s4 ? ipv4_total_len_s4 : chosen_18[15:0];
    wire chosen_20 = ipv4_valid_s4 ? 1'h0 : chosen_18[16];
    wire [15:0] sum_46 = {6'd0, 10'h25b} + {1'h1, {~if_source_151}, 14'h2000};
    wire [15:0] sum_47 = ipv6_src_addr_2[127:112] + ipv6_src_addr_2[111:96];
    wire [15:0] sum_48 = ipv6_src_addr_2[95:80] + ipv6_src_addr_2[79:64];
    wire [15:0] sum_49 = ipv6_src_addr_2[63:48] + ipv6_src_addr_2[47:32];
    wire [15:0] sum_50 = ipv6_src_addr_2[31:16] + ipv6_src_addr_2[15:0];
    wire [16:0] sum_51 = {7'd0, 10'h25b} + {1'd0, {1'h1, {~if_source_151}, 14'h2000}};
    wire [16:0] sum_52 = {1'd0, ipv6_src_addr_2[127:112]} + {1'd0, ipv6_src_addr_2[111:96]};
    wire [16:0] sum_53 = {1'd0, ipv6_src_addr_2[95:80]} + {1'd0, ipv6_src_addr_2[79:64]};
    wire [16:0] sum_54 = {1'd0, ipv6_src_addr_2[63:48]} + {1'd0, ipv6_src_addr_2[47:32]};
    wire [16:0] sum_55 = {1'd0, ipv6_src_addr_2[31:16]} + {1'd0, ipv6_src_addr_2[15:0]};
    wire [31:0] fragment_identification = rest_after_ipv6[991:960];
    wire [1:0] fragment_reserved2 = rest_after_ipv6[994:993];
    wire [7:0] fragment_reserved = rest_after_ipv6[1015:1008];
    wire [7:0] ipv6_hop_limit_2 = ipv6_valid_s4 ? 8'h40 : ipv6_hop_limit_s4;
    wire [7:0] ipv6_hop_limit_3 = ipv4_valid_s4 ? ipv6_hop_limit_s4 : ipv6_hop_limit_2;
    wire [15:0] sum_56 = {{~ipv4_ttl_s4}, {~ipv4_protocol_s4}} + sum_20_s4;
    wire [17:0] sum_57 = {2'd0, {{~ipv4_ttl_s4}, {~ipv4_protocol_s4}}} + {1'd0, sum_21_s4};
    wire [16:0] sum_58 = {15'd0, sum_57[17:16]} + {1'd0, sum_56};
    wire [15:0] sum_59 = {~{ipv4_ttl_s4, ipv4_protocol_s4}} + sum_20_s4;
    wire [15:0] sum_60 = sum_59 + {14'd0, sum_57[17:16]};
    wire [12:0] fragment_frag_offset_2 = fragment_valid ? fragment_frag_offset : 13'h0;
    wire fragment_m_5 = fragment_valid & fragment_m;
    wire [47:0] ethernet_src_addr_2 = if_source_151 ? 48'h333300000001 : ethernet_src_addr_s4;
    wire [47:0] ethernet_src_addr_3 = arp_valid_s4 ? ethernet_src_addr_s4 : ethernet_src_addr_2;
    wire [7:0] chosen_21 = if_admit_34 ? chosen_13_s4 : 8'h0;
    wire [7:0] chosen_22 = fragment_valid ? 8'he : 8'h16;
    wire ipv6_valid_2 = ipv6_valid_s4 & {~if_card_99_s4};
    wire ipv6_valid_3 = {~if_card_97_s4} & ipv6_valid_2;
    wire ipv6_valid_4 = {~if_card_95_s4} & ipv6_valid_3;
    wire fragment_valid_s8;
    delay #(.WIDTH(1), .CYCLES(4)) fragment_valid_s8_delay (.clk(clk), .reset(reset), .in(fragment_valid), .out(fragment_valid_s8));
    wire fragment_valid_s48;
    delay #(.WIDTH(1), .CYCLES(40)) fragment_valid_s48_delay (.clk(clk), .reset(reset), .in(fragment_valid_s8), .out(fragment_valid_s48));
    wire fragment_valid_s53;
    delay #(.WIDTH(1), .CYCLES(5)) fragment_valid_s53_delay (.clk(clk), .reset(reset), .in(fragment_valid_s48), .out(fragment_valid_s53));
    wire fragment_valid_s78;
    delay #(.WIDTH(1), .CYCLES(25)) fragment_valid_s78_delay (.clk(clk), .reset(reset), .in(fragment_valid_s53), .out(fragment_valid_s78));
    wire fragment_valid_s104;
    delay #(.WIDTH(1), .CYCLES(26)) fragment_valid_s104_delay (.clk(clk), .reset(reset), .in(fragment_valid_s78), .out(fragment_valid_s104));
    wire fragment_valid_s106;
    delay #(.WIDTH(1), .CYCLES(2)) fragment_valid_s106_delay (.clk(clk), .reset(reset), .in(fragment_valid_s104), .out(fragment_valid_s106));
    reg [1023:0] rest_after_fragment_s5; always @(posedge clk) rest_after_fragment_s5 <= rest_after_fragment;
    reg [7:0] left_after_fragment_s5; always @(posedge clk) left_after_fragment_s5 <= left_after_fragment;
    reg icmp_valid_s5; always @(posedge clk) icmp_valid_s5 <= icmp_valid;
    reg icmp_valid_s6; always @(posedge clk) icmp_valid_s6 <= icmp_valid_s5;
    reg [7:0] sum_24_s5; always @(posedge clk) sum_24_s5 <= sum_24;
    wire [7:0] fragment_next_header_s78;
    delay #(.WIDTH(8), .CYCLES(74)) fragment_next_header_s78_delay (.clk(clk), .reset(reset), .in(fragment_next_header), .out(fragment_next_header_s78));
    wire [7:0] fragment_next_header_s104;
    delay #(.WIDTH(8), .CYCLES(26)) fragment_next_header_s104_delay (.clk(clk), .reset(reset), .in(fragment_next_header_s78), .out(fragment_next_header_s104));
    wire [12:0] fragment_frag_offset_s53;
    delay #(.WIDTH(13), .CYCLES(49)) fragment_frag_offset_s53_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset), .out(fragment_frag_offset_s53));
    wire [12:0] fragment_frag_offset_s104;
    delay #(.WIDTH(13), .CYCLES(51)) fragment_frag_offset_s104_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_s53), .out(fragment_frag_offset_s104));
    reg any_13_s5; always @(posedge clk) any_13_s5 <= any_13;
    reg any_15_s5; always @(posedge clk) any_15_s5 <= any_15;
    reg all_15_s5; always @(posedge clk) all_15_s5 <= all_15;
    wire is_equal_17_s6;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_17_s6_delay (.clk(clk), .reset(reset), .in(is_equal_17), .out(is_equal_17_s6));
    reg all_16_s5; always @(posedge clk) all_16_s5 <= all_16;
    reg [7:0] icmp_type_s5; always @(posedge clk) icmp_type_s5 <= icmp_type;
    reg [7:0] icmp_type_s6; always @(posedge clk) icmp_type_s6 <= icmp_type_s5;
    wire is_equal_18_s7;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_18_s7_delay (.clk(clk), .reset(reset), .in(is_equal_18), .out(is_equal_18_s7));
    wire if_admit_34_s7;
    delay #(.WIDTH(1), .CYCLES(3)) if_admit_34_s7_delay (.clk(clk), .reset(reset), .in(if_admit_34), .out(if_admit_34_s7));
    wire all_4_s6;
    delay #(.WIDTH(1), .CYCLES(2)) all_4_s6_delay (.clk(clk), .reset(reset), .in(all_4), .out(all_4_s6));
    reg is_less_s5; always @(posedge clk) is_less_s5 <= is_less;
    reg [31:0] chosen_16_s5; always @(posedge clk) chosen_16_s5 <= chosen_16;
    wire [17:0] sum_26_s30;
    delay #(.WIDTH(18), .CYCLES(26)) sum_26_s30_delay (.clk(clk), .reset(reset), .in(sum_26), .out(sum_26_s30));
    reg [17:0] sum_27_s5; always @(posedge clk) sum_27_s5 <= sum_27;
    reg [18:0] sum_28_s5; always @(posedge clk) sum_28_s5 <= sum_28;
    reg [15:0] sum_30_s5; always @(posedge clk) sum_30_s5 <= sum_30;
    reg [15:0] sum_31_s5; always @(posedge clk) sum_31_s5 <= sum_31;
    wire if_admit_72_s6;
    delay #(.WIDTH(1), .CYCLES(2)) if_admit_72_s6_delay (.clk(clk), .reset(reset), .in(if_admit_72), .out(if_admit_72_s6));
    reg if_admit_72_s7; always @(posedge clk) if_admit_72_s7 <= if_admit_72_s6;
    wire if_source_151_s7;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_151_s7_delay (.clk(clk), .reset(reset), .in(if_source_151), .out(if_source_151_s7));
    reg if_source_151_s8; always @(posedge clk) if_source_151_s8 <= if_source_151_s7;
    wire if_source_151_s20;
    delay #(.WIDTH(1), .CYCLES(12)) if_source_151_s20_delay (.clk(clk), .reset(reset), .in(if_source_151_s8), .out(if_source_151_s20));
    wire is_equal_19_s6;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_19_s6_delay (.clk(clk), .reset(reset), .in(is_equal_19), .out(is_equal_19_s6));
    wire is_equal_20_s11;
    delay #(.WIDTH(1), .CYCLES(7)) is_equal_20_s11_delay (.clk(clk), .reset(reset), .in(is_equal_20), .out(is_equal_20_s11));
    wire [7:0] icmp_code_s6;
    delay #(.WIDTH(8), .CYCLES(2)) icmp_code_s6_delay (.clk(clk), .reset(reset), .in(icmp_code), .out(icmp_code_s6));
    wire [15:0] icmp_checksum_s6;
    delay #(.WIDTH(16), .CYCLES(2)) icmp_checksum_s6_delay (.clk(clk), .reset(reset), .in(icmp_checksum), .out(icmp_checksum_s6));
    reg [16:0] sum_40_s5; always @(posedge clk) sum_40_s5 <= sum_40;
    reg [17:0] sum_41_s5; always @(posedge clk) sum_41_s5 <= sum_41;
    reg [17:0] sum_42_s5; always @(posedge clk) sum_42_s5 <= sum_42;
    reg [17:0] sum_43_s5; always @(posedge clk) sum_43_s5 <= sum_43;
    reg [17:0] sum_44_s5; always @(posedge clk) sum_44_s5 <= sum_44;
    wire is_equal_21_s11;
    delay #(.WIDTH(1), .CYCLES(7)) is_equal_21_s11_delay (.clk(clk), .reset(reset), .in(is_equal_21), .out(is_equal_21_s11));
    wire is_less_2_s7;
    delay #(.WIDTH(1), .CYCLES(3)) is_less_2_s7_delay (.clk(clk), .reset(reset), .in(is_less_2), .out(is_less_2_s7));
    wire is_equal_22_s6;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_22_s6_delay (.clk(clk), .reset(reset), .in(is_equal_22), .out(is_equal_22_s6));
    wire all_17_s6;
    delay #(.WIDTH(1), .CYCLES(2)) all_17_s6_delay (.clk(clk), .reset(reset), .in(all_17), .out(all_17_s6));
    wire [127:0] ipv6_src_addr_2_s21;
    delay #(.WIDTH(128), .CYCLES(17)) ipv6_src_addr_2_s21_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_2), .out(ipv6_src_addr_2_s21));
    reg [7:0] meta_protocol_3_s5; always @(posedge clk) meta_protocol_3_s5 <= meta_protocol_3;
    wire [7:0] meta_protocol_3_s8;
    delay #(.WIDTH(8), .CYCLES(3)) meta_protocol_3_s8_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s5), .out(meta_protocol_3_s8));
    wire [7:0] meta_protocol_3_s53;
    delay #(.WIDTH(8), .CYCLES(45)) meta_protocol_3_s53_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s8), .out(meta_protocol_3_s53));
    wire [7:0] meta_protocol_3_s68;
    delay #(.WIDTH(8), .CYCLES(15)) meta_protocol_3_s68_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s53), .out(meta_protocol_3_s68));
    reg [7:0] meta_protocol_3_s69; always @(posedge clk) meta_protocol_3_s69 <= meta_protocol_3_s68;
    wire is_equal_23_s6;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_23_s6_delay (.clk(clk), .reset(reset), .in(is_equal_23), .out(is_equal_23_s6));
    wire fragment_m_s53;
    delay #(.WIDTH(1), .CYCLES(49)) fragment_m_s53_delay (.clk(clk), .reset(reset), .in(fragment_m), .out(fragment_m_s53));
    wire fragment_m_s104;
    delay #(.WIDTH(1), .CYCLES(51)) fragment_m_s104_delay (.clk(clk), .reset(reset), .in(fragment_m_s53), .out(fragment_m_s104));
    reg fragment_m_4_s5; always @(posedge clk) fragment_m_4_s5 <= fragment_m_4;
    reg [15:0] meta_upper_length_2_s5; always @(posedge clk) meta_upper_length_2_s5 <= meta_upper_length_2;
    wire if_eligible_42_2_s8;
    delay #(.WIDTH(1), .CYCLES(4)) if_eligible_42_2_s8_delay (.clk(clk), .reset(reset), .in(if_eligible_42_2), .out(if_eligible_42_2_s8));
    reg if_eligible_46_s5; always @(posedge clk) if_eligible_46_s5 <= if_eligible_46;
    reg all_18_s5; always @(posedge clk) all_18_s5 <= all_18;
    reg all_19_s5; always @(posedge clk) all_19_s5 <= all_19;
    wire if_eligible_94_s56;
    delay #(.WIDTH(1), .CYCLES(52)) if_eligible_94_s56_delay (.clk(clk), .reset(reset), .in(if_eligible_94), .out(if_eligible_94_s56));
    wire [7:0] chosen_17_s56;
    delay #(.WIDTH(8), .CYCLES(52)) chosen_17_s56_delay (.clk(clk), .reset(reset), .in(chosen_17), .out(chosen_17_s56));
    reg all_20_s5; always @(posedge clk) all_20_s5 <= all_20;
    reg is_equal_24_s5; always @(posedge clk) is_equal_24_s5 <= is_equal_24;
    reg is_equal_25_s5; always @(posedge clk) is_equal_25_s5 <= is_equal_25;
    reg any_16_s5; always @(posedge clk) any_16_s5 <= any_16;
    wire if_inbound_108_s57;
    delay #(.WIDTH(1), .CYCLES(53)) if_inbound_108_s57_delay (.clk(clk), .reset(reset), .in(if_inbound_108), .out(if_inbound_108_s57));
    wire if_inbound_108_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_inbound_108_s59_delay (.clk(clk), .reset(reset), .in(if_inbound_108_s57), .out(if_inbound_108_s59));
    wire [15:0] chosen_19_s8;
    delay #(.WIDTH(16), .CYCLES(4)) chosen_19_s8_delay (.clk(clk), .reset(reset), .in(chosen_19), .out(chosen_19_s8));
    wire chosen_20_s8;
    delay #(.WIDTH(1), .CYCLES(4)) chosen_20_s8_delay (.clk(clk), .reset(reset), .in(chosen_20), .out(chosen_20_s8));
    reg [15:0] sum_46_s5; always @(posedge clk) sum_46_s5 <= sum_46;
    reg [15:0] sum_47_s5; always @(posedge clk) sum_47_s5 <= sum_47;
    reg [15:0] sum_48_s5; always @(posedge clk) sum_48_s5 <= sum_48;
    reg [15:0] sum_49_s5; always @(posedge clk) sum_49_s5 <= sum_49;
    reg [15:0] sum_50_s5; always @(posedge clk) sum_50_s5 <= sum_50;
    reg [16:0] sum_51_s5; always @(posedge clk) sum_51_s5 <= sum_51;
    reg [16:0] sum_52_s5; always @(posedge clk) sum_52_s5 <= sum_52;
    reg [16:0] sum_53_s5; always @(posedge clk) sum_53_s5 <= sum_53;
    reg [16:0] sum_54_s5; always @(posedge clk) sum_54_s5 <= sum_54;
    reg [16:0] sum_55_s5; always @(posedge clk) sum_55_s5 <= sum_55;
    wire [31:0] fragment_identification_s8;
    delay #(.WIDTH(32), .CYCLES(4)) fragment_identification_s8_delay (.clk(clk), .reset(reset), .in(fragment_identification), .out(fragment_identification_s8));
    wire [31:0] fragment_identification_s52;
    delay #(.WIDTH(32), .CYCLES(44)) fragment_identification_s52_delay (.clk(clk), .reset(reset), .in(fragment_identification_s8), .out(fragment_identification_s52));
    reg [31:0] fragment_identification_s53; always @(posedge clk) fragment_identification_s53 <= fragment_identification_s52;
    wire [31:0] fragment_identification_s104;
    delay #(.WIDTH(32), .CYCLES(51)) fragment_identification_s104_delay (.clk(clk), .reset(reset), .in(fragment_identification_s53), .out(fragment_identification_s104));
    wire [31:0] fragment_identification_s106;
    delay #(.WIDTH(32), .CYCLES(2)) fragment_identification_s106_delay (.clk(clk), .reset(reset), .in(fragment_identification_s104), .out(fragment_identification_s106));
    wire [1:0] fragment_reserved2_s8;
    delay #(.WIDTH(2), .CYCLES(4)) fragment_reserved2_s8_delay (.clk(clk), .reset(reset), .in(fragment_reserved2), .out(fragment_reserved2_s8));
    wire [1:0] fragment_reserved2_s53;
    delay #(.WIDTH(2), .CYCLES(45)) fragment_reserved2_s53_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_s8), .out(fragment_reserved2_s53));
    wire [1:0] fragment_reserved2_s104;
    delay #(.WIDTH(2), .CYCLES(51)) fragment_reserved2_s104_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_s53), .out(fragment_reserved2_s104));
    wire [7:0] fragment_reserved_s8;
    delay #(.WIDTH(8), .CYCLES(4)) fragment_reserved_s8_delay (.clk(clk), .reset(reset), .in(fragment_reserved), .out(fragment_reserved_s8));
    wire [7:0] fragment_reserved_s53;
    delay #(.WIDTH(8), .CYCLES(45)) fragment_reserved_s53_delay (.clk(clk), .reset(reset), .in(fragment_reserved_s8), .out(fragment_reserved_s53));
    wire [7:0] fragment_reserved_s104;
    delay #(.WIDTH(8), .CYCLES(51)) fragment_reserved_s104_delay (.clk(clk), .reset(reset), .in(fragment_reserved_s53), .out(fragment_reserved_s104));
    wire [7:0] ipv6_hop_limit_3_s104;
    delay #(.WIDTH(8), .CYCLES(100)) ipv6_hop_limit_3_s104_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_3), .out(ipv6_hop_limit_3_s104));
    reg [16:0] sum_58_s5; always @(posedge clk) sum_58_s5 <= sum_58;
    reg [15:0] sum_60_s5; always @(posedge clk) sum_60_s5 <= sum_60;
    wire [12:0] fragment_frag_offset_2_s52;
    delay #(.WIDTH(13), .CYCLES(48)) fragment_frag_offset_2_s52_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_2), .out(fragment_frag_offset_2_s52));
    wire [12:0] fragment_frag_offset_2_s79;
    delay #(.WIDTH(13), .CYCLES(27)) fragment_frag_offset_2_s79_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_2_s52), .out(fragment_frag_offset_2_s79));
    wire fragment_m_5_s52;
    delay #(.WIDTH(1), .CYCLES(48)) fragment_m_5_s52_delay (.clk(clk), .reset(reset), .in(fragment_m_5), .out(fragment_m_5_s52));
    wire fragment_m_5_s79;
    delay #(.WIDTH(1), .CYCLES(27)) fragment_m_5_s79_delay (.clk(clk), .reset(reset), .in(fragment_m_5_s52), .out(fragment_m_5_s79));
    wire [47:0] ethernet_src_addr_3_s20;
    delay #(.WIDTH(48), .CYCLES(16)) ethernet_src_addr_3_s20_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_3), .out(ethernet_src_addr_3_s20));
    wire [7:0] chosen_21_s19;
    delay #(.WIDTH(8), .CYCLES(15)) chosen_21_s19_delay (.clk(clk), .reset(reset), .in(chosen_21), .out(chosen_21_s19));
    reg [7:0] chosen_21_s20; always @(posedge clk) chosen_21_s20 <= chosen_21_s19;
    wire [7:0] chosen_22_s34;
    delay #(.WIDTH(8), .CYCLES(30)) chosen_22_s34_delay (.clk(clk), .reset(reset), .in(chosen_22), .out(chosen_22_s34));
    wire ipv6_valid_4_s112;
    delay #(.WIDTH(1), .CYCLES(108)) ipv6_valid_4_s112_delay (.clk(clk), .reset(reset), .in(ipv6_valid_4), .out(ipv6_valid_4_s112));

    // ---- Stage 5 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_icmp4, parser state IsthmusParser_tcp, parser state IsthmusParser_udp, parser state
    // IsthmusParser_fragment, deparser, admit.p4 59+76+80+105, echo.p4 32, eligible.p4 40+46+80+99+102+104, mss.p4 27,
    // neighbor.p4 86+163, routing.p4 146, translate.p4 33
    wire [1023:0] rest_after_icmp = icmp_valid_s5 ? {rest_after_fragment_s5[991:0], 32'h0} : rest_after_fragment_s5;
    wire [7:0] left_after_icmp = icmp_valid_s5 ? sum_24_s5 : left_after_fragment_s5;
    wire tcp_valid = any_13_s5 & {~(left_after_icmp < 8'h14)};
    wire [1023:0] rest_after_tcp = tcp_valid ? {rest_after_icmp[863:0], 160'h0} : rest_after_icmp;
    wire [7:0] sum_61 = 8'hec + left_after_icmp;
    wire [7:0] left_after_tcp = tcp_valid ? sum_61 : left_after_icmp;
    wire udp_valid = any_15_s5 & {~(left_after_tcp < 8'h8)};
    wire [7:0] sum_62 = 8'hf8 + left_after_tcp;
    wire any_17 = all_16_s5 | all_15_s5;
    wire is_equal_26 = icmp_type_s5 == 8'h8;
    wire any_18 = (icmp_valid_s5 & is_equal_26) | (icmp_valid_s5 & ((icmp_type_s5 == 8'h0) & {~is_equal_26}));
    wire if_admit_105 = ({~is_equal_10_s5} | ({16'h0, ipv6_payload_len_s5} < chosen_16_s5)) | is_less_s5;
    wire all_21 = ipv6_valid_s5 & if_admit_105;
    wire [19:0] sum_63 = {2'd0, sum_27_s5} + {1'd0, sum_28_s5};
    wire [15:0] sum_64 = sum_30_s5 + sum_31_s5;
    wire [15:0] sum_65 = sum_64 + {12'd0, sum_63[19:16]};
    wire [16:0] sum_66 = {13'd0, sum_63[19:16]} + {1'd0, sum_64};
    wire [18:0] sum_67 = {2'd0, sum_40_s5} + {1'd0, sum_41_s5};
    wire [18:0] sum_68 = {1'd0, sum_42_s5} + {1'd0, sum_43_s5};
    wire [19:0] sum_69 = {2'd0, sum_44_s5} + {1'd0, sum_67};
    wire [15:0] tcp_src_port = rest_after_icmp[1023:1008];
    wire [15:0] meta_src_port = tcp_valid ? tcp_src_port : 16'h0;
    wire [15:0] udp_src_port = rest_after_tcp[1023:1008];
    wire ipv4_mf_3 = ipv4_valid_s5 ? ipv4_mf_2_s5 : fragment_m_4_s5;
    wire [15:0] udp_checksum = rest_after_tcp[975:960];
    wire [15:0] meta_upper_length_3 = ipv6_valid_s5 ? meta_upper_length_2_s5 : 16'h0;
    wire [15:0] meta_upper_length_4 = ipv4_valid_s5 ? meta_upper_length_s5 : meta_upper_length_3;
    wire [7:0] meta_protocol_4 = if_eligible_46_s5 ? 8'h1 : meta_protocol_3_s5;
    wire [7:0] meta_protocol_5 = ipv4_valid_s5 ? meta_protocol_3_s5 : meta_protocol_4;
    wire is_equal_27 = meta_protocol_5 == 8'h1;
    wire if_eligible_104 = is_equal_27 | ((meta_protocol_5 == 8'h6) | (meta_protocol_5 == 8'h11));
    wire if_eligible_99 = all_19_s5 | all_18_s5;
    wire if_eligible_80 = ((any_16_s5 | is_equal_25_s5) | is_equal_24_s5) | all_20_s5;
    wire [15:0] tcp_dst_port = rest_after_icmp[1007:992];
    wire [15:0] meta_dst_port = tcp_valid ? tcp_dst_port : 16'h0;
    wire [15:0] udp_dst_port = rest_after_tcp[1007:992];
    wire [15:0] udp_length = rest_after_tcp[991:976];
    wire [3:0] tcp_data_offset = rest_after_icmp[927:924];
    wire tcp_syn = rest_after_icmp[913];
    wire if_mss_27 = {~is_equal_s5} & ((tcp_valid & tcp_syn) & (4'h5 < tcp_data_offset));
    wire [15:0] sum_70 = sum_46_s5 + sum_47_s5;
    wire [15:0] sum_71 = sum_48_s5 + sum_49_s5;
    wire [15:0] sum_72 = sum_50_s5 + sum_70;
    wire [17:0] sum_73 = {1'd0, sum_51_s5} + {1'd0, sum_52_s5};
    wire [17:0] sum_74 = {1'd0, sum_53_s5} + {1'd0, sum_54_s5};
    wire [18:0] sum_75 = {2'd0, sum_55_s5} + {1'd0, sum_73};
    wire [15:0] tcp_urgent_ptr = rest_after_icmp[879:864];
    wire [15:0] tcp_checksum = rest_after_icmp[895:880];
    wire [15:0] sum_76 = tcp_src_port + tcp_dst_port;
    wire [16:0] sum_77 = {1'd0, tcp_src_port} + {1'd0, tcp_dst_port};
    wire [15:0] tcp_window = rest_after_icmp[911:896];
    wire tcp_fin = rest_after_icmp[912];
    wire tcp_rst = rest_after_icmp[914];
    wire tcp_psh = rest_after_icmp[915];
    wire tcp_ack = rest_after_icmp[916];
    wire tcp_urg = rest_after_icmp[917];
    wire tcp_ece = rest_after_icmp[918];
    wire tcp_cwr = rest_after_icmp[919];
    wire [3:0] tcp_reserved = rest_after_icmp[923:920];
    wire [31:0] tcp_ack_no = rest_after_icmp[959:928];
    wire [31:0] tcp_seq_no = rest_after_icmp[991:960];
    wire [15:0] sum_78 = {15'd0, sum_58_s5[16]} + sum_60_s5;
    wire any_19 = tcp_rst | (tcp_syn | tcp_fin);
    wire [7:0] chosen_23 = tcp_valid ? 8'h14 : 8'h0;
    wire [7:0] sum_79 = sum_22_s5 + chosen_23;

    // Table edge, source.p4:45: 64 rows, looked up in stage 5.
    wire edge_hit;
    wire [65:0] edge_value;
    wire [31:0] edge_rdata;
    wire [20:0] edge_key = 
            {meta_egress_port_s5, vlan_vid_2_s5};
    exact_table #(
        .KEY(21), .VALUE(66),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`EDGE_HASH)
    ) edge_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[5]), .lookup_key(edge_key),
        .lookup_counts(all_22_s9), .hit(edge_hit), .value(edge_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd17), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(edge_rdata));
    reg tcp_valid_s6; always @(posedge clk) tcp_valid_s6 <= tcp_valid;
    reg tcp_valid_s7; always @(posedge clk) tcp_valid_s7 <= tcp_valid_s6;
    wire tcp_valid_s52;
    delay #(.WIDTH(1), .CYCLES(45)) tcp_valid_s52_delay (.clk(clk), .reset(reset), .in(tcp_valid_s7), .out(tcp_valid_s52));
    wire tcp_valid_s59;
    delay #(.WIDTH(1), .CYCLES(7)) tcp_valid_s59_delay (.clk(clk), .reset(reset), .in(tcp_valid_s52), .out(tcp_valid_s59));
    wire tcp_valid_s73;
    delay #(.WIDTH(1), .CYCLES(14)) tcp_valid_s73_delay (.clk(clk), .reset(reset), .in(tcp_valid_s59), .out(tcp_valid_s73));
    wire tcp_valid_s78;
    delay #(.WIDTH(1), .CYCLES(5)) tcp_valid_s78_delay (.clk(clk), .reset(reset), .in(tcp_valid_s73), .out(tcp_valid_s78));
    wire tcp_valid_s85;
    delay #(.WIDTH(1), .CYCLES(7)) tcp_valid_s85_delay (.clk(clk), .reset(reset), .in(tcp_valid_s78), .out(tcp_valid_s85));
    wire tcp_valid_s106;
    delay #(.WIDTH(1), .CYCLES(21)) tcp_valid_s106_delay (.clk(clk), .reset(reset), .in(tcp_valid_s85), .out(tcp_valid_s106));
    reg [1023:0] rest_after_tcp_s6; always @(posedge clk) rest_after_tcp_s6 <= rest_after_tcp;
    reg [7:0] left_after_tcp_s6; always @(posedge clk) left_after_tcp_s6 <= left_after_tcp;
    reg udp_valid_s6; always @(posedge clk) udp_valid_s6 <= udp_valid;
    reg udp_valid_s7; always @(posedge clk) udp_valid_s7 <= udp_valid_s6;
    wire udp_valid_s59;
    delay #(.WIDTH(1), .CYCLES(52)) udp_valid_s59_delay (.clk(clk), .reset(reset), .in(udp_valid_s7), .out(udp_valid_s59));
    wire udp_valid_s78;
    delay #(.WIDTH(1), .CYCLES(19)) udp_valid_s78_delay (.clk(clk), .reset(reset), .in(udp_valid_s59), .out(udp_valid_s78));
    wire udp_valid_s85;
    delay #(.WIDTH(1), .CYCLES(7)) udp_valid_s85_delay (.clk(clk), .reset(reset), .in(udp_valid_s78), .out(udp_valid_s85));
    wire udp_valid_s106;
    delay #(.WIDTH(1), .CYCLES(21)) udp_valid_s106_delay (.clk(clk), .reset(reset), .in(udp_valid_s85), .out(udp_valid_s106));
    reg [7:0] sum_62_s6; always @(posedge clk) sum_62_s6 <= sum_62;
    reg any_17_s6; always @(posedge clk) any_17_s6 <= any_17;
    wire any_18_s7;
    delay #(.WIDTH(1), .CYCLES(2)) any_18_s7_delay (.clk(clk), .reset(reset), .in(any_18), .out(any_18_s7));
    wire all_21_s7;
    delay #(.WIDTH(1), .CYCLES(2)) all_21_s7_delay (.clk(clk), .reset(reset), .in(all_21), .out(all_21_s7));
    reg [15:0] sum_65_s6; always @(posedge clk) sum_65_s6 <= sum_65;
    reg [16:0] sum_66_s6; always @(posedge clk) sum_66_s6 <= sum_66;
    reg [18:0] sum_68_s6; always @(posedge clk) sum_68_s6 <= sum_68;
    reg [19:0] sum_69_s6; always @(posedge clk) sum_69_s6 <= sum_69;
    wire [15:0] tcp_src_port_s78;
    delay #(.WIDTH(16), .CYCLES(73)) tcp_src_port_s78_delay (.clk(clk), .reset(reset), .in(tcp_src_port), .out(tcp_src_port_s78));
    wire [15:0] tcp_src_port_s104;
    delay #(.WIDTH(16), .CYCLES(26)) tcp_src_port_s104_delay (.clk(clk), .reset(reset), .in(tcp_src_port_s78), .out(tcp_src_port_s104));
    reg [15:0] meta_src_port_s6; always @(posedge clk) meta_src_port_s6 <= meta_src_port;
    reg [15:0] udp_src_port_s6; always @(posedge clk) udp_src_port_s6 <= udp_src_port;
    wire [15:0] udp_src_port_s78;
    delay #(.WIDTH(16), .CYCLES(72)) udp_src_port_s78_delay (.clk(clk), .reset(reset), .in(udp_src_port_s6), .out(udp_src_port_s78));
    wire [15:0] udp_src_port_s104;
    delay #(.WIDTH(16), .CYCLES(26)) udp_src_port_s104_delay (.clk(clk), .reset(reset), .in(udp_src_port_s78), .out(udp_src_port_s104));
    wire ipv4_mf_3_s8;
    delay #(.WIDTH(1), .CYCLES(3)) ipv4_mf_3_s8_delay (.clk(clk), .reset(reset), .in(ipv4_mf_3), .out(ipv4_mf_3_s8));
    reg [15:0] udp_checksum_s6; always @(posedge clk) udp_checksum_s6 <= udp_checksum;
    wire [15:0] udp_checksum_s32;
    delay #(.WIDTH(16), .CYCLES(26)) udp_checksum_s32_delay (.clk(clk), .reset(reset), .in(udp_checksum_s6), .out(udp_checksum_s32));
    wire [15:0] udp_checksum_s85;
    delay #(.WIDTH(16), .CYCLES(53)) udp_checksum_s85_delay (.clk(clk), .reset(reset), .in(udp_checksum_s32), .out(udp_checksum_s85));
    reg [15:0] udp_checksum_s86; always @(posedge clk) udp_checksum_s86 <= udp_checksum_s85;
    wire [15:0] udp_checksum_s104;
    delay #(.WIDTH(16), .CYCLES(18)) udp_checksum_s104_delay (.clk(clk), .reset(reset), .in(udp_checksum_s86), .out(udp_checksum_s104));
    wire [15:0] meta_upper_length_4_s8;
    delay #(.WIDTH(16), .CYCLES(3)) meta_upper_length_4_s8_delay (.clk(clk), .reset(reset), .in(meta_upper_length_4), .out(meta_upper_length_4_s8));
    wire [7:0] meta_protocol_5_s48;
    delay #(.WIDTH(8), .CYCLES(43)) meta_protocol_5_s48_delay (.clk(clk), .reset(reset), .in(meta_protocol_5), .out(meta_protocol_5_s48));
    wire is_equal_27_s8;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_27_s8_delay (.clk(clk), .reset(reset), .in(is_equal_27), .out(is_equal_27_s8));
    wire if_eligible_104_s55;
    delay #(.WIDTH(1), .CYCLES(50)) if_eligible_104_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_104), .out(if_eligible_104_s55));
    reg if_eligible_104_s56; always @(posedge clk) if_eligible_104_s56 <= if_eligible_104_s55;
    wire if_eligible_99_s8;
    delay #(.WIDTH(1), .CYCLES(3)) if_eligible_99_s8_delay (.clk(clk), .reset(reset), .in(if_eligible_99), .out(if_eligible_99_s8));
    wire if_eligible_99_s55;
    delay #(.WIDTH(1), .CYCLES(47)) if_eligible_99_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_99_s8), .out(if_eligible_99_s55));
    reg if_eligible_99_s56; always @(posedge clk) if_eligible_99_s56 <= if_eligible_99_s55;
    wire if_eligible_80_s56;
    delay #(.WIDTH(1), .CYCLES(51)) if_eligible_80_s56_delay (.clk(clk), .reset(reset), .in(if_eligible_80), .out(if_eligible_80_s56));
    wire [15:0] tcp_dst_port_s7;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_dst_port_s7_delay (.clk(clk), .reset(reset), .in(tcp_dst_port), .out(tcp_dst_port_s7));
    wire [15:0] tcp_dst_port_s59;
    delay #(.WIDTH(16), .CYCLES(52)) tcp_dst_port_s59_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_s7), .out(tcp_dst_port_s59));
    wire [15:0] tcp_dst_port_s104;
    delay #(.WIDTH(16), .CYCLES(45)) tcp_dst_port_s104_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_s59), .out(tcp_dst_port_s104));
    reg [15:0] meta_dst_port_s6; always @(posedge clk) meta_dst_port_s6 <= meta_dst_port;
    reg [15:0] udp_dst_port_s6; always @(posedge clk) udp_dst_port_s6 <= udp_dst_port;
    reg [15:0] udp_dst_port_s7; always @(posedge clk) udp_dst_port_s7 <= udp_dst_port_s6;
    wire [15:0] udp_dst_port_s59;
    delay #(.WIDTH(16), .CYCLES(52)) udp_dst_port_s59_delay (.clk(clk), .reset(reset), .in(udp_dst_port_s7), .out(udp_dst_port_s59));
    wire [15:0] udp_dst_port_s104;
    delay #(.WIDTH(16), .CYCLES(45)) udp_dst_port_s104_delay (.clk(clk), .reset(reset), .in(udp_dst_port_s59), .out(udp_dst_port_s104));
    wire [15:0] udp_length_s8;
    delay #(.WIDTH(16), .CYCLES(3)) udp_length_s8_delay (.clk(clk), .reset(reset), .in(udp_length), .out(udp_length_s8));
    wire [15:0] udp_length_s106;
    delay #(.WIDTH(16), .CYCLES(98)) udp_length_s106_delay (.clk(clk), .reset(reset), .in(udp_length_s8), .out(udp_length_s106));
    wire [3:0] tcp_data_offset_s106;
    delay #(.WIDTH(4), .CYCLES(101)) tcp_data_offset_s106_delay (.clk(clk), .reset(reset), .in(tcp_data_offset), .out(tcp_data_offset_s106));
    wire tcp_syn_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_syn_s104_delay (.clk(clk), .reset(reset), .in(tcp_syn), .out(tcp_syn_s104));
    wire tcp_syn_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_syn_s106_delay (.clk(clk), .reset(reset), .in(tcp_syn_s104), .out(tcp_syn_s106));
    wire if_mss_27_s78;
    delay #(.WIDTH(1), .CYCLES(73)) if_mss_27_s78_delay (.clk(clk), .reset(reset), .in(if_mss_27), .out(if_mss_27_s78));
    wire if_mss_27_s80;
    delay #(.WIDTH(1), .CYCLES(2)) if_mss_27_s80_delay (.clk(clk), .reset(reset), .in(if_mss_27_s78), .out(if_mss_27_s80));
    reg [15:0] sum_71_s6; always @(posedge clk) sum_71_s6 <= sum_71;
    reg [15:0] sum_72_s6; always @(posedge clk) sum_72_s6 <= sum_72;
    reg [17:0] sum_74_s6; always @(posedge clk) sum_74_s6 <= sum_74;
    reg [18:0] sum_75_s6; always @(posedge clk) sum_75_s6 <= sum_75;
    wire [15:0] tcp_urgent_ptr_s106;
    delay #(.WIDTH(16), .CYCLES(101)) tcp_urgent_ptr_s106_delay (.clk(clk), .reset(reset), .in(tcp_urgent_ptr), .out(tcp_urgent_ptr_s106));
    wire [15:0] tcp_checksum_s32;
    delay #(.WIDTH(16), .CYCLES(27)) tcp_checksum_s32_delay (.clk(clk), .reset(reset), .in(tcp_checksum), .out(tcp_checksum_s32));
    wire [15:0] tcp_checksum_s85;
    delay #(.WIDTH(16), .CYCLES(53)) tcp_checksum_s85_delay (.clk(clk), .reset(reset), .in(tcp_checksum_s32), .out(tcp_checksum_s85));
    wire [15:0] tcp_checksum_s104;
    delay #(.WIDTH(16), .CYCLES(19)) tcp_checksum_s104_delay (.clk(clk), .reset(reset), .in(tcp_checksum_s85), .out(tcp_checksum_s104));
    wire [15:0] sum_76_s30;
    delay #(.WIDTH(16), .CYCLES(25)) sum_76_s30_delay (.clk(clk), .reset(reset), .in(sum_76), .out(sum_76_s30));
    wire [16:0] sum_77_s30;
    delay #(.WIDTH(17), .CYCLES(25)) sum_77_s30_delay (.clk(clk), .reset(reset), .in(sum_77), .out(sum_77_s30));
    wire [15:0] tcp_window_s106;
    delay #(.WIDTH(16), .CYCLES(101)) tcp_window_s106_delay (.clk(clk), .reset(reset), .in(tcp_window), .out(tcp_window_s106));
    wire tcp_fin_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_fin_s104_delay (.clk(clk), .reset(reset), .in(tcp_fin), .out(tcp_fin_s104));
    wire tcp_fin_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_fin_s106_delay (.clk(clk), .reset(reset), .in(tcp_fin_s104), .out(tcp_fin_s106));
    wire tcp_rst_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_rst_s104_delay (.clk(clk), .reset(reset), .in(tcp_rst), .out(tcp_rst_s104));
    wire tcp_rst_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_rst_s106_delay (.clk(clk), .reset(reset), .in(tcp_rst_s104), .out(tcp_rst_s106));
    wire tcp_psh_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_psh_s104_delay (.clk(clk), .reset(reset), .in(tcp_psh), .out(tcp_psh_s104));
    wire tcp_psh_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_psh_s106_delay (.clk(clk), .reset(reset), .in(tcp_psh_s104), .out(tcp_psh_s106));
    wire tcp_ack_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_ack_s104_delay (.clk(clk), .reset(reset), .in(tcp_ack), .out(tcp_ack_s104));
    wire tcp_ack_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_ack_s106_delay (.clk(clk), .reset(reset), .in(tcp_ack_s104), .out(tcp_ack_s106));
    wire tcp_urg_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_urg_s104_delay (.clk(clk), .reset(reset), .in(tcp_urg), .out(tcp_urg_s104));
    wire tcp_urg_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_urg_s106_delay (.clk(clk), .reset(reset), .in(tcp_urg_s104), .out(tcp_urg_s106));
    wire tcp_ece_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_ece_s104_delay (.clk(clk), .reset(reset), .in(tcp_ece), .out(tcp_ece_s104));
    wire tcp_ece_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_ece_s106_delay (.clk(clk), .reset(reset), .in(tcp_ece_s104), .out(tcp_ece_s106));
    wire tcp_cwr_s104;
    delay #(.WIDTH(1), .CYCLES(99)) tcp_cwr_s104_delay (.clk(clk), .reset(reset), .in(tcp_cwr), .out(tcp_cwr_s104));
    wire tcp_cwr_s106;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_cwr_s106_delay (.clk(clk), .reset(reset), .in(tcp_cwr_s104), .out(tcp_cwr_s106));
    wire [3:0] tcp_reserved_s106;
    delay #(.WIDTH(4), .CYCLES(101)) tcp_reserved_s106_delay (.clk(clk), .reset(reset), .in(tcp_reserved), .out(tcp_reserved_s106));
    wire [31:0] tcp_ack_no_s106;
    delay #(.WIDTH(32), .CYCLES(101)) tcp_ack_no_s106_delay (.clk(clk), .reset(reset), .in(tcp_ack_no), .out(tcp_ack_no_s106));
    wire [31:0] tcp_seq_no_s106;
    delay #(.WIDTH(32), .CYCLES(101)) tcp_seq_no_s106_delay (.clk(clk), .reset(reset), .in(tcp_seq_no), .out(tcp_seq_no_s106));
    wire [15:0] sum_78_s104;
    delay #(.WIDTH(16), .CYCLES(99)) sum_78_s104_delay (.clk(clk), .reset(reset), .in(sum_78), .out(sum_78_s104));
    wire any_19_s73;
    delay #(.WIDTH(1), .CYCLES(68)) any_19_s73_delay (.clk(clk), .reset(reset), .in(any_19), .out(any_19_s73));
    reg [7:0] sum_79_s6; always @(posedge clk) sum_79_s6 <= sum_79;

    // ---- Stage 6 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_udp, parser state IsthmusParser_icmp6, parser state IsthmusParser_echo, deparser,
    // admit.p4 46+48+72+76+123, eligible.p4 72+74+122, neighbor.p4 79+82+84+86+95+163, routing.p4 47, source.p4
    // 147-148, translate.p4 41
    wire [1023:0] rest_after_udp = udp_valid_s6 ? {rest_after_tcp_s6[959:0], 64'h0} : rest_after_tcp_s6;
    wire [7:0] left_after_udp = udp_valid_s6 ? sum_62_s6 : left_after_tcp_s6;
    wire parsed_icmp = any_17_s6 & {~(left_after_udp < 8'h4)};
    wire [1023:0] rest_after_icmp_2 = parsed_icmp ? {rest_after_udp[991:0], 32'h0} : rest_after_udp;
    wire [7:0] sum_80 = 8'hfc + left_after_udp;
    wire [7:0] left_after_icmp_2 = parsed_icmp ? sum_80 : left_after_udp;
    wire is_less_3 = left_after_icmp_2 < 8'h4;
    wire [7:0] icmp_type_2 = rest_after_udp[1023:1016];
    wire [7:0] icmp_type_3 = parsed_icmp ? icmp_type_2 : icmp_type_s6;
    wire is_equal_28 = icmp_type_3 == 8'h80;
    wire is_equal_29 = icmp_type_3 == 8'h81;
    wire all_23 = is_equal_29 & {~is_equal_28};
    wire all_24 = parsed_icmp & is_equal_28;
    wire [7:0] sum_81 = 8'hfc + left_after_icmp_2;
    wire if_neighbor_102 = icmp_type_3 == 8'h87;
    wire any_20 = is_equal_28 | is_equal_29;
    wire is_equal_30 = icmp_type_3 == 8'h88;
    wire if_neighbor_81 = icmp_type_3 == 8'h85;
    wire all_25 = {~if_neighbor_81} & {~if_neighbor_102};
    wire icmp_valid_2 = icmp_valid_s6 | parsed_icmp;
    wire if_admit_46 = {~is_equal_17_s6} | {~icmp_valid_2};
    wire [16:0] sum_82 = {16'd0, sum_66_s6[16]} + {1'd0, sum_65_s6};
    wire if_admit_76 = is_equal_9_s6 & {~(sum_82 == 17'hffff)};
    wire any_21 = if_admit_72_s6 | if_admit_76;
    wire if_source_148 = if_neighbor_102 | if_neighbor_81;
    wire if_source_147 = is_equal_17_s6 & icmp_valid_2;
    wire any_22 = is_equal_30 | {~is_equal_19_s6};
    wire [7:0] icmp_code_2 = rest_after_udp[1015:1008];
    wire [7:0] icmp_code_3 = parsed_icmp ? icmp_code_2 : icmp_code_s6;
    wire [15:0] icmp_checksum_2 = rest_after_udp[1007:992];
    wire [15:0] icmp_checksum_3 = parsed_icmp ? icmp_checksum_2 : icmp_checksum_s6;
    wire [20:0] sum_83 = {2'd0, sum_68_s6} + {1'd0, sum_69_s6};
    wire [20:0] sum_84 = sum_83 + {5'd0, icmp_checksum_3};
    wire [21:0] sum_85 = {1'd0, sum_83} + {6'd0, icmp_checksum_3};
    wire is_equal_31 = icmp_code_3 == 8'h0;
    wire if_neighbor_82 = {~is_equal_22_s6} | {~is_equal_31};
    wire if_neighbor_84 = if_neighbor_102 | is_equal_30;
    wire if_neighbor_79 = icmp_valid_2 & all_17_s6;
    wire [15:0] echo_sequence = rest_after_icmp_2[1007:992];
    wire [15:0] echo_identifier = rest_after_icmp_2[1023:1008];
    wire [15:0] meta_src_port_2 = udp_valid_s6 ? udp_src_port_s6 : meta_src_port_s6;
    wire all_26 = icmp_valid_2 & is_equal_23_s6;
    wire if_eligible_122 = udp_valid_s6 & (udp_checksum_s6 == 16'h0);
    wire if_eligible_74 = udp_valid_s6 | icmp_valid_2;
    wire [15:0] chosen_24 = if_eligible_74 ? 16'h8 : 16'h0;
    wire [15:0] chosen_25 = tcp_valid_s6 ? 16'h14 : chosen_24;
    wire [15:0] meta_dst_port_2 = udp_valid_s6 ? udp_dst_port_s6 : meta_dst_port_s6;
    wire if_routing_47 = tcp_valid_s6 | udp_valid_s6;
    wire [15:0] sum_86 = sum_71_s6 + sum_72_s6;
    wire [15:0] sum_87 = sum_86 + {8'h88, icmp_code_3};
    wire [19:0] sum_88 = {2'd0, sum_74_s6} + {1'd0, sum_75_s6};
    wire [20:0] sum_89 = {1'd0, sum_88} + {5'd0, {8'h88, icmp_code_3}};
    wire [15:0] sum_90 = udp_src_port_s6 + udp_dst_port_s6;
    wire [16:0] sum_91 = {1'd0, udp_src_port_s6} + {1'd0, udp_dst_port_s6};
    wire [7:0] chosen_26 = udp_valid_s6 ? 8'h8 : 8'h0;
    wire [7:0] chosen_27 = icmp_valid_2 ? 8'h4 : 8'h0;
    wire [7:0] sum_92 = sum_79_s6 + chosen_26;
    wire [7:0] sum_93 = sum_92 + chosen_27;
    reg parsed_icmp_s7; always @(posedge clk) parsed_icmp_s7 <= parsed_icmp;
    reg [1023:0] rest_after_icmp_2_s7; always @(posedge clk) rest_after_icmp_2_s7 <= rest_after_icmp_2;
    reg [7:0] left_after_icmp_2_s7; always @(posedge clk) left_after_icmp_2_s7 <= left_after_icmp_2;
    reg is_less_3_s7; always @(posedge clk) is_less_3_s7 <= is_less_3;
    reg [7:0] icmp_type_3_s7; always @(posedge clk) icmp_type_3_s7 <= icmp_type_3;
    wire [7:0] icmp_type_3_s20;
    delay #(.WIDTH(8), .CYCLES(13)) icmp_type_3_s20_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s7), .out(icmp_type_3_s20));
    wire [7:0] icmp_type_3_s28;
    delay #(.WIDTH(8), .CYCLES(8)) icmp_type_3_s28_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s20), .out(icmp_type_3_s28));
    wire [7:0] icmp_type_3_s104;
    delay #(.WIDTH(8), .CYCLES(76)) icmp_type_3_s104_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s28), .out(icmp_type_3_s104));
    reg all_23_s7; always @(posedge clk) all_23_s7 <= all_23;
    reg all_24_s7; always @(posedge clk) all_24_s7 <= all_24;
    reg [7:0] sum_81_s7; always @(posedge clk) sum_81_s7 <= sum_81;
    reg if_neighbor_102_s7; always @(posedge clk) if_neighbor_102_s7 <= if_neighbor_102;
    reg if_neighbor_102_s8; always @(posedge clk) if_neighbor_102_s8 <= if_neighbor_102_s7;
    reg any_20_s7; always @(posedge clk) any_20_s7 <= any_20;
    reg is_equal_30_s7; always @(posedge clk) is_equal_30_s7 <= is_equal_30;
    wire if_neighbor_81_s11;
    delay #(.WIDTH(1), .CYCLES(5)) if_neighbor_81_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_81), .out(if_neighbor_81_s11));
    reg if_neighbor_81_s12; always @(posedge clk) if_neighbor_81_s12 <= if_neighbor_81_s11;
    wire if_neighbor_81_s20;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_81_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_81_s12), .out(if_neighbor_81_s20));
    reg all_25_s7; always @(posedge clk) all_25_s7 <= all_25;
    wire icmp_valid_2_s55;
    delay #(.WIDTH(1), .CYCLES(49)) icmp_valid_2_s55_delay (.clk(clk), .reset(reset), .in(icmp_valid_2), .out(icmp_valid_2_s55));
    wire icmp_valid_2_s105;
    delay #(.WIDTH(1), .CYCLES(50)) icmp_valid_2_s105_delay (.clk(clk), .reset(reset), .in(icmp_valid_2_s55), .out(icmp_valid_2_s105));
    reg if_admit_46_s7; always @(posedge clk) if_admit_46_s7 <= if_admit_46;
    reg if_admit_76_s7; always @(posedge clk) if_admit_76_s7 <= if_admit_76;
    reg any_21_s7; always @(posedge clk) any_21_s7 <= any_21;
    reg if_source_148_s7; always @(posedge clk) if_source_148_s7 <= if_source_148;
    reg if_source_148_s8; always @(posedge clk) if_source_148_s8 <= if_source_148_s7;
    reg if_source_147_s7; always @(posedge clk) if_source_147_s7 <= if_source_147;
    reg if_source_147_s8; always @(posedge clk) if_source_147_s8 <= if_source_147_s7;
    wire any_22_s8;
    delay #(.WIDTH(1), .CYCLES(2)) any_22_s8_delay (.clk(clk), .reset(reset), .in(any_22), .out(any_22_s8));
    reg [7:0] icmp_code_3_s7; always @(posedge clk) icmp_code_3_s7 <= icmp_code_3;
    wire [7:0] icmp_code_3_s28;
    delay #(.WIDTH(8), .CYCLES(21)) icmp_code_3_s28_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s7), .out(icmp_code_3_s28));
    wire [7:0] icmp_code_3_s53;
    delay #(.WIDTH(8), .CYCLES(25)) icmp_code_3_s53_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s28), .out(icmp_code_3_s53));
    wire [7:0] icmp_code_3_s78;
    delay #(.WIDTH(8), .CYCLES(25)) icmp_code_3_s78_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s53), .out(icmp_code_3_s78));
    wire [7:0] icmp_code_3_s105;
    delay #(.WIDTH(8), .CYCLES(27)) icmp_code_3_s105_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s78), .out(icmp_code_3_s105));
    wire [15:0] icmp_checksum_3_s30;
    delay #(.WIDTH(16), .CYCLES(24)) icmp_checksum_3_s30_delay (.clk(clk), .reset(reset), .in(icmp_checksum_3), .out(icmp_checksum_3_s30));
    wire [15:0] icmp_checksum_3_s104;
    delay #(.WIDTH(16), .CYCLES(74)) icmp_checksum_3_s104_delay (.clk(clk), .reset(reset), .in(icmp_checksum_3_s30), .out(icmp_checksum_3_s104));
    reg [20:0] sum_84_s7; always @(posedge clk) sum_84_s7 <= sum_84;
    reg [21:0] sum_85_s7; always @(posedge clk) sum_85_s7 <= sum_85;
    wire is_equal_31_s8;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_31_s8_delay (.clk(clk), .reset(reset), .in(is_equal_31), .out(is_equal_31_s8));
    reg if_neighbor_82_s7; always @(posedge clk) if_neighbor_82_s7 <= if_neighbor_82;
    wire if_neighbor_82_s20;
    delay #(.WIDTH(1), .CYCLES(13)) if_neighbor_82_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_82_s7), .out(if_neighbor_82_s20));
    wire if_neighbor_84_s11;
    delay #(.WIDTH(1), .CYCLES(5)) if_neighbor_84_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_84), .out(if_neighbor_84_s11));
    wire if_neighbor_84_s20;
    delay #(.WIDTH(1), .CYCLES(9)) if_neighbor_84_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_84_s11), .out(if_neighbor_84_s20));
    wire if_neighbor_79_s11;
    delay #(.WIDTH(1), .CYCLES(5)) if_neighbor_79_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_79), .out(if_neighbor_79_s11));
    reg if_neighbor_79_s12; always @(posedge clk) if_neighbor_79_s12 <= if_neighbor_79_s11;
    wire if_neighbor_79_s20;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_79_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_79_s12), .out(if_neighbor_79_s20));
    wire [15:0] echo_sequence_s105;
    delay #(.WIDTH(16), .CYCLES(99)) echo_sequence_s105_delay (.clk(clk), .reset(reset), .in(echo_sequence), .out(echo_sequence_s105));
    reg [15:0] echo_identifier_s7; always @(posedge clk) echo_identifier_s7 <= echo_identifier;
    wire [15:0] echo_identifier_s28;
    delay #(.WIDTH(16), .CYCLES(21)) echo_identifier_s28_delay (.clk(clk), .reset(reset), .in(echo_identifier_s7), .out(echo_identifier_s28));
    wire [15:0] echo_identifier_s78;
    delay #(.WIDTH(16), .CYCLES(50)) echo_identifier_s78_delay (.clk(clk), .reset(reset), .in(echo_identifier_s28), .out(echo_identifier_s78));
    wire [15:0] echo_identifier_s104;
    delay #(.WIDTH(16), .CYCLES(26)) echo_identifier_s104_delay (.clk(clk), .reset(reset), .in(echo_identifier_s78), .out(echo_identifier_s104));
    reg [15:0] meta_src_port_2_s7; always @(posedge clk) meta_src_port_2_s7 <= meta_src_port_2;
    wire all_26_s29;
    delay #(.WIDTH(1), .CYCLES(23)) all_26_s29_delay (.clk(clk), .reset(reset), .in(all_26), .out(all_26_s29));
    wire if_eligible_122_s55;
    delay #(.WIDTH(1), .CYCLES(49)) if_eligible_122_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_122), .out(if_eligible_122_s55));
    reg [15:0] chosen_25_s7; always @(posedge clk) chosen_25_s7 <= chosen_25;
    reg [15:0] chosen_25_s8; always @(posedge clk) chosen_25_s8 <= chosen_25_s7;
    reg [15:0] meta_dst_port_2_s7; always @(posedge clk) meta_dst_port_2_s7 <= meta_dst_port_2;
    wire if_routing_47_s52;
    delay #(.WIDTH(1), .CYCLES(46)) if_routing_47_s52_delay (.clk(clk), .reset(reset), .in(if_routing_47), .out(if_routing_47_s52));
    wire if_routing_47_s94;
    delay #(.WIDTH(1), .CYCLES(42)) if_routing_47_s94_delay (.clk(clk), .reset(reset), .in(if_routing_47_s52), .out(if_routing_47_s94));
    reg [15:0] sum_87_s7; always @(posedge clk) sum_87_s7 <= sum_87;
    reg [20:0] sum_89_s7; always @(posedge clk) sum_89_s7 <= sum_89;
    wire [15:0] sum_90_s30;
    delay #(.WIDTH(16), .CYCLES(24)) sum_90_s30_delay (.clk(clk), .reset(reset), .in(sum_90), .out(sum_90_s30));
    wire [16:0] sum_91_s30;
    delay #(.WIDTH(17), .CYCLES(24)) sum_91_s30_delay (.clk(clk), .reset(reset), .in(sum_91), .out(sum_91_s30));
    reg [7:0] sum_93_s7; always @(posedge clk) sum_93_s7 <= sum_93;

    // ---- Stage 7 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_icmp6, parser state IsthmusParser_echo, parser state IsthmusParser_nd, deparser,
    // admit.p4 21+34+42-43+45-46+48+55+58-59+72+76+80, eligible.p4 108, inbound.p4 79, neighbor.p4
    // 82+86+88+102+131+163, outbound.p4 193+195+197, source.p4 135+143+147-148+154+167
    wire echo_valid = ((any_18_s7 | all_24_s7) | (parsed_icmp_s7 & all_23_s7)) & {~is_less_3_s7};
    wire [1023:0] rest_after_echo = echo_valid ? {rest_after_icmp_2_s7[991:0], 32'h0} : rest_after_icmp_2_s7;
    wire [7:0] left_after_echo = echo_valid ? sum_81_s7 : left_after_icmp_2_s7;
    wire nd_valid =
            ((parsed_icmp_s7 & (if_neighbor_102_s7 & {~any_20_s7})) | (parsed_icmp_s7 & (is_equal_30_s7 & {~(any_20_s7 |
            if_neighbor_102_s7)}))) & {~(left_after_echo < 8'h14)};
    wire [7:0] sum_94 = 8'hec + left_after_echo;
    wire [7:0] left_after_nd = nd_valid ? sum_94 : left_after_echo;
    wire all_27 = nd_valid & {~is_equal_18_s7};
    wire station_admit = station_hit & station_value;
    wire [7:0] chosen_28 = station_admit ? 8'h0 : 8'h1;
    wire if_admit_48 = all_25_s7 & {~is_equal_30_s7};
    wire any_23 = ipv4_valid_s7 | (ipv6_valid_s7 & (if_admit_46_s7 | if_admit_48));
    wire [7:0] chosen_29 = any_23 ? 8'h1 : 8'h0;
    wire [7:0] chosen_30 = ethernet_dst_addr_s7[40] ? chosen_29 : chosen_28;
    wire [7:0] chosen_31 = if_admit_34_s7 ? chosen_9_s7 : chosen_30;
    wire [7:0] chosen_32 = all_21_s7 ? 8'h1 : chosen_31;
    wire [7:0] chosen_33 = any_21_s7 ? 8'h1 : chosen_31;
    wire [7:0] chosen_34 = ipv4_valid_s7 ? chosen_33 : chosen_32;
    wire if_admit_58 = chosen_31 == 8'h0;
    wire if_source_151_2 = if_source_148_s7 & if_source_151_s7;
    wire if_source_151_3 = if_source_147_s7 & if_source_151_2;
    wire if_source_151_4 = {~ipv4_valid_s7} & if_source_151_3;
    wire if_source_138_2 = arp_valid_s7 ? if_source_138_s7 : if_source_151_4;
    wire if_source_154 = is_equal_30_s7 & nd_valid;
    wire if_source_154_2 = if_source_148_s7 | if_source_154;
    wire [127:0] nd_target_addr = rest_after_echo[991:864];
    wire any_24 = ipv6_valid_s7 | if_source_138_2;
    wire if_source_154_3 = {~if_source_148_s7} & if_source_154;
    wire [28:0] nd_reserved = rest_after_echo[1020:992];
    wire nd_override = rest_after_echo[1021];
    wire nd_solicited = rest_after_echo[1022];
    wire nd_router = rest_after_echo[1023];
    wire [20:0] sum_95 = {5'd0, {icmp_type_3_s7, icmp_code_3_s7}} + sum_84_s7;
    wire [20:0] sum_96 = sum_95 + {5'd0, {nd_router, nd_solicited, nd_override, nd_reserved[28:16]}};
    wire [16:0] sum_97 = {1'd0, nd_reserved[15:0]} + {1'd0, nd_target_addr[127:112]};
    wire [16:0] sum_98 = {1'd0, nd_target_addr[111:96]} + {1'd0, nd_target_addr[95:80]};
    wire [16:0] sum_99 = {1'd0, nd_target_addr[79:64]} + {1'd0, nd_target_addr[63:48]};
    wire [16:0] sum_100 = {1'd0, nd_target_addr[47:32]} + {1'd0, nd_target_addr[31:16]};
    wire [21:0] sum_101 = {6'd0, {icmp_type_3_s7, icmp_code_3_s7}} + sum_85_s7;
    wire [21:0] sum_102 = sum_101 + {6'd0, {nd_router, nd_solicited, nd_override, nd_reserved[28:16]}};
    wire is_equal_32 = nd_target_addr[127:120] == 8'hff;
    wire any_25 = ({~nd_valid} | if_neighbor_82_s7) | is_less_2_s7;
    wire [7:0] chosen_35 = if_neighbor_82_s7 ? 8'h1 : 8'h2;
    wire [127:0] nd_target_addr_2 = if_neighbor_102_s7 ? nd_target_addr : 128'h0;
    wire nd_override_2 = nd_override | {~arp_valid_s7};
    wire nd_router_2 = nd_router | {~arp_valid_s7};
    wire [15:0] meta_src_port_3 = echo_valid ? echo_identifier_s7 : meta_src_port_2_s7;
    wire is_equal_33 = chosen_25_s7 == 16'h0;
    wire all_28 = ipv6_valid_s7 & echo_valid;
    wire [15:0] meta_dst_port_3 = echo_valid ? echo_identifier_s7 : meta_dst_port_2_s7;
    wire [15:0] udp_dst_port_2 = udp_valid_s7 ? udp_dst_port_s7 : meta_src_port_3;
    wire [15:0] tcp_dst_port_2 = tcp_valid_s7 ? tcp_dst_port_s7 : udp_dst_port_2;
    wire [15:0] tcp_dst_port_3 = ipv6_valid_s7 ? tcp_dst_port_2 : meta_src_port_3;
    wire [15:0] sum_103 = sum_87_s7 + nd_target_addr[127:112];
    wire [15:0] sum_104 = nd_target_addr[127:112] + nd_target_addr[111:96];
    wire [15:0] sum_105 = nd_target_addr[111:96] + nd_target_addr[95:80];
    wire [15:0] sum_106 = nd_target_addr[95:80] + nd_target_addr[79:64];
    wire [15:0] sum_107 = nd_target_addr[79:64] + nd_target_addr[63:48];
    wire [15:0] sum_108 = nd_target_addr[63:48] + nd_target_addr[47:32];
    wire [15:0] sum_109 = nd_target_addr[47:32] + nd_target_addr[31:16];
    wire [15:0] sum_110 = nd_target_addr[31:16] + nd_target_addr[15:0];
    wire [20:0] sum_111 = sum_89_s7 + {5'd0, nd_target_addr[127:112]};
    wire [16:0] sum_112 = {1'd0, nd_target_addr[127:112]} + {1'd0, nd_target_addr[111:96]};
    wire [16:0] sum_113 = {1'd0, nd_target_addr[95:80]} + {1'd0, nd_target_addr[79:64]};
    wire [16:0] sum_114 = {1'd0, nd_target_addr[63:48]} + {1'd0, nd_target_addr[47:32]};
    wire [16:0] sum_115 = {1'd0, nd_target_addr[31:16]} + {1'd0, nd_target_addr[15:0]};
    wire [7:0] chosen_36 = echo_valid ? 8'h4 : 8'h0;
    wire [7:0] chosen_37 = nd_valid ? 8'h14 : 8'h0;
    wire [7:0] sum_116 = sum_93_s7 + chosen_36;
    wire [7:0] chosen_38 = station_admit ? 8'h0 : 8'h3;
    wire [7:0] chosen_39 = any_23 ? 8'h4 : 8'h0;
    wire [7:0] chosen_40 = ethernet_dst_addr_s7[40] ? chosen_39 : chosen_38;
    wire [7:0] chosen_41 = if_admit_34_s7 ? chosen_15_s7 : chosen_40;
    wire [7:0] chosen_42 = all_21_s7 ? 8'h5 : chosen_41;
    wire [7:0] chosen_43 = if_admit_76_s7 ? 8'h6 : chosen_41;
    wire [7:0] chosen_44 = if_admit_72_s7 ? 8'h5 : chosen_43;

    // Table other_edges, source.p4:57: 64 rows, looked up in stage 7.
    wire other_edges_hit;
    wire [1:0] other_edges_value;
    wire [31:0] other_edges_rdata;
    wire [11:0] other_edges_key = 
            12'h0;
    exact_table #(
        .KEY(12), .VALUE(2),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`OTHER_EDGES_HASH)
    ) other_edges_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[7]), .lookup_key(other_edges_key),
        .lookup_counts(all_29_s11), .hit(other_edges_hit), .value(other_edges_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd18), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(other_edges_rdata));
    reg echo_valid_s8; always @(posedge clk) echo_valid_s8 <= echo_valid;
    wire echo_valid_s29;
    delay #(.WIDTH(1), .CYCLES(21)) echo_valid_s29_delay (.clk(clk), .reset(reset), .in(echo_valid_s8), .out(echo_valid_s29));
    wire echo_valid_s48;
    delay #(.WIDTH(1), .CYCLES(19)) echo_valid_s48_delay (.clk(clk), .reset(reset), .in(echo_valid_s29), .out(echo_valid_s48));
    wire echo_valid_s52;
    delay #(.WIDTH(1), .CYCLES(4)) echo_valid_s52_delay (.clk(clk), .reset(reset), .in(echo_valid_s48), .out(echo_valid_s52));
    reg echo_valid_s53; always @(posedge clk) echo_valid_s53 <= echo_valid_s52;
    wire echo_valid_s78;
    delay #(.WIDTH(1), .CYCLES(25)) echo_valid_s78_delay (.clk(clk), .reset(reset), .in(echo_valid_s53), .out(echo_valid_s78));
    wire echo_valid_s86;
    delay #(.WIDTH(1), .CYCLES(8)) echo_valid_s86_delay (.clk(clk), .reset(reset), .in(echo_valid_s78), .out(echo_valid_s86));
    wire echo_valid_s94;
    delay #(.WIDTH(1), .CYCLES(8)) echo_valid_s94_delay (.clk(clk), .reset(reset), .in(echo_valid_s86), .out(echo_valid_s94));
    wire echo_valid_s105;
    delay #(.WIDTH(1), .CYCLES(11)) echo_valid_s105_delay (.clk(clk), .reset(reset), .in(echo_valid_s94), .out(echo_valid_s105));
    reg [1023:0] rest_after_echo_s8; always @(posedge clk) rest_after_echo_s8 <= rest_after_echo;
    reg nd_valid_s8; always @(posedge clk) nd_valid_s8 <= nd_valid;
    wire nd_valid_s29;
    delay #(.WIDTH(1), .CYCLES(21)) nd_valid_s29_delay (.clk(clk), .reset(reset), .in(nd_valid_s8), .out(nd_valid_s29));
    reg [7:0] left_after_nd_s8; always @(posedge clk) left_after_nd_s8 <= left_after_nd;
    reg all_27_s8; always @(posedge clk) all_27_s8 <= all_27;
    reg [7:0] chosen_31_s8; always @(posedge clk) chosen_31_s8 <= chosen_31;
    reg [7:0] chosen_34_s8; always @(posedge clk) chosen_34_s8 <= chosen_34;
    reg if_admit_58_s8; always @(posedge clk) if_admit_58_s8 <= if_admit_58;
    wire if_source_138_2_s10;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_138_2_s10_delay (.clk(clk), .reset(reset), .in(if_source_138_2), .out(if_source_138_2_s10));
    wire if_source_138_2_s17;
    delay #(.WIDTH(1), .CYCLES(7)) if_source_138_2_s17_delay (.clk(clk), .reset(reset), .in(if_source_138_2_s10), .out(if_source_138_2_s17));
    reg if_source_154_s8; always @(posedge clk) if_source_154_s8 <= if_source_154;
    reg if_source_154_2_s8; always @(posedge clk) if_source_154_2_s8 <= if_source_154_2;
    reg [127:0] nd_target_addr_s8; always @(posedge clk) nd_target_addr_s8 <= nd_target_addr;
    wire [127:0] nd_target_addr_s21;
    delay #(.WIDTH(128), .CYCLES(13)) nd_target_addr_s21_delay (.clk(clk), .reset(reset), .in(nd_target_addr_s8), .out(nd_target_addr_s21));
    wire [127:0] nd_target_addr_s28;
    delay #(.WIDTH(128), .CYCLES(7)) nd_target_addr_s28_delay (.clk(clk), .reset(reset), .in(nd_target_addr_s21), .out(nd_target_addr_s28));
    reg [127:0] nd_target_addr_s29; always @(posedge clk) nd_target_addr_s29 <= nd_target_addr_s28;
    wire any_24_s9;
    delay #(.WIDTH(1), .CYCLES(2)) any_24_s9_delay (.clk(clk), .reset(reset), .in(any_24), .out(any_24_s9));
    reg if_source_154_3_s8; always @(posedge clk) if_source_154_3_s8 <= if_source_154_3;
    wire [28:0] nd_reserved_s20;
    delay #(.WIDTH(29), .CYCLES(13)) nd_reserved_s20_delay (.clk(clk), .reset(reset), .in(nd_reserved), .out(nd_reserved_s20));
    wire [28:0] nd_reserved_s28;
    delay #(.WIDTH(29), .CYCLES(8)) nd_reserved_s28_delay (.clk(clk), .reset(reset), .in(nd_reserved_s20), .out(nd_reserved_s28));
    wire nd_override_s20;
    delay #(.WIDTH(1), .CYCLES(13)) nd_override_s20_delay (.clk(clk), .reset(reset), .in(nd_override), .out(nd_override_s20));
    wire nd_override_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_override_s28_delay (.clk(clk), .reset(reset), .in(nd_override_s20), .out(nd_override_s28));
    wire nd_solicited_s20;
    delay #(.WIDTH(1), .CYCLES(13)) nd_solicited_s20_delay (.clk(clk), .reset(reset), .in(nd_solicited), .out(nd_solicited_s20));
    wire nd_solicited_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_solicited_s28_delay (.clk(clk), .reset(reset), .in(nd_solicited_s20), .out(nd_solicited_s28));
    wire nd_router_s20;
    delay #(.WIDTH(1), .CYCLES(13)) nd_router_s20_delay (.clk(clk), .reset(reset), .in(nd_router), .out(nd_router_s20));
    wire nd_router_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_router_s28_delay (.clk(clk), .reset(reset), .in(nd_router_s20), .out(nd_router_s28));
    reg [20:0] sum_96_s8; always @(posedge clk) sum_96_s8 <= sum_96;
    reg [16:0] sum_97_s8; always @(posedge clk) sum_97_s8 <= sum_97;
    reg [16:0] sum_98_s8; always @(posedge clk) sum_98_s8 <= sum_98;
    reg [16:0] sum_99_s8; always @(posedge clk) sum_99_s8 <= sum_99;
    reg [16:0] sum_100_s8; always @(posedge clk) sum_100_s8 <= sum_100;
    reg [21:0] sum_102_s8; always @(posedge clk) sum_102_s8 <= sum_102;
    reg is_equal_32_s8; always @(posedge clk) is_equal_32_s8 <= is_equal_32;
    reg any_25_s8; always @(posedge clk) any_25_s8 <= any_25;
    wire [7:0] chosen_35_s20;
    delay #(.WIDTH(8), .CYCLES(13)) chosen_35_s20_delay (.clk(clk), .reset(reset), .in(chosen_35), .out(chosen_35_s20));
    wire [127:0] nd_target_addr_2_s11;
    delay #(.WIDTH(128), .CYCLES(4)) nd_target_addr_2_s11_delay (.clk(clk), .reset(reset), .in(nd_target_addr_2), .out(nd_target_addr_2_s11));
    wire nd_override_2_s20;
    delay #(.WIDTH(1), .CYCLES(13)) nd_override_2_s20_delay (.clk(clk), .reset(reset), .in(nd_override_2), .out(nd_override_2_s20));
    wire nd_router_2_s20;
    delay #(.WIDTH(1), .CYCLES(13)) nd_router_2_s20_delay (.clk(clk), .reset(reset), .in(nd_router_2), .out(nd_router_2_s20));
    wire [15:0] meta_src_port_3_s68;
    delay #(.WIDTH(16), .CYCLES(61)) meta_src_port_3_s68_delay (.clk(clk), .reset(reset), .in(meta_src_port_3), .out(meta_src_port_3_s68));
    wire [15:0] meta_src_port_3_s73;
    delay #(.WIDTH(16), .CYCLES(5)) meta_src_port_3_s73_delay (.clk(clk), .reset(reset), .in(meta_src_port_3_s68), .out(meta_src_port_3_s73));
    reg is_equal_33_s8; always @(posedge clk) is_equal_33_s8 <= is_equal_33;
    wire all_28_s46;
    delay #(.WIDTH(1), .CYCLES(39)) all_28_s46_delay (.clk(clk), .reset(reset), .in(all_28), .out(all_28_s46));
    wire [15:0] meta_dst_port_3_s54;
    delay #(.WIDTH(16), .CYCLES(47)) meta_dst_port_3_s54_delay (.clk(clk), .reset(reset), .in(meta_dst_port_3), .out(meta_dst_port_3_s54));
    wire [15:0] meta_dst_port_3_s59;
    delay #(.WIDTH(16), .CYCLES(5)) meta_dst_port_3_s59_delay (.clk(clk), .reset(reset), .in(meta_dst_port_3_s54), .out(meta_dst_port_3_s59));
    wire [15:0] tcp_dst_port_3_s65;
    delay #(.WIDTH(16), .CYCLES(58)) tcp_dst_port_3_s65_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_3), .out(tcp_dst_port_3_s65));
    reg [15:0] sum_103_s8; always @(posedge clk) sum_103_s8 <= sum_103;
    reg [15:0] sum_104_s8; always @(posedge clk) sum_104_s8 <= sum_104;
    reg [15:0] sum_105_s8; always @(posedge clk) sum_105_s8 <= sum_105;
    reg [15:0] sum_106_s8; always @(posedge clk) sum_106_s8 <= sum_106;
    reg [15:0] sum_107_s8; always @(posedge clk) sum_107_s8 <= sum_107;
    reg [15:0] sum_108_s8; always @(posedge clk) sum_108_s8 <= sum_108;
    reg [15:0] sum_109_s8; always @(posedge clk) sum_109_s8 <= sum_109;
    reg [15:0] sum_110_s8; always @(posedge clk) sum_110_s8 <= sum_110;
    reg [20:0] sum_111_s8; always @(posedge clk) sum_111_s8 <= sum_111;
    reg [16:0] sum_112_s8; always @(posedge clk) sum_112_s8 <= sum_112;
    reg [16:0] sum_113_s8; always @(posedge clk) sum_113_s8 <= sum_113;
    reg [16:0] sum_114_s8; always @(posedge clk) sum_114_s8 <= sum_114;
    reg [16:0] sum_115_s8; always @(posedge clk) sum_115_s8 <= sum_115;
    reg [7:0] chosen_37_s8; always @(posedge clk) chosen_37_s8 <= chosen_37;
    reg [7:0] sum_116_s8; always @(posedge clk) sum_116_s8 <= sum_116;
    reg [7:0] chosen_41_s8; always @(posedge clk) chosen_41_s8 <= chosen_41;
    reg [7:0] chosen_42_s8; always @(posedge clk) chosen_42_s8 <= chosen_42;
    reg [7:0] chosen_44_s8; always @(posedge clk) chosen_44_s8 <= chosen_44;

    // ---- Stage 8 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_nd, parser state IsthmusParser_nd_option, deparser, admit.p4 58-59, card.p4
    // 95+97+99+104+106+154, decide.p4 27, eligible.p4 99+102+108+123, local.p4 41, neighbor.p4 86+88+95+131+163,
    // result.p4 29+31+33-34+41, source.p4 129+135+143+147-148+154+183, translate.p4 56+118+136
    wire [1023:0] rest_after_nd = nd_valid_s8 ? {rest_after_echo_s8[863:0], 160'h0} : rest_after_echo_s8;
    wire nd_option_valid = all_27_s8 & {~(left_after_nd_s8 < 8'h8)};
    wire [1023:0] rest_after_nd_option = nd_option_valid ? {rest_after_nd[959:0], 64'h0} : rest_after_nd;
    wire [47:0] nd_option_mac = rest_after_nd[1007:960];
    wire [7:0] chosen_45 = if_admit_58_s8 ? chosen_34_s8 : chosen_31_s8;
    wire if_decide_27 = chosen_45 == 8'h0;
    wire all_30 = all_2_s8 & if_decide_27;
    wire all_22 = all_30 & {~is_equal_s8};
    wire if_source_154_4 = if_source_147_s8 & if_source_154_2_s8;
    wire if_source_154_5 = {~ipv4_valid_s8} & if_source_154_4;
    wire if_source_154_6 = arp_valid_s8 | if_source_154_5;
    wire [127:0] nd_target_addr_3 = if_source_154_s8 ? nd_target_addr_s8 : ipv6_src_addr_s8;
    wire [127:0] ipv6_src_addr_3 = if_source_148_s8 ? ipv6_src_addr_s8 : nd_target_addr_3;
    wire [127:0] ipv6_src_addr_4 = if_source_147_s8 ? ipv6_src_addr_3 : ipv6_src_addr_s8;
    wire [127:0] ipv6_src_addr_5 = any_11_s8 ? 128'h0 : ipv6_src_addr_4;
    wire if_source_154_7 = if_source_147_s8 & if_source_154_3_s8;
    wire if_source_154_8 = {~ipv4_valid_s8} & if_source_154_7;
    wire if_source_140_3 = arp_valid_s8 ? if_source_140_2_s8 : if_source_154_8;
    wire [7:0] nd_option_type = rest_after_nd[1023:1016];
    wire if_card_106 = nd_option_type == 8'h1;
    wire if_card_106_2 = nd_option_valid & if_card_106;
    wire if_neighbor_95 = if_source_151_s8 & (if_card_106_2 | any_22_s8);
    wire [7:0] nd_option_length = rest_after_nd[1015:1008];
    wire all_31 = nd_option_valid & (nd_option_length == 8'h0);
    wire [17:0] sum_117 = {2'd0, nd_target_addr_s8[15:0]} + {1'd0, sum_97_s8};
    wire [17:0] sum_118 = {1'd0, sum_98_s8} + {1'd0, sum_99_s8};
    wire [20:0] sum_119 = {4'd0, sum_100_s8} + sum_96_s8;
    wire [18:0] sum_120 = {1'd0, sum_117} + {1'd0, sum_118};
    wire [16:0] sum_121 = {1'd0, {nd_option_type, nd_option_length}} + {1'd0, nd_option_mac[47:32]};
    wire [16:0] sum_122 = {1'd0, nd_option_mac[31:16]} + {1'd0, nd_option_mac[15:0]};
    wire [21:0] sum_123 = {5'd0, sum_100_s8} + sum_102_s8;
    wire any_26 = any_25_s8 | is_equal_32_s8;
    wire if_source_179 = {~if_source_154_6} & {~if_source_140_3};
    wire if_neighbor_102_2 = if_neighbor_102_s8 & {~if_neighbor_95};
    wire nd_option_valid_2 = nd_option_valid | {~arp_valid_s8};
    wire ipv4_mf_4 = if_admit_58_s8 & ipv4_mf_3_s8;
    wire all_32 = is_equal_31_s8 & (echo_valid_s8 & {~ipv4_mf_4});
    wire any_27 = ipv6_valid_s8 | ipv4_mf_4;
    wire [15:0] meta_upper_length_5 = if_admit_58_s8 ? meta_upper_length_4_s8 : 16'h0;
    wire if_eligible_108 = if_eligible_42_2_s8 & (is_equal_33_s8 | (meta_upper_length_5 < chosen_25_s8));
    wire if_eligible_102 = ipv4_mf_4 & is_equal_27_s8;
    wire any_28 = if_eligible_99_s8 | if_eligible_102;
    wire is_equal_34 = udp_length_s8 == meta_upper_length_5;
    wire [7:0] chosen_46 = is_equal_34 ? 8'h2 : 8'h1;
    wire [16:0] sum_124 = {11'd0, 6'h28} + {1'd0, meta_upper_length_5};
    wire [16:0] sum_125 = {1'd0, meta_upper_length_5} + {11'd0, 6'h30};
    wire [16:0] chosen_47 = ipv4_mf_4 ? sum_125 : sum_124;
    wire [16:0] sum_126 = {12'd0, 5'h14} + {1'd0, meta_upper_length_5};
    wire [15:0] chosen_48 = if_admit_58_s8 ? chosen_19_s8 : 16'h0;
    wire chosen_49 = if_admit_58_s8 ? chosen_20_s8 : 1'h0;
    wire [15:0] sum_127 = nd_target_addr_s8[15:0] + sum_103_s8;
    wire [15:0] sum_128 = sum_104_s8 + sum_105_s8;
    wire [15:0] sum_129 = sum_106_s8 + sum_107_s8;
    wire [15:0] sum_130 = sum_108_s8 + sum_109_s8;
    wire [15:0] sum_131 = sum_110_s8 + sum_127;
    wire [15:0] sum_132 = sum_128 + sum_129;
    wire [17:0] sum_133 = {2'd0, nd_target_addr_s8[15:0]} + {1'd0, sum_112_s8};
    wire [17:0] sum_134 = {1'd0, sum_100_s8} + {1'd0, sum_113_s8};
    wire [17:0] sum_135 = {1'd0, sum_114_s8} + {1'd0, sum_115_s8};
    wire [20:0] sum_136 = sum_111_s8 + {3'd0, sum_118};
    wire [18:0] sum_137 = {1'd0, sum_133} + {1'd0, sum_134};
    wire [16:0] sum_138 = {11'd0, 6'h3a} + {1'd0, meta_upper_length_5};
    wire [15:0] chosen_50 = ipv4_mf_4 ? 16'h0 : fragment_identification_s8[31:16];
    wire [31:0] fragment_identification_2 = ipv4_mf_4 ? {16'h0, ipv4_identification_s8} : fragment_identification_s8;
    wire [1:0] fragment_reserved2_2 = ipv4_mf_4 ? 2'h0 : fragment_reserved2_s8;
    wire [7:0] fragment_reserved_2 = ipv4_mf_4 ? 8'h0 : fragment_reserved_s8;
    wire fragment_valid_2 = fragment_valid_s8 & ipv4_mf_4;
    wire fragment_valid_3 = fragment_valid_s8 | ipv4_mf_4;
    wire [7:0] meta_protocol_6 = ipv4_mf_4 ? 8'h2c : meta_protocol_3_s8;
    wire [7:0] sum_139 = 8'hf8 + left_after_nd_s8;
    wire [7:0] left_after_nd_option = nd_option_valid ? sum_139 : left_after_nd_s8;
    wire [7:0] sum_140 = sum_116_s8 + chosen_37_s8;
    wire [7:0] sum_141 = sum_140 + left_after_nd_option;
    wire [15:0] in_length_3 = (arp_valid_s8 | nd_option_valid) ? in_length_2_s8 : sume_metadata_pkt_len_2_s8;
    wire [7:0] chosen_51 = ipv4_valid_s8 ? chosen_44_s8 : chosen_42_s8;
    wire [7:0] chosen_52 = if_admit_58_s8 ? chosen_51 : chosen_41_s8;
    wire if_card_106_3 = {~if_card_99_s8} & if_card_106_2;
    wire if_card_106_4 = {~if_card_97_s8} & if_card_106_3;
    wire if_card_106_5 = {~if_card_95_s8} & if_card_106_4;
    reg nd_option_valid_s9; always @(posedge clk) nd_option_valid_s9 <= nd_option_valid;
    wire nd_option_valid_s20;
    delay #(.WIDTH(1), .CYCLES(11)) nd_option_valid_s20_delay (.clk(clk), .reset(reset), .in(nd_option_valid_s9), .out(nd_option_valid_s20));
    wire nd_option_valid_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_option_valid_s28_delay (.clk(clk), .reset(reset), .in(nd_option_valid_s20), .out(nd_option_valid_s28));
    wire [1023:0] rest_after_nd_option_s29;
    delay #(.WIDTH(1024), .CYCLES(21)) rest_after_nd_option_s29_delay (.clk(clk), .reset(reset), .in(rest_after_nd_option), .out(rest_after_nd_option_s29));
    wire [47:0] nd_option_mac_s28;
    delay #(.WIDTH(48), .CYCLES(20)) nd_option_mac_s28_delay (.clk(clk), .reset(reset), .in(nd_option_mac), .out(nd_option_mac_s28));
    wire [7:0] chosen_45_s12;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_45_s12_delay (.clk(clk), .reset(reset), .in(chosen_45), .out(chosen_45_s12));
    wire [7:0] chosen_45_s19;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_45_s19_delay (.clk(clk), .reset(reset), .in(chosen_45_s12), .out(chosen_45_s19));
    wire if_decide_27_s10;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_27_s10_delay (.clk(clk), .reset(reset), .in(if_decide_27), .out(if_decide_27_s10));
    wire if_decide_27_s17;
    delay #(.WIDTH(1), .CYCLES(7)) if_decide_27_s17_delay (.clk(clk), .reset(reset), .in(if_decide_27_s10), .out(if_decide_27_s17));
    wire if_decide_27_s19;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_27_s19_delay (.clk(clk), .reset(reset), .in(if_decide_27_s17), .out(if_decide_27_s19));
    wire all_30_s10;
    delay #(.WIDTH(1), .CYCLES(2)) all_30_s10_delay (.clk(clk), .reset(reset), .in(all_30), .out(all_30_s10));
    reg all_22_s9; always @(posedge clk) all_22_s9 <= all_22;
    reg all_22_s10; always @(posedge clk) all_22_s10 <= all_22_s9;
    wire if_source_154_6_s10;
    delay #(.WIDTH(1), .CYCLES(2)) if_source_154_6_s10_delay (.clk(clk), .reset(reset), .in(if_source_154_6), .out(if_source_154_6_s10));
    wire if_source_154_6_s17;
    delay #(.WIDTH(1), .CYCLES(7)) if_source_154_6_s17_delay (.clk(clk), .reset(reset), .in(if_source_154_6_s10), .out(if_source_154_6_s17));
    wire if_source_154_6_s20;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_154_6_s20_delay (.clk(clk), .reset(reset), .in(if_source_154_6_s17), .out(if_source_154_6_s20));
    reg [127:0] ipv6_src_addr_5_s9; always @(posedge clk) ipv6_src_addr_5_s9 <= ipv6_src_addr_5;
    wire [127:0] ipv6_src_addr_5_s11;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_src_addr_5_s11_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_5_s9), .out(ipv6_src_addr_5_s11));
    wire if_source_140_3_s17;
    delay #(.WIDTH(1), .CYCLES(9)) if_source_140_3_s17_delay (.clk(clk), .reset(reset), .in(if_source_140_3), .out(if_source_140_3_s17));
    wire [7:0] nd_option_type_s20;
    delay #(.WIDTH(8), .CYCLES(12)) nd_option_type_s20_delay (.clk(clk), .reset(reset), .in(nd_option_type), .out(nd_option_type_s20));
    wire [7:0] nd_option_type_s28;
    delay #(.WIDTH(8), .CYCLES(8)) nd_option_type_s28_delay (.clk(clk), .reset(reset), .in(nd_option_type_s20), .out(nd_option_type_s28));
    wire if_neighbor_95_s11;
    delay #(.WIDTH(1), .CYCLES(3)) if_neighbor_95_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_95), .out(if_neighbor_95_s11));
    wire [7:0] nd_option_length_s20;
    delay #(.WIDTH(8), .CYCLES(12)) nd_option_length_s20_delay (.clk(clk), .reset(reset), .in(nd_option_length), .out(nd_option_length_s20));
    wire [7:0] nd_option_length_s28;
    delay #(.WIDTH(8), .CYCLES(8)) nd_option_length_s28_delay (.clk(clk), .reset(reset), .in(nd_option_length_s20), .out(nd_option_length_s28));
    wire all_31_s11;
    delay #(.WIDTH(1), .CYCLES(3)) all_31_s11_delay (.clk(clk), .reset(reset), .in(all_31), .out(all_31_s11));
    reg [20:0] sum_119_s9; always @(posedge clk) sum_119_s9 <= sum_119;
    reg [18:0] sum_120_s9; always @(posedge clk) sum_120_s9 <= sum_120;
    reg [16:0] sum_121_s9; always @(posedge clk) sum_121_s9 <= sum_121;
    reg [16:0] sum_122_s9; always @(posedge clk) sum_122_s9 <= sum_122;
    reg [21:0] sum_123_s9; always @(posedge clk) sum_123_s9 <= sum_123;
    wire any_26_s11;
    delay #(.WIDTH(1), .CYCLES(3)) any_26_s11_delay (.clk(clk), .reset(reset), .in(any_26), .out(any_26_s11));
    wire if_source_179_s17;
    delay #(.WIDTH(1), .CYCLES(9)) if_source_179_s17_delay (.clk(clk), .reset(reset), .in(if_source_179), .out(if_source_179_s17));
    wire if_neighbor_102_2_s11;
    delay #(.WIDTH(1), .CYCLES(3)) if_neighbor_102_2_s11_delay (.clk(clk), .reset(reset), .in(if_neighbor_102_2), .out(if_neighbor_102_2_s11));
    wire nd_option_valid_2_s20;
    delay #(.WIDTH(1), .CYCLES(12)) nd_option_valid_2_s20_delay (.clk(clk), .reset(reset), .in(nd_option_valid_2), .out(nd_option_valid_2_s20));
    wire ipv4_mf_4_s52;
    delay #(.WIDTH(1), .CYCLES(44)) ipv4_mf_4_s52_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4), .out(ipv4_mf_4_s52));
    wire ipv4_mf_4_s55;
    delay #(.WIDTH(1), .CYCLES(3)) ipv4_mf_4_s55_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s52), .out(ipv4_mf_4_s55));
    wire ipv4_mf_4_s78;
    delay #(.WIDTH(1), .CYCLES(23)) ipv4_mf_4_s78_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s55), .out(ipv4_mf_4_s78));
    wire ipv4_mf_4_s94;
    delay #(.WIDTH(1), .CYCLES(16)) ipv4_mf_4_s94_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s78), .out(ipv4_mf_4_s94));
    wire all_32_s29;
    delay #(.WIDTH(1), .CYCLES(21)) all_32_s29_delay (.clk(clk), .reset(reset), .in(all_32), .out(all_32_s29));
    wire any_27_s55;
    delay #(.WIDTH(1), .CYCLES(47)) any_27_s55_delay (.clk(clk), .reset(reset), .in(any_27), .out(any_27_s55));
    wire if_eligible_108_s55;
    delay #(.WIDTH(1), .CYCLES(47)) if_eligible_108_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_108), .out(if_eligible_108_s55));
    wire if_eligible_102_s55;
    delay #(.WIDTH(1), .CYCLES(47)) if_eligible_102_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_102), .out(if_eligible_102_s55));
    reg if_eligible_102_s56; always @(posedge clk) if_eligible_102_s56 <= if_eligible_102_s55;
    wire any_28_s56;
    delay #(.WIDTH(1), .CYCLES(48)) any_28_s56_delay (.clk(clk), .reset(reset), .in(any_28), .out(any_28_s56));
    wire is_equal_34_s56;
    delay #(.WIDTH(1), .CYCLES(48)) is_equal_34_s56_delay (.clk(clk), .reset(reset), .in(is_equal_34), .out(is_equal_34_s56));
    wire is_equal_34_s77;
    delay #(.WIDTH(1), .CYCLES(21)) is_equal_34_s77_delay (.clk(clk), .reset(reset), .in(is_equal_34_s56), .out(is_equal_34_s77));
    wire [7:0] chosen_46_s77;
    delay #(.WIDTH(8), .CYCLES(69)) chosen_46_s77_delay (.clk(clk), .reset(reset), .in(chosen_46), .out(chosen_46_s77));
    wire [16:0] chosen_47_s52;
    delay #(.WIDTH(17), .CYCLES(44)) chosen_47_s52_delay (.clk(clk), .reset(reset), .in(chosen_47), .out(chosen_47_s52));
    wire [16:0] sum_126_s52;
    delay #(.WIDTH(17), .CYCLES(44)) sum_126_s52_delay (.clk(clk), .reset(reset), .in(sum_126), .out(sum_126_s52));
    wire [15:0] chosen_48_s53;
    delay #(.WIDTH(16), .CYCLES(45)) chosen_48_s53_delay (.clk(clk), .reset(reset), .in(chosen_48), .out(chosen_48_s53));
    wire [15:0] chosen_48_s78;
    delay #(.WIDTH(16), .CYCLES(25)) chosen_48_s78_delay (.clk(clk), .reset(reset), .in(chosen_48_s53), .out(chosen_48_s78));
    wire chosen_49_s53;
    delay #(.WIDTH(1), .CYCLES(45)) chosen_49_s53_delay (.clk(clk), .reset(reset), .in(chosen_49), .out(chosen_49_s53));
    wire chosen_49_s78;
    delay #(.WIDTH(1), .CYCLES(25)) chosen_49_s78_delay (.clk(clk), .reset(reset), .in(chosen_49_s53), .out(chosen_49_s78));
    reg [15:0] sum_130_s9; always @(posedge clk) sum_130_s9 <= sum_130;
    reg [15:0] sum_131_s9; always @(posedge clk) sum_131_s9 <= sum_131;
    reg [15:0] sum_132_s9; always @(posedge clk) sum_132_s9 <= sum_132;
    reg [17:0] sum_135_s9; always @(posedge clk) sum_135_s9 <= sum_135;
    reg [20:0] sum_136_s9; always @(posedge clk) sum_136_s9 <= sum_136;
    reg [18:0] sum_137_s9; always @(posedge clk) sum_137_s9 <= sum_137;
    wire [16:0] sum_138_s30;
    delay #(.WIDTH(17), .CYCLES(22)) sum_138_s30_delay (.clk(clk), .reset(reset), .in(sum_138), .out(sum_138_s30));
    wire [16:0] sum_138_s82;
    delay #(.WIDTH(17), .CYCLES(52)) sum_138_s82_delay (.clk(clk), .reset(reset), .in(sum_138_s30), .out(sum_138_s82));
    wire [15:0] chosen_50_s52;
    delay #(.WIDTH(16), .CYCLES(44)) chosen_50_s52_delay (.clk(clk), .reset(reset), .in(chosen_50), .out(chosen_50_s52));
    wire [31:0] fragment_identification_2_s52;
    delay #(.WIDTH(32), .CYCLES(44)) fragment_identification_2_s52_delay (.clk(clk), .reset(reset), .in(fragment_identification_2), .out(fragment_identification_2_s52));
    wire [1:0] fragment_reserved2_2_s53;
    delay #(.WIDTH(2), .CYCLES(45)) fragment_reserved2_2_s53_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_2), .out(fragment_reserved2_2_s53));
    wire [7:0] fragment_reserved_2_s53;
    delay #(.WIDTH(8), .CYCLES(45)) fragment_reserved_2_s53_delay (.clk(clk), .reset(reset), .in(fragment_reserved_2), .out(fragment_reserved_2_s53));
    wire fragment_valid_2_s52;
    delay #(.WIDTH(1), .CYCLES(44)) fragment_valid_2_s52_delay (.clk(clk), .reset(reset), .in(fragment_valid_2), .out(fragment_valid_2_s52));
    wire fragment_valid_3_s52;
    delay #(.WIDTH(1), .CYCLES(44)) fragment_valid_3_s52_delay (.clk(clk), .reset(reset), .in(fragment_valid_3), .out(fragment_valid_3_s52));
    wire [7:0] meta_protocol_6_s78;
    delay #(.WIDTH(8), .CYCLES(70)) meta_protocol_6_s78_delay (.clk(clk), .reset(reset), .in(meta_protocol_6), .out(meta_protocol_6_s78));
    wire [7:0] sum_141_s29;
    delay #(.WIDTH(8), .CYCLES(21)) sum_141_s29_delay (.clk(clk), .reset(reset), .in(sum_141), .out(sum_141_s29));
    wire [15:0] in_length_3_s104;
    delay #(.WIDTH(16), .CYCLES(96)) in_length_3_s104_delay (.clk(clk), .reset(reset), .in(in_length_3), .out(in_length_3_s104));
    wire [7:0] chosen_52_s12;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_52_s12_delay (.clk(clk), .reset(reset), .in(chosen_52), .out(chosen_52_s12));
    wire [7:0] chosen_52_s19;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_52_s19_delay (.clk(clk), .reset(reset), .in(chosen_52_s12), .out(chosen_52_s19));
    wire if_card_106_5_s112;
    delay #(.WIDTH(1), .CYCLES(104)) if_card_106_5_s112_delay (.clk(clk), .reset(reset), .in(if_card_106_5), .out(if_card_106_5_s112));

    // ---- Stage 9 ------------------------------------------------------------------------------------------------------
    // neighbor.p4 86+163, source.p4 167
    wire [127:0] ipv6_src_addr_6 = any_24_s9 ? ipv6_src_addr_5_s9 : {96'hffff, arp_sender_addr_2_s9};
    wire [20:0] sum_142 = sum_119_s9 + {2'd0, sum_120_s9};
    wire [20:0] sum_143 = sum_119_s9 + {4'd0, sum_121_s9};
    wire [19:0] sum_144 = {3'd0, sum_122_s9} + {1'd0, sum_120_s9};
    wire [20:0] sum_145 = {1'd0, sum_144} + sum_143;
    wire [20:0] chosen_53 = nd_option_valid_s9 ? sum_145 : sum_142;
    wire [21:0] sum_146 = sum_123_s9 + {5'd0, sum_121_s9};
    wire [21:0] sum_147 = {2'd0, sum_144} + sum_146;
    wire chosen_54 = nd_option_valid_s9 ? sum_147[21] : 1'h0;
    wire [15:0] sum_148 = sum_130_s9 + sum_131_s9;
    wire [15:0] sum_149 = sum_132_s9 + sum_148;
    wire [19:0] sum_150 = {2'd0, sum_135_s9} + {1'd0, sum_137_s9};
    wire [20:0] sum_151 = sum_136_s9 + {1'd0, sum_150};
    wire [127:0] ipv6_src_addr_6_s14;
    delay #(.WIDTH(128), .CYCLES(5)) ipv6_src_addr_6_s14_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_6), .out(ipv6_src_addr_6_s14));
    reg [20:0] chosen_53_s10; always @(posedge clk) chosen_53_s10 <= chosen_53;
    reg chosen_54_s10; always @(posedge clk) chosen_54_s10 <= chosen_54;
    wire [15:0] sum_149_s28;
    delay #(.WIDTH(16), .CYCLES(19)) sum_149_s28_delay (.clk(clk), .reset(reset), .in(sum_149), .out(sum_149_s28));
    wire [20:0] sum_151_s28;
    delay #(.WIDTH(21), .CYCLES(19)) sum_151_s28_delay (.clk(clk), .reset(reset), .in(sum_151), .out(sum_151_s28));

    // ---- Stage 10 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, neighbor.p4 86+88, source.p4 45+57+99+129+134+164+167-168
    wire all_29 = all_22_s10 & {~edge_hit};
    wire edge_validate = edge_hit & (edge_value[65:64] == 2'h2);
    wire edge_trust = edge_hit & (edge_value[65:64] == 2'h1);
    wire any_29 = is_equal_s10 | (edge_trust | edge_validate);
    wire edge_validate_2 = {~is_equal_s10} & edge_validate;
    wire all_33 = all_30_s10 & edge_validate_2;
    wire all_34 = all_33 & {~if_source_138_2_s10};
    wire all_35 = {~ipv6_valid_s10} & all_34;
    wire [31:0] edge_packet_group = edge_value[31:0];
    wire [31:0] edge_packet_group_2 = edge_validate ? edge_packet_group : 32'h0;
    wire [31:0] edge_packet_group_3 = is_equal_s10 ? 32'h0 : edge_packet_group_2;
    wire [31:0] edge_neighbor_group = edge_value[63:32];
    wire [31:0] edge_neighbor_group_2 = edge_validate ? edge_neighbor_group : 32'h0;
    wire [31:0] edge_neighbor_group_3 = is_equal_s10 ? 32'h0 : edge_neighbor_group_2;
    wire [31:0] edge_neighbor_group_4 = if_source_154_6_s10 ? edge_neighbor_group_3 : edge_packet_group_3;
    wire all_36 = ipv6_valid_s10 & all_34;
    wire [15:0] sum_152 = chosen_53_s10[15:0] + {10'd0, {chosen_54_s10, chosen_53_s10[20:16]}};
    wire [16:0] sum_153 = {1'd0, chosen_53_s10[15:0]} + {11'd0, {chosen_54_s10, chosen_53_s10[20:16]}};
    wire [16:0] sum_154 = {16'd0, sum_153[16]} + {1'd0, sum_152};
    wire is_equal_35 = sum_154 == 17'hffff;
    wire edge_validate_3 = if_decide_27_s10 & edge_validate_2;
    reg all_29_s11; always @(posedge clk) all_29_s11 <= all_29;
    wire any_29_s12;
    delay #(.WIDTH(1), .CYCLES(2)) any_29_s12_delay (.clk(clk), .reset(reset), .in(any_29), .out(any_29_s12));
    wire edge_validate_2_s17;
    delay #(.WIDTH(1), .CYCLES(7)) edge_validate_2_s17_delay (.clk(clk), .reset(reset), .in(edge_validate_2), .out(edge_validate_2_s17));
    wire edge_validate_2_s19;
    delay #(.WIDTH(1), .CYCLES(2)) edge_validate_2_s19_delay (.clk(clk), .reset(reset), .in(edge_validate_2_s17), .out(edge_validate_2_s19));
    wire all_33_s17;
    delay #(.WIDTH(1), .CYCLES(7)) all_33_s17_delay (.clk(clk), .reset(reset), .in(all_33), .out(all_33_s17));
    wire all_35_s16;
    delay #(.WIDTH(1), .CYCLES(6)) all_35_s16_delay (.clk(clk), .reset(reset), .in(all_35), .out(all_35_s16));
    reg [31:0] edge_neighbor_group_4_s11; always @(posedge clk) edge_neighbor_group_4_s11 <= edge_neighbor_group_4;
    wire [31:0] edge_neighbor_group_4_s14;
    delay #(.WIDTH(32), .CYCLES(3)) edge_neighbor_group_4_s14_delay (.clk(clk), .reset(reset), .in(edge_neighbor_group_4_s11), .out(edge_neighbor_group_4_s14));
    wire all_36_s16;
    delay #(.WIDTH(1), .CYCLES(6)) all_36_s16_delay (.clk(clk), .reset(reset), .in(all_36), .out(all_36_s16));
    reg is_equal_35_s11; always @(posedge clk) is_equal_35_s11 <= is_equal_35;
    wire edge_validate_3_s20;
    delay #(.WIDTH(1), .CYCLES(10)) edge_validate_3_s20_delay (.clk(clk), .reset(reset), .in(edge_validate_3), .out(edge_validate_3_s20));

    // ---- Stage 11 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 66+79+81+84+88
    wire if_neighbor_88 =
            ((any_26_s11 | (is_equal_21_s11 & {~is_equal_35_s11})) | ({~is_equal_35_s11} & is_equal_20_s11)) |
            all_31_s11;
    wire any_30 = if_neighbor_88 | if_neighbor_95_s11;
    wire [7:0] chosen_55 = any_30 ? 8'h1 : 8'h2;
    wire if_neighbor_102_3 = {~if_neighbor_88} & if_neighbor_102_2_s11;
    wire if_neighbor_102_4 = if_neighbor_84_s11 & if_neighbor_102_3;
    wire if_neighbor_102_5 = {~if_neighbor_81_s11} & if_neighbor_102_4;
    wire if_neighbor_102_6 = if_neighbor_79_s11 & if_neighbor_102_5;
    wire if_neighbor_74_3 = arp_valid_s11 ? if_neighbor_74_2_s11 : if_neighbor_102_6;
    wire [127:0] nd_target_addr_4 = any_30 ? 128'h0 : nd_target_addr_2_s11;
    wire [127:0] nd_target_addr_5 = if_neighbor_84_s11 ? nd_target_addr_4 : 128'h0;
    wire all_37 = if_neighbor_84_s11 & any_30;

    // Table source6, source.p4:99: 128 rows, looked up in stage 11.
    wire source6_hit;
    wire [2:0] source6_value;
    wire [31:0] source6_rdata;
    wire [159:0] source6_key = 
            {edge_neighbor_group_4_s11, ipv6_src_addr_5_s11};
    ternary_table #(
        .KEY(160), .VALUE(3),
        .ROWS(128)
    ) source6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[11]), .lookup_key(source6_key),
        .lookup_counts(all_36_s16), .hit(source6_hit), .value(source6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd20), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source6_rdata));

    // Table source4, source.p4:88: 128 rows, looked up in stage 11.
    wire source4_hit;
    wire [2:0] source4_value;
    wire [31:0] source4_rdata;
    wire [63:0] source4_key = 
            {edge_neighbor_group_4_s11, arp_sender_addr_2_s11};
    ternary_table #(
        .KEY(64), .VALUE(3),
        .ROWS(128)
    ) source4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[11]), .lookup_key(source4_key),
        .lookup_counts(all_35_s16), .hit(source4_hit), .value(source4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd19), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source4_rdata));
    wire any_30_s20;
    delay #(.WIDTH(1), .CYCLES(9)) any_30_s20_delay (.clk(clk), .reset(reset), .in(any_30), .out(any_30_s20));
    wire [7:0] chosen_55_s20;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_55_s20_delay (.clk(clk), .reset(reset), .in(chosen_55), .out(chosen_55_s20));
    wire if_neighbor_74_3_s20;
    delay #(.WIDTH(1), .CYCLES(9)) if_neighbor_74_3_s20_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_3), .out(if_neighbor_74_3_s20));
    reg [127:0] nd_target_addr_5_s12; always @(posedge clk) nd_target_addr_5_s12 <= nd_target_addr_5;
    wire all_37_s20;
    delay #(.WIDTH(1), .CYCLES(9)) all_37_s20_delay (.clk(clk), .reset(reset), .in(all_37), .out(all_37_s20));

    // ---- Stage 12 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 66+79+81+113, source.p4 57+129
    wire other_edges_unverified = other_edges_hit & (other_edges_value == 2'h2);
    wire [7:0] chosen_56 = other_edges_unverified ? 8'h1 : chosen_45_s12;
    wire [7:0] chosen_57 = any_29_s12 ? chosen_45_s12 : chosen_56;
    wire [127:0] nd_target_addr_6 = if_neighbor_81_s12 ? 128'h0 : nd_target_addr_5_s12;
    wire [127:0] nd_target_addr_7 = if_neighbor_79_s12 ? nd_target_addr_6 : 128'h0;
    wire [127:0] nd_target_addr_8 = arp_valid_s12 ? 128'h0 : nd_target_addr_7;
    wire [127:0] nd_target_addr_9 = ipv4_valid_s12 ? nd_target_addr_8 : ipv6_src_addr_s12;
    wire [7:0] chosen_58 = other_edges_unverified ? 8'h1c : chosen_52_s12;
    wire [7:0] chosen_59 = any_29_s12 ? chosen_52_s12 : chosen_58;
    wire [7:0] chosen_57_s17;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_57_s17_delay (.clk(clk), .reset(reset), .in(chosen_57), .out(chosen_57_s17));
    wire [7:0] chosen_57_s19;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_57_s19_delay (.clk(clk), .reset(reset), .in(chosen_57_s17), .out(chosen_57_s19));
    wire [127:0] nd_target_addr_8_s21;
    delay #(.WIDTH(128), .CYCLES(9)) nd_target_addr_8_s21_delay (.clk(clk), .reset(reset), .in(nd_target_addr_8), .out(nd_target_addr_8_s21));
    wire [127:0] nd_target_addr_9_s21;
    delay #(.WIDTH(128), .CYCLES(9)) nd_target_addr_9_s21_delay (.clk(clk), .reset(reset), .in(nd_target_addr_9), .out(nd_target_addr_9_s21));
    wire [7:0] chosen_59_s17;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_59_s17_delay (.clk(clk), .reset(reset), .in(chosen_59), .out(chosen_59_s17));
    wire [7:0] chosen_59_s19;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_59_s19_delay (.clk(clk), .reset(reset), .in(chosen_59_s17), .out(chosen_59_s19));

    // ---- Stage 14 -----------------------------------------------------------------------------------------------------
    // 

    // Table source_binding, source.p4:115: 4096 rows, looked up in stage 14.
    wire source_binding_hit;
    wire [1:0] source_binding_value;
    wire [31:0] source_binding_rdata;
    wire [159:0] source_binding_key = 
            {edge_neighbor_group_4_s14, ipv6_src_addr_6_s14};
    exact_table #(
        .KEY(160), .VALUE(2),
        .WAYS(5), .INDEX(10), .OVERFLOW(8),
        .HASH(`SOURCE_BINDING_HASH)
    ) source_binding_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[14]), .lookup_key(source_binding_key),
        .lookup_counts(all_38_s18), .hit(source_binding_hit), .value(source_binding_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd21), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source_binding_rdata));

    // ---- Stage 17 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, source.p4 88+99+134+167-168+175+178-179+182
    wire source4_routed = source4_hit & (source4_value == 3'h2);
    wire source4_on_link = source4_hit & (source4_value == 3'h1);
    wire any_31 = source4_on_link | source4_routed;
    wire [7:0] chosen_60 = any_31 ? chosen_57_s17 : 8'h1;
    wire source4_unverified = source4_hit & (source4_value == 3'h3);
    wire [7:0] chosen_61 = source4_unverified ? 8'h1 : chosen_60;
    wire source4_full = source4_hit & (source4_value == 3'h5);
    wire source4_learned = source4_hit & (source4_value == 3'h4);
    wire source4_learned_2 = source4_learned | source4_full;
    wire [7:0] chosen_62 = source4_learned_2 ? chosen_57_s17 : chosen_61;
    wire source6_routed = source6_hit & (source6_value == 3'h2);
    wire source6_on_link = source6_hit & (source6_value == 3'h1);
    wire any_32 = source6_on_link | source6_routed;
    wire [7:0] chosen_63 = any_32 ? chosen_57_s17 : 8'h1;
    wire source6_unverified = source6_hit & (source6_value == 3'h3);
    wire [7:0] chosen_64 = source6_unverified ? 8'h1 : chosen_63;
    wire source6_full = source6_hit & (source6_value == 3'h5);
    wire source6_learned = source6_hit & (source6_value == 3'h4);
    wire source6_learned_2 = source6_learned | source6_full;
    wire [7:0] chosen_65 = source6_learned_2 ? chosen_57_s17 : chosen_64;
    wire [7:0] chosen_66 = ipv6_valid_s17 ? chosen_65 : chosen_62;
    wire [7:0] chosen_67 = if_source_138_2_s17 ? chosen_57_s17 : chosen_66;
    wire [7:0] chosen_68 = if_source_154_6_s17 ? chosen_67 : 8'h2;
    wire source6_full_2 = ipv6_valid_s17 ? source6_full : source4_full;
    wire source6_full_3 = {~if_source_138_2_s17} & source6_full_2;
    wire source6_learned_3 = ipv6_valid_s17 ? source6_learned_2 : source4_learned_2;
    wire source6_learned_4 = {~if_source_138_2_s17} & source6_learned_3;
    wire all_38 = all_33_s17 & source6_learned_4;
    wire source4_routed_2 = source4_routed & {~source4_unverified};
    wire source4_routed_3 = source4_routed_2 & {~source4_learned};
    wire source4_routed_4 = source4_routed_3 & {~source4_full};
    wire source6_routed_2 = source6_routed & {~source6_unverified};
    wire source6_routed_3 = source6_routed_2 & {~source6_learned};
    wire source6_routed_4 = source6_routed_3 & {~source6_full};
    wire source6_routed_5 = ipv6_valid_s17 ? source6_routed_4 : source4_routed_4;
    wire source6_routed_6 = {~if_source_138_2_s17} & source6_routed_5;
    wire all_39 = if_source_140_3_s17 & source6_routed_6;
    wire if_source_179_2 = source6_routed_6 & if_source_179_s17;
    wire if_source_179_3 = edge_validate_2_s17 & if_source_179_2;
    wire if_source_179_4 = if_decide_27_s17 & if_source_179_3;
    wire any_33 = if_source_154_6_s17 | source6_full_3;
    wire [7:0] chosen_69 = any_31 ? chosen_59_s17 : 8'h1c;
    wire [7:0] chosen_70 = source4_unverified ? 8'h1c : chosen_69;
    wire [7:0] chosen_71 = source4_learned_2 ? chosen_59_s17 : chosen_70;
    wire [7:0] chosen_72 = any_32 ? chosen_59_s17 : 8'h1c;
    wire [7:0] chosen_73 = source6_unverified ? 8'h1c : chosen_72;
    wire [7:0] chosen_74 = source6_learned_2 ? chosen_59_s17 : chosen_73;
    wire [7:0] chosen_75 = ipv6_valid_s17 ? chosen_74 : chosen_71;
    wire [7:0] chosen_76 = if_source_138_2_s17 ? chosen_59_s17 : chosen_75;
    wire [7:0] chosen_77 = source6_full_3 ? 8'h1e : chosen_76;
    wire [7:0] chosen_67_s19;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_67_s19_delay (.clk(clk), .reset(reset), .in(chosen_67), .out(chosen_67_s19));
    reg [7:0] chosen_68_s18; always @(posedge clk) chosen_68_s18 <= chosen_68;
    reg source6_full_3_s18; always @(posedge clk) source6_full_3_s18 <= source6_full_3;
    wire source6_learned_4_s19;
    delay #(.WIDTH(1), .CYCLES(2)) source6_learned_4_s19_delay (.clk(clk), .reset(reset), .in(source6_learned_4), .out(source6_learned_4_s19));
    reg all_38_s18; always @(posedge clk) all_38_s18 <= all_38;
    wire all_39_s19;
    delay #(.WIDTH(1), .CYCLES(2)) all_39_s19_delay (.clk(clk), .reset(reset), .in(all_39), .out(all_39_s19));
    wire if_source_179_4_s20;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_179_4_s20_delay (.clk(clk), .reset(reset), .in(if_source_179_4), .out(if_source_179_4_s20));
    wire any_33_s19;
    delay #(.WIDTH(1), .CYCLES(2)) any_33_s19_delay (.clk(clk), .reset(reset), .in(any_33), .out(any_33_s19));
    wire [7:0] chosen_76_s19;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_76_s19_delay (.clk(clk), .reset(reset), .in(chosen_76), .out(chosen_76_s19));
    wire [7:0] chosen_77_s19;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_77_s19_delay (.clk(clk), .reset(reset), .in(chosen_77), .out(chosen_77_s19));

    // ---- Stage 18 -----------------------------------------------------------------------------------------------------
    // source.p4 178
    wire [7:0] chosen_78 = source6_full_3_s18 ? 8'h1 : chosen_68_s18;
    reg [7:0] chosen_78_s19; always @(posedge clk) chosen_78_s19 <= chosen_78;

    // ---- Stage 19 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, source.p4 115+134+175+178+182+186
    wire source_binding_bound = source_binding_hit & (source_binding_value == 2'h1);
    wire [7:0] chosen_79 = source_binding_bound ? chosen_67_s19 : chosen_78_s19;
    wire source_binding_unverified = source_binding_hit & (source_binding_value == 2'h2);
    wire [7:0] chosen_80 = source_binding_unverified ? 8'h1 : chosen_79;
    wire [7:0] chosen_81 = source6_learned_4_s19 ? chosen_80 : chosen_67_s19;
    wire [7:0] chosen_82 = all_39_s19 ? 8'h1 : chosen_81;
    wire [7:0] chosen_83 = edge_validate_2_s19 ? chosen_82 : chosen_57_s19;
    wire [7:0] chosen_84 = if_decide_27_s19 ? chosen_83 : chosen_45_s19;
    wire [7:0] chosen_85 = ((any_33_s19 | source_binding_bound) | source_binding_unverified) ? chosen_21_s19 : 8'h11;
    wire [7:0] chosen_86 = source6_learned_4_s19 ? chosen_85 : chosen_21_s19;
    wire is_equal_36 = chosen_82 == 8'h1;
    wire [7:0] chosen_87 = source_binding_bound ? chosen_76_s19 : chosen_77_s19;
    wire [7:0] chosen_88 = source_binding_unverified ? 8'h1c : chosen_87;
    wire [7:0] chosen_89 = source6_learned_4_s19 ? chosen_88 : chosen_76_s19;
    wire [7:0] chosen_90 = all_39_s19 ? 8'h1c : chosen_89;
    wire [7:0] chosen_91 = edge_validate_2_s19 ? chosen_90 : chosen_59_s19;
    wire [7:0] chosen_92 = if_decide_27_s19 ? chosen_91 : chosen_52_s19;
    reg [7:0] chosen_84_s20; always @(posedge clk) chosen_84_s20 <= chosen_84;
    wire [7:0] chosen_84_s28;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_84_s28_delay (.clk(clk), .reset(reset), .in(chosen_84_s20), .out(chosen_84_s28));
    reg [7:0] chosen_86_s20; always @(posedge clk) chosen_86_s20 <= chosen_86;
    reg is_equal_36_s20; always @(posedge clk) is_equal_36_s20 <= is_equal_36;
    reg [7:0] chosen_92_s20; always @(posedge clk) chosen_92_s20 <= chosen_92;
    wire [7:0] chosen_92_s28;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_92_s28_delay (.clk(clk), .reset(reset), .in(chosen_92_s20), .out(chosen_92_s28));

    // ---- Stage 20 -----------------------------------------------------------------------------------------------------
    // decide.p4 27-28, neighbor.p4 66-67+79+81-82+84+88+111+119+129, source.p4 186
    wire [7:0] chosen_93 = if_neighbor_84_s20 ? chosen_55_s20 : chosen_84_s20;
    wire [7:0] chosen_94 = if_neighbor_81_s20 ? chosen_35_s20 : chosen_93;
    wire [7:0] chosen_95 = if_neighbor_79_s20 ? chosen_94 : chosen_84_s20;
    wire [7:0] chosen_96 = arp_valid_s20 ? chosen_10_s20 : chosen_95;
    wire if_neighbor_129 = chosen_96 == 8'h0;
    wire if_neighbor_111 = if_source_179_4_s20 & if_neighbor_129;
    wire if_neighbor_74_4 = if_neighbor_74_3_s20 | if_neighbor_111;
    wire if_decide_28 = chosen_84_s20 == 8'h0;
    wire all_40 = (all_2_s20 & if_decide_28) & if_neighbor_74_4;
    wire all_41 = ipv4_valid_s20 & if_neighbor_111;
    wire any_34 = arp_valid_s20 | if_neighbor_129;
    wire [7:0] nd_option_length_2 = any_34 ? nd_option_length_s20 : 8'h1;
    wire [7:0] nd_option_type_2 = any_34 ? nd_option_type_s20 : 8'h2;
    wire nd_option_valid_3 = if_neighbor_129 ? nd_option_valid_s20 : nd_option_valid_2_s20;
    wire [28:0] nd_reserved_2 = any_34 ? nd_reserved_s20 : 29'h0;
    wire nd_override_3 = if_neighbor_129 ? nd_override_s20 : nd_override_2_s20;
    wire nd_solicited_2 = any_34 ? nd_solicited_s20 : {~if_source_151_s20};
    wire nd_router_3 = if_neighbor_129 ? nd_router_s20 : nd_router_2_s20;
    wire [7:0] chosen_97 = if_neighbor_129 ? 8'h1 : 8'h4;
    wire [7:0] icmp_type_4 = any_34 ? icmp_type_3_s20 : 8'h88;
    wire [15:0] ipv6_payload_len_2 = any_34 ? ipv6_payload_len_s20 : 16'h20;
    wire [31:0] arp_target_addr_5 = if_neighbor_129 ? arp_target_addr_s20 : arp_sender_addr_3_s20;
    wire [47:0] arp_target_mac_2 = if_neighbor_129 ? arp_target_mac_s20 : arp_sender_mac_2_s20;
    wire [15:0] arp_op_3 = if_neighbor_129 ? arp_op_s20 : arp_op_2_s20;
    wire [47:0] ethernet_dst_addr_2 = if_neighbor_129 ? ethernet_dst_addr_s20 : ethernet_src_addr_3_s20;
    wire if_source_186 = if_source_154_6_s20 & is_equal_36_s20;
    wire [7:0] chosen_98 = if_source_186 ? 8'h10 : chosen_86_s20;
    wire [7:0] chosen_99 = edge_validate_3_s20 ? chosen_98 : chosen_21_s20;
    wire [7:0] chosen_100 = any_30_s20 ? chosen_99 : 8'h6;
    wire [7:0] chosen_101 = if_neighbor_84_s20 ? chosen_100 : chosen_99;
    wire [7:0] chosen_102 = if_neighbor_82_s20 ? chosen_99 : 8'h9;
    wire [7:0] chosen_103 = if_neighbor_81_s20 ? chosen_102 : chosen_101;
    wire [7:0] chosen_104 = if_neighbor_79_s20 ? chosen_103 : chosen_99;
    wire [7:0] chosen_105 = if_neighbor_67_s20 ? chosen_99 : 8'h6;
    wire [7:0] chosen_106 = arp_valid_s20 ? chosen_105 : chosen_104;
    wire [7:0] chosen_107 = if_decide_28 ? chosen_106 : chosen_99;
    wire [7:0] chosen_108 = all_37_s20 ? 8'h7 : chosen_92_s20;
    wire [7:0] chosen_109 = if_neighbor_82_s20 ? 8'h7 : chosen_92_s20;
    wire [7:0] chosen_110 = if_neighbor_81_s20 ? chosen_109 : chosen_108;
    wire [7:0] chosen_111 = if_neighbor_79_s20 ? chosen_110 : chosen_92_s20;
    wire [7:0] chosen_112 = if_neighbor_67_s20 ? 8'h7 : chosen_92_s20;
    wire [7:0] chosen_113 = arp_valid_s20 ? chosen_112 : chosen_111;
    wire [7:0] chosen_96_s28;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_96_s28_delay (.clk(clk), .reset(reset), .in(chosen_96), .out(chosen_96_s28));
    reg if_neighbor_129_s21; always @(posedge clk) if_neighbor_129_s21 <= if_neighbor_129;
    wire if_neighbor_129_s28;
    delay #(.WIDTH(1), .CYCLES(7)) if_neighbor_129_s28_delay (.clk(clk), .reset(reset), .in(if_neighbor_129_s21), .out(if_neighbor_129_s28));
    reg if_neighbor_111_s21; always @(posedge clk) if_neighbor_111_s21 <= if_neighbor_111;
    wire if_neighbor_74_4_s28;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_74_4_s28_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_4), .out(if_neighbor_74_4_s28));
    wire if_decide_28_s28;
    delay #(.WIDTH(1), .CYCLES(8)) if_decide_28_s28_delay (.clk(clk), .reset(reset), .in(if_decide_28), .out(if_decide_28_s28));
    reg all_40_s21; always @(posedge clk) all_40_s21 <= all_40;
    reg all_41_s21; always @(posedge clk) all_41_s21 <= all_41;
    reg any_34_s21; always @(posedge clk) any_34_s21 <= any_34;
    wire any_34_s28;
    delay #(.WIDTH(1), .CYCLES(7)) any_34_s28_delay (.clk(clk), .reset(reset), .in(any_34_s21), .out(any_34_s28));
    wire any_34_s30;
    delay #(.WIDTH(1), .CYCLES(2)) any_34_s30_delay (.clk(clk), .reset(reset), .in(any_34_s28), .out(any_34_s30));
    wire [7:0] nd_option_length_2_s28;
    delay #(.WIDTH(8), .CYCLES(8)) nd_option_length_2_s28_delay (.clk(clk), .reset(reset), .in(nd_option_length_2), .out(nd_option_length_2_s28));
    wire [7:0] nd_option_type_2_s28;
    delay #(.WIDTH(8), .CYCLES(8)) nd_option_type_2_s28_delay (.clk(clk), .reset(reset), .in(nd_option_type_2), .out(nd_option_type_2_s28));
    wire nd_option_valid_3_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_option_valid_3_s28_delay (.clk(clk), .reset(reset), .in(nd_option_valid_3), .out(nd_option_valid_3_s28));
    wire [28:0] nd_reserved_2_s28;
    delay #(.WIDTH(29), .CYCLES(8)) nd_reserved_2_s28_delay (.clk(clk), .reset(reset), .in(nd_reserved_2), .out(nd_reserved_2_s28));
    wire nd_override_3_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_override_3_s28_delay (.clk(clk), .reset(reset), .in(nd_override_3), .out(nd_override_3_s28));
    wire nd_solicited_2_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_solicited_2_s28_delay (.clk(clk), .reset(reset), .in(nd_solicited_2), .out(nd_solicited_2_s28));
    wire nd_router_3_s28;
    delay #(.WIDTH(1), .CYCLES(8)) nd_router_3_s28_delay (.clk(clk), .reset(reset), .in(nd_router_3), .out(nd_router_3_s28));
    wire [7:0] chosen_97_s28;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_97_s28_delay (.clk(clk), .reset(reset), .in(chosen_97), .out(chosen_97_s28));
    wire [7:0] icmp_type_4_s28;
    delay #(.WIDTH(8), .CYCLES(8)) icmp_type_4_s28_delay (.clk(clk), .reset(reset), .in(icmp_type_4), .out(icmp_type_4_s28));
    wire [15:0] ipv6_payload_len_2_s28;
    delay #(.WIDTH(16), .CYCLES(8)) ipv6_payload_len_2_s28_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_2), .out(ipv6_payload_len_2_s28));
    wire [31:0] arp_target_addr_5_s28;
    delay #(.WIDTH(32), .CYCLES(8)) arp_target_addr_5_s28_delay (.clk(clk), .reset(reset), .in(arp_target_addr_5), .out(arp_target_addr_5_s28));
    wire [47:0] arp_target_mac_2_s28;
    delay #(.WIDTH(48), .CYCLES(8)) arp_target_mac_2_s28_delay (.clk(clk), .reset(reset), .in(arp_target_mac_2), .out(arp_target_mac_2_s28));
    wire [15:0] arp_op_3_s28;
    delay #(.WIDTH(16), .CYCLES(8)) arp_op_3_s28_delay (.clk(clk), .reset(reset), .in(arp_op_3), .out(arp_op_3_s28));
    wire [47:0] ethernet_dst_addr_2_s28;
    delay #(.WIDTH(48), .CYCLES(8)) ethernet_dst_addr_2_s28_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_2), .out(ethernet_dst_addr_2_s28));
    wire [7:0] chosen_107_s29;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_107_s29_delay (.clk(clk), .reset(reset), .in(chosen_107), .out(chosen_107_s29));
    wire [7:0] chosen_107_s34;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_107_s34_delay (.clk(clk), .reset(reset), .in(chosen_107_s29), .out(chosen_107_s34));
    wire [7:0] chosen_113_s28;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_113_s28_delay (.clk(clk), .reset(reset), .in(chosen_113), .out(chosen_113_s28));

    // ---- Stage 21 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 44+111+120+129+131
    wire all_42 = {~ipv6_valid_s21} & all_40_s21;
    wire [31:0] ipv4_src_addr_3 = all_41_s21 ? ipv4_src_addr_s21 : arp_target_addr_4_s21;
    wire all_43 = ipv6_valid_s21 & all_40_s21;
    wire [127:0] nd_target_addr_10 = if_neighbor_111_s21 ? nd_target_addr_9_s21 : nd_target_addr_8_s21;
    wire [127:0] ipv6_dst_addr_2 = any_34_s21 ? ipv6_dst_addr_s21 : ipv6_src_addr_2_s21;
    wire [127:0] ipv6_src_addr_7 = any_34_s21 ? ipv6_src_addr_s21 : nd_target_addr_s21;
    wire [31:0] ipv4_src_addr_4 = arp_valid_s21 ? ipv4_src_addr_3 : arp_sender_addr_s21;
    wire [31:0] arp_sender_addr_4 = if_neighbor_129_s21 ? arp_sender_addr_s21 : ipv4_src_addr_4;
    wire all_42_s27;
    delay #(.WIDTH(1), .CYCLES(6)) all_42_s27_delay (.clk(clk), .reset(reset), .in(all_42), .out(all_42_s27));
    reg [31:0] ipv4_src_addr_3_s22; always @(posedge clk) ipv4_src_addr_3_s22 <= ipv4_src_addr_3;
    wire all_43_s27;
    delay #(.WIDTH(1), .CYCLES(6)) all_43_s27_delay (.clk(clk), .reset(reset), .in(all_43), .out(all_43_s27));
    reg [127:0] nd_target_addr_10_s22; always @(posedge clk) nd_target_addr_10_s22 <= nd_target_addr_10;
    wire [127:0] ipv6_dst_addr_2_s28;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_dst_addr_2_s28_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_2), .out(ipv6_dst_addr_2_s28));
    wire [127:0] ipv6_src_addr_7_s28;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_7_s28_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_7), .out(ipv6_src_addr_7_s28));
    wire [31:0] arp_sender_addr_4_s28;
    delay #(.WIDTH(32), .CYCLES(7)) arp_sender_addr_4_s28_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_4), .out(arp_sender_addr_4_s28));

    // ---- Stage 22 -----------------------------------------------------------------------------------------------------
    // 

    // Table served6, neighbor.p4:44: 64 rows, looked up in stage 22.
    wire served6_hit;
    wire [48:0] served6_value;
    wire [31:0] served6_rdata;
    wire [127:0] served6_key = 
            nd_target_addr_10_s22;
    ternary_table #(
        .KEY(128), .VALUE(49),
        .ROWS(64)
    ) served6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[22]), .lookup_key(served6_key),
        .lookup_counts(all_43_s27), .hit(served6_hit), .value(served6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd23), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(served6_rdata));

    // Table served4, neighbor.p4:29: 64 rows, looked up in stage 22.
    wire served4_hit;
    wire [48:0] served4_value;
    wire [31:0] served4_rdata;
    wire [31:0] served4_key = 
            ipv4_src_addr_3_s22;
    ternary_table #(
        .KEY(32), .VALUE(49),
        .ROWS(64)
    ) served4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[22]), .lookup_key(served4_key),
        .lookup_counts(all_42_s27), .hit(served4_hit), .value(served4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd22), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(served4_rdata));

    // ---- Stage 27 -----------------------------------------------------------------------------------------------------
    // 

    // Table local4, local.p4:18: 64 rows, looked up in stage 27.
    wire local4_hit;
    wire local4_value;
    wire [31:0] local4_rdata;
    wire [31:0] local4_key = 
            ipv4_dst_addr_s27;
    exact_table #(
        .KEY(32), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`LOCAL4_HASH)
    ) local4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[27]), .lookup_key(local4_key),
        .lookup_counts(all_44_s31), .hit(local4_hit), .value(local4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd24), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(local4_rdata));

    // ---- Stage 28 -----------------------------------------------------------------------------------------------------
    // deparser, admit.p4 123+140+144, card.p4 95+128+137+140+154+161, decide.p4 28-29, echo.p4 29+39, eligible.p4 111,
    // local.p4 41+53, neighbor.p4 29+44+119-120+127+129+131+163, translate.p4 21+63+66+72+78
    wire [47:0] served4_mac = served4_value[47:0];
    wire served4_arp_reply = served4_hit & served4_value[48];
    wire [47:0] served4_mac_2 = served4_arp_reply ? served4_mac : 48'h0;
    wire [47:0] served6_mac = served6_value[47:0];
    wire served6_nd_reply = served6_hit & served6_value[48];
    wire [47:0] served6_mac_2 = served6_nd_reply ? served6_mac : 48'h0;
    wire [47:0] served6_mac_3 = ipv6_valid_s28 ? served6_mac_2 : served4_mac_2;
    wire [47:0] served6_mac_4 = if_neighbor_74_4_s28 ? served6_mac_3 : 48'h0;
    wire [47:0] nd_option_mac_2 = any_34_s28 ? nd_option_mac_s28 : served6_mac_4;
    wire served6_nd_reply_2 = ipv6_valid_s28 ? served6_nd_reply : served4_arp_reply;
    wire served6_nd_reply_3 = if_neighbor_74_4_s28 & served6_nd_reply_2;
    wire served6_nd_reply_4 = if_decide_28_s28 & served6_nd_reply_3;
    wire [47:0] nd_option_mac_3 = served6_nd_reply_4 ? nd_option_mac_2 : nd_option_mac_s28;
    wire [47:0] nd_option_mac_4 = any_4_s28 ? nd_option_mac_s28 : nd_option_mac_3;
    wire [7:0] nd_option_length_3 = served6_nd_reply_4 ? nd_option_length_2_s28 : nd_option_length_s28;
    wire [7:0] nd_option_length_4 = any_4_s28 ? nd_option_length_s28 : nd_option_length_3;
    wire [7:0] nd_option_type_3 = served6_nd_reply_4 ? nd_option_type_2_s28 : nd_option_type_s28;
    wire [7:0] nd_option_type_4 = any_4_s28 ? nd_option_type_s28 : nd_option_type_3;
    wire nd_option_valid_4 = served6_nd_reply_4 ? nd_option_valid_3_s28 : nd_option_valid_s28;
    wire nd_option_valid_5 = any_4_s28 ? nd_option_valid_s28 : nd_option_valid_4;
    wire [28:0] nd_reserved_3 = served6_nd_reply_4 ? nd_reserved_2_s28 : nd_reserved_s28;
    wire [28:0] nd_reserved_4 = any_4_s28 ? nd_reserved_s28 : nd_reserved_3;
    wire nd_override_4 = served6_nd_reply_4 ? nd_override_3_s28 : nd_override_s28;
    wire nd_override_5 = any_4_s28 ? nd_override_s28 : nd_override_4;
    wire nd_solicited_3 = served6_nd_reply_4 ? nd_solicited_2_s28 : nd_solicited_s28;
    wire nd_solicited_4 = any_4_s28 ? nd_solicited_s28 : nd_solicited_3;
    wire nd_router_4 = served6_nd_reply_4 ? nd_router_3_s28 : nd_router_s28;
    wire nd_router_5 = any_4_s28 ? nd_router_s28 : nd_router_4;
    wire [7:0] chosen_114 = served6_nd_reply_3 ? chosen_97_s28 : chosen_96_s28;
    wire [7:0] chosen_115 = if_decide_28_s28 ? chosen_114 : chosen_84_s28;
    wire [127:0] ipv6_dst_addr_3 = served6_nd_reply_4 ? ipv6_dst_addr_2_s28 : ipv6_dst_addr_s28;
    wire [127:0] ipv6_src_addr_8 = served6_nd_reply_4 ? ipv6_src_addr_7_s28 : ipv6_src_addr_s28;
    wire is_equal_37 = ipv6_src_addr_8[127:120] == 8'hff;
    wire if_admit_144 = ipv6_dst_addr_3[127:120] == 8'hff;
    wire [7:0] icmp_type_5 = served6_nd_reply_4 ? icmp_type_4_s28 : icmp_type_3_s28;
    wire is_equal_38 = icmp_type_5 == 8'h3;
    wire any_35 = (is_equal_38 | (icmp_type_5 == 8'hb)) | (icmp_type_5 == 8'hc);
    wire if_decide_29 = chosen_115 == 8'h0;
    wire if_local_53 = (ipv6_src_addr_8[127:118] == 10'h3fa) | (ipv6_dst_addr_3[127:118] == 10'h3fa);
    wire if_translate_66 = icmp_type_5 == 8'h80;
    wire if_translate_72 = icmp_type_5 == 8'h8;
    wire any_36 = (ipv4_valid_s28 & if_translate_72) | (ipv6_valid_s28 & if_translate_66);
    wire is_equal_39 = icmp_type_5 == 8'h4;
    wire any_37 = is_equal_38 | ((icmp_type_5 == 8'h1) | (icmp_type_5 == 8'h2));
    wire [15:0] sum_155 = sum_149_s28 + served6_mac_4[47:32];
    wire [15:0] sum_156 = served6_mac_4[31:16] + served6_mac_4[15:0];
    wire [20:0] sum_157 = sum_151_s28 + {5'd0, served6_mac_4[47:32]};
    wire [16:0] sum_158 = {1'd0, served6_mac_4[31:16]} + {1'd0, served6_mac_4[15:0]};
    wire [15:0] sum_159 = {chosen_12_s28, icmp_code_3_s28} + {{~icmp_type_5}, {~icmp_code_3_s28}};
    wire [16:0] sum_160 = {1'd0, {chosen_12_s28, icmp_code_3_s28}} + {1'd0, {{~icmp_type_5}, {~icmp_code_3_s28}}};
    wire [15:0] sum_161 = {chosen_12_s28, icmp_code_3_s28} + {~{icmp_type_5, icmp_code_3_s28}};
    wire [16:0] sum_162 = {1'd0, ipv6_dst_addr_3[79:64]} + {1'd0, ipv6_src_addr_8[127:112]};
    wire [16:0] sum_163 = {1'd0, ipv6_src_addr_8[111:96]} + {1'd0, ipv6_src_addr_8[95:80]};
    wire [16:0] sum_164 = {1'd0, ipv6_src_addr_8[79:64]} + {1'd0, ipv6_src_addr_8[63:48]};
    wire [16:0] sum_165 = {1'd0, ipv6_src_addr_8[47:32]} + {1'd0, ipv6_src_addr_8[31:16]};
    wire [16:0] sum_166 = {1'd0, ipv6_src_addr_8[15:0]} + {1'd0, ipv6_dst_addr_3[127:112]};
    wire [16:0] sum_167 = {1'd0, ipv6_dst_addr_3[111:96]} + {1'd0, ipv6_dst_addr_3[95:80]};
    wire [16:0] sum_168 = {1'd0, ipv6_dst_addr_3[63:48]} + {1'd0, ipv6_dst_addr_3[47:32]};
    wire [16:0] sum_169 = {1'd0, ipv6_dst_addr_3[31:16]} + {1'd0, ipv6_dst_addr_3[15:0]};
    wire [15:0] sum_170 = echo_identifier_s28 + {icmp_type_5, icmp_code_3_s28};
    wire [16:0] sum_171 = {1'd0, echo_identifier_s28} + {1'd0, {icmp_type_5, icmp_code_3_s28}};
    wire [7:0] chosen_116 = if_translate_72 ? 8'h80 : 8'h81;
    wire [7:0] chosen_117 = if_translate_66 ? 8'h8 : 8'h0;
    wire [127:0] ipv6_src_addr_9 = ipv6_valid_s28 ? ipv6_src_addr_8 : ipv6_dst_addr_3;
    wire [127:0] ipv6_dst_addr_4 = ipv6_valid_s28 ? ipv6_dst_addr_3 : ipv6_src_addr_8;
    wire [15:0] ipv6_payload_len_3 = served6_nd_reply_4 ? ipv6_payload_len_2_s28 : ipv6_payload_len_s28;
    wire [31:0] arp_target_addr_6 = served6_nd_reply_4 ? arp_target_addr_5_s28 : arp_target_addr_s28;
    wire [31:0] arp_target_addr_7 = any_4_s28 ? arp_target_addr_s28 : arp_target_addr_6;
    wire [47:0] arp_target_mac_3 = served6_nd_reply_4 ? arp_target_mac_2_s28 : arp_target_mac_s28;
    wire [47:0] arp_target_mac_4 = any_4_s28 ? arp_target_mac_s28 : arp_target_mac_3;
    wire [31:0] arp_sender_addr_5 = served6_nd_reply_4 ? arp_sender_addr_4_s28 : arp_sender_addr_s28;
    wire [31:0] arp_sender_addr_6 = any_4_s28 ? arp_sender_addr_s28 : arp_sender_addr_5;
    wire [47:0] served6_mac_5 = arp_valid_s28 ? served6_mac_4 : arp_sender_mac_s28;
    wire [47:0] arp_sender_mac_3 = if_neighbor_129_s28 ? arp_sender_mac_s28 : served6_mac_5;
    wire [47:0] arp_sender_mac_4 = served6_nd_reply_4 ? arp_sender_mac_3 : arp_sender_mac_s28;
    wire [47:0] arp_sender_mac_5 = any_4_s28 ? arp_sender_mac_s28 : arp_sender_mac_4;
    wire [15:0] arp_op_4 = served6_nd_reply_4 ? arp_op_3_s28 : arp_op_s28;
    wire [15:0] arp_op_5 = any_4_s28 ? arp_op_s28 : arp_op_4;
    wire [47:0] ethernet_src_addr_4 = if_neighbor_129_s28 ? ethernet_src_addr_s28 : served6_mac_4;
    wire [47:0] ethernet_src_addr_5 = served6_nd_reply_4 ? ethernet_src_addr_4 : ethernet_src_addr_s28;
    wire [47:0] ethernet_dst_addr_3 = served6_nd_reply_4 ? ethernet_dst_addr_2_s28 : ethernet_dst_addr_s28;
    wire [7:0] chosen_118 = nd_option_valid_5 ? 8'h8 : 8'h0;
    wire [15:0] card_pipe_length_in = {10'd0, 6'h28} + ipv6_payload_len_3;
    wire [15:0] ipv4_total_len_2 = ipv4_valid_s28 ? ipv4_total_len_s28 : card_pipe_length_in;
    wire [7:0] chosen_119 = (if_neighbor_129_s28 & served6_nd_reply_3) ? 8'h1c : chosen_113_s28;
    wire [7:0] chosen_120 = if_decide_28_s28 ? chosen_119 : chosen_92_s28;
    wire [47:0] arp_target_mac_5 = arp_valid_s28 ? arp_target_mac_3 : ethernet_src_addr_s28;
    wire [127:0] nd_target_addr_11 = nd_solicited_3 ? ipv6_dst_addr_3 : nd_target_addr_s28;
    wire [127:0] ipv6_src_addr_10 = ipv6_valid_s28 ? ipv6_src_addr_8 : {96'h0, ipv4_dst_addr_s28};
    wire if_card_161 = {~arp_valid_s28} & {~nd_solicited_3};
    wire served6_nd_reply_4_s30;
    delay #(.WIDTH(1), .CYCLES(2)) served6_nd_reply_4_s30_delay (.clk(clk), .reset(reset), .in(served6_nd_reply_4), .out(served6_nd_reply_4_s30));
    reg [47:0] nd_option_mac_4_s29; always @(posedge clk) nd_option_mac_4_s29 <= nd_option_mac_4;
    reg [7:0] nd_option_length_4_s29; always @(posedge clk) nd_option_length_4_s29 <= nd_option_length_4;
    reg [7:0] nd_option_type_4_s29; always @(posedge clk) nd_option_type_4_s29 <= nd_option_type_4;
    reg nd_option_valid_5_s29; always @(posedge clk) nd_option_valid_5_s29 <= nd_option_valid_5;
    reg [28:0] nd_reserved_4_s29; always @(posedge clk) nd_reserved_4_s29 <= nd_reserved_4;
    reg nd_override_5_s29; always @(posedge clk) nd_override_5_s29 <= nd_override_5;
    reg nd_solicited_4_s29; always @(posedge clk) nd_solicited_4_s29 <= nd_solicited_4;
    reg nd_router_5_s29; always @(posedge clk) nd_router_5_s29 <= nd_router_5;
    reg [7:0] chosen_115_s29; always @(posedge clk) chosen_115_s29 <= chosen_115;
    reg [7:0] chosen_115_s30; always @(posedge clk) chosen_115_s30 <= chosen_115_s29;
    reg [127:0] ipv6_dst_addr_3_s29; always @(posedge clk) ipv6_dst_addr_3_s29 <= ipv6_dst_addr_3;
    reg [127:0] ipv6_dst_addr_3_s30; always @(posedge clk) ipv6_dst_addr_3_s30 <= ipv6_dst_addr_3_s29;
    wire [127:0] ipv6_dst_addr_3_s32;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_dst_addr_3_s32_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s30), .out(ipv6_dst_addr_3_s32));
    wire [127:0] ipv6_dst_addr_3_s36;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_dst_addr_3_s36_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s32), .out(ipv6_dst_addr_3_s36));
    reg [127:0] ipv6_dst_addr_3_s37; always @(posedge clk) ipv6_dst_addr_3_s37 <= ipv6_dst_addr_3_s36;
    reg [127:0] ipv6_dst_addr_3_s38; always @(posedge clk) ipv6_dst_addr_3_s38 <= ipv6_dst_addr_3_s37;
    wire [127:0] ipv6_dst_addr_3_s60;
    delay #(.WIDTH(128), .CYCLES(22)) ipv6_dst_addr_3_s60_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s38), .out(ipv6_dst_addr_3_s60));
    wire [127:0] ipv6_dst_addr_3_s78;
    delay #(.WIDTH(128), .CYCLES(18)) ipv6_dst_addr_3_s78_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s60), .out(ipv6_dst_addr_3_s78));
    wire [127:0] ipv6_dst_addr_3_s104;
    delay #(.WIDTH(128), .CYCLES(26)) ipv6_dst_addr_3_s104_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s78), .out(ipv6_dst_addr_3_s104));
    reg [127:0] ipv6_src_addr_8_s29; always @(posedge clk) ipv6_src_addr_8_s29 <= ipv6_src_addr_8;
    wire [127:0] ipv6_src_addr_8_s40;
    delay #(.WIDTH(128), .CYCLES(11)) ipv6_src_addr_8_s40_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s29), .out(ipv6_src_addr_8_s40));
    wire [127:0] ipv6_src_addr_8_s42;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_src_addr_8_s42_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s40), .out(ipv6_src_addr_8_s42));
    wire [127:0] ipv6_src_addr_8_s46;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_src_addr_8_s46_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s42), .out(ipv6_src_addr_8_s46));
    reg [127:0] ipv6_src_addr_8_s47; always @(posedge clk) ipv6_src_addr_8_s47 <= ipv6_src_addr_8_s46;
    wire [127:0] ipv6_src_addr_8_s68;
    delay #(.WIDTH(128), .CYCLES(21)) ipv6_src_addr_8_s68_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s47), .out(ipv6_src_addr_8_s68));
    reg [127:0] ipv6_src_addr_8_s69; always @(posedge clk) ipv6_src_addr_8_s69 <= ipv6_src_addr_8_s68;
    wire [127:0] ipv6_src_addr_8_s79;
    delay #(.WIDTH(128), .CYCLES(10)) ipv6_src_addr_8_s79_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s69), .out(ipv6_src_addr_8_s79));
    reg [127:0] ipv6_src_addr_8_s80; always @(posedge clk) ipv6_src_addr_8_s80 <= ipv6_src_addr_8_s79;
    wire [127:0] ipv6_src_addr_8_s104;
    delay #(.WIDTH(128), .CYCLES(24)) ipv6_src_addr_8_s104_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s80), .out(ipv6_src_addr_8_s104));
    reg is_equal_37_s29; always @(posedge clk) is_equal_37_s29 <= is_equal_37;
    reg if_admit_144_s29; always @(posedge clk) if_admit_144_s29 <= if_admit_144;
    wire [7:0] icmp_type_5_s52;
    delay #(.WIDTH(8), .CYCLES(24)) icmp_type_5_s52_delay (.clk(clk), .reset(reset), .in(icmp_type_5), .out(icmp_type_5_s52));
    reg [7:0] icmp_type_5_s53; always @(posedge clk) icmp_type_5_s53 <= icmp_type_5_s52;
    wire [7:0] icmp_type_5_s104;
    delay #(.WIDTH(8), .CYCLES(51)) icmp_type_5_s104_delay (.clk(clk), .reset(reset), .in(icmp_type_5_s53), .out(icmp_type_5_s104));
    reg any_35_s29; always @(posedge clk) any_35_s29 <= any_35;
    reg if_decide_29_s29; always @(posedge clk) if_decide_29_s29 <= if_decide_29;
    reg if_decide_29_s30; always @(posedge clk) if_decide_29_s30 <= if_decide_29_s29;
    wire if_local_53_s30;
    delay #(.WIDTH(1), .CYCLES(2)) if_local_53_s30_delay (.clk(clk), .reset(reset), .in(if_local_53), .out(if_local_53_s30));
    reg any_36_s29; always @(posedge clk) any_36_s29 <= any_36;
    reg is_equal_39_s29; always @(posedge clk) is_equal_39_s29 <= is_equal_39;
    reg any_37_s29; always @(posedge clk) any_37_s29 <= any_37;
    reg [15:0] sum_155_s29; always @(posedge clk) sum_155_s29 <= sum_155;
    reg [15:0] sum_156_s29; always @(posedge clk) sum_156_s29 <= sum_156;
    reg [20:0] sum_157_s29; always @(posedge clk) sum_157_s29 <= sum_157;
    reg [16:0] sum_158_s29; always @(posedge clk) sum_158_s29 <= sum_158;
    wire [15:0] sum_159_s30;
    delay #(.WIDTH(16), .CYCLES(2)) sum_159_s30_delay (.clk(clk), .reset(reset), .in(sum_159), .out(sum_159_s30));
    wire [16:0] sum_160_s30;
    delay #(.WIDTH(17), .CYCLES(2)) sum_160_s30_delay (.clk(clk), .reset(reset), .in(sum_160), .out(sum_160_s30));
    wire [15:0] sum_161_s30;
    delay #(.WIDTH(16), .CYCLES(2)) sum_161_s30_delay (.clk(clk), .reset(reset), .in(sum_161), .out(sum_161_s30));
    reg [16:0] sum_162_s29; always @(posedge clk) sum_162_s29 <= sum_162;
    reg [16:0] sum_163_s29; always @(posedge clk) sum_163_s29 <= sum_163;
    reg [16:0] sum_164_s29; always @(posedge clk) sum_164_s29 <= sum_164;
    reg [16:0] sum_165_s29; always @(posedge clk) sum_165_s29 <= sum_165;
    reg [16:0] sum_166_s29; always @(posedge clk) sum_166_s29 <= sum_166;
    reg [16:0] sum_167_s29; always @(posedge clk) sum_167_s29 <= sum_167;
    reg [16:0] sum_168_s29; always @(posedge clk) sum_168_s29 <= sum_168;
    reg [16:0] sum_169_s29; always @(posedge clk) sum_169_s29 <= sum_169;
    wire [15:0] sum_170_s31;
    delay #(.WIDTH(16), .CYCLES(3)) sum_170_s31_delay (.clk(clk), .reset(reset), .in(sum_170), .out(sum_170_s31));
    wire [16:0] sum_171_s31;
    delay #(.WIDTH(17), .CYCLES(3)) sum_171_s31_delay (.clk(clk), .reset(reset), .in(sum_171), .out(sum_171_s31));
    wire [7:0] chosen_116_s52;
    delay #(.WIDTH(8), .CYCLES(24)) chosen_116_s52_delay (.clk(clk), .reset(reset), .in(chosen_116), .out(chosen_116_s52));
    wire [7:0] chosen_117_s53;
    delay #(.WIDTH(8), .CYCLES(25)) chosen_117_s53_delay (.clk(clk), .reset(reset), .in(chosen_117), .out(chosen_117_s53));
    reg [127:0] ipv6_src_addr_9_s29; always @(posedge clk) ipv6_src_addr_9_s29 <= ipv6_src_addr_9;
    reg [127:0] ipv6_dst_addr_4_s29; always @(posedge clk) ipv6_dst_addr_4_s29 <= ipv6_dst_addr_4;
    wire [15:0] ipv6_payload_len_3_s78;
    delay #(.WIDTH(16), .CYCLES(50)) ipv6_payload_len_3_s78_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_3), .out(ipv6_payload_len_3_s78));
    wire [15:0] ipv6_payload_len_3_s104;
    delay #(.WIDTH(16), .CYCLES(26)) ipv6_payload_len_3_s104_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_3_s78), .out(ipv6_payload_len_3_s104));
    wire [31:0] arp_target_addr_6_s104;
    delay #(.WIDTH(32), .CYCLES(76)) arp_target_addr_6_s104_delay (.clk(clk), .reset(reset), .in(arp_target_addr_6), .out(arp_target_addr_6_s104));
    wire [31:0] arp_target_addr_7_s109;
    delay #(.WIDTH(32), .CYCLES(81)) arp_target_addr_7_s109_delay (.clk(clk), .reset(reset), .in(arp_target_addr_7), .out(arp_target_addr_7_s109));
    wire [47:0] arp_target_mac_4_s109;
    delay #(.WIDTH(48), .CYCLES(81)) arp_target_mac_4_s109_delay (.clk(clk), .reset(reset), .in(arp_target_mac_4), .out(arp_target_mac_4_s109));
    reg [31:0] arp_sender_addr_5_s29; always @(posedge clk) arp_sender_addr_5_s29 <= arp_sender_addr_5;
    wire [31:0] arp_sender_addr_6_s109;
    delay #(.WIDTH(32), .CYCLES(81)) arp_sender_addr_6_s109_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_6), .out(arp_sender_addr_6_s109));
    wire [47:0] arp_sender_mac_5_s109;
    delay #(.WIDTH(48), .CYCLES(81)) arp_sender_mac_5_s109_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_5), .out(arp_sender_mac_5_s109));
    wire [15:0] arp_op_5_s109;
    delay #(.WIDTH(16), .CYCLES(81)) arp_op_5_s109_delay (.clk(clk), .reset(reset), .in(arp_op_5), .out(arp_op_5_s109));
    wire [47:0] ethernet_src_addr_5_s104;
    delay #(.WIDTH(48), .CYCLES(76)) ethernet_src_addr_5_s104_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_5), .out(ethernet_src_addr_5_s104));
    wire [47:0] ethernet_dst_addr_3_s104;
    delay #(.WIDTH(48), .CYCLES(76)) ethernet_dst_addr_3_s104_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_3), .out(ethernet_dst_addr_3_s104));
    reg [7:0] chosen_118_s29; always @(posedge clk) chosen_118_s29 <= chosen_118;
    reg [15:0] ipv4_total_len_2_s29; always @(posedge clk) ipv4_total_len_2_s29 <= ipv4_total_len_2;
    reg [7:0] chosen_120_s29; always @(posedge clk) chosen_120_s29 <= chosen_120;
    reg [7:0] chosen_120_s30; always @(posedge clk) chosen_120_s30 <= chosen_120_s29;
    wire [47:0] arp_target_mac_5_s104;
    delay #(.WIDTH(48), .CYCLES(76)) arp_target_mac_5_s104_delay (.clk(clk), .reset(reset), .in(arp_target_mac_5), .out(arp_target_mac_5_s104));
    reg [127:0] nd_target_addr_11_s29; always @(posedge clk) nd_target_addr_11_s29 <= nd_target_addr_11;
    wire [127:0] ipv6_src_addr_10_s104;
    delay #(.WIDTH(128), .CYCLES(76)) ipv6_src_addr_10_s104_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_10), .out(ipv6_src_addr_10_s104));
    wire if_card_161_s104;
    delay #(.WIDTH(1), .CYCLES(76)) if_card_161_s104_delay (.clk(clk), .reset(reset), .in(if_card_161), .out(if_card_161_s104));

    // ---- Stage 29 -----------------------------------------------------------------------------------------------------
    // deparser, admit.p4 119-120+123+132+134+138+140+144+146, card.p4 142+144+154, decide.p4 29, echo.p4 31,
    // eligible.p4 111, inbound.p4 87, local.p4 41, neighbor.p4 163, translate.p4 21-22
    wire [1087:0] from_nd_option =
            nd_option_valid_5_s29 ? {nd_option_type_4_s29, nd_option_length_4_s29, nd_option_mac_4_s29,
            rest_after_nd_option_s29} : {rest_after_nd_option_s29, 64'h0};
    wire [1247:0] from_nd =
            nd_valid_s29 ? {nd_router_5_s29, nd_solicited_4_s29, nd_override_5_s29, nd_reserved_4_s29,
            nd_target_addr_s29, from_nd_option} : {from_nd_option, 160'h0};
    wire if_admit_146 = (ipv6_dst_addr_3_s29[127:32] == 96'h0) | (ipv6_dst_addr_3_s29[127:32] == 96'hffff);
    wire if_admit_140 =
            (is_equal_37_s29 | (ipv6_src_addr_8_s29[127:32] == 96'h0)) | (ipv6_src_addr_8_s29[127:32] == 96'hffff);
    wire [7:0] chosen_121 =
            (ipv6_valid_s29 & (if_admit_144_s29 | (if_admit_140 | if_admit_146))) ? 8'h1 : chosen_115_s29;
    wire if_admit_123 = all_26_s29 & any_35_s29;
    wire [7:0] chosen_122 = if_admit_123 ? chosen_115_s29 : 8'h1;
    wire [7:0] chosen_123 = if_admit_120_s29 ? chosen_122 : chosen_115_s29;
    wire [7:0] chosen_124 = any_12_s29 ? 8'h1 : chosen_123;
    wire if_local_41 = all_32_s29 & any_36_s29;
    wire [7:0] chosen_125 = if_local_41 ? 8'h5 : 8'h2;
    wire if_eligible_111 = (ipv4_valid_s29 & any_35_s29) | (ipv6_valid_s29 & (any_37_s29 | is_equal_39_s29));
    wire if_inbound_87 = echo_valid_s29 & any_36_s29;
    wire [7:0] chosen_126 = if_inbound_87 ? 8'h5 : 8'h1;
    wire if_admit_123_2 = if_admit_120_s29 & if_admit_123;
    wire if_admit_123_3 = ipv4_valid_s29 & if_admit_123_2;
    wire if_admit_123_4 = if_decide_29_s29 & if_admit_123_3;
    wire [15:0] sum_172 = sum_155_s29 + sum_156_s29;
    wire [20:0] sum_173 = {4'd0, sum_158_s29} + sum_157_s29;
    wire [16:0] sum_174 = {12'd0, sum_173[20:16]} + {1'd0, sum_172};
    wire [15:0] sum_175 = sum_172 + {11'd0, sum_173[20:16]};
    wire [17:0] sum_176 = {1'd0, sum_162_s29} + {1'd0, sum_163_s29};
    wire [17:0] sum_177 = {1'd0, sum_164_s29} + {1'd0, sum_165_s29};
    wire [17:0] sum_178 = {1'd0, sum_166_s29} + {1'd0, sum_167_s29};
    wire [17:0] sum_179 = {1'd0, sum_168_s29} + {1'd0, sum_169_s29};
    wire [17:0] sum_180 = sum_176 + sum_177;
    wire [17:0] sum_181 = sum_178 + sum_179;
    wire [18:0] sum_182 = {1'd0, sum_176} + {1'd0, sum_177};
    wire [18:0] sum_183 = {1'd0, sum_178} + {1'd0, sum_179};
    wire [127:0] ipv6_dst_addr_5 = ipv4_valid_s29 ? ipv6_dst_addr_3_s29 : ipv6_src_addr_9_s29;
    wire [127:0] ipv6_src_addr_11 = ipv4_valid_s29 ? ipv6_src_addr_8_s29 : ipv6_dst_addr_4_s29;
    wire [7:0] chosen_127 = if_local_41 ? chosen_107_s29 : 8'h8;
    wire [7:0] sum_184 = sum_141_s29 + chosen_118_s29;
    wire [15:0] difference = in_length_2_s29 - ipv4_total_len_2_s29;
    wire [15:0] sum_185 = 16'hfffc + difference;
    wire [7:0] chosen_128 = if_admit_140 ? 8'h8 : chosen_120_s29;
    wire [7:0] chosen_129 = if_admit_146 ? 8'h9 : chosen_128;
    wire [7:0] chosen_130 = if_admit_144_s29 ? 8'h4 : chosen_129;
    wire [7:0] chosen_131 = if_admit_123 ? chosen_120_s29 : 8'h8;
    wire [7:0] chosen_132 = if_admit_120_s29 ? chosen_131 : chosen_120_s29;
    wire [7:0] chosen_133 = if_admit_134_s29 ? 8'h9 : chosen_132;
    wire [7:0] chosen_134 = if_admit_132_s29 ? 8'h4 : chosen_133;
    wire any_38 = echo_valid_s29 | if_eligible_111;
    wire [127:0] digest_data_addr6 = arp_valid_s29 ? {96'h0, arp_sender_addr_5_s29} : nd_target_addr_11_s29;

    // Table local6, local.p4:27: 64 rows, looked up in stage 29.
    wire local6_hit;
    wire local6_value;
    wire [31:0] local6_rdata;
    wire [127:0] local6_key = 
            ipv6_dst_addr_3_s29;
    exact_table #(
        .KEY(128), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`LOCAL6_HASH)
    ) local6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[29]), .lookup_key(local6_key),
        .lookup_counts(all_45_s33), .hit(local6_hit), .value(local6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd25), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(local6_rdata));
    wire [1247:0] from_nd_s105;
    delay #(.WIDTH(1248), .CYCLES(76)) from_nd_s105_delay (.clk(clk), .reset(reset), .in(from_nd), .out(from_nd_s105));
    reg [7:0] chosen_121_s30; always @(posedge clk) chosen_121_s30 <= chosen_121;
    reg [7:0] chosen_124_s30; always @(posedge clk) chosen_124_s30 <= chosen_124;
    wire [7:0] chosen_125_s34;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_125_s34_delay (.clk(clk), .reset(reset), .in(chosen_125), .out(chosen_125_s34));
    wire if_eligible_111_s34;
    delay #(.WIDTH(1), .CYCLES(5)) if_eligible_111_s34_delay (.clk(clk), .reset(reset), .in(if_eligible_111), .out(if_eligible_111_s34));
    wire if_eligible_111_s48;
    delay #(.WIDTH(1), .CYCLES(14)) if_eligible_111_s48_delay (.clk(clk), .reset(reset), .in(if_eligible_111_s34), .out(if_eligible_111_s48));
    wire if_inbound_87_s59;
    delay #(.WIDTH(1), .CYCLES(30)) if_inbound_87_s59_delay (.clk(clk), .reset(reset), .in(if_inbound_87), .out(if_inbound_87_s59));
    wire [7:0] chosen_126_s59;
    delay #(.WIDTH(8), .CYCLES(30)) chosen_126_s59_delay (.clk(clk), .reset(reset), .in(chosen_126), .out(chosen_126_s59));
    wire if_admit_123_4_s57;
    delay #(.WIDTH(1), .CYCLES(28)) if_admit_123_4_s57_delay (.clk(clk), .reset(reset), .in(if_admit_123_4), .out(if_admit_123_4_s57));
    wire if_admit_123_4_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_admit_123_4_s59_delay (.clk(clk), .reset(reset), .in(if_admit_123_4_s57), .out(if_admit_123_4_s59));
    reg [16:0] sum_174_s30; always @(posedge clk) sum_174_s30 <= sum_174;
    reg [15:0] sum_175_s30; always @(posedge clk) sum_175_s30 <= sum_175;
    reg [17:0] sum_180_s30; always @(posedge clk) sum_180_s30 <= sum_180;
    reg [17:0] sum_181_s30; always @(posedge clk) sum_181_s30 <= sum_181;
    reg [18:0] sum_182_s30; always @(posedge clk) sum_182_s30 <= sum_182;
    reg [18:0] sum_183_s30; always @(posedge clk) sum_183_s30 <= sum_183;
    wire [127:0] ipv6_dst_addr_5_s104;
    delay #(.WIDTH(128), .CYCLES(75)) ipv6_dst_addr_5_s104_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_5), .out(ipv6_dst_addr_5_s104));
    wire [127:0] ipv6_src_addr_11_s104;
    delay #(.WIDTH(128), .CYCLES(75)) ipv6_src_addr_11_s104_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_11), .out(ipv6_src_addr_11_s104));
    wire [7:0] chosen_127_s34;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_127_s34_delay (.clk(clk), .reset(reset), .in(chosen_127), .out(chosen_127_s34));
    wire [7:0] sum_184_s105;
    delay #(.WIDTH(8), .CYCLES(76)) sum_184_s105_delay (.clk(clk), .reset(reset), .in(sum_184), .out(sum_184_s105));
    wire [15:0] difference_s78;
    delay #(.WIDTH(16), .CYCLES(49)) difference_s78_delay (.clk(clk), .reset(reset), .in(difference), .out(difference_s78));
    wire [15:0] sum_185_s78;
    delay #(.WIDTH(16), .CYCLES(49)) sum_185_s78_delay (.clk(clk), .reset(reset), .in(sum_185), .out(sum_185_s78));
    reg [7:0] chosen_130_s30; always @(posedge clk) chosen_130_s30 <= chosen_130;
    reg [7:0] chosen_134_s30; always @(posedge clk) chosen_134_s30 <= chosen_134;
    wire any_38_s48;
    delay #(.WIDTH(1), .CYCLES(19)) any_38_s48_delay (.clk(clk), .reset(reset), .in(any_38), .out(any_38_s48));
    wire [127:0] digest_data_addr6_s104;
    delay #(.WIDTH(128), .CYCLES(75)) digest_data_addr6_s104_delay (.clk(clk), .reset(reset), .in(digest_data_addr6), .out(digest_data_addr6_s104));

    // ---- Stage 30 -----------------------------------------------------------------------------------------------------
    // admit.p4 119+138, decide.p4 28-30, echo.p4 29, local.p4 18+35+48+50+53, neighbor.p4 129+163, translate.p4
    // 21-22+33+41+53+56
    wire [7:0] chosen_135 = ipv4_valid_s30 ? chosen_124_s30 : chosen_121_s30;
    wire [7:0] chosen_136 = if_decide_29_s30 ? chosen_135 : chosen_115_s30;
    wire [7:0] chosen_137 = if_local_53_s30 ? 8'h1 : chosen_136;
    wire [7:0] chosen_138 = if_local_50_s30 ? 8'h1 : chosen_136;
    wire [7:0] chosen_139 = ipv4_valid_s30 ? chosen_138 : chosen_137;
    wire if_decide_30 = chosen_136 == 8'h0;
    wire all_46 = all_2_s30 & if_decide_30;
    wire all_45 = {~ipv4_valid_s30} & all_46;
    wire all_44 = ipv4_valid_s30 & all_46;
    wire [15:0] sum_186 = {15'd0, sum_174_s30[16]} + sum_175_s30;
    wire [15:0] icmp_checksum_4 = any_34_s30 ? icmp_checksum_3_s30 : {~sum_186};
    wire [15:0] icmp_checksum_5 = served6_nd_reply_4_s30 ? icmp_checksum_4 : icmp_checksum_3_s30;
    wire [15:0] sum_187 = sum_159_s30 + {~icmp_checksum_5};
    wire [17:0] sum_188 = {1'd0, sum_160_s30} + {2'd0, {~icmp_checksum_5}};
    wire [15:0] sum_189 = sum_161_s30 + {~icmp_checksum_5};
    wire [17:0] sum_190 = sum_180_s30 + sum_181_s30;
    wire [17:0] chosen_140 = ipv6_valid_s30 ? sum_190 : sum_26_s30;
    wire [19:0] sum_191 = {1'd0, sum_182_s30} + {1'd0, sum_183_s30};
    wire [1:0] chosen_141 = ipv6_valid_s30 ? sum_191[19:18] : 2'h0;
    wire [20:0] sum_192 = {4'd0, sum_138_s30} + {1'd0, {chosen_141, chosen_140}};
    wire [20:0] chosen_142 = ipv4_valid_s30 ? 21'h0 : sum_192;
    wire [15:0] sum_193 = sum_90_s30 + chosen_140[15:0];
    wire [20:0] sum_194 = {4'd0, sum_91_s30} + {1'd0, {chosen_141, chosen_140}};
    wire [15:0] sum_195 = sum_76_s30 + chosen_140[15:0];
    wire [20:0] sum_196 = {4'd0, sum_77_s30} + {1'd0, {chosen_141, chosen_140}};
    wire [7:0] chosen_143 = ipv6_valid_s30 ? chosen_130_s30 : chosen_120_s30;
    wire [7:0] chosen_144 = ipv4_valid_s30 ? chosen_134_s30 : chosen_143;
    wire [7:0] chosen_145 = if_decide_29_s30 ? chosen_144 : chosen_120_s30;
    wire [7:0] chosen_146 = if_local_53_s30 ? 8'ha : chosen_145;
    wire [7:0] chosen_147 = if_local_50_s30 ? 8'ha : chosen_145;
    wire [7:0] chosen_148 = ipv4_valid_s30 ? chosen_147 : chosen_146;

    // Table eam6_dst, classify.p4:37: 128 rows, looked up in stage 30.
    wire eam6_dst_hit;
    wire [84:0] eam6_dst_value;
    wire [31:0] eam6_dst_rdata;
    wire [127:0] eam6_dst_key = 
            ipv6_dst_addr_3_s30;
    ternary_table #(
        .KEY(128), .VALUE(85),
        .ROWS(128)
    ) eam6_dst_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[30]), .lookup_key(eam6_dst_key),
        .lookup_counts(all_47_s35), .hit(eam6_dst_hit), .value(eam6_dst_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd26), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam6_dst_rdata));
    wire [7:0] chosen_136_s34;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_136_s34_delay (.clk(clk), .reset(reset), .in(chosen_136), .out(chosen_136_s34));
    wire [7:0] chosen_139_s34;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_139_s34_delay (.clk(clk), .reset(reset), .in(chosen_139), .out(chosen_139_s34));
    wire if_decide_30_s34;
    delay #(.WIDTH(1), .CYCLES(4)) if_decide_30_s34_delay (.clk(clk), .reset(reset), .in(if_decide_30), .out(if_decide_30_s34));
    wire all_45_s33;
    delay #(.WIDTH(1), .CYCLES(3)) all_45_s33_delay (.clk(clk), .reset(reset), .in(all_45), .out(all_45_s33));
    reg all_44_s31; always @(posedge clk) all_44_s31 <= all_44;
    wire [15:0] icmp_checksum_5_s32;
    delay #(.WIDTH(16), .CYCLES(2)) icmp_checksum_5_s32_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5), .out(icmp_checksum_5_s32));
    wire [15:0] icmp_checksum_5_s86;
    delay #(.WIDTH(16), .CYCLES(54)) icmp_checksum_5_s86_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5_s32), .out(icmp_checksum_5_s86));
    wire [15:0] icmp_checksum_5_s104;
    delay #(.WIDTH(16), .CYCLES(18)) icmp_checksum_5_s104_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5_s86), .out(icmp_checksum_5_s104));
    reg [15:0] sum_187_s31; always @(posedge clk) sum_187_s31 <= sum_187;
    reg [17:0] sum_188_s31; always @(posedge clk) sum_188_s31 <= sum_188;
    reg [15:0] sum_189_s31; always @(posedge clk) sum_189_s31 <= sum_189;
    reg [20:0] chosen_142_s31; always @(posedge clk) chosen_142_s31 <= chosen_142;
    reg [15:0] sum_193_s31; always @(posedge clk) sum_193_s31 <= sum_193;
    reg [20:0] sum_194_s31; always @(posedge clk) sum_194_s31 <= sum_194;
    reg [15:0] sum_195_s31; always @(posedge clk) sum_195_s31 <= sum_195;
    reg [20:0] sum_196_s31; always @(posedge clk) sum_196_s31 <= sum_196;
    wire [7:0] chosen_145_s34;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_145_s34_delay (.clk(clk), .reset(reset), .in(chosen_145), .out(chosen_145_s34));
    wire [7:0] chosen_148_s34;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_148_s34_delay (.clk(clk), .reset(reset), .in(chosen_148), .out(chosen_148_s34));

    // ---- Stage 31 -----------------------------------------------------------------------------------------------------
    // echo.p4 29-30, translate.p4 33+41+48+63+78
    wire [16:0] sum_197 = {15'd0, sum_188_s31[17:16]} + {1'd0, sum_187_s31};
    wire [15:0] sum_198 = sum_189_s31 + {14'd0, sum_188_s31[17:16]};
    wire [15:0] sum_199 = {15'd0, sum_197[16]} + sum_198;
    wire if_echo_30 = {~sum_199} == 16'h0;
    wire [15:0] sum_200 = sum_170_s31 + chosen_142_s31[15:0];
    wire [21:0] sum_201 = {5'd0, sum_171_s31} + {1'd0, chosen_142_s31};
    wire [16:0] sum_202 = {11'd0, sum_201[21:16]} + {1'd0, sum_200};
    wire [15:0] sum_203 = sum_200 + {10'd0, sum_201[21:16]};
    wire [16:0] sum_204 = {12'd0, sum_194_s31[20:16]} + {1'd0, sum_193_s31};
    wire [15:0] sum_205 = sum_193_s31 + {11'd0, sum_194_s31[20:16]};
    wire [15:0] sum_206 = {15'd0, sum_204[16]} + sum_205;
    wire [16:0] sum_207 = {12'd0, sum_196_s31[20:16]} + {1'd0, sum_195_s31};
    wire [15:0] sum_208 = sum_195_s31 + {11'd0, sum_196_s31[20:16]};
    wire [15:0] sum_209 = {15'd0, sum_207[16]} + sum_208;
    reg [15:0] sum_199_s32; always @(posedge clk) sum_199_s32 <= sum_199;
    reg if_echo_30_s32; always @(posedge clk) if_echo_30_s32 <= if_echo_30;
    reg [16:0] sum_202_s32; always @(posedge clk) sum_202_s32 <= sum_202;
    reg [15:0] sum_203_s32; always @(posedge clk) sum_203_s32 <= sum_203;
    reg [15:0] sum_206_s32; always @(posedge clk) sum_206_s32 <= sum_206;
    reg [15:0] sum_209_s32; always @(posedge clk) sum_209_s32 <= sum_209;

    // ---- Stage 32 -----------------------------------------------------------------------------------------------------
    // echo.p4 30, local.p4 18, translate.p4 33+48+78
    wire local4_local = local4_hit & local4_value;
    wire [15:0] icmp_checksum_6 = if_echo_30_s32 ? 16'hffff : {~sum_199_s32};
    wire [15:0] sum_210 = {15'd0, sum_202_s32[16]} + sum_203_s32;
    wire [15:0] sum_211 = {~icmp_checksum_5_s32} + {~sum_210};
    wire [16:0] sum_212 = {1'd0, {~icmp_checksum_5_s32}} + {1'd0, {~sum_210}};
    wire [15:0] sum_213 = {~udp_checksum_s32} + {~sum_206_s32};
    wire [16:0] sum_214 = {1'd0, {~udp_checksum_s32}} + {1'd0, {~sum_206_s32}};
    wire [15:0] sum_215 = {~tcp_checksum_s32} + {~sum_209_s32};
    wire [16:0] sum_216 = {1'd0, {~tcp_checksum_s32}} + {1'd0, {~sum_209_s32}};

    // Table pool6, classify.p4:84: 16 rows, looked up in stage 32.
    wire pool6_hit;
    wire [74:0] pool6_value;
    wire [31:0] pool6_rdata;
    wire [127:0] pool6_key = 
            ipv6_dst_addr_3_s32;
    ternary_table #(
        .KEY(128), .VALUE(75),
        .ROWS(16)
    ) pool6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[32]), .lookup_key(pool6_key),
        .lookup_counts(all_48_s37), .hit(pool6_hit), .value(pool6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd28), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool6_rdata));
    wire local4_local_s34;
    delay #(.WIDTH(1), .CYCLES(2)) local4_local_s34_delay (.clk(clk), .reset(reset), .in(local4_local), .out(local4_local_s34));
    wire [15:0] icmp_checksum_6_s104;
    delay #(.WIDTH(16), .CYCLES(72)) icmp_checksum_6_s104_delay (.clk(clk), .reset(reset), .in(icmp_checksum_6), .out(icmp_checksum_6_s104));
    wire [15:0] sum_211_s53;
    delay #(.WIDTH(16), .CYCLES(21)) sum_211_s53_delay (.clk(clk), .reset(reset), .in(sum_211), .out(sum_211_s53));
    wire [16:0] sum_212_s84;
    delay #(.WIDTH(17), .CYCLES(52)) sum_212_s84_delay (.clk(clk), .reset(reset), .in(sum_212), .out(sum_212_s84));
    wire [15:0] sum_213_s59;
    delay #(.WIDTH(16), .CYCLES(27)) sum_213_s59_delay (.clk(clk), .reset(reset), .in(sum_213), .out(sum_213_s59));
    wire [16:0] sum_214_s83;
    delay #(.WIDTH(17), .CYCLES(51)) sum_214_s83_delay (.clk(clk), .reset(reset), .in(sum_214), .out(sum_214_s83));
    wire [15:0] sum_215_s59;
    delay #(.WIDTH(16), .CYCLES(27)) sum_215_s59_delay (.clk(clk), .reset(reset), .in(sum_215), .out(sum_215_s59));
    wire [16:0] sum_216_s83;
    delay #(.WIDTH(17), .CYCLES(51)) sum_216_s83_delay (.clk(clk), .reset(reset), .in(sum_216), .out(sum_216_s83));

    // ---- Stage 34 -----------------------------------------------------------------------------------------------------
    // classify.p4 154, decide.p4 30-31, eligible.p4 86+111, local.p4 27+35+40
    wire local6_local = local6_hit & local6_value;
    wire local4_local_2 = ipv4_valid_s34 ? local4_local_s34 : local6_local;
    wire [7:0] chosen_149 = local4_local_2 ? chosen_125_s34 : chosen_139_s34;
    wire [7:0] chosen_150 = if_decide_30_s34 ? chosen_149 : chosen_136_s34;
    wire if_decide_31 = chosen_150 == 8'h0;
    wire all_49 = all_2_s34 & if_decide_31;
    wire all_47 = ipv6_valid_s34 & all_49;
    wire all_50 = ipv6_valid_s34 & if_decide_31;
    wire local4_local_3 = if_decide_30_s34 & local4_local_2;
    wire [7:0] chosen_151 = local4_local_3 ? chosen_127_s34 : chosen_107_s34;
    wire [7:0] chosen_152 = if_eligible_111_s34 ? 8'h5 : chosen_151;
    wire [7:0] chosen_153 = ipv4_valid_s34 ? chosen_151 : chosen_22_s34;
    wire [7:0] chosen_154 = local4_local_2 ? chosen_145_s34 : chosen_148_s34;
    wire [7:0] chosen_155 = if_decide_30_s34 ? chosen_154 : chosen_145_s34;
    wire [7:0] chosen_150_s39;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_150_s39_delay (.clk(clk), .reset(reset), .in(chosen_150), .out(chosen_150_s39));
    wire [7:0] chosen_150_s48;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_150_s48_delay (.clk(clk), .reset(reset), .in(chosen_150_s39), .out(chosen_150_s48));
    wire if_decide_31_s38;
    delay #(.WIDTH(1), .CYCLES(4)) if_decide_31_s38_delay (.clk(clk), .reset(reset), .in(if_decide_31), .out(if_decide_31_s38));
    reg if_decide_31_s39; always @(posedge clk) if_decide_31_s39 <= if_decide_31_s38;
    wire if_decide_31_s46;
    delay #(.WIDTH(1), .CYCLES(7)) if_decide_31_s46_delay (.clk(clk), .reset(reset), .in(if_decide_31_s39), .out(if_decide_31_s46));
    wire if_decide_31_s48;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s48_delay (.clk(clk), .reset(reset), .in(if_decide_31_s46), .out(if_decide_31_s48));
    wire if_decide_31_s50;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s50_delay (.clk(clk), .reset(reset), .in(if_decide_31_s48), .out(if_decide_31_s50));
    wire if_decide_31_s52;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s52_delay (.clk(clk), .reset(reset), .in(if_decide_31_s50), .out(if_decide_31_s52));
    wire all_49_s48;
    delay #(.WIDTH(1), .CYCLES(14)) all_49_s48_delay (.clk(clk), .reset(reset), .in(all_49), .out(all_49_s48));
    reg all_47_s35; always @(posedge clk) all_47_s35 <= all_47;
    reg all_47_s36; always @(posedge clk) all_47_s36 <= all_47_s35;
    wire all_47_s39;
    delay #(.WIDTH(1), .CYCLES(3)) all_47_s39_delay (.clk(clk), .reset(reset), .in(all_47_s36), .out(all_47_s39));
    wire all_50_s39;
    delay #(.WIDTH(1), .CYCLES(5)) all_50_s39_delay (.clk(clk), .reset(reset), .in(all_50), .out(all_50_s39));
    wire [7:0] chosen_151_s52;
    delay #(.WIDTH(8), .CYCLES(18)) chosen_151_s52_delay (.clk(clk), .reset(reset), .in(chosen_151), .out(chosen_151_s52));
    wire [7:0] chosen_151_s55;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_151_s55_delay (.clk(clk), .reset(reset), .in(chosen_151_s52), .out(chosen_151_s55));
    reg [7:0] chosen_151_s56; always @(posedge clk) chosen_151_s56 <= chosen_151_s55;
    reg [7:0] chosen_151_s57; always @(posedge clk) chosen_151_s57 <= chosen_151_s56;
    wire [7:0] chosen_152_s55;
    delay #(.WIDTH(8), .CYCLES(21)) chosen_152_s55_delay (.clk(clk), .reset(reset), .in(chosen_152), .out(chosen_152_s55));
    wire [7:0] chosen_153_s56;
    delay #(.WIDTH(8), .CYCLES(22)) chosen_153_s56_delay (.clk(clk), .reset(reset), .in(chosen_153), .out(chosen_153_s56));
    wire [7:0] chosen_155_s39;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_155_s39_delay (.clk(clk), .reset(reset), .in(chosen_155), .out(chosen_155_s39));
    wire [7:0] chosen_155_s48;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_155_s48_delay (.clk(clk), .reset(reset), .in(chosen_155_s39), .out(chosen_155_s48));

    // ---- Stage 36 -----------------------------------------------------------------------------------------------------
    // classify.p4 37+84+154+159
    wire eam6_dst_eam_dst_to4 = eam6_dst_hit & eam6_dst_value[84];
    wire all_48 = all_47_s36 & {~eam6_dst_hit};
    wire [11:0] eam6_dst_instance = eam6_dst_value[11:0];
    wire [7:0] eam6_dst_shift = eam6_dst_value[19:12];
    wire [127:0] card_pipe_Decide_Classify_shifted =
            eam6_dst_shift[0] ? {1'h0, ipv6_dst_addr_3_s36[127:1]} : ipv6_dst_addr_3_s36;
    wire [127:0] card_pipe_Decide_Classify_shifted_2 =
            eam6_dst_shift[1] ? {2'h0, card_pipe_Decide_Classify_shifted[127:2]} : card_pipe_Decide_Classify_shifted;
    wire [127:0] card_pipe_Decide_Classify_shifted_3 =
            eam6_dst_shift[2] ? {4'h0, card_pipe_Decide_Classify_shifted_2[127:4]} :
            card_pipe_Decide_Classify_shifted_2;
    wire [127:0] card_pipe_Decide_Classify_shifted_4 =
            eam6_dst_shift[3] ? {8'h0, card_pipe_Decide_Classify_shifted_3[127:8]} :
            card_pipe_Decide_Classify_shifted_3;
    wire is_equal_40 = eam6_dst_shift == 8'h0;
    wire [31:0] eam6_dst_suffix_mask = eam6_dst_value[51:20];
    wire [31:0] eam6_dst_prefix4 = eam6_dst_value[83:52];
    wire eam6_dst_eam_dst_to4_2 = ipv6_valid_s36 & eam6_dst_eam_dst_to4;
    wire eam6_dst_eam_dst_to4_s38;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_dst_eam_dst_to4_s38_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4), .out(eam6_dst_eam_dst_to4_s38));
    reg eam6_dst_eam_dst_to4_s39; always @(posedge clk) eam6_dst_eam_dst_to4_s39 <= eam6_dst_eam_dst_to4_s38;
    reg all_48_s37; always @(posedge clk) all_48_s37 <= all_48;
    wire [11:0] eam6_dst_instance_s39;
    delay #(.WIDTH(12), .CYCLES(3)) eam6_dst_instance_s39_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance), .out(eam6_dst_instance_s39));
    reg [7:0] eam6_dst_shift_s37; always @(posedge clk) eam6_dst_shift_s37 <= eam6_dst_shift;
    reg [127:0] card_pipe_Decide_Classify_shifted_4_s37; always @(posedge clk) card_pipe_Decide_Classify_shifted_4_s37 <= card_pipe_Decide_Classify_shifted_4;
    reg is_equal_40_s37; always @(posedge clk) is_equal_40_s37 <= is_equal_40;
    reg [31:0] eam6_dst_suffix_mask_s37; always @(posedge clk) eam6_dst_suffix_mask_s37 <= eam6_dst_suffix_mask;
    wire [31:0] eam6_dst_prefix4_s38;
    delay #(.WIDTH(32), .CYCLES(2)) eam6_dst_prefix4_s38_delay (.clk(clk), .reset(reset), .in(eam6_dst_prefix4), .out(eam6_dst_prefix4_s38));
    wire eam6_dst_eam_dst_to4_2_s50;
    delay #(.WIDTH(1), .CYCLES(14)) eam6_dst_eam_dst_to4_2_s50_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_2), .out(eam6_dst_eam_dst_to4_2_s50));

    // ---- Stage 37 -----------------------------------------------------------------------------------------------------
    // classify.p4 159-160
    wire [127:0] card_pipe_Decide_Classify_shifted_5 =
            eam6_dst_shift_s37[4] ? {16'h0, card_pipe_Decide_Classify_shifted_4_s37[127:16]} :
            card_pipe_Decide_Classify_shifted_4_s37;
    wire [127:0] card_pipe_Decide_Classify_shifted_6 =
            eam6_dst_shift_s37[5] ? {32'h0, card_pipe_Decide_Classify_shifted_5[127:32]} :
            card_pipe_Decide_Classify_shifted_5;
    wire [127:0] card_pipe_Decide_Classify_shifted_7 =
            eam6_dst_shift_s37[6] ? {64'h0, card_pipe_Decide_Classify_shifted_6[127:64]} :
            card_pipe_Decide_Classify_shifted_6;
    wire [127:0] card_pipe_Decide_Classify_shifted_8 =
            is_equal_40_s37 ? ipv6_dst_addr_3_s37 : card_pipe_Decide_Classify_shifted_7;
    wire [31:0] all_51 = eam6_dst_suffix_mask_s37 & card_pipe_Decide_Classify_shifted_8[31:0];
    reg [31:0] all_51_s38; always @(posedge clk) all_51_s38 <= all_51;

    // ---- Stage 38 -----------------------------------------------------------------------------------------------------
    // classify.p4 37+84+154+160+183, decide.p4 31
    wire pool6_extract_96 = pool6_hit & (pool6_value[74:72] == 3'h6);
    wire pool6_extract_64 = pool6_hit & (pool6_value[74:72] == 3'h5);
    wire pool6_extract_56 = pool6_hit & (pool6_value[74:72] == 3'h4);
    wire pool6_extract_48 = pool6_hit & (pool6_value[74:72] == 3'h3);
    wire pool6_extract_40 = pool6_hit & (pool6_value[74:72] == 3'h2);
    wire pool6_extract_32 = pool6_hit & (pool6_value[74:72] == 3'h1);
    wire pool6_extract_32_2 = pool6_extract_32 | pool6_extract_40;
    wire pool6_extract_32_3 = pool6_extract_32_2 | pool6_extract_48;
    wire pool6_extract_32_4 = pool6_extract_32_3 | pool6_extract_56;
    wire pool6_extract_32_5 = pool6_extract_32_4 | pool6_extract_64;
    wire pool6_extract_32_6 = pool6_extract_32_5 | pool6_extract_96;
    wire any_39 = pool6_extract_32_6 | eam6_dst_eam_dst_to4_s38;
    wire [7:0] chosen_156 = any_39 ? 8'h1 : 8'h0;
    wire [11:0] pool6_instance = pool6_value[71:60];
    wire [11:0] pool6_instance_2 = pool6_extract_32 ? pool6_instance : 12'h0;
    wire [11:0] pool6_instance_3 = pool6_value[59:48];
    wire [11:0] pool6_instance_4 = pool6_extract_40 ? pool6_instance_3 : pool6_instance_2;
    wire [11:0] pool6_instance_5 = pool6_value[47:36];
    wire [11:0] pool6_instance_6 = pool6_extract_48 ? pool6_instance_5 : pool6_instance_4;
    wire [11:0] pool6_instance_7 = pool6_value[35:24];
    wire [11:0] pool6_instance_8 = pool6_extract_56 ? pool6_instance_7 : pool6_instance_6;
    wire [11:0] pool6_instance_9 = pool6_value[23:12];
    wire [11:0] pool6_instance_10 = pool6_extract_64 ? pool6_instance_9 : pool6_instance_8;
    wire [11:0] pool6_instance_11 = pool6_value[11:0];
    wire [11:0] pool6_instance_12 = pool6_extract_96 ? pool6_instance_11 : pool6_instance_10;
    wire [31:0] meta_dst4 = pool6_extract_32 ? ipv6_dst_addr_3_s38[95:64] : 32'h0;
    wire [31:0] meta_dst4_2 = pool6_extract_40 ? {ipv6_dst_addr_3_s38[87:64], ipv6_dst_addr_3_s38[55:48]} : meta_dst4;
    wire [31:0] meta_dst4_3 = pool6_extract_48 ? {ipv6_dst_addr_3_s38[79:64], ipv6_dst_addr_3_s38[55:40]} : meta_dst4_2;
    wire [31:0] meta_dst4_4 = pool6_extract_56 ? {ipv6_dst_addr_3_s38[71:64], ipv6_dst_addr_3_s38[55:32]} : meta_dst4_3;
    wire [31:0] meta_dst4_5 = pool6_extract_64 ? ipv6_dst_addr_3_s38[55:24] : meta_dst4_4;
    wire [31:0] meta_dst4_6 = pool6_extract_96 ? ipv6_dst_addr_3_s38[31:0] : meta_dst4_5;
    wire [31:0] meta_dst4_7 = eam6_dst_prefix4_s38 | all_51_s38;
    wire pool6_extract_32_7 = pool6_extract_32_6 & {~eam6_dst_eam_dst_to4_s38};
    wire pool6_extract_32_8 = ipv6_valid_s38 & pool6_extract_32_7;
    wire any_40 = ipv4_valid_s38 | pool6_extract_32_8;
    wire [7:0] chosen_157 = (ipv6_valid_s38 & any_39) ? 8'h1 : 8'h0;
    wire pool6_extract_32_9 = if_decide_31_s38 & pool6_extract_32_8;
    reg [7:0] chosen_156_s39; always @(posedge clk) chosen_156_s39 <= chosen_156;
    reg [11:0] pool6_instance_12_s39; always @(posedge clk) pool6_instance_12_s39 <= pool6_instance_12;
    reg [31:0] meta_dst4_6_s39; always @(posedge clk) meta_dst4_6_s39 <= meta_dst4_6;
    reg [31:0] meta_dst4_7_s39; always @(posedge clk) meta_dst4_7_s39 <= meta_dst4_7;
    wire any_40_s48;
    delay #(.WIDTH(1), .CYCLES(10)) any_40_s48_delay (.clk(clk), .reset(reset), .in(any_40), .out(any_40_s48));
    wire [7:0] chosen_157_s52;
    delay #(.WIDTH(8), .CYCLES(14)) chosen_157_s52_delay (.clk(clk), .reset(reset), .in(chosen_157), .out(chosen_157_s52));
    wire pool6_extract_32_9_s46;
    delay #(.WIDTH(1), .CYCLES(8)) pool6_extract_32_9_s46_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9), .out(pool6_extract_32_9_s46));
    wire pool6_extract_32_9_s62;
    delay #(.WIDTH(1), .CYCLES(16)) pool6_extract_32_9_s62_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s46), .out(pool6_extract_32_9_s62));
    wire pool6_extract_32_9_s71;
    delay #(.WIDTH(1), .CYCLES(9)) pool6_extract_32_9_s71_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s62), .out(pool6_extract_32_9_s71));
    wire pool6_extract_32_9_s73;
    delay #(.WIDTH(1), .CYCLES(2)) pool6_extract_32_9_s73_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s71), .out(pool6_extract_32_9_s73));
    wire pool6_extract_32_9_s75;
    delay #(.WIDTH(1), .CYCLES(2)) pool6_extract_32_9_s75_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s73), .out(pool6_extract_32_9_s75));

    // ---- Stage 39 -----------------------------------------------------------------------------------------------------
    // card.p4 128, classify.p4 37+154+162+164, decide.p4 31, translate.p4 27+98
    wire if_classify_162 = chosen_156_s39 == 8'h1;
    wire all_52 = all_47_s39 & if_classify_162;
    wire [11:0] eam6_dst_instance_2 = eam6_dst_eam_dst_to4_s39 ? eam6_dst_instance_s39 : pool6_instance_12_s39;
    wire [31:0] meta_dst4_8 = eam6_dst_eam_dst_to4_s39 ? meta_dst4_7_s39 : meta_dst4_6_s39;
    wire if_classify_164 =
            (((meta_dst4_8[31:24] == 8'h0) | (meta_dst4_8[31:24] == 8'h7f)) | (meta_dst4_8[31:29] == 3'h7)) |
            (meta_dst4_8[31:16] == 16'ha9fe);
    wire [7:0] chosen_158 = if_classify_164 ? 8'h1 : chosen_150_s39;
    wire all_53 = ipv6_valid_s39 & if_classify_162;
    wire all_54 = if_decide_31_s39 & all_53;
    wire [31:0] meta_dst4_9 = ipv6_valid_s39 ? meta_dst4_8 : ipv4_dst_addr_s39;
    wire [31:0] meta_dst4_10 = if_decide_31_s39 ? meta_dst4_9 : 32'h0;
    wire [11:0] eam6_dst_instance_3 = all_50_s39 ? eam6_dst_instance_2 : 12'h0;
    wire [16:0] sum_217 = {1'd0, meta_dst4_10[15:0]} + {1'd0, meta_dst4_10[31:16]};
    wire [15:0] sum_218 = meta_dst4_10[15:0] + meta_dst4_10[31:16];
    wire [7:0] chosen_159 = if_classify_164 ? 8'h9 : chosen_155_s39;
    wire [31:0] meta_dst4_11 = ipv6_valid_s39 ? meta_dst4_10 : ipv4_src_addr_s39;
    wire if_classify_162_s46;
    delay #(.WIDTH(1), .CYCLES(7)) if_classify_162_s46_delay (.clk(clk), .reset(reset), .in(if_classify_162), .out(if_classify_162_s46));
    wire all_52_s45;
    delay #(.WIDTH(1), .CYCLES(6)) all_52_s45_delay (.clk(clk), .reset(reset), .in(all_52), .out(all_52_s45));
    reg all_52_s46; always @(posedge clk) all_52_s46 <= all_52_s45;
    reg [11:0] eam6_dst_instance_2_s40; always @(posedge clk) eam6_dst_instance_2_s40 <= eam6_dst_instance_2;
    wire if_classify_164_s48;
    delay #(.WIDTH(1), .CYCLES(9)) if_classify_164_s48_delay (.clk(clk), .reset(reset), .in(if_classify_164), .out(if_classify_164_s48));
    wire [7:0] chosen_158_s48;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_158_s48_delay (.clk(clk), .reset(reset), .in(chosen_158), .out(chosen_158_s48));
    wire all_53_s48;
    delay #(.WIDTH(1), .CYCLES(9)) all_53_s48_delay (.clk(clk), .reset(reset), .in(all_53), .out(all_53_s48));
    wire all_54_s48;
    delay #(.WIDTH(1), .CYCLES(9)) all_54_s48_delay (.clk(clk), .reset(reset), .in(all_54), .out(all_54_s48));
    wire [31:0] meta_dst4_9_s44;
    delay #(.WIDTH(32), .CYCLES(5)) meta_dst4_9_s44_delay (.clk(clk), .reset(reset), .in(meta_dst4_9), .out(meta_dst4_9_s44));
    wire [31:0] meta_dst4_9_s46;
    delay #(.WIDTH(32), .CYCLES(2)) meta_dst4_9_s46_delay (.clk(clk), .reset(reset), .in(meta_dst4_9_s44), .out(meta_dst4_9_s46));
    wire [31:0] meta_dst4_9_s50;
    delay #(.WIDTH(32), .CYCLES(4)) meta_dst4_9_s50_delay (.clk(clk), .reset(reset), .in(meta_dst4_9_s46), .out(meta_dst4_9_s50));
    wire [31:0] meta_dst4_10_s52;
    delay #(.WIDTH(32), .CYCLES(13)) meta_dst4_10_s52_delay (.clk(clk), .reset(reset), .in(meta_dst4_10), .out(meta_dst4_10_s52));
    wire [31:0] meta_dst4_10_s54;
    delay #(.WIDTH(32), .CYCLES(2)) meta_dst4_10_s54_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s52), .out(meta_dst4_10_s54));
    wire [31:0] meta_dst4_10_s62;
    delay #(.WIDTH(32), .CYCLES(8)) meta_dst4_10_s62_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s54), .out(meta_dst4_10_s62));
    wire [31:0] meta_dst4_10_s76;
    delay #(.WIDTH(32), .CYCLES(14)) meta_dst4_10_s76_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s62), .out(meta_dst4_10_s76));
    wire [31:0] meta_dst4_10_s88;
    delay #(.WIDTH(32), .CYCLES(12)) meta_dst4_10_s88_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s76), .out(meta_dst4_10_s88));
    wire [11:0] eam6_dst_instance_3_s52;
    delay #(.WIDTH(12), .CYCLES(13)) eam6_dst_instance_3_s52_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3), .out(eam6_dst_instance_3_s52));
    wire [11:0] eam6_dst_instance_3_s62;
    delay #(.WIDTH(12), .CYCLES(10)) eam6_dst_instance_3_s62_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s52), .out(eam6_dst_instance_3_s62));
    wire [11:0] eam6_dst_instance_3_s68;
    delay #(.WIDTH(12), .CYCLES(6)) eam6_dst_instance_3_s68_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s62), .out(eam6_dst_instance_3_s68));
    reg [11:0] eam6_dst_instance_3_s69; always @(posedge clk) eam6_dst_instance_3_s69 <= eam6_dst_instance_3_s68;
    wire [11:0] eam6_dst_instance_3_s104;
    delay #(.WIDTH(12), .CYCLES(35)) eam6_dst_instance_3_s104_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s69), .out(eam6_dst_instance_3_s104));
    wire [16:0] sum_217_s55;
    delay #(.WIDTH(17), .CYCLES(16)) sum_217_s55_delay (.clk(clk), .reset(reset), .in(sum_217), .out(sum_217_s55));
    wire [16:0] sum_217_s74;
    delay #(.WIDTH(17), .CYCLES(19)) sum_217_s74_delay (.clk(clk), .reset(reset), .in(sum_217_s55), .out(sum_217_s74));
    wire [15:0] sum_218_s55;
    delay #(.WIDTH(16), .CYCLES(16)) sum_218_s55_delay (.clk(clk), .reset(reset), .in(sum_218), .out(sum_218_s55));
    wire [7:0] chosen_159_s48;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_159_s48_delay (.clk(clk), .reset(reset), .in(chosen_159), .out(chosen_159_s48));
    wire [31:0] meta_dst4_11_s104;
    delay #(.WIDTH(32), .CYCLES(65)) meta_dst4_11_s104_delay (.clk(clk), .reset(reset), .in(meta_dst4_11), .out(meta_dst4_11_s104));

    // ---- Stage 40 -----------------------------------------------------------------------------------------------------
    // 

    // Table eam6_src, classify.p4:55: 128 rows, looked up in stage 40.
    wire eam6_src_hit;
    wire [72:0] eam6_src_value;
    wire [31:0] eam6_src_rdata;
    wire [139:0] eam6_src_key = 
            {ipv6_src_addr_8_s40, eam6_dst_instance_2_s40};
    ternary_table #(
        .KEY(140), .VALUE(73),
        .ROWS(128)
    ) eam6_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[40]), .lookup_key(eam6_src_key),
        .lookup_counts(all_52_s45), .hit(eam6_src_hit), .value(eam6_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd27), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam6_src_rdata));

    // ---- Stage 42 -----------------------------------------------------------------------------------------------------
    // 

    // Table pool6_src, classify.p4:100: 16 rows, looked up in stage 42.
    wire pool6_src_hit;
    wire pool6_src_value;
    wire [31:0] pool6_src_rdata;
    wire [127:0] pool6_src_key = 
            ipv6_src_addr_8_s42;
    ternary_table #(
        .KEY(128), .VALUE(1),
        .ROWS(16)
    ) pool6_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[42]), .lookup_key(pool6_src_key),
        .lookup_counts(all_55_s47), .hit(pool6_src_hit), .value(pool6_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd29), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool6_src_rdata));

    // ---- Stage 44 -----------------------------------------------------------------------------------------------------
    // 

    // Table eam4_dst, classify.p4:120: 128 rows, looked up in stage 44.
    wire eam4_dst_hit;
    wire [180:0] eam4_dst_value;
    wire [31:0] eam4_dst_rdata;
    wire [31:0] eam4_dst_key = 
            meta_dst4_9_s44;
    ternary_table #(
        .KEY(32), .VALUE(181),
        .ROWS(128)
    ) eam4_dst_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[44]), .lookup_key(eam4_dst_key),
        .lookup_counts(all_56_s49), .hit(eam4_dst_hit), .value(eam4_dst_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd30), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam4_dst_rdata));

    // ---- Stage 46 -----------------------------------------------------------------------------------------------------
    // classify.p4 55+100+154+162+173, decide.p4 31, inbound.p4 79, outbound.p4 206
    wire eam6_src_eam_src_to4 = eam6_src_hit & eam6_src_value[72];
    wire eam6_src_eam_src_to4_2 = if_classify_162_s46 & eam6_src_eam_src_to4;
    wire eam6_src_eam_src_to4_3 = ipv6_valid_s46 & eam6_src_eam_src_to4_2;
    wire eam6_src_eam_src_to4_4 = if_decide_31_s46 & eam6_src_eam_src_to4_3;
    wire if_outbound_206 = ipv6_valid_s46 & {~eam6_src_eam_src_to4_4};
    wire all_55 = all_52_s46 & {~eam6_src_hit};
    wire all_57 = ipv6_valid_s46 & (if_classify_162_s46 & {~eam6_src_eam_src_to4});
    wire if_inbound_79 = all_28_s46 & {~eam6_src_eam_src_to4_4};
    wire [7:0] eam6_src_shift = eam6_src_value[7:0];
    wire [127:0] card_pipe_Decide_Classify_shifted_9 =
            eam6_src_shift[0] ? {1'h0, ipv6_src_addr_8_s46[127:1]} : ipv6_src_addr_8_s46;
    wire [127:0] card_pipe_Decide_Classify_shifted_10 =
            eam6_src_shift[1] ? {2'h0, card_pipe_Decide_Classify_shifted_9[127:2]} :
            card_pipe_Decide_Classify_shifted_9;
    wire [127:0] card_pipe_Decide_Classify_shifted_11 =
            eam6_src_shift[2] ? {4'h0, card_pipe_Decide_Classify_shifted_10[127:4]} :
            card_pipe_Decide_Classify_shifted_10;
    wire [127:0] card_pipe_Decide_Classify_shifted_12 =
            eam6_src_shift[3] ? {8'h0, card_pipe_Decide_Classify_shifted_11[127:8]} :
            card_pipe_Decide_Classify_shifted_11;
    wire is_equal_41 = eam6_src_shift == 8'h0;
    wire [31:0] eam6_src_suffix_mask = eam6_src_value[39:8];
    wire [31:0] eam6_src_prefix4 = eam6_src_value[71:40];
    wire all_58 = pool6_extract_32_9_s46 & if_outbound_206;

    // Table pool4, classify.p4:145: 64 rows, looked up in stage 46.
    wire pool4_hit;
    wire [12:0] pool4_value;
    wire [31:0] pool4_rdata;
    wire [31:0] pool4_key = 
            meta_dst4_9_s46;
    ternary_table #(
        .KEY(32), .VALUE(13),
        .ROWS(64)
    ) pool4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[46]), .lookup_key(pool4_key),
        .lookup_counts(all_59_s51), .hit(pool4_hit), .value(pool4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd31), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool4_rdata));
    wire eam6_src_eam_src_to4_s48;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_src_eam_src_to4_s48_delay (.clk(clk), .reset(reset), .in(eam6_src_eam_src_to4), .out(eam6_src_eam_src_to4_s48));
    wire eam6_src_eam_src_to4_2_s48;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_src_eam_src_to4_2_s48_delay (.clk(clk), .reset(reset), .in(eam6_src_eam_src_to4_2), .out(eam6_src_eam_src_to4_2_s48));
    wire if_outbound_206_s71;
    delay #(.WIDTH(1), .CYCLES(25)) if_outbound_206_s71_delay (.clk(clk), .reset(reset), .in(if_outbound_206), .out(if_outbound_206_s71));
    wire if_outbound_206_s73;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_206_s73_delay (.clk(clk), .reset(reset), .in(if_outbound_206_s71), .out(if_outbound_206_s73));
    wire if_outbound_206_s75;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_206_s75_delay (.clk(clk), .reset(reset), .in(if_outbound_206_s73), .out(if_outbound_206_s75));
    reg all_55_s47; always @(posedge clk) all_55_s47 <= all_55;
    wire all_57_s52;
    delay #(.WIDTH(1), .CYCLES(6)) all_57_s52_delay (.clk(clk), .reset(reset), .in(all_57), .out(all_57_s52));
    wire if_inbound_79_s52;
    delay #(.WIDTH(1), .CYCLES(6)) if_inbound_79_s52_delay (.clk(clk), .reset(reset), .in(if_inbound_79), .out(if_inbound_79_s52));
    wire if_inbound_79_s57;
    delay #(.WIDTH(1), .CYCLES(5)) if_inbound_79_s57_delay (.clk(clk), .reset(reset), .in(if_inbound_79_s52), .out(if_inbound_79_s57));
    wire if_inbound_79_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_inbound_79_s59_delay (.clk(clk), .reset(reset), .in(if_inbound_79_s57), .out(if_inbound_79_s59));
    reg [7:0] eam6_src_shift_s47; always @(posedge clk) eam6_src_shift_s47 <= eam6_src_shift;
    reg [127:0] card_pipe_Decide_Classify_shifted_12_s47; always @(posedge clk) card_pipe_Decide_Classify_shifted_12_s47 <= card_pipe_Decide_Classify_shifted_12;
    reg is_equal_41_s47; always @(posedge clk) is_equal_41_s47 <= is_equal_41;
    reg [31:0] eam6_src_suffix_mask_s47; always @(posedge clk) eam6_src_suffix_mask_s47 <= eam6_src_suffix_mask;
    wire [31:0] eam6_src_prefix4_s48;
    delay #(.WIDTH(32), .CYCLES(2)) eam6_src_prefix4_s48_delay (.clk(clk), .reset(reset), .in(eam6_src_prefix4), .out(eam6_src_prefix4_s48));
    wire all_58_s71;
    delay #(.WIDTH(1), .CYCLES(25)) all_58_s71_delay (.clk(clk), .reset(reset), .in(all_58), .out(all_58_s71));

    // ---- Stage 47 -----------------------------------------------------------------------------------------------------
    // classify.p4 173-174
    wire [127:0] card_pipe_Decide_Classify_shifted_13 =
            eam6_src_shift_s47[4] ? {16'h0, card_pipe_Decide_Classify_shifted_12_s47[127:16]} :
            card_pipe_Decide_Classify_shifted_12_s47;
    wire [127:0] card_pipe_Decide_Classify_shifted_14 =
            eam6_src_shift_s47[5] ? {32'h0, card_pipe_Decide_Classify_shifted_13[127:32]} :
            card_pipe_Decide_Classify_shifted_13;
    wire [127:0] card_pipe_Decide_Classify_shifted_15 =
            eam6_src_shift_s47[6] ? {64'h0, card_pipe_Decide_Classify_shifted_14[127:64]} :
            card_pipe_Decide_Classify_shifted_14;
    wire [127:0] card_pipe_Decide_Classify_shifted_16 =
            is_equal_41_s47 ? ipv6_src_addr_8_s47 : card_pipe_Decide_Classify_shifted_15;
    wire [31:0] all_60 = eam6_src_suffix_mask_s47 & card_pipe_Decide_Classify_shifted_16[31:0];
    reg [31:0] all_60_s48; always @(posedge clk) all_60_s48 <= all_60;

    // ---- Stage 48 -----------------------------------------------------------------------------------------------------
    // classify.p4 55+100+154+162+174+183, decide.p4 31+33, eligible.p4 86+88+111+119
    wire pool6_src_loop = pool6_src_hit & pool6_src_value;
    wire [7:0] chosen_160 = (if_classify_164_s48 | pool6_src_loop) ? 8'h1 : chosen_150_s48;
    wire [7:0] chosen_161 = eam6_src_eam_src_to4_s48 ? chosen_158_s48 : chosen_160;
    wire [7:0] chosen_162 = all_54_s48 ? chosen_161 : chosen_150_s48;
    wire [7:0] chosen_163 = all_53_s48 ? chosen_161 : chosen_150_s48;
    wire if_classify_183 = (chosen_163 == 8'h0) & any_40_s48;
    wire all_56 = all_49_s48 & if_classify_183;
    wire if_decide_33 = chosen_162 == 8'h0;
    wire [7:0] chosen_164 = echo_valid_s48 ? chosen_162 : 8'h1;
    wire [7:0] chosen_165 = if_eligible_111_s48 ? 8'h2 : chosen_164;
    wire [7:0] meta_protocol_7 = if_decide_33 ? meta_protocol_5_s48 : 8'h0;
    wire all_61 = if_decide_31_s48 & if_classify_183;
    wire [31:0] meta_src4 = eam6_src_prefix4_s48 | all_60_s48;
    wire [31:0] meta_src4_2 = eam6_src_eam_src_to4_2_s48 ? meta_src4 : 32'h0;
    wire [31:0] meta_src4_3 = ipv6_valid_s48 ? meta_src4_2 : ipv4_src_addr_s48;
    wire [31:0] meta_src4_4 = if_decide_31_s48 ? meta_src4_3 : 32'h0;
    wire [7:0] chosen_166 = pool6_src_loop ? 8'hb : chosen_159_s48;
    wire [7:0] chosen_167 = eam6_src_eam_src_to4_s48 ? chosen_159_s48 : chosen_166;
    wire [7:0] chosen_168 = all_54_s48 ? chosen_167 : chosen_155_s48;
    wire [7:0] chosen_169 = any_38_s48 ? chosen_168 : 8'hf;
    wire [7:0] chosen_170 = fragment_valid_s48 ? 8'h12 : chosen_168;
    wire [7:0] chosen_171 = ipv4_valid_s48 ? 8'h11 : chosen_170;
    wire [7:0] chosen_162_s52;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_162_s52_delay (.clk(clk), .reset(reset), .in(chosen_162), .out(chosen_162_s52));
    wire [7:0] chosen_162_s55;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_162_s55_delay (.clk(clk), .reset(reset), .in(chosen_162_s52), .out(chosen_162_s55));
    reg [7:0] chosen_162_s56; always @(posedge clk) chosen_162_s56 <= chosen_162_s55;
    wire [7:0] chosen_162_s59;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_162_s59_delay (.clk(clk), .reset(reset), .in(chosen_162_s56), .out(chosen_162_s59));
    wire if_classify_183_s50;
    delay #(.WIDTH(1), .CYCLES(2)) if_classify_183_s50_delay (.clk(clk), .reset(reset), .in(if_classify_183), .out(if_classify_183_s50));
    wire if_classify_183_s52;
    delay #(.WIDTH(1), .CYCLES(2)) if_classify_183_s52_delay (.clk(clk), .reset(reset), .in(if_classify_183_s50), .out(if_classify_183_s52));
    reg all_56_s49; always @(posedge clk) all_56_s49 <= all_56;
    reg all_56_s50; always @(posedge clk) all_56_s50 <= all_56_s49;
    wire if_decide_33_s53;
    delay #(.WIDTH(1), .CYCLES(5)) if_decide_33_s53_delay (.clk(clk), .reset(reset), .in(if_decide_33), .out(if_decide_33_s53));
    wire if_decide_33_s55;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_33_s55_delay (.clk(clk), .reset(reset), .in(if_decide_33_s53), .out(if_decide_33_s55));
    reg if_decide_33_s56; always @(posedge clk) if_decide_33_s56 <= if_decide_33_s55;
    wire [7:0] chosen_165_s55;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_165_s55_delay (.clk(clk), .reset(reset), .in(chosen_165), .out(chosen_165_s55));
    wire [7:0] meta_protocol_7_s52;
    delay #(.WIDTH(8), .CYCLES(4)) meta_protocol_7_s52_delay (.clk(clk), .reset(reset), .in(meta_protocol_7), .out(meta_protocol_7_s52));
    reg [7:0] meta_protocol_7_s53; always @(posedge clk) meta_protocol_7_s53 <= meta_protocol_7_s52;
    reg [7:0] meta_protocol_7_s54; always @(posedge clk) meta_protocol_7_s54 <= meta_protocol_7_s53;
    wire all_61_s52;
    delay #(.WIDTH(1), .CYCLES(4)) all_61_s52_delay (.clk(clk), .reset(reset), .in(all_61), .out(all_61_s52));
    wire [31:0] meta_src4_4_s62;
    delay #(.WIDTH(32), .CYCLES(14)) meta_src4_4_s62_delay (.clk(clk), .reset(reset), .in(meta_src4_4), .out(meta_src4_4_s62));
    wire [31:0] meta_src4_4_s73;
    delay #(.WIDTH(32), .CYCLES(11)) meta_src4_4_s73_delay (.clk(clk), .reset(reset), .in(meta_src4_4_s62), .out(meta_src4_4_s73));
    wire [7:0] chosen_168_s52;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_168_s52_delay (.clk(clk), .reset(reset), .in(chosen_168), .out(chosen_168_s52));
    wire [7:0] chosen_168_s55;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_168_s55_delay (.clk(clk), .reset(reset), .in(chosen_168_s52), .out(chosen_168_s55));
    reg [7:0] chosen_168_s56; always @(posedge clk) chosen_168_s56 <= chosen_168_s55;
    wire [7:0] chosen_168_s59;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_168_s59_delay (.clk(clk), .reset(reset), .in(chosen_168_s56), .out(chosen_168_s59));
    wire [7:0] chosen_169_s55;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_169_s55_delay (.clk(clk), .reset(reset), .in(chosen_169), .out(chosen_169_s55));
    wire [7:0] chosen_171_s56;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_171_s56_delay (.clk(clk), .reset(reset), .in(chosen_171), .out(chosen_171_s56));

    // ---- Stage 50 -----------------------------------------------------------------------------------------------------
    // classify.p4 120+145+183+190-191, decide.p4 31
    wire all_59 = all_56_s50 & {~eam4_dst_hit};
    wire eam4_dst_eam_dst_to6 = eam4_dst_hit & eam4_dst_value[180];
    wire eam6_dst_eam_dst_to4_3 = eam6_dst_eam_dst_to4_2_s50 | eam4_dst_eam_dst_to6;
    wire eam6_dst_eam_dst_to4_4 = if_classify_183_s50 ? eam6_dst_eam_dst_to4_3 : eam6_dst_eam_dst_to4_2_s50;
    wire eam6_dst_eam_dst_to4_5 = if_decide_31_s50 & eam6_dst_eam_dst_to4_4;
    wire [11:0] eam4_dst_instance = eam4_dst_value[11:0];
    wire [31:0] eam4_dst_suffix_mask = eam4_dst_value[51:20];
    wire [31:0] all_62 = meta_dst4_9_s50 & eam4_dst_suffix_mask;
    wire [7:0] eam4_dst_shift = eam4_dst_value[19:12];
    wire chosen_172 = eam4_dst_shift[0] ? 1'h0 : all_62[0];
    wire chosen_173 = eam4_dst_shift[1] ? 1'h0 : chosen_172;
    wire chosen_174 = eam4_dst_shift[2] ? 1'h0 : chosen_173;
    wire chosen_175 = eam4_dst_shift[3] ? 1'h0 : chosen_174;
    wire chosen_176 = eam4_dst_shift[4] ? 1'h0 : chosen_175;
    wire chosen_177 = eam4_dst_shift[5] ? 1'h0 : chosen_176;
    wire [30:0] chosen_178 = eam4_dst_shift[0] ? all_62[30:0] : all_62[31:1];
    wire chosen_179 = eam4_dst_shift[1] ? 1'h0 : chosen_178[0];
    wire chosen_180 = eam4_dst_shift[2] ? 1'h0 : chosen_179;
    wire chosen_181 = eam4_dst_shift[3] ? 1'h0 : chosen_180;
    wire chosen_182 = eam4_dst_shift[4] ? 1'h0 : chosen_181;
    wire chosen_183 = eam4_dst_shift[5] ? 1'h0 : chosen_182;
    wire chosen_184 = eam4_dst_shift[1] ? chosen_172 : chosen_178[1];
    wire chosen_185 = eam4_dst_shift[2] ? 1'h0 : chosen_184;
    wire chosen_186 = eam4_dst_shift[3] ? 1'h0 : chosen_185;
    wire chosen_187 = eam4_dst_shift[4] ? 1'h0 : chosen_186;
    wire chosen_188 = eam4_dst_shift[5] ? 1'h0 : chosen_187;
    wire [28:0] chosen_189 = eam4_dst_shift[1] ? chosen_178[28:0] : chosen_178[30:2];
    wire chosen_190 = eam4_dst_shift[2] ? 1'h0 : chosen_189[0];
    wire chosen_191 = eam4_dst_shift[3] ? 1'h0 : chosen_190;
    wire chosen_192 = eam4_dst_shift[4] ? 1'h0 : chosen_191;
    wire chosen_193 = eam4_dst_shift[5] ? 1'h0 : chosen_192;
    wire chosen_194 = eam4_dst_shift[2] ? chosen_173 : chosen_189[1];
    wire chosen_195 = eam4_dst_shift[3] ? 1'h0 : chosen_194;
    wire chosen_196 = eam4_dst_shift[4] ? 1'h0 : chosen_195;
    wire chosen_197 = eam4_dst_shift[5] ? 1'h0 : chosen_196;
    wire chosen_198 = eam4_dst_shift[2] ? chosen_179 : chosen_189[2];
    wire chosen_199 = eam4_dst_shift[3] ? 1'h0 : chosen_198;
    wire chosen_200 = eam4_dst_shift[4] ? 1'h0 : chosen_199;
    wire chosen_201 = eam4_dst_shift[5] ? 1'h0 : chosen_200;
    wire chosen_202 = eam4_dst_shift[2] ? chosen_184 : chosen_189[3];
    wire chosen_203 = eam4_dst_shift[3] ? 1'h0 : chosen_202;
    wire chosen_204 = eam4_dst_shift[4] ? 1'h0 : chosen_203;
    wire chosen_205 = eam4_dst_shift[5] ? 1'h0 : chosen_204;
    wire [24:0] chosen_206 = eam4_dst_shift[2] ? chosen_189[24:0] : chosen_189[28:4];
    wire chosen_207 = eam4_dst_shift[3] ? 1'h0 : chosen_206[0];
    wire chosen_208 = eam4_dst_shift[4] ? 1'h0 : chosen_207;
    wire chosen_209 = eam4_dst_shift[5] ? 1'h0 : chosen_208;
    wire chosen_210 = eam4_dst_shift[3] ? chosen_174 : chosen_206[1];
    wire chosen_211 = eam4_dst_shift[4] ? 1'h0 : chosen_210;
    wire chosen_212 = eam4_dst_shift[5] ? 1'h0 : chosen_211;
    wire chosen_213 = eam4_dst_shift[3] ? chosen_180 : chosen_206[2];
    wire chosen_214 = eam4_dst_shift[4] ? 1'h0 : chosen_213;
    wire chosen_215 = eam4_dst_shift[5] ? 1'h0 : chosen_214;
    wire chosen_216 = eam4_dst_shift[3] ? chosen_185 : chosen_206[3];
    wire chosen_217 = eam4_dst_shift[4] ? 1'h0 : chosen_216;
    wire chosen_218 = eam4_dst_shift[5] ? 1'h0 : chosen_217;
    wire chosen_219 = eam4_dst_shift[3] ? chosen_190 : chosen_206[4];
    wire chosen_220 = eam4_dst_shift[4] ? 1'h0 : chosen_219;
    wire chosen_221 = eam4_dst_shift[5] ? 1'h0 : chosen_220;
    wire chosen_222 = eam4_dst_shift[3] ? chosen_194 : chosen_206[5];
    wire chosen_223 = eam4_dst_shift[4] ? 1'h0 : chosen_222;
    wire chosen_224 = eam4_dst_shift[5] ? 1'h0 : chosen_223;
    wire chosen_225 = eam4_dst_shift[3] ? chosen_198 : chosen_206[6];
    wire chosen_226 = eam4_dst_shift[4] ? 1'h0 : chosen_225;
    wire chosen_227 = eam4_dst_shift[5] ? 1'h0 : chosen_226;
    wire chosen_228 = eam4_dst_shift[3] ? chosen_202 : chosen_206[7];
    wire chosen_229 = eam4_dst_shift[4] ? 1'h0 : chosen_228;
    wire chosen_230 = eam4_dst_shift[5] ? 1'h0 : chosen_229;
    wire [16:0] chosen_231 = eam4_dst_shift[3] ? chosen_206[16:0] : chosen_206[24:8];
    wire chosen_232 = eam4_dst_shift[4] ? 1'h0 : chosen_231[0];
    wire chosen_233 = eam4_dst_shift[5] ? 1'h0 : chosen_232;
    wire chosen_234 = eam4_dst_shift[4] ? chosen_175 : chosen_231[1];
    wire chosen_235 = eam4_dst_shift[5] ? 1'h0 : chosen_234;
    wire chosen_236 = eam4_dst_shift[4] ? chosen_181 : chosen_231[2];
    wire chosen_237 = eam4_dst_shift[5] ? 1'h0 : chosen_236;
    wire chosen_238 = eam4_dst_shift[4] ? chosen_186 : chosen_231[3];
    wire chosen_239 = eam4_dst_shift[5] ? 1'h0 : chosen_238;
    wire chosen_240 = eam4_dst_shift[4] ? chosen_191 : chosen_231[4];
    wire chosen_241 = eam4_dst_shift[5] ? 1'h0 : chosen_240;
    wire chosen_242 = eam4_dst_shift[4] ? chosen_195 : chosen_231[5];
    wire chosen_243 = eam4_dst_shift[5] ? 1'h0 : chosen_242;
    wire chosen_244 = eam4_dst_shift[4] ? chosen_199 : chosen_231[6];
    wire chosen_245 = eam4_dst_shift[5] ? 1'h0 : chosen_244;
    wire chosen_246 = eam4_dst_shift[4] ? chosen_203 : chosen_231[7];
    wire chosen_247 = eam4_dst_shift[5] ? 1'h0 : chosen_246;
    wire chosen_248 = eam4_dst_shift[4] ? chosen_207 : chosen_231[8];
    wire chosen_249 = eam4_dst_shift[5] ? 1'h0 : chosen_248;
    wire chosen_250 = eam4_dst_shift[4] ? chosen_210 : chosen_231[9];
    wire chosen_251 = eam4_dst_shift[5] ? 1'h0 : chosen_250;
    wire chosen_252 = eam4_dst_shift[4] ? chosen_213 : chosen_231[10];
    wire chosen_253 = eam4_dst_shift[5] ? 1'h0 : chosen_252;
    wire chosen_254 = eam4_dst_shift[4] ? chosen_216 : chosen_231[11];
    wire chosen_255 = eam4_dst_shift[5] ? 1'h0 : chosen_254;
    wire chosen_256 = eam4_dst_shift[4] ? chosen_219 : chosen_231[12];
    wire chosen_257 = eam4_dst_shift[5] ? 1'h0 : chosen_256;
    wire chosen_258 = eam4_dst_shift[4] ? chosen_222 : chosen_231[13];
    wire chosen_259 = eam4_dst_shift[5] ? 1'h0 : chosen_258;
    wire chosen_260 = eam4_dst_shift[4] ? chosen_225 : chosen_231[14];
    wire chosen_261 = eam4_dst_shift[5] ? 1'h0 : chosen_260;
    wire chosen_262 = eam4_dst_shift[4] ? chosen_228 : chosen_231[15];
    wire chosen_263 = eam4_dst_shift[5] ? 1'h0 : chosen_262;
    wire chosen_264 = eam4_dst_shift[4] ? chosen_231[0] : chosen_231[16];
    wire chosen_265 = eam4_dst_shift[5] ? 1'h0 : chosen_264;
    wire chosen_266 = eam4_dst_shift[0] ? all_62[31] : 1'h0;
    wire chosen_267 = eam4_dst_shift[1] ? chosen_178[29] : chosen_266;
    wire chosen_268 = eam4_dst_shift[2] ? chosen_189[25] : chosen_267;
    wire chosen_269 = eam4_dst_shift[3] ? chosen_206[17] : chosen_268;
    wire chosen_270 = eam4_dst_shift[4] ? chosen_231[1] : chosen_269;
    wire chosen_271 = eam4_dst_shift[5] ? chosen_176 : chosen_270;
    wire chosen_272 = eam4_dst_shift[1] ? chosen_178[30] : 1'h0;
    wire chosen_273 = eam4_dst_shift[2] ? chosen_189[26] : chosen_272;
    wire chosen_274 = eam4_dst_shift[3] ? chosen_206[18] : chosen_273;
    wire chosen_275 = eam4_dst_shift[4] ? chosen_231[2] : chosen_274;
    wire chosen_276 = eam4_dst_shift[5] ? chosen_182 : chosen_275;
    wire chosen_277 = eam4_dst_shift[1] ? chosen_266 : 1'h0;
    wire chosen_278 = eam4_dst_shift[2] ? chosen_189[27] : chosen_277;
    wire chosen_279 = eam4_dst_shift[3] ? chosen_206[19] : chosen_278;
    wire chosen_280 = eam4_dst_shift[4] ? chosen_231[3] : chosen_279;
    wire chosen_281 = eam4_dst_shift[5] ? chosen_187 : chosen_280;
    wire chosen_282 = eam4_dst_shift[2] ? chosen_189[28] : 1'h0;
    wire chosen_283 = eam4_dst_shift[3] ? chosen_206[20] : chosen_282;
    wire chosen_284 = eam4_dst_shift[4] ? chosen_231[4] : chosen_283;
    wire chosen_285 = eam4_dst_shift[5] ? chosen_192 : chosen_284;
    wire chosen_286 = eam4_dst_shift[2] ? chosen_267 : 1'h0;
    wire chosen_287 = eam4_dst_shift[3] ? chosen_206[21] : chosen_286;
    wire chosen_288 = eam4_dst_shift[4] ? chosen_231[5] : chosen_287;
    wire chosen_289 = eam4_dst_shift[5] ? chosen_196 : chosen_288;
    wire chosen_290 = eam4_dst_shift[2] ? chosen_272 : 1'h0;
    wire chosen_291 = eam4_dst_shift[3] ? chosen_206[22] : chosen_290;
    wire chosen_292 = eam4_dst_shift[4] ? chosen_231[6] : chosen_291;
    wire chosen_293 = eam4_dst_shift[5] ? chosen_200 : chosen_292;
    wire chosen_294 = eam4_dst_shift[2] ? chosen_277 : 1'h0;
    wire chosen_295 = eam4_dst_shift[3] ? chosen_206[23] : chosen_294;
    wire chosen_296 = eam4_dst_shift[4] ? chosen_231[7] : chosen_295;
    wire chosen_297 = eam4_dst_shift[5] ? chosen_204 : chosen_296;
    wire chosen_298 = eam4_dst_shift[3] ? chosen_206[24] : 1'h0;
    wire chosen_299 = eam4_dst_shift[4] ? chosen_231[8] : chosen_298;
    wire chosen_300 = eam4_dst_shift[5] ? chosen_208 : chosen_299;
    wire chosen_301 = eam4_dst_shift[3] ? chosen_268 : 1'h0;
    wire chosen_302 = eam4_dst_shift[4] ? chosen_231[9] : chosen_301;
    wire chosen_303 = eam4_dst_shift[5] ? chosen_211 : chosen_302;
    wire chosen_304 = eam4_dst_shift[3] ? chosen_273 : 1'h0;
    wire chosen_305 = eam4_dst_shift[4] ? chosen_231[10] : chosen_304;
    wire chosen_306 = eam4_dst_shift[5] ? chosen_214 : chosen_305;
    wire chosen_307 = eam4_dst_shift[3] ? chosen_278 : 1'h0;
    wire chosen_308 = eam4_dst_shift[4] ? chosen_231[11] : chosen_307;
    wire chosen_309 = eam4_dst_shift[5] ? chosen_217 : chosen_308;
    wire chosen_310 = eam4_dst_shift[3] ? chosen_282 : 1'h0;
    wire chosen_311 = eam4_dst_shift[4] ? chosen_231[12] : chosen_310;
    wire chosen_312 = eam4_dst_shift[5] ? chosen_220 : chosen_311;
    wire chosen_313 = eam4_dst_shift[3] ? chosen_286 : 1'h0;
    wire chosen_314 = eam4_dst_shift[4] ? chosen_231[13] : chosen_313;
    wire chosen_315 = eam4_dst_shift[5] ? chosen_223 : chosen_314;
    wire chosen_316 = eam4_dst_shift[3] ? chosen_290 : 1'h0;
    wire chosen_317 = eam4_dst_shift[4] ? chosen_231[14] : chosen_316;
    wire chosen_318 = eam4_dst_shift[5] ? chosen_226 : chosen_317;
    wire chosen_319 = eam4_dst_shift[3] ? chosen_294 : 1'h0;
    wire chosen_320 = eam4_dst_shift[4] ? chosen_231[15] : chosen_319;
    wire chosen_321 = eam4_dst_shift[5] ? chosen_229 : chosen_320;
    wire chosen_322 = eam4_dst_shift[4] ? chosen_231[16] : 1'h0;
    wire chosen_323 = eam4_dst_shift[5] ? chosen_232 : chosen_322;
    wire chosen_324 = eam4_dst_shift[4] ? chosen_269 : 1'h0;
    wire chosen_325 = eam4_dst_shift[5] ? chosen_234 : chosen_324;
    wire chosen_326 = eam4_dst_shift[4] ? chosen_274 : 1'h0;
    wire chosen_327 = eam4_dst_shift[5] ? chosen_236 : chosen_326;
    wire chosen_328 = eam4_dst_shift[4] ? chosen_279 : 1'h0;
    wire chosen_329 = eam4_dst_shift[5] ? chosen_238 : chosen_328;
    wire chosen_330 = eam4_dst_shift[4] ? chosen_283 : 1'h0;
    wire chosen_331 = eam4_dst_shift[5] ? chosen_240 : chosen_330;
    wire chosen_332 = eam4_dst_shift[4] ? chosen_287 : 1'h0;
    wire chosen_333 = eam4_dst_shift[5] ? chosen_242 : chosen_332;
    wire chosen_334 = eam4_dst_shift[4] ? chosen_291 : 1'h0;
    wire chosen_335 = eam4_dst_shift[5] ? chosen_244 : chosen_334;
    wire chosen_336 = eam4_dst_shift[4] ? chosen_295 : 1'h0;
    wire chosen_337 = eam4_dst_shift[5] ? chosen_246 : chosen_336;
    wire chosen_338 = eam4_dst_shift[4] ? chosen_298 : 1'h0;
    wire chosen_339 = eam4_dst_shift[5] ? chosen_248 : chosen_338;
    wire chosen_340 = eam4_dst_shift[4] ? chosen_301 : 1'h0;
    wire chosen_341 = eam4_dst_shift[5] ? chosen_250 : chosen_340;
    wire chosen_342 = eam4_dst_shift[4] ? chosen_304 : 1'h0;
    wire chosen_343 = eam4_dst_shift[5] ? chosen_252 : chosen_342;
    wire chosen_344 = eam4_dst_shift[4] ? chosen_307 : 1'h0;
    wire chosen_345 = eam4_dst_shift[5] ? chosen_254 : chosen_344;
    wire chosen_346 = eam4_dst_shift[4] ? chosen_310 : 1'h0;
    wire chosen_347 = eam4_dst_shift[5] ? chosen_256 : chosen_346;
    wire chosen_348 = eam4_dst_shift[4] ? chosen_313 : 1'h0;
    wire chosen_349 = eam4_dst_shift[5] ? chosen_258 : chosen_348;
    wire chosen_350 = eam4_dst_shift[4] ? chosen_316 : 1'h0;
    wire chosen_351 = eam4_dst_shift[5] ? chosen_260 : chosen_350;
    wire chosen_352 = eam4_dst_shift[4] ? chosen_319 : 1'h0;
    wire chosen_353 = eam4_dst_shift[5] ? chosen_262 : chosen_352;
    wire chosen_354 = eam4_dst_shift[5] ? chosen_264 : 1'h0;
    wire chosen_355 = eam4_dst_shift[5] ? chosen_270 : 1'h0;
    wire chosen_356 = eam4_dst_shift[5] ? chosen_275 : 1'h0;
    wire chosen_357 = eam4_dst_shift[5] ? chosen_280 : 1'h0;
    wire chosen_358 = eam4_dst_shift[5] ? chosen_284 : 1'h0;
    wire chosen_359 = eam4_dst_shift[5] ? chosen_288 : 1'h0;
    wire chosen_360 = eam4_dst_shift[5] ? chosen_292 : 1'h0;
    wire chosen_361 = eam4_dst_shift[5] ? chosen_296 : 1'h0;
    wire chosen_362 = eam4_dst_shift[5] ? chosen_299 : 1'h0;
    wire chosen_363 = eam4_dst_shift[5] ? chosen_302 : 1'h0;
    wire chosen_364 = eam4_dst_shift[5] ? chosen_305 : 1'h0;
    wire chosen_365 = eam4_dst_shift[5] ? chosen_308 : 1'h0;
    wire chosen_366 = eam4_dst_shift[5] ? chosen_311 : 1'h0;
    wire chosen_367 = eam4_dst_shift[5] ? chosen_314 : 1'h0;
    wire chosen_368 = eam4_dst_shift[5] ? chosen_317 : 1'h0;
    wire chosen_369 = eam4_dst_shift[5] ? chosen_320 : 1'h0;
    wire chosen_370 = eam4_dst_shift[5] ? chosen_322 : 1'h0;
    wire chosen_371 = eam4_dst_shift[5] ? chosen_324 : 1'h0;
    wire chosen_372 = eam4_dst_shift[5] ? chosen_326 : 1'h0;
    wire chosen_373 = eam4_dst_shift[5] ? chosen_328 : 1'h0;
    wire chosen_374 = eam4_dst_shift[5] ? chosen_330 : 1'h0;
    wire chosen_375 = eam4_dst_shift[5] ? chosen_332 : 1'h0;
    wire chosen_376 = eam4_dst_shift[5] ? chosen_334 : 1'h0;
    wire chosen_377 = eam4_dst_shift[5] ? chosen_336 : 1'h0;
    wire chosen_378 = eam4_dst_shift[5] ? chosen_338 : 1'h0;
    wire chosen_379 = eam4_dst_shift[5] ? chosen_340 : 1'h0;
    wire chosen_380 = eam4_dst_shift[5] ? chosen_342 : 1'h0;
    wire chosen_381 = eam4_dst_shift[5] ? chosen_344 : 1'h0;
    wire chosen_382 = eam4_dst_shift[5] ? chosen_346 : 1'h0;
    wire chosen_383 = eam4_dst_shift[5] ? chosen_348 : 1'h0;
    wire chosen_384 = eam4_dst_shift[5] ? chosen_350 : 1'h0;
    wire chosen_385 = eam4_dst_shift[5] ? chosen_352 : 1'h0;
    wire [127:0] card_pipe_Decide_Classify_shifted_17 =
            eam4_dst_shift[6] ? {chosen_354, chosen_353, chosen_351, chosen_349, chosen_347, chosen_345, chosen_343,
            chosen_341, chosen_339, chosen_337, chosen_335, chosen_333, chosen_331, chosen_329, chosen_327, chosen_325,
            chosen_323, chosen_321, chosen_318, chosen_315, chosen_312, chosen_309, chosen_306, chosen_303, chosen_300,
            chosen_297, chosen_293, chosen_289, chosen_285, chosen_281, chosen_276, chosen_271, chosen_265, chosen_263,
            chosen_261, chosen_259, chosen_257, chosen_255, chosen_253, chosen_251, chosen_249, chosen_247, chosen_245,
            chosen_243, chosen_241, chosen_239, chosen_237, chosen_235, chosen_233, chosen_230, chosen_227, chosen_224,
            chosen_221, chosen_218, chosen_215, chosen_212, chosen_209, chosen_205, chosen_201, chosen_197, chosen_193,
            chosen_188, chosen_183, chosen_177, 64'h0} : {33'h0, chosen_385, chosen_384, chosen_383, chosen_382,
            chosen_381, chosen_380, chosen_379, chosen_378, chosen_377, chosen_376, chosen_375, chosen_374, chosen_373,
            chosen_372, chosen_371, chosen_370, chosen_369, chosen_368, chosen_367, chosen_366, chosen_365, chosen_364,
            chosen_363, chosen_362, chosen_361, chosen_360, chosen_359, chosen_358, chosen_357, chosen_356, chosen_355,
            chosen_354, chosen_353, chosen_351, chosen_349, chosen_347, chosen_345, chosen_343, chosen_341, chosen_339,
            chosen_337, chosen_335, chosen_333, chosen_331, chosen_329, chosen_327, chosen_325, chosen_323, chosen_321,
            chosen_318, chosen_315, chosen_312, chosen_309, chosen_306, chosen_303, chosen_300, chosen_297, chosen_293,
            chosen_289, chosen_285, chosen_281, chosen_276, chosen_271, chosen_265, chosen_263, chosen_261, chosen_259,
            chosen_257, chosen_255, chosen_253, chosen_251, chosen_249, chosen_247, chosen_245, chosen_243, chosen_241,
            chosen_239, chosen_237, chosen_235, chosen_233, chosen_230, chosen_227, chosen_224, chosen_221, chosen_218,
            chosen_215, chosen_212, chosen_209, chosen_205, chosen_201, chosen_197, chosen_193, chosen_188, chosen_183,
            chosen_177};
    wire is_equal_42 = eam4_dst_shift == 8'h0;
    wire [127:0] eam4_dst_prefix6 = eam4_dst_value[179:52];
    wire all_63 = if_decide_31_s50 & (if_classify_183_s50 & eam4_dst_eam_dst_to6);

    // Table translation_options, eligible.p4:30: 64 rows, looked up in stage 50.
    wire translation_options_hit;
    wire [28:0] translation_options_value;
    wire [31:0] translation_options_rdata;
    wire [11:0] translation_options_key = 
            12'h0;
    exact_table #(
        .KEY(12), .VALUE(29),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`TRANSLATION_OPTIONS_HASH)
    ) translation_options_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[50]), .lookup_key(translation_options_key),
        .lookup_counts(all_64_s54), .hit(translation_options_hit), .value(translation_options_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd32), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(translation_options_rdata));
    reg all_59_s51; always @(posedge clk) all_59_s51 <= all_59;
    wire eam4_dst_eam_dst_to6_s52;
    delay #(.WIDTH(1), .CYCLES(2)) eam4_dst_eam_dst_to6_s52_delay (.clk(clk), .reset(reset), .in(eam4_dst_eam_dst_to6), .out(eam4_dst_eam_dst_to6_s52));
    wire eam6_dst_eam_dst_to4_3_s52;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_dst_eam_dst_to4_3_s52_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_3), .out(eam6_dst_eam_dst_to4_3_s52));
    wire eam6_dst_eam_dst_to4_5_s52;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_dst_eam_dst_to4_5_s52_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_5), .out(eam6_dst_eam_dst_to4_5_s52));
    wire [11:0] eam4_dst_instance_s52;
    delay #(.WIDTH(12), .CYCLES(2)) eam4_dst_instance_s52_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance), .out(eam4_dst_instance_s52));
    reg [31:0] all_62_s51; always @(posedge clk) all_62_s51 <= all_62;
    reg [127:0] card_pipe_Decide_Classify_shifted_17_s51; always @(posedge clk) card_pipe_Decide_Classify_shifted_17_s51 <= card_pipe_Decide_Classify_shifted_17;
    reg is_equal_42_s51; always @(posedge clk) is_equal_42_s51 <= is_equal_42;
    reg [127:0] eam4_dst_prefix6_s51; always @(posedge clk) eam4_dst_prefix6_s51 <= eam4_dst_prefix6;
    reg all_63_s51; always @(posedge clk) all_63_s51 <= all_63;

    // ---- Stage 51 -----------------------------------------------------------------------------------------------------
    // classify.p4 191-192, decide.p4 31
    wire [127:0] card_pipe_Decide_Classify_shifted_18 =
            is_equal_42_s51 ? {96'h0, all_62_s51} : card_pipe_Decide_Classify_shifted_17_s51;
    wire [127:0] meta_dst6 = eam4_dst_prefix6_s51 | card_pipe_Decide_Classify_shifted_18;
    wire [127:0] meta_dst6_2 = all_63_s51 ? meta_dst6 : 128'h0;
    wire [127:0] meta_dst6_2_s59;
    delay #(.WIDTH(128), .CYCLES(8)) meta_dst6_2_s59_delay (.clk(clk), .reset(reset), .in(meta_dst6_2), .out(meta_dst6_2_s59));

    // ---- Stage 52 -----------------------------------------------------------------------------------------------------
    // card.p4 150, classify.p4 120+145+183+194, decide.p4 31-32, eligible.p4 106+135, inbound.p4 76, mss.p4 30,
    // outbound.p4 172+220, result.p4 12+24+28, translate.p4 71+87+109
    wire pool4_pool = pool4_hit & pool4_value[12];
    wire chosen_386 = eam4_dst_eam_dst_to6_s52 ? all_57_s52 : (all_57_s52 | pool4_pool);
    wire chosen_387 = if_classify_183_s52 ? chosen_386 : all_57_s52;
    wire if_eligible_135 = if_decide_31_s52 & chosen_387;
    wire [7:0] chosen_388 = if_eligible_135 ? 8'h1 : chosen_162_s52;
    wire pool4_pool_2 = pool4_pool & {~eam4_dst_eam_dst_to6_s52};
    wire if_classify_194 = eam6_dst_eam_dst_to4_3_s52 | pool4_pool_2;
    wire [7:0] chosen_389 = (if_classify_183_s52 & if_classify_194) ? chosen_11_s52 : chosen_157_s52;
    wire [7:0] chosen_390 = if_decide_31_s52 ? chosen_389 : 8'h0;
    wire if_result_12 = chosen_390 == 8'h0;
    wire all_65 = all_2_s52 & {~if_result_12};
    wire if_eligible_106 = ipv4_mf_4_s52 & if_eligible_135;
    wire pool4_pool_3 = if_classify_183_s52 & pool4_pool_2;
    wire pool4_pool_4 = if_decide_31_s52 & pool4_pool_3;
    wire if_result_37 = chosen_390 == 8'h2;
    wire all_66 = eam6_dst_eam_dst_to4_5_s52 & if_result_37;
    wire [11:0] pool4_instance = pool4_value[11:0];
    wire [11:0] pool4_instance_2 = pool4_pool ? pool4_instance : 12'h0;
    wire [11:0] eam4_dst_instance_2 = eam4_dst_eam_dst_to6_s52 ? eam4_dst_instance_s52 : pool4_instance_2;
    wire [11:0] eam4_dst_instance_3 = all_61_s52 ? eam4_dst_instance_2 : 12'h0;
    wire [7:0] meta_protocol_8 = if_result_12 ? 8'h0 : meta_protocol_7_s52;
    wire if_result_24 = echo_valid_s52 & pool4_pool_4;
    wire if_result_28 = chosen_390 == 8'h1;
    wire any_41 = if_result_12 | if_routing_47_s52;
    wire [16:0] chosen_391 = if_result_28 ? sum_126_s52 : chosen_47_s52;
    wire [11:0] eam4_dst_instance_4 = ipv4_valid_s52 ? eam4_dst_instance_3 : eam6_dst_instance_3_s52;
    wire chosen_392 = if_result_12 ? {~ipv4_valid_s52} : {~if_result_28};
    wire [7:0] icmp_type_6 = if_result_37 ? chosen_116_s52 : icmp_type_5_s52;
    wire any_42 = tcp_valid_s52 | if_result_12;
    wire [31:0] fragment_identification_3 =
            if_result_37 ? fragment_identification_2_s52 : {chosen_50_s52, fragment_identification_s52[15:0]};
    wire any_43 = if_result_12 | if_result_28;
    wire all_67 = ipv4_mf_4_s52 & if_result_37;
    wire fragment_valid_4 = if_result_37 ? fragment_valid_3_s52 : fragment_valid_2_s52;
    wire [7:0] ipv4_ttl_2 = if_result_37 ? ipv4_ttl_s52 : ipv6_hop_limit_s52;
    wire ipv6_valid_5 = ipv6_valid_s52 | if_result_37;
    wire ipv4_valid_2 = ipv4_valid_s52 & {~if_result_37};
    wire [3:0] ipv6_version_2 = if_result_37 ? 4'h6 : ipv6_version_s52;
    wire [31:0] meta_dst4_12 = if_result_28 ? meta_dst4_10_s52 : ipv4_dst_addr_s52;
    wire [7:0] ipv6_hop_limit_4 = if_result_28 ? ipv6_hop_limit_s52 : ipv4_ttl_s52;
    wire [12:0] fragment_frag_offset_3 = if_result_28 ? fragment_frag_offset_2_s52 : ipv4_frag_offset_s52;
    wire fragment_m_6 = if_result_28 ? fragment_m_5_s52 : ipv4_mf_s52;
    wire ipv4_reserved_2 = ipv4_reserved_s52 & {~if_result_28};
    wire [3:0] ipv4_ihl_2 = if_result_28 ? 4'h5 : ipv4_ihl_s52;
    wire [3:0] ipv4_version_2 = if_result_28 ? 4'h4 : ipv4_version_s52;
    wire [7:0] chosen_393 = if_eligible_135 ? 8'he : chosen_151_s52;
    wire all_68 = pool4_pool_4 & if_inbound_79_s52;
    wire [7:0] chosen_394 = if_eligible_135 ? 8'h11 : chosen_168_s52;
    wire [7:0] chosen_388_s55;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_388_s55_delay (.clk(clk), .reset(reset), .in(chosen_388), .out(chosen_388_s55));
    reg if_result_12_s53; always @(posedge clk) if_result_12_s53 <= if_result_12;
    wire if_result_12_s55;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_12_s55_delay (.clk(clk), .reset(reset), .in(if_result_12_s53), .out(if_result_12_s55));
    reg if_result_12_s56; always @(posedge clk) if_result_12_s56 <= if_result_12_s55;
    reg if_result_12_s57; always @(posedge clk) if_result_12_s57 <= if_result_12_s56;
    wire if_result_12_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_12_s59_delay (.clk(clk), .reset(reset), .in(if_result_12_s57), .out(if_result_12_s59));
    reg if_result_12_s60; always @(posedge clk) if_result_12_s60 <= if_result_12_s59;
    wire if_result_12_s73;
    delay #(.WIDTH(1), .CYCLES(13)) if_result_12_s73_delay (.clk(clk), .reset(reset), .in(if_result_12_s60), .out(if_result_12_s73));
    wire if_result_12_s75;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_12_s75_delay (.clk(clk), .reset(reset), .in(if_result_12_s73), .out(if_result_12_s75));
    reg if_result_12_s76; always @(posedge clk) if_result_12_s76 <= if_result_12_s75;
    reg if_result_12_s77; always @(posedge clk) if_result_12_s77 <= if_result_12_s76;
    reg if_result_12_s78; always @(posedge clk) if_result_12_s78 <= if_result_12_s77;
    reg if_result_12_s79; always @(posedge clk) if_result_12_s79 <= if_result_12_s78;
    reg if_result_12_s80; always @(posedge clk) if_result_12_s80 <= if_result_12_s79;
    wire if_result_12_s85;
    delay #(.WIDTH(1), .CYCLES(5)) if_result_12_s85_delay (.clk(clk), .reset(reset), .in(if_result_12_s80), .out(if_result_12_s85));
    wire if_result_12_s106;
    delay #(.WIDTH(1), .CYCLES(21)) if_result_12_s106_delay (.clk(clk), .reset(reset), .in(if_result_12_s85), .out(if_result_12_s106));
    reg if_result_12_s107; always @(posedge clk) if_result_12_s107 <= if_result_12_s106;
    reg all_65_s53; always @(posedge clk) all_65_s53 <= all_65;
    wire all_65_s56;
    delay #(.WIDTH(1), .CYCLES(3)) all_65_s56_delay (.clk(clk), .reset(reset), .in(all_65_s53), .out(all_65_s56));
    wire all_65_s60;
    delay #(.WIDTH(1), .CYCLES(4)) all_65_s60_delay (.clk(clk), .reset(reset), .in(all_65_s56), .out(all_65_s60));
    wire all_65_s78;
    delay #(.WIDTH(1), .CYCLES(18)) all_65_s78_delay (.clk(clk), .reset(reset), .in(all_65_s60), .out(all_65_s78));
    wire if_eligible_106_s55;
    delay #(.WIDTH(1), .CYCLES(3)) if_eligible_106_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_106), .out(if_eligible_106_s55));
    wire pool4_pool_4_s56;
    delay #(.WIDTH(1), .CYCLES(4)) pool4_pool_4_s56_delay (.clk(clk), .reset(reset), .in(pool4_pool_4), .out(pool4_pool_4_s56));
    reg pool4_pool_4_s57; always @(posedge clk) pool4_pool_4_s57 <= pool4_pool_4_s56;
    wire pool4_pool_4_s59;
    delay #(.WIDTH(1), .CYCLES(2)) pool4_pool_4_s59_delay (.clk(clk), .reset(reset), .in(pool4_pool_4_s57), .out(pool4_pool_4_s59));
    wire if_result_37_s55;
    delay #(.WIDTH(1), .CYCLES(3)) if_result_37_s55_delay (.clk(clk), .reset(reset), .in(if_result_37), .out(if_result_37_s55));
    wire if_result_37_s62;
    delay #(.WIDTH(1), .CYCLES(7)) if_result_37_s62_delay (.clk(clk), .reset(reset), .in(if_result_37_s55), .out(if_result_37_s62));
    wire if_result_37_s76;
    delay #(.WIDTH(1), .CYCLES(14)) if_result_37_s76_delay (.clk(clk), .reset(reset), .in(if_result_37_s62), .out(if_result_37_s76));
    reg if_result_37_s77; always @(posedge clk) if_result_37_s77 <= if_result_37_s76;
    reg if_result_37_s78; always @(posedge clk) if_result_37_s78 <= if_result_37_s77;
    wire all_66_s55;
    delay #(.WIDTH(1), .CYCLES(3)) all_66_s55_delay (.clk(clk), .reset(reset), .in(all_66), .out(all_66_s55));
    wire [11:0] eam4_dst_instance_3_s56;
    delay #(.WIDTH(12), .CYCLES(4)) eam4_dst_instance_3_s56_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3), .out(eam4_dst_instance_3_s56));
    wire [11:0] eam4_dst_instance_3_s62;
    delay #(.WIDTH(12), .CYCLES(6)) eam4_dst_instance_3_s62_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3_s56), .out(eam4_dst_instance_3_s62));
    wire [11:0] eam4_dst_instance_3_s72;
    delay #(.WIDTH(12), .CYCLES(10)) eam4_dst_instance_3_s72_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3_s62), .out(eam4_dst_instance_3_s72));
    reg [7:0] meta_protocol_8_s53; always @(posedge clk) meta_protocol_8_s53 <= meta_protocol_8;
    wire [7:0] meta_protocol_8_s65;
    delay #(.WIDTH(8), .CYCLES(12)) meta_protocol_8_s65_delay (.clk(clk), .reset(reset), .in(meta_protocol_8_s53), .out(meta_protocol_8_s65));
    wire [7:0] meta_protocol_8_s78;
    delay #(.WIDTH(8), .CYCLES(13)) meta_protocol_8_s78_delay (.clk(clk), .reset(reset), .in(meta_protocol_8_s65), .out(meta_protocol_8_s78));
    wire if_result_24_s73;
    delay #(.WIDTH(1), .CYCLES(21)) if_result_24_s73_delay (.clk(clk), .reset(reset), .in(if_result_24), .out(if_result_24_s73));
    reg if_result_28_s53; always @(posedge clk) if_result_28_s53 <= if_result_28;
    wire if_result_28_s55;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_28_s55_delay (.clk(clk), .reset(reset), .in(if_result_28_s53), .out(if_result_28_s55));
    wire if_result_28_s62;
    delay #(.WIDTH(1), .CYCLES(7)) if_result_28_s62_delay (.clk(clk), .reset(reset), .in(if_result_28_s55), .out(if_result_28_s62));
    wire if_result_28_s73;
    delay #(.WIDTH(1), .CYCLES(11)) if_result_28_s73_delay (.clk(clk), .reset(reset), .in(if_result_28_s62), .out(if_result_28_s73));
    wire if_result_28_s78;
    delay #(.WIDTH(1), .CYCLES(5)) if_result_28_s78_delay (.clk(clk), .reset(reset), .in(if_result_28_s73), .out(if_result_28_s78));
    wire if_result_28_s82;
    delay #(.WIDTH(1), .CYCLES(4)) if_result_28_s82_delay (.clk(clk), .reset(reset), .in(if_result_28_s78), .out(if_result_28_s82));
    wire if_result_28_s106;
    delay #(.WIDTH(1), .CYCLES(24)) if_result_28_s106_delay (.clk(clk), .reset(reset), .in(if_result_28_s82), .out(if_result_28_s106));
    reg if_result_28_s107; always @(posedge clk) if_result_28_s107 <= if_result_28_s106;
    reg any_41_s53; always @(posedge clk) any_41_s53 <= any_41;
    wire any_41_s78;
    delay #(.WIDTH(1), .CYCLES(25)) any_41_s78_delay (.clk(clk), .reset(reset), .in(any_41_s53), .out(any_41_s78));
    wire any_41_s86;
    delay #(.WIDTH(1), .CYCLES(8)) any_41_s86_delay (.clk(clk), .reset(reset), .in(any_41_s78), .out(any_41_s86));
    reg [16:0] chosen_391_s53; always @(posedge clk) chosen_391_s53 <= chosen_391;
    wire [16:0] chosen_391_s55;
    delay #(.WIDTH(17), .CYCLES(2)) chosen_391_s55_delay (.clk(clk), .reset(reset), .in(chosen_391_s53), .out(chosen_391_s55));
    wire [11:0] eam4_dst_instance_4_s75;
    delay #(.WIDTH(12), .CYCLES(23)) eam4_dst_instance_4_s75_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_4), .out(eam4_dst_instance_4_s75));
    wire chosen_392_s78;
    delay #(.WIDTH(1), .CYCLES(26)) chosen_392_s78_delay (.clk(clk), .reset(reset), .in(chosen_392), .out(chosen_392_s78));
    reg [7:0] icmp_type_6_s53; always @(posedge clk) icmp_type_6_s53 <= icmp_type_6;
    wire any_42_s59;
    delay #(.WIDTH(1), .CYCLES(7)) any_42_s59_delay (.clk(clk), .reset(reset), .in(any_42), .out(any_42_s59));
    wire any_42_s78;
    delay #(.WIDTH(1), .CYCLES(19)) any_42_s78_delay (.clk(clk), .reset(reset), .in(any_42_s59), .out(any_42_s78));
    wire any_42_s86;
    delay #(.WIDTH(1), .CYCLES(8)) any_42_s86_delay (.clk(clk), .reset(reset), .in(any_42_s78), .out(any_42_s86));
    reg [31:0] fragment_identification_3_s53; always @(posedge clk) fragment_identification_3_s53 <= fragment_identification_3;
    reg any_43_s53; always @(posedge clk) any_43_s53 <= any_43;
    wire any_43_s55;
    delay #(.WIDTH(1), .CYCLES(2)) any_43_s55_delay (.clk(clk), .reset(reset), .in(any_43_s53), .out(any_43_s55));
    wire any_43_s78;
    delay #(.WIDTH(1), .CYCLES(23)) any_43_s78_delay (.clk(clk), .reset(reset), .in(any_43_s55), .out(any_43_s78));
    wire any_43_s80;
    delay #(.WIDTH(1), .CYCLES(2)) any_43_s80_delay (.clk(clk), .reset(reset), .in(any_43_s78), .out(any_43_s80));
    reg all_67_s53; always @(posedge clk) all_67_s53 <= all_67;
    wire all_67_s78;
    delay #(.WIDTH(1), .CYCLES(25)) all_67_s78_delay (.clk(clk), .reset(reset), .in(all_67_s53), .out(all_67_s78));
    reg fragment_valid_4_s53; always @(posedge clk) fragment_valid_4_s53 <= fragment_valid_4;
    reg [7:0] ipv4_ttl_2_s53; always @(posedge clk) ipv4_ttl_2_s53 <= ipv4_ttl_2;
    reg ipv6_valid_5_s53; always @(posedge clk) ipv6_valid_5_s53 <= ipv6_valid_5;
    reg ipv4_valid_2_s53; always @(posedge clk) ipv4_valid_2_s53 <= ipv4_valid_2;
    reg [3:0] ipv6_version_2_s53; always @(posedge clk) ipv6_version_2_s53 <= ipv6_version_2;
    reg [31:0] meta_dst4_12_s53; always @(posedge clk) meta_dst4_12_s53 <= meta_dst4_12;
    reg [7:0] ipv6_hop_limit_4_s53; always @(posedge clk) ipv6_hop_limit_4_s53 <= ipv6_hop_limit_4;
    reg [12:0] fragment_frag_offset_3_s53; always @(posedge clk) fragment_frag_offset_3_s53 <= fragment_frag_offset_3;
    reg fragment_m_6_s53; always @(posedge clk) fragment_m_6_s53 <= fragment_m_6;
    reg ipv4_reserved_2_s53; always @(posedge clk) ipv4_reserved_2_s53 <= ipv4_reserved_2;
    reg [3:0] ipv4_ihl_2_s53; always @(posedge clk) ipv4_ihl_2_s53 <= ipv4_ihl_2;
    reg [3:0] ipv4_version_2_s53; always @(posedge clk) ipv4_version_2_s53 <= ipv4_version_2;
    wire [7:0] chosen_393_s56;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_393_s56_delay (.clk(clk), .reset(reset), .in(chosen_393), .out(chosen_393_s56));
    wire all_68_s56;
    delay #(.WIDTH(1), .CYCLES(4)) all_68_s56_delay (.clk(clk), .reset(reset), .in(all_68), .out(all_68_s56));
    wire [7:0] chosen_394_s56;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_394_s56_delay (.clk(clk), .reset(reset), .in(chosen_394), .out(chosen_394_s56));

    // ---- Stage 53 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 33, result.p4 12+14, routing.p4 162-163+168-169, translate.p4 51+65+78+87+109
    wire all_64 = all_65_s53 & if_decide_33_s53;
    wire [7:0] meta_protocol_9 = ipv4_valid_s53 ? meta_protocol_3_s53 : meta_protocol_8_s53;
    wire [7:0] meta_protocol_10 = if_result_12_s53 ? meta_protocol_9 : meta_protocol_7_s53;
    wire [15:0] chosen_395 = if_result_12_s53 ? chosen_48_s53 : chosen_391_s53[15:0];
    wire chosen_396 = if_result_12_s53 ? chosen_49_s53 : chosen_391_s53[16];
    wire [7:0] icmp_type_7 = if_result_28_s53 ? chosen_117_s53 : icmp_type_6_s53;
    wire [15:0] sum_219 = sum_211_s53 + {icmp_type_7, icmp_code_3_s53};
    wire [7:0] icmp_type_8 = echo_valid_s53 ? icmp_type_7 : icmp_type_5_s53;
    wire [7:0] icmp_type_9 = any_41_s53 ? icmp_type_5_s53 : icmp_type_8;
    wire [31:0] fragment_identification_4 = any_43_s53 ? fragment_identification_s53 : fragment_identification_3_s53;
    wire ipv4_mf_5 = all_67_s53 ? ipv4_mf_s53 : fragment_m_s53;
    wire fragment_m_7 = any_43_s53 ? fragment_m_s53 : ipv4_mf_5;
    wire [1:0] fragment_reserved2_3 = any_43_s53 ? fragment_reserved2_s53 : fragment_reserved2_2_s53;
    wire [12:0] ipv4_frag_offset_2 = all_67_s53 ? ipv4_frag_offset_s53 : fragment_frag_offset_s53;
    wire [12:0] fragment_frag_offset_4 = any_43_s53 ? fragment_frag_offset_s53 : ipv4_frag_offset_2;
    wire [7:0] fragment_reserved_3 = any_43_s53 ? fragment_reserved_s53 : fragment_reserved_2_s53;
    wire fragment_valid_5 = {~if_result_28_s53} & fragment_valid_4_s53;
    wire fragment_valid_6 = if_result_12_s53 ? fragment_valid_s53 : fragment_valid_5;
    wire [7:0] ipv6_hop_limit_5 = any_43_s53 ? ipv6_hop_limit_s53 : ipv4_ttl_2_s53;
    wire [7:0] ipv6_hop_limit_6 = 8'hff + ipv6_hop_limit_5;
    wire ipv6_valid_6 = {~if_result_28_s53} & ipv6_valid_5_s53;
    wire ipv6_valid_7 = if_result_12_s53 ? ipv6_valid_s53 : ipv6_valid_6;
    wire [7:0] ipv6_hop_limit_7 = ipv6_valid_7 ? ipv6_hop_limit_6 : ipv6_hop_limit_5;
    wire ipv4_valid_3 = if_result_28_s53 | ipv4_valid_2_s53;
    wire ipv4_valid_4 = if_result_12_s53 ? ipv4_valid_s53 : ipv4_valid_3;
    wire [7:0] ipv6_hop_limit_8 = ipv4_valid_4 ? ipv6_hop_limit_5 : ipv6_hop_limit_7;
    wire [19:0] ipv6_flow_label_3 = any_43_s53 ? ipv6_flow_label_s53 : 20'h0;
    wire [3:0] ipv6_version_3 = any_43_s53 ? ipv6_version_s53 : ipv6_version_2_s53;
    wire [31:0] meta_dst4_13 = if_result_12_s53 ? ipv4_dst_addr_s53 : meta_dst4_12_s53;
    wire [7:0] ipv6_hop_limit_9 = if_result_12_s53 ? ipv4_ttl_s53 : ipv6_hop_limit_4_s53;
    wire [7:0] ipv4_ttl_3 = 8'hff + ipv6_hop_limit_9;
    wire [7:0] ipv4_ttl_4 = ipv4_valid_4 ? ipv4_ttl_3 : ipv6_hop_limit_9;
    wire [12:0] fragment_frag_offset_5 = if_result_12_s53 ? ipv4_frag_offset_s53 : fragment_frag_offset_3_s53;
    wire fragment_m_8 = if_result_12_s53 ? ipv4_mf_s53 : fragment_m_6_s53;
    wire ipv4_reserved_3 = if_result_12_s53 ? ipv4_reserved_s53 : ipv4_reserved_2_s53;
    wire [3:0] ipv4_ihl_3 = if_result_12_s53 ? ipv4_ihl_s53 : ipv4_ihl_2_s53;
    wire [3:0] ipv4_version_3 = if_result_12_s53 ? ipv4_version_s53 : ipv4_version_2_s53;
    wire [15:0] ethernet_ether_type_2 = ipv6_valid_7 ? 16'h86dd : ethernet_ether_type_s53;
    wire [15:0] ethernet_ether_type_3 = ipv4_valid_4 ? 16'h800 : ethernet_ether_type_2;
    reg all_64_s54; always @(posedge clk) all_64_s54 <= all_64;
    wire [7:0] meta_protocol_10_s78;
    delay #(.WIDTH(8), .CYCLES(25)) meta_protocol_10_s78_delay (.clk(clk), .reset(reset), .in(meta_protocol_10), .out(meta_protocol_10_s78));
    wire [15:0] chosen_395_s78;
    delay #(.WIDTH(16), .CYCLES(25)) chosen_395_s78_delay (.clk(clk), .reset(reset), .in(chosen_395), .out(chosen_395_s78));
    wire chosen_396_s78;
    delay #(.WIDTH(1), .CYCLES(25)) chosen_396_s78_delay (.clk(clk), .reset(reset), .in(chosen_396), .out(chosen_396_s78));
    wire [7:0] icmp_type_7_s78;
    delay #(.WIDTH(8), .CYCLES(25)) icmp_type_7_s78_delay (.clk(clk), .reset(reset), .in(icmp_type_7), .out(icmp_type_7_s78));
    wire [15:0] sum_219_s78;
    delay #(.WIDTH(16), .CYCLES(25)) sum_219_s78_delay (.clk(clk), .reset(reset), .in(sum_219), .out(sum_219_s78));
    wire [7:0] icmp_type_9_s104;
    delay #(.WIDTH(8), .CYCLES(51)) icmp_type_9_s104_delay (.clk(clk), .reset(reset), .in(icmp_type_9), .out(icmp_type_9_s104));
    wire [31:0] fragment_identification_4_s104;
    delay #(.WIDTH(32), .CYCLES(51)) fragment_identification_4_s104_delay (.clk(clk), .reset(reset), .in(fragment_identification_4), .out(fragment_identification_4_s104));
    wire fragment_m_7_s104;
    delay #(.WIDTH(1), .CYCLES(51)) fragment_m_7_s104_delay (.clk(clk), .reset(reset), .in(fragment_m_7), .out(fragment_m_7_s104));
    wire [1:0] fragment_reserved2_3_s104;
    delay #(.WIDTH(2), .CYCLES(51)) fragment_reserved2_3_s104_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_3), .out(fragment_reserved2_3_s104));
    wire [12:0] fragment_frag_offset_4_s104;
    delay #(.WIDTH(13), .CYCLES(51)) fragment_frag_offset_4_s104_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_4), .out(fragment_frag_offset_4_s104));
    wire [7:0] fragment_reserved_3_s104;
    delay #(.WIDTH(8), .CYCLES(51)) fragment_reserved_3_s104_delay (.clk(clk), .reset(reset), .in(fragment_reserved_3), .out(fragment_reserved_3_s104));
    wire fragment_valid_6_s104;
    delay #(.WIDTH(1), .CYCLES(51)) fragment_valid_6_s104_delay (.clk(clk), .reset(reset), .in(fragment_valid_6), .out(fragment_valid_6_s104));
    wire ipv6_valid_7_s104;
    delay #(.WIDTH(1), .CYCLES(51)) ipv6_valid_7_s104_delay (.clk(clk), .reset(reset), .in(ipv6_valid_7), .out(ipv6_valid_7_s104));
    wire ipv4_valid_4_s104;
    delay #(.WIDTH(1), .CYCLES(51)) ipv4_valid_4_s104_delay (.clk(clk), .reset(reset), .in(ipv4_valid_4), .out(ipv4_valid_4_s104));
    wire ipv4_valid_4_s108;
    delay #(.WIDTH(1), .CYCLES(4)) ipv4_valid_4_s108_delay (.clk(clk), .reset(reset), .in(ipv4_valid_4_s104), .out(ipv4_valid_4_s108));
    wire [7:0] ipv6_hop_limit_8_s104;
    delay #(.WIDTH(8), .CYCLES(51)) ipv6_hop_limit_8_s104_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_8), .out(ipv6_hop_limit_8_s104));
    wire [19:0] ipv6_flow_label_3_s104;
    delay #(.WIDTH(20), .CYCLES(51)) ipv6_flow_label_3_s104_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_3), .out(ipv6_flow_label_3_s104));
    wire [3:0] ipv6_version_3_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv6_version_3_s104_delay (.clk(clk), .reset(reset), .in(ipv6_version_3), .out(ipv6_version_3_s104));
    wire [31:0] meta_dst4_13_s104;
    delay #(.WIDTH(32), .CYCLES(51)) meta_dst4_13_s104_delay (.clk(clk), .reset(reset), .in(meta_dst4_13), .out(meta_dst4_13_s104));
    wire [7:0] ipv6_hop_limit_9_s78;
    delay #(.WIDTH(8), .CYCLES(25)) ipv6_hop_limit_9_s78_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_9), .out(ipv6_hop_limit_9_s78));
    wire [7:0] ipv4_ttl_3_s78;
    delay #(.WIDTH(8), .CYCLES(25)) ipv4_ttl_3_s78_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_3), .out(ipv4_ttl_3_s78));
    wire [7:0] ipv4_ttl_4_s104;
    delay #(.WIDTH(8), .CYCLES(51)) ipv4_ttl_4_s104_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_4), .out(ipv4_ttl_4_s104));
    wire [12:0] fragment_frag_offset_5_s104;
    delay #(.WIDTH(13), .CYCLES(51)) fragment_frag_offset_5_s104_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_5), .out(fragment_frag_offset_5_s104));
    wire fragment_m_8_s104;
    delay #(.WIDTH(1), .CYCLES(51)) fragment_m_8_s104_delay (.clk(clk), .reset(reset), .in(fragment_m_8), .out(fragment_m_8_s104));
    wire ipv4_reserved_3_s104;
    delay #(.WIDTH(1), .CYCLES(51)) ipv4_reserved_3_s104_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_3), .out(ipv4_reserved_3_s104));
    wire [3:0] ipv4_ihl_3_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv4_ihl_3_s104_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_3), .out(ipv4_ihl_3_s104));
    wire [3:0] ipv4_version_3_s104;
    delay #(.WIDTH(4), .CYCLES(51)) ipv4_version_3_s104_delay (.clk(clk), .reset(reset), .in(ipv4_version_3), .out(ipv4_version_3_s104));
    wire [15:0] ethernet_ether_type_3_s103;
    delay #(.WIDTH(16), .CYCLES(50)) ethernet_ether_type_3_s103_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_3), .out(ethernet_ether_type_3_s103));

    // ---- Stage 54 -----------------------------------------------------------------------------------------------------
    // 

    // Table bib4, inbound.p4:34: 16384 rows, looked up in stage 54.
    wire bib4_hit;
    wire [144:0] bib4_value;
    wire [31:0] bib4_rdata;
    wire [55:0] bib4_key = 
            {meta_protocol_7_s54, meta_dst4_10_s54, meta_dst_port_3_s54};
    exact_table #(
        .KEY(56), .VALUE(145),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`BIB4_HASH)
    ) bib4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[54]), .lookup_key(bib4_key),
        .lookup_counts(all_69_s58), .hit(bib4_hit), .value(bib4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd33), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(bib4_rdata));

    // ---- Stage 55 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 32-33, eligible.p4 30+99+102+104+106+108+110+122-123+125+128, outbound.p4 172, result.p4
    // 38, translate.p4 87+92+98+109+146
    wire translation_options_set_options = translation_options_hit & translation_options_value[28];
    wire translation_options_udp_zero_compute = translation_options_value[17];
    wire translation_options_udp_zero_compute_2 =
            translation_options_udp_zero_compute | {~translation_options_set_options};
    wire [7:0] chosen_397 = translation_options_udp_zero_compute_2 ? chosen_162_s55 : 8'h1;
    wire [7:0] chosen_398 = any_27_s55 ? 8'h1 : chosen_397;
    wire [7:0] chosen_399 = if_eligible_122_s55 ? chosen_398 : chosen_162_s55;
    wire [7:0] chosen_400 = icmp_valid_2_s55 ? chosen_165_s55 : chosen_399;
    wire [7:0] chosen_401 = if_eligible_108_s55 ? 8'h1 : chosen_400;
    wire [7:0] chosen_402 = if_eligible_106_s55 ? 8'h2 : chosen_401;
    wire [7:0] chosen_403 = if_eligible_104_s55 ? chosen_402 : chosen_388_s55;
    wire translation_options_simple_hairpinning = translation_options_value[16];
    wire translation_options_simple_hairpinning_2 =
            translation_options_set_options & translation_options_simple_hairpinning;
    wire translation_options_simple_hairpinning_3 = if_decide_33_s55 & translation_options_simple_hairpinning_2;
    wire translation_options_simple_hairpinning_4 = {~if_result_12_s55} & translation_options_simple_hairpinning_3;
    wire if_outbound_172 = all_66_s55 & {~translation_options_simple_hairpinning_4};
    wire translation_options_udp_zero_compute_3 = {~ipv4_mf_4_s55} & translation_options_udp_zero_compute_2;
    wire translation_options_udp_zero_compute_4 = {~ipv6_valid_s55} & translation_options_udp_zero_compute_3;
    wire translation_options_udp_zero_compute_5 = if_eligible_122_s55 & translation_options_udp_zero_compute_4;
    wire translation_options_udp_zero_compute_6 = {~icmp_valid_2_s55} & translation_options_udp_zero_compute_5;
    wire translation_options_udp_zero_compute_7 = {~if_eligible_108_s55} & translation_options_udp_zero_compute_6;
    wire translation_options_udp_zero_compute_8 = {~if_eligible_106_s55} & translation_options_udp_zero_compute_7;
    wire translation_options_udp_zero_compute_9 = if_eligible_104_s55 & translation_options_udp_zero_compute_8;
    wire translation_options_udp_zero_compute_10 = {~if_eligible_102_s55} & translation_options_udp_zero_compute_9;
    wire translation_options_udp_zero_compute_11 = {~if_eligible_99_s55} & translation_options_udp_zero_compute_10;
    wire [15:0] translation_options_lowest_ipv6_mtu = translation_options_value[15:0];
    wire [15:0] translation_options_lowest_ipv6_mtu_2 =
            translation_options_set_options ? translation_options_lowest_ipv6_mtu : 16'h500;
    wire [15:0] translation_options_lowest_ipv6_mtu_3 =
            if_decide_33_s55 ? translation_options_lowest_ipv6_mtu_2 : 16'h0;
    wire [15:0] translation_options_lowest_ipv6_mtu_4 =
            if_result_12_s55 ? 16'h0 : translation_options_lowest_ipv6_mtu_3;
    wire if_result_38 = {~ipv4_df_s55} & ({1'h0, translation_options_lowest_ipv6_mtu_4} < chosen_391_s55);
    wire [7:0] translation_options_tos = translation_options_value[25:18];
    wire [7:0] translation_options_tos_2 =
            (if_decide_33_s55 & translation_options_set_options) ? translation_options_tos : 8'h0;
    wire [7:0] translation_options_tos_3 = if_result_12_s55 ? 8'h0 : translation_options_tos_2;
    wire translation_options_tos_override = translation_options_value[26];
    wire translation_options_tos_override_2 = translation_options_set_options & translation_options_tos_override;
    wire translation_options_tos_override_3 = if_decide_33_s55 & translation_options_tos_override_2;
    wire translation_options_tos_override_4 = {~if_result_12_s55} & translation_options_tos_override_3;
    wire [7:0] translation_options_tos_4 =
            translation_options_tos_override_4 ? translation_options_tos_3 : ipv6_traffic_class_s55;
    wire [7:0] ipv4_tos_2 = if_result_37_s55 ? ipv4_tos_s55 : translation_options_tos_4;
    wire translation_options_tos_ignore = translation_options_value[27];
    wire translation_options_tos_ignore_2 = translation_options_set_options & translation_options_tos_ignore;
    wire translation_options_tos_ignore_3 = if_decide_33_s55 & translation_options_tos_ignore_2;
    wire translation_options_tos_ignore_4 = {~if_result_12_s55} & translation_options_tos_ignore_3;
    wire [7:0] ipv4_tos_3 = translation_options_tos_ignore_4 ? 8'h0 : ipv4_tos_2;
    wire [7:0] ipv6_traffic_class_2 = any_43_s55 ? ipv6_traffic_class_s55 : ipv4_tos_3;
    wire [15:0] sum_220 = sum_218_s55 + {1'd0, {7'h45, translation_options_tos_4}};
    wire [17:0] sum_221 = {1'd0, sum_217_s55} + {3'd0, {7'h45, translation_options_tos_4}};
    wire [7:0] translation_options_tos_5 = if_result_28_s55 ? translation_options_tos_4 : ipv4_tos_s55;
    wire [7:0] translation_options_tos_6 = if_result_12_s55 ? ipv4_tos_s55 : translation_options_tos_5;
    wire [7:0] chosen_404 = translation_options_udp_zero_compute_2 ? chosen_151_s55 : 8'he;
    wire [7:0] chosen_405 = ipv4_mf_4_s55 ? 8'he : chosen_404;
    wire [7:0] chosen_406 = ipv6_valid_s55 ? chosen_151_s55 : chosen_405;
    wire [7:0] chosen_407 = if_eligible_122_s55 ? chosen_406 : chosen_151_s55;
    wire [7:0] chosen_408 = icmp_valid_2_s55 ? chosen_152_s55 : chosen_407;
    wire [7:0] chosen_409 = if_eligible_108_s55 ? chosen_151_s55 : chosen_408;
    wire [7:0] chosen_410 = if_eligible_106_s55 ? 8'ha : chosen_409;
    wire [7:0] chosen_411 = translation_options_udp_zero_compute_2 ? chosen_168_s55 : 8'h13;
    wire [7:0] chosen_412 = ipv4_mf_4_s55 ? 8'h14 : chosen_411;
    wire [7:0] chosen_413 = ipv6_valid_s55 ? 8'h13 : chosen_412;
    wire [7:0] chosen_414 = if_eligible_122_s55 ? chosen_413 : chosen_168_s55;
    wire [7:0] chosen_415 = icmp_valid_2_s55 ? chosen_169_s55 : chosen_414;
    wire [7:0] chosen_416 = if_eligible_108_s55 ? 8'h5 : chosen_415;
    wire [7:0] chosen_417 = if_eligible_106_s55 ? chosen_168_s55 : chosen_416;
    reg [7:0] chosen_403_s56; always @(posedge clk) chosen_403_s56 <= chosen_403;
    wire if_outbound_172_s60;
    delay #(.WIDTH(1), .CYCLES(5)) if_outbound_172_s60_delay (.clk(clk), .reset(reset), .in(if_outbound_172), .out(if_outbound_172_s60));
    wire if_outbound_172_s62;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_172_s62_delay (.clk(clk), .reset(reset), .in(if_outbound_172_s60), .out(if_outbound_172_s62));
    reg translation_options_udp_zero_compute_11_s56; always @(posedge clk) translation_options_udp_zero_compute_11_s56 <= translation_options_udp_zero_compute_11;
    wire if_result_38_s75;
    delay #(.WIDTH(1), .CYCLES(20)) if_result_38_s75_delay (.clk(clk), .reset(reset), .in(if_result_38), .out(if_result_38_s75));
    wire if_result_38_s77;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_38_s77_delay (.clk(clk), .reset(reset), .in(if_result_38_s75), .out(if_result_38_s77));
    wire [7:0] ipv6_traffic_class_2_s104;
    delay #(.WIDTH(8), .CYCLES(49)) ipv6_traffic_class_2_s104_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_2), .out(ipv6_traffic_class_2_s104));
    wire [15:0] sum_220_s73;
    delay #(.WIDTH(16), .CYCLES(18)) sum_220_s73_delay (.clk(clk), .reset(reset), .in(sum_220), .out(sum_220_s73));
    wire [17:0] sum_221_s74;
    delay #(.WIDTH(18), .CYCLES(19)) sum_221_s74_delay (.clk(clk), .reset(reset), .in(sum_221), .out(sum_221_s74));
    wire [7:0] translation_options_tos_6_s104;
    delay #(.WIDTH(8), .CYCLES(49)) translation_options_tos_6_s104_delay (.clk(clk), .reset(reset), .in(translation_options_tos_6), .out(translation_options_tos_6_s104));
    reg [7:0] chosen_410_s56; always @(posedge clk) chosen_410_s56 <= chosen_410;
    reg [7:0] chosen_417_s56; always @(posedge clk) chosen_417_s56 <= chosen_417;

    // ---- Stage 56 -----------------------------------------------------------------------------------------------------
    // decide.p4 32-34, eligible.p4 80+94+97+99+102+104, result.p4 40
    wire [7:0] chosen_418 = any_28_s56 ? 8'h1 : chosen_403_s56;
    wire [7:0] chosen_419 = if_eligible_97_s56 ? 8'h2 : chosen_418;
    wire [7:0] chosen_420 = if_eligible_94_s56 ? 8'h1 : chosen_419;
    wire [7:0] chosen_421 = if_eligible_80_s56 ? chosen_17_s56 : chosen_420;
    wire [7:0] chosen_422 = if_decide_33_s56 ? chosen_421 : chosen_162_s56;
    wire if_decide_34 = chosen_422 == 8'h0;
    wire all_70 = all_65_s56 & if_decide_34;
    wire all_71 = pool4_pool_4_s56 & if_decide_34;
    wire translation_options_udp_zero_compute_12 = {~if_eligible_97_s56} & translation_options_udp_zero_compute_11_s56;
    wire translation_options_udp_zero_compute_13 = {~if_eligible_94_s56} & translation_options_udp_zero_compute_12;
    wire translation_options_udp_zero_compute_14 = {~if_eligible_80_s56} & translation_options_udp_zero_compute_13;
    wire translation_options_udp_zero_compute_15 = if_decide_33_s56 & translation_options_udp_zero_compute_14;
    wire translation_options_udp_zero_compute_16 = {~if_result_12_s56} & translation_options_udp_zero_compute_15;
    wire [7:0] chosen_423 = if_eligible_104_s56 ? chosen_410_s56 : chosen_393_s56;
    wire [7:0] chosen_424 = any_28_s56 ? chosen_151_s56 : chosen_423;
    wire [7:0] chosen_425 = if_eligible_97_s56 ? 8'hc : chosen_424;
    wire [7:0] chosen_426 = if_eligible_94_s56 ? chosen_151_s56 : chosen_425;
    wire [7:0] chosen_427 = if_eligible_80_s56 ? chosen_153_s56 : chosen_426;
    wire [7:0] chosen_428 = if_decide_33_s56 ? chosen_427 : chosen_151_s56;
    wire all_72 = if_decide_34 & all_68_s56;
    wire all_73 = translation_options_udp_zero_compute_16 & is_equal_34_s56;
    wire [7:0] chosen_429 = if_eligible_104_s56 ? chosen_417_s56 : chosen_394_s56;
    wire [7:0] chosen_430 = if_eligible_102_s56 ? 8'h10 : chosen_429;
    wire [7:0] chosen_431 = if_eligible_99_s56 ? 8'h11 : chosen_430;
    wire [7:0] chosen_432 = if_eligible_97_s56 ? chosen_168_s56 : chosen_431;
    wire [7:0] chosen_433 = if_eligible_94_s56 ? 8'h11 : chosen_432;
    wire [7:0] chosen_434 = if_eligible_80_s56 ? chosen_171_s56 : chosen_433;
    wire [7:0] chosen_435 = if_decide_33_s56 ? chosen_434 : chosen_168_s56;

    // Table eam4_src, outbound.p4:32: 128 rows, looked up in stage 56.
    wire eam4_src_hit;
    wire [168:0] eam4_src_value;
    wire [31:0] eam4_src_rdata;
    wire [43:0] eam4_src_key = 
            {ipv4_src_addr_s56, eam4_dst_instance_3_s56};
    ternary_table #(
        .KEY(44), .VALUE(169),
        .ROWS(128)
    ) eam4_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[56]), .lookup_key(eam4_src_key),
        .lookup_counts(all_74_s61), .hit(eam4_src_hit), .value(eam4_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd34), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam4_src_rdata));
    wire [7:0] chosen_422_s59;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_422_s59_delay (.clk(clk), .reset(reset), .in(chosen_422), .out(chosen_422_s59));
    wire if_decide_34_s59;
    delay #(.WIDTH(1), .CYCLES(3)) if_decide_34_s59_delay (.clk(clk), .reset(reset), .in(if_decide_34), .out(if_decide_34_s59));
    reg all_70_s57; always @(posedge clk) all_70_s57 <= all_70;
    wire all_71_s59;
    delay #(.WIDTH(1), .CYCLES(3)) all_71_s59_delay (.clk(clk), .reset(reset), .in(all_71), .out(all_71_s59));
    wire translation_options_udp_zero_compute_16_s77;
    delay #(.WIDTH(1), .CYCLES(21)) translation_options_udp_zero_compute_16_s77_delay (.clk(clk), .reset(reset), .in(translation_options_udp_zero_compute_16), .out(translation_options_udp_zero_compute_16_s77));
    wire translation_options_udp_zero_compute_16_s85;
    delay #(.WIDTH(1), .CYCLES(8)) translation_options_udp_zero_compute_16_s85_delay (.clk(clk), .reset(reset), .in(translation_options_udp_zero_compute_16_s77), .out(translation_options_udp_zero_compute_16_s85));
    reg [7:0] chosen_428_s57; always @(posedge clk) chosen_428_s57 <= chosen_428;
    reg all_72_s57; always @(posedge clk) all_72_s57 <= all_72;
    wire all_73_s75;
    delay #(.WIDTH(1), .CYCLES(19)) all_73_s75_delay (.clk(clk), .reset(reset), .in(all_73), .out(all_73_s75));
    wire [7:0] chosen_435_s59;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_435_s59_delay (.clk(clk), .reset(reset), .in(chosen_435), .out(chosen_435_s59));

    // ---- Stage 57 -----------------------------------------------------------------------------------------------------
    // decide.p4 32+34, inbound.p4 76+80+106+108
    wire all_69 = (pool4_pool_4_s57 & all_70_s57) & {~if_inbound_79_s57};
    wire [7:0] chosen_436 = all_72_s57 ? 8'h14 : chosen_428_s57;
    wire [7:0] chosen_437 = if_result_12_s57 ? chosen_151_s57 : chosen_436;
    wire [7:0] chosen_438 = if_inbound_108_s57 ? 8'h3 : chosen_437;
    wire [7:0] chosen_439 = if_admit_123_4_s57 ? chosen_437 : chosen_438;
    reg all_69_s58; always @(posedge clk) all_69_s58 <= all_69;
    wire [7:0] chosen_437_s59;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_437_s59_delay (.clk(clk), .reset(reset), .in(chosen_437), .out(chosen_437_s59));
    wire [7:0] chosen_439_s59;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_439_s59_delay (.clk(clk), .reset(reset), .in(chosen_439), .out(chosen_439_s59));

    // ---- Stage 59 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 32+34+36, inbound.p4 34+76+79+87+106+108, translate.p4 32-33+40+48
    wire bib4_bind_to6 = bib4_hit & bib4_value[144];
    wire [7:0] chosen_440 = bib4_bind_to6 ? chosen_422_s59 : chosen_126_s59;
    wire [7:0] chosen_441 = if_inbound_79_s59 ? 8'h2 : chosen_440;
    wire [7:0] chosen_442 = all_71_s59 ? chosen_441 : chosen_422_s59;
    wire [7:0] chosen_443 = if_result_12_s59 ? chosen_162_s59 : chosen_442;
    wire [7:0] chosen_444 = if_inbound_108_s59 ? 8'h2 : chosen_443;
    wire [7:0] chosen_445 = if_admit_123_4_s59 ? 8'h1 : chosen_444;
    wire if_decide_36 = chosen_443 == 8'h0;
    wire [7:0] chosen_446 = if_decide_36 ? chosen_445 : chosen_443;
    wire [15:0] bib4_port6 = bib4_value[15:0];
    wire [15:0] bib4_port6_2 = bib4_bind_to6 ? bib4_port6 : meta_dst_port_3_s59;
    wire [15:0] meta_dst_port_4 = if_inbound_79_s59 ? meta_dst_port_3_s59 : bib4_port6_2;
    wire [15:0] meta_dst_port_5 = all_71_s59 ? meta_dst_port_4 : meta_dst_port_3_s59;
    wire [15:0] meta_dst_port_6 = if_result_12_s59 ? meta_dst_port_3_s59 : meta_dst_port_5;
    wire [127:0] bib4_addr6 = bib4_value[143:16];
    wire [127:0] bib4_addr6_2 = bib4_bind_to6 ? bib4_addr6 : meta_dst6_2_s59;
    wire [127:0] meta_dst6_3 = if_inbound_79_s59 ? meta_dst6_2_s59 : bib4_addr6_2;
    wire [127:0] meta_dst6_4 = all_71_s59 ? meta_dst6_3 : meta_dst6_2_s59;
    wire [127:0] meta_dst6_5 = if_result_12_s59 ? meta_dst6_2_s59 : meta_dst6_4;
    wire [15:0] sum_222 = sum_213_s59 + meta_dst_port_6;
    wire [15:0] meta_dst_port_7 = udp_valid_s59 ? meta_dst_port_6 : udp_dst_port_s59;
    wire [15:0] udp_dst_port_3 = any_42_s59 ? udp_dst_port_s59 : meta_dst_port_7;
    wire [15:0] sum_223 = sum_215_s59 + meta_dst_port_6;
    wire [15:0] meta_dst_port_8 = tcp_valid_s59 ? meta_dst_port_6 : tcp_dst_port_s59;
    wire [15:0] meta_dst_port_9 = if_result_12_s59 ? tcp_dst_port_s59 : meta_dst_port_8;
    wire [7:0] chosen_447 = if_decide_36 ? chosen_439_s59 : chosen_437_s59;
    wire bib4_bind_to6_2 = {~if_inbound_79_s59} & bib4_bind_to6;
    wire bib4_bind_to6_3 = pool4_pool_4_s59 & bib4_bind_to6_2;
    wire bib4_bind_to6_4 = if_decide_34_s59 & bib4_bind_to6_3;
    wire bib4_bind_to6_5 = {~if_result_12_s59} & bib4_bind_to6_4;
    wire [7:0] chosen_448 = (if_inbound_79_s59 | (if_inbound_87_s59 | bib4_bind_to6)) ? chosen_435_s59 : 8'hd;
    wire [7:0] chosen_449 = all_71_s59 ? chosen_448 : chosen_435_s59;
    wire [7:0] chosen_450 = if_result_12_s59 ? chosen_168_s59 : chosen_449;
    wire all_75 = if_admit_123_4_s59 & if_decide_36;
    reg [7:0] chosen_446_s60; always @(posedge clk) chosen_446_s60 <= chosen_446;
    wire [7:0] chosen_446_s71;
    delay #(.WIDTH(8), .CYCLES(11)) chosen_446_s71_delay (.clk(clk), .reset(reset), .in(chosen_446_s60), .out(chosen_446_s71));
    wire [7:0] chosen_446_s77;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_446_s77_delay (.clk(clk), .reset(reset), .in(chosen_446_s71), .out(chosen_446_s77));
    reg [7:0] chosen_446_s78; always @(posedge clk) chosen_446_s78 <= chosen_446_s77;
    wire [15:0] meta_dst_port_6_s73;
    delay #(.WIDTH(16), .CYCLES(14)) meta_dst_port_6_s73_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6), .out(meta_dst_port_6_s73));
    wire [15:0] meta_dst_port_6_s78;
    delay #(.WIDTH(16), .CYCLES(5)) meta_dst_port_6_s78_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6_s73), .out(meta_dst_port_6_s78));
    wire [15:0] meta_dst_port_6_s92;
    delay #(.WIDTH(16), .CYCLES(14)) meta_dst_port_6_s92_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6_s78), .out(meta_dst_port_6_s92));
    reg [15:0] meta_dst_port_6_s93; always @(posedge clk) meta_dst_port_6_s93 <= meta_dst_port_6_s92;
    reg [127:0] meta_dst6_4_s60; always @(posedge clk) meta_dst6_4_s60 <= meta_dst6_4;
    reg [127:0] meta_dst6_5_s60; always @(posedge clk) meta_dst6_5_s60 <= meta_dst6_5;
    wire [127:0] meta_dst6_5_s78;
    delay #(.WIDTH(128), .CYCLES(18)) meta_dst6_5_s78_delay (.clk(clk), .reset(reset), .in(meta_dst6_5_s60), .out(meta_dst6_5_s78));
    wire [15:0] sum_222_s78;
    delay #(.WIDTH(16), .CYCLES(19)) sum_222_s78_delay (.clk(clk), .reset(reset), .in(sum_222), .out(sum_222_s78));
    wire [15:0] udp_dst_port_3_s104;
    delay #(.WIDTH(16), .CYCLES(45)) udp_dst_port_3_s104_delay (.clk(clk), .reset(reset), .in(udp_dst_port_3), .out(udp_dst_port_3_s104));
    wire [15:0] sum_223_s78;
    delay #(.WIDTH(16), .CYCLES(19)) sum_223_s78_delay (.clk(clk), .reset(reset), .in(sum_223), .out(sum_223_s78));
    wire [15:0] meta_dst_port_9_s104;
    delay #(.WIDTH(16), .CYCLES(45)) meta_dst_port_9_s104_delay (.clk(clk), .reset(reset), .in(meta_dst_port_9), .out(meta_dst_port_9_s104));
    wire [7:0] chosen_447_s71;
    delay #(.WIDTH(8), .CYCLES(12)) chosen_447_s71_delay (.clk(clk), .reset(reset), .in(chosen_447), .out(chosen_447_s71));
    wire [7:0] chosen_447_s75;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_447_s75_delay (.clk(clk), .reset(reset), .in(chosen_447_s71), .out(chosen_447_s75));
    reg [7:0] chosen_447_s76; always @(posedge clk) chosen_447_s76 <= chosen_447_s75;
    wire bib4_bind_to6_5_s73;
    delay #(.WIDTH(1), .CYCLES(14)) bib4_bind_to6_5_s73_delay (.clk(clk), .reset(reset), .in(bib4_bind_to6_5), .out(bib4_bind_to6_5_s73));
    reg [7:0] chosen_450_s60; always @(posedge clk) chosen_450_s60 <= chosen_450;
    reg all_75_s60; always @(posedge clk) all_75_s60 <= all_75;

    // ---- Stage 60 -----------------------------------------------------------------------------------------------------
    // decide.p4 36+38, outbound.p4 172, result.p4 12+14
    wire if_decide_38 = chosen_446_s60 == 8'h0;
    wire all_76 = all_65_s60 & if_decide_38;
    wire all_74 = all_76 & if_outbound_172_s60;
    wire [127:0] meta_dst6_6 = ipv4_valid_s60 ? meta_dst6_5_s60 : ipv6_dst_addr_3_s60;
    wire [127:0] meta_dst6_7 = if_result_12_s60 ? meta_dst6_6 : meta_dst6_4_s60;
    wire [7:0] chosen_451 = all_75_s60 ? 8'h8 : chosen_450_s60;
    wire if_decide_38_s71;
    delay #(.WIDTH(1), .CYCLES(11)) if_decide_38_s71_delay (.clk(clk), .reset(reset), .in(if_decide_38), .out(if_decide_38_s71));
    wire if_decide_38_s73;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s73_delay (.clk(clk), .reset(reset), .in(if_decide_38_s71), .out(if_decide_38_s73));
    wire if_decide_38_s75;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s75_delay (.clk(clk), .reset(reset), .in(if_decide_38_s73), .out(if_decide_38_s75));
    wire if_decide_38_s77;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s77_delay (.clk(clk), .reset(reset), .in(if_decide_38_s75), .out(if_decide_38_s77));
    wire if_decide_38_s79;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s79_delay (.clk(clk), .reset(reset), .in(if_decide_38_s77), .out(if_decide_38_s79));
    wire all_76_s62;
    delay #(.WIDTH(1), .CYCLES(2)) all_76_s62_delay (.clk(clk), .reset(reset), .in(all_76), .out(all_76_s62));
    wire all_76_s71;
    delay #(.WIDTH(1), .CYCLES(9)) all_76_s71_delay (.clk(clk), .reset(reset), .in(all_76_s62), .out(all_76_s71));
    reg all_74_s61; always @(posedge clk) all_74_s61 <= all_74;
    wire [127:0] meta_dst6_7_s78;
    delay #(.WIDTH(128), .CYCLES(18)) meta_dst6_7_s78_delay (.clk(clk), .reset(reset), .in(meta_dst6_7), .out(meta_dst6_7_s78));
    wire [7:0] chosen_451_s71;
    delay #(.WIDTH(8), .CYCLES(11)) chosen_451_s71_delay (.clk(clk), .reset(reset), .in(chosen_451), .out(chosen_451_s71));
    wire [7:0] chosen_451_s77;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_451_s77_delay (.clk(clk), .reset(reset), .in(chosen_451_s71), .out(chosen_451_s77));
    reg [7:0] chosen_451_s78; always @(posedge clk) chosen_451_s78 <= chosen_451_s77;

    // ---- Stage 62 -----------------------------------------------------------------------------------------------------
    // outbound.p4 32+172+175-176+185+190+220
    wire eam4_src_eam_src_to6 = eam4_src_hit & eam4_src_value[168];
    wire eam4_src_eam_src_to6_2 = if_outbound_172_s62 & eam4_src_eam_src_to6;
    wire if_outbound_185 = if_result_37_s62 & {~eam4_src_eam_src_to6_2};
    wire pool6_extract_32_10 = pool6_extract_32_9_s62 | if_outbound_185;
    wire all_77 = all_76_s62 & pool6_extract_32_10;
    wire [31:0] meta_src4_5 = if_outbound_185 ? meta_src4_4_s62 : meta_dst4_10_s62;
    wire [11:0] eam4_dst_instance_5 = if_outbound_185 ? eam4_dst_instance_3_s62 : eam6_dst_instance_3_s62;
    wire all_78 = {~eam4_src_eam_src_to6_2} & {~if_result_28_s62};
    wire [31:0] eam4_src_suffix_mask = eam4_src_value[39:8];
    wire [31:0] all_79 = ipv4_src_addr_s62 & eam4_src_suffix_mask;
    wire [7:0] eam4_src_shift = eam4_src_value[7:0];
    wire chosen_452 = eam4_src_shift[0] ? 1'h0 : all_79[0];
    wire chosen_453 = eam4_src_shift[1] ? 1'h0 : chosen_452;
    wire chosen_454 = eam4_src_shift[2] ? 1'h0 : chosen_453;
    wire chosen_455 = eam4_src_shift[3] ? 1'h0 : chosen_454;
    wire chosen_456 = eam4_src_shift[4] ? 1'h0 : chosen_455;
    wire chosen_457 = eam4_src_shift[5] ? 1'h0 : chosen_456;
    wire [30:0] chosen_458 = eam4_src_shift[0] ? all_79[30:0] : all_79[31:1];
    wire chosen_459 = eam4_src_shift[1] ? 1'h0 : chosen_458[0];
    wire chosen_460 = eam4_src_shift[2] ? 1'h0 : chosen_459;
    wire chosen_461 = eam4_src_shift[3] ? 1'h0 : chosen_460;
    wire chosen_462 = eam4_src_shift[4] ? 1'h0 : chosen_461;
    wire chosen_463 = eam4_src_shift[5] ? 1'h0 : chosen_462;
    wire chosen_464 = eam4_src_shift[1] ? chosen_452 : chosen_458[1];
    wire chosen_465 = eam4_src_shift[2] ? 1'h0 : chosen_464;
    wire chosen_466 = eam4_src_shift[3] ? 1'h0 : chosen_465;
    wire chosen_467 = eam4_src_shift[4] ? 1'h0 : chosen_466;
    wire chosen_468 = eam4_src_shift[5] ? 1'h0 : chosen_467;
    wire [28:0] chosen_469 = eam4_src_shift[1] ? chosen_458[28:0] : chosen_458[30:2];
    wire chosen_470 = eam4_src_shift[2] ? 1'h0 : chosen_469[0];
    wire chosen_471 = eam4_src_shift[3] ? 1'h0 : chosen_470;
    wire chosen_472 = eam4_src_shift[4] ? 1'h0 : chosen_471;
    wire chosen_473 = eam4_src_shift[5] ? 1'h0 : chosen_472;
    wire chosen_474 = eam4_src_shift[2] ? chosen_453 : chosen_469[1];
    wire chosen_475 = eam4_src_shift[3] ? 1'h0 : chosen_474;
    wire chosen_476 = eam4_src_shift[4] ? 1'h0 : chosen_475;
    wire chosen_477 = eam4_src_shift[5] ? 1'h0 : chosen_476;
    wire chosen_478 = eam4_src_shift[2] ? chosen_459 : chosen_469[2];
    wire chosen_479 = eam4_src_shift[3] ? 1'h0 : chosen_478;
    wire chosen_480 = eam4_src_shift[4] ? 1'h0 : chosen_479;
    wire chosen_481 = eam4_src_shift[5] ? 1'h0 : chosen_480;
    wire chosen_482 = eam4_src_shift[2] ? chosen_464 : chosen_469[3];
    wire chosen_483 = eam4_src_shift[3] ? 1'h0 : chosen_482;
    wire chosen_484 = eam4_src_shift[4] ? 1'h0 : chosen_483;
    wire chosen_485 = eam4_src_shift[5] ? 1'h0 : chosen_484;
    wire [24:0] chosen_486 = eam4_src_shift[2] ? chosen_469[24:0] : chosen_469[28:4];
    wire chosen_487 = eam4_src_shift[3] ? 1'h0 : chosen_486[0];
    wire chosen_488 = eam4_src_shift[4] ? 1'h0 : chosen_487;
    wire chosen_489 = eam4_src_shift[5] ? 1'h0 : chosen_488;
    wire chosen_490 = eam4_src_shift[3] ? chosen_454 : chosen_486[1];
    wire chosen_491 = eam4_src_shift[4] ? 1'h0 : chosen_490;
    wire chosen_492 = eam4_src_shift[5] ? 1'h0 : chosen_491;
    wire chosen_493 = eam4_src_shift[3] ? chosen_460 : chosen_486[2];
    wire chosen_494 = eam4_src_shift[4] ? 1'h0 : chosen_493;
    wire chosen_495 = eam4_src_shift[5] ? 1'h0 : chosen_494;
    wire chosen_496 = eam4_src_shift[3] ? chosen_465 : chosen_486[3];
    wire chosen_497 = eam4_src_shift[4] ? 1'h0 : chosen_496;
    wire chosen_498 = eam4_src_shift[5] ? 1'h0 : chosen_497;
    wire chosen_499 = eam4_src_shift[3] ? chosen_470 : chosen_486[4];
    wire chosen_500 = eam4_src_shift[4] ? 1'h0 : chosen_499;
    wire chosen_501 = eam4_src_shift[5] ? 1'h0 : chosen_500;
    wire chosen_502 = eam4_src_shift[3] ? chosen_474 : chosen_486[5];
    wire chosen_503 = eam4_src_shift[4] ? 1'h0 : chosen_502;
    wire chosen_504 = eam4_src_shift[5] ? 1'h0 : chosen_503;
    wire chosen_505 = eam4_src_shift[3] ? chosen_478 : chosen_486[6];
    wire chosen_506 = eam4_src_shift[4] ? 1'h0 : chosen_505;
    wire chosen_507 = eam4_src_shift[5] ? 1'h0 : chosen_506;
    wire chosen_508 = eam4_src_shift[3] ? chosen_482 : chosen_486[7];
    wire chosen_509 = eam4_src_shift[4] ? 1'h0 : chosen_508;
    wire chosen_510 = eam4_src_shift[5] ? 1'h0 : chosen_509;
    wire [16:0] chosen_511 = eam4_src_shift[3] ? chosen_486[16:0] : chosen_486[24:8];
    wire chosen_512 = eam4_src_shift[4] ? 1'h0 : chosen_511[0];
    wire chosen_513 = eam4_src_shift[5] ? 1'h0 : chosen_512;
    wire chosen_514 = eam4_src_shift[4] ? chosen_455 : chosen_511[1];
    wire chosen_515 = eam4_src_shift[5] ? 1'h0 : chosen_514;
    wire chosen_516 = eam4_src_shift[4] ? chosen_461 : chosen_511[2];
    wire chosen_517 = eam4_src_shift[5] ? 1'h0 : chosen_516;
    wire chosen_518 = eam4_src_shift[4] ? chosen_466 : chosen_511[3];
    wire chosen_519 = eam4_src_shift[5] ? 1'h0 : chosen_518;
    wire chosen_520 = eam4_src_shift[4] ? chosen_471 : chosen_511[4];
    wire chosen_521 = eam4_src_shift[5] ? 1'h0 : chosen_520;
    wire chosen_522 = eam4_src_shift[4] ? chosen_475 : chosen_511[5];
    wire chosen_523 = eam4_src_shift[5] ? 1'h0 : chosen_522;
    wire chosen_524 = eam4_src_shift[4] ? chosen_479 : chosen_511[6];
    wire chosen_525 = eam4_src_shift[5] ? 1'h0 : chosen_524;
    wire chosen_526 = eam4_src_shift[4] ? chosen_483 : chosen_511[7];
    wire chosen_527 = eam4_src_shift[5] ? 1'h0 : chosen_526;
    wire chosen_528 = eam4_src_shift[4] ? chosen_487 : chosen_511[8];
    wire chosen_529 = eam4_src_shift[5] ? 1'h0 : chosen_528;
    wire chosen_530 = eam4_src_shift[4] ? chosen_490 : chosen_511[9];
    wire chosen_531 = eam4_src_shift[5] ? 1'h0 : chosen_530;
    wire chosen_532 = eam4_src_shift[4] ? chosen_493 : chosen_511[10];
    wire chosen_533 = eam4_src_shift[5] ? 1'h0 : chosen_532;
    wire chosen_534 = eam4_src_shift[4] ? chosen_496 : chosen_511[11];
    wire chosen_535 = eam4_src_shift[5] ? 1'h0 : chosen_534;
    wire chosen_536 = eam4_src_shift[4] ? chosen_499 : chosen_511[12];
    wire chosen_537 = eam4_src_shift[5] ? 1'h0 : chosen_536;
    wire chosen_538 = eam4_src_shift[4] ? chosen_502 : chosen_511[13];
    wire chosen_539 = eam4_src_shift[5] ? 1'h0 : chosen_538;
    wire chosen_540 = eam4_src_shift[4] ? chosen_505 : chosen_511[14];
    wire chosen_541 = eam4_src_shift[5] ? 1'h0 : chosen_540;
    wire chosen_542 = eam4_src_shift[4] ? chosen_508 : chosen_511[15];
    wire chosen_543 = eam4_src_shift[5] ? 1'h0 : chosen_542;
    wire chosen_544 = eam4_src_shift[4] ? chosen_511[0] : chosen_511[16];
    wire chosen_545 = eam4_src_shift[5] ? 1'h0 : chosen_544;
    wire chosen_546 = eam4_src_shift[0] ? all_79[31] : 1'h0;
    wire chosen_547 = eam4_src_shift[1] ? chosen_458[29] : chosen_546;
    wire chosen_548 = eam4_src_shift[2] ? chosen_469[25] : chosen_547;
    wire chosen_549 = eam4_src_shift[3] ? chosen_486[17] : chosen_548;
    wire chosen_550 = eam4_src_shift[4] ? chosen_511[1] : chosen_549;
    wire chosen_551 = eam4_src_shift[5] ? chosen_456 : chosen_550;
    wire chosen_552 = eam4_src_shift[1] ? chosen_458[30] : 1'h0;
    wire chosen_553 = eam4_src_shift[2] ? chosen_469[26] : chosen_552;
    wire chosen_554 = eam4_src_shift[3] ? chosen_486[18] : chosen_553;
    wire chosen_555 = eam4_src_shift[4] ? chosen_511[2] : chosen_554;
    wire chosen_556 = eam4_src_shift[5] ? chosen_462 : chosen_555;
    wire chosen_557 = eam4_src_shift[1] ? chosen_546 : 1'h0;
    wire chosen_558 = eam4_src_shift[2] ? chosen_469[27] : chosen_557;
    wire chosen_559 = eam4_src_shift[3] ? chosen_486[19] : chosen_558;
    wire chosen_560 = eam4_src_shift[4] ? chosen_511[3] : chosen_559;
    wire chosen_561 = eam4_src_shift[5] ? chosen_467 : chosen_560;
    wire chosen_562 = eam4_src_shift[2] ? chosen_469[28] : 1'h0;
    wire chosen_563 = eam4_src_shift[3] ? chosen_486[20] : chosen_562;
    wire chosen_564 = eam4_src_shift[4] ? chosen_511[4] : chosen_563;
    wire chosen_565 = eam4_src_shift[5] ? chosen_472 : chosen_564;
    wire chosen_566 = eam4_src_shift[2] ? chosen_547 : 1'h0;
    wire chosen_567 = eam4_src_shift[3] ? chosen_486[21] : chosen_566;
    wire chosen_568 = eam4_src_shift[4] ? chosen_511[5] : chosen_567;
    wire chosen_569 = eam4_src_shift[5] ? chosen_476 : chosen_568;
    wire chosen_570 = eam4_src_shift[2] ? chosen_552 : 1'h0;
    wire chosen_571 = eam4_src_shift[3] ? chosen_486[22] : chosen_570;
    wire chosen_572 = eam4_src_shift[4] ? chosen_511[6] : chosen_571;
    wire chosen_573 = eam4_src_shift[5] ? chosen_480 : chosen_572;
    wire chosen_574 = eam4_src_shift[2] ? chosen_557 : 1'h0;
    wire chosen_575 = eam4_src_shift[3] ? chosen_486[23] : chosen_574;
    wire chosen_576 = eam4_src_shift[4] ? chosen_511[7] : chosen_575;
    wire chosen_577 = eam4_src_shift[5] ? chosen_484 : chosen_576;
    wire chosen_578 = eam4_src_shift[3] ? chosen_486[24] : 1'h0;
    wire chosen_579 = eam4_src_shift[4] ? chosen_511[8] : chosen_578;
    wire chosen_580 = eam4_src_shift[5] ? chosen_488 : chosen_579;
    wire chosen_581 = eam4_src_shift[3] ? chosen_548 : 1'h0;
    wire chosen_582 = eam4_src_shift[4] ? chosen_511[9] : chosen_581;
    wire chosen_583 = eam4_src_shift[5] ? chosen_491 : chosen_582;
    wire chosen_584 = eam4_src_shift[3] ? chosen_553 : 1'h0;
    wire chosen_585 = eam4_src_shift[4] ? chosen_511[10] : chosen_584;
    wire chosen_586 = eam4_src_shift[5] ? chosen_494 : chosen_585;
    wire chosen_587 = eam4_src_shift[3] ? chosen_558 : 1'h0;
    wire chosen_588 = eam4_src_shift[4] ? chosen_511[11] : chosen_587;
    wire chosen_589 = eam4_src_shift[5] ? chosen_497 : chosen_588;
    wire chosen_590 = eam4_src_shift[3] ? chosen_562 : 1'h0;
    wire chosen_591 = eam4_src_shift[4] ? chosen_511[12] : chosen_590;
    wire chosen_592 = eam4_src_shift[5] ? chosen_500 : chosen_591;
    wire chosen_593 = eam4_src_shift[3] ? chosen_566 : 1'h0;
    wire chosen_594 = eam4_src_shift[4] ? chosen_511[13] : chosen_593;
    wire chosen_595 = eam4_src_shift[5] ? chosen_503 : chosen_594;
    wire chosen_596 = eam4_src_shift[3] ? chosen_570 : 1'h0;
    wire chosen_597 = eam4_src_shift[4] ? chosen_511[14] : chosen_596;
    wire chosen_598 = eam4_src_shift[5] ? chosen_506 : chosen_597;
    wire chosen_599 = eam4_src_shift[3] ? chosen_574 : 1'h0;
    wire chosen_600 = eam4_src_shift[4] ? chosen_511[15] : chosen_599;
    wire chosen_601 = eam4_src_shift[5] ? chosen_509 : chosen_600;
    wire chosen_602 = eam4_src_shift[4] ? chosen_511[16] : 1'h0;
    wire chosen_603 = eam4_src_shift[5] ? chosen_512 : chosen_602;
    wire chosen_604 = eam4_src_shift[4] ? chosen_549 : 1'h0;
    wire chosen_605 = eam4_src_shift[5] ? chosen_514 : chosen_604;
    wire chosen_606 = eam4_src_shift[4] ? chosen_554 : 1'h0;
    wire chosen_607 = eam4_src_shift[5] ? chosen_516 : chosen_606;
    wire chosen_608 = eam4_src_shift[4] ? chosen_559 : 1'h0;
    wire chosen_609 = eam4_src_shift[5] ? chosen_518 : chosen_608;
    wire chosen_610 = eam4_src_shift[4] ? chosen_563 : 1'h0;
    wire chosen_611 = eam4_src_shift[5] ? chosen_520 : chosen_610;
    wire chosen_612 = eam4_src_shift[4] ? chosen_567 : 1'h0;
    wire chosen_613 = eam4_src_shift[5] ? chosen_522 : chosen_612;
    wire chosen_614 = eam4_src_shift[4] ? chosen_571 : 1'h0;
    wire chosen_615 = eam4_src_shift[5] ? chosen_524 : chosen_614;
    wire chosen_616 = eam4_src_shift[4] ? chosen_575 : 1'h0;
    wire chosen_617 = eam4_src_shift[5] ? chosen_526 : chosen_616;
    wire chosen_618 = eam4_src_shift[4] ? chosen_578 : 1'h0;
    wire chosen_619 = eam4_src_shift[5] ? chosen_528 : chosen_618;
    wire chosen_620 = eam4_src_shift[4] ? chosen_581 : 1'h0;
    wire chosen_621 = eam4_src_shift[5] ? chosen_530 : chosen_620;
    wire chosen_622 = eam4_src_shift[4] ? chosen_584 : 1'h0;
    wire chosen_623 = eam4_src_shift[5] ? chosen_532 : chosen_622;
    wire chosen_624 = eam4_src_shift[4] ? chosen_587 : 1'h0;
    wire chosen_625 = eam4_src_shift[5] ? chosen_534 : chosen_624;
    wire chosen_626 = eam4_src_shift[4] ? chosen_590 : 1'h0;
    wire chosen_627 = eam4_src_shift[5] ? chosen_536 : chosen_626;
    wire chosen_628 = eam4_src_shift[4] ? chosen_593 : 1'h0;
    wire chosen_629 = eam4_src_shift[5] ? chosen_538 : chosen_628;
    wire chosen_630 = eam4_src_shift[4] ? chosen_596 : 1'h0;
    wire chosen_631 = eam4_src_shift[5] ? chosen_540 : chosen_630;
    wire chosen_632 = eam4_src_shift[4] ? chosen_599 : 1'h0;
    wire chosen_633 = eam4_src_shift[5] ? chosen_542 : chosen_632;
    wire chosen_634 = eam4_src_shift[5] ? chosen_544 : 1'h0;
    wire chosen_635 = eam4_src_shift[5] ? chosen_550 : 1'h0;
    wire chosen_636 = eam4_src_shift[5] ? chosen_555 : 1'h0;
    wire chosen_637 = eam4_src_shift[5] ? chosen_560 : 1'h0;
    wire chosen_638 = eam4_src_shift[5] ? chosen_564 : 1'h0;
    wire chosen_639 = eam4_src_shift[5] ? chosen_568 : 1'h0;
    wire chosen_640 = eam4_src_shift[5] ? chosen_572 : 1'h0;
    wire chosen_641 = eam4_src_shift[5] ? chosen_576 : 1'h0;
    wire chosen_642 = eam4_src_shift[5] ? chosen_579 : 1'h0;
    wire chosen_643 = eam4_src_shift[5] ? chosen_582 : 1'h0;
    wire chosen_644 = eam4_src_shift[5] ? chosen_585 : 1'h0;
    wire chosen_645 = eam4_src_shift[5] ? chosen_588 : 1'h0;
    wire chosen_646 = eam4_src_shift[5] ? chosen_591 : 1'h0;
    wire chosen_647 = eam4_src_shift[5] ? chosen_594 : 1'h0;
    wire chosen_648 = eam4_src_shift[5] ? chosen_597 : 1'h0;
    wire chosen_649 = eam4_src_shift[5] ? chosen_600 : 1'h0;
    wire chosen_650 = eam4_src_shift[5] ? chosen_602 : 1'h0;
    wire chosen_651 = eam4_src_shift[5] ? chosen_604 : 1'h0;
    wire chosen_652 = eam4_src_shift[5] ? chosen_606 : 1'h0;
    wire chosen_653 = eam4_src_shift[5] ? chosen_608 : 1'h0;
    wire chosen_654 = eam4_src_shift[5] ? chosen_610 : 1'h0;
    wire chosen_655 = eam4_src_shift[5] ? chosen_612 : 1'h0;
    wire chosen_656 = eam4_src_shift[5] ? chosen_614 : 1'h0;
    wire chosen_657 = eam4_src_shift[5] ? chosen_616 : 1'h0;
    wire chosen_658 = eam4_src_shift[5] ? chosen_618 : 1'h0;
    wire chosen_659 = eam4_src_shift[5] ? chosen_620 : 1'h0;
    wire chosen_660 = eam4_src_shift[5] ? chosen_622 : 1'h0;
    wire chosen_661 = eam4_src_shift[5] ? chosen_624 : 1'h0;
    wire chosen_662 = eam4_src_shift[5] ? chosen_626 : 1'h0;
    wire chosen_663 = eam4_src_shift[5] ? chosen_628 : 1'h0;
    wire chosen_664 = eam4_src_shift[5] ? chosen_630 : 1'h0;
    wire chosen_665 = eam4_src_shift[5] ? chosen_632 : 1'h0;
    wire [127:0] card_pipe_Decide_Outbound_shifted =
            eam4_src_shift[6] ? {chosen_634, chosen_633, chosen_631, chosen_629, chosen_627, chosen_625, chosen_623,
            chosen_621, chosen_619, chosen_617, chosen_615, chosen_613, chosen_611, chosen_609, chosen_607, chosen_605,
            chosen_603, chosen_601, chosen_598, chosen_595, chosen_592, chosen_589, chosen_586, chosen_583, chosen_580,
            chosen_577, chosen_573, chosen_569, chosen_565, chosen_561, chosen_556, chosen_551, chosen_545, chosen_543,
            chosen_541, chosen_539, chosen_537, chosen_535, chosen_533, chosen_531, chosen_529, chosen_527, chosen_525,
            chosen_523, chosen_521, chosen_519, chosen_517, chosen_515, chosen_513, chosen_510, chosen_507, chosen_504,
            chosen_501, chosen_498, chosen_495, chosen_492, chosen_489, chosen_485, chosen_481, chosen_477, chosen_473,
            chosen_468, chosen_463, chosen_457, 64'h0} : {33'h0, chosen_665, chosen_664, chosen_663, chosen_662,
            chosen_661, chosen_660, chosen_659, chosen_658, chosen_657, chosen_656, chosen_655, chosen_654, chosen_653,
            chosen_652, chosen_651, chosen_650, chosen_649, chosen_648, chosen_647, chosen_646, chosen_645, chosen_644,
            chosen_643, chosen_642, chosen_641, chosen_640, chosen_639, chosen_638, chosen_637, chosen_636, chosen_635,
            chosen_634, chosen_633, chosen_631, chosen_629, chosen_627, chosen_625, chosen_623, chosen_621, chosen_619,
            chosen_617, chosen_615, chosen_613, chosen_611, chosen_609, chosen_607, chosen_605, chosen_603, chosen_601,
            chosen_598, chosen_595, chosen_592, chosen_589, chosen_586, chosen_583, chosen_580, chosen_577, chosen_573,
            chosen_569, chosen_565, chosen_561, chosen_556, chosen_551, chosen_545, chosen_543, chosen_541, chosen_539,
            chosen_537, chosen_535, chosen_533, chosen_531, chosen_529, chosen_527, chosen_525, chosen_523, chosen_521,
            chosen_519, chosen_517, chosen_515, chosen_513, chosen_510, chosen_507, chosen_504, chosen_501, chosen_498,
            chosen_495, chosen_492, chosen_489, chosen_485, chosen_481, chosen_477, chosen_473, chosen_468, chosen_463,
            chosen_457};
    wire is_equal_43 = eam4_src_shift == 8'h0;
    wire [127:0] eam4_src_prefix6 = eam4_src_value[167:40];
    reg eam4_src_eam_src_to6_2_s63; always @(posedge clk) eam4_src_eam_src_to6_2_s63 <= eam4_src_eam_src_to6_2;
    wire pool6_extract_32_10_s71;
    delay #(.WIDTH(1), .CYCLES(9)) pool6_extract_32_10_s71_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_10), .out(pool6_extract_32_10_s71));
    wire all_77_s68;
    delay #(.WIDTH(1), .CYCLES(6)) all_77_s68_delay (.clk(clk), .reset(reset), .in(all_77), .out(all_77_s68));
    reg all_77_s69; always @(posedge clk) all_77_s69 <= all_77_s68;
    reg [31:0] meta_src4_5_s63; always @(posedge clk) meta_src4_5_s63 <= meta_src4_5;
    wire [31:0] meta_src4_5_s65;
    delay #(.WIDTH(32), .CYCLES(2)) meta_src4_5_s65_delay (.clk(clk), .reset(reset), .in(meta_src4_5_s63), .out(meta_src4_5_s65));
    reg [11:0] eam4_dst_instance_5_s63; always @(posedge clk) eam4_dst_instance_5_s63 <= eam4_dst_instance_5;
    wire [11:0] eam4_dst_instance_5_s65;
    delay #(.WIDTH(12), .CYCLES(2)) eam4_dst_instance_5_s65_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_5_s63), .out(eam4_dst_instance_5_s65));
    wire all_78_s75;
    delay #(.WIDTH(1), .CYCLES(13)) all_78_s75_delay (.clk(clk), .reset(reset), .in(all_78), .out(all_78_s75));
    reg [31:0] all_79_s63; always @(posedge clk) all_79_s63 <= all_79;
    reg [127:0] card_pipe_Decide_Outbound_shifted_s63; always @(posedge clk) card_pipe_Decide_Outbound_shifted_s63 <= card_pipe_Decide_Outbound_shifted;
    reg is_equal_43_s63; always @(posedge clk) is_equal_43_s63 <= is_equal_43;
    reg [127:0] eam4_src_prefix6_s63; always @(posedge clk) eam4_src_prefix6_s63 <= eam4_src_prefix6;

    // ---- Stage 63 -----------------------------------------------------------------------------------------------------
    // outbound.p4 172+176-177
    wire [127:0] card_pipe_Decide_Outbound_shifted_2 =
            is_equal_43_s63 ? {96'h0, all_79_s63} : card_pipe_Decide_Outbound_shifted_s63;
    wire [127:0] meta_src6 = eam4_src_prefix6_s63 | card_pipe_Decide_Outbound_shifted_2;
    wire [127:0] meta_src6_2 = eam4_src_eam_src_to6_2_s63 ? meta_src6 : 128'h0;

    // Table embedded, outbound.p4:51: 64 rows, looked up in stage 63.
    wire embedded_hit;
    wire embedded_value;
    wire [31:0] embedded_rdata;
    wire [43:0] embedded_key = 
            {eam4_dst_instance_5_s63, meta_src4_5_s63};
    ternary_table #(
        .KEY(44), .VALUE(1),
        .ROWS(64)
    ) embedded_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[63]), .lookup_key(embedded_key),
        .lookup_counts(all_77_s68), .hit(embedded_hit), .value(embedded_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd35), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(embedded_rdata));
    wire [127:0] meta_src6_2_s77;
    delay #(.WIDTH(128), .CYCLES(14)) meta_src6_2_s77_delay (.clk(clk), .reset(reset), .in(meta_src6_2), .out(meta_src6_2_s77));
    wire [127:0] meta_src6_2_s79;
    delay #(.WIDTH(128), .CYCLES(2)) meta_src6_2_s79_delay (.clk(clk), .reset(reset), .in(meta_src6_2_s77), .out(meta_src6_2_s79));

    // ---- Stage 65 -----------------------------------------------------------------------------------------------------
    // 

    // Table denied_services, outbound.p4:64: 64 rows, looked up in stage 65.
    wire denied_services_hit;
    wire denied_services_value;
    wire [31:0] denied_services_rdata;
    wire [67:0] denied_services_key = 
            {eam4_dst_instance_5_s65, meta_protocol_8_s65, meta_src4_5_s65, tcp_dst_port_3_s65};
    ternary_table #(
        .KEY(68), .VALUE(1),
        .ROWS(64)
    ) denied_services_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[65]), .lookup_key(denied_services_key),
        .lookup_counts(all_80_s70), .hit(denied_services_hit), .value(denied_services_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd36), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(denied_services_rdata));

    // ---- Stage 68 -----------------------------------------------------------------------------------------------------
    // 

    // Table bib6, outbound.p4:96: 16384 rows, looked up in stage 68.
    wire bib6_hit;
    wire [48:0] bib6_value;
    wire [31:0] bib6_rdata;
    wire [163:0] bib6_key = 
            {eam6_dst_instance_3_s68, meta_protocol_3_s68, ipv6_src_addr_8_s68, meta_src_port_3_s68};
    exact_table #(
        .KEY(164), .VALUE(49),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`BIB6_HASH)
    ) bib6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[68]), .lookup_key(bib6_key),
        .lookup_counts(all_81_s72), .hit(bib6_hit), .value(bib6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd37), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(bib6_rdata));

    // ---- Stage 69 -----------------------------------------------------------------------------------------------------
    // outbound.p4 51+64
    wire embedded_deny = embedded_hit & embedded_value;
    wire all_80 = all_77_s69 & {~embedded_hit};

    // Table subscriber_limits, outbound.p4:143: 64 rows, looked up in stage 69.
    wire subscriber_limits_hit;
    wire subscriber_limits_value;
    wire [31:0] subscriber_limits_rdata;
    wire [147:0] subscriber_limits_key = 
            {eam6_dst_instance_3_s69, meta_protocol_3_s69, ipv6_src_addr_8_s69};
    ternary_table #(
        .KEY(148), .VALUE(1),
        .ROWS(64)
    ) subscriber_limits_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[69]), .lookup_key(subscriber_limits_key),
        .lookup_counts(all_82_s74), .hit(subscriber_limits_hit), .value(subscriber_limits_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd38), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(subscriber_limits_rdata));
    wire embedded_deny_s71;
    delay #(.WIDTH(1), .CYCLES(2)) embedded_deny_s71_delay (.clk(clk), .reset(reset), .in(embedded_deny), .out(embedded_deny_s71));
    reg all_80_s70; always @(posedge clk) all_80_s70 <= all_80;

    // ---- Stage 71 -----------------------------------------------------------------------------------------------------
    // decide.p4 38, outbound.p4 51+64+190+205-206+209
    wire denied_services_deny = denied_services_hit & denied_services_value;
    wire all_83 = pool6_extract_32_10_s71 & (denied_services_deny | embedded_deny_s71);
    wire [7:0] chosen_666 = all_83 ? 8'h1 : chosen_446_s71;
    wire if_outbound_205 = chosen_666 == 8'h0;
    wire all_84 = all_76_s71 & if_outbound_205;
    wire all_81 = pool6_extract_32_9_s71 & (all_84 & if_outbound_206_s71);
    wire [7:0] chosen_667 = all_83 ? 8'he : chosen_447_s71;
    wire all_85 = if_outbound_205 & if_outbound_206_s71;
    wire all_86 = if_decide_38_s71 & (if_outbound_205 & all_58_s71);
    wire [7:0] chosen_668 = all_83 ? 8'hc : chosen_451_s71;
    wire [7:0] chosen_666_s75;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_666_s75_delay (.clk(clk), .reset(reset), .in(chosen_666), .out(chosen_666_s75));
    wire [7:0] chosen_666_s77;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_666_s77_delay (.clk(clk), .reset(reset), .in(chosen_666_s75), .out(chosen_666_s77));
    wire if_outbound_205_s73;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s73_delay (.clk(clk), .reset(reset), .in(if_outbound_205), .out(if_outbound_205_s73));
    wire if_outbound_205_s75;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s75_delay (.clk(clk), .reset(reset), .in(if_outbound_205_s73), .out(if_outbound_205_s75));
    wire if_outbound_205_s77;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s77_delay (.clk(clk), .reset(reset), .in(if_outbound_205_s75), .out(if_outbound_205_s77));
    wire all_84_s75;
    delay #(.WIDTH(1), .CYCLES(4)) all_84_s75_delay (.clk(clk), .reset(reset), .in(all_84), .out(all_84_s75));
    reg all_81_s72; always @(posedge clk) all_81_s72 <= all_81;
    reg all_81_s73; always @(posedge clk) all_81_s73 <= all_81_s72;
    wire [7:0] chosen_667_s75;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_667_s75_delay (.clk(clk), .reset(reset), .in(chosen_667), .out(chosen_667_s75));
    wire all_85_s75;
    delay #(.WIDTH(1), .CYCLES(4)) all_85_s75_delay (.clk(clk), .reset(reset), .in(all_85), .out(all_85_s75));
    wire all_86_s73;
    delay #(.WIDTH(1), .CYCLES(2)) all_86_s73_delay (.clk(clk), .reset(reset), .in(all_86), .out(all_86_s73));
    wire [7:0] chosen_668_s75;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_668_s75_delay (.clk(clk), .reset(reset), .in(chosen_668), .out(chosen_668_s75));
    wire [7:0] chosen_668_s77;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_668_s77_delay (.clk(clk), .reset(reset), .in(chosen_668_s75), .out(chosen_668_s77));

    // ---- Stage 72 -----------------------------------------------------------------------------------------------------
    // 

    // Table prefix6, outbound.p4:163: 64 rows, looked up in stage 72.
    wire prefix6_hit;
    wire [136:0] prefix6_value;
    wire [31:0] prefix6_rdata;
    wire [11:0] prefix6_key = 
            eam4_dst_instance_3_s72;
    exact_table #(
        .KEY(12), .VALUE(137),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`PREFIX6_HASH)
    ) prefix6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[72]), .lookup_key(prefix6_key),
        .lookup_counts(all_87_s76), .hit(prefix6_hit), .value(prefix6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd39), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(prefix6_rdata));

    // ---- Stage 73 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 37-38, outbound.p4 96+143+205-207, result.p4 12+24, routing.p4 146, translate.p4 87+98
    wire [15:0] bib6_port4 = bib6_value[15:0];
    wire bib6_bind_to4 = bib6_hit & bib6_value[48];
    wire all_88 = if_outbound_206_s73 & (pool6_extract_32_9_s73 & bib6_bind_to4);
    wire all_89 = if_decide_38_s73 & (if_outbound_205_s73 & all_88);
    wire [15:0] meta_src_port_4 = all_89 ? bib6_port4 : meta_src_port_3_s73;
    wire [15:0] meta_src_port_5 = if_result_12_s73 ? meta_src_port_3_s73 : meta_src_port_4;
    wire [15:0] meta_dst_port_10 = if_result_24_s73 ? meta_dst_port_6_s73 : meta_src_port_5;
    wire [15:0] meta_src_port_6 = if_result_12_s73 ? meta_src_port_3_s73 : meta_dst_port_10;
    wire all_82 = all_81_s73 & {~bib6_hit};
    wire [31:0] bib6_addr4 = bib6_value[47:16];
    wire [31:0] meta_src4_6 = all_89 ? bib6_addr4 : meta_src4_4_s73;
    wire [31:0] meta_src4_7 = if_result_12_s73 ? meta_src4_4_s73 : meta_src4_6;
    wire [31:0] meta_src4_8 = all_88 ? bib6_addr4 : meta_src4_4_s73;
    wire [31:0] meta_src4_9 = if_result_28_s73 ? meta_src4_7 : ipv4_src_addr_s73;
    wire [31:0] meta_src4_10 = if_result_12_s73 ? ipv4_src_addr_s73 : meta_src4_9;
    wire [15:0] sum_224 = sum_220_s73 + meta_src4_7[15:0];
    wire bib4_bind_to6_6 = bib4_bind_to6_5_s73 | bib6_bind_to4;
    wire bib4_bind_to6_7 = all_86_s73 ? bib4_bind_to6_6 : bib4_bind_to6_5_s73;
    wire bib4_bind_to6_8 = if_result_12_s73 ? bib4_bind_to6_5_s73 : bib4_bind_to6_7;
    wire if_routing_146 = (tcp_valid_s73 & bib4_bind_to6_8) & any_19_s73;
    wire bib6_bind_to4_s75;
    delay #(.WIDTH(1), .CYCLES(2)) bib6_bind_to4_s75_delay (.clk(clk), .reset(reset), .in(bib6_bind_to4), .out(bib6_bind_to4_s75));
    wire [15:0] meta_src_port_5_s78;
    delay #(.WIDTH(16), .CYCLES(5)) meta_src_port_5_s78_delay (.clk(clk), .reset(reset), .in(meta_src_port_5), .out(meta_src_port_5_s78));
    wire [15:0] meta_src_port_6_s78;
    delay #(.WIDTH(16), .CYCLES(5)) meta_src_port_6_s78_delay (.clk(clk), .reset(reset), .in(meta_src_port_6), .out(meta_src_port_6_s78));
    reg all_82_s74; always @(posedge clk) all_82_s74 <= all_82;
    reg [31:0] meta_src4_7_s74; always @(posedge clk) meta_src4_7_s74 <= meta_src4_7;
    wire [31:0] meta_src4_7_s87;
    delay #(.WIDTH(32), .CYCLES(13)) meta_src4_7_s87_delay (.clk(clk), .reset(reset), .in(meta_src4_7_s74), .out(meta_src4_7_s87));
    wire [31:0] meta_src4_8_s77;
    delay #(.WIDTH(32), .CYCLES(4)) meta_src4_8_s77_delay (.clk(clk), .reset(reset), .in(meta_src4_8), .out(meta_src4_8_s77));
    wire [31:0] meta_src4_10_s104;
    delay #(.WIDTH(32), .CYCLES(31)) meta_src4_10_s104_delay (.clk(clk), .reset(reset), .in(meta_src4_10), .out(meta_src4_10_s104));
    reg [15:0] sum_224_s74; always @(posedge clk) sum_224_s74 <= sum_224;
    wire if_routing_146_s104;
    delay #(.WIDTH(1), .CYCLES(31)) if_routing_146_s104_delay (.clk(clk), .reset(reset), .in(if_routing_146), .out(if_routing_146_s104));

    // ---- Stage 74 -----------------------------------------------------------------------------------------------------
    // translate.p4 27+98
    wire [17:0] sum_225 = {1'd0, sum_217_s74} + {2'd0, meta_src4_7_s74[15:0]};
    wire [17:0] sum_226 = {2'd0, meta_src4_7_s74[31:16]} + sum_225;
    wire [15:0] sum_227 = meta_src4_7_s74[31:16] + sum_224_s74;
    wire [18:0] sum_228 = {1'd0, sum_221_s74} + {3'd0, meta_src4_7_s74[15:0]};
    wire [18:0] sum_229 = {3'd0, meta_src4_7_s74[31:16]} + sum_228;
    wire [17:0] sum_226_s82;
    delay #(.WIDTH(18), .CYCLES(8)) sum_226_s82_delay (.clk(clk), .reset(reset), .in(sum_226), .out(sum_226_s82));
    wire [15:0] sum_227_s78;
    delay #(.WIDTH(16), .CYCLES(4)) sum_227_s78_delay (.clk(clk), .reset(reset), .in(sum_227), .out(sum_227_s78));
    wire [18:0] sum_229_s78;
    delay #(.WIDTH(19), .CYCLES(4)) sum_229_s78_delay (.clk(clk), .reset(reset), .in(sum_229), .out(sum_229_s78));

    // ---- Stage 75 -----------------------------------------------------------------------------------------------------
    // decide.p4 37-38, outbound.p4 96+143+205-207+216+220, result.p4 38+40
    wire subscriber_limits_limited = subscriber_limits_hit & subscriber_limits_value;
    wire [7:0] chosen_669 = subscriber_limits_limited ? 8'h1 : 8'h2;
    wire [7:0] chosen_670 = bib6_bind_to4_s75 ? chosen_666_s75 : chosen_669;
    wire [7:0] chosen_671 = pool6_extract_32_9_s75 ? chosen_670 : 8'h1;
    wire [7:0] chosen_672 = if_outbound_206_s75 ? chosen_671 : chosen_666_s75;
    wire if_outbound_220 = all_78_s75 & (chosen_672 == 8'h0);
    wire all_87 = all_84_s75 & if_outbound_220;
    wire all_90 = if_outbound_205_s75 & if_outbound_220;
    wire [7:0] chosen_673 = (subscriber_limits_limited | bib6_bind_to4_s75) ? chosen_667_s75 : 8'h1;
    wire [7:0] chosen_674 = pool6_extract_32_9_s75 ? chosen_673 : 8'he;
    wire [7:0] chosen_675 = all_85_s75 ? chosen_674 : chosen_667_s75;
    wire [7:0] chosen_676 = if_decide_38_s75 ? chosen_675 : chosen_447_s75;
    wire [7:0] chosen_677 = if_result_12_s75 ? chosen_447_s75 : chosen_676;
    wire [7:0] chosen_678 = all_73_s75 ? 8'hd : chosen_677;
    wire [7:0] chosen_679 = if_result_38_s75 ? 8'h4 : chosen_678;
    wire [7:0] chosen_680 = subscriber_limits_limited ? 8'h1d : chosen_668_s75;
    wire [7:0] chosen_681 = bib6_bind_to4_s75 ? chosen_668_s75 : chosen_680;
    wire [7:0] chosen_682 = pool6_extract_32_9_s75 ? chosen_681 : 8'h26;
    wire [7:0] chosen_683 = if_outbound_206_s75 ? chosen_682 : chosen_668_s75;

    // Table mss_clamp, mss.p4:19: 64 rows, looked up in stage 75.
    wire mss_clamp_hit;
    wire mss_clamp_value;
    wire [31:0] mss_clamp_rdata;
    wire [11:0] mss_clamp_key = 
            eam4_dst_instance_4_s75;
    exact_table #(
        .KEY(12), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`MSS_CLAMP_HASH)
    ) mss_clamp_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[75]), .lookup_key(mss_clamp_key),
        .lookup_counts(all_91_s79), .hit(mss_clamp_hit), .value(mss_clamp_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd40), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(mss_clamp_rdata));
    wire [7:0] chosen_672_s77;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_672_s77_delay (.clk(clk), .reset(reset), .in(chosen_672), .out(chosen_672_s77));
    wire if_outbound_220_s77;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_220_s77_delay (.clk(clk), .reset(reset), .in(if_outbound_220), .out(if_outbound_220_s77));
    reg all_87_s76; always @(posedge clk) all_87_s76 <= all_87;
    wire all_90_s79;
    delay #(.WIDTH(1), .CYCLES(4)) all_90_s79_delay (.clk(clk), .reset(reset), .in(all_90), .out(all_90_s79));
    reg [7:0] chosen_677_s76; always @(posedge clk) chosen_677_s76 <= chosen_677;
    wire [7:0] chosen_677_s78;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_677_s78_delay (.clk(clk), .reset(reset), .in(chosen_677_s76), .out(chosen_677_s78));
    reg [7:0] chosen_679_s76; always @(posedge clk) chosen_679_s76 <= chosen_679;
    wire [7:0] chosen_683_s77;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_683_s77_delay (.clk(clk), .reset(reset), .in(chosen_683), .out(chosen_683_s77));

    // ---- Stage 76 -----------------------------------------------------------------------------------------------------
    // result.p4 12+37
    wire [7:0] chosen_684 = if_result_37_s76 ? chosen_679_s76 : chosen_677_s76;
    wire [7:0] chosen_685 = if_result_12_s76 ? chosen_447_s76 : chosen_684;

    // Table route4, routing.p4:85: 256 rows, looked up in stage 76.
    wire route4_hit;
    wire [17:0] route4_value;
    wire [31:0] route4_rdata;
    wire [31:0] route4_key = 
            meta_dst4_10_s76;
    ternary_table #(
        .KEY(32), .VALUE(18),
        .ROWS(256)
    ) route4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[76]), .lookup_key(route4_key),
        .lookup_counts(all_92_s81), .hit(route4_hit), .value(route4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd41), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(route4_rdata));
    wire [7:0] chosen_685_s78;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_685_s78_delay (.clk(clk), .reset(reset), .in(chosen_685), .out(chosen_685_s78));

    // ---- Stage 77 -----------------------------------------------------------------------------------------------------
    // decide.p4 37-38+43, outbound.p4 163+205+220+222+225-230, result.p4 37-38+40-41
    wire prefix6_embed = prefix6_hit & prefix6_value[136];
    wire [7:0] chosen_686 = prefix6_embed ? chosen_672_s77 : 8'h1;
    wire [7:0] chosen_687 = if_outbound_220_s77 ? chosen_686 : chosen_672_s77;
    wire [7:0] chosen_688 = if_outbound_205_s77 ? chosen_687 : chosen_666_s77;
    wire [7:0] chosen_689 = if_decide_38_s77 ? chosen_688 : chosen_446_s77;
    wire [7:0] chosen_690 = if_result_12_s77 ? chosen_446_s77 : chosen_689;
    wire if_decide_43 = chosen_690 == 8'h0;
    wire [7:0] chosen_691 = translation_options_udp_zero_compute_16_s77 ? chosen_46_s77 : chosen_690;
    wire [7:0] chosen_692 = if_result_38_s77 ? 8'h2 : chosen_691;
    wire [7:0] chosen_693 = if_result_37_s77 ? chosen_692 : chosen_690;
    wire [127:0] prefix6_prefix6 = prefix6_value[135:8];
    wire [127:0] prefix6_prefix6_2 = prefix6_embed ? prefix6_prefix6 : meta_src6_2_s77;
    wire [7:0] prefix6_length = prefix6_value[7:0];
    wire [7:0] prefix6_length_2 = prefix6_embed ? prefix6_length : 8'h0;
    wire if_outbound_230 = prefix6_length_2 == 8'h20;
    wire [127:0] meta_src6_3 =
            if_outbound_230 ? {prefix6_prefix6_2[127:96], (meta_src4_8_s77 | prefix6_prefix6_2[95:64]),
            prefix6_prefix6_2[63:0]} : prefix6_prefix6_2;
    wire if_outbound_229 = prefix6_length_2 == 8'h28;
    wire [127:0] meta_src6_4 =
            if_outbound_229 ? {prefix6_prefix6_2[127:88], (meta_src4_8_s77[31:8] | prefix6_prefix6_2[87:64]),
            prefix6_prefix6_2[63:56], (meta_src4_8_s77[7:0] | prefix6_prefix6_2[55:48]), prefix6_prefix6_2[47:0]} :
            meta_src6_3;
    wire [15:0] any_44 = meta_src4_8_s77[15:0] | prefix6_prefix6_2[55:40];
    wire [15:0] any_45 = meta_src4_8_s77[31:16] | prefix6_prefix6_2[79:64];
    wire if_outbound_228 = prefix6_length_2 == 8'h30;
    wire [23:0] any_46 = meta_src4_8_s77[23:0] | prefix6_prefix6_2[55:32];
    wire [7:0] any_47 = meta_src4_8_s77[31:24] | prefix6_prefix6_2[71:64];
    wire if_outbound_227 = prefix6_length_2 == 8'h38;
    wire [31:0] any_48 = meta_src4_8_s77 | prefix6_prefix6_2[55:24];
    wire if_outbound_226 = prefix6_length_2 == 8'h40;
    wire [31:0] any_49 = meta_src4_8_s77 | prefix6_prefix6_2[31:0];
    wire if_outbound_225 = prefix6_length_2 == 8'h60;
    wire [7:0] chosen_694 = prefix6_embed ? chosen_683_s77 : 8'he;
    wire [7:0] chosen_695 = if_outbound_220_s77 ? chosen_694 : chosen_683_s77;
    wire [7:0] chosen_696 = if_outbound_205_s77 ? chosen_695 : chosen_668_s77;
    wire [7:0] chosen_697 = if_decide_38_s77 ? chosen_696 : chosen_451_s77;
    wire [7:0] chosen_698 = if_result_12_s77 ? chosen_451_s77 : chosen_697;
    wire [7:0] chosen_699 = is_equal_34_s77 ? chosen_698 : 8'h5;
    wire [7:0] chosen_700 = translation_options_udp_zero_compute_16_s77 ? chosen_699 : chosen_698;
    wire [7:0] chosen_701 = if_result_38_s77 ? chosen_698 : chosen_700;
    reg [7:0] chosen_690_s78; always @(posedge clk) chosen_690_s78 <= chosen_690;
    reg if_decide_43_s78; always @(posedge clk) if_decide_43_s78 <= if_decide_43;
    wire if_decide_43_s80;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_43_s80_delay (.clk(clk), .reset(reset), .in(if_decide_43_s78), .out(if_decide_43_s80));
    reg [7:0] chosen_693_s78; always @(posedge clk) chosen_693_s78 <= chosen_693;
    reg [127:0] prefix6_prefix6_2_s78; always @(posedge clk) prefix6_prefix6_2_s78 <= prefix6_prefix6_2;
    reg [127:0] meta_src6_4_s78; always @(posedge clk) meta_src6_4_s78 <= meta_src6_4;
    reg [15:0] any_44_s78; always @(posedge clk) any_44_s78 <= any_44;
    reg [15:0] any_45_s78; always @(posedge clk) any_45_s78 <= any_45;
    reg if_outbound_228_s78; always @(posedge clk) if_outbound_228_s78 <= if_outbound_228;
    reg [23:0] any_46_s78; always @(posedge clk) any_46_s78 <= any_46;
    reg [7:0] any_47_s78; always @(posedge clk) any_47_s78 <= any_47;
    reg if_outbound_227_s78; always @(posedge clk) if_outbound_227_s78 <= if_outbound_227;
    reg [31:0] any_48_s78; always @(posedge clk) any_48_s78 <= any_48;
    reg if_outbound_226_s78; always @(posedge clk) if_outbound_226_s78 <= if_outbound_226;
    reg [31:0] any_49_s78; always @(posedge clk) any_49_s78 <= any_49;
    reg if_outbound_225_s78; always @(posedge clk) if_outbound_225_s78 <= if_outbound_225;
    reg [7:0] chosen_698_s78; always @(posedge clk) chosen_698_s78 <= chosen_698;
    reg [7:0] chosen_701_s78; always @(posedge clk) chosen_701_s78 <= chosen_701;

    // ---- Stage 78 -----------------------------------------------------------------------------------------------------
    // card.p4 142-144+147+150, decide.p4 43+45, mss.p4 27, outbound.p4 225-228, result.p4 12+37, routing.p4 39+163,
    // translate.p4 26+29+32-33+40+48+51+78+87+97-98+109+115+118+149
    wire [15:0] meta_src_port_7 = if_decide_43_s78 ? meta_src_port_6_s78 : meta_src_port_5_s78;
    wire [15:0] meta_src_port_8 = echo_valid_s78 ? meta_src_port_7 : echo_identifier_s78;
    wire [15:0] echo_identifier_2 = any_41_s78 ? echo_identifier_s78 : meta_src_port_8;
    wire [7:0] chosen_702 = if_result_12_s78 ? chosen_446_s78 : chosen_693_s78;
    wire [7:0] chosen_703 = if_decide_43_s78 ? chosen_702 : chosen_690_s78;
    wire if_decide_45 = chosen_703 == 8'h0;
    wire all_91 = (all_65_s78 & if_decide_45) & if_mss_27_s78;
    wire all_93 = if_decide_43_s78 & chosen_392_s78;
    wire [127:0] meta_dst6_8 = if_decide_43_s78 ? meta_dst6_7_s78 : meta_dst6_5_s78;
    wire [7:0] meta_protocol_11 = if_decide_43_s78 ? meta_protocol_10_s78 : meta_protocol_8_s78;
    wire [31:0] xor_ = meta_dst6_8[95:64] ^ meta_dst6_8[31:0];
    wire [31:0] xor__2 = meta_dst6_8[127:96] ^ meta_dst6_8[63:32];
    wire [127:0] meta_src6_5 =
            if_outbound_228_s78 ? {prefix6_prefix6_2_s78[127:80], any_45_s78, prefix6_prefix6_2_s78[63:56], any_44_s78,
            prefix6_prefix6_2_s78[39:0]} : meta_src6_4_s78;
    wire [127:0] meta_src6_6 =
            if_outbound_227_s78 ? {prefix6_prefix6_2_s78[127:72], any_47_s78, prefix6_prefix6_2_s78[63:56], any_46_s78,
            prefix6_prefix6_2_s78[31:0]} : meta_src6_5;
    wire [127:0] meta_src6_7 =
            if_outbound_226_s78 ? {prefix6_prefix6_2_s78[127:56], any_48_s78, prefix6_prefix6_2_s78[23:0]} :
            meta_src6_6;
    wire [127:0] meta_src6_8 = if_outbound_225_s78 ? {prefix6_prefix6_2_s78[127:32], any_49_s78} : meta_src6_7;
    wire [19:0] ipv6_flow_label_4 = (if_result_12_s78 & if_decide_43_s78) ? ipv6_flow_label_2_s78 : 20'h0;
    wire [15:0] ipv4_total_len_3 = if_decide_43_s78 ? chosen_395_s78 : chosen_48_s78;
    wire chosen_704 = if_decide_43_s78 ? chosen_396_s78 : chosen_49_s78;
    wire [16:0] sum_230 = {1'd0, meta_dst6_8[127:112]} + {1'd0, meta_dst6_8[111:96]};
    wire [16:0] sum_231 = {1'd0, meta_dst6_8[95:80]} + {1'd0, meta_dst6_8[79:64]};
    wire [16:0] sum_232 = {1'd0, meta_dst6_8[63:48]} + {1'd0, meta_dst6_8[47:32]};
    wire [16:0] sum_233 = {1'd0, meta_dst6_8[31:16]} + {1'd0, meta_dst6_8[15:0]};
    wire [17:0] sum_234 = {1'd0, sum_230} + {1'd0, sum_231};
    wire [17:0] sum_235 = {1'd0, sum_232} + {1'd0, sum_233};
    wire [15:0] sum_236 = {icmp_type_7_s78, icmp_code_3_s78} + meta_src_port_7;
    wire [16:0] sum_237 = {1'd0, {icmp_type_7_s78, icmp_code_3_s78}} + {1'd0, meta_src_port_7};
    wire [15:0] sum_238 = sum_219_s78 + meta_src_port_7;
    wire [15:0] sum_239 = meta_dst_port_6_s78 + meta_src_port_7;
    wire [16:0] sum_240 = {1'd0, meta_dst_port_6_s78} + {1'd0, meta_src_port_7};
    wire [15:0] sum_241 = sum_222_s78 + meta_src_port_7;
    wire [15:0] meta_src_port_9 = udp_valid_s78 ? meta_src_port_7 : udp_src_port_s78;
    wire [15:0] udp_src_port_2 = any_42_s78 ? udp_src_port_s78 : meta_src_port_9;
    wire [15:0] sum_242 = sum_223_s78 + meta_src_port_7;
    wire [15:0] meta_src_port_10 = tcp_valid_s78 ? meta_src_port_7 : tcp_src_port_s78;
    wire [15:0] meta_src_port_11 = if_result_12_s78 ? tcp_src_port_s78 : meta_src_port_10;
    wire if_translate_115 = meta_protocol_11 == 8'h1;
    wire [7:0] meta_protocol_12 = if_translate_115 ? 8'h3a : meta_protocol_11;
    wire [7:0] meta_protocol_13 = all_67_s78 ? meta_protocol_12 : fragment_next_header_s78;
    wire [7:0] fragment_next_header_2 = any_43_s78 ? fragment_next_header_s78 : meta_protocol_13;
    wire [127:0] ipv6_dst_addr_6 = any_43_s78 ? ipv6_dst_addr_3_s78 : meta_dst6_8;
    wire [7:0] meta_protocol_14 = ipv4_mf_4_s78 ? 8'h2c : meta_protocol_12;
    wire [7:0] meta_protocol_15 = if_result_37_s78 ? meta_protocol_14 : meta_protocol_6_s78;
    wire [7:0] ipv6_next_header_2 = any_43_s78 ? ipv6_next_header_s78 : meta_protocol_15;
    wire [15:0] ipv6_payload_len_4 = ipv4_total_len_3 + 16'hffd8;
    wire [15:0] ipv6_payload_len_5 = any_43_s78 ? ipv6_payload_len_3_s78 : ipv6_payload_len_4;
    wire is_less_4 = 16'h4ec < ipv4_total_len_3;
    wire all_94 = {~fragment_valid_s78} & is_less_4;
    wire [15:0] sum_243 = sum_227_s78 + ipv4_total_len_3;
    wire [15:0] sum_244 = {ipv6_hop_limit_s78, meta_protocol_11} + sum_243;
    wire [18:0] sum_245 = sum_229_s78 + {3'd0, ipv4_total_len_3};
    wire [18:0] sum_246 = {3'd0, {ipv6_hop_limit_s78, meta_protocol_11}} + sum_245;
    wire [7:0] meta_protocol_16 = if_result_28_s78 ? meta_protocol_11 : ipv4_protocol_s78;
    wire [7:0] meta_protocol_17 = if_result_12_s78 ? ipv4_protocol_s78 : meta_protocol_16;
    wire [15:0] sum_247 = {{~ipv6_hop_limit_9_s78}, {~meta_protocol_17}} + {ipv4_ttl_3_s78, meta_protocol_17};
    wire [16:0] sum_248 =
            {1'd0, {{~ipv6_hop_limit_9_s78}, {~meta_protocol_17}}} + {1'd0, {ipv4_ttl_3_s78, meta_protocol_17}};
    wire [15:0] sum_249 = {ipv4_ttl_3_s78, meta_protocol_17} + {~{ipv6_hop_limit_9_s78, meta_protocol_17}};
    wire ipv4_df_2 = if_result_28_s78 ? all_94 : ipv4_df_s78;
    wire ipv4_df_3 = if_result_12_s78 ? ipv4_df_s78 : ipv4_df_2;
    wire [15:0] ipv4_total_len_4 = if_result_28_s78 ? ipv4_total_len_3 : ipv4_total_len_s78;
    wire [15:0] ipv4_total_len_5 = if_result_12_s78 ? ipv4_total_len_s78 : ipv4_total_len_4;
    wire [7:0] chosen_705 = if_decide_43_s78 ? chosen_685_s78 : chosen_677_s78;
    wire [15:0] sume_metadata_pkt_len_3 = ipv4_total_len_3 + difference_s78;
    wire [15:0] sum_250 = sum_185_s78 + ipv4_total_len_3;
    wire [15:0] sume_metadata_pkt_len_4 = vlan_valid_s78 ? sum_250 : sume_metadata_pkt_len_3;
    wire [15:0] sume_metadata_pkt_len_5 = {13'd0, 3'h4} + sume_metadata_pkt_len_4;
    wire [7:0] chosen_706 = if_result_37_s78 ? chosen_701_s78 : chosen_698_s78;
    wire [7:0] chosen_707 = if_result_12_s78 ? chosen_451_s78 : chosen_706;
    wire [7:0] chosen_708 = if_decide_43_s78 ? chosen_707 : chosen_698_s78;
    wire [15:0] meta_src_port_7_s92;
    delay #(.WIDTH(16), .CYCLES(14)) meta_src_port_7_s92_delay (.clk(clk), .reset(reset), .in(meta_src_port_7), .out(meta_src_port_7_s92));
    reg [15:0] meta_src_port_7_s93; always @(posedge clk) meta_src_port_7_s93 <= meta_src_port_7_s92;
    wire [15:0] echo_identifier_2_s104;
    delay #(.WIDTH(16), .CYCLES(26)) echo_identifier_2_s104_delay (.clk(clk), .reset(reset), .in(echo_identifier_2), .out(echo_identifier_2_s104));
    wire [7:0] chosen_703_s80;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_703_s80_delay (.clk(clk), .reset(reset), .in(chosen_703), .out(chosen_703_s80));
    wire if_decide_45_s80;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_45_s80_delay (.clk(clk), .reset(reset), .in(if_decide_45), .out(if_decide_45_s80));
    reg all_91_s79; always @(posedge clk) all_91_s79 <= all_91;
    wire all_93_s80;
    delay #(.WIDTH(1), .CYCLES(2)) all_93_s80_delay (.clk(clk), .reset(reset), .in(all_93), .out(all_93_s80));
    wire all_93_s85;
    delay #(.WIDTH(1), .CYCLES(5)) all_93_s85_delay (.clk(clk), .reset(reset), .in(all_93_s80), .out(all_93_s85));
    wire all_93_s92;
    delay #(.WIDTH(1), .CYCLES(7)) all_93_s92_delay (.clk(clk), .reset(reset), .in(all_93_s85), .out(all_93_s92));
    reg [127:0] meta_dst6_8_s79; always @(posedge clk) meta_dst6_8_s79 <= meta_dst6_8;
    wire [7:0] meta_protocol_11_s89;
    delay #(.WIDTH(8), .CYCLES(11)) meta_protocol_11_s89_delay (.clk(clk), .reset(reset), .in(meta_protocol_11), .out(meta_protocol_11_s89));
    wire [31:0] xor__s90;
    delay #(.WIDTH(32), .CYCLES(12)) xor__s90_delay (.clk(clk), .reset(reset), .in(xor_), .out(xor__s90));
    wire [31:0] xor__2_s89;
    delay #(.WIDTH(32), .CYCLES(11)) xor__2_s89_delay (.clk(clk), .reset(reset), .in(xor__2), .out(xor__2_s89));
    reg [127:0] meta_src6_8_s79; always @(posedge clk) meta_src6_8_s79 <= meta_src6_8;
    wire [19:0] ipv6_flow_label_4_s91;
    delay #(.WIDTH(20), .CYCLES(13)) ipv6_flow_label_4_s91_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_4), .out(ipv6_flow_label_4_s91));
    wire [15:0] ipv4_total_len_3_s103;
    delay #(.WIDTH(16), .CYCLES(25)) ipv4_total_len_3_s103_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_3), .out(ipv4_total_len_3_s103));
    wire chosen_704_s103;
    delay #(.WIDTH(1), .CYCLES(25)) chosen_704_s103_delay (.clk(clk), .reset(reset), .in(chosen_704), .out(chosen_704_s103));
    reg [17:0] sum_234_s79; always @(posedge clk) sum_234_s79 <= sum_234;
    reg [17:0] sum_235_s79; always @(posedge clk) sum_235_s79 <= sum_235;
    wire [15:0] sum_236_s83;
    delay #(.WIDTH(16), .CYCLES(5)) sum_236_s83_delay (.clk(clk), .reset(reset), .in(sum_236), .out(sum_236_s83));
    wire [16:0] sum_237_s83;
    delay #(.WIDTH(17), .CYCLES(5)) sum_237_s83_delay (.clk(clk), .reset(reset), .in(sum_237), .out(sum_237_s83));
    wire [15:0] sum_238_s83;
    delay #(.WIDTH(16), .CYCLES(5)) sum_238_s83_delay (.clk(clk), .reset(reset), .in(sum_238), .out(sum_238_s83));
    wire [15:0] sum_239_s82;
    delay #(.WIDTH(16), .CYCLES(4)) sum_239_s82_delay (.clk(clk), .reset(reset), .in(sum_239), .out(sum_239_s82));
    wire [16:0] sum_240_s82;
    delay #(.WIDTH(17), .CYCLES(4)) sum_240_s82_delay (.clk(clk), .reset(reset), .in(sum_240), .out(sum_240_s82));
    wire [15:0] sum_241_s82;
    delay #(.WIDTH(16), .CYCLES(4)) sum_241_s82_delay (.clk(clk), .reset(reset), .in(sum_241), .out(sum_241_s82));
    wire [15:0] udp_src_port_2_s104;
    delay #(.WIDTH(16), .CYCLES(26)) udp_src_port_2_s104_delay (.clk(clk), .reset(reset), .in(udp_src_port_2), .out(udp_src_port_2_s104));
    wire [15:0] sum_242_s82;
    delay #(.WIDTH(16), .CYCLES(4)) sum_242_s82_delay (.clk(clk), .reset(reset), .in(sum_242), .out(sum_242_s82));
    wire [15:0] meta_src_port_11_s104;
    delay #(.WIDTH(16), .CYCLES(26)) meta_src_port_11_s104_delay (.clk(clk), .reset(reset), .in(meta_src_port_11), .out(meta_src_port_11_s104));
    wire [7:0] fragment_next_header_2_s104;
    delay #(.WIDTH(8), .CYCLES(26)) fragment_next_header_2_s104_delay (.clk(clk), .reset(reset), .in(fragment_next_header_2), .out(fragment_next_header_2_s104));
    wire [127:0] ipv6_dst_addr_6_s105;
    delay #(.WIDTH(128), .CYCLES(27)) ipv6_dst_addr_6_s105_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_6), .out(ipv6_dst_addr_6_s105));
    wire [7:0] ipv6_next_header_2_s104;
    delay #(.WIDTH(8), .CYCLES(26)) ipv6_next_header_2_s104_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_2), .out(ipv6_next_header_2_s104));
    wire [15:0] ipv6_payload_len_5_s104;
    delay #(.WIDTH(16), .CYCLES(26)) ipv6_payload_len_5_s104_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_5), .out(ipv6_payload_len_5_s104));
    wire is_less_4_s106;
    delay #(.WIDTH(1), .CYCLES(28)) is_less_4_s106_delay (.clk(clk), .reset(reset), .in(is_less_4), .out(is_less_4_s106));
    reg all_94_s79; always @(posedge clk) all_94_s79 <= all_94;
    reg [15:0] sum_244_s79; always @(posedge clk) sum_244_s79 <= sum_244;
    reg [18:0] sum_246_s79; always @(posedge clk) sum_246_s79 <= sum_246;
    wire [7:0] meta_protocol_17_s104;
    delay #(.WIDTH(8), .CYCLES(26)) meta_protocol_17_s104_delay (.clk(clk), .reset(reset), .in(meta_protocol_17), .out(meta_protocol_17_s104));
    wire [15:0] sum_247_s107;
    delay #(.WIDTH(16), .CYCLES(29)) sum_247_s107_delay (.clk(clk), .reset(reset), .in(sum_247), .out(sum_247_s107));
    wire [16:0] sum_248_s107;
    delay #(.WIDTH(17), .CYCLES(29)) sum_248_s107_delay (.clk(clk), .reset(reset), .in(sum_248), .out(sum_248_s107));
    wire [15:0] sum_249_s107;
    delay #(.WIDTH(16), .CYCLES(29)) sum_249_s107_delay (.clk(clk), .reset(reset), .in(sum_249), .out(sum_249_s107));
    wire ipv4_df_3_s104;
    delay #(.WIDTH(1), .CYCLES(26)) ipv4_df_3_s104_delay (.clk(clk), .reset(reset), .in(ipv4_df_3), .out(ipv4_df_3_s104));
    wire [15:0] ipv4_total_len_5_s104;
    delay #(.WIDTH(16), .CYCLES(26)) ipv4_total_len_5_s104_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_5), .out(ipv4_total_len_5_s104));
    wire [7:0] chosen_705_s80;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_705_s80_delay (.clk(clk), .reset(reset), .in(chosen_705), .out(chosen_705_s80));
    wire [15:0] sume_metadata_pkt_len_4_s103;
    delay #(.WIDTH(16), .CYCLES(25)) sume_metadata_pkt_len_4_s103_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_4), .out(sume_metadata_pkt_len_4_s103));
    wire [15:0] sume_metadata_pkt_len_5_s103;
    delay #(.WIDTH(16), .CYCLES(25)) sume_metadata_pkt_len_5_s103_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_5), .out(sume_metadata_pkt_len_5_s103));
    wire [7:0] chosen_708_s82;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_708_s82_delay (.clk(clk), .reset(reset), .in(chosen_708), .out(chosen_708_s82));
    wire [7:0] chosen_708_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_708_s85_delay (.clk(clk), .reset(reset), .in(chosen_708_s82), .out(chosen_708_s85));
    wire [7:0] chosen_708_s103;
    delay #(.WIDTH(8), .CYCLES(18)) chosen_708_s103_delay (.clk(clk), .reset(reset), .in(chosen_708_s85), .out(chosen_708_s103));

    // ---- Stage 79 -----------------------------------------------------------------------------------------------------
    // decide.p4 37-38, outbound.p4 205, result.p4 14, translate.p4 26+29+98
    wire [127:0] meta_src6_9 = all_90_s79 ? meta_src6_8_s79 : meta_src6_2_s79;
    wire [127:0] meta_src6_10 = if_decide_38_s79 ? meta_src6_9 : 128'h0;
    wire [127:0] meta_src6_11 = if_result_12_s79 ? 128'h0 : meta_src6_10;
    wire [127:0] meta_src6_12 = ipv4_valid_s79 ? meta_src6_11 : ipv6_src_addr_8_s79;
    wire [17:0] sum_251 = sum_234_s79 + sum_235_s79;
    wire [18:0] sum_252 = {1'd0, sum_234_s79} + {1'd0, sum_235_s79};
    wire [15:0] sum_253 = {1'd0, {all_94_s79, fragment_m_5_s79, fragment_frag_offset_2_s79}} + sum_244_s79;
    wire [18:0] sum_254 = {4'd0, {all_94_s79, fragment_m_5_s79, fragment_frag_offset_2_s79}} + sum_246_s79;

    // Table route6, routing.p4:94: 256 rows, looked up in stage 79.
    wire route6_hit;
    wire [17:0] route6_value;
    wire [31:0] route6_rdata;
    wire [127:0] route6_key = 
            meta_dst6_8_s79;
    ternary_table #(
        .KEY(128), .VALUE(18),
        .ROWS(256)
    ) route6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[79]), .lookup_key(route6_key),
        .lookup_counts(all_95_s84), .hit(route6_hit), .value(route6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd42), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(route6_rdata));
    reg [127:0] meta_src6_10_s80; always @(posedge clk) meta_src6_10_s80 <= meta_src6_10;
    reg [127:0] meta_src6_11_s80; always @(posedge clk) meta_src6_11_s80 <= meta_src6_11;
    reg [127:0] meta_src6_12_s80; always @(posedge clk) meta_src6_12_s80 <= meta_src6_12;
    reg [17:0] sum_251_s80; always @(posedge clk) sum_251_s80 <= sum_251;
    reg [18:0] sum_252_s80; always @(posedge clk) sum_252_s80 <= sum_252;
    wire [15:0] sum_253_s106;
    delay #(.WIDTH(16), .CYCLES(27)) sum_253_s106_delay (.clk(clk), .reset(reset), .in(sum_253), .out(sum_253_s106));
    wire [18:0] sum_254_s106;
    delay #(.WIDTH(19), .CYCLES(27)) sum_254_s106_delay (.clk(clk), .reset(reset), .in(sum_254), .out(sum_254_s106));

    // ---- Stage 80 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 43-45+47, mss.p4 19+27, result.p4 12, routing.p4 39+85+126, translate.p4 26+29
    wire mss_clamp_clamp = mss_clamp_hit & mss_clamp_value;
    wire all_96 = if_decide_45_s80 & (if_mss_27_s80 & mss_clamp_clamp);
    wire [7:0] chosen_709 = all_96 ? 8'h2 : chosen_703_s80;
    wire [7:0] chosen_710 = if_result_12_s80 ? chosen_703_s80 : chosen_709;
    wire if_decide_47 = chosen_710 == 8'h0;
    wire all_97 = all_2_s80 & if_decide_47;
    wire all_92 = all_97 & {~all_93_s80};
    wire all_95 = all_93_s80 & all_97;
    wire [127:0] meta_src6_13 = if_result_12_s80 ? meta_src6_12_s80 : meta_src6_10_s80;
    wire [127:0] meta_src6_14 = if_decide_43_s80 ? meta_src6_13 : meta_src6_11_s80;
    wire [31:0] xor__3 = meta_src6_14[95:64] ^ meta_src6_14[31:0];
    wire [31:0] xor__4 = meta_src6_14[127:96] ^ meta_src6_14[63:32];
    wire [17:0] sum_255 = sum_251_s80 + {2'd0, meta_src6_14[127:112]};
    wire [16:0] sum_256 = {1'd0, meta_src6_14[111:96]} + {1'd0, meta_src6_14[95:80]};
    wire [16:0] sum_257 = {1'd0, meta_src6_14[79:64]} + {1'd0, meta_src6_14[63:48]};
    wire [16:0] sum_258 = {1'd0, meta_src6_14[47:32]} + {1'd0, meta_src6_14[31:16]};
    wire [19:0] sum_259 = {1'd0, sum_252_s80} + {4'd0, meta_src6_14[127:112]};
    wire [127:0] ipv6_src_addr_12 = any_43_s80 ? ipv6_src_addr_8_s80 : meta_src6_14;
    wire [7:0] chosen_711 = all_96 ? 8'h17 : chosen_705_s80;
    wire [7:0] chosen_712 = if_result_12_s80 ? chosen_705_s80 : chosen_711;
    wire [7:0] chosen_710_s82;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_710_s82_delay (.clk(clk), .reset(reset), .in(chosen_710), .out(chosen_710_s82));
    wire [7:0] chosen_710_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_710_s85_delay (.clk(clk), .reset(reset), .in(chosen_710_s82), .out(chosen_710_s85));
    wire [7:0] chosen_710_s104;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_710_s104_delay (.clk(clk), .reset(reset), .in(chosen_710_s85), .out(chosen_710_s104));
    wire if_decide_47_s103;
    delay #(.WIDTH(1), .CYCLES(23)) if_decide_47_s103_delay (.clk(clk), .reset(reset), .in(if_decide_47), .out(if_decide_47_s103));
    reg if_decide_47_s104; always @(posedge clk) if_decide_47_s104 <= if_decide_47_s103;
    wire all_97_s85;
    delay #(.WIDTH(1), .CYCLES(5)) all_97_s85_delay (.clk(clk), .reset(reset), .in(all_97), .out(all_97_s85));
    reg all_92_s81; always @(posedge clk) all_92_s81 <= all_92;
    wire all_95_s84;
    delay #(.WIDTH(1), .CYCLES(4)) all_95_s84_delay (.clk(clk), .reset(reset), .in(all_95), .out(all_95_s84));
    reg [127:0] meta_src6_14_s81; always @(posedge clk) meta_src6_14_s81 <= meta_src6_14;
    wire [31:0] xor__3_s88;
    delay #(.WIDTH(32), .CYCLES(8)) xor__3_s88_delay (.clk(clk), .reset(reset), .in(xor__3), .out(xor__3_s88));
    wire [31:0] xor__4_s87;
    delay #(.WIDTH(32), .CYCLES(7)) xor__4_s87_delay (.clk(clk), .reset(reset), .in(xor__4), .out(xor__4_s87));
    reg [17:0] sum_255_s81; always @(posedge clk) sum_255_s81 <= sum_255;
    reg [16:0] sum_256_s81; always @(posedge clk) sum_256_s81 <= sum_256;
    reg [16:0] sum_257_s81; always @(posedge clk) sum_257_s81 <= sum_257;
    reg [16:0] sum_258_s81; always @(posedge clk) sum_258_s81 <= sum_258;
    reg [19:0] sum_259_s81; always @(posedge clk) sum_259_s81 <= sum_259;
    wire [127:0] ipv6_src_addr_12_s105;
    delay #(.WIDTH(128), .CYCLES(25)) ipv6_src_addr_12_s105_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_12), .out(ipv6_src_addr_12_s105));
    wire [7:0] chosen_712_s82;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_712_s82_delay (.clk(clk), .reset(reset), .in(chosen_712), .out(chosen_712_s82));
    wire [7:0] chosen_712_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_712_s85_delay (.clk(clk), .reset(reset), .in(chosen_712_s82), .out(chosen_712_s85));
    wire [7:0] chosen_712_s104;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_712_s104_delay (.clk(clk), .reset(reset), .in(chosen_712_s85), .out(chosen_712_s104));

    // ---- Stage 81 -----------------------------------------------------------------------------------------------------
    // translate.p4 26+29
    wire [17:0] sum_260 = {2'd0, meta_src6_14_s81[15:0]} + {1'd0, sum_256_s81};
    wire [17:0] sum_261 = {1'd0, sum_257_s81} + {1'd0, sum_258_s81};
    wire [17:0] sum_262 = sum_255_s81 + sum_260;
    wire [19:0] sum_263 = sum_259_s81 + {2'd0, sum_260};
    reg [17:0] sum_261_s82; always @(posedge clk) sum_261_s82 <= sum_261;
    reg [17:0] sum_262_s82; always @(posedge clk) sum_262_s82 <= sum_262;
    reg [19:0] sum_263_s82; always @(posedge clk) sum_263_s82 <= sum_263;

    // ---- Stage 82 -----------------------------------------------------------------------------------------------------
    // routing.p4 85, translate.p4 26+29+33+48+58+61
    wire route4_connected = route4_hit & (route4_value[17:16] == 2'h2);
    wire [7:0] chosen_713 = route4_connected ? 8'h2 : chosen_710_s82;
    wire route4_blackhole = route4_hit & (route4_value[17:16] == 2'h3);
    wire [7:0] chosen_714 = route4_blackhole ? 8'h1 : chosen_713;
    wire route4_set_next = route4_hit & (route4_value[17:16] == 2'h1);
    wire route4_set_next_2 = route4_set_next | route4_connected;
    wire route4_set_next_3 = route4_set_next_2 | route4_blackhole;
    wire [15:0] route4_next_id = route4_value[15:0];
    wire [15:0] route4_next_id_2 = route4_set_next ? route4_next_id : 16'h0;
    wire [15:0] route4_next_id_3 = (route4_connected | route4_blackhole) ? 16'h0 : route4_next_id_2;
    wire [17:0] sum_264 = sum_261_s82 + sum_262_s82;
    wire [17:0] chosen_715 = if_result_28_s82 ? sum_226_s82 : sum_264;
    wire [19:0] sum_265 = {2'd0, sum_261_s82} + sum_263_s82;
    wire [1:0] chosen_716 = if_result_28_s82 ? 2'h0 : sum_265[19:18];
    wire [20:0] sum_266 = {4'd0, sum_138_s82} + {1'd0, {chosen_716, chosen_715}};
    wire [20:0] chosen_717 = if_result_28_s82 ? 21'h0 : sum_266;
    wire [15:0] sum_267 = sum_239_s82 + chosen_715[15:0];
    wire [20:0] sum_268 = {4'd0, sum_240_s82} + {1'd0, {chosen_716, chosen_715}};
    wire [15:0] sum_269 = sum_241_s82 + chosen_715[15:0];
    wire [15:0] sum_270 = sum_242_s82 + chosen_715[15:0];
    wire [7:0] chosen_718 = route4_connected ? 8'h7 : chosen_712_s82;
    wire [7:0] chosen_719 = route4_blackhole ? chosen_712_s82 : chosen_718;
    wire [7:0] chosen_720 = route4_blackhole ? 8'h16 : chosen_708_s82;

    // Table flow_seed, routing.p4:25: 64 rows, looked up in stage 82.
    wire flow_seed_hit;
    wire [32:0] flow_seed_value;
    wire [31:0] flow_seed_rdata;
    wire [11:0] flow_seed_key = 
            12'h0;
    exact_table #(
        .KEY(12), .VALUE(33),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`FLOW_SEED_HASH)
    ) flow_seed_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[82]), .lookup_key(flow_seed_key),
        .lookup_counts(all_98_s86), .hit(flow_seed_hit), .value(flow_seed_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd44), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(flow_seed_rdata));
    wire [7:0] chosen_714_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_714_s85_delay (.clk(clk), .reset(reset), .in(chosen_714), .out(chosen_714_s85));
    wire route4_set_next_3_s85;
    delay #(.WIDTH(1), .CYCLES(3)) route4_set_next_3_s85_delay (.clk(clk), .reset(reset), .in(route4_set_next_3), .out(route4_set_next_3_s85));
    wire [15:0] route4_next_id_3_s85;
    delay #(.WIDTH(16), .CYCLES(3)) route4_next_id_3_s85_delay (.clk(clk), .reset(reset), .in(route4_next_id_3), .out(route4_next_id_3_s85));
    reg [20:0] chosen_717_s83; always @(posedge clk) chosen_717_s83 <= chosen_717;
    reg [15:0] sum_267_s83; always @(posedge clk) sum_267_s83 <= sum_267;
    reg [20:0] sum_268_s83; always @(posedge clk) sum_268_s83 <= sum_268;
    reg [15:0] sum_269_s83; always @(posedge clk) sum_269_s83 <= sum_269;
    reg [15:0] sum_270_s83; always @(posedge clk) sum_270_s83 <= sum_270;
    wire [7:0] chosen_719_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_719_s85_delay (.clk(clk), .reset(reset), .in(chosen_719), .out(chosen_719_s85));
    wire [7:0] chosen_720_s85;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_720_s85_delay (.clk(clk), .reset(reset), .in(chosen_720), .out(chosen_720_s85));

    // ---- Stage 83 -----------------------------------------------------------------------------------------------------
    // translate.p4 33+48+78
    wire [15:0] sum_271 = sum_236_s83 + chosen_717_s83[15:0];
    wire [21:0] sum_272 = {5'd0, sum_237_s83} + {1'd0, chosen_717_s83};
    wire [16:0] sum_273 = {11'd0, sum_272[21:16]} + {1'd0, sum_271};
    wire [15:0] sum_274 = sum_238_s83 + chosen_717_s83[15:0];
    wire [15:0] sum_275 = sum_274 + {10'd0, sum_272[21:16]};
    wire [15:0] sum_276 = sum_271 + {10'd0, sum_272[21:16]};
    wire [16:0] sum_277 = {12'd0, sum_268_s83[20:16]} + {1'd0, sum_267_s83};
    wire [15:0] sum_278 = sum_269_s83 + {11'd0, sum_268_s83[20:16]};
    wire [15:0] sum_279 = {15'd0, sum_277[16]} + sum_278;
    wire [15:0] sum_280 = sum_267_s83 + {11'd0, sum_268_s83[20:16]};
    wire [17:0] sum_281 = {1'd0, sum_214_s83} + {17'd0, sum_277[16]};
    wire [15:0] sum_282 = sum_270_s83 + {11'd0, sum_268_s83[20:16]};
    wire [15:0] sum_283 = {15'd0, sum_277[16]} + sum_282;
    wire [17:0] sum_284 = {1'd0, sum_216_s83} + {17'd0, sum_277[16]};
    reg [16:0] sum_273_s84; always @(posedge clk) sum_273_s84 <= sum_273;
    reg [15:0] sum_275_s84; always @(posedge clk) sum_275_s84 <= sum_275;
    reg [15:0] sum_276_s84; always @(posedge clk) sum_276_s84 <= sum_276;
    reg [15:0] sum_279_s84; always @(posedge clk) sum_279_s84 <= sum_279;
    reg [15:0] sum_280_s84; always @(posedge clk) sum_280_s84 <= sum_280;
    reg [17:0] sum_281_s84; always @(posedge clk) sum_281_s84 <= sum_281;
    reg [15:0] sum_283_s84; always @(posedge clk) sum_283_s84 <= sum_283;
    reg [17:0] sum_284_s84; always @(posedge clk) sum_284_s84 <= sum_284;

    // ---- Stage 84 -----------------------------------------------------------------------------------------------------
    // translate.p4 33+48+78
    wire [15:0] sum_285 = {15'd0, sum_273_s84[16]} + sum_275_s84;
    wire [17:0] sum_286 = {1'd0, sum_212_s84} + {17'd0, sum_273_s84[16]};
    wire [17:0] sum_287 = {2'd0, sum_276_s84} + sum_286;
    wire [17:0] sum_288 = {2'd0, sum_280_s84} + sum_281_s84;
    wire [16:0] sum_289 = {15'd0, sum_288[17:16]} + {1'd0, sum_279_s84};
    wire [15:0] sum_290 = sum_279_s84 + {14'd0, sum_288[17:16]};
    wire [17:0] sum_291 = {2'd0, sum_280_s84} + sum_284_s84;
    wire [16:0] sum_292 = {15'd0, sum_291[17:16]} + {1'd0, sum_283_s84};
    wire [15:0] sum_293 = sum_283_s84 + {14'd0, sum_291[17:16]};
    reg [15:0] sum_285_s85; always @(posedge clk) sum_285_s85 <= sum_285;
    reg [17:0] sum_287_s85; always @(posedge clk) sum_287_s85 <= sum_287;
    reg [16:0] sum_289_s85; always @(posedge clk) sum_289_s85 <= sum_289;
    reg [15:0] sum_290_s85; always @(posedge clk) sum_290_s85 <= sum_290;
    reg [16:0] sum_292_s85; always @(posedge clk) sum_292_s85 <= sum_292;
    reg [15:0] sum_293_s85; always @(posedge clk) sum_293_s85 <= sum_293;

    // ---- Stage 85 -----------------------------------------------------------------------------------------------------
    // card.p4 150, routing.p4 94+126+132-133, translate.p4 32-33+40+47-49+78+84
    wire route6_connected = route6_hit & (route6_value[17:16] == 2'h2);
    wire [7:0] chosen_721 = route6_connected ? 8'h2 : chosen_710_s85;
    wire route6_blackhole = route6_hit & (route6_value[17:16] == 2'h3);
    wire [7:0] chosen_722 = route6_blackhole ? 8'h1 : chosen_721;
    wire [7:0] chosen_723 = all_93_s85 ? chosen_722 : chosen_714_s85;
    wire if_routing_133 = chosen_723 == 8'h0;
    wire route6_set_next = route6_hit & (route6_value[17:16] == 2'h1);
    wire route6_set_next_2 = route6_set_next | route6_connected;
    wire route6_set_next_3 = route6_set_next_2 | route6_blackhole;
    wire route4_set_next_4 = all_93_s85 ? route6_set_next_3 : route4_set_next_3_s85;
    wire all_98 = (all_97_s85 & route4_set_next_4) & if_routing_133;
    wire [15:0] route6_next_id = route6_value[15:0];
    wire [15:0] route6_next_id_2 = route6_set_next ? route6_next_id : 16'h0;
    wire [15:0] route6_next_id_3 = (route6_connected | route6_blackhole) ? 16'h0 : route6_next_id_2;
    wire [15:0] route4_next_id_4 = all_93_s85 ? route6_next_id_3 : route4_next_id_3_s85;
    wire [16:0] sum_294 = {15'd0, sum_287_s85[17:16]} + {1'd0, sum_285_s85};
    wire [15:0] sum_295 = sum_285_s85 + {14'd0, sum_287_s85[17:16]};
    wire [15:0] sum_296 = {15'd0, sum_294[16]} + sum_295;
    wire if_translate_84 = {~sum_296} == 16'h0;
    wire [15:0] sum_297 = {15'd0, sum_289_s85[16]} + sum_290_s85;
    wire if_translate_49 = {~sum_297} == 16'h0;
    wire [15:0] udp_checksum_2 = if_translate_49 ? 16'hffff : {~sum_297};
    wire [15:0] udp_checksum_3 = translation_options_udp_zero_compute_16_s85 ? udp_checksum_s85 : udp_checksum_2;
    wire [15:0] udp_checksum_4 = udp_valid_s85 ? udp_checksum_3 : udp_checksum_s85;
    wire [15:0] sum_298 = {15'd0, sum_292_s85[16]} + sum_293_s85;
    wire [15:0] tcp_checksum_2 = tcp_valid_s85 ? {~sum_298} : tcp_checksum_s85;
    wire [15:0] tcp_checksum_3 = if_result_12_s85 ? tcp_checksum_s85 : tcp_checksum_2;
    wire [7:0] chosen_724 = route6_connected ? 8'h7 : chosen_712_s85;
    wire [7:0] chosen_725 = route6_blackhole ? chosen_712_s85 : chosen_724;
    wire [7:0] chosen_726 = all_93_s85 ? chosen_725 : chosen_719_s85;
    wire [7:0] chosen_727 = route6_blackhole ? 8'h16 : chosen_708_s85;
    wire [7:0] chosen_728 = all_93_s85 ? chosen_727 : chosen_720_s85;
    wire [7:0] chosen_723_s103;
    delay #(.WIDTH(8), .CYCLES(18)) chosen_723_s103_delay (.clk(clk), .reset(reset), .in(chosen_723), .out(chosen_723_s103));
    wire if_routing_133_s103;
    delay #(.WIDTH(1), .CYCLES(18)) if_routing_133_s103_delay (.clk(clk), .reset(reset), .in(if_routing_133), .out(if_routing_133_s103));
    wire route4_set_next_4_s103;
    delay #(.WIDTH(1), .CYCLES(18)) route4_set_next_4_s103_delay (.clk(clk), .reset(reset), .in(route4_set_next_4), .out(route4_set_next_4_s103));
    reg route4_set_next_4_s104; always @(posedge clk) route4_set_next_4_s104 <= route4_set_next_4_s103;
    reg all_98_s86; always @(posedge clk) all_98_s86 <= all_98;
    wire all_98_s102;
    delay #(.WIDTH(1), .CYCLES(16)) all_98_s102_delay (.clk(clk), .reset(reset), .in(all_98_s86), .out(all_98_s102));
    wire [15:0] route4_next_id_4_s98;
    delay #(.WIDTH(16), .CYCLES(13)) route4_next_id_4_s98_delay (.clk(clk), .reset(reset), .in(route4_next_id_4), .out(route4_next_id_4_s98));
    reg [15:0] sum_296_s86; always @(posedge clk) sum_296_s86 <= sum_296;
    reg if_translate_84_s86; always @(posedge clk) if_translate_84_s86 <= if_translate_84;
    reg [15:0] udp_checksum_4_s86; always @(posedge clk) udp_checksum_4_s86 <= udp_checksum_4;
    wire [15:0] tcp_checksum_3_s104;
    delay #(.WIDTH(16), .CYCLES(19)) tcp_checksum_3_s104_delay (.clk(clk), .reset(reset), .in(tcp_checksum_3), .out(tcp_checksum_3_s104));
    wire [7:0] chosen_726_s103;
    delay #(.WIDTH(8), .CYCLES(18)) chosen_726_s103_delay (.clk(clk), .reset(reset), .in(chosen_726), .out(chosen_726_s103));
    wire [7:0] chosen_728_s103;
    delay #(.WIDTH(8), .CYCLES(18)) chosen_728_s103_delay (.clk(clk), .reset(reset), .in(chosen_728), .out(chosen_728_s103));

    // ---- Stage 86 -----------------------------------------------------------------------------------------------------
    // card.p4 150, translate.p4 51+84
    wire [15:0] icmp_checksum_7 = if_translate_84_s86 ? 16'hffff : {~sum_296_s86};
    wire [15:0] icmp_checksum_8 = echo_valid_s86 ? icmp_checksum_7 : icmp_checksum_5_s86;
    wire [15:0] icmp_checksum_9 = any_41_s86 ? icmp_checksum_5_s86 : icmp_checksum_8;
    wire [15:0] udp_checksum_5 = any_42_s86 ? udp_checksum_s86 : udp_checksum_4_s86;
    wire [15:0] icmp_checksum_9_s104;
    delay #(.WIDTH(16), .CYCLES(18)) icmp_checksum_9_s104_delay (.clk(clk), .reset(reset), .in(icmp_checksum_9), .out(icmp_checksum_9_s104));
    wire [15:0] udp_checksum_5_s104;
    delay #(.WIDTH(16), .CYCLES(18)) udp_checksum_5_s104_delay (.clk(clk), .reset(reset), .in(udp_checksum_5), .out(udp_checksum_5_s104));

    // ---- Stage 87 -----------------------------------------------------------------------------------------------------
    // routing.p4 25+35+39
    wire [31:0] flow_seed_seed = flow_seed_value[31:0];
    wire flow_seed_set_seed = flow_seed_hit & flow_seed_value[32];
    wire [31:0] flow_seed_seed_2 = flow_seed_set_seed ? flow_seed_seed : 32'h0;
    wire [15:0] sum_299 = meta_src4_7_s87[15:0] + flow_seed_seed_2[15:0];
    wire [25:0] sum_300 = meta_src4_7_s87[25:0] + flow_seed_seed_2[25:0];
    wire [25:0] sum_301 = {sum_299, 10'h0} + sum_300;
    wire [21:0] sum_302 = meta_src4_7_s87[21:0] + flow_seed_seed_2[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed = meta_src4_7_s87 + flow_seed_seed_2;
    wire [15:0] sum_303 = flow_seed_seed_2[15:0] + xor__4_s87[15:0];
    wire [25:0] sum_304 = xor__4_s87[25:0] + flow_seed_seed_2[25:0];
    wire [25:0] sum_305 = {sum_303, 10'h0} + sum_304;
    wire [21:0] sum_306 = flow_seed_seed_2[21:0] + xor__4_s87[21:0];
    wire [31:0] sum_307 = xor__4_s87 + flow_seed_seed_2;
    reg [25:0] sum_301_s88; always @(posedge clk) sum_301_s88 <= sum_301;
    reg [21:0] sum_302_s88; always @(posedge clk) sum_302_s88 <= sum_302;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_s88; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_s88 <= card_pipe_Decide_Routing_FlowHash_mixed;
    reg [25:0] sum_305_s88; always @(posedge clk) sum_305_s88 <= sum_305;
    reg [21:0] sum_306_s88; always @(posedge clk) sum_306_s88 <= sum_306;
    reg [31:0] sum_307_s88; always @(posedge clk) sum_307_s88 <= sum_307;

    // ---- Stage 88 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [31:0] sum_308 = {sum_302_s88, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_s88;
    wire [25:0] xor__5 = sum_308[31:6] ^ sum_301_s88;
    wire [15:0] sum_309 = meta_dst4_10_s88[15:0] + xor__5[15:0];
    wire [25:0] sum_310 = meta_dst4_10_s88[25:0] + xor__5;
    wire [21:0] sum_311 = meta_dst4_10_s88[21:0] + xor__5[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_2 = meta_dst4_10_s88 + {sum_308[31:26], xor__5};
    wire [31:0] sum_312 = {sum_306_s88, 10'h0} + sum_307_s88;
    wire [25:0] xor__6 = sum_312[31:6] ^ sum_305_s88;
    wire [15:0] sum_313 = xor__6[15:0] + xor__3_s88[15:0];
    wire [25:0] sum_314 = xor__3_s88[25:0] + xor__6;
    wire [21:0] sum_315 = xor__6[21:0] + xor__3_s88[21:0];
    wire [31:0] sum_316 = xor__3_s88 + {sum_312[31:26], xor__6};
    reg [15:0] sum_309_s89; always @(posedge clk) sum_309_s89 <= sum_309;
    reg [25:0] sum_310_s89; always @(posedge clk) sum_310_s89 <= sum_310;
    reg [21:0] sum_311_s89; always @(posedge clk) sum_311_s89 <= sum_311;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_2_s89; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_2_s89 <= card_pipe_Decide_Routing_FlowHash_mixed_2;
    reg [15:0] sum_313_s89; always @(posedge clk) sum_313_s89 <= sum_313;
    reg [25:0] sum_314_s89; always @(posedge clk) sum_314_s89 <= sum_314;
    reg [21:0] sum_315_s89; always @(posedge clk) sum_315_s89 <= sum_315;
    reg [31:0] sum_316_s89; always @(posedge clk) sum_316_s89 <= sum_316;

    // ---- Stage 89 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [25:0] sum_317 = {sum_309_s89, 10'h0} + sum_310_s89;
    wire [31:0] sum_318 = {sum_311_s89, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_2_s89;
    wire [25:0] xor__7 = sum_318[31:6] ^ sum_317;
    wire [15:0] sum_319 = {8'd0, meta_protocol_11_s89} + xor__7[15:0];
    wire [25:0] sum_320 = {18'd0, meta_protocol_11_s89} + xor__7;
    wire [21:0] sum_321 = {14'd0, meta_protocol_11_s89} + xor__7[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_3 = {24'd0, meta_protocol_11_s89} + {sum_318[31:26], xor__7};
    wire [25:0] sum_322 = {sum_313_s89, 10'h0} + sum_314_s89;
    wire [31:0] sum_323 = {sum_315_s89, 10'h0} + sum_316_s89;
    wire [25:0] xor__8 = sum_323[31:6] ^ sum_322;
    wire [15:0] sum_324 = xor__8[15:0] + xor__2_s89[15:0];
    wire [25:0] sum_325 = xor__2_s89[25:0] + xor__8;
    wire [21:0] sum_326 = xor__8[21:0] + xor__2_s89[21:0];
    wire [31:0] sum_327 = xor__2_s89 + {sum_323[31:26], xor__8};
    reg [15:0] sum_319_s90; always @(posedge clk) sum_319_s90 <= sum_319;
    reg [25:0] sum_320_s90; always @(posedge clk) sum_320_s90 <= sum_320;
    reg [21:0] sum_321_s90; always @(posedge clk) sum_321_s90 <= sum_321;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_3_s90; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_3_s90 <= card_pipe_Decide_Routing_FlowHash_mixed_3;
    reg [15:0] sum_324_s90; always @(posedge clk) sum_324_s90 <= sum_324;
    reg [25:0] sum_325_s90; always @(posedge clk) sum_325_s90 <= sum_325;
    reg [21:0] sum_326_s90; always @(posedge clk) sum_326_s90 <= sum_326;
    reg [31:0] sum_327_s90; always @(posedge clk) sum_327_s90 <= sum_327;

    // ---- Stage 90 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [25:0] sum_328 = {sum_319_s90, 10'h0} + sum_320_s90;
    wire [31:0] sum_329 = {sum_321_s90, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_3_s90;
    wire [25:0] xor__9 = sum_329[31:6] ^ sum_328;
    wire [25:0] sum_330 = {sum_324_s90, 10'h0} + sum_325_s90;
    wire [31:0] sum_331 = {sum_326_s90, 10'h0} + sum_327_s90;
    wire [25:0] xor__10 = sum_331[31:6] ^ sum_330;
    wire [15:0] sum_332 = xor__10[15:0] + xor__s90[15:0];
    wire [25:0] sum_333 = xor__s90[25:0] + xor__10;
    wire [21:0] sum_334 = xor__10[21:0] + xor__s90[21:0];
    wire [31:0] sum_335 = xor__s90 + {sum_331[31:26], xor__10};
    wire [31:0] sum_329_s92;
    delay #(.WIDTH(32), .CYCLES(2)) sum_329_s92_delay (.clk(clk), .reset(reset), .in(sum_329), .out(sum_329_s92));
    wire [25:0] xor__9_s92;
    delay #(.WIDTH(26), .CYCLES(2)) xor__9_s92_delay (.clk(clk), .reset(reset), .in(xor__9), .out(xor__9_s92));
    reg [15:0] sum_332_s91; always @(posedge clk) sum_332_s91 <= sum_332;
    reg [25:0] sum_333_s91; always @(posedge clk) sum_333_s91 <= sum_333;
    reg [21:0] sum_334_s91; always @(posedge clk) sum_334_s91 <= sum_334;
    reg [31:0] sum_335_s91; always @(posedge clk) sum_335_s91 <= sum_335;

    // ---- Stage 91 -----------------------------------------------------------------------------------------------------
    // routing.p4 39
    wire [25:0] sum_336 = {sum_332_s91, 10'h0} + sum_333_s91;
    wire [31:0] sum_337 = {sum_334_s91, 10'h0} + sum_335_s91;
    wire [25:0] xor__11 = sum_337[31:6] ^ sum_336;
    wire [15:0] sum_338 = ipv6_flow_label_4_s91[15:0] + xor__11[15:0];
    wire [25:0] sum_339 = {6'd0, ipv6_flow_label_4_s91} + xor__11;
    wire [21:0] sum_340 = {2'd0, ipv6_flow_label_4_s91} + xor__11[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_4 = {12'd0, ipv6_flow_label_4_s91} + {sum_337[31:26], xor__11};
    reg [15:0] sum_338_s92; always @(posedge clk) sum_338_s92 <= sum_338;
    reg [25:0] sum_339_s92; always @(posedge clk) sum_339_s92 <= sum_339;
    reg [21:0] sum_340_s92; always @(posedge clk) sum_340_s92 <= sum_340;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_4_s92; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_4_s92 <= card_pipe_Decide_Routing_FlowHash_mixed_4;

    // ---- Stage 92 -----------------------------------------------------------------------------------------------------
    // routing.p4 34+39+48+50
    wire [25:0] sum_341 = {sum_338_s92, 10'h0} + sum_339_s92;
    wire [31:0] sum_342 = {sum_340_s92, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_4_s92;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5 =
            all_93_s92 ? {sum_342[31:26], (sum_342[31:6] ^ sum_341)} : {sum_329_s92[31:26], xor__9_s92};
    wire [15:0] sum_343 = meta_src_port_7_s92 + card_pipe_Decide_Routing_FlowHash_mixed_5[15:0];
    wire [15:0] sum_344 = meta_dst_port_6_s92 + card_pipe_Decide_Routing_FlowHash_mixed_5[15:0];
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5_s93; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_5_s93 <= card_pipe_Decide_Routing_FlowHash_mixed_5;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5_s94; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_5_s94 <= card_pipe_Decide_Routing_FlowHash_mixed_5_s93;
    reg [15:0] sum_343_s93; always @(posedge clk) sum_343_s93 <= sum_343;
    reg [15:0] sum_344_s93; always @(posedge clk) sum_344_s93 <= sum_344;

    // ---- Stage 93 -----------------------------------------------------------------------------------------------------
    // routing.p4 48+50
    wire [25:0] sum_345 = {10'd0, meta_src_port_7_s93} + card_pipe_Decide_Routing_FlowHash_mixed_5_s93[25:0];
    wire [25:0] sum_346 = {sum_343_s93, 10'h0} + sum_345;
    wire [21:0] sum_347 = {6'd0, meta_src_port_7_s93} + card_pipe_Decide_Routing_FlowHash_mixed_5_s93[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_6 =
            {16'd0, meta_src_port_7_s93} + card_pipe_Decide_Routing_FlowHash_mixed_5_s93;
    wire [31:0] sum_348 = {sum_347, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_6;
    wire [25:0] xor__12 = sum_348[31:6] ^ sum_346;
    wire [25:0] sum_349 =
            {meta_src_port_7_s93[9:0], meta_dst_port_6_s93} + card_pipe_Decide_Routing_FlowHash_mixed_5_s93[25:0];
    wire [25:0] sum_350 = {sum_344_s93, 10'h0} + sum_349;
    wire [21:0] sum_351 =
            card_pipe_Decide_Routing_FlowHash_mixed_5_s93[21:0] + {meta_src_port_7_s93[5:0], meta_dst_port_6_s93};
    wire [31:0] sum_352 = {meta_src_port_7_s93, meta_dst_port_6_s93} + card_pipe_Decide_Routing_FlowHash_mixed_5_s93;
    wire [31:0] sum_353 = {sum_351, 10'h0} + sum_352;
    wire [25:0] xor__13 = sum_353[31:6] ^ sum_350;
    reg [31:0] sum_348_s94; always @(posedge clk) sum_348_s94 <= sum_348;
    reg [25:0] xor__12_s94; always @(posedge clk) xor__12_s94 <= xor__12;
    reg [31:0] sum_353_s94; always @(posedge clk) sum_353_s94 <= sum_353;
    reg [25:0] xor__13_s94; always @(posedge clk) xor__13_s94 <= xor__13;

    // ---- Stage 94 -----------------------------------------------------------------------------------------------------
    // routing.p4 46-47+49+53
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_7 =
            echo_valid_s94 ? {sum_348_s94[31:26], xor__12_s94} : card_pipe_Decide_Routing_FlowHash_mixed_5_s94;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_8 =
            if_routing_47_s94 ? {sum_353_s94[31:26], xor__13_s94} : card_pipe_Decide_Routing_FlowHash_mixed_7;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_9 =
            ipv4_mf_4_s94 ? card_pipe_Decide_Routing_FlowHash_mixed_5_s94 : card_pipe_Decide_Routing_FlowHash_mixed_8;
    wire [31:0] sum_354 = {1'd0, 31'h7ed55d16} + card_pipe_Decide_Routing_FlowHash_mixed_9;
    wire [1:0] sum_355 = 2'h2 + card_pipe_Decide_Routing_FlowHash_mixed_9[1:0];
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_9_s95; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_9_s95 <= card_pipe_Decide_Routing_FlowHash_mixed_9;
    reg [31:0] sum_354_s95; always @(posedge clk) sum_354_s95 <= sum_354;
    reg [1:0] sum_355_s95; always @(posedge clk) sum_355_s95 <= sum_355;

    // ---- Stage 95 -----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [31:0] sum_356 = {card_pipe_Decide_Routing_FlowHash_mixed_9_s95[19:0], 12'h0} + sum_354_s95;
    wire [1:0] xor__14 = sum_355_s95 ^ sum_356[20:19];
    wire [3:0] xor__15 = {~sum_356[5:2]} ^ sum_356[24:21];
    wire [2:0] xor__16 = sum_356[8:6] ^ sum_356[27:25];
    wire [8:0] sum_357 = {4'd0, 5'h1d} + {xor__16, xor__15, xor__14};
    wire xor__17 = {~sum_356[9]} ^ sum_356[28];
    wire [2:0] xor__18 = sum_356[12:10] ^ sum_356[31:29];
    wire [31:0] sum_358 =
            32'he9f8cc1d + {{~sum_356[31:30]}, sum_356[29:27], {~sum_356[26:24]}, sum_356[23], {~sum_356[22:21]},
            sum_356[20:17], {~sum_356[16:14]}, sum_356[13], xor__18, xor__17, xor__16, xor__15, xor__14};
    wire [22:0] sum_359 =
            23'h5667b1 + {{~sum_356[22:21]}, sum_356[20:17], {~sum_356[16:14]}, sum_356[13], xor__18, xor__17, xor__16,
            xor__15, xor__14};
    reg [31:0] sum_356_s96; always @(posedge clk) sum_356_s96 <= sum_356;
    reg [1:0] xor__14_s96; always @(posedge clk) xor__14_s96 <= xor__14;
    reg [1:0] xor__14_s97; always @(posedge clk) xor__14_s97 <= xor__14_s96;
    reg [3:0] xor__15_s96; always @(posedge clk) xor__15_s96 <= xor__15;
    reg [2:0] xor__16_s96; always @(posedge clk) xor__16_s96 <= xor__16;
    reg [8:0] sum_357_s96; always @(posedge clk) sum_357_s96 <= sum_357;
    reg xor__17_s96; always @(posedge clk) xor__17_s96 <= xor__17;
    reg [2:0] xor__18_s96; always @(posedge clk) xor__18_s96 <= xor__18;
    reg [31:0] sum_358_s96; always @(posedge clk) sum_358_s96 <= sum_358;
    reg [22:0] sum_359_s96; always @(posedge clk) sum_359_s96 <= sum_359;

    // ---- Stage 96 -----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [8:0] sum_360 = {xor__15_s96[1:0], xor__14_s96, 5'h0} + sum_357_s96;
    wire [31:0] sum_361 =
            {{~sum_356_s96[26:24]}, sum_356_s96[23], {~sum_356_s96[22:21]}, sum_356_s96[20:17], {~sum_356_s96[16:14]},
            sum_356_s96[13], xor__18_s96, xor__17_s96, xor__16_s96, xor__15_s96, xor__14_s96, 5'h0} + sum_358_s96;
    wire [22:0] sum_362 =
            {sum_356_s96[17], {~sum_356_s96[16:14]}, sum_356_s96[13], xor__18_s96, xor__17_s96, xor__16_s96,
            xor__15_s96, xor__14_s96, 5'h0} + sum_359_s96;
    wire [22:0] xor__19 = sum_362 ^ sum_361[31:9];
    wire [31:0] sum_363 = 32'hfd7046c5 + {xor__19, sum_360};
    reg [8:0] sum_360_s97; always @(posedge clk) sum_360_s97 <= sum_360;
    reg [22:0] xor__19_s97; always @(posedge clk) xor__19_s97 <= xor__19;
    reg [31:0] sum_363_s97; always @(posedge clk) sum_363_s97 <= sum_363;

    // ---- Stage 97 -----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [31:0] sum_364 = {xor__19_s97[19:0], sum_360_s97, 3'h0} + sum_363_s97;
    wire xor__20 = {~xor__14_s97[0]} ^ sum_364[16];
    wire [1:0] xor__21 = sum_364[2:1] ^ sum_364[18:17];
    wire xor__22 = {~sum_364[3]} ^ sum_364[19];
    reg xor__20_s98; always @(posedge clk) xor__20_s98 <= xor__20;
    reg [1:0] xor__21_s98; always @(posedge clk) xor__21_s98 <= xor__21;
    reg xor__22_s98; always @(posedge clk) xor__22_s98 <= xor__22;

    // ---- Stage 98 -----------------------------------------------------------------------------------------------------
    // 

    // Table next, routing.p4:114: 16384 rows, looked up in stage 98.
    wire next_hit;
    wire [133:0] next_value;
    wire [31:0] next_rdata;
    wire [19:0] next_key = 
            {route4_next_id_4_s98, xor__22_s98, xor__21_s98, xor__20_s98};
    exact_table #(
        .KEY(20), .VALUE(134),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`NEXT_HASH)
    ) next_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[98]), .lookup_key(next_key),
        .lookup_counts(all_98_s102), .hit(next_hit), .value(next_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd43), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(next_rdata));

    // ---- Stage 103 ----------------------------------------------------------------------------------------------------
    // card.p4 146, decide.p4 47, routing.p4 114+131+133+136-137+172
    wire next_forward = next_hit & next_value[133];
    wire [7:0] chosen_729 = next_forward ? 8'h3 : chosen_723_s103;
    wire [15:0] next_mtu = next_value[15:0];
    wire [15:0] next_mtu_2 = next_forward ? next_mtu : 16'h0;
    wire if_routing_137 = {1'h0, next_mtu_2} < {chosen_704_s103, ipv4_total_len_3_s103};
    wire [7:0] chosen_730 = if_routing_137 ? 8'h2 : chosen_729;
    wire is_equal_44 = chosen_729 == 8'h3;
    wire [7:0] chosen_731 = is_equal_44 ? chosen_730 : 8'h1;
    wire [7:0] chosen_732 = if_routing_133_s103 ? chosen_731 : chosen_723_s103;
    wire [11:0] next_vlan_id = next_value[27:16];
    wire all_99 = if_decide_47_s103 & (route4_set_next_4_s103 & (if_routing_133_s103 & next_forward));
    wire [11:0] next_vlan_id_2 = all_99 ? next_vlan_id : 12'h0;
    wire if_routing_172 = next_vlan_id_2 == 12'h0;
    wire [15:0] vlan_ether_type_3 = if_routing_172 ? vlan_ether_type_s103 : ethernet_ether_type_3_s103;
    wire [11:0] vlan_vid_4 = if_routing_172 ? vlan_vid_s103 : next_vlan_id_2;
    wire vlan_dei_3 = if_routing_172 ? vlan_dei_s103 : vlan_dei_2_s103;
    wire [2:0] vlan_pcp_2 = (vlan_valid_s103 | if_routing_172) ? vlan_pcp_s103 : 3'h0;
    wire [15:0] ethernet_ether_type_4 = if_routing_172 ? ethernet_ether_type_3_s103 : 16'h8100;
    wire [47:0] next_smac = next_value[123:76];
    wire [47:0] next_smac_2 = all_99 ? next_smac : 48'h0;
    wire [47:0] next_dmac = next_value[75:28];
    wire [47:0] next_dmac_2 = all_99 ? next_dmac : 48'h0;
    wire [7:0] chosen_733 =
            (route4_set_next_4_s103 & (if_routing_133_s103 & (is_equal_44 & if_routing_137))) ? 8'h4 : chosen_726_s103;
    wire [8:0] next_port = next_value[132:124];
    wire [8:0] next_port_2 = all_99 ? next_port : 9'h0;
    wire [15:0] sume_metadata_pkt_len_6 = if_routing_172 ? sume_metadata_pkt_len_4_s103 : sume_metadata_pkt_len_5_s103;
    wire [7:0] chosen_734 = is_equal_44 ? chosen_728_s103 : 8'h17;
    wire [7:0] chosen_735 = if_routing_133_s103 ? chosen_734 : chosen_728_s103;
    wire [7:0] chosen_736 = route4_set_next_4_s103 ? chosen_735 : 8'h15;
    wire [7:0] chosen_737 = if_decide_47_s103 ? chosen_736 : chosen_708_s103;
    reg [7:0] chosen_732_s104; always @(posedge clk) chosen_732_s104 <= chosen_732;
    reg if_routing_172_s104; always @(posedge clk) if_routing_172_s104 <= if_routing_172;
    reg [15:0] vlan_ether_type_3_s104; always @(posedge clk) vlan_ether_type_3_s104 <= vlan_ether_type_3;
    reg [11:0] vlan_vid_4_s104; always @(posedge clk) vlan_vid_4_s104 <= vlan_vid_4;
    reg vlan_dei_3_s104; always @(posedge clk) vlan_dei_3_s104 <= vlan_dei_3;
    reg [2:0] vlan_pcp_2_s104; always @(posedge clk) vlan_pcp_2_s104 <= vlan_pcp_2;
    reg [15:0] ethernet_ether_type_4_s104; always @(posedge clk) ethernet_ether_type_4_s104 <= ethernet_ether_type_4;
    reg [47:0] next_smac_2_s104; always @(posedge clk) next_smac_2_s104 <= next_smac_2;
    reg [47:0] next_dmac_2_s104; always @(posedge clk) next_dmac_2_s104 <= next_dmac_2;
    reg [7:0] chosen_733_s104; always @(posedge clk) chosen_733_s104 <= chosen_733;
    wire [8:0] next_port_2_s105;
    delay #(.WIDTH(9), .CYCLES(2)) next_port_2_s105_delay (.clk(clk), .reset(reset), .in(next_port_2), .out(next_port_2_s105));
    reg [15:0] sume_metadata_pkt_len_6_s104; always @(posedge clk) sume_metadata_pkt_len_6_s104 <= sume_metadata_pkt_len_6;
    reg [7:0] chosen_737_s104; always @(posedge clk) chosen_737_s104 <= chosen_737;

    // ---- Stage 104 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+97+99+120+122+152+169, decide.p4 47, routing.p4 131+146
    wire [7:0] chosen_738 = route4_set_next_4_s104 ? chosen_732_s104 : 8'h1;
    wire [7:0] chosen_739 = if_decide_47_s104 ? chosen_738 : chosen_710_s104;
    wire if_card_120 = chosen_739 == 8'h3;
    wire [15:0] echo_identifier_3 = if_card_120 ? echo_identifier_2_s104 : echo_identifier_s104;
    wire [15:0] echo_identifier_4 = any_4_s104 ? echo_identifier_s104 : echo_identifier_3;
    wire if_card_169 = chosen_739 == 8'h5;
    wire [15:0] icmp_checksum_10 = if_card_169 ? icmp_checksum_6_s104 : icmp_checksum_5_s104;
    wire if_card_152 = chosen_739 == 8'h4;
    wire [15:0] icmp_checksum_11 = if_card_152 ? icmp_checksum_5_s104 : icmp_checksum_10;
    wire [15:0] icmp_checksum_12 = if_card_120 ? icmp_checksum_9_s104 : icmp_checksum_11;
    wire [15:0] icmp_checksum_13 = any_4_s104 ? icmp_checksum_3_s104 : icmp_checksum_12;
    wire [7:0] icmp_type_10 = if_card_169 ? chosen_12_s104 : icmp_type_5_s104;
    wire [7:0] icmp_type_11 = if_card_152 ? icmp_type_5_s104 : icmp_type_10;
    wire [7:0] icmp_type_12 = if_card_120 ? icmp_type_9_s104 : icmp_type_11;
    wire [7:0] icmp_type_13 = any_4_s104 ? icmp_type_3_s104 : icmp_type_12;
    wire [15:0] udp_checksum_6 = if_card_120 ? udp_checksum_5_s104 : udp_checksum_s104;
    wire [15:0] udp_checksum_7 = any_4_s104 ? udp_checksum_s104 : udp_checksum_6;
    wire [15:0] udp_dst_port_4 = if_card_120 ? udp_dst_port_3_s104 : udp_dst_port_s104;
    wire [15:0] udp_dst_port_5 = any_4_s104 ? udp_dst_port_s104 : udp_dst_port_4;
    wire [15:0] udp_src_port_3 = if_card_120 ? udp_src_port_2_s104 : udp_src_port_s104;
    wire [15:0] udp_src_port_4 = any_4_s104 ? udp_src_port_s104 : udp_src_port_3;
    wire [15:0] tcp_checksum_4 = if_card_120 ? tcp_checksum_3_s104 : tcp_checksum_s104;
    wire [15:0] tcp_checksum_5 = any_4_s104 ? tcp_checksum_s104 : tcp_checksum_4;
    wire [15:0] meta_dst_port_11 = if_card_120 ? meta_dst_port_9_s104 : tcp_dst_port_s104;
    wire [15:0] tcp_dst_port_4 = any_4_s104 ? tcp_dst_port_s104 : meta_dst_port_11;
    wire [15:0] meta_src_port_12 = if_card_120 ? meta_src_port_11_s104 : tcp_src_port_s104;
    wire [15:0] tcp_src_port_2 = any_4_s104 ? tcp_src_port_s104 : meta_src_port_12;
    wire [31:0] fragment_identification_5 = if_card_120 ? fragment_identification_4_s104 : fragment_identification_s104;
    wire [31:0] fragment_identification_6 = any_4_s104 ? fragment_identification_s104 : fragment_identification_5;
    wire fragment_m_9 = if_card_120 ? fragment_m_7_s104 : fragment_m_s104;
    wire fragment_m_10 = any_4_s104 ? fragment_m_s104 : fragment_m_9;
    wire [1:0] fragment_reserved2_4 = if_card_120 ? fragment_reserved2_3_s104 : fragment_reserved2_s104;
    wire [1:0] fragment_reserved2_5 = any_4_s104 ? fragment_reserved2_s104 : fragment_reserved2_4;
    wire [12:0] fragment_frag_offset_6 = if_card_120 ? fragment_frag_offset_4_s104 : fragment_frag_offset_s104;
    wire [12:0] fragment_frag_offset_7 = any_4_s104 ? fragment_frag_offset_s104 : fragment_frag_offset_6;
    wire [7:0] fragment_reserved_4 = if_card_120 ? fragment_reserved_3_s104 : fragment_reserved_s104;
    wire [7:0] fragment_reserved_5 = any_4_s104 ? fragment_reserved_s104 : fragment_reserved_4;
    wire [7:0] fragment_next_header_3 = if_card_120 ? fragment_next_header_2_s104 : fragment_next_header_s104;
    wire [7:0] fragment_next_header_4 = any_4_s104 ? fragment_next_header_s104 : fragment_next_header_3;
    wire fragment_valid_7 = if_card_120 ? fragment_valid_6_s104 : fragment_valid_s104;
    wire fragment_valid_8 = any_4_s104 ? fragment_valid_s104 : fragment_valid_7;
    wire [127:0] ipv6_dst_addr_7 = if_card_169 ? ipv6_dst_addr_5_s104 : ipv6_dst_addr_3_s104;
    wire [127:0] ipv6_dst_addr_8 = if_card_152 ? ipv6_dst_addr_3_s104 : ipv6_dst_addr_7;
    wire [127:0] ipv6_src_addr_13 = if_card_169 ? ipv6_src_addr_11_s104 : ipv6_src_addr_8_s104;
    wire [127:0] ipv6_src_addr_14 = if_card_152 ? ipv6_src_addr_8_s104 : ipv6_src_addr_13;
    wire [7:0] ipv6_hop_limit_10 = if_card_169 ? ipv6_hop_limit_3_s104 : ipv6_hop_limit_s104;
    wire [7:0] ipv6_hop_limit_11 = if_card_152 ? ipv6_hop_limit_s104 : ipv6_hop_limit_10;
    wire [7:0] ipv6_hop_limit_12 = if_card_120 ? ipv6_hop_limit_8_s104 : ipv6_hop_limit_11;
    wire [7:0] ipv6_hop_limit_13 = any_4_s104 ? ipv6_hop_limit_s104 : ipv6_hop_limit_12;
    wire [7:0] ipv6_next_header_3 = if_card_120 ? ipv6_next_header_2_s104 : ipv6_next_header_s104;
    wire [7:0] ipv6_next_header_4 = any_4_s104 ? ipv6_next_header_s104 : ipv6_next_header_3;
    wire [15:0] ipv6_payload_len_6 = if_card_120 ? ipv6_payload_len_5_s104 : ipv6_payload_len_3_s104;
    wire [15:0] ipv6_payload_len_7 = any_4_s104 ? ipv6_payload_len_s104 : ipv6_payload_len_6;
    wire [19:0] ipv6_flow_label_5 = if_card_120 ? ipv6_flow_label_3_s104 : ipv6_flow_label_s104;
    wire [19:0] ipv6_flow_label_6 = any_4_s104 ? ipv6_flow_label_s104 : ipv6_flow_label_5;
    wire [7:0] ipv6_traffic_class_3 = if_card_120 ? ipv6_traffic_class_2_s104 : ipv6_traffic_class_s104;
    wire [7:0] ipv6_traffic_class_4 = any_4_s104 ? ipv6_traffic_class_s104 : ipv6_traffic_class_3;
    wire [3:0] ipv6_version_4 = if_card_120 ? ipv6_version_3_s104 : ipv6_version_s104;
    wire [3:0] ipv6_version_5 = any_4_s104 ? ipv6_version_s104 : ipv6_version_4;
    wire ipv6_valid_8 = if_card_120 ? ipv6_valid_7_s104 : ipv6_valid_s104;
    wire ipv6_valid_9 = any_4_s104 ? ipv6_valid_s104 : ipv6_valid_8;
    wire all_100 = ipv4_valid_s104 & if_card_169;
    wire [31:0] ipv4_src_addr_5 = all_100 ? ipv4_src_addr_s104 : ipv4_dst_addr_s104;
    wire [31:0] ipv4_dst_addr_2 = if_card_152 ? ipv4_dst_addr_s104 : ipv4_src_addr_5;
    wire [31:0] meta_dst4_14 = if_card_120 ? meta_dst4_13_s104 : ipv4_dst_addr_2;
    wire [31:0] ipv4_dst_addr_3 = all_100 ? ipv4_dst_addr_s104 : ipv4_src_addr_s104;
    wire [31:0] ipv4_src_addr_6 = if_card_152 ? ipv4_src_addr_s104 : ipv4_dst_addr_3;
    wire [31:0] meta_src4_11 = if_card_120 ? meta_src4_10_s104 : ipv4_src_addr_6;
    wire [15:0] ipv4_checksum_2 = all_100 ? {~sum_78_s104} : ipv4_checksum_s104;
    wire [15:0] ipv4_checksum_3 = if_card_152 ? ipv4_checksum_s104 : ipv4_checksum_2;
    wire all_101 = all_2_s104 & if_card_120;
    wire [7:0] meta_protocol_18 = if_card_120 ? meta_protocol_17_s104 : ipv4_protocol_s104;
    wire [7:0] ipv4_protocol_2 = any_4_s104 ? ipv4_protocol_s104 : meta_protocol_18;
    wire [7:0] ipv4_ttl_5 = all_100 ? 8'h40 : ipv4_ttl_s104;
    wire [7:0] ipv4_ttl_6 = if_card_152 ? ipv4_ttl_s104 : ipv4_ttl_5;
    wire [7:0] ipv4_ttl_7 = if_card_120 ? ipv4_ttl_4_s104 : ipv4_ttl_6;
    wire [12:0] fragment_frag_offset_8 = if_card_120 ? fragment_frag_offset_5_s104 : ipv4_frag_offset_s104;
    wire [12:0] ipv4_frag_offset_3 = any_4_s104 ? ipv4_frag_offset_s104 : fragment_frag_offset_8;
    wire fragment_m_11 = if_card_120 ? fragment_m_8_s104 : ipv4_mf_s104;
    wire ipv4_mf_6 = any_4_s104 ? ipv4_mf_s104 : fragment_m_11;
    wire ipv4_df_4 = if_card_120 ? ipv4_df_3_s104 : ipv4_df_s104;
    wire ipv4_df_5 = any_4_s104 ? ipv4_df_s104 : ipv4_df_4;
    wire ipv4_reserved_4 = if_card_120 ? ipv4_reserved_3_s104 : ipv4_reserved_s104;
    wire ipv4_reserved_5 = any_4_s104 ? ipv4_reserved_s104 : ipv4_reserved_4;
    wire [15:0] ipv4_total_len_6 = if_card_120 ? ipv4_total_len_5_s104 : ipv4_total_len_s104;
    wire [15:0] ipv4_total_len_7 = any_4_s104 ? ipv4_total_len_s104 : ipv4_total_len_6;
    wire [7:0] translation_options_tos_7 = if_card_120 ? translation_options_tos_6_s104 : ipv4_tos_s104;
    wire [7:0] ipv4_tos_4 = any_4_s104 ? ipv4_tos_s104 : translation_options_tos_7;
    wire [3:0] ipv4_ihl_4 = if_card_120 ? ipv4_ihl_3_s104 : ipv4_ihl_s104;
    wire [3:0] ipv4_ihl_5 = any_4_s104 ? ipv4_ihl_s104 : ipv4_ihl_4;
    wire [3:0] ipv4_version_4 = if_card_120 ? ipv4_version_3_s104 : ipv4_version_s104;
    wire [3:0] ipv4_version_5 = any_4_s104 ? ipv4_version_s104 : ipv4_version_4;
    wire ipv4_valid_5 = if_card_120 ? ipv4_valid_4_s104 : ipv4_valid_s104;
    wire ipv4_valid_6 = any_4_s104 ? ipv4_valid_s104 : ipv4_valid_5;
    wire [15:0] vlan_ether_type_4 = if_card_120 ? vlan_ether_type_3_s104 : vlan_ether_type_s104;
    wire [15:0] vlan_ether_type_5 = any_4_s104 ? vlan_ether_type_s104 : vlan_ether_type_4;
    wire [11:0] vlan_vid_5 = if_card_120 ? vlan_vid_4_s104 : vlan_vid_s104;
    wire [11:0] vlan_vid_6 = any_4_s104 ? vlan_vid_s104 : vlan_vid_5;
    wire vlan_dei_4 = if_card_120 ? vlan_dei_3_s104 : vlan_dei_s104;
    wire vlan_dei_5 = any_4_s104 ? vlan_dei_s104 : vlan_dei_4;
    wire [2:0] vlan_pcp_3 = if_card_120 ? vlan_pcp_2_s104 : vlan_pcp_s104;
    wire [2:0] vlan_pcp_4 = any_4_s104 ? vlan_pcp_s104 : vlan_pcp_3;
    wire if_card_146 = if_card_120 ? {~if_routing_172_s104} : vlan_valid_s104;
    wire vlan_valid_2 = any_4_s104 ? vlan_valid_s104 : if_card_146;
    wire [15:0] ethernet_ether_type_5 = if_card_120 ? ethernet_ether_type_4_s104 : ethernet_ether_type_s104;
    wire [15:0] ethernet_ether_type_6 = any_4_s104 ? ethernet_ether_type_s104 : ethernet_ether_type_5;
    wire [47:0] ethernet_dst_addr_4 = if_card_169 ? ethernet_dst_addr_3_s104 : ethernet_src_addr_5_s104;
    wire [47:0] ethernet_src_addr_6 = if_card_152 ? ethernet_src_addr_5_s104 : ethernet_dst_addr_4;
    wire [47:0] next_smac_3 = if_card_120 ? next_smac_2_s104 : ethernet_src_addr_6;
    wire [47:0] ethernet_src_addr_7 = any_4_s104 ? ethernet_src_addr_s104 : next_smac_3;
    wire [47:0] ethernet_src_addr_8 = if_card_169 ? ethernet_src_addr_5_s104 : ethernet_dst_addr_3_s104;
    wire [47:0] ethernet_dst_addr_5 = if_card_152 ? ethernet_dst_addr_3_s104 : ethernet_src_addr_8;
    wire [47:0] next_dmac_3 = if_card_120 ? next_dmac_2_s104 : ethernet_dst_addr_5;
    wire [47:0] ethernet_dst_addr_6 = any_4_s104 ? ethernet_dst_addr_s104 : next_dmac_3;
    wire [7:0] chosen_740 = if_decide_47_s104 ? chosen_733_s104 : chosen_712_s104;
    wire [7:0] chosen_741 = (if_card_120 & if_routing_146_s104) ? 8'h2 : chosen_740;
    wire [7:0] packet_in_reason = any_4_s104 ? 8'h0 : chosen_741;
    wire [7:0] chosen_742 = if_card_169 ? 8'h4 : chosen_739;
    wire [7:0] chosen_743 = (if_card_120 | if_card_152) ? chosen_739 : chosen_742;
    wire [7:0] chosen_744 = if_card_99_s104 ? 8'h3 : chosen_743;
    wire [7:0] chosen_745 = any_5_s104 ? 8'h1 : chosen_744;
    wire [7:0] chosen_746 = vlan_valid_2 ? 8'h4 : 8'h0;
    wire [7:0] chosen_747 = ipv4_valid_6 ? 8'h14 : 8'h0;
    wire [7:0] chosen_748 = ipv6_valid_9 ? 8'h28 : 8'h0;
    wire [7:0] chosen_749 = fragment_valid_8 ? 8'h8 : 8'h0;
    wire [15:0] in_length_4 = if_card_152 ? in_length_3_s104 : in_length_2_s104;
    wire [15:0] sume_metadata_pkt_len_7 = if_card_120 ? sume_metadata_pkt_len_6_s104 : in_length_4;
    wire [15:0] in_length_5 = any_4_s104 ? in_length_2_s104 : sume_metadata_pkt_len_7;
    wire [7:0] chosen_750 = if_card_99_s104 ? 8'h0 : chosen_737_s104;
    wire [7:0] chosen_751 = if_card_97_s104 ? 8'h20 : chosen_750;
    wire [7:0] chosen_752 = if_card_95_s104 ? 8'h1f : chosen_751;
    wire [47:0] arp_target_mac_6 = if_card_152 ? arp_target_mac_5_s104 : 48'h0;
    wire [7:0] chosen_753 = if_routing_146_s104 ? 8'h2 : chosen_740;
    wire is_equal_45 = chosen_753 == 8'h0;
    wire [11:0] chosen_754 = is_equal_45 ? 12'h0 : eam6_dst_instance_3_s104;
    wire [15:0] chosen_755 = is_equal_45 ? 16'h0 : tcp_dst_port_s104;
    wire [15:0] chosen_756 = is_equal_45 ? 16'h0 : tcp_src_port_s104;
    wire [47:0] digest_data_endpoint = if_card_120 ? {chosen_756, chosen_755, 4'h0, chosen_754} : arp_target_mac_6;
    wire [47:0] digest_data_endpoint_2 = any_4_s104 ? 48'h0 : digest_data_endpoint;
    wire [31:0] arp_target_addr_8 = (arp_valid_s104 & if_card_152) ? arp_target_addr_6_s104 : 32'h0;
    wire [31:0] meta_dst4_15 = is_equal_45 ? 32'h0 : meta_dst4_11_s104;
    wire [31:0] meta_dst4_16 = if_card_120 ? meta_dst4_15 : arp_target_addr_8;
    wire [31:0] meta_dst4_17 = any_4_s104 ? 32'h0 : meta_dst4_16;
    wire [127:0] digest_data_addr6_2 = if_card_152 ? digest_data_addr6_s104 : 128'h0;
    wire [127:0] ipv6_src_addr_15 = is_equal_45 ? 128'h0 : ipv6_src_addr_10_s104;
    wire [127:0] ipv6_src_addr_16 = if_card_120 ? ipv6_src_addr_15 : digest_data_addr6_2;
    wire [7:0] digest_data_tcp_flags =
            is_equal_45 ? 8'h0 : {tcp_cwr_s104, tcp_ece_s104, tcp_urg_s104, tcp_ack_s104, tcp_psh_s104, tcp_rst_s104,
            tcp_syn_s104, tcp_fin_s104};
    wire [7:0] digest_data_tcp_flags_2 = if_card_120 ? digest_data_tcp_flags : 8'h0;
    wire [7:0] digest_data_tcp_flags_3 = any_4_s104 ? 8'h0 : digest_data_tcp_flags_2;
    wire if_card_161_2 = if_card_152 & if_card_161_s104;
    wire if_card_161_3 = {~if_card_120} & if_card_161_2;
    wire if_card_161_4 = {~if_card_99_s104} & if_card_161_3;
    wire if_card_161_5 = {~if_card_97_s104} & if_card_161_4;
    wire if_card_161_6 = {~if_card_95_s104} & if_card_161_5;
    reg if_card_120_s105; always @(posedge clk) if_card_120_s105 <= if_card_120;
    reg if_card_120_s106; always @(posedge clk) if_card_120_s106 <= if_card_120_s105;
    wire if_card_120_s108;
    delay #(.WIDTH(1), .CYCLES(2)) if_card_120_s108_delay (.clk(clk), .reset(reset), .in(if_card_120_s106), .out(if_card_120_s108));
    reg [15:0] echo_identifier_4_s105; always @(posedge clk) echo_identifier_4_s105 <= echo_identifier_4;
    reg [15:0] icmp_checksum_13_s105; always @(posedge clk) icmp_checksum_13_s105 <= icmp_checksum_13;
    reg [7:0] icmp_type_13_s105; always @(posedge clk) icmp_type_13_s105 <= icmp_type_13;
    wire [15:0] udp_checksum_7_s106;
    delay #(.WIDTH(16), .CYCLES(2)) udp_checksum_7_s106_delay (.clk(clk), .reset(reset), .in(udp_checksum_7), .out(udp_checksum_7_s106));
    wire [15:0] udp_dst_port_5_s106;
    delay #(.WIDTH(16), .CYCLES(2)) udp_dst_port_5_s106_delay (.clk(clk), .reset(reset), .in(udp_dst_port_5), .out(udp_dst_port_5_s106));
    wire [15:0] udp_src_port_4_s106;
    delay #(.WIDTH(16), .CYCLES(2)) udp_src_port_4_s106_delay (.clk(clk), .reset(reset), .in(udp_src_port_4), .out(udp_src_port_4_s106));
    wire [15:0] tcp_checksum_5_s106;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_checksum_5_s106_delay (.clk(clk), .reset(reset), .in(tcp_checksum_5), .out(tcp_checksum_5_s106));
    wire [15:0] tcp_dst_port_4_s106;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_dst_port_4_s106_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_4), .out(tcp_dst_port_4_s106));
    wire [15:0] tcp_src_port_2_s106;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_src_port_2_s106_delay (.clk(clk), .reset(reset), .in(tcp_src_port_2), .out(tcp_src_port_2_s106));
    wire [31:0] fragment_identification_6_s107;
    delay #(.WIDTH(32), .CYCLES(3)) fragment_identification_6_s107_delay (.clk(clk), .reset(reset), .in(fragment_identification_6), .out(fragment_identification_6_s107));
    wire fragment_m_10_s107;
    delay #(.WIDTH(1), .CYCLES(3)) fragment_m_10_s107_delay (.clk(clk), .reset(reset), .in(fragment_m_10), .out(fragment_m_10_s107));
    wire [1:0] fragment_reserved2_5_s107;
    delay #(.WIDTH(2), .CYCLES(3)) fragment_reserved2_5_s107_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_5), .out(fragment_reserved2_5_s107));
    wire [12:0] fragment_frag_offset_7_s107;
    delay #(.WIDTH(13), .CYCLES(3)) fragment_frag_offset_7_s107_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_7), .out(fragment_frag_offset_7_s107));
    wire [7:0] fragment_reserved_5_s107;
    delay #(.WIDTH(8), .CYCLES(3)) fragment_reserved_5_s107_delay (.clk(clk), .reset(reset), .in(fragment_reserved_5), .out(fragment_reserved_5_s107));
    wire [7:0] fragment_next_header_4_s107;
    delay #(.WIDTH(8), .CYCLES(3)) fragment_next_header_4_s107_delay (.clk(clk), .reset(reset), .in(fragment_next_header_4), .out(fragment_next_header_4_s107));
    wire fragment_valid_8_s107;
    delay #(.WIDTH(1), .CYCLES(3)) fragment_valid_8_s107_delay (.clk(clk), .reset(reset), .in(fragment_valid_8), .out(fragment_valid_8_s107));
    reg [127:0] ipv6_dst_addr_8_s105; always @(posedge clk) ipv6_dst_addr_8_s105 <= ipv6_dst_addr_8;
    reg [127:0] ipv6_src_addr_14_s105; always @(posedge clk) ipv6_src_addr_14_s105 <= ipv6_src_addr_14;
    wire [7:0] ipv6_hop_limit_13_s107;
    delay #(.WIDTH(8), .CYCLES(3)) ipv6_hop_limit_13_s107_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_13), .out(ipv6_hop_limit_13_s107));
    wire [7:0] ipv6_next_header_4_s107;
    delay #(.WIDTH(8), .CYCLES(3)) ipv6_next_header_4_s107_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_4), .out(ipv6_next_header_4_s107));
    wire [15:0] ipv6_payload_len_7_s107;
    delay #(.WIDTH(16), .CYCLES(3)) ipv6_payload_len_7_s107_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_7), .out(ipv6_payload_len_7_s107));
    wire [19:0] ipv6_flow_label_6_s107;
    delay #(.WIDTH(20), .CYCLES(3)) ipv6_flow_label_6_s107_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_6), .out(ipv6_flow_label_6_s107));
    wire [7:0] ipv6_traffic_class_4_s107;
    delay #(.WIDTH(8), .CYCLES(3)) ipv6_traffic_class_4_s107_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_4), .out(ipv6_traffic_class_4_s107));
    wire [3:0] ipv6_version_5_s107;
    delay #(.WIDTH(4), .CYCLES(3)) ipv6_version_5_s107_delay (.clk(clk), .reset(reset), .in(ipv6_version_5), .out(ipv6_version_5_s107));
    wire ipv6_valid_9_s107;
    delay #(.WIDTH(1), .CYCLES(3)) ipv6_valid_9_s107_delay (.clk(clk), .reset(reset), .in(ipv6_valid_9), .out(ipv6_valid_9_s107));
    reg [31:0] meta_dst4_14_s105; always @(posedge clk) meta_dst4_14_s105 <= meta_dst4_14;
    reg [31:0] meta_src4_11_s105; always @(posedge clk) meta_src4_11_s105 <= meta_src4_11;
    wire [15:0] ipv4_checksum_3_s108;
    delay #(.WIDTH(16), .CYCLES(4)) ipv4_checksum_3_s108_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_3), .out(ipv4_checksum_3_s108));
    reg all_101_s105; always @(posedge clk) all_101_s105 <= all_101;
    wire [7:0] ipv4_protocol_2_s109;
    delay #(.WIDTH(8), .CYCLES(5)) ipv4_protocol_2_s109_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_2), .out(ipv4_protocol_2_s109));
    reg [7:0] ipv4_ttl_7_s105; always @(posedge clk) ipv4_ttl_7_s105 <= ipv4_ttl_7;
    wire [12:0] ipv4_frag_offset_3_s109;
    delay #(.WIDTH(13), .CYCLES(5)) ipv4_frag_offset_3_s109_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset_3), .out(ipv4_frag_offset_3_s109));
    wire ipv4_mf_6_s109;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_mf_6_s109_delay (.clk(clk), .reset(reset), .in(ipv4_mf_6), .out(ipv4_mf_6_s109));
    wire ipv4_df_5_s109;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_df_5_s109_delay (.clk(clk), .reset(reset), .in(ipv4_df_5), .out(ipv4_df_5_s109));
    wire ipv4_reserved_5_s109;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_reserved_5_s109_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_5), .out(ipv4_reserved_5_s109));
    wire [15:0] ipv4_total_len_7_s109;
    delay #(.WIDTH(16), .CYCLES(5)) ipv4_total_len_7_s109_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_7), .out(ipv4_total_len_7_s109));
    wire [7:0] ipv4_tos_4_s109;
    delay #(.WIDTH(8), .CYCLES(5)) ipv4_tos_4_s109_delay (.clk(clk), .reset(reset), .in(ipv4_tos_4), .out(ipv4_tos_4_s109));
    wire [3:0] ipv4_ihl_5_s109;
    delay #(.WIDTH(4), .CYCLES(5)) ipv4_ihl_5_s109_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_5), .out(ipv4_ihl_5_s109));
    wire [3:0] ipv4_version_5_s109;
    delay #(.WIDTH(4), .CYCLES(5)) ipv4_version_5_s109_delay (.clk(clk), .reset(reset), .in(ipv4_version_5), .out(ipv4_version_5_s109));
    wire ipv4_valid_6_s109;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_valid_6_s109_delay (.clk(clk), .reset(reset), .in(ipv4_valid_6), .out(ipv4_valid_6_s109));
    wire [15:0] vlan_ether_type_5_s110;
    delay #(.WIDTH(16), .CYCLES(6)) vlan_ether_type_5_s110_delay (.clk(clk), .reset(reset), .in(vlan_ether_type_5), .out(vlan_ether_type_5_s110));
    wire [11:0] vlan_vid_6_s110;
    delay #(.WIDTH(12), .CYCLES(6)) vlan_vid_6_s110_delay (.clk(clk), .reset(reset), .in(vlan_vid_6), .out(vlan_vid_6_s110));
    wire vlan_dei_5_s110;
    delay #(.WIDTH(1), .CYCLES(6)) vlan_dei_5_s110_delay (.clk(clk), .reset(reset), .in(vlan_dei_5), .out(vlan_dei_5_s110));
    wire [2:0] vlan_pcp_4_s110;
    delay #(.WIDTH(3), .CYCLES(6)) vlan_pcp_4_s110_delay (.clk(clk), .reset(reset), .in(vlan_pcp_4), .out(vlan_pcp_4_s110));
    wire vlan_valid_2_s110;
    delay #(.WIDTH(1), .CYCLES(6)) vlan_valid_2_s110_delay (.clk(clk), .reset(reset), .in(vlan_valid_2), .out(vlan_valid_2_s110));
    wire [15:0] ethernet_ether_type_6_s110;
    delay #(.WIDTH(16), .CYCLES(6)) ethernet_ether_type_6_s110_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_6), .out(ethernet_ether_type_6_s110));
    wire [47:0] ethernet_src_addr_7_s110;
    delay #(.WIDTH(48), .CYCLES(6)) ethernet_src_addr_7_s110_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_7), .out(ethernet_src_addr_7_s110));
    wire [47:0] ethernet_dst_addr_6_s110;
    delay #(.WIDTH(48), .CYCLES(6)) ethernet_dst_addr_6_s110_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_6), .out(ethernet_dst_addr_6_s110));
    wire [7:0] chosen_741_s107;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_741_s107_delay (.clk(clk), .reset(reset), .in(chosen_741), .out(chosen_741_s107));
    reg [7:0] packet_in_reason_s105; always @(posedge clk) packet_in_reason_s105 <= packet_in_reason;
    wire [7:0] packet_in_reason_s111;
    delay #(.WIDTH(8), .CYCLES(6)) packet_in_reason_s111_delay (.clk(clk), .reset(reset), .in(packet_in_reason_s105), .out(packet_in_reason_s111));
    reg [7:0] chosen_743_s105; always @(posedge clk) chosen_743_s105 <= chosen_743;
    reg [7:0] chosen_745_s105; always @(posedge clk) chosen_745_s105 <= chosen_745;
    reg [7:0] chosen_745_s106; always @(posedge clk) chosen_745_s106 <= chosen_745_s105;
    reg [7:0] chosen_746_s105; always @(posedge clk) chosen_746_s105 <= chosen_746;
    reg [7:0] chosen_747_s105; always @(posedge clk) chosen_747_s105 <= chosen_747;
    reg [7:0] chosen_748_s105; always @(posedge clk) chosen_748_s105 <= chosen_748;
    reg [7:0] chosen_749_s105; always @(posedge clk) chosen_749_s105 <= chosen_749;
    reg [15:0] in_length_5_s105; always @(posedge clk) in_length_5_s105 <= in_length_5;
    reg [15:0] in_length_5_s106; always @(posedge clk) in_length_5_s106 <= in_length_5_s105;
    reg [15:0] in_length_5_s107; always @(posedge clk) in_length_5_s107 <= in_length_5_s106;
    wire [7:0] chosen_752_s106;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_752_s106_delay (.clk(clk), .reset(reset), .in(chosen_752), .out(chosen_752_s106));
    wire [47:0] digest_data_endpoint_2_s112;
    delay #(.WIDTH(48), .CYCLES(8)) digest_data_endpoint_2_s112_delay (.clk(clk), .reset(reset), .in(digest_data_endpoint_2), .out(digest_data_endpoint_2_s112));
    wire [31:0] meta_dst4_17_s112;
    delay #(.WIDTH(32), .CYCLES(8)) meta_dst4_17_s112_delay (.clk(clk), .reset(reset), .in(meta_dst4_17), .out(meta_dst4_17_s112));
    reg [127:0] ipv6_src_addr_16_s105; always @(posedge clk) ipv6_src_addr_16_s105 <= ipv6_src_addr_16;
    wire [7:0] digest_data_tcp_flags_3_s112;
    delay #(.WIDTH(8), .CYCLES(8)) digest_data_tcp_flags_3_s112_delay (.clk(clk), .reset(reset), .in(digest_data_tcp_flags_3), .out(digest_data_tcp_flags_3_s112));
    wire if_card_161_6_s112;
    delay #(.WIDTH(1), .CYCLES(8)) if_card_161_6_s112_delay (.clk(clk), .reset(reset), .in(if_card_161_6), .out(if_card_161_6_s112));

    // ---- Stage 105 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+99+120+173+180+182-183+185+187+189+191+194+200+217
    wire [1279:0] from_echo =
            echo_valid_s105 ? {echo_identifier_4_s105, echo_sequence_s105, from_nd_s105} : {from_nd_s105, 32'h0};
    wire [1311:0] from_icmp =
            icmp_valid_2_s105 ? {icmp_type_13_s105, icmp_code_3_s105, icmp_checksum_13_s105, from_echo} : {from_echo,
            32'h0};
    wire [127:0] ipv6_dst_addr_9 = if_card_120_s105 ? ipv6_dst_addr_6_s105 : ipv6_dst_addr_8_s105;
    wire [127:0] ipv6_dst_addr_10 = any_4_s105 ? ipv6_dst_addr_s105 : ipv6_dst_addr_9;
    wire [127:0] ipv6_src_addr_17 = if_card_120_s105 ? ipv6_src_addr_12_s105 : ipv6_src_addr_14_s105;
    wire [127:0] ipv6_src_addr_18 = any_4_s105 ? ipv6_src_addr_s105 : ipv6_src_addr_17;
    wire [31:0] ipv4_dst_addr_4 = any_4_s105 ? ipv4_dst_addr_s105 : meta_dst4_14_s105;
    wire [31:0] ipv4_src_addr_7 = any_4_s105 ? ipv4_src_addr_s105 : meta_src4_11_s105;
    wire [7:0] ipv4_ttl_8 = any_4_s105 ? ipv4_ttl_s105 : ipv4_ttl_7_s105;
    wire if_card_173 = chosen_743_s105 == 8'h4;
    wire [8:0] meta_egress_port_2 = if_card_173 ? meta_egress_port_s105 : next_port_2_s105;
    wire [8:0] packet_out_egress_port_2 = if_card_99_s105 ? packet_out_egress_port_s105 : meta_egress_port_2;
    wire [8:0] packet_out_egress_port_3 = any_5_s105 ? 9'h0 : packet_out_egress_port_2;
    wire if_card_189 = packet_out_egress_port_3 == 9'h4;
    wire if_card_187 = packet_out_egress_port_3 == 9'h3;
    wire any_50 = if_card_187 | if_card_189;
    wire if_card_185 = packet_out_egress_port_3 == 9'h2;
    wire if_card_183 = packet_out_egress_port_3 == 9'h1;
    wire is_equal_46 = chosen_745_s105 == 8'h1;
    wire if_card_180 = chosen_745_s105 == 8'h2;
    wire if_card_217 = packet_in_reason_s105 == 8'h0;
    wire [7:0] sum_365 = sum_184_s105 + chosen_749_s105;
    wire [7:0] sum_366 = chosen_748_s105 + chosen_747_s105;
    wire [7:0] sum_367 = chosen_746_s105 + sum_365;
    wire [7:0] sum_368 = sum_366 + sum_367;
    wire [15:0] sume_metadata_pkt_len_8 = {11'd0, 5'h11} + in_length_5_s105;
    wire any_51 = if_card_180 | is_equal_46;
    wire [7:0] chosen_757 = if_card_217 ? 8'h1 : 8'h0;
    wire if_card_191 = packet_out_egress_port_3 == 9'hff;
    wire [127:0] ipv6_src_addr_19 = any_4_s105 ? 128'h0 : ipv6_src_addr_16_s105;
    reg [1311:0] from_icmp_s106; always @(posedge clk) from_icmp_s106 <= from_icmp;
    wire [127:0] ipv6_dst_addr_10_s107;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_dst_addr_10_s107_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_10), .out(ipv6_dst_addr_10_s107));
    wire [127:0] ipv6_src_addr_18_s107;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_src_addr_18_s107_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_18), .out(ipv6_src_addr_18_s107));
    wire [31:0] ipv4_dst_addr_4_s109;
    delay #(.WIDTH(32), .CYCLES(4)) ipv4_dst_addr_4_s109_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_4), .out(ipv4_dst_addr_4_s109));
    wire [31:0] ipv4_src_addr_7_s109;
    delay #(.WIDTH(32), .CYCLES(4)) ipv4_src_addr_7_s109_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_7), .out(ipv4_src_addr_7_s109));
    wire [7:0] ipv4_ttl_8_s109;
    delay #(.WIDTH(8), .CYCLES(4)) ipv4_ttl_8_s109_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_8), .out(ipv4_ttl_8_s109));
    reg if_card_189_s106; always @(posedge clk) if_card_189_s106 <= if_card_189;
    reg if_card_187_s106; always @(posedge clk) if_card_187_s106 <= if_card_187;
    reg any_50_s106; always @(posedge clk) any_50_s106 <= any_50;
    reg if_card_185_s106; always @(posedge clk) if_card_185_s106 <= if_card_185;
    reg if_card_183_s106; always @(posedge clk) if_card_183_s106 <= if_card_183;
    reg is_equal_46_s106; always @(posedge clk) is_equal_46_s106 <= is_equal_46;
    reg if_card_180_s106; always @(posedge clk) if_card_180_s106 <= if_card_180;
    reg if_card_217_s106; always @(posedge clk) if_card_217_s106 <= if_card_217;
    reg if_card_217_s107; always @(posedge clk) if_card_217_s107 <= if_card_217_s106;
    wire [7:0] sum_368_s107;
    delay #(.WIDTH(8), .CYCLES(2)) sum_368_s107_delay (.clk(clk), .reset(reset), .in(sum_368), .out(sum_368_s107));
    reg [15:0] sume_metadata_pkt_len_8_s106; always @(posedge clk) sume_metadata_pkt_len_8_s106 <= sume_metadata_pkt_len_8;
    reg any_51_s106; always @(posedge clk) any_51_s106 <= any_51;
    reg [7:0] chosen_757_s106; always @(posedge clk) chosen_757_s106 <= chosen_757;
    reg if_card_191_s106; always @(posedge clk) if_card_191_s106 <= if_card_191;
    wire [127:0] ipv6_src_addr_19_s112;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_19_s112_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_19), .out(ipv6_src_addr_19_s112));

    // ---- Stage 106 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+120+149-150+180+182-183+185+187+189+191+194-195+215, translate.p4 87+97-98
    wire [1375:0] from_udp =
            udp_valid_s106 ? {udp_src_port_4_s106, udp_dst_port_5_s106, udp_length_s106, udp_checksum_7_s106,
            from_icmp_s106} : {from_icmp_s106, 64'h0};
    wire [1535:0] from_tcp =
            tcp_valid_s106 ? {tcp_src_port_2_s106, tcp_dst_port_4_s106, tcp_seq_no_s106, tcp_ack_no_s106,
            tcp_data_offset_s106, tcp_reserved_s106, tcp_cwr_s106, tcp_ece_s106, tcp_urg_s106, tcp_ack_s106,
            tcp_psh_s106, tcp_rst_s106, tcp_syn_s106, tcp_fin_s106, tcp_window_s106, tcp_checksum_5_s106,
            tcp_urgent_ptr_s106, from_udp} : {from_udp, 160'h0};
    reg [15:0] meta_random, meta_random_next;
    always @(posedge clk) begin
        meta_random <= meta_random_next;
        if (reset) meta_random_next <= 16'd0;
        else if (valid[105] & all_101_s105) meta_random_next <= meta_random_next + 1'b1;
    end
    wire [15:0] meta_random_2 = is_less_4_s106 ? 16'h0 : meta_random;
    wire [15:0] ipv4_identification_2 = fragment_valid_s106 ? fragment_identification_s106[15:0] : meta_random_2;
    wire [15:0] sum_369 = sum_253_s106 + ipv4_identification_2;
    wire [18:0] sum_370 = sum_254_s106 + {3'd0, ipv4_identification_2};
    wire [16:0] sum_371 = {14'd0, sum_370[18:16]} + {1'd0, sum_369};
    wire [15:0] sum_372 = sum_369 + {13'd0, sum_370[18:16]};
    wire [15:0] ipv4_identification_3 = if_result_28_s106 ? ipv4_identification_2 : ipv4_identification_s106;
    wire [15:0] ipv4_identification_4 = if_result_12_s106 ? ipv4_identification_s106 : ipv4_identification_3;
    wire [15:0] ipv4_identification_5 = if_card_120_s106 ? ipv4_identification_4 : ipv4_identification_s106;
    wire [15:0] ipv4_identification_6 = any_4_s106 ? ipv4_identification_s106 : ipv4_identification_5;
    wire any_52 = is_equal_46_s106 | (if_card_183_s106 | (if_card_185_s106 | any_50_s106));
    wire [7:0] chosen_758 = (if_card_180_s106 | any_52) ? chosen_745_s106 : 8'h1;
    wire if_card_195 = (chosen_758 == 8'h2) | (chosen_758 == 8'h1);
    wire if_card_195_2 = {~if_card_217_s106} & if_card_195;
    wire [15:0] dma_ether_type_2 = if_card_195 ? 16'h88b5 : dma_ether_type_s106;
    wire [47:0] dma_src_addr_2 = if_card_195 ? 48'h0 : dma_src_addr_s106;
    wire [47:0] dma_dst_addr_2 = if_card_195 ? 48'h0 : dma_dst_addr_s106;
    wire [15:0] sume_metadata_pkt_len_9 = if_card_195 ? sume_metadata_pkt_len_8_s106 : in_length_5_s106;
    wire [7:0] chosen_759 = if_card_189_s106 ? 8'h40 : 8'h0;
    wire [7:0] chosen_760 = if_card_187_s106 ? 8'h10 : chosen_759;
    wire [7:0] chosen_761 = if_card_185_s106 ? 8'h4 : chosen_760;
    wire [7:0] chosen_762 = if_card_183_s106 ? 8'h1 : chosen_761;
    wire [7:0] chosen_763 = any_51_s106 ? 8'h0 : chosen_762;
    wire [7:0] sume_metadata_dst_port_2 = if_card_195 ? sume_metadata_dst_port_s106 : chosen_763;
    wire [7:0] chosen_764 = if_card_191_s106 ? 8'h18 : 8'h21;
    wire [7:0] chosen_765 = any_52 ? chosen_752_s106 : chosen_764;
    wire [7:0] chosen_766 = if_card_180_s106 ? 8'h19 : chosen_765;
    wire is_equal_47 = chosen_766 == 8'h0;
    wire [7:0] chosen_767 = is_equal_47 ? 8'h0 : chosen_757_s106;
    wire any_53 = if_card_217_s106 | if_card_195;
    wire any_54 = if_card_217_s106 | (any_4_s106 | if_card_195);
    reg [1535:0] from_tcp_s107; always @(posedge clk) from_tcp_s107 <= from_tcp;
    reg [16:0] sum_371_s107; always @(posedge clk) sum_371_s107 <= sum_371;
    reg [15:0] sum_372_s107; always @(posedge clk) sum_372_s107 <= sum_372;
    wire [15:0] ipv4_identification_6_s109;
    delay #(.WIDTH(16), .CYCLES(3)) ipv4_identification_6_s109_delay (.clk(clk), .reset(reset), .in(ipv4_identification_6), .out(ipv4_identification_6_s109));
    reg if_card_195_2_s107; always @(posedge clk) if_card_195_2_s107 <= if_card_195_2;
    wire if_card_195_2_s111;
    delay #(.WIDTH(1), .CYCLES(4)) if_card_195_2_s111_delay (.clk(clk), .reset(reset), .in(if_card_195_2_s107), .out(if_card_195_2_s111));
    reg [15:0] dma_ether_type_2_s107; always @(posedge clk) dma_ether_type_2_s107 <= dma_ether_type_2;
    reg [47:0] dma_src_addr_2_s107; always @(posedge clk) dma_src_addr_2_s107 <= dma_src_addr_2;
    reg [47:0] dma_dst_addr_2_s107; always @(posedge clk) dma_dst_addr_2_s107 <= dma_dst_addr_2;
    reg [15:0] sume_metadata_pkt_len_9_s107; always @(posedge clk) sume_metadata_pkt_len_9_s107 <= sume_metadata_pkt_len_9;
    reg [7:0] chosen_763_s107; always @(posedge clk) chosen_763_s107 <= chosen_763;
    reg [7:0] sume_metadata_dst_port_2_s107; always @(posedge clk) sume_metadata_dst_port_2_s107 <= sume_metadata_dst_port_2;
    wire [7:0] chosen_766_s112;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_766_s112_delay (.clk(clk), .reset(reset), .in(chosen_766), .out(chosen_766_s112));
    wire is_equal_47_s112;
    delay #(.WIDTH(1), .CYCLES(6)) is_equal_47_s112_delay (.clk(clk), .reset(reset), .in(is_equal_47), .out(is_equal_47_s112));
    reg [7:0] chosen_767_s107; always @(posedge clk) chosen_767_s107 <= chosen_767;
    reg any_53_s107; always @(posedge clk) any_53_s107 <= any_53;
    reg any_54_s107; always @(posedge clk) any_54_s107 <= any_54;

    // ---- Stage 107 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 150+194, routing.p4 163, translate.p4 87+98
    wire [1599:0] from_fragment =
            fragment_valid_8_s107 ? {fragment_next_header_4_s107, fragment_reserved_5_s107, fragment_frag_offset_7_s107,
            fragment_reserved2_5_s107, fragment_m_10_s107, fragment_identification_6_s107, from_tcp_s107} :
            {from_tcp_s107, 64'h0};
    wire [1791:0] from_ipv6 =
            ipv6_valid_9_s107 ? {ipv6_version_5_s107, ipv6_traffic_class_4_s107, ipv6_flow_label_6_s107,
            ipv6_payload_len_7_s107, ipv6_next_header_4_s107, ipv6_hop_limit_13_s107, ipv6_src_addr_18_s107,
            ipv6_dst_addr_10_s107, from_fragment[1599:128]} : {from_fragment, 192'h0};
    wire [15:0] sum_373 = {15'd0, sum_371_s107[16]} + sum_372_s107;
    wire [15:0] ipv4_checksum_4 = if_result_28_s107 ? {~sum_373} : ipv4_checksum_s107;
    wire [15:0] ipv4_checksum_5 = if_result_12_s107 ? ipv4_checksum_s107 : ipv4_checksum_4;
    wire [15:0] sum_374 = sum_247_s107 + {~ipv4_checksum_5};
    wire [17:0] sum_375 = {1'd0, sum_248_s107} + {2'd0, {~ipv4_checksum_5}};
    wire [15:0] sum_376 = sum_249_s107 + {~ipv4_checksum_5};
    wire [15:0] dma_ether_type_3 = if_card_217_s107 ? dma_ether_type_s107 : dma_ether_type_2_s107;
    wire [47:0] dma_src_addr_3 = if_card_217_s107 ? dma_src_addr_s107 : dma_src_addr_2_s107;
    wire [47:0] dma_dst_addr_3 = if_card_217_s107 ? dma_dst_addr_s107 : dma_dst_addr_2_s107;
    wire [7:0] chosen_768 = if_card_195_2_s107 ? 8'he : 8'h0;
    wire [7:0] chosen_769 = if_card_195_2_s107 ? 8'h3 : 8'h0;
    wire [7:0] sum_377 = sum_368_s107 + chosen_769;
    wire [7:0] sum_378 = chosen_768 + sum_377;
    wire [15:0] sume_metadata_pkt_len_10 = if_card_217_s107 ? in_length_5_s107 : sume_metadata_pkt_len_9_s107;
    wire [7:0] sume_metadata_dst_port_3 = if_card_217_s107 ? chosen_763_s107 : sume_metadata_dst_port_2_s107;
    wire is_equal_48 = chosen_767_s107 == 8'h0;
    wire [7:0] chosen_770 = any_53_s107 ? 8'h0 : 8'h1;
    wire is_equal_49 = chosen_770 == 8'h0;
    wire [7:0] digest_data_port = any_53_s107 ? 8'h0 : meta_egress_port_s107[7:0];
    wire [7:0] packet_in_reason_2 = any_54_s107 ? 8'h0 : chosen_741_s107;
    wire [1791:0] from_ipv6_s109;
    delay #(.WIDTH(1792), .CYCLES(2)) from_ipv6_s109_delay (.clk(clk), .reset(reset), .in(from_ipv6), .out(from_ipv6_s109));
    reg [15:0] ipv4_checksum_5_s108; always @(posedge clk) ipv4_checksum_5_s108 <= ipv4_checksum_5;
    reg [15:0] sum_374_s108; always @(posedge clk) sum_374_s108 <= sum_374;
    reg [17:0] sum_375_s108; always @(posedge clk) sum_375_s108 <= sum_375;
    reg [15:0] sum_376_s108; always @(posedge clk) sum_376_s108 <= sum_376;
    wire [15:0] dma_ether_type_3_s111;
    delay #(.WIDTH(16), .CYCLES(4)) dma_ether_type_3_s111_delay (.clk(clk), .reset(reset), .in(dma_ether_type_3), .out(dma_ether_type_3_s111));
    wire [47:0] dma_src_addr_3_s111;
    delay #(.WIDTH(48), .CYCLES(4)) dma_src_addr_3_s111_delay (.clk(clk), .reset(reset), .in(dma_src_addr_3), .out(dma_src_addr_3_s111));
    wire [47:0] dma_dst_addr_3_s111;
    delay #(.WIDTH(48), .CYCLES(4)) dma_dst_addr_3_s111_delay (.clk(clk), .reset(reset), .in(dma_dst_addr_3), .out(dma_dst_addr_3_s111));
    wire [7:0] sum_378_s112;
    delay #(.WIDTH(8), .CYCLES(5)) sum_378_s112_delay (.clk(clk), .reset(reset), .in(sum_378), .out(sum_378_s112));
    wire [15:0] sume_metadata_pkt_len_10_s112;
    delay #(.WIDTH(16), .CYCLES(5)) sume_metadata_pkt_len_10_s112_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_10), .out(sume_metadata_pkt_len_10_s112));
    wire [7:0] sume_metadata_dst_port_3_s112;
    delay #(.WIDTH(8), .CYCLES(5)) sume_metadata_dst_port_3_s112_delay (.clk(clk), .reset(reset), .in(sume_metadata_dst_port_3), .out(sume_metadata_dst_port_3_s112));
    wire is_equal_48_s112;
    delay #(.WIDTH(1), .CYCLES(5)) is_equal_48_s112_delay (.clk(clk), .reset(reset), .in(is_equal_48), .out(is_equal_48_s112));
    wire is_equal_49_s112;
    delay #(.WIDTH(1), .CYCLES(5)) is_equal_49_s112_delay (.clk(clk), .reset(reset), .in(is_equal_49), .out(is_equal_49_s112));
    wire [7:0] digest_data_port_s112;
    delay #(.WIDTH(8), .CYCLES(5)) digest_data_port_s112_delay (.clk(clk), .reset(reset), .in(digest_data_port), .out(digest_data_port_s112));
    wire [7:0] packet_in_reason_2_s112;
    delay #(.WIDTH(8), .CYCLES(5)) packet_in_reason_2_s112_delay (.clk(clk), .reset(reset), .in(packet_in_reason_2), .out(packet_in_reason_2_s112));

    // ---- Stage 108 ----------------------------------------------------------------------------------------------------
    // card.p4 120, routing.p4 162-163
    wire [16:0] sum_379 = {15'd0, sum_375_s108[17:16]} + {1'd0, sum_374_s108};
    wire [15:0] sum_380 = sum_376_s108 + {14'd0, sum_375_s108[17:16]};
    wire [15:0] sum_381 = {15'd0, sum_379[16]} + sum_380;
    wire [15:0] ipv4_checksum_6 = ipv4_valid_4_s108 ? {~sum_381} : ipv4_checksum_5_s108;
    wire [15:0] ipv4_checksum_7 = if_card_120_s108 ? ipv4_checksum_6 : ipv4_checksum_3_s108;
    reg [15:0] ipv4_checksum_7_s109; always @(posedge clk) ipv4_checksum_7_s109 <= ipv4_checksum_7;

    // ---- Stage 109 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95
    wire [15:0] ipv4_checksum_8 = any_4_s109 ? ipv4_checksum_s109 : ipv4_checksum_7_s109;
    wire [1791:0] from_ipv4 =
            ipv4_valid_6_s109 ? {ipv4_version_5_s109, ipv4_ihl_5_s109, ipv4_tos_4_s109, ipv4_total_len_7_s109,
            ipv4_identification_6_s109, ipv4_reserved_5_s109, ipv4_df_5_s109, ipv4_mf_6_s109, ipv4_frag_offset_3_s109,
            ipv4_ttl_8_s109, ipv4_protocol_2_s109, ipv4_checksum_8, ipv4_src_addr_7_s109, ipv4_dst_addr_4_s109,
            from_ipv6_s109[1791:160]} : from_ipv6_s109;
    wire [1791:0] from_arp =
            arp_valid_s109 ? {arp_hw_type_s109, arp_proto_type_s109, arp_hw_len_s109, arp_proto_len_s109, arp_op_5_s109,
            arp_sender_mac_5_s109, arp_sender_addr_6_s109, arp_target_mac_4_s109, arp_target_addr_7_s109,
            from_ipv4[1791:224]} : from_ipv4;
    reg [1791:0] from_arp_s110; always @(posedge clk) from_arp_s110 <= from_arp;

    // ---- Stage 110 ----------------------------------------------------------------------------------------------------
    // deparser
    wire [1791:0] from_vlan =
            vlan_valid_2_s110 ? {vlan_pcp_4_s110, vlan_dei_5_s110, vlan_vid_6_s110, vlan_ether_type_5_s110,
            from_arp_s110[1791:32]} : from_arp_s110;
    wire [1791:0] from_ethernet =
            ethernet_valid_s110 ? {ethernet_dst_addr_6_s110, ethernet_src_addr_7_s110, ethernet_ether_type_6_s110,
            from_vlan[1791:112]} : from_vlan;
    reg [1791:0] from_ethernet_s111; always @(posedge clk) from_ethernet_s111 <= from_ethernet;

    // ---- Stage 111 ----------------------------------------------------------------------------------------------------
    // deparser
    wire [1791:0] from_packet_in =
            if_card_195_2_s111 ? {meta_egress_port_s111, 7'h0, packet_in_reason_s111, from_ethernet_s111[1791:24]} :
            from_ethernet_s111;
    wire [1791:0] from_dma =
            if_card_195_2_s111 ? {dma_dst_addr_3_s111, dma_src_addr_3_s111, dma_ether_type_3_s111,
            from_packet_in[1791:112]} : from_ethernet_s111;
    reg [1791:0] from_dma_s112; always @(posedge clk) from_dma_s112 <= from_dma;

    // Counter drops, card.p4:216.
    wire [31:0] drops_rdata;
    counter_array #(.SIZE(64)) drops (
        .clk(clk), .reset(reset),
        .count_valid(valid[112] & {~is_equal_47_s112}),
        .count_index(chosen_766_s112[5:0]),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd2), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(drops_rdata));

    assign out_head =
            from_dma_s112;
    assign out_bytes =
            sum_378_s112;
    assign out_length =
            sume_metadata_pkt_len_10_s112;
    assign out_dst =
            sume_metadata_dst_port_3_s112;
    assign out_drop =
            {~is_equal_48_s112};
    assign digest_valid =
            {~is_equal_49_s112};
    assign digest =
            {packet_in_reason_2_s112, digest_data_port_s112, vlan_vid_3_s112, ipv6_valid_4_s112, if_card_161_6_s112,
            if_card_106_5_s112, 1'h0, digest_data_tcp_flags_3_s112, ipv6_src_addr_19_s112, meta_dst4_17_s112,
            digest_data_endpoint_2_s112, 8'h0};

    // ---- What the host reads ------------------------------------------------------------------------------------------
    always @(posedge clk) begin
        case (bus_addr[15:8])
            8'd16: bus_rdata <= station_rdata;
            8'd17: bus_rdata <= edge_rdata;
            8'd18: bus_rdata <= other_edges_rdata;
            8'd20: bus_rdata <= source6_rdata;
            8'd19: bus_rdata <= source4_rdata;
            8'd21: bus_rdata <= source_binding_rdata;
            8'd23: bus_rdata <= served6_rdata;
            8'd22: bus_rdata <= served4_rdata;
            8'd24: bus_rdata <= local4_rdata;
            8'd25: bus_rdata <= local6_rdata;
            8'd26: bus_rdata <= eam6_dst_rdata;
            8'd28: bus_rdata <= pool6_rdata;
            8'd27: bus_rdata <= eam6_src_rdata;
            8'd29: bus_rdata <= pool6_src_rdata;
            8'd30: bus_rdata <= eam4_dst_rdata;
            8'd31: bus_rdata <= pool4_rdata;
            8'd32: bus_rdata <= translation_options_rdata;
            8'd33: bus_rdata <= bib4_rdata;
            8'd34: bus_rdata <= eam4_src_rdata;
            8'd35: bus_rdata <= embedded_rdata;
            8'd36: bus_rdata <= denied_services_rdata;
            8'd37: bus_rdata <= bib6_rdata;
            8'd38: bus_rdata <= subscriber_limits_rdata;
            8'd39: bus_rdata <= prefix6_rdata;
            8'd40: bus_rdata <= mss_clamp_rdata;
            8'd41: bus_rdata <= route4_rdata;
            8'd42: bus_rdata <= route6_rdata;
            8'd44: bus_rdata <= flow_seed_rdata;
            8'd43: bus_rdata <= next_rdata;
            8'd2: bus_rdata <= drops_rdata;
            default: bus_rdata <= 32'd0;
        endcase
    end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
