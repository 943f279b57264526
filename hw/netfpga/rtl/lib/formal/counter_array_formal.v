// SPDX-License-Identifier: Apache-2.0
//
// counter_array: a counter that was left alone for three cycles reads as what was written to it last and every increment since,
// in whatever order increments, the host's writes and other counters come.
// proof pdr

module counter_array_formal (
    input wire       clk,
    input wire       count_valid,
    input wire       count_index,
    input wire       cfg_write,
    input wire       cfg_word,
    input wire [1:0] written
);
    localparam SIZE = 2, WIDTH = 2;

    reg [2:0] age = 0;
    always @(posedge clk) if (reset) age <= age + 1;
    wire reset = age != 7;

    wire [31:0] cfg_rdata;
    counter_array #(.SIZE(SIZE), .WIDTH(WIDTH)) dut (
        .clk(clk), .reset(reset), .count_valid(count_valid), .count_index(count_index),
        .cfg_write(cfg_write), .cfg_word(cfg_word), .cfg_wdata({30'd0, written}), .cfg_rdata(cfg_rdata));

    // A write is done in the first cycle without an increment, and the next one comes four cycles later or more.
    reg [1:0] counts [0:SIZE-1];
    reg       due, due_index;
    reg [1:0] due_value;
    reg [2:0] since_write, since_0, since_1; // cycles, up to 7
    reg [1:0] stable;                        // of cfg_word
    reg       word_before;
    wire      store = due & ~count_valid;
    always @* begin
        assume (!(cfg_write & (due | since_write < 4)));
        assume (!(reset & (cfg_write | count_valid)));
    end
    always @(posedge clk) begin
        word_before <= cfg_word;
        stable <= cfg_word != word_before ? 1 : stable == 3 ? 3 : stable + 1;
        since_write <= reset ? 7 : store ? 0 : since_write == 7 ? 7 : since_write + 1;
        since_0 <= (count_valid & ~count_index) | (store & ~due_index) ? 0 : since_0 == 7 ? 7 : since_0 + 1;
        since_1 <= (count_valid & count_index) | (store & due_index) ? 0 : since_1 == 7 ? 7 : since_1 + 1;
        if (reset) begin
            counts[0] <= 0;
            counts[1] <= 0;
            due <= 0;
        end else begin
            if (cfg_write) {due, due_index, due_value} <= {1'b1, cfg_word, written};
            else if (store) due <= 0;
            if (count_valid) counts[count_index] <= counts[count_index] + 1;
            else if (due) counts[due_index] <= due_value;
        end
    end

    // Since two cycles cfg_word, since three more nothing on its counter.
    wire [2:0] since = word_before ? since_1 : since_0;
    always @* if (!reset & stable >= 2 & since >= 5) assert (cfg_rdata == counts[word_before]);
endmodule
