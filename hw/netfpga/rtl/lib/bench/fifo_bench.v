// SPDX-License-Identifier: Apache-2.0
//
// fifo: what goes in comes out in order, at every mix of gaps and stalls; it fills to its depth, and takes a word a cycle.

module fifo_bench;
    parameter DEPTH_BITS = 3;
    localparam WORDS = 20000;
    localparam DEPTH = 1 << DEPTH_BITS;

    `include "bench.vh"

    reg         in_valid = 0;
    reg  [15:0] in_data = 0;
    wire        in_ready;
    wire        out_valid;
    wire [15:0] out_data;
    reg         out_ready = 0;

    fifo #(.WIDTH(16), .DEPTH_BITS(DEPTH_BITS)) dut (
        .clk(clk), .reset(reset), .in_valid(in_valid), .in_data(in_data), .in_ready(in_ready),
        .out_valid(out_valid), .out_data(out_data), .out_ready(out_ready));

    integer sent = 0, received = 0;
    integer fill, drain;                 // percent, of this stretch
    integer most = 0;                    // words held at once

    always @(posedge clk) if (!reset) begin
        if (cycle % 256 == 0) begin
            fill = chance(0, 30) ? 100 : (random(0) >> 4) % 101;
            drain = chance(0, 30) ? 100 : (random(0) >> 4) % 101;
        end
        if (in_valid & in_ready) sent = sent + 1;
        if (out_valid & out_ready) begin
            if (out_data !== received[15:0]) begin
                $display("word %0d is %0d", received, out_data);
                fail;
            end
            received = received + 1;
        end
        if (sent - received > most) most = sent - received;
        if (received > sent) fail;
        if (sent - received > DEPTH + 1) begin
            $display("%0d words in a FIFO of %0d", sent - received, DEPTH);
            fail;
        end
        // A word offered stays; it must be the next one.
        if (!(in_valid & ~in_ready)) in_valid <= chance(0, fill);
        in_data <= sent[15:0];
        out_ready <= chance(0, drain);
    end

    integer start;
    initial begin
        fill = 50;
        drain = 50;
        start_bench;
        wait (received >= WORDS);
        if (most < DEPTH) begin
            $display("never more than %0d words held", most);
            fail;
        end
        pass;
    end

    initial begin
        repeat (WORDS * 20) @(posedge clk);
        $display("%0d words sent, %0d received", sent, received);
        fail;
    end
endmodule
