// SPDX-License-Identifier: Apache-2.0
//
// exact_table: see table_formal.vh.
// proof bmc 36

module exact_table_formal (input wire clk);
    localparam KEY = 2, VALUE = 1, WAYS = 2, INDEX = 1, OVERFLOW = 1, ROWS = 5, LATENCY = 5, TERNARY = 0, LONGEST = 0;

    `include "table_formal.vh"

    exact_table #(.KEY(KEY), .VALUE(VALUE), .WAYS(WAYS), .INDEX(INDEX), .OVERFLOW(OVERFLOW), .HASH({2'b11, 2'b01})) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key), .lookup_counts(1'b1),
        .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    // The host writes a row where lookups look for its key.
    wire [KEY-1:0] key = data >> VALUE;
    always @* if (order & command == WRITE)
        assume (row == {1'b0, key[0]} | row == {1'b1, ^key} | row == 4);
endmodule
