// SPDX-License-Identifier: Apache-2.0
//
// punt_bucket: frames for ports of wires all pass, and those from the host. Others for DMA ports do as the tokens of their
// reason allow: none while there is one, and over time as many as the rate says, whatever comes for other reasons. What is
// dropped is dropped whole, and counted.

module punt_bucket_bench;
    parameter INDEX = 5, PAUSE = 3, STRETCH = 20000, STRETCHES = 8;
    localparam BEATS_MOST = 4, BUCKETS = 1 << INDEX, TURN = 1 << (INDEX + PAUSE);
    localparam REASON = 0, RATE = 1, BURST = 2, DROPS = 3;

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

    punt_bucket #(.INDEX(INDEX), .PAUSE(PAUSE)) dut (
        .clk(clk), .reset(reset),
        .s_valid(s_valid), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_user(s_user), .s_ready(s_ready),
        .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_user(m_user), .m_ready(m_ready),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata), .idle(idle));

    // A frame's number says all of it. One beat is a digest; a quarter of the others have another EtherType.
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
    function [7:0] source(input [31:0] n);
        source = 8'd1 << (mix(n) >> 11 & (mix(n) >> 27 == 0 ? 7 : 6));
    endfunction
    function integer beats_of(input [31:0] n);
        beats_of = 1 + (mix(n) >> 20) % BEATS_MOST;
    endfunction
    function has_reason(input [31:0] n);
        has_reason = (mix(n) >> 22) % 4 != 0;
    endfunction
    // Some reasons come a hundred times less than others.
    reg [7:0] reasons [0:3];
    function [7:0] reason(input [31:0] n);
        reason = (mix(n) >> 24) % 128 == 0 ? rare : reasons[mix(n) >> 18 & 3];
    endfunction
    reg [7:0] rare;
    function [INDEX-1:0] bucket(input [31:0] n);
        bucket = beats_of(n) == 1 ? BUCKETS / 2 + reason(n) % (BUCKETS / 2) : has_reason(n) ? reason(n) % (BUCKETS / 2) : 0;
    endfunction
    // Asks for a token.
    function asks(input [31:0] n);
        asks = |(destination(n) & 8'hAA) & ~|(source(n) & 8'hAA);
    endfunction
    function [255:0] content(input [31:0] n, input integer at);
        begin
            content = {8{mix(n + at)}};
            content[8*12 +: 16] = at > 0 || has_reason(n) ? 16'hB588 : 16'h0008;
            content[8*16 +: 8] = at > 0 ? 8'd0 : reason(n);
            if (beats_of(n) == 1) content[8*31 +: 8] = reason(n);
            content[31:0] = n;
        end
    endfunction

    integer stalls = 0, sending = 0, punting = 1;
    integer n = 0, beat = 0;
    always @(posedge clk) begin
        m_ready <= !chance(3, stalls);
        if (!reset && (!s_valid || s_ready)) begin
            s_valid <= 0;
            if (beat > 0 || sending) begin
                if (!chance(2, stalls)) begin
                    if (beat == 0 && !punting) while (asks(n)) n = n + 1;
                    s_valid <= 1;
                    s_data <= content(n, beat);
                    s_keep <= 32'hFFFF_FFFF >> (beat > 0 ? beat : 0);
                    s_last <= beat + 1 == beats_of(n);
                    s_user <= beat == 0 ? {96'd0, destination(n), source(n), 16'd0} : {128{1'b1}};
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
    integer expected = 0, out_beat = 0, k;
    integer dropped [0:BUCKETS-1], passed [0:BUCKETS-1];
    task forget;
        for (k = 0; k < BUCKETS; k = k + 1) begin
            dropped[k] = 0;
            passed[k] = 0;
        end
    endtask
    initial forget;
    reg [31:0] number;
    reg [BUCKETS-1:0] may_drop = 0;
    always @(posedge clk) if (!reset && m_valid && m_ready) begin
        number = m_data[31:0];
        if (out_beat == 0) begin
            while (expected != number) begin
                if (punting || asks(expected)) begin
                    if (!asks(expected) || !may_drop[bucket(expected)]) begin
                        $display("frame %0d from %b to %b, bucket %0d, is missing, %0d came", expected, source(expected),
                                destination(expected), bucket(expected), number);
                        fail;
                    end
                    if (punting) dropped[bucket(expected)] = dropped[bucket(expected)] + 1;
                end
                expected = expected + 1;
            end
            if (asks(number)) passed[bucket(number)] = passed[bucket(number)] + 1;
            if (m_user !== {96'd0, destination(number), source(number), 16'd0}) fail;
        end
        if (number !== expected || m_data !== content(number, out_beat) || m_keep !== 32'hFFFF_FFFF >> out_beat
                || m_last !== (out_beat + 1 == beats_of(expected))) begin
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

    task set(input integer which, input integer tokens_in_1000, input integer size);
        begin
            poke(REASON, which);
            poke(BURST, size);
            poke(RATE, tokens_in_1000 * 68719477);  // 2^36 / 1,000
        end
    endtask
    task peek(input [1:0] word, input [31:0] value);
        begin
            cfg_word = word;
            repeat (2) @(negedge clk);
            if (cfg_rdata !== value) begin
                $display("register %0d is %h, not %h", word, cfg_rdata, value);
                fail;
            end
        end
    endtask

    integer stretch, j, size, per_1000, allowed, gained, all, last, began;
    initial begin
        start_bench;
        for (k = 0; k < 4; k = k + 1) reasons[k] = random(1) >> 4;
        rare = random(1) >> 4;
        // Without a limit
        sending = 1;
        repeat (2000) @(negedge clk);
        for (stretch = 0; stretch < STRETCHES; stretch = stretch + 1) begin
            sending = 0;
            while (!(idle && !s_valid)) @(negedge clk);
            stalls = stretch % 2 ? 30 : 0;
            for (k = 0; k < 4; k = k + 1) reasons[k] = random(1) >> 4;
            rare = random(1) >> 4;
            while (is_used(rare)) rare = random(1) >> 4;
            may_drop = {BUCKETS{1'b1}};
            may_drop[rare % (BUCKETS / 2)] = 0;
            may_drop[BUCKETS / 2 + rare % (BUCKETS / 2)] = 0;
            per_1000 = 1 + (random(1) >> 4) % 20;   // tokens in 1,000 cycles
            size = 1 + (per_1000 * TURN + 999) / 1000 + (random(1) >> 4) % 30;
            for (j = 0; j < BUCKETS; j = j + 1) begin
                set(j, may_drop[j] ? per_1000 : 20, may_drop[j] ? size : 20 + 20 * TURN / 1000);
                poke(DROPS, 0);
                repeat (4) @(negedge clk);
                poke(RATE, (may_drop[j] ? per_1000 : 20) * 68719477);
            end
            // Full buckets get no fuller.
            repeat (2 * TURN > 8192 ? 2 * TURN : 8192) @(negedge clk);
            forget;
            began = cycle;
            sending = 1;
            repeat (STRETCH) @(negedge clk);
            sending = 0;
            while (!(idle && !s_valid)) @(negedge clk);
            all = 0;
            for (j = 0; j < BUCKETS; j = j + 1) if (may_drop[j]) begin
                allowed = size + (cycle - began + TURN) * per_1000 / 1000;  // a turn gives those of all its time
                gained = (cycle - began - TURN) * per_1000 / 1000;
                if (passed[j] > allowed + 1 || dropped[j] > passed[j] && passed[j] < gained * 3 / 4) begin
                    $display("bucket %0d: %0d frames of %0d to %0d", j, passed[j], gained, allowed);
                    fail;
                end
                all = all + dropped[j];
            end
            if (all == 0) fail;
            // A frame for the wires shows what was dropped before it.
            punting = 0;
            last = n;
            sending = 1;
            while (n == last) @(negedge clk);
            sending = 0;
            repeat (4) @(negedge clk);
            while (!(idle && !s_valid)) @(negedge clk);
            punting = 1;
            for (j = 0; j < BUCKETS; j = j + 1) begin
                poke(REASON, j);
                repeat (4) @(negedge clk);
                cfg_word = DROPS;
                repeat (2) @(negedge clk);
                if (dropped[j] > cfg_rdata || cfg_rdata > dropped[j] + 8) begin
                    $display("bucket %0d: %0d drops counted, %0d seen", j, cfg_rdata, dropped[j]);
                    fail;
                end
            end
        end
        peek(REASON, BUCKETS - 1);
        peek(BURST, may_drop[BUCKETS-1] ? size : 20 + 20 * TURN / 1000);
        peek(RATE, (may_drop[BUCKETS-1] ? per_1000 : 20) * 68719477);
        poke(RATE, 0);
        peek(RATE, 0);
        pass;
    end

    function is_used(input [7:0] code);
        begin
            is_used = code % (BUCKETS / 2) == 0;
            for (k = 0; k < 4; k = k + 1) if (reasons[k] % (BUCKETS / 2) == code % (BUCKETS / 2)) is_used = 1;
        end
    endfunction
endmodule
