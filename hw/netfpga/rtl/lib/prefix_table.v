// SPDX-License-Identifier: Apache-2.0
//
// Longest prefix match: exact match of as many bits as a mask says, where each way has a mask of its own. The host gives a
// way to a prefix length that needs one, and several to a length that has many rows; what is rare (a default route) is
// in OVERFLOW rows in registers, each with its own mask. All are looked at in parallel, and of those that match the one
// whose mask has the most bits wins. So a length costs nothing until it has rows, and no memory is a length's for ever.
//
//   way w, bit b of the index = parity(key & mask of the way & HASH[(w*INDEX+b)*KEY +: KEY])
//   row number = w << INDEX | index ; overflow rows are numbered from WAYS << INDEX
//
// Lookup, LATENCY 6, one every cycle: 1 hash, 2 RAM, 3 register of the RAM, 4 compare, 5 longest, 6 value. If a prefix is
// in several rows, the one with the lowest number wins. A write is seen whole or not at all.
// Rows: see table_registers, with a mask. The first row that is written to a place (a way, an overflow row) without any brings
// the place's mask; a row with another mask than its place has is refused (STATUS bit 3), and changes nothing.
// After reset all rows are erased, which takes 2^INDEX cycles of busy; nothing is found. A command takes 20 cycles or so, a
// WRITE KEY more, in which the bits of its mask are counted.

