// SPDX-License-Identifier: Apache-2.0
//
// A card by hand, of the blocks that every card has: what is between agent and blocks is tried on it. A frame leaves by
// the ports that table etypes has for its EtherType, or else table hosts for its destination; or goes to the host.

module tiny_card (
    input  wire         clk,
    input  wire         reset,
    input  wire [255:0] s_axis_tdata,
    input  wire [31:0]  s_axis_tkeep,
    input  wire [127:0] s_axis_tuser,
    input  wire         s_axis_tvalid,
    input  wire         s_axis_tlast,
    output wire         s_axis_tready,
    output wire [255:0] m_axis_tdata,
    output wire [31:0]  m_axis_tkeep,
    output wire [127:0] m_axis_tuser,
    output wire         m_axis_tvalid,
    output wire         m_axis_tlast,
    input  wire         m_axis_tready,
    input  wire [31:0]  S_AXI_AWADDR,
    input  wire         S_AXI_AWVALID,
    output wire         S_AXI_AWREADY,
    input  wire [31:0]  S_AXI_WDATA,
    input  wire [3:0]   S_AXI_WSTRB,
    input  wire         S_AXI_WVALID,
    output wire         S_AXI_WREADY,
    output wire [1:0]   S_AXI_BRESP,
    output wire         S_AXI_BVALID,
    input  wire         S_AXI_BREADY,
    input  wire [31:0]  S_AXI_ARADDR,
    input  wire         S_AXI_ARVALID,
    output wire         S_AXI_ARREADY,
    output wire [31:0]  S_AXI_RDATA,
    output wire [1:0]   S_AXI_RRESP,
    output wire         S_AXI_RVALID,
    input  wire         S_AXI_RREADY,
    output wire         idle
);
    localparam BEATS = 2;
    localparam HEAD = 256 * BEATS;
    localparam LATENCY = 6;              // of the slower table
    localparam [7:0] DMA_PORTS = 8'hAA;

    // ---- Registers -----------------------------------------------------------------------------------------------

    wire        bus_write;
    wire [15:0] bus_addr;
    wire [31:0] bus_wdata;
    reg  [31:0] bus_rdata;
    axi_lite axi (
        .clk(clk), .reset(reset),
        .S_AXI_AWADDR(S_AXI_AWADDR), .S_AXI_AWVALID(S_AXI_AWVALID), .S_AXI_AWREADY(S_AXI_AWREADY),
        .S_AXI_WDATA(S_AXI_WDATA), .S_AXI_WSTRB(S_AXI_WSTRB), .S_AXI_WVALID(S_AXI_WVALID), .S_AXI_WREADY(S_AXI_WREADY),
        .S_AXI_BRESP(S_AXI_BRESP), .S_AXI_BVALID(S_AXI_BVALID), .S_AXI_BREADY(S_AXI_BREADY),
        .S_AXI_ARADDR(S_AXI_ARADDR), .S_AXI_ARVALID(S_AXI_ARVALID), .S_AXI_ARREADY(S_AXI_ARREADY),
        .S_AXI_RDATA(S_AXI_RDATA), .S_AXI_RRESP(S_AXI_RRESP), .S_AXI_RVALID(S_AXI_RVALID), .S_AXI_RREADY(S_AXI_RREADY),
        .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(bus_rdata));

    wire [31:0] bucket_rdata, received_rdata, hosts_rdata, etypes_rdata;
    always @(posedge clk)
        case (bus_addr[15:8])
            8'h00: bus_rdata <= bus_addr[7:2] == 0 ? 32'h49534d53 : bus_addr[7:2] == 1 ? 32'd2 :
                                bus_addr[7:2] == 2 ? 32'h74696e79 : 32'd0;
            8'h01: bus_rdata <= bucket_rdata;
            8'h02: bus_rdata <= received_rdata;
            8'h10: bus_rdata <= hosts_rdata;
            8'h11: bus_rdata <= etypes_rdata;
            default: bus_rdata <= 32'd0;
        endcase

    // ---- Frames --------------------------------------------------------------------------------------------------

    wire             head_valid, head_more, credit;
    wire [HEAD-1:0]  head;
    wire [7:0]       head_bytes;
    wire [127:0]     head_user;
    wire             rest_valid, rest_last, rest_ready;
    wire [255:0]     rest_data;
    wire [31:0]      rest_keep;
    wire             window_idle, builder_idle, bucket_idle;
    header_window #(.BEATS(BEATS)) window (
        .clk(clk), .reset(reset),
        .s_valid(s_axis_tvalid), .s_data(s_axis_tdata), .s_keep(s_axis_tkeep), .s_last(s_axis_tlast),
        .s_user(s_axis_tuser), .s_ready(s_axis_tready),
        .head_valid(head_valid), .head(head), .head_bytes(head_bytes), .head_more(head_more), .head_user(head_user),
        .credit(credit),
        .rest_valid(rest_valid), .rest_data(rest_data), .rest_keep(rest_keep), .rest_last(rest_last),
        .rest_ready(rest_ready), .idle(window_idle));

    // The head goes beside the tables, which take LATENCY and one less.
    localparam WIDTH = HEAD + 8 + 1 + 16 + 8;
    reg [LATENCY-1:0] valids;
    reg [WIDTH-1:0]   heads [0:LATENCY-1];
    integer i;
    always @(posedge clk) begin
        valids <= reset ? {LATENCY{1'b0}} : {valids[LATENCY-2:0], head_valid};
        heads[0] <= {head, head_bytes, head_more, head_user[15:0], head_user[23:16]};
        for (i = 1; i < LATENCY; i = i + 1) heads[i] <= heads[i-1];
    end
    wire [HEAD-1:0] out_head;
    wire [7:0]      out_bytes, out_src;
    wire            out_more;
    wire [15:0]     out_length;
    assign {out_head, out_bytes, out_more, out_length, out_src} = heads[LATENCY-1];

    // Values are an action, 1 for `to`, and its ports.
    wire       hosts_hit, etypes_hit;
    wire [8:0] hosts_value, etypes_value;
    exact_table #(.KEY(48), .VALUE(9), .INDEX(4), .OVERFLOW(8), .HASH({
            48'h0cb1658cda14,
            48'h95e693bd04cf,
            48'h0fdef29d0da9,
            48'h953fa09f76b5,
            48'ha170b9263059,
            48'hf28c3fb17c23,
            48'h90c1dbac94af,
            48'h0f216ead4a26,
            48'h8d1117b8f7d9,
            48'h3d9c11e20b8f,
            48'h6b0d6f0b675a,
            48'h1600099b50d8,
            48'h36f681e7cef5,
            48'he8e20ed92475,
            48'h95315d9dc9f8,
            48'h1818892f922b,
            48'hd23f128b2fb3,
            48'h0c5ca6a3a470,
            48'h6513269e0d3f,
            48'hf2a752e6b43a})) hosts (
        .clk(clk), .reset(reset), .lookup_valid(head_valid), .lookup_key(head[HEAD-1 -: 48]), .lookup_counts(1'b1),
        .hit(hosts_hit), .value(hosts_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'h10), .cfg_word(bus_addr[7:2]), .cfg_wdata(bus_wdata),
        .cfg_rdata(hosts_rdata));
    ternary_table #(.KEY(16), .VALUE(9), .ROWS(16)) etypes (
        .clk(clk), .reset(reset), .lookup_valid(head_valid), .lookup_key(head[HEAD-97 -: 16]), .lookup_counts(1'b1),
        .hit(etypes_hit), .value(etypes_value),
        .cfg_write(bus_write & bus_addr[15:8] == 8'h11), .cfg_word(bus_addr[7:2]), .cfg_wdata(bus_wdata),
        .cfg_rdata(etypes_rdata));
    reg [8:0] hosts_later;
    always @(posedge clk) hosts_later <= hosts_value & {9{hosts_hit}};
    wire [7:0] out_dst = etypes_hit & etypes_value[8] ? etypes_value[7:0] :
                         hosts_later[8]               ? hosts_later[7:0] :
                         (out_src & DMA_PORTS) | ((out_src & ~DMA_PORTS) << 1);

    reg [2:0] source;
    integer k;
    always @* begin
        source = 3'd0;
        for (k = 0; k < 8; k = k + 1) if (out_src[k]) source = k[2:0];
    end
    counter_array #(.SIZE(8)) received (
        .clk(clk), .reset(reset), .count_valid(valids[LATENCY-1]), .count_index(source),
        .cfg_write(bus_write & bus_addr[15:8] == 8'h02), .cfg_word(bus_addr[4:2]), .cfg_wdata(bus_wdata),
        .cfg_rdata(received_rdata));

    wire         b_valid, b_last, b_ready;
    wire [255:0] b_data;
    wire [31:0]  b_keep;
    wire [127:0] b_user;
    frame_builder #(.BYTES(HEAD / 8)) builder (
        .clk(clk), .reset(reset),
        .head_valid(valids[LATENCY-1]), .head(out_head), .head_bytes(out_bytes), .head_more(out_more), .head_drop(1'b0),
        .head_length(out_length), .head_src(out_src), .head_dst(out_dst), .digest_valid(1'b0), .digest(256'd0),
        .credit(credit),
        .rest_valid(rest_valid), .rest_data(rest_data), .rest_keep(rest_keep), .rest_last(rest_last),
        .rest_ready(rest_ready),
        .m_valid(b_valid), .m_data(b_data), .m_keep(b_keep), .m_last(b_last), .m_user(b_user), .m_ready(b_ready),
        .idle(builder_idle));
    punt_bucket bucket (
        .clk(clk), .reset(reset),
        .s_valid(b_valid), .s_data(b_data), .s_keep(b_keep), .s_last(b_last), .s_user(b_user), .s_ready(b_ready),
        .m_valid(m_axis_tvalid), .m_data(m_axis_tdata), .m_keep(m_axis_tkeep), .m_last(m_axis_tlast),
        .m_user(m_axis_tuser), .m_ready(m_axis_tready),
        .cfg_write(bus_write & bus_addr[15:8] == 8'h01), .cfg_word(bus_addr[3:2]), .cfg_wdata(bus_wdata),
        .cfg_rdata(bucket_rdata), .idle(bucket_idle));

    assign idle = window_idle & builder_idle & bucket_idle;
endmodule
