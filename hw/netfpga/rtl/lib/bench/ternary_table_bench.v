// SPDX-License-Identifier: Apache-2.0
//
// ternary_table under lookups: rows that overlap, written, replaced and erased at random; every lookup and every row read back
// is compared with a model, and hit bits with the hits.

module ternary_table_bench;
    parameter KEY = 33;
    parameter ROWS = 20;
    localparam VALUE = 7, LATENCY = 6, TERNARY = 1, LONGEST = 0;
    localparam COMMANDS = 400;

    `include "bench.vh"
    `include "table_host.vh"

    ternary_table #(.KEY(KEY), .VALUE(VALUE), .ROWS(ROWS)) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key),
        .lookup_counts(lookup_counts), .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    // Four bits that differ, spread over the key, so that rows overlap and are hit.
    function [KEY-1:0] spread(input [3:0] bits);
        spread = {bits[3], {KEY-13{1'b1}}, bits[2], 5'd0, bits[1], 4'b0101, bits[0]};
    endfunction

    reg every_other = 0;
    integer density = 100, counting = 100;
    always @(posedge clk) begin
        lookup_counts <= chance(0, counting);
        lookup_valid <= !reset && !(every_other && lookup_valid) && chance(0, density);
        lookup_key <= chance(0, 5) ? {KEY{1'b1}} & random(0) : spread(random(0) >> 4);
    end

    integer n, row;
    initial begin
        start_bench;
        await;
        for (n = 0; n < COMMANDS; n = n + 1) begin
            if (n % 50 == 0) begin
                every_other = chance(1, 50);
                counting = (n / 50) % 4 == 3 ? 1 : 100;
                density = every_other ? 100 : (random(1) >> 4) % 90;
            end
            row = (random(1) >> 4) % ROWS;
            case ((random(1) >> 4) % 8)
                0, 1, 2, 3: write_row(row, spread(random(1) >> 4), ~(spread(random(1) >> 4) ^ spread(0)), random(1) >> 4);
                4: erase_row(row);
                5, 6: read_row(row);
                7: take_hit(row);
            endcase
            if (n % 200 == 0) refusals;
        end
        if (hits < lookups / 4 || told_apart < COMMANDS / 20) begin
            $display("too little happened: %0d lookups, %0d hits, %0d new rows seen", lookups, hits, told_apart);
            fail;
        end
        pass;
    end
endmodule
