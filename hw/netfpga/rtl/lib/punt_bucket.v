// SPDX-License-Identifier: Apache-2.0
//
// Limits what goes to the host, with a token bucket for each reason: a frame for a DMA port takes a token out of the bucket of
// its reason, or is dropped whole and counted where that is empty. So a flood for one reason costs the others nothing. Frames
// for the wires pass, and so do those that came from the host, which knows how many it sends.
//
//   bucket   a frame of 32 bytes, which is a digest: 2^(INDEX-1) + the low bits of its last byte
//            EtherType 88b5: the low bits of the last byte of packet_in, the 17th of the frame (p4/sume/dma.p4)
//            others: 0
//
// Timing: a beat every cycle, through two registers, but that the first beat of a frame that asks waits for a cycle in which its
// bucket is read, and for three of 2^PAUSE more; s_ready depends on m_ready. s_user counts at a frame's first beat. A bucket has its turn every 2^(INDEX+PAUSE) cycles and then gets
// all tokens since its last one, so that its size is to be no less than those.
//
//   cfg word 0   REASON: the bucket that the others are of
//   cfg word 1   RATE: tokens per second * 2^36 / clock in Hz, that is 344 at 200 MHz for one a second (precise to
//                0.2 %), and 12.5 million at most; 0, as after reset: no limit. Writing it fills the bucket
//   cfg word 2   BURST: size of the bucket in tokens, to 65,535; write it before RATE
//   cfg word 3   DROPS: frames dropped; can be written
// cfg_rdata one cycle after cfg_word, and two after it or REASON was written.

