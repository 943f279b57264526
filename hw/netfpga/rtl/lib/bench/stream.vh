// SPDX-License-Identifier: Apache-2.0
//
// header_window and frame_builder with a pipeline of DELAY cycles between them, a sender and a judge, for the benches of
// streams. Frame number f has length_of(f) bytes, byte i of it being byte_of(f, i). The pipeline makes a new head of it: it
// takes cut_of(f) bytes away in front and puts front_of(f) others there. drop_of(f) and digest_of(f) say what else happens
// to it. Where empty_end(f) is true, which it may be for lengths of whole beats, the last beat has no byte. The bench defines these
// functions and how often the sender pauses and the receiver stalls.

    localparam BEATS = 4, HEAD = 32 * BEATS, BYTES = 192, DELAY = 40;

    function [7:0] byte_of(input integer f, input integer i);
        byte_of = f * 37 + i * 5 + (i >> 8) * 11 + (i >> 5);
    endfunction

    function [7:0] front_byte(input integer f, input integer i);
        front_byte = f * 59 + i * 3 + 128;
    endfunction

    function [255:0] digest_data(input integer f);
        digest_data = {8{f * 32'h9E3779B9}} ^ {4{64'h0123456789ABCDEF}} ^ {224'd0, f};
    endfunction

    // ---- Sender --------------------------------------------------------------------------------------------------

    reg          s_valid = 0;
    reg [255:0]  s_data;
    reg [31:0]   s_keep;
    reg          s_last;
    reg [127:0]  s_user;
    wire         s_ready;

    integer send_frame = 0, send_offset = 0, send_k, send_length, held_up = 0;
    reg sending = 0;
    always @(posedge clk) begin
        if (reset) s_valid <= 0;
        else begin
            if (s_valid & ~s_ready) held_up = held_up + 1;
            if (!s_valid || s_ready) begin
                s_valid <= 0;
                if (sending && send_frame < FRAMES && !chance(2, gaps)) begin
                    send_length = length_of(send_frame);
                    s_valid <= 1;
                    for (send_k = 0; send_k < 32; send_k = send_k + 1) begin
                        s_keep[send_k] <= send_offset + send_k < send_length;
                        s_data[8*send_k +: 8] <= byte_of(send_frame, send_offset + send_k);
                    end
                    s_last <= send_offset + 32 >= send_length + empty_end(send_frame);
                    s_user <= send_offset == 0 ? {96'd0, ~send_frame[7:0], source_of(send_frame), send_length[15:0]} : 128'd0;
                    send_offset = send_offset + 32;
                    if (send_offset >= send_length + empty_end(send_frame)) begin
                        send_frame = send_frame + 1;
                        send_offset = 0;
                    end
                end
            end
        end
    end

    function [7:0] source_of(input integer f);
        source_of = 8'd1 << (f % 8);
    endfunction

    // ---- What is tested ------------------------------------------------------------------------------------------

    wire              head_valid, head_more;
    wire [8*HEAD-1:0] head;
    wire [7:0]        head_bytes;
    wire [127:0]      head_user;
    wire              credit, rest_valid, rest_last, rest_ready;
    wire [255:0]      rest_data;
    wire [31:0]       rest_keep;
    wire              m_valid, m_last;
    wire [255:0]      m_data;
    wire [31:0]       m_keep;
    wire [127:0]      m_user;
    reg               m_ready = 0;
    wire              window_idle, builder_idle;

    header_window #(.BEATS(BEATS), .HEADS(HEADS), .REST_DEPTH(REST_DEPTH)) window (
        .clk(clk), .reset(reset),
        .s_valid(s_valid), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_user(s_user), .s_ready(s_ready),
        .head_valid(head_valid), .head(head), .head_bytes(head_bytes), .head_more(head_more), .head_user(head_user),
        .credit(credit), .rest_valid(rest_valid), .rest_data(rest_data), .rest_keep(rest_keep), .rest_last(rest_last),
        .rest_ready(rest_ready), .idle(window_idle));

    frame_builder #(.BYTES(BYTES), .HEADS(HEADS)) builder (
        .clk(clk), .reset(reset),
        .head_valid(new_valid[DELAY-1]), .head(new_head[pipe]), .head_bytes(new_bytes[pipe]), .head_more(new_more[pipe]),
        .head_drop(drop_of(new_frame[pipe])), .head_length(new_length[pipe]), .head_src(source_of(new_frame[pipe])),
        .head_dst(~new_frame[pipe][7:0]), .digest_valid(digest_of(new_frame[pipe])),
        .digest(digest_data(new_frame[pipe])),
        .credit(credit), .rest_valid(rest_valid), .rest_data(rest_data), .rest_keep(rest_keep), .rest_last(rest_last),
        .rest_ready(rest_ready),
        .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_user(m_user), .m_ready(m_ready),
        .idle(builder_idle));

    // ---- The pipeline between them -------------------------------------------------------------------------------

    reg [8*BYTES-1:0] new_head [0:DELAY-1];
    reg [7:0]         new_bytes [0:DELAY-1];
    reg               new_more [0:DELAY-1];
    reg [15:0]        new_length [0:DELAY-1];
    reg [31:0]        new_frame [0:DELAY-1];
    reg [DELAY-1:0]   new_valid = 0;
    integer           pipe = 0;          // place of the head that comes out, and of the one that goes in
    integer           head_frame = 0, cut, front, head_length, k;
    reg [8*BYTES-1:0] made;
    reg               head_before = 0;
    initial for (k = 0; k < DELAY; k = k + 1) new_frame[k] = 0;

    always @(posedge clk) begin
        new_valid <= reset ? {DELAY{1'b0}} : {new_valid[DELAY-2:0], head_valid};
        head_before <= head_valid;
        if (!reset && head_valid) begin
            head_length = length_of(head_frame);
            if (head_before) begin
                $display("heads in two cycles on end");
                fail;
            end
            if (head_bytes !== (head_length < HEAD ? head_length : HEAD) || head_more !== head_length + empty_end(head_frame) > HEAD ||
                    head_user !== {96'd0, ~head_frame[7:0], source_of(head_frame), head_length[15:0]}) begin
                $display("head %0d of %0d: %0d bytes, more %b, user %h", head_frame, head_length, head_bytes, head_more, head_user);
                fail;
            end
            for (k = 0; k < HEAD; k = k + 1)
                if (head[8*(HEAD-1-k) +: 8] !== (k < head_length ? byte_of(head_frame, k) : 8'd0)) begin
                    $display("head %0d: byte %0d is %h", head_frame, k, head[8*(HEAD-1-k) +: 8]);
                    fail;
                end
            cut = cut_of(head_frame);
            front = front_of(head_frame);
            made = {head, {8*(BYTES-HEAD){1'b1}}} << 8 * cut;
            made = made >> 8 * front;
            for (k = 0; k < front; k = k + 1) made[8*(BYTES-1-k) +: 8] = front_byte(head_frame, k);
            new_head[pipe] <= made;
            new_bytes[pipe] <= head_bytes + front - cut;
            new_more[pipe] <= head_more;
            new_length[pipe] <= head_length + front - cut;
            new_frame[pipe] <= head_frame;
            head_frame = head_frame + 1;
        end
        pipe <= (pipe + 1) % DELAY;
    end

    // ---- Receiver and judge --------------------------------------------------------------------------------------

    integer get_frame = 0, get_offset = 0, get_length, get_end, get_k, get_kept, beats = 0, first_beat, last_beat;
    reg     get_digest = 0;              // expected is the digest of get_frame
    reg     get_first = 1;               // nothing has left since the reset
    reg [7:0] get_byte;
    wire      done = get_frame == FRAMES;

    task next_expected;
        begin
            get_offset = 0;
            if (!get_digest && get_frame < FRAMES && digest_of(get_frame)) get_digest = 1;
            else begin
                get_digest = 0;
                get_frame = get_frame + 1;
            end
            while (get_frame < FRAMES && !get_digest && nothing_of(get_frame)) begin
                if (digest_of(get_frame)) get_digest = 1;
                else get_frame = get_frame + 1;
            end
        end
    endtask

    // Frames whose empty last beat is of the rest, and is not filled by what is carried over
    function hollow(input integer f);
        hollow = empty_end(f) && length_of(f) >= HEAD && (front_of(f) - cut_of(f)) % 32 == 0;
    endfunction

    // Frames that leave nothing
    function nothing_of(input integer f);
        nothing_of = drop_of(f) || (length_of(f) + front_of(f) - cut_of(f) == 0 && !hollow(f));
    endfunction

    always @(posedge clk) begin
        m_ready <= !chance(3, stalls);
        if (!reset && get_first) begin
            get_first = 0;
            if (get_frame < FRAMES && nothing_of(get_frame)) next_expected;
        end
        if (!reset && m_valid && m_ready) begin
            if (get_frame >= FRAMES) begin
                $display("a beat too much");
                fail;
            end
            if (beats == 0) first_beat = cycle;
            last_beat = cycle;
            beats = beats + 1;
            get_length = get_digest ? 32 : length_of(get_frame) + front_of(get_frame) - cut_of(get_frame);
            get_kept = get_length - get_offset < 32 ? get_length - get_offset : 32;
            get_end = get_length + (!get_digest && hollow(get_frame));
            if (m_last !== (get_offset + 32 >= get_end) || m_keep !== 33'h1_0000_0000 - 1 >> 32 - get_kept ||
                    m_user !== {96'd0, get_digest ? dma_of(get_frame) : ~get_frame[7:0], source_of(get_frame), get_length[15:0]}) begin
                $display("frame %0d (digest %b) of %0d at %0d: last %b keep %h user %h", get_frame, get_digest, get_length, get_offset,
                        m_last, m_keep, m_user);
                fail;
            end
            for (get_k = 0; get_k < get_kept; get_k = get_k + 1) begin
                get_byte = get_digest ? digest_data(get_frame) >> 8 * get_k :
                        get_offset + get_k < front_of(get_frame) ? front_byte(get_frame, get_offset + get_k) :
                        byte_of(get_frame, get_offset + get_k - front_of(get_frame) + cut_of(get_frame));
                if (m_data[8*get_k +: 8] !== get_byte) begin
                    $display("frame %0d (digest %b): byte %0d is %h, expected %h", get_frame, get_digest, get_offset + get_k,
                            m_data[8*get_k +: 8], get_byte);
                    fail;
                end
            end
            if (window_idle & builder_idle) begin
                $display("idle while a frame leaves");
                fail;
            end
            get_offset = get_offset + 32;
            if (get_offset >= get_end) next_expected;
        end
    end

    function [7:0] dma_of(input integer f);
        dma_of = 8'd2 << (f % 8 & 6);
    endfunction

    // Nothing of what is under way leaves any more; the frame that is being sent is not gone on with.
    task reset_all;
        begin
            reset = 1;
            repeat (1 + (random(0) >> 4) % 4) @(negedge clk);
            if (send_offset != 0) send_frame = send_frame + 1;
            send_offset = 0;
            head_frame = send_frame;
            get_frame = send_frame;
            get_offset = 0;
            get_digest = 0;
            get_first = 1;
            reset = 0;
        end
    endtask

    task await_all;
        begin
            k = 0;
            sending = 1;
            while (!done) begin
                @(negedge clk);
                if (cycle > LIMIT) begin
                    $display("frame %0d of %0d does not come", get_frame, FRAMES);
                    fail;
                end
            end
            repeat (4) @(negedge clk);
            // The last frames may be some that are dropped.
            while (!(window_idle & builder_idle)) begin
                @(negedge clk);
                if (cycle > LIMIT) begin
                    $display("not idle at the end");
                    fail;
                end
            end
        end
    endtask
