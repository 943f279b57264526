// SPDX-License-Identifier: Apache-2.0
//
// Cuts the first BEATS beats off each frame of an AXI stream and shows them at once: the head. What follows, the rest,
// waits in a FIFO for frame_builder.
//
// Timing: head_valid in the cycle after the frame's last beat, or after beat BEATS of a longer one. It lasts one cycle, is
// never stalled, and comes at most every second cycle: the head of a frame of one beat comes a cycle later, and that
// frame holds the next one up for a cycle. Else a beat is taken every cycle while there are credits (at a frame's first beat) and room in the FIFO (beyond the head).
// Credits: frame_builder holds HEADS heads at most. One is taken by each frame, and one comes back by each `credit`.
//
// s_user counts at the first beat. s_keep must be all ones except at the last beat, where its ones are the lowest bits; it
// may have none.

module header_window #(
    parameter BEATS = 4,           // 1 .. 7
    parameter HEADS = 64,
    parameter REST_DEPTH = 1024
) (
    input  wire                 clk,
    input  wire                 reset,

    input  wire                 s_valid,
    input  wire [255:0]         s_data,
    input  wire [31:0]          s_keep,
    input  wire                 s_last,
    input  wire [127:0]         s_user,
    output wire                 s_ready,

    output reg                  head_valid,
    output reg  [256*BEATS-1:0] head,        // first byte in the highest bits, zero beyond the frame
    output reg  [7:0]           head_bytes,  // at most 32*BEATS
    output reg                  head_more,   // the frame goes on in the rest
    output reg  [127:0]         head_user,
    input  wire                 credit,

    output wire                 rest_valid,
    output wire [255:0]         rest_data,
    output wire [31:0]          rest_keep,
    output wire                 rest_last,
    input  wire                 rest_ready,

    output wire                 idle         // no credit is out, and no frame under way
);

    localparam CREDIT_BITS = $clog2(HEADS + 1);
    localparam [2:0] FIRST = 0;
    localparam [31:0] LAST_OF_HEAD = BEATS - 1;
    localparam [31:0] BEYOND = BEATS;
    localparam [31:0] ALL_CREDITS = HEADS;

    reg [2:0]             beat;           // number of the next beat in its frame, at most BEYOND
    reg                   pause;          // a head of one beat was just taken
    reg [CREDIT_BITS-1:0] credits;
    reg                   has_credit;

    wire first  = beat == FIRST;
    wire beyond = beat == BEYOND[2:0];
    wire rest_room;

    assign s_ready = first ? has_credit & ~pause : ~beyond | rest_room;

    wire accept   = s_valid & s_ready;
    wire complete = accept & ~beyond & (s_last | beat == LAST_OF_HEAD[2:0]);

    // Credits
    wire take = accept & first;
    wire [CREDIT_BITS-1:0] credits_next =
            credits + {{CREDIT_BITS-1{1'b0}}, credit} - {{CREDIT_BITS-1{1'b0}}, take};

    assign idle = first & ~pause & ~head_valid & credits == ALL_CREDITS[CREDIT_BITS-1:0];

    always @(posedge clk) begin
        if (reset) begin
            beat       <= FIRST;
            pause      <= 1'b0;
            head_valid <= 1'b0;
            credits    <= ALL_CREDITS[CREDIT_BITS-1:0];
            has_credit <= 1'b0;
        end else begin
            if (accept) beat <= s_last ? FIRST : beyond ? beat : beat + 1'b1;
            pause      <= complete & first;
            head_valid <= (complete & ~first) | pause;
            credits    <= credits_next;
            has_credit <= credits_next != 0;
        end
    end

    // The head: beat k goes to slot k, and the first one empties all others.
    wire [255:0] network;                 // the beat in network order, zero where s_keep is
    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : bytes
            assign network[8*(31-i) +: 8] = s_data[8*i +: 8] & {8{s_keep[i]}};
        end
        for (i = 0; i < BEATS; i = i + 1) begin : slots
            always @(posedge clk) begin
                if (accept & beat == i) head[256*(BEATS-1-i) +: 256] <= network;
                else if (take) head[256*(BEATS-1-i) +: 256] <= 256'd0;
            end
        end
    endgenerate

    wire [5:0] count;
    keep_count keep_count (.keep(s_keep), .count(count));

    wire [7:0] bytes_before = {beat, 5'd0};

    always @(posedge clk) begin
        if (complete) begin
            head_bytes <= bytes_before + {2'd0, count};
            head_more  <= ~s_last;
        end
        if (take) head_user <= s_user;
    end

    fifo #(.WIDTH(256 + 32 + 1), .DEPTH_BITS($clog2(REST_DEPTH))) rest (
        .clk(clk), .reset(reset),
        .in_valid(accept & beyond), .in_data({s_last, s_keep, s_data}), .in_ready(rest_room),
        .out_valid(rest_valid), .out_data({rest_last, rest_keep, rest_data}), .out_ready(rest_ready));

endmodule
