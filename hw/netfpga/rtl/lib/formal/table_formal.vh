// SPDX-License-Identifier: Apache-2.0
//
// What is proved of every table, for any sequence of lookups and commands: a lookup finds what the rows say, as they were
// before the command that is under way or as they will be after it, and once one has found the new row, none finds the old one; and
// READ tells the row. The host writes only while the table is not busy. The module has the table as `dut`, with wires of its
// ports' names, and
//   localparams KEY, VALUE, ROWS, LATENCY
//   TERNARY (0 or 1): rows have a mask; LONGEST (0 or 1): of the rows that match, that with the highest mask wins

    localparam ENTRY = KEY * (1 + TERNARY) + VALUE;
    localparam WRITE = 1, READ = 2, ERASE = 3;
    localparam [5:0] CMD = 0, STATUS = 1, ROW = 2, DATA = 4;

    reg [2:0] age = 0;                   // reset lasts until all of a lookup from before is through
    always @(posedge clk) if (reset) age <= age + 1;
    wire reset = age != 7;

    (* anyseq *) reg             lookup_valid;
    (* anyseq *) reg [KEY-1:0]   lookup_key;
    wire                         hit;
    wire [VALUE-1:0]             value;
    (* anyseq *) reg             cfg_write;
    (* anyseq *) reg [5:0]       cfg_word;
    (* anyseq *) reg [ENTRY-1:0] written;
    wire [31:0]                  cfg_wdata = written;
    wire [31:0]                  cfg_rdata;

    // ---- The host --------------------------------------------------------------------------------------------------

    reg [5:0] word_before;               // that cfg_rdata is of; DATA + 1: of none
    wire      ready = word_before == STATUS & ~cfg_rdata[0];
    wire      order = cfg_write & cfg_word == CMD;
    reg       row_known, data_known;
    reg [ENTRY-1:0] row, data;           // as the table has them
    wire [31:0] command = written;
    always @(posedge clk) word_before <= cfg_write | reset ? DATA + 1 : cfg_word;
    always @* begin
        assume (cfg_word == CMD | cfg_word == STATUS | cfg_word == ROW | cfg_word == DATA);
        if (cfg_write) assume (ready & cfg_word != STATUS);
        if (order) assume (row_known & (command == WRITE & data_known | command == READ | command == ERASE));
        if (cfg_write & cfg_word == ROW) assume (written < ROWS);
    end
    always @(posedge clk) begin
        if (reset) {row_known, data_known} <= 0;
        else if (cfg_write) begin
            if (cfg_word == ROW) {row_known, row} <= {1'b1, written};
            if (cfg_word == DATA) {data_known, data} <= {1'b1, written};
            if (order & command == READ) data_known <= 0;
        end
    end

    // ---- The rows --------------------------------------------------------------------------------------------------

    wire [KEY-1:0]   data_mask = TERNARY ? data >> KEY + VALUE : {KEY{1'b1}};
    wire [KEY-1:0]   data_key = (data >> VALUE) & data_mask;
    reg [ROWS-1:0]       there;
    reg [ROWS*KEY-1:0]   keys, masks;
    reg [ROWS*VALUE-1:0] values;
    reg                  changing, writing, seen_new;
    reg                  reading;        // READ was the last command, and nothing was written since
    wire                 as_old, as_new;

    integer r;
    always @(posedge clk) begin
        if (reset) {there, changing, reading} <= 0;
        else begin
            if (changing & as_new & ~as_old) seen_new <= 1;
            for (r = 0; r < ROWS; r = r + 1) if (changing & ready & row == r) begin
                there[r] <= writing;
                keys[r*KEY +: KEY] <= data_key;
                masks[r*KEY +: KEY] <= data_mask;
                values[r*VALUE +: VALUE] <= data[VALUE-1:0];
            end
            if (order) begin
                changing <= command == WRITE | command == ERASE;
                writing <= command == WRITE;
                seen_new <= 0;
            end else if (ready) changing <= 0;
            if (cfg_write) reading <= order & command == READ;
        end
    end

    // {hit, value} of a key, with the new row or the old one
    function [VALUE:0] expected(input [KEY-1:0] key, input with_new);
        integer n;
        reg new_one;
        reg [KEY-1:0] mask, best;
        begin
            expected = 0;
            best = 0;
            for (n = ROWS - 1; n >= 0; n = n - 1) begin
                new_one = with_new & row == n;
                mask = new_one ? data_mask : masks[n*KEY +: KEY];
                if ((new_one ? writing : there[n])
                        & ((key ^ (new_one ? data_key : keys[n*KEY +: KEY])) & mask) == 0
                        & (!LONGEST | mask >= best)) begin
                    expected = {1'b1, new_one ? data[VALUE-1:0] : values[n*VALUE +: VALUE]};
                    best = mask;
                end
            end
        end
    endfunction

    reg [LATENCY-1:0]     valids;
    reg [KEY*LATENCY-1:0] looked_up;
    always @(posedge clk) begin
        valids <= reset ? 0 : {valids, lookup_valid};
        looked_up <= {looked_up, lookup_key};
    end
    wire             found = valids[LATENCY-1];
    wire [KEY-1:0]   key_now = looked_up[KEY*LATENCY-1 -: KEY];
    assign as_old = found & {hit, value} == expected(key_now, 1'b0);
    assign as_new = found & {hit, value} == expected(key_now, changing);
    always @* if (!reset) begin
        if (found) assert (as_new | (as_old & ~seen_new));
        else assert (~hit);
    end

    // ---- READ ------------------------------------------------------------------------------------------------------

    reg read_done;                       // the table is ready since READ
    always @(posedge clk) read_done <= ~reset & reading & (ready | read_done) & ~cfg_write;
    always @* for (r = 0; r < ROWS; r = r + 1) if (!reset & row == r & reading) begin
        if (ready) assert (cfg_rdata[1] == there[r]);
        if (read_done & word_before == DATA & there[r])
            assert (cfg_rdata[VALUE+KEY-1:0] == {keys[r*KEY +: KEY], values[r*VALUE +: VALUE]});
    end
