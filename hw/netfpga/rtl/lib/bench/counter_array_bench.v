// SPDX-License-Identifier: Apache-2.0
//
// counter_array: no increment is lost, in any order and at any rate, with writes of the host between them.

module counter_array_bench;
    localparam SIZE = 12, WIDTH = 32, CYCLES = 60000;

    `include "bench.vh"

    reg         count_valid = 0, cfg_write = 0;
    reg  [3:0]  count_index = 0, cfg_word = 0;
    reg  [31:0] cfg_wdata = 0;
    wire [31:0] cfg_rdata;

    counter_array #(.SIZE(SIZE), .WIDTH(WIDTH)) dut (
        .clk(clk), .reset(reset), .count_valid(count_valid), .count_index(count_index),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata));

    reg [31:0] counts [0:SIZE-1];
    integer k;
    initial for (k = 0; k < SIZE; k = k + 1) counts[k] = 0;

    // A write is done in the first cycle without an increment.
    reg [31:0] written;
    reg        write_due = 0;

    integer density = 100, different = SIZE;
    reg     pausing = 0;
    always @(posedge clk) begin
        if (cycle % 64 == 0) begin
            density = chance(0, 50) ? 100 : (random(0) >> 4) % 101;
            different = 1 + (random(0) >> 4) % SIZE;
        end
        if (!reset && count_valid) counts[count_index] = counts[count_index] + 1;
        else if (write_due) begin
            counts[cfg_word] = written;
            write_due = 0;
        end
        if (cfg_write) write_due = 1;
        count_valid <= !reset && !pausing && chance(0, density);
        count_index <= (random(0) >> 4) % different;
    end

    integer n;
    initial begin
        start_bench;
        while (cycle < CYCLES) begin
            repeat ((random(1) >> 4) % 200) @(negedge clk);
            pausing = 1;
            repeat (5) @(negedge clk);
            for (n = 0; n < SIZE; n = n + 1) begin
                cfg_word = n;
                repeat (2) @(negedge clk);
                if (cfg_rdata !== counts[n]) begin
                    $display("counter %0d is %0d, expected %0d", n, cfg_rdata, counts[n]);
                    fail;
                end
            end
            // Counters are counted while one of them is written.
            pausing = 0;
            repeat ((random(1) >> 4) % 8) @(negedge clk);
            cfg_word = (random(1) >> 4) % SIZE;
            written = chance(1, 20) ? 32'hFFFF_FFFE : random(1);
            cfg_wdata = written;
            cfg_write = 1;
            @(negedge clk);
            cfg_write = 0;
        end
        pass;
    end
endmodule
