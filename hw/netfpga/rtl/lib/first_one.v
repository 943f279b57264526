// SPDX-License-Identifier: Apache-2.0
//
// The number of the lowest bit that is set.
//
// Timing: combinational. The lowest one is isolated by a carry chain; each bit of its number is an OR of half the bits.

module first_one #(
    parameter BITS = 16,
    parameter NUMBER = 4                 // width of the number
) (
    input  wire [BITS-1:0]   bits,
    output wire              any,
    output wire [BITS-1:0]   lowest,     // that bit alone
    output reg  [NUMBER-1:0] number      // 0 without one
);

    assign any = |bits;
    assign lowest = bits & (~bits + 1'b1);

    integer k;
    always @* begin
        number = 0;
        for (k = 0; k < BITS; k = k + 1) number = number | (k[NUMBER-1:0] & {NUMBER{lowest[k]}});
    end

endmodule
