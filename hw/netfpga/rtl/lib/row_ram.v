// SPDX-License-Identifier: Apache-2.0
//
// A RAM of 2^ROW_BITS rows: lookups read at one port, the configuration reads and writes at the other.
//
// Timing: row_a and row_b one cycle after their address. Reading the row that is being written gives what was there
// before, at both ports: a lookup sees the old row or the new one, whole (READ_FIRST of a block RAM).
// RAM: LUT RAM to 64 rows, block RAM beyond.

module row_ram #(
    parameter WIDTH = 64,
    parameter ROW_BITS = 4
) (
    input  wire                clk,

    input  wire [ROW_BITS-1:0] address_a,
    output wire [WIDTH-1:0]    row_a,

    input  wire [ROW_BITS-1:0] address_b,
    input  wire                write_b,
    input  wire [WIDTH-1:0]    data_b,
    output wire [WIDTH-1:0]    row_b
);

    localparam LUT_RAM_ROW_BITS = 6;

    reg [WIDTH-1:0] read_a, read_b;
    assign row_a = read_a;
    assign row_b = read_b;

    generate
        if (ROW_BITS <= LUT_RAM_ROW_BITS) begin : distributed
            (* ram_style = "distributed" *)
            reg [WIDTH-1:0] rows [0:(1<<ROW_BITS)-1];
            always @(posedge clk) begin
                if (write_b) rows[address_b] <= data_b;
                read_a <= rows[address_a];
                read_b <= rows[address_b];
            end
        end else begin : block
            (* ram_style = "block" *)
            reg [WIDTH-1:0] rows [0:(1<<ROW_BITS)-1];
            always @(posedge clk) begin
                if (write_b) rows[address_b] <= data_b;
                read_a <= rows[address_a];
                read_b <= rows[address_b];
            end
        end
    endgenerate

endmodule
