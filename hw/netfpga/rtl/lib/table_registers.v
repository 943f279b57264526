// SPDX-License-Identifier: Apache-2.0
//
// The registers by which the host reads and writes the rows of a table, a window of 64 words:
//
//   word 0   CMD     write: 1 WRITE row ROW from DATA, 2 READ row ROW into DATA, 3 ERASE row ROW,
//                    4 TAKE the hit bit of row ROW: read and clear it
//   word 1   STATUS  read: bit 0 busy, bit 1 the row is there (after READ), bit 2 hit bit (after TAKE),
//                    bit 3 error: no such command or row, a command while busy, or a row that cannot be read
//   word 2   ROW
//   word 4.. DATA    little-endian words of {mask (ternary only), key, value}, value in the lowest bits
//
// ROW and DATA must not be written while busy.
//
// Timing: cfg_rdata one cycle after cfg_word. `start` lasts one cycle, with command, row and data stable until `done`.

`include "registers.vh"

module table_registers #(
    parameter WIDTH = 64,                // of DATA, at most 59 words
    parameter ROWS = 16,
    parameter ROW_BITS = 4               // enough for ROWS - 1
) (
    input  wire                clk,
    input  wire                reset,

    input  wire                cfg_write,
    input  wire [5:0]          cfg_word,
    input  wire [31:0]         cfg_wdata,
    output reg  [31:0]         cfg_rdata,

    input  wire                hold,     // the table cannot take commands yet: busy
    output reg                 start,
    output wire                write,    // which command
    output wire                read,
    output wire                erase,
    output wire                take,
    output wire [ROW_BITS-1:0] row,
    output wire [WIDTH-1:0]    data,

    input  wire                load,     // DATA from load_data
    input  wire [WIDTH-1:0]    load_data,
    input  wire                done,     // with the bits for STATUS
    input  wire                done_present,
    input  wire                done_hit,
    input  wire                done_error
);

    localparam [5:0] CMD = `TABLE_CMD_WORD, ROW = `TABLE_ROW_WORD;
    localparam FIRST_DATA = `TABLE_DATA_WORD;
    localparam [2:0] WRITE = `TABLE_WRITE, READ = `TABLE_READ, ERASE = `TABLE_ERASE, TAKE = `TABLE_TAKE;
    localparam WORDS = (WIDTH + 31) / 32;
    localparam PADDED = 32 * WORDS;

    reg          busy, present, hit, error;
    reg [2:0]    command;
    reg [31:0]   row_word;
    reg [PADDED-1:0] data_words;

    assign write = command == WRITE;
    assign read  = command == READ;
    assign erase = command == ERASE;
    assign take  = command == TAKE;
    assign row   = row_word[ROW_BITS-1:0];
    assign data  = data_words[WIDTH-1:0];

    wire order = cfg_write & cfg_word == CMD;
    wire refuse = busy | hold | cfg_wdata < {29'd0, WRITE} | cfg_wdata > {29'd0, TAKE} | row_word >= ROWS;

    always @(posedge clk) begin
        start <= ~reset & order & ~refuse;
        if (reset) begin
            busy    <= 1'b0;
            present <= 1'b0;
            hit     <= 1'b0;
            error   <= 1'b0;
        end else if (order) begin
            if (refuse) error <= 1'b1;
            else begin
                busy    <= 1'b1;
                present <= 1'b0;
                hit     <= 1'b0;
                error   <= 1'b0;
            end
        end else if (done) begin
            busy    <= 1'b0;
            present <= done_present;
            hit     <= done_hit;
            error   <= error | done_error;
        end
        if (order & ~refuse) command <= cfg_wdata[2:0];
        if (cfg_write & cfg_word == ROW) row_word <= cfg_wdata;
    end

    wire [PADDED-1:0] load_words;
    genvar i;
    generate
        for (i = 0; i < PADDED; i = i + 1) begin : pad
            if (i < WIDTH) assign load_words[i] = load_data[i];
            else assign load_words[i] = 1'b0;
        end
        for (i = 0; i < WORDS; i = i + 1) begin : words
            localparam [31:0] WORD = FIRST_DATA + i;
            always @(posedge clk) begin
                if (load) data_words[32*i +: 32] <= load_words[32*i +: 32];
                else if (cfg_write & cfg_word == WORD[5:0]) data_words[32*i +: 32] <= cfg_wdata;
            end
        end
    endgenerate

    // All words as one vector, zero where nothing is.
    reg [32*64-1:0] window;
    always @* begin
        window = 0;
        window[32*`TABLE_STATUS_WORD + `TABLE_BUSY_BIT] = busy | hold;
        window[32*`TABLE_STATUS_WORD + `TABLE_PRESENT_BIT] = present;
        window[32*`TABLE_STATUS_WORD + `TABLE_HIT_BIT] = hit;
        window[32*`TABLE_STATUS_WORD + `TABLE_ERROR_BIT] = error;
        window[32*`TABLE_ROW_WORD +: 32] = row_word;
        window[32*`TABLE_DATA_WORD +: PADDED] = data_words;
    end
    always @(posedge clk) cfg_rdata <= window[{cfg_word, 5'd0} +: 32];

endmodule
