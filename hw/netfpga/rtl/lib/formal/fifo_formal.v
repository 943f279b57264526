// SPDX-License-Identifier: Apache-2.0
//
// fifo: any word that goes in, chosen freely, comes out unchanged and in its place, and as soon as it can; no more words are
// held than there are places, and none is refused while there is one.
// proof pdr

module fifo_formal (
    input wire       clk,
    input wire       in_valid,
    input wire [7:0] in_data,
    input wire       out_ready
);
    localparam DEPTH_BITS = 2;
    localparam DEPTH = 1 << DEPTH_BITS;

    reg started = 0;
    always @(posedge clk) started <= 1;
    wire reset = ~started;

    wire       in_ready, out_valid;
    wire [7:0] out_data;
    fifo #(.WIDTH(8), .DEPTH_BITS(DEPTH_BITS)) dut (
        .clk(clk), .reset(reset), .in_valid(in_valid), .in_data(in_data), .in_ready(in_ready),
        .out_valid(out_valid), .out_data(out_data), .out_ready(out_ready));

    // How many words are held, and how many of them are before the chosen one, it included; 0: it is not there.
    reg [3:0] held, place;
    reg [7:0] chosen;
    (* anyseq *) wire choose;
    wire in = in_valid & in_ready;
    wire out = out_valid & out_ready;
    always @(posedge clk) begin
        if (reset) begin
            held <= 0;
            place <= 0;
        end else begin
            held <= held + in - out;
            if (place != 0) place <= place - out;
            else if (in & choose) begin
                place <= held + 1 - out;
                chosen <= in_data;
            end
        end
    end

    // The first word may be on its way from the RAM, one cycle long.
    reg waiting;
    always @(posedge clk) waiting <= ~reset & held != 0 & ~out_valid;
    always @* if (!reset) begin
        assert (held <= DEPTH + 1);
        assert (place <= held);
        if (out_valid) assert (held != 0);
        if (waiting && held != 0) assert (out_valid);
        if (held < DEPTH) assert (in_ready);
        if (place == 1 && out_valid) assert (out_data == chosen);
    end
endmodule
