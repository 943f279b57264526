// SPDX-License-Identifier: Apache-2.0
//
// From an AXI-Lite bus of the host with a clock of its own, of which a slot of the SUME's reference project has 4 KB, to
// the card's bus of 64 KB. The last word of the slot, PAGE, has bits 15 to 12 of the address that all its other words
// have; so the last word of each page of the card cannot be reached, and nothing is there.
//
// Clocks: s_clk and clk have any relation to each other, or are one. One transaction at a time goes across: `request` and
// `done` follow each other (four phases, two registers before each is looked at); what goes with them stands still
// meanwhile, as hw/netfpga/build/vivado/slot.xdc tells Vivado. The card may be reset alone at any time: the transaction
// under way is done again. The host may be while there is none.
// Timing: some 10 cycles of the slower clock beside the card's own. Write and read at once: the write is first.

`include "registers.vh"

module axi_lite_crossing (
    // The host.
    input  wire        s_clk,
    input  wire        s_reset,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [31:0] S_AXI_AWADDR,  // of bytes; bits 11 to 2 matter
    input  wire [31:0] S_AXI_ARADDR,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire        S_AXI_AWVALID,
    output reg         S_AXI_AWREADY,
    input  wire [31:0] S_AXI_WDATA,
    input  wire [3:0]  S_AXI_WSTRB,
    input  wire        S_AXI_WVALID,
    output wire        S_AXI_WREADY,
    output reg  [1:0]  S_AXI_BRESP,
    output reg         S_AXI_BVALID,
    input  wire        S_AXI_BREADY,
    input  wire        S_AXI_ARVALID,
    output reg         S_AXI_ARREADY,
    output reg  [31:0] S_AXI_RDATA,
    output reg  [1:0]  S_AXI_RRESP,
    output reg         S_AXI_RVALID,
    input  wire        S_AXI_RREADY,

    // The card.
    input  wire        clk,
    input  wire        reset,
    output wire [31:0] M_AXI_AWADDR,
    output reg         M_AXI_AWVALID,
    input  wire        M_AXI_AWREADY,
    output wire [31:0] M_AXI_WDATA,
    output wire [3:0]  M_AXI_WSTRB,
    output reg         M_AXI_WVALID,
    input  wire        M_AXI_WREADY,
    input  wire [1:0]  M_AXI_BRESP,
    input  wire        M_AXI_BVALID,
    output wire        M_AXI_BREADY,
    output wire [31:0] M_AXI_ARADDR,
    output reg         M_AXI_ARVALID,
    input  wire        M_AXI_ARREADY,
    input  wire [31:0] M_AXI_RDATA,
    input  wire [1:0]  M_AXI_RRESP,
    input  wire        M_AXI_RVALID,
    output wire        M_AXI_RREADY
);

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam [9:0] PAGE = `SUME_PAGE_WORD;

    // ---- What crosses: with values from the configuration on, for one reset may end before the other's clock ------

    reg        request = 1'b0;                 // of s_clk
    reg        held_write;
    reg [13:0] held_word;
    reg [31:0] held_wdata;
    reg [3:0]  held_wstrb;

    reg        done = 1'b0;                    // of clk
    reg [31:0] answer_rdata;
    reg [1:0]  answer_resp;

    (* ASYNC_REG = "TRUE" *) reg done_meta = 1'b0, done_seen = 1'b0;
    (* ASYNC_REG = "TRUE" *) reg request_meta = 1'b0, request_seen = 1'b0;
    always @(posedge s_clk) {done_seen, done_meta} <= {done_meta, done};
    always @(posedge clk) {request_seen, request_meta} <= {request_meta, request};

    // ---- The host ------------------------------------------------------------------------------------------------

    localparam [1:0] IDLE = 2'd0, HERE = 2'd1, THERE = 2'd2, ANSWER = 2'd3;
    reg [1:0] state;
    reg [3:0] page;
    wire write_asked = S_AXI_AWVALID & S_AXI_WVALID;
    wire [9:0] word = write_asked ? S_AXI_AWADDR[11:2] : S_AXI_ARADDR[11:2];

    assign S_AXI_WREADY = S_AXI_AWREADY;

    always @(posedge s_clk) begin
        S_AXI_AWREADY <= 1'b0;
        S_AXI_ARREADY <= 1'b0;
        if (s_reset) begin
            state <= IDLE;
            page <= 4'd0;
            request <= 1'b0;
            S_AXI_BVALID <= 1'b0;
            S_AXI_RVALID <= 1'b0;
        end else case (state)
            IDLE: if (write_asked | S_AXI_ARVALID) begin
                S_AXI_AWREADY <= write_asked;
                S_AXI_ARREADY <= ~write_asked;
                held_write <= write_asked;
                held_word  <= {page, word};
                held_wdata <= S_AXI_WDATA;
                held_wstrb <= S_AXI_WSTRB;
                state <= word == PAGE ? HERE : THERE;
            end
            HERE: begin
                if (held_write & &held_wstrb) page <= held_wdata[3:0];
                S_AXI_RDATA  <= {28'd0, page};
                S_AXI_RRESP  <= OKAY;
                S_AXI_BRESP  <= &held_wstrb ? OKAY : SLVERR;
                S_AXI_BVALID <= held_write;
                S_AXI_RVALID <= ~held_write;
                state <= ANSWER;
            end
            THERE: begin
                request <= ~done_seen; // when the transaction before is over there, too
                if (request & done_seen) begin
                    S_AXI_RDATA  <= answer_rdata;
                    S_AXI_RRESP  <= answer_resp;
                    S_AXI_BRESP  <= answer_resp;
                    S_AXI_BVALID <= held_write;
                    S_AXI_RVALID <= ~held_write;
                    state <= ANSWER;
                end
            end
            ANSWER: if (S_AXI_BVALID ? S_AXI_BREADY : S_AXI_RREADY) begin
                S_AXI_BVALID <= 1'b0;
                S_AXI_RVALID <= 1'b0;
                state <= IDLE;
            end
        endcase
    end

    // ---- The card ------------------------------------------------------------------------------------------------

    reg busy;
    assign M_AXI_AWADDR = {16'd0, held_word, 2'b00};
    assign M_AXI_ARADDR = {16'd0, held_word, 2'b00};
    assign M_AXI_WDATA  = held_wdata;
    assign M_AXI_WSTRB  = held_wstrb;
    assign M_AXI_BREADY = 1'b1;
    assign M_AXI_RREADY = 1'b1;

    always @(posedge clk) begin
        if (reset) begin
            busy <= 1'b0;
            done <= done & request_seen; // an answer stays until it was seen
            M_AXI_AWVALID <= 1'b0;
            M_AXI_WVALID  <= 1'b0;
            M_AXI_ARVALID <= 1'b0;
        end else begin
            if (M_AXI_AWREADY) M_AXI_AWVALID <= 1'b0;
            if (M_AXI_WREADY)  M_AXI_WVALID  <= 1'b0;
            if (M_AXI_ARREADY) M_AXI_ARVALID <= 1'b0;
            if (busy & (M_AXI_BVALID | M_AXI_RVALID)) begin
                busy <= 1'b0;
                done <= 1'b1;
            end else if (done) begin
                done <= request_seen;
            end else if (request_seen & ~busy) begin
                busy <= 1'b1;
                M_AXI_AWVALID <= held_write;
                M_AXI_WVALID  <= held_write;
                M_AXI_ARVALID <= ~held_write;
            end
        end
        if (busy & (M_AXI_BVALID | M_AXI_RVALID)) begin
            answer_rdata <= M_AXI_RDATA;
            answer_resp  <= held_write ? M_AXI_BRESP : M_AXI_RRESP;
        end
    end

endmodule
