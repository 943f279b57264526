// SPDX-License-Identifier: Apache-2.0
//
// header_window and frame_builder at full rate: frames back to back of every length from 60 to 9,000 bytes (every STEP-th),
// then as many of 64 bytes. +grow=20 makes all of them longer by 20 bytes, as from IPv4 to IPv6, +grow=-20 shorter. No
// cycle may be lost: frames that do not grow are never held up at the input, and those that do not shrink leave without a
// gap, once a frame longer than the head has begun to leave: it is known two cycles later than a short one.

module rate_bench;
    parameter STEP = 1;
    localparam HEADS = 64, REST_DEPTH = 1024;
    localparam SHORTEST = 60, LONGEST = 9000, SHORT = 64;
    localparam LENGTHS = (LONGEST - SHORTEST) / STEP + 1;
    localparam FRAMES = 2 * LENGTHS, LIMIT = LENGTHS * 400 + 10000;
    localparam CHANGED = 46;             // bytes of the head that go where it grows or shrinks, and come anew

    `include "bench.vh"

    integer grow = 0;
    function integer length_of(input integer f);
        length_of = f < LENGTHS ? SHORTEST + f * STEP : SHORT;
    endfunction
    function integer cut_of(input integer f);
        cut_of = CHANGED;
    endfunction
    function integer front_of(input integer f);
        front_of = CHANGED + grow;
    endfunction
    function drop_of(input integer f);
        drop_of = 0;
    endfunction
    function digest_of(input integer f);
        digest_of = 0;
    endfunction
    function empty_end(input integer f);
        empty_end = 0;
    endfunction
    integer gaps = 0, stalls = 0;

    `include "stream.vh"

    integer short_beats = 0, short_first;
    reg     short_started = 0;
    always @(posedge clk) if (!reset && m_valid && get_frame >= LENGTHS) begin
        if (!short_started) short_first = cycle;
        short_started = 1;
        short_beats = short_beats + 1;
    end

    integer lost = 0;
    reg     long_seen = 0;
    always @(posedge clk) if (!reset && !done) begin
        if (m_valid && length_of(get_frame) > HEAD) long_seen = 1;
        if (long_seen && !m_valid) lost = lost + 1;
    end

    integer sent_at = -1;
    always @(posedge clk) if (s_valid && sent_at < 0) sent_at = cycle;

    initial begin
        if (!$value$plusargs("grow=%d", grow)) grow = 0;
        start_bench;
        await_all;
        $display("grow %0d: %0d frames of %0d..%0d bytes and %0d of %0d; %0d beats left in %0d cycles, held up for %0d; first beat after %0d cycles, %0d of them the pipeline's",
                grow, LENGTHS, SHORTEST, LONGEST, FRAMES - LENGTHS, SHORT, beats, last_beat - first_beat + 1, held_up,
                first_beat - sent_at, DELAY);
        if (grow <= 0 && held_up != 0) fail;
        if (grow >= 0 && (lost != 0 || last_beat - first_beat + 1 > beats + BEATS)) begin
            $display("%0d cycles lost", lost);
            fail;
        end
        if (grow == 20) begin
            $display("%0d frames of %0d bytes took %0d beats", FRAMES - LENGTHS, SHORT + grow, short_beats);
            if (short_beats != 3 * (FRAMES - LENGTHS)) fail;
        end
        pass;
    end
endmodule
