// SPDX-License-Identifier: Apache-2.0
//
// A bit for each row of a table, which a lookup that finds the row sets and the host takes: reads and clears. A hit between the read and the
// clear is in what was read; a bit read as 0 is not cleared. So no hit is lost.
//
// Timing: a row found every cycle. `taken` comes three cycles after `take`, or later where the bit
// has to be cleared: that needs a cycle in which no row is found.
// After reset all bits are cleared, which takes 2^ROW_BITS cycles of `clearing`; none is set until then.
// RAM: one port that writes and one that reads.

module hit_bits #(
    parameter ROW_BITS = 4
) (
    input  wire                clk,
    input  wire                reset,

    input  wire                found,
    input  wire [ROW_BITS-1:0] found_row,

    input  wire                take,     // one cycle
    input  wire [ROW_BITS-1:0] take_row, // stable until taken
    output reg                 taken,    // one cycle, with its bit
    output wire                taken_hit,

    output reg                 clearing
);

    reg bits [0:(1<<ROW_BITS)-1];
    reg bit_read;
    reg fetching, deciding;
    reg [ROW_BITS-1:0] clear_row;

    wire clear = deciding & bit_read & ~found;
    wire write = clearing | found | clear;
    wire [ROW_BITS-1:0] write_row = clearing ? clear_row : found ? found_row : take_row;

    assign taken_hit = bit_read;

    always @(posedge clk) begin
        if (write) bits[write_row] <= found & ~clearing;
        if (fetching) bit_read <= bits[take_row];
    end

    always @(posedge clk) begin
        if (reset) begin
            clearing  <= 1'b1;
            clear_row <= 0;
            fetching  <= 1'b0;
            deciding  <= 1'b0;
            taken     <= 1'b0;
        end else begin
            if (clearing) {clearing, clear_row} <= {1'b1, clear_row} + 1'b1;
            fetching <= take;
            deciding <= fetching | (deciding & bit_read & found);
            taken    <= deciding & ~(bit_read & found);
        end
    end

endmodule
