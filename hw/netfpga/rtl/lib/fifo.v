// SPDX-License-Identifier: Apache-2.0
//
// A synchronous show-ahead FIFO of 2^DEPTH_BITS words and one in its output register.
//
// Timing: out_valid two cycles after in_valid. A word a cycle goes in and comes out. in_ready is a register's;
// out_data comes from the register of the RAM, so that the RAM's access has a cycle of its own.
// RAM: LUT RAM to a depth of 64, block RAM beyond it. A word is never read in the cycle that writes it.

module fifo #(
    parameter WIDTH = 8,
    parameter DEPTH_BITS = 4
) (
    input  wire             clk,
    input  wire             reset,

    input  wire             in_valid,
    input  wire [WIDTH-1:0] in_data,
    output wire             in_ready,

    output reg              out_valid,
    output wire [WIDTH-1:0] out_data,
    input  wire             out_ready
);

    localparam LUT_RAM_DEPTH_BITS = 6;

    // One bit more than an address, which tells full from empty.
    reg [DEPTH_BITS:0] written, then_written; // the latter is one more
    reg [DEPTH_BITS:0] fetched;

    reg  full;
    wire one_left = then_written == {~fetched[DEPTH_BITS], fetched[DEPTH_BITS-1:0]};
    wire empty = written == fetched;
    wire write = in_valid & in_ready;
    wire fetch = ~empty & (~out_valid | out_ready);

    assign in_ready = ~full;

    always @(posedge clk) begin
        if (reset) begin
            written      <= 0;
            then_written <= 1;
            fetched      <= 0;
            full         <= 1'b0;
            out_valid    <= 1'b0;
        end else begin
            if (write) begin
                written      <= then_written;
                then_written <= then_written + 1'b1;
            end
            full <= ~fetch & (full | (write & one_left));
            if (fetch) fetched <= fetched + 1'b1;
            out_valid <= fetch | (out_valid & ~out_ready);
        end
    end

    generate
        if (DEPTH_BITS <= LUT_RAM_DEPTH_BITS) begin : distributed
            (* ram_style = "distributed" *)
            reg [WIDTH-1:0] words [0:(1<<DEPTH_BITS)-1];
            reg [WIDTH-1:0] word;
            always @(posedge clk) begin
                if (write) words[written[DEPTH_BITS-1:0]] <= in_data;
                if (fetch) word <= words[fetched[DEPTH_BITS-1:0]];
            end
            assign out_data = word;
        end else begin : block
            (* ram_style = "block" *)
            reg [WIDTH-1:0] words [0:(1<<DEPTH_BITS)-1];
            reg [WIDTH-1:0] word;
            always @(posedge clk) begin
                if (write) words[written[DEPTH_BITS-1:0]] <= in_data;
                if (fetch) word <= words[fetched[DEPTH_BITS-1:0]];
            end
            assign out_data = word;
        end
    endgenerate

endmodule
