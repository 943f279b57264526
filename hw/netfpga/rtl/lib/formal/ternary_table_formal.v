// SPDX-License-Identifier: Apache-2.0
//
// ternary_table: see table_formal.vh.
// proof bmc 44

module ternary_table_formal (input wire clk);
    localparam KEY = 3, VALUE = 1, ROWS = 2, LATENCY = 6, TERNARY = 1, LONGEST = 0;

    `include "table_formal.vh"

    // Chunks of two bits, so that a row is written and read in a few cycles.
    ternary_table #(.KEY(KEY), .VALUE(VALUE), .ROWS(ROWS), .CHUNK(2), .IN_BLOCK(1)) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key), .lookup_counts(1'b1),
        .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));
endmodule
