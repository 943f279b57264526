// SPDX-License-Identifier: Apache-2.0
//
// Some bits of the keys of a ternary table: for each of their patterns, which rows match it.
//
// Timing: rows_match is read asynchronously, for a register behind it and what the chunk's neighbours read. A write
// changes the selected rows of `pattern` alone; that pattern must be the one that is being read.
// RAM: 32 words of ROWS bits in LUT RAM, six bits to four LUTs.

module ternary_chunk #(
    parameter ROWS = 64,
    parameter BITS = 5
) (
    input  wire            clk,
    input  wire [BITS-1:0] pattern,
    output wire [ROWS-1:0] rows_match,
    input  wire            write,
    input  wire [ROWS-1:0] write_rows,   // which
    input  wire            write_match   // whether they match the pattern
);

    (* ram_style = "distributed" *)
    reg [ROWS-1:0] patterns [0:(1<<BITS)-1];

    assign rows_match = patterns[pattern];

    always @(posedge clk)
        if (write) patterns[pattern] <= (rows_match & ~write_rows) | ({ROWS{write_match}} & write_rows);

endmodule