`include "registers.vh"

module punt_bucket #(
    parameter INDEX = 7,                 // bits of a bucket's number
    parameter PAUSE = 5                  // 2^PAUSE cycles from one bucket's turn to the next one's: 3 or more; both 5 to 15
) (
    input  wire         clk,
    input  wire         reset,

    input  wire         s_valid,
    input  wire [255:0] s_data,
    input  wire [31:0]  s_keep,
    input  wire         s_last,
    input  wire [127:0] s_user,
    output wire         s_ready,

    output reg          m_valid,
    output reg  [255:0] m_data,
    output reg  [31:0]  m_keep,
    output reg          m_last,
    output reg  [127:0] m_user,
    input  wire         m_ready,

    input  wire         cfg_write,
    input  wire [1:0]   cfg_word,
    input  wire [31:0]  cfg_wdata,
    output reg  [31:0]  cfg_rdata,

    output wire         idle             // between two frames, and nothing is held
);

    localparam [1:0] REASON = `BUCKET_REASON_WORD, RATE = `BUCKET_RATE_WORD, BURST = `BUCKET_BURST_WORD,
        DROPS = `BUCKET_DROPS_WORD;
    localparam BUCKETS = 1 << INDEX;
    localparam SOURCE = 16, DESTINATION = 24;        // in tuser
    localparam [7:0] DMA_PORTS = 8'hAA;
    localparam [15:0] ETHER_TYPE = 16'h88B5;
    localparam ETHER_TYPE_BYTE = 12, REASON_BYTE = 16, LAST_BYTE = 31;

    // ---- Frames that come in: which bucket ----------------------------------------------------------------------

    reg              first;              // the next beat is a frame's first
    reg              held_valid, held_first, held_last, held_asks;
    reg  [255:0]     held_data;
    reg  [31:0]      held_keep;
    reg  [127:0]     held_user;
    reg  [INDEX-1:0] held_bucket;

    wire is_digest = s_last & s_keep[LAST_BYTE];
    wire has_reason = {s_data[8*ETHER_TYPE_BYTE +: 8], s_data[8*ETHER_TYPE_BYTE+8 +: 8]} == ETHER_TYPE;
    wire punted = |(s_user[DESTINATION +: 8] & DMA_PORTS) & ~|(s_user[SOURCE +: 8] & DMA_PORTS);

    always @(posedge clk) begin
        if (reset) begin
            first      <= 1'b1;
            held_valid <= 1'b0;
        end else if (s_ready) begin
            if (s_valid) first <= s_last;
            held_valid <= s_valid;
        end
        if (s_ready) begin
            held_first  <= first;
            held_asks   <= first & punted;
            held_data   <= s_data;
            held_keep   <= s_keep;
            held_last   <= s_last;
            held_user   <= s_user;
            held_bucket <= is_digest  ? {1'b1, s_data[8*LAST_BYTE +: INDEX-1]} :
                           has_reason ? {1'b0, s_data[8*REASON_BYTE +: INDEX-1]} : {INDEX{1'b0}};
        end
    end

    // ---- Frames that leave ---------------------------------------------------------------------------------------

    reg  dropping;                       // the rest of this frame
    wire busy;                           // no bucket can be asked in this cycle
    wire has_token;
    reg  asked;                          // what is known of the bucket of the beat that is held is so still
    wire waits   = held_asks & (busy | ~asked);
    wire denied  = held_asks & ~has_token;
    wire drop    = held_first ? denied : dropping;
    wire leaves  = ~m_valid | m_ready;
    wire goes    = held_valid & leaves & ~waits;

    assign s_ready = ~held_valid | goes;
    assign idle = first & ~held_valid & ~m_valid;

    always @(posedge clk) begin
        if (reset) m_valid <= 1'b0;
        else if (leaves) m_valid <= goes & ~drop;
        if (goes) dropping <= drop;
        if (leaves) begin
            m_data <= held_data;
            m_keep <= held_keep;
            m_last <= held_last;
            m_user <= held_user;
        end
    end

    // ---- Tokens: the host fills a bucket, its turn adds to it in four cycles, frames take from it ------------------

    localparam FRACTION = 36 - INDEX - PAUSE;        // bits of a token, of what a turn adds
    localparam GRANT = 33 - FRACTION;                // bits of the tokens that it adds

    reg  [INDEX-1:0]    selected;        // by the host
    reg  [BUCKETS-1:0]  limited;
    (* ram_style = "distributed" *) reg [31:0] rates [0:BUCKETS-1];
    (* ram_style = "distributed" *) reg [15:0] bursts [0:BUCKETS-1];
    (* ram_style = "distributed" *) reg [15:0] tokens [0:BUCKETS-1];
    (* ram_style = "distributed" *) reg [FRACTION-1:0] fractions [0:BUCKETS-1];

    reg  [INDEX+PAUSE-1:0] cycle;
    wire [INDEX-1:0]    turn = cycle[INDEX+PAUSE-1:PAUSE];
    wire                its_turn = &cycle[PAUSE-1:2];
    wire [1:0]          step = cycle[1:0];
    localparam [1:0]    ADD = 2'd0, READ = 2'd1, SUM = 2'd2, WRITE = 2'd3;
    reg                 turning;         // its_turn, after ADD
    reg                 fills;
    reg  [31:0]         fill_rate;
    reg                 spoilt;          // a bucket was filled in this turn, which so gives nothing
    wire                gives = its_turn & step == WRITE & ~spoilt;
    reg  [GRANT-1:0]    grant;
    reg  [FRACTION-1:0] fraction;
    reg  [15:0]         had, size, gets;
    wire [16:0]         more = {1'b0, had} + {{17-GRANT{1'b0}}, grant};

    // What is in the bucket of the beat that is held: nobody else changes that before it goes.
    reg  [15:0]         there;
    reg                 bounded;
    wire [INDEX-1:0]    at = fills ? selected : gives ? turn : held_bucket;
    wire                spends = goes & held_asks & bounded & there != 0;

    assign busy = fills | turning;
    assign has_token = ~bounded | there != 0;

    always @(posedge clk) begin
        there   <= tokens[held_bucket];
        bounded <= limited[held_bucket];
        asked   <= ~reset & held_valid & held_asks & ~busy & ~goes;
        fills   <= ~reset & cfg_write & cfg_word == RATE;
        fill_rate <= cfg_wdata;
        cycle <= reset ? {INDEX+PAUSE{1'b0}} : cycle + 1'b1;
        turning <= ~reset & its_turn & step != WRITE;
        spoilt <= its_turn & (fills | spoilt);
        if (step == ADD) {grant, fraction} <= {{GRANT{1'b0}}, fractions[turn]} + {1'b0, rates[turn]};
        if (step == READ) begin
            had  <= tokens[turn];
            size <= bursts[turn];
        end
        gets <= more >= {1'b0, size} ? size : more[15:0];
        if (fills | gives) fractions[at] <= fraction & {FRACTION{~fills}};
        if (fills | gives | spends) tokens[at] <= fills ? bursts[selected] : gives ? gets : there - 1'b1;
    end

    // ---- Registers -----------------------------------------------------------------------------------------------

    reg              counts;
    reg  [INDEX-1:0] counted;
    wire [31:0]      drops;
    always @(posedge clk) begin
        counts  <= goes & denied & ~reset;
        counted <= held_bucket;
    end
    counter_array #(.SIZE(BUCKETS)) counters (
        .clk(clk), .reset(reset), .count_valid(counts), .count_index(counted),
        .cfg_write(cfg_write & cfg_word == DROPS), .cfg_word(selected), .cfg_wdata(cfg_wdata), .cfg_rdata(drops));

    always @(posedge clk) begin
        if (reset) limited <= {BUCKETS{1'b0}};
        else if (fills) limited[selected] <= fill_rate != 0;
        if (cfg_write & cfg_word == REASON) selected <= cfg_wdata[INDEX-1:0];
        if (fills) rates[selected] <= fill_rate;
        if (cfg_write & cfg_word == BURST) bursts[selected] <= cfg_wdata[15:0];
        case (cfg_word)
            REASON: cfg_rdata <= {{32-INDEX{1'b0}}, selected};
            RATE: cfg_rdata <= limited[selected] ? rates[selected] : 32'd0;
            BURST: cfg_rdata <= {16'd0, bursts[selected]};
            default: cfg_rdata <= drops;
        endcase
    end

endmodule
