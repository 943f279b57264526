// SPDX-License-Identifier: Apache-2.0
//
// The host's side of a table, and a judge of its lookups, for the benches of the tables. The bench has
//   localparams KEY, VALUE, ROWS, LATENCY, the wires of the table under its port names, and
//   TERNARY (0 or 1): rows have a mask; LONGEST (0 or 1): of the rows that match, that with the highest mask wins
// and judges by a model: the rows as they are, and the row that is being changed, which lookups may see or not until the
// table is no longer busy; but once one has seen the new row, none may see the old one.

    localparam WRITE = 1, READ = 2, ERASE = 3, TAKE = 4;
    localparam ENTRY = KEY * (1 + TERNARY) + VALUE;

    reg             lookup_valid = 0;
    reg [KEY-1:0]   lookup_key = 0;
    reg             lookup_counts = 0;
    wire            hit;
    wire [VALUE-1:0] value;
    reg             cfg_write = 0;
    reg [5:0]       cfg_word = 0;
    reg [31:0]      cfg_wdata = 0;
    wire [31:0]     cfg_rdata;

    // ---- Model ---------------------------------------------------------------------------------------------------

    reg             there [0:ROWS-1];
    reg [KEY-1:0]   keys [0:ROWS-1];
    reg [KEY-1:0]   masks [0:ROWS-1];
    reg [VALUE-1:0] row_values [0:ROWS-1];

    reg             changing = 0;
    reg             seen_new;            // by a lookup that tells the difference
    integer         changed_row = 0;
    reg             new_there;
    reg [KEY-1:0]   new_key, new_mask;
    reg [VALUE-1:0] new_value;

    integer row_number;
    initial for (row_number = 0; row_number < ROWS; row_number = row_number + 1) there[row_number] = 0;

    // {hit, value, row} of a key; with the new row or the old one
    function [32+VALUE:0] expected(input [KEY-1:0] key, input with_new);
        integer r;
        reg new_one;
        reg [KEY-1:0] mask, best;
        begin
            expected = 0;
            best = 0;
            for (r = ROWS - 1; r >= 0; r = r - 1) begin
                new_one = with_new && changing && r == changed_row;
                mask = new_one ? new_mask : masks[r];
                if (new_one ? new_there && ((key ^ new_key) & new_mask) == 0
                            : there[r] && ((key ^ keys[r]) & masks[r]) == 0)
                    if (!LONGEST || mask >= best) begin
                        expected = {1'b1, new_one ? new_value : row_values[r], r[31:0]};
                        best = mask;
                    end
            end
        end
    endfunction

    // ---- Lookups -------------------------------------------------------------------------------------------------

    reg [LATENCY-1:0]     valids = 0;
    reg [KEY*LATENCY-1:0] looked_up = 0;
    wire [KEY-1:0]        key_now = looked_up[KEY*LATENCY-1 -: KEY];
    reg [32+VALUE:0]      by_old, by_new;
    reg                   as_old, as_new;
    reg                   counts = 0;    // lookup_counts of the lookup that is judged
    integer               lookups = 0, hits = 0, told_apart = 0;
    // Hits of a row since its bit was last taken: some for certain, some perhaps.
    reg [ROWS-1:0]        sure_hits = 0, perhaps_hits = 0;
    integer               taking = -1;
    reg                   hit_meanwhile; // row `taking`

    always @(posedge clk) begin
        valids <= reset ? {LATENCY{1'b0}} : {valids[LATENCY-2:0], lookup_valid};
        counts <= lookup_counts;
        looked_up <= {looked_up[KEY*(LATENCY-1)-1:0], lookup_key};
        if (!reset && valids[LATENCY-1]) begin
            by_old = expected(key_now, 1'b0);
            by_new = expected(key_now, 1'b1);
            as_old = {hit, value} === by_old[32+VALUE:32];
            as_new = {hit, value} === by_new[32+VALUE:32];
            if (!(as_old && !(changing && seen_new)) && !as_new) begin
                $display("key %h: hit %b value %h, expected %h or %h (hit, value, row)", key_now, hit, value, by_old, by_new);
                fail;
            end
            if (changing && as_new && !as_old) begin
                seen_new = 1;
                told_apart = told_apart + 1;
            end
            lookups = lookups + 1;
            hits = hits + hit;
            if (by_old[32+VALUE] && counts) begin
                perhaps_hits[by_old[31:0]] = 1;
                if (by_old == by_new && by_old[31:0] != taking) sure_hits[by_old[31:0]] = 1;
                if (by_old == by_new && by_old[31:0] == taking) hit_meanwhile = 1;
            end
            if (by_new[32+VALUE] && counts) perhaps_hits[by_new[31:0]] = 1;
        end else if (!reset && hit !== 0) begin
            $display("a hit without a lookup");
            fail;
        end
    end

    // ---- Commands ------------------------------------------------------------------------------------------------

    task poke(input [5:0] word, input [31:0] data);
        begin
            @(negedge clk);
            cfg_write = 1;
            cfg_word = word;
            cfg_wdata = data;
            @(negedge clk);
            cfg_write = 0;
        end
    endtask

    task peek(input [5:0] word, output [31:0] data);
        begin
            @(negedge clk);
            cfg_word = word;
            repeat (2) @(negedge clk);
            data = cfg_rdata;
        end
    endtask

    reg [31:0] status;
    integer    polls;
    task await;
        begin
            polls = 0;
            peek(1, status);
            while (status[0]) begin
                peek(1, status);
                polls = polls + 1;
                if (polls > 100000) begin
                    $display("busy for ever");
                    fail;
                end
            end
        end
    endtask

    task order(input integer command, input integer row);
        begin
            poke(2, row);
            poke(0, command);
            await;
            if (status[3]) begin
                $display("error: command %0d, row %0d", command, row);
                fail;
            end
        end
    endtask

    integer word;
    reg [ENTRY+31:0] entry;
    task write_row(input integer row, input [KEY-1:0] key, input [KEY-1:0] mask, input [VALUE-1:0] data);
        begin
            entry = 0;
            if (TERNARY) entry = mask;
            entry = ((entry << KEY | key) << VALUE) | data;
            for (word = 0; word < (ENTRY + 31) / 32; word = word + 1) poke(4 + word, entry[32*word +: 32]);
            new_there = 1;
            new_key = key;
            new_mask = TERNARY ? mask : {KEY{1'b1}};
            new_value = data;
            change(WRITE, row);
        end
    endtask

    task erase_row(input integer row);
        begin
            new_there = 0;
            taking = row;
            sure_hits[row] = 0;
            change(ERASE, row);
            taking = -1;
            perhaps_hits[row] = 0;
        end
    endtask

    task change(input integer command, input integer row);
        begin
            changed_row = row;
            seen_new = 0;
            changing = 1;
            order(command, row);
            there[row] = new_there;
            if (new_there) begin
                keys[row] = new_key & new_mask;
                masks[row] = new_mask;
                row_values[row] = new_value;
            end
            changing = 0;
        end
    endtask

    reg [ENTRY-1:0] expected_entry;
    task read_row(input integer row);
        begin
            order(READ, row);
            if (status[1] !== there[row]) begin
                $display("row %0d there: %b", row, status[1]);
                fail;
            end
            if (there[row]) begin
                entry = 0;
                for (word = 0; word < (ENTRY + 31) / 32; word = word + 1) peek(4 + word, entry[32*word +: 32]);
                expected_entry = TERNARY ? masks[row] : 0;
                expected_entry = ((expected_entry << KEY | keys[row]) << VALUE) | row_values[row];
                if (entry[ENTRY-1:0] !== expected_entry) begin
                    $display("row %0d read as %h, expected %h", row, entry, expected_entry);
                    fail;
                end
            end
        end
    endtask

    reg due, hit_before;
    task take_hit(input integer row);
        begin
            taking = row;
            hit_meanwhile = 0;
            due = sure_hits[row];
            sure_hits[row] = 0;
            hit_before = perhaps_hits[row];
            perhaps_hits[row] = 0;
            order(TAKE, row);
            if (due && !status[2] || status[2] && !hit_before && !perhaps_hits[row]) begin
                $display("hit bit of row %0d is %b, surely hit %b, perhaps %b", row, status[2], due, hit_before);
                fail;
            end
            if (!status[2] && hit_meanwhile) sure_hits[row] = 1; // what was not read was not cleared
            taking = -1;
        end
    endtask

    // What is no command, or of no row, or too early, is refused and changes nothing.
    task refusals;
        begin
            poke(2, ROWS);
            poke(0, ERASE);
            peek(1, status);
            if (status[3] !== 1 || status[0] !== 0) fail;
            poke(2, 0);
            poke(0, 5);
            peek(1, status);
            if (status[3] !== 1 || status[0] !== 0) fail;
            poke(0, READ);
            poke(0, ERASE);
            await;
            if (!status[3]) fail;
            read_row(0);
        end
    endtask
