// SPDX-License-Identifier: Apache-2.0
//
// punt_bucket: since the rate of a bucket was set, no more frames that ask it have begun to leave than the burst and what its
// turns gave until now, for any bucket, rate and burst, at every time and whatever comes in: `left`, which is burst + sum of
// the tokens of turns - frames, never was to get below 0. It is cut at 2^17, which allows less.
// proof induction 2

module punt_bucket_formal (
    input wire         clk,
    input wire         s_valid,
    input wire         s_last,
    input wire         s_full,
    input wire [7:0]   destination,
    input wire [7:0]   source,
    input wire [15:0]  ether_type,
    input wire [7:0]   reason,
    input wire [7:0]   last_byte,
    input wire         m_ready
);
    localparam [1:0] REASON = 0, RATE = 1, BURST = 2;
    localparam INDEX = 2, PAUSE = 3;
    localparam FRACTION = 36 - INDEX - PAUSE;
    localparam [7:0] DMA_PORTS = 8'hAA;

    (* anyconst *) wire [31:0] rate;
    (* anyconst *) wire [15:0] burst;
    (* anyconst *) wire [INDEX-1:0] bucket;
    always @* assume (rate != 0);

    // Reset, which bucket, burst, rate, and the frames that begin when all are in force.
    reg [3:0] age = 0;
    always @(posedge clk) if (~&age) age <= age + 1;
    wire reset = age < 3;
    wire writes_reason = age == 3, writes_burst = age == 4, writes_rate = age == 5;   // and is in force after age 6
    wire limited = age > 8;
    always @* if (~limited) assume (~s_valid);

    wire         s_ready, m_valid, m_last;
    wire [127:0] m_user;
    wire [255:0] m_data;
    wire [31:0]  m_keep;
    punt_bucket #(.INDEX(INDEX), .PAUSE(PAUSE)) dut (
        .clk(clk), .reset(reset),
        .s_valid(s_valid), .s_data({last_byte, 112'd0, reason, 16'd0, ether_type, 96'd0}), .s_keep({s_full, 31'd0}),
        .s_last(s_last), .s_user({96'd0, destination, source, 16'd0}), .s_ready(s_ready),
        .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_user(m_user), .m_ready(m_ready),
        .cfg_write(writes_reason | writes_burst | writes_rate),
        .cfg_word(writes_reason ? REASON : writes_burst ? BURST : RATE),
        .cfg_wdata(writes_reason ? {{32-INDEX{1'b0}}, bucket} : writes_burst ? {16'd0, burst} : rate));

    reg                first;            // the next beat that leaves is a frame's first
    reg [FRACTION-1:0] sum;              // of rate, less the tokens that it made
    reg [17:0]         left;
    reg [INDEX+PAUSE-1:0] time_;         // since reset
    wire [32:0]        next_sum = {1'b0, sum} + rate;
    wire               turn = time_ == {bucket, {PAUSE{1'b1}}} & age > 9;
    wire [17:0]        grant = turn ? next_sum >> FRACTION : 0;
    wire [INDEX-1:0]   asked = m_last & m_keep[31]          ? {1'b1, m_data[8*31 +: INDEX-1]} :
                               m_data[8*12 +: 16] == 16'hB588 ? {1'b0, m_data[8*16 +: INDEX-1]} : 0;
    wire               punted = m_valid & first & |(m_user[31:24] & DMA_PORTS) & ~|(m_user[23:16] & DMA_PORTS)
                                & asked == bucket;
    always @(posedge clk) begin
        if (reset) first <= 1;
        else if (m_valid & m_ready) first <= m_last;
        time_ <= reset ? 0 : time_ + 1;
        if (age <= 6) sum <= 0;
        else if (turn) sum <= next_sum[FRACTION-1:0];
        if (age <= 6) left <= burst;
        else left <= left + (left[17] ? 0 : grant) - (punted & m_ready);
    end

    always @* if (limited & punted) assert (left != 0);
endmodule
