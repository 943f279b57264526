// SPDX-License-Identifier: Apache-2.0
//
// prefix_table: see table_formal.vh.
// proof bmc 44

module prefix_table_formal (input wire clk);
    localparam KEY = 2, VALUE = 1, WAYS = 2, INDEX = 1, OVERFLOW = 1, ROWS = 5, LATENCY = 6, TERNARY = 1, LONGEST = 1;

    `include "table_formal.vh"

    prefix_table #(.KEY(KEY), .VALUE(VALUE), .WAYS(WAYS), .INDEX(INDEX), .OVERFLOW(OVERFLOW), .HASH({2'b11, 2'b01})) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key), .lookup_counts(1'b1),
        .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    // The host writes a prefix where lookups look for it, and where its way has no other mask.
    always @* if (order & command == WRITE) begin
        assume (data_mask == 0 | data_mask == 2 | data_mask == 3);
        assume (row == {1'b0, data_key[0]} | row == {1'b1, ^data_key} | row == 4);
        for (r = 0; r < ROWS; r = r + 1)
            if (there[r] & (row >> 1) == (r >> 1)) assume (data_mask == masks[r*KEY +: KEY]);
    end
endmodule
