// SPDX-License-Identifier: Apache-2.0
//
// prefix_table under lookups: prefixes of several lengths that hold one another, written, replaced, moved and erased at random;
// every lookup and every row read back is compared with a model, and hit bits with the hits. A length takes a way and
// leaves it; a row with another mask than its place has is refused.

module prefix_table_bench;
    parameter INDEX = 2;
    parameter COMMANDS = 1500;
    localparam KEY = 37, VALUE = 11, WAYS = 4, OVERFLOW = 3, LATENCY = 6, TERNARY = 1, LONGEST = 1;
    localparam ROWS = (WAYS << INDEX) + OVERFLOW;
    localparam LENGTHS = 5;
    localparam [WAYS*INDEX*KEY-1:0] HASH = {WAYS*INDEX{37'h1_2345_6789}} ^ {WAYS*INDEX*KEY/2{2'b01}};

    `include "bench.vh"
    `include "table_host.vh"

    prefix_table #(.KEY(KEY), .VALUE(VALUE), .WAYS(WAYS), .INDEX(INDEX), .OVERFLOW(OVERFLOW), .HASH(HASH)) dut (
        .clk(clk), .reset(reset), .lookup_valid(lookup_valid), .lookup_key(lookup_key),
        .lookup_counts(lookup_counts), .hit(hit), .value(value),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    // Keys of which many begin alike: eight bits that differ, at the ends of the prefixes.
    function [KEY-1:0] known(input [7:0] bits);
        known = {bits[7:6], 10'h2C3, bits[5:4], 5'd9, bits[3:2], 14'h1234, bits[1:0]};
    endfunction

    function [KEY-1:0] prefix_mask(input integer n);
        case (n)
            0: prefix_mask = 0;
            1: prefix_mask = {2'b11, {KEY-2{1'b0}}};
            2: prefix_mask = {{13{1'b1}}, {KEY-13{1'b0}}};
            3: prefix_mask = {{21{1'b1}}, {KEY-21{1'b0}}};
            default: prefix_mask = {KEY{1'b1}};
        endcase
    endfunction

    // The row of a prefix in a way, or an overflow row.
    function integer place(input [KEY-1:0] prefix, input integer way);
        integer b;
        begin
            place = way < WAYS ? way << INDEX : (WAYS << INDEX) + (way - WAYS);
            if (way < WAYS)
                for (b = 0; b < INDEX; b = b + 1)
                    place = place | (^(prefix & HASH[(way*INDEX+b)*KEY +: KEY]) << b);
        end
    endfunction

    // Whether a place has rows, and one of them.
    integer r, one;
    task find_one(input integer way);
        begin
            one = -1;
            for (r = 0; r < ROWS; r = r + 1)
                if (there[r] && (way < WAYS ? r >> INDEX == way : r == (WAYS << INDEX) + way - WAYS)) one = r;
        end
    endtask

    integer density = 100, counting = 100;
    always @(posedge clk) begin
        lookup_counts <= chance(0, counting);
        lookup_valid <= !reset && chance(0, density);
        lookup_key <= known(random(0) >> 4);
    end

    integer refused = 0;
    task refused_write(input integer row, input [KEY-1:0] key, input [KEY-1:0] mask);
        begin
            entry = ((mask << KEY | key) << VALUE) | 5;
            for (word = 0; word < (ENTRY + 31) / 32; word = word + 1) poke(4 + word, entry[32*word +: 32]);
            poke(2, row);
            poke(0, WRITE);
            await;
            if (!status[3]) begin
                $display("row %0d took another mask than its place has", row);
                fail;
            end
            refused = refused + 1;
            read_row(row);
        end
    endtask

    integer n, row, from, way;
    reg [KEY-1:0] key, mask;
    initial begin
        start_bench;
        await;
        for (n = 0; n < COMMANDS; n = n + 1) begin
            if (n % 100 == 0) begin
                density = (n / 100) % 3 == 0 ? 100 : (random(1) >> 4) % 101;
                counting = (n / 400) % 2 == 1 ? 1 : 100;
            end
            way = (random(1) >> 4) % (WAYS + OVERFLOW);
            mask = prefix_mask((random(1) >> 4) % LENGTHS);
            find_one(way);
            if (one >= 0 && masks[one] != mask && chance(1, 20)) begin
                key = known(random(1) >> 4) & mask;
                refused_write(place(key, way), key, mask);
            end
            if (one >= 0) mask = masks[one];
            key = known(random(1) >> 4);
            row = place(key & mask, way);
            case ((random(1) >> 4) % 8)
                0, 1: write_row(row, key, mask, random(1) >> 4);
                2, 3: erase_row(one >= 0 ? one : row);
                4, 5: read_row(row);
                6: take_hit(one >= 0 ? one : row);
                7: if (one >= 0) begin       // moved to another place, and erased here
                    from = one;
                    key = keys[from];
                    mask = masks[from];
                    way = (random(1) >> 4) % (WAYS + OVERFLOW);
                    find_one(way);
                    row = place(key, way);
                    if (row != from && (one < 0 || masks[one] == mask)) begin
                        write_row(row, key, mask, row_values[from]);
                        erase_row(from);
                    end
                end
            endcase
            if (n % 500 == 0) refusals;
        end
        if (hits < lookups / 10 || told_apart < COMMANDS / 50 || refused < COMMANDS / 50) begin
            $display("too little happened: %0d lookups, %0d hits, %0d new rows seen, %0d refused", lookups, hits, told_apart, refused);
            fail;
        end
        pass;
    end
endmodule