module prefix_table #(
    parameter KEY = 32,                  // at most 255
    parameter VALUE = 32,
    parameter WAYS = 16,
    parameter INDEX = 4,
    parameter OVERFLOW = 8,              // 1 or more
    parameter [WAYS*INDEX*KEY-1:0] HASH = 0 // to be given
) (
    input  wire             clk,
    input  wire             reset,

    input  wire             lookup_valid,
    input  wire [KEY-1:0]   lookup_key,
    input  wire             lookup_counts, // 5 cycles after lookup_valid: the row that is found gets its hit bit
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
    localparam PLACES = WAYS + OVERFLOW;
    localparam LENGTH = 8;               // bits of the number of a mask's bits
    localparam BIT = $clog2(KEY);
    localparam [31:0] FIRST_OVERFLOW = WAYS << INDEX;

    // ---- Configuration -------------------------------------------------------------------------------------------

    wire                 hold, start, write, read, erase, take;
    wire [ROW_BITS-1:0]  row;
    wire [KEY+ENTRY-1:0] data;
    wire [KEY-1:0]       data_mask = data[KEY+ENTRY-1:ENTRY];
    wire [ENTRY-1:0]     data_entry = {data[ENTRY-1:VALUE] & data_mask, data[VALUE-1:0]};
    reg                  load, done, done_present, done_hit, done_error;
    reg  [KEY+ENTRY-1:0] load_data;

    table_registers #(.WIDTH(KEY + ENTRY), .ROWS(ROWS), .ROW_BITS(ROW_BITS)) registers (
        .clk(clk), .reset(reset),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata),
        .hold(hold), .start(start), .write(write), .read(read), .erase(erase), .take(take), .row(row), .data(data),
        .load(load), .load_data(load_data),
        .done(done), .done_present(done_present), .done_hit(done_hit), .done_error(done_error));

    // What happens how many cycles after `start`, and after the mask's bits are counted.
    localparam [3:0]
        LOOK = 4'd1,                     // at the place: is it free, or is its mask the one to be written
        SET_MASK = 4'd2,
        STORE = 4'd7,                    // row, or key of an overflow row: what was hashed by another mask is through
        STORE_VALUE = 4'd9,              // of an overflow row: a lookup that compared before STORE reads the value here
        TAKE = 4'd15;                    // hit bit; what found the row before STORE has set it by now

    reg              counting, working;
    reg [BIT-1:0]    count_at;           // in data_mask
    reg [LENGTH-1:0] length;             // of it, up to there
    reg [3:0]        step;
    reg              occupied, same_mask, was_there; // the place, its mask, the row
    reg              refused;            // the row has another mask than its place
    wire             change = working & ~refused;
    wire             set_mask = change & write & step == SET_MASK;
    wire             store = change & (write | erase) & step == STORE;
    wire             store_value = change & write & step == STORE_VALUE;
    wire             take_hit = working & (take | erase) & step == TAKE;
    wire             finish = working & (write | read) & step == TAKE;
    wire             taken, taken_hit;

    localparam [31:0] LAST_BIT = KEY - 1;
    wire counted = counting & count_at == LAST_BIT[BIT-1:0];
    always @(posedge clk) begin
        if (reset) begin
            counting <= 1'b0;
            working  <= 1'b0;
            done     <= 1'b0;
        end else begin
            counting <= (start & write) | (counting & ~counted);
            working  <= (start & ~write) | counted | (working & step != TAKE);
            done     <= finish | taken;
        end
        if (start) {count_at, length} <= 0;
        else if (counting) {count_at, length} <= {count_at + 1'b1, length + {{LENGTH-1{1'b0}}, data_mask[count_at]}};
        step     <= working ? step + 1'b1 : 4'd0;
        load     <= working & read & step == STORE;
        if (start) refused <= 1'b0;
        else if (working & write & step == LOOK) refused <= occupied & ~same_mask;
        done_hit   <= take & taken_hit;
        done_error <= write & refused;
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

    // ---- Masks, and which place goes before which ------------------------------------------------------------------

    reg [PLACES*KEY-1:0]    masks;       // by place
    reg [PLACES*LENGTH-1:0] lengths;     // how many bits they have
    reg [PLACES*PLACES-1:0] ahead;       // bit i*PLACES+j: place i goes before place j
    wire [PLACES-1:0]       occupieds;   // places with rows

    genvar p, q, b;
    generate
        for (p = 0; p < PLACES; p = p + 1) begin : orders
            wire longer = length > lengths[p*LENGTH +: LENGTH];
            wire same = length == lengths[p*LENGTH +: LENGTH];
            always @(posedge clk) begin
                if (reset) masks[p*KEY +: KEY] <= 0;
                else if (set_mask & selected[p]) masks[p*KEY +: KEY] <= data_mask;
                if (set_mask & selected[p]) lengths[p*LENGTH +: LENGTH] <= length;
            end
        end
        for (p = 0; p < PLACES; p = p + 1) begin : firsts
            for (q = 0; q < PLACES; q = q + 1) begin : pairs
                always @(posedge clk) begin
                    if (p == q) ahead[p*PLACES+q] <= 1'b0;
                    else if (set_mask & selected[p])
                        ahead[p*PLACES+q] <= orders[q].longer | (orders[q].same & p < q);
                    else if (set_mask & selected[q])
                        ahead[p*PLACES+q] <= ~orders[p].longer & (~orders[p].same | p < q);
                end
            end
        end
    endgenerate

    // ---- Lookup --------------------------------------------------------------------------------------------------

    reg             valid_1, valid_2, valid_3;
    reg [KEY-1:0]   key_1, key_2, key_3;
    always @(posedge clk) begin
        if (reset) {valid_1, valid_2, valid_3} <= 3'd0;
        else {valid_1, valid_2, valid_3} <= {lookup_valid, valid_1, valid_2};
        {key_1, key_2, key_3} <= {lookup_key, key_1, key_2};
    end

    wire [PLACES-1:0]       match_4;
    wire [PLACES-1:0]       longest_4;   // of those that match, one-hot
    reg  [PLACES-1:0]       longest_5;
    wire [PLACES*VALUE-1:0] value_5;     // by place
    wire [PLACES*(1+ENTRY)-1:0] rows_b;  // what the configuration reads: {valid, key, value}, by place
    wire [PLACES-1:0]       takens, taken_hits, clearings;

    always @(posedge clk) longest_5 <= reset ? 0 : longest_4;

    generate
        for (p = 0; p < PLACES; p = p + 1) begin : longest
            wire [PLACES-1:0] beaten_by;
            for (q = 0; q < PLACES; q = q + 1) begin : pairs
                assign beaten_by[q] = match_4[q] & ahead[q*PLACES+p];
            end
            assign longest_4[p] = match_4[p] & ~|beaten_by;
        end

        for (p = 0; p < WAYS; p = p + 1) begin : ways
            localparam [31:0] WAY = p;
            wire [KEY-1:0] mask = masks[p*KEY +: KEY];

            reg [INDEX-1:0] index_1, index_2, index_3, index_4, index_5;
            for (b = 0; b < INDEX; b = b + 1) begin : hash
                always @(posedge clk) index_1[b] <= ^(lookup_key & mask & HASH[(p*INDEX+b)*KEY +: KEY]);
            end

            wire [ENTRY:0] row_2, row_b;
            row_ram #(.WIDTH(1 + ENTRY), .ROW_BITS(INDEX)) ram (
                .clk(clk), .address_a(index_1), .row_a(row_2),
                .address_b(clearing ? clear_index : index), .write_b(clearing | (store & selected[p])),
                .data_b({write & ~clearing, data_entry}), .row_b(row_b));

            reg             there_3, match;
            reg [ENTRY-1:0] entry_3;
            reg [VALUE-1:0] way_value_4, way_value_5;
            reg [INDEX:0]   rows;        // that are there
            always @(posedge clk) begin
                {index_2, index_3, index_4, index_5} <= {index_1, index_2, index_3, index_4};
                there_3 <= row_2[ENTRY] & cleared;
                entry_3 <= row_2[ENTRY-1:0];
                match   <= valid_3 & there_3 & entry_3[ENTRY-1:VALUE] == (key_3 & mask);
                way_value_4 <= entry_3[VALUE-1:0];
                way_value_5 <= way_value_4;
                selected[p] <= row[ROW_BITS-1:INDEX] == WAY[WAY_BITS-1:0];
                if (reset) rows <= 0;
                else if (store & selected[p])
                    rows <= rows + {{INDEX{1'b0}}, write & ~was_there} - {{INDEX{1'b0}}, erase & was_there};
            end
            assign occupieds[p] = rows != 0;
            assign match_4[p] = match;
            assign value_5[p*VALUE +: VALUE] = way_value_5;
            assign rows_b[p*(1+ENTRY) +: 1+ENTRY] = row_b;

            hit_bits #(.ROW_BITS(INDEX)) hits (
                .clk(clk), .reset(reset), .found(longest_5[p] & lookup_counts), .found_row(index_5),
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
                if (store & selected[p]) row_key <= data_entry[ENTRY-1:VALUE];
                if (store_value & selected[p]) row_value <= data_entry[VALUE-1:0];
                match <= valid_3 & there & row_key == (key_3 & masks[p*KEY +: KEY]);
                selected[p] <= row >= FIRST_OVERFLOW[ROW_BITS-1:0] & overflow_row == ROW[ROW_BITS-1:0];

                if (reset) hit_bit <= 1'b0;
                else hit_bit <= (longest_5[p] & lookup_counts) | (hit_bit & ~(take_hit & selected[p]));
                taken_now <= ~reset & take_hit & selected[p];
                taken_bit <= hit_bit;
            end
            assign occupieds[p] = there;
            assign match_4[p] = match;
            assign value_5[p*VALUE +: VALUE] = row_value;
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
    reg [VALUE-1:0] value_6;
    reg [ENTRY:0]   read_row;
    reg [KEY-1:0]   read_mask;
    always @* begin
        value_6 = 0;
        read_row = 0;
        read_mask = 0;
        for (k = 0; k < PLACES; k = k + 1) begin
            value_6 = value_6 | (value_5[k*VALUE +: VALUE] & {VALUE{longest_5[k]}});
            read_row = read_row | (rows_b[k*(1+ENTRY) +: 1+ENTRY] & {1+ENTRY{selected[k]}});
            read_mask = read_mask | (masks[k*KEY +: KEY] & {KEY{selected[k]}});
        end
    end

    always @(posedge clk) begin
        hit   <= ~reset & |longest_5;
        value <= value_6;
        load_data <= {read_mask, read_row[ENTRY-1:0]};
        done_present <= read & read_row[ENTRY];
        occupied  <= |(occupieds & selected);
        same_mask <= load_data[KEY+ENTRY-1:ENTRY] == data_mask;
        if (step == LOOK) was_there <= read_row[ENTRY];
    end

endmodule
