// SPDX-License-Identifier: Apache-2.0
//
// Exact match: WAYS hash functions name one row each, in a RAM of their own, and OVERFLOW rows in registers hold what
// found no place. Where a key goes (cuckoo placement) is the host's: it may move any row to another of its places by
// writing it there before it erases it here.
//
//   way w, bit b of the index = parity(key & HASH[(w*INDEX+b)*KEY +: KEY])
//   row number = w << INDEX | index ; overflow rows are numbered from WAYS << INDEX
//
// Lookup, LATENCY 5, one every cycle: 1 hash, 2 RAM, 3 register of the RAM, 4 compare, 5 value. If a key is in several
// rows, the one with the lowest number wins. A write is seen whole or not at all.
// Rows: see table_registers. After reset all rows are erased, which takes 2^INDEX cycles of busy; nothing is found.
// A command takes 10 cycles or so.

module exact_table #(
    parameter KEY = 32,
    parameter VALUE = 32,
    parameter WAYS = 5,
    parameter INDEX = 4,
    parameter OVERFLOW = 8,              // 1 or more
    parameter [WAYS*INDEX*KEY-1:0] HASH = 0 // to be given
) (
    input  wire             clk,
    input  wire             reset,

    input  wire             lookup_valid,
    input  wire [KEY-1:0]   lookup_key,
    input  wire             lookup_counts, // 4 cycles after lookup_valid: the row that is found gets its hit bit
    output reg              hit,
    output reg  [VALUE-1:0] value,       // 0 without a hit

    input  wire             cfg_write,
    input  wire [5:0]       cfg_word,
    input  wire [31:0]      cfg_wdata,
    output wire [31:0]      cfg_rdata
);

    localparam ROWS = (WAYS << INDEX) + OVERFLOW;
    localparam ROW_BITS = $clog2(ROWS);
    localparam WAY_BITS = ROW_BITS - INDEX;
    localparam ENTRY = KEY + VALUE;      // {key, value}
    localparam PLACES = WAYS + OVERFLOW; // where a key may be
    localparam [31:0] FIRST_OVERFLOW = WAYS << INDEX;

    // ---- Configuration -------------------------------------------------------------------------------------------

    wire                hold, start, write, read, erase, take;
    wire [ROW_BITS-1:0] row;
    wire [ENTRY-1:0]    data;
    reg                 load, done, done_present, done_hit;
    reg  [ENTRY-1:0]    load_data;

    table_registers #(.WIDTH(ENTRY), .ROWS(ROWS), .ROW_BITS(ROW_BITS)) registers (
        .clk(clk), .reset(reset),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata),
        .hold(hold), .start(start), .write(write), .read(read), .erase(erase), .take(take), .row(row), .data(data),
        .load(load), .load_data(load_data),
        .done(done), .done_present(done_present), .done_hit(done_hit), .done_error(1'b0));

    // What happens how many cycles after `start`.
    localparam [2:0]
        STORE = 3'd0,                    // row, or key of an overflow row
        STORE_VALUE = 3'd1,              // of an overflow row: a lookup that compared before STORE reads the value here
        LOAD = 3'd4,                     // what was read
        TAKE = 3'd7;                     // hit bit; what found the row before STORE has set it by now

    reg       working;
    reg [2:0] step;
    wire      store = working & (write | erase) & step == STORE;
    wire      store_value = working & write & step == STORE_VALUE;
    wire      take_hit = working & (take | erase) & step == TAKE;
    wire      finish = working & (write | read) & step == TAKE;
    wire      taken, taken_hit;

    always @(posedge clk) begin
        if (reset) begin
            working <= 1'b0;
            done    <= 1'b0;
        end else begin
            working <= start | (working & step != TAKE);
            done    <= finish | taken;
        end
        step     <= working ? step + 1'b1 : STORE;
        load     <= working & read & step == LOAD;
        done_hit <= take & taken_hit;
    end

    reg [PLACES-1:0] selected;           // the place that `row` is in, one-hot
    wire [INDEX-1:0] index = row[INDEX-1:0];
    wire [ROW_BITS-1:0] overflow_row = row - FIRST_OVERFLOW[ROW_BITS-1:0];

    // Erases all after reset.
    reg             clearing, cleared;
    reg [INDEX-1:0] clear_index;
    always @(posedge clk) begin
        if (reset) begin
            clearing    <= 1'b1;
            clear_index <= 0;
        end else if (clearing) {clearing, clear_index} <= {1'b1, clear_index} + 1'b1;
        cleared <= ~clearing;            // the row that was read in this cycle is no more from before
    end

    // ---- Lookup --------------------------------------------------------------------------------------------------

    reg             valid_1, valid_2, valid_3, valid_4;
    reg [KEY-1:0]   key_1, key_2, key_3;
    always @(posedge clk) begin
        if (reset) {valid_1, valid_2, valid_3, valid_4} <= 4'd0;
        else {valid_1, valid_2, valid_3, valid_4} <= {lookup_valid, valid_1, valid_2, valid_3};
        {key_1, key_2, key_3} <= {lookup_key, key_1, key_2};
    end

    wire [PLACES-1:0]       match_4;
    wire [PLACES*VALUE-1:0] value_4;     // by place
    wire [PLACES*(1+ENTRY)-1:0] rows_b;  // what the configuration reads: {valid, key, value}, by place
    wire [PLACES-1:0]       takens, taken_hits, clearings;

    // Of the places that match, the first.
    wire [PLACES-1:0] first_4 = match_4 & (~match_4 + 1'b1);

    genvar p, b;
    generate
        for (p = 0; p < WAYS; p = p + 1) begin : ways
            localparam [31:0] WAY = p;

            reg [INDEX-1:0] index_1, index_2, index_3, index_4;
            for (b = 0; b < INDEX; b = b + 1) begin : hash
                always @(posedge clk) index_1[b] <= ^(lookup_key & HASH[(p*INDEX+b)*KEY +: KEY]);
            end

            wire [ENTRY:0] row_2, row_b;
            row_ram #(.WIDTH(1 + ENTRY), .ROW_BITS(INDEX)) ram (
                .clk(clk), .address_a(index_1), .row_a(row_2),
                .address_b(clearing ? clear_index : index), .write_b(clearing | (store & selected[p])),
                .data_b({write & ~clearing, data}), .row_b(row_b));

            reg             there_3, match;
            reg [ENTRY-1:0] entry_3;
            reg [VALUE-1:0] way_value;
            always @(posedge clk) begin
                {index_2, index_3, index_4} <= {index_1, index_2, index_3};
                there_3 <= row_2[ENTRY] & cleared;
                entry_3 <= row_2[ENTRY-1:0];
                match   <= valid_3 & there_3 & entry_3[ENTRY-1:VALUE] == key_3;
                way_value <= entry_3[VALUE-1:0];
                selected[p] <= row[ROW_BITS-1:INDEX] == WAY[WAY_BITS-1:0];
            end
            assign match_4[p] = match;
            assign value_4[p*VALUE +: VALUE] = way_value;
            assign rows_b[p*(1+ENTRY) +: 1+ENTRY] = row_b;

            hit_bits #(.ROW_BITS(INDEX)) hits (
                .clk(clk), .reset(reset), .found(first_4[p] & lookup_counts), .found_row(index_4),
                .take(take_hit & selected[p]), .take_row(index),
                .taken(takens[p]), .taken_hit(taken_hits[p]), .clearing(clearings[p]));
        end

        for (p = WAYS; p < PLACES; p = p + 1) begin : overflow
            localparam [31:0] ROW = p - WAYS;

            reg             there, match, hit_bit, taken_bit, taken_now;
            reg [KEY-1:0]   row_key;
            reg [VALUE-1:0] row_value;
            always @(posedge clk) begin
                if (reset) there <= 1'b0;
                else if (store & selected[p]) there <= write;
                if (store & selected[p]) row_key <= data[ENTRY-1:VALUE];
                if (store_value & selected[p]) row_value <= data[VALUE-1:0];
                match <= valid_3 & there & row_key == key_3;
                selected[p] <= row >= FIRST_OVERFLOW[ROW_BITS-1:0] & overflow_row == ROW[ROW_BITS-1:0];

                if (reset) hit_bit <= 1'b0;
                else hit_bit <= (first_4[p] & lookup_counts) | (hit_bit & ~(take_hit & selected[p]));
                taken_now <= ~reset & take_hit & selected[p];
                taken_bit <= hit_bit;
            end
            assign match_4[p] = match;
            assign value_4[p*VALUE +: VALUE] = row_value;
            assign rows_b[p*(1+ENTRY) +: 1+ENTRY] = {there, row_key, row_value};
            assign takens[p] = taken_now;
            assign taken_hits[p] = taken_bit;
            assign clearings[p] = 1'b0;
        end
    endgenerate

    assign hold = clearing | |clearings;
    assign taken = |takens;
    assign taken_hit = |(takens & taken_hits);

    integer k;
    reg [VALUE-1:0] value_5;
    reg [ENTRY:0]   read_row;
    always @* begin
        value_5 = 0;
        read_row = 0;
        for (k = 0; k < PLACES; k = k + 1) begin
            value_5 = value_5 | (value_4[k*VALUE +: VALUE] & {VALUE{first_4[k]}});
            read_row = read_row | (rows_b[k*(1+ENTRY) +: 1+ENTRY] & {1+ENTRY{selected[k]}});
        end
    end

    always @(posedge clk) begin
        hit   <= valid_4 & |match_4;
        value <= value_5;
        load_data <= read_row[ENTRY-1:0];
        done_present <= read & read_row[ENTRY];
    end

endmodule
