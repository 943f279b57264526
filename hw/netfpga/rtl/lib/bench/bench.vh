// SPDX-License-Identifier: Apache-2.0
//
// What every bench has, included inside its module: clock, reset, random numbers that are the same in all simulators, and the
// end. +seed=N gives the seed. Initial blocks drive signals at the falling edge, always blocks at the rising one.

    reg clk = 0;
    reg reset = 1;
    always #5 clk = ~clk;

    integer cycle = 0;
    always @(posedge clk) cycle <= cycle + 1;

    // xorshift32; each process of a bench has a generator of its own, so that their order changes nothing.
    localparam GENERATORS = 4;
    reg [31:0] generators [0:GENERATORS-1];
    function [31:0] random(input integer generator);
        reg [31:0] x;
        begin
            x = generators[generator];
            x = x ^ (x << 13);
            x = x ^ (x >> 17);
            x = x ^ (x << 5);
            generators[generator] = x;
            random = x;
        end
    endfunction

    // true in so many of a hundred calls
    function chance(input integer generator, input integer percent);
        chance = (random(generator) >> 4) % 100 < percent;
    endfunction

    integer seed, generator_number;
    task start_bench;
        begin
            if (!$value$plusargs("seed=%d", seed)) seed = 1;
            for (generator_number = 0; generator_number < GENERATORS; generator_number = generator_number + 1)
                generators[generator_number] = (seed + generator_number) * 32'h9E3779B9 | 1;
            repeat (4) @(negedge clk);
            reset = 0;
        end
    endtask

    task fail;
        begin
            $display("FAIL at cycle %0d, seed %0d", cycle, seed);
            $stop;
            $finish;
        end
    endtask

    task pass;
        begin
            $display("PASS in %0d cycles, seed %0d", cycle, seed);
            $finish;
        end
    endtask
