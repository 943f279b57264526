// SPDX-License-Identifier: Apache-2.0
//
// Made by hw/netfpga/rtl/compiler of isthmus.p4: change that, and `make rtl-verilog`.
//
// A head every cycle, 123 cycles to what it becomes. What stage N computes is called as the
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
    reg [123:1] valid_from;
    wire [123:0] valid = {valid_from, in_valid};
    always @(posedge clk) valid_from <= reset ? 123'd0 : valid[122:0];
    assign out_valid = valid[123];
    delay #(.WIDTH(1), .CYCLES(123)) out_more_delay (.clk(clk), .reset(reset), .in(in_more), .out(out_more));
    delay #(.WIDTH(8), .CYCLES(123)) out_src_delay (.clk(clk), .reset(reset), .in(in_src), .out(out_src));

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
    wire [15:0] dma_ether_type_s116;
    delay #(.WIDTH(16), .CYCLES(116)) dma_ether_type_s116_delay (.clk(clk), .reset(reset), .in(dma_ether_type), .out(dma_ether_type_s116));
    reg all_s1; always @(posedge clk) all_s1 <= all;
    reg packet_out_submit_s1; always @(posedge clk) packet_out_submit_s1 <= packet_out_submit;
    reg any_3_s1; always @(posedge clk) any_3_s1 <= any_3;
    reg [8:0] meta_egress_port_s1; always @(posedge clk) meta_egress_port_s1 <= meta_egress_port;
    wire [8:0] meta_egress_port_s11;
    delay #(.WIDTH(9), .CYCLES(10)) meta_egress_port_s11_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s1), .out(meta_egress_port_s11));
    wire [8:0] meta_egress_port_s114;
    delay #(.WIDTH(9), .CYCLES(103)) meta_egress_port_s114_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s11), .out(meta_egress_port_s114));
    wire [8:0] meta_egress_port_s116;
    delay #(.WIDTH(9), .CYCLES(2)) meta_egress_port_s116_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s114), .out(meta_egress_port_s116));
    wire [8:0] meta_egress_port_s122;
    delay #(.WIDTH(9), .CYCLES(6)) meta_egress_port_s122_delay (.clk(clk), .reset(reset), .in(meta_egress_port_s116), .out(meta_egress_port_s122));
    wire [15:0] in_length_2_s5;
    delay #(.WIDTH(16), .CYCLES(5)) in_length_2_s5_delay (.clk(clk), .reset(reset), .in(in_length_2), .out(in_length_2_s5));
    reg [15:0] in_length_2_s6; always @(posedge clk) in_length_2_s6 <= in_length_2_s5;
    wire [15:0] in_length_2_s14;
    delay #(.WIDTH(16), .CYCLES(8)) in_length_2_s14_delay (.clk(clk), .reset(reset), .in(in_length_2_s6), .out(in_length_2_s14));
    wire [15:0] in_length_2_s36;
    delay #(.WIDTH(16), .CYCLES(22)) in_length_2_s36_delay (.clk(clk), .reset(reset), .in(in_length_2_s14), .out(in_length_2_s36));
    wire [15:0] in_length_2_s113;
    delay #(.WIDTH(16), .CYCLES(77)) in_length_2_s113_delay (.clk(clk), .reset(reset), .in(in_length_2_s36), .out(in_length_2_s113));
    reg [15:0] in_length_2_s114; always @(posedge clk) in_length_2_s114 <= in_length_2_s113;
    reg if_card_95_s1; always @(posedge clk) if_card_95_s1 <= if_card_95;
    wire if_card_95_s6;
    delay #(.WIDTH(1), .CYCLES(5)) if_card_95_s6_delay (.clk(clk), .reset(reset), .in(if_card_95_s1), .out(if_card_95_s6));
    wire if_card_95_s14;
    delay #(.WIDTH(1), .CYCLES(8)) if_card_95_s14_delay (.clk(clk), .reset(reset), .in(if_card_95_s6), .out(if_card_95_s14));
    wire if_card_95_s113;
    delay #(.WIDTH(1), .CYCLES(99)) if_card_95_s113_delay (.clk(clk), .reset(reset), .in(if_card_95_s14), .out(if_card_95_s113));
    wire [8:0] packet_out_egress_port_s114;
    delay #(.WIDTH(9), .CYCLES(114)) packet_out_egress_port_s114_delay (.clk(clk), .reset(reset), .in(packet_out_egress_port), .out(packet_out_egress_port_s114));
    wire [47:0] dma_src_addr_s116;
    delay #(.WIDTH(48), .CYCLES(116)) dma_src_addr_s116_delay (.clk(clk), .reset(reset), .in(dma_src_addr), .out(dma_src_addr_s116));
    wire [47:0] dma_dst_addr_s116;
    delay #(.WIDTH(48), .CYCLES(116)) dma_dst_addr_s116_delay (.clk(clk), .reset(reset), .in(dma_dst_addr), .out(dma_dst_addr_s116));
    wire [15:0] sume_metadata_pkt_len_2_s14;
    delay #(.WIDTH(16), .CYCLES(14)) sume_metadata_pkt_len_2_s14_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_2), .out(sume_metadata_pkt_len_2_s14));

    // ---- Stage 1 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_from_controller, parser state IsthmusParser_ethernet, card.p4 95+97-98+100+197
    wire packet_out_valid = all_s1 & {~(left_after_dma_s1 < 8'h2)};
    wire [1023:0] rest_after_packet_out = packet_out_valid ? {rest_after_dma_s1[1007:0], 16'h0} : rest_after_dma_s1;
    wire [7:0] sum_2 = left_after_dma_s1 + 8'hfe;
    wire [7:0] left_after_packet_out = packet_out_valid ? sum_2 : left_after_dma_s1;
    wire any_4 = any_3_s1 | (packet_out_valid & packet_out_submit_s1);
    wire [15:0] ethernet_ether_type = rest_after_packet_out[927:912];
    wire [47:0] ethernet_dst_addr = rest_after_packet_out[1023:976];
    wire if_card_99 = packet_out_valid & {~packet_out_submit_s1};
    wire is_equal = meta_egress_port_s1 == 9'hff;
    wire if_card_97 = is_equal & {~packet_out_valid};
    wire all_2 = ({~if_card_95_s1} & {~if_card_97}) & {~if_card_99};
    wire any_5 = if_card_95_s1 | (if_card_99 | if_card_97);
    wire [47:0] ethernet_src_addr = rest_after_packet_out[975:928];
    wire any_6 = if_card_95_s1 | if_card_97;
    wire [7:0] sume_metadata_dst_port = is_equal ? in_src_s1 : {in_src_s1[6:0], 1'h0};
    reg [1023:0] rest_after_packet_out_s2; always @(posedge clk) rest_after_packet_out_s2 <= rest_after_packet_out;
    reg [7:0] left_after_packet_out_s2; always @(posedge clk) left_after_packet_out_s2 <= left_after_packet_out;
    reg any_4_s2; always @(posedge clk) any_4_s2 <= any_4;
    reg [15:0] ethernet_ether_type_s2; always @(posedge clk) ethernet_ether_type_s2 <= ethernet_ether_type;
    reg [15:0] ethernet_ether_type_s3; always @(posedge clk) ethernet_ether_type_s3 <= ethernet_ether_type_s2;
    wire [15:0] ethernet_ether_type_s60;
    delay #(.WIDTH(16), .CYCLES(57)) ethernet_ether_type_s60_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_s3), .out(ethernet_ether_type_s60));
    wire [15:0] ethernet_ether_type_s113;
    delay #(.WIDTH(16), .CYCLES(53)) ethernet_ether_type_s113_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_s60), .out(ethernet_ether_type_s113));
    reg [15:0] ethernet_ether_type_s114; always @(posedge clk) ethernet_ether_type_s114 <= ethernet_ether_type_s113;
    wire [47:0] ethernet_dst_addr_s3;
    delay #(.WIDTH(48), .CYCLES(2)) ethernet_dst_addr_s3_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr), .out(ethernet_dst_addr_s3));
    wire [47:0] ethernet_dst_addr_s6;
    delay #(.WIDTH(48), .CYCLES(3)) ethernet_dst_addr_s6_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s3), .out(ethernet_dst_addr_s6));
    wire [47:0] ethernet_dst_addr_s12;
    delay #(.WIDTH(48), .CYCLES(6)) ethernet_dst_addr_s12_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s6), .out(ethernet_dst_addr_s12));
    wire [47:0] ethernet_dst_addr_s27;
    delay #(.WIDTH(48), .CYCLES(15)) ethernet_dst_addr_s27_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s12), .out(ethernet_dst_addr_s27));
    wire [47:0] ethernet_dst_addr_s34;
    delay #(.WIDTH(48), .CYCLES(7)) ethernet_dst_addr_s34_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s27), .out(ethernet_dst_addr_s34));
    wire [47:0] ethernet_dst_addr_s115;
    delay #(.WIDTH(48), .CYCLES(81)) ethernet_dst_addr_s115_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_s34), .out(ethernet_dst_addr_s115));
    wire if_card_99_s6;
    delay #(.WIDTH(1), .CYCLES(5)) if_card_99_s6_delay (.clk(clk), .reset(reset), .in(if_card_99), .out(if_card_99_s6));
    wire if_card_99_s14;
    delay #(.WIDTH(1), .CYCLES(8)) if_card_99_s14_delay (.clk(clk), .reset(reset), .in(if_card_99_s6), .out(if_card_99_s14));
    wire if_card_99_s113;
    delay #(.WIDTH(1), .CYCLES(99)) if_card_99_s113_delay (.clk(clk), .reset(reset), .in(if_card_99_s14), .out(if_card_99_s113));
    reg if_card_99_s114; always @(posedge clk) if_card_99_s114 <= if_card_99_s113;
    wire is_equal_s9;
    delay #(.WIDTH(1), .CYCLES(8)) is_equal_s9_delay (.clk(clk), .reset(reset), .in(is_equal), .out(is_equal_s9));
    wire is_equal_s14;
    delay #(.WIDTH(1), .CYCLES(5)) is_equal_s14_delay (.clk(clk), .reset(reset), .in(is_equal_s9), .out(is_equal_s14));
    wire is_equal_s16;
    delay #(.WIDTH(1), .CYCLES(2)) is_equal_s16_delay (.clk(clk), .reset(reset), .in(is_equal_s14), .out(is_equal_s16));
    wire if_card_97_s6;
    delay #(.WIDTH(1), .CYCLES(5)) if_card_97_s6_delay (.clk(clk), .reset(reset), .in(if_card_97), .out(if_card_97_s6));
    wire if_card_97_s14;
    delay #(.WIDTH(1), .CYCLES(8)) if_card_97_s14_delay (.clk(clk), .reset(reset), .in(if_card_97_s6), .out(if_card_97_s14));
    wire if_card_97_s113;
    delay #(.WIDTH(1), .CYCLES(99)) if_card_97_s113_delay (.clk(clk), .reset(reset), .in(if_card_97_s14), .out(if_card_97_s113));
    wire all_2_s6;
    delay #(.WIDTH(1), .CYCLES(5)) all_2_s6_delay (.clk(clk), .reset(reset), .in(all_2), .out(all_2_s6));
    wire all_2_s14;
    delay #(.WIDTH(1), .CYCLES(8)) all_2_s14_delay (.clk(clk), .reset(reset), .in(all_2_s6), .out(all_2_s14));
    wire all_2_s26;
    delay #(.WIDTH(1), .CYCLES(12)) all_2_s26_delay (.clk(clk), .reset(reset), .in(all_2_s14), .out(all_2_s26));
    wire all_2_s36;
    delay #(.WIDTH(1), .CYCLES(10)) all_2_s36_delay (.clk(clk), .reset(reset), .in(all_2_s26), .out(all_2_s36));
    wire all_2_s41;
    delay #(.WIDTH(1), .CYCLES(5)) all_2_s41_delay (.clk(clk), .reset(reset), .in(all_2_s36), .out(all_2_s41));
    wire all_2_s60;
    delay #(.WIDTH(1), .CYCLES(19)) all_2_s60_delay (.clk(clk), .reset(reset), .in(all_2_s41), .out(all_2_s60));
    wire all_2_s91;
    delay #(.WIDTH(1), .CYCLES(31)) all_2_s91_delay (.clk(clk), .reset(reset), .in(all_2_s60), .out(all_2_s91));
    wire all_2_s113;
    delay #(.WIDTH(1), .CYCLES(22)) all_2_s113_delay (.clk(clk), .reset(reset), .in(all_2_s91), .out(all_2_s113));
    wire any_5_s4;
    delay #(.WIDTH(1), .CYCLES(3)) any_5_s4_delay (.clk(clk), .reset(reset), .in(any_5), .out(any_5_s4));
    wire any_5_s35;
    delay #(.WIDTH(1), .CYCLES(31)) any_5_s35_delay (.clk(clk), .reset(reset), .in(any_5_s4), .out(any_5_s35));
    reg any_5_s36; always @(posedge clk) any_5_s36 <= any_5_s35;
    wire any_5_s114;
    delay #(.WIDTH(1), .CYCLES(78)) any_5_s114_delay (.clk(clk), .reset(reset), .in(any_5_s36), .out(any_5_s114));
    reg any_5_s115; always @(posedge clk) any_5_s115 <= any_5_s114;
    wire any_5_s117;
    delay #(.WIDTH(1), .CYCLES(2)) any_5_s117_delay (.clk(clk), .reset(reset), .in(any_5_s115), .out(any_5_s117));
    wire any_5_s119;
    delay #(.WIDTH(1), .CYCLES(2)) any_5_s119_delay (.clk(clk), .reset(reset), .in(any_5_s117), .out(any_5_s119));
    wire [47:0] ethernet_src_addr_s6;
    delay #(.WIDTH(48), .CYCLES(5)) ethernet_src_addr_s6_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr), .out(ethernet_src_addr_s6));
    reg [47:0] ethernet_src_addr_s7; always @(posedge clk) ethernet_src_addr_s7 <= ethernet_src_addr_s6;
    wire [47:0] ethernet_src_addr_s34;
    delay #(.WIDTH(48), .CYCLES(27)) ethernet_src_addr_s34_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_s7), .out(ethernet_src_addr_s34));
    reg [47:0] ethernet_src_addr_s35; always @(posedge clk) ethernet_src_addr_s35 <= ethernet_src_addr_s34;
    wire [47:0] ethernet_src_addr_s115;
    delay #(.WIDTH(48), .CYCLES(80)) ethernet_src_addr_s115_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_s35), .out(ethernet_src_addr_s115));
    wire any_6_s114;
    delay #(.WIDTH(1), .CYCLES(113)) any_6_s114_delay (.clk(clk), .reset(reset), .in(any_6), .out(any_6_s114));
    wire [7:0] sume_metadata_dst_port_s116;
    delay #(.WIDTH(8), .CYCLES(115)) sume_metadata_dst_port_s116_delay (.clk(clk), .reset(reset), .in(sume_metadata_dst_port), .out(sume_metadata_dst_port_s116));

    // ---- Stage 2 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_ethernet, parser state IsthmusParser_vlan, deparser, admit.p4 39
    wire ethernet_valid = any_4_s2 & {~(left_after_packet_out_s2 < 8'he)};
    wire [1023:0] rest_after_ethernet =
            ethernet_valid ? {rest_after_packet_out_s2[911:0], 112'h0} : rest_after_packet_out_s2;
    wire [7:0] sum_3 = 8'hf2 + left_after_packet_out_s2;
    wire [7:0] left_after_ethernet = ethernet_valid ? sum_3 : left_after_packet_out_s2;
    wire is_equal_2 = ethernet_ether_type_s2 == 16'h8100;
    wire all_3 = ethernet_valid & is_equal_2;
    wire [15:0] vlan_ether_type = rest_after_ethernet[1007:992];
    wire is_equal_3 = ethernet_ether_type_s2 == 16'h806;
    wire all_4 = ethernet_valid & (is_equal_3 & {~is_equal_2});
    wire any_7 = is_equal_2 | is_equal_3;
    wire is_equal_4 = ethernet_ether_type_s2 == 16'h800;
    wire all_5 = ethernet_valid & (is_equal_4 & {~any_7});
    wire all_6 = ethernet_valid & ((ethernet_ether_type_s2 == 16'h86dd) & {~(any_7 | is_equal_4)});
    wire if_admit_39 = (ethernet_ether_type_s2 == 16'h88cc) | (ethernet_ether_type_s2 == 16'h8942);
    wire [7:0] chosen_4 = if_admit_39 ? 8'h2 : 8'h1;
    wire [11:0] vlan_vid = rest_after_ethernet[1019:1008];
    wire vlan_dei = rest_after_ethernet[1020];
    wire [2:0] vlan_pcp = rest_after_ethernet[1023:1021];
    wire [7:0] chosen_5 = if_admit_39 ? 8'hf : 8'h0;
    wire [7:0] chosen_6 = ethernet_valid ? 8'he : 8'h0;
    wire [7:0] chosen_7 = if_admit_39 ? 8'h0 : 8'h2;
    wire ethernet_valid_s4;
    delay #(.WIDTH(1), .CYCLES(2)) ethernet_valid_s4_delay (.clk(clk), .reset(reset), .in(ethernet_valid), .out(ethernet_valid_s4));
    wire ethernet_valid_s121;
    delay #(.WIDTH(1), .CYCLES(117)) ethernet_valid_s121_delay (.clk(clk), .reset(reset), .in(ethernet_valid_s4), .out(ethernet_valid_s121));
    reg [1023:0] rest_after_ethernet_s3; always @(posedge clk) rest_after_ethernet_s3 <= rest_after_ethernet;
    reg [7:0] left_after_ethernet_s3; always @(posedge clk) left_after_ethernet_s3 <= left_after_ethernet;
    reg all_3_s3; always @(posedge clk) all_3_s3 <= all_3;
    reg [15:0] vlan_ether_type_s3; always @(posedge clk) vlan_ether_type_s3 <= vlan_ether_type;
    wire [15:0] vlan_ether_type_s112;
    delay #(.WIDTH(16), .CYCLES(109)) vlan_ether_type_s112_delay (.clk(clk), .reset(reset), .in(vlan_ether_type_s3), .out(vlan_ether_type_s112));
    reg [15:0] vlan_ether_type_s113; always @(posedge clk) vlan_ether_type_s113 <= vlan_ether_type_s112;
    reg [15:0] vlan_ether_type_s114; always @(posedge clk) vlan_ether_type_s114 <= vlan_ether_type_s113;
    reg all_4_s3; always @(posedge clk) all_4_s3 <= all_4;
    reg all_5_s3; always @(posedge clk) all_5_s3 <= all_5;
    reg all_6_s3; always @(posedge clk) all_6_s3 <= all_6;
    wire [7:0] chosen_4_s4;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_4_s4_delay (.clk(clk), .reset(reset), .in(chosen_4), .out(chosen_4_s4));
    reg [11:0] vlan_vid_s3; always @(posedge clk) vlan_vid_s3 <= vlan_vid;
    wire [11:0] vlan_vid_s112;
    delay #(.WIDTH(12), .CYCLES(109)) vlan_vid_s112_delay (.clk(clk), .reset(reset), .in(vlan_vid_s3), .out(vlan_vid_s112));
    reg [11:0] vlan_vid_s113; always @(posedge clk) vlan_vid_s113 <= vlan_vid_s112;
    reg [11:0] vlan_vid_s114; always @(posedge clk) vlan_vid_s114 <= vlan_vid_s113;
    reg vlan_dei_s3; always @(posedge clk) vlan_dei_s3 <= vlan_dei;
    wire vlan_dei_s112;
    delay #(.WIDTH(1), .CYCLES(109)) vlan_dei_s112_delay (.clk(clk), .reset(reset), .in(vlan_dei_s3), .out(vlan_dei_s112));
    reg vlan_dei_s113; always @(posedge clk) vlan_dei_s113 <= vlan_dei_s112;
    reg vlan_dei_s114; always @(posedge clk) vlan_dei_s114 <= vlan_dei_s113;
    wire [2:0] vlan_pcp_s113;
    delay #(.WIDTH(3), .CYCLES(111)) vlan_pcp_s113_delay (.clk(clk), .reset(reset), .in(vlan_pcp), .out(vlan_pcp_s113));
    reg [2:0] vlan_pcp_s114; always @(posedge clk) vlan_pcp_s114 <= vlan_pcp_s113;
    wire [7:0] chosen_5_s4;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_5_s4_delay (.clk(clk), .reset(reset), .in(chosen_5), .out(chosen_5_s4));
    wire [7:0] chosen_6_s5;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_6_s5_delay (.clk(clk), .reset(reset), .in(chosen_6), .out(chosen_6_s5));
    wire [7:0] chosen_7_s4;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_7_s4_delay (.clk(clk), .reset(reset), .in(chosen_7), .out(chosen_7_s4));

    // ---- Stage 3 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_vlan, parser state IsthmusParser_arp, admit.p4 30, routing.p4 176, source.p4 126
    wire vlan_valid = all_3_s3 & {~(left_after_ethernet_s3 < 8'h4)};
    wire [1023:0] rest_after_vlan = vlan_valid ? {rest_after_ethernet_s3[991:0], 32'h0} : rest_after_ethernet_s3;
    wire [7:0] sum_4 = left_after_ethernet_s3 + 8'hfc;
    wire [7:0] left_after_vlan = vlan_valid ? sum_4 : left_after_ethernet_s3;
    wire is_equal_5 = vlan_ether_type_s3 == 16'h806;
    wire any_8 = all_4_s3 | (vlan_valid & is_equal_5);
    wire is_equal_6 = vlan_ether_type_s3 == 16'h800;
    wire any_9 = all_5_s3 | (vlan_valid & (is_equal_6 & {~is_equal_5}));
    wire any_10 = all_6_s3 | (vlan_valid & ((vlan_ether_type_s3 == 16'h86dd) & {~(is_equal_5 | is_equal_6)}));
    wire [15:0] vlan_ether_type_2 = vlan_valid ? vlan_ether_type_s3 : ethernet_ether_type_s3;
    wire [31:0] chosen_8 = vlan_valid ? 32'h12 : 32'he;
    wire [11:0] vlan_vid_2 = vlan_valid ? vlan_vid_s3 : 12'h0;
    wire [31:0] arp_sender_addr = rest_after_vlan[911:880];
    wire [31:0] arp_target_addr = rest_after_vlan[831:800];
    wire [15:0] arp_op = rest_after_vlan[975:960];
    wire [47:0] arp_sender_mac = rest_after_vlan[959:912];
    wire [7:0] arp_proto_len = rest_after_vlan[983:976];
    wire [7:0] arp_hw_len = rest_after_vlan[991:984];
    wire [15:0] arp_proto_type = rest_after_vlan[1007:992];
    wire [15:0] arp_hw_type = rest_after_vlan[1023:1008];
    wire [47:0] arp_target_mac = rest_after_vlan[879:832];
    wire vlan_dei_2 = vlan_valid & vlan_dei_s3;

    // Table station, admit.p4:21: 64 rows, looked up in stage 3.
    wire station_hit;
    wire station_value;
    wire [31:0] station_rdata;
    wire [47:0] station_key = 
            ethernet_dst_addr_s3;
    exact_table #(
        .KEY(48), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`STATION_HASH)
    ) station_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[3]), .lookup_key(station_key),
        .lookup_counts(all_7_s7), .hit(station_hit), .value(station_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd16), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(station_rdata));
    reg vlan_valid_s4; always @(posedge clk) vlan_valid_s4 <= vlan_valid;
    wire vlan_valid_s87;
    delay #(.WIDTH(1), .CYCLES(83)) vlan_valid_s87_delay (.clk(clk), .reset(reset), .in(vlan_valid_s4), .out(vlan_valid_s87));
    wire vlan_valid_s112;
    delay #(.WIDTH(1), .CYCLES(25)) vlan_valid_s112_delay (.clk(clk), .reset(reset), .in(vlan_valid_s87), .out(vlan_valid_s112));
    reg vlan_valid_s113; always @(posedge clk) vlan_valid_s113 <= vlan_valid_s112;
    reg vlan_valid_s114; always @(posedge clk) vlan_valid_s114 <= vlan_valid_s113;
    reg [1023:0] rest_after_vlan_s4; always @(posedge clk) rest_after_vlan_s4 <= rest_after_vlan;
    reg [7:0] left_after_vlan_s4; always @(posedge clk) left_after_vlan_s4 <= left_after_vlan;
    reg any_8_s4; always @(posedge clk) any_8_s4 <= any_8;
    wire any_9_s5;
    delay #(.WIDTH(1), .CYCLES(2)) any_9_s5_delay (.clk(clk), .reset(reset), .in(any_9), .out(any_9_s5));
    wire any_10_s6;
    delay #(.WIDTH(1), .CYCLES(3)) any_10_s6_delay (.clk(clk), .reset(reset), .in(any_10), .out(any_10_s6));
    reg [15:0] vlan_ether_type_2_s4; always @(posedge clk) vlan_ether_type_2_s4 <= vlan_ether_type_2;
    reg [31:0] chosen_8_s4; always @(posedge clk) chosen_8_s4 <= chosen_8;
    reg [31:0] chosen_8_s5; always @(posedge clk) chosen_8_s5 <= chosen_8_s4;
    reg [11:0] vlan_vid_2_s4; always @(posedge clk) vlan_vid_2_s4 <= vlan_vid_2;
    wire [11:0] vlan_vid_2_s11;
    delay #(.WIDTH(12), .CYCLES(7)) vlan_vid_2_s11_delay (.clk(clk), .reset(reset), .in(vlan_vid_2_s4), .out(vlan_vid_2_s11));
    reg [31:0] arp_sender_addr_s4; always @(posedge clk) arp_sender_addr_s4 <= arp_sender_addr;
    wire [31:0] arp_sender_addr_s6;
    delay #(.WIDTH(32), .CYCLES(2)) arp_sender_addr_s6_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_s4), .out(arp_sender_addr_s6));
    wire [31:0] arp_sender_addr_s28;
    delay #(.WIDTH(32), .CYCLES(22)) arp_sender_addr_s28_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_s6), .out(arp_sender_addr_s28));
    wire [31:0] arp_sender_addr_s34;
    delay #(.WIDTH(32), .CYCLES(6)) arp_sender_addr_s34_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_s28), .out(arp_sender_addr_s34));
    reg [31:0] arp_sender_addr_s35; always @(posedge clk) arp_sender_addr_s35 <= arp_sender_addr_s34;
    reg [31:0] arp_target_addr_s4; always @(posedge clk) arp_target_addr_s4 <= arp_target_addr;
    wire [31:0] arp_target_addr_s27;
    delay #(.WIDTH(32), .CYCLES(23)) arp_target_addr_s27_delay (.clk(clk), .reset(reset), .in(arp_target_addr_s4), .out(arp_target_addr_s27));
    wire [31:0] arp_target_addr_s34;
    delay #(.WIDTH(32), .CYCLES(7)) arp_target_addr_s34_delay (.clk(clk), .reset(reset), .in(arp_target_addr_s27), .out(arp_target_addr_s34));
    reg [31:0] arp_target_addr_s35; always @(posedge clk) arp_target_addr_s35 <= arp_target_addr_s34;
    reg [15:0] arp_op_s4; always @(posedge clk) arp_op_s4 <= arp_op;
    wire [15:0] arp_op_s27;
    delay #(.WIDTH(16), .CYCLES(23)) arp_op_s27_delay (.clk(clk), .reset(reset), .in(arp_op_s4), .out(arp_op_s27));
    wire [15:0] arp_op_s34;
    delay #(.WIDTH(16), .CYCLES(7)) arp_op_s34_delay (.clk(clk), .reset(reset), .in(arp_op_s27), .out(arp_op_s34));
    reg [15:0] arp_op_s35; always @(posedge clk) arp_op_s35 <= arp_op_s34;
    reg [47:0] arp_sender_mac_s4; always @(posedge clk) arp_sender_mac_s4 <= arp_sender_mac;
    wire [47:0] arp_sender_mac_s35;
    delay #(.WIDTH(48), .CYCLES(31)) arp_sender_mac_s35_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_s4), .out(arp_sender_mac_s35));
    reg [47:0] arp_sender_mac_s36; always @(posedge clk) arp_sender_mac_s36 <= arp_sender_mac_s35;
    reg [7:0] arp_proto_len_s4; always @(posedge clk) arp_proto_len_s4 <= arp_proto_len;
    wire [7:0] arp_proto_len_s120;
    delay #(.WIDTH(8), .CYCLES(116)) arp_proto_len_s120_delay (.clk(clk), .reset(reset), .in(arp_proto_len_s4), .out(arp_proto_len_s120));
    reg [7:0] arp_hw_len_s4; always @(posedge clk) arp_hw_len_s4 <= arp_hw_len;
    wire [7:0] arp_hw_len_s120;
    delay #(.WIDTH(8), .CYCLES(116)) arp_hw_len_s120_delay (.clk(clk), .reset(reset), .in(arp_hw_len_s4), .out(arp_hw_len_s120));
    reg [15:0] arp_proto_type_s4; always @(posedge clk) arp_proto_type_s4 <= arp_proto_type;
    wire [15:0] arp_proto_type_s120;
    delay #(.WIDTH(16), .CYCLES(116)) arp_proto_type_s120_delay (.clk(clk), .reset(reset), .in(arp_proto_type_s4), .out(arp_proto_type_s120));
    reg [15:0] arp_hw_type_s4; always @(posedge clk) arp_hw_type_s4 <= arp_hw_type;
    wire [15:0] arp_hw_type_s120;
    delay #(.WIDTH(16), .CYCLES(116)) arp_hw_type_s120_delay (.clk(clk), .reset(reset), .in(arp_hw_type_s4), .out(arp_hw_type_s120));
    reg [47:0] arp_target_mac_s4; always @(posedge clk) arp_target_mac_s4 <= arp_target_mac;
    wire [47:0] arp_target_mac_s27;
    delay #(.WIDTH(48), .CYCLES(23)) arp_target_mac_s27_delay (.clk(clk), .reset(reset), .in(arp_target_mac_s4), .out(arp_target_mac_s27));
    wire [47:0] arp_target_mac_s34;
    delay #(.WIDTH(48), .CYCLES(7)) arp_target_mac_s34_delay (.clk(clk), .reset(reset), .in(arp_target_mac_s27), .out(arp_target_mac_s34));
    reg [47:0] arp_target_mac_s35; always @(posedge clk) arp_target_mac_s35 <= arp_target_mac_s34;
    wire vlan_dei_2_s112;
    delay #(.WIDTH(1), .CYCLES(109)) vlan_dei_2_s112_delay (.clk(clk), .reset(reset), .in(vlan_dei_2), .out(vlan_dei_2_s112));

    // ---- Stage 4 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_arp, parser state IsthmusParser_ipv4, deparser, admit.p4 35+72+102+120+132+134,
    // card.p4 95, neighbor.p4 67+74+131, source.p4 138+140
    wire arp_valid = any_8_s4 & {~(left_after_vlan_s4 < 8'h1c)};
    wire [1023:0] rest_after_arp = arp_valid ? {rest_after_vlan_s4[799:0], 224'h0} : rest_after_vlan_s4;
    wire [7:0] sum_5 = left_after_vlan_s4 + 8'he4;
    wire [7:0] left_after_arp = arp_valid ? sum_5 : left_after_vlan_s4;
    wire [7:0] ipv4_protocol = rest_after_arp[951:944];
    wire [12:0] ipv4_frag_offset = rest_after_arp[972:960];
    wire [3:0] ipv4_ihl = rest_after_arp[1019:1016];
    wire any_11 = ({ipv4_ihl[3:2], 2'h0} == 4'h0) | (ipv4_ihl == 4'h4);
    wire is_equal_7 = ipv4_ihl == 4'h5;
    wire if_admit_35 =
            ((({~ethernet_valid_s4} | (vlan_ether_type_2_s4 == 16'h806)) | (vlan_ether_type_2_s4 == 16'h800)) |
            (vlan_ether_type_2_s4 == 16'h86dd)) | ({~vlan_valid_s4} & (vlan_ether_type_2_s4 == 16'h8100));
    wire [7:0] chosen_9 = if_admit_35 ? 8'h1 : chosen_4_s4;
    wire [31:0] sum_6 = {26'd0, 6'h28} + chosen_8_s4;
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
    wire is_equal_8 = ipv4_version == 4'h4;
    wire if_source_138 = arp_sender_addr_s4 == 32'h0;
    wire is_equal_9 = arp_sender_addr_s4 == arp_target_addr_s4;
    wire is_equal_10 = arp_op_s4 == 16'h1;
    wire if_source_140 = {~is_equal_10} | is_equal_9;
    wire if_source_140_2 = {~if_source_138} & if_source_140;
    wire if_neighbor_67 =
            ((({~(arp_hw_type_s4 == 16'h1)} | {~(arp_proto_type_s4 == 16'h800)}) | {~(arp_hw_len_s4 == 8'h6)}) |
            {~(arp_proto_len_s4 == 8'h4)}) | arp_sender_mac_s4[40];
    wire [7:0] chosen_10 = if_neighbor_67 ? 8'h1 : 8'h2;
    wire if_neighbor_74 = is_equal_10 & {~is_equal_9};
    wire if_neighbor_74_2 = {~if_neighbor_67} & if_neighbor_74;
    wire [31:0] arp_target_addr_2 = if_neighbor_74 ? arp_target_addr_s4 : 32'h0;
    wire [31:0] arp_target_addr_3 = if_neighbor_67 ? 32'h0 : arp_target_addr_2;
    wire is_equal_11 = ipv4_src_addr[31:29] == 3'h7;
    wire is_equal_12 = ipv4_dst_addr[31:28] == 4'hf;
    wire if_admit_132 = ipv4_dst_addr[31:28] == 4'he;
    wire [31:0] arp_sender_addr_2 = arp_valid ? arp_sender_addr_s4 : arp_target_addr_s4;
    wire [47:0] arp_sender_mac_2 = arp_valid ? arp_sender_mac_s4 : arp_target_mac_s4;
    wire [15:0] arp_op_2 = arp_valid ? 16'h2 : arp_op_s4;
    wire [7:0] chosen_11 = if_admit_35 ? 8'h0 : chosen_5_s4;
    wire [7:0] chosen_12 = arp_valid ? 8'h1c : 8'h0;
    wire [7:0] chosen_13 = if_admit_35 ? 8'h1 : chosen_7_s4;
    wire [11:0] vlan_vid_3 = any_5_s4 ? 12'h0 : vlan_vid_2_s4;
    reg arp_valid_s5; always @(posedge clk) arp_valid_s5 <= arp_valid;
    reg arp_valid_s6; always @(posedge clk) arp_valid_s6 <= arp_valid_s5;
    reg arp_valid_s7; always @(posedge clk) arp_valid_s7 <= arp_valid_s6;
    wire arp_valid_s12;
    delay #(.WIDTH(1), .CYCLES(5)) arp_valid_s12_delay (.clk(clk), .reset(reset), .in(arp_valid_s7), .out(arp_valid_s12));
    reg arp_valid_s13; always @(posedge clk) arp_valid_s13 <= arp_valid_s12;
    reg arp_valid_s14; always @(posedge clk) arp_valid_s14 <= arp_valid_s13;
    wire arp_valid_s18;
    delay #(.WIDTH(1), .CYCLES(4)) arp_valid_s18_delay (.clk(clk), .reset(reset), .in(arp_valid_s14), .out(arp_valid_s18));
    reg arp_valid_s19; always @(posedge clk) arp_valid_s19 <= arp_valid_s18;
    wire arp_valid_s26;
    delay #(.WIDTH(1), .CYCLES(7)) arp_valid_s26_delay (.clk(clk), .reset(reset), .in(arp_valid_s19), .out(arp_valid_s26));
    reg arp_valid_s27; always @(posedge clk) arp_valid_s27 <= arp_valid_s26;
    reg arp_valid_s28; always @(posedge clk) arp_valid_s28 <= arp_valid_s27;
    wire arp_valid_s35;
    delay #(.WIDTH(1), .CYCLES(7)) arp_valid_s35_delay (.clk(clk), .reset(reset), .in(arp_valid_s28), .out(arp_valid_s35));
    wire arp_valid_s113;
    delay #(.WIDTH(1), .CYCLES(78)) arp_valid_s113_delay (.clk(clk), .reset(reset), .in(arp_valid_s35), .out(arp_valid_s113));
    wire arp_valid_s120;
    delay #(.WIDTH(1), .CYCLES(7)) arp_valid_s120_delay (.clk(clk), .reset(reset), .in(arp_valid_s113), .out(arp_valid_s120));
    reg [1023:0] rest_after_arp_s5; always @(posedge clk) rest_after_arp_s5 <= rest_after_arp;
    reg [7:0] left_after_arp_s5; always @(posedge clk) left_after_arp_s5 <= left_after_arp;
    reg [7:0] ipv4_protocol_s5; always @(posedge clk) ipv4_protocol_s5 <= ipv4_protocol;
    wire [7:0] ipv4_protocol_s87;
    delay #(.WIDTH(8), .CYCLES(82)) ipv4_protocol_s87_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_s5), .out(ipv4_protocol_s87));
    wire [7:0] ipv4_protocol_s113;
    delay #(.WIDTH(8), .CYCLES(26)) ipv4_protocol_s113_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_s87), .out(ipv4_protocol_s113));
    reg [7:0] ipv4_protocol_s114; always @(posedge clk) ipv4_protocol_s114 <= ipv4_protocol_s113;
    reg [12:0] ipv4_frag_offset_s5; always @(posedge clk) ipv4_frag_offset_s5 <= ipv4_frag_offset;
    wire [12:0] ipv4_frag_offset_s60;
    delay #(.WIDTH(13), .CYCLES(55)) ipv4_frag_offset_s60_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset_s5), .out(ipv4_frag_offset_s60));
    wire [12:0] ipv4_frag_offset_s113;
    delay #(.WIDTH(13), .CYCLES(53)) ipv4_frag_offset_s113_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset_s60), .out(ipv4_frag_offset_s113));
    reg [12:0] ipv4_frag_offset_s114; always @(posedge clk) ipv4_frag_offset_s114 <= ipv4_frag_offset_s113;
    reg [3:0] ipv4_ihl_s5; always @(posedge clk) ipv4_ihl_s5 <= ipv4_ihl;
    wire [3:0] ipv4_ihl_s60;
    delay #(.WIDTH(4), .CYCLES(55)) ipv4_ihl_s60_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_s5), .out(ipv4_ihl_s60));
    wire [3:0] ipv4_ihl_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv4_ihl_s113_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_s60), .out(ipv4_ihl_s113));
    reg [3:0] ipv4_ihl_s114; always @(posedge clk) ipv4_ihl_s114 <= ipv4_ihl_s113;
    reg any_11_s5; always @(posedge clk) any_11_s5 <= any_11;
    reg is_equal_7_s5; always @(posedge clk) is_equal_7_s5 <= is_equal_7;
    wire is_equal_7_s8;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_7_s8_delay (.clk(clk), .reset(reset), .in(is_equal_7_s5), .out(is_equal_7_s8));
    wire is_equal_7_s35;
    delay #(.WIDTH(1), .CYCLES(27)) is_equal_7_s35_delay (.clk(clk), .reset(reset), .in(is_equal_7_s8), .out(is_equal_7_s35));
    wire [7:0] chosen_9_s13;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_9_s13_delay (.clk(clk), .reset(reset), .in(chosen_9), .out(chosen_9_s13));
    wire [31:0] sum_6_s6;
    delay #(.WIDTH(32), .CYCLES(2)) sum_6_s6_delay (.clk(clk), .reset(reset), .in(sum_6), .out(sum_6_s6));
    reg [31:0] ipv4_dst_addr_s5; always @(posedge clk) ipv4_dst_addr_s5 <= ipv4_dst_addr;
    wire [31:0] ipv4_dst_addr_s34;
    delay #(.WIDTH(32), .CYCLES(29)) ipv4_dst_addr_s34_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s5), .out(ipv4_dst_addr_s34));
    reg [31:0] ipv4_dst_addr_s35; always @(posedge clk) ipv4_dst_addr_s35 <= ipv4_dst_addr_s34;
    wire [31:0] ipv4_dst_addr_s46;
    delay #(.WIDTH(32), .CYCLES(11)) ipv4_dst_addr_s46_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s35), .out(ipv4_dst_addr_s46));
    wire [31:0] ipv4_dst_addr_s60;
    delay #(.WIDTH(32), .CYCLES(14)) ipv4_dst_addr_s60_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s46), .out(ipv4_dst_addr_s60));
    wire [31:0] ipv4_dst_addr_s113;
    delay #(.WIDTH(32), .CYCLES(53)) ipv4_dst_addr_s113_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_s60), .out(ipv4_dst_addr_s113));
    reg [31:0] ipv4_dst_addr_s114; always @(posedge clk) ipv4_dst_addr_s114 <= ipv4_dst_addr_s113;
    reg [31:0] ipv4_dst_addr_s115; always @(posedge clk) ipv4_dst_addr_s115 <= ipv4_dst_addr_s114;
    reg [31:0] ipv4_src_addr_s5; always @(posedge clk) ipv4_src_addr_s5 <= ipv4_src_addr;
    wire [31:0] ipv4_src_addr_s27;
    delay #(.WIDTH(32), .CYCLES(22)) ipv4_src_addr_s27_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s5), .out(ipv4_src_addr_s27));
    wire [31:0] ipv4_src_addr_s47;
    delay #(.WIDTH(32), .CYCLES(20)) ipv4_src_addr_s47_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s27), .out(ipv4_src_addr_s47));
    wire [31:0] ipv4_src_addr_s55;
    delay #(.WIDTH(32), .CYCLES(8)) ipv4_src_addr_s55_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s47), .out(ipv4_src_addr_s55));
    wire [31:0] ipv4_src_addr_s64;
    delay #(.WIDTH(32), .CYCLES(9)) ipv4_src_addr_s64_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s55), .out(ipv4_src_addr_s64));
    wire [31:0] ipv4_src_addr_s70;
    delay #(.WIDTH(32), .CYCLES(6)) ipv4_src_addr_s70_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s64), .out(ipv4_src_addr_s70));
    wire [31:0] ipv4_src_addr_s82;
    delay #(.WIDTH(32), .CYCLES(12)) ipv4_src_addr_s82_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s70), .out(ipv4_src_addr_s82));
    wire [31:0] ipv4_src_addr_s113;
    delay #(.WIDTH(32), .CYCLES(31)) ipv4_src_addr_s113_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_s82), .out(ipv4_src_addr_s113));
    reg [31:0] ipv4_src_addr_s114; always @(posedge clk) ipv4_src_addr_s114 <= ipv4_src_addr_s113;
    reg [31:0] ipv4_src_addr_s115; always @(posedge clk) ipv4_src_addr_s115 <= ipv4_src_addr_s114;
    reg [7:0] ipv4_ttl_s5; always @(posedge clk) ipv4_ttl_s5 <= ipv4_ttl;
    wire [7:0] ipv4_ttl_s60;
    delay #(.WIDTH(8), .CYCLES(55)) ipv4_ttl_s60_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_s5), .out(ipv4_ttl_s60));
    wire [7:0] ipv4_ttl_s113;
    delay #(.WIDTH(8), .CYCLES(53)) ipv4_ttl_s113_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_s60), .out(ipv4_ttl_s113));
    reg [7:0] ipv4_ttl_s114; always @(posedge clk) ipv4_ttl_s114 <= ipv4_ttl_s113;
    reg [7:0] ipv4_ttl_s115; always @(posedge clk) ipv4_ttl_s115 <= ipv4_ttl_s114;
    reg ipv4_mf_s5; always @(posedge clk) ipv4_mf_s5 <= ipv4_mf;
    wire ipv4_mf_s60;
    delay #(.WIDTH(1), .CYCLES(55)) ipv4_mf_s60_delay (.clk(clk), .reset(reset), .in(ipv4_mf_s5), .out(ipv4_mf_s60));
    wire ipv4_mf_s113;
    delay #(.WIDTH(1), .CYCLES(53)) ipv4_mf_s113_delay (.clk(clk), .reset(reset), .in(ipv4_mf_s60), .out(ipv4_mf_s113));
    reg ipv4_mf_s114; always @(posedge clk) ipv4_mf_s114 <= ipv4_mf_s113;
    reg ipv4_df_s5; always @(posedge clk) ipv4_df_s5 <= ipv4_df;
    wire ipv4_df_s63;
    delay #(.WIDTH(1), .CYCLES(58)) ipv4_df_s63_delay (.clk(clk), .reset(reset), .in(ipv4_df_s5), .out(ipv4_df_s63));
    wire ipv4_df_s87;
    delay #(.WIDTH(1), .CYCLES(24)) ipv4_df_s87_delay (.clk(clk), .reset(reset), .in(ipv4_df_s63), .out(ipv4_df_s87));
    reg ipv4_df_s88; always @(posedge clk) ipv4_df_s88 <= ipv4_df_s87;
    wire ipv4_df_s113;
    delay #(.WIDTH(1), .CYCLES(25)) ipv4_df_s113_delay (.clk(clk), .reset(reset), .in(ipv4_df_s88), .out(ipv4_df_s113));
    reg ipv4_df_s114; always @(posedge clk) ipv4_df_s114 <= ipv4_df_s113;
    reg ipv4_reserved_s5; always @(posedge clk) ipv4_reserved_s5 <= ipv4_reserved;
    wire ipv4_reserved_s60;
    delay #(.WIDTH(1), .CYCLES(55)) ipv4_reserved_s60_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_s5), .out(ipv4_reserved_s60));
    wire ipv4_reserved_s113;
    delay #(.WIDTH(1), .CYCLES(53)) ipv4_reserved_s113_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_s60), .out(ipv4_reserved_s113));
    reg ipv4_reserved_s114; always @(posedge clk) ipv4_reserved_s114 <= ipv4_reserved_s113;
    reg [7:0] ipv4_tos_s5; always @(posedge clk) ipv4_tos_s5 <= ipv4_tos;
    wire [7:0] ipv4_tos_s62;
    delay #(.WIDTH(8), .CYCLES(57)) ipv4_tos_s62_delay (.clk(clk), .reset(reset), .in(ipv4_tos_s5), .out(ipv4_tos_s62));
    reg [7:0] ipv4_tos_s63; always @(posedge clk) ipv4_tos_s63 <= ipv4_tos_s62;
    wire [7:0] ipv4_tos_s113;
    delay #(.WIDTH(8), .CYCLES(50)) ipv4_tos_s113_delay (.clk(clk), .reset(reset), .in(ipv4_tos_s63), .out(ipv4_tos_s113));
    reg [7:0] ipv4_tos_s114; always @(posedge clk) ipv4_tos_s114 <= ipv4_tos_s113;
    reg [3:0] ipv4_version_s5; always @(posedge clk) ipv4_version_s5 <= ipv4_version;
    wire [3:0] ipv4_version_s60;
    delay #(.WIDTH(4), .CYCLES(55)) ipv4_version_s60_delay (.clk(clk), .reset(reset), .in(ipv4_version_s5), .out(ipv4_version_s60));
    wire [3:0] ipv4_version_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv4_version_s113_delay (.clk(clk), .reset(reset), .in(ipv4_version_s60), .out(ipv4_version_s113));
    reg [3:0] ipv4_version_s114; always @(posedge clk) ipv4_version_s114 <= ipv4_version_s113;
    reg [15:0] ipv4_checksum_s5; always @(posedge clk) ipv4_checksum_s5 <= ipv4_checksum;
    wire [15:0] ipv4_checksum_s113;
    delay #(.WIDTH(16), .CYCLES(108)) ipv4_checksum_s113_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_s5), .out(ipv4_checksum_s113));
    reg [15:0] ipv4_checksum_s114; always @(posedge clk) ipv4_checksum_s114 <= ipv4_checksum_s113;
    wire [15:0] ipv4_checksum_s116;
    delay #(.WIDTH(16), .CYCLES(2)) ipv4_checksum_s116_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_s114), .out(ipv4_checksum_s116));
    reg [15:0] ipv4_checksum_s117; always @(posedge clk) ipv4_checksum_s117 <= ipv4_checksum_s116;
    wire [15:0] ipv4_checksum_s119;
    delay #(.WIDTH(16), .CYCLES(2)) ipv4_checksum_s119_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_s117), .out(ipv4_checksum_s119));
    reg [15:0] ipv4_identification_s5; always @(posedge clk) ipv4_identification_s5 <= ipv4_identification;
    wire [15:0] ipv4_identification_s13;
    delay #(.WIDTH(16), .CYCLES(8)) ipv4_identification_s13_delay (.clk(clk), .reset(reset), .in(ipv4_identification_s5), .out(ipv4_identification_s13));
    wire [15:0] ipv4_identification_s115;
    delay #(.WIDTH(16), .CYCLES(102)) ipv4_identification_s115_delay (.clk(clk), .reset(reset), .in(ipv4_identification_s13), .out(ipv4_identification_s115));
    reg [15:0] ipv4_identification_s116; always @(posedge clk) ipv4_identification_s116 <= ipv4_identification_s115;
    reg [15:0] ipv4_identification_s117; always @(posedge clk) ipv4_identification_s117 <= ipv4_identification_s116;
    reg [15:0] ipv4_total_len_s5; always @(posedge clk) ipv4_total_len_s5 <= ipv4_total_len;
    wire [15:0] ipv4_total_len_s7;
    delay #(.WIDTH(16), .CYCLES(2)) ipv4_total_len_s7_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s5), .out(ipv4_total_len_s7));
    wire [15:0] ipv4_total_len_s35;
    delay #(.WIDTH(16), .CYCLES(28)) ipv4_total_len_s35_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s7), .out(ipv4_total_len_s35));
    wire [15:0] ipv4_total_len_s87;
    delay #(.WIDTH(16), .CYCLES(52)) ipv4_total_len_s87_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s35), .out(ipv4_total_len_s87));
    wire [15:0] ipv4_total_len_s113;
    delay #(.WIDTH(16), .CYCLES(26)) ipv4_total_len_s113_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_s87), .out(ipv4_total_len_s113));
    reg [15:0] ipv4_total_len_s114; always @(posedge clk) ipv4_total_len_s114 <= ipv4_total_len_s113;
    reg is_equal_8_s5; always @(posedge clk) is_equal_8_s5 <= is_equal_8;
    wire if_source_138_s12;
    delay #(.WIDTH(1), .CYCLES(8)) if_source_138_s12_delay (.clk(clk), .reset(reset), .in(if_source_138), .out(if_source_138_s12));
    wire if_source_140_2_s14;
    delay #(.WIDTH(1), .CYCLES(10)) if_source_140_2_s14_delay (.clk(clk), .reset(reset), .in(if_source_140_2), .out(if_source_140_2_s14));
    wire if_neighbor_67_s26;
    delay #(.WIDTH(1), .CYCLES(22)) if_neighbor_67_s26_delay (.clk(clk), .reset(reset), .in(if_neighbor_67), .out(if_neighbor_67_s26));
    wire [7:0] chosen_10_s27;
    delay #(.WIDTH(8), .CYCLES(23)) chosen_10_s27_delay (.clk(clk), .reset(reset), .in(chosen_10), .out(chosen_10_s27));
    wire if_neighbor_74_2_s18;
    delay #(.WIDTH(1), .CYCLES(14)) if_neighbor_74_2_s18_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_2), .out(if_neighbor_74_2_s18));
    reg [31:0] arp_target_addr_3_s5; always @(posedge clk) arp_target_addr_3_s5 <= arp_target_addr_3;
    reg is_equal_11_s5; always @(posedge clk) is_equal_11_s5 <= is_equal_11;
    reg is_equal_12_s5; always @(posedge clk) is_equal_12_s5 <= is_equal_12;
    reg if_admit_132_s5; always @(posedge clk) if_admit_132_s5 <= if_admit_132;
    wire if_admit_132_s35;
    delay #(.WIDTH(1), .CYCLES(30)) if_admit_132_s35_delay (.clk(clk), .reset(reset), .in(if_admit_132_s5), .out(if_admit_132_s35));
    wire [31:0] arp_sender_addr_2_s27;
    delay #(.WIDTH(32), .CYCLES(23)) arp_sender_addr_2_s27_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_2), .out(arp_sender_addr_2_s27));
    wire [47:0] arp_sender_mac_2_s27;
    delay #(.WIDTH(48), .CYCLES(23)) arp_sender_mac_2_s27_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_2), .out(arp_sender_mac_2_s27));
    wire [15:0] arp_op_2_s27;
    delay #(.WIDTH(16), .CYCLES(23)) arp_op_2_s27_delay (.clk(clk), .reset(reset), .in(arp_op_2), .out(arp_op_2_s27));
    wire [7:0] chosen_11_s6;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_11_s6_delay (.clk(clk), .reset(reset), .in(chosen_11), .out(chosen_11_s6));
    reg [7:0] chosen_12_s5; always @(posedge clk) chosen_12_s5 <= chosen_12;
    wire [7:0] chosen_13_s13;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_13_s13_delay (.clk(clk), .reset(reset), .in(chosen_13), .out(chosen_13_s13));
    wire [11:0] vlan_vid_3_s123;
    delay #(.WIDTH(12), .CYCLES(119)) vlan_vid_3_s123_delay (.clk(clk), .reset(reset), .in(vlan_vid_3), .out(vlan_vid_3_s123));

    // ---- Stage 5 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_ipv4, parser state IsthmusParser_ipv6, parser state IsthmusParser_ipv4_upper,
    // deparser, admit.p4 34+61+64+69+72+76+105+120+132+134, classify.p4 195, echo.p4 23+32, eligible.p4 81, inbound.p4
    // 108, local.p4 53, neighbor.p4 66, source.p4 135+143
    wire ipv4_valid = any_9_s5 & {~(left_after_arp_s5 < 8'h14)};
    wire [1023:0] rest_after_ipv4 = ipv4_valid ? {rest_after_arp_s5[863:0], 160'h0} : rest_after_arp_s5;
    wire [7:0] sum_7 = left_after_arp_s5 + 8'hec;
    wire [7:0] left_after_ipv4 = ipv4_valid ? sum_7 : left_after_arp_s5;
    wire [7:0] ipv6_next_header = rest_after_ipv4[975:968];
    wire if_eligible_41 = ipv4_frag_offset_s5 == 13'h0;
    wire all_8 = if_eligible_41 & (ipv4_protocol_s5 == 8'h11);
    wire all_9 = if_eligible_41 & (ipv4_protocol_s5 == 8'h6);
    wire all_10 = ipv4_valid & (is_equal_7_s5 & {~any_11_s5});
    wire all_11 = all_10 & ((if_eligible_41 & (ipv4_protocol_s5 == 8'h1)) & {~(all_9 | all_8)});
    wire all_12 = all_10 & all_9;
    wire all_13 = all_10 & (all_8 & {~all_9});
    wire [15:0] ipv6_payload_len = rest_after_ipv4[991:976];
    wire all_14 = {~arp_valid_s5} & {~ipv4_valid};
    wire [3:0] ipv6_version = rest_after_ipv4[1023:1020];
    wire is_equal_13 = ipv6_version == 4'h6;
    wire [16:0] sum_8 = {1'd0, ipv4_total_len_s5} + {1'd0, ipv4_identification_s5};
    wire [16:0] sum_9 = {1'd0, ipv4_checksum_s5} + {1'd0, {ipv4_version_s5, ipv4_ihl_s5, ipv4_tos_s5}};
    wire [16:0] sum_10 =
            {1'd0, {ipv4_reserved_s5, ipv4_df_s5, ipv4_mf_s5, ipv4_frag_offset_s5}} + {1'd0, {ipv4_ttl_s5,
            ipv4_protocol_s5}};
    wire [16:0] sum_11 = {1'd0, ipv4_src_addr_s5[31:16]} + {1'd0, ipv4_src_addr_s5[15:0]};
    wire [16:0] sum_12 = {1'd0, ipv4_dst_addr_s5[31:16]} + {1'd0, ipv4_dst_addr_s5[15:0]};
    wire [17:0] sum_13 = {1'd0, sum_11} + {1'd0, sum_12};
    wire [17:0] sum_14 = {1'd0, sum_8} + {1'd0, sum_9};
    wire [15:0] sum_15 = ipv4_total_len_s5 + ipv4_identification_s5;
    wire [15:0] sum_16 = ipv4_checksum_s5 + {ipv4_version_s5, ipv4_ihl_s5, ipv4_tos_s5};
    wire [15:0] sum_17 =
            {ipv4_reserved_s5, ipv4_df_s5, ipv4_mf_s5, ipv4_frag_offset_s5} + {ipv4_ttl_s5, ipv4_protocol_s5};
    wire [15:0] sum_18 = ipv4_src_addr_s5[31:16] + ipv4_src_addr_s5[15:0];
    wire [15:0] sum_19 = ipv4_dst_addr_s5[31:16] + ipv4_dst_addr_s5[15:0];
    wire [15:0] sum_20 = sum_15 + sum_16;
    wire [15:0] sum_21 = sum_17 + sum_18;
    wire [31:0] sum_22 = {16'd0, ipv4_total_len_s5} + chosen_8_s5;
    wire if_admit_72 =
            (({~is_equal_8_s5} | (ipv4_ihl_s5 < 4'h5)) | (ipv4_total_len_s5 < {10'h0, ipv4_ihl_s5, 2'h0})) | ({16'h0,
            in_length_2_s5} < sum_22);
    wire [127:0] ipv6_src_addr = rest_after_ipv4[959:832];
    wire [31:0] ipv4_src_addr_2 = ipv4_valid ? ipv4_src_addr_s5 : 32'h0;
    wire any_12 = arp_valid_s5 | ipv4_valid;
    wire [127:0] ipv6_dst_addr = rest_after_ipv4[831:704];
    wire [7:0] ipv6_hop_limit = rest_after_ipv4[967:960];
    wire [31:0] arp_target_addr_4 = arp_valid_s5 ? arp_target_addr_3_s5 : 32'h0;
    wire [7:0] meta_protocol = ipv4_valid ? ipv4_protocol_s5 : 8'h0;
    wire if_admit_120 = ((ipv4_src_addr_s5[31:24] == 8'h0) | (ipv4_src_addr_s5[31:24] == 8'h7f)) | is_equal_11_s5;
    wire if_admit_134 = ((ipv4_dst_addr_s5[31:24] == 8'h0) | (ipv4_dst_addr_s5[31:24] == 8'h7f)) | is_equal_12_s5;
    wire any_13 = if_admit_132_s5 | if_admit_134;
    wire if_local_53 = (ipv4_src_addr_s5[31:16] == 16'ha9fe) | (ipv4_dst_addr_s5[31:16] == 16'ha9fe);
    wire ipv4_mf_2 = ipv4_mf_s5 | {~if_eligible_41};
    wire [7:0] chosen_14 = ipv4_valid ? 8'h2 : 8'h3;
    wire [15:0] meta_upper_length = ipv4_total_len_s5 - {10'h0, ipv4_ihl_s5, 2'h0};
    wire if_eligible_81 = ipv4_valid & {~is_equal_7_s5};
    wire all_15 = ipv4_valid & (ipv4_ttl_s5 < 8'h2);
    wire [19:0] ipv6_flow_label = rest_after_ipv4[1011:992];
    wire [7:0] chosen_15 = ipv4_valid ? 8'h0 : 8'h81;
    wire [7:0] ipv6_traffic_class = rest_after_ipv4[1019:1012];
    wire [15:0] sum_23 = {1'd0, {7'h40, ipv4_protocol_s5}} + {~ipv4_checksum_s5};
    wire [15:0] sum_24 = {{~ipv4_ttl_s5}, {~ipv4_protocol_s5}} + sum_23;
    wire [16:0] sum_25 = {2'd0, {7'h40, ipv4_protocol_s5}} + {1'd0, {~ipv4_checksum_s5}};
    wire [17:0] sum_26 = {2'd0, {{~ipv4_ttl_s5}, {~ipv4_protocol_s5}}} + {1'd0, sum_25};
    wire [15:0] sum_27 = {~{ipv4_ttl_s5, ipv4_protocol_s5}} + sum_23;
    wire [7:0] sum_28 = chosen_6_s5 + chosen_12_s5;
    reg ipv4_valid_s6; always @(posedge clk) ipv4_valid_s6 <= ipv4_valid;
    reg ipv4_valid_s7; always @(posedge clk) ipv4_valid_s7 <= ipv4_valid_s6;
    reg ipv4_valid_s8; always @(posedge clk) ipv4_valid_s8 <= ipv4_valid_s7;
    reg ipv4_valid_s9; always @(posedge clk) ipv4_valid_s9 <= ipv4_valid_s8;
    wire ipv4_valid_s12;
    delay #(.WIDTH(1), .CYCLES(3)) ipv4_valid_s12_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s9), .out(ipv4_valid_s12));
    reg ipv4_valid_s13; always @(posedge clk) ipv4_valid_s13 <= ipv4_valid_s12;
    wire ipv4_valid_s19;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_valid_s19_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s13), .out(ipv4_valid_s19));
    wire ipv4_valid_s27;
    delay #(.WIDTH(1), .CYCLES(8)) ipv4_valid_s27_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s19), .out(ipv4_valid_s27));
    wire ipv4_valid_s35;
    delay #(.WIDTH(1), .CYCLES(8)) ipv4_valid_s35_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s27), .out(ipv4_valid_s35));
    reg ipv4_valid_s36; always @(posedge clk) ipv4_valid_s36 <= ipv4_valid_s35;
    reg ipv4_valid_s37; always @(posedge clk) ipv4_valid_s37 <= ipv4_valid_s36;
    reg ipv4_valid_s38; always @(posedge clk) ipv4_valid_s38 <= ipv4_valid_s37;
    wire ipv4_valid_s40;
    delay #(.WIDTH(1), .CYCLES(2)) ipv4_valid_s40_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s38), .out(ipv4_valid_s40));
    wire ipv4_valid_s45;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_valid_s45_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s40), .out(ipv4_valid_s45));
    wire ipv4_valid_s56;
    delay #(.WIDTH(1), .CYCLES(11)) ipv4_valid_s56_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s45), .out(ipv4_valid_s56));
    wire ipv4_valid_s59;
    delay #(.WIDTH(1), .CYCLES(3)) ipv4_valid_s59_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s56), .out(ipv4_valid_s59));
    reg ipv4_valid_s60; always @(posedge clk) ipv4_valid_s60 <= ipv4_valid_s59;
    wire ipv4_valid_s67;
    delay #(.WIDTH(1), .CYCLES(7)) ipv4_valid_s67_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s60), .out(ipv4_valid_s67));
    wire ipv4_valid_s88;
    delay #(.WIDTH(1), .CYCLES(21)) ipv4_valid_s88_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s67), .out(ipv4_valid_s88));
    wire ipv4_valid_s113;
    delay #(.WIDTH(1), .CYCLES(25)) ipv4_valid_s113_delay (.clk(clk), .reset(reset), .in(ipv4_valid_s88), .out(ipv4_valid_s113));
    reg ipv4_valid_s114; always @(posedge clk) ipv4_valid_s114 <= ipv4_valid_s113;
    reg [1023:0] rest_after_ipv4_s6; always @(posedge clk) rest_after_ipv4_s6 <= rest_after_ipv4;
    reg [7:0] left_after_ipv4_s6; always @(posedge clk) left_after_ipv4_s6 <= left_after_ipv4;
    reg [7:0] ipv6_next_header_s6; always @(posedge clk) ipv6_next_header_s6 <= ipv6_next_header;
    wire [7:0] ipv6_next_header_s88;
    delay #(.WIDTH(8), .CYCLES(82)) ipv6_next_header_s88_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_s6), .out(ipv6_next_header_s88));
    wire [7:0] ipv6_next_header_s113;
    delay #(.WIDTH(8), .CYCLES(25)) ipv6_next_header_s113_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_s88), .out(ipv6_next_header_s113));
    reg [7:0] ipv6_next_header_s114; always @(posedge clk) ipv6_next_header_s114 <= ipv6_next_header_s113;
    wire if_eligible_41_s7;
    delay #(.WIDTH(1), .CYCLES(2)) if_eligible_41_s7_delay (.clk(clk), .reset(reset), .in(if_eligible_41), .out(if_eligible_41_s7));
    wire all_11_s8;
    delay #(.WIDTH(1), .CYCLES(3)) all_11_s8_delay (.clk(clk), .reset(reset), .in(all_11), .out(all_11_s8));
    reg all_12_s6; always @(posedge clk) all_12_s6 <= all_12;
    reg all_13_s6; always @(posedge clk) all_13_s6 <= all_13;
    reg [15:0] ipv6_payload_len_s6; always @(posedge clk) ipv6_payload_len_s6 <= ipv6_payload_len;
    wire [15:0] ipv6_payload_len_s8;
    delay #(.WIDTH(16), .CYCLES(2)) ipv6_payload_len_s8_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s6), .out(ipv6_payload_len_s8));
    wire [15:0] ipv6_payload_len_s27;
    delay #(.WIDTH(16), .CYCLES(19)) ipv6_payload_len_s27_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s8), .out(ipv6_payload_len_s27));
    wire [15:0] ipv6_payload_len_s34;
    delay #(.WIDTH(16), .CYCLES(7)) ipv6_payload_len_s34_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s27), .out(ipv6_payload_len_s34));
    wire [15:0] ipv6_payload_len_s114;
    delay #(.WIDTH(16), .CYCLES(80)) ipv6_payload_len_s114_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_s34), .out(ipv6_payload_len_s114));
    reg all_14_s6; always @(posedge clk) all_14_s6 <= all_14;
    wire [3:0] ipv6_version_s60;
    delay #(.WIDTH(4), .CYCLES(55)) ipv6_version_s60_delay (.clk(clk), .reset(reset), .in(ipv6_version), .out(ipv6_version_s60));
    wire [3:0] ipv6_version_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv6_version_s113_delay (.clk(clk), .reset(reset), .in(ipv6_version_s60), .out(ipv6_version_s113));
    reg [3:0] ipv6_version_s114; always @(posedge clk) ipv6_version_s114 <= ipv6_version_s113;
    wire is_equal_13_s8;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_13_s8_delay (.clk(clk), .reset(reset), .in(is_equal_13), .out(is_equal_13_s8));
    reg [16:0] sum_10_s6; always @(posedge clk) sum_10_s6 <= sum_10;
    reg [17:0] sum_13_s6; always @(posedge clk) sum_13_s6 <= sum_13;
    wire [17:0] sum_13_s37;
    delay #(.WIDTH(18), .CYCLES(31)) sum_13_s37_delay (.clk(clk), .reset(reset), .in(sum_13_s6), .out(sum_13_s37));
    reg [17:0] sum_14_s6; always @(posedge clk) sum_14_s6 <= sum_14;
    reg [15:0] sum_19_s6; always @(posedge clk) sum_19_s6 <= sum_19;
    reg [15:0] sum_20_s6; always @(posedge clk) sum_20_s6 <= sum_20;
    reg [15:0] sum_21_s6; always @(posedge clk) sum_21_s6 <= sum_21;
    wire if_admit_72_s8;
    delay #(.WIDTH(1), .CYCLES(3)) if_admit_72_s8_delay (.clk(clk), .reset(reset), .in(if_admit_72), .out(if_admit_72_s8));
    wire if_admit_72_s13;
    delay #(.WIDTH(1), .CYCLES(5)) if_admit_72_s13_delay (.clk(clk), .reset(reset), .in(if_admit_72_s8), .out(if_admit_72_s13));
    reg [127:0] ipv6_src_addr_s6; always @(posedge clk) ipv6_src_addr_s6 <= ipv6_src_addr;
    wire [127:0] ipv6_src_addr_s13;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_s13_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s6), .out(ipv6_src_addr_s13));
    reg [127:0] ipv6_src_addr_s14; always @(posedge clk) ipv6_src_addr_s14 <= ipv6_src_addr_s13;
    wire [127:0] ipv6_src_addr_s19;
    delay #(.WIDTH(128), .CYCLES(5)) ipv6_src_addr_s19_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s14), .out(ipv6_src_addr_s19));
    wire [127:0] ipv6_src_addr_s27;
    delay #(.WIDTH(128), .CYCLES(8)) ipv6_src_addr_s27_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s19), .out(ipv6_src_addr_s27));
    wire [127:0] ipv6_src_addr_s34;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_s34_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s27), .out(ipv6_src_addr_s34));
    wire [127:0] ipv6_src_addr_s115;
    delay #(.WIDTH(128), .CYCLES(81)) ipv6_src_addr_s115_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_s34), .out(ipv6_src_addr_s115));
    reg [31:0] ipv4_src_addr_2_s6; always @(posedge clk) ipv4_src_addr_2_s6 <= ipv4_src_addr_2;
    wire any_12_s14;
    delay #(.WIDTH(1), .CYCLES(9)) any_12_s14_delay (.clk(clk), .reset(reset), .in(any_12), .out(any_12_s14));
    reg [127:0] ipv6_dst_addr_s6; always @(posedge clk) ipv6_dst_addr_s6 <= ipv6_dst_addr;
    wire [127:0] ipv6_dst_addr_s27;
    delay #(.WIDTH(128), .CYCLES(21)) ipv6_dst_addr_s27_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s6), .out(ipv6_dst_addr_s27));
    wire [127:0] ipv6_dst_addr_s34;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_dst_addr_s34_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s27), .out(ipv6_dst_addr_s34));
    wire [127:0] ipv6_dst_addr_s115;
    delay #(.WIDTH(128), .CYCLES(81)) ipv6_dst_addr_s115_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_s34), .out(ipv6_dst_addr_s115));
    reg [7:0] ipv6_hop_limit_s6; always @(posedge clk) ipv6_hop_limit_s6 <= ipv6_hop_limit;
    reg [7:0] ipv6_hop_limit_s7; always @(posedge clk) ipv6_hop_limit_s7 <= ipv6_hop_limit_s6;
    wire [7:0] ipv6_hop_limit_s60;
    delay #(.WIDTH(8), .CYCLES(53)) ipv6_hop_limit_s60_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s7), .out(ipv6_hop_limit_s60));
    wire [7:0] ipv6_hop_limit_s87;
    delay #(.WIDTH(8), .CYCLES(27)) ipv6_hop_limit_s87_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s60), .out(ipv6_hop_limit_s87));
    wire [7:0] ipv6_hop_limit_s113;
    delay #(.WIDTH(8), .CYCLES(26)) ipv6_hop_limit_s113_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_s87), .out(ipv6_hop_limit_s113));
    reg [7:0] ipv6_hop_limit_s114; always @(posedge clk) ipv6_hop_limit_s114 <= ipv6_hop_limit_s113;
    reg [7:0] ipv6_hop_limit_s115; always @(posedge clk) ipv6_hop_limit_s115 <= ipv6_hop_limit_s114;
    wire [31:0] arp_target_addr_4_s27;
    delay #(.WIDTH(32), .CYCLES(22)) arp_target_addr_4_s27_delay (.clk(clk), .reset(reset), .in(arp_target_addr_4), .out(arp_target_addr_4_s27));
    reg [7:0] meta_protocol_s6; always @(posedge clk) meta_protocol_s6 <= meta_protocol;
    wire if_admit_120_s35;
    delay #(.WIDTH(1), .CYCLES(30)) if_admit_120_s35_delay (.clk(clk), .reset(reset), .in(if_admit_120), .out(if_admit_120_s35));
    wire if_admit_134_s35;
    delay #(.WIDTH(1), .CYCLES(30)) if_admit_134_s35_delay (.clk(clk), .reset(reset), .in(if_admit_134), .out(if_admit_134_s35));
    wire any_13_s35;
    delay #(.WIDTH(1), .CYCLES(30)) any_13_s35_delay (.clk(clk), .reset(reset), .in(any_13), .out(any_13_s35));
    wire if_local_53_s36;
    delay #(.WIDTH(1), .CYCLES(31)) if_local_53_s36_delay (.clk(clk), .reset(reset), .in(if_local_53), .out(if_local_53_s36));
    reg if_local_53_s37; always @(posedge clk) if_local_53_s37 <= if_local_53_s36;
    wire ipv4_mf_2_s7;
    delay #(.WIDTH(1), .CYCLES(2)) ipv4_mf_2_s7_delay (.clk(clk), .reset(reset), .in(ipv4_mf_2), .out(ipv4_mf_2_s7));
    wire [7:0] chosen_14_s59;
    delay #(.WIDTH(8), .CYCLES(54)) chosen_14_s59_delay (.clk(clk), .reset(reset), .in(chosen_14), .out(chosen_14_s59));
    wire [15:0] meta_upper_length_s9;
    delay #(.WIDTH(16), .CYCLES(4)) meta_upper_length_s9_delay (.clk(clk), .reset(reset), .in(meta_upper_length), .out(meta_upper_length_s9));
    wire if_eligible_81_s63;
    delay #(.WIDTH(1), .CYCLES(58)) if_eligible_81_s63_delay (.clk(clk), .reset(reset), .in(if_eligible_81), .out(if_eligible_81_s63));
    reg if_eligible_81_s64; always @(posedge clk) if_eligible_81_s64 <= if_eligible_81_s63;
    reg all_15_s6; always @(posedge clk) all_15_s6 <= all_15;
    reg [19:0] ipv6_flow_label_s6; always @(posedge clk) ipv6_flow_label_s6 <= ipv6_flow_label;
    wire [19:0] ipv6_flow_label_s60;
    delay #(.WIDTH(20), .CYCLES(54)) ipv6_flow_label_s60_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_s6), .out(ipv6_flow_label_s60));
    wire [19:0] ipv6_flow_label_s113;
    delay #(.WIDTH(20), .CYCLES(53)) ipv6_flow_label_s113_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_s60), .out(ipv6_flow_label_s113));
    reg [19:0] ipv6_flow_label_s114; always @(posedge clk) ipv6_flow_label_s114 <= ipv6_flow_label_s113;
    wire [7:0] chosen_15_s35;
    delay #(.WIDTH(8), .CYCLES(30)) chosen_15_s35_delay (.clk(clk), .reset(reset), .in(chosen_15), .out(chosen_15_s35));
    wire [7:0] chosen_15_s113;
    delay #(.WIDTH(8), .CYCLES(78)) chosen_15_s113_delay (.clk(clk), .reset(reset), .in(chosen_15_s35), .out(chosen_15_s113));
    wire [7:0] ipv6_traffic_class_s62;
    delay #(.WIDTH(8), .CYCLES(57)) ipv6_traffic_class_s62_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class), .out(ipv6_traffic_class_s62));
    reg [7:0] ipv6_traffic_class_s63; always @(posedge clk) ipv6_traffic_class_s63 <= ipv6_traffic_class_s62;
    wire [7:0] ipv6_traffic_class_s113;
    delay #(.WIDTH(8), .CYCLES(50)) ipv6_traffic_class_s113_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_s63), .out(ipv6_traffic_class_s113));
    reg [7:0] ipv6_traffic_class_s114; always @(posedge clk) ipv6_traffic_class_s114 <= ipv6_traffic_class_s113;
    reg [15:0] sum_24_s6; always @(posedge clk) sum_24_s6 <= sum_24;
    reg [17:0] sum_26_s6; always @(posedge clk) sum_26_s6 <= sum_26;
    reg [15:0] sum_27_s6; always @(posedge clk) sum_27_s6 <= sum_27;
    wire [7:0] sum_28_s10;
    delay #(.WIDTH(8), .CYCLES(5)) sum_28_s10_delay (.clk(clk), .reset(reset), .in(sum_28), .out(sum_28_s10));

    // ---- Stage 6 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_ipv6, parser state IsthmusParser_fragment, parser state IsthmusParser_ipv4_upper,
    // parser state IsthmusParser_nd, admit.p4 34-35+43+76+80-81+102+105, card.p4 95+97+99, echo.p4 32+39, inbound.p4
    // 108, neighbor.p4 79+82+86+88+95+153+163, result.p4 14, source.p4 135+151
    wire ipv6_valid = any_10_s6 & {~(left_after_ipv4_s6 < 8'h28)};
    wire [1023:0] rest_after_ipv6 = ipv6_valid ? {rest_after_ipv4_s6[703:0], 320'h0} : rest_after_ipv4_s6;
    wire [7:0] sum_29 = left_after_ipv4_s6 + 8'hd8;
    wire [7:0] left_after_ipv6 = ipv6_valid ? sum_29 : left_after_ipv4_s6;
    wire is_equal_14 = ipv6_next_header_s6 == 8'h2c;
    wire all_16 = ipv6_valid & is_equal_14;
    wire [7:0] fragment_next_header = rest_after_ipv6[1023:1016];
    wire [12:0] fragment_frag_offset = rest_after_ipv6[1007:995];
    wire is_equal_15 = ipv6_next_header_s6 == 8'h6;
    wire any_14 = (ipv6_valid & (is_equal_15 & {~is_equal_14})) | all_12_s6;
    wire any_15 = is_equal_14 | is_equal_15;
    wire is_equal_16 = ipv6_next_header_s6 == 8'h11;
    wire any_16 = (ipv6_valid & (is_equal_16 & {~any_15})) | all_13_s6;
    wire is_equal_17 = ipv6_next_header_s6 == 8'h3a;
    wire all_17 = ipv6_valid & (is_equal_17 & {~(any_15 | is_equal_16)});
    wire is_equal_18 = {ipv6_payload_len_s6[15:5], 5'h0} == 16'h0;
    wire if_admit_34 = all_14_s6 & {~ipv6_valid};
    wire all_7 = (all_2_s6 & {~if_admit_34}) & {~ethernet_dst_addr_s6[40]};
    wire [31:0] sum_30 = sum_6_s6 + {16'd0, ipv6_payload_len_s6};
    wire is_less = {16'h0, in_length_2_s6} < sum_30;
    wire [18:0] sum_31 = {2'd0, sum_10_s6} + {1'd0, sum_13_s6};
    wire [19:0] sum_32 = {2'd0, sum_14_s6} + {1'd0, sum_31};
    wire [15:0] sum_33 = sum_19_s6 + sum_20_s6;
    wire [15:0] sum_34 = sum_21_s6 + sum_33;
    wire if_source_151 = ipv6_src_addr_s6 == 128'h0;
    wire [31:0] arp_sender_addr_3 = arp_valid_s6 ? arp_sender_addr_s6 : ipv4_src_addr_2_s6;
    wire is_equal_19 = ipv6_dst_addr_s6[127:24] == 104'hff0200000000000000000001ff;
    wire is_equal_20 = ipv6_payload_len_s6 == 16'h20;
    wire [16:0] sum_35 = {11'd0, 6'h3a} + {1'd0, ipv6_payload_len_s6};
    wire [16:0] sum_36 = {1'd0, ipv6_src_addr_s6[127:112]} + {1'd0, ipv6_src_addr_s6[111:96]};
    wire [16:0] sum_37 = {1'd0, ipv6_src_addr_s6[95:80]} + {1'd0, ipv6_src_addr_s6[79:64]};
    wire [16:0] sum_38 = {1'd0, ipv6_src_addr_s6[63:48]} + {1'd0, ipv6_src_addr_s6[47:32]};
    wire [16:0] sum_39 = {1'd0, ipv6_src_addr_s6[31:16]} + {1'd0, ipv6_src_addr_s6[15:0]};
    wire [16:0] sum_40 = {1'd0, ipv6_dst_addr_s6[127:112]} + {1'd0, ipv6_dst_addr_s6[111:96]};
    wire [16:0] sum_41 = {1'd0, ipv6_dst_addr_s6[95:80]} + {1'd0, ipv6_dst_addr_s6[79:64]};
    wire [16:0] sum_42 = {1'd0, ipv6_dst_addr_s6[63:48]} + {1'd0, ipv6_dst_addr_s6[47:32]};
    wire [16:0] sum_43 = {1'd0, ipv6_dst_addr_s6[31:16]} + {1'd0, ipv6_dst_addr_s6[15:0]};
    wire [17:0] sum_44 = {1'd0, sum_36} + {1'd0, sum_40};
    wire [17:0] sum_45 = {1'd0, sum_35} + {1'd0, sum_37};
    wire [17:0] sum_46 = {1'd0, sum_38} + {1'd0, sum_39};
    wire [17:0] sum_47 = {1'd0, sum_41} + {1'd0, sum_42};
    wire is_equal_21 = ipv6_payload_len_s6 == 16'h18;
    wire is_less_2 = ipv6_payload_len_s6 < 16'h18;
    wire is_equal_22 = ipv6_hop_limit_s6 == 8'hff;
    wire all_18 = ipv6_valid & is_equal_17;
    wire [127:0] ipv6_src_addr_2 = if_source_151 ? 128'hff020000000000000000000000000001 : ipv6_src_addr_s6;
    wire [7:0] meta_protocol_2 = ipv6_valid ? ipv6_next_header_s6 : meta_protocol_s6;
    wire fragment_m = rest_after_ipv6[992];
    wire if_inbound_108 = all_15_s6 | (ipv6_valid & (ipv6_hop_limit_s6 < 8'h2));
    wire [19:0] ipv6_flow_label_2 = ipv4_valid_s6 ? 20'h0 : ipv6_flow_label_s6;
    wire [16:0] sum_48 = {11'd0, 6'h28} + {1'd0, ipv6_payload_len_s6};
    wire [16:0] chosen_16 = ipv6_valid ? sum_48 : 17'h0;
    wire [15:0] sum_49 = {6'd0, 10'h25b} + {1'h1, {~if_source_151}, 14'h2000};
    wire [16:0] sum_50 = {7'd0, 10'h25b} + {1'd0, {1'h1, {~if_source_151}, 14'h2000}};
    wire [31:0] fragment_identification = rest_after_ipv6[991:960];
    wire [1:0] fragment_reserved2 = rest_after_ipv6[994:993];
    wire [7:0] fragment_reserved = rest_after_ipv6[1015:1008];
    wire [7:0] ipv6_hop_limit_2 = ipv6_valid ? 8'h40 : ipv6_hop_limit_s6;
    wire [16:0] sum_51 = {15'd0, sum_26_s6[17:16]} + {1'd0, sum_24_s6};
    wire [15:0] sum_52 = sum_27_s6 + {14'd0, sum_26_s6[17:16]};
    wire [15:0] sum_53 = {15'd0, sum_51[16]} + sum_52;
    wire [47:0] ethernet_src_addr_2 = if_source_151 ? 48'h333300000001 : ethernet_src_addr_s6;
    wire [7:0] chosen_17 = if_admit_34 ? chosen_11_s6 : 8'h0;
    wire ipv6_valid_2 = ipv6_valid & {~if_card_99_s6};
    wire ipv6_valid_3 = {~if_card_97_s6} & ipv6_valid_2;
    wire ipv6_valid_4 = {~if_card_95_s6} & ipv6_valid_3;
    reg ipv6_valid_s7; always @(posedge clk) ipv6_valid_s7 <= ipv6_valid;
    reg ipv6_valid_s8; always @(posedge clk) ipv6_valid_s8 <= ipv6_valid_s7;
    wire ipv6_valid_s12;
    delay #(.WIDTH(1), .CYCLES(4)) ipv6_valid_s12_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s8), .out(ipv6_valid_s12));
    reg ipv6_valid_s13; always @(posedge clk) ipv6_valid_s13 <= ipv6_valid_s12;
    reg ipv6_valid_s14; always @(posedge clk) ipv6_valid_s14 <= ipv6_valid_s13;
    wire ipv6_valid_s16;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s16_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s14), .out(ipv6_valid_s16));
    wire ipv6_valid_s23;
    delay #(.WIDTH(1), .CYCLES(7)) ipv6_valid_s23_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s16), .out(ipv6_valid_s23));
    reg ipv6_valid_s24; always @(posedge clk) ipv6_valid_s24 <= ipv6_valid_s23;
    wire ipv6_valid_s27;
    delay #(.WIDTH(1), .CYCLES(3)) ipv6_valid_s27_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s24), .out(ipv6_valid_s27));
    wire ipv6_valid_s34;
    delay #(.WIDTH(1), .CYCLES(7)) ipv6_valid_s34_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s27), .out(ipv6_valid_s34));
    reg ipv6_valid_s35; always @(posedge clk) ipv6_valid_s35 <= ipv6_valid_s34;
    reg ipv6_valid_s36; always @(posedge clk) ipv6_valid_s36 <= ipv6_valid_s35;
    reg ipv6_valid_s37; always @(posedge clk) ipv6_valid_s37 <= ipv6_valid_s36;
    wire ipv6_valid_s41;
    delay #(.WIDTH(1), .CYCLES(4)) ipv6_valid_s41_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s37), .out(ipv6_valid_s41));
    wire ipv6_valid_s43;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s43_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s41), .out(ipv6_valid_s43));
    wire ipv6_valid_s45;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s45_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s43), .out(ipv6_valid_s45));
    reg ipv6_valid_s46; always @(posedge clk) ipv6_valid_s46 <= ipv6_valid_s45;
    reg ipv6_valid_s47; always @(posedge clk) ipv6_valid_s47 <= ipv6_valid_s46;
    wire ipv6_valid_s53;
    delay #(.WIDTH(1), .CYCLES(6)) ipv6_valid_s53_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s47), .out(ipv6_valid_s53));
    wire ipv6_valid_s55;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s55_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s53), .out(ipv6_valid_s55));
    wire ipv6_valid_s60;
    delay #(.WIDTH(1), .CYCLES(5)) ipv6_valid_s60_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s55), .out(ipv6_valid_s60));
    wire ipv6_valid_s62;
    delay #(.WIDTH(1), .CYCLES(2)) ipv6_valid_s62_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s60), .out(ipv6_valid_s62));
    wire ipv6_valid_s113;
    delay #(.WIDTH(1), .CYCLES(51)) ipv6_valid_s113_delay (.clk(clk), .reset(reset), .in(ipv6_valid_s62), .out(ipv6_valid_s113));
    reg ipv6_valid_s114; always @(posedge clk) ipv6_valid_s114 <= ipv6_valid_s113;
    reg [1023:0] rest_after_ipv6_s7; always @(posedge clk) rest_after_ipv6_s7 <= rest_after_ipv6;
    reg [7:0] left_after_ipv6_s7; always @(posedge clk) left_after_ipv6_s7 <= left_after_ipv6;
    reg all_16_s7; always @(posedge clk) all_16_s7 <= all_16;
    reg [7:0] fragment_next_header_s7; always @(posedge clk) fragment_next_header_s7 <= fragment_next_header;
    wire [7:0] fragment_next_header_s87;
    delay #(.WIDTH(8), .CYCLES(80)) fragment_next_header_s87_delay (.clk(clk), .reset(reset), .in(fragment_next_header_s7), .out(fragment_next_header_s87));
    wire [7:0] fragment_next_header_s113;
    delay #(.WIDTH(8), .CYCLES(26)) fragment_next_header_s113_delay (.clk(clk), .reset(reset), .in(fragment_next_header_s87), .out(fragment_next_header_s113));
    reg [7:0] fragment_next_header_s114; always @(posedge clk) fragment_next_header_s114 <= fragment_next_header_s113;
    reg [12:0] fragment_frag_offset_s7; always @(posedge clk) fragment_frag_offset_s7 <= fragment_frag_offset;
    wire [12:0] fragment_frag_offset_s60;
    delay #(.WIDTH(13), .CYCLES(53)) fragment_frag_offset_s60_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_s7), .out(fragment_frag_offset_s60));
    wire [12:0] fragment_frag_offset_s113;
    delay #(.WIDTH(13), .CYCLES(53)) fragment_frag_offset_s113_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_s60), .out(fragment_frag_offset_s113));
    reg [12:0] fragment_frag_offset_s114; always @(posedge clk) fragment_frag_offset_s114 <= fragment_frag_offset_s113;
    reg any_14_s7; always @(posedge clk) any_14_s7 <= any_14;
    reg any_16_s7; always @(posedge clk) any_16_s7 <= any_16;
    wire is_equal_17_s11;
    delay #(.WIDTH(1), .CYCLES(5)) is_equal_17_s11_delay (.clk(clk), .reset(reset), .in(is_equal_17), .out(is_equal_17_s11));
    reg all_17_s7; always @(posedge clk) all_17_s7 <= all_17;
    wire is_equal_18_s13;
    delay #(.WIDTH(1), .CYCLES(7)) is_equal_18_s13_delay (.clk(clk), .reset(reset), .in(is_equal_18), .out(is_equal_18_s13));
    wire if_admit_34_s13;
    delay #(.WIDTH(1), .CYCLES(7)) if_admit_34_s13_delay (.clk(clk), .reset(reset), .in(if_admit_34), .out(if_admit_34_s13));
    reg all_7_s7; always @(posedge clk) all_7_s7 <= all_7;
    wire is_less_s8;
    delay #(.WIDTH(1), .CYCLES(2)) is_less_s8_delay (.clk(clk), .reset(reset), .in(is_less), .out(is_less_s8));
    reg [19:0] sum_32_s7; always @(posedge clk) sum_32_s7 <= sum_32;
    reg [15:0] sum_34_s7; always @(posedge clk) sum_34_s7 <= sum_34;
    wire if_source_151_s12;
    delay #(.WIDTH(1), .CYCLES(6)) if_source_151_s12_delay (.clk(clk), .reset(reset), .in(if_source_151), .out(if_source_151_s12));
    wire if_source_151_s14;
    delay #(.WIDTH(1), .CYCLES(2)) if_source_151_s14_delay (.clk(clk), .reset(reset), .in(if_source_151_s12), .out(if_source_151_s14));
    wire if_source_151_s27;
    delay #(.WIDTH(1), .CYCLES(13)) if_source_151_s27_delay (.clk(clk), .reset(reset), .in(if_source_151_s14), .out(if_source_151_s27));
    wire [31:0] arp_sender_addr_3_s14;
    delay #(.WIDTH(32), .CYCLES(8)) arp_sender_addr_3_s14_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_3), .out(arp_sender_addr_3_s14));
    wire [31:0] arp_sender_addr_3_s17;
    delay #(.WIDTH(32), .CYCLES(3)) arp_sender_addr_3_s17_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_3_s14), .out(arp_sender_addr_3_s17));
    wire is_equal_19_s12;
    delay #(.WIDTH(1), .CYCLES(6)) is_equal_19_s12_delay (.clk(clk), .reset(reset), .in(is_equal_19), .out(is_equal_19_s12));
    wire is_equal_20_s17;
    delay #(.WIDTH(1), .CYCLES(11)) is_equal_20_s17_delay (.clk(clk), .reset(reset), .in(is_equal_20), .out(is_equal_20_s17));
    reg [16:0] sum_43_s7; always @(posedge clk) sum_43_s7 <= sum_43;
    reg [17:0] sum_44_s7; always @(posedge clk) sum_44_s7 <= sum_44;
    reg [17:0] sum_45_s7; always @(posedge clk) sum_45_s7 <= sum_45;
    reg [17:0] sum_46_s7; always @(posedge clk) sum_46_s7 <= sum_46;
    reg [17:0] sum_47_s7; always @(posedge clk) sum_47_s7 <= sum_47;
    wire is_equal_21_s17;
    delay #(.WIDTH(1), .CYCLES(11)) is_equal_21_s17_delay (.clk(clk), .reset(reset), .in(is_equal_21), .out(is_equal_21_s17));
    wire is_less_2_s13;
    delay #(.WIDTH(1), .CYCLES(7)) is_less_2_s13_delay (.clk(clk), .reset(reset), .in(is_less_2), .out(is_less_2_s13));
    wire is_equal_22_s12;
    delay #(.WIDTH(1), .CYCLES(6)) is_equal_22_s12_delay (.clk(clk), .reset(reset), .in(is_equal_22), .out(is_equal_22_s12));
    wire all_18_s11;
    delay #(.WIDTH(1), .CYCLES(5)) all_18_s11_delay (.clk(clk), .reset(reset), .in(all_18), .out(all_18_s11));
    reg [127:0] ipv6_src_addr_2_s7; always @(posedge clk) ipv6_src_addr_2_s7 <= ipv6_src_addr_2;
    wire [127:0] ipv6_src_addr_2_s27;
    delay #(.WIDTH(128), .CYCLES(20)) ipv6_src_addr_2_s27_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_2_s7), .out(ipv6_src_addr_2_s27));
    reg [7:0] meta_protocol_2_s7; always @(posedge clk) meta_protocol_2_s7 <= meta_protocol_2;
    reg fragment_m_s7; always @(posedge clk) fragment_m_s7 <= fragment_m;
    wire fragment_m_s60;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_m_s60_delay (.clk(clk), .reset(reset), .in(fragment_m_s7), .out(fragment_m_s60));
    wire fragment_m_s113;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_m_s113_delay (.clk(clk), .reset(reset), .in(fragment_m_s60), .out(fragment_m_s113));
    reg fragment_m_s114; always @(posedge clk) fragment_m_s114 <= fragment_m_s113;
    wire if_inbound_108_s64;
    delay #(.WIDTH(1), .CYCLES(58)) if_inbound_108_s64_delay (.clk(clk), .reset(reset), .in(if_inbound_108), .out(if_inbound_108_s64));
    wire if_inbound_108_s67;
    delay #(.WIDTH(1), .CYCLES(3)) if_inbound_108_s67_delay (.clk(clk), .reset(reset), .in(if_inbound_108_s64), .out(if_inbound_108_s67));
    wire [19:0] ipv6_flow_label_2_s86;
    delay #(.WIDTH(20), .CYCLES(80)) ipv6_flow_label_2_s86_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_2), .out(ipv6_flow_label_2_s86));
    reg [16:0] chosen_16_s7; always @(posedge clk) chosen_16_s7 <= chosen_16;
    reg [15:0] sum_49_s7; always @(posedge clk) sum_49_s7 <= sum_49;
    reg [16:0] sum_50_s7; always @(posedge clk) sum_50_s7 <= sum_50;
    wire [31:0] fragment_identification_s13;
    delay #(.WIDTH(32), .CYCLES(7)) fragment_identification_s13_delay (.clk(clk), .reset(reset), .in(fragment_identification), .out(fragment_identification_s13));
    wire [31:0] fragment_identification_s60;
    delay #(.WIDTH(32), .CYCLES(47)) fragment_identification_s60_delay (.clk(clk), .reset(reset), .in(fragment_identification_s13), .out(fragment_identification_s60));
    wire [31:0] fragment_identification_s113;
    delay #(.WIDTH(32), .CYCLES(53)) fragment_identification_s113_delay (.clk(clk), .reset(reset), .in(fragment_identification_s60), .out(fragment_identification_s113));
    reg [31:0] fragment_identification_s114; always @(posedge clk) fragment_identification_s114 <= fragment_identification_s113;
    reg [31:0] fragment_identification_s115; always @(posedge clk) fragment_identification_s115 <= fragment_identification_s114;
    wire [1:0] fragment_reserved2_s13;
    delay #(.WIDTH(2), .CYCLES(7)) fragment_reserved2_s13_delay (.clk(clk), .reset(reset), .in(fragment_reserved2), .out(fragment_reserved2_s13));
    wire [1:0] fragment_reserved2_s60;
    delay #(.WIDTH(2), .CYCLES(47)) fragment_reserved2_s60_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_s13), .out(fragment_reserved2_s60));
    wire [1:0] fragment_reserved2_s113;
    delay #(.WIDTH(2), .CYCLES(53)) fragment_reserved2_s113_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_s60), .out(fragment_reserved2_s113));
    reg [1:0] fragment_reserved2_s114; always @(posedge clk) fragment_reserved2_s114 <= fragment_reserved2_s113;
    wire [7:0] fragment_reserved_s13;
    delay #(.WIDTH(8), .CYCLES(7)) fragment_reserved_s13_delay (.clk(clk), .reset(reset), .in(fragment_reserved), .out(fragment_reserved_s13));
    wire [7:0] fragment_reserved_s60;
    delay #(.WIDTH(8), .CYCLES(47)) fragment_reserved_s60_delay (.clk(clk), .reset(reset), .in(fragment_reserved_s13), .out(fragment_reserved_s60));
    wire [7:0] fragment_reserved_s113;
    delay #(.WIDTH(8), .CYCLES(53)) fragment_reserved_s113_delay (.clk(clk), .reset(reset), .in(fragment_reserved_s60), .out(fragment_reserved_s113));
    reg [7:0] fragment_reserved_s114; always @(posedge clk) fragment_reserved_s114 <= fragment_reserved_s113;
    reg [7:0] ipv6_hop_limit_2_s7; always @(posedge clk) ipv6_hop_limit_2_s7 <= ipv6_hop_limit_2;
    wire [15:0] sum_53_s113;
    delay #(.WIDTH(16), .CYCLES(107)) sum_53_s113_delay (.clk(clk), .reset(reset), .in(sum_53), .out(sum_53_s113));
    reg [47:0] ethernet_src_addr_2_s7; always @(posedge clk) ethernet_src_addr_2_s7 <= ethernet_src_addr_2;
    wire [7:0] chosen_17_s25;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_17_s25_delay (.clk(clk), .reset(reset), .in(chosen_17), .out(chosen_17_s25));
    reg [7:0] chosen_17_s26; always @(posedge clk) chosen_17_s26 <= chosen_17_s25;
    wire ipv6_valid_4_s123;
    delay #(.WIDTH(1), .CYCLES(117)) ipv6_valid_4_s123_delay (.clk(clk), .reset(reset), .in(ipv6_valid_4), .out(ipv6_valid_4_s123));

    // ---- Stage 7 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_fragment, parser state IsthmusParser_icmp4, admit.p4 59+76+80+94+97, echo.p4 31,
    // eligible.p4 39+50+69, neighbor.p4 86+131+159+163, translate.p4 97
    wire fragment_valid = all_16_s7 & {~(left_after_ipv6_s7 < 8'h8)};
    wire [1023:0] rest_after_fragment = fragment_valid ? {rest_after_ipv6_s7[959:0], 64'h0} : rest_after_ipv6_s7;
    wire [7:0] sum_54 = left_after_ipv6_s7 + 8'hf8;
    wire [7:0] left_after_fragment = fragment_valid ? sum_54 : left_after_ipv6_s7;
    wire is_equal_23 = fragment_frag_offset_s7 == 13'h0;
    wire all_19 = is_equal_23 & (fragment_next_header_s7 == 8'h6);
    wire any_17 = any_14_s7 | (fragment_valid & all_19);
    wire all_20 = is_equal_23 & (fragment_next_header_s7 == 8'h11);
    wire any_18 = any_16_s7 | (fragment_valid & (all_20 & {~all_19}));
    wire any_19 =
            all_17_s7 | (fragment_valid & ((is_equal_23 & (fragment_next_header_s7 == 8'h3a)) & {~(all_19 | all_20)}));
    wire [7:0] icmp_type = rest_after_fragment[1023:1016];
    wire [31:0] chosen_18 = fragment_valid ? 32'h8 : 32'h0;
    wire [15:0] sum_55 = sum_34_s7 + {12'd0, sum_32_s7[19:16]};
    wire [16:0] sum_56 = {13'd0, sum_32_s7[19:16]} + {1'd0, sum_34_s7};
    wire [16:0] sum_57 = {16'd0, sum_56[16]} + {1'd0, sum_55};
    wire [7:0] icmp_code = rest_after_fragment[1015:1008];
    wire [15:0] icmp_checksum = rest_after_fragment[1007:992];
    wire [18:0] sum_58 = {2'd0, sum_43_s7} + {1'd0, sum_44_s7};
    wire [18:0] sum_59 = {1'd0, sum_45_s7} + {1'd0, sum_46_s7};
    wire [19:0] sum_60 = {2'd0, sum_47_s7} + {1'd0, sum_58};
    wire [7:0] meta_protocol_3 = fragment_valid ? fragment_next_header_s7 : meta_protocol_2_s7;
    wire fragment_m_2 = fragment_m_s7 | {~is_equal_23};
    wire fragment_m_3 = fragment_valid & fragment_m_2;
    wire fragment_m_4 = ipv6_valid_s7 & fragment_m_3;
    wire ipv4_mf_3 = ipv4_valid_s7 ? ipv4_mf_2_s7 : fragment_m_4;
    wire if_eligible_50 = is_equal_23 | {~fragment_valid};
    wire if_eligible_41_2 = ipv4_valid_s7 ? if_eligible_41_s7 : if_eligible_50;
    wire any_20 = ipv4_valid_s7 | fragment_valid;
    wire [7:0] chosen_19 = any_20 ? 8'h1 : 8'h2;
    wire [15:0] chosen_20 = ipv4_valid_s7 ? ipv4_total_len_s7 : chosen_16_s7[15:0];
    wire chosen_21 = ipv4_valid_s7 ? 1'h0 : chosen_16_s7[16];
    wire [15:0] sum_61 = ipv6_src_addr_2_s7[127:112] + ipv6_src_addr_2_s7[111:96];
    wire [15:0] sum_62 = ipv6_src_addr_2_s7[95:80] + ipv6_src_addr_2_s7[79:64];
    wire [15:0] sum_63 = ipv6_src_addr_2_s7[63:48] + ipv6_src_addr_2_s7[47:32];
    wire [15:0] sum_64 = ipv6_src_addr_2_s7[31:16] + ipv6_src_addr_2_s7[15:0];
    wire [15:0] sum_65 = sum_49_s7 + sum_61;
    wire [15:0] sum_66 = sum_62 + sum_63;
    wire [16:0] sum_67 = {1'd0, ipv6_src_addr_2_s7[127:112]} + {1'd0, ipv6_src_addr_2_s7[111:96]};
    wire [16:0] sum_68 = {1'd0, ipv6_src_addr_2_s7[95:80]} + {1'd0, ipv6_src_addr_2_s7[79:64]};
    wire [16:0] sum_69 = {1'd0, ipv6_src_addr_2_s7[63:48]} + {1'd0, ipv6_src_addr_2_s7[47:32]};
    wire [16:0] sum_70 = {1'd0, ipv6_src_addr_2_s7[31:16]} + {1'd0, ipv6_src_addr_2_s7[15:0]};
    wire [17:0] sum_71 = {1'd0, sum_50_s7} + {1'd0, sum_67};
    wire [17:0] sum_72 = {1'd0, sum_68} + {1'd0, sum_69};
    wire [7:0] ipv6_hop_limit_3 = ipv4_valid_s7 ? ipv6_hop_limit_s7 : ipv6_hop_limit_2_s7;
    wire [12:0] fragment_frag_offset_2 = fragment_valid ? fragment_frag_offset_s7 : 13'h0;
    wire fragment_m_5 = fragment_valid & fragment_m_s7;
    wire [47:0] ethernet_src_addr_3 = arp_valid_s7 ? ethernet_src_addr_s7 : ethernet_src_addr_2_s7;
    wire [7:0] chosen_22 = any_20 ? 8'he : 8'h16;
    reg fragment_valid_s8; always @(posedge clk) fragment_valid_s8 <= fragment_valid;
    wire fragment_valid_s13;
    delay #(.WIDTH(1), .CYCLES(5)) fragment_valid_s13_delay (.clk(clk), .reset(reset), .in(fragment_valid_s8), .out(fragment_valid_s13));
    wire fragment_valid_s55;
    delay #(.WIDTH(1), .CYCLES(42)) fragment_valid_s55_delay (.clk(clk), .reset(reset), .in(fragment_valid_s13), .out(fragment_valid_s55));
    wire fragment_valid_s60;
    delay #(.WIDTH(1), .CYCLES(5)) fragment_valid_s60_delay (.clk(clk), .reset(reset), .in(fragment_valid_s55), .out(fragment_valid_s60));
    wire fragment_valid_s87;
    delay #(.WIDTH(1), .CYCLES(27)) fragment_valid_s87_delay (.clk(clk), .reset(reset), .in(fragment_valid_s60), .out(fragment_valid_s87));
    wire fragment_valid_s113;
    delay #(.WIDTH(1), .CYCLES(26)) fragment_valid_s113_delay (.clk(clk), .reset(reset), .in(fragment_valid_s87), .out(fragment_valid_s113));
    reg fragment_valid_s114; always @(posedge clk) fragment_valid_s114 <= fragment_valid_s113;
    reg fragment_valid_s115; always @(posedge clk) fragment_valid_s115 <= fragment_valid_s114;
    reg [1023:0] rest_after_fragment_s8; always @(posedge clk) rest_after_fragment_s8 <= rest_after_fragment;
    reg [7:0] left_after_fragment_s8; always @(posedge clk) left_after_fragment_s8 <= left_after_fragment;
    wire any_17_s9;
    delay #(.WIDTH(1), .CYCLES(2)) any_17_s9_delay (.clk(clk), .reset(reset), .in(any_17), .out(any_17_s9));
    wire any_18_s10;
    delay #(.WIDTH(1), .CYCLES(3)) any_18_s10_delay (.clk(clk), .reset(reset), .in(any_18), .out(any_18_s10));
    wire any_19_s11;
    delay #(.WIDTH(1), .CYCLES(4)) any_19_s11_delay (.clk(clk), .reset(reset), .in(any_19), .out(any_19_s11));
    reg [7:0] icmp_type_s8; always @(posedge clk) icmp_type_s8 <= icmp_type;
    wire [7:0] icmp_type_s11;
    delay #(.WIDTH(8), .CYCLES(3)) icmp_type_s11_delay (.clk(clk), .reset(reset), .in(icmp_type_s8), .out(icmp_type_s11));
    reg [31:0] chosen_18_s8; always @(posedge clk) chosen_18_s8 <= chosen_18;
    reg [16:0] sum_57_s8; always @(posedge clk) sum_57_s8 <= sum_57;
    wire [7:0] icmp_code_s11;
    delay #(.WIDTH(8), .CYCLES(4)) icmp_code_s11_delay (.clk(clk), .reset(reset), .in(icmp_code), .out(icmp_code_s11));
    wire [15:0] icmp_checksum_s11;
    delay #(.WIDTH(16), .CYCLES(4)) icmp_checksum_s11_delay (.clk(clk), .reset(reset), .in(icmp_checksum), .out(icmp_checksum_s11));
    reg [18:0] sum_59_s8; always @(posedge clk) sum_59_s8 <= sum_59;
    reg [19:0] sum_60_s8; always @(posedge clk) sum_60_s8 <= sum_60;
    reg [7:0] meta_protocol_3_s8; always @(posedge clk) meta_protocol_3_s8 <= meta_protocol_3;
    wire [7:0] meta_protocol_3_s13;
    delay #(.WIDTH(8), .CYCLES(5)) meta_protocol_3_s13_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s8), .out(meta_protocol_3_s13));
    wire [7:0] meta_protocol_3_s60;
    delay #(.WIDTH(8), .CYCLES(47)) meta_protocol_3_s60_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s13), .out(meta_protocol_3_s60));
    wire [7:0] meta_protocol_3_s76;
    delay #(.WIDTH(8), .CYCLES(16)) meta_protocol_3_s76_delay (.clk(clk), .reset(reset), .in(meta_protocol_3_s60), .out(meta_protocol_3_s76));
    reg [7:0] meta_protocol_3_s77; always @(posedge clk) meta_protocol_3_s77 <= meta_protocol_3_s76;
    wire ipv4_mf_3_s13;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_mf_3_s13_delay (.clk(clk), .reset(reset), .in(ipv4_mf_3), .out(ipv4_mf_3_s13));
    wire if_eligible_41_2_s14;
    delay #(.WIDTH(1), .CYCLES(7)) if_eligible_41_2_s14_delay (.clk(clk), .reset(reset), .in(if_eligible_41_2), .out(if_eligible_41_2_s14));
    wire [7:0] chosen_19_s63;
    delay #(.WIDTH(8), .CYCLES(56)) chosen_19_s63_delay (.clk(clk), .reset(reset), .in(chosen_19), .out(chosen_19_s63));
    wire [15:0] chosen_20_s13;
    delay #(.WIDTH(16), .CYCLES(6)) chosen_20_s13_delay (.clk(clk), .reset(reset), .in(chosen_20), .out(chosen_20_s13));
    wire chosen_21_s13;
    delay #(.WIDTH(1), .CYCLES(6)) chosen_21_s13_delay (.clk(clk), .reset(reset), .in(chosen_21), .out(chosen_21_s13));
    reg [15:0] sum_64_s8; always @(posedge clk) sum_64_s8 <= sum_64;
    reg [15:0] sum_65_s8; always @(posedge clk) sum_65_s8 <= sum_65;
    reg [15:0] sum_66_s8; always @(posedge clk) sum_66_s8 <= sum_66;
    reg [16:0] sum_70_s8; always @(posedge clk) sum_70_s8 <= sum_70;
    reg [17:0] sum_71_s8; always @(posedge clk) sum_71_s8 <= sum_71;
    reg [17:0] sum_72_s8; always @(posedge clk) sum_72_s8 <= sum_72;
    wire [7:0] ipv6_hop_limit_3_s113;
    delay #(.WIDTH(8), .CYCLES(106)) ipv6_hop_limit_3_s113_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_3), .out(ipv6_hop_limit_3_s113));
    wire [12:0] fragment_frag_offset_2_s60;
    delay #(.WIDTH(13), .CYCLES(53)) fragment_frag_offset_2_s60_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_2), .out(fragment_frag_offset_2_s60));
    wire [12:0] fragment_frag_offset_2_s88;
    delay #(.WIDTH(13), .CYCLES(28)) fragment_frag_offset_2_s88_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_2_s60), .out(fragment_frag_offset_2_s88));
    wire fragment_m_5_s60;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_m_5_s60_delay (.clk(clk), .reset(reset), .in(fragment_m_5), .out(fragment_m_5_s60));
    wire fragment_m_5_s88;
    delay #(.WIDTH(1), .CYCLES(28)) fragment_m_5_s88_delay (.clk(clk), .reset(reset), .in(fragment_m_5_s60), .out(fragment_m_5_s88));
    wire [47:0] ethernet_src_addr_3_s27;
    delay #(.WIDTH(48), .CYCLES(20)) ethernet_src_addr_3_s27_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_3), .out(ethernet_src_addr_3_s27));
    wire [7:0] chosen_22_s63;
    delay #(.WIDTH(8), .CYCLES(56)) chosen_22_s63_delay (.clk(clk), .reset(reset), .in(chosen_22), .out(chosen_22_s63));

    // ---- Stage 8 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_icmp4, parser state IsthmusParser_tcp, admit.p4 21+72+76+80+101+105+123, eligible.p4
    // 39+45+63+78+83, neighbor.p4 86+163, routing.p4 147
    wire icmp_valid = all_11_s8 & {~(left_after_fragment_s8 < 8'h4)};
    wire [1023:0] rest_after_icmp = icmp_valid ? {rest_after_fragment_s8[991:0], 32'h0} : rest_after_fragment_s8;
    wire [7:0] sum_73 = 8'hfc + left_after_fragment_s8;
    wire [7:0] left_after_icmp = icmp_valid ? sum_73 : left_after_fragment_s8;
    wire is_equal_24 = icmp_type_s8 == 8'h8;
    wire any_21 = (icmp_valid & is_equal_24) | (icmp_valid & ((icmp_type_s8 == 8'h0) & {~is_equal_24}));
    wire station_admit = station_hit & station_value;
    wire [7:0] chosen_23 = station_admit ? 8'h0 : 8'h1;
    wire if_admit_105 = ({~is_equal_13_s8} | ({16'h0, ipv6_payload_len_s8} < chosen_18_s8)) | is_less_s8;
    wire all_21 = ipv6_valid_s8 & if_admit_105;
    wire if_admit_76 = is_equal_7_s8 & {~(sum_57_s8 == 17'hffff)};
    wire any_22 = if_admit_72_s8 | if_admit_76;
    wire [20:0] sum_74 = {2'd0, sum_59_s8} + {1'd0, sum_60_s8};
    wire [15:0] tcp_src_port = rest_after_icmp[1023:1008];
    wire is_equal_25 = meta_protocol_3_s8 == 8'h1;
    wire [15:0] meta_upper_length_2 = ipv6_payload_len_s8 - chosen_18_s8[15:0];
    wire [15:0] meta_upper_length_3 = ipv6_valid_s8 ? meta_upper_length_2 : 16'h0;
    wire if_eligible_45 = meta_protocol_3_s8 == 8'h3a;
    wire [7:0] meta_protocol_4 = if_eligible_45 ? 8'h1 : meta_protocol_3_s8;
    wire [7:0] meta_protocol_5 = ipv4_valid_s8 ? meta_protocol_3_s8 : meta_protocol_4;
    wire if_eligible_83 = (ipv4_valid_s8 & if_eligible_45) | (ipv6_valid_s8 & is_equal_25);
    wire if_eligible_78 = ipv4_valid_s8 & (meta_protocol_3_s8 == 8'h2);
    wire if_eligible_63 =
            ((((meta_protocol_3_s8 == 8'h0) | (meta_protocol_3_s8 == 8'h2b)) | (meta_protocol_3_s8 == 8'h2c)) |
            (meta_protocol_3_s8 == 8'h3c)) | (fragment_valid_s8 & (meta_protocol_3_s8 == 8'h33));
    wire [15:0] tcp_dst_port = rest_after_icmp[1007:992];
    wire [3:0] tcp_data_offset = rest_after_icmp[927:924];
    wire tcp_syn = rest_after_icmp[913];
    wire [15:0] sum_75 = sum_64_s8 + sum_65_s8;
    wire [15:0] sum_76 = sum_66_s8 + sum_75;
    wire [18:0] sum_77 = {2'd0, sum_70_s8} + {1'd0, sum_71_s8};
    wire [19:0] sum_78 = {2'd0, sum_72_s8} + {1'd0, sum_77};
    wire [15:0] tcp_urgent_ptr = rest_after_icmp[879:864];
    wire [15:0] tcp_checksum = rest_after_icmp[895:880];
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
    wire any_23 = tcp_rst | (tcp_syn | tcp_fin);
    wire [7:0] chosen_24 = station_admit ? 8'h0 : 8'h3;
    wire icmp_valid_s11;
    delay #(.WIDTH(1), .CYCLES(3)) icmp_valid_s11_delay (.clk(clk), .reset(reset), .in(icmp_valid), .out(icmp_valid_s11));
    reg [1023:0] rest_after_icmp_s9; always @(posedge clk) rest_after_icmp_s9 <= rest_after_icmp;
    reg [7:0] left_after_icmp_s9; always @(posedge clk) left_after_icmp_s9 <= left_after_icmp;
    wire any_21_s12;
    delay #(.WIDTH(1), .CYCLES(4)) any_21_s12_delay (.clk(clk), .reset(reset), .in(any_21), .out(any_21_s12));
    wire [7:0] chosen_23_s12;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_23_s12_delay (.clk(clk), .reset(reset), .in(chosen_23), .out(chosen_23_s12));
    wire all_21_s13;
    delay #(.WIDTH(1), .CYCLES(5)) all_21_s13_delay (.clk(clk), .reset(reset), .in(all_21), .out(all_21_s13));
    wire if_admit_76_s13;
    delay #(.WIDTH(1), .CYCLES(5)) if_admit_76_s13_delay (.clk(clk), .reset(reset), .in(if_admit_76), .out(if_admit_76_s13));
    wire any_22_s13;
    delay #(.WIDTH(1), .CYCLES(5)) any_22_s13_delay (.clk(clk), .reset(reset), .in(any_22), .out(any_22_s13));
    wire [20:0] sum_74_s12;
    delay #(.WIDTH(21), .CYCLES(4)) sum_74_s12_delay (.clk(clk), .reset(reset), .in(sum_74), .out(sum_74_s12));
    reg [15:0] tcp_src_port_s9; always @(posedge clk) tcp_src_port_s9 <= tcp_src_port;
    wire [15:0] tcp_src_port_s87;
    delay #(.WIDTH(16), .CYCLES(78)) tcp_src_port_s87_delay (.clk(clk), .reset(reset), .in(tcp_src_port_s9), .out(tcp_src_port_s87));
    wire [15:0] tcp_src_port_s113;
    delay #(.WIDTH(16), .CYCLES(26)) tcp_src_port_s113_delay (.clk(clk), .reset(reset), .in(tcp_src_port_s87), .out(tcp_src_port_s113));
    reg [15:0] tcp_src_port_s114; always @(posedge clk) tcp_src_port_s114 <= tcp_src_port_s113;
    wire is_equal_25_s11;
    delay #(.WIDTH(1), .CYCLES(3)) is_equal_25_s11_delay (.clk(clk), .reset(reset), .in(is_equal_25), .out(is_equal_25_s11));
    reg [15:0] meta_upper_length_3_s9; always @(posedge clk) meta_upper_length_3_s9 <= meta_upper_length_3;
    reg [7:0] meta_protocol_5_s9; always @(posedge clk) meta_protocol_5_s9 <= meta_protocol_5;
    wire [7:0] meta_protocol_5_s55;
    delay #(.WIDTH(8), .CYCLES(46)) meta_protocol_5_s55_delay (.clk(clk), .reset(reset), .in(meta_protocol_5_s9), .out(meta_protocol_5_s55));
    wire if_eligible_83_s13;
    delay #(.WIDTH(1), .CYCLES(5)) if_eligible_83_s13_delay (.clk(clk), .reset(reset), .in(if_eligible_83), .out(if_eligible_83_s13));
    wire if_eligible_83_s62;
    delay #(.WIDTH(1), .CYCLES(49)) if_eligible_83_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_83_s13), .out(if_eligible_83_s62));
    reg if_eligible_83_s63; always @(posedge clk) if_eligible_83_s63 <= if_eligible_83_s62;
    wire if_eligible_78_s63;
    delay #(.WIDTH(1), .CYCLES(55)) if_eligible_78_s63_delay (.clk(clk), .reset(reset), .in(if_eligible_78), .out(if_eligible_78_s63));
    reg if_eligible_78_s64; always @(posedge clk) if_eligible_78_s64 <= if_eligible_78_s63;
    wire if_eligible_63_s63;
    delay #(.WIDTH(1), .CYCLES(55)) if_eligible_63_s63_delay (.clk(clk), .reset(reset), .in(if_eligible_63), .out(if_eligible_63_s63));
    reg if_eligible_63_s64; always @(posedge clk) if_eligible_63_s64 <= if_eligible_63_s63;
    reg [15:0] tcp_dst_port_s9; always @(posedge clk) tcp_dst_port_s9 <= tcp_dst_port;
    wire [15:0] tcp_dst_port_s13;
    delay #(.WIDTH(16), .CYCLES(4)) tcp_dst_port_s13_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_s9), .out(tcp_dst_port_s13));
    wire [15:0] tcp_dst_port_s67;
    delay #(.WIDTH(16), .CYCLES(54)) tcp_dst_port_s67_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_s13), .out(tcp_dst_port_s67));
    reg [15:0] tcp_dst_port_s68; always @(posedge clk) tcp_dst_port_s68 <= tcp_dst_port_s67;
    wire [15:0] tcp_dst_port_s113;
    delay #(.WIDTH(16), .CYCLES(45)) tcp_dst_port_s113_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_s68), .out(tcp_dst_port_s113));
    reg [15:0] tcp_dst_port_s114; always @(posedge clk) tcp_dst_port_s114 <= tcp_dst_port_s113;
    reg [3:0] tcp_data_offset_s9; always @(posedge clk) tcp_data_offset_s9 <= tcp_data_offset;
    wire [3:0] tcp_data_offset_s116;
    delay #(.WIDTH(4), .CYCLES(107)) tcp_data_offset_s116_delay (.clk(clk), .reset(reset), .in(tcp_data_offset_s9), .out(tcp_data_offset_s116));
    reg tcp_syn_s9; always @(posedge clk) tcp_syn_s9 <= tcp_syn;
    wire tcp_syn_s113;
    delay #(.WIDTH(1), .CYCLES(104)) tcp_syn_s113_delay (.clk(clk), .reset(reset), .in(tcp_syn_s9), .out(tcp_syn_s113));
    wire tcp_syn_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_syn_s116_delay (.clk(clk), .reset(reset), .in(tcp_syn_s113), .out(tcp_syn_s116));
    wire [15:0] sum_76_s12;
    delay #(.WIDTH(16), .CYCLES(4)) sum_76_s12_delay (.clk(clk), .reset(reset), .in(sum_76), .out(sum_76_s12));
    wire [19:0] sum_78_s12;
    delay #(.WIDTH(20), .CYCLES(4)) sum_78_s12_delay (.clk(clk), .reset(reset), .in(sum_78), .out(sum_78_s12));
    wire [15:0] tcp_urgent_ptr_s116;
    delay #(.WIDTH(16), .CYCLES(108)) tcp_urgent_ptr_s116_delay (.clk(clk), .reset(reset), .in(tcp_urgent_ptr), .out(tcp_urgent_ptr_s116));
    wire [15:0] tcp_checksum_s39;
    delay #(.WIDTH(16), .CYCLES(31)) tcp_checksum_s39_delay (.clk(clk), .reset(reset), .in(tcp_checksum), .out(tcp_checksum_s39));
    wire [15:0] tcp_checksum_s94;
    delay #(.WIDTH(16), .CYCLES(55)) tcp_checksum_s94_delay (.clk(clk), .reset(reset), .in(tcp_checksum_s39), .out(tcp_checksum_s94));
    reg [15:0] tcp_checksum_s95; always @(posedge clk) tcp_checksum_s95 <= tcp_checksum_s94;
    wire [15:0] tcp_checksum_s113;
    delay #(.WIDTH(16), .CYCLES(18)) tcp_checksum_s113_delay (.clk(clk), .reset(reset), .in(tcp_checksum_s95), .out(tcp_checksum_s113));
    reg [15:0] tcp_checksum_s114; always @(posedge clk) tcp_checksum_s114 <= tcp_checksum_s113;
    wire [15:0] tcp_window_s116;
    delay #(.WIDTH(16), .CYCLES(108)) tcp_window_s116_delay (.clk(clk), .reset(reset), .in(tcp_window), .out(tcp_window_s116));
    wire tcp_fin_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_fin_s113_delay (.clk(clk), .reset(reset), .in(tcp_fin), .out(tcp_fin_s113));
    wire tcp_fin_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_fin_s116_delay (.clk(clk), .reset(reset), .in(tcp_fin_s113), .out(tcp_fin_s116));
    wire tcp_rst_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_rst_s113_delay (.clk(clk), .reset(reset), .in(tcp_rst), .out(tcp_rst_s113));
    wire tcp_rst_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_rst_s116_delay (.clk(clk), .reset(reset), .in(tcp_rst_s113), .out(tcp_rst_s116));
    wire tcp_psh_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_psh_s113_delay (.clk(clk), .reset(reset), .in(tcp_psh), .out(tcp_psh_s113));
    wire tcp_psh_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_psh_s116_delay (.clk(clk), .reset(reset), .in(tcp_psh_s113), .out(tcp_psh_s116));
    wire tcp_ack_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_ack_s113_delay (.clk(clk), .reset(reset), .in(tcp_ack), .out(tcp_ack_s113));
    wire tcp_ack_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_ack_s116_delay (.clk(clk), .reset(reset), .in(tcp_ack_s113), .out(tcp_ack_s116));
    wire tcp_urg_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_urg_s113_delay (.clk(clk), .reset(reset), .in(tcp_urg), .out(tcp_urg_s113));
    wire tcp_urg_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_urg_s116_delay (.clk(clk), .reset(reset), .in(tcp_urg_s113), .out(tcp_urg_s116));
    wire tcp_ece_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_ece_s113_delay (.clk(clk), .reset(reset), .in(tcp_ece), .out(tcp_ece_s113));
    wire tcp_ece_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_ece_s116_delay (.clk(clk), .reset(reset), .in(tcp_ece_s113), .out(tcp_ece_s116));
    wire tcp_cwr_s113;
    delay #(.WIDTH(1), .CYCLES(105)) tcp_cwr_s113_delay (.clk(clk), .reset(reset), .in(tcp_cwr), .out(tcp_cwr_s113));
    wire tcp_cwr_s116;
    delay #(.WIDTH(1), .CYCLES(3)) tcp_cwr_s116_delay (.clk(clk), .reset(reset), .in(tcp_cwr_s113), .out(tcp_cwr_s116));
    wire [3:0] tcp_reserved_s116;
    delay #(.WIDTH(4), .CYCLES(108)) tcp_reserved_s116_delay (.clk(clk), .reset(reset), .in(tcp_reserved), .out(tcp_reserved_s116));
    wire [31:0] tcp_ack_no_s116;
    delay #(.WIDTH(32), .CYCLES(108)) tcp_ack_no_s116_delay (.clk(clk), .reset(reset), .in(tcp_ack_no), .out(tcp_ack_no_s116));
    wire [31:0] tcp_seq_no_s116;
    delay #(.WIDTH(32), .CYCLES(108)) tcp_seq_no_s116_delay (.clk(clk), .reset(reset), .in(tcp_seq_no), .out(tcp_seq_no_s116));
    wire any_23_s81;
    delay #(.WIDTH(1), .CYCLES(73)) any_23_s81_delay (.clk(clk), .reset(reset), .in(any_23), .out(any_23_s81));
    wire [7:0] chosen_24_s12;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_24_s12_delay (.clk(clk), .reset(reset), .in(chosen_24), .out(chosen_24_s12));

    // ---- Stage 9 ------------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_tcp, parser state IsthmusParser_udp, deparser, admit.p4 59, eligible.p4 87+89, mss.p4
    // 27, translate.p4 33
    wire tcp_valid = any_17_s9 & {~(left_after_icmp_s9 < 8'h14)};
    wire [1023:0] rest_after_tcp = tcp_valid ? {rest_after_icmp_s9[863:0], 160'h0} : rest_after_icmp_s9;
    wire [7:0] sum_79 = 8'hec + left_after_icmp_s9;
    wire [7:0] left_after_tcp = tcp_valid ? sum_79 : left_after_icmp_s9;
    wire [15:0] meta_src_port = tcp_valid ? tcp_src_port_s9 : 16'h0;
    wire [15:0] udp_src_port = rest_after_tcp[1023:1008];
    wire [15:0] udp_checksum = rest_after_tcp[975:960];
    wire [15:0] meta_upper_length_4 = ipv4_valid_s9 ? meta_upper_length_s9 : meta_upper_length_3_s9;
    wire is_equal_26 = meta_protocol_5_s9 == 8'h1;
    wire if_eligible_89 = is_equal_26 | ((meta_protocol_5_s9 == 8'h6) | (meta_protocol_5_s9 == 8'h11));
    wire [15:0] meta_dst_port = tcp_valid ? tcp_dst_port_s9 : 16'h0;
    wire [15:0] udp_dst_port = rest_after_tcp[1007:992];
    wire [15:0] udp_length = rest_after_tcp[991:976];
    wire if_mss_27 = {~is_equal_s9} & ((tcp_valid & tcp_syn_s9) & (4'h5 < tcp_data_offset_s9));
    wire [15:0] sum_80 = tcp_src_port_s9 + tcp_dst_port_s9;
    wire [16:0] sum_81 = {1'd0, tcp_src_port_s9} + {1'd0, tcp_dst_port_s9};
    wire [7:0] chosen_25 = tcp_valid ? 8'h14 : 8'h0;
    reg tcp_valid_s10; always @(posedge clk) tcp_valid_s10 <= tcp_valid;
    wire tcp_valid_s12;
    delay #(.WIDTH(1), .CYCLES(2)) tcp_valid_s12_delay (.clk(clk), .reset(reset), .in(tcp_valid_s10), .out(tcp_valid_s12));
    reg tcp_valid_s13; always @(posedge clk) tcp_valid_s13 <= tcp_valid_s12;
    wire tcp_valid_s60;
    delay #(.WIDTH(1), .CYCLES(47)) tcp_valid_s60_delay (.clk(clk), .reset(reset), .in(tcp_valid_s13), .out(tcp_valid_s60));
    wire tcp_valid_s67;
    delay #(.WIDTH(1), .CYCLES(7)) tcp_valid_s67_delay (.clk(clk), .reset(reset), .in(tcp_valid_s60), .out(tcp_valid_s67));
    wire tcp_valid_s81;
    delay #(.WIDTH(1), .CYCLES(14)) tcp_valid_s81_delay (.clk(clk), .reset(reset), .in(tcp_valid_s67), .out(tcp_valid_s81));
    wire tcp_valid_s87;
    delay #(.WIDTH(1), .CYCLES(6)) tcp_valid_s87_delay (.clk(clk), .reset(reset), .in(tcp_valid_s81), .out(tcp_valid_s87));
    wire tcp_valid_s94;
    delay #(.WIDTH(1), .CYCLES(7)) tcp_valid_s94_delay (.clk(clk), .reset(reset), .in(tcp_valid_s87), .out(tcp_valid_s94));
    wire tcp_valid_s116;
    delay #(.WIDTH(1), .CYCLES(22)) tcp_valid_s116_delay (.clk(clk), .reset(reset), .in(tcp_valid_s94), .out(tcp_valid_s116));
    reg [1023:0] rest_after_tcp_s10; always @(posedge clk) rest_after_tcp_s10 <= rest_after_tcp;
    reg [7:0] left_after_tcp_s10; always @(posedge clk) left_after_tcp_s10 <= left_after_tcp;
    reg [15:0] meta_src_port_s10; always @(posedge clk) meta_src_port_s10 <= meta_src_port;
    reg [15:0] udp_src_port_s10; always @(posedge clk) udp_src_port_s10 <= udp_src_port;
    wire [15:0] udp_src_port_s87;
    delay #(.WIDTH(16), .CYCLES(77)) udp_src_port_s87_delay (.clk(clk), .reset(reset), .in(udp_src_port_s10), .out(udp_src_port_s87));
    wire [15:0] udp_src_port_s113;
    delay #(.WIDTH(16), .CYCLES(26)) udp_src_port_s113_delay (.clk(clk), .reset(reset), .in(udp_src_port_s87), .out(udp_src_port_s113));
    reg [15:0] udp_src_port_s114; always @(posedge clk) udp_src_port_s114 <= udp_src_port_s113;
    reg [15:0] udp_checksum_s10; always @(posedge clk) udp_checksum_s10 <= udp_checksum;
    wire [15:0] udp_checksum_s39;
    delay #(.WIDTH(16), .CYCLES(29)) udp_checksum_s39_delay (.clk(clk), .reset(reset), .in(udp_checksum_s10), .out(udp_checksum_s39));
    wire [15:0] udp_checksum_s94;
    delay #(.WIDTH(16), .CYCLES(55)) udp_checksum_s94_delay (.clk(clk), .reset(reset), .in(udp_checksum_s39), .out(udp_checksum_s94));
    reg [15:0] udp_checksum_s95; always @(posedge clk) udp_checksum_s95 <= udp_checksum_s94;
    wire [15:0] udp_checksum_s113;
    delay #(.WIDTH(16), .CYCLES(18)) udp_checksum_s113_delay (.clk(clk), .reset(reset), .in(udp_checksum_s95), .out(udp_checksum_s113));
    reg [15:0] udp_checksum_s114; always @(posedge clk) udp_checksum_s114 <= udp_checksum_s113;
    wire [15:0] meta_upper_length_4_s13;
    delay #(.WIDTH(16), .CYCLES(4)) meta_upper_length_4_s13_delay (.clk(clk), .reset(reset), .in(meta_upper_length_4), .out(meta_upper_length_4_s13));
    wire is_equal_26_s13;
    delay #(.WIDTH(1), .CYCLES(4)) is_equal_26_s13_delay (.clk(clk), .reset(reset), .in(is_equal_26), .out(is_equal_26_s13));
    wire if_eligible_89_s62;
    delay #(.WIDTH(1), .CYCLES(53)) if_eligible_89_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_89), .out(if_eligible_89_s62));
    reg if_eligible_89_s63; always @(posedge clk) if_eligible_89_s63 <= if_eligible_89_s62;
    reg [15:0] meta_dst_port_s10; always @(posedge clk) meta_dst_port_s10 <= meta_dst_port;
    reg [15:0] udp_dst_port_s10; always @(posedge clk) udp_dst_port_s10 <= udp_dst_port;
    wire [15:0] udp_dst_port_s13;
    delay #(.WIDTH(16), .CYCLES(3)) udp_dst_port_s13_delay (.clk(clk), .reset(reset), .in(udp_dst_port_s10), .out(udp_dst_port_s13));
    wire [15:0] udp_dst_port_s67;
    delay #(.WIDTH(16), .CYCLES(54)) udp_dst_port_s67_delay (.clk(clk), .reset(reset), .in(udp_dst_port_s13), .out(udp_dst_port_s67));
    wire [15:0] udp_dst_port_s113;
    delay #(.WIDTH(16), .CYCLES(46)) udp_dst_port_s113_delay (.clk(clk), .reset(reset), .in(udp_dst_port_s67), .out(udp_dst_port_s113));
    reg [15:0] udp_dst_port_s114; always @(posedge clk) udp_dst_port_s114 <= udp_dst_port_s113;
    wire [15:0] udp_length_s13;
    delay #(.WIDTH(16), .CYCLES(4)) udp_length_s13_delay (.clk(clk), .reset(reset), .in(udp_length), .out(udp_length_s13));
    wire [15:0] udp_length_s116;
    delay #(.WIDTH(16), .CYCLES(103)) udp_length_s116_delay (.clk(clk), .reset(reset), .in(udp_length_s13), .out(udp_length_s116));
    wire if_mss_27_s88;
    delay #(.WIDTH(1), .CYCLES(79)) if_mss_27_s88_delay (.clk(clk), .reset(reset), .in(if_mss_27), .out(if_mss_27_s88));
    wire if_mss_27_s90;
    delay #(.WIDTH(1), .CYCLES(2)) if_mss_27_s90_delay (.clk(clk), .reset(reset), .in(if_mss_27_s88), .out(if_mss_27_s90));
    wire [15:0] sum_80_s37;
    delay #(.WIDTH(16), .CYCLES(28)) sum_80_s37_delay (.clk(clk), .reset(reset), .in(sum_80), .out(sum_80_s37));
    wire [16:0] sum_81_s37;
    delay #(.WIDTH(17), .CYCLES(28)) sum_81_s37_delay (.clk(clk), .reset(reset), .in(sum_81), .out(sum_81_s37));
    reg [7:0] chosen_25_s10; always @(posedge clk) chosen_25_s10 <= chosen_25;

    // ---- Stage 10 -----------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_udp, parser state IsthmusParser_icmp6, deparser, eligible.p4 107, routing.p4 47,
    // translate.p4 41
    wire udp_valid = any_18_s10 & {~(left_after_tcp_s10 < 8'h8)};
    wire [1023:0] rest_after_udp = udp_valid ? {rest_after_tcp_s10[959:0], 64'h0} : rest_after_tcp_s10;
    wire [7:0] sum_82 = 8'hf8 + left_after_tcp_s10;
    wire [7:0] left_after_udp = udp_valid ? sum_82 : left_after_tcp_s10;
    wire [7:0] icmp_type_2 = rest_after_udp[1023:1016];
    wire [7:0] icmp_code_2 = rest_after_udp[1015:1008];
    wire [15:0] icmp_checksum_2 = rest_after_udp[1007:992];
    wire [15:0] meta_src_port_2 = udp_valid ? udp_src_port_s10 : meta_src_port_s10;
    wire if_eligible_107 = udp_valid & (udp_checksum_s10 == 16'h0);
    wire [15:0] meta_dst_port_2 = udp_valid ? udp_dst_port_s10 : meta_dst_port_s10;
    wire if_routing_47 = tcp_valid_s10 | udp_valid;
    wire [15:0] sum_83 = udp_src_port_s10 + udp_dst_port_s10;
    wire [16:0] sum_84 = {1'd0, udp_src_port_s10} + {1'd0, udp_dst_port_s10};
    wire [7:0] chosen_26 = udp_valid ? 8'h8 : 8'h0;
    wire [7:0] sum_85 = sum_28_s10 + chosen_25_s10;
    reg udp_valid_s11; always @(posedge clk) udp_valid_s11 <= udp_valid;
    wire udp_valid_s13;
    delay #(.WIDTH(1), .CYCLES(2)) udp_valid_s13_delay (.clk(clk), .reset(reset), .in(udp_valid_s11), .out(udp_valid_s13));
    wire udp_valid_s67;
    delay #(.WIDTH(1), .CYCLES(54)) udp_valid_s67_delay (.clk(clk), .reset(reset), .in(udp_valid_s13), .out(udp_valid_s67));
    wire udp_valid_s87;
    delay #(.WIDTH(1), .CYCLES(20)) udp_valid_s87_delay (.clk(clk), .reset(reset), .in(udp_valid_s67), .out(udp_valid_s87));
    wire udp_valid_s95;
    delay #(.WIDTH(1), .CYCLES(8)) udp_valid_s95_delay (.clk(clk), .reset(reset), .in(udp_valid_s87), .out(udp_valid_s95));
    wire udp_valid_s116;
    delay #(.WIDTH(1), .CYCLES(21)) udp_valid_s116_delay (.clk(clk), .reset(reset), .in(udp_valid_s95), .out(udp_valid_s116));
    reg [1023:0] rest_after_udp_s11; always @(posedge clk) rest_after_udp_s11 <= rest_after_udp;
    reg [7:0] left_after_udp_s11; always @(posedge clk) left_after_udp_s11 <= left_after_udp;
    reg [7:0] icmp_type_2_s11; always @(posedge clk) icmp_type_2_s11 <= icmp_type_2;
    reg [7:0] icmp_code_2_s11; always @(posedge clk) icmp_code_2_s11 <= icmp_code_2;
    reg [15:0] icmp_checksum_2_s11; always @(posedge clk) icmp_checksum_2_s11 <= icmp_checksum_2;
    wire [15:0] meta_src_port_2_s12;
    delay #(.WIDTH(16), .CYCLES(2)) meta_src_port_2_s12_delay (.clk(clk), .reset(reset), .in(meta_src_port_2), .out(meta_src_port_2_s12));
    wire if_eligible_107_s62;
    delay #(.WIDTH(1), .CYCLES(52)) if_eligible_107_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_107), .out(if_eligible_107_s62));
    wire [15:0] meta_dst_port_2_s12;
    delay #(.WIDTH(16), .CYCLES(2)) meta_dst_port_2_s12_delay (.clk(clk), .reset(reset), .in(meta_dst_port_2), .out(meta_dst_port_2_s12));
    wire if_routing_47_s60;
    delay #(.WIDTH(1), .CYCLES(50)) if_routing_47_s60_delay (.clk(clk), .reset(reset), .in(if_routing_47), .out(if_routing_47_s60));
    wire if_routing_47_s103;
    delay #(.WIDTH(1), .CYCLES(43)) if_routing_47_s103_delay (.clk(clk), .reset(reset), .in(if_routing_47_s60), .out(if_routing_47_s103));
    wire [15:0] sum_83_s37;
    delay #(.WIDTH(16), .CYCLES(27)) sum_83_s37_delay (.clk(clk), .reset(reset), .in(sum_83), .out(sum_83_s37));
    wire [16:0] sum_84_s37;
    delay #(.WIDTH(17), .CYCLES(27)) sum_84_s37_delay (.clk(clk), .reset(reset), .in(sum_84), .out(sum_84_s37));
    reg [7:0] chosen_26_s11; always @(posedge clk) chosen_26_s11 <= chosen_26;
    reg [7:0] sum_85_s11; always @(posedge clk) sum_85_s11 <= sum_85;

    // ---- Stage 11 -----------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_icmp6, parser state IsthmusParser_echo, deparser, admit.p4 46+123, eligible.p4 57,
    // neighbor.p4 79, source.p4 147
    wire parsed_icmp = any_19_s11 & {~(left_after_udp_s11 < 8'h4)};
    wire [1023:0] rest_after_icmp_2 = parsed_icmp ? {rest_after_udp_s11[991:0], 32'h0} : rest_after_udp_s11;
    wire [7:0] sum_86 = 8'hfc + left_after_udp_s11;
    wire [7:0] left_after_icmp_2 = parsed_icmp ? sum_86 : left_after_udp_s11;
    wire [7:0] icmp_type_3 = parsed_icmp ? icmp_type_2_s11 : icmp_type_s11;
    wire icmp_valid_2 = icmp_valid_s11 | parsed_icmp;
    wire if_admit_46 = {~is_equal_17_s11} | {~icmp_valid_2};
    wire if_source_147 = is_equal_17_s11 & icmp_valid_2;
    wire [7:0] icmp_code_3 = parsed_icmp ? icmp_code_2_s11 : icmp_code_s11;
    wire [15:0] icmp_checksum_3 = parsed_icmp ? icmp_checksum_2_s11 : icmp_checksum_s11;
    wire if_neighbor_79 = icmp_valid_2 & all_18_s11;
    wire [15:0] echo_sequence = rest_after_icmp_2[1007:992];
    wire [15:0] echo_identifier = rest_after_icmp_2[1023:1008];
    wire all_22 = icmp_valid_2 & is_equal_25_s11;
    wire if_eligible_57 = udp_valid_s11 | icmp_valid_2;
    wire [15:0] chosen_27 = if_eligible_57 ? 16'h8 : 16'h0;
    wire [7:0] chosen_28 = icmp_valid_2 ? 8'h4 : 8'h0;
    wire [7:0] sum_87 = sum_85_s11 + chosen_26_s11;

    // Table edge, source.p4:45: 64 rows, looked up in stage 11.
    wire edge_hit;
    wire [65:0] edge_value;
    wire [31:0] edge_rdata;
    wire [20:0] edge_key = 
            {meta_egress_port_s11, vlan_vid_2_s11};
    exact_table #(
        .KEY(21), .VALUE(66),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`EDGE_HASH)
    ) edge_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[11]), .lookup_key(edge_key),
        .lookup_counts(all_23_s15), .hit(edge_hit), .value(edge_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd17), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(edge_rdata));
    reg parsed_icmp_s12; always @(posedge clk) parsed_icmp_s12 <= parsed_icmp;
    reg [1023:0] rest_after_icmp_2_s12; always @(posedge clk) rest_after_icmp_2_s12 <= rest_after_icmp_2;
    reg [7:0] left_after_icmp_2_s12; always @(posedge clk) left_after_icmp_2_s12 <= left_after_icmp_2;
    reg [7:0] icmp_type_3_s12; always @(posedge clk) icmp_type_3_s12 <= icmp_type_3;
    wire [7:0] icmp_type_3_s27;
    delay #(.WIDTH(8), .CYCLES(15)) icmp_type_3_s27_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s12), .out(icmp_type_3_s27));
    wire [7:0] icmp_type_3_s34;
    delay #(.WIDTH(8), .CYCLES(7)) icmp_type_3_s34_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s27), .out(icmp_type_3_s34));
    wire [7:0] icmp_type_3_s115;
    delay #(.WIDTH(8), .CYCLES(81)) icmp_type_3_s115_delay (.clk(clk), .reset(reset), .in(icmp_type_3_s34), .out(icmp_type_3_s115));
    wire icmp_valid_2_s62;
    delay #(.WIDTH(1), .CYCLES(51)) icmp_valid_2_s62_delay (.clk(clk), .reset(reset), .in(icmp_valid_2), .out(icmp_valid_2_s62));
    reg icmp_valid_2_s63; always @(posedge clk) icmp_valid_2_s63 <= icmp_valid_2_s62;
    wire icmp_valid_2_s115;
    delay #(.WIDTH(1), .CYCLES(52)) icmp_valid_2_s115_delay (.clk(clk), .reset(reset), .in(icmp_valid_2_s63), .out(icmp_valid_2_s115));
    reg if_admit_46_s12; always @(posedge clk) if_admit_46_s12 <= if_admit_46;
    reg if_source_147_s12; always @(posedge clk) if_source_147_s12 <= if_source_147;
    reg if_source_147_s13; always @(posedge clk) if_source_147_s13 <= if_source_147_s12;
    reg if_source_147_s14; always @(posedge clk) if_source_147_s14 <= if_source_147_s13;
    reg [7:0] icmp_code_3_s12; always @(posedge clk) icmp_code_3_s12 <= icmp_code_3;
    wire [7:0] icmp_code_3_s35;
    delay #(.WIDTH(8), .CYCLES(23)) icmp_code_3_s35_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s12), .out(icmp_code_3_s35));
    wire [7:0] icmp_code_3_s60;
    delay #(.WIDTH(8), .CYCLES(25)) icmp_code_3_s60_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s35), .out(icmp_code_3_s60));
    wire [7:0] icmp_code_3_s87;
    delay #(.WIDTH(8), .CYCLES(27)) icmp_code_3_s87_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s60), .out(icmp_code_3_s87));
    wire [7:0] icmp_code_3_s115;
    delay #(.WIDTH(8), .CYCLES(28)) icmp_code_3_s115_delay (.clk(clk), .reset(reset), .in(icmp_code_3_s87), .out(icmp_code_3_s115));
    reg [15:0] icmp_checksum_3_s12; always @(posedge clk) icmp_checksum_3_s12 <= icmp_checksum_3;
    wire [15:0] icmp_checksum_3_s36;
    delay #(.WIDTH(16), .CYCLES(24)) icmp_checksum_3_s36_delay (.clk(clk), .reset(reset), .in(icmp_checksum_3_s12), .out(icmp_checksum_3_s36));
    reg [15:0] icmp_checksum_3_s37; always @(posedge clk) icmp_checksum_3_s37 <= icmp_checksum_3_s36;
    wire [15:0] icmp_checksum_3_s115;
    delay #(.WIDTH(16), .CYCLES(78)) icmp_checksum_3_s115_delay (.clk(clk), .reset(reset), .in(icmp_checksum_3_s37), .out(icmp_checksum_3_s115));
    wire if_neighbor_79_s18;
    delay #(.WIDTH(1), .CYCLES(7)) if_neighbor_79_s18_delay (.clk(clk), .reset(reset), .in(if_neighbor_79), .out(if_neighbor_79_s18));
    wire if_neighbor_79_s26;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_79_s26_delay (.clk(clk), .reset(reset), .in(if_neighbor_79_s18), .out(if_neighbor_79_s26));
    reg if_neighbor_79_s27; always @(posedge clk) if_neighbor_79_s27 <= if_neighbor_79_s26;
    wire [15:0] echo_sequence_s114;
    delay #(.WIDTH(16), .CYCLES(103)) echo_sequence_s114_delay (.clk(clk), .reset(reset), .in(echo_sequence), .out(echo_sequence_s114));
    reg [15:0] echo_identifier_s12; always @(posedge clk) echo_identifier_s12 <= echo_identifier;
    wire [15:0] echo_identifier_s35;
    delay #(.WIDTH(16), .CYCLES(23)) echo_identifier_s35_delay (.clk(clk), .reset(reset), .in(echo_identifier_s12), .out(echo_identifier_s35));
    wire [15:0] echo_identifier_s87;
    delay #(.WIDTH(16), .CYCLES(52)) echo_identifier_s87_delay (.clk(clk), .reset(reset), .in(echo_identifier_s35), .out(echo_identifier_s87));
    wire [15:0] echo_identifier_s113;
    delay #(.WIDTH(16), .CYCLES(26)) echo_identifier_s113_delay (.clk(clk), .reset(reset), .in(echo_identifier_s87), .out(echo_identifier_s113));
    reg [15:0] echo_identifier_s114; always @(posedge clk) echo_identifier_s114 <= echo_identifier_s113;
    wire all_22_s35;
    delay #(.WIDTH(1), .CYCLES(24)) all_22_s35_delay (.clk(clk), .reset(reset), .in(all_22), .out(all_22_s35));
    reg [15:0] chosen_27_s12; always @(posedge clk) chosen_27_s12 <= chosen_27;
    reg [7:0] chosen_28_s12; always @(posedge clk) chosen_28_s12 <= chosen_28;
    reg [7:0] sum_87_s12; always @(posedge clk) sum_87_s12 <= sum_87;

    // ---- Stage 12 -----------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_echo, parser state IsthmusParser_icmp6, parser state IsthmusParser_nd, deparser,
    // admit.p4 42-43+45-46+48, eligible.p4 55+93, inbound.p4 79, neighbor.p4 82+84+86+95+163, source.p4 135+143+147-148
    wire is_equal_27 = icmp_type_3_s12 == 8'h80;
    wire is_equal_28 = icmp_type_3_s12 == 8'h81;
    wire echo_valid =
            ((any_21_s12 | (parsed_icmp_s12 & is_equal_27)) | (parsed_icmp_s12 & (is_equal_28 & {~is_equal_27}))) &
            {~(left_after_icmp_2_s12 < 8'h4)};
    wire [1023:0] rest_after_echo = echo_valid ? {rest_after_icmp_2_s12[991:0], 32'h0} : rest_after_icmp_2_s12;
    wire [7:0] sum_88 = 8'hfc + left_after_icmp_2_s12;
    wire [7:0] left_after_echo = echo_valid ? sum_88 : left_after_icmp_2_s12;
    wire if_neighbor_102 = icmp_type_3_s12 == 8'h87;
    wire any_24 = is_equal_27 | is_equal_28;
    wire is_equal_29 = icmp_type_3_s12 == 8'h88;
    wire any_25 =
            (parsed_icmp_s12 & (if_neighbor_102 & {~any_24})) | (parsed_icmp_s12 & (is_equal_29 & {~(any_24 |
            if_neighbor_102)}));
    wire if_neighbor_81 = icmp_type_3_s12 == 8'h85;
    wire if_admit_48 = ({~if_neighbor_81} & {~if_neighbor_102}) & {~is_equal_29};
    wire any_26 = ipv4_valid_s12 | (ipv6_valid_s12 & (if_admit_46_s12 | if_admit_48));
    wire [7:0] chosen_29 = any_26 ? 8'h1 : 8'h0;
    wire [7:0] chosen_30 = ethernet_dst_addr_s12[40] ? chosen_29 : chosen_23_s12;
    wire if_source_148 = if_neighbor_102 | if_neighbor_81;
    wire if_source_151_2 = if_source_148 & if_source_151_s12;
    wire if_source_151_3 = if_source_147_s12 & if_source_151_2;
    wire if_source_151_4 = {~ipv4_valid_s12} & if_source_151_3;
    wire if_source_138_2 = arp_valid_s12 ? if_source_138_s12 : if_source_151_4;
    wire [127:0] nd_target_addr = rest_after_echo[991:864];
    wire any_27 = is_equal_29 | {~is_equal_19_s12};
    wire [28:0] nd_reserved = rest_after_echo[1020:992];
    wire nd_override = rest_after_echo[1021];
    wire nd_solicited = rest_after_echo[1022];
    wire nd_router = rest_after_echo[1023];
    wire [20:0] sum_89 = sum_74_s12 + {5'd0, icmp_checksum_3_s12};
    wire [20:0] sum_90 = {5'd0, {icmp_type_3_s12, icmp_code_3_s12}} + sum_89;
    wire [21:0] sum_91 = {1'd0, sum_74_s12} + {6'd0, icmp_checksum_3_s12};
    wire [21:0] sum_92 = {6'd0, {icmp_type_3_s12, icmp_code_3_s12}} + sum_91;
    wire is_equal_30 = icmp_code_3_s12 == 8'h0;
    wire if_neighbor_82 = {~is_equal_22_s12} | {~is_equal_30};
    wire if_neighbor_84 = if_neighbor_102 | is_equal_29;
    wire [7:0] chosen_31 = if_neighbor_82 ? 8'h1 : 8'h2;
    wire [15:0] meta_src_port_3 = echo_valid ? echo_identifier_s12 : meta_src_port_2_s12;
    wire [15:0] chosen_32 = tcp_valid_s12 ? 16'h14 : chosen_27_s12;
    wire is_equal_31 = chosen_32 == 16'h0;
    wire all_24 = ipv6_valid_s12 & echo_valid;
    wire [15:0] meta_dst_port_3 = echo_valid ? echo_identifier_s12 : meta_dst_port_2_s12;
    wire [15:0] sum_93 = sum_76_s12 + {8'h88, icmp_code_3_s12};
    wire [20:0] sum_94 = {1'd0, sum_78_s12} + {5'd0, {8'h88, icmp_code_3_s12}};
    wire [7:0] chosen_33 = echo_valid ? 8'h4 : 8'h0;
    wire [7:0] sum_95 = sum_87_s12 + chosen_28_s12;
    wire [7:0] chosen_34 = any_26 ? 8'h4 : 8'h0;
    wire [7:0] chosen_35 = ethernet_dst_addr_s12[40] ? chosen_34 : chosen_24_s12;
    reg echo_valid_s13; always @(posedge clk) echo_valid_s13 <= echo_valid;
    wire echo_valid_s35;
    delay #(.WIDTH(1), .CYCLES(22)) echo_valid_s35_delay (.clk(clk), .reset(reset), .in(echo_valid_s13), .out(echo_valid_s35));
    wire echo_valid_s55;
    delay #(.WIDTH(1), .CYCLES(20)) echo_valid_s55_delay (.clk(clk), .reset(reset), .in(echo_valid_s35), .out(echo_valid_s55));
    wire echo_valid_s59;
    delay #(.WIDTH(1), .CYCLES(4)) echo_valid_s59_delay (.clk(clk), .reset(reset), .in(echo_valid_s55), .out(echo_valid_s59));
    reg echo_valid_s60; always @(posedge clk) echo_valid_s60 <= echo_valid_s59;
    wire echo_valid_s87;
    delay #(.WIDTH(1), .CYCLES(27)) echo_valid_s87_delay (.clk(clk), .reset(reset), .in(echo_valid_s60), .out(echo_valid_s87));
    wire echo_valid_s95;
    delay #(.WIDTH(1), .CYCLES(8)) echo_valid_s95_delay (.clk(clk), .reset(reset), .in(echo_valid_s87), .out(echo_valid_s95));
    wire echo_valid_s103;
    delay #(.WIDTH(1), .CYCLES(8)) echo_valid_s103_delay (.clk(clk), .reset(reset), .in(echo_valid_s95), .out(echo_valid_s103));
    wire echo_valid_s114;
    delay #(.WIDTH(1), .CYCLES(11)) echo_valid_s114_delay (.clk(clk), .reset(reset), .in(echo_valid_s103), .out(echo_valid_s114));
    reg [1023:0] rest_after_echo_s13; always @(posedge clk) rest_after_echo_s13 <= rest_after_echo;
    reg [7:0] left_after_echo_s13; always @(posedge clk) left_after_echo_s13 <= left_after_echo;
    reg if_neighbor_102_s13; always @(posedge clk) if_neighbor_102_s13 <= if_neighbor_102;
    reg if_neighbor_102_s14; always @(posedge clk) if_neighbor_102_s14 <= if_neighbor_102_s13;
    reg is_equal_29_s13; always @(posedge clk) is_equal_29_s13 <= is_equal_29;
    reg any_25_s13; always @(posedge clk) any_25_s13 <= any_25;
    wire if_neighbor_81_s18;
    delay #(.WIDTH(1), .CYCLES(6)) if_neighbor_81_s18_delay (.clk(clk), .reset(reset), .in(if_neighbor_81), .out(if_neighbor_81_s18));
    wire if_neighbor_81_s26;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_81_s26_delay (.clk(clk), .reset(reset), .in(if_neighbor_81_s18), .out(if_neighbor_81_s26));
    reg [7:0] chosen_30_s13; always @(posedge clk) chosen_30_s13 <= chosen_30;
    reg if_source_148_s13; always @(posedge clk) if_source_148_s13 <= if_source_148;
    reg if_source_138_2_s13; always @(posedge clk) if_source_138_2_s13 <= if_source_138_2;
    wire if_source_138_2_s16;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_138_2_s16_delay (.clk(clk), .reset(reset), .in(if_source_138_2_s13), .out(if_source_138_2_s16));
    wire if_source_138_2_s23;
    delay #(.WIDTH(1), .CYCLES(7)) if_source_138_2_s23_delay (.clk(clk), .reset(reset), .in(if_source_138_2_s16), .out(if_source_138_2_s23));
    reg if_source_138_2_s24; always @(posedge clk) if_source_138_2_s24 <= if_source_138_2_s23;
    reg [127:0] nd_target_addr_s13; always @(posedge clk) nd_target_addr_s13 <= nd_target_addr;
    wire [127:0] nd_target_addr_s27;
    delay #(.WIDTH(128), .CYCLES(14)) nd_target_addr_s27_delay (.clk(clk), .reset(reset), .in(nd_target_addr_s13), .out(nd_target_addr_s27));
    wire [127:0] nd_target_addr_s35;
    delay #(.WIDTH(128), .CYCLES(8)) nd_target_addr_s35_delay (.clk(clk), .reset(reset), .in(nd_target_addr_s27), .out(nd_target_addr_s35));
    reg [127:0] nd_target_addr_s36; always @(posedge clk) nd_target_addr_s36 <= nd_target_addr_s35;
    wire any_27_s14;
    delay #(.WIDTH(1), .CYCLES(2)) any_27_s14_delay (.clk(clk), .reset(reset), .in(any_27), .out(any_27_s14));
    reg [28:0] nd_reserved_s13; always @(posedge clk) nd_reserved_s13 <= nd_reserved;
    wire [28:0] nd_reserved_s27;
    delay #(.WIDTH(29), .CYCLES(14)) nd_reserved_s27_delay (.clk(clk), .reset(reset), .in(nd_reserved_s13), .out(nd_reserved_s27));
    wire [28:0] nd_reserved_s34;
    delay #(.WIDTH(29), .CYCLES(7)) nd_reserved_s34_delay (.clk(clk), .reset(reset), .in(nd_reserved_s27), .out(nd_reserved_s34));
    reg [28:0] nd_reserved_s35; always @(posedge clk) nd_reserved_s35 <= nd_reserved_s34;
    reg nd_override_s13; always @(posedge clk) nd_override_s13 <= nd_override;
    wire nd_override_s27;
    delay #(.WIDTH(1), .CYCLES(14)) nd_override_s27_delay (.clk(clk), .reset(reset), .in(nd_override_s13), .out(nd_override_s27));
    wire nd_override_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_override_s34_delay (.clk(clk), .reset(reset), .in(nd_override_s27), .out(nd_override_s34));
    reg nd_override_s35; always @(posedge clk) nd_override_s35 <= nd_override_s34;
    reg nd_solicited_s13; always @(posedge clk) nd_solicited_s13 <= nd_solicited;
    wire nd_solicited_s27;
    delay #(.WIDTH(1), .CYCLES(14)) nd_solicited_s27_delay (.clk(clk), .reset(reset), .in(nd_solicited_s13), .out(nd_solicited_s27));
    wire nd_solicited_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_solicited_s34_delay (.clk(clk), .reset(reset), .in(nd_solicited_s27), .out(nd_solicited_s34));
    reg nd_solicited_s35; always @(posedge clk) nd_solicited_s35 <= nd_solicited_s34;
    reg nd_router_s13; always @(posedge clk) nd_router_s13 <= nd_router;
    wire nd_router_s27;
    delay #(.WIDTH(1), .CYCLES(14)) nd_router_s27_delay (.clk(clk), .reset(reset), .in(nd_router_s13), .out(nd_router_s27));
    wire nd_router_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_router_s34_delay (.clk(clk), .reset(reset), .in(nd_router_s27), .out(nd_router_s34));
    reg nd_router_s35; always @(posedge clk) nd_router_s35 <= nd_router_s34;
    reg [20:0] sum_90_s13; always @(posedge clk) sum_90_s13 <= sum_90;
    reg [21:0] sum_92_s13; always @(posedge clk) sum_92_s13 <= sum_92;
    reg is_equal_30_s13; always @(posedge clk) is_equal_30_s13 <= is_equal_30;
    reg if_neighbor_82_s13; always @(posedge clk) if_neighbor_82_s13 <= if_neighbor_82;
    wire if_neighbor_82_s26;
    delay #(.WIDTH(1), .CYCLES(13)) if_neighbor_82_s26_delay (.clk(clk), .reset(reset), .in(if_neighbor_82_s13), .out(if_neighbor_82_s26));
    wire if_neighbor_84_s17;
    delay #(.WIDTH(1), .CYCLES(5)) if_neighbor_84_s17_delay (.clk(clk), .reset(reset), .in(if_neighbor_84), .out(if_neighbor_84_s17));
    reg if_neighbor_84_s18; always @(posedge clk) if_neighbor_84_s18 <= if_neighbor_84_s17;
    wire if_neighbor_84_s26;
    delay #(.WIDTH(1), .CYCLES(8)) if_neighbor_84_s26_delay (.clk(clk), .reset(reset), .in(if_neighbor_84_s18), .out(if_neighbor_84_s26));
    wire [7:0] chosen_31_s26;
    delay #(.WIDTH(8), .CYCLES(14)) chosen_31_s26_delay (.clk(clk), .reset(reset), .in(chosen_31), .out(chosen_31_s26));
    reg [15:0] meta_src_port_3_s13; always @(posedge clk) meta_src_port_3_s13 <= meta_src_port_3;
    reg [15:0] meta_src_port_3_s14; always @(posedge clk) meta_src_port_3_s14 <= meta_src_port_3_s13;
    wire [15:0] meta_src_port_3_s76;
    delay #(.WIDTH(16), .CYCLES(62)) meta_src_port_3_s76_delay (.clk(clk), .reset(reset), .in(meta_src_port_3_s14), .out(meta_src_port_3_s76));
    wire [15:0] meta_src_port_3_s81;
    delay #(.WIDTH(16), .CYCLES(5)) meta_src_port_3_s81_delay (.clk(clk), .reset(reset), .in(meta_src_port_3_s76), .out(meta_src_port_3_s81));
    reg [15:0] meta_src_port_3_s82; always @(posedge clk) meta_src_port_3_s82 <= meta_src_port_3_s81;
    reg [15:0] chosen_32_s13; always @(posedge clk) chosen_32_s13 <= chosen_32;
    reg is_equal_31_s13; always @(posedge clk) is_equal_31_s13 <= is_equal_31;
    wire all_24_s53;
    delay #(.WIDTH(1), .CYCLES(41)) all_24_s53_delay (.clk(clk), .reset(reset), .in(all_24), .out(all_24_s53));
    wire [15:0] meta_dst_port_3_s61;
    delay #(.WIDTH(16), .CYCLES(49)) meta_dst_port_3_s61_delay (.clk(clk), .reset(reset), .in(meta_dst_port_3), .out(meta_dst_port_3_s61));
    wire [15:0] meta_dst_port_3_s66;
    delay #(.WIDTH(16), .CYCLES(5)) meta_dst_port_3_s66_delay (.clk(clk), .reset(reset), .in(meta_dst_port_3_s61), .out(meta_dst_port_3_s66));
    reg [15:0] meta_dst_port_3_s67; always @(posedge clk) meta_dst_port_3_s67 <= meta_dst_port_3_s66;
    reg [15:0] sum_93_s13; always @(posedge clk) sum_93_s13 <= sum_93;
    reg [20:0] sum_94_s13; always @(posedge clk) sum_94_s13 <= sum_94;
    reg [7:0] chosen_33_s13; always @(posedge clk) chosen_33_s13 <= chosen_33;
    reg [7:0] sum_95_s13; always @(posedge clk) sum_95_s13 <= sum_95;
    reg [7:0] chosen_35_s13; always @(posedge clk) chosen_35_s13 <= chosen_35;

    // ---- Stage 13 -----------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_nd, parser state IsthmusParser_nd_option, deparser, admit.p4 34+58-59+72+76+80,
    // decide.p4 27, eligible.p4 83+87+93+108, local.p4 42, neighbor.p4 86+88+102+131+163, outbound.p4 195+197,
    // result.p4 29+31+34+41, source.p4 135+143+147-148+154+167, translate.p4 56+118+136
    wire nd_valid = any_25_s13 & {~(left_after_echo_s13 < 8'h14)};
    wire [1023:0] rest_after_nd = nd_valid ? {rest_after_echo_s13[863:0], 160'h0} : rest_after_echo_s13;
    wire [7:0] sum_96 = 8'hec + left_after_echo_s13;
    wire [7:0] left_after_nd = nd_valid ? sum_96 : left_after_echo_s13;
    wire all_25 = nd_valid & {~is_equal_18_s13};
    wire [47:0] nd_option_mac = rest_after_nd[1007:960];
    wire [7:0] chosen_36 = if_admit_34_s13 ? chosen_9_s13 : chosen_30_s13;
    wire [7:0] chosen_37 = all_21_s13 ? 8'h1 : chosen_36;
    wire [7:0] chosen_38 = any_22_s13 ? 8'h1 : chosen_36;
    wire [7:0] chosen_39 = ipv4_valid_s13 ? chosen_38 : chosen_37;
    wire if_admit_58 = chosen_36 == 8'h0;
    wire [7:0] chosen_40 = if_admit_58 ? chosen_39 : chosen_36;
    wire if_decide_27 = chosen_40 == 8'h0;
    wire if_source_154 = is_equal_29_s13 & nd_valid;
    wire if_source_154_2 = if_source_148_s13 | if_source_154;
    wire if_source_154_3 = if_source_147_s13 & if_source_154_2;
    wire if_source_154_4 = {~ipv4_valid_s13} & if_source_154_3;
    wire if_source_154_5 = arp_valid_s13 | if_source_154_4;
    wire [127:0] nd_target_addr_2 = if_source_154 ? nd_target_addr_s13 : ipv6_src_addr_s13;
    wire [127:0] ipv6_src_addr_3 = if_source_148_s13 ? ipv6_src_addr_s13 : nd_target_addr_2;
    wire any_28 = ipv6_valid_s13 | if_source_138_2_s13;
    wire if_source_154_6 = {~if_source_148_s13} & if_source_154;
    wire if_source_154_7 = if_source_147_s13 & if_source_154_6;
    wire if_source_154_8 = {~ipv4_valid_s13} & if_source_154_7;
    wire [7:0] nd_option_type = rest_after_nd[1023:1016];
    wire [7:0] nd_option_length = rest_after_nd[1015:1008];
    wire [20:0] sum_97 =
            sum_90_s13 + {5'd0, {nd_router_s13, nd_solicited_s13, nd_override_s13, nd_reserved_s13[28:16]}};
    wire [16:0] sum_98 = {1'd0, nd_reserved_s13[15:0]} + {1'd0, nd_target_addr_s13[127:112]};
    wire [16:0] sum_99 = {1'd0, nd_target_addr_s13[111:96]} + {1'd0, nd_target_addr_s13[95:80]};
    wire [16:0] sum_100 = {1'd0, nd_target_addr_s13[79:64]} + {1'd0, nd_target_addr_s13[63:48]};
    wire [16:0] sum_101 = {1'd0, nd_target_addr_s13[47:32]} + {1'd0, nd_target_addr_s13[31:16]};
    wire [17:0] sum_102 = {2'd0, nd_target_addr_s13[15:0]} + {1'd0, sum_98};
    wire [17:0] sum_103 = {1'd0, sum_99} + {1'd0, sum_100};
    wire [20:0] sum_104 = {4'd0, sum_101} + sum_97;
    wire [21:0] sum_105 =
            sum_92_s13 + {6'd0, {nd_router_s13, nd_solicited_s13, nd_override_s13, nd_reserved_s13[28:16]}};
    wire [21:0] sum_106 = {5'd0, sum_101} + sum_105;
    wire any_29 = (({~nd_valid} | if_neighbor_82_s13) | is_less_2_s13) | (nd_target_addr_s13[127:120] == 8'hff);
    wire [127:0] nd_target_addr_3 = if_neighbor_102_s13 ? nd_target_addr_s13 : 128'h0;
    wire nd_override_2 = nd_override_s13 | {~arp_valid_s13};
    wire nd_router_2 = nd_router_s13 | {~arp_valid_s13};
    wire ipv4_mf_4 = if_admit_58 & ipv4_mf_3_s13;
    wire all_26 = is_equal_30_s13 & (echo_valid_s13 & {~ipv4_mf_4});
    wire any_30 = ipv6_valid_s13 | ipv4_mf_4;
    wire [15:0] meta_upper_length_5 = if_admit_58 ? meta_upper_length_4_s13 : 16'h0;
    wire any_31 = is_equal_31_s13 | (meta_upper_length_5 < chosen_32_s13);
    wire if_eligible_87 = ipv4_mf_4 & is_equal_26_s13;
    wire any_32 = if_eligible_83_s13 | if_eligible_87;
    wire [15:0] udp_dst_port_2 = udp_valid_s13 ? udp_dst_port_s13 : meta_src_port_3_s13;
    wire [15:0] tcp_dst_port_2 = tcp_valid_s13 ? tcp_dst_port_s13 : udp_dst_port_2;
    wire is_equal_32 = udp_length_s13 == meta_upper_length_5;
    wire [16:0] sum_107 = {11'd0, 6'h28} + {1'd0, meta_upper_length_5};
    wire [16:0] sum_108 = {1'd0, meta_upper_length_5} + {11'd0, 6'h30};
    wire [16:0] sum_109 = {12'd0, 5'h14} + {1'd0, meta_upper_length_5};
    wire [15:0] chosen_41 = if_admit_58 ? chosen_20_s13 : 16'h0;
    wire chosen_42 = if_admit_58 ? chosen_21_s13 : 1'h0;
    wire [15:0] sum_110 = sum_93_s13 + nd_target_addr_s13[127:112];
    wire [15:0] sum_111 = nd_target_addr_s13[127:112] + nd_target_addr_s13[111:96];
    wire [15:0] sum_112 = nd_target_addr_s13[111:96] + nd_target_addr_s13[95:80];
    wire [15:0] sum_113 = nd_target_addr_s13[95:80] + nd_target_addr_s13[79:64];
    wire [15:0] sum_114 = nd_target_addr_s13[79:64] + nd_target_addr_s13[63:48];
    wire [15:0] sum_115 = nd_target_addr_s13[63:48] + nd_target_addr_s13[47:32];
    wire [15:0] sum_116 = nd_target_addr_s13[47:32] + nd_target_addr_s13[31:16];
    wire [15:0] sum_117 = nd_target_addr_s13[31:16] + nd_target_addr_s13[15:0];
    wire [15:0] sum_118 = nd_target_addr_s13[15:0] + sum_110;
    wire [15:0] sum_119 = sum_111 + sum_112;
    wire [15:0] sum_120 = sum_113 + sum_114;
    wire [15:0] sum_121 = sum_115 + sum_116;
    wire [20:0] sum_122 = sum_94_s13 + {5'd0, nd_target_addr_s13[127:112]};
    wire [16:0] sum_123 = {1'd0, nd_target_addr_s13[127:112]} + {1'd0, nd_target_addr_s13[111:96]};
    wire [16:0] sum_124 = {1'd0, nd_target_addr_s13[95:80]} + {1'd0, nd_target_addr_s13[79:64]};
    wire [16:0] sum_125 = {1'd0, nd_target_addr_s13[63:48]} + {1'd0, nd_target_addr_s13[47:32]};
    wire [16:0] sum_126 = {1'd0, nd_target_addr_s13[31:16]} + {1'd0, nd_target_addr_s13[15:0]};
    wire [17:0] sum_127 = {2'd0, nd_target_addr_s13[15:0]} + {1'd0, sum_123};
    wire [17:0] sum_128 = {1'd0, sum_101} + {1'd0, sum_124};
    wire [17:0] sum_129 = {1'd0, sum_125} + {1'd0, sum_126};
    wire [16:0] sum_130 = {11'd0, 6'h3a} + {1'd0, meta_upper_length_5};
    wire [15:0] chosen_43 = ipv4_mf_4 ? 16'h0 : fragment_identification_s13[31:16];
    wire [31:0] fragment_identification_2 = ipv4_mf_4 ? {16'h0, ipv4_identification_s13} : fragment_identification_s13;
    wire [1:0] fragment_reserved2_2 = ipv4_mf_4 ? 2'h0 : fragment_reserved2_s13;
    wire [7:0] fragment_reserved_2 = ipv4_mf_4 ? 8'h0 : fragment_reserved_s13;
    wire fragment_valid_2 = fragment_valid_s13 & ipv4_mf_4;
    wire fragment_valid_3 = fragment_valid_s13 | ipv4_mf_4;
    wire [7:0] meta_protocol_6 = ipv4_mf_4 ? 8'h2c : meta_protocol_3_s13;
    wire [7:0] chosen_44 = nd_valid ? 8'h14 : 8'h0;
    wire [7:0] sum_131 = sum_95_s13 + chosen_33_s13;
    wire [7:0] chosen_45 = if_admit_34_s13 ? chosen_13_s13 : chosen_35_s13;
    wire [7:0] chosen_46 = all_21_s13 ? 8'h5 : chosen_45;
    wire [7:0] chosen_47 = if_admit_76_s13 ? 8'h6 : chosen_45;
    wire [7:0] chosen_48 = if_admit_72_s13 ? 8'h5 : chosen_47;
    wire [7:0] chosen_49 = ipv4_valid_s13 ? chosen_48 : chosen_46;
    wire [7:0] chosen_50 = if_admit_58 ? chosen_49 : chosen_45;

    // Table other_edges, source.p4:57: 64 rows, looked up in stage 13.
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
        .lookup_valid(valid[13]), .lookup_key(other_edges_key),
        .lookup_counts(all_27_s17), .hit(other_edges_hit), .value(other_edges_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd18), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(other_edges_rdata));
    wire nd_valid_s36;
    delay #(.WIDTH(1), .CYCLES(23)) nd_valid_s36_delay (.clk(clk), .reset(reset), .in(nd_valid), .out(nd_valid_s36));
    reg [1023:0] rest_after_nd_s14; always @(posedge clk) rest_after_nd_s14 <= rest_after_nd;
    reg [7:0] left_after_nd_s14; always @(posedge clk) left_after_nd_s14 <= left_after_nd;
    reg all_25_s14; always @(posedge clk) all_25_s14 <= all_25;
    reg [47:0] nd_option_mac_s14; always @(posedge clk) nd_option_mac_s14 <= nd_option_mac;
    wire [47:0] nd_option_mac_s34;
    delay #(.WIDTH(48), .CYCLES(20)) nd_option_mac_s34_delay (.clk(clk), .reset(reset), .in(nd_option_mac_s14), .out(nd_option_mac_s34));
    reg [47:0] nd_option_mac_s35; always @(posedge clk) nd_option_mac_s35 <= nd_option_mac_s34;
    wire [7:0] chosen_40_s18;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_40_s18_delay (.clk(clk), .reset(reset), .in(chosen_40), .out(chosen_40_s18));
    wire [7:0] chosen_40_s25;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_40_s25_delay (.clk(clk), .reset(reset), .in(chosen_40_s18), .out(chosen_40_s25));
    reg if_decide_27_s14; always @(posedge clk) if_decide_27_s14 <= if_decide_27;
    wire if_decide_27_s16;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_27_s16_delay (.clk(clk), .reset(reset), .in(if_decide_27_s14), .out(if_decide_27_s16));
    wire if_decide_27_s24;
    delay #(.WIDTH(1), .CYCLES(8)) if_decide_27_s24_delay (.clk(clk), .reset(reset), .in(if_decide_27_s16), .out(if_decide_27_s24));
    reg if_decide_27_s25; always @(posedge clk) if_decide_27_s25 <= if_decide_27_s24;
    reg if_source_154_5_s14; always @(posedge clk) if_source_154_5_s14 <= if_source_154_5;
    wire if_source_154_5_s16;
    delay #(.WIDTH(1), .CYCLES(2)) if_source_154_5_s16_delay (.clk(clk), .reset(reset), .in(if_source_154_5_s14), .out(if_source_154_5_s16));
    wire if_source_154_5_s23;
    delay #(.WIDTH(1), .CYCLES(7)) if_source_154_5_s23_delay (.clk(clk), .reset(reset), .in(if_source_154_5_s16), .out(if_source_154_5_s23));
    reg if_source_154_5_s24; always @(posedge clk) if_source_154_5_s24 <= if_source_154_5_s23;
    wire if_source_154_5_s26;
    delay #(.WIDTH(1), .CYCLES(2)) if_source_154_5_s26_delay (.clk(clk), .reset(reset), .in(if_source_154_5_s24), .out(if_source_154_5_s26));
    reg [127:0] ipv6_src_addr_3_s14; always @(posedge clk) ipv6_src_addr_3_s14 <= ipv6_src_addr_3;
    reg any_28_s14; always @(posedge clk) any_28_s14 <= any_28;
    reg if_source_154_8_s14; always @(posedge clk) if_source_154_8_s14 <= if_source_154_8;
    reg [7:0] nd_option_type_s14; always @(posedge clk) nd_option_type_s14 <= nd_option_type;
    wire [7:0] nd_option_type_s27;
    delay #(.WIDTH(8), .CYCLES(13)) nd_option_type_s27_delay (.clk(clk), .reset(reset), .in(nd_option_type_s14), .out(nd_option_type_s27));
    wire [7:0] nd_option_type_s34;
    delay #(.WIDTH(8), .CYCLES(7)) nd_option_type_s34_delay (.clk(clk), .reset(reset), .in(nd_option_type_s27), .out(nd_option_type_s34));
    reg [7:0] nd_option_type_s35; always @(posedge clk) nd_option_type_s35 <= nd_option_type_s34;
    reg [7:0] nd_option_length_s14; always @(posedge clk) nd_option_length_s14 <= nd_option_length;
    wire [7:0] nd_option_length_s27;
    delay #(.WIDTH(8), .CYCLES(13)) nd_option_length_s27_delay (.clk(clk), .reset(reset), .in(nd_option_length_s14), .out(nd_option_length_s27));
    wire [7:0] nd_option_length_s34;
    delay #(.WIDTH(8), .CYCLES(7)) nd_option_length_s34_delay (.clk(clk), .reset(reset), .in(nd_option_length_s27), .out(nd_option_length_s34));
    reg [7:0] nd_option_length_s35; always @(posedge clk) nd_option_length_s35 <= nd_option_length_s34;
    reg [17:0] sum_102_s14; always @(posedge clk) sum_102_s14 <= sum_102;
    reg [17:0] sum_103_s14; always @(posedge clk) sum_103_s14 <= sum_103;
    reg [20:0] sum_104_s14; always @(posedge clk) sum_104_s14 <= sum_104;
    reg [21:0] sum_106_s14; always @(posedge clk) sum_106_s14 <= sum_106;
    wire any_29_s17;
    delay #(.WIDTH(1), .CYCLES(4)) any_29_s17_delay (.clk(clk), .reset(reset), .in(any_29), .out(any_29_s17));
    wire [127:0] nd_target_addr_3_s18;
    delay #(.WIDTH(128), .CYCLES(5)) nd_target_addr_3_s18_delay (.clk(clk), .reset(reset), .in(nd_target_addr_3), .out(nd_target_addr_3_s18));
    wire nd_override_2_s27;
    delay #(.WIDTH(1), .CYCLES(14)) nd_override_2_s27_delay (.clk(clk), .reset(reset), .in(nd_override_2), .out(nd_override_2_s27));
    wire nd_router_2_s27;
    delay #(.WIDTH(1), .CYCLES(14)) nd_router_2_s27_delay (.clk(clk), .reset(reset), .in(nd_router_2), .out(nd_router_2_s27));
    reg ipv4_mf_4_s14; always @(posedge clk) ipv4_mf_4_s14 <= ipv4_mf_4;
    wire ipv4_mf_4_s59;
    delay #(.WIDTH(1), .CYCLES(45)) ipv4_mf_4_s59_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s14), .out(ipv4_mf_4_s59));
    reg ipv4_mf_4_s60; always @(posedge clk) ipv4_mf_4_s60 <= ipv4_mf_4_s59;
    wire ipv4_mf_4_s62;
    delay #(.WIDTH(1), .CYCLES(2)) ipv4_mf_4_s62_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s60), .out(ipv4_mf_4_s62));
    wire ipv4_mf_4_s87;
    delay #(.WIDTH(1), .CYCLES(25)) ipv4_mf_4_s87_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s62), .out(ipv4_mf_4_s87));
    wire ipv4_mf_4_s103;
    delay #(.WIDTH(1), .CYCLES(16)) ipv4_mf_4_s103_delay (.clk(clk), .reset(reset), .in(ipv4_mf_4_s87), .out(ipv4_mf_4_s103));
    wire all_26_s35;
    delay #(.WIDTH(1), .CYCLES(22)) all_26_s35_delay (.clk(clk), .reset(reset), .in(all_26), .out(all_26_s35));
    wire any_30_s62;
    delay #(.WIDTH(1), .CYCLES(49)) any_30_s62_delay (.clk(clk), .reset(reset), .in(any_30), .out(any_30_s62));
    reg any_31_s14; always @(posedge clk) any_31_s14 <= any_31;
    wire if_eligible_87_s62;
    delay #(.WIDTH(1), .CYCLES(49)) if_eligible_87_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_87), .out(if_eligible_87_s62));
    reg if_eligible_87_s63; always @(posedge clk) if_eligible_87_s63 <= if_eligible_87_s62;
    wire any_32_s63;
    delay #(.WIDTH(1), .CYCLES(50)) any_32_s63_delay (.clk(clk), .reset(reset), .in(any_32), .out(any_32_s63));
    reg [15:0] tcp_dst_port_2_s14; always @(posedge clk) tcp_dst_port_2_s14 <= tcp_dst_port_2;
    reg is_equal_32_s14; always @(posedge clk) is_equal_32_s14 <= is_equal_32;
    wire is_equal_32_s63;
    delay #(.WIDTH(1), .CYCLES(49)) is_equal_32_s63_delay (.clk(clk), .reset(reset), .in(is_equal_32_s14), .out(is_equal_32_s63));
    wire is_equal_32_s86;
    delay #(.WIDTH(1), .CYCLES(23)) is_equal_32_s86_delay (.clk(clk), .reset(reset), .in(is_equal_32_s63), .out(is_equal_32_s86));
    reg [16:0] sum_107_s14; always @(posedge clk) sum_107_s14 <= sum_107;
    reg [16:0] sum_108_s14; always @(posedge clk) sum_108_s14 <= sum_108;
    wire [16:0] sum_109_s60;
    delay #(.WIDTH(17), .CYCLES(47)) sum_109_s60_delay (.clk(clk), .reset(reset), .in(sum_109), .out(sum_109_s60));
    wire [15:0] chosen_41_s60;
    delay #(.WIDTH(16), .CYCLES(47)) chosen_41_s60_delay (.clk(clk), .reset(reset), .in(chosen_41), .out(chosen_41_s60));
    wire [15:0] chosen_41_s86;
    delay #(.WIDTH(16), .CYCLES(26)) chosen_41_s86_delay (.clk(clk), .reset(reset), .in(chosen_41_s60), .out(chosen_41_s86));
    wire chosen_42_s60;
    delay #(.WIDTH(1), .CYCLES(47)) chosen_42_s60_delay (.clk(clk), .reset(reset), .in(chosen_42), .out(chosen_42_s60));
    wire chosen_42_s86;
    delay #(.WIDTH(1), .CYCLES(26)) chosen_42_s86_delay (.clk(clk), .reset(reset), .in(chosen_42_s60), .out(chosen_42_s86));
    reg [15:0] sum_117_s14; always @(posedge clk) sum_117_s14 <= sum_117;
    reg [15:0] sum_118_s14; always @(posedge clk) sum_118_s14 <= sum_118;
    reg [15:0] sum_119_s14; always @(posedge clk) sum_119_s14 <= sum_119;
    reg [15:0] sum_120_s14; always @(posedge clk) sum_120_s14 <= sum_120;
    reg [15:0] sum_121_s14; always @(posedge clk) sum_121_s14 <= sum_121;
    reg [20:0] sum_122_s14; always @(posedge clk) sum_122_s14 <= sum_122;
    reg [17:0] sum_127_s14; always @(posedge clk) sum_127_s14 <= sum_127;
    reg [17:0] sum_128_s14; always @(posedge clk) sum_128_s14 <= sum_128;
    reg [17:0] sum_129_s14; always @(posedge clk) sum_129_s14 <= sum_129;
    wire [16:0] sum_130_s37;
    delay #(.WIDTH(17), .CYCLES(24)) sum_130_s37_delay (.clk(clk), .reset(reset), .in(sum_130), .out(sum_130_s37));
    wire [16:0] sum_130_s91;
    delay #(.WIDTH(17), .CYCLES(54)) sum_130_s91_delay (.clk(clk), .reset(reset), .in(sum_130_s37), .out(sum_130_s91));
    wire [15:0] chosen_43_s60;
    delay #(.WIDTH(16), .CYCLES(47)) chosen_43_s60_delay (.clk(clk), .reset(reset), .in(chosen_43), .out(chosen_43_s60));
    wire [31:0] fragment_identification_2_s60;
    delay #(.WIDTH(32), .CYCLES(47)) fragment_identification_2_s60_delay (.clk(clk), .reset(reset), .in(fragment_identification_2), .out(fragment_identification_2_s60));
    wire [1:0] fragment_reserved2_2_s60;
    delay #(.WIDTH(2), .CYCLES(47)) fragment_reserved2_2_s60_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_2), .out(fragment_reserved2_2_s60));
    wire [7:0] fragment_reserved_2_s60;
    delay #(.WIDTH(8), .CYCLES(47)) fragment_reserved_2_s60_delay (.clk(clk), .reset(reset), .in(fragment_reserved_2), .out(fragment_reserved_2_s60));
    wire fragment_valid_2_s60;
    delay #(.WIDTH(1), .CYCLES(47)) fragment_valid_2_s60_delay (.clk(clk), .reset(reset), .in(fragment_valid_2), .out(fragment_valid_2_s60));
    wire fragment_valid_3_s60;
    delay #(.WIDTH(1), .CYCLES(47)) fragment_valid_3_s60_delay (.clk(clk), .reset(reset), .in(fragment_valid_3), .out(fragment_valid_3_s60));
    wire [7:0] meta_protocol_6_s87;
    delay #(.WIDTH(8), .CYCLES(74)) meta_protocol_6_s87_delay (.clk(clk), .reset(reset), .in(meta_protocol_6), .out(meta_protocol_6_s87));
    reg [7:0] chosen_44_s14; always @(posedge clk) chosen_44_s14 <= chosen_44;
    reg [7:0] sum_131_s14; always @(posedge clk) sum_131_s14 <= sum_131;
    wire [7:0] chosen_50_s18;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_50_s18_delay (.clk(clk), .reset(reset), .in(chosen_50), .out(chosen_50_s18));
    wire [7:0] chosen_50_s25;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_50_s25_delay (.clk(clk), .reset(reset), .in(chosen_50_s18), .out(chosen_50_s25));

    // ---- Stage 14 -----------------------------------------------------------------------------------------------------
    // parser state IsthmusParser_nd_option, deparser, card.p4 95+97+99+104+106+154, decide.p4 27, eligible.p4 93,
    // neighbor.p4 86+88+95+131+163, outbound.p4 193, result.p4 33+41, source.p4 129+135+147+167+183
    wire nd_option_valid = all_25_s14 & {~(left_after_nd_s14 < 8'h8)};
    wire [1023:0] rest_after_nd_option = nd_option_valid ? {rest_after_nd_s14[959:0], 64'h0} : rest_after_nd_s14;
    wire all_28 = all_2_s14 & if_decide_27_s14;
    wire all_23 = all_28 & {~is_equal_s14};
    wire [127:0] ipv6_src_addr_4 = if_source_147_s14 ? ipv6_src_addr_3_s14 : ipv6_src_addr_s14;
    wire [127:0] ipv6_src_addr_5 = any_12_s14 ? 128'h0 : ipv6_src_addr_4;
    wire [127:0] ipv6_src_addr_6 = any_28_s14 ? ipv6_src_addr_5 : {96'hffff, arp_sender_addr_3_s14};
    wire if_source_140_3 = arp_valid_s14 ? if_source_140_2_s14 : if_source_154_8_s14;
    wire if_card_106 = nd_option_type_s14 == 8'h1;
    wire if_card_106_2 = nd_option_valid & if_card_106;
    wire if_neighbor_95 = if_source_151_s14 & (if_card_106_2 | any_27_s14);
    wire all_29 = nd_option_valid & (nd_option_length_s14 == 8'h0);
    wire [18:0] sum_132 = {1'd0, sum_102_s14} + {1'd0, sum_103_s14};
    wire [20:0] sum_133 = sum_104_s14 + {2'd0, sum_132};
    wire [16:0] sum_134 = {1'd0, {nd_option_type_s14, nd_option_length_s14}} + {1'd0, nd_option_mac_s14[47:32]};
    wire [16:0] sum_135 = {1'd0, nd_option_mac_s14[31:16]} + {1'd0, nd_option_mac_s14[15:0]};
    wire [20:0] sum_136 = sum_104_s14 + {4'd0, sum_134};
    wire [19:0] sum_137 = {3'd0, sum_135} + {1'd0, sum_132};
    wire [21:0] sum_138 = sum_106_s14 + {5'd0, sum_134};
    wire if_source_179 = {~if_source_154_5_s14} & {~if_source_140_3};
    wire if_neighbor_102_2 = if_neighbor_102_s14 & {~if_neighbor_95};
    wire nd_option_valid_2 = nd_option_valid | {~arp_valid_s14};
    wire if_eligible_93 = if_eligible_41_2_s14 & any_31_s14;
    wire [15:0] tcp_dst_port_3 = ipv6_valid_s14 ? tcp_dst_port_2_s14 : meta_src_port_3_s14;
    wire [7:0] chosen_51 = is_equal_32_s14 ? 8'h2 : 8'h1;
    wire [16:0] chosen_52 = ipv4_mf_4_s14 ? sum_108_s14 : sum_107_s14;
    wire [15:0] sum_139 = sum_117_s14 + sum_118_s14;
    wire [15:0] sum_140 = sum_119_s14 + sum_120_s14;
    wire [15:0] sum_141 = sum_121_s14 + sum_139;
    wire [20:0] sum_142 = sum_122_s14 + {3'd0, sum_103_s14};
    wire [18:0] sum_143 = {1'd0, sum_127_s14} + {1'd0, sum_128_s14};
    wire [19:0] sum_144 = {2'd0, sum_129_s14} + {1'd0, sum_143};
    wire [7:0] sum_145 = 8'hf8 + left_after_nd_s14;
    wire [7:0] left_after_nd_option = nd_option_valid ? sum_145 : left_after_nd_s14;
    wire [7:0] sum_146 = sum_131_s14 + chosen_44_s14;
    wire [15:0] in_length_3 = (arp_valid_s14 | nd_option_valid) ? in_length_2_s14 : sume_metadata_pkt_len_2_s14;
    wire if_card_106_3 = {~if_card_99_s14} & if_card_106_2;
    wire if_card_106_4 = {~if_card_97_s14} & if_card_106_3;
    wire if_card_106_5 = {~if_card_95_s14} & if_card_106_4;
    reg nd_option_valid_s15; always @(posedge clk) nd_option_valid_s15 <= nd_option_valid;
    wire nd_option_valid_s27;
    delay #(.WIDTH(1), .CYCLES(12)) nd_option_valid_s27_delay (.clk(clk), .reset(reset), .in(nd_option_valid_s15), .out(nd_option_valid_s27));
    wire nd_option_valid_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_option_valid_s34_delay (.clk(clk), .reset(reset), .in(nd_option_valid_s27), .out(nd_option_valid_s34));
    reg nd_option_valid_s35; always @(posedge clk) nd_option_valid_s35 <= nd_option_valid_s34;
    wire [1023:0] rest_after_nd_option_s36;
    delay #(.WIDTH(1024), .CYCLES(22)) rest_after_nd_option_s36_delay (.clk(clk), .reset(reset), .in(rest_after_nd_option), .out(rest_after_nd_option_s36));
    wire all_28_s16;
    delay #(.WIDTH(1), .CYCLES(2)) all_28_s16_delay (.clk(clk), .reset(reset), .in(all_28), .out(all_28_s16));
    reg all_23_s15; always @(posedge clk) all_23_s15 <= all_23;
    reg all_23_s16; always @(posedge clk) all_23_s16 <= all_23_s15;
    wire [127:0] ipv6_src_addr_5_s17;
    delay #(.WIDTH(128), .CYCLES(3)) ipv6_src_addr_5_s17_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_5), .out(ipv6_src_addr_5_s17));
    wire [127:0] ipv6_src_addr_6_s20;
    delay #(.WIDTH(128), .CYCLES(6)) ipv6_src_addr_6_s20_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_6), .out(ipv6_src_addr_6_s20));
    wire if_source_140_3_s24;
    delay #(.WIDTH(1), .CYCLES(10)) if_source_140_3_s24_delay (.clk(clk), .reset(reset), .in(if_source_140_3), .out(if_source_140_3_s24));
    wire if_neighbor_95_s17;
    delay #(.WIDTH(1), .CYCLES(3)) if_neighbor_95_s17_delay (.clk(clk), .reset(reset), .in(if_neighbor_95), .out(if_neighbor_95_s17));
    wire all_29_s17;
    delay #(.WIDTH(1), .CYCLES(3)) all_29_s17_delay (.clk(clk), .reset(reset), .in(all_29), .out(all_29_s17));
    reg [20:0] sum_133_s15; always @(posedge clk) sum_133_s15 <= sum_133;
    reg [20:0] sum_136_s15; always @(posedge clk) sum_136_s15 <= sum_136;
    reg [19:0] sum_137_s15; always @(posedge clk) sum_137_s15 <= sum_137;
    reg [21:0] sum_138_s15; always @(posedge clk) sum_138_s15 <= sum_138;
    wire if_source_179_s24;
    delay #(.WIDTH(1), .CYCLES(10)) if_source_179_s24_delay (.clk(clk), .reset(reset), .in(if_source_179), .out(if_source_179_s24));
    wire if_neighbor_102_2_s17;
    delay #(.WIDTH(1), .CYCLES(3)) if_neighbor_102_2_s17_delay (.clk(clk), .reset(reset), .in(if_neighbor_102_2), .out(if_neighbor_102_2_s17));
    wire nd_option_valid_2_s27;
    delay #(.WIDTH(1), .CYCLES(13)) nd_option_valid_2_s27_delay (.clk(clk), .reset(reset), .in(nd_option_valid_2), .out(nd_option_valid_2_s27));
    wire if_eligible_93_s62;
    delay #(.WIDTH(1), .CYCLES(48)) if_eligible_93_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_93), .out(if_eligible_93_s62));
    reg if_eligible_93_s63; always @(posedge clk) if_eligible_93_s63 <= if_eligible_93_s62;
    wire [15:0] tcp_dst_port_3_s73;
    delay #(.WIDTH(16), .CYCLES(59)) tcp_dst_port_3_s73_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_3), .out(tcp_dst_port_3_s73));
    wire [7:0] chosen_51_s86;
    delay #(.WIDTH(8), .CYCLES(72)) chosen_51_s86_delay (.clk(clk), .reset(reset), .in(chosen_51), .out(chosen_51_s86));
    wire [16:0] chosen_52_s60;
    delay #(.WIDTH(17), .CYCLES(46)) chosen_52_s60_delay (.clk(clk), .reset(reset), .in(chosen_52), .out(chosen_52_s60));
    reg [15:0] sum_140_s15; always @(posedge clk) sum_140_s15 <= sum_140;
    reg [15:0] sum_141_s15; always @(posedge clk) sum_141_s15 <= sum_141;
    reg [20:0] sum_142_s15; always @(posedge clk) sum_142_s15 <= sum_142;
    reg [19:0] sum_144_s15; always @(posedge clk) sum_144_s15 <= sum_144;
    reg [7:0] left_after_nd_option_s15; always @(posedge clk) left_after_nd_option_s15 <= left_after_nd_option;
    reg [7:0] sum_146_s15; always @(posedge clk) sum_146_s15 <= sum_146;
    wire [15:0] in_length_3_s113;
    delay #(.WIDTH(16), .CYCLES(99)) in_length_3_s113_delay (.clk(clk), .reset(reset), .in(in_length_3), .out(in_length_3_s113));
    wire if_card_106_5_s123;
    delay #(.WIDTH(1), .CYCLES(109)) if_card_106_5_s123_delay (.clk(clk), .reset(reset), .in(if_card_106_5), .out(if_card_106_5_s123));

    // ---- Stage 15 -----------------------------------------------------------------------------------------------------
    // deparser, neighbor.p4 86+163
    wire [20:0] sum_147 = {1'd0, sum_137_s15} + sum_136_s15;
    wire [20:0] chosen_53 = nd_option_valid_s15 ? sum_147 : sum_133_s15;
    wire [21:0] sum_148 = {2'd0, sum_137_s15} + sum_138_s15;
    wire chosen_54 = nd_option_valid_s15 ? sum_148[21] : 1'h0;
    wire [15:0] sum_149 = sum_140_s15 + sum_141_s15;
    wire [20:0] sum_150 = sum_142_s15 + {1'd0, sum_144_s15};
    wire [7:0] sum_151 = sum_146_s15 + left_after_nd_option_s15;
    reg [20:0] chosen_53_s16; always @(posedge clk) chosen_53_s16 <= chosen_53;
    reg chosen_54_s16; always @(posedge clk) chosen_54_s16 <= chosen_54;
    wire [15:0] sum_149_s35;
    delay #(.WIDTH(16), .CYCLES(20)) sum_149_s35_delay (.clk(clk), .reset(reset), .in(sum_149), .out(sum_149_s35));
    wire [20:0] sum_150_s35;
    delay #(.WIDTH(21), .CYCLES(20)) sum_150_s35_delay (.clk(clk), .reset(reset), .in(sum_150), .out(sum_150_s35));
    wire [7:0] sum_151_s36;
    delay #(.WIDTH(8), .CYCLES(21)) sum_151_s36_delay (.clk(clk), .reset(reset), .in(sum_151), .out(sum_151_s36));

    // ---- Stage 16 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, neighbor.p4 86, source.p4 45+99+129+134+164+167-168
    wire all_27 = all_23_s16 & {~edge_hit};
    wire edge_validate = edge_hit & (edge_value[65:64] == 2'h2);
    wire edge_trust = edge_hit & (edge_value[65:64] == 2'h1);
    wire any_33 = is_equal_s16 | (edge_trust | edge_validate);
    wire edge_validate_2 = {~is_equal_s16} & edge_validate;
    wire all_30 = all_28_s16 & edge_validate_2;
    wire all_31 = all_30 & {~if_source_138_2_s16};
    wire all_32 = {~ipv6_valid_s16} & all_31;
    wire [31:0] edge_packet_group = edge_value[31:0];
    wire [31:0] edge_packet_group_2 = edge_validate ? edge_packet_group : 32'h0;
    wire [31:0] edge_packet_group_3 = is_equal_s16 ? 32'h0 : edge_packet_group_2;
    wire [31:0] edge_neighbor_group = edge_value[63:32];
    wire [31:0] edge_neighbor_group_2 = edge_validate ? edge_neighbor_group : 32'h0;
    wire [31:0] edge_neighbor_group_3 = is_equal_s16 ? 32'h0 : edge_neighbor_group_2;
    wire [31:0] edge_neighbor_group_4 = if_source_154_5_s16 ? edge_neighbor_group_3 : edge_packet_group_3;
    wire all_33 = ipv6_valid_s16 & all_31;
    wire [15:0] sum_152 = chosen_53_s16[15:0] + {10'd0, {chosen_54_s16, chosen_53_s16[20:16]}};
    wire [16:0] sum_153 = {1'd0, chosen_53_s16[15:0]} + {11'd0, {chosen_54_s16, chosen_53_s16[20:16]}};
    wire [16:0] sum_154 = {16'd0, sum_153[16]} + {1'd0, sum_152};
    wire edge_validate_3 = if_decide_27_s16 & edge_validate_2;
    reg all_27_s17; always @(posedge clk) all_27_s17 <= all_27;
    wire any_33_s18;
    delay #(.WIDTH(1), .CYCLES(2)) any_33_s18_delay (.clk(clk), .reset(reset), .in(any_33), .out(any_33_s18));
    wire edge_validate_2_s24;
    delay #(.WIDTH(1), .CYCLES(8)) edge_validate_2_s24_delay (.clk(clk), .reset(reset), .in(edge_validate_2), .out(edge_validate_2_s24));
    reg edge_validate_2_s25; always @(posedge clk) edge_validate_2_s25 <= edge_validate_2_s24;
    wire all_30_s23;
    delay #(.WIDTH(1), .CYCLES(7)) all_30_s23_delay (.clk(clk), .reset(reset), .in(all_30), .out(all_30_s23));
    wire all_32_s22;
    delay #(.WIDTH(1), .CYCLES(6)) all_32_s22_delay (.clk(clk), .reset(reset), .in(all_32), .out(all_32_s22));
    reg [31:0] edge_neighbor_group_4_s17; always @(posedge clk) edge_neighbor_group_4_s17 <= edge_neighbor_group_4;
    wire [31:0] edge_neighbor_group_4_s20;
    delay #(.WIDTH(32), .CYCLES(3)) edge_neighbor_group_4_s20_delay (.clk(clk), .reset(reset), .in(edge_neighbor_group_4_s17), .out(edge_neighbor_group_4_s20));
    wire all_33_s22;
    delay #(.WIDTH(1), .CYCLES(6)) all_33_s22_delay (.clk(clk), .reset(reset), .in(all_33), .out(all_33_s22));
    reg [16:0] sum_154_s17; always @(posedge clk) sum_154_s17 <= sum_154;
    wire edge_validate_3_s26;
    delay #(.WIDTH(1), .CYCLES(10)) edge_validate_3_s26_delay (.clk(clk), .reset(reset), .in(edge_validate_3), .out(edge_validate_3_s26));

    // ---- Stage 17 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 84+88
    wire is_equal_33 = sum_154_s17 == 17'hffff;
    wire if_neighbor_88 =
            ((any_29_s17 | (is_equal_21_s17 & {~is_equal_33})) | ({~is_equal_33} & is_equal_20_s17)) | all_29_s17;
    wire any_34 = if_neighbor_88 | if_neighbor_95_s17;
    wire if_neighbor_102_3 = {~if_neighbor_88} & if_neighbor_102_2_s17;
    wire if_neighbor_102_4 = if_neighbor_84_s17 & if_neighbor_102_3;
    wire all_34 = if_neighbor_84_s17 & any_34;

    // Table source6, source.p4:99: 128 rows, looked up in stage 17.
    wire source6_hit;
    wire [2:0] source6_value;
    wire [31:0] source6_rdata;
    wire [159:0] source6_key = 
            {edge_neighbor_group_4_s17, ipv6_src_addr_5_s17};
    ternary_table #(
        .KEY(160), .VALUE(3),
        .ROWS(128)
    ) source6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[17]), .lookup_key(source6_key),
        .lookup_counts(all_33_s22), .hit(source6_hit), .value(source6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd20), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source6_rdata));

    // Table source4, source.p4:88: 128 rows, looked up in stage 17.
    wire source4_hit;
    wire [2:0] source4_value;
    wire [31:0] source4_rdata;
    wire [63:0] source4_key = 
            {edge_neighbor_group_4_s17, arp_sender_addr_3_s17};
    ternary_table #(
        .KEY(64), .VALUE(3),
        .ROWS(128)
    ) source4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[17]), .lookup_key(source4_key),
        .lookup_counts(all_32_s22), .hit(source4_hit), .value(source4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd19), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source4_rdata));
    reg any_34_s18; always @(posedge clk) any_34_s18 <= any_34;
    wire any_34_s26;
    delay #(.WIDTH(1), .CYCLES(8)) any_34_s26_delay (.clk(clk), .reset(reset), .in(any_34_s18), .out(any_34_s26));
    reg if_neighbor_102_4_s18; always @(posedge clk) if_neighbor_102_4_s18 <= if_neighbor_102_4;
    wire all_34_s26;
    delay #(.WIDTH(1), .CYCLES(9)) all_34_s26_delay (.clk(clk), .reset(reset), .in(all_34), .out(all_34_s26));

    // ---- Stage 18 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 66+79+81+84+88, source.p4 57+129
    wire other_edges_unverified = other_edges_hit & (other_edges_value == 2'h2);
    wire [7:0] chosen_55 = other_edges_unverified ? 8'h1 : chosen_40_s18;
    wire [7:0] chosen_56 = any_33_s18 ? chosen_40_s18 : chosen_55;
    wire [7:0] chosen_57 = any_34_s18 ? 8'h1 : 8'h2;
    wire if_neighbor_102_5 = {~if_neighbor_81_s18} & if_neighbor_102_4_s18;
    wire if_neighbor_102_6 = if_neighbor_79_s18 & if_neighbor_102_5;
    wire if_neighbor_74_3 = arp_valid_s18 ? if_neighbor_74_2_s18 : if_neighbor_102_6;
    wire [127:0] nd_target_addr_4 = any_34_s18 ? 128'h0 : nd_target_addr_3_s18;
    wire [127:0] nd_target_addr_5 = if_neighbor_84_s18 ? nd_target_addr_4 : 128'h0;
    wire [127:0] nd_target_addr_6 = if_neighbor_81_s18 ? 128'h0 : nd_target_addr_5;
    wire [127:0] nd_target_addr_7 = if_neighbor_79_s18 ? nd_target_addr_6 : 128'h0;
    wire [7:0] chosen_58 = other_edges_unverified ? 8'h1c : chosen_50_s18;
    wire [7:0] chosen_59 = any_33_s18 ? chosen_50_s18 : chosen_58;
    wire [7:0] chosen_56_s23;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_56_s23_delay (.clk(clk), .reset(reset), .in(chosen_56), .out(chosen_56_s23));
    reg [7:0] chosen_56_s24; always @(posedge clk) chosen_56_s24 <= chosen_56_s23;
    reg [7:0] chosen_56_s25; always @(posedge clk) chosen_56_s25 <= chosen_56_s24;
    wire [7:0] chosen_57_s26;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_57_s26_delay (.clk(clk), .reset(reset), .in(chosen_57), .out(chosen_57_s26));
    wire if_neighbor_74_3_s27;
    delay #(.WIDTH(1), .CYCLES(9)) if_neighbor_74_3_s27_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_3), .out(if_neighbor_74_3_s27));
    reg [127:0] nd_target_addr_7_s19; always @(posedge clk) nd_target_addr_7_s19 <= nd_target_addr_7;
    wire [7:0] chosen_59_s23;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_59_s23_delay (.clk(clk), .reset(reset), .in(chosen_59), .out(chosen_59_s23));
    reg [7:0] chosen_59_s24; always @(posedge clk) chosen_59_s24 <= chosen_59_s23;
    reg [7:0] chosen_59_s25; always @(posedge clk) chosen_59_s25 <= chosen_59_s24;

    // ---- Stage 19 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 66+113
    wire [127:0] nd_target_addr_8 = arp_valid_s19 ? 128'h0 : nd_target_addr_7_s19;
    wire [127:0] nd_target_addr_9 = ipv4_valid_s19 ? nd_target_addr_8 : ipv6_src_addr_s19;
    wire [127:0] nd_target_addr_8_s27;
    delay #(.WIDTH(128), .CYCLES(8)) nd_target_addr_8_s27_delay (.clk(clk), .reset(reset), .in(nd_target_addr_8), .out(nd_target_addr_8_s27));
    wire [127:0] nd_target_addr_9_s27;
    delay #(.WIDTH(128), .CYCLES(8)) nd_target_addr_9_s27_delay (.clk(clk), .reset(reset), .in(nd_target_addr_9), .out(nd_target_addr_9_s27));

    // ---- Stage 20 -----------------------------------------------------------------------------------------------------
    // 

    // Table source_binding, source.p4:115: 4096 rows, looked up in stage 20.
    wire source_binding_hit;
    wire [1:0] source_binding_value;
    wire [31:0] source_binding_rdata;
    wire [159:0] source_binding_key = 
            {edge_neighbor_group_4_s20, ipv6_src_addr_6_s20};
    exact_table #(
        .KEY(160), .VALUE(2),
        .WAYS(5), .INDEX(10), .OVERFLOW(8),
        .HASH(`SOURCE_BINDING_HASH)
    ) source_binding_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[20]), .lookup_key(source_binding_key),
        .lookup_counts(all_35_s24), .hit(source_binding_hit), .value(source_binding_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd21), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(source_binding_rdata));

    // ---- Stage 23 -----------------------------------------------------------------------------------------------------
    // source.p4 88+99+167-168+175+178
    wire source4_routed = source4_hit & (source4_value == 3'h2);
    wire source4_on_link = source4_hit & (source4_value == 3'h1);
    wire any_35 = source4_on_link | source4_routed;
    wire [7:0] chosen_60 = any_35 ? chosen_56_s23 : 8'h1;
    wire source4_unverified = source4_hit & (source4_value == 3'h3);
    wire [7:0] chosen_61 = source4_unverified ? 8'h1 : chosen_60;
    wire source4_full = source4_hit & (source4_value == 3'h5);
    wire source4_learned = source4_hit & (source4_value == 3'h4);
    wire source4_learned_2 = source4_learned | source4_full;
    wire [7:0] chosen_62 = source4_learned_2 ? chosen_56_s23 : chosen_61;
    wire source6_routed = source6_hit & (source6_value == 3'h2);
    wire source6_on_link = source6_hit & (source6_value == 3'h1);
    wire any_36 = source6_on_link | source6_routed;
    wire [7:0] chosen_63 = any_36 ? chosen_56_s23 : 8'h1;
    wire source6_unverified = source6_hit & (source6_value == 3'h3);
    wire [7:0] chosen_64 = source6_unverified ? 8'h1 : chosen_63;
    wire source6_full = source6_hit & (source6_value == 3'h5);
    wire source6_learned = source6_hit & (source6_value == 3'h4);
    wire source6_learned_2 = source6_learned | source6_full;
    wire [7:0] chosen_65 = source6_learned_2 ? chosen_56_s23 : chosen_64;
    wire source6_full_2 = ipv6_valid_s23 ? source6_full : source4_full;
    wire source6_full_3 = {~if_source_138_2_s23} & source6_full_2;
    wire source6_learned_3 = ipv6_valid_s23 ? source6_learned_2 : source4_learned_2;
    wire source6_learned_4 = {~if_source_138_2_s23} & source6_learned_3;
    wire all_35 = all_30_s23 & source6_learned_4;
    wire source4_routed_2 = source4_routed & {~source4_unverified};
    wire source4_routed_3 = source4_routed_2 & {~source4_learned};
    wire source4_routed_4 = source4_routed_3 & {~source4_full};
    wire source6_routed_2 = source6_routed & {~source6_unverified};
    wire source6_routed_3 = source6_routed_2 & {~source6_learned};
    wire source6_routed_4 = source6_routed_3 & {~source6_full};
    wire source6_routed_5 = ipv6_valid_s23 ? source6_routed_4 : source4_routed_4;
    wire source6_routed_6 = {~if_source_138_2_s23} & source6_routed_5;
    wire any_37 = if_source_154_5_s23 | source6_full_3;
    wire [7:0] chosen_66 = any_35 ? chosen_59_s23 : 8'h1c;
    wire [7:0] chosen_67 = source4_unverified ? 8'h1c : chosen_66;
    wire [7:0] chosen_68 = source4_learned_2 ? chosen_59_s23 : chosen_67;
    wire [7:0] chosen_69 = any_36 ? chosen_59_s23 : 8'h1c;
    wire [7:0] chosen_70 = source6_unverified ? 8'h1c : chosen_69;
    wire [7:0] chosen_71 = source6_learned_2 ? chosen_59_s23 : chosen_70;
    reg [7:0] chosen_62_s24; always @(posedge clk) chosen_62_s24 <= chosen_62;
    reg [7:0] chosen_65_s24; always @(posedge clk) chosen_65_s24 <= chosen_65;
    reg source6_full_3_s24; always @(posedge clk) source6_full_3_s24 <= source6_full_3;
    wire source6_learned_4_s25;
    delay #(.WIDTH(1), .CYCLES(2)) source6_learned_4_s25_delay (.clk(clk), .reset(reset), .in(source6_learned_4), .out(source6_learned_4_s25));
    reg all_35_s24; always @(posedge clk) all_35_s24 <= all_35;
    reg source6_routed_6_s24; always @(posedge clk) source6_routed_6_s24 <= source6_routed_6;
    wire any_37_s25;
    delay #(.WIDTH(1), .CYCLES(2)) any_37_s25_delay (.clk(clk), .reset(reset), .in(any_37), .out(any_37_s25));
    reg [7:0] chosen_68_s24; always @(posedge clk) chosen_68_s24 <= chosen_68;
    reg [7:0] chosen_71_s24; always @(posedge clk) chosen_71_s24 <= chosen_71;

    // ---- Stage 24 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, source.p4 134+167-168+178-179+182
    wire [7:0] chosen_72 = ipv6_valid_s24 ? chosen_65_s24 : chosen_62_s24;
    wire [7:0] chosen_73 = if_source_138_2_s24 ? chosen_56_s24 : chosen_72;
    wire [7:0] chosen_74 = if_source_154_5_s24 ? chosen_73 : 8'h2;
    wire [7:0] chosen_75 = source6_full_3_s24 ? 8'h1 : chosen_74;
    wire all_36 = if_source_140_3_s24 & source6_routed_6_s24;
    wire if_source_179_2 = source6_routed_6_s24 & if_source_179_s24;
    wire if_source_179_3 = edge_validate_2_s24 & if_source_179_2;
    wire if_source_179_4 = if_decide_27_s24 & if_source_179_3;
    wire [7:0] chosen_76 = ipv6_valid_s24 ? chosen_71_s24 : chosen_68_s24;
    wire [7:0] chosen_77 = if_source_138_2_s24 ? chosen_59_s24 : chosen_76;
    wire [7:0] chosen_78 = source6_full_3_s24 ? 8'h1e : chosen_77;
    reg [7:0] chosen_73_s25; always @(posedge clk) chosen_73_s25 <= chosen_73;
    reg [7:0] chosen_75_s25; always @(posedge clk) chosen_75_s25 <= chosen_75;
    reg all_36_s25; always @(posedge clk) all_36_s25 <= all_36;
    wire if_source_179_4_s27;
    delay #(.WIDTH(1), .CYCLES(3)) if_source_179_4_s27_delay (.clk(clk), .reset(reset), .in(if_source_179_4), .out(if_source_179_4_s27));
    reg [7:0] chosen_77_s25; always @(posedge clk) chosen_77_s25 <= chosen_77;
    reg [7:0] chosen_78_s25; always @(posedge clk) chosen_78_s25 <= chosen_78;

    // ---- Stage 25 -----------------------------------------------------------------------------------------------------
    // decide.p4 27, source.p4 115+134+175+182+186
    wire source_binding_bound = source_binding_hit & (source_binding_value == 2'h1);
    wire [7:0] chosen_79 = source_binding_bound ? chosen_73_s25 : chosen_75_s25;
    wire source_binding_unverified = source_binding_hit & (source_binding_value == 2'h2);
    wire [7:0] chosen_80 = source_binding_unverified ? 8'h1 : chosen_79;
    wire [7:0] chosen_81 = source6_learned_4_s25 ? chosen_80 : chosen_73_s25;
    wire [7:0] chosen_82 = all_36_s25 ? 8'h1 : chosen_81;
    wire [7:0] chosen_83 = edge_validate_2_s25 ? chosen_82 : chosen_56_s25;
    wire [7:0] chosen_84 = if_decide_27_s25 ? chosen_83 : chosen_40_s25;
    wire [7:0] chosen_85 = ((any_37_s25 | source_binding_bound) | source_binding_unverified) ? chosen_17_s25 : 8'h11;
    wire [7:0] chosen_86 = source6_learned_4_s25 ? chosen_85 : chosen_17_s25;
    wire is_equal_34 = chosen_82 == 8'h1;
    wire [7:0] chosen_87 = source_binding_bound ? chosen_77_s25 : chosen_78_s25;
    wire [7:0] chosen_88 = source_binding_unverified ? 8'h1c : chosen_87;
    wire [7:0] chosen_89 = source6_learned_4_s25 ? chosen_88 : chosen_77_s25;
    wire [7:0] chosen_90 = all_36_s25 ? 8'h1c : chosen_89;
    wire [7:0] chosen_91 = edge_validate_2_s25 ? chosen_90 : chosen_59_s25;
    wire [7:0] chosen_92 = if_decide_27_s25 ? chosen_91 : chosen_50_s25;
    reg [7:0] chosen_84_s26; always @(posedge clk) chosen_84_s26 <= chosen_84;
    wire [7:0] chosen_84_s34;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_84_s34_delay (.clk(clk), .reset(reset), .in(chosen_84_s26), .out(chosen_84_s34));
    reg [7:0] chosen_86_s26; always @(posedge clk) chosen_86_s26 <= chosen_86;
    reg is_equal_34_s26; always @(posedge clk) is_equal_34_s26 <= is_equal_34;
    reg [7:0] chosen_92_s26; always @(posedge clk) chosen_92_s26 <= chosen_92;
    wire [7:0] chosen_92_s34;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_92_s34_delay (.clk(clk), .reset(reset), .in(chosen_92_s26), .out(chosen_92_s34));

    // ---- Stage 26 -----------------------------------------------------------------------------------------------------
    // decide.p4 27-28, neighbor.p4 66-67+79+81-82+84+88, source.p4 186
    wire [7:0] chosen_93 = if_neighbor_84_s26 ? chosen_57_s26 : chosen_84_s26;
    wire [7:0] chosen_94 = if_neighbor_81_s26 ? chosen_31_s26 : chosen_93;
    wire [7:0] chosen_95 = if_neighbor_79_s26 ? chosen_94 : chosen_84_s26;
    wire if_decide_28 = chosen_84_s26 == 8'h0;
    wire all_37 = all_2_s26 & if_decide_28;
    wire if_source_186 = if_source_154_5_s26 & is_equal_34_s26;
    wire [7:0] chosen_96 = if_source_186 ? 8'h10 : chosen_86_s26;
    wire [7:0] chosen_97 = edge_validate_3_s26 ? chosen_96 : chosen_17_s26;
    wire [7:0] chosen_98 = any_34_s26 ? chosen_97 : 8'h6;
    wire [7:0] chosen_99 = if_neighbor_84_s26 ? chosen_98 : chosen_97;
    wire [7:0] chosen_100 = if_neighbor_82_s26 ? chosen_97 : 8'h9;
    wire [7:0] chosen_101 = if_neighbor_81_s26 ? chosen_100 : chosen_99;
    wire [7:0] chosen_102 = if_neighbor_67_s26 ? chosen_97 : 8'h6;
    wire [7:0] chosen_103 = all_34_s26 ? 8'h7 : chosen_92_s26;
    wire [7:0] chosen_104 = if_neighbor_82_s26 ? 8'h7 : chosen_92_s26;
    wire [7:0] chosen_105 = if_neighbor_81_s26 ? chosen_104 : chosen_103;
    wire [7:0] chosen_106 = if_neighbor_79_s26 ? chosen_105 : chosen_92_s26;
    wire [7:0] chosen_107 = if_neighbor_67_s26 ? 8'h7 : chosen_92_s26;
    wire [7:0] chosen_108 = arp_valid_s26 ? chosen_107 : chosen_106;
    reg [7:0] chosen_95_s27; always @(posedge clk) chosen_95_s27 <= chosen_95;
    reg if_decide_28_s27; always @(posedge clk) if_decide_28_s27 <= if_decide_28;
    wire if_decide_28_s34;
    delay #(.WIDTH(1), .CYCLES(7)) if_decide_28_s34_delay (.clk(clk), .reset(reset), .in(if_decide_28_s27), .out(if_decide_28_s34));
    reg all_37_s27; always @(posedge clk) all_37_s27 <= all_37;
    reg [7:0] chosen_97_s27; always @(posedge clk) chosen_97_s27 <= chosen_97;
    reg [7:0] chosen_101_s27; always @(posedge clk) chosen_101_s27 <= chosen_101;
    reg [7:0] chosen_102_s27; always @(posedge clk) chosen_102_s27 <= chosen_102;
    wire [7:0] chosen_108_s34;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_108_s34_delay (.clk(clk), .reset(reset), .in(chosen_108), .out(chosen_108_s34));

    // ---- Stage 27 -----------------------------------------------------------------------------------------------------
    // decide.p4 28, neighbor.p4 44+66+79+111+119-120+129
    wire [7:0] chosen_109 = arp_valid_s27 ? chosen_10_s27 : chosen_95_s27;
    wire if_neighbor_129 = chosen_109 == 8'h0;
    wire if_neighbor_111 = if_source_179_4_s27 & if_neighbor_129;
    wire if_neighbor_74_4 = if_neighbor_74_3_s27 | if_neighbor_111;
    wire all_38 = all_37_s27 & if_neighbor_74_4;
    wire all_39 = {~ipv6_valid_s27} & all_38;
    wire [31:0] ipv4_src_addr_3 = (ipv4_valid_s27 & if_neighbor_111) ? ipv4_src_addr_s27 : arp_target_addr_4_s27;
    wire all_40 = ipv6_valid_s27 & all_38;
    wire [127:0] nd_target_addr_10 = if_neighbor_111 ? nd_target_addr_9_s27 : nd_target_addr_8_s27;
    wire any_38 = arp_valid_s27 | if_neighbor_129;
    wire [7:0] nd_option_length_2 = any_38 ? nd_option_length_s27 : 8'h1;
    wire [7:0] nd_option_type_2 = any_38 ? nd_option_type_s27 : 8'h2;
    wire nd_option_valid_3 = if_neighbor_129 ? nd_option_valid_s27 : nd_option_valid_2_s27;
    wire [28:0] nd_reserved_2 = any_38 ? nd_reserved_s27 : 29'h0;
    wire nd_override_3 = if_neighbor_129 ? nd_override_s27 : nd_override_2_s27;
    wire nd_solicited_2 = any_38 ? nd_solicited_s27 : {~if_source_151_s27};
    wire nd_router_3 = if_neighbor_129 ? nd_router_s27 : nd_router_2_s27;
    wire [7:0] chosen_110 = if_neighbor_129 ? 8'h1 : 8'h4;
    wire [127:0] ipv6_dst_addr_2 = any_38 ? ipv6_dst_addr_s27 : ipv6_src_addr_2_s27;
    wire [127:0] ipv6_src_addr_7 = any_38 ? ipv6_src_addr_s27 : nd_target_addr_s27;
    wire [7:0] icmp_type_4 = any_38 ? icmp_type_3_s27 : 8'h88;
    wire [15:0] ipv6_payload_len_2 = any_38 ? ipv6_payload_len_s27 : 16'h20;
    wire [31:0] arp_target_addr_5 = if_neighbor_129 ? arp_target_addr_s27 : arp_sender_addr_2_s27;
    wire [47:0] arp_target_mac_2 = if_neighbor_129 ? arp_target_mac_s27 : arp_sender_mac_2_s27;
    wire [15:0] arp_op_3 = if_neighbor_129 ? arp_op_s27 : arp_op_2_s27;
    wire [47:0] ethernet_dst_addr_2 = if_neighbor_129 ? ethernet_dst_addr_s27 : ethernet_src_addr_3_s27;
    wire [7:0] chosen_111 = if_neighbor_79_s27 ? chosen_101_s27 : chosen_97_s27;
    wire [7:0] chosen_112 = arp_valid_s27 ? chosen_102_s27 : chosen_111;
    wire [7:0] chosen_113 = if_decide_28_s27 ? chosen_112 : chosen_97_s27;
    wire [7:0] chosen_109_s34;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_109_s34_delay (.clk(clk), .reset(reset), .in(chosen_109), .out(chosen_109_s34));
    reg if_neighbor_129_s28; always @(posedge clk) if_neighbor_129_s28 <= if_neighbor_129;
    wire if_neighbor_129_s34;
    delay #(.WIDTH(1), .CYCLES(6)) if_neighbor_129_s34_delay (.clk(clk), .reset(reset), .in(if_neighbor_129_s28), .out(if_neighbor_129_s34));
    reg if_neighbor_129_s35; always @(posedge clk) if_neighbor_129_s35 <= if_neighbor_129_s34;
    wire if_neighbor_74_4_s34;
    delay #(.WIDTH(1), .CYCLES(7)) if_neighbor_74_4_s34_delay (.clk(clk), .reset(reset), .in(if_neighbor_74_4), .out(if_neighbor_74_4_s34));
    wire all_39_s33;
    delay #(.WIDTH(1), .CYCLES(6)) all_39_s33_delay (.clk(clk), .reset(reset), .in(all_39), .out(all_39_s33));
    reg [31:0] ipv4_src_addr_3_s28; always @(posedge clk) ipv4_src_addr_3_s28 <= ipv4_src_addr_3;
    wire all_40_s33;
    delay #(.WIDTH(1), .CYCLES(6)) all_40_s33_delay (.clk(clk), .reset(reset), .in(all_40), .out(all_40_s33));
    reg [127:0] nd_target_addr_10_s28; always @(posedge clk) nd_target_addr_10_s28 <= nd_target_addr_10;
    wire any_38_s34;
    delay #(.WIDTH(1), .CYCLES(7)) any_38_s34_delay (.clk(clk), .reset(reset), .in(any_38), .out(any_38_s34));
    wire any_38_s36;
    delay #(.WIDTH(1), .CYCLES(2)) any_38_s36_delay (.clk(clk), .reset(reset), .in(any_38_s34), .out(any_38_s36));
    wire [7:0] nd_option_length_2_s34;
    delay #(.WIDTH(8), .CYCLES(7)) nd_option_length_2_s34_delay (.clk(clk), .reset(reset), .in(nd_option_length_2), .out(nd_option_length_2_s34));
    wire [7:0] nd_option_type_2_s34;
    delay #(.WIDTH(8), .CYCLES(7)) nd_option_type_2_s34_delay (.clk(clk), .reset(reset), .in(nd_option_type_2), .out(nd_option_type_2_s34));
    wire nd_option_valid_3_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_option_valid_3_s34_delay (.clk(clk), .reset(reset), .in(nd_option_valid_3), .out(nd_option_valid_3_s34));
    wire [28:0] nd_reserved_2_s34;
    delay #(.WIDTH(29), .CYCLES(7)) nd_reserved_2_s34_delay (.clk(clk), .reset(reset), .in(nd_reserved_2), .out(nd_reserved_2_s34));
    wire nd_override_3_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_override_3_s34_delay (.clk(clk), .reset(reset), .in(nd_override_3), .out(nd_override_3_s34));
    wire nd_solicited_2_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_solicited_2_s34_delay (.clk(clk), .reset(reset), .in(nd_solicited_2), .out(nd_solicited_2_s34));
    wire nd_router_3_s34;
    delay #(.WIDTH(1), .CYCLES(7)) nd_router_3_s34_delay (.clk(clk), .reset(reset), .in(nd_router_3), .out(nd_router_3_s34));
    wire [7:0] chosen_110_s34;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_110_s34_delay (.clk(clk), .reset(reset), .in(chosen_110), .out(chosen_110_s34));
    wire [127:0] ipv6_dst_addr_2_s34;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_dst_addr_2_s34_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_2), .out(ipv6_dst_addr_2_s34));
    wire [127:0] ipv6_src_addr_7_s34;
    delay #(.WIDTH(128), .CYCLES(7)) ipv6_src_addr_7_s34_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_7), .out(ipv6_src_addr_7_s34));
    wire [7:0] icmp_type_4_s34;
    delay #(.WIDTH(8), .CYCLES(7)) icmp_type_4_s34_delay (.clk(clk), .reset(reset), .in(icmp_type_4), .out(icmp_type_4_s34));
    wire [15:0] ipv6_payload_len_2_s34;
    delay #(.WIDTH(16), .CYCLES(7)) ipv6_payload_len_2_s34_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_2), .out(ipv6_payload_len_2_s34));
    wire [31:0] arp_target_addr_5_s34;
    delay #(.WIDTH(32), .CYCLES(7)) arp_target_addr_5_s34_delay (.clk(clk), .reset(reset), .in(arp_target_addr_5), .out(arp_target_addr_5_s34));
    wire [47:0] arp_target_mac_2_s34;
    delay #(.WIDTH(48), .CYCLES(7)) arp_target_mac_2_s34_delay (.clk(clk), .reset(reset), .in(arp_target_mac_2), .out(arp_target_mac_2_s34));
    wire [15:0] arp_op_3_s34;
    delay #(.WIDTH(16), .CYCLES(7)) arp_op_3_s34_delay (.clk(clk), .reset(reset), .in(arp_op_3), .out(arp_op_3_s34));
    wire [47:0] ethernet_dst_addr_2_s34;
    delay #(.WIDTH(48), .CYCLES(7)) ethernet_dst_addr_2_s34_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_2), .out(ethernet_dst_addr_2_s34));
    wire [7:0] chosen_113_s35;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_113_s35_delay (.clk(clk), .reset(reset), .in(chosen_113), .out(chosen_113_s35));
    wire [7:0] chosen_113_s40;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_113_s40_delay (.clk(clk), .reset(reset), .in(chosen_113_s35), .out(chosen_113_s40));

    // ---- Stage 28 -----------------------------------------------------------------------------------------------------
    // neighbor.p4 129+131
    wire [31:0] ipv4_src_addr_4 = arp_valid_s28 ? ipv4_src_addr_3_s28 : arp_sender_addr_s28;
    wire [31:0] arp_sender_addr_4 = if_neighbor_129_s28 ? arp_sender_addr_s28 : ipv4_src_addr_4;

    // Table served6, neighbor.p4:44: 64 rows, looked up in stage 28.
    wire served6_hit;
    wire [48:0] served6_value;
    wire [31:0] served6_rdata;
    wire [127:0] served6_key = 
            nd_target_addr_10_s28;
    ternary_table #(
        .KEY(128), .VALUE(49),
        .ROWS(64)
    ) served6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[28]), .lookup_key(served6_key),
        .lookup_counts(all_40_s33), .hit(served6_hit), .value(served6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd23), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(served6_rdata));

    // Table served4, neighbor.p4:29: 64 rows, looked up in stage 28.
    wire served4_hit;
    wire [48:0] served4_value;
    wire [31:0] served4_rdata;
    wire [31:0] served4_key = 
            ipv4_src_addr_3_s28;
    ternary_table #(
        .KEY(32), .VALUE(49),
        .ROWS(64)
    ) served4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[28]), .lookup_key(served4_key),
        .lookup_counts(all_39_s33), .hit(served4_hit), .value(served4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd22), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(served4_rdata));
    wire [31:0] arp_sender_addr_4_s34;
    delay #(.WIDTH(32), .CYCLES(6)) arp_sender_addr_4_s34_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_4), .out(arp_sender_addr_4_s34));

    // ---- Stage 34 -----------------------------------------------------------------------------------------------------
    // decide.p4 28, neighbor.p4 29+44+119-120+127+129
    wire [47:0] served4_mac = served4_value[47:0];
    wire served4_arp_reply = served4_hit & served4_value[48];
    wire [47:0] served4_mac_2 = served4_arp_reply ? served4_mac : 48'h0;
    wire [47:0] served6_mac = served6_value[47:0];
    wire served6_nd_reply = served6_hit & served6_value[48];
    wire [47:0] served6_mac_2 = served6_nd_reply ? served6_mac : 48'h0;
    wire [47:0] served6_mac_3 = ipv6_valid_s34 ? served6_mac_2 : served4_mac_2;
    wire [47:0] served6_mac_4 = if_neighbor_74_4_s34 ? served6_mac_3 : 48'h0;
    wire [47:0] nd_option_mac_2 = any_38_s34 ? nd_option_mac_s34 : served6_mac_4;
    wire served6_nd_reply_2 = ipv6_valid_s34 ? served6_nd_reply : served4_arp_reply;
    wire served6_nd_reply_3 = if_neighbor_74_4_s34 & served6_nd_reply_2;
    wire served6_nd_reply_4 = if_decide_28_s34 & served6_nd_reply_3;
    wire [7:0] nd_option_length_3 = served6_nd_reply_4 ? nd_option_length_2_s34 : nd_option_length_s34;
    wire [7:0] nd_option_type_3 = served6_nd_reply_4 ? nd_option_type_2_s34 : nd_option_type_s34;
    wire nd_option_valid_4 = served6_nd_reply_4 ? nd_option_valid_3_s34 : nd_option_valid_s34;
    wire [28:0] nd_reserved_3 = served6_nd_reply_4 ? nd_reserved_2_s34 : nd_reserved_s34;
    wire nd_override_4 = served6_nd_reply_4 ? nd_override_3_s34 : nd_override_s34;
    wire nd_solicited_3 = served6_nd_reply_4 ? nd_solicited_2_s34 : nd_solicited_s34;
    wire nd_router_4 = served6_nd_reply_4 ? nd_router_3_s34 : nd_router_s34;
    wire [7:0] chosen_114 = served6_nd_reply_3 ? chosen_110_s34 : chosen_109_s34;
    wire [7:0] chosen_115 = if_decide_28_s34 ? chosen_114 : chosen_84_s34;
    wire [127:0] ipv6_dst_addr_3 = served6_nd_reply_4 ? ipv6_dst_addr_2_s34 : ipv6_dst_addr_s34;
    wire [127:0] ipv6_src_addr_8 = served6_nd_reply_4 ? ipv6_src_addr_7_s34 : ipv6_src_addr_s34;
    wire [7:0] icmp_type_5 = served6_nd_reply_4 ? icmp_type_4_s34 : icmp_type_3_s34;
    wire [15:0] ipv6_payload_len_3 = served6_nd_reply_4 ? ipv6_payload_len_2_s34 : ipv6_payload_len_s34;
    wire [31:0] arp_target_addr_6 = served6_nd_reply_4 ? arp_target_addr_5_s34 : arp_target_addr_s34;
    wire [47:0] arp_target_mac_3 = served6_nd_reply_4 ? arp_target_mac_2_s34 : arp_target_mac_s34;
    wire [31:0] arp_sender_addr_5 = served6_nd_reply_4 ? arp_sender_addr_4_s34 : arp_sender_addr_s34;
    wire [15:0] arp_op_4 = served6_nd_reply_4 ? arp_op_3_s34 : arp_op_s34;
    wire [47:0] ethernet_src_addr_4 = if_neighbor_129_s34 ? ethernet_src_addr_s34 : served6_mac_4;
    wire [47:0] ethernet_dst_addr_3 = served6_nd_reply_4 ? ethernet_dst_addr_2_s34 : ethernet_dst_addr_s34;
    wire [7:0] chosen_116 = (if_neighbor_129_s34 & served6_nd_reply_3) ? 8'h1c : chosen_108_s34;
    wire [7:0] chosen_117 = if_decide_28_s34 ? chosen_116 : chosen_92_s34;

    // Table local4, local.p4:18: 64 rows, looked up in stage 34.
    wire local4_hit;
    wire local4_value;
    wire [31:0] local4_rdata;
    wire [31:0] local4_key = 
            ipv4_dst_addr_s34;
    exact_table #(
        .KEY(32), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`LOCAL4_HASH)
    ) local4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[34]), .lookup_key(local4_key),
        .lookup_counts(all_41_s38), .hit(local4_hit), .value(local4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd24), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(local4_rdata));
    reg [47:0] served6_mac_4_s35; always @(posedge clk) served6_mac_4_s35 <= served6_mac_4;
    reg [47:0] nd_option_mac_2_s35; always @(posedge clk) nd_option_mac_2_s35 <= nd_option_mac_2;
    reg served6_nd_reply_4_s35; always @(posedge clk) served6_nd_reply_4_s35 <= served6_nd_reply_4;
    wire served6_nd_reply_4_s37;
    delay #(.WIDTH(1), .CYCLES(2)) served6_nd_reply_4_s37_delay (.clk(clk), .reset(reset), .in(served6_nd_reply_4_s35), .out(served6_nd_reply_4_s37));
    reg [7:0] nd_option_length_3_s35; always @(posedge clk) nd_option_length_3_s35 <= nd_option_length_3;
    reg [7:0] nd_option_type_3_s35; always @(posedge clk) nd_option_type_3_s35 <= nd_option_type_3;
    reg nd_option_valid_4_s35; always @(posedge clk) nd_option_valid_4_s35 <= nd_option_valid_4;
    reg [28:0] nd_reserved_3_s35; always @(posedge clk) nd_reserved_3_s35 <= nd_reserved_3;
    reg nd_override_4_s35; always @(posedge clk) nd_override_4_s35 <= nd_override_4;
    reg nd_solicited_3_s35; always @(posedge clk) nd_solicited_3_s35 <= nd_solicited_3;
    reg nd_router_4_s35; always @(posedge clk) nd_router_4_s35 <= nd_router_4;
    reg [7:0] chosen_115_s35; always @(posedge clk) chosen_115_s35 <= chosen_115;
    reg [7:0] chosen_115_s36; always @(posedge clk) chosen_115_s36 <= chosen_115_s35;
    reg [127:0] ipv6_dst_addr_3_s35; always @(posedge clk) ipv6_dst_addr_3_s35 <= ipv6_dst_addr_3;
    wire [127:0] ipv6_dst_addr_3_s37;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_dst_addr_3_s37_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s35), .out(ipv6_dst_addr_3_s37));
    wire [127:0] ipv6_dst_addr_3_s39;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_dst_addr_3_s39_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s37), .out(ipv6_dst_addr_3_s39));
    wire [127:0] ipv6_dst_addr_3_s43;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_dst_addr_3_s43_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s39), .out(ipv6_dst_addr_3_s43));
    reg [127:0] ipv6_dst_addr_3_s44; always @(posedge clk) ipv6_dst_addr_3_s44 <= ipv6_dst_addr_3_s43;
    reg [127:0] ipv6_dst_addr_3_s45; always @(posedge clk) ipv6_dst_addr_3_s45 <= ipv6_dst_addr_3_s44;
    wire [127:0] ipv6_dst_addr_3_s67;
    delay #(.WIDTH(128), .CYCLES(22)) ipv6_dst_addr_3_s67_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s45), .out(ipv6_dst_addr_3_s67));
    wire [127:0] ipv6_dst_addr_3_s87;
    delay #(.WIDTH(128), .CYCLES(20)) ipv6_dst_addr_3_s87_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s67), .out(ipv6_dst_addr_3_s87));
    wire [127:0] ipv6_dst_addr_3_s113;
    delay #(.WIDTH(128), .CYCLES(26)) ipv6_dst_addr_3_s113_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_3_s87), .out(ipv6_dst_addr_3_s113));
    reg [127:0] ipv6_dst_addr_3_s114; always @(posedge clk) ipv6_dst_addr_3_s114 <= ipv6_dst_addr_3_s113;
    reg [127:0] ipv6_src_addr_8_s35; always @(posedge clk) ipv6_src_addr_8_s35 <= ipv6_src_addr_8;
    wire [127:0] ipv6_src_addr_8_s47;
    delay #(.WIDTH(128), .CYCLES(12)) ipv6_src_addr_8_s47_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s35), .out(ipv6_src_addr_8_s47));
    wire [127:0] ipv6_src_addr_8_s49;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_src_addr_8_s49_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s47), .out(ipv6_src_addr_8_s49));
    wire [127:0] ipv6_src_addr_8_s53;
    delay #(.WIDTH(128), .CYCLES(4)) ipv6_src_addr_8_s53_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s49), .out(ipv6_src_addr_8_s53));
    reg [127:0] ipv6_src_addr_8_s54; always @(posedge clk) ipv6_src_addr_8_s54 <= ipv6_src_addr_8_s53;
    wire [127:0] ipv6_src_addr_8_s76;
    delay #(.WIDTH(128), .CYCLES(22)) ipv6_src_addr_8_s76_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s54), .out(ipv6_src_addr_8_s76));
    reg [127:0] ipv6_src_addr_8_s77; always @(posedge clk) ipv6_src_addr_8_s77 <= ipv6_src_addr_8_s76;
    wire [127:0] ipv6_src_addr_8_s88;
    delay #(.WIDTH(128), .CYCLES(11)) ipv6_src_addr_8_s88_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s77), .out(ipv6_src_addr_8_s88));
    reg [127:0] ipv6_src_addr_8_s89; always @(posedge clk) ipv6_src_addr_8_s89 <= ipv6_src_addr_8_s88;
    wire [127:0] ipv6_src_addr_8_s113;
    delay #(.WIDTH(128), .CYCLES(24)) ipv6_src_addr_8_s113_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_8_s89), .out(ipv6_src_addr_8_s113));
    reg [127:0] ipv6_src_addr_8_s114; always @(posedge clk) ipv6_src_addr_8_s114 <= ipv6_src_addr_8_s113;
    reg [7:0] icmp_type_5_s35; always @(posedge clk) icmp_type_5_s35 <= icmp_type_5;
    wire [7:0] icmp_type_5_s60;
    delay #(.WIDTH(8), .CYCLES(25)) icmp_type_5_s60_delay (.clk(clk), .reset(reset), .in(icmp_type_5_s35), .out(icmp_type_5_s60));
    wire [7:0] icmp_type_5_s113;
    delay #(.WIDTH(8), .CYCLES(53)) icmp_type_5_s113_delay (.clk(clk), .reset(reset), .in(icmp_type_5_s60), .out(icmp_type_5_s113));
    reg [7:0] icmp_type_5_s114; always @(posedge clk) icmp_type_5_s114 <= icmp_type_5_s113;
    reg [15:0] ipv6_payload_len_3_s35; always @(posedge clk) ipv6_payload_len_3_s35 <= ipv6_payload_len_3;
    wire [15:0] ipv6_payload_len_3_s87;
    delay #(.WIDTH(16), .CYCLES(52)) ipv6_payload_len_3_s87_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_3_s35), .out(ipv6_payload_len_3_s87));
    wire [15:0] ipv6_payload_len_3_s113;
    delay #(.WIDTH(16), .CYCLES(26)) ipv6_payload_len_3_s113_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_3_s87), .out(ipv6_payload_len_3_s113));
    reg [31:0] arp_target_addr_6_s35; always @(posedge clk) arp_target_addr_6_s35 <= arp_target_addr_6;
    wire [31:0] arp_target_addr_6_s113;
    delay #(.WIDTH(32), .CYCLES(78)) arp_target_addr_6_s113_delay (.clk(clk), .reset(reset), .in(arp_target_addr_6_s35), .out(arp_target_addr_6_s113));
    reg [47:0] arp_target_mac_3_s35; always @(posedge clk) arp_target_mac_3_s35 <= arp_target_mac_3;
    reg [31:0] arp_sender_addr_5_s35; always @(posedge clk) arp_sender_addr_5_s35 <= arp_sender_addr_5;
    reg [15:0] arp_op_4_s35; always @(posedge clk) arp_op_4_s35 <= arp_op_4;
    reg [47:0] ethernet_src_addr_4_s35; always @(posedge clk) ethernet_src_addr_4_s35 <= ethernet_src_addr_4;
    wire [47:0] ethernet_dst_addr_3_s113;
    delay #(.WIDTH(48), .CYCLES(79)) ethernet_dst_addr_3_s113_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_3), .out(ethernet_dst_addr_3_s113));
    reg [47:0] ethernet_dst_addr_3_s114; always @(posedge clk) ethernet_dst_addr_3_s114 <= ethernet_dst_addr_3_s113;
    reg [7:0] chosen_117_s35; always @(posedge clk) chosen_117_s35 <= chosen_117;
    reg [7:0] chosen_117_s36; always @(posedge clk) chosen_117_s36 <= chosen_117_s35;

    // ---- Stage 35 -----------------------------------------------------------------------------------------------------
    // deparser, admit.p4 119-120+123+132+134+138+140+144+146, card.p4 95+128+137+140+154+161, decide.p4 28-29, echo.p4
    // 29+31+39, eligible.p4 96, inbound.p4 87, local.p4 42+56, neighbor.p4 129+131+163, translate.p4 21+63+66+72+78
    wire [47:0] nd_option_mac_3 = served6_nd_reply_4_s35 ? nd_option_mac_2_s35 : nd_option_mac_s35;
    wire [47:0] nd_option_mac_4 = any_5_s35 ? nd_option_mac_s35 : nd_option_mac_3;
    wire [7:0] nd_option_length_4 = any_5_s35 ? nd_option_length_s35 : nd_option_length_3_s35;
    wire [7:0] nd_option_type_4 = any_5_s35 ? nd_option_type_s35 : nd_option_type_3_s35;
    wire nd_option_valid_5 = any_5_s35 ? nd_option_valid_s35 : nd_option_valid_4_s35;
    wire [28:0] nd_reserved_4 = any_5_s35 ? nd_reserved_s35 : nd_reserved_3_s35;
    wire nd_override_5 = any_5_s35 ? nd_override_s35 : nd_override_4_s35;
    wire nd_solicited_4 = any_5_s35 ? nd_solicited_s35 : nd_solicited_3_s35;
    wire nd_router_5 = any_5_s35 ? nd_router_s35 : nd_router_4_s35;
    wire if_admit_146 = (ipv6_dst_addr_3_s35[127:32] == 96'h0) | (ipv6_dst_addr_3_s35[127:32] == 96'hffff);
    wire if_admit_140 =
            ((ipv6_src_addr_8_s35[127:120] == 8'hff) | (ipv6_src_addr_8_s35[127:32] == 96'h0)) |
            (ipv6_src_addr_8_s35[127:32] == 96'hffff);
    wire if_admit_144 = ipv6_dst_addr_3_s35[127:120] == 8'hff;
    wire all_42 = ipv6_valid_s35 & (if_admit_144 | (if_admit_140 | if_admit_146));
    wire is_equal_35 = icmp_type_5_s35 == 8'h3;
    wire any_39 = (is_equal_35 | (icmp_type_5_s35 == 8'hb)) | (icmp_type_5_s35 == 8'hc);
    wire if_admit_123 = all_22_s35 & any_39;
    wire [7:0] chosen_118 = if_admit_123 ? chosen_115_s35 : 8'h1;
    wire [7:0] chosen_119 = if_admit_120_s35 ? chosen_118 : chosen_115_s35;
    wire [7:0] chosen_120 = any_13_s35 ? 8'h1 : chosen_119;
    wire if_decide_29 = chosen_115_s35 == 8'h0;
    wire if_local_56 = (ipv6_src_addr_8_s35[127:118] == 10'h3fa) | (ipv6_dst_addr_3_s35[127:118] == 10'h3fa);
    wire if_translate_66 = icmp_type_5_s35 == 8'h80;
    wire all_43 = ipv6_valid_s35 & if_translate_66;
    wire if_translate_72 = icmp_type_5_s35 == 8'h8;
    wire all_44 = ipv4_valid_s35 & if_translate_72;
    wire if_local_42 = all_26_s35 & ((is_equal_7_s35 & all_44) | all_43);
    wire [7:0] chosen_121 = if_local_42 ? 8'h5 : 8'h2;
    wire if_eligible_96 =
            (ipv4_valid_s35 & any_39) | (ipv6_valid_s35 & ((is_equal_35 | ((icmp_type_5_s35 == 8'h1) | (icmp_type_5_s35
            == 8'h2))) | (icmp_type_5_s35 == 8'h4)));
    wire if_inbound_87 = echo_valid_s35 & (all_44 | all_43);
    wire [7:0] chosen_122 = if_inbound_87 ? 8'h5 : 8'h1;
    wire if_admit_123_2 = if_admit_120_s35 & if_admit_123;
    wire if_admit_123_3 = ipv4_valid_s35 & if_admit_123_2;
    wire if_admit_123_4 = if_decide_29 & if_admit_123_3;
    wire [15:0] sum_155 = sum_149_s35 + served6_mac_4_s35[47:32];
    wire [15:0] sum_156 = served6_mac_4_s35[31:16] + served6_mac_4_s35[15:0];
    wire [15:0] sum_157 = sum_155 + sum_156;
    wire [20:0] sum_158 = sum_150_s35 + {5'd0, served6_mac_4_s35[47:32]};
    wire [16:0] sum_159 = {1'd0, served6_mac_4_s35[31:16]} + {1'd0, served6_mac_4_s35[15:0]};
    wire [20:0] sum_160 = {4'd0, sum_159} + sum_158;
    wire [15:0] sum_161 = {chosen_15_s35, icmp_code_3_s35} + {{~icmp_type_5_s35}, {~icmp_code_3_s35}};
    wire [16:0] sum_162 = {1'd0, {chosen_15_s35, icmp_code_3_s35}} + {1'd0, {{~icmp_type_5_s35}, {~icmp_code_3_s35}}};
    wire [15:0] sum_163 = {chosen_15_s35, icmp_code_3_s35} + {~{icmp_type_5_s35, icmp_code_3_s35}};
    wire [16:0] sum_164 = {1'd0, ipv6_dst_addr_3_s35[79:64]} + {1'd0, ipv6_src_addr_8_s35[127:112]};
    wire [16:0] sum_165 = {1'd0, ipv6_src_addr_8_s35[111:96]} + {1'd0, ipv6_src_addr_8_s35[95:80]};
    wire [16:0] sum_166 = {1'd0, ipv6_src_addr_8_s35[79:64]} + {1'd0, ipv6_src_addr_8_s35[63:48]};
    wire [16:0] sum_167 = {1'd0, ipv6_src_addr_8_s35[47:32]} + {1'd0, ipv6_src_addr_8_s35[31:16]};
    wire [16:0] sum_168 = {1'd0, ipv6_src_addr_8_s35[15:0]} + {1'd0, ipv6_dst_addr_3_s35[127:112]};
    wire [16:0] sum_169 = {1'd0, ipv6_dst_addr_3_s35[111:96]} + {1'd0, ipv6_dst_addr_3_s35[95:80]};
    wire [16:0] sum_170 = {1'd0, ipv6_dst_addr_3_s35[63:48]} + {1'd0, ipv6_dst_addr_3_s35[47:32]};
    wire [16:0] sum_171 = {1'd0, ipv6_dst_addr_3_s35[31:16]} + {1'd0, ipv6_dst_addr_3_s35[15:0]};
    wire [17:0] sum_172 = {1'd0, sum_164} + {1'd0, sum_165};
    wire [17:0] sum_173 = {1'd0, sum_166} + {1'd0, sum_167};
    wire [17:0] sum_174 = {1'd0, sum_168} + {1'd0, sum_169};
    wire [17:0] sum_175 = {1'd0, sum_170} + {1'd0, sum_171};
    wire [15:0] sum_176 = echo_identifier_s35 + {icmp_type_5_s35, icmp_code_3_s35};
    wire [16:0] sum_177 = {1'd0, echo_identifier_s35} + {1'd0, {icmp_type_5_s35, icmp_code_3_s35}};
    wire [7:0] chosen_123 = if_translate_72 ? 8'h80 : 8'h81;
    wire [7:0] chosen_124 = if_translate_66 ? 8'h8 : 8'h0;
    wire [127:0] ipv6_src_addr_9 = ipv6_valid_s35 ? ipv6_src_addr_8_s35 : ipv6_dst_addr_3_s35;
    wire [127:0] ipv6_dst_addr_4 = ipv4_valid_s35 ? ipv6_dst_addr_3_s35 : ipv6_src_addr_9;
    wire [127:0] ipv6_dst_addr_5 = ipv6_valid_s35 ? ipv6_dst_addr_3_s35 : ipv6_src_addr_8_s35;
    wire [127:0] ipv6_src_addr_10 = ipv4_valid_s35 ? ipv6_src_addr_8_s35 : ipv6_dst_addr_5;
    wire [31:0] arp_target_addr_7 = any_5_s35 ? arp_target_addr_s35 : arp_target_addr_6_s35;
    wire [47:0] arp_target_mac_4 = any_5_s35 ? arp_target_mac_s35 : arp_target_mac_3_s35;
    wire [31:0] arp_sender_addr_6 = any_5_s35 ? arp_sender_addr_s35 : arp_sender_addr_5_s35;
    wire [47:0] served6_mac_5 = arp_valid_s35 ? served6_mac_4_s35 : arp_sender_mac_s35;
    wire [47:0] arp_sender_mac_3 = if_neighbor_129_s35 ? arp_sender_mac_s35 : served6_mac_5;
    wire [47:0] arp_sender_mac_4 = served6_nd_reply_4_s35 ? arp_sender_mac_3 : arp_sender_mac_s35;
    wire [15:0] arp_op_5 = any_5_s35 ? arp_op_s35 : arp_op_4_s35;
    wire [47:0] ethernet_src_addr_5 = served6_nd_reply_4_s35 ? ethernet_src_addr_4_s35 : ethernet_src_addr_s35;
    wire [7:0] chosen_125 = if_local_42 ? chosen_113_s35 : 8'h8;
    wire [7:0] chosen_126 = nd_option_valid_5 ? 8'h8 : 8'h0;
    wire [15:0] card_pipe_length_in = {10'd0, 6'h28} + ipv6_payload_len_3_s35;
    wire [15:0] ipv4_total_len_2 = ipv4_valid_s35 ? ipv4_total_len_s35 : card_pipe_length_in;
    wire [7:0] chosen_127 = if_admit_140 ? 8'h8 : chosen_117_s35;
    wire [7:0] chosen_128 = if_admit_146 ? 8'h9 : chosen_127;
    wire [7:0] chosen_129 = if_admit_123 ? chosen_117_s35 : 8'h8;
    wire [7:0] chosen_130 = if_admit_120_s35 ? chosen_129 : chosen_117_s35;
    wire [7:0] chosen_131 = if_admit_134_s35 ? 8'h9 : chosen_130;
    wire [7:0] chosen_132 = if_admit_132_s35 ? 8'h4 : chosen_131;
    wire any_40 = echo_valid_s35 | if_eligible_96;
    wire [47:0] arp_target_mac_5 = arp_valid_s35 ? arp_target_mac_3_s35 : ethernet_src_addr_s35;
    wire [127:0] nd_target_addr_11 = nd_solicited_3_s35 ? ipv6_dst_addr_3_s35 : nd_target_addr_s35;
    wire [127:0] digest_data_addr6 = arp_valid_s35 ? {96'h0, arp_sender_addr_5_s35} : nd_target_addr_11;
    wire [127:0] ipv6_src_addr_11 = ipv6_valid_s35 ? ipv6_src_addr_8_s35 : {96'h0, ipv4_dst_addr_s35};
    wire if_card_161 = {~arp_valid_s35} & {~nd_solicited_3_s35};

    // Table local6, local.p4:27: 64 rows, looked up in stage 35.
    wire local6_hit;
    wire local6_value;
    wire [31:0] local6_rdata;
    wire [127:0] local6_key = 
            ipv6_dst_addr_3_s35;
    exact_table #(
        .KEY(128), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`LOCAL6_HASH)
    ) local6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[35]), .lookup_key(local6_key),
        .lookup_counts(all_45_s39), .hit(local6_hit), .value(local6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd25), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(local6_rdata));
    reg [47:0] nd_option_mac_4_s36; always @(posedge clk) nd_option_mac_4_s36 <= nd_option_mac_4;
    reg [7:0] nd_option_length_4_s36; always @(posedge clk) nd_option_length_4_s36 <= nd_option_length_4;
    reg [7:0] nd_option_type_4_s36; always @(posedge clk) nd_option_type_4_s36 <= nd_option_type_4;
    reg nd_option_valid_5_s36; always @(posedge clk) nd_option_valid_5_s36 <= nd_option_valid_5;
    reg [28:0] nd_reserved_4_s36; always @(posedge clk) nd_reserved_4_s36 <= nd_reserved_4;
    reg nd_override_5_s36; always @(posedge clk) nd_override_5_s36 <= nd_override_5;
    reg nd_solicited_4_s36; always @(posedge clk) nd_solicited_4_s36 <= nd_solicited_4;
    reg nd_router_5_s36; always @(posedge clk) nd_router_5_s36 <= nd_router_5;
    reg if_admit_144_s36; always @(posedge clk) if_admit_144_s36 <= if_admit_144;
    reg all_42_s36; always @(posedge clk) all_42_s36 <= all_42;
    reg [7:0] chosen_120_s36; always @(posedge clk) chosen_120_s36 <= chosen_120;
    reg if_decide_29_s36; always @(posedge clk) if_decide_29_s36 <= if_decide_29;
    reg if_local_56_s36; always @(posedge clk) if_local_56_s36 <= if_local_56;
    reg if_local_56_s37; always @(posedge clk) if_local_56_s37 <= if_local_56_s36;
    wire [7:0] chosen_121_s40;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_121_s40_delay (.clk(clk), .reset(reset), .in(chosen_121), .out(chosen_121_s40));
    wire if_eligible_96_s40;
    delay #(.WIDTH(1), .CYCLES(5)) if_eligible_96_s40_delay (.clk(clk), .reset(reset), .in(if_eligible_96), .out(if_eligible_96_s40));
    wire if_eligible_96_s55;
    delay #(.WIDTH(1), .CYCLES(15)) if_eligible_96_s55_delay (.clk(clk), .reset(reset), .in(if_eligible_96_s40), .out(if_eligible_96_s55));
    wire if_inbound_87_s66;
    delay #(.WIDTH(1), .CYCLES(31)) if_inbound_87_s66_delay (.clk(clk), .reset(reset), .in(if_inbound_87), .out(if_inbound_87_s66));
    wire [7:0] chosen_122_s66;
    delay #(.WIDTH(8), .CYCLES(31)) chosen_122_s66_delay (.clk(clk), .reset(reset), .in(chosen_122), .out(chosen_122_s66));
    wire if_admit_123_4_s65;
    delay #(.WIDTH(1), .CYCLES(30)) if_admit_123_4_s65_delay (.clk(clk), .reset(reset), .in(if_admit_123_4), .out(if_admit_123_4_s65));
    wire if_admit_123_4_s67;
    delay #(.WIDTH(1), .CYCLES(2)) if_admit_123_4_s67_delay (.clk(clk), .reset(reset), .in(if_admit_123_4_s65), .out(if_admit_123_4_s67));
    reg [15:0] sum_157_s36; always @(posedge clk) sum_157_s36 <= sum_157;
    reg [20:0] sum_160_s36; always @(posedge clk) sum_160_s36 <= sum_160;
    wire [15:0] sum_161_s37;
    delay #(.WIDTH(16), .CYCLES(2)) sum_161_s37_delay (.clk(clk), .reset(reset), .in(sum_161), .out(sum_161_s37));
    wire [16:0] sum_162_s37;
    delay #(.WIDTH(17), .CYCLES(2)) sum_162_s37_delay (.clk(clk), .reset(reset), .in(sum_162), .out(sum_162_s37));
    wire [15:0] sum_163_s37;
    delay #(.WIDTH(16), .CYCLES(2)) sum_163_s37_delay (.clk(clk), .reset(reset), .in(sum_163), .out(sum_163_s37));
    reg [17:0] sum_172_s36; always @(posedge clk) sum_172_s36 <= sum_172;
    reg [17:0] sum_173_s36; always @(posedge clk) sum_173_s36 <= sum_173;
    reg [17:0] sum_174_s36; always @(posedge clk) sum_174_s36 <= sum_174;
    reg [17:0] sum_175_s36; always @(posedge clk) sum_175_s36 <= sum_175;
    wire [15:0] sum_176_s38;
    delay #(.WIDTH(16), .CYCLES(3)) sum_176_s38_delay (.clk(clk), .reset(reset), .in(sum_176), .out(sum_176_s38));
    wire [16:0] sum_177_s38;
    delay #(.WIDTH(17), .CYCLES(3)) sum_177_s38_delay (.clk(clk), .reset(reset), .in(sum_177), .out(sum_177_s38));
    wire [7:0] chosen_123_s60;
    delay #(.WIDTH(8), .CYCLES(25)) chosen_123_s60_delay (.clk(clk), .reset(reset), .in(chosen_123), .out(chosen_123_s60));
    wire [7:0] chosen_124_s60;
    delay #(.WIDTH(8), .CYCLES(25)) chosen_124_s60_delay (.clk(clk), .reset(reset), .in(chosen_124), .out(chosen_124_s60));
    wire [127:0] ipv6_dst_addr_4_s113;
    delay #(.WIDTH(128), .CYCLES(78)) ipv6_dst_addr_4_s113_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_4), .out(ipv6_dst_addr_4_s113));
    wire [127:0] ipv6_src_addr_10_s113;
    delay #(.WIDTH(128), .CYCLES(78)) ipv6_src_addr_10_s113_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_10), .out(ipv6_src_addr_10_s113));
    wire [31:0] arp_target_addr_7_s120;
    delay #(.WIDTH(32), .CYCLES(85)) arp_target_addr_7_s120_delay (.clk(clk), .reset(reset), .in(arp_target_addr_7), .out(arp_target_addr_7_s120));
    wire [47:0] arp_target_mac_4_s120;
    delay #(.WIDTH(48), .CYCLES(85)) arp_target_mac_4_s120_delay (.clk(clk), .reset(reset), .in(arp_target_mac_4), .out(arp_target_mac_4_s120));
    wire [31:0] arp_sender_addr_6_s120;
    delay #(.WIDTH(32), .CYCLES(85)) arp_sender_addr_6_s120_delay (.clk(clk), .reset(reset), .in(arp_sender_addr_6), .out(arp_sender_addr_6_s120));
    reg [47:0] arp_sender_mac_4_s36; always @(posedge clk) arp_sender_mac_4_s36 <= arp_sender_mac_4;
    wire [15:0] arp_op_5_s120;
    delay #(.WIDTH(16), .CYCLES(85)) arp_op_5_s120_delay (.clk(clk), .reset(reset), .in(arp_op_5), .out(arp_op_5_s120));
    wire [47:0] ethernet_src_addr_5_s113;
    delay #(.WIDTH(48), .CYCLES(78)) ethernet_src_addr_5_s113_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_5), .out(ethernet_src_addr_5_s113));
    reg [47:0] ethernet_src_addr_5_s114; always @(posedge clk) ethernet_src_addr_5_s114 <= ethernet_src_addr_5_s113;
    wire [7:0] chosen_125_s40;
    delay #(.WIDTH(8), .CYCLES(5)) chosen_125_s40_delay (.clk(clk), .reset(reset), .in(chosen_125), .out(chosen_125_s40));
    reg [7:0] chosen_126_s36; always @(posedge clk) chosen_126_s36 <= chosen_126;
    reg [15:0] ipv4_total_len_2_s36; always @(posedge clk) ipv4_total_len_2_s36 <= ipv4_total_len_2;
    reg [7:0] chosen_128_s36; always @(posedge clk) chosen_128_s36 <= chosen_128;
    reg [7:0] chosen_132_s36; always @(posedge clk) chosen_132_s36 <= chosen_132;
    wire any_40_s55;
    delay #(.WIDTH(1), .CYCLES(20)) any_40_s55_delay (.clk(clk), .reset(reset), .in(any_40), .out(any_40_s55));
    wire [47:0] arp_target_mac_5_s113;
    delay #(.WIDTH(48), .CYCLES(78)) arp_target_mac_5_s113_delay (.clk(clk), .reset(reset), .in(arp_target_mac_5), .out(arp_target_mac_5_s113));
    wire [127:0] digest_data_addr6_s113;
    delay #(.WIDTH(128), .CYCLES(78)) digest_data_addr6_s113_delay (.clk(clk), .reset(reset), .in(digest_data_addr6), .out(digest_data_addr6_s113));
    wire [127:0] ipv6_src_addr_11_s113;
    delay #(.WIDTH(128), .CYCLES(78)) ipv6_src_addr_11_s113_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_11), .out(ipv6_src_addr_11_s113));
    wire if_card_161_s113;
    delay #(.WIDTH(1), .CYCLES(78)) if_card_161_s113_delay (.clk(clk), .reset(reset), .in(if_card_161), .out(if_card_161_s113));

    // ---- Stage 36 -----------------------------------------------------------------------------------------------------
    // deparser, admit.p4 119+138+144, card.p4 95+142+144, decide.p4 29-30, local.p4 53+56, neighbor.p4 129+163,
    // translate.p4 21-22
    wire [1087:0] from_nd_option =
            nd_option_valid_5_s36 ? {nd_option_type_4_s36, nd_option_length_4_s36, nd_option_mac_4_s36,
            rest_after_nd_option_s36} : {rest_after_nd_option_s36, 64'h0};
    wire [1247:0] from_nd =
            nd_valid_s36 ? {nd_router_5_s36, nd_solicited_4_s36, nd_override_5_s36, nd_reserved_4_s36,
            nd_target_addr_s36, from_nd_option} : {from_nd_option, 160'h0};
    wire [7:0] chosen_133 = all_42_s36 ? 8'h1 : chosen_115_s36;
    wire [7:0] chosen_134 = ipv4_valid_s36 ? chosen_120_s36 : chosen_133;
    wire [7:0] chosen_135 = if_decide_29_s36 ? chosen_134 : chosen_115_s36;
    wire [7:0] chosen_136 = if_local_56_s36 ? 8'h1 : chosen_135;
    wire [7:0] chosen_137 = if_local_53_s36 ? 8'h1 : chosen_135;
    wire if_decide_30 = chosen_135 == 8'h0;
    wire all_46 = all_2_s36 & if_decide_30;
    wire [16:0] sum_178 = {12'd0, sum_160_s36[20:16]} + {1'd0, sum_157_s36};
    wire [15:0] sum_179 = sum_157_s36 + {11'd0, sum_160_s36[20:16]};
    wire [15:0] sum_180 = {15'd0, sum_178[16]} + sum_179;
    wire [15:0] icmp_checksum_4 = any_38_s36 ? icmp_checksum_3_s36 : {~sum_180};
    wire [17:0] sum_181 = sum_172_s36 + sum_173_s36;
    wire [17:0] sum_182 = sum_174_s36 + sum_175_s36;
    wire [17:0] sum_183 = sum_181 + sum_182;
    wire [18:0] sum_184 = {1'd0, sum_172_s36} + {1'd0, sum_173_s36};
    wire [18:0] sum_185 = {1'd0, sum_174_s36} + {1'd0, sum_175_s36};
    wire [19:0] sum_186 = {1'd0, sum_184} + {1'd0, sum_185};
    wire [47:0] arp_sender_mac_5 = any_5_s36 ? arp_sender_mac_s36 : arp_sender_mac_4_s36;
    wire [7:0] sum_187 = sum_151_s36 + chosen_126_s36;
    wire [15:0] difference = in_length_2_s36 - ipv4_total_len_2_s36;
    wire [15:0] sum_188 = 16'hfffc + difference;
    wire [7:0] chosen_138 = if_admit_144_s36 ? 8'h4 : chosen_128_s36;
    wire [7:0] chosen_139 = ipv6_valid_s36 ? chosen_138 : chosen_117_s36;
    wire [7:0] chosen_140 = ipv4_valid_s36 ? chosen_132_s36 : chosen_139;
    wire [7:0] chosen_141 = if_decide_29_s36 ? chosen_140 : chosen_117_s36;
    wire [1247:0] from_nd_s114;
    delay #(.WIDTH(1248), .CYCLES(78)) from_nd_s114_delay (.clk(clk), .reset(reset), .in(from_nd), .out(from_nd_s114));
    wire [7:0] chosen_135_s40;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_135_s40_delay (.clk(clk), .reset(reset), .in(chosen_135), .out(chosen_135_s40));
    reg [7:0] chosen_136_s37; always @(posedge clk) chosen_136_s37 <= chosen_136;
    reg [7:0] chosen_137_s37; always @(posedge clk) chosen_137_s37 <= chosen_137;
    wire if_decide_30_s40;
    delay #(.WIDTH(1), .CYCLES(4)) if_decide_30_s40_delay (.clk(clk), .reset(reset), .in(if_decide_30), .out(if_decide_30_s40));
    reg all_46_s37; always @(posedge clk) all_46_s37 <= all_46;
    reg [15:0] icmp_checksum_4_s37; always @(posedge clk) icmp_checksum_4_s37 <= icmp_checksum_4;
    reg [17:0] sum_183_s37; always @(posedge clk) sum_183_s37 <= sum_183;
    reg [19:0] sum_186_s37; always @(posedge clk) sum_186_s37 <= sum_186;
    wire [47:0] arp_sender_mac_5_s120;
    delay #(.WIDTH(48), .CYCLES(84)) arp_sender_mac_5_s120_delay (.clk(clk), .reset(reset), .in(arp_sender_mac_5), .out(arp_sender_mac_5_s120));
    wire [7:0] sum_187_s115;
    delay #(.WIDTH(8), .CYCLES(79)) sum_187_s115_delay (.clk(clk), .reset(reset), .in(sum_187), .out(sum_187_s115));
    wire [15:0] difference_s87;
    delay #(.WIDTH(16), .CYCLES(51)) difference_s87_delay (.clk(clk), .reset(reset), .in(difference), .out(difference_s87));
    wire [15:0] sum_188_s87;
    delay #(.WIDTH(16), .CYCLES(51)) sum_188_s87_delay (.clk(clk), .reset(reset), .in(sum_188), .out(sum_188_s87));
    reg [7:0] chosen_141_s37; always @(posedge clk) chosen_141_s37 <= chosen_141;
    wire [7:0] chosen_141_s40;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_141_s40_delay (.clk(clk), .reset(reset), .in(chosen_141_s37), .out(chosen_141_s40));

    // ---- Stage 37 -----------------------------------------------------------------------------------------------------
    // decide.p4 28, echo.p4 29, local.p4 18+35+51+53+56, translate.p4 21+33+41+56
    wire [7:0] chosen_142 = ipv4_valid_s37 ? chosen_137_s37 : chosen_136_s37;
    wire all_45 = {~ipv4_valid_s37} & all_46_s37;
    wire all_41 = ipv4_valid_s37 & all_46_s37;
    wire [15:0] icmp_checksum_5 = served6_nd_reply_4_s37 ? icmp_checksum_4_s37 : icmp_checksum_3_s37;
    wire [15:0] sum_189 = sum_161_s37 + {~icmp_checksum_5};
    wire [17:0] sum_190 = {1'd0, sum_162_s37} + {2'd0, {~icmp_checksum_5}};
    wire [15:0] sum_191 = sum_163_s37 + {~icmp_checksum_5};
    wire [17:0] chosen_143 = ipv6_valid_s37 ? sum_183_s37 : sum_13_s37;
    wire [1:0] chosen_144 = ipv6_valid_s37 ? sum_186_s37[19:18] : 2'h0;
    wire [20:0] sum_192 = {4'd0, sum_130_s37} + {1'd0, {chosen_144, chosen_143}};
    wire [15:0] sum_193 = sum_83_s37 + chosen_143[15:0];
    wire [20:0] sum_194 = {4'd0, sum_84_s37} + {1'd0, {chosen_144, chosen_143}};
    wire [15:0] sum_195 = sum_80_s37 + chosen_143[15:0];
    wire [20:0] sum_196 = {4'd0, sum_81_s37} + {1'd0, {chosen_144, chosen_143}};
    wire [7:0] chosen_145 = if_local_56_s37 ? 8'ha : chosen_141_s37;
    wire [7:0] chosen_146 = if_local_53_s37 ? 8'ha : chosen_141_s37;
    wire [7:0] chosen_147 = ipv4_valid_s37 ? chosen_146 : chosen_145;

    // Table eam6_dst, classify.p4:37: 128 rows, looked up in stage 37.
    wire eam6_dst_hit;
    wire [84:0] eam6_dst_value;
    wire [31:0] eam6_dst_rdata;
    wire [127:0] eam6_dst_key = 
            ipv6_dst_addr_3_s37;
    ternary_table #(
        .KEY(128), .VALUE(85),
        .ROWS(128)
    ) eam6_dst_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[37]), .lookup_key(eam6_dst_key),
        .lookup_counts(all_47_s42), .hit(eam6_dst_hit), .value(eam6_dst_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd26), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam6_dst_rdata));
    wire [7:0] chosen_142_s40;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_142_s40_delay (.clk(clk), .reset(reset), .in(chosen_142), .out(chosen_142_s40));
    wire all_45_s39;
    delay #(.WIDTH(1), .CYCLES(2)) all_45_s39_delay (.clk(clk), .reset(reset), .in(all_45), .out(all_45_s39));
    reg all_41_s38; always @(posedge clk) all_41_s38 <= all_41;
    wire [15:0] icmp_checksum_5_s40;
    delay #(.WIDTH(16), .CYCLES(3)) icmp_checksum_5_s40_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5), .out(icmp_checksum_5_s40));
    wire [15:0] icmp_checksum_5_s95;
    delay #(.WIDTH(16), .CYCLES(55)) icmp_checksum_5_s95_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5_s40), .out(icmp_checksum_5_s95));
    wire [15:0] icmp_checksum_5_s113;
    delay #(.WIDTH(16), .CYCLES(18)) icmp_checksum_5_s113_delay (.clk(clk), .reset(reset), .in(icmp_checksum_5_s95), .out(icmp_checksum_5_s113));
    reg [15:0] icmp_checksum_5_s114; always @(posedge clk) icmp_checksum_5_s114 <= icmp_checksum_5_s113;
    reg [15:0] sum_189_s38; always @(posedge clk) sum_189_s38 <= sum_189;
    reg [17:0] sum_190_s38; always @(posedge clk) sum_190_s38 <= sum_190;
    reg [15:0] sum_191_s38; always @(posedge clk) sum_191_s38 <= sum_191;
    reg [20:0] sum_192_s38; always @(posedge clk) sum_192_s38 <= sum_192;
    reg [15:0] sum_193_s38; always @(posedge clk) sum_193_s38 <= sum_193;
    reg [20:0] sum_194_s38; always @(posedge clk) sum_194_s38 <= sum_194;
    reg [15:0] sum_195_s38; always @(posedge clk) sum_195_s38 <= sum_195;
    reg [20:0] sum_196_s38; always @(posedge clk) sum_196_s38 <= sum_196;
    wire [7:0] chosen_147_s40;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_147_s40_delay (.clk(clk), .reset(reset), .in(chosen_147), .out(chosen_147_s40));

    // ---- Stage 38 -----------------------------------------------------------------------------------------------------
    // echo.p4 29-30, translate.p4 33+41+48+53+63+78
    wire [16:0] sum_197 = {15'd0, sum_190_s38[17:16]} + {1'd0, sum_189_s38};
    wire [15:0] sum_198 = sum_191_s38 + {14'd0, sum_190_s38[17:16]};
    wire [15:0] sum_199 = {15'd0, sum_197[16]} + sum_198;
    wire if_echo_30 = {~sum_199} == 16'h0;
    wire [20:0] chosen_148 = ipv4_valid_s38 ? 21'h0 : sum_192_s38;
    wire [15:0] sum_200 = sum_176_s38 + chosen_148[15:0];
    wire [21:0] sum_201 = {5'd0, sum_177_s38} + {1'd0, chosen_148};
    wire [16:0] sum_202 = {12'd0, sum_194_s38[20:16]} + {1'd0, sum_193_s38};
    wire [15:0] sum_203 = sum_193_s38 + {11'd0, sum_194_s38[20:16]};
    wire [15:0] sum_204 = {15'd0, sum_202[16]} + sum_203;
    wire [16:0] sum_205 = {12'd0, sum_196_s38[20:16]} + {1'd0, sum_195_s38};
    wire [15:0] sum_206 = sum_195_s38 + {11'd0, sum_196_s38[20:16]};
    wire [15:0] sum_207 = {15'd0, sum_205[16]} + sum_206;
    reg [15:0] sum_199_s39; always @(posedge clk) sum_199_s39 <= sum_199;
    reg if_echo_30_s39; always @(posedge clk) if_echo_30_s39 <= if_echo_30;
    reg [15:0] sum_200_s39; always @(posedge clk) sum_200_s39 <= sum_200;
    reg [21:0] sum_201_s39; always @(posedge clk) sum_201_s39 <= sum_201;
    reg [15:0] sum_204_s39; always @(posedge clk) sum_204_s39 <= sum_204;
    reg [15:0] sum_207_s39; always @(posedge clk) sum_207_s39 <= sum_207;

    // ---- Stage 39 -----------------------------------------------------------------------------------------------------
    // echo.p4 30, local.p4 18, translate.p4 33+48+78
    wire local4_local = local4_hit & local4_value;
    wire [15:0] icmp_checksum_6 = if_echo_30_s39 ? 16'hffff : {~sum_199_s39};
    wire [16:0] sum_208 = {11'd0, sum_201_s39[21:16]} + {1'd0, sum_200_s39};
    wire [15:0] sum_209 = sum_200_s39 + {10'd0, sum_201_s39[21:16]};
    wire [15:0] sum_210 = {15'd0, sum_208[16]} + sum_209;
    wire [15:0] sum_211 = {~udp_checksum_s39} + {~sum_204_s39};
    wire [16:0] sum_212 = {1'd0, {~udp_checksum_s39}} + {1'd0, {~sum_204_s39}};
    wire [15:0] sum_213 = {~tcp_checksum_s39} + {~sum_207_s39};
    wire [16:0] sum_214 = {1'd0, {~tcp_checksum_s39}} + {1'd0, {~sum_207_s39}};

    // Table pool6, classify.p4:84: 16 rows, looked up in stage 39.
    wire pool6_hit;
    wire [74:0] pool6_value;
    wire [31:0] pool6_rdata;
    wire [127:0] pool6_key = 
            ipv6_dst_addr_3_s39;
    ternary_table #(
        .KEY(128), .VALUE(75),
        .ROWS(16)
    ) pool6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[39]), .lookup_key(pool6_key),
        .lookup_counts(all_48_s44), .hit(pool6_hit), .value(pool6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd28), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool6_rdata));
    reg local4_local_s40; always @(posedge clk) local4_local_s40 <= local4_local;
    wire [15:0] icmp_checksum_6_s113;
    delay #(.WIDTH(16), .CYCLES(74)) icmp_checksum_6_s113_delay (.clk(clk), .reset(reset), .in(icmp_checksum_6), .out(icmp_checksum_6_s113));
    reg [15:0] sum_210_s40; always @(posedge clk) sum_210_s40 <= sum_210;
    wire [15:0] sum_211_s67;
    delay #(.WIDTH(16), .CYCLES(28)) sum_211_s67_delay (.clk(clk), .reset(reset), .in(sum_211), .out(sum_211_s67));
    wire [16:0] sum_212_s92;
    delay #(.WIDTH(17), .CYCLES(53)) sum_212_s92_delay (.clk(clk), .reset(reset), .in(sum_212), .out(sum_212_s92));
    wire [15:0] sum_213_s67;
    delay #(.WIDTH(16), .CYCLES(28)) sum_213_s67_delay (.clk(clk), .reset(reset), .in(sum_213), .out(sum_213_s67));
    wire [16:0] sum_214_s92;
    delay #(.WIDTH(17), .CYCLES(53)) sum_214_s92_delay (.clk(clk), .reset(reset), .in(sum_214), .out(sum_214_s92));

    // ---- Stage 40 -----------------------------------------------------------------------------------------------------
    // decide.p4 30-31, eligible.p4 96, local.p4 27+35+40, translate.p4 78
    wire local6_local = local6_hit & local6_value;
    wire local4_local_2 = ipv4_valid_s40 ? local4_local_s40 : local6_local;
    wire [7:0] chosen_149 = local4_local_2 ? chosen_121_s40 : chosen_142_s40;
    wire [7:0] chosen_150 = if_decide_30_s40 ? chosen_149 : chosen_135_s40;
    wire if_decide_31 = chosen_150 == 8'h0;
    wire [15:0] sum_215 = {~icmp_checksum_5_s40} + {~sum_210_s40};
    wire [16:0] sum_216 = {1'd0, {~icmp_checksum_5_s40}} + {1'd0, {~sum_210_s40}};
    wire local4_local_3 = if_decide_30_s40 & local4_local_2;
    wire [7:0] chosen_151 = local4_local_3 ? chosen_125_s40 : chosen_113_s40;
    wire [7:0] chosen_152 = if_eligible_96_s40 ? 8'h5 : chosen_151;
    wire [7:0] chosen_153 = local4_local_2 ? chosen_141_s40 : chosen_147_s40;
    wire [7:0] chosen_154 = if_decide_30_s40 ? chosen_153 : chosen_141_s40;
    wire [7:0] chosen_150_s46;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_150_s46_delay (.clk(clk), .reset(reset), .in(chosen_150), .out(chosen_150_s46));
    wire [7:0] chosen_150_s55;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_150_s55_delay (.clk(clk), .reset(reset), .in(chosen_150_s46), .out(chosen_150_s55));
    reg if_decide_31_s41; always @(posedge clk) if_decide_31_s41 <= if_decide_31;
    wire if_decide_31_s45;
    delay #(.WIDTH(1), .CYCLES(4)) if_decide_31_s45_delay (.clk(clk), .reset(reset), .in(if_decide_31_s41), .out(if_decide_31_s45));
    reg if_decide_31_s46; always @(posedge clk) if_decide_31_s46 <= if_decide_31_s45;
    wire if_decide_31_s53;
    delay #(.WIDTH(1), .CYCLES(7)) if_decide_31_s53_delay (.clk(clk), .reset(reset), .in(if_decide_31_s46), .out(if_decide_31_s53));
    wire if_decide_31_s55;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s55_delay (.clk(clk), .reset(reset), .in(if_decide_31_s53), .out(if_decide_31_s55));
    wire if_decide_31_s57;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s57_delay (.clk(clk), .reset(reset), .in(if_decide_31_s55), .out(if_decide_31_s57));
    wire if_decide_31_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_31_s59_delay (.clk(clk), .reset(reset), .in(if_decide_31_s57), .out(if_decide_31_s59));
    wire [15:0] sum_215_s60;
    delay #(.WIDTH(16), .CYCLES(20)) sum_215_s60_delay (.clk(clk), .reset(reset), .in(sum_215), .out(sum_215_s60));
    wire [16:0] sum_216_s93;
    delay #(.WIDTH(17), .CYCLES(53)) sum_216_s93_delay (.clk(clk), .reset(reset), .in(sum_216), .out(sum_216_s93));
    wire [7:0] chosen_151_s59;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_151_s59_delay (.clk(clk), .reset(reset), .in(chosen_151), .out(chosen_151_s59));
    wire [7:0] chosen_151_s62;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_151_s62_delay (.clk(clk), .reset(reset), .in(chosen_151_s59), .out(chosen_151_s62));
    reg [7:0] chosen_151_s63; always @(posedge clk) chosen_151_s63 <= chosen_151_s62;
    reg [7:0] chosen_151_s64; always @(posedge clk) chosen_151_s64 <= chosen_151_s63;
    wire [7:0] chosen_152_s62;
    delay #(.WIDTH(8), .CYCLES(22)) chosen_152_s62_delay (.clk(clk), .reset(reset), .in(chosen_152), .out(chosen_152_s62));
    wire [7:0] chosen_154_s46;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_154_s46_delay (.clk(clk), .reset(reset), .in(chosen_154), .out(chosen_154_s46));
    wire [7:0] chosen_154_s55;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_154_s55_delay (.clk(clk), .reset(reset), .in(chosen_154_s46), .out(chosen_154_s55));

    // ---- Stage 41 -----------------------------------------------------------------------------------------------------
    // classify.p4 154, decide.p4 31
    wire all_49 = all_2_s41 & if_decide_31_s41;
    wire all_47 = ipv6_valid_s41 & all_49;
    wire all_50 = ipv6_valid_s41 & if_decide_31_s41;
    wire all_49_s55;
    delay #(.WIDTH(1), .CYCLES(14)) all_49_s55_delay (.clk(clk), .reset(reset), .in(all_49), .out(all_49_s55));
    reg all_47_s42; always @(posedge clk) all_47_s42 <= all_47;
    reg all_47_s43; always @(posedge clk) all_47_s43 <= all_47_s42;
    wire all_47_s46;
    delay #(.WIDTH(1), .CYCLES(3)) all_47_s46_delay (.clk(clk), .reset(reset), .in(all_47_s43), .out(all_47_s46));
    wire all_50_s46;
    delay #(.WIDTH(1), .CYCLES(5)) all_50_s46_delay (.clk(clk), .reset(reset), .in(all_50), .out(all_50_s46));

    // ---- Stage 43 -----------------------------------------------------------------------------------------------------
    // classify.p4 37+154+159
    wire eam6_dst_eam_dst_to4 = eam6_dst_hit & eam6_dst_value[84];
    wire all_48 = all_47_s43 & {~eam6_dst_hit};
    wire [11:0] eam6_dst_instance = eam6_dst_value[11:0];
    wire [7:0] eam6_dst_shift = eam6_dst_value[19:12];
    wire [127:0] card_pipe_Decide_Classify_shifted =
            eam6_dst_shift[0] ? {1'h0, ipv6_dst_addr_3_s43[127:1]} : ipv6_dst_addr_3_s43;
    wire [127:0] card_pipe_Decide_Classify_shifted_2 =
            eam6_dst_shift[1] ? {2'h0, card_pipe_Decide_Classify_shifted[127:2]} : card_pipe_Decide_Classify_shifted;
    wire [127:0] card_pipe_Decide_Classify_shifted_3 =
            eam6_dst_shift[2] ? {4'h0, card_pipe_Decide_Classify_shifted_2[127:4]} :
            card_pipe_Decide_Classify_shifted_2;
    wire [127:0] card_pipe_Decide_Classify_shifted_4 =
            eam6_dst_shift[3] ? {8'h0, card_pipe_Decide_Classify_shifted_3[127:8]} :
            card_pipe_Decide_Classify_shifted_3;
    wire is_equal_36 = eam6_dst_shift == 8'h0;
    wire [31:0] eam6_dst_suffix_mask = eam6_dst_value[51:20];
    wire [31:0] eam6_dst_prefix4 = eam6_dst_value[83:52];
    wire eam6_dst_eam_dst_to4_2 = ipv6_valid_s43 & eam6_dst_eam_dst_to4;
    wire eam6_dst_eam_dst_to4_s45;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_dst_eam_dst_to4_s45_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4), .out(eam6_dst_eam_dst_to4_s45));
    reg eam6_dst_eam_dst_to4_s46; always @(posedge clk) eam6_dst_eam_dst_to4_s46 <= eam6_dst_eam_dst_to4_s45;
    reg all_48_s44; always @(posedge clk) all_48_s44 <= all_48;
    wire [11:0] eam6_dst_instance_s46;
    delay #(.WIDTH(12), .CYCLES(3)) eam6_dst_instance_s46_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance), .out(eam6_dst_instance_s46));
    reg [7:0] eam6_dst_shift_s44; always @(posedge clk) eam6_dst_shift_s44 <= eam6_dst_shift;
    reg [127:0] card_pipe_Decide_Classify_shifted_4_s44; always @(posedge clk) card_pipe_Decide_Classify_shifted_4_s44 <= card_pipe_Decide_Classify_shifted_4;
    reg is_equal_36_s44; always @(posedge clk) is_equal_36_s44 <= is_equal_36;
    reg [31:0] eam6_dst_suffix_mask_s44; always @(posedge clk) eam6_dst_suffix_mask_s44 <= eam6_dst_suffix_mask;
    wire [31:0] eam6_dst_prefix4_s45;
    delay #(.WIDTH(32), .CYCLES(2)) eam6_dst_prefix4_s45_delay (.clk(clk), .reset(reset), .in(eam6_dst_prefix4), .out(eam6_dst_prefix4_s45));
    wire eam6_dst_eam_dst_to4_2_s57;
    delay #(.WIDTH(1), .CYCLES(14)) eam6_dst_eam_dst_to4_2_s57_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_2), .out(eam6_dst_eam_dst_to4_2_s57));

    // ---- Stage 44 -----------------------------------------------------------------------------------------------------
    // classify.p4 159-160
    wire [127:0] card_pipe_Decide_Classify_shifted_5 =
            eam6_dst_shift_s44[4] ? {16'h0, card_pipe_Decide_Classify_shifted_4_s44[127:16]} :
            card_pipe_Decide_Classify_shifted_4_s44;
    wire [127:0] card_pipe_Decide_Classify_shifted_6 =
            eam6_dst_shift_s44[5] ? {32'h0, card_pipe_Decide_Classify_shifted_5[127:32]} :
            card_pipe_Decide_Classify_shifted_5;
    wire [127:0] card_pipe_Decide_Classify_shifted_7 =
            eam6_dst_shift_s44[6] ? {64'h0, card_pipe_Decide_Classify_shifted_6[127:64]} :
            card_pipe_Decide_Classify_shifted_6;
    wire [127:0] card_pipe_Decide_Classify_shifted_8 =
            is_equal_36_s44 ? ipv6_dst_addr_3_s44 : card_pipe_Decide_Classify_shifted_7;
    wire [31:0] all_51 = eam6_dst_suffix_mask_s44 & card_pipe_Decide_Classify_shifted_8[31:0];
    reg [31:0] all_51_s45; always @(posedge clk) all_51_s45 <= all_51;

    // ---- Stage 45 -----------------------------------------------------------------------------------------------------
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
    wire any_41 = pool6_extract_32_6 | eam6_dst_eam_dst_to4_s45;
    wire [7:0] chosen_155 = any_41 ? 8'h1 : 8'h0;
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
    wire [31:0] meta_dst4 = pool6_extract_32 ? ipv6_dst_addr_3_s45[95:64] : 32'h0;
    wire [31:0] meta_dst4_2 = pool6_extract_40 ? {ipv6_dst_addr_3_s45[87:64], ipv6_dst_addr_3_s45[55:48]} : meta_dst4;
    wire [31:0] meta_dst4_3 = pool6_extract_48 ? {ipv6_dst_addr_3_s45[79:64], ipv6_dst_addr_3_s45[55:40]} : meta_dst4_2;
    wire [31:0] meta_dst4_4 = pool6_extract_56 ? {ipv6_dst_addr_3_s45[71:64], ipv6_dst_addr_3_s45[55:32]} : meta_dst4_3;
    wire [31:0] meta_dst4_5 = pool6_extract_64 ? ipv6_dst_addr_3_s45[55:24] : meta_dst4_4;
    wire [31:0] meta_dst4_6 = pool6_extract_96 ? ipv6_dst_addr_3_s45[31:0] : meta_dst4_5;
    wire [31:0] meta_dst4_7 = eam6_dst_prefix4_s45 | all_51_s45;
    wire pool6_extract_32_7 = pool6_extract_32_6 & {~eam6_dst_eam_dst_to4_s45};
    wire pool6_extract_32_8 = ipv6_valid_s45 & pool6_extract_32_7;
    wire any_42 = ipv4_valid_s45 | pool6_extract_32_8;
    wire [7:0] chosen_156 = (ipv6_valid_s45 & any_41) ? 8'h1 : 8'h0;
    wire pool6_extract_32_9 = if_decide_31_s45 & pool6_extract_32_8;
    reg [7:0] chosen_155_s46; always @(posedge clk) chosen_155_s46 <= chosen_155;
    reg [11:0] pool6_instance_12_s46; always @(posedge clk) pool6_instance_12_s46 <= pool6_instance_12;
    reg [31:0] meta_dst4_6_s46; always @(posedge clk) meta_dst4_6_s46 <= meta_dst4_6;
    reg [31:0] meta_dst4_7_s46; always @(posedge clk) meta_dst4_7_s46 <= meta_dst4_7;
    wire any_42_s55;
    delay #(.WIDTH(1), .CYCLES(10)) any_42_s55_delay (.clk(clk), .reset(reset), .in(any_42), .out(any_42_s55));
    wire [7:0] chosen_156_s59;
    delay #(.WIDTH(8), .CYCLES(14)) chosen_156_s59_delay (.clk(clk), .reset(reset), .in(chosen_156), .out(chosen_156_s59));
    wire pool6_extract_32_9_s53;
    delay #(.WIDTH(1), .CYCLES(8)) pool6_extract_32_9_s53_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9), .out(pool6_extract_32_9_s53));
    wire pool6_extract_32_9_s70;
    delay #(.WIDTH(1), .CYCLES(17)) pool6_extract_32_9_s70_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s53), .out(pool6_extract_32_9_s70));
    wire pool6_extract_32_9_s79;
    delay #(.WIDTH(1), .CYCLES(9)) pool6_extract_32_9_s79_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s70), .out(pool6_extract_32_9_s79));
    wire pool6_extract_32_9_s81;
    delay #(.WIDTH(1), .CYCLES(2)) pool6_extract_32_9_s81_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s79), .out(pool6_extract_32_9_s81));
    wire pool6_extract_32_9_s83;
    delay #(.WIDTH(1), .CYCLES(2)) pool6_extract_32_9_s83_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_9_s81), .out(pool6_extract_32_9_s83));

    // ---- Stage 46 -----------------------------------------------------------------------------------------------------
    // classify.p4 37+154+162+164, decide.p4 31
    wire if_classify_162 = chosen_155_s46 == 8'h1;
    wire all_52 = all_47_s46 & if_classify_162;
    wire [11:0] eam6_dst_instance_2 = eam6_dst_eam_dst_to4_s46 ? eam6_dst_instance_s46 : pool6_instance_12_s46;
    wire [31:0] meta_dst4_8 = eam6_dst_eam_dst_to4_s46 ? meta_dst4_7_s46 : meta_dst4_6_s46;
    wire if_classify_164 =
            (((meta_dst4_8[31:24] == 8'h0) | (meta_dst4_8[31:24] == 8'h7f)) | (meta_dst4_8[31:29] == 3'h7)) |
            (meta_dst4_8[31:16] == 16'ha9fe);
    wire [7:0] chosen_157 = if_classify_164 ? 8'h1 : chosen_150_s46;
    wire all_53 = ipv6_valid_s46 & if_classify_162;
    wire all_54 = if_decide_31_s46 & all_53;
    wire [31:0] meta_dst4_9 = ipv6_valid_s46 ? meta_dst4_8 : ipv4_dst_addr_s46;
    wire [31:0] meta_dst4_10 = if_decide_31_s46 ? meta_dst4_9 : 32'h0;
    wire [11:0] eam6_dst_instance_3 = all_50_s46 ? eam6_dst_instance_2 : 12'h0;
    wire [7:0] chosen_158 = if_classify_164 ? 8'h9 : chosen_154_s46;
    wire if_classify_162_s53;
    delay #(.WIDTH(1), .CYCLES(7)) if_classify_162_s53_delay (.clk(clk), .reset(reset), .in(if_classify_162), .out(if_classify_162_s53));
    wire all_52_s52;
    delay #(.WIDTH(1), .CYCLES(6)) all_52_s52_delay (.clk(clk), .reset(reset), .in(all_52), .out(all_52_s52));
    reg all_52_s53; always @(posedge clk) all_52_s53 <= all_52_s52;
    reg [11:0] eam6_dst_instance_2_s47; always @(posedge clk) eam6_dst_instance_2_s47 <= eam6_dst_instance_2;
    wire if_classify_164_s55;
    delay #(.WIDTH(1), .CYCLES(9)) if_classify_164_s55_delay (.clk(clk), .reset(reset), .in(if_classify_164), .out(if_classify_164_s55));
    wire [7:0] chosen_157_s55;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_157_s55_delay (.clk(clk), .reset(reset), .in(chosen_157), .out(chosen_157_s55));
    wire all_53_s55;
    delay #(.WIDTH(1), .CYCLES(9)) all_53_s55_delay (.clk(clk), .reset(reset), .in(all_53), .out(all_53_s55));
    wire all_54_s55;
    delay #(.WIDTH(1), .CYCLES(9)) all_54_s55_delay (.clk(clk), .reset(reset), .in(all_54), .out(all_54_s55));
    wire [31:0] meta_dst4_9_s51;
    delay #(.WIDTH(32), .CYCLES(5)) meta_dst4_9_s51_delay (.clk(clk), .reset(reset), .in(meta_dst4_9), .out(meta_dst4_9_s51));
    wire [31:0] meta_dst4_9_s53;
    delay #(.WIDTH(32), .CYCLES(2)) meta_dst4_9_s53_delay (.clk(clk), .reset(reset), .in(meta_dst4_9_s51), .out(meta_dst4_9_s53));
    wire [31:0] meta_dst4_9_s57;
    delay #(.WIDTH(32), .CYCLES(4)) meta_dst4_9_s57_delay (.clk(clk), .reset(reset), .in(meta_dst4_9_s53), .out(meta_dst4_9_s57));
    reg [31:0] meta_dst4_10_s47; always @(posedge clk) meta_dst4_10_s47 <= meta_dst4_10;
    wire [31:0] meta_dst4_10_s60;
    delay #(.WIDTH(32), .CYCLES(13)) meta_dst4_10_s60_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s47), .out(meta_dst4_10_s60));
    reg [31:0] meta_dst4_10_s61; always @(posedge clk) meta_dst4_10_s61 <= meta_dst4_10_s60;
    wire [31:0] meta_dst4_10_s70;
    delay #(.WIDTH(32), .CYCLES(9)) meta_dst4_10_s70_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s61), .out(meta_dst4_10_s70));
    wire [31:0] meta_dst4_10_s87;
    delay #(.WIDTH(32), .CYCLES(17)) meta_dst4_10_s87_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s70), .out(meta_dst4_10_s87));
    wire [31:0] meta_dst4_10_s97;
    delay #(.WIDTH(32), .CYCLES(10)) meta_dst4_10_s97_delay (.clk(clk), .reset(reset), .in(meta_dst4_10_s87), .out(meta_dst4_10_s97));
    wire [11:0] eam6_dst_instance_3_s59;
    delay #(.WIDTH(12), .CYCLES(13)) eam6_dst_instance_3_s59_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3), .out(eam6_dst_instance_3_s59));
    wire [11:0] eam6_dst_instance_3_s70;
    delay #(.WIDTH(12), .CYCLES(11)) eam6_dst_instance_3_s70_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s59), .out(eam6_dst_instance_3_s70));
    wire [11:0] eam6_dst_instance_3_s76;
    delay #(.WIDTH(12), .CYCLES(6)) eam6_dst_instance_3_s76_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s70), .out(eam6_dst_instance_3_s76));
    reg [11:0] eam6_dst_instance_3_s77; always @(posedge clk) eam6_dst_instance_3_s77 <= eam6_dst_instance_3_s76;
    wire [11:0] eam6_dst_instance_3_s113;
    delay #(.WIDTH(12), .CYCLES(36)) eam6_dst_instance_3_s113_delay (.clk(clk), .reset(reset), .in(eam6_dst_instance_3_s77), .out(eam6_dst_instance_3_s113));
    wire [7:0] chosen_158_s55;
    delay #(.WIDTH(8), .CYCLES(9)) chosen_158_s55_delay (.clk(clk), .reset(reset), .in(chosen_158), .out(chosen_158_s55));

    // ---- Stage 47 -----------------------------------------------------------------------------------------------------
    // card.p4 128, translate.p4 27+98
    wire [16:0] sum_217 = {1'd0, meta_dst4_10_s47[15:0]} + {1'd0, meta_dst4_10_s47[31:16]};
    wire [15:0] sum_218 = meta_dst4_10_s47[15:0] + meta_dst4_10_s47[31:16];
    wire [31:0] meta_dst4_11 = ipv6_valid_s47 ? meta_dst4_10_s47 : ipv4_src_addr_s47;

    // Table eam6_src, classify.p4:55: 128 rows, looked up in stage 47.
    wire eam6_src_hit;
    wire [72:0] eam6_src_value;
    wire [31:0] eam6_src_rdata;
    wire [139:0] eam6_src_key = 
            {ipv6_src_addr_8_s47, eam6_dst_instance_2_s47};
    ternary_table #(
        .KEY(140), .VALUE(73),
        .ROWS(128)
    ) eam6_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[47]), .lookup_key(eam6_src_key),
        .lookup_counts(all_52_s52), .hit(eam6_src_hit), .value(eam6_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd27), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam6_src_rdata));
    wire [16:0] sum_217_s63;
    delay #(.WIDTH(17), .CYCLES(16)) sum_217_s63_delay (.clk(clk), .reset(reset), .in(sum_217), .out(sum_217_s63));
    wire [16:0] sum_217_s82;
    delay #(.WIDTH(17), .CYCLES(19)) sum_217_s82_delay (.clk(clk), .reset(reset), .in(sum_217_s63), .out(sum_217_s82));
    wire [15:0] sum_218_s63;
    delay #(.WIDTH(16), .CYCLES(16)) sum_218_s63_delay (.clk(clk), .reset(reset), .in(sum_218), .out(sum_218_s63));
    wire [31:0] meta_dst4_11_s113;
    delay #(.WIDTH(32), .CYCLES(66)) meta_dst4_11_s113_delay (.clk(clk), .reset(reset), .in(meta_dst4_11), .out(meta_dst4_11_s113));

    // ---- Stage 49 -----------------------------------------------------------------------------------------------------
    // 

    // Table pool6_src, classify.p4:100: 16 rows, looked up in stage 49.
    wire pool6_src_hit;
    wire pool6_src_value;
    wire [31:0] pool6_src_rdata;
    wire [127:0] pool6_src_key = 
            ipv6_src_addr_8_s49;
    ternary_table #(
        .KEY(128), .VALUE(1),
        .ROWS(16)
    ) pool6_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[49]), .lookup_key(pool6_src_key),
        .lookup_counts(all_55_s54), .hit(pool6_src_hit), .value(pool6_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd29), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool6_src_rdata));

    // ---- Stage 51 -----------------------------------------------------------------------------------------------------
    // 

    // Table eam4_dst, classify.p4:120: 128 rows, looked up in stage 51.
    wire eam4_dst_hit;
    wire [180:0] eam4_dst_value;
    wire [31:0] eam4_dst_rdata;
    wire [31:0] eam4_dst_key = 
            meta_dst4_9_s51;
    ternary_table #(
        .KEY(32), .VALUE(181),
        .ROWS(128)
    ) eam4_dst_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[51]), .lookup_key(eam4_dst_key),
        .lookup_counts(all_56_s56), .hit(eam4_dst_hit), .value(eam4_dst_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd30), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam4_dst_rdata));

    // ---- Stage 53 -----------------------------------------------------------------------------------------------------
    // classify.p4 55+154+162+173, decide.p4 31, inbound.p4 79, outbound.p4 206
    wire eam6_src_eam_src_to4 = eam6_src_hit & eam6_src_value[72];
    wire eam6_src_eam_src_to4_2 = if_classify_162_s53 & eam6_src_eam_src_to4;
    wire eam6_src_eam_src_to4_3 = ipv6_valid_s53 & eam6_src_eam_src_to4_2;
    wire eam6_src_eam_src_to4_4 = if_decide_31_s53 & eam6_src_eam_src_to4_3;
    wire if_outbound_206 = ipv6_valid_s53 & {~eam6_src_eam_src_to4_4};
    wire all_55 = all_52_s53 & {~eam6_src_hit};
    wire all_57 = ipv6_valid_s53 & (if_classify_162_s53 & {~eam6_src_eam_src_to4});
    wire if_inbound_79 = all_24_s53 & {~eam6_src_eam_src_to4_4};
    wire [7:0] eam6_src_shift = eam6_src_value[7:0];
    wire [127:0] card_pipe_Decide_Classify_shifted_9 =
            eam6_src_shift[0] ? {1'h0, ipv6_src_addr_8_s53[127:1]} : ipv6_src_addr_8_s53;
    wire [127:0] card_pipe_Decide_Classify_shifted_10 =
            eam6_src_shift[1] ? {2'h0, card_pipe_Decide_Classify_shifted_9[127:2]} :
            card_pipe_Decide_Classify_shifted_9;
    wire [127:0] card_pipe_Decide_Classify_shifted_11 =
            eam6_src_shift[2] ? {4'h0, card_pipe_Decide_Classify_shifted_10[127:4]} :
            card_pipe_Decide_Classify_shifted_10;
    wire [127:0] card_pipe_Decide_Classify_shifted_12 =
            eam6_src_shift[3] ? {8'h0, card_pipe_Decide_Classify_shifted_11[127:8]} :
            card_pipe_Decide_Classify_shifted_11;
    wire is_equal_37 = eam6_src_shift == 8'h0;
    wire [31:0] eam6_src_suffix_mask = eam6_src_value[39:8];
    wire [31:0] eam6_src_prefix4 = eam6_src_value[71:40];
    wire all_58 = pool6_extract_32_9_s53 & if_outbound_206;

    // Table pool4, classify.p4:145: 64 rows, looked up in stage 53.
    wire pool4_hit;
    wire [12:0] pool4_value;
    wire [31:0] pool4_rdata;
    wire [31:0] pool4_key = 
            meta_dst4_9_s53;
    ternary_table #(
        .KEY(32), .VALUE(13),
        .ROWS(64)
    ) pool4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[53]), .lookup_key(pool4_key),
        .lookup_counts(all_59_s58), .hit(pool4_hit), .value(pool4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd31), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(pool4_rdata));
    wire eam6_src_eam_src_to4_s55;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_src_eam_src_to4_s55_delay (.clk(clk), .reset(reset), .in(eam6_src_eam_src_to4), .out(eam6_src_eam_src_to4_s55));
    wire eam6_src_eam_src_to4_2_s55;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_src_eam_src_to4_2_s55_delay (.clk(clk), .reset(reset), .in(eam6_src_eam_src_to4_2), .out(eam6_src_eam_src_to4_2_s55));
    wire if_outbound_206_s79;
    delay #(.WIDTH(1), .CYCLES(26)) if_outbound_206_s79_delay (.clk(clk), .reset(reset), .in(if_outbound_206), .out(if_outbound_206_s79));
    wire if_outbound_206_s81;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_206_s81_delay (.clk(clk), .reset(reset), .in(if_outbound_206_s79), .out(if_outbound_206_s81));
    wire if_outbound_206_s83;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_206_s83_delay (.clk(clk), .reset(reset), .in(if_outbound_206_s81), .out(if_outbound_206_s83));
    reg all_55_s54; always @(posedge clk) all_55_s54 <= all_55;
    wire all_57_s59;
    delay #(.WIDTH(1), .CYCLES(6)) all_57_s59_delay (.clk(clk), .reset(reset), .in(all_57), .out(all_57_s59));
    wire if_inbound_79_s59;
    delay #(.WIDTH(1), .CYCLES(6)) if_inbound_79_s59_delay (.clk(clk), .reset(reset), .in(if_inbound_79), .out(if_inbound_79_s59));
    wire if_inbound_79_s64;
    delay #(.WIDTH(1), .CYCLES(5)) if_inbound_79_s64_delay (.clk(clk), .reset(reset), .in(if_inbound_79_s59), .out(if_inbound_79_s64));
    wire if_inbound_79_s66;
    delay #(.WIDTH(1), .CYCLES(2)) if_inbound_79_s66_delay (.clk(clk), .reset(reset), .in(if_inbound_79_s64), .out(if_inbound_79_s66));
    reg [7:0] eam6_src_shift_s54; always @(posedge clk) eam6_src_shift_s54 <= eam6_src_shift;
    reg [127:0] card_pipe_Decide_Classify_shifted_12_s54; always @(posedge clk) card_pipe_Decide_Classify_shifted_12_s54 <= card_pipe_Decide_Classify_shifted_12;
    reg is_equal_37_s54; always @(posedge clk) is_equal_37_s54 <= is_equal_37;
    reg [31:0] eam6_src_suffix_mask_s54; always @(posedge clk) eam6_src_suffix_mask_s54 <= eam6_src_suffix_mask;
    wire [31:0] eam6_src_prefix4_s55;
    delay #(.WIDTH(32), .CYCLES(2)) eam6_src_prefix4_s55_delay (.clk(clk), .reset(reset), .in(eam6_src_prefix4), .out(eam6_src_prefix4_s55));
    wire all_58_s79;
    delay #(.WIDTH(1), .CYCLES(26)) all_58_s79_delay (.clk(clk), .reset(reset), .in(all_58), .out(all_58_s79));

    // ---- Stage 54 -----------------------------------------------------------------------------------------------------
    // classify.p4 173-174
    wire [127:0] card_pipe_Decide_Classify_shifted_13 =
            eam6_src_shift_s54[4] ? {16'h0, card_pipe_Decide_Classify_shifted_12_s54[127:16]} :
            card_pipe_Decide_Classify_shifted_12_s54;
    wire [127:0] card_pipe_Decide_Classify_shifted_14 =
            eam6_src_shift_s54[5] ? {32'h0, card_pipe_Decide_Classify_shifted_13[127:32]} :
            card_pipe_Decide_Classify_shifted_13;
    wire [127:0] card_pipe_Decide_Classify_shifted_15 =
            eam6_src_shift_s54[6] ? {64'h0, card_pipe_Decide_Classify_shifted_14[127:64]} :
            card_pipe_Decide_Classify_shifted_14;
    wire [127:0] card_pipe_Decide_Classify_shifted_16 =
            is_equal_37_s54 ? ipv6_src_addr_8_s54 : card_pipe_Decide_Classify_shifted_15;
    wire [31:0] all_60 = eam6_src_suffix_mask_s54 & card_pipe_Decide_Classify_shifted_16[31:0];
    reg [31:0] all_60_s55; always @(posedge clk) all_60_s55 <= all_60;

    // ---- Stage 55 -----------------------------------------------------------------------------------------------------
    // classify.p4 55+100+154+162+174+183, decide.p4 31+33, eligible.p4 72+96+104
    wire pool6_src_loop = pool6_src_hit & pool6_src_value;
    wire [7:0] chosen_159 = (if_classify_164_s55 | pool6_src_loop) ? 8'h1 : chosen_150_s55;
    wire [7:0] chosen_160 = eam6_src_eam_src_to4_s55 ? chosen_157_s55 : chosen_159;
    wire [7:0] chosen_161 = all_54_s55 ? chosen_160 : chosen_150_s55;
    wire [7:0] chosen_162 = all_53_s55 ? chosen_160 : chosen_150_s55;
    wire if_classify_183 = (chosen_162 == 8'h0) & any_42_s55;
    wire all_56 = all_49_s55 & if_classify_183;
    wire if_decide_33 = chosen_161 == 8'h0;
    wire [7:0] chosen_163 = echo_valid_s55 ? chosen_161 : 8'h1;
    wire [7:0] chosen_164 = if_eligible_96_s55 ? 8'h2 : chosen_163;
    wire [7:0] meta_protocol_7 = if_decide_33 ? meta_protocol_5_s55 : 8'h0;
    wire all_61 = if_decide_31_s55 & if_classify_183;
    wire [31:0] meta_src4 = eam6_src_prefix4_s55 | all_60_s55;
    wire [31:0] meta_src4_2 = eam6_src_eam_src_to4_2_s55 ? meta_src4 : 32'h0;
    wire [31:0] meta_src4_3 = ipv6_valid_s55 ? meta_src4_2 : ipv4_src_addr_s55;
    wire [31:0] meta_src4_4 = if_decide_31_s55 ? meta_src4_3 : 32'h0;
    wire [7:0] chosen_165 = pool6_src_loop ? 8'hb : chosen_158_s55;
    wire [7:0] chosen_166 = eam6_src_eam_src_to4_s55 ? chosen_158_s55 : chosen_165;
    wire [7:0] chosen_167 = all_54_s55 ? chosen_166 : chosen_154_s55;
    wire [7:0] chosen_168 = any_40_s55 ? chosen_167 : 8'hf;
    wire [7:0] chosen_169 = fragment_valid_s55 ? 8'h12 : chosen_167;
    wire [7:0] chosen_161_s59;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_161_s59_delay (.clk(clk), .reset(reset), .in(chosen_161), .out(chosen_161_s59));
    wire [7:0] chosen_161_s62;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_161_s62_delay (.clk(clk), .reset(reset), .in(chosen_161_s59), .out(chosen_161_s62));
    reg [7:0] chosen_161_s63; always @(posedge clk) chosen_161_s63 <= chosen_161_s62;
    wire [7:0] chosen_161_s67;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_161_s67_delay (.clk(clk), .reset(reset), .in(chosen_161_s63), .out(chosen_161_s67));
    wire if_classify_183_s57;
    delay #(.WIDTH(1), .CYCLES(2)) if_classify_183_s57_delay (.clk(clk), .reset(reset), .in(if_classify_183), .out(if_classify_183_s57));
    wire if_classify_183_s59;
    delay #(.WIDTH(1), .CYCLES(2)) if_classify_183_s59_delay (.clk(clk), .reset(reset), .in(if_classify_183_s57), .out(if_classify_183_s59));
    reg all_56_s56; always @(posedge clk) all_56_s56 <= all_56;
    reg all_56_s57; always @(posedge clk) all_56_s57 <= all_56_s56;
    wire if_decide_33_s60;
    delay #(.WIDTH(1), .CYCLES(5)) if_decide_33_s60_delay (.clk(clk), .reset(reset), .in(if_decide_33), .out(if_decide_33_s60));
    wire if_decide_33_s62;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_33_s62_delay (.clk(clk), .reset(reset), .in(if_decide_33_s60), .out(if_decide_33_s62));
    reg if_decide_33_s63; always @(posedge clk) if_decide_33_s63 <= if_decide_33_s62;
    reg if_decide_33_s64; always @(posedge clk) if_decide_33_s64 <= if_decide_33_s63;
    wire [7:0] chosen_164_s62;
    delay #(.WIDTH(8), .CYCLES(7)) chosen_164_s62_delay (.clk(clk), .reset(reset), .in(chosen_164), .out(chosen_164_s62));
    wire [7:0] meta_protocol_7_s60;
    delay #(.WIDTH(8), .CYCLES(5)) meta_protocol_7_s60_delay (.clk(clk), .reset(reset), .in(meta_protocol_7), .out(meta_protocol_7_s60));
    reg [7:0] meta_protocol_7_s61; always @(posedge clk) meta_protocol_7_s61 <= meta_protocol_7_s60;
    wire all_61_s59;
    delay #(.WIDTH(1), .CYCLES(4)) all_61_s59_delay (.clk(clk), .reset(reset), .in(all_61), .out(all_61_s59));
    wire [31:0] meta_src4_4_s70;
    delay #(.WIDTH(32), .CYCLES(15)) meta_src4_4_s70_delay (.clk(clk), .reset(reset), .in(meta_src4_4), .out(meta_src4_4_s70));
    wire [31:0] meta_src4_4_s81;
    delay #(.WIDTH(32), .CYCLES(11)) meta_src4_4_s81_delay (.clk(clk), .reset(reset), .in(meta_src4_4_s70), .out(meta_src4_4_s81));
    wire [7:0] chosen_167_s59;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_167_s59_delay (.clk(clk), .reset(reset), .in(chosen_167), .out(chosen_167_s59));
    wire [7:0] chosen_167_s62;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_167_s62_delay (.clk(clk), .reset(reset), .in(chosen_167_s59), .out(chosen_167_s62));
    reg [7:0] chosen_167_s63; always @(posedge clk) chosen_167_s63 <= chosen_167_s62;
    reg [7:0] chosen_167_s64; always @(posedge clk) chosen_167_s64 <= chosen_167_s63;
    wire [7:0] chosen_167_s66;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_167_s66_delay (.clk(clk), .reset(reset), .in(chosen_167_s64), .out(chosen_167_s66));
    wire [7:0] chosen_168_s63;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_168_s63_delay (.clk(clk), .reset(reset), .in(chosen_168), .out(chosen_168_s63));
    reg [7:0] chosen_169_s56; always @(posedge clk) chosen_169_s56 <= chosen_169;

    // ---- Stage 56 -----------------------------------------------------------------------------------------------------
    // eligible.p4 69
    wire [7:0] chosen_170 = ipv4_valid_s56 ? 8'h11 : chosen_169_s56;
    wire [7:0] chosen_170_s64;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_170_s64_delay (.clk(clk), .reset(reset), .in(chosen_170), .out(chosen_170_s64));

    // ---- Stage 57 -----------------------------------------------------------------------------------------------------
    // classify.p4 120+183+190-191, decide.p4 31
    wire all_59 = all_56_s57 & {~eam4_dst_hit};
    wire eam4_dst_eam_dst_to6 = eam4_dst_hit & eam4_dst_value[180];
    wire eam6_dst_eam_dst_to4_3 = eam6_dst_eam_dst_to4_2_s57 | eam4_dst_eam_dst_to6;
    wire eam6_dst_eam_dst_to4_4 = if_classify_183_s57 ? eam6_dst_eam_dst_to4_3 : eam6_dst_eam_dst_to4_2_s57;
    wire eam6_dst_eam_dst_to4_5 = if_decide_31_s57 & eam6_dst_eam_dst_to4_4;
    wire [11:0] eam4_dst_instance = eam4_dst_value[11:0];
    wire [31:0] eam4_dst_suffix_mask = eam4_dst_value[51:20];
    wire [31:0] all_62 = meta_dst4_9_s57 & eam4_dst_suffix_mask;
    wire [7:0] eam4_dst_shift = eam4_dst_value[19:12];
    wire chosen_171 = eam4_dst_shift[0] ? 1'h0 : all_62[0];
    wire chosen_172 = eam4_dst_shift[1] ? 1'h0 : chosen_171;
    wire chosen_173 = eam4_dst_shift[2] ? 1'h0 : chosen_172;
    wire chosen_174 = eam4_dst_shift[3] ? 1'h0 : chosen_173;
    wire chosen_175 = eam4_dst_shift[4] ? 1'h0 : chosen_174;
    wire chosen_176 = eam4_dst_shift[5] ? 1'h0 : chosen_175;
    wire [30:0] chosen_177 = eam4_dst_shift[0] ? all_62[30:0] : all_62[31:1];
    wire chosen_178 = eam4_dst_shift[1] ? 1'h0 : chosen_177[0];
    wire chosen_179 = eam4_dst_shift[2] ? 1'h0 : chosen_178;
    wire chosen_180 = eam4_dst_shift[3] ? 1'h0 : chosen_179;
    wire chosen_181 = eam4_dst_shift[4] ? 1'h0 : chosen_180;
    wire chosen_182 = eam4_dst_shift[5] ? 1'h0 : chosen_181;
    wire chosen_183 = eam4_dst_shift[1] ? chosen_171 : chosen_177[1];
    wire chosen_184 = eam4_dst_shift[2] ? 1'h0 : chosen_183;
    wire chosen_185 = eam4_dst_shift[3] ? 1'h0 : chosen_184;
    wire chosen_186 = eam4_dst_shift[4] ? 1'h0 : chosen_185;
    wire chosen_187 = eam4_dst_shift[5] ? 1'h0 : chosen_186;
    wire [28:0] chosen_188 = eam4_dst_shift[1] ? chosen_177[28:0] : chosen_177[30:2];
    wire chosen_189 = eam4_dst_shift[2] ? 1'h0 : chosen_188[0];
    wire chosen_190 = eam4_dst_shift[3] ? 1'h0 : chosen_189;
    wire chosen_191 = eam4_dst_shift[4] ? 1'h0 : chosen_190;
    wire chosen_192 = eam4_dst_shift[5] ? 1'h0 : chosen_191;
    wire chosen_193 = eam4_dst_shift[2] ? chosen_172 : chosen_188[1];
    wire chosen_194 = eam4_dst_shift[3] ? 1'h0 : chosen_193;
    wire chosen_195 = eam4_dst_shift[4] ? 1'h0 : chosen_194;
    wire chosen_196 = eam4_dst_shift[5] ? 1'h0 : chosen_195;
    wire chosen_197 = eam4_dst_shift[2] ? chosen_178 : chosen_188[2];
    wire chosen_198 = eam4_dst_shift[3] ? 1'h0 : chosen_197;
    wire chosen_199 = eam4_dst_shift[4] ? 1'h0 : chosen_198;
    wire chosen_200 = eam4_dst_shift[5] ? 1'h0 : chosen_199;
    wire chosen_201 = eam4_dst_shift[2] ? chosen_183 : chosen_188[3];
    wire chosen_202 = eam4_dst_shift[3] ? 1'h0 : chosen_201;
    wire chosen_203 = eam4_dst_shift[4] ? 1'h0 : chosen_202;
    wire chosen_204 = eam4_dst_shift[5] ? 1'h0 : chosen_203;
    wire [24:0] chosen_205 = eam4_dst_shift[2] ? chosen_188[24:0] : chosen_188[28:4];
    wire chosen_206 = eam4_dst_shift[3] ? 1'h0 : chosen_205[0];
    wire chosen_207 = eam4_dst_shift[4] ? 1'h0 : chosen_206;
    wire chosen_208 = eam4_dst_shift[5] ? 1'h0 : chosen_207;
    wire chosen_209 = eam4_dst_shift[3] ? chosen_173 : chosen_205[1];
    wire chosen_210 = eam4_dst_shift[4] ? 1'h0 : chosen_209;
    wire chosen_211 = eam4_dst_shift[5] ? 1'h0 : chosen_210;
    wire chosen_212 = eam4_dst_shift[3] ? chosen_179 : chosen_205[2];
    wire chosen_213 = eam4_dst_shift[4] ? 1'h0 : chosen_212;
    wire chosen_214 = eam4_dst_shift[5] ? 1'h0 : chosen_213;
    wire chosen_215 = eam4_dst_shift[3] ? chosen_184 : chosen_205[3];
    wire chosen_216 = eam4_dst_shift[4] ? 1'h0 : chosen_215;
    wire chosen_217 = eam4_dst_shift[5] ? 1'h0 : chosen_216;
    wire chosen_218 = eam4_dst_shift[3] ? chosen_189 : chosen_205[4];
    wire chosen_219 = eam4_dst_shift[4] ? 1'h0 : chosen_218;
    wire chosen_220 = eam4_dst_shift[5] ? 1'h0 : chosen_219;
    wire chosen_221 = eam4_dst_shift[3] ? chosen_193 : chosen_205[5];
    wire chosen_222 = eam4_dst_shift[4] ? 1'h0 : chosen_221;
    wire chosen_223 = eam4_dst_shift[5] ? 1'h0 : chosen_222;
    wire chosen_224 = eam4_dst_shift[3] ? chosen_197 : chosen_205[6];
    wire chosen_225 = eam4_dst_shift[4] ? 1'h0 : chosen_224;
    wire chosen_226 = eam4_dst_shift[5] ? 1'h0 : chosen_225;
    wire chosen_227 = eam4_dst_shift[3] ? chosen_201 : chosen_205[7];
    wire chosen_228 = eam4_dst_shift[4] ? 1'h0 : chosen_227;
    wire chosen_229 = eam4_dst_shift[5] ? 1'h0 : chosen_228;
    wire [16:0] chosen_230 = eam4_dst_shift[3] ? chosen_205[16:0] : chosen_205[24:8];
    wire chosen_231 = eam4_dst_shift[4] ? 1'h0 : chosen_230[0];
    wire chosen_232 = eam4_dst_shift[5] ? 1'h0 : chosen_231;
    wire chosen_233 = eam4_dst_shift[4] ? chosen_174 : chosen_230[1];
    wire chosen_234 = eam4_dst_shift[5] ? 1'h0 : chosen_233;
    wire chosen_235 = eam4_dst_shift[4] ? chosen_180 : chosen_230[2];
    wire chosen_236 = eam4_dst_shift[5] ? 1'h0 : chosen_235;
    wire chosen_237 = eam4_dst_shift[4] ? chosen_185 : chosen_230[3];
    wire chosen_238 = eam4_dst_shift[5] ? 1'h0 : chosen_237;
    wire chosen_239 = eam4_dst_shift[4] ? chosen_190 : chosen_230[4];
    wire chosen_240 = eam4_dst_shift[5] ? 1'h0 : chosen_239;
    wire chosen_241 = eam4_dst_shift[4] ? chosen_194 : chosen_230[5];
    wire chosen_242 = eam4_dst_shift[5] ? 1'h0 : chosen_241;
    wire chosen_243 = eam4_dst_shift[4] ? chosen_198 : chosen_230[6];
    wire chosen_244 = eam4_dst_shift[5] ? 1'h0 : chosen_243;
    wire chosen_245 = eam4_dst_shift[4] ? chosen_202 : chosen_230[7];
    wire chosen_246 = eam4_dst_shift[5] ? 1'h0 : chosen_245;
    wire chosen_247 = eam4_dst_shift[4] ? chosen_206 : chosen_230[8];
    wire chosen_248 = eam4_dst_shift[5] ? 1'h0 : chosen_247;
    wire chosen_249 = eam4_dst_shift[4] ? chosen_209 : chosen_230[9];
    wire chosen_250 = eam4_dst_shift[5] ? 1'h0 : chosen_249;
    wire chosen_251 = eam4_dst_shift[4] ? chosen_212 : chosen_230[10];
    wire chosen_252 = eam4_dst_shift[5] ? 1'h0 : chosen_251;
    wire chosen_253 = eam4_dst_shift[4] ? chosen_215 : chosen_230[11];
    wire chosen_254 = eam4_dst_shift[5] ? 1'h0 : chosen_253;
    wire chosen_255 = eam4_dst_shift[4] ? chosen_218 : chosen_230[12];
    wire chosen_256 = eam4_dst_shift[5] ? 1'h0 : chosen_255;
    wire chosen_257 = eam4_dst_shift[4] ? chosen_221 : chosen_230[13];
    wire chosen_258 = eam4_dst_shift[5] ? 1'h0 : chosen_257;
    wire chosen_259 = eam4_dst_shift[4] ? chosen_224 : chosen_230[14];
    wire chosen_260 = eam4_dst_shift[5] ? 1'h0 : chosen_259;
    wire chosen_261 = eam4_dst_shift[4] ? chosen_227 : chosen_230[15];
    wire chosen_262 = eam4_dst_shift[5] ? 1'h0 : chosen_261;
    wire chosen_263 = eam4_dst_shift[4] ? chosen_230[0] : chosen_230[16];
    wire chosen_264 = eam4_dst_shift[5] ? 1'h0 : chosen_263;
    wire chosen_265 = eam4_dst_shift[0] ? all_62[31] : 1'h0;
    wire chosen_266 = eam4_dst_shift[1] ? chosen_177[29] : chosen_265;
    wire chosen_267 = eam4_dst_shift[2] ? chosen_188[25] : chosen_266;
    wire chosen_268 = eam4_dst_shift[3] ? chosen_205[17] : chosen_267;
    wire chosen_269 = eam4_dst_shift[4] ? chosen_230[1] : chosen_268;
    wire chosen_270 = eam4_dst_shift[5] ? chosen_175 : chosen_269;
    wire chosen_271 = eam4_dst_shift[1] ? chosen_177[30] : 1'h0;
    wire chosen_272 = eam4_dst_shift[2] ? chosen_188[26] : chosen_271;
    wire chosen_273 = eam4_dst_shift[3] ? chosen_205[18] : chosen_272;
    wire chosen_274 = eam4_dst_shift[4] ? chosen_230[2] : chosen_273;
    wire chosen_275 = eam4_dst_shift[5] ? chosen_181 : chosen_274;
    wire chosen_276 = eam4_dst_shift[1] ? chosen_265 : 1'h0;
    wire chosen_277 = eam4_dst_shift[2] ? chosen_188[27] : chosen_276;
    wire chosen_278 = eam4_dst_shift[3] ? chosen_205[19] : chosen_277;
    wire chosen_279 = eam4_dst_shift[4] ? chosen_230[3] : chosen_278;
    wire chosen_280 = eam4_dst_shift[5] ? chosen_186 : chosen_279;
    wire chosen_281 = eam4_dst_shift[2] ? chosen_188[28] : 1'h0;
    wire chosen_282 = eam4_dst_shift[3] ? chosen_205[20] : chosen_281;
    wire chosen_283 = eam4_dst_shift[4] ? chosen_230[4] : chosen_282;
    wire chosen_284 = eam4_dst_shift[5] ? chosen_191 : chosen_283;
    wire chosen_285 = eam4_dst_shift[2] ? chosen_266 : 1'h0;
    wire chosen_286 = eam4_dst_shift[3] ? chosen_205[21] : chosen_285;
    wire chosen_287 = eam4_dst_shift[4] ? chosen_230[5] : chosen_286;
    wire chosen_288 = eam4_dst_shift[5] ? chosen_195 : chosen_287;
    wire chosen_289 = eam4_dst_shift[2] ? chosen_271 : 1'h0;
    wire chosen_290 = eam4_dst_shift[3] ? chosen_205[22] : chosen_289;
    wire chosen_291 = eam4_dst_shift[4] ? chosen_230[6] : chosen_290;
    wire chosen_292 = eam4_dst_shift[5] ? chosen_199 : chosen_291;
    wire chosen_293 = eam4_dst_shift[2] ? chosen_276 : 1'h0;
    wire chosen_294 = eam4_dst_shift[3] ? chosen_205[23] : chosen_293;
    wire chosen_295 = eam4_dst_shift[4] ? chosen_230[7] : chosen_294;
    wire chosen_296 = eam4_dst_shift[5] ? chosen_203 : chosen_295;
    wire chosen_297 = eam4_dst_shift[3] ? chosen_205[24] : 1'h0;
    wire chosen_298 = eam4_dst_shift[4] ? chosen_230[8] : chosen_297;
    wire chosen_299 = eam4_dst_shift[5] ? chosen_207 : chosen_298;
    wire chosen_300 = eam4_dst_shift[3] ? chosen_267 : 1'h0;
    wire chosen_301 = eam4_dst_shift[4] ? chosen_230[9] : chosen_300;
    wire chosen_302 = eam4_dst_shift[5] ? chosen_210 : chosen_301;
    wire chosen_303 = eam4_dst_shift[3] ? chosen_272 : 1'h0;
    wire chosen_304 = eam4_dst_shift[4] ? chosen_230[10] : chosen_303;
    wire chosen_305 = eam4_dst_shift[5] ? chosen_213 : chosen_304;
    wire chosen_306 = eam4_dst_shift[3] ? chosen_277 : 1'h0;
    wire chosen_307 = eam4_dst_shift[4] ? chosen_230[11] : chosen_306;
    wire chosen_308 = eam4_dst_shift[5] ? chosen_216 : chosen_307;
    wire chosen_309 = eam4_dst_shift[3] ? chosen_281 : 1'h0;
    wire chosen_310 = eam4_dst_shift[4] ? chosen_230[12] : chosen_309;
    wire chosen_311 = eam4_dst_shift[5] ? chosen_219 : chosen_310;
    wire chosen_312 = eam4_dst_shift[3] ? chosen_285 : 1'h0;
    wire chosen_313 = eam4_dst_shift[4] ? chosen_230[13] : chosen_312;
    wire chosen_314 = eam4_dst_shift[5] ? chosen_222 : chosen_313;
    wire chosen_315 = eam4_dst_shift[3] ? chosen_289 : 1'h0;
    wire chosen_316 = eam4_dst_shift[4] ? chosen_230[14] : chosen_315;
    wire chosen_317 = eam4_dst_shift[5] ? chosen_225 : chosen_316;
    wire chosen_318 = eam4_dst_shift[3] ? chosen_293 : 1'h0;
    wire chosen_319 = eam4_dst_shift[4] ? chosen_230[15] : chosen_318;
    wire chosen_320 = eam4_dst_shift[5] ? chosen_228 : chosen_319;
    wire chosen_321 = eam4_dst_shift[4] ? chosen_230[16] : 1'h0;
    wire chosen_322 = eam4_dst_shift[5] ? chosen_231 : chosen_321;
    wire chosen_323 = eam4_dst_shift[4] ? chosen_268 : 1'h0;
    wire chosen_324 = eam4_dst_shift[5] ? chosen_233 : chosen_323;
    wire chosen_325 = eam4_dst_shift[4] ? chosen_273 : 1'h0;
    wire chosen_326 = eam4_dst_shift[5] ? chosen_235 : chosen_325;
    wire chosen_327 = eam4_dst_shift[4] ? chosen_278 : 1'h0;
    wire chosen_328 = eam4_dst_shift[5] ? chosen_237 : chosen_327;
    wire chosen_329 = eam4_dst_shift[4] ? chosen_282 : 1'h0;
    wire chosen_330 = eam4_dst_shift[5] ? chosen_239 : chosen_329;
    wire chosen_331 = eam4_dst_shift[4] ? chosen_286 : 1'h0;
    wire chosen_332 = eam4_dst_shift[5] ? chosen_241 : chosen_331;
    wire chosen_333 = eam4_dst_shift[4] ? chosen_290 : 1'h0;
    wire chosen_334 = eam4_dst_shift[5] ? chosen_243 : chosen_333;
    wire chosen_335 = eam4_dst_shift[4] ? chosen_294 : 1'h0;
    wire chosen_336 = eam4_dst_shift[5] ? chosen_245 : chosen_335;
    wire chosen_337 = eam4_dst_shift[4] ? chosen_297 : 1'h0;
    wire chosen_338 = eam4_dst_shift[5] ? chosen_247 : chosen_337;
    wire chosen_339 = eam4_dst_shift[4] ? chosen_300 : 1'h0;
    wire chosen_340 = eam4_dst_shift[5] ? chosen_249 : chosen_339;
    wire chosen_341 = eam4_dst_shift[4] ? chosen_303 : 1'h0;
    wire chosen_342 = eam4_dst_shift[5] ? chosen_251 : chosen_341;
    wire chosen_343 = eam4_dst_shift[4] ? chosen_306 : 1'h0;
    wire chosen_344 = eam4_dst_shift[5] ? chosen_253 : chosen_343;
    wire chosen_345 = eam4_dst_shift[4] ? chosen_309 : 1'h0;
    wire chosen_346 = eam4_dst_shift[5] ? chosen_255 : chosen_345;
    wire chosen_347 = eam4_dst_shift[4] ? chosen_312 : 1'h0;
    wire chosen_348 = eam4_dst_shift[5] ? chosen_257 : chosen_347;
    wire chosen_349 = eam4_dst_shift[4] ? chosen_315 : 1'h0;
    wire chosen_350 = eam4_dst_shift[5] ? chosen_259 : chosen_349;
    wire chosen_351 = eam4_dst_shift[4] ? chosen_318 : 1'h0;
    wire chosen_352 = eam4_dst_shift[5] ? chosen_261 : chosen_351;
    wire chosen_353 = eam4_dst_shift[5] ? chosen_263 : 1'h0;
    wire chosen_354 = eam4_dst_shift[5] ? chosen_269 : 1'h0;
    wire chosen_355 = eam4_dst_shift[5] ? chosen_274 : 1'h0;
    wire chosen_356 = eam4_dst_shift[5] ? chosen_279 : 1'h0;
    wire chosen_357 = eam4_dst_shift[5] ? chosen_283 : 1'h0;
    wire chosen_358 = eam4_dst_shift[5] ? chosen_287 : 1'h0;
    wire chosen_359 = eam4_dst_shift[5] ? chosen_291 : 1'h0;
    wire chosen_360 = eam4_dst_shift[5] ? chosen_295 : 1'h0;
    wire chosen_361 = eam4_dst_shift[5] ? chosen_298 : 1'h0;
    wire chosen_362 = eam4_dst_shift[5] ? chosen_301 : 1'h0;
    wire chosen_363 = eam4_dst_shift[5] ? chosen_304 : 1'h0;
    wire chosen_364 = eam4_dst_shift[5] ? chosen_307 : 1'h0;
    wire chosen_365 = eam4_dst_shift[5] ? chosen_310 : 1'h0;
    wire chosen_366 = eam4_dst_shift[5] ? chosen_313 : 1'h0;
    wire chosen_367 = eam4_dst_shift[5] ? chosen_316 : 1'h0;
    wire chosen_368 = eam4_dst_shift[5] ? chosen_319 : 1'h0;
    wire chosen_369 = eam4_dst_shift[5] ? chosen_321 : 1'h0;
    wire chosen_370 = eam4_dst_shift[5] ? chosen_323 : 1'h0;
    wire chosen_371 = eam4_dst_shift[5] ? chosen_325 : 1'h0;
    wire chosen_372 = eam4_dst_shift[5] ? chosen_327 : 1'h0;
    wire chosen_373 = eam4_dst_shift[5] ? chosen_329 : 1'h0;
    wire chosen_374 = eam4_dst_shift[5] ? chosen_331 : 1'h0;
    wire chosen_375 = eam4_dst_shift[5] ? chosen_333 : 1'h0;
    wire chosen_376 = eam4_dst_shift[5] ? chosen_335 : 1'h0;
    wire chosen_377 = eam4_dst_shift[5] ? chosen_337 : 1'h0;
    wire chosen_378 = eam4_dst_shift[5] ? chosen_339 : 1'h0;
    wire chosen_379 = eam4_dst_shift[5] ? chosen_341 : 1'h0;
    wire chosen_380 = eam4_dst_shift[5] ? chosen_343 : 1'h0;
    wire chosen_381 = eam4_dst_shift[5] ? chosen_345 : 1'h0;
    wire chosen_382 = eam4_dst_shift[5] ? chosen_347 : 1'h0;
    wire chosen_383 = eam4_dst_shift[5] ? chosen_349 : 1'h0;
    wire chosen_384 = eam4_dst_shift[5] ? chosen_351 : 1'h0;
    wire is_equal_38 = eam4_dst_shift == 8'h0;
    wire [127:0] eam4_dst_prefix6 = eam4_dst_value[179:52];
    wire all_63 = if_decide_31_s57 & (if_classify_183_s57 & eam4_dst_eam_dst_to6);

    // Table translation_options, eligible.p4:29: 64 rows, looked up in stage 57.
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
        .lookup_valid(valid[57]), .lookup_key(translation_options_key),
        .lookup_counts(all_64_s61), .hit(translation_options_hit), .value(translation_options_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd32), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(translation_options_rdata));
    reg all_59_s58; always @(posedge clk) all_59_s58 <= all_59;
    wire eam4_dst_eam_dst_to6_s59;
    delay #(.WIDTH(1), .CYCLES(2)) eam4_dst_eam_dst_to6_s59_delay (.clk(clk), .reset(reset), .in(eam4_dst_eam_dst_to6), .out(eam4_dst_eam_dst_to6_s59));
    wire eam6_dst_eam_dst_to4_3_s59;
    delay #(.WIDTH(1), .CYCLES(2)) eam6_dst_eam_dst_to4_3_s59_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_3), .out(eam6_dst_eam_dst_to4_3_s59));
    wire eam6_dst_eam_dst_to4_5_s60;
    delay #(.WIDTH(1), .CYCLES(3)) eam6_dst_eam_dst_to4_5_s60_delay (.clk(clk), .reset(reset), .in(eam6_dst_eam_dst_to4_5), .out(eam6_dst_eam_dst_to4_5_s60));
    wire [11:0] eam4_dst_instance_s59;
    delay #(.WIDTH(12), .CYCLES(2)) eam4_dst_instance_s59_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance), .out(eam4_dst_instance_s59));
    reg [31:0] all_62_s58; always @(posedge clk) all_62_s58 <= all_62;
    reg [7:0] eam4_dst_shift_s58; always @(posedge clk) eam4_dst_shift_s58 <= eam4_dst_shift;
    reg chosen_176_s58; always @(posedge clk) chosen_176_s58 <= chosen_176;
    reg chosen_182_s58; always @(posedge clk) chosen_182_s58 <= chosen_182;
    reg chosen_187_s58; always @(posedge clk) chosen_187_s58 <= chosen_187;
    reg chosen_192_s58; always @(posedge clk) chosen_192_s58 <= chosen_192;
    reg chosen_196_s58; always @(posedge clk) chosen_196_s58 <= chosen_196;
    reg chosen_200_s58; always @(posedge clk) chosen_200_s58 <= chosen_200;
    reg chosen_204_s58; always @(posedge clk) chosen_204_s58 <= chosen_204;
    reg chosen_208_s58; always @(posedge clk) chosen_208_s58 <= chosen_208;
    reg chosen_211_s58; always @(posedge clk) chosen_211_s58 <= chosen_211;
    reg chosen_214_s58; always @(posedge clk) chosen_214_s58 <= chosen_214;
    reg chosen_217_s58; always @(posedge clk) chosen_217_s58 <= chosen_217;
    reg chosen_220_s58; always @(posedge clk) chosen_220_s58 <= chosen_220;
    reg chosen_223_s58; always @(posedge clk) chosen_223_s58 <= chosen_223;
    reg chosen_226_s58; always @(posedge clk) chosen_226_s58 <= chosen_226;
    reg chosen_229_s58; always @(posedge clk) chosen_229_s58 <= chosen_229;
    reg chosen_232_s58; always @(posedge clk) chosen_232_s58 <= chosen_232;
    reg chosen_234_s58; always @(posedge clk) chosen_234_s58 <= chosen_234;
    reg chosen_236_s58; always @(posedge clk) chosen_236_s58 <= chosen_236;
    reg chosen_238_s58; always @(posedge clk) chosen_238_s58 <= chosen_238;
    reg chosen_240_s58; always @(posedge clk) chosen_240_s58 <= chosen_240;
    reg chosen_242_s58; always @(posedge clk) chosen_242_s58 <= chosen_242;
    reg chosen_244_s58; always @(posedge clk) chosen_244_s58 <= chosen_244;
    reg chosen_246_s58; always @(posedge clk) chosen_246_s58 <= chosen_246;
    reg chosen_248_s58; always @(posedge clk) chosen_248_s58 <= chosen_248;
    reg chosen_250_s58; always @(posedge clk) chosen_250_s58 <= chosen_250;
    reg chosen_252_s58; always @(posedge clk) chosen_252_s58 <= chosen_252;
    reg chosen_254_s58; always @(posedge clk) chosen_254_s58 <= chosen_254;
    reg chosen_256_s58; always @(posedge clk) chosen_256_s58 <= chosen_256;
    reg chosen_258_s58; always @(posedge clk) chosen_258_s58 <= chosen_258;
    reg chosen_260_s58; always @(posedge clk) chosen_260_s58 <= chosen_260;
    reg chosen_262_s58; always @(posedge clk) chosen_262_s58 <= chosen_262;
    reg chosen_264_s58; always @(posedge clk) chosen_264_s58 <= chosen_264;
    reg chosen_270_s58; always @(posedge clk) chosen_270_s58 <= chosen_270;
    reg chosen_275_s58; always @(posedge clk) chosen_275_s58 <= chosen_275;
    reg chosen_280_s58; always @(posedge clk) chosen_280_s58 <= chosen_280;
    reg chosen_284_s58; always @(posedge clk) chosen_284_s58 <= chosen_284;
    reg chosen_288_s58; always @(posedge clk) chosen_288_s58 <= chosen_288;
    reg chosen_292_s58; always @(posedge clk) chosen_292_s58 <= chosen_292;
    reg chosen_296_s58; always @(posedge clk) chosen_296_s58 <= chosen_296;
    reg chosen_299_s58; always @(posedge clk) chosen_299_s58 <= chosen_299;
    reg chosen_302_s58; always @(posedge clk) chosen_302_s58 <= chosen_302;
    reg chosen_305_s58; always @(posedge clk) chosen_305_s58 <= chosen_305;
    reg chosen_308_s58; always @(posedge clk) chosen_308_s58 <= chosen_308;
    reg chosen_311_s58; always @(posedge clk) chosen_311_s58 <= chosen_311;
    reg chosen_314_s58; always @(posedge clk) chosen_314_s58 <= chosen_314;
    reg chosen_317_s58; always @(posedge clk) chosen_317_s58 <= chosen_317;
    reg chosen_320_s58; always @(posedge clk) chosen_320_s58 <= chosen_320;
    reg chosen_322_s58; always @(posedge clk) chosen_322_s58 <= chosen_322;
    reg chosen_324_s58; always @(posedge clk) chosen_324_s58 <= chosen_324;
    reg chosen_326_s58; always @(posedge clk) chosen_326_s58 <= chosen_326;
    reg chosen_328_s58; always @(posedge clk) chosen_328_s58 <= chosen_328;
    reg chosen_330_s58; always @(posedge clk) chosen_330_s58 <= chosen_330;
    reg chosen_332_s58; always @(posedge clk) chosen_332_s58 <= chosen_332;
    reg chosen_334_s58; always @(posedge clk) chosen_334_s58 <= chosen_334;
    reg chosen_336_s58; always @(posedge clk) chosen_336_s58 <= chosen_336;
    reg chosen_338_s58; always @(posedge clk) chosen_338_s58 <= chosen_338;
    reg chosen_340_s58; always @(posedge clk) chosen_340_s58 <= chosen_340;
    reg chosen_342_s58; always @(posedge clk) chosen_342_s58 <= chosen_342;
    reg chosen_344_s58; always @(posedge clk) chosen_344_s58 <= chosen_344;
    reg chosen_346_s58; always @(posedge clk) chosen_346_s58 <= chosen_346;
    reg chosen_348_s58; always @(posedge clk) chosen_348_s58 <= chosen_348;
    reg chosen_350_s58; always @(posedge clk) chosen_350_s58 <= chosen_350;
    reg chosen_352_s58; always @(posedge clk) chosen_352_s58 <= chosen_352;
    reg chosen_353_s58; always @(posedge clk) chosen_353_s58 <= chosen_353;
    reg chosen_354_s58; always @(posedge clk) chosen_354_s58 <= chosen_354;
    reg chosen_355_s58; always @(posedge clk) chosen_355_s58 <= chosen_355;
    reg chosen_356_s58; always @(posedge clk) chosen_356_s58 <= chosen_356;
    reg chosen_357_s58; always @(posedge clk) chosen_357_s58 <= chosen_357;
    reg chosen_358_s58; always @(posedge clk) chosen_358_s58 <= chosen_358;
    reg chosen_359_s58; always @(posedge clk) chosen_359_s58 <= chosen_359;
    reg chosen_360_s58; always @(posedge clk) chosen_360_s58 <= chosen_360;
    reg chosen_361_s58; always @(posedge clk) chosen_361_s58 <= chosen_361;
    reg chosen_362_s58; always @(posedge clk) chosen_362_s58 <= chosen_362;
    reg chosen_363_s58; always @(posedge clk) chosen_363_s58 <= chosen_363;
    reg chosen_364_s58; always @(posedge clk) chosen_364_s58 <= chosen_364;
    reg chosen_365_s58; always @(posedge clk) chosen_365_s58 <= chosen_365;
    reg chosen_366_s58; always @(posedge clk) chosen_366_s58 <= chosen_366;
    reg chosen_367_s58; always @(posedge clk) chosen_367_s58 <= chosen_367;
    reg chosen_368_s58; always @(posedge clk) chosen_368_s58 <= chosen_368;
    reg chosen_369_s58; always @(posedge clk) chosen_369_s58 <= chosen_369;
    reg chosen_370_s58; always @(posedge clk) chosen_370_s58 <= chosen_370;
    reg chosen_371_s58; always @(posedge clk) chosen_371_s58 <= chosen_371;
    reg chosen_372_s58; always @(posedge clk) chosen_372_s58 <= chosen_372;
    reg chosen_373_s58; always @(posedge clk) chosen_373_s58 <= chosen_373;
    reg chosen_374_s58; always @(posedge clk) chosen_374_s58 <= chosen_374;
    reg chosen_375_s58; always @(posedge clk) chosen_375_s58 <= chosen_375;
    reg chosen_376_s58; always @(posedge clk) chosen_376_s58 <= chosen_376;
    reg chosen_377_s58; always @(posedge clk) chosen_377_s58 <= chosen_377;
    reg chosen_378_s58; always @(posedge clk) chosen_378_s58 <= chosen_378;
    reg chosen_379_s58; always @(posedge clk) chosen_379_s58 <= chosen_379;
    reg chosen_380_s58; always @(posedge clk) chosen_380_s58 <= chosen_380;
    reg chosen_381_s58; always @(posedge clk) chosen_381_s58 <= chosen_381;
    reg chosen_382_s58; always @(posedge clk) chosen_382_s58 <= chosen_382;
    reg chosen_383_s58; always @(posedge clk) chosen_383_s58 <= chosen_383;
    reg chosen_384_s58; always @(posedge clk) chosen_384_s58 <= chosen_384;
    reg is_equal_38_s58; always @(posedge clk) is_equal_38_s58 <= is_equal_38;
    reg [127:0] eam4_dst_prefix6_s58; always @(posedge clk) eam4_dst_prefix6_s58 <= eam4_dst_prefix6;
    reg all_63_s58; always @(posedge clk) all_63_s58 <= all_63;

    // ---- Stage 58 -----------------------------------------------------------------------------------------------------
    // classify.p4 191-192, decide.p4 31
    wire [127:0] card_pipe_Decide_Classify_shifted_17 =
            eam4_dst_shift_s58[6] ? {chosen_353_s58, chosen_352_s58, chosen_350_s58, chosen_348_s58, chosen_346_s58,
            chosen_344_s58, chosen_342_s58, chosen_340_s58, chosen_338_s58, chosen_336_s58, chosen_334_s58,
            chosen_332_s58, chosen_330_s58, chosen_328_s58, chosen_326_s58, chosen_324_s58, chosen_322_s58,
            chosen_320_s58, chosen_317_s58, chosen_314_s58, chosen_311_s58, chosen_308_s58, chosen_305_s58,
            chosen_302_s58, chosen_299_s58, chosen_296_s58, chosen_292_s58, chosen_288_s58, chosen_284_s58,
            chosen_280_s58, chosen_275_s58, chosen_270_s58, chosen_264_s58, chosen_262_s58, chosen_260_s58,
            chosen_258_s58, chosen_256_s58, chosen_254_s58, chosen_252_s58, chosen_250_s58, chosen_248_s58,
            chosen_246_s58, chosen_244_s58, chosen_242_s58, chosen_240_s58, chosen_238_s58, chosen_236_s58,
            chosen_234_s58, chosen_232_s58, chosen_229_s58, chosen_226_s58, chosen_223_s58, chosen_220_s58,
            chosen_217_s58, chosen_214_s58, chosen_211_s58, chosen_208_s58, chosen_204_s58, chosen_200_s58,
            chosen_196_s58, chosen_192_s58, chosen_187_s58, chosen_182_s58, chosen_176_s58, 64'h0} : {33'h0,
            chosen_384_s58, chosen_383_s58, chosen_382_s58, chosen_381_s58, chosen_380_s58, chosen_379_s58,
            chosen_378_s58, chosen_377_s58, chosen_376_s58, chosen_375_s58, chosen_374_s58, chosen_373_s58,
            chosen_372_s58, chosen_371_s58, chosen_370_s58, chosen_369_s58, chosen_368_s58, chosen_367_s58,
            chosen_366_s58, chosen_365_s58, chosen_364_s58, chosen_363_s58, chosen_362_s58, chosen_361_s58,
            chosen_360_s58, chosen_359_s58, chosen_358_s58, chosen_357_s58, chosen_356_s58, chosen_355_s58,
            chosen_354_s58, chosen_353_s58, chosen_352_s58, chosen_350_s58, chosen_348_s58, chosen_346_s58,
            chosen_344_s58, chosen_342_s58, chosen_340_s58, chosen_338_s58, chosen_336_s58, chosen_334_s58,
            chosen_332_s58, chosen_330_s58, chosen_328_s58, chosen_326_s58, chosen_324_s58, chosen_322_s58,
            chosen_320_s58, chosen_317_s58, chosen_314_s58, chosen_311_s58, chosen_308_s58, chosen_305_s58,
            chosen_302_s58, chosen_299_s58, chosen_296_s58, chosen_292_s58, chosen_288_s58, chosen_284_s58,
            chosen_280_s58, chosen_275_s58, chosen_270_s58, chosen_264_s58, chosen_262_s58, chosen_260_s58,
            chosen_258_s58, chosen_256_s58, chosen_254_s58, chosen_252_s58, chosen_250_s58, chosen_248_s58,
            chosen_246_s58, chosen_244_s58, chosen_242_s58, chosen_240_s58, chosen_238_s58, chosen_236_s58,
            chosen_234_s58, chosen_232_s58, chosen_229_s58, chosen_226_s58, chosen_223_s58, chosen_220_s58,
            chosen_217_s58, chosen_214_s58, chosen_211_s58, chosen_208_s58, chosen_204_s58, chosen_200_s58,
            chosen_196_s58, chosen_192_s58, chosen_187_s58, chosen_182_s58, chosen_176_s58};
    wire [127:0] card_pipe_Decide_Classify_shifted_18 =
            is_equal_38_s58 ? {96'h0, all_62_s58} : card_pipe_Decide_Classify_shifted_17;
    wire [127:0] meta_dst6 = eam4_dst_prefix6_s58 | card_pipe_Decide_Classify_shifted_18;
    wire [127:0] meta_dst6_2 = all_63_s58 ? meta_dst6 : 128'h0;
    wire [127:0] meta_dst6_2_s66;
    delay #(.WIDTH(128), .CYCLES(8)) meta_dst6_2_s66_delay (.clk(clk), .reset(reset), .in(meta_dst6_2), .out(meta_dst6_2_s66));
    reg [127:0] meta_dst6_2_s67; always @(posedge clk) meta_dst6_2_s67 <= meta_dst6_2_s66;

    // ---- Stage 59 -----------------------------------------------------------------------------------------------------
    // classify.p4 120+145+183+194, decide.p4 31-32, eligible.p4 91+121, inbound.p4 76, mss.p4 30, outbound.p4 172+220,
    // result.p4 24
    wire pool4_pool = pool4_hit & pool4_value[12];
    wire chosen_385 = eam4_dst_eam_dst_to6_s59 ? all_57_s59 : (all_57_s59 | pool4_pool);
    wire chosen_386 = if_classify_183_s59 ? chosen_385 : all_57_s59;
    wire if_eligible_121 = if_decide_31_s59 & chosen_386;
    wire [7:0] chosen_387 = if_eligible_121 ? 8'h1 : chosen_161_s59;
    wire pool4_pool_2 = pool4_pool & {~eam4_dst_eam_dst_to6_s59};
    wire if_classify_194 = eam6_dst_eam_dst_to4_3_s59 | pool4_pool_2;
    wire [7:0] chosen_388 = (if_classify_183_s59 & if_classify_194) ? chosen_14_s59 : chosen_156_s59;
    wire [7:0] chosen_389 = if_decide_31_s59 ? chosen_388 : 8'h0;
    wire if_result_12 = chosen_389 == 8'h0;
    wire if_eligible_91 = ipv4_mf_4_s59 & if_eligible_121;
    wire pool4_pool_3 = if_classify_183_s59 & pool4_pool_2;
    wire pool4_pool_4 = if_decide_31_s59 & pool4_pool_3;
    wire if_result_37 = chosen_389 == 8'h2;
    wire [11:0] pool4_instance = pool4_value[11:0];
    wire [11:0] pool4_instance_2 = pool4_pool ? pool4_instance : 12'h0;
    wire [11:0] eam4_dst_instance_2 = eam4_dst_eam_dst_to6_s59 ? eam4_dst_instance_s59 : pool4_instance_2;
    wire [11:0] eam4_dst_instance_3 = all_61_s59 ? eam4_dst_instance_2 : 12'h0;
    wire if_result_24 = echo_valid_s59 & pool4_pool_4;
    wire if_result_28 = chosen_389 == 8'h1;
    wire [11:0] eam4_dst_instance_4 = ipv4_valid_s59 ? eam4_dst_instance_3 : eam6_dst_instance_3_s59;
    wire [7:0] chosen_390 = if_eligible_121 ? 8'he : chosen_151_s59;
    wire all_65 = pool4_pool_4 & if_inbound_79_s59;
    wire [7:0] chosen_391 = if_eligible_121 ? 8'h11 : chosen_167_s59;
    wire [7:0] chosen_387_s63;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_387_s63_delay (.clk(clk), .reset(reset), .in(chosen_387), .out(chosen_387_s63));
    reg if_result_12_s60; always @(posedge clk) if_result_12_s60 <= if_result_12;
    reg if_result_12_s61; always @(posedge clk) if_result_12_s61 <= if_result_12_s60;
    reg if_result_12_s62; always @(posedge clk) if_result_12_s62 <= if_result_12_s61;
    reg if_result_12_s63; always @(posedge clk) if_result_12_s63 <= if_result_12_s62;
    reg if_result_12_s64; always @(posedge clk) if_result_12_s64 <= if_result_12_s63;
    wire if_result_12_s66;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_12_s66_delay (.clk(clk), .reset(reset), .in(if_result_12_s64), .out(if_result_12_s66));
    reg if_result_12_s67; always @(posedge clk) if_result_12_s67 <= if_result_12_s66;
    reg if_result_12_s68; always @(posedge clk) if_result_12_s68 <= if_result_12_s67;
    wire if_result_12_s81;
    delay #(.WIDTH(1), .CYCLES(13)) if_result_12_s81_delay (.clk(clk), .reset(reset), .in(if_result_12_s68), .out(if_result_12_s81));
    reg if_result_12_s82; always @(posedge clk) if_result_12_s82 <= if_result_12_s81;
    wire if_result_12_s84;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_12_s84_delay (.clk(clk), .reset(reset), .in(if_result_12_s82), .out(if_result_12_s84));
    reg if_result_12_s85; always @(posedge clk) if_result_12_s85 <= if_result_12_s84;
    reg if_result_12_s86; always @(posedge clk) if_result_12_s86 <= if_result_12_s85;
    reg if_result_12_s87; always @(posedge clk) if_result_12_s87 <= if_result_12_s86;
    reg if_result_12_s88; always @(posedge clk) if_result_12_s88 <= if_result_12_s87;
    reg if_result_12_s89; always @(posedge clk) if_result_12_s89 <= if_result_12_s88;
    reg if_result_12_s90; always @(posedge clk) if_result_12_s90 <= if_result_12_s89;
    wire if_result_12_s95;
    delay #(.WIDTH(1), .CYCLES(5)) if_result_12_s95_delay (.clk(clk), .reset(reset), .in(if_result_12_s90), .out(if_result_12_s95));
    wire if_result_12_s116;
    delay #(.WIDTH(1), .CYCLES(21)) if_result_12_s116_delay (.clk(clk), .reset(reset), .in(if_result_12_s95), .out(if_result_12_s116));
    reg if_result_12_s117; always @(posedge clk) if_result_12_s117 <= if_result_12_s116;
    wire if_eligible_91_s62;
    delay #(.WIDTH(1), .CYCLES(3)) if_eligible_91_s62_delay (.clk(clk), .reset(reset), .in(if_eligible_91), .out(if_eligible_91_s62));
    reg if_eligible_91_s63; always @(posedge clk) if_eligible_91_s63 <= if_eligible_91_s62;
    wire pool4_pool_4_s64;
    delay #(.WIDTH(1), .CYCLES(5)) pool4_pool_4_s64_delay (.clk(clk), .reset(reset), .in(pool4_pool_4), .out(pool4_pool_4_s64));
    wire pool4_pool_4_s66;
    delay #(.WIDTH(1), .CYCLES(2)) pool4_pool_4_s66_delay (.clk(clk), .reset(reset), .in(pool4_pool_4_s64), .out(pool4_pool_4_s66));
    reg if_result_37_s60; always @(posedge clk) if_result_37_s60 <= if_result_37;
    wire if_result_37_s62;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_37_s62_delay (.clk(clk), .reset(reset), .in(if_result_37_s60), .out(if_result_37_s62));
    wire if_result_37_s70;
    delay #(.WIDTH(1), .CYCLES(8)) if_result_37_s70_delay (.clk(clk), .reset(reset), .in(if_result_37_s62), .out(if_result_37_s70));
    wire if_result_37_s84;
    delay #(.WIDTH(1), .CYCLES(14)) if_result_37_s84_delay (.clk(clk), .reset(reset), .in(if_result_37_s70), .out(if_result_37_s84));
    wire if_result_37_s86;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_37_s86_delay (.clk(clk), .reset(reset), .in(if_result_37_s84), .out(if_result_37_s86));
    reg if_result_37_s87; always @(posedge clk) if_result_37_s87 <= if_result_37_s86;
    wire [11:0] eam4_dst_instance_3_s64;
    delay #(.WIDTH(12), .CYCLES(5)) eam4_dst_instance_3_s64_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3), .out(eam4_dst_instance_3_s64));
    wire [11:0] eam4_dst_instance_3_s70;
    delay #(.WIDTH(12), .CYCLES(6)) eam4_dst_instance_3_s70_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3_s64), .out(eam4_dst_instance_3_s70));
    wire [11:0] eam4_dst_instance_3_s80;
    delay #(.WIDTH(12), .CYCLES(10)) eam4_dst_instance_3_s80_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_3_s70), .out(eam4_dst_instance_3_s80));
    wire if_result_24_s82;
    delay #(.WIDTH(1), .CYCLES(23)) if_result_24_s82_delay (.clk(clk), .reset(reset), .in(if_result_24), .out(if_result_24_s82));
    reg if_result_28_s60; always @(posedge clk) if_result_28_s60 <= if_result_28;
    wire if_result_28_s62;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_28_s62_delay (.clk(clk), .reset(reset), .in(if_result_28_s60), .out(if_result_28_s62));
    wire if_result_28_s70;
    delay #(.WIDTH(1), .CYCLES(8)) if_result_28_s70_delay (.clk(clk), .reset(reset), .in(if_result_28_s62), .out(if_result_28_s70));
    wire if_result_28_s82;
    delay #(.WIDTH(1), .CYCLES(12)) if_result_28_s82_delay (.clk(clk), .reset(reset), .in(if_result_28_s70), .out(if_result_28_s82));
    wire if_result_28_s87;
    delay #(.WIDTH(1), .CYCLES(5)) if_result_28_s87_delay (.clk(clk), .reset(reset), .in(if_result_28_s82), .out(if_result_28_s87));
    wire if_result_28_s91;
    delay #(.WIDTH(1), .CYCLES(4)) if_result_28_s91_delay (.clk(clk), .reset(reset), .in(if_result_28_s87), .out(if_result_28_s91));
    reg if_result_28_s92; always @(posedge clk) if_result_28_s92 <= if_result_28_s91;
    wire if_result_28_s115;
    delay #(.WIDTH(1), .CYCLES(23)) if_result_28_s115_delay (.clk(clk), .reset(reset), .in(if_result_28_s92), .out(if_result_28_s115));
    reg if_result_28_s116; always @(posedge clk) if_result_28_s116 <= if_result_28_s115;
    wire [11:0] eam4_dst_instance_4_s85;
    delay #(.WIDTH(12), .CYCLES(26)) eam4_dst_instance_4_s85_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_4), .out(eam4_dst_instance_4_s85));
    wire [7:0] chosen_390_s63;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_390_s63_delay (.clk(clk), .reset(reset), .in(chosen_390), .out(chosen_390_s63));
    wire all_65_s64;
    delay #(.WIDTH(1), .CYCLES(5)) all_65_s64_delay (.clk(clk), .reset(reset), .in(all_65), .out(all_65_s64));
    wire [7:0] chosen_391_s63;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_391_s63_delay (.clk(clk), .reset(reset), .in(chosen_391), .out(chosen_391_s63));

    // ---- Stage 60 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 32-33, outbound.p4 172, result.p4 12+14+28, routing.p4 163-164+169-170, translate.p4
    // 51+65+71+78+87+109
    wire all_66 = all_2_s60 & {~if_result_12_s60};
    wire all_64 = all_66 & if_decide_33_s60;
    wire all_67 = eam6_dst_eam_dst_to4_5_s60 & if_result_37_s60;
    wire [7:0] meta_protocol_8 = if_result_12_s60 ? 8'h0 : meta_protocol_7_s60;
    wire any_43 = if_result_12_s60 | if_routing_47_s60;
    wire [16:0] chosen_392 = if_result_28_s60 ? sum_109_s60 : chosen_52_s60;
    wire chosen_393 = if_result_12_s60 ? {~ipv4_valid_s60} : {~if_result_28_s60};
    wire [7:0] meta_protocol_9 = ipv4_valid_s60 ? meta_protocol_3_s60 : meta_protocol_8;
    wire [15:0] chosen_394 = if_result_12_s60 ? chosen_41_s60 : chosen_392[15:0];
    wire chosen_395 = if_result_12_s60 ? chosen_42_s60 : chosen_392[16];
    wire [7:0] icmp_type_6 = if_result_37_s60 ? chosen_123_s60 : icmp_type_5_s60;
    wire [7:0] icmp_type_7 = if_result_28_s60 ? chosen_124_s60 : icmp_type_6;
    wire [15:0] sum_219 = sum_215_s60 + {icmp_type_7, icmp_code_3_s60};
    wire [7:0] icmp_type_8 = echo_valid_s60 ? icmp_type_7 : icmp_type_5_s60;
    wire [7:0] icmp_type_9 = any_43 ? icmp_type_5_s60 : icmp_type_8;
    wire any_44 = tcp_valid_s60 | if_result_12_s60;
    wire [31:0] fragment_identification_3 =
            if_result_37_s60 ? fragment_identification_2_s60 : {chosen_43_s60, fragment_identification_s60[15:0]};
    wire any_45 = if_result_12_s60 | if_result_28_s60;
    wire [31:0] fragment_identification_4 = any_45 ? fragment_identification_s60 : fragment_identification_3;
    wire all_68 = ipv4_mf_4_s60 & if_result_37_s60;
    wire ipv4_mf_5 = all_68 ? ipv4_mf_s60 : fragment_m_s60;
    wire fragment_m_6 = any_45 ? fragment_m_s60 : ipv4_mf_5;
    wire [1:0] fragment_reserved2_3 = any_45 ? fragment_reserved2_s60 : fragment_reserved2_2_s60;
    wire [12:0] ipv4_frag_offset_2 = all_68 ? ipv4_frag_offset_s60 : fragment_frag_offset_s60;
    wire [12:0] fragment_frag_offset_3 = any_45 ? fragment_frag_offset_s60 : ipv4_frag_offset_2;
    wire [7:0] fragment_reserved_3 = any_45 ? fragment_reserved_s60 : fragment_reserved_2_s60;
    wire fragment_valid_4 = if_result_37_s60 ? fragment_valid_3_s60 : fragment_valid_2_s60;
    wire fragment_valid_5 = {~if_result_28_s60} & fragment_valid_4;
    wire fragment_valid_6 = if_result_12_s60 ? fragment_valid_s60 : fragment_valid_5;
    wire [7:0] ipv4_ttl_2 = if_result_37_s60 ? ipv4_ttl_s60 : ipv6_hop_limit_s60;
    wire [7:0] ipv6_hop_limit_4 = any_45 ? ipv6_hop_limit_s60 : ipv4_ttl_2;
    wire [7:0] ipv6_hop_limit_5 = 8'hff + ipv6_hop_limit_4;
    wire ipv6_valid_5 = ipv6_valid_s60 | if_result_37_s60;
    wire ipv6_valid_6 = {~if_result_28_s60} & ipv6_valid_5;
    wire ipv6_valid_7 = if_result_12_s60 ? ipv6_valid_s60 : ipv6_valid_6;
    wire [7:0] ipv6_hop_limit_6 = ipv6_valid_7 ? ipv6_hop_limit_5 : ipv6_hop_limit_4;
    wire ipv4_valid_2 = ipv4_valid_s60 & {~if_result_37_s60};
    wire ipv4_valid_3 = if_result_28_s60 | ipv4_valid_2;
    wire ipv4_valid_4 = if_result_12_s60 ? ipv4_valid_s60 : ipv4_valid_3;
    wire [7:0] ipv6_hop_limit_7 = ipv4_valid_4 ? ipv6_hop_limit_4 : ipv6_hop_limit_6;
    wire [19:0] ipv6_flow_label_3 = any_45 ? ipv6_flow_label_s60 : 20'h0;
    wire [3:0] ipv6_version_2 = if_result_37_s60 ? 4'h6 : ipv6_version_s60;
    wire [3:0] ipv6_version_3 = any_45 ? ipv6_version_s60 : ipv6_version_2;
    wire [31:0] meta_dst4_12 = if_result_28_s60 ? meta_dst4_10_s60 : ipv4_dst_addr_s60;
    wire [31:0] meta_dst4_13 = if_result_12_s60 ? ipv4_dst_addr_s60 : meta_dst4_12;
    wire [7:0] ipv6_hop_limit_8 = if_result_28_s60 ? ipv6_hop_limit_s60 : ipv4_ttl_s60;
    wire [7:0] ipv6_hop_limit_9 = if_result_12_s60 ? ipv4_ttl_s60 : ipv6_hop_limit_8;
    wire [7:0] ipv4_ttl_3 = 8'hff + ipv6_hop_limit_9;
    wire [7:0] ipv4_ttl_4 = ipv4_valid_4 ? ipv4_ttl_3 : ipv6_hop_limit_9;
    wire [12:0] fragment_frag_offset_4 = if_result_28_s60 ? fragment_frag_offset_2_s60 : ipv4_frag_offset_s60;
    wire [12:0] fragment_frag_offset_5 = if_result_12_s60 ? ipv4_frag_offset_s60 : fragment_frag_offset_4;
    wire fragment_m_7 = if_result_28_s60 ? fragment_m_5_s60 : ipv4_mf_s60;
    wire fragment_m_8 = if_result_12_s60 ? ipv4_mf_s60 : fragment_m_7;
    wire ipv4_reserved_2 = ipv4_reserved_s60 & {~if_result_28_s60};
    wire ipv4_reserved_3 = if_result_12_s60 ? ipv4_reserved_s60 : ipv4_reserved_2;
    wire [3:0] ipv4_ihl_2 = if_result_28_s60 ? 4'h5 : ipv4_ihl_s60;
    wire [3:0] ipv4_ihl_3 = if_result_12_s60 ? ipv4_ihl_s60 : ipv4_ihl_2;
    wire [3:0] ipv4_version_2 = if_result_28_s60 ? 4'h4 : ipv4_version_s60;
    wire [3:0] ipv4_version_3 = if_result_12_s60 ? ipv4_version_s60 : ipv4_version_2;
    wire [15:0] ethernet_ether_type_2 = ipv6_valid_7 ? 16'h86dd : ethernet_ether_type_s60;
    wire [15:0] ethernet_ether_type_3 = ipv4_valid_4 ? 16'h800 : ethernet_ether_type_2;
    wire all_66_s64;
    delay #(.WIDTH(1), .CYCLES(4)) all_66_s64_delay (.clk(clk), .reset(reset), .in(all_66), .out(all_66_s64));
    wire all_66_s68;
    delay #(.WIDTH(1), .CYCLES(4)) all_66_s68_delay (.clk(clk), .reset(reset), .in(all_66_s64), .out(all_66_s68));
    wire all_66_s87;
    delay #(.WIDTH(1), .CYCLES(19)) all_66_s87_delay (.clk(clk), .reset(reset), .in(all_66_s68), .out(all_66_s87));
    reg all_64_s61; always @(posedge clk) all_64_s61 <= all_64;
    wire all_67_s62;
    delay #(.WIDTH(1), .CYCLES(2)) all_67_s62_delay (.clk(clk), .reset(reset), .in(all_67), .out(all_67_s62));
    wire [7:0] meta_protocol_8_s73;
    delay #(.WIDTH(8), .CYCLES(13)) meta_protocol_8_s73_delay (.clk(clk), .reset(reset), .in(meta_protocol_8), .out(meta_protocol_8_s73));
    wire [7:0] meta_protocol_8_s86;
    delay #(.WIDTH(8), .CYCLES(13)) meta_protocol_8_s86_delay (.clk(clk), .reset(reset), .in(meta_protocol_8_s73), .out(meta_protocol_8_s86));
    wire any_43_s87;
    delay #(.WIDTH(1), .CYCLES(27)) any_43_s87_delay (.clk(clk), .reset(reset), .in(any_43), .out(any_43_s87));
    wire any_43_s95;
    delay #(.WIDTH(1), .CYCLES(8)) any_43_s95_delay (.clk(clk), .reset(reset), .in(any_43_s87), .out(any_43_s95));
    wire [16:0] chosen_392_s63;
    delay #(.WIDTH(17), .CYCLES(3)) chosen_392_s63_delay (.clk(clk), .reset(reset), .in(chosen_392), .out(chosen_392_s63));
    wire chosen_393_s86;
    delay #(.WIDTH(1), .CYCLES(26)) chosen_393_s86_delay (.clk(clk), .reset(reset), .in(chosen_393), .out(chosen_393_s86));
    reg [7:0] meta_protocol_9_s61; always @(posedge clk) meta_protocol_9_s61 <= meta_protocol_9;
    wire [15:0] chosen_394_s86;
    delay #(.WIDTH(16), .CYCLES(26)) chosen_394_s86_delay (.clk(clk), .reset(reset), .in(chosen_394), .out(chosen_394_s86));
    wire chosen_395_s86;
    delay #(.WIDTH(1), .CYCLES(26)) chosen_395_s86_delay (.clk(clk), .reset(reset), .in(chosen_395), .out(chosen_395_s86));
    wire [7:0] icmp_type_7_s87;
    delay #(.WIDTH(8), .CYCLES(27)) icmp_type_7_s87_delay (.clk(clk), .reset(reset), .in(icmp_type_7), .out(icmp_type_7_s87));
    wire [15:0] sum_219_s87;
    delay #(.WIDTH(16), .CYCLES(27)) sum_219_s87_delay (.clk(clk), .reset(reset), .in(sum_219), .out(sum_219_s87));
    wire [7:0] icmp_type_9_s114;
    delay #(.WIDTH(8), .CYCLES(54)) icmp_type_9_s114_delay (.clk(clk), .reset(reset), .in(icmp_type_9), .out(icmp_type_9_s114));
    wire any_44_s67;
    delay #(.WIDTH(1), .CYCLES(7)) any_44_s67_delay (.clk(clk), .reset(reset), .in(any_44), .out(any_44_s67));
    wire any_44_s87;
    delay #(.WIDTH(1), .CYCLES(20)) any_44_s87_delay (.clk(clk), .reset(reset), .in(any_44_s67), .out(any_44_s87));
    wire any_44_s95;
    delay #(.WIDTH(1), .CYCLES(8)) any_44_s95_delay (.clk(clk), .reset(reset), .in(any_44_s87), .out(any_44_s95));
    wire any_45_s63;
    delay #(.WIDTH(1), .CYCLES(3)) any_45_s63_delay (.clk(clk), .reset(reset), .in(any_45), .out(any_45_s63));
    wire any_45_s87;
    delay #(.WIDTH(1), .CYCLES(24)) any_45_s87_delay (.clk(clk), .reset(reset), .in(any_45_s63), .out(any_45_s87));
    reg any_45_s88; always @(posedge clk) any_45_s88 <= any_45_s87;
    reg any_45_s89; always @(posedge clk) any_45_s89 <= any_45_s88;
    wire [31:0] fragment_identification_4_s113;
    delay #(.WIDTH(32), .CYCLES(53)) fragment_identification_4_s113_delay (.clk(clk), .reset(reset), .in(fragment_identification_4), .out(fragment_identification_4_s113));
    wire all_68_s87;
    delay #(.WIDTH(1), .CYCLES(27)) all_68_s87_delay (.clk(clk), .reset(reset), .in(all_68), .out(all_68_s87));
    wire fragment_m_6_s113;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_m_6_s113_delay (.clk(clk), .reset(reset), .in(fragment_m_6), .out(fragment_m_6_s113));
    wire [1:0] fragment_reserved2_3_s113;
    delay #(.WIDTH(2), .CYCLES(53)) fragment_reserved2_3_s113_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_3), .out(fragment_reserved2_3_s113));
    wire [12:0] fragment_frag_offset_3_s113;
    delay #(.WIDTH(13), .CYCLES(53)) fragment_frag_offset_3_s113_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_3), .out(fragment_frag_offset_3_s113));
    wire [7:0] fragment_reserved_3_s113;
    delay #(.WIDTH(8), .CYCLES(53)) fragment_reserved_3_s113_delay (.clk(clk), .reset(reset), .in(fragment_reserved_3), .out(fragment_reserved_3_s113));
    wire fragment_valid_6_s113;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_valid_6_s113_delay (.clk(clk), .reset(reset), .in(fragment_valid_6), .out(fragment_valid_6_s113));
    wire ipv6_valid_7_s113;
    delay #(.WIDTH(1), .CYCLES(53)) ipv6_valid_7_s113_delay (.clk(clk), .reset(reset), .in(ipv6_valid_7), .out(ipv6_valid_7_s113));
    wire ipv4_valid_4_s113;
    delay #(.WIDTH(1), .CYCLES(53)) ipv4_valid_4_s113_delay (.clk(clk), .reset(reset), .in(ipv4_valid_4), .out(ipv4_valid_4_s113));
    wire ipv4_valid_4_s118;
    delay #(.WIDTH(1), .CYCLES(5)) ipv4_valid_4_s118_delay (.clk(clk), .reset(reset), .in(ipv4_valid_4_s113), .out(ipv4_valid_4_s118));
    wire [7:0] ipv6_hop_limit_7_s114;
    delay #(.WIDTH(8), .CYCLES(54)) ipv6_hop_limit_7_s114_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_7), .out(ipv6_hop_limit_7_s114));
    wire [19:0] ipv6_flow_label_3_s113;
    delay #(.WIDTH(20), .CYCLES(53)) ipv6_flow_label_3_s113_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_3), .out(ipv6_flow_label_3_s113));
    wire [3:0] ipv6_version_3_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv6_version_3_s113_delay (.clk(clk), .reset(reset), .in(ipv6_version_3), .out(ipv6_version_3_s113));
    wire [31:0] meta_dst4_13_s114;
    delay #(.WIDTH(32), .CYCLES(54)) meta_dst4_13_s114_delay (.clk(clk), .reset(reset), .in(meta_dst4_13), .out(meta_dst4_13_s114));
    wire [7:0] ipv6_hop_limit_9_s87;
    delay #(.WIDTH(8), .CYCLES(27)) ipv6_hop_limit_9_s87_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_9), .out(ipv6_hop_limit_9_s87));
    wire [7:0] ipv4_ttl_3_s87;
    delay #(.WIDTH(8), .CYCLES(27)) ipv4_ttl_3_s87_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_3), .out(ipv4_ttl_3_s87));
    wire [7:0] ipv4_ttl_4_s114;
    delay #(.WIDTH(8), .CYCLES(54)) ipv4_ttl_4_s114_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_4), .out(ipv4_ttl_4_s114));
    wire [12:0] fragment_frag_offset_5_s113;
    delay #(.WIDTH(13), .CYCLES(53)) fragment_frag_offset_5_s113_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_5), .out(fragment_frag_offset_5_s113));
    wire fragment_m_8_s113;
    delay #(.WIDTH(1), .CYCLES(53)) fragment_m_8_s113_delay (.clk(clk), .reset(reset), .in(fragment_m_8), .out(fragment_m_8_s113));
    wire ipv4_reserved_3_s113;
    delay #(.WIDTH(1), .CYCLES(53)) ipv4_reserved_3_s113_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_3), .out(ipv4_reserved_3_s113));
    wire [3:0] ipv4_ihl_3_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv4_ihl_3_s113_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_3), .out(ipv4_ihl_3_s113));
    wire [3:0] ipv4_version_3_s113;
    delay #(.WIDTH(4), .CYCLES(53)) ipv4_version_3_s113_delay (.clk(clk), .reset(reset), .in(ipv4_version_3), .out(ipv4_version_3_s113));
    wire [15:0] ethernet_ether_type_3_s112;
    delay #(.WIDTH(16), .CYCLES(52)) ethernet_ether_type_3_s112_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_3), .out(ethernet_ether_type_3_s112));

    // ---- Stage 61 -----------------------------------------------------------------------------------------------------
    // result.p4 12
    wire [7:0] meta_protocol_10 = if_result_12_s61 ? meta_protocol_9_s61 : meta_protocol_7_s61;

    // Table bib4, inbound.p4:34: 16384 rows, looked up in stage 61.
    wire bib4_hit;
    wire [144:0] bib4_value;
    wire [31:0] bib4_rdata;
    wire [55:0] bib4_key = 
            {meta_protocol_7_s61, meta_dst4_10_s61, meta_dst_port_3_s61};
    exact_table #(
        .KEY(56), .VALUE(145),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`BIB4_HASH)
    ) bib4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[61]), .lookup_key(bib4_key),
        .lookup_counts(all_69_s65), .hit(bib4_hit), .value(bib4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd33), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(bib4_rdata));
    wire [7:0] meta_protocol_10_s86;
    delay #(.WIDTH(8), .CYCLES(25)) meta_protocol_10_s86_delay (.clk(clk), .reset(reset), .in(meta_protocol_10), .out(meta_protocol_10_s86));

    // ---- Stage 62 -----------------------------------------------------------------------------------------------------
    // decide.p4 32-33, eligible.p4 29+83+87+89+91+93+95+107-108+111+114, outbound.p4 172, translate.p4 87+92+109
    wire translation_options_set_options = translation_options_hit & translation_options_value[28];
    wire translation_options_udp_zero_compute = translation_options_value[17];
    wire translation_options_udp_zero_compute_2 =
            translation_options_udp_zero_compute | {~translation_options_set_options};
    wire [7:0] chosen_396 = translation_options_udp_zero_compute_2 ? chosen_161_s62 : 8'h1;
    wire [7:0] chosen_397 = any_30_s62 ? 8'h1 : chosen_396;
    wire [7:0] chosen_398 = if_eligible_107_s62 ? chosen_397 : chosen_161_s62;
    wire [7:0] chosen_399 = icmp_valid_2_s62 ? chosen_164_s62 : chosen_398;
    wire [7:0] chosen_400 = if_eligible_93_s62 ? 8'h1 : chosen_399;
    wire translation_options_simple_hairpinning = translation_options_value[16];
    wire translation_options_simple_hairpinning_2 =
            translation_options_set_options & translation_options_simple_hairpinning;
    wire translation_options_simple_hairpinning_3 = if_decide_33_s62 & translation_options_simple_hairpinning_2;
    wire translation_options_simple_hairpinning_4 = {~if_result_12_s62} & translation_options_simple_hairpinning_3;
    wire if_outbound_172 = all_67_s62 & {~translation_options_simple_hairpinning_4};
    wire translation_options_udp_zero_compute_3 = {~ipv4_mf_4_s62} & translation_options_udp_zero_compute_2;
    wire translation_options_udp_zero_compute_4 = {~ipv6_valid_s62} & translation_options_udp_zero_compute_3;
    wire translation_options_udp_zero_compute_5 = if_eligible_107_s62 & translation_options_udp_zero_compute_4;
    wire translation_options_udp_zero_compute_6 = {~icmp_valid_2_s62} & translation_options_udp_zero_compute_5;
    wire translation_options_udp_zero_compute_7 = {~if_eligible_93_s62} & translation_options_udp_zero_compute_6;
    wire translation_options_udp_zero_compute_8 = {~if_eligible_91_s62} & translation_options_udp_zero_compute_7;
    wire translation_options_udp_zero_compute_9 = if_eligible_89_s62 & translation_options_udp_zero_compute_8;
    wire translation_options_udp_zero_compute_10 = {~if_eligible_87_s62} & translation_options_udp_zero_compute_9;
    wire translation_options_udp_zero_compute_11 = {~if_eligible_83_s62} & translation_options_udp_zero_compute_10;
    wire [15:0] translation_options_lowest_ipv6_mtu = translation_options_value[15:0];
    wire [15:0] translation_options_lowest_ipv6_mtu_2 =
            translation_options_set_options ? translation_options_lowest_ipv6_mtu : 16'h500;
    wire [15:0] translation_options_lowest_ipv6_mtu_3 =
            if_decide_33_s62 ? translation_options_lowest_ipv6_mtu_2 : 16'h0;
    wire [15:0] translation_options_lowest_ipv6_mtu_4 =
            if_result_12_s62 ? 16'h0 : translation_options_lowest_ipv6_mtu_3;
    wire [7:0] translation_options_tos = translation_options_value[25:18];
    wire [7:0] translation_options_tos_2 =
            (if_decide_33_s62 & translation_options_set_options) ? translation_options_tos : 8'h0;
    wire [7:0] translation_options_tos_3 = if_result_12_s62 ? 8'h0 : translation_options_tos_2;
    wire translation_options_tos_override = translation_options_value[26];
    wire translation_options_tos_override_2 = translation_options_set_options & translation_options_tos_override;
    wire translation_options_tos_override_3 = if_decide_33_s62 & translation_options_tos_override_2;
    wire translation_options_tos_override_4 = {~if_result_12_s62} & translation_options_tos_override_3;
    wire [7:0] translation_options_tos_4 =
            translation_options_tos_override_4 ? translation_options_tos_3 : ipv6_traffic_class_s62;
    wire [7:0] ipv4_tos_2 = if_result_37_s62 ? ipv4_tos_s62 : translation_options_tos_4;
    wire translation_options_tos_ignore = translation_options_value[27];
    wire translation_options_tos_ignore_2 = translation_options_set_options & translation_options_tos_ignore;
    wire translation_options_tos_ignore_3 = if_decide_33_s62 & translation_options_tos_ignore_2;
    wire translation_options_tos_ignore_4 = {~if_result_12_s62} & translation_options_tos_ignore_3;
    wire [7:0] translation_options_tos_5 = if_result_28_s62 ? translation_options_tos_4 : ipv4_tos_s62;
    wire [7:0] chosen_401 = translation_options_udp_zero_compute_2 ? chosen_151_s62 : 8'he;
    wire [7:0] chosen_402 = any_30_s62 ? 8'he : chosen_401;
    wire [7:0] chosen_403 = if_eligible_107_s62 ? chosen_402 : chosen_151_s62;
    wire [7:0] chosen_404 = icmp_valid_2_s62 ? chosen_152_s62 : chosen_403;
    wire [7:0] chosen_405 = if_eligible_93_s62 ? chosen_151_s62 : chosen_404;
    wire [7:0] chosen_406 = translation_options_udp_zero_compute_2 ? chosen_167_s62 : 8'h13;
    wire [7:0] chosen_407 = ipv4_mf_4_s62 ? 8'h14 : chosen_406;
    wire [7:0] chosen_408 = ipv6_valid_s62 ? 8'h13 : chosen_407;
    wire [7:0] chosen_409 = if_eligible_107_s62 ? chosen_408 : chosen_167_s62;
    reg [7:0] chosen_400_s63; always @(posedge clk) chosen_400_s63 <= chosen_400;
    wire if_outbound_172_s68;
    delay #(.WIDTH(1), .CYCLES(6)) if_outbound_172_s68_delay (.clk(clk), .reset(reset), .in(if_outbound_172), .out(if_outbound_172_s68));
    wire if_outbound_172_s70;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_172_s70_delay (.clk(clk), .reset(reset), .in(if_outbound_172_s68), .out(if_outbound_172_s70));
    reg translation_options_udp_zero_compute_11_s63; always @(posedge clk) translation_options_udp_zero_compute_11_s63 <= translation_options_udp_zero_compute_11;
    reg [15:0] translation_options_lowest_ipv6_mtu_4_s63; always @(posedge clk) translation_options_lowest_ipv6_mtu_4_s63 <= translation_options_lowest_ipv6_mtu_4;
    reg [7:0] translation_options_tos_4_s63; always @(posedge clk) translation_options_tos_4_s63 <= translation_options_tos_4;
    reg [7:0] ipv4_tos_2_s63; always @(posedge clk) ipv4_tos_2_s63 <= ipv4_tos_2;
    reg translation_options_tos_ignore_4_s63; always @(posedge clk) translation_options_tos_ignore_4_s63 <= translation_options_tos_ignore_4;
    reg [7:0] translation_options_tos_5_s63; always @(posedge clk) translation_options_tos_5_s63 <= translation_options_tos_5;
    reg [7:0] chosen_405_s63; always @(posedge clk) chosen_405_s63 <= chosen_405;
    reg [7:0] chosen_409_s63; always @(posedge clk) chosen_409_s63 <= chosen_409;

    // ---- Stage 63 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 32-33, eligible.p4 63+78+81+83+87+89+91+93+95, result.p4 38+40, translate.p4 98+146
    wire [7:0] chosen_410 = if_eligible_91_s63 ? 8'h2 : chosen_400_s63;
    wire [7:0] chosen_411 = if_eligible_89_s63 ? chosen_410 : chosen_387_s63;
    wire [7:0] chosen_412 = any_32_s63 ? 8'h1 : chosen_411;
    wire [7:0] chosen_413 = if_eligible_81_s63 ? 8'h2 : chosen_412;
    wire [7:0] chosen_414 = if_eligible_78_s63 ? 8'h1 : chosen_413;
    wire [7:0] chosen_415 = if_eligible_63_s63 ? chosen_19_s63 : chosen_414;
    wire [7:0] chosen_416 = if_decide_33_s63 ? chosen_415 : chosen_161_s63;
    wire translation_options_udp_zero_compute_12 = {~if_eligible_81_s63} & translation_options_udp_zero_compute_11_s63;
    wire translation_options_udp_zero_compute_13 = {~if_eligible_78_s63} & translation_options_udp_zero_compute_12;
    wire translation_options_udp_zero_compute_14 = {~if_eligible_63_s63} & translation_options_udp_zero_compute_13;
    wire translation_options_udp_zero_compute_15 = if_decide_33_s63 & translation_options_udp_zero_compute_14;
    wire translation_options_udp_zero_compute_16 = {~if_result_12_s63} & translation_options_udp_zero_compute_15;
    wire if_result_38 = {~ipv4_df_s63} & ({1'h0, translation_options_lowest_ipv6_mtu_4_s63} < chosen_392_s63);
    wire [7:0] ipv4_tos_3 = translation_options_tos_ignore_4_s63 ? 8'h0 : ipv4_tos_2_s63;
    wire [7:0] ipv6_traffic_class_2 = any_45_s63 ? ipv6_traffic_class_s63 : ipv4_tos_3;
    wire [15:0] sum_220 = sum_218_s63 + {1'd0, {7'h45, translation_options_tos_4_s63}};
    wire [17:0] sum_221 = {1'd0, sum_217_s63} + {3'd0, {7'h45, translation_options_tos_4_s63}};
    wire [7:0] translation_options_tos_6 = if_result_12_s63 ? ipv4_tos_s63 : translation_options_tos_5_s63;
    wire [7:0] chosen_417 = if_eligible_91_s63 ? 8'ha : chosen_405_s63;
    wire [7:0] chosen_418 = if_eligible_89_s63 ? chosen_417 : chosen_390_s63;
    wire [7:0] chosen_419 = if_eligible_87_s63 ? chosen_151_s63 : chosen_418;
    wire [7:0] chosen_420 = if_eligible_83_s63 ? 8'he : chosen_419;
    wire [7:0] chosen_421 = if_eligible_81_s63 ? 8'hc : chosen_420;
    wire [7:0] chosen_422 = if_eligible_78_s63 ? chosen_151_s63 : chosen_421;
    wire [7:0] chosen_423 = if_eligible_63_s63 ? chosen_22_s63 : chosen_422;
    wire [7:0] chosen_424 = if_decide_33_s63 ? chosen_423 : chosen_151_s63;
    wire all_70 = translation_options_udp_zero_compute_16 & is_equal_32_s63;
    wire [7:0] chosen_425 = icmp_valid_2_s63 ? chosen_168_s63 : chosen_409_s63;
    wire [7:0] chosen_426 = if_eligible_93_s63 ? 8'h5 : chosen_425;
    wire [7:0] chosen_427 = if_eligible_91_s63 ? chosen_167_s63 : chosen_426;
    wire [7:0] chosen_428 = if_eligible_89_s63 ? chosen_427 : chosen_391_s63;
    wire [7:0] chosen_429 = if_eligible_87_s63 ? 8'h10 : chosen_428;
    wire [7:0] chosen_430 = if_eligible_83_s63 ? 8'h11 : chosen_429;
    reg [7:0] chosen_416_s64; always @(posedge clk) chosen_416_s64 <= chosen_416;
    wire [7:0] chosen_416_s66;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_416_s66_delay (.clk(clk), .reset(reset), .in(chosen_416_s64), .out(chosen_416_s66));
    wire translation_options_udp_zero_compute_16_s86;
    delay #(.WIDTH(1), .CYCLES(23)) translation_options_udp_zero_compute_16_s86_delay (.clk(clk), .reset(reset), .in(translation_options_udp_zero_compute_16), .out(translation_options_udp_zero_compute_16_s86));
    wire translation_options_udp_zero_compute_16_s94;
    delay #(.WIDTH(1), .CYCLES(8)) translation_options_udp_zero_compute_16_s94_delay (.clk(clk), .reset(reset), .in(translation_options_udp_zero_compute_16_s86), .out(translation_options_udp_zero_compute_16_s94));
    wire if_result_38_s84;
    delay #(.WIDTH(1), .CYCLES(21)) if_result_38_s84_delay (.clk(clk), .reset(reset), .in(if_result_38), .out(if_result_38_s84));
    wire if_result_38_s86;
    delay #(.WIDTH(1), .CYCLES(2)) if_result_38_s86_delay (.clk(clk), .reset(reset), .in(if_result_38_s84), .out(if_result_38_s86));
    wire [7:0] ipv6_traffic_class_2_s113;
    delay #(.WIDTH(8), .CYCLES(50)) ipv6_traffic_class_2_s113_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_2), .out(ipv6_traffic_class_2_s113));
    wire [15:0] sum_220_s82;
    delay #(.WIDTH(16), .CYCLES(19)) sum_220_s82_delay (.clk(clk), .reset(reset), .in(sum_220), .out(sum_220_s82));
    wire [17:0] sum_221_s82;
    delay #(.WIDTH(18), .CYCLES(19)) sum_221_s82_delay (.clk(clk), .reset(reset), .in(sum_221), .out(sum_221_s82));
    wire [7:0] translation_options_tos_6_s113;
    delay #(.WIDTH(8), .CYCLES(50)) translation_options_tos_6_s113_delay (.clk(clk), .reset(reset), .in(translation_options_tos_6), .out(translation_options_tos_6_s113));
    reg [7:0] chosen_424_s64; always @(posedge clk) chosen_424_s64 <= chosen_424;
    wire all_70_s84;
    delay #(.WIDTH(1), .CYCLES(21)) all_70_s84_delay (.clk(clk), .reset(reset), .in(all_70), .out(all_70_s84));
    reg [7:0] chosen_430_s64; always @(posedge clk) chosen_430_s64 <= chosen_430;

    // ---- Stage 64 -----------------------------------------------------------------------------------------------------
    // decide.p4 32-34, eligible.p4 63+78+81, inbound.p4 76+80+108
    wire if_decide_34 = chosen_416_s64 == 8'h0;
    wire all_69 = (pool4_pool_4_s64 & (all_66_s64 & if_decide_34)) & {~if_inbound_79_s64};
    wire all_71 = pool4_pool_4_s64 & if_decide_34;
    wire [7:0] chosen_431 = (if_decide_34 & all_65_s64) ? 8'h14 : chosen_424_s64;
    wire [7:0] chosen_432 = if_result_12_s64 ? chosen_151_s64 : chosen_431;
    wire [7:0] chosen_433 = if_inbound_108_s64 ? 8'h3 : chosen_432;
    wire [7:0] chosen_434 = if_eligible_81_s64 ? chosen_167_s64 : chosen_430_s64;
    wire [7:0] chosen_435 = if_eligible_78_s64 ? 8'h11 : chosen_434;
    wire [7:0] chosen_436 = if_eligible_63_s64 ? chosen_170_s64 : chosen_435;
    wire [7:0] chosen_437 = if_decide_33_s64 ? chosen_436 : chosen_167_s64;

    // Table eam4_src, outbound.p4:32: 128 rows, looked up in stage 64.
    wire eam4_src_hit;
    wire [168:0] eam4_src_value;
    wire [31:0] eam4_src_rdata;
    wire [43:0] eam4_src_key = 
            {ipv4_src_addr_s64, eam4_dst_instance_3_s64};
    ternary_table #(
        .KEY(44), .VALUE(169),
        .ROWS(128)
    ) eam4_src_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[64]), .lookup_key(eam4_src_key),
        .lookup_counts(all_72_s69), .hit(eam4_src_hit), .value(eam4_src_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd34), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(eam4_src_rdata));
    wire if_decide_34_s66;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_34_s66_delay (.clk(clk), .reset(reset), .in(if_decide_34), .out(if_decide_34_s66));
    reg all_69_s65; always @(posedge clk) all_69_s65 <= all_69;
    wire all_71_s66;
    delay #(.WIDTH(1), .CYCLES(2)) all_71_s66_delay (.clk(clk), .reset(reset), .in(all_71), .out(all_71_s66));
    reg [7:0] chosen_432_s65; always @(posedge clk) chosen_432_s65 <= chosen_432;
    wire [7:0] chosen_432_s67;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_432_s67_delay (.clk(clk), .reset(reset), .in(chosen_432_s65), .out(chosen_432_s67));
    reg [7:0] chosen_433_s65; always @(posedge clk) chosen_433_s65 <= chosen_433;
    wire [7:0] chosen_437_s66;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_437_s66_delay (.clk(clk), .reset(reset), .in(chosen_437), .out(chosen_437_s66));

    // ---- Stage 65 -----------------------------------------------------------------------------------------------------
    // inbound.p4 106
    wire [7:0] chosen_438 = if_admit_123_4_s65 ? chosen_432_s65 : chosen_433_s65;
    wire [7:0] chosen_438_s67;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_438_s67_delay (.clk(clk), .reset(reset), .in(chosen_438), .out(chosen_438_s67));

    // ---- Stage 66 -----------------------------------------------------------------------------------------------------
    // decide.p4 32+34, inbound.p4 34+76+79
    wire bib4_bind_to6 = bib4_hit & bib4_value[144];
    wire [7:0] chosen_439 = bib4_bind_to6 ? chosen_416_s66 : chosen_122_s66;
    wire [7:0] chosen_440 = if_inbound_79_s66 ? 8'h2 : chosen_439;
    wire [7:0] chosen_441 = all_71_s66 ? chosen_440 : chosen_416_s66;
    wire [15:0] bib4_port6 = bib4_value[15:0];
    wire [15:0] bib4_port6_2 = bib4_bind_to6 ? bib4_port6 : meta_dst_port_3_s66;
    wire [15:0] meta_dst_port_4 = if_inbound_79_s66 ? meta_dst_port_3_s66 : bib4_port6_2;
    wire [15:0] meta_dst_port_5 = all_71_s66 ? meta_dst_port_4 : meta_dst_port_3_s66;
    wire [127:0] bib4_addr6 = bib4_value[143:16];
    wire [127:0] bib4_addr6_2 = bib4_bind_to6 ? bib4_addr6 : meta_dst6_2_s66;
    wire [127:0] meta_dst6_3 = if_inbound_79_s66 ? meta_dst6_2_s66 : bib4_addr6_2;
    wire [127:0] meta_dst6_4 = all_71_s66 ? meta_dst6_3 : meta_dst6_2_s66;
    wire bib4_bind_to6_2 = {~if_inbound_79_s66} & bib4_bind_to6;
    wire bib4_bind_to6_3 = pool4_pool_4_s66 & bib4_bind_to6_2;
    wire bib4_bind_to6_4 = if_decide_34_s66 & bib4_bind_to6_3;
    wire bib4_bind_to6_5 = {~if_result_12_s66} & bib4_bind_to6_4;
    wire [7:0] chosen_442 = (if_inbound_79_s66 | (if_inbound_87_s66 | bib4_bind_to6)) ? chosen_437_s66 : 8'hd;
    wire [7:0] chosen_443 = all_71_s66 ? chosen_442 : chosen_437_s66;
    wire [7:0] chosen_444 = if_result_12_s66 ? chosen_167_s66 : chosen_443;
    reg [7:0] chosen_441_s67; always @(posedge clk) chosen_441_s67 <= chosen_441;
    reg [15:0] meta_dst_port_5_s67; always @(posedge clk) meta_dst_port_5_s67 <= meta_dst_port_5;
    reg [127:0] meta_dst6_4_s67; always @(posedge clk) meta_dst6_4_s67 <= meta_dst6_4;
    reg [127:0] meta_dst6_4_s68; always @(posedge clk) meta_dst6_4_s68 <= meta_dst6_4_s67;
    wire bib4_bind_to6_5_s81;
    delay #(.WIDTH(1), .CYCLES(15)) bib4_bind_to6_5_s81_delay (.clk(clk), .reset(reset), .in(bib4_bind_to6_5), .out(bib4_bind_to6_5_s81));
    reg [7:0] chosen_444_s67; always @(posedge clk) chosen_444_s67 <= chosen_444;

    // ---- Stage 67 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 32+36, inbound.p4 106+108, result.p4 14, translate.p4 32-33+40+48
    wire [7:0] chosen_445 = if_result_12_s67 ? chosen_161_s67 : chosen_441_s67;
    wire [7:0] chosen_446 = if_inbound_108_s67 ? 8'h2 : chosen_445;
    wire [7:0] chosen_447 = if_admit_123_4_s67 ? 8'h1 : chosen_446;
    wire if_decide_36 = chosen_445 == 8'h0;
    wire [7:0] chosen_448 = if_decide_36 ? chosen_447 : chosen_445;
    wire [15:0] meta_dst_port_6 = if_result_12_s67 ? meta_dst_port_3_s67 : meta_dst_port_5_s67;
    wire [127:0] meta_dst6_5 = if_result_12_s67 ? meta_dst6_2_s67 : meta_dst6_4_s67;
    wire [127:0] meta_dst6_6 = ipv4_valid_s67 ? meta_dst6_5 : ipv6_dst_addr_3_s67;
    wire [15:0] sum_222 = sum_211_s67 + meta_dst_port_6;
    wire [15:0] meta_dst_port_7 = udp_valid_s67 ? meta_dst_port_6 : udp_dst_port_s67;
    wire [15:0] udp_dst_port_3 = any_44_s67 ? udp_dst_port_s67 : meta_dst_port_7;
    wire [15:0] sum_223 = sum_213_s67 + meta_dst_port_6;
    wire [15:0] meta_dst_port_8 = tcp_valid_s67 ? meta_dst_port_6 : tcp_dst_port_s67;
    wire [7:0] chosen_449 = if_decide_36 ? chosen_438_s67 : chosen_432_s67;
    wire [7:0] chosen_450 = (if_admit_123_4_s67 & if_decide_36) ? 8'h8 : chosen_444_s67;
    reg [7:0] chosen_448_s68; always @(posedge clk) chosen_448_s68 <= chosen_448;
    wire [7:0] chosen_448_s79;
    delay #(.WIDTH(8), .CYCLES(11)) chosen_448_s79_delay (.clk(clk), .reset(reset), .in(chosen_448_s68), .out(chosen_448_s79));
    wire [7:0] chosen_448_s85;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_448_s85_delay (.clk(clk), .reset(reset), .in(chosen_448_s79), .out(chosen_448_s85));
    reg [7:0] chosen_448_s86; always @(posedge clk) chosen_448_s86 <= chosen_448_s85;
    reg [7:0] chosen_448_s87; always @(posedge clk) chosen_448_s87 <= chosen_448_s86;
    wire [15:0] meta_dst_port_6_s82;
    delay #(.WIDTH(16), .CYCLES(15)) meta_dst_port_6_s82_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6), .out(meta_dst_port_6_s82));
    wire [15:0] meta_dst_port_6_s87;
    delay #(.WIDTH(16), .CYCLES(5)) meta_dst_port_6_s87_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6_s82), .out(meta_dst_port_6_s87));
    wire [15:0] meta_dst_port_6_s102;
    delay #(.WIDTH(16), .CYCLES(15)) meta_dst_port_6_s102_delay (.clk(clk), .reset(reset), .in(meta_dst_port_6_s87), .out(meta_dst_port_6_s102));
    wire [127:0] meta_dst6_5_s86;
    delay #(.WIDTH(128), .CYCLES(19)) meta_dst6_5_s86_delay (.clk(clk), .reset(reset), .in(meta_dst6_5), .out(meta_dst6_5_s86));
    reg [127:0] meta_dst6_6_s68; always @(posedge clk) meta_dst6_6_s68 <= meta_dst6_6;
    wire [15:0] sum_222_s87;
    delay #(.WIDTH(16), .CYCLES(20)) sum_222_s87_delay (.clk(clk), .reset(reset), .in(sum_222), .out(sum_222_s87));
    wire [15:0] udp_dst_port_3_s113;
    delay #(.WIDTH(16), .CYCLES(46)) udp_dst_port_3_s113_delay (.clk(clk), .reset(reset), .in(udp_dst_port_3), .out(udp_dst_port_3_s113));
    wire [15:0] sum_223_s87;
    delay #(.WIDTH(16), .CYCLES(20)) sum_223_s87_delay (.clk(clk), .reset(reset), .in(sum_223), .out(sum_223_s87));
    reg [15:0] meta_dst_port_8_s68; always @(posedge clk) meta_dst_port_8_s68 <= meta_dst_port_8;
    wire [7:0] chosen_449_s79;
    delay #(.WIDTH(8), .CYCLES(12)) chosen_449_s79_delay (.clk(clk), .reset(reset), .in(chosen_449), .out(chosen_449_s79));
    wire [7:0] chosen_449_s83;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_449_s83_delay (.clk(clk), .reset(reset), .in(chosen_449_s79), .out(chosen_449_s83));
    reg [7:0] chosen_449_s84; always @(posedge clk) chosen_449_s84 <= chosen_449_s83;
    reg [7:0] chosen_449_s85; always @(posedge clk) chosen_449_s85 <= chosen_449_s84;
    wire [7:0] chosen_450_s79;
    delay #(.WIDTH(8), .CYCLES(12)) chosen_450_s79_delay (.clk(clk), .reset(reset), .in(chosen_450), .out(chosen_450_s79));
    wire [7:0] chosen_450_s85;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_450_s85_delay (.clk(clk), .reset(reset), .in(chosen_450_s79), .out(chosen_450_s85));
    reg [7:0] chosen_450_s86; always @(posedge clk) chosen_450_s86 <= chosen_450_s85;
    reg [7:0] chosen_450_s87; always @(posedge clk) chosen_450_s87 <= chosen_450_s86;

    // ---- Stage 68 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 38, outbound.p4 172, result.p4 12
    wire if_decide_38 = chosen_448_s68 == 8'h0;
    wire all_73 = all_66_s68 & if_decide_38;
    wire all_72 = all_73 & if_outbound_172_s68;
    wire [127:0] meta_dst6_7 = if_result_12_s68 ? meta_dst6_6_s68 : meta_dst6_4_s68;
    wire [15:0] meta_dst_port_9 = if_result_12_s68 ? tcp_dst_port_s68 : meta_dst_port_8_s68;
    wire if_decide_38_s79;
    delay #(.WIDTH(1), .CYCLES(11)) if_decide_38_s79_delay (.clk(clk), .reset(reset), .in(if_decide_38), .out(if_decide_38_s79));
    wire if_decide_38_s81;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s81_delay (.clk(clk), .reset(reset), .in(if_decide_38_s79), .out(if_decide_38_s81));
    wire if_decide_38_s83;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s83_delay (.clk(clk), .reset(reset), .in(if_decide_38_s81), .out(if_decide_38_s83));
    wire if_decide_38_s85;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s85_delay (.clk(clk), .reset(reset), .in(if_decide_38_s83), .out(if_decide_38_s85));
    wire if_decide_38_s87;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_38_s87_delay (.clk(clk), .reset(reset), .in(if_decide_38_s85), .out(if_decide_38_s87));
    wire all_73_s70;
    delay #(.WIDTH(1), .CYCLES(2)) all_73_s70_delay (.clk(clk), .reset(reset), .in(all_73), .out(all_73_s70));
    wire all_73_s79;
    delay #(.WIDTH(1), .CYCLES(9)) all_73_s79_delay (.clk(clk), .reset(reset), .in(all_73_s70), .out(all_73_s79));
    reg all_72_s69; always @(posedge clk) all_72_s69 <= all_72;
    wire [127:0] meta_dst6_7_s86;
    delay #(.WIDTH(128), .CYCLES(18)) meta_dst6_7_s86_delay (.clk(clk), .reset(reset), .in(meta_dst6_7), .out(meta_dst6_7_s86));
    wire [15:0] meta_dst_port_9_s113;
    delay #(.WIDTH(16), .CYCLES(45)) meta_dst_port_9_s113_delay (.clk(clk), .reset(reset), .in(meta_dst_port_9), .out(meta_dst_port_9_s113));

    // ---- Stage 70 -----------------------------------------------------------------------------------------------------
    // outbound.p4 32+172+175-176+185+190+220
    wire eam4_src_eam_src_to6 = eam4_src_hit & eam4_src_value[168];
    wire eam4_src_eam_src_to6_2 = if_outbound_172_s70 & eam4_src_eam_src_to6;
    wire if_outbound_185 = if_result_37_s70 & {~eam4_src_eam_src_to6_2};
    wire pool6_extract_32_10 = pool6_extract_32_9_s70 | if_outbound_185;
    wire all_74 = all_73_s70 & pool6_extract_32_10;
    wire [31:0] meta_src4_5 = if_outbound_185 ? meta_src4_4_s70 : meta_dst4_10_s70;
    wire [11:0] eam4_dst_instance_5 = if_outbound_185 ? eam4_dst_instance_3_s70 : eam6_dst_instance_3_s70;
    wire all_75 = {~eam4_src_eam_src_to6_2} & {~if_result_28_s70};
    wire [31:0] eam4_src_suffix_mask = eam4_src_value[39:8];
    wire [31:0] all_76 = ipv4_src_addr_s70 & eam4_src_suffix_mask;
    wire [7:0] eam4_src_shift = eam4_src_value[7:0];
    wire chosen_451 = eam4_src_shift[0] ? 1'h0 : all_76[0];
    wire chosen_452 = eam4_src_shift[1] ? 1'h0 : chosen_451;
    wire chosen_453 = eam4_src_shift[2] ? 1'h0 : chosen_452;
    wire chosen_454 = eam4_src_shift[3] ? 1'h0 : chosen_453;
    wire chosen_455 = eam4_src_shift[4] ? 1'h0 : chosen_454;
    wire chosen_456 = eam4_src_shift[5] ? 1'h0 : chosen_455;
    wire [30:0] chosen_457 = eam4_src_shift[0] ? all_76[30:0] : all_76[31:1];
    wire chosen_458 = eam4_src_shift[1] ? 1'h0 : chosen_457[0];
    wire chosen_459 = eam4_src_shift[2] ? 1'h0 : chosen_458;
    wire chosen_460 = eam4_src_shift[3] ? 1'h0 : chosen_459;
    wire chosen_461 = eam4_src_shift[4] ? 1'h0 : chosen_460;
    wire chosen_462 = eam4_src_shift[5] ? 1'h0 : chosen_461;
    wire chosen_463 = eam4_src_shift[1] ? chosen_451 : chosen_457[1];
    wire chosen_464 = eam4_src_shift[2] ? 1'h0 : chosen_463;
    wire chosen_465 = eam4_src_shift[3] ? 1'h0 : chosen_464;
    wire chosen_466 = eam4_src_shift[4] ? 1'h0 : chosen_465;
    wire chosen_467 = eam4_src_shift[5] ? 1'h0 : chosen_466;
    wire [28:0] chosen_468 = eam4_src_shift[1] ? chosen_457[28:0] : chosen_457[30:2];
    wire chosen_469 = eam4_src_shift[2] ? 1'h0 : chosen_468[0];
    wire chosen_470 = eam4_src_shift[3] ? 1'h0 : chosen_469;
    wire chosen_471 = eam4_src_shift[4] ? 1'h0 : chosen_470;
    wire chosen_472 = eam4_src_shift[5] ? 1'h0 : chosen_471;
    wire chosen_473 = eam4_src_shift[2] ? chosen_452 : chosen_468[1];
    wire chosen_474 = eam4_src_shift[3] ? 1'h0 : chosen_473;
    wire chosen_475 = eam4_src_shift[4] ? 1'h0 : chosen_474;
    wire chosen_476 = eam4_src_shift[5] ? 1'h0 : chosen_475;
    wire chosen_477 = eam4_src_shift[2] ? chosen_458 : chosen_468[2];
    wire chosen_478 = eam4_src_shift[3] ? 1'h0 : chosen_477;
    wire chosen_479 = eam4_src_shift[4] ? 1'h0 : chosen_478;
    wire chosen_480 = eam4_src_shift[5] ? 1'h0 : chosen_479;
    wire chosen_481 = eam4_src_shift[2] ? chosen_463 : chosen_468[3];
    wire chosen_482 = eam4_src_shift[3] ? 1'h0 : chosen_481;
    wire chosen_483 = eam4_src_shift[4] ? 1'h0 : chosen_482;
    wire chosen_484 = eam4_src_shift[5] ? 1'h0 : chosen_483;
    wire [24:0] chosen_485 = eam4_src_shift[2] ? chosen_468[24:0] : chosen_468[28:4];
    wire chosen_486 = eam4_src_shift[3] ? 1'h0 : chosen_485[0];
    wire chosen_487 = eam4_src_shift[4] ? 1'h0 : chosen_486;
    wire chosen_488 = eam4_src_shift[5] ? 1'h0 : chosen_487;
    wire chosen_489 = eam4_src_shift[3] ? chosen_453 : chosen_485[1];
    wire chosen_490 = eam4_src_shift[4] ? 1'h0 : chosen_489;
    wire chosen_491 = eam4_src_shift[5] ? 1'h0 : chosen_490;
    wire chosen_492 = eam4_src_shift[3] ? chosen_459 : chosen_485[2];
    wire chosen_493 = eam4_src_shift[4] ? 1'h0 : chosen_492;
    wire chosen_494 = eam4_src_shift[5] ? 1'h0 : chosen_493;
    wire chosen_495 = eam4_src_shift[3] ? chosen_464 : chosen_485[3];
    wire chosen_496 = eam4_src_shift[4] ? 1'h0 : chosen_495;
    wire chosen_497 = eam4_src_shift[5] ? 1'h0 : chosen_496;
    wire chosen_498 = eam4_src_shift[3] ? chosen_469 : chosen_485[4];
    wire chosen_499 = eam4_src_shift[4] ? 1'h0 : chosen_498;
    wire chosen_500 = eam4_src_shift[5] ? 1'h0 : chosen_499;
    wire chosen_501 = eam4_src_shift[3] ? chosen_473 : chosen_485[5];
    wire chosen_502 = eam4_src_shift[4] ? 1'h0 : chosen_501;
    wire chosen_503 = eam4_src_shift[5] ? 1'h0 : chosen_502;
    wire chosen_504 = eam4_src_shift[3] ? chosen_477 : chosen_485[6];
    wire chosen_505 = eam4_src_shift[4] ? 1'h0 : chosen_504;
    wire chosen_506 = eam4_src_shift[5] ? 1'h0 : chosen_505;
    wire chosen_507 = eam4_src_shift[3] ? chosen_481 : chosen_485[7];
    wire chosen_508 = eam4_src_shift[4] ? 1'h0 : chosen_507;
    wire chosen_509 = eam4_src_shift[5] ? 1'h0 : chosen_508;
    wire [16:0] chosen_510 = eam4_src_shift[3] ? chosen_485[16:0] : chosen_485[24:8];
    wire chosen_511 = eam4_src_shift[4] ? 1'h0 : chosen_510[0];
    wire chosen_512 = eam4_src_shift[5] ? 1'h0 : chosen_511;
    wire chosen_513 = eam4_src_shift[4] ? chosen_454 : chosen_510[1];
    wire chosen_514 = eam4_src_shift[5] ? 1'h0 : chosen_513;
    wire chosen_515 = eam4_src_shift[4] ? chosen_460 : chosen_510[2];
    wire chosen_516 = eam4_src_shift[5] ? 1'h0 : chosen_515;
    wire chosen_517 = eam4_src_shift[4] ? chosen_465 : chosen_510[3];
    wire chosen_518 = eam4_src_shift[5] ? 1'h0 : chosen_517;
    wire chosen_519 = eam4_src_shift[4] ? chosen_470 : chosen_510[4];
    wire chosen_520 = eam4_src_shift[5] ? 1'h0 : chosen_519;
    wire chosen_521 = eam4_src_shift[4] ? chosen_474 : chosen_510[5];
    wire chosen_522 = eam4_src_shift[5] ? 1'h0 : chosen_521;
    wire chosen_523 = eam4_src_shift[4] ? chosen_478 : chosen_510[6];
    wire chosen_524 = eam4_src_shift[5] ? 1'h0 : chosen_523;
    wire chosen_525 = eam4_src_shift[4] ? chosen_482 : chosen_510[7];
    wire chosen_526 = eam4_src_shift[5] ? 1'h0 : chosen_525;
    wire chosen_527 = eam4_src_shift[4] ? chosen_486 : chosen_510[8];
    wire chosen_528 = eam4_src_shift[5] ? 1'h0 : chosen_527;
    wire chosen_529 = eam4_src_shift[4] ? chosen_489 : chosen_510[9];
    wire chosen_530 = eam4_src_shift[5] ? 1'h0 : chosen_529;
    wire chosen_531 = eam4_src_shift[4] ? chosen_492 : chosen_510[10];
    wire chosen_532 = eam4_src_shift[5] ? 1'h0 : chosen_531;
    wire chosen_533 = eam4_src_shift[4] ? chosen_495 : chosen_510[11];
    wire chosen_534 = eam4_src_shift[5] ? 1'h0 : chosen_533;
    wire chosen_535 = eam4_src_shift[4] ? chosen_498 : chosen_510[12];
    wire chosen_536 = eam4_src_shift[5] ? 1'h0 : chosen_535;
    wire chosen_537 = eam4_src_shift[4] ? chosen_501 : chosen_510[13];
    wire chosen_538 = eam4_src_shift[5] ? 1'h0 : chosen_537;
    wire chosen_539 = eam4_src_shift[4] ? chosen_504 : chosen_510[14];
    wire chosen_540 = eam4_src_shift[5] ? 1'h0 : chosen_539;
    wire chosen_541 = eam4_src_shift[4] ? chosen_507 : chosen_510[15];
    wire chosen_542 = eam4_src_shift[5] ? 1'h0 : chosen_541;
    wire chosen_543 = eam4_src_shift[4] ? chosen_510[0] : chosen_510[16];
    wire chosen_544 = eam4_src_shift[5] ? 1'h0 : chosen_543;
    wire chosen_545 = eam4_src_shift[0] ? all_76[31] : 1'h0;
    wire chosen_546 = eam4_src_shift[1] ? chosen_457[29] : chosen_545;
    wire chosen_547 = eam4_src_shift[2] ? chosen_468[25] : chosen_546;
    wire chosen_548 = eam4_src_shift[3] ? chosen_485[17] : chosen_547;
    wire chosen_549 = eam4_src_shift[4] ? chosen_510[1] : chosen_548;
    wire chosen_550 = eam4_src_shift[5] ? chosen_455 : chosen_549;
    wire chosen_551 = eam4_src_shift[1] ? chosen_457[30] : 1'h0;
    wire chosen_552 = eam4_src_shift[2] ? chosen_468[26] : chosen_551;
    wire chosen_553 = eam4_src_shift[3] ? chosen_485[18] : chosen_552;
    wire chosen_554 = eam4_src_shift[4] ? chosen_510[2] : chosen_553;
    wire chosen_555 = eam4_src_shift[5] ? chosen_461 : chosen_554;
    wire chosen_556 = eam4_src_shift[1] ? chosen_545 : 1'h0;
    wire chosen_557 = eam4_src_shift[2] ? chosen_468[27] : chosen_556;
    wire chosen_558 = eam4_src_shift[3] ? chosen_485[19] : chosen_557;
    wire chosen_559 = eam4_src_shift[4] ? chosen_510[3] : chosen_558;
    wire chosen_560 = eam4_src_shift[5] ? chosen_466 : chosen_559;
    wire chosen_561 = eam4_src_shift[2] ? chosen_468[28] : 1'h0;
    wire chosen_562 = eam4_src_shift[3] ? chosen_485[20] : chosen_561;
    wire chosen_563 = eam4_src_shift[4] ? chosen_510[4] : chosen_562;
    wire chosen_564 = eam4_src_shift[5] ? chosen_471 : chosen_563;
    wire chosen_565 = eam4_src_shift[2] ? chosen_546 : 1'h0;
    wire chosen_566 = eam4_src_shift[3] ? chosen_485[21] : chosen_565;
    wire chosen_567 = eam4_src_shift[4] ? chosen_510[5] : chosen_566;
    wire chosen_568 = eam4_src_shift[5] ? chosen_475 : chosen_567;
    wire chosen_569 = eam4_src_shift[2] ? chosen_551 : 1'h0;
    wire chosen_570 = eam4_src_shift[3] ? chosen_485[22] : chosen_569;
    wire chosen_571 = eam4_src_shift[4] ? chosen_510[6] : chosen_570;
    wire chosen_572 = eam4_src_shift[5] ? chosen_479 : chosen_571;
    wire chosen_573 = eam4_src_shift[2] ? chosen_556 : 1'h0;
    wire chosen_574 = eam4_src_shift[3] ? chosen_485[23] : chosen_573;
    wire chosen_575 = eam4_src_shift[4] ? chosen_510[7] : chosen_574;
    wire chosen_576 = eam4_src_shift[5] ? chosen_483 : chosen_575;
    wire chosen_577 = eam4_src_shift[3] ? chosen_485[24] : 1'h0;
    wire chosen_578 = eam4_src_shift[4] ? chosen_510[8] : chosen_577;
    wire chosen_579 = eam4_src_shift[5] ? chosen_487 : chosen_578;
    wire chosen_580 = eam4_src_shift[3] ? chosen_547 : 1'h0;
    wire chosen_581 = eam4_src_shift[4] ? chosen_510[9] : chosen_580;
    wire chosen_582 = eam4_src_shift[5] ? chosen_490 : chosen_581;
    wire chosen_583 = eam4_src_shift[3] ? chosen_552 : 1'h0;
    wire chosen_584 = eam4_src_shift[4] ? chosen_510[10] : chosen_583;
    wire chosen_585 = eam4_src_shift[5] ? chosen_493 : chosen_584;
    wire chosen_586 = eam4_src_shift[3] ? chosen_557 : 1'h0;
    wire chosen_587 = eam4_src_shift[4] ? chosen_510[11] : chosen_586;
    wire chosen_588 = eam4_src_shift[5] ? chosen_496 : chosen_587;
    wire chosen_589 = eam4_src_shift[3] ? chosen_561 : 1'h0;
    wire chosen_590 = eam4_src_shift[4] ? chosen_510[12] : chosen_589;
    wire chosen_591 = eam4_src_shift[5] ? chosen_499 : chosen_590;
    wire chosen_592 = eam4_src_shift[3] ? chosen_565 : 1'h0;
    wire chosen_593 = eam4_src_shift[4] ? chosen_510[13] : chosen_592;
    wire chosen_594 = eam4_src_shift[5] ? chosen_502 : chosen_593;
    wire chosen_595 = eam4_src_shift[3] ? chosen_569 : 1'h0;
    wire chosen_596 = eam4_src_shift[4] ? chosen_510[14] : chosen_595;
    wire chosen_597 = eam4_src_shift[5] ? chosen_505 : chosen_596;
    wire chosen_598 = eam4_src_shift[3] ? chosen_573 : 1'h0;
    wire chosen_599 = eam4_src_shift[4] ? chosen_510[15] : chosen_598;
    wire chosen_600 = eam4_src_shift[5] ? chosen_508 : chosen_599;
    wire chosen_601 = eam4_src_shift[4] ? chosen_510[16] : 1'h0;
    wire chosen_602 = eam4_src_shift[5] ? chosen_511 : chosen_601;
    wire chosen_603 = eam4_src_shift[4] ? chosen_548 : 1'h0;
    wire chosen_604 = eam4_src_shift[5] ? chosen_513 : chosen_603;
    wire chosen_605 = eam4_src_shift[4] ? chosen_553 : 1'h0;
    wire chosen_606 = eam4_src_shift[5] ? chosen_515 : chosen_605;
    wire chosen_607 = eam4_src_shift[4] ? chosen_558 : 1'h0;
    wire chosen_608 = eam4_src_shift[5] ? chosen_517 : chosen_607;
    wire chosen_609 = eam4_src_shift[4] ? chosen_562 : 1'h0;
    wire chosen_610 = eam4_src_shift[5] ? chosen_519 : chosen_609;
    wire chosen_611 = eam4_src_shift[4] ? chosen_566 : 1'h0;
    wire chosen_612 = eam4_src_shift[5] ? chosen_521 : chosen_611;
    wire chosen_613 = eam4_src_shift[4] ? chosen_570 : 1'h0;
    wire chosen_614 = eam4_src_shift[5] ? chosen_523 : chosen_613;
    wire chosen_615 = eam4_src_shift[4] ? chosen_574 : 1'h0;
    wire chosen_616 = eam4_src_shift[5] ? chosen_525 : chosen_615;
    wire chosen_617 = eam4_src_shift[4] ? chosen_577 : 1'h0;
    wire chosen_618 = eam4_src_shift[5] ? chosen_527 : chosen_617;
    wire chosen_619 = eam4_src_shift[4] ? chosen_580 : 1'h0;
    wire chosen_620 = eam4_src_shift[5] ? chosen_529 : chosen_619;
    wire chosen_621 = eam4_src_shift[4] ? chosen_583 : 1'h0;
    wire chosen_622 = eam4_src_shift[5] ? chosen_531 : chosen_621;
    wire chosen_623 = eam4_src_shift[4] ? chosen_586 : 1'h0;
    wire chosen_624 = eam4_src_shift[5] ? chosen_533 : chosen_623;
    wire chosen_625 = eam4_src_shift[4] ? chosen_589 : 1'h0;
    wire chosen_626 = eam4_src_shift[5] ? chosen_535 : chosen_625;
    wire chosen_627 = eam4_src_shift[4] ? chosen_592 : 1'h0;
    wire chosen_628 = eam4_src_shift[5] ? chosen_537 : chosen_627;
    wire chosen_629 = eam4_src_shift[4] ? chosen_595 : 1'h0;
    wire chosen_630 = eam4_src_shift[5] ? chosen_539 : chosen_629;
    wire chosen_631 = eam4_src_shift[4] ? chosen_598 : 1'h0;
    wire chosen_632 = eam4_src_shift[5] ? chosen_541 : chosen_631;
    wire chosen_633 = eam4_src_shift[5] ? chosen_543 : 1'h0;
    wire chosen_634 = eam4_src_shift[5] ? chosen_549 : 1'h0;
    wire chosen_635 = eam4_src_shift[5] ? chosen_554 : 1'h0;
    wire chosen_636 = eam4_src_shift[5] ? chosen_559 : 1'h0;
    wire chosen_637 = eam4_src_shift[5] ? chosen_563 : 1'h0;
    wire chosen_638 = eam4_src_shift[5] ? chosen_567 : 1'h0;
    wire chosen_639 = eam4_src_shift[5] ? chosen_571 : 1'h0;
    wire chosen_640 = eam4_src_shift[5] ? chosen_575 : 1'h0;
    wire chosen_641 = eam4_src_shift[5] ? chosen_578 : 1'h0;
    wire chosen_642 = eam4_src_shift[5] ? chosen_581 : 1'h0;
    wire chosen_643 = eam4_src_shift[5] ? chosen_584 : 1'h0;
    wire chosen_644 = eam4_src_shift[5] ? chosen_587 : 1'h0;
    wire chosen_645 = eam4_src_shift[5] ? chosen_590 : 1'h0;
    wire chosen_646 = eam4_src_shift[5] ? chosen_593 : 1'h0;
    wire chosen_647 = eam4_src_shift[5] ? chosen_596 : 1'h0;
    wire chosen_648 = eam4_src_shift[5] ? chosen_599 : 1'h0;
    wire chosen_649 = eam4_src_shift[5] ? chosen_601 : 1'h0;
    wire chosen_650 = eam4_src_shift[5] ? chosen_603 : 1'h0;
    wire chosen_651 = eam4_src_shift[5] ? chosen_605 : 1'h0;
    wire chosen_652 = eam4_src_shift[5] ? chosen_607 : 1'h0;
    wire chosen_653 = eam4_src_shift[5] ? chosen_609 : 1'h0;
    wire chosen_654 = eam4_src_shift[5] ? chosen_611 : 1'h0;
    wire chosen_655 = eam4_src_shift[5] ? chosen_613 : 1'h0;
    wire chosen_656 = eam4_src_shift[5] ? chosen_615 : 1'h0;
    wire chosen_657 = eam4_src_shift[5] ? chosen_617 : 1'h0;
    wire chosen_658 = eam4_src_shift[5] ? chosen_619 : 1'h0;
    wire chosen_659 = eam4_src_shift[5] ? chosen_621 : 1'h0;
    wire chosen_660 = eam4_src_shift[5] ? chosen_623 : 1'h0;
    wire chosen_661 = eam4_src_shift[5] ? chosen_625 : 1'h0;
    wire chosen_662 = eam4_src_shift[5] ? chosen_627 : 1'h0;
    wire chosen_663 = eam4_src_shift[5] ? chosen_629 : 1'h0;
    wire chosen_664 = eam4_src_shift[5] ? chosen_631 : 1'h0;
    wire is_equal_39 = eam4_src_shift == 8'h0;
    wire [127:0] eam4_src_prefix6 = eam4_src_value[167:40];
    reg eam4_src_eam_src_to6_2_s71; always @(posedge clk) eam4_src_eam_src_to6_2_s71 <= eam4_src_eam_src_to6_2;
    wire pool6_extract_32_10_s79;
    delay #(.WIDTH(1), .CYCLES(9)) pool6_extract_32_10_s79_delay (.clk(clk), .reset(reset), .in(pool6_extract_32_10), .out(pool6_extract_32_10_s79));
    wire all_74_s76;
    delay #(.WIDTH(1), .CYCLES(6)) all_74_s76_delay (.clk(clk), .reset(reset), .in(all_74), .out(all_74_s76));
    reg all_74_s77; always @(posedge clk) all_74_s77 <= all_74_s76;
    reg [31:0] meta_src4_5_s71; always @(posedge clk) meta_src4_5_s71 <= meta_src4_5;
    wire [31:0] meta_src4_5_s73;
    delay #(.WIDTH(32), .CYCLES(2)) meta_src4_5_s73_delay (.clk(clk), .reset(reset), .in(meta_src4_5_s71), .out(meta_src4_5_s73));
    reg [11:0] eam4_dst_instance_5_s71; always @(posedge clk) eam4_dst_instance_5_s71 <= eam4_dst_instance_5;
    wire [11:0] eam4_dst_instance_5_s73;
    delay #(.WIDTH(12), .CYCLES(2)) eam4_dst_instance_5_s73_delay (.clk(clk), .reset(reset), .in(eam4_dst_instance_5_s71), .out(eam4_dst_instance_5_s73));
    wire all_75_s83;
    delay #(.WIDTH(1), .CYCLES(13)) all_75_s83_delay (.clk(clk), .reset(reset), .in(all_75), .out(all_75_s83));
    reg [31:0] all_76_s71; always @(posedge clk) all_76_s71 <= all_76;
    reg [7:0] eam4_src_shift_s71; always @(posedge clk) eam4_src_shift_s71 <= eam4_src_shift;
    reg chosen_456_s71; always @(posedge clk) chosen_456_s71 <= chosen_456;
    reg chosen_462_s71; always @(posedge clk) chosen_462_s71 <= chosen_462;
    reg chosen_467_s71; always @(posedge clk) chosen_467_s71 <= chosen_467;
    reg chosen_472_s71; always @(posedge clk) chosen_472_s71 <= chosen_472;
    reg chosen_476_s71; always @(posedge clk) chosen_476_s71 <= chosen_476;
    reg chosen_480_s71; always @(posedge clk) chosen_480_s71 <= chosen_480;
    reg chosen_484_s71; always @(posedge clk) chosen_484_s71 <= chosen_484;
    reg chosen_488_s71; always @(posedge clk) chosen_488_s71 <= chosen_488;
    reg chosen_491_s71; always @(posedge clk) chosen_491_s71 <= chosen_491;
    reg chosen_494_s71; always @(posedge clk) chosen_494_s71 <= chosen_494;
    reg chosen_497_s71; always @(posedge clk) chosen_497_s71 <= chosen_497;
    reg chosen_500_s71; always @(posedge clk) chosen_500_s71 <= chosen_500;
    reg chosen_503_s71; always @(posedge clk) chosen_503_s71 <= chosen_503;
    reg chosen_506_s71; always @(posedge clk) chosen_506_s71 <= chosen_506;
    reg chosen_509_s71; always @(posedge clk) chosen_509_s71 <= chosen_509;
    reg chosen_512_s71; always @(posedge clk) chosen_512_s71 <= chosen_512;
    reg chosen_514_s71; always @(posedge clk) chosen_514_s71 <= chosen_514;
    reg chosen_516_s71; always @(posedge clk) chosen_516_s71 <= chosen_516;
    reg chosen_518_s71; always @(posedge clk) chosen_518_s71 <= chosen_518;
    reg chosen_520_s71; always @(posedge clk) chosen_520_s71 <= chosen_520;
    reg chosen_522_s71; always @(posedge clk) chosen_522_s71 <= chosen_522;
    reg chosen_524_s71; always @(posedge clk) chosen_524_s71 <= chosen_524;
    reg chosen_526_s71; always @(posedge clk) chosen_526_s71 <= chosen_526;
    reg chosen_528_s71; always @(posedge clk) chosen_528_s71 <= chosen_528;
    reg chosen_530_s71; always @(posedge clk) chosen_530_s71 <= chosen_530;
    reg chosen_532_s71; always @(posedge clk) chosen_532_s71 <= chosen_532;
    reg chosen_534_s71; always @(posedge clk) chosen_534_s71 <= chosen_534;
    reg chosen_536_s71; always @(posedge clk) chosen_536_s71 <= chosen_536;
    reg chosen_538_s71; always @(posedge clk) chosen_538_s71 <= chosen_538;
    reg chosen_540_s71; always @(posedge clk) chosen_540_s71 <= chosen_540;
    reg chosen_542_s71; always @(posedge clk) chosen_542_s71 <= chosen_542;
    reg chosen_544_s71; always @(posedge clk) chosen_544_s71 <= chosen_544;
    reg chosen_550_s71; always @(posedge clk) chosen_550_s71 <= chosen_550;
    reg chosen_555_s71; always @(posedge clk) chosen_555_s71 <= chosen_555;
    reg chosen_560_s71; always @(posedge clk) chosen_560_s71 <= chosen_560;
    reg chosen_564_s71; always @(posedge clk) chosen_564_s71 <= chosen_564;
    reg chosen_568_s71; always @(posedge clk) chosen_568_s71 <= chosen_568;
    reg chosen_572_s71; always @(posedge clk) chosen_572_s71 <= chosen_572;
    reg chosen_576_s71; always @(posedge clk) chosen_576_s71 <= chosen_576;
    reg chosen_579_s71; always @(posedge clk) chosen_579_s71 <= chosen_579;
    reg chosen_582_s71; always @(posedge clk) chosen_582_s71 <= chosen_582;
    reg chosen_585_s71; always @(posedge clk) chosen_585_s71 <= chosen_585;
    reg chosen_588_s71; always @(posedge clk) chosen_588_s71 <= chosen_588;
    reg chosen_591_s71; always @(posedge clk) chosen_591_s71 <= chosen_591;
    reg chosen_594_s71; always @(posedge clk) chosen_594_s71 <= chosen_594;
    reg chosen_597_s71; always @(posedge clk) chosen_597_s71 <= chosen_597;
    reg chosen_600_s71; always @(posedge clk) chosen_600_s71 <= chosen_600;
    reg chosen_602_s71; always @(posedge clk) chosen_602_s71 <= chosen_602;
    reg chosen_604_s71; always @(posedge clk) chosen_604_s71 <= chosen_604;
    reg chosen_606_s71; always @(posedge clk) chosen_606_s71 <= chosen_606;
    reg chosen_608_s71; always @(posedge clk) chosen_608_s71 <= chosen_608;
    reg chosen_610_s71; always @(posedge clk) chosen_610_s71 <= chosen_610;
    reg chosen_612_s71; always @(posedge clk) chosen_612_s71 <= chosen_612;
    reg chosen_614_s71; always @(posedge clk) chosen_614_s71 <= chosen_614;
    reg chosen_616_s71; always @(posedge clk) chosen_616_s71 <= chosen_616;
    reg chosen_618_s71; always @(posedge clk) chosen_618_s71 <= chosen_618;
    reg chosen_620_s71; always @(posedge clk) chosen_620_s71 <= chosen_620;
    reg chosen_622_s71; always @(posedge clk) chosen_622_s71 <= chosen_622;
    reg chosen_624_s71; always @(posedge clk) chosen_624_s71 <= chosen_624;
    reg chosen_626_s71; always @(posedge clk) chosen_626_s71 <= chosen_626;
    reg chosen_628_s71; always @(posedge clk) chosen_628_s71 <= chosen_628;
    reg chosen_630_s71; always @(posedge clk) chosen_630_s71 <= chosen_630;
    reg chosen_632_s71; always @(posedge clk) chosen_632_s71 <= chosen_632;
    reg chosen_633_s71; always @(posedge clk) chosen_633_s71 <= chosen_633;
    reg chosen_634_s71; always @(posedge clk) chosen_634_s71 <= chosen_634;
    reg chosen_635_s71; always @(posedge clk) chosen_635_s71 <= chosen_635;
    reg chosen_636_s71; always @(posedge clk) chosen_636_s71 <= chosen_636;
    reg chosen_637_s71; always @(posedge clk) chosen_637_s71 <= chosen_637;
    reg chosen_638_s71; always @(posedge clk) chosen_638_s71 <= chosen_638;
    reg chosen_639_s71; always @(posedge clk) chosen_639_s71 <= chosen_639;
    reg chosen_640_s71; always @(posedge clk) chosen_640_s71 <= chosen_640;
    reg chosen_641_s71; always @(posedge clk) chosen_641_s71 <= chosen_641;
    reg chosen_642_s71; always @(posedge clk) chosen_642_s71 <= chosen_642;
    reg chosen_643_s71; always @(posedge clk) chosen_643_s71 <= chosen_643;
    reg chosen_644_s71; always @(posedge clk) chosen_644_s71 <= chosen_644;
    reg chosen_645_s71; always @(posedge clk) chosen_645_s71 <= chosen_645;
    reg chosen_646_s71; always @(posedge clk) chosen_646_s71 <= chosen_646;
    reg chosen_647_s71; always @(posedge clk) chosen_647_s71 <= chosen_647;
    reg chosen_648_s71; always @(posedge clk) chosen_648_s71 <= chosen_648;
    reg chosen_649_s71; always @(posedge clk) chosen_649_s71 <= chosen_649;
    reg chosen_650_s71; always @(posedge clk) chosen_650_s71 <= chosen_650;
    reg chosen_651_s71; always @(posedge clk) chosen_651_s71 <= chosen_651;
    reg chosen_652_s71; always @(posedge clk) chosen_652_s71 <= chosen_652;
    reg chosen_653_s71; always @(posedge clk) chosen_653_s71 <= chosen_653;
    reg chosen_654_s71; always @(posedge clk) chosen_654_s71 <= chosen_654;
    reg chosen_655_s71; always @(posedge clk) chosen_655_s71 <= chosen_655;
    reg chosen_656_s71; always @(posedge clk) chosen_656_s71 <= chosen_656;
    reg chosen_657_s71; always @(posedge clk) chosen_657_s71 <= chosen_657;
    reg chosen_658_s71; always @(posedge clk) chosen_658_s71 <= chosen_658;
    reg chosen_659_s71; always @(posedge clk) chosen_659_s71 <= chosen_659;
    reg chosen_660_s71; always @(posedge clk) chosen_660_s71 <= chosen_660;
    reg chosen_661_s71; always @(posedge clk) chosen_661_s71 <= chosen_661;
    reg chosen_662_s71; always @(posedge clk) chosen_662_s71 <= chosen_662;
    reg chosen_663_s71; always @(posedge clk) chosen_663_s71 <= chosen_663;
    reg chosen_664_s71; always @(posedge clk) chosen_664_s71 <= chosen_664;
    reg is_equal_39_s71; always @(posedge clk) is_equal_39_s71 <= is_equal_39;
    reg [127:0] eam4_src_prefix6_s71; always @(posedge clk) eam4_src_prefix6_s71 <= eam4_src_prefix6;

    // ---- Stage 71 -----------------------------------------------------------------------------------------------------
    // outbound.p4 172+176-177
    wire [127:0] card_pipe_Decide_Outbound_shifted =
            eam4_src_shift_s71[6] ? {chosen_633_s71, chosen_632_s71, chosen_630_s71, chosen_628_s71, chosen_626_s71,
            chosen_624_s71, chosen_622_s71, chosen_620_s71, chosen_618_s71, chosen_616_s71, chosen_614_s71,
            chosen_612_s71, chosen_610_s71, chosen_608_s71, chosen_606_s71, chosen_604_s71, chosen_602_s71,
            chosen_600_s71, chosen_597_s71, chosen_594_s71, chosen_591_s71, chosen_588_s71, chosen_585_s71,
            chosen_582_s71, chosen_579_s71, chosen_576_s71, chosen_572_s71, chosen_568_s71, chosen_564_s71,
            chosen_560_s71, chosen_555_s71, chosen_550_s71, chosen_544_s71, chosen_542_s71, chosen_540_s71,
            chosen_538_s71, chosen_536_s71, chosen_534_s71, chosen_532_s71, chosen_530_s71, chosen_528_s71,
            chosen_526_s71, chosen_524_s71, chosen_522_s71, chosen_520_s71, chosen_518_s71, chosen_516_s71,
            chosen_514_s71, chosen_512_s71, chosen_509_s71, chosen_506_s71, chosen_503_s71, chosen_500_s71,
            chosen_497_s71, chosen_494_s71, chosen_491_s71, chosen_488_s71, chosen_484_s71, chosen_480_s71,
            chosen_476_s71, chosen_472_s71, chosen_467_s71, chosen_462_s71, chosen_456_s71, 64'h0} : {33'h0,
            chosen_664_s71, chosen_663_s71, chosen_662_s71, chosen_661_s71, chosen_660_s71, chosen_659_s71,
            chosen_658_s71, chosen_657_s71, chosen_656_s71, chosen_655_s71, chosen_654_s71, chosen_653_s71,
            chosen_652_s71, chosen_651_s71, chosen_650_s71, chosen_649_s71, chosen_648_s71, chosen_647_s71,
            chosen_646_s71, chosen_645_s71, chosen_644_s71, chosen_643_s71, chosen_642_s71, chosen_641_s71,
            chosen_640_s71, chosen_639_s71, chosen_638_s71, chosen_637_s71, chosen_636_s71, chosen_635_s71,
            chosen_634_s71, chosen_633_s71, chosen_632_s71, chosen_630_s71, chosen_628_s71, chosen_626_s71,
            chosen_624_s71, chosen_622_s71, chosen_620_s71, chosen_618_s71, chosen_616_s71, chosen_614_s71,
            chosen_612_s71, chosen_610_s71, chosen_608_s71, chosen_606_s71, chosen_604_s71, chosen_602_s71,
            chosen_600_s71, chosen_597_s71, chosen_594_s71, chosen_591_s71, chosen_588_s71, chosen_585_s71,
            chosen_582_s71, chosen_579_s71, chosen_576_s71, chosen_572_s71, chosen_568_s71, chosen_564_s71,
            chosen_560_s71, chosen_555_s71, chosen_550_s71, chosen_544_s71, chosen_542_s71, chosen_540_s71,
            chosen_538_s71, chosen_536_s71, chosen_534_s71, chosen_532_s71, chosen_530_s71, chosen_528_s71,
            chosen_526_s71, chosen_524_s71, chosen_522_s71, chosen_520_s71, chosen_518_s71, chosen_516_s71,
            chosen_514_s71, chosen_512_s71, chosen_509_s71, chosen_506_s71, chosen_503_s71, chosen_500_s71,
            chosen_497_s71, chosen_494_s71, chosen_491_s71, chosen_488_s71, chosen_484_s71, chosen_480_s71,
            chosen_476_s71, chosen_472_s71, chosen_467_s71, chosen_462_s71, chosen_456_s71};
    wire [127:0] card_pipe_Decide_Outbound_shifted_2 =
            is_equal_39_s71 ? {96'h0, all_76_s71} : card_pipe_Decide_Outbound_shifted;
    wire [127:0] meta_src6 = eam4_src_prefix6_s71 | card_pipe_Decide_Outbound_shifted_2;
    wire [127:0] meta_src6_2 = eam4_src_eam_src_to6_2_s71 ? meta_src6 : 128'h0;

    // Table embedded, outbound.p4:51: 64 rows, looked up in stage 71.
    wire embedded_hit;
    wire embedded_value;
    wire [31:0] embedded_rdata;
    wire [43:0] embedded_key = 
            {eam4_dst_instance_5_s71, meta_src4_5_s71};
    ternary_table #(
        .KEY(44), .VALUE(1),
        .ROWS(64)
    ) embedded_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[71]), .lookup_key(embedded_key),
        .lookup_counts(all_74_s76), .hit(embedded_hit), .value(embedded_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd35), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(embedded_rdata));
    wire [127:0] meta_src6_2_s85;
    delay #(.WIDTH(128), .CYCLES(14)) meta_src6_2_s85_delay (.clk(clk), .reset(reset), .in(meta_src6_2), .out(meta_src6_2_s85));
    wire [127:0] meta_src6_2_s87;
    delay #(.WIDTH(128), .CYCLES(2)) meta_src6_2_s87_delay (.clk(clk), .reset(reset), .in(meta_src6_2_s85), .out(meta_src6_2_s87));

    // ---- Stage 73 -----------------------------------------------------------------------------------------------------
    // 

    // Table denied_services, outbound.p4:64: 64 rows, looked up in stage 73.
    wire denied_services_hit;
    wire denied_services_value;
    wire [31:0] denied_services_rdata;
    wire [67:0] denied_services_key = 
            {eam4_dst_instance_5_s73, meta_protocol_8_s73, meta_src4_5_s73, tcp_dst_port_3_s73};
    ternary_table #(
        .KEY(68), .VALUE(1),
        .ROWS(64)
    ) denied_services_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[73]), .lookup_key(denied_services_key),
        .lookup_counts(all_77_s78), .hit(denied_services_hit), .value(denied_services_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd36), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(denied_services_rdata));

    // ---- Stage 76 -----------------------------------------------------------------------------------------------------
    // 

    // Table bib6, outbound.p4:96: 16384 rows, looked up in stage 76.
    wire bib6_hit;
    wire [48:0] bib6_value;
    wire [31:0] bib6_rdata;
    wire [163:0] bib6_key = 
            {eam6_dst_instance_3_s76, meta_protocol_3_s76, ipv6_src_addr_8_s76, meta_src_port_3_s76};
    exact_table #(
        .KEY(164), .VALUE(49),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`BIB6_HASH)
    ) bib6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[76]), .lookup_key(bib6_key),
        .lookup_counts(all_78_s80), .hit(bib6_hit), .value(bib6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd37), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(bib6_rdata));

    // ---- Stage 77 -----------------------------------------------------------------------------------------------------
    // outbound.p4 51
    wire embedded_deny = embedded_hit & embedded_value;
    wire all_77 = all_74_s77 & {~embedded_hit};

    // Table subscriber_limits, outbound.p4:143: 64 rows, looked up in stage 77.
    wire subscriber_limits_hit;
    wire subscriber_limits_value;
    wire [31:0] subscriber_limits_rdata;
    wire [147:0] subscriber_limits_key = 
            {eam6_dst_instance_3_s77, meta_protocol_3_s77, ipv6_src_addr_8_s77};
    ternary_table #(
        .KEY(148), .VALUE(1),
        .ROWS(64)
    ) subscriber_limits_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[77]), .lookup_key(subscriber_limits_key),
        .lookup_counts(all_79_s82), .hit(subscriber_limits_hit), .value(subscriber_limits_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd38), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(subscriber_limits_rdata));
    wire embedded_deny_s79;
    delay #(.WIDTH(1), .CYCLES(2)) embedded_deny_s79_delay (.clk(clk), .reset(reset), .in(embedded_deny), .out(embedded_deny_s79));
    reg all_77_s78; always @(posedge clk) all_77_s78 <= all_77;

    // ---- Stage 79 -----------------------------------------------------------------------------------------------------
    // decide.p4 38, outbound.p4 51+64+190+205-206+209
    wire denied_services_deny = denied_services_hit & denied_services_value;
    wire all_80 = pool6_extract_32_10_s79 & (denied_services_deny | embedded_deny_s79);
    wire [7:0] chosen_665 = all_80 ? 8'h1 : chosen_448_s79;
    wire if_outbound_205 = chosen_665 == 8'h0;
    wire all_81 = all_73_s79 & if_outbound_205;
    wire all_78 = pool6_extract_32_9_s79 & (all_81 & if_outbound_206_s79);
    wire [7:0] chosen_666 = all_80 ? 8'he : chosen_449_s79;
    wire all_82 = if_outbound_205 & if_outbound_206_s79;
    wire all_83 = if_decide_38_s79 & (if_outbound_205 & all_58_s79);
    wire [7:0] chosen_667 = all_80 ? 8'hc : chosen_450_s79;
    wire [7:0] chosen_665_s83;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_665_s83_delay (.clk(clk), .reset(reset), .in(chosen_665), .out(chosen_665_s83));
    wire [7:0] chosen_665_s85;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_665_s85_delay (.clk(clk), .reset(reset), .in(chosen_665_s83), .out(chosen_665_s85));
    wire if_outbound_205_s81;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s81_delay (.clk(clk), .reset(reset), .in(if_outbound_205), .out(if_outbound_205_s81));
    wire if_outbound_205_s83;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s83_delay (.clk(clk), .reset(reset), .in(if_outbound_205_s81), .out(if_outbound_205_s83));
    wire if_outbound_205_s85;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_205_s85_delay (.clk(clk), .reset(reset), .in(if_outbound_205_s83), .out(if_outbound_205_s85));
    wire all_81_s83;
    delay #(.WIDTH(1), .CYCLES(4)) all_81_s83_delay (.clk(clk), .reset(reset), .in(all_81), .out(all_81_s83));
    reg all_78_s80; always @(posedge clk) all_78_s80 <= all_78;
    reg all_78_s81; always @(posedge clk) all_78_s81 <= all_78_s80;
    wire [7:0] chosen_666_s83;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_666_s83_delay (.clk(clk), .reset(reset), .in(chosen_666), .out(chosen_666_s83));
    wire all_82_s83;
    delay #(.WIDTH(1), .CYCLES(4)) all_82_s83_delay (.clk(clk), .reset(reset), .in(all_82), .out(all_82_s83));
    wire all_83_s81;
    delay #(.WIDTH(1), .CYCLES(2)) all_83_s81_delay (.clk(clk), .reset(reset), .in(all_83), .out(all_83_s81));
    wire [7:0] chosen_667_s83;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_667_s83_delay (.clk(clk), .reset(reset), .in(chosen_667), .out(chosen_667_s83));
    wire [7:0] chosen_667_s85;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_667_s85_delay (.clk(clk), .reset(reset), .in(chosen_667_s83), .out(chosen_667_s85));

    // ---- Stage 80 -----------------------------------------------------------------------------------------------------
    // 

    // Table prefix6, outbound.p4:163: 64 rows, looked up in stage 80.
    wire prefix6_hit;
    wire [136:0] prefix6_value;
    wire [31:0] prefix6_rdata;
    wire [11:0] prefix6_key = 
            eam4_dst_instance_3_s80;
    exact_table #(
        .KEY(12), .VALUE(137),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`PREFIX6_HASH)
    ) prefix6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[80]), .lookup_key(prefix6_key),
        .lookup_counts(all_84_s84), .hit(prefix6_hit), .value(prefix6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd39), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(prefix6_rdata));

    // ---- Stage 81 -----------------------------------------------------------------------------------------------------
    // decide.p4 37-38, outbound.p4 96+205-207, routing.p4 147
    wire [15:0] bib6_port4 = bib6_value[15:0];
    wire bib6_bind_to4 = bib6_hit & bib6_value[48];
    wire all_85 = if_outbound_206_s81 & (pool6_extract_32_9_s81 & bib6_bind_to4);
    wire all_86 = if_decide_38_s81 & (if_outbound_205_s81 & all_85);
    wire [15:0] meta_src_port_4 = all_86 ? bib6_port4 : meta_src_port_3_s81;
    wire [15:0] meta_src_port_5 = if_result_12_s81 ? meta_src_port_3_s81 : meta_src_port_4;
    wire all_79 = all_78_s81 & {~bib6_hit};
    wire [31:0] bib6_addr4 = bib6_value[47:16];
    wire [31:0] meta_src4_6 = all_86 ? bib6_addr4 : meta_src4_4_s81;
    wire [31:0] meta_src4_7 = if_result_12_s81 ? meta_src4_4_s81 : meta_src4_6;
    wire [31:0] meta_src4_8 = all_85 ? bib6_addr4 : meta_src4_4_s81;
    wire bib4_bind_to6_6 = bib4_bind_to6_5_s81 | bib6_bind_to4;
    wire bib4_bind_to6_7 = all_83_s81 ? bib4_bind_to6_6 : bib4_bind_to6_5_s81;
    wire bib4_bind_to6_8 = if_result_12_s81 ? bib4_bind_to6_5_s81 : bib4_bind_to6_7;
    wire if_routing_147 = (tcp_valid_s81 & bib4_bind_to6_8) & any_23_s81;
    wire bib6_bind_to4_s83;
    delay #(.WIDTH(1), .CYCLES(2)) bib6_bind_to4_s83_delay (.clk(clk), .reset(reset), .in(bib6_bind_to4), .out(bib6_bind_to4_s83));
    reg [15:0] meta_src_port_5_s82; always @(posedge clk) meta_src_port_5_s82 <= meta_src_port_5;
    wire [15:0] meta_src_port_5_s86;
    delay #(.WIDTH(16), .CYCLES(4)) meta_src_port_5_s86_delay (.clk(clk), .reset(reset), .in(meta_src_port_5_s82), .out(meta_src_port_5_s86));
    reg all_79_s82; always @(posedge clk) all_79_s82 <= all_79;
    reg [31:0] meta_src4_7_s82; always @(posedge clk) meta_src4_7_s82 <= meta_src4_7;
    wire [31:0] meta_src4_7_s96;
    delay #(.WIDTH(32), .CYCLES(14)) meta_src4_7_s96_delay (.clk(clk), .reset(reset), .in(meta_src4_7_s82), .out(meta_src4_7_s96));
    wire [31:0] meta_src4_8_s85;
    delay #(.WIDTH(32), .CYCLES(4)) meta_src4_8_s85_delay (.clk(clk), .reset(reset), .in(meta_src4_8), .out(meta_src4_8_s85));
    wire if_routing_147_s113;
    delay #(.WIDTH(1), .CYCLES(32)) if_routing_147_s113_delay (.clk(clk), .reset(reset), .in(if_routing_147), .out(if_routing_147_s113));

    // ---- Stage 82 -----------------------------------------------------------------------------------------------------
    // card.p4 150, result.p4 12+24, translate.p4 27+87+98
    wire [15:0] meta_dst_port_10 = if_result_24_s82 ? meta_dst_port_6_s82 : meta_src_port_5_s82;
    wire [15:0] meta_src_port_6 = if_result_12_s82 ? meta_src_port_3_s82 : meta_dst_port_10;
    wire [17:0] sum_224 = {1'd0, sum_217_s82} + {2'd0, meta_src4_7_s82[15:0]};
    wire [17:0] sum_225 = {2'd0, meta_src4_7_s82[31:16]} + sum_224;
    wire [31:0] meta_src4_9 = if_result_28_s82 ? meta_src4_7_s82 : ipv4_src_addr_s82;
    wire [31:0] meta_src4_10 = if_result_12_s82 ? ipv4_src_addr_s82 : meta_src4_9;
    wire [15:0] sum_226 = sum_220_s82 + meta_src4_7_s82[15:0];
    wire [15:0] sum_227 = meta_src4_7_s82[31:16] + sum_226;
    wire [18:0] sum_228 = {1'd0, sum_221_s82} + {3'd0, meta_src4_7_s82[15:0]};
    wire [18:0] sum_229 = {3'd0, meta_src4_7_s82[31:16]} + sum_228;
    wire [15:0] meta_src_port_6_s86;
    delay #(.WIDTH(16), .CYCLES(4)) meta_src_port_6_s86_delay (.clk(clk), .reset(reset), .in(meta_src_port_6), .out(meta_src_port_6_s86));
    wire [17:0] sum_225_s91;
    delay #(.WIDTH(18), .CYCLES(9)) sum_225_s91_delay (.clk(clk), .reset(reset), .in(sum_225), .out(sum_225_s91));
    wire [31:0] meta_src4_10_s114;
    delay #(.WIDTH(32), .CYCLES(32)) meta_src4_10_s114_delay (.clk(clk), .reset(reset), .in(meta_src4_10), .out(meta_src4_10_s114));
    wire [15:0] sum_227_s87;
    delay #(.WIDTH(16), .CYCLES(5)) sum_227_s87_delay (.clk(clk), .reset(reset), .in(sum_227), .out(sum_227_s87));
    wire [18:0] sum_229_s87;
    delay #(.WIDTH(19), .CYCLES(5)) sum_229_s87_delay (.clk(clk), .reset(reset), .in(sum_229), .out(sum_229_s87));

    // ---- Stage 83 -----------------------------------------------------------------------------------------------------
    // decide.p4 38, outbound.p4 96+143+205-207+220
    wire subscriber_limits_limited = subscriber_limits_hit & subscriber_limits_value;
    wire [7:0] chosen_668 = subscriber_limits_limited ? 8'h1 : 8'h2;
    wire [7:0] chosen_669 = bib6_bind_to4_s83 ? chosen_665_s83 : chosen_668;
    wire [7:0] chosen_670 = pool6_extract_32_9_s83 ? chosen_669 : 8'h1;
    wire [7:0] chosen_671 = if_outbound_206_s83 ? chosen_670 : chosen_665_s83;
    wire if_outbound_220 = all_75_s83 & (chosen_671 == 8'h0);
    wire all_84 = all_81_s83 & if_outbound_220;
    wire all_87 = if_outbound_205_s83 & if_outbound_220;
    wire [7:0] chosen_672 = (subscriber_limits_limited | bib6_bind_to4_s83) ? chosen_666_s83 : 8'h1;
    wire [7:0] chosen_673 = pool6_extract_32_9_s83 ? chosen_672 : 8'he;
    wire [7:0] chosen_674 = all_82_s83 ? chosen_673 : chosen_666_s83;
    wire [7:0] chosen_675 = if_decide_38_s83 ? chosen_674 : chosen_449_s83;
    wire [7:0] chosen_676 = subscriber_limits_limited ? 8'h1d : chosen_667_s83;
    wire [7:0] chosen_677 = bib6_bind_to4_s83 ? chosen_667_s83 : chosen_676;
    wire [7:0] chosen_678 = pool6_extract_32_9_s83 ? chosen_677 : 8'h26;
    wire [7:0] chosen_679 = if_outbound_206_s83 ? chosen_678 : chosen_667_s83;
    wire [7:0] chosen_671_s85;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_671_s85_delay (.clk(clk), .reset(reset), .in(chosen_671), .out(chosen_671_s85));
    wire if_outbound_220_s85;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_220_s85_delay (.clk(clk), .reset(reset), .in(if_outbound_220), .out(if_outbound_220_s85));
    reg all_84_s84; always @(posedge clk) all_84_s84 <= all_84;
    wire all_87_s87;
    delay #(.WIDTH(1), .CYCLES(4)) all_87_s87_delay (.clk(clk), .reset(reset), .in(all_87), .out(all_87_s87));
    reg [7:0] chosen_675_s84; always @(posedge clk) chosen_675_s84 <= chosen_675;
    wire [7:0] chosen_679_s85;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_679_s85_delay (.clk(clk), .reset(reset), .in(chosen_679), .out(chosen_679_s85));

    // ---- Stage 84 -----------------------------------------------------------------------------------------------------
    // decide.p4 37, result.p4 37-38+40
    wire [7:0] chosen_680 = if_result_12_s84 ? chosen_449_s84 : chosen_675_s84;
    wire [7:0] chosen_681 = all_70_s84 ? 8'hd : chosen_680;
    wire [7:0] chosen_682 = if_result_38_s84 ? 8'h4 : chosen_681;
    wire [7:0] chosen_683 = if_result_37_s84 ? chosen_682 : chosen_680;
    wire [7:0] chosen_680_s86;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_680_s86_delay (.clk(clk), .reset(reset), .in(chosen_680), .out(chosen_680_s86));
    reg [7:0] chosen_683_s85; always @(posedge clk) chosen_683_s85 <= chosen_683;

    // ---- Stage 85 -----------------------------------------------------------------------------------------------------
    // decide.p4 38, outbound.p4 163+205+220+225-230, result.p4 12
    wire prefix6_embed = prefix6_hit & prefix6_value[136];
    wire [7:0] chosen_684 = prefix6_embed ? chosen_671_s85 : 8'h1;
    wire [7:0] chosen_685 = if_outbound_220_s85 ? chosen_684 : chosen_671_s85;
    wire [7:0] chosen_686 = if_outbound_205_s85 ? chosen_685 : chosen_665_s85;
    wire [7:0] chosen_687 = if_decide_38_s85 ? chosen_686 : chosen_448_s85;
    wire [127:0] prefix6_prefix6 = prefix6_value[135:8];
    wire [127:0] prefix6_prefix6_2 = prefix6_embed ? prefix6_prefix6 : meta_src6_2_s85;
    wire [7:0] prefix6_length = prefix6_value[7:0];
    wire [7:0] prefix6_length_2 = prefix6_embed ? prefix6_length : 8'h0;
    wire if_outbound_230 = prefix6_length_2 == 8'h20;
    wire [127:0] meta_src6_3 =
            if_outbound_230 ? {prefix6_prefix6_2[127:96], (meta_src4_8_s85 | prefix6_prefix6_2[95:64]),
            prefix6_prefix6_2[63:0]} : prefix6_prefix6_2;
    wire [7:0] any_46 = meta_src4_8_s85[7:0] | prefix6_prefix6_2[55:48];
    wire [23:0] any_47 = meta_src4_8_s85[31:8] | prefix6_prefix6_2[87:64];
    wire if_outbound_229 = prefix6_length_2 == 8'h28;
    wire [15:0] any_48 = meta_src4_8_s85[15:0] | prefix6_prefix6_2[55:40];
    wire [15:0] any_49 = meta_src4_8_s85[31:16] | prefix6_prefix6_2[79:64];
    wire if_outbound_228 = prefix6_length_2 == 8'h30;
    wire [23:0] any_50 = meta_src4_8_s85[23:0] | prefix6_prefix6_2[55:32];
    wire [7:0] any_51 = meta_src4_8_s85[31:24] | prefix6_prefix6_2[71:64];
    wire if_outbound_227 = prefix6_length_2 == 8'h38;
    wire [31:0] any_52 = meta_src4_8_s85 | prefix6_prefix6_2[55:24];
    wire if_outbound_226 = prefix6_length_2 == 8'h40;
    wire [31:0] any_53 = meta_src4_8_s85 | prefix6_prefix6_2[31:0];
    wire if_outbound_225 = prefix6_length_2 == 8'h60;
    wire [7:0] chosen_688 = if_result_12_s85 ? chosen_449_s85 : chosen_683_s85;
    wire [7:0] chosen_689 = prefix6_embed ? chosen_679_s85 : 8'he;
    wire [7:0] chosen_690 = if_outbound_220_s85 ? chosen_689 : chosen_679_s85;
    wire [7:0] chosen_691 = if_outbound_205_s85 ? chosen_690 : chosen_667_s85;
    wire [7:0] chosen_692 = if_decide_38_s85 ? chosen_691 : chosen_450_s85;

    // Table mss_clamp, mss.p4:19: 64 rows, looked up in stage 85.
    wire mss_clamp_hit;
    wire mss_clamp_value;
    wire [31:0] mss_clamp_rdata;
    wire [11:0] mss_clamp_key = 
            eam4_dst_instance_4_s85;
    exact_table #(
        .KEY(12), .VALUE(1),
        .WAYS(5), .INDEX(4), .OVERFLOW(8),
        .HASH(`MSS_CLAMP_HASH)
    ) mss_clamp_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[85]), .lookup_key(mss_clamp_key),
        .lookup_counts(all_88_s89), .hit(mss_clamp_hit), .value(mss_clamp_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd40), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(mss_clamp_rdata));
    reg [7:0] chosen_687_s86; always @(posedge clk) chosen_687_s86 <= chosen_687;
    reg [127:0] prefix6_prefix6_2_s86; always @(posedge clk) prefix6_prefix6_2_s86 <= prefix6_prefix6_2;
    reg [127:0] prefix6_prefix6_2_s87; always @(posedge clk) prefix6_prefix6_2_s87 <= prefix6_prefix6_2_s86;
    reg [127:0] meta_src6_3_s86; always @(posedge clk) meta_src6_3_s86 <= meta_src6_3;
    reg [7:0] any_46_s86; always @(posedge clk) any_46_s86 <= any_46;
    reg [23:0] any_47_s86; always @(posedge clk) any_47_s86 <= any_47;
    reg if_outbound_229_s86; always @(posedge clk) if_outbound_229_s86 <= if_outbound_229;
    reg [15:0] any_48_s86; always @(posedge clk) any_48_s86 <= any_48;
    reg [15:0] any_49_s86; always @(posedge clk) any_49_s86 <= any_49;
    reg if_outbound_228_s86; always @(posedge clk) if_outbound_228_s86 <= if_outbound_228;
    reg [23:0] any_50_s86; always @(posedge clk) any_50_s86 <= any_50;
    reg [7:0] any_51_s86; always @(posedge clk) any_51_s86 <= any_51;
    reg if_outbound_227_s86; always @(posedge clk) if_outbound_227_s86 <= if_outbound_227;
    reg [31:0] any_52_s86; always @(posedge clk) any_52_s86 <= any_52;
    reg if_outbound_226_s86; always @(posedge clk) if_outbound_226_s86 <= if_outbound_226;
    wire [31:0] any_53_s87;
    delay #(.WIDTH(32), .CYCLES(2)) any_53_s87_delay (.clk(clk), .reset(reset), .in(any_53), .out(any_53_s87));
    wire if_outbound_225_s87;
    delay #(.WIDTH(1), .CYCLES(2)) if_outbound_225_s87_delay (.clk(clk), .reset(reset), .in(if_outbound_225), .out(if_outbound_225_s87));
    reg [7:0] chosen_688_s86; always @(posedge clk) chosen_688_s86 <= chosen_688;
    reg [7:0] chosen_692_s86; always @(posedge clk) chosen_692_s86 <= chosen_692;

    // ---- Stage 86 -----------------------------------------------------------------------------------------------------
    // decide.p4 37+43, outbound.p4 226-229, result.p4 37-38+40-41, routing.p4 39
    wire [7:0] chosen_693 = if_result_12_s86 ? chosen_448_s86 : chosen_687_s86;
    wire if_decide_43 = chosen_693 == 8'h0;
    wire [15:0] meta_src_port_7 = if_decide_43 ? meta_src_port_6_s86 : meta_src_port_5_s86;
    wire [7:0] chosen_694 = translation_options_udp_zero_compute_16_s86 ? chosen_51_s86 : chosen_693;
    wire [7:0] chosen_695 = if_result_38_s86 ? 8'h2 : chosen_694;
    wire [7:0] chosen_696 = if_result_37_s86 ? chosen_695 : chosen_693;
    wire all_89 = if_decide_43 & chosen_393_s86;
    wire [127:0] meta_dst6_8 = if_decide_43 ? meta_dst6_7_s86 : meta_dst6_5_s86;
    wire [7:0] meta_protocol_11 = if_decide_43 ? meta_protocol_10_s86 : meta_protocol_8_s86;
    wire [31:0] xor_ = meta_dst6_8[95:64] ^ meta_dst6_8[31:0];
    wire [31:0] xor__2 = meta_dst6_8[127:96] ^ meta_dst6_8[63:32];
    wire [127:0] meta_src6_4 =
            if_outbound_229_s86 ? {prefix6_prefix6_2_s86[127:88], any_47_s86, prefix6_prefix6_2_s86[63:56], any_46_s86,
            prefix6_prefix6_2_s86[47:0]} : meta_src6_3_s86;
    wire [127:0] meta_src6_5 =
            if_outbound_228_s86 ? {prefix6_prefix6_2_s86[127:80], any_49_s86, prefix6_prefix6_2_s86[63:56], any_48_s86,
            prefix6_prefix6_2_s86[39:0]} : meta_src6_4;
    wire [127:0] meta_src6_6 =
            if_outbound_227_s86 ? {prefix6_prefix6_2_s86[127:72], any_51_s86, prefix6_prefix6_2_s86[63:56], any_50_s86,
            prefix6_prefix6_2_s86[31:0]} : meta_src6_5;
    wire [127:0] meta_src6_7 =
            if_outbound_226_s86 ? {prefix6_prefix6_2_s86[127:56], any_52_s86, prefix6_prefix6_2_s86[23:0]} :
            meta_src6_6;
    wire [19:0] ipv6_flow_label_4 = (if_result_12_s86 & if_decide_43) ? ipv6_flow_label_2_s86 : 20'h0;
    wire [15:0] ipv4_total_len_3 = if_decide_43 ? chosen_394_s86 : chosen_41_s86;
    wire chosen_697 = if_decide_43 ? chosen_395_s86 : chosen_42_s86;
    wire [7:0] chosen_698 = if_decide_43 ? chosen_688_s86 : chosen_680_s86;
    wire [7:0] chosen_699 = if_result_12_s86 ? chosen_450_s86 : chosen_692_s86;
    wire [7:0] chosen_700 = is_equal_32_s86 ? chosen_699 : 8'h5;
    wire [7:0] chosen_701 = translation_options_udp_zero_compute_16_s86 ? chosen_700 : chosen_699;
    wire [7:0] chosen_702 = if_result_38_s86 ? chosen_699 : chosen_701;
    wire [7:0] chosen_703 = if_result_37_s86 ? chosen_702 : chosen_699;
    reg [7:0] chosen_693_s87; always @(posedge clk) chosen_693_s87 <= chosen_693;
    reg if_decide_43_s87; always @(posedge clk) if_decide_43_s87 <= if_decide_43;
    wire if_decide_43_s89;
    delay #(.WIDTH(1), .CYCLES(2)) if_decide_43_s89_delay (.clk(clk), .reset(reset), .in(if_decide_43_s87), .out(if_decide_43_s89));
    reg [15:0] meta_src_port_7_s87; always @(posedge clk) meta_src_port_7_s87 <= meta_src_port_7;
    wire [15:0] meta_src_port_7_s102;
    delay #(.WIDTH(16), .CYCLES(15)) meta_src_port_7_s102_delay (.clk(clk), .reset(reset), .in(meta_src_port_7_s87), .out(meta_src_port_7_s102));
    reg [7:0] chosen_696_s87; always @(posedge clk) chosen_696_s87 <= chosen_696;
    wire all_89_s91;
    delay #(.WIDTH(1), .CYCLES(5)) all_89_s91_delay (.clk(clk), .reset(reset), .in(all_89), .out(all_89_s91));
    wire all_89_s93;
    delay #(.WIDTH(1), .CYCLES(2)) all_89_s93_delay (.clk(clk), .reset(reset), .in(all_89_s91), .out(all_89_s93));
    wire all_89_s101;
    delay #(.WIDTH(1), .CYCLES(8)) all_89_s101_delay (.clk(clk), .reset(reset), .in(all_89_s93), .out(all_89_s101));
    reg [127:0] meta_dst6_8_s87; always @(posedge clk) meta_dst6_8_s87 <= meta_dst6_8;
    reg [7:0] meta_protocol_11_s87; always @(posedge clk) meta_protocol_11_s87 <= meta_protocol_11;
    wire [7:0] meta_protocol_11_s98;
    delay #(.WIDTH(8), .CYCLES(11)) meta_protocol_11_s98_delay (.clk(clk), .reset(reset), .in(meta_protocol_11_s87), .out(meta_protocol_11_s98));
    wire [31:0] xor__s99;
    delay #(.WIDTH(32), .CYCLES(13)) xor__s99_delay (.clk(clk), .reset(reset), .in(xor_), .out(xor__s99));
    wire [31:0] xor__2_s98;
    delay #(.WIDTH(32), .CYCLES(12)) xor__2_s98_delay (.clk(clk), .reset(reset), .in(xor__2), .out(xor__2_s98));
    reg [127:0] meta_src6_7_s87; always @(posedge clk) meta_src6_7_s87 <= meta_src6_7;
    wire [19:0] ipv6_flow_label_4_s100;
    delay #(.WIDTH(20), .CYCLES(14)) ipv6_flow_label_4_s100_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_4), .out(ipv6_flow_label_4_s100));
    reg [15:0] ipv4_total_len_3_s87; always @(posedge clk) ipv4_total_len_3_s87 <= ipv4_total_len_3;
    wire [15:0] ipv4_total_len_3_s112;
    delay #(.WIDTH(16), .CYCLES(25)) ipv4_total_len_3_s112_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_3_s87), .out(ipv4_total_len_3_s112));
    wire chosen_697_s112;
    delay #(.WIDTH(1), .CYCLES(26)) chosen_697_s112_delay (.clk(clk), .reset(reset), .in(chosen_697), .out(chosen_697_s112));
    wire [7:0] chosen_698_s90;
    delay #(.WIDTH(8), .CYCLES(4)) chosen_698_s90_delay (.clk(clk), .reset(reset), .in(chosen_698), .out(chosen_698_s90));
    reg [7:0] chosen_699_s87; always @(posedge clk) chosen_699_s87 <= chosen_699;
    reg [7:0] chosen_703_s87; always @(posedge clk) chosen_703_s87 <= chosen_703;

    // ---- Stage 87 -----------------------------------------------------------------------------------------------------
    // card.p4 142-144+150, decide.p4 38+43+45, outbound.p4 205+225, result.p4 12, routing.p4 164, translate.p4
    // 26+29+32-33+40+48+51+78+87+97-98+109+115+118+149
    wire [15:0] meta_src_port_8 = echo_valid_s87 ? meta_src_port_7_s87 : echo_identifier_s87;
    wire [15:0] echo_identifier_2 = any_43_s87 ? echo_identifier_s87 : meta_src_port_8;
    wire [7:0] chosen_704 = if_result_12_s87 ? chosen_448_s87 : chosen_696_s87;
    wire [7:0] chosen_705 = if_decide_43_s87 ? chosen_704 : chosen_693_s87;
    wire if_decide_45 = chosen_705 == 8'h0;
    wire all_90 = all_66_s87 & if_decide_45;
    wire [127:0] meta_src6_8 = if_outbound_225_s87 ? {prefix6_prefix6_2_s87[127:32], any_53_s87} : meta_src6_7_s87;
    wire [127:0] meta_src6_9 = all_87_s87 ? meta_src6_8 : meta_src6_2_s87;
    wire [127:0] meta_src6_10 = if_decide_38_s87 ? meta_src6_9 : 128'h0;
    wire [16:0] sum_230 = {1'd0, meta_dst6_8_s87[127:112]} + {1'd0, meta_dst6_8_s87[111:96]};
    wire [16:0] sum_231 = {1'd0, meta_dst6_8_s87[95:80]} + {1'd0, meta_dst6_8_s87[79:64]};
    wire [16:0] sum_232 = {1'd0, meta_dst6_8_s87[63:48]} + {1'd0, meta_dst6_8_s87[47:32]};
    wire [16:0] sum_233 = {1'd0, meta_dst6_8_s87[31:16]} + {1'd0, meta_dst6_8_s87[15:0]};
    wire [17:0] sum_234 = {1'd0, sum_230} + {1'd0, sum_231};
    wire [17:0] sum_235 = {1'd0, sum_232} + {1'd0, sum_233};
    wire [15:0] sum_236 = {icmp_type_7_s87, icmp_code_3_s87} + meta_src_port_7_s87;
    wire [16:0] sum_237 = {1'd0, {icmp_type_7_s87, icmp_code_3_s87}} + {1'd0, meta_src_port_7_s87};
    wire [15:0] sum_238 = sum_219_s87 + meta_src_port_7_s87;
    wire [15:0] sum_239 = meta_dst_port_6_s87 + meta_src_port_7_s87;
    wire [16:0] sum_240 = {1'd0, meta_dst_port_6_s87} + {1'd0, meta_src_port_7_s87};
    wire [15:0] sum_241 = sum_222_s87 + meta_src_port_7_s87;
    wire [15:0] meta_src_port_9 = udp_valid_s87 ? meta_src_port_7_s87 : udp_src_port_s87;
    wire [15:0] udp_src_port_2 = any_44_s87 ? udp_src_port_s87 : meta_src_port_9;
    wire [15:0] sum_242 = sum_223_s87 + meta_src_port_7_s87;
    wire [15:0] meta_src_port_10 = tcp_valid_s87 ? meta_src_port_7_s87 : tcp_src_port_s87;
    wire [15:0] meta_src_port_11 = if_result_12_s87 ? tcp_src_port_s87 : meta_src_port_10;
    wire if_translate_115 = meta_protocol_11_s87 == 8'h1;
    wire [7:0] meta_protocol_12 = if_translate_115 ? 8'h3a : meta_protocol_11_s87;
    wire [7:0] meta_protocol_13 = all_68_s87 ? meta_protocol_12 : fragment_next_header_s87;
    wire [7:0] fragment_next_header_2 = any_45_s87 ? fragment_next_header_s87 : meta_protocol_13;
    wire [127:0] ipv6_dst_addr_6 = any_45_s87 ? ipv6_dst_addr_3_s87 : meta_dst6_8_s87;
    wire [7:0] meta_protocol_14 = ipv4_mf_4_s87 ? 8'h2c : meta_protocol_12;
    wire [7:0] meta_protocol_15 = if_result_37_s87 ? meta_protocol_14 : meta_protocol_6_s87;
    wire [15:0] ipv6_payload_len_4 = ipv4_total_len_3_s87 + 16'hffd8;
    wire [15:0] ipv6_payload_len_5 = any_45_s87 ? ipv6_payload_len_3_s87 : ipv6_payload_len_4;
    wire is_less_3 = 16'h4ec < ipv4_total_len_3_s87;
    wire all_91 = {~fragment_valid_s87} & is_less_3;
    wire [15:0] sum_243 = sum_227_s87 + ipv4_total_len_3_s87;
    wire [15:0] sum_244 = {ipv6_hop_limit_s87, meta_protocol_11_s87} + sum_243;
    wire [18:0] sum_245 = sum_229_s87 + {3'd0, ipv4_total_len_3_s87};
    wire [18:0] sum_246 = {3'd0, {ipv6_hop_limit_s87, meta_protocol_11_s87}} + sum_245;
    wire [7:0] meta_protocol_16 = if_result_28_s87 ? meta_protocol_11_s87 : ipv4_protocol_s87;
    wire [7:0] meta_protocol_17 = if_result_12_s87 ? ipv4_protocol_s87 : meta_protocol_16;
    wire [15:0] sum_247 = {{~ipv6_hop_limit_9_s87}, {~meta_protocol_17}} + {ipv4_ttl_3_s87, meta_protocol_17};
    wire [16:0] sum_248 =
            {1'd0, {{~ipv6_hop_limit_9_s87}, {~meta_protocol_17}}} + {1'd0, {ipv4_ttl_3_s87, meta_protocol_17}};
    wire [15:0] sum_249 = {ipv4_ttl_3_s87, meta_protocol_17} + {~{ipv6_hop_limit_9_s87, meta_protocol_17}};
    wire ipv4_df_2 = if_result_28_s87 ? all_91 : ipv4_df_s87;
    wire [15:0] ipv4_total_len_4 = if_result_28_s87 ? ipv4_total_len_3_s87 : ipv4_total_len_s87;
    wire [15:0] ipv4_total_len_5 = if_result_12_s87 ? ipv4_total_len_s87 : ipv4_total_len_4;
    wire [15:0] sume_metadata_pkt_len_3 = ipv4_total_len_3_s87 + difference_s87;
    wire [15:0] sum_250 = sum_188_s87 + ipv4_total_len_3_s87;
    wire [15:0] sume_metadata_pkt_len_4 = vlan_valid_s87 ? sum_250 : sume_metadata_pkt_len_3;
    wire [7:0] chosen_706 = if_result_12_s87 ? chosen_450_s87 : chosen_703_s87;
    wire [7:0] chosen_707 = if_decide_43_s87 ? chosen_706 : chosen_699_s87;

    // Table route4, routing.p4:85: 256 rows, looked up in stage 87.
    wire route4_hit;
    wire [17:0] route4_value;
    wire [31:0] route4_rdata;
    wire [31:0] route4_key = 
            meta_dst4_10_s87;
    ternary_table #(
        .KEY(32), .VALUE(18),
        .ROWS(256)
    ) route4_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[87]), .lookup_key(route4_key),
        .lookup_counts(all_92_s92), .hit(route4_hit), .value(route4_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd41), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(route4_rdata));

    // Table route6, routing.p4:94: 256 rows, looked up in stage 87.
    wire route6_hit;
    wire [17:0] route6_value;
    wire [31:0] route6_rdata;
    wire [127:0] route6_key = 
            meta_dst6_8_s87;
    ternary_table #(
        .KEY(128), .VALUE(18),
        .ROWS(256)
    ) route6_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[87]), .lookup_key(route6_key),
        .lookup_counts(all_93_s92), .hit(route6_hit), .value(route6_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd42), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(route6_rdata));
    wire [15:0] echo_identifier_2_s113;
    delay #(.WIDTH(16), .CYCLES(26)) echo_identifier_2_s113_delay (.clk(clk), .reset(reset), .in(echo_identifier_2), .out(echo_identifier_2_s113));
    wire [7:0] chosen_705_s90;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_705_s90_delay (.clk(clk), .reset(reset), .in(chosen_705), .out(chosen_705_s90));
    wire if_decide_45_s90;
    delay #(.WIDTH(1), .CYCLES(3)) if_decide_45_s90_delay (.clk(clk), .reset(reset), .in(if_decide_45), .out(if_decide_45_s90));
    reg all_90_s88; always @(posedge clk) all_90_s88 <= all_90;
    reg [127:0] meta_src6_10_s88; always @(posedge clk) meta_src6_10_s88 <= meta_src6_10;
    reg [127:0] meta_src6_10_s89; always @(posedge clk) meta_src6_10_s89 <= meta_src6_10_s88;
    reg [17:0] sum_234_s88; always @(posedge clk) sum_234_s88 <= sum_234;
    reg [17:0] sum_235_s88; always @(posedge clk) sum_235_s88 <= sum_235;
    wire [15:0] sum_236_s92;
    delay #(.WIDTH(16), .CYCLES(5)) sum_236_s92_delay (.clk(clk), .reset(reset), .in(sum_236), .out(sum_236_s92));
    wire [16:0] sum_237_s92;
    delay #(.WIDTH(17), .CYCLES(5)) sum_237_s92_delay (.clk(clk), .reset(reset), .in(sum_237), .out(sum_237_s92));
    wire [15:0] sum_238_s92;
    delay #(.WIDTH(16), .CYCLES(5)) sum_238_s92_delay (.clk(clk), .reset(reset), .in(sum_238), .out(sum_238_s92));
    wire [15:0] sum_239_s91;
    delay #(.WIDTH(16), .CYCLES(4)) sum_239_s91_delay (.clk(clk), .reset(reset), .in(sum_239), .out(sum_239_s91));
    wire [16:0] sum_240_s91;
    delay #(.WIDTH(17), .CYCLES(4)) sum_240_s91_delay (.clk(clk), .reset(reset), .in(sum_240), .out(sum_240_s91));
    wire [15:0] sum_241_s91;
    delay #(.WIDTH(16), .CYCLES(4)) sum_241_s91_delay (.clk(clk), .reset(reset), .in(sum_241), .out(sum_241_s91));
    wire [15:0] udp_src_port_2_s113;
    delay #(.WIDTH(16), .CYCLES(26)) udp_src_port_2_s113_delay (.clk(clk), .reset(reset), .in(udp_src_port_2), .out(udp_src_port_2_s113));
    wire [15:0] sum_242_s91;
    delay #(.WIDTH(16), .CYCLES(4)) sum_242_s91_delay (.clk(clk), .reset(reset), .in(sum_242), .out(sum_242_s91));
    wire [15:0] meta_src_port_11_s113;
    delay #(.WIDTH(16), .CYCLES(26)) meta_src_port_11_s113_delay (.clk(clk), .reset(reset), .in(meta_src_port_11), .out(meta_src_port_11_s113));
    wire [7:0] fragment_next_header_2_s113;
    delay #(.WIDTH(8), .CYCLES(26)) fragment_next_header_2_s113_delay (.clk(clk), .reset(reset), .in(fragment_next_header_2), .out(fragment_next_header_2_s113));
    wire [127:0] ipv6_dst_addr_6_s114;
    delay #(.WIDTH(128), .CYCLES(27)) ipv6_dst_addr_6_s114_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_6), .out(ipv6_dst_addr_6_s114));
    reg [7:0] meta_protocol_15_s88; always @(posedge clk) meta_protocol_15_s88 <= meta_protocol_15;
    wire [15:0] ipv6_payload_len_5_s113;
    delay #(.WIDTH(16), .CYCLES(26)) ipv6_payload_len_5_s113_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_5), .out(ipv6_payload_len_5_s113));
    wire is_less_3_s115;
    delay #(.WIDTH(1), .CYCLES(28)) is_less_3_s115_delay (.clk(clk), .reset(reset), .in(is_less_3), .out(is_less_3_s115));
    reg all_91_s88; always @(posedge clk) all_91_s88 <= all_91;
    reg [15:0] sum_244_s88; always @(posedge clk) sum_244_s88 <= sum_244;
    reg [18:0] sum_246_s88; always @(posedge clk) sum_246_s88 <= sum_246;
    wire [7:0] meta_protocol_17_s113;
    delay #(.WIDTH(8), .CYCLES(26)) meta_protocol_17_s113_delay (.clk(clk), .reset(reset), .in(meta_protocol_17), .out(meta_protocol_17_s113));
    wire [15:0] sum_247_s117;
    delay #(.WIDTH(16), .CYCLES(30)) sum_247_s117_delay (.clk(clk), .reset(reset), .in(sum_247), .out(sum_247_s117));
    wire [16:0] sum_248_s117;
    delay #(.WIDTH(17), .CYCLES(30)) sum_248_s117_delay (.clk(clk), .reset(reset), .in(sum_248), .out(sum_248_s117));
    wire [15:0] sum_249_s117;
    delay #(.WIDTH(16), .CYCLES(30)) sum_249_s117_delay (.clk(clk), .reset(reset), .in(sum_249), .out(sum_249_s117));
    reg ipv4_df_2_s88; always @(posedge clk) ipv4_df_2_s88 <= ipv4_df_2;
    wire [15:0] ipv4_total_len_5_s113;
    delay #(.WIDTH(16), .CYCLES(26)) ipv4_total_len_5_s113_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_5), .out(ipv4_total_len_5_s113));
    reg [15:0] sume_metadata_pkt_len_4_s88; always @(posedge clk) sume_metadata_pkt_len_4_s88 <= sume_metadata_pkt_len_4;
    wire [15:0] sume_metadata_pkt_len_4_s112;
    delay #(.WIDTH(16), .CYCLES(24)) sume_metadata_pkt_len_4_s112_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_4_s88), .out(sume_metadata_pkt_len_4_s112));
    wire [7:0] chosen_707_s93;
    delay #(.WIDTH(8), .CYCLES(6)) chosen_707_s93_delay (.clk(clk), .reset(reset), .in(chosen_707), .out(chosen_707_s93));
    wire [7:0] chosen_707_s112;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_707_s112_delay (.clk(clk), .reset(reset), .in(chosen_707_s93), .out(chosen_707_s112));

    // ---- Stage 88 -----------------------------------------------------------------------------------------------------
    // card.p4 147+150, decide.p4 37, mss.p4 27, result.p4 14, translate.p4 26+29+98
    wire all_88 = all_90_s88 & if_mss_27_s88;
    wire [127:0] meta_src6_11 = if_result_12_s88 ? 128'h0 : meta_src6_10_s88;
    wire [127:0] meta_src6_12 = ipv4_valid_s88 ? meta_src6_11 : ipv6_src_addr_8_s88;
    wire [17:0] sum_251 = sum_234_s88 + sum_235_s88;
    wire [18:0] sum_252 = {1'd0, sum_234_s88} + {1'd0, sum_235_s88};
    wire [7:0] ipv6_next_header_2 = any_45_s88 ? ipv6_next_header_s88 : meta_protocol_15_s88;
    wire [15:0] sum_253 = {1'd0, {all_91_s88, fragment_m_5_s88, fragment_frag_offset_2_s88}} + sum_244_s88;
    wire [18:0] sum_254 = {4'd0, {all_91_s88, fragment_m_5_s88, fragment_frag_offset_2_s88}} + sum_246_s88;
    wire ipv4_df_3 = if_result_12_s88 ? ipv4_df_s88 : ipv4_df_2_s88;
    wire [15:0] sume_metadata_pkt_len_5 = {13'd0, 3'h4} + sume_metadata_pkt_len_4_s88;
    reg all_88_s89; always @(posedge clk) all_88_s89 <= all_88;
    reg [127:0] meta_src6_11_s89; always @(posedge clk) meta_src6_11_s89 <= meta_src6_11;
    reg [127:0] meta_src6_12_s89; always @(posedge clk) meta_src6_12_s89 <= meta_src6_12;
    reg [17:0] sum_251_s89; always @(posedge clk) sum_251_s89 <= sum_251;
    reg [18:0] sum_252_s89; always @(posedge clk) sum_252_s89 <= sum_252;
    wire [7:0] ipv6_next_header_2_s113;
    delay #(.WIDTH(8), .CYCLES(25)) ipv6_next_header_2_s113_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_2), .out(ipv6_next_header_2_s113));
    wire [15:0] sum_253_s115;
    delay #(.WIDTH(16), .CYCLES(27)) sum_253_s115_delay (.clk(clk), .reset(reset), .in(sum_253), .out(sum_253_s115));
    wire [18:0] sum_254_s115;
    delay #(.WIDTH(19), .CYCLES(27)) sum_254_s115_delay (.clk(clk), .reset(reset), .in(sum_254), .out(sum_254_s115));
    wire ipv4_df_3_s113;
    delay #(.WIDTH(1), .CYCLES(25)) ipv4_df_3_s113_delay (.clk(clk), .reset(reset), .in(ipv4_df_3), .out(ipv4_df_3_s113));
    wire [15:0] sume_metadata_pkt_len_5_s112;
    delay #(.WIDTH(16), .CYCLES(24)) sume_metadata_pkt_len_5_s112_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_5), .out(sume_metadata_pkt_len_5_s112));

    // ---- Stage 89 -----------------------------------------------------------------------------------------------------
    // card.p4 150, decide.p4 43, result.p4 12, routing.p4 39, translate.p4 26+29
    wire [127:0] meta_src6_13 = if_result_12_s89 ? meta_src6_12_s89 : meta_src6_10_s89;
    wire [127:0] meta_src6_14 = if_decide_43_s89 ? meta_src6_13 : meta_src6_11_s89;
    wire [31:0] xor__3 = meta_src6_14[95:64] ^ meta_src6_14[31:0];
    wire [31:0] xor__4 = meta_src6_14[127:96] ^ meta_src6_14[63:32];
    wire [17:0] sum_255 = sum_251_s89 + {2'd0, meta_src6_14[127:112]};
    wire [16:0] sum_256 = {1'd0, meta_src6_14[111:96]} + {1'd0, meta_src6_14[95:80]};
    wire [16:0] sum_257 = {1'd0, meta_src6_14[79:64]} + {1'd0, meta_src6_14[63:48]};
    wire [16:0] sum_258 = {1'd0, meta_src6_14[47:32]} + {1'd0, meta_src6_14[31:16]};
    wire [19:0] sum_259 = {1'd0, sum_252_s89} + {4'd0, meta_src6_14[127:112]};
    wire [127:0] ipv6_src_addr_12 = any_45_s89 ? ipv6_src_addr_8_s89 : meta_src6_14;
    reg [127:0] meta_src6_14_s90; always @(posedge clk) meta_src6_14_s90 <= meta_src6_14;
    wire [31:0] xor__3_s97;
    delay #(.WIDTH(32), .CYCLES(8)) xor__3_s97_delay (.clk(clk), .reset(reset), .in(xor__3), .out(xor__3_s97));
    wire [31:0] xor__4_s96;
    delay #(.WIDTH(32), .CYCLES(7)) xor__4_s96_delay (.clk(clk), .reset(reset), .in(xor__4), .out(xor__4_s96));
    reg [17:0] sum_255_s90; always @(posedge clk) sum_255_s90 <= sum_255;
    reg [16:0] sum_256_s90; always @(posedge clk) sum_256_s90 <= sum_256;
    reg [16:0] sum_257_s90; always @(posedge clk) sum_257_s90 <= sum_257;
    reg [16:0] sum_258_s90; always @(posedge clk) sum_258_s90 <= sum_258;
    reg [19:0] sum_259_s90; always @(posedge clk) sum_259_s90 <= sum_259;
    wire [127:0] ipv6_src_addr_12_s114;
    delay #(.WIDTH(128), .CYCLES(25)) ipv6_src_addr_12_s114_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_12), .out(ipv6_src_addr_12_s114));

    // ---- Stage 90 -----------------------------------------------------------------------------------------------------
    // decide.p4 44-45, mss.p4 19+27, translate.p4 26+29
    wire mss_clamp_clamp = mss_clamp_hit & mss_clamp_value;
    wire all_94 = if_decide_45_s90 & (if_mss_27_s90 & mss_clamp_clamp);
    wire [7:0] chosen_708 = all_94 ? 8'h2 : chosen_705_s90;
    wire [7:0] chosen_709 = if_result_12_s90 ? chosen_705_s90 : chosen_708;
    wire [17:0] sum_260 = {2'd0, meta_src6_14_s90[15:0]} + {1'd0, sum_256_s90};
    wire [17:0] sum_261 = {1'd0, sum_257_s90} + {1'd0, sum_258_s90};
    wire [17:0] sum_262 = sum_255_s90 + sum_260;
    wire [19:0] sum_263 = sum_259_s90 + {2'd0, sum_260};
    wire [7:0] chosen_710 = all_94 ? 8'h17 : chosen_698_s90;
    wire [7:0] chosen_711 = if_result_12_s90 ? chosen_698_s90 : chosen_710;
    reg [7:0] chosen_709_s91; always @(posedge clk) chosen_709_s91 <= chosen_709;
    wire [7:0] chosen_709_s93;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_709_s93_delay (.clk(clk), .reset(reset), .in(chosen_709_s91), .out(chosen_709_s93));
    wire [7:0] chosen_709_s113;
    delay #(.WIDTH(8), .CYCLES(20)) chosen_709_s113_delay (.clk(clk), .reset(reset), .in(chosen_709_s93), .out(chosen_709_s113));
    reg [17:0] sum_261_s91; always @(posedge clk) sum_261_s91 <= sum_261;
    reg [17:0] sum_262_s91; always @(posedge clk) sum_262_s91 <= sum_262;
    reg [19:0] sum_263_s91; always @(posedge clk) sum_263_s91 <= sum_263;
    wire [7:0] chosen_711_s93;
    delay #(.WIDTH(8), .CYCLES(3)) chosen_711_s93_delay (.clk(clk), .reset(reset), .in(chosen_711), .out(chosen_711_s93));
    wire [7:0] chosen_711_s113;
    delay #(.WIDTH(8), .CYCLES(20)) chosen_711_s113_delay (.clk(clk), .reset(reset), .in(chosen_711_s93), .out(chosen_711_s113));

    // ---- Stage 91 -----------------------------------------------------------------------------------------------------
    // decide.p4 47, routing.p4 85+126, translate.p4 26+29+33+48+61
    wire if_decide_47 = chosen_709_s91 == 8'h0;
    wire all_95 = all_2_s91 & if_decide_47;
    wire all_92 = all_95 & {~all_89_s91};
    wire all_93 = all_89_s91 & all_95;
    wire [17:0] sum_264 = sum_261_s91 + sum_262_s91;
    wire [17:0] chosen_712 = if_result_28_s91 ? sum_225_s91 : sum_264;
    wire [19:0] sum_265 = {2'd0, sum_261_s91} + sum_263_s91;
    wire [1:0] chosen_713 = if_result_28_s91 ? 2'h0 : sum_265[19:18];
    wire [20:0] sum_266 = {4'd0, sum_130_s91} + {1'd0, {chosen_713, chosen_712}};
    wire [15:0] sum_267 = sum_239_s91 + chosen_712[15:0];
    wire [20:0] sum_268 = {4'd0, sum_240_s91} + {1'd0, {chosen_713, chosen_712}};
    wire [15:0] sum_269 = sum_241_s91 + chosen_712[15:0];
    wire [15:0] sum_270 = sum_242_s91 + chosen_712[15:0];

    // Table flow_seed, routing.p4:25: 64 rows, looked up in stage 91.
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
        .lookup_valid(valid[91]), .lookup_key(flow_seed_key),
        .lookup_counts(all_96_s95), .hit(flow_seed_hit), .value(flow_seed_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd44), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(flow_seed_rdata));
    wire if_decide_47_s112;
    delay #(.WIDTH(1), .CYCLES(21)) if_decide_47_s112_delay (.clk(clk), .reset(reset), .in(if_decide_47), .out(if_decide_47_s112));
    reg if_decide_47_s113; always @(posedge clk) if_decide_47_s113 <= if_decide_47_s112;
    wire all_95_s93;
    delay #(.WIDTH(1), .CYCLES(2)) all_95_s93_delay (.clk(clk), .reset(reset), .in(all_95), .out(all_95_s93));
    reg all_92_s92; always @(posedge clk) all_92_s92 <= all_92;
    reg all_93_s92; always @(posedge clk) all_93_s92 <= all_93;
    reg [20:0] sum_266_s92; always @(posedge clk) sum_266_s92 <= sum_266;
    reg [15:0] sum_267_s92; always @(posedge clk) sum_267_s92 <= sum_267;
    reg [20:0] sum_268_s92; always @(posedge clk) sum_268_s92 <= sum_268;
    reg [15:0] sum_269_s92; always @(posedge clk) sum_269_s92 <= sum_269;
    reg [15:0] sum_270_s92; always @(posedge clk) sum_270_s92 <= sum_270;

    // ---- Stage 92 -----------------------------------------------------------------------------------------------------
    // translate.p4 33+48+58+78
    wire [20:0] chosen_714 = if_result_28_s92 ? 21'h0 : sum_266_s92;
    wire [15:0] sum_271 = sum_236_s92 + chosen_714[15:0];
    wire [21:0] sum_272 = {5'd0, sum_237_s92} + {1'd0, chosen_714};
    wire [16:0] sum_273 = {11'd0, sum_272[21:16]} + {1'd0, sum_271};
    wire [15:0] sum_274 = sum_238_s92 + chosen_714[15:0];
    wire [15:0] sum_275 = sum_274 + {10'd0, sum_272[21:16]};
    wire [15:0] sum_276 = sum_271 + {10'd0, sum_272[21:16]};
    wire [16:0] sum_277 = {12'd0, sum_268_s92[20:16]} + {1'd0, sum_267_s92};
    wire [15:0] sum_278 = sum_269_s92 + {11'd0, sum_268_s92[20:16]};
    wire [15:0] sum_279 = {15'd0, sum_277[16]} + sum_278;
    wire [15:0] sum_280 = sum_267_s92 + {11'd0, sum_268_s92[20:16]};
    wire [17:0] sum_281 = {1'd0, sum_212_s92} + {17'd0, sum_277[16]};
    wire [15:0] sum_282 = sum_270_s92 + {11'd0, sum_268_s92[20:16]};
    wire [15:0] sum_283 = {15'd0, sum_277[16]} + sum_282;
    wire [17:0] sum_284 = {1'd0, sum_214_s92} + {17'd0, sum_277[16]};
    reg [16:0] sum_273_s93; always @(posedge clk) sum_273_s93 <= sum_273;
    reg [15:0] sum_275_s93; always @(posedge clk) sum_275_s93 <= sum_275;
    reg [15:0] sum_276_s93; always @(posedge clk) sum_276_s93 <= sum_276;
    reg [15:0] sum_279_s93; always @(posedge clk) sum_279_s93 <= sum_279;
    reg [15:0] sum_280_s93; always @(posedge clk) sum_280_s93 <= sum_280;
    reg [17:0] sum_281_s93; always @(posedge clk) sum_281_s93 <= sum_281;
    reg [15:0] sum_283_s93; always @(posedge clk) sum_283_s93 <= sum_283;
    reg [17:0] sum_284_s93; always @(posedge clk) sum_284_s93 <= sum_284;

    // ---- Stage 93 -----------------------------------------------------------------------------------------------------
    // routing.p4 85+94+126+132+134, translate.p4 33+48+78
    wire route4_connected = route4_hit & (route4_value[17:16] == 2'h2);
    wire [7:0] chosen_715 = route4_connected ? 8'h2 : chosen_709_s93;
    wire route4_blackhole = route4_hit & (route4_value[17:16] == 2'h3);
    wire [7:0] chosen_716 = route4_blackhole ? 8'h1 : chosen_715;
    wire route6_connected = route6_hit & (route6_value[17:16] == 2'h2);
    wire [7:0] chosen_717 = route6_connected ? 8'h2 : chosen_709_s93;
    wire route6_blackhole = route6_hit & (route6_value[17:16] == 2'h3);
    wire [7:0] chosen_718 = route6_blackhole ? 8'h1 : chosen_717;
    wire [7:0] chosen_719 = all_89_s93 ? chosen_718 : chosen_716;
    wire if_routing_134 = chosen_719 == 8'h0;
    wire route4_set_next = route4_hit & (route4_value[17:16] == 2'h1);
    wire route4_set_next_2 = route4_set_next | route4_connected;
    wire route4_set_next_3 = route4_set_next_2 | route4_blackhole;
    wire route6_set_next = route6_hit & (route6_value[17:16] == 2'h1);
    wire route6_set_next_2 = route6_set_next | route6_connected;
    wire route6_set_next_3 = route6_set_next_2 | route6_blackhole;
    wire route4_set_next_4 = all_89_s93 ? route6_set_next_3 : route4_set_next_3;
    wire all_97 = all_95_s93 & route4_set_next_4;
    wire [15:0] route4_next_id = route4_value[15:0];
    wire [15:0] route4_next_id_2 = route4_set_next ? route4_next_id : 16'h0;
    wire [15:0] route4_next_id_3 = (route4_connected | route4_blackhole) ? 16'h0 : route4_next_id_2;
    wire [15:0] route6_next_id = route6_value[15:0];
    wire [15:0] route6_next_id_2 = route6_set_next ? route6_next_id : 16'h0;
    wire [15:0] route6_next_id_3 = (route6_connected | route6_blackhole) ? 16'h0 : route6_next_id_2;
    wire [15:0] route4_next_id_4 = all_89_s93 ? route6_next_id_3 : route4_next_id_3;
    wire [15:0] sum_285 = {15'd0, sum_273_s93[16]} + sum_275_s93;
    wire [17:0] sum_286 = {1'd0, sum_216_s93} + {17'd0, sum_273_s93[16]};
    wire [17:0] sum_287 = {2'd0, sum_276_s93} + sum_286;
    wire [17:0] sum_288 = {2'd0, sum_280_s93} + sum_281_s93;
    wire [16:0] sum_289 = {15'd0, sum_288[17:16]} + {1'd0, sum_279_s93};
    wire [15:0] sum_290 = sum_279_s93 + {14'd0, sum_288[17:16]};
    wire [17:0] sum_291 = {2'd0, sum_280_s93} + sum_284_s93;
    wire [16:0] sum_292 = {15'd0, sum_291[17:16]} + {1'd0, sum_283_s93};
    wire [15:0] sum_293 = sum_283_s93 + {14'd0, sum_291[17:16]};
    wire [7:0] chosen_720 = route4_connected ? 8'h7 : chosen_711_s93;
    wire [7:0] chosen_721 = route4_blackhole ? chosen_711_s93 : chosen_720;
    wire [7:0] chosen_722 = route6_connected ? 8'h7 : chosen_711_s93;
    wire [7:0] chosen_723 = route6_blackhole ? chosen_711_s93 : chosen_722;
    wire [7:0] chosen_724 = all_89_s93 ? chosen_723 : chosen_721;
    wire [7:0] chosen_725 = route4_blackhole ? 8'h16 : chosen_707_s93;
    wire [7:0] chosen_726 = route6_blackhole ? 8'h16 : chosen_707_s93;
    wire [7:0] chosen_727 = all_89_s93 ? chosen_726 : chosen_725;
    wire [7:0] chosen_719_s112;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_719_s112_delay (.clk(clk), .reset(reset), .in(chosen_719), .out(chosen_719_s112));
    reg if_routing_134_s94; always @(posedge clk) if_routing_134_s94 <= if_routing_134;
    wire if_routing_134_s112;
    delay #(.WIDTH(1), .CYCLES(18)) if_routing_134_s112_delay (.clk(clk), .reset(reset), .in(if_routing_134_s94), .out(if_routing_134_s112));
    wire route4_set_next_4_s112;
    delay #(.WIDTH(1), .CYCLES(19)) route4_set_next_4_s112_delay (.clk(clk), .reset(reset), .in(route4_set_next_4), .out(route4_set_next_4_s112));
    reg route4_set_next_4_s113; always @(posedge clk) route4_set_next_4_s113 <= route4_set_next_4_s112;
    reg all_97_s94; always @(posedge clk) all_97_s94 <= all_97;
    wire [15:0] route4_next_id_4_s107;
    delay #(.WIDTH(16), .CYCLES(14)) route4_next_id_4_s107_delay (.clk(clk), .reset(reset), .in(route4_next_id_4), .out(route4_next_id_4_s107));
    reg [15:0] sum_285_s94; always @(posedge clk) sum_285_s94 <= sum_285;
    reg [17:0] sum_287_s94; always @(posedge clk) sum_287_s94 <= sum_287;
    reg [16:0] sum_289_s94; always @(posedge clk) sum_289_s94 <= sum_289;
    reg [15:0] sum_290_s94; always @(posedge clk) sum_290_s94 <= sum_290;
    reg [16:0] sum_292_s94; always @(posedge clk) sum_292_s94 <= sum_292;
    reg [15:0] sum_293_s94; always @(posedge clk) sum_293_s94 <= sum_293;
    wire [7:0] chosen_724_s112;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_724_s112_delay (.clk(clk), .reset(reset), .in(chosen_724), .out(chosen_724_s112));
    wire [7:0] chosen_727_s112;
    delay #(.WIDTH(8), .CYCLES(19)) chosen_727_s112_delay (.clk(clk), .reset(reset), .in(chosen_727), .out(chosen_727_s112));

    // ---- Stage 94 -----------------------------------------------------------------------------------------------------
    // routing.p4 134, translate.p4 32-33+47-49+78+84
    wire all_96 = all_97_s94 & if_routing_134_s94;
    wire [16:0] sum_294 = {15'd0, sum_287_s94[17:16]} + {1'd0, sum_285_s94};
    wire [15:0] sum_295 = sum_285_s94 + {14'd0, sum_287_s94[17:16]};
    wire [15:0] sum_296 = {15'd0, sum_294[16]} + sum_295;
    wire if_translate_84 = {~sum_296} == 16'h0;
    wire [15:0] sum_297 = {15'd0, sum_289_s94[16]} + sum_290_s94;
    wire if_translate_49 = {~sum_297} == 16'h0;
    wire [15:0] udp_checksum_2 = if_translate_49 ? 16'hffff : {~sum_297};
    wire [15:0] udp_checksum_3 = translation_options_udp_zero_compute_16_s94 ? udp_checksum_s94 : udp_checksum_2;
    wire [15:0] sum_298 = {15'd0, sum_292_s94[16]} + sum_293_s94;
    wire [15:0] tcp_checksum_2 = tcp_valid_s94 ? {~sum_298} : tcp_checksum_s94;
    reg all_96_s95; always @(posedge clk) all_96_s95 <= all_96;
    wire all_96_s111;
    delay #(.WIDTH(1), .CYCLES(16)) all_96_s111_delay (.clk(clk), .reset(reset), .in(all_96_s95), .out(all_96_s111));
    reg [15:0] sum_296_s95; always @(posedge clk) sum_296_s95 <= sum_296;
    reg if_translate_84_s95; always @(posedge clk) if_translate_84_s95 <= if_translate_84;
    reg [15:0] udp_checksum_3_s95; always @(posedge clk) udp_checksum_3_s95 <= udp_checksum_3;
    reg [15:0] tcp_checksum_2_s95; always @(posedge clk) tcp_checksum_2_s95 <= tcp_checksum_2;

    // ---- Stage 95 -----------------------------------------------------------------------------------------------------
    // card.p4 150, translate.p4 40+51+84
    wire [15:0] icmp_checksum_7 = if_translate_84_s95 ? 16'hffff : {~sum_296_s95};
    wire [15:0] icmp_checksum_8 = echo_valid_s95 ? icmp_checksum_7 : icmp_checksum_5_s95;
    wire [15:0] icmp_checksum_9 = any_43_s95 ? icmp_checksum_5_s95 : icmp_checksum_8;
    wire [15:0] udp_checksum_4 = udp_valid_s95 ? udp_checksum_3_s95 : udp_checksum_s95;
    wire [15:0] udp_checksum_5 = any_44_s95 ? udp_checksum_s95 : udp_checksum_4;
    wire [15:0] tcp_checksum_3 = if_result_12_s95 ? tcp_checksum_s95 : tcp_checksum_2_s95;
    wire [15:0] icmp_checksum_9_s114;
    delay #(.WIDTH(16), .CYCLES(19)) icmp_checksum_9_s114_delay (.clk(clk), .reset(reset), .in(icmp_checksum_9), .out(icmp_checksum_9_s114));
    wire [15:0] udp_checksum_5_s113;
    delay #(.WIDTH(16), .CYCLES(18)) udp_checksum_5_s113_delay (.clk(clk), .reset(reset), .in(udp_checksum_5), .out(udp_checksum_5_s113));
    wire [15:0] tcp_checksum_3_s113;
    delay #(.WIDTH(16), .CYCLES(18)) tcp_checksum_3_s113_delay (.clk(clk), .reset(reset), .in(tcp_checksum_3), .out(tcp_checksum_3_s113));

    // ---- Stage 96 -----------------------------------------------------------------------------------------------------
    // routing.p4 25+35+39
    wire [31:0] flow_seed_seed = flow_seed_value[31:0];
    wire flow_seed_set_seed = flow_seed_hit & flow_seed_value[32];
    wire [31:0] flow_seed_seed_2 = flow_seed_set_seed ? flow_seed_seed : 32'h0;
    wire [15:0] sum_299 = meta_src4_7_s96[15:0] + flow_seed_seed_2[15:0];
    wire [25:0] sum_300 = meta_src4_7_s96[25:0] + flow_seed_seed_2[25:0];
    wire [25:0] sum_301 = {sum_299, 10'h0} + sum_300;
    wire [21:0] sum_302 = meta_src4_7_s96[21:0] + flow_seed_seed_2[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed = meta_src4_7_s96 + flow_seed_seed_2;
    wire [15:0] sum_303 = flow_seed_seed_2[15:0] + xor__4_s96[15:0];
    wire [25:0] sum_304 = xor__4_s96[25:0] + flow_seed_seed_2[25:0];
    wire [25:0] sum_305 = {sum_303, 10'h0} + sum_304;
    wire [21:0] sum_306 = flow_seed_seed_2[21:0] + xor__4_s96[21:0];
    wire [31:0] sum_307 = xor__4_s96 + flow_seed_seed_2;
    reg [25:0] sum_301_s97; always @(posedge clk) sum_301_s97 <= sum_301;
    reg [21:0] sum_302_s97; always @(posedge clk) sum_302_s97 <= sum_302;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_s97; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_s97 <= card_pipe_Decide_Routing_FlowHash_mixed;
    reg [25:0] sum_305_s97; always @(posedge clk) sum_305_s97 <= sum_305;
    reg [21:0] sum_306_s97; always @(posedge clk) sum_306_s97 <= sum_306;
    reg [31:0] sum_307_s97; always @(posedge clk) sum_307_s97 <= sum_307;

    // ---- Stage 97 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [31:0] sum_308 = {sum_302_s97, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_s97;
    wire [25:0] xor__5 = sum_308[31:6] ^ sum_301_s97;
    wire [15:0] sum_309 = meta_dst4_10_s97[15:0] + xor__5[15:0];
    wire [25:0] sum_310 = meta_dst4_10_s97[25:0] + xor__5;
    wire [21:0] sum_311 = meta_dst4_10_s97[21:0] + xor__5[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_2 = meta_dst4_10_s97 + {sum_308[31:26], xor__5};
    wire [31:0] sum_312 = {sum_306_s97, 10'h0} + sum_307_s97;
    wire [25:0] xor__6 = sum_312[31:6] ^ sum_305_s97;
    wire [15:0] sum_313 = xor__6[15:0] + xor__3_s97[15:0];
    wire [25:0] sum_314 = xor__3_s97[25:0] + xor__6;
    wire [21:0] sum_315 = xor__6[21:0] + xor__3_s97[21:0];
    wire [31:0] sum_316 = xor__3_s97 + {sum_312[31:26], xor__6};
    reg [15:0] sum_309_s98; always @(posedge clk) sum_309_s98 <= sum_309;
    reg [25:0] sum_310_s98; always @(posedge clk) sum_310_s98 <= sum_310;
    reg [21:0] sum_311_s98; always @(posedge clk) sum_311_s98 <= sum_311;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_2_s98; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_2_s98 <= card_pipe_Decide_Routing_FlowHash_mixed_2;
    reg [15:0] sum_313_s98; always @(posedge clk) sum_313_s98 <= sum_313;
    reg [25:0] sum_314_s98; always @(posedge clk) sum_314_s98 <= sum_314;
    reg [21:0] sum_315_s98; always @(posedge clk) sum_315_s98 <= sum_315;
    reg [31:0] sum_316_s98; always @(posedge clk) sum_316_s98 <= sum_316;

    // ---- Stage 98 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [25:0] sum_317 = {sum_309_s98, 10'h0} + sum_310_s98;
    wire [31:0] sum_318 = {sum_311_s98, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_2_s98;
    wire [25:0] xor__7 = sum_318[31:6] ^ sum_317;
    wire [15:0] sum_319 = {8'd0, meta_protocol_11_s98} + xor__7[15:0];
    wire [25:0] sum_320 = {18'd0, meta_protocol_11_s98} + xor__7;
    wire [21:0] sum_321 = {14'd0, meta_protocol_11_s98} + xor__7[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_3 = {24'd0, meta_protocol_11_s98} + {sum_318[31:26], xor__7};
    wire [25:0] sum_322 = {sum_313_s98, 10'h0} + sum_314_s98;
    wire [31:0] sum_323 = {sum_315_s98, 10'h0} + sum_316_s98;
    wire [25:0] xor__8 = sum_323[31:6] ^ sum_322;
    wire [15:0] sum_324 = xor__8[15:0] + xor__2_s98[15:0];
    wire [25:0] sum_325 = xor__2_s98[25:0] + xor__8;
    wire [21:0] sum_326 = xor__8[21:0] + xor__2_s98[21:0];
    wire [31:0] sum_327 = xor__2_s98 + {sum_323[31:26], xor__8};
    reg [15:0] sum_319_s99; always @(posedge clk) sum_319_s99 <= sum_319;
    reg [25:0] sum_320_s99; always @(posedge clk) sum_320_s99 <= sum_320;
    reg [21:0] sum_321_s99; always @(posedge clk) sum_321_s99 <= sum_321;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_3_s99; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_3_s99 <= card_pipe_Decide_Routing_FlowHash_mixed_3;
    reg [15:0] sum_324_s99; always @(posedge clk) sum_324_s99 <= sum_324;
    reg [25:0] sum_325_s99; always @(posedge clk) sum_325_s99 <= sum_325;
    reg [21:0] sum_326_s99; always @(posedge clk) sum_326_s99 <= sum_326;
    reg [31:0] sum_327_s99; always @(posedge clk) sum_327_s99 <= sum_327;

    // ---- Stage 99 -----------------------------------------------------------------------------------------------------
    // routing.p4 35+39
    wire [25:0] sum_328 = {sum_319_s99, 10'h0} + sum_320_s99;
    wire [31:0] sum_329 = {sum_321_s99, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_3_s99;
    wire [25:0] xor__9 = sum_329[31:6] ^ sum_328;
    wire [25:0] sum_330 = {sum_324_s99, 10'h0} + sum_325_s99;
    wire [31:0] sum_331 = {sum_326_s99, 10'h0} + sum_327_s99;
    wire [25:0] xor__10 = sum_331[31:6] ^ sum_330;
    wire [15:0] sum_332 = xor__10[15:0] + xor__s99[15:0];
    wire [25:0] sum_333 = xor__s99[25:0] + xor__10;
    wire [21:0] sum_334 = xor__10[21:0] + xor__s99[21:0];
    wire [31:0] sum_335 = xor__s99 + {sum_331[31:26], xor__10};
    wire [31:0] sum_329_s101;
    delay #(.WIDTH(32), .CYCLES(2)) sum_329_s101_delay (.clk(clk), .reset(reset), .in(sum_329), .out(sum_329_s101));
    wire [25:0] xor__9_s101;
    delay #(.WIDTH(26), .CYCLES(2)) xor__9_s101_delay (.clk(clk), .reset(reset), .in(xor__9), .out(xor__9_s101));
    reg [15:0] sum_332_s100; always @(posedge clk) sum_332_s100 <= sum_332;
    reg [25:0] sum_333_s100; always @(posedge clk) sum_333_s100 <= sum_333;
    reg [21:0] sum_334_s100; always @(posedge clk) sum_334_s100 <= sum_334;
    reg [31:0] sum_335_s100; always @(posedge clk) sum_335_s100 <= sum_335;

    // ---- Stage 100 ----------------------------------------------------------------------------------------------------
    // routing.p4 39
    wire [25:0] sum_336 = {sum_332_s100, 10'h0} + sum_333_s100;
    wire [31:0] sum_337 = {sum_334_s100, 10'h0} + sum_335_s100;
    wire [25:0] xor__11 = sum_337[31:6] ^ sum_336;
    wire [15:0] sum_338 = ipv6_flow_label_4_s100[15:0] + xor__11[15:0];
    wire [25:0] sum_339 = {6'd0, ipv6_flow_label_4_s100} + xor__11;
    wire [21:0] sum_340 = {2'd0, ipv6_flow_label_4_s100} + xor__11[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_4 = {12'd0, ipv6_flow_label_4_s100} + {sum_337[31:26], xor__11};
    reg [15:0] sum_338_s101; always @(posedge clk) sum_338_s101 <= sum_338;
    reg [25:0] sum_339_s101; always @(posedge clk) sum_339_s101 <= sum_339;
    reg [21:0] sum_340_s101; always @(posedge clk) sum_340_s101 <= sum_340;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_4_s101; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_4_s101 <= card_pipe_Decide_Routing_FlowHash_mixed_4;

    // ---- Stage 101 ----------------------------------------------------------------------------------------------------
    // routing.p4 34+39
    wire [25:0] sum_341 = {sum_338_s101, 10'h0} + sum_339_s101;
    wire [31:0] sum_342 = {sum_340_s101, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_4_s101;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5 =
            all_89_s101 ? {sum_342[31:26], (sum_342[31:6] ^ sum_341)} : {sum_329_s101[31:26], xor__9_s101};
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5_s102; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_5_s102 <= card_pipe_Decide_Routing_FlowHash_mixed_5;
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_5_s103; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_5_s103 <= card_pipe_Decide_Routing_FlowHash_mixed_5_s102;

    // ---- Stage 102 ----------------------------------------------------------------------------------------------------
    // routing.p4 48+50
    wire [15:0] sum_343 = meta_src_port_7_s102 + card_pipe_Decide_Routing_FlowHash_mixed_5_s102[15:0];
    wire [25:0] sum_344 = {10'd0, meta_src_port_7_s102} + card_pipe_Decide_Routing_FlowHash_mixed_5_s102[25:0];
    wire [25:0] sum_345 = {sum_343, 10'h0} + sum_344;
    wire [21:0] sum_346 = {6'd0, meta_src_port_7_s102} + card_pipe_Decide_Routing_FlowHash_mixed_5_s102[21:0];
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_6 =
            {16'd0, meta_src_port_7_s102} + card_pipe_Decide_Routing_FlowHash_mixed_5_s102;
    wire [31:0] sum_347 = {sum_346, 10'h0} + card_pipe_Decide_Routing_FlowHash_mixed_6;
    wire [25:0] xor__12 = sum_347[31:6] ^ sum_345;
    wire [15:0] sum_348 = meta_dst_port_6_s102 + card_pipe_Decide_Routing_FlowHash_mixed_5_s102[15:0];
    wire [25:0] sum_349 =
            {meta_src_port_7_s102[9:0], meta_dst_port_6_s102} + card_pipe_Decide_Routing_FlowHash_mixed_5_s102[25:0];
    wire [25:0] sum_350 = {sum_348, 10'h0} + sum_349;
    wire [21:0] sum_351 =
            card_pipe_Decide_Routing_FlowHash_mixed_5_s102[21:0] + {meta_src_port_7_s102[5:0], meta_dst_port_6_s102};
    wire [31:0] sum_352 = {meta_src_port_7_s102, meta_dst_port_6_s102} + card_pipe_Decide_Routing_FlowHash_mixed_5_s102;
    wire [31:0] sum_353 = {sum_351, 10'h0} + sum_352;
    wire [25:0] xor__13 = sum_353[31:6] ^ sum_350;
    reg [31:0] sum_347_s103; always @(posedge clk) sum_347_s103 <= sum_347;
    reg [25:0] xor__12_s103; always @(posedge clk) xor__12_s103 <= xor__12;
    reg [31:0] sum_353_s103; always @(posedge clk) sum_353_s103 <= sum_353;
    reg [25:0] xor__13_s103; always @(posedge clk) xor__13_s103 <= xor__13;

    // ---- Stage 103 ----------------------------------------------------------------------------------------------------
    // routing.p4 46-47+49+53
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_7 =
            echo_valid_s103 ? {sum_347_s103[31:26], xor__12_s103} : card_pipe_Decide_Routing_FlowHash_mixed_5_s103;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_8 =
            if_routing_47_s103 ? {sum_353_s103[31:26], xor__13_s103} : card_pipe_Decide_Routing_FlowHash_mixed_7;
    wire [31:0] card_pipe_Decide_Routing_FlowHash_mixed_9 =
            ipv4_mf_4_s103 ? card_pipe_Decide_Routing_FlowHash_mixed_5_s103 : card_pipe_Decide_Routing_FlowHash_mixed_8;
    wire [1:0] sum_354 = 2'h2 + card_pipe_Decide_Routing_FlowHash_mixed_9[1:0];
    reg [31:0] card_pipe_Decide_Routing_FlowHash_mixed_9_s104; always @(posedge clk) card_pipe_Decide_Routing_FlowHash_mixed_9_s104 <= card_pipe_Decide_Routing_FlowHash_mixed_9;
    reg [1:0] sum_354_s104; always @(posedge clk) sum_354_s104 <= sum_354;

    // ---- Stage 104 ----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [31:0] sum_355 = {1'd0, 31'h7ed55d16} + card_pipe_Decide_Routing_FlowHash_mixed_9_s104;
    wire [31:0] sum_356 = {card_pipe_Decide_Routing_FlowHash_mixed_9_s104[19:0], 12'h0} + sum_355;
    wire [1:0] xor__14 = sum_354_s104 ^ sum_356[20:19];
    wire [3:0] xor__15 = {~sum_356[5:2]} ^ sum_356[24:21];
    wire [2:0] xor__16 = sum_356[8:6] ^ sum_356[27:25];
    wire xor__17 = {~sum_356[9]} ^ sum_356[28];
    wire [2:0] xor__18 = sum_356[12:10] ^ sum_356[31:29];
    reg [31:0] sum_356_s105; always @(posedge clk) sum_356_s105 <= sum_356;
    reg [1:0] xor__14_s105; always @(posedge clk) xor__14_s105 <= xor__14;
    reg [1:0] xor__14_s106; always @(posedge clk) xor__14_s106 <= xor__14_s105;
    reg [3:0] xor__15_s105; always @(posedge clk) xor__15_s105 <= xor__15;
    reg [2:0] xor__16_s105; always @(posedge clk) xor__16_s105 <= xor__16;
    reg xor__17_s105; always @(posedge clk) xor__17_s105 <= xor__17;
    reg [2:0] xor__18_s105; always @(posedge clk) xor__18_s105 <= xor__18;

    // ---- Stage 105 ----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [8:0] sum_357 = {4'd0, 5'h1d} + {xor__16_s105, xor__15_s105, xor__14_s105};
    wire [8:0] sum_358 = {xor__15_s105[1:0], xor__14_s105, 5'h0} + sum_357;
    wire [31:0] sum_359 =
            32'he9f8cc1d + {{~sum_356_s105[31:30]}, sum_356_s105[29:27], {~sum_356_s105[26:24]}, sum_356_s105[23],
            {~sum_356_s105[22:21]}, sum_356_s105[20:17], {~sum_356_s105[16:14]}, sum_356_s105[13], xor__18_s105,
            xor__17_s105, xor__16_s105, xor__15_s105, xor__14_s105};
    wire [31:0] sum_360 =
            {{~sum_356_s105[26:24]}, sum_356_s105[23], {~sum_356_s105[22:21]}, sum_356_s105[20:17],
            {~sum_356_s105[16:14]}, sum_356_s105[13], xor__18_s105, xor__17_s105, xor__16_s105, xor__15_s105,
            xor__14_s105, 5'h0} + sum_359;
    wire [22:0] sum_361 =
            23'h5667b1 + {{~sum_356_s105[22:21]}, sum_356_s105[20:17], {~sum_356_s105[16:14]}, sum_356_s105[13],
            xor__18_s105, xor__17_s105, xor__16_s105, xor__15_s105, xor__14_s105};
    wire [22:0] sum_362 =
            {sum_356_s105[17], {~sum_356_s105[16:14]}, sum_356_s105[13], xor__18_s105, xor__17_s105, xor__16_s105,
            xor__15_s105, xor__14_s105, 5'h0} + sum_361;
    wire [22:0] xor__19 = sum_362 ^ sum_360[31:9];
    reg [8:0] sum_358_s106; always @(posedge clk) sum_358_s106 <= sum_358;
    reg [22:0] xor__19_s106; always @(posedge clk) xor__19_s106 <= xor__19;

    // ---- Stage 106 ----------------------------------------------------------------------------------------------------
    // routing.p4 53
    wire [31:0] sum_363 = 32'hfd7046c5 + {xor__19_s106, sum_358_s106};
    wire [31:0] sum_364 = {xor__19_s106[19:0], sum_358_s106, 3'h0} + sum_363;
    wire xor__20 = {~xor__14_s106[0]} ^ sum_364[16];
    wire [1:0] xor__21 = sum_364[2:1] ^ sum_364[18:17];
    wire xor__22 = {~sum_364[3]} ^ sum_364[19];
    reg xor__20_s107; always @(posedge clk) xor__20_s107 <= xor__20;
    reg [1:0] xor__21_s107; always @(posedge clk) xor__21_s107 <= xor__21;
    reg xor__22_s107; always @(posedge clk) xor__22_s107 <= xor__22;

    // ---- Stage 107 ----------------------------------------------------------------------------------------------------
    // 

    // Table next, routing.p4:114: 16384 rows, looked up in stage 107.
    wire next_hit;
    wire [133:0] next_value;
    wire [31:0] next_rdata;
    wire [19:0] next_key = 
            {route4_next_id_4_s107, xor__22_s107, xor__21_s107, xor__20_s107};
    exact_table #(
        .KEY(20), .VALUE(134),
        .WAYS(5), .INDEX(12), .OVERFLOW(8),
        .HASH(`NEXT_HASH)
    ) next_table (
        .clk(clk), .reset(reset),
        .lookup_valid(valid[107]), .lookup_key(next_key),
        .lookup_counts(all_96_s111), .hit(next_hit), .value(next_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd43), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(next_rdata));

    // ---- Stage 112 ----------------------------------------------------------------------------------------------------
    // card.p4 146, decide.p4 47, routing.p4 114+131+134+137-138+173
    wire next_forward = next_hit & next_value[133];
    wire [7:0] chosen_728 = next_forward ? 8'h3 : chosen_719_s112;
    wire [15:0] next_mtu = next_value[15:0];
    wire [15:0] next_mtu_2 = next_forward ? next_mtu : 16'h0;
    wire if_routing_138 = {1'h0, next_mtu_2} < {chosen_697_s112, ipv4_total_len_3_s112};
    wire [7:0] chosen_729 = if_routing_138 ? 8'h2 : chosen_728;
    wire is_equal_40 = chosen_728 == 8'h3;
    wire [7:0] chosen_730 = is_equal_40 ? chosen_729 : 8'h1;
    wire [7:0] chosen_731 = if_routing_134_s112 ? chosen_730 : chosen_719_s112;
    wire [11:0] next_vlan_id = next_value[27:16];
    wire all_98 = if_decide_47_s112 & (route4_set_next_4_s112 & (if_routing_134_s112 & next_forward));
    wire [11:0] next_vlan_id_2 = all_98 ? next_vlan_id : 12'h0;
    wire if_routing_173 = next_vlan_id_2 == 12'h0;
    wire [15:0] vlan_ether_type_3 = if_routing_173 ? vlan_ether_type_s112 : ethernet_ether_type_3_s112;
    wire [11:0] vlan_vid_4 = if_routing_173 ? vlan_vid_s112 : next_vlan_id_2;
    wire vlan_dei_3 = if_routing_173 ? vlan_dei_s112 : vlan_dei_2_s112;
    wire any_54 = vlan_valid_s112 | if_routing_173;
    wire [15:0] ethernet_ether_type_4 = if_routing_173 ? ethernet_ether_type_3_s112 : 16'h8100;
    wire [47:0] next_smac = next_value[123:76];
    wire [47:0] next_smac_2 = all_98 ? next_smac : 48'h0;
    wire [47:0] next_dmac = next_value[75:28];
    wire [47:0] next_dmac_2 = all_98 ? next_dmac : 48'h0;
    wire [7:0] chosen_732 = (if_routing_134_s112 & (is_equal_40 & if_routing_138)) ? 8'h4 : chosen_724_s112;
    wire [7:0] chosen_733 = route4_set_next_4_s112 ? chosen_732 : 8'h18;
    wire [8:0] next_port = next_value[132:124];
    wire [8:0] next_port_2 = all_98 ? next_port : 9'h0;
    wire [15:0] sume_metadata_pkt_len_6 = if_routing_173 ? sume_metadata_pkt_len_4_s112 : sume_metadata_pkt_len_5_s112;
    wire [7:0] chosen_734 = is_equal_40 ? chosen_727_s112 : 8'h17;
    wire [7:0] chosen_735 = if_routing_134_s112 ? chosen_734 : chosen_727_s112;
    wire [7:0] chosen_736 = route4_set_next_4_s112 ? chosen_735 : 8'h15;
    wire [7:0] chosen_737 = if_decide_47_s112 ? chosen_736 : chosen_707_s112;
    reg [7:0] chosen_731_s113; always @(posedge clk) chosen_731_s113 <= chosen_731;
    reg if_routing_173_s113; always @(posedge clk) if_routing_173_s113 <= if_routing_173;
    reg [15:0] vlan_ether_type_3_s113; always @(posedge clk) vlan_ether_type_3_s113 <= vlan_ether_type_3;
    reg [11:0] vlan_vid_4_s113; always @(posedge clk) vlan_vid_4_s113 <= vlan_vid_4;
    reg vlan_dei_3_s113; always @(posedge clk) vlan_dei_3_s113 <= vlan_dei_3;
    reg any_54_s113; always @(posedge clk) any_54_s113 <= any_54;
    reg [15:0] ethernet_ether_type_4_s113; always @(posedge clk) ethernet_ether_type_4_s113 <= ethernet_ether_type_4;
    wire [47:0] next_smac_2_s114;
    delay #(.WIDTH(48), .CYCLES(2)) next_smac_2_s114_delay (.clk(clk), .reset(reset), .in(next_smac_2), .out(next_smac_2_s114));
    wire [47:0] next_dmac_2_s114;
    delay #(.WIDTH(48), .CYCLES(2)) next_dmac_2_s114_delay (.clk(clk), .reset(reset), .in(next_dmac_2), .out(next_dmac_2_s114));
    reg [7:0] chosen_733_s113; always @(posedge clk) chosen_733_s113 <= chosen_733;
    wire [8:0] next_port_2_s114;
    delay #(.WIDTH(9), .CYCLES(2)) next_port_2_s114_delay (.clk(clk), .reset(reset), .in(next_port_2), .out(next_port_2_s114));
    wire [15:0] sume_metadata_pkt_len_6_s114;
    delay #(.WIDTH(16), .CYCLES(2)) sume_metadata_pkt_len_6_s114_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_6), .out(sume_metadata_pkt_len_6_s114));
    reg [7:0] chosen_737_s113; always @(posedge clk) chosen_737_s113 <= chosen_737;

    // ---- Stage 113 ----------------------------------------------------------------------------------------------------
    // card.p4 95+97+99+120+122+152+169, decide.p4 47, routing.p4 131+147+173
    wire [7:0] chosen_738 = route4_set_next_4_s113 ? chosen_731_s113 : 8'h1;
    wire [7:0] chosen_739 = if_decide_47_s113 ? chosen_738 : chosen_709_s113;
    wire if_card_120 = chosen_739 == 8'h3;
    wire [15:0] echo_identifier_3 = if_card_120 ? echo_identifier_2_s113 : echo_identifier_s113;
    wire if_card_169 = chosen_739 == 8'h5;
    wire [15:0] icmp_checksum_10 = if_card_169 ? icmp_checksum_6_s113 : icmp_checksum_5_s113;
    wire if_card_152 = chosen_739 == 8'h4;
    wire [7:0] icmp_type_10 = if_card_169 ? chosen_15_s113 : icmp_type_5_s113;
    wire [15:0] udp_checksum_6 = if_card_120 ? udp_checksum_5_s113 : udp_checksum_s113;
    wire [15:0] udp_dst_port_4 = if_card_120 ? udp_dst_port_3_s113 : udp_dst_port_s113;
    wire [15:0] udp_src_port_3 = if_card_120 ? udp_src_port_2_s113 : udp_src_port_s113;
    wire [15:0] tcp_checksum_4 = if_card_120 ? tcp_checksum_3_s113 : tcp_checksum_s113;
    wire [15:0] meta_dst_port_11 = if_card_120 ? meta_dst_port_9_s113 : tcp_dst_port_s113;
    wire [15:0] meta_src_port_12 = if_card_120 ? meta_src_port_11_s113 : tcp_src_port_s113;
    wire [31:0] fragment_identification_5 = if_card_120 ? fragment_identification_4_s113 : fragment_identification_s113;
    wire fragment_m_9 = if_card_120 ? fragment_m_6_s113 : fragment_m_s113;
    wire [1:0] fragment_reserved2_4 = if_card_120 ? fragment_reserved2_3_s113 : fragment_reserved2_s113;
    wire [12:0] fragment_frag_offset_6 = if_card_120 ? fragment_frag_offset_3_s113 : fragment_frag_offset_s113;
    wire [7:0] fragment_reserved_4 = if_card_120 ? fragment_reserved_3_s113 : fragment_reserved_s113;
    wire [7:0] fragment_next_header_3 = if_card_120 ? fragment_next_header_2_s113 : fragment_next_header_s113;
    wire fragment_valid_7 = if_card_120 ? fragment_valid_6_s113 : fragment_valid_s113;
    wire [127:0] ipv6_dst_addr_7 = if_card_169 ? ipv6_dst_addr_4_s113 : ipv6_dst_addr_3_s113;
    wire [127:0] ipv6_src_addr_13 = if_card_169 ? ipv6_src_addr_10_s113 : ipv6_src_addr_8_s113;
    wire [7:0] ipv6_hop_limit_10 = if_card_169 ? ipv6_hop_limit_3_s113 : ipv6_hop_limit_s113;
    wire [7:0] ipv6_next_header_3 = if_card_120 ? ipv6_next_header_2_s113 : ipv6_next_header_s113;
    wire [15:0] ipv6_payload_len_6 = if_card_120 ? ipv6_payload_len_5_s113 : ipv6_payload_len_3_s113;
    wire [19:0] ipv6_flow_label_5 = if_card_120 ? ipv6_flow_label_3_s113 : ipv6_flow_label_s113;
    wire [7:0] ipv6_traffic_class_3 = if_card_120 ? ipv6_traffic_class_2_s113 : ipv6_traffic_class_s113;
    wire [3:0] ipv6_version_4 = if_card_120 ? ipv6_version_3_s113 : ipv6_version_s113;
    wire ipv6_valid_8 = if_card_120 ? ipv6_valid_7_s113 : ipv6_valid_s113;
    wire all_99 = ipv4_valid_s113 & if_card_169;
    wire [31:0] ipv4_src_addr_5 = all_99 ? ipv4_src_addr_s113 : ipv4_dst_addr_s113;
    wire [31:0] ipv4_dst_addr_2 = all_99 ? ipv4_dst_addr_s113 : ipv4_src_addr_s113;
    wire [15:0] ipv4_checksum_2 = all_99 ? {~sum_53_s113} : ipv4_checksum_s113;
    wire all_100 = all_2_s113 & if_card_120;
    wire [7:0] meta_protocol_18 = if_card_120 ? meta_protocol_17_s113 : ipv4_protocol_s113;
    wire [7:0] ipv4_ttl_5 = all_99 ? 8'h40 : ipv4_ttl_s113;
    wire [12:0] fragment_frag_offset_7 = if_card_120 ? fragment_frag_offset_5_s113 : ipv4_frag_offset_s113;
    wire fragment_m_10 = if_card_120 ? fragment_m_8_s113 : ipv4_mf_s113;
    wire ipv4_df_4 = if_card_120 ? ipv4_df_3_s113 : ipv4_df_s113;
    wire ipv4_reserved_4 = if_card_120 ? ipv4_reserved_3_s113 : ipv4_reserved_s113;
    wire [15:0] ipv4_total_len_6 = if_card_120 ? ipv4_total_len_5_s113 : ipv4_total_len_s113;
    wire [7:0] translation_options_tos_7 = if_card_120 ? translation_options_tos_6_s113 : ipv4_tos_s113;
    wire [3:0] ipv4_ihl_4 = if_card_120 ? ipv4_ihl_3_s113 : ipv4_ihl_s113;
    wire [3:0] ipv4_version_4 = if_card_120 ? ipv4_version_3_s113 : ipv4_version_s113;
    wire ipv4_valid_5 = if_card_120 ? ipv4_valid_4_s113 : ipv4_valid_s113;
    wire [15:0] vlan_ether_type_4 = if_card_120 ? vlan_ether_type_3_s113 : vlan_ether_type_s113;
    wire [11:0] vlan_vid_5 = if_card_120 ? vlan_vid_4_s113 : vlan_vid_s113;
    wire vlan_dei_4 = if_card_120 ? vlan_dei_3_s113 : vlan_dei_s113;
    wire [2:0] vlan_pcp_2 = any_54_s113 ? vlan_pcp_s113 : 3'h0;
    wire [2:0] vlan_pcp_3 = if_card_120 ? vlan_pcp_2 : vlan_pcp_s113;
    wire if_card_146 = if_card_120 ? {~if_routing_173_s113} : vlan_valid_s113;
    wire [15:0] ethernet_ether_type_5 = if_card_120 ? ethernet_ether_type_4_s113 : ethernet_ether_type_s113;
    wire [47:0] ethernet_dst_addr_4 = if_card_169 ? ethernet_dst_addr_3_s113 : ethernet_src_addr_5_s113;
    wire [47:0] ethernet_src_addr_6 = if_card_169 ? ethernet_src_addr_5_s113 : ethernet_dst_addr_3_s113;
    wire [7:0] chosen_740 = if_decide_47_s113 ? chosen_733_s113 : chosen_711_s113;
    wire [7:0] chosen_741 = (if_card_120 & if_routing_147_s113) ? 8'h2 : chosen_740;
    wire [7:0] chosen_742 = if_card_169 ? 8'h4 : chosen_739;
    wire [7:0] chosen_743 = (if_card_120 | if_card_152) ? chosen_739 : chosen_742;
    wire [7:0] chosen_744 = if_card_99_s113 ? 8'h3 : chosen_743;
    wire [15:0] in_length_4 = if_card_152 ? in_length_3_s113 : in_length_2_s113;
    wire [7:0] chosen_745 = if_card_99_s113 ? 8'h0 : chosen_737_s113;
    wire [7:0] chosen_746 = if_card_97_s113 ? 8'h20 : chosen_745;
    wire [7:0] chosen_747 = if_card_95_s113 ? 8'h1f : chosen_746;
    wire [47:0] arp_target_mac_6 = if_card_152 ? arp_target_mac_5_s113 : 48'h0;
    wire [7:0] chosen_748 = if_routing_147_s113 ? 8'h2 : chosen_740;
    wire is_equal_41 = chosen_748 == 8'h0;
    wire [11:0] chosen_749 = is_equal_41 ? 12'h0 : eam6_dst_instance_3_s113;
    wire [15:0] chosen_750 = is_equal_41 ? 16'h0 : tcp_dst_port_s113;
    wire [15:0] chosen_751 = is_equal_41 ? 16'h0 : tcp_src_port_s113;
    wire [31:0] arp_target_addr_8 = (arp_valid_s113 & if_card_152) ? arp_target_addr_6_s113 : 32'h0;
    wire [31:0] meta_dst4_14 = is_equal_41 ? 32'h0 : meta_dst4_11_s113;
    wire [127:0] digest_data_addr6_2 = if_card_152 ? digest_data_addr6_s113 : 128'h0;
    wire [127:0] ipv6_src_addr_14 = is_equal_41 ? 128'h0 : ipv6_src_addr_11_s113;
    wire [7:0] digest_data_tcp_flags =
            is_equal_41 ? 8'h0 : {tcp_cwr_s113, tcp_ece_s113, tcp_urg_s113, tcp_ack_s113, tcp_psh_s113, tcp_rst_s113,
            tcp_syn_s113, tcp_fin_s113};
    wire if_card_161_2 = if_card_152 & if_card_161_s113;
    wire if_card_161_3 = {~if_card_120} & if_card_161_2;
    wire if_card_161_4 = {~if_card_99_s113} & if_card_161_3;
    wire if_card_161_5 = {~if_card_97_s113} & if_card_161_4;
    wire if_card_161_6 = {~if_card_95_s113} & if_card_161_5;
    reg if_card_120_s114; always @(posedge clk) if_card_120_s114 <= if_card_120;
    wire if_card_120_s116;
    delay #(.WIDTH(1), .CYCLES(2)) if_card_120_s116_delay (.clk(clk), .reset(reset), .in(if_card_120_s114), .out(if_card_120_s116));
    wire if_card_120_s119;
    delay #(.WIDTH(1), .CYCLES(3)) if_card_120_s119_delay (.clk(clk), .reset(reset), .in(if_card_120_s116), .out(if_card_120_s119));
    reg [15:0] echo_identifier_3_s114; always @(posedge clk) echo_identifier_3_s114 <= echo_identifier_3;
    reg [15:0] icmp_checksum_10_s114; always @(posedge clk) icmp_checksum_10_s114 <= icmp_checksum_10;
    reg if_card_152_s114; always @(posedge clk) if_card_152_s114 <= if_card_152;
    reg [7:0] icmp_type_10_s114; always @(posedge clk) icmp_type_10_s114 <= icmp_type_10;
    reg [15:0] udp_checksum_6_s114; always @(posedge clk) udp_checksum_6_s114 <= udp_checksum_6;
    reg [15:0] udp_dst_port_4_s114; always @(posedge clk) udp_dst_port_4_s114 <= udp_dst_port_4;
    reg [15:0] udp_src_port_3_s114; always @(posedge clk) udp_src_port_3_s114 <= udp_src_port_3;
    reg [15:0] tcp_checksum_4_s114; always @(posedge clk) tcp_checksum_4_s114 <= tcp_checksum_4;
    reg [15:0] meta_dst_port_11_s114; always @(posedge clk) meta_dst_port_11_s114 <= meta_dst_port_11;
    reg [15:0] meta_src_port_12_s114; always @(posedge clk) meta_src_port_12_s114 <= meta_src_port_12;
    reg [31:0] fragment_identification_5_s114; always @(posedge clk) fragment_identification_5_s114 <= fragment_identification_5;
    reg fragment_m_9_s114; always @(posedge clk) fragment_m_9_s114 <= fragment_m_9;
    reg [1:0] fragment_reserved2_4_s114; always @(posedge clk) fragment_reserved2_4_s114 <= fragment_reserved2_4;
    reg [12:0] fragment_frag_offset_6_s114; always @(posedge clk) fragment_frag_offset_6_s114 <= fragment_frag_offset_6;
    reg [7:0] fragment_reserved_4_s114; always @(posedge clk) fragment_reserved_4_s114 <= fragment_reserved_4;
    reg [7:0] fragment_next_header_3_s114; always @(posedge clk) fragment_next_header_3_s114 <= fragment_next_header_3;
    reg fragment_valid_7_s114; always @(posedge clk) fragment_valid_7_s114 <= fragment_valid_7;
    reg [127:0] ipv6_dst_addr_7_s114; always @(posedge clk) ipv6_dst_addr_7_s114 <= ipv6_dst_addr_7;
    reg [127:0] ipv6_src_addr_13_s114; always @(posedge clk) ipv6_src_addr_13_s114 <= ipv6_src_addr_13;
    reg [7:0] ipv6_hop_limit_10_s114; always @(posedge clk) ipv6_hop_limit_10_s114 <= ipv6_hop_limit_10;
    reg [7:0] ipv6_next_header_3_s114; always @(posedge clk) ipv6_next_header_3_s114 <= ipv6_next_header_3;
    reg [15:0] ipv6_payload_len_6_s114; always @(posedge clk) ipv6_payload_len_6_s114 <= ipv6_payload_len_6;
    reg [19:0] ipv6_flow_label_5_s114; always @(posedge clk) ipv6_flow_label_5_s114 <= ipv6_flow_label_5;
    reg [7:0] ipv6_traffic_class_3_s114; always @(posedge clk) ipv6_traffic_class_3_s114 <= ipv6_traffic_class_3;
    reg [3:0] ipv6_version_4_s114; always @(posedge clk) ipv6_version_4_s114 <= ipv6_version_4;
    reg ipv6_valid_8_s114; always @(posedge clk) ipv6_valid_8_s114 <= ipv6_valid_8;
    reg [31:0] ipv4_src_addr_5_s114; always @(posedge clk) ipv4_src_addr_5_s114 <= ipv4_src_addr_5;
    reg [31:0] ipv4_dst_addr_2_s114; always @(posedge clk) ipv4_dst_addr_2_s114 <= ipv4_dst_addr_2;
    reg [15:0] ipv4_checksum_2_s114; always @(posedge clk) ipv4_checksum_2_s114 <= ipv4_checksum_2;
    reg all_100_s114; always @(posedge clk) all_100_s114 <= all_100;
    reg [7:0] meta_protocol_18_s114; always @(posedge clk) meta_protocol_18_s114 <= meta_protocol_18;
    reg [7:0] ipv4_ttl_5_s114; always @(posedge clk) ipv4_ttl_5_s114 <= ipv4_ttl_5;
    reg [12:0] fragment_frag_offset_7_s114; always @(posedge clk) fragment_frag_offset_7_s114 <= fragment_frag_offset_7;
    reg fragment_m_10_s114; always @(posedge clk) fragment_m_10_s114 <= fragment_m_10;
    reg ipv4_df_4_s114; always @(posedge clk) ipv4_df_4_s114 <= ipv4_df_4;
    reg ipv4_reserved_4_s114; always @(posedge clk) ipv4_reserved_4_s114 <= ipv4_reserved_4;
    reg [15:0] ipv4_total_len_6_s114; always @(posedge clk) ipv4_total_len_6_s114 <= ipv4_total_len_6;
    reg [7:0] translation_options_tos_7_s114; always @(posedge clk) translation_options_tos_7_s114 <= translation_options_tos_7;
    reg [3:0] ipv4_ihl_4_s114; always @(posedge clk) ipv4_ihl_4_s114 <= ipv4_ihl_4;
    reg [3:0] ipv4_version_4_s114; always @(posedge clk) ipv4_version_4_s114 <= ipv4_version_4;
    reg ipv4_valid_5_s114; always @(posedge clk) ipv4_valid_5_s114 <= ipv4_valid_5;
    reg [15:0] vlan_ether_type_4_s114; always @(posedge clk) vlan_ether_type_4_s114 <= vlan_ether_type_4;
    reg [11:0] vlan_vid_5_s114; always @(posedge clk) vlan_vid_5_s114 <= vlan_vid_5;
    reg vlan_dei_4_s114; always @(posedge clk) vlan_dei_4_s114 <= vlan_dei_4;
    reg [2:0] vlan_pcp_3_s114; always @(posedge clk) vlan_pcp_3_s114 <= vlan_pcp_3;
    reg if_card_146_s114; always @(posedge clk) if_card_146_s114 <= if_card_146;
    reg [15:0] ethernet_ether_type_5_s114; always @(posedge clk) ethernet_ether_type_5_s114 <= ethernet_ether_type_5;
    reg [47:0] ethernet_dst_addr_4_s114; always @(posedge clk) ethernet_dst_addr_4_s114 <= ethernet_dst_addr_4;
    reg [47:0] ethernet_src_addr_6_s114; always @(posedge clk) ethernet_src_addr_6_s114 <= ethernet_src_addr_6;
    reg [7:0] chosen_741_s114; always @(posedge clk) chosen_741_s114 <= chosen_741;
    wire [7:0] chosen_741_s116;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_741_s116_delay (.clk(clk), .reset(reset), .in(chosen_741_s114), .out(chosen_741_s116));
    reg [7:0] chosen_743_s114; always @(posedge clk) chosen_743_s114 <= chosen_743;
    reg [7:0] chosen_744_s114; always @(posedge clk) chosen_744_s114 <= chosen_744;
    reg [15:0] in_length_4_s114; always @(posedge clk) in_length_4_s114 <= in_length_4;
    wire [7:0] chosen_747_s115;
    delay #(.WIDTH(8), .CYCLES(2)) chosen_747_s115_delay (.clk(clk), .reset(reset), .in(chosen_747), .out(chosen_747_s115));
    reg [47:0] arp_target_mac_6_s114; always @(posedge clk) arp_target_mac_6_s114 <= arp_target_mac_6;
    reg [11:0] chosen_749_s114; always @(posedge clk) chosen_749_s114 <= chosen_749;
    reg [15:0] chosen_750_s114; always @(posedge clk) chosen_750_s114 <= chosen_750;
    reg [15:0] chosen_751_s114; always @(posedge clk) chosen_751_s114 <= chosen_751;
    reg [31:0] arp_target_addr_8_s114; always @(posedge clk) arp_target_addr_8_s114 <= arp_target_addr_8;
    reg [31:0] meta_dst4_14_s114; always @(posedge clk) meta_dst4_14_s114 <= meta_dst4_14;
    reg [127:0] digest_data_addr6_2_s114; always @(posedge clk) digest_data_addr6_2_s114 <= digest_data_addr6_2;
    reg [127:0] ipv6_src_addr_14_s114; always @(posedge clk) ipv6_src_addr_14_s114 <= ipv6_src_addr_14;
    reg [7:0] digest_data_tcp_flags_s114; always @(posedge clk) digest_data_tcp_flags_s114 <= digest_data_tcp_flags;
    wire if_card_161_6_s123;
    delay #(.WIDTH(1), .CYCLES(10)) if_card_161_6_s123_delay (.clk(clk), .reset(reset), .in(if_card_161_6), .out(if_card_161_6_s123));

    // ---- Stage 114 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+99+120+152+173+180+182-183+185+187+189+191+194+217
    wire [15:0] echo_identifier_4 = any_5_s114 ? echo_identifier_s114 : echo_identifier_3_s114;
    wire [1279:0] from_echo =
            echo_valid_s114 ? {echo_identifier_4, echo_sequence_s114, from_nd_s114} : {from_nd_s114, 32'h0};
    wire [15:0] icmp_checksum_11 = if_card_152_s114 ? icmp_checksum_5_s114 : icmp_checksum_10_s114;
    wire [15:0] icmp_checksum_12 = if_card_120_s114 ? icmp_checksum_9_s114 : icmp_checksum_11;
    wire [7:0] icmp_type_11 = if_card_152_s114 ? icmp_type_5_s114 : icmp_type_10_s114;
    wire [7:0] icmp_type_12 = if_card_120_s114 ? icmp_type_9_s114 : icmp_type_11;
    wire [15:0] udp_checksum_7 = any_5_s114 ? udp_checksum_s114 : udp_checksum_6_s114;
    wire [15:0] udp_dst_port_5 = any_5_s114 ? udp_dst_port_s114 : udp_dst_port_4_s114;
    wire [15:0] udp_src_port_4 = any_5_s114 ? udp_src_port_s114 : udp_src_port_3_s114;
    wire [15:0] tcp_checksum_5 = any_5_s114 ? tcp_checksum_s114 : tcp_checksum_4_s114;
    wire [15:0] tcp_dst_port_4 = any_5_s114 ? tcp_dst_port_s114 : meta_dst_port_11_s114;
    wire [15:0] tcp_src_port_2 = any_5_s114 ? tcp_src_port_s114 : meta_src_port_12_s114;
    wire [31:0] fragment_identification_6 = any_5_s114 ? fragment_identification_s114 : fragment_identification_5_s114;
    wire fragment_m_11 = any_5_s114 ? fragment_m_s114 : fragment_m_9_s114;
    wire [1:0] fragment_reserved2_5 = any_5_s114 ? fragment_reserved2_s114 : fragment_reserved2_4_s114;
    wire [12:0] fragment_frag_offset_8 = any_5_s114 ? fragment_frag_offset_s114 : fragment_frag_offset_6_s114;
    wire [7:0] fragment_reserved_5 = any_5_s114 ? fragment_reserved_s114 : fragment_reserved_4_s114;
    wire [7:0] fragment_next_header_4 = any_5_s114 ? fragment_next_header_s114 : fragment_next_header_3_s114;
    wire fragment_valid_8 = any_5_s114 ? fragment_valid_s114 : fragment_valid_7_s114;
    wire [127:0] ipv6_dst_addr_8 = if_card_152_s114 ? ipv6_dst_addr_3_s114 : ipv6_dst_addr_7_s114;
    wire [127:0] ipv6_dst_addr_9 = if_card_120_s114 ? ipv6_dst_addr_6_s114 : ipv6_dst_addr_8;
    wire [127:0] ipv6_src_addr_15 = if_card_152_s114 ? ipv6_src_addr_8_s114 : ipv6_src_addr_13_s114;
    wire [127:0] ipv6_src_addr_16 = if_card_120_s114 ? ipv6_src_addr_12_s114 : ipv6_src_addr_15;
    wire [7:0] ipv6_hop_limit_11 = if_card_152_s114 ? ipv6_hop_limit_s114 : ipv6_hop_limit_10_s114;
    wire [7:0] ipv6_hop_limit_12 = if_card_120_s114 ? ipv6_hop_limit_7_s114 : ipv6_hop_limit_11;
    wire [7:0] ipv6_next_header_4 = any_5_s114 ? ipv6_next_header_s114 : ipv6_next_header_3_s114;
    wire [15:0] ipv6_payload_len_7 = any_5_s114 ? ipv6_payload_len_s114 : ipv6_payload_len_6_s114;
    wire [19:0] ipv6_flow_label_6 = any_5_s114 ? ipv6_flow_label_s114 : ipv6_flow_label_5_s114;
    wire [7:0] ipv6_traffic_class_4 = any_5_s114 ? ipv6_traffic_class_s114 : ipv6_traffic_class_3_s114;
    wire [3:0] ipv6_version_5 = any_5_s114 ? ipv6_version_s114 : ipv6_version_4_s114;
    wire ipv6_valid_9 = any_5_s114 ? ipv6_valid_s114 : ipv6_valid_8_s114;
    wire [31:0] ipv4_dst_addr_3 = if_card_152_s114 ? ipv4_dst_addr_s114 : ipv4_src_addr_5_s114;
    wire [31:0] meta_dst4_15 = if_card_120_s114 ? meta_dst4_13_s114 : ipv4_dst_addr_3;
    wire [31:0] ipv4_src_addr_6 = if_card_152_s114 ? ipv4_src_addr_s114 : ipv4_dst_addr_2_s114;
    wire [31:0] meta_src4_11 = if_card_120_s114 ? meta_src4_10_s114 : ipv4_src_addr_6;
    wire [15:0] ipv4_checksum_3 = if_card_152_s114 ? ipv4_checksum_s114 : ipv4_checksum_2_s114;
    wire [7:0] ipv4_protocol_2 = any_5_s114 ? ipv4_protocol_s114 : meta_protocol_18_s114;
    wire [7:0] ipv4_ttl_6 = if_card_152_s114 ? ipv4_ttl_s114 : ipv4_ttl_5_s114;
    wire [7:0] ipv4_ttl_7 = if_card_120_s114 ? ipv4_ttl_4_s114 : ipv4_ttl_6;
    wire [12:0] ipv4_frag_offset_3 = any_5_s114 ? ipv4_frag_offset_s114 : fragment_frag_offset_7_s114;
    wire ipv4_mf_6 = any_5_s114 ? ipv4_mf_s114 : fragment_m_10_s114;
    wire ipv4_df_5 = any_5_s114 ? ipv4_df_s114 : ipv4_df_4_s114;
    wire ipv4_reserved_5 = any_5_s114 ? ipv4_reserved_s114 : ipv4_reserved_4_s114;
    wire [15:0] ipv4_total_len_7 = any_5_s114 ? ipv4_total_len_s114 : ipv4_total_len_6_s114;
    wire [7:0] ipv4_tos_4 = any_5_s114 ? ipv4_tos_s114 : translation_options_tos_7_s114;
    wire [3:0] ipv4_ihl_5 = any_5_s114 ? ipv4_ihl_s114 : ipv4_ihl_4_s114;
    wire [3:0] ipv4_version_5 = any_5_s114 ? ipv4_version_s114 : ipv4_version_4_s114;
    wire ipv4_valid_6 = any_5_s114 ? ipv4_valid_s114 : ipv4_valid_5_s114;
    wire [15:0] vlan_ether_type_5 = any_5_s114 ? vlan_ether_type_s114 : vlan_ether_type_4_s114;
    wire [11:0] vlan_vid_6 = any_5_s114 ? vlan_vid_s114 : vlan_vid_5_s114;
    wire vlan_dei_5 = any_5_s114 ? vlan_dei_s114 : vlan_dei_4_s114;
    wire [2:0] vlan_pcp_4 = any_5_s114 ? vlan_pcp_s114 : vlan_pcp_3_s114;
    wire vlan_valid_2 = any_5_s114 ? vlan_valid_s114 : if_card_146_s114;
    wire [15:0] ethernet_ether_type_6 = any_5_s114 ? ethernet_ether_type_s114 : ethernet_ether_type_5_s114;
    wire [47:0] ethernet_src_addr_7 = if_card_152_s114 ? ethernet_src_addr_5_s114 : ethernet_dst_addr_4_s114;
    wire [47:0] next_smac_3 = if_card_120_s114 ? next_smac_2_s114 : ethernet_src_addr_7;
    wire [47:0] ethernet_dst_addr_5 = if_card_152_s114 ? ethernet_dst_addr_3_s114 : ethernet_src_addr_6_s114;
    wire [47:0] next_dmac_3 = if_card_120_s114 ? next_dmac_2_s114 : ethernet_dst_addr_5;
    wire [7:0] packet_in_reason = any_5_s114 ? 8'h0 : chosen_741_s114;
    wire [7:0] chosen_752 = any_6_s114 ? 8'h1 : chosen_744_s114;
    wire if_card_173 = chosen_743_s114 == 8'h4;
    wire [8:0] meta_egress_port_2 = if_card_173 ? meta_egress_port_s114 : next_port_2_s114;
    wire [8:0] packet_out_egress_port_2 = if_card_99_s114 ? packet_out_egress_port_s114 : meta_egress_port_2;
    wire [8:0] packet_out_egress_port_3 = any_6_s114 ? 9'h0 : packet_out_egress_port_2;
    wire if_card_189 = packet_out_egress_port_3 == 9'h4;
    wire if_card_187 = packet_out_egress_port_3 == 9'h3;
    wire any_55 = if_card_187 | if_card_189;
    wire if_card_185 = packet_out_egress_port_3 == 9'h2;
    wire if_card_183 = packet_out_egress_port_3 == 9'h1;
    wire is_equal_42 = chosen_752 == 8'h1;
    wire if_card_180 = chosen_752 == 8'h2;
    wire if_card_217 = packet_in_reason == 8'h0;
    wire [7:0] chosen_753 = vlan_valid_2 ? 8'h4 : 8'h0;
    wire [7:0] chosen_754 = ipv4_valid_6 ? 8'h14 : 8'h0;
    wire [7:0] chosen_755 = ipv6_valid_9 ? 8'h28 : 8'h0;
    wire [7:0] chosen_756 = fragment_valid_8 ? 8'h8 : 8'h0;
    wire [15:0] sume_metadata_pkt_len_7 = if_card_120_s114 ? sume_metadata_pkt_len_6_s114 : in_length_4_s114;
    wire [15:0] in_length_5 = any_5_s114 ? in_length_2_s114 : sume_metadata_pkt_len_7;
    wire any_56 = if_card_180 | is_equal_42;
    wire [7:0] chosen_757 = if_card_217 ? 8'h1 : 8'h0;
    wire if_card_191 = packet_out_egress_port_3 == 9'hff;
    wire [47:0] digest_data_endpoint =
            if_card_120_s114 ? {chosen_751_s114, chosen_750_s114, 4'h0, chosen_749_s114} : arp_target_mac_6_s114;
    wire [47:0] digest_data_endpoint_2 = any_5_s114 ? 48'h0 : digest_data_endpoint;
    wire [31:0] meta_dst4_16 = if_card_120_s114 ? meta_dst4_14_s114 : arp_target_addr_8_s114;
    wire [31:0] meta_dst4_17 = any_5_s114 ? 32'h0 : meta_dst4_16;
    wire [127:0] ipv6_src_addr_17 = if_card_120_s114 ? ipv6_src_addr_14_s114 : digest_data_addr6_2_s114;
    wire [127:0] ipv6_src_addr_18 = any_5_s114 ? 128'h0 : ipv6_src_addr_17;
    wire [7:0] digest_data_tcp_flags_2 = if_card_120_s114 ? digest_data_tcp_flags_s114 : 8'h0;
    wire [7:0] digest_data_tcp_flags_3 = any_5_s114 ? 8'h0 : digest_data_tcp_flags_2;
    reg [1279:0] from_echo_s115; always @(posedge clk) from_echo_s115 <= from_echo;
    reg [15:0] icmp_checksum_12_s115; always @(posedge clk) icmp_checksum_12_s115 <= icmp_checksum_12;
    reg [7:0] icmp_type_12_s115; always @(posedge clk) icmp_type_12_s115 <= icmp_type_12;
    wire [15:0] udp_checksum_7_s116;
    delay #(.WIDTH(16), .CYCLES(2)) udp_checksum_7_s116_delay (.clk(clk), .reset(reset), .in(udp_checksum_7), .out(udp_checksum_7_s116));
    wire [15:0] udp_dst_port_5_s116;
    delay #(.WIDTH(16), .CYCLES(2)) udp_dst_port_5_s116_delay (.clk(clk), .reset(reset), .in(udp_dst_port_5), .out(udp_dst_port_5_s116));
    wire [15:0] udp_src_port_4_s116;
    delay #(.WIDTH(16), .CYCLES(2)) udp_src_port_4_s116_delay (.clk(clk), .reset(reset), .in(udp_src_port_4), .out(udp_src_port_4_s116));
    wire [15:0] tcp_checksum_5_s116;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_checksum_5_s116_delay (.clk(clk), .reset(reset), .in(tcp_checksum_5), .out(tcp_checksum_5_s116));
    wire [15:0] tcp_dst_port_4_s116;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_dst_port_4_s116_delay (.clk(clk), .reset(reset), .in(tcp_dst_port_4), .out(tcp_dst_port_4_s116));
    wire [15:0] tcp_src_port_2_s116;
    delay #(.WIDTH(16), .CYCLES(2)) tcp_src_port_2_s116_delay (.clk(clk), .reset(reset), .in(tcp_src_port_2), .out(tcp_src_port_2_s116));
    wire [31:0] fragment_identification_6_s117;
    delay #(.WIDTH(32), .CYCLES(3)) fragment_identification_6_s117_delay (.clk(clk), .reset(reset), .in(fragment_identification_6), .out(fragment_identification_6_s117));
    wire fragment_m_11_s117;
    delay #(.WIDTH(1), .CYCLES(3)) fragment_m_11_s117_delay (.clk(clk), .reset(reset), .in(fragment_m_11), .out(fragment_m_11_s117));
    wire [1:0] fragment_reserved2_5_s117;
    delay #(.WIDTH(2), .CYCLES(3)) fragment_reserved2_5_s117_delay (.clk(clk), .reset(reset), .in(fragment_reserved2_5), .out(fragment_reserved2_5_s117));
    wire [12:0] fragment_frag_offset_8_s117;
    delay #(.WIDTH(13), .CYCLES(3)) fragment_frag_offset_8_s117_delay (.clk(clk), .reset(reset), .in(fragment_frag_offset_8), .out(fragment_frag_offset_8_s117));
    wire [7:0] fragment_reserved_5_s117;
    delay #(.WIDTH(8), .CYCLES(3)) fragment_reserved_5_s117_delay (.clk(clk), .reset(reset), .in(fragment_reserved_5), .out(fragment_reserved_5_s117));
    wire [7:0] fragment_next_header_4_s117;
    delay #(.WIDTH(8), .CYCLES(3)) fragment_next_header_4_s117_delay (.clk(clk), .reset(reset), .in(fragment_next_header_4), .out(fragment_next_header_4_s117));
    wire fragment_valid_8_s117;
    delay #(.WIDTH(1), .CYCLES(3)) fragment_valid_8_s117_delay (.clk(clk), .reset(reset), .in(fragment_valid_8), .out(fragment_valid_8_s117));
    reg [127:0] ipv6_dst_addr_9_s115; always @(posedge clk) ipv6_dst_addr_9_s115 <= ipv6_dst_addr_9;
    reg [127:0] ipv6_src_addr_16_s115; always @(posedge clk) ipv6_src_addr_16_s115 <= ipv6_src_addr_16;
    reg [7:0] ipv6_hop_limit_12_s115; always @(posedge clk) ipv6_hop_limit_12_s115 <= ipv6_hop_limit_12;
    wire [7:0] ipv6_next_header_4_s117;
    delay #(.WIDTH(8), .CYCLES(3)) ipv6_next_header_4_s117_delay (.clk(clk), .reset(reset), .in(ipv6_next_header_4), .out(ipv6_next_header_4_s117));
    wire [15:0] ipv6_payload_len_7_s117;
    delay #(.WIDTH(16), .CYCLES(3)) ipv6_payload_len_7_s117_delay (.clk(clk), .reset(reset), .in(ipv6_payload_len_7), .out(ipv6_payload_len_7_s117));
    wire [19:0] ipv6_flow_label_6_s117;
    delay #(.WIDTH(20), .CYCLES(3)) ipv6_flow_label_6_s117_delay (.clk(clk), .reset(reset), .in(ipv6_flow_label_6), .out(ipv6_flow_label_6_s117));
    wire [7:0] ipv6_traffic_class_4_s117;
    delay #(.WIDTH(8), .CYCLES(3)) ipv6_traffic_class_4_s117_delay (.clk(clk), .reset(reset), .in(ipv6_traffic_class_4), .out(ipv6_traffic_class_4_s117));
    wire [3:0] ipv6_version_5_s117;
    delay #(.WIDTH(4), .CYCLES(3)) ipv6_version_5_s117_delay (.clk(clk), .reset(reset), .in(ipv6_version_5), .out(ipv6_version_5_s117));
    wire ipv6_valid_9_s117;
    delay #(.WIDTH(1), .CYCLES(3)) ipv6_valid_9_s117_delay (.clk(clk), .reset(reset), .in(ipv6_valid_9), .out(ipv6_valid_9_s117));
    reg [31:0] meta_dst4_15_s115; always @(posedge clk) meta_dst4_15_s115 <= meta_dst4_15;
    reg [31:0] meta_src4_11_s115; always @(posedge clk) meta_src4_11_s115 <= meta_src4_11;
    wire [15:0] ipv4_checksum_3_s119;
    delay #(.WIDTH(16), .CYCLES(5)) ipv4_checksum_3_s119_delay (.clk(clk), .reset(reset), .in(ipv4_checksum_3), .out(ipv4_checksum_3_s119));
    wire [7:0] ipv4_protocol_2_s120;
    delay #(.WIDTH(8), .CYCLES(6)) ipv4_protocol_2_s120_delay (.clk(clk), .reset(reset), .in(ipv4_protocol_2), .out(ipv4_protocol_2_s120));
    reg [7:0] ipv4_ttl_7_s115; always @(posedge clk) ipv4_ttl_7_s115 <= ipv4_ttl_7;
    wire [12:0] ipv4_frag_offset_3_s120;
    delay #(.WIDTH(13), .CYCLES(6)) ipv4_frag_offset_3_s120_delay (.clk(clk), .reset(reset), .in(ipv4_frag_offset_3), .out(ipv4_frag_offset_3_s120));
    wire ipv4_mf_6_s120;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_mf_6_s120_delay (.clk(clk), .reset(reset), .in(ipv4_mf_6), .out(ipv4_mf_6_s120));
    wire ipv4_df_5_s120;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_df_5_s120_delay (.clk(clk), .reset(reset), .in(ipv4_df_5), .out(ipv4_df_5_s120));
    wire ipv4_reserved_5_s120;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_reserved_5_s120_delay (.clk(clk), .reset(reset), .in(ipv4_reserved_5), .out(ipv4_reserved_5_s120));
    wire [15:0] ipv4_total_len_7_s120;
    delay #(.WIDTH(16), .CYCLES(6)) ipv4_total_len_7_s120_delay (.clk(clk), .reset(reset), .in(ipv4_total_len_7), .out(ipv4_total_len_7_s120));
    wire [7:0] ipv4_tos_4_s120;
    delay #(.WIDTH(8), .CYCLES(6)) ipv4_tos_4_s120_delay (.clk(clk), .reset(reset), .in(ipv4_tos_4), .out(ipv4_tos_4_s120));
    wire [3:0] ipv4_ihl_5_s120;
    delay #(.WIDTH(4), .CYCLES(6)) ipv4_ihl_5_s120_delay (.clk(clk), .reset(reset), .in(ipv4_ihl_5), .out(ipv4_ihl_5_s120));
    wire [3:0] ipv4_version_5_s120;
    delay #(.WIDTH(4), .CYCLES(6)) ipv4_version_5_s120_delay (.clk(clk), .reset(reset), .in(ipv4_version_5), .out(ipv4_version_5_s120));
    wire ipv4_valid_6_s120;
    delay #(.WIDTH(1), .CYCLES(6)) ipv4_valid_6_s120_delay (.clk(clk), .reset(reset), .in(ipv4_valid_6), .out(ipv4_valid_6_s120));
    wire [15:0] vlan_ether_type_5_s121;
    delay #(.WIDTH(16), .CYCLES(7)) vlan_ether_type_5_s121_delay (.clk(clk), .reset(reset), .in(vlan_ether_type_5), .out(vlan_ether_type_5_s121));
    wire [11:0] vlan_vid_6_s121;
    delay #(.WIDTH(12), .CYCLES(7)) vlan_vid_6_s121_delay (.clk(clk), .reset(reset), .in(vlan_vid_6), .out(vlan_vid_6_s121));
    wire vlan_dei_5_s121;
    delay #(.WIDTH(1), .CYCLES(7)) vlan_dei_5_s121_delay (.clk(clk), .reset(reset), .in(vlan_dei_5), .out(vlan_dei_5_s121));
    wire [2:0] vlan_pcp_4_s121;
    delay #(.WIDTH(3), .CYCLES(7)) vlan_pcp_4_s121_delay (.clk(clk), .reset(reset), .in(vlan_pcp_4), .out(vlan_pcp_4_s121));
    wire vlan_valid_2_s121;
    delay #(.WIDTH(1), .CYCLES(7)) vlan_valid_2_s121_delay (.clk(clk), .reset(reset), .in(vlan_valid_2), .out(vlan_valid_2_s121));
    wire [15:0] ethernet_ether_type_6_s121;
    delay #(.WIDTH(16), .CYCLES(7)) ethernet_ether_type_6_s121_delay (.clk(clk), .reset(reset), .in(ethernet_ether_type_6), .out(ethernet_ether_type_6_s121));
    reg [47:0] next_smac_3_s115; always @(posedge clk) next_smac_3_s115 <= next_smac_3;
    reg [47:0] next_dmac_3_s115; always @(posedge clk) next_dmac_3_s115 <= next_dmac_3;
    wire [7:0] packet_in_reason_s122;
    delay #(.WIDTH(8), .CYCLES(8)) packet_in_reason_s122_delay (.clk(clk), .reset(reset), .in(packet_in_reason), .out(packet_in_reason_s122));
    reg [7:0] chosen_752_s115; always @(posedge clk) chosen_752_s115 <= chosen_752;
    reg if_card_189_s115; always @(posedge clk) if_card_189_s115 <= if_card_189;
    reg if_card_187_s115; always @(posedge clk) if_card_187_s115 <= if_card_187;
    reg any_55_s115; always @(posedge clk) any_55_s115 <= any_55;
    reg if_card_185_s115; always @(posedge clk) if_card_185_s115 <= if_card_185;
    reg if_card_183_s115; always @(posedge clk) if_card_183_s115 <= if_card_183;
    reg is_equal_42_s115; always @(posedge clk) is_equal_42_s115 <= is_equal_42;
    reg if_card_180_s115; always @(posedge clk) if_card_180_s115 <= if_card_180;
    reg if_card_217_s115; always @(posedge clk) if_card_217_s115 <= if_card_217;
    reg if_card_217_s116; always @(posedge clk) if_card_217_s116 <= if_card_217_s115;
    reg [7:0] chosen_753_s115; always @(posedge clk) chosen_753_s115 <= chosen_753;
    reg [7:0] chosen_754_s115; always @(posedge clk) chosen_754_s115 <= chosen_754;
    reg [7:0] chosen_755_s115; always @(posedge clk) chosen_755_s115 <= chosen_755;
    reg [7:0] chosen_756_s115; always @(posedge clk) chosen_756_s115 <= chosen_756;
    reg [15:0] in_length_5_s115; always @(posedge clk) in_length_5_s115 <= in_length_5;
    reg [15:0] in_length_5_s116; always @(posedge clk) in_length_5_s116 <= in_length_5_s115;
    reg any_56_s115; always @(posedge clk) any_56_s115 <= any_56;
    reg [7:0] chosen_757_s115; always @(posedge clk) chosen_757_s115 <= chosen_757;
    reg if_card_191_s115; always @(posedge clk) if_card_191_s115 <= if_card_191;
    wire [47:0] digest_data_endpoint_2_s123;
    delay #(.WIDTH(48), .CYCLES(9)) digest_data_endpoint_2_s123_delay (.clk(clk), .reset(reset), .in(digest_data_endpoint_2), .out(digest_data_endpoint_2_s123));
    wire [31:0] meta_dst4_17_s123;
    delay #(.WIDTH(32), .CYCLES(9)) meta_dst4_17_s123_delay (.clk(clk), .reset(reset), .in(meta_dst4_17), .out(meta_dst4_17_s123));
    wire [127:0] ipv6_src_addr_18_s123;
    delay #(.WIDTH(128), .CYCLES(9)) ipv6_src_addr_18_s123_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_18), .out(ipv6_src_addr_18_s123));
    wire [7:0] digest_data_tcp_flags_3_s123;
    delay #(.WIDTH(8), .CYCLES(9)) digest_data_tcp_flags_3_s123_delay (.clk(clk), .reset(reset), .in(digest_data_tcp_flags_3), .out(digest_data_tcp_flags_3_s123));

    // ---- Stage 115 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+149+180+182-183+185+187+189+191+194-195+200+215, translate.p4 87+97-98
    wire [15:0] icmp_checksum_13 = any_5_s115 ? icmp_checksum_3_s115 : icmp_checksum_12_s115;
    wire [7:0] icmp_type_13 = any_5_s115 ? icmp_type_3_s115 : icmp_type_12_s115;
    wire [1311:0] from_icmp =
            icmp_valid_2_s115 ? {icmp_type_13, icmp_code_3_s115, icmp_checksum_13, from_echo_s115} : {from_echo_s115,
            32'h0};
    wire [127:0] ipv6_dst_addr_10 = any_5_s115 ? ipv6_dst_addr_s115 : ipv6_dst_addr_9_s115;
    wire [127:0] ipv6_src_addr_19 = any_5_s115 ? ipv6_src_addr_s115 : ipv6_src_addr_16_s115;
    wire [7:0] ipv6_hop_limit_13 = any_5_s115 ? ipv6_hop_limit_s115 : ipv6_hop_limit_12_s115;
    wire [31:0] ipv4_dst_addr_4 = any_5_s115 ? ipv4_dst_addr_s115 : meta_dst4_15_s115;
    wire [31:0] ipv4_src_addr_7 = any_5_s115 ? ipv4_src_addr_s115 : meta_src4_11_s115;
    reg [15:0] meta_random, meta_random_next;
    always @(posedge clk) begin
        meta_random <= meta_random_next;
        if (reset) meta_random_next <= 16'd0;
        else if (valid[114] & all_100_s114) meta_random_next <= meta_random_next + 1'b1;
    end
    wire [15:0] meta_random_2 = is_less_3_s115 ? 16'h0 : meta_random;
    wire [15:0] ipv4_identification_2 = fragment_valid_s115 ? fragment_identification_s115[15:0] : meta_random_2;
    wire [15:0] sum_365 = sum_253_s115 + ipv4_identification_2;
    wire [18:0] sum_366 = sum_254_s115 + {3'd0, ipv4_identification_2};
    wire [7:0] ipv4_ttl_8 = any_5_s115 ? ipv4_ttl_s115 : ipv4_ttl_7_s115;
    wire [15:0] ipv4_identification_3 = if_result_28_s115 ? ipv4_identification_2 : ipv4_identification_s115;
    wire [47:0] ethernet_src_addr_8 = any_5_s115 ? ethernet_src_addr_s115 : next_smac_3_s115;
    wire [47:0] ethernet_dst_addr_6 = any_5_s115 ? ethernet_dst_addr_s115 : next_dmac_3_s115;
    wire any_57 = is_equal_42_s115 | (if_card_183_s115 | (if_card_185_s115 | any_55_s115));
    wire [7:0] chosen_758 = (if_card_180_s115 | any_57) ? chosen_752_s115 : 8'h1;
    wire if_card_195 = (chosen_758 == 8'h2) | (chosen_758 == 8'h1);
    wire if_card_195_2 = {~if_card_217_s115} & if_card_195;
    wire [7:0] sum_367 = sum_187_s115 + chosen_756_s115;
    wire [7:0] sum_368 = chosen_755_s115 + chosen_754_s115;
    wire [7:0] sum_369 = chosen_753_s115 + sum_367;
    wire [7:0] sum_370 = sum_368 + sum_369;
    wire [15:0] sume_metadata_pkt_len_8 = {11'd0, 5'h11} + in_length_5_s115;
    wire [7:0] chosen_759 = if_card_189_s115 ? 8'h40 : 8'h0;
    wire [7:0] chosen_760 = if_card_187_s115 ? 8'h10 : chosen_759;
    wire [7:0] chosen_761 = if_card_185_s115 ? 8'h4 : chosen_760;
    wire [7:0] chosen_762 = if_card_183_s115 ? 8'h1 : chosen_761;
    wire [7:0] chosen_763 = any_56_s115 ? 8'h0 : chosen_762;
    wire [7:0] chosen_764 = if_card_191_s115 ? 8'h18 : 8'h21;
    wire [7:0] chosen_765 = any_57 ? chosen_747_s115 : chosen_764;
    wire [7:0] chosen_766 = if_card_180_s115 ? 8'h19 : chosen_765;
    wire is_equal_43 = chosen_766 == 8'h0;
    wire [7:0] chosen_767 = is_equal_43 ? 8'h0 : chosen_757_s115;
    wire any_58 = if_card_217_s115 | if_card_195;
    wire any_59 = if_card_217_s115 | (any_5_s115 | if_card_195);
    reg [1311:0] from_icmp_s116; always @(posedge clk) from_icmp_s116 <= from_icmp;
    wire [127:0] ipv6_dst_addr_10_s117;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_dst_addr_10_s117_delay (.clk(clk), .reset(reset), .in(ipv6_dst_addr_10), .out(ipv6_dst_addr_10_s117));
    wire [127:0] ipv6_src_addr_19_s117;
    delay #(.WIDTH(128), .CYCLES(2)) ipv6_src_addr_19_s117_delay (.clk(clk), .reset(reset), .in(ipv6_src_addr_19), .out(ipv6_src_addr_19_s117));
    wire [7:0] ipv6_hop_limit_13_s117;
    delay #(.WIDTH(8), .CYCLES(2)) ipv6_hop_limit_13_s117_delay (.clk(clk), .reset(reset), .in(ipv6_hop_limit_13), .out(ipv6_hop_limit_13_s117));
    wire [31:0] ipv4_dst_addr_4_s120;
    delay #(.WIDTH(32), .CYCLES(5)) ipv4_dst_addr_4_s120_delay (.clk(clk), .reset(reset), .in(ipv4_dst_addr_4), .out(ipv4_dst_addr_4_s120));
    wire [31:0] ipv4_src_addr_7_s120;
    delay #(.WIDTH(32), .CYCLES(5)) ipv4_src_addr_7_s120_delay (.clk(clk), .reset(reset), .in(ipv4_src_addr_7), .out(ipv4_src_addr_7_s120));
    reg [15:0] sum_365_s116; always @(posedge clk) sum_365_s116 <= sum_365;
    reg [18:0] sum_366_s116; always @(posedge clk) sum_366_s116 <= sum_366;
    wire [7:0] ipv4_ttl_8_s120;
    delay #(.WIDTH(8), .CYCLES(5)) ipv4_ttl_8_s120_delay (.clk(clk), .reset(reset), .in(ipv4_ttl_8), .out(ipv4_ttl_8_s120));
    reg [15:0] ipv4_identification_3_s116; always @(posedge clk) ipv4_identification_3_s116 <= ipv4_identification_3;
    wire [47:0] ethernet_src_addr_8_s121;
    delay #(.WIDTH(48), .CYCLES(6)) ethernet_src_addr_8_s121_delay (.clk(clk), .reset(reset), .in(ethernet_src_addr_8), .out(ethernet_src_addr_8_s121));
    wire [47:0] ethernet_dst_addr_6_s121;
    delay #(.WIDTH(48), .CYCLES(6)) ethernet_dst_addr_6_s121_delay (.clk(clk), .reset(reset), .in(ethernet_dst_addr_6), .out(ethernet_dst_addr_6_s121));
    reg if_card_195_s116; always @(posedge clk) if_card_195_s116 <= if_card_195;
    reg if_card_195_2_s116; always @(posedge clk) if_card_195_2_s116 <= if_card_195_2;
    wire if_card_195_2_s122;
    delay #(.WIDTH(1), .CYCLES(6)) if_card_195_2_s122_delay (.clk(clk), .reset(reset), .in(if_card_195_2_s116), .out(if_card_195_2_s122));
    reg [7:0] sum_370_s116; always @(posedge clk) sum_370_s116 <= sum_370;
    reg [15:0] sume_metadata_pkt_len_8_s116; always @(posedge clk) sume_metadata_pkt_len_8_s116 <= sume_metadata_pkt_len_8;
    reg [7:0] chosen_763_s116; always @(posedge clk) chosen_763_s116 <= chosen_763;
    wire [7:0] chosen_766_s123;
    delay #(.WIDTH(8), .CYCLES(8)) chosen_766_s123_delay (.clk(clk), .reset(reset), .in(chosen_766), .out(chosen_766_s123));
    wire is_equal_43_s123;
    delay #(.WIDTH(1), .CYCLES(8)) is_equal_43_s123_delay (.clk(clk), .reset(reset), .in(is_equal_43), .out(is_equal_43_s123));
    reg [7:0] chosen_767_s116; always @(posedge clk) chosen_767_s116 <= chosen_767;
    reg any_58_s116; always @(posedge clk) any_58_s116 <= any_58;
    reg any_59_s116; always @(posedge clk) any_59_s116 <= any_59;

    // ---- Stage 116 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 120+150+194-195, translate.p4 87+98
    wire [1375:0] from_udp =
            udp_valid_s116 ? {udp_src_port_4_s116, udp_dst_port_5_s116, udp_length_s116, udp_checksum_7_s116,
            from_icmp_s116} : {from_icmp_s116, 64'h0};
    wire [1535:0] from_tcp =
            tcp_valid_s116 ? {tcp_src_port_2_s116, tcp_dst_port_4_s116, tcp_seq_no_s116, tcp_ack_no_s116,
            tcp_data_offset_s116, tcp_reserved_s116, tcp_cwr_s116, tcp_ece_s116, tcp_urg_s116, tcp_ack_s116,
            tcp_psh_s116, tcp_rst_s116, tcp_syn_s116, tcp_fin_s116, tcp_window_s116, tcp_checksum_5_s116,
            tcp_urgent_ptr_s116, from_udp} : {from_udp, 160'h0};
    wire [16:0] sum_371 = {14'd0, sum_366_s116[18:16]} + {1'd0, sum_365_s116};
    wire [15:0] sum_372 = sum_365_s116 + {13'd0, sum_366_s116[18:16]};
    wire [15:0] sum_373 = {15'd0, sum_371[16]} + sum_372;
    wire [15:0] ipv4_checksum_4 = if_result_28_s116 ? {~sum_373} : ipv4_checksum_s116;
    wire [15:0] ipv4_identification_4 = if_result_12_s116 ? ipv4_identification_s116 : ipv4_identification_3_s116;
    wire [15:0] ipv4_identification_5 = if_card_120_s116 ? ipv4_identification_4 : ipv4_identification_s116;
    wire [15:0] dma_ether_type_2 = if_card_195_s116 ? 16'h88b5 : dma_ether_type_s116;
    wire [15:0] dma_ether_type_3 = if_card_217_s116 ? dma_ether_type_s116 : dma_ether_type_2;
    wire [47:0] dma_src_addr_2 = if_card_195_s116 ? 48'h0 : dma_src_addr_s116;
    wire [47:0] dma_src_addr_3 = if_card_217_s116 ? dma_src_addr_s116 : dma_src_addr_2;
    wire [47:0] dma_dst_addr_2 = if_card_195_s116 ? 48'h0 : dma_dst_addr_s116;
    wire [47:0] dma_dst_addr_3 = if_card_217_s116 ? dma_dst_addr_s116 : dma_dst_addr_2;
    wire [7:0] chosen_768 = if_card_195_2_s116 ? 8'he : 8'h0;
    wire [7:0] chosen_769 = if_card_195_2_s116 ? 8'h3 : 8'h0;
    wire [7:0] sum_374 = sum_370_s116 + chosen_769;
    wire [7:0] sum_375 = chosen_768 + sum_374;
    wire [15:0] sume_metadata_pkt_len_9 = if_card_195_s116 ? sume_metadata_pkt_len_8_s116 : in_length_5_s116;
    wire [15:0] sume_metadata_pkt_len_10 = if_card_217_s116 ? in_length_5_s116 : sume_metadata_pkt_len_9;
    wire [7:0] sume_metadata_dst_port_2 = if_card_195_s116 ? sume_metadata_dst_port_s116 : chosen_763_s116;
    wire [7:0] sume_metadata_dst_port_3 = if_card_217_s116 ? chosen_763_s116 : sume_metadata_dst_port_2;
    wire is_equal_44 = chosen_767_s116 == 8'h0;
    wire [7:0] chosen_770 = any_58_s116 ? 8'h0 : 8'h1;
    wire is_equal_45 = chosen_770 == 8'h0;
    wire [7:0] digest_data_port = any_58_s116 ? 8'h0 : meta_egress_port_s116[7:0];
    wire [7:0] packet_in_reason_2 = any_59_s116 ? 8'h0 : chosen_741_s116;
    reg [1535:0] from_tcp_s117; always @(posedge clk) from_tcp_s117 <= from_tcp;
    reg [15:0] ipv4_checksum_4_s117; always @(posedge clk) ipv4_checksum_4_s117 <= ipv4_checksum_4;
    reg [15:0] ipv4_identification_5_s117; always @(posedge clk) ipv4_identification_5_s117 <= ipv4_identification_5;
    wire [15:0] dma_ether_type_3_s122;
    delay #(.WIDTH(16), .CYCLES(6)) dma_ether_type_3_s122_delay (.clk(clk), .reset(reset), .in(dma_ether_type_3), .out(dma_ether_type_3_s122));
    wire [47:0] dma_src_addr_3_s122;
    delay #(.WIDTH(48), .CYCLES(6)) dma_src_addr_3_s122_delay (.clk(clk), .reset(reset), .in(dma_src_addr_3), .out(dma_src_addr_3_s122));
    wire [47:0] dma_dst_addr_3_s122;
    delay #(.WIDTH(48), .CYCLES(6)) dma_dst_addr_3_s122_delay (.clk(clk), .reset(reset), .in(dma_dst_addr_3), .out(dma_dst_addr_3_s122));
    wire [7:0] sum_375_s123;
    delay #(.WIDTH(8), .CYCLES(7)) sum_375_s123_delay (.clk(clk), .reset(reset), .in(sum_375), .out(sum_375_s123));
    wire [15:0] sume_metadata_pkt_len_10_s123;
    delay #(.WIDTH(16), .CYCLES(7)) sume_metadata_pkt_len_10_s123_delay (.clk(clk), .reset(reset), .in(sume_metadata_pkt_len_10), .out(sume_metadata_pkt_len_10_s123));
    wire [7:0] sume_metadata_dst_port_3_s123;
    delay #(.WIDTH(8), .CYCLES(7)) sume_metadata_dst_port_3_s123_delay (.clk(clk), .reset(reset), .in(sume_metadata_dst_port_3), .out(sume_metadata_dst_port_3_s123));
    wire is_equal_44_s123;
    delay #(.WIDTH(1), .CYCLES(7)) is_equal_44_s123_delay (.clk(clk), .reset(reset), .in(is_equal_44), .out(is_equal_44_s123));
    wire is_equal_45_s123;
    delay #(.WIDTH(1), .CYCLES(7)) is_equal_45_s123_delay (.clk(clk), .reset(reset), .in(is_equal_45), .out(is_equal_45_s123));
    wire [7:0] digest_data_port_s123;
    delay #(.WIDTH(8), .CYCLES(7)) digest_data_port_s123_delay (.clk(clk), .reset(reset), .in(digest_data_port), .out(digest_data_port_s123));
    wire [7:0] packet_in_reason_2_s123;
    delay #(.WIDTH(8), .CYCLES(7)) packet_in_reason_2_s123_delay (.clk(clk), .reset(reset), .in(packet_in_reason_2), .out(packet_in_reason_2_s123));

    // ---- Stage 117 ----------------------------------------------------------------------------------------------------
    // deparser, card.p4 95+150, routing.p4 164
    wire [1599:0] from_fragment =
            fragment_valid_8_s117 ? {fragment_next_header_4_s117, fragment_reserved_5_s117, fragment_frag_offset_8_s117,
            fragment_reserved2_5_s117, fragment_m_11_s117, fragment_identification_6_s117, from_tcp_s117} :
            {from_tcp_s117, 64'h0};
    wire [1791:0] from_ipv6 =
            ipv6_valid_9_s117 ? {ipv6_version_5_s117, ipv6_traffic_class_4_s117, ipv6_flow_label_6_s117,
            ipv6_payload_len_7_s117, ipv6_next_header_4_s117, ipv6_hop_limit_13_s117, ipv6_src_addr_19_s117,
            ipv6_dst_addr_10_s117, from_fragment[1599:128]} : {from_fragment, 192'h0};
    wire [15:0] ipv4_checksum_5 = if_result_12_s117 ? ipv4_checksum_s117 : ipv4_checksum_4_s117;
    wire [15:0] sum_376 = sum_247_s117 + {~ipv4_checksum_5};
    wire [17:0] sum_377 = {1'd0, sum_248_s117} + {2'd0, {~ipv4_checksum_5}};
    wire [15:0] sum_378 = sum_249_s117 + {~ipv4_checksum_5};
    wire [15:0] ipv4_identification_6 = any_5_s117 ? ipv4_identification_s117 : ipv4_identification_5_s117;
    wire [1791:0] from_ipv6_s120;
    delay #(.WIDTH(1792), .CYCLES(3)) from_ipv6_s120_delay (.clk(clk), .reset(reset), .in(from_ipv6), .out(from_ipv6_s120));
    reg [15:0] ipv4_checksum_5_s118; always @(posedge clk) ipv4_checksum_5_s118 <= ipv4_checksum_5;
    reg [15:0] sum_376_s118; always @(posedge clk) sum_376_s118 <= sum_376;
    reg [17:0] sum_377_s118; always @(posedge clk) sum_377_s118 <= sum_377;
    reg [15:0] sum_378_s118; always @(posedge clk) sum_378_s118 <= sum_378;
    wire [15:0] ipv4_identification_6_s120;
    delay #(.WIDTH(16), .CYCLES(3)) ipv4_identification_6_s120_delay (.clk(clk), .reset(reset), .in(ipv4_identification_6), .out(ipv4_identification_6_s120));

    // ---- Stage 118 ----------------------------------------------------------------------------------------------------
    // routing.p4 163-164
    wire [16:0] sum_379 = {15'd0, sum_377_s118[17:16]} + {1'd0, sum_376_s118};
    wire [15:0] sum_380 = sum_378_s118 + {14'd0, sum_377_s118[17:16]};
    wire [15:0] sum_381 = {15'd0, sum_379[16]} + sum_380;
    wire [15:0] ipv4_checksum_6 = ipv4_valid_4_s118 ? {~sum_381} : ipv4_checksum_5_s118;
    reg [15:0] ipv4_checksum_6_s119; always @(posedge clk) ipv4_checksum_6_s119 <= ipv4_checksum_6;

    // ---- Stage 119 ----------------------------------------------------------------------------------------------------
    // card.p4 95+120
    wire [15:0] ipv4_checksum_7 = if_card_120_s119 ? ipv4_checksum_6_s119 : ipv4_checksum_3_s119;
    wire [15:0] ipv4_checksum_8 = any_5_s119 ? ipv4_checksum_s119 : ipv4_checksum_7;
    reg [15:0] ipv4_checksum_8_s120; always @(posedge clk) ipv4_checksum_8_s120 <= ipv4_checksum_8;

    // ---- Stage 120 ----------------------------------------------------------------------------------------------------
    // deparser
    wire [1791:0] from_ipv4 =
            ipv4_valid_6_s120 ? {ipv4_version_5_s120, ipv4_ihl_5_s120, ipv4_tos_4_s120, ipv4_total_len_7_s120,
            ipv4_identification_6_s120, ipv4_reserved_5_s120, ipv4_df_5_s120, ipv4_mf_6_s120, ipv4_frag_offset_3_s120,
            ipv4_ttl_8_s120, ipv4_protocol_2_s120, ipv4_checksum_8_s120, ipv4_src_addr_7_s120, ipv4_dst_addr_4_s120,
            from_ipv6_s120[1791:160]} : from_ipv6_s120;
    wire [1791:0] from_arp =
            arp_valid_s120 ? {arp_hw_type_s120, arp_proto_type_s120, arp_hw_len_s120, arp_proto_len_s120, arp_op_5_s120,
            arp_sender_mac_5_s120, arp_sender_addr_6_s120, arp_target_mac_4_s120, arp_target_addr_7_s120,
            from_ipv4[1791:224]} : from_ipv4;
    reg [1791:0] from_arp_s121; always @(posedge clk) from_arp_s121 <= from_arp;

    // ---- Stage 121 ----------------------------------------------------------------------------------------------------
    // deparser
    wire [1791:0] from_vlan =
            vlan_valid_2_s121 ? {vlan_pcp_4_s121, vlan_dei_5_s121, vlan_vid_6_s121, vlan_ether_type_5_s121,
            from_arp_s121[1791:32]} : from_arp_s121;
    wire [1791:0] from_ethernet =
            ethernet_valid_s121 ? {ethernet_dst_addr_6_s121, ethernet_src_addr_8_s121, ethernet_ether_type_6_s121,
            from_vlan[1791:112]} : from_vlan;
    reg [1791:0] from_ethernet_s122; always @(posedge clk) from_ethernet_s122 <= from_ethernet;

    // ---- Stage 122 ----------------------------------------------------------------------------------------------------
    // deparser
    wire [1791:0] from_packet_in =
            if_card_195_2_s122 ? {meta_egress_port_s122, 7'h0, packet_in_reason_s122, from_ethernet_s122[1791:24]} :
            from_ethernet_s122;
    wire [1791:0] from_dma =
            if_card_195_2_s122 ? {dma_dst_addr_3_s122, dma_src_addr_3_s122, dma_ether_type_3_s122,
            from_packet_in[1791:112]} : from_ethernet_s122;
    reg [1791:0] from_dma_s123; always @(posedge clk) from_dma_s123 <= from_dma;

    // Counter drops, card.p4:216.
    wire [31:0] drops_rdata;
    counter_array #(.SIZE(64)) drops (
        .clk(clk), .reset(reset),
        .count_valid(valid[123] & {~is_equal_43_s123}),
        .count_index(chosen_766_s123[5:0]),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd2), .cfg_word(bus_addr[7:2]),
        .cfg_wdata(bus_wdata), .cfg_rdata(drops_rdata));

    assign out_head =
            from_dma_s123;
    assign out_bytes =
            sum_375_s123;
    assign out_length =
            sume_metadata_pkt_len_10_s123;
    assign out_dst =
            sume_metadata_dst_port_3_s123;
    assign out_drop =
            {~is_equal_44_s123};
    assign digest_valid =
            {~is_equal_45_s123};
    assign digest =
            {packet_in_reason_2_s123, digest_data_port_s123, vlan_vid_3_s123, ipv6_valid_4_s123, if_card_161_6_s123,
            if_card_106_5_s123, 1'h0, digest_data_tcp_flags_3_s123, ipv6_src_addr_18_s123, meta_dst4_17_s123,
            digest_data_endpoint_2_s123, 8'h0};

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
