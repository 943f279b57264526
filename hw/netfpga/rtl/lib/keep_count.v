// SPDX-License-Identifier: Apache-2.0
//
// The number of bytes in a beat: how many ones there are in tkeep, of which only the lowest bits are ones.
//
// Timing: combinational, three LUT levels. Being a thermometer, keep is searched by halves and not summed up.

module keep_count (
    input  wire [31:0] keep,
    output wire [5:0]  count
);

    wire        full = keep[31];
    wire [14:0] half    = keep[15] ? keep[30:16] : keep[14:0];
    wire [6:0]  quarter = half[7] ? half[14:8] : half[6:0];
    wire [2:0]  eighth  = quarter[3] ? quarter[6:4] : quarter[2:0];
    wire        pair    = eighth[1] ? eighth[2] : eighth[0];

    assign count = full ? 6'd32 : {1'b0, keep[15], half[7], quarter[3], eighth[1], pair};

endmodule
