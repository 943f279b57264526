// SPDX-License-Identifier: Apache-2.0
//
// The input CYCLES cycles later. Without a reset: what comes out before the first input is nobody's. Narrow ones are
// shift registers, which synthesis finds in LUTs; wide and long ones are a ring of RAM, in which one word a cycle changes.
// What comes out of either is late in its cycle, so a flip-flop stands behind it.

module delay #(
    parameter WIDTH = 1,
    parameter CYCLES = 1 // 1 or more
) (
    input  wire             clk,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire             reset, // of a ring's place, no more
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
    localparam RING = WIDTH >= 16 && CYCLES >= 4;

    generate
        if (RING) begin : ring
            localparam PLACE_BITS = $clog2(CYCLES - 1);
            localparam [31:0] LAST = CYCLES - 2;
            (* ram_style = "distributed" *) reg [WIDTH-1:0] words [0:CYCLES-2];
            reg [PLACE_BITS-1:0] place; // holds the oldest word, and takes the newest
            reg [WIDTH-1:0]      oldest;
            always @(posedge clk) begin
                if (reset || place == LAST[PLACE_BITS-1:0]) place <= 0;
                else place <= place + 1'b1;
                words[place] <= in;
                oldest <= words[place];
            end
            assign out = oldest;
        end else if (CYCLES > 1) begin : shift
            reg [WIDTH*(CYCLES-1)-1:0] taps; // the newest in the lowest bits
            (* shreg_extract = "no" *) reg [WIDTH-1:0] last;
            always @(posedge clk) {last, taps} <= {taps, in};
            assign out = last;
        end else begin : register
            reg [WIDTH-1:0] tap;
            always @(posedge clk) tap <= in;
            assign out = tap;
        end
    endgenerate
endmodule
