// SPDX-License-Identifier: Apache-2.0
//
// header_window and frame_builder: frames of all lengths, their heads made shorter and longer, some dropped, some with
// digests, some with an empty last beat, with random gaps and stalls; every byte is judged. The FIFOs are small, so that they fill.
// Now and then all is reset while frames are under way: those that come after it leave as they should.

module stream_bench;
    localparam HEADS = 16, REST_DEPTH = 32;
    localparam FRAMES = 1500, LIMIT = 400000, RESETS = 20;

    `include "bench.vh"

    function [31:0] mix(input integer f, input integer what);
        begin
            mix = (f * 32'h85EBCA6B) ^ (what * 32'hC2B2AE35) ^ (seed * 32'h27D4EB2F);
            mix = (mix ^ (mix >> 15)) * 32'h2C1B3C6D;
            mix = (mix ^ (mix >> 12)) * 32'h297A2D39;
            mix = (mix ^ (mix >> 15)) >> 4;
        end
    endfunction

    // Mostly short ones, and around the end of the head.
    function integer length_of(input integer f);
        case (mix(f, 0) % 8)
            0: length_of = 1 + mix(f, 1) % 32;
            1: length_of = 120 + mix(f, 1) % 80;
            2: length_of = mix(f, 2) % 4 == 0 ? 1 + mix(f, 1) % 9000 : 60 + mix(f, 1) % 100;
            3: length_of = 1 + mix(f, 1) % 600;
            4: length_of = 32 * (1 + mix(f, 1) % 8);
            default: length_of = 60 + mix(f, 1) % 80;
        endcase
    endfunction

    function integer smaller(input integer a, input integer b);
        smaller = a < b ? a : b;
    endfunction

    function integer cut_of(input integer f);
        cut_of = mix(f, 3) % 2 ? mix(f, 4) % (1 + smaller(length_of(f), 128)) : 0;
    endfunction
    function integer front_of(input integer f);
        front_of = mix(f, 5) % 2 ? mix(f, 6) % (1 + 192 - (smaller(length_of(f), 128) - cut_of(f))) : 0;
    endfunction
    function drop_of(input integer f);
        drop_of = mix(f, 7) % 8 == 0;
    endfunction
    function digest_of(input integer f);
        digest_of = mix(f, 8) % 8 == 0;
    endfunction
    function empty_end(input integer f);
        empty_end = length_of(f) % 32 == 0 && mix(f, 9) % 2;
    endfunction

    integer gaps = 0, stalls = 0;
    always @(posedge clk) if (cycle % 1024 == 0) begin
        gaps = chance(0, 40) ? 0 : (random(0) >> 4) % 80;
        stalls = chance(0, 40) ? 0 : (random(0) >> 4) % 80;
    end

    `include "stream.vh"

    initial begin
        start_bench;
        sending = 1;
        repeat (RESETS) begin
            repeat ((random(0) >> 4) % 400) @(negedge clk);
            reset_all;
        end
        await_all;
        pass;
    end
endmodule
