// SPDX-License-Identifier: Apache-2.0
//
// punt_bucket: frames for ports of wires all pass; those for DMA ports do as the tokens allow: none while there is one,
// and over time as many as the rate says. What is dropped is dropped whole, and counted.

module punt_bucket_bench;
    localparam BEATS_MOST = 4, STRETCH = 20000, STRETCHES = 8;
    localparam RATE = 0, BURST = 1, DROPS = 2;

    `include "bench.vh"

    reg          s_valid = 0, s_last;
    reg  [255:0] s_data;
    reg  [31:0]  s_keep;
    reg  [127:0] s_user;
    wire         s_ready, m_valid, m_last;
    wire [255:0] m_data;
    wire [31:0]  m_keep;
    wire [127:0] m_user;
    reg          m_ready = 0;
    reg          cfg_write = 0;
    reg  [1:0]   cfg_word = 0;
    reg  [31:0]  cfg_wdata = 0;
    wire [31:0]  cfg_rdata;
    wire         idle;

    punt_bucket dut (
        .clk(clk), .reset(reset),
        .s_valid(s_valid), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_user(s_user), .s_ready(s_ready),
        .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_user(m_user), .m_ready(m_ready),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata), .idle(idle));

    // A frame's number is in all its beats, and its destination and how many beats it has follow from that.
    function [31:0] mix(input [31:0] n);
        begin
            mix = n * 32'h9E3779B9 ^ seed;
            mix = (mix ^ (mix >> 15)) * 32'h2C1B3C6D;
            mix = mix ^ (mix >> 13);
        end
    endfunction
    function [7:0] destination(input [31:0] n);
        destination = mix(n) % 4 == 0 ? 8'h55 & mix(n) >> 8 : 8'd2 << (mix(n) >> 8 & 6) | (8'h55 & mix(n) >> 16);
    endfunction
    function integer beats_of(input [31:0] n);
        beats_of = 1 + (mix(n) >> 20) % BEATS_MOST;
    endfunction

    integer stalls = 0, sending = 0, punting = 1;
    integer n = 0, beat = 0;
    always @(posedge clk) begin
        m_ready <= !chance(3, stalls);
        if (!reset && (!s_valid || s_ready)) begin
            s_valid <= 0;
            if (beat > 0 || sending) begin
                if (!chance(2, stalls)) begin
                    if (beat == 0 && !punting) while (destination(n) & 8'hAA) n = n + 1;
                    s_valid <= 1;
                    s_data <= {224'd0, n} << 8 * beat;
                    s_keep <= 32'hFFFF_FFFF >> beat;
                    s_last <= beat + 1 == beats_of(n);
                    s_user <= beat == 0 ? {96'd0, destination(n), 24'd0} : {128{1'b1}};
                    beat = beat + 1;
                    if (beat == beats_of(n)) begin
                        beat = 0;
                        n = n + 1;
                    end
                end
            end
        end
    end

    // What leaves: whole frames in order; what is missing between them was dropped.
    integer expected = 0, out_beat = 0, dropped = 0, passed [0:3], k;
    initial for (k = 0; k < 4; k = k + 1) passed[k] = 0;
    reg [31:0] number;
    reg may_drop = 0;
    always @(posedge clk) if (!reset && m_valid && m_ready) begin
        number = m_data >> 8 * out_beat;
        if (out_beat == 0) begin
            while (expected != number) begin
                if (punting || destination(expected) & 8'hAA) begin
                    if (!(destination(expected) & 8'hAA) || !may_drop) begin
                        $display("frame %0d to %b is missing, %0d came", expected, destination(expected), number);
                        fail;
                    end
                    if (punting) dropped = dropped + 1;
                end
                expected = expected + 1;
            end
            for (k = 0; k < 4; k = k + 1) if (destination(number) >> (2 * k + 1) & 1) passed[k] = passed[k] + 1;
            if (m_user !== {96'd0, destination(number), 24'd0}) fail;
        end
        if (number !== expected || m_keep !== 32'hFFFF_FFFF >> out_beat || m_last !== (out_beat + 1 == beats_of(expected))) begin
            $display("beat %0d of frame %0d: %h", out_beat, expected, m_data);
            fail;
        end
        out_beat = m_last ? 0 : out_beat + 1;
        if (m_last) expected = expected + 1;
        if (idle) fail;
    end

    task poke(input [1:0] word, input [31:0] data);
        begin
            @(negedge clk);
            cfg_write = 1;
            cfg_word = word;
            cfg_wdata = data;
            @(negedge clk);
            cfg_write = 0;
        end
    endtask

    integer stretch, burst, per_1000, started, allowed;
    initial begin
        start_bench;
        // Without a limit
        sending = 1;
        repeat (2000) @(negedge clk);
        for (stretch = 0; stretch < STRETCHES; stretch = stretch + 1) begin
            sending = 0;
            while (!(idle && !s_valid)) @(negedge clk);
            stalls = stretch % 2 ? 30 : 0;
            burst = 1 + (random(1) >> 4) % 50;
            per_1000 = 1 + (random(1) >> 4) % 40;   // tokens in 1,000 cycles: always less than come
            poke(RATE, 0);
            poke(BURST, burst);
            poke(DROPS, 0);
            dropped = 0;
            for (k = 0; k < 4; k = k + 1) passed[k] = 0;
            repeat (4) @(negedge clk);
            poke(RATE, per_1000 * 68719477);        // 2^36 / 1,000
            started = cycle;
            may_drop = 1;
            sending = 1;
            repeat (STRETCH) @(negedge clk);
            sending = 0;
            while (!(idle && !s_valid)) @(negedge clk);
            allowed = burst + (cycle - started) * per_1000 / 1000;
            for (k = 0; k < 4; k = k + 1)
                if (passed[k] > allowed + 1 || passed[k] < allowed - burst - allowed / 3) begin
                    $display("port %0d: %0d frames of %0d", k, passed[k], allowed);
                    fail;
                end
            // A frame for the wires shows what was dropped before it.
            punting = 0;
            sending = 1;
            repeat (2) @(negedge clk);
            sending = 0;
            repeat (4) @(negedge clk);
            while (!(idle && !s_valid)) @(negedge clk);
            punting = 1;
            cfg_word = DROPS;
            repeat (2) @(negedge clk);
            if (dropped == 0 || dropped > cfg_rdata || cfg_rdata > dropped + 4) begin
                $display("%0d drops counted, %0d seen", cfg_rdata, dropped);
                fail;
            end
        end
        cfg_word = BURST;
        repeat (2) @(negedge clk);
        if (cfg_rdata !== burst) fail;
        pass;
    end
endmodule
