// SPDX-License-Identifier: Apache-2.0
//
// Limits what goes to the host: each frame for DMA ports takes a token out of the bucket of each of them, or is dropped
// whole and counted where one is empty. All four buckets have one rate and one size. Other frames pass.
//
// Timing: a beat every cycle, through one register; s_ready depends on m_ready. s_user counts at a frame's first beat.
//
//   cfg word 0   RATE: tokens per second * 2^36 / clock in Hz, that is 344 at 200 MHz for one a second (precise to
//                0.2 %), and 12.5 million at most; 0, as after reset: no limit, and the buckets are full
//   cfg word 1   BURST: size of a bucket in tokens, to 65,535; write it before RATE
//   cfg word 2   DROPS: frames dropped; can be written
// cfg_rdata one cycle after cfg_word.

`include "registers.vh"

module punt_bucket (
    input  wire         clk,
    input  wire         reset,

    input  wire         s_valid,
    input  wire [255:0] s_data,
    input  wire [31:0]  s_keep,
    input  wire         s_last,
    input  wire [127:0] s_user,
    output wire         s_ready,

    output reg          m_valid,
    output reg  [255:0] m_data,
    output reg  [31:0]  m_keep,
    output reg          m_last,
    output reg  [127:0] m_user,
    input  wire         m_ready,

    input  wire         cfg_write,
    input  wire [1:0]   cfg_word,
    input  wire [31:0]  cfg_wdata,
    output reg  [31:0]  cfg_rdata,

    output wire         idle             // between two frames, and nothing is held
);

    localparam [1:0] RATE = `BUCKET_RATE_WORD, BURST = `BUCKET_BURST_WORD, DROPS = `BUCKET_DROPS_WORD;
    localparam FRACTION = 36;            // bits of a token
    localparam DESTINATION = 24;         // in tuser

    reg [31:0] rate, drops;
    reg [15:0] burst;
    wire       limited = rate != 0;

    // ---- Frames --------------------------------------------------------------------------------------------------

    reg  first;                          // the next beat is a frame's first
    reg  dropping;                       // the rest of this frame
    wire [3:0] punts = {s_user[DESTINATION+7], s_user[DESTINATION+5], s_user[DESTINATION+3], s_user[DESTINATION+1]};
    wire [3:0] has_token;
    reg        unlimited;
    wire denied = ~unlimited & |(punts & ~has_token);
    wire drop   = first ? denied : dropping;
    wire accept = s_valid & s_ready;
    wire begins = accept & first;

    assign s_ready = ~m_valid | m_ready;
    assign idle = first & ~m_valid;

    always @(posedge clk) begin
        if (reset) begin
            first    <= 1'b1;
            m_valid  <= 1'b0;
        end else begin
            if (accept) first <= s_last;
            if (s_ready) m_valid <= s_valid & ~drop;
        end
        if (accept) dropping <= drop;
        if (s_ready) begin
            m_data <= s_data;
            m_keep <= s_keep;
            m_last <= s_last;
            m_user <= s_user;
        end
    end

    // ---- Tokens --------------------------------------------------------------------------------------------------

    reg [FRACTION-1:0] fraction;
    reg                token;            // one more for each bucket
    always @(posedge clk) begin
        if (reset) begin
            fraction  <= 0;
            token     <= 1'b0;
            unlimited <= 1'b1;
        end else begin
            {token, fraction} <= {1'b0, fraction} + {{FRACTION-31{1'b0}}, rate};
            unlimited <= ~limited;
        end
    end

    genvar port;
    generate
        for (port = 0; port < 4; port = port + 1) begin : buckets
            reg [15:0] tokens;
            wire spend = begins & punts[port] & ~denied & ~unlimited;
            wire full = tokens >= burst;
            assign has_token[port] = tokens != 0;
            always @(posedge clk) begin
                if (reset | unlimited) tokens <= burst;
                else if (spend) tokens <= tokens - {15'd0, ~token};
                else if (full) tokens <= burst;
                else if (token) tokens <= tokens + 1'b1;
            end
        end
    endgenerate

    // ---- Registers -----------------------------------------------------------------------------------------------

    always @(posedge clk) begin
        if (reset) begin
            rate  <= 0;
            burst <= 0;
            drops <= 0;
        end else begin
            if (cfg_write & cfg_word == RATE) rate <= cfg_wdata;
            if (cfg_write & cfg_word == BURST) burst <= cfg_wdata[15:0];
            if (cfg_write & cfg_word == DROPS) drops <= cfg_wdata;
            else if (begins & denied) drops <= drops + 1'b1;
        end
        case (cfg_word)
            RATE: cfg_rdata <= rate;
            BURST: cfg_rdata <= {16'd0, burst};
            DROPS: cfg_rdata <= drops;
            default: cfg_rdata <= 0;
        endcase
    end

endmodule
