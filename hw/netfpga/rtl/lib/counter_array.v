// SPDX-License-Identifier: Apache-2.0
//
// SIZE counters of WIDTH bits. All are 0 after reset; they wrap around.
//
// Timing: one increment a cycle, of the same counter as well; it can be read three cycles later. A counter is read in one cycle,
// summed in the next and written at its end; what is being written for the same counter then is taken from there.
// cfg: word i is counter i, read and write. cfg_rdata two cycles after cfg_word. A write is done in the first cycle without
// an increment; the next write must not come before, nor within four cycles.
// RAM: one port that writes and two that read. A cell counts as 0 until it is written for the first time after reset.

module counter_array #(
    parameter SIZE = 64,                 // 2 or more
    parameter WIDTH = 32,                // at most 32
    parameter INDEX = $clog2(SIZE)       // derived, leave it
) (
    input  wire             clk,
    input  wire             reset,

    input  wire             count_valid,
    input  wire [INDEX-1:0] count_index,

    input  wire             cfg_write,
    input  wire [INDEX-1:0] cfg_word,
    input  wire [31:0]      cfg_wdata,
    output reg  [31:0]      cfg_rdata
);

    reg [WIDTH-1:0] cells [0:SIZE-1];
    reg [SIZE-1:0]  written;             // since reset

    // A write by the host waits for a cycle without an increment, and goes the same way.
    reg             set_due;
    reg [INDEX-1:0] set_index;
    reg [WIDTH-1:0] set_value;
    wire            store = set_due & ~count_valid;

    // Stage 1: which counter; stage 2: what is in it; then it is written.
    reg             valid_1, valid_2;
    reg             store_1, store_2;
    reg [INDEX-1:0] index_1, index_2;
    reg [WIDTH-1:0] cell_2, sum_3;
    reg             written_2;
    reg             same_2;              // as is being written
    wire [WIDTH-1:0] old_2 = same_2 ? sum_3 : cell_2 & {WIDTH{written_2}};
    wire [WIDTH-1:0] sum_2 = store_2 ? set_value : old_2 + 1'b1;

    always @(posedge clk) begin
        if (reset) begin
            valid_1 <= 1'b0;
            valid_2 <= 1'b0;
            set_due <= 1'b0;
            written <= 0;
        end else begin
            valid_1 <= count_valid | set_due;
            valid_2 <= valid_1;
            set_due <= cfg_write | (set_due & ~store);
            if (valid_2) written[index_2] <= 1'b1;
        end
        if (cfg_write) begin
            set_index <= cfg_word;
            set_value <= cfg_wdata[WIDTH-1:0];
        end
        store_1   <= store;
        index_1 <= store ? set_index : count_index;

        store_2     <= store_1;
        index_2   <= index_1;
        cell_2    <= cells[index_1];
        written_2 <= written[index_1];
        same_2    <= valid_2 & index_2 == index_1;

        if (valid_2) cells[index_2] <= sum_2;
        sum_3 <= sum_2;
    end

    // What the host reads.
    reg [WIDTH-1:0] read_cell;
    reg             read_written;
    always @(posedge clk) begin
        read_cell    <= cells[cfg_word];
        read_written <= written[cfg_word];
        cfg_rdata    <= 0;
        cfg_rdata[WIDTH-1:0] <= read_cell & {WIDTH{read_written}};
    end

endmodule
