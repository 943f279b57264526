// SPDX-License-Identifier: Apache-2.0
//
// exact_table under lookups: rows written, replaced, moved and erased at random; every lookup and every row read back is
// compared with a model, and hit bits with the hits.

module exact_table_bench;
    parameter INDEX = 2;
    parameter COMMANDS = 3000;
    localparam KEY = 37, VALUE = 11, WAYS = 3, OVERFLOW = 3, LATENCY = 5, TERNARY = 0, LONGEST = 0;
    localparam ROWS = (WAYS << INDEX) + OVERFLOW;
    localparam KNOWN = 24;               // different keys
    localparam [WAYS*INDEX*KEY-1:0] HASH = {WAYS*INDEX{37'h1_2345_6789}} ^ {WAYS*INDEX*KEY/3{3'b011}};

    `include "bench.vh"
    `include "table_host.vh"

    exact_table #(.KEY(KEY), .VALUE(VALUE), .WAYS(WAYS), .INDEX(INDEX), .OVERFLOW(OVERFLOW), .HASH(HASH)) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key),
        .lookup_counts(lookup_counts), .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    // A few keys that differ in few bits.
    function [KEY-1:0] known(input integer n);
        known = 37'h0F_0F0F_0F0F ^ (37'd1 << (n % KEY)) ^ {5'd0, n * 32'h01000193};
    endfunction

    // The row of a key in a way.
    function integer place(input [KEY-1:0] key, input integer way);
        integer b;
        begin
            place = way << INDEX;
            for (b = 0; b < INDEX; b = b + 1)
                place = place | (^(key & HASH[(way*INDEX+b)*KEY +: KEY]) << b);
        end
    endfunction

    integer density = 100, counting = 100;
    always @(posedge clk) begin
        lookup_counts <= chance(0, counting);
        lookup_valid <= !reset && chance(0, density);
        lookup_key <= known((random(0) >> 4) % KNOWN);
    end

    function integer place_or_overflow(input [KEY-1:0] key, input integer way);
        place_or_overflow = way < WAYS ? place(key, way) : (WAYS << INDEX) + (way - WAYS);
    endfunction

    integer n, row, from;
    reg [KEY-1:0] key;
    initial begin
        start_bench;
        await;
        for (n = 0; n < COMMANDS; n = n + 1) begin
            if (n % 100 == 0) begin
                density = (n / 100) % 3 == 0 ? 100 : (random(1) >> 4) % 101;
                counting = (n / 100) % 8 == 7 ? 1 : 100;
            end
            key = known((random(1) >> 4) % KNOWN);
            row = place_or_overflow(key, (random(1) >> 4) % (WAYS + OVERFLOW));
            case ((random(1) >> 4) % 8)
                0, 1, 2: write_row(row, key, 0, random(1) >> 4);
                3: erase_row(row);
                4, 5: read_row(row);
                6: take_hit(row);
                7: if (there[row]) begin     // moved to another place, and erased here
                    from = row;
                    key = keys[from];
                    row = place_or_overflow(key, (random(1) >> 4) % (WAYS + OVERFLOW));
                    if (row != from) begin
                        write_row(row, key, 0, row_values[from]);
                        erase_row(from);
                    end
                end
            endcase
            if (n % 500 == 0) refusals;
        end
        if (hits < lookups / 10 || told_apart < COMMANDS / 100) begin
            $display("too little happened: %0d lookups, %0d hits, %0d new rows seen", lookups, hits, told_apart);
            fail;
        end
        pass;
    end
endmodule
