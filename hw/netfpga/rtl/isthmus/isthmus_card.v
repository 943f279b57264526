// SPDX-License-Identifier: Apache-2.0
//
// Made by hw/netfpga/rtl/compiler of isthmus.p4: change that, and `make rtl-verilog`.
//
// The card between the input arbiter and the output queues of the SUME's reference pipeline: frames come in with their
// port and length in tuser, and leave with those of where they go.
//
//   s_axis -> header_window -> isthmus_pipe -> frame_builder -> punt_bucket -> m_axis
//                   |                                ^
//                   +------------- rest -------------+

`include "registers.vh"

module isthmus_card (
    input  wire         clk,
    input  wire         reset,

    input  wire [255:0] s_axis_tdata,
    input  wire [31:0]  s_axis_tkeep,
    input  wire [127:0] s_axis_tuser,
    input  wire         s_axis_tvalid,
    output wire         s_axis_tready,
    input  wire         s_axis_tlast,

    output wire [255:0] m_axis_tdata,
    output wire [31:0]  m_axis_tkeep,
    output wire [127:0] m_axis_tuser,
    output wire         m_axis_tvalid,
    input  wire         m_axis_tready,
    output wire         m_axis_tlast,

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

    output wire         idle // no frame is in the card
);
    localparam HEADS = 128;        // on their way at once, at most
    localparam REST_DEPTH = 1024;  // beats: what comes in while a head is in the pipe, and a frame of 9,000 bytes

    // ---- The host's registers ----------------------------------------------------------------------------------------
    localparam [31:0] DESCRIPTION = 32'hd6f7c363;

    wire        bus_write;
    wire [15:0] bus_addr;
    wire [31:0] bus_wdata, pipe_rdata, bucket_rdata;
    reg  [31:0] identity;
    wire [31:0] bus_rdata =
            bus_addr[15:8] == 8'd0 ? identity : bus_addr[15:8] == 8'd1 ? bucket_rdata : pipe_rdata;
    axi_lite #(.ADDRESS(16)) axi_lite (
        .clk(clk), .reset(reset),
        .S_AXI_AWADDR(S_AXI_AWADDR), .S_AXI_AWVALID(S_AXI_AWVALID), .S_AXI_AWREADY(S_AXI_AWREADY),
        .S_AXI_WDATA(S_AXI_WDATA), .S_AXI_WSTRB(S_AXI_WSTRB), .S_AXI_WVALID(S_AXI_WVALID),
        .S_AXI_WREADY(S_AXI_WREADY), .S_AXI_BRESP(S_AXI_BRESP), .S_AXI_BVALID(S_AXI_BVALID),
        .S_AXI_BREADY(S_AXI_BREADY), .S_AXI_ARADDR(S_AXI_ARADDR), .S_AXI_ARVALID(S_AXI_ARVALID),
        .S_AXI_ARREADY(S_AXI_ARREADY), .S_AXI_RDATA(S_AXI_RDATA), .S_AXI_RRESP(S_AXI_RRESP),
        .S_AXI_RVALID(S_AXI_RVALID), .S_AXI_RREADY(S_AXI_RREADY),
        .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(bus_rdata));

    always @(posedge clk) begin
        case (bus_addr[7:2])
            `CARD_MAGIC_WORD: identity <= `CARD_MAGIC;
            `CARD_VERSION_WORD: identity <= `CARD_VERSION;
            `CARD_DESCRIPTION_WORD: identity <= DESCRIPTION;
            default: identity <= 32'd0;
        endcase
    end

    // ---- Frames ------------------------------------------------------------------------------------------------------
    wire         head_valid, head_more, credit, window_idle;
    wire [1024-1:0] head;
    wire [7:0]   head_bytes;
    /* verilator lint_off UNUSEDSIGNAL */
    wire [127:0] head_user; // length and source port
    /* verilator lint_on UNUSEDSIGNAL */
    wire         rest_valid, rest_ready, rest_last;
    wire [255:0] rest_data;
    wire [31:0]  rest_keep;
    header_window #(.BEATS(4), .HEADS(HEADS), .REST_DEPTH(REST_DEPTH)) header_window (
        .clk(clk), .reset(reset),
        .s_valid(s_axis_tvalid), .s_ready(s_axis_tready), .s_data(s_axis_tdata), .s_keep(s_axis_tkeep),
        .s_last(s_axis_tlast), .s_user(s_axis_tuser),
        .head_valid(head_valid), .head(head), .head_bytes(head_bytes), .head_more(head_more),
        .head_user(head_user), .credit(credit),
        .rest_valid(rest_valid), .rest_ready(rest_ready), .rest_data(rest_data), .rest_keep(rest_keep),
        .rest_last(rest_last), .idle(window_idle));

    wire         out_valid, out_more, out_drop, digest_valid;
    wire [1792-1:0] out_head;
    wire [7:0]   out_bytes, out_src, out_dst;
    wire [15:0]  out_length;
    wire [255:0] digest;
    isthmus_pipe pipe (
        .clk(clk), .reset(reset),
        .in_valid(head_valid), .in_head(head), .in_bytes(head_bytes), .in_more(head_more),
        .in_length(head_user[15:0]), .in_src(head_user[23:16]),
        .out_valid(out_valid), .out_head(out_head), .out_bytes(out_bytes), .out_more(out_more),
        .out_drop(out_drop), .out_length(out_length), .out_src(out_src), .out_dst(out_dst),
        .digest_valid(digest_valid), .digest(digest),
        .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(pipe_rdata));

    wire         built_valid, built_ready, built_last, builder_idle, bucket_idle;
    wire [255:0] built_data;
    wire [31:0]  built_keep;
    wire [127:0] built_user;
    frame_builder #(.BYTES(224), .HEADS(HEADS)) frame_builder (
        .clk(clk), .reset(reset),
        .head_valid(out_valid), .head(out_head), .head_bytes(out_bytes), .head_more(out_more),
        .head_drop(out_drop), .head_length(out_length), .head_src(out_src), .head_dst(out_dst),
        .digest_valid(digest_valid), .digest(digest), .credit(credit),
        .rest_valid(rest_valid), .rest_ready(rest_ready), .rest_data(rest_data), .rest_keep(rest_keep),
        .rest_last(rest_last),
        .m_valid(built_valid), .m_ready(built_ready), .m_data(built_data), .m_keep(built_keep),
        .m_last(built_last), .m_user(built_user), .idle(builder_idle));

    punt_bucket punt_bucket (
        .clk(clk), .reset(reset),
        .s_valid(built_valid), .s_ready(built_ready), .s_data(built_data), .s_keep(built_keep),
        .s_last(built_last), .s_user(built_user),
        .m_valid(m_axis_tvalid), .m_ready(m_axis_tready), .m_data(m_axis_tdata), .m_keep(m_axis_tkeep),
        .m_last(m_axis_tlast), .m_user(m_axis_tuser),
        .cfg_write(bus_write & bus_addr[15:8] == 8'd1), .cfg_word(bus_addr[3:2]), .cfg_wdata(bus_wdata),
        .cfg_rdata(bucket_rdata), .idle(bucket_idle));

    assign idle = window_idle & builder_idle & bucket_idle;
endmodule
