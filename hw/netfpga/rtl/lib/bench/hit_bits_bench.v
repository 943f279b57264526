// SPDX-License-Identifier: Apache-2.0
//
// hit_bits: what is taken is what was found since it was taken last, and no hit is lost, whenever it comes.

module hit_bits_bench;
    localparam ROW_BITS = 2, ROWS = 1 << ROW_BITS, CYCLES = 40000;

    `include "bench.vh"

    reg                 found = 0, take = 0;
    reg  [ROW_BITS-1:0] found_row = 0, take_row = 0;
    wire                taken, taken_hit, clearing;

    hit_bits #(.ROW_BITS(ROW_BITS)) dut (
        .clk(clk), .reset(reset), .found(found), .found_row(found_row), .take(take), .take_row(take_row),
        .taken(taken), .taken_hit(taken_hit), .clearing(clearing));

    reg [ROWS-1:0] hits = 0;             // since they were taken
    reg            due;                  // the row had one when it was to be taken
    integer        density = 100, ones = 0, zeros = 0;
    always @(posedge clk) begin
        if (cycle % 64 == 0) density = chance(0, 30) ? 100 : (random(0) >> 4) % 101;
        if (taken) begin
            if (taken_hit ? !hits[take_row] : due) begin
                $display("hit bit of row %0d is %b", take_row, taken_hit);
                fail;
            end
            if (taken_hit) hits[take_row] = 0;
            ones = ones + taken_hit;
            zeros = zeros + !taken_hit;
        end
        if (take) due = hits[take_row];
        if (found && !clearing) hits[found_row] = 1;
        found <= !reset && chance(0, density);
        found_row <= random(0) >> 4;
    end

    initial begin
        start_bench;
        while (clearing) @(negedge clk);
        while (cycle < CYCLES) begin
            repeat ((random(1) >> 4) % 8) @(negedge clk);
            take = 1;
            take_row = random(1) >> 4;
            @(negedge clk);
            take = 0;
            while (!taken) @(negedge clk);
            @(negedge clk);
        end
        if (ones < 100 || zeros < 100) begin
            $display("too little happened: %0d ones, %0d zeros", ones, zeros);
            fail;
        end
        pass;
    end
endmodule
