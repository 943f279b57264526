// SPDX-License-Identifier: Apache-2.0
//
// punt_bucket: since the rate was set, no more frames have begun to leave by a DMA port than the burst and what the rate
// allows until now, for any rate and burst, at every time and whatever comes in: `left`, which is burst + sum of
// rate / 2^36 - frames, never was to get below 0. It is cut at 2^17, which allows less.
// proof induction 2

module punt_bucket_formal (
    input wire         clk,
    input wire         s_valid,
    input wire         s_last,
    input wire [7:0]   destination,
    input wire         m_ready
);
    localparam [1:0] RATE = 0, BURST = 1;
    localparam FRACTION = 36;

    (* anyconst *) wire [31:0] rate;
    (* anyconst *) wire [15:0] burst;
    always @* assume (rate != 0);

    // Reset, burst, rate, and the frames that begin when both are in force.
    reg [3:0] age = 0;
    always @(posedge clk) if (~&age) age <= age + 1;
    wire reset = age < 4;
    wire writes_burst = age == 4, writes_rate = age == 6;
    wire limited = age > 8;
    always @* if (~limited) assume (~s_valid);

    wire         s_ready, m_valid, m_last;
    wire [127:0] m_user;
    punt_bucket dut (
        .clk(clk), .reset(reset),
        .s_valid(s_valid), .s_data(256'd0), .s_keep(32'd0), .s_last(s_last), .s_user({96'd0, destination, 24'd0}),
        .s_ready(s_ready), .m_valid(m_valid), .m_last(m_last), .m_user(m_user), .m_ready(m_ready),
        .cfg_write(writes_burst | writes_rate), .cfg_word(writes_burst ? BURST : RATE),
        .cfg_wdata(writes_burst ? {16'd0, burst} : rate));

    reg                first;            // the next beat that leaves is a frame's first
    reg [FRACTION-1:0] sum;              // of rate, less the tokens that it made
    reg [17:0]         left;
    wire [FRACTION:0]  next_sum = {1'b0, sum} + rate;
    wire               grant = next_sum[FRACTION];
    wire               punted = m_valid & first & m_user[25];
    always @(posedge clk) begin
        if (reset) first <= 1;
        else if (m_valid & m_ready) first <= m_last;
        sum <= age > 6 ? next_sum[FRACTION-1:0] : 0;
        if (age <= 6) left <= burst;
        else left <= left + (grant & ~left[17]) - (punted & m_ready);
    end

    always @* if (limited & punted) assert (left != 0);
endmodule
