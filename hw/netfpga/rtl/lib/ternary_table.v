// SPDX-License-Identifier: Apache-2.0
//
// Ternary match: of the rows whose key equals the looked-up key wherever their mask is 1, the one with the lowest number.
//
// Each chunk of 5 key bits addresses a LUT RAM that says which rows match; the AND of all chunks is the match. Lookup,
// LATENCY 6, one every cycle: 1 address, 2 RAM and AND of groups of chunks, 3 AND of groups, 4 first row of each group
// of rows, 5 first row, 6 value.
//
// Rows: see table_registers. A write is atomic for lookups: the new row is first matched in registers (`pending`) in
// place of its old contents, from one cycle to the next; then the RAMs are rewritten, and take over in one cycle. READ
// recovers the row from what the RAMs match; a chunk that is no ternary pattern is an error. Rewriting takes 32 cycles
// without a lookup, and reading 32 for each chunk: heads come at most every second cycle, so there are such cycles.

module ternary_table #(
    parameter KEY = 32,
    parameter VALUE = 32,
    parameter ROWS = 64,                 // at most 1,024
    parameter CHUNK = 5,                 // key bits that address one LUT RAM
    parameter IN_BLOCK = 4               // 2^IN_BLOCK rows: of so many the first is found in one cycle
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

    localparam CHUNKS = (KEY + CHUNK - 1) / CHUNK;
    localparam PADDED = CHUNKS * CHUNK;
    localparam GROUP = 6;                // chunks whose AND is one LUT
    localparam GROUPS = (CHUNKS + GROUP - 1) / GROUP;
    localparam BLOCK = 1 << IN_BLOCK;
    localparam BLOCKS = (ROWS + BLOCK - 1) / BLOCK;
    localparam BLOCK_BITS = BLOCKS > 1 ? $clog2(BLOCKS) : 1;
    localparam ROW_BITS = BLOCK_BITS + IN_BLOCK;
    localparam ENTRY = 2 * KEY + VALUE;  // {mask, key, value}

    // ---- Configuration -------------------------------------------------------------------------------------------

    wire                hold, start, write, read, erase, take;
    wire [ROW_BITS-1:0] row;
    wire [ENTRY-1:0]    data;
    wire                load, done;
    reg                 present, broken;
    wire                taken, taken_hit;
    reg  [PADDED-1:0]   found_key, found_mask;
    reg  [VALUE-1:0]    found_value;

    table_registers #(.WIDTH(ENTRY), .ROWS(ROWS), .ROW_BITS(ROW_BITS)) registers (
        .clk(clk), .reset(reset),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata(cfg_wdata), .cfg_rdata(cfg_rdata),
        .hold(hold), .start(start), .write(write), .read(read), .erase(erase), .take(take), .row(row), .data(data),
        .load(load), .load_data({found_mask[KEY-1:0], found_key[KEY-1:0], found_value}),
        .done(done), .done_present(present & read), .done_hit(taken_hit & take), .done_error(broken & present & read));

    localparam [2:0]
        REST = 3'd0,
        SWEEP = 3'd2,                    // through all patterns, and all chunks if reading
        SETTLE = 3'd3,                   // until what is under way is through
        TAKE = 3'd4,                     // the hit bit
        DONE = 3'd5;
    localparam [2:0] SETTLED = 3'd7;     // cycles: more than a lookup takes
    localparam [2:0] STORE_VALUE = 3'd3; // stages from the match, which the pending row is in from age 1, to the value
    localparam [CHUNKS-1:0] FIRST_CHUNK = 1;
    localparam [CHUNK-1:0] LAST_PATTERN = {CHUNK{1'b1}};

    reg [2:0]            state;
    reg [2:0]            age;            // of this state, saturated
    reg [CHUNKS-1:0]     chunk;          // that is read, one-hot
    reg [CHUNK-1:0]      pattern;
    reg [ROWS-1:0]       selected;       // row `row`
    reg [ROWS-1:0]       overridden;     // by the pending row
    reg [ROWS-1:0]       there;          // rows

    wire sweeping = state == SWEEP;
    wire borrow = sweeping & ~lookup_valid;
    wire last_pattern = pattern == LAST_PATTERN;
    wire swept = borrow & last_pattern & (write | chunk[CHUNKS-1]);
    wire settled = state == SETTLE & age == SETTLED;
    wire take_hit = state == TAKE & age == 0;

    assign done = state == DONE;
    assign load = done & read;

    always @(posedge clk) begin
        if (reset) begin
            state <= REST;
            age <= 0;
        end else begin
            age <= age == SETTLED ? SETTLED : age + 1'b1;
            case (state)
                REST: if (start) begin
                    state <= write | read ? SWEEP : erase ? SETTLE : TAKE;
                    age <= 0;
                end
                SWEEP: if (swept) begin
                    state <= SETTLE;
                    age <= 0;
                end
                SETTLE: if (settled) begin
                    state <= erase ? TAKE : DONE;
                    age <= 0;
                end
                TAKE: if (taken) state <= DONE;
                default: state <= REST;
            endcase
        end
        if (start) begin
            chunk   <= FIRST_CHUNK;
            pattern <= 0;
        end else if (borrow) begin
            pattern <= pattern + 1'b1;
            if (last_pattern) chunk <= chunk << 1;
        end
    end

    genvar i, j;
    generate
        for (i = 0; i < ROWS; i = i + 1) begin : row_state
            localparam [31:0] ROW = i;
            always @(posedge clk) begin
                selected[i] <= row == ROW[ROW_BITS-1:0];
                if (reset) begin
                    overridden[i] <= 1'b0;
                    there[i]      <= 1'b0;
                end else if (selected[i]) begin
                    if (sweeping & write) overridden[i] <= 1'b1;
                    else if (settled) overridden[i] <= 1'b0;
                    if (settled & write) there[i] <= 1'b1;
                    else if (start & erase) there[i] <= 1'b0;
                end
            end
        end
    endgenerate

    // ---- Stage 1: the address, of a lookup or in a cycle without one of the sweep -------------------------------

    wire [PADDED-1:0] padded_key, pending_key, pending_mask;
    generate
        for (i = 0; i < PADDED; i = i + 1) begin : pad
            if (i < KEY) begin : bits
                assign padded_key[i] = lookup_key[i];
                assign pending_key[i] = data[VALUE + i];
                assign pending_mask[i] = data[VALUE + KEY + i];
            end else begin : zeros
                assign padded_key[i] = 1'b0;
                assign pending_key[i] = 1'b0;
                assign pending_mask[i] = 1'b0;
            end
        end
    endgenerate

    reg                  valid_1, rewrite_1, reading_1;
    reg [PADDED-1:0]     key_1;
    reg [CHUNKS-1:0]     pending_match_1; // whether the pending row matches the pattern of the sweep, by chunk
    reg [CHUNKS-1:0]     chunk_1, chunk_2;
    always @(posedge clk) begin
        valid_1   <= lookup_valid & ~reset;
        rewrite_1 <= borrow & write & ~reset;
        reading_1 <= borrow & read & ~reset;
        key_1     <= lookup_valid ? padded_key : {CHUNKS{pattern}};
        chunk_1   <= chunk;
        chunk_2   <= chunk_1;
    end
    generate
        for (i = 0; i < CHUNKS; i = i + 1) begin : pending_matches
            always @(posedge clk) pending_match_1[i] <=
                    ((pattern ^ pending_key[i*CHUNK +: CHUNK]) & pending_mask[i*CHUNK +: CHUNK]) == 0;
        end
    endgenerate

    // ---- Stage 2: RAM, and AND of groups of chunks ---------------------------------------------------------------

    reg                    valid_2, reading_2;
    reg [CHUNK-1:0]        pattern_2;
    wire [CHUNKS*ROWS-1:0] chunk_rows;   // by chunk
    reg [GROUPS*ROWS-1:0]  group_rows_2; // by group
    reg [GROUPS-1:0]       pending_2;    // whether the pending row matches, by group
    reg [CHUNKS-1:0]       column_2;     // of the row that is read, by chunk

    generate
        for (i = 0; i < CHUNKS; i = i + 1) begin : chunks
            ternary_chunk #(.ROWS(ROWS), .BITS(CHUNK)) ram (
                .clk(clk), .pattern(key_1[i*CHUNK +: CHUNK]), .rows_match(chunk_rows[i*ROWS +: ROWS]),
                .write(rewrite_1), .write_rows(selected), .write_match(pending_match_1[i]));
            always @(posedge clk) column_2[i] <= |(chunk_rows[i*ROWS +: ROWS] & selected);
        end
        for (i = 0; i < GROUPS; i = i + 1) begin : groups
            localparam FIRST = i * GROUP;
            localparam COUNT = FIRST + GROUP <= CHUNKS ? GROUP : CHUNKS - FIRST;
            integer c;
            reg [ROWS-1:0] all;
            always @* begin
                all = {ROWS{1'b1}};
                for (c = FIRST; c < FIRST + COUNT; c = c + 1) all = all & chunk_rows[c*ROWS +: ROWS];
            end
            always @(posedge clk) begin
                group_rows_2[i*ROWS +: ROWS] <= all;
                pending_2[i] <= ((key_1[FIRST*CHUNK +: COUNT*CHUNK] ^ pending_key[FIRST*CHUNK +: COUNT*CHUNK])
                        & pending_mask[FIRST*CHUNK +: COUNT*CHUNK]) == 0;
            end
        end
    endgenerate

    always @(posedge clk) begin
        valid_2   <= valid_1 & ~reset;
        reading_2 <= reading_1 & ~reset;
        pattern_2 <= key_1[CHUNK-1:0];
    end

    // ---- Stage 3: match ------------------------------------------------------------------------------------------

    reg [BLOCKS*BLOCK-1:0] match_3;
    wire pending_match_2 = &pending_2;
    generate
        for (i = 0; i < BLOCKS*BLOCK; i = i + 1) begin : match_row
            if (i < ROWS) begin : exists
                wire [GROUPS-1:0] all;
                for (j = 0; j < GROUPS; j = j + 1) begin : gather
                    assign all[j] = group_rows_2[j*ROWS + i];
                end
                always @(posedge clk)
                    match_3[i] <= valid_2 & (overridden[i] ? pending_match_2 : there[i] & &all);
            end else begin : none
                always @(posedge clk) match_3[i] <= 1'b0;
            end
        end
    endgenerate

    // ---- Stages 4 and 5: the first row, in each block and of all -------------------------------------------------

    wire [BLOCKS-1:0]   any;
    wire [BLOCKS*IN_BLOCK-1:0] first;
    reg  [BLOCKS-1:0]   any_4;
    reg  [BLOCKS*IN_BLOCK-1:0] first_4;  // by block
    wire [BLOCKS*BLOCK-1:0] lowest;
    generate
        for (i = 0; i < BLOCKS; i = i + 1) begin : blocks
            first_one #(.BITS(BLOCK), .NUMBER(IN_BLOCK)) in_block (
                .bits(match_3[i*BLOCK +: BLOCK]), .any(any[i]), .lowest(lowest[i*BLOCK +: BLOCK]),
                .number(first[i*IN_BLOCK +: IN_BLOCK]));
        end
    endgenerate

    wire                  hit_4;
    wire [BLOCKS-1:0]     lowest_4;
    wire [BLOCK_BITS-1:0] block_4;
    first_one #(.BITS(BLOCKS), .NUMBER(BLOCK_BITS)) of_all (
        .bits(any_4), .any(hit_4), .lowest(lowest_4), .number(block_4));

    integer k;
    reg [IN_BLOCK-1:0] row_in_block_4;
    always @* begin
        row_in_block_4 = 0;
        for (k = 0; k < BLOCKS; k = k + 1)
            row_in_block_4 = row_in_block_4 | (first_4[k*IN_BLOCK +: IN_BLOCK] & {IN_BLOCK{lowest_4[k]}});
    end

    reg                hit_5;
    reg [ROW_BITS-1:0] row_5;
    always @(posedge clk) begin
        any_4   <= any;
        first_4 <= first;
        hit_5   <= hit_4 & ~reset;
        row_5   <= {block_4, row_in_block_4};
    end

    // ---- Stage 6: value ------------------------------------------------------------------------------------------

    (* ram_style = "distributed" *)
    reg [VALUE-1:0] values [0:(1<<ROW_BITS)-1];
    wire [VALUE-1:0] value_5 = values[row_5];
    always @(posedge clk) begin
        // A lookup that was decided by the old row reads its value before the new one is here.
        if (sweeping & write & age == STORE_VALUE) values[row] <= data[VALUE-1:0];
        hit   <= hit_5 & ~reset;
        value <= value_5 & {VALUE{hit_5}};
        found_value <= values[row];
    end

    hit_bits #(.ROW_BITS(ROW_BITS)) hits (
        .clk(clk), .reset(reset), .found(hit_5 & lookup_counts), .found_row(row_5),
        .take(take_hit), .take_row(row), .taken(taken), .taken_hit(taken_hit), .clearing(hold));

    // ---- READ: the ternary pattern of each chunk, from the patterns that match ------------------------------------

    reg             reading_3, end_4;
    reg             match_3_read;        // whether the row that is read matches pattern_3
    reg [CHUNK-1:0] pattern_3;
    reg [CHUNK-1:0] ones_4, seen_4;      // set in all of the patterns that match, in any of them
    reg [CHUNK:0]   count_4;             // how many there are

    wire                   fresh = pattern_3 == 0;
    wire [CHUNK-1:0]       fixed = ~(ones_4 ^ seen_4);
    wire [CHUNK:0]         expected = pattern_count(fixed);
    wire [CHUNK+PADDED-1:0] keys = {ones_4 & fixed, found_key};
    wire [CHUNK+PADDED-1:0] masks = {fixed, found_mask};

    // Patterns of a ternary pattern with these bits fixed.
    function [CHUNK:0] pattern_count(input [CHUNK-1:0] fixed_bits);
        integer n;
        begin
            pattern_count = 1;
            for (n = 0; n < CHUNK; n = n + 1) if (~fixed_bits[n]) pattern_count = pattern_count << 1;
        end
    endfunction

    always @(posedge clk) begin
        reading_3    <= reading_2 & ~reset;
        match_3_read <= |(column_2 & chunk_2);
        pattern_3    <= pattern_2;
        end_4        <= reading_3 & pattern_3 == LAST_PATTERN;
        if (reading_3) begin
            ones_4  <= (fresh ? {CHUNK{1'b1}} : ones_4) & (pattern_3 | {CHUNK{~match_3_read}});
            seen_4  <= (fresh ? {CHUNK{1'b0}} : seen_4) | (pattern_3 & {CHUNK{match_3_read}});
            count_4 <= (fresh ? {CHUNK+1{1'b0}} : count_4) + {{CHUNK{1'b0}}, match_3_read};
        end
        if (end_4) begin
            found_key  <= keys[CHUNK +: PADDED];
            found_mask <= masks[CHUNK +: PADDED];
        end
        present <= |(there & selected);
        if (start) broken <= 1'b0;
        else if (end_4 & count_4 != expected) broken <= 1'b1;
    end

    wire unused = &{1'b0, lowest, keys[CHUNK-1:0], masks[CHUNK-1:0]};

endmodule
