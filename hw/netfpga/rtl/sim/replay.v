// SPDX-License-Identifier: Apache-2.0
//
// Does to a card what was done to it in another simulator, and compares what it answers and what leaves it.
//
//   iverilog -g2005 -DCARD=isthmus_card -I ../lib -I ../isthmus replay.v ../lib/*.v ../isthmus/*.v
//   vvp a.out +script=FILE +left=FILE
//
// Lines of the script, numbers in hexadecimal digits:
//   w ADDRESS VALUE           a register is written
//   r ADDRESS VALUE           and read, until it has this value
//   b DATA KEEP LAST USER     a beat enters, back to back with the one before it
//   i BEATS                   all that came in has left, in so many beats since the reset
// Lines of what left: DATA KEEP LAST USER of a beat, of USER the lower 32 bits. Ends with a line that begins with "replayed:".

`timescale 1ns / 100ps

module replay;
    localparam PATIENCE = 20000; // cycles, or looks at a register
    localparam SEED = 1;         // of when nothing is taken

    reg clk = 1'b0, reset = 1'b1;
    always #2.5 clk = ~clk;

    reg  [255:0] s_data;
    reg  [31:0]  s_keep;
    reg  [127:0] s_user;
    reg          s_last, s_valid = 1'b0;
    wire         s_ready;
    wire [255:0] m_data;
    wire [31:0]  m_keep;
    wire [127:0] m_user;
    wire         m_last, m_valid, idle;
    reg          m_ready = 1'b0;
    reg  [31:0]  address, wdata;
    reg          awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0;
    wire         awready, wready, bvalid, arready, rvalid;
    wire [31:0]  rdata;

    `CARD card (
        .clk(clk), .reset(reset),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tuser(s_user), .s_axis_tvalid(s_valid),
        .s_axis_tready(s_ready), .s_axis_tlast(s_last),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid),
        .m_axis_tready(m_ready), .m_axis_tlast(m_last),
        .S_AXI_AWADDR(address), .S_AXI_AWVALID(awvalid), .S_AXI_AWREADY(awready),
        .S_AXI_WDATA(wdata), .S_AXI_WSTRB(4'hf), .S_AXI_WVALID(wvalid), .S_AXI_WREADY(wready),
        .S_AXI_BRESP(), .S_AXI_BVALID(bvalid), .S_AXI_BREADY(1'b1),
        .S_AXI_ARADDR(address), .S_AXI_ARVALID(arvalid), .S_AXI_ARREADY(arready),
        .S_AXI_RDATA(rdata), .S_AXI_RRESP(), .S_AXI_RVALID(rvalid), .S_AXI_RREADY(1'b1),
        .idle(idle));

    integer cycles = 0, beats = 0, seed = SEED;
    always @(posedge clk) cycles <= cycles + 1;

    task fail(input [8*40-1:0] what);
        begin
            $display("line %0d of the script, cycle %0d, beat %0d: %0s", line, cycles, beats, what);
            $finish;
            #1; // nothing after it
        end
    endtask

    // ---- What leaves -------------------------------------------------------------------------------------------------
    integer left, code_left;
    reg [255:0] left_data, left_mask;
    reg [31:0]  left_keep, left_user;
    reg         left_last;
    integer     k;
    always @(posedge clk) begin
        m_ready <= $random(seed) & 3 ? 1'b1 : 1'b0;
        if (~reset & m_valid & m_ready) begin
            code_left = $fscanf(left, "%h %h %h %h\n", left_data, left_keep, left_last, left_user);
            for (k = 0; k < 32; k = k + 1) left_mask[8*k +: 8] = {8{left_keep[k]}};
            if (code_left != 4) fail("a beat too many left");
            if ((m_data & left_mask) !== left_data | m_keep !== left_keep | m_last !== left_last | m_user[31:0] !== left_user) begin
                $display("%h %h %h %h\n%h %h %h %h wanted", m_data & left_mask, m_keep, m_last, m_user[31:0],
                        left_data, left_keep, left_last, left_user);
                fail("another beat left");
            end
            beats = beats + 1;
        end
    end

    // ---- What enters -------------------------------------------------------------------------------------------------
    reg waiting_a, waiting_w;
    integer looks;

    task write;
        begin
            awvalid <= 1'b1;
            wvalid <= 1'b1;
            waiting_a = 1'b1;
            waiting_w = 1'b1;
            while (waiting_a | waiting_w) begin
                @(posedge clk);
                if (awvalid & awready) begin
                    waiting_a = 1'b0;
                    awvalid <= 1'b0;
                end
                if (wvalid & wready) begin
                    waiting_w = 1'b0;
                    wvalid <= 1'b0;
                end
            end
            while (~bvalid) @(posedge clk);
        end
    endtask

    task read;
        begin
            arvalid <= 1'b1;
            waiting_a = 1'b1;
            while (waiting_a) begin
                @(posedge clk);
                if (arvalid & arready) begin
                    waiting_a = 1'b0;
                    arvalid <= 1'b0;
                end
            end
            @(posedge clk);
            while (~rvalid) @(posedge clk);
        end
    endtask

    task enter;
        begin
            s_valid <= 1'b1;
            waiting_w = 1'b1;
            while (waiting_w) begin
                @(posedge clk);
                if (s_valid & s_ready) waiting_w = 1'b0;
            end
            s_valid <= 1'b0;
        end
    endtask

    integer script, code, line = 0;
    reg [7:0]      op;
    reg [31:0]     value;
    reg [8*1024:1] name;
    reg [255:0]    next_data;
    reg [31:0]     next_keep, next_address;
    reg            next_last;
    reg [127:0]    next_user;

    initial begin
        if (!$value$plusargs("script=%s", name)) $finish;
        script = $fopen(name, "r");
        if (!$value$plusargs("left=%s", name)) $finish;
        left = $fopen(name, "r");
        repeat (16) @(posedge clk);
        reset <= 1'b0;
        code = $fscanf(script, " %c", op);
        while (code == 1) begin
            line = line + 1;
            case (op)
                "w": begin
                    code = $fscanf(script, "%h %h", next_address, value);
                    address <= next_address;
                    wdata <= value;
                    write;
                end
                "r": begin
                    code = $fscanf(script, "%h %h", next_address, value);
                    address <= next_address;
                    read;
                    for (looks = 0; rdata !== value & looks < PATIENCE; looks = looks + 1) read;
                    if (rdata !== value) begin
                        $display("register %h is %h, not %h", next_address, rdata, value);
                        fail("another value");
                    end
                end
                "b": begin
                    code = $fscanf(script, "%h %h %h %h", next_data, next_keep, next_last, next_user);
                    s_data <= next_data;
                    s_keep <= next_keep;
                    s_last <= next_last;
                    s_user <= next_user;
                    enter;
                end
                "i": begin
                    code = $fscanf(script, "%h", value);
                    @(posedge clk);
                    for (looks = 0; (~idle | m_valid | beats < value) & looks < PATIENCE; looks = looks + 1) @(posedge clk);
                    if (looks == PATIENCE) fail("not idle");
                end
                default: fail("no such line");
            endcase
            code = $fscanf(script, " %c", op);
        end
        code_left = $fscanf(left, "%h", left_data);
        if (code_left == 1) fail("a beat is missing");
        $display("replayed: %0d lines, %0d beats left, %0d cycles", line, beats, cycles);
        $finish;
    end
endmodule
