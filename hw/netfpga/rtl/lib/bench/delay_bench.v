// SPDX-License-Identifier: Apache-2.0
//
// delay: each input comes out CYCLES cycles later, in all three of its shapes: a register, a shift register and a ring.

module delay_bench;
    localparam LONGEST = 40, WORDS = 2000;

    `include "bench.vh"

    // The inputs of the last cycles: input k cycles ago in history[k].
    reg [31:0] in = 0;
    reg [31:0] history [0:LONGEST];
    integer k, since = 0;
    always @(posedge clk) begin
        history[1] <= in;
        for (k = 1; k < LONGEST; k = k + 1) history[k + 1] <= history[k];
        in <= random(0);
        if (!reset) since <= since + 1;
    end

    // Wide ones from 4 cycles on are rings; 5 and 9 are just past a power of two.
    genvar c;
    generate
        for (c = 1; c <= LONGEST; c = c + 1) begin : lengths
            wire [31:0] wide;
            wire [2:0]  narrow;
            delay #(.WIDTH(32), .CYCLES(c)) wide_delay (.clk(clk), .reset(reset), .in(in), .out(wide));
            delay #(.WIDTH(3), .CYCLES(c)) narrow_delay (.clk(clk), .reset(reset), .in(in[2:0]), .out(narrow));
            always @(negedge clk) if (since > LONGEST && (wide !== history[c] || narrow !== history[c][2:0])) begin
                $display("after %0d cycles: %h and %h, expected %h", c, wide, narrow, history[c]);
                fail;
            end
        end
    endgenerate

    initial begin
        start_bench;
        wait (since >= WORDS);
        pass;
    end
endmodule
