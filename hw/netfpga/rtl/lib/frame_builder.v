// SPDX-License-Identifier: Apache-2.0
//
// Makes frames of an AXI stream out of heads as the pipeline leaves them and the rests that header_window put by. A
// frame is the first head_bytes bytes of its head and then, with head_more, its rest, moved to where the head ends. With
// digest_valid, a frame of 32 bytes follows to the DMA port that belongs to head_src.
//
// Timing: a beat every cycle, without one lost between frames; the first leaves 7 cycles after head_valid. A dropped
// frame takes a cycle, and one for each beat of its rest.
//
//   heads ---> [ issue ] ---> shift ---> merge ---> out (FIFO) ---> m_*
//   rest  ---> [       ]
//
// Issue makes one beat a cycle of what it holds, and goes on only while `out` has a place for the beat. The stages behind
// it so never stop, and m_ready reaches nothing but the FIFO. The bytes of the head follow a cycle behind issue, which
// so need not drive 2,000 registers.

module frame_builder #(
    parameter BYTES = 192,               // of a head, a multiple of 32, at most 224
    parameter HEADS = 64                 // held at most, a power of two
) (
    input  wire               clk,
    input  wire               reset,

    input  wire               head_valid,
    input  wire [8*BYTES-1:0] head,      // first byte in the highest bits
    input  wire [7:0]         head_bytes,
    input  wire               head_more,
    input  wire               head_drop,
    input  wire [15:0]        head_length,
    input  wire [7:0]         head_src,
    input  wire [7:0]         head_dst,
    input  wire               digest_valid,
    input  wire [255:0]       digest,
    output wire               credit,    // a head has left the FIFO

    input  wire               rest_valid,
    input  wire [255:0]       rest_data,
    input  wire [31:0]        rest_keep,
    input  wire               rest_last,
    output wire               rest_ready,

    output wire               m_valid,
    output wire [255:0]       m_data,
    output wire [31:0]        m_keep,
    output wire               m_last,
    output wire [127:0]       m_user,
    input  wire               m_ready,

    output wire               idle       // nothing is held
);

    localparam BEAT = 256;
    localparam OUT_DEPTH_BITS = 4;
    localparam [OUT_DEPTH_BITS:0] OUT_DEPTH = 1 << OUT_DEPTH_BITS;
    localparam [5:0] WHOLE_BEAT = 6'd32;
    localparam [15:0] DIGEST_LENGTH = 16'd32;

    function [255:0] reversed(input [255:0] beat);
        integer k;
        for (k = 0; k < 32; k = k + 1) reversed[8*k +: 8] = beat[8*(31-k) +: 8];
    endfunction

    // The first n of 32 bytes, that of byte 0 in bit 0.
    function [31:0] first_bytes(input [5:0] n);
        integer k;
        for (k = 0; k < 32; k = k + 1) first_bytes[k] = k[5:0] < n;
    endfunction

    // ---- Heads that wait -----------------------------------------------------------------------------------------

    wire               next_valid;
    wire [7:0]         next_bytes;
    wire               next_more, next_drop, next_digest_valid;
    wire [15:0]        next_length;
    wire [7:0]         next_src, next_dst;
    wire               load;
    wire               heads_room;       // there always is, by the credits

    fifo #(.WIDTH(8 + 3 + 16 + 8 + 8), .DEPTH_BITS($clog2(HEADS))) heads (
        .clk(clk), .reset(reset),
        .in_valid(head_valid), .in_ready(heads_room),
        .in_data({head_bytes, head_more, head_drop, digest_valid, head_length, head_src, head_dst}),
        .out_valid(next_valid), .out_ready(load),
        .out_data({next_bytes, next_more, next_drop, next_digest_valid, next_length, next_src, next_dst}));

    // Their bytes, a cycle behind
    wire [8*BYTES-1:0] next_head;
    wire [255:0]       next_digest;
    reg                loaded;
    wire               bytes_room, bytes_valid; // as of `heads`

    fifo #(.WIDTH(8*BYTES + 256), .DEPTH_BITS($clog2(HEADS))) bytes (
        .clk(clk), .reset(reset),
        .in_valid(head_valid), .in_ready(bytes_room), .in_data({head, digest}),
        .out_valid(bytes_valid), .out_ready(loaded), .out_data({next_head, next_digest}));

    always @(posedge clk) loaded <= ~reset & load;
    assign credit = loaded;

    // ---- The next beat of the rest, with its bytes counted ------------------------------------------------------

    reg          rest_held;
    reg  [255:0] rest_beat;              // network order
    reg          rest_end;
    reg  [5:0]   rest_bytes;
    wire [5:0]   rest_count;
    wire         rest_taken;

    assign rest_ready = ~rest_held | rest_taken;

    keep_count keep_count (.keep(rest_keep), .count(rest_count));

    always @(posedge clk) begin
        if (reset) rest_held <= 1'b0;
        else if (rest_ready) rest_held <= rest_valid;
        if (rest_ready) begin
            rest_beat  <= reversed(rest_data);
            rest_end   <= rest_last;
            rest_bytes <= rest_count;
        end
    end

    // ---- Issue: a beat a cycle ----------------------------------------------------------------------------------

    localparam [2:0]
        NONE   = 3'd0,                   // no frame
        WHOLE  = 3'd1,                   // whole beats of the head
        TAIL   = 3'd2,                   // the last bytes of a head that nothing follows
        REST   = 3'd3,                   // what is carried over, and as much of the rest as a beat takes
        CARRY  = 3'd4,                   // what is carried over, alone, at the end
        SKIP   = 3'd5,                   // the rest of a dropped frame
        DIGEST = 3'd6;

    reg [2:0]         phase;
    reg [2:0]         wholes;            // whole beats of the head that have not been sent
    reg [4:0]         tail;              // bytes beyond these
    reg [5:0]         space;             // for others in the beat that has them
    reg               more;
    reg               digest_due;
    reg [15:0]        length;
    reg [7:0]         src, dst;
    reg               carried;           // a beat of the rest has been sent, whose last bytes are carried over
    reg [5:0]         carry_bytes;
    reg               has_room;

    wire last_whole = wholes == 3'd1;
    wire [5:0] joined = {1'b0, tail} + rest_bytes;
    wire spills = rest_bytes > space;

    // The phase after that of the frame itself, and after one that is at its end.
    wire [2:0] after_frame = digest_due ? DIGEST : NONE;
    wire [2:0] after_wholes = more ? REST : tail != 0 ? TAIL : after_frame;

    reg        emit;                     // this phase makes a beat in this cycle, given room
    reg        proceed;                  // this phase is over with this cycle, given room
    reg [2:0]  then;
    always @* begin
        emit = 1'b1;
        proceed = 1'b1;
        then = after_frame;
        case (phase)
            WHOLE: begin
                proceed = last_whole;
                then = after_wholes;
            end
            REST: begin
                emit = rest_held;
                proceed = rest_held & rest_end;
                if (spills) then = CARRY;
            end
            SKIP: begin
                emit = 1'b0;
                proceed = rest_held & rest_end;
            end
            DIGEST: then = NONE;
            NONE: begin
                emit = 1'b0;
                then = NONE;
            end
            default: ;
        endcase
    end

    wire next_has_tail = next_bytes[4:0] != 0;
    wire [2:0] next_after = next_digest_valid ? DIGEST : NONE;
    wire [2:0] next_phase =
            next_drop            ? next_more ? SKIP : next_after :
            next_bytes[7:5] != 0 ? WHOLE :
            next_more            ? REST :
            next_has_tail        ? TAIL : next_after;

    wire step = has_room & proceed;
    assign load = next_valid & step & then == NONE;
    assign rest_taken = has_room & (phase == REST | phase == SKIP) & rest_held;

    always @(posedge clk) begin
        if (reset) phase <= NONE;
        else if (load) phase <= next_phase;
        else if (step) phase <= then;

        if (load) begin
            wholes     <= next_bytes[7:5];
            tail       <= next_bytes[4:0];
            space      <= WHOLE_BEAT - {1'b0, next_bytes[4:0]};
            more       <= next_more;
            digest_due <= next_digest_valid;
            length     <= next_length;
            src        <= next_src;
            dst        <= next_dst;
        end else if (has_room & phase == WHOLE) wholes <= wholes - 1'b1;
        if (load) carried <= 1'b0;
        else if (rest_taken) carried <= 1'b1;
        if (rest_taken) carry_bytes <= joined - WHOLE_BEAT;
    end

    // Places in `out` that no beat has and none is on its way to.
    reg  [OUT_DEPTH_BITS:0] room;
    wire issue = has_room & emit;
    wire leave = m_valid & m_ready;
    wire [OUT_DEPTH_BITS:0] room_next =
            room + {{OUT_DEPTH_BITS{1'b0}}, leave} - {{OUT_DEPTH_BITS{1'b0}}, issue};

    always @(posedge clk) begin
        if (reset) begin
            room     <= OUT_DEPTH;
            has_room <= 1'b0;
        end else begin
            room     <= room_next;
            has_room <= room_next != 0;
        end
    end

    assign idle = phase == NONE & ~next_valid & ~loaded & room == OUT_DEPTH;

    // ---- Stage 1: what the beat is made of, and its bytes of the head ---------------------------------------------

    localparam [7:0] DMA_PORTS = 8'hAA;
    wire [7:0] dma_port = (src & DMA_PORTS) | ((src & ~DMA_PORTS) << 1);

    reg         valid_1, valid_2, valid_3;
    reg         digest_1;
    reg [255:0] rest_1;
    reg [4:0]   shift_1;
    reg [5:0]   front_1;                 // so many bytes are from the head, or carried over; then comes the rest
    reg         carried_1, carried_2;    // carried over
    reg [5:0]   bytes_1;
    reg         last_1, last_2, last_3;
    reg [31:0]  user_1, user_2, user_3;

    reg [8*BYTES-1:0] current;           // the part of the head that has not left stage 1
    reg [255:0]       current_digest;
    always @(posedge clk) begin
        if (loaded) {current, current_digest} <= {next_head, next_digest};
        else if (valid_1) current <= current << BEAT;

        valid_1   <= issue & ~reset;
        digest_1  <= phase == DIGEST;
        rest_1    <= rest_beat;
        shift_1   <= tail;
        front_1   <= phase == REST ? {1'b0, tail} : WHOLE_BEAT;
        carried_1 <= phase == CARRY | (phase == REST & carried);
        last_1    <= phase == WHOLE ? last_whole & ~more & tail == 0 :
                     phase == REST  ? rest_end & ~spills : 1'b1;
        bytes_1   <= phase == TAIL ? {1'b0, tail} :
                     phase == CARRY ? carry_bytes :
                     phase == REST & rest_end & ~spills ? joined : WHOLE_BEAT;
        user_1    <= phase == DIGEST ? {dma_port, src, DIGEST_LENGTH} : {dst, src, length};
    end

    // ---- Stage 2: the rest turned right by `shift` bytes ---------------------------------------------------------

    function [255:0] turned(input [255:0] beat, input [4:0] shift);
        integer k;
        begin
            turned = beat;
            for (k = 0; k < 5; k = k + 1)
                if (shift[k]) turned = (turned >> (8 << k)) | (turned << (BEAT - (8 << k)));
        end
    endfunction

    reg [255:0] head_2, rest_2;
    reg [31:0]  front_2;
    reg [31:0]  keep_2, keep_3;
    always @(posedge clk) begin
        valid_2   <= valid_1 & ~reset;
        head_2    <= digest_1 ? reversed(current_digest) : current[8*BYTES-1 -: BEAT];
        rest_2    <= turned(rest_1, shift_1);
        front_2   <= first_bytes(front_1);
        carried_2 <= carried_1;
        keep_2    <= first_bytes(bytes_1);
        last_2    <= last_1;
        user_2    <= user_1;
    end

    // ---- Stage 3: head or carry, and rest ----------------------------------------------------------------------

    reg [255:0] carry;                   // the last beat of the rest, turned: its first bytes did not go with it
    reg [255:0] data_3;                  // as the stream has it, byte 0 in the lowest bits
    integer k;
    always @(posedge clk) begin
        valid_3 <= valid_2 & ~reset;
        if (valid_2) carry <= rest_2;
        for (k = 0; k < 32; k = k + 1)
            data_3[8*k +: 8] <= ~front_2[k] ? rest_2[8*(31-k) +: 8] :
                                carried_2 ? carry[8*(31-k) +: 8] : head_2[8*(31-k) +: 8];
        keep_3  <= keep_2;
        last_3  <= last_2;
        user_3  <= user_2;
    end

    wire out_room;                       // there always is, by `room`
    fifo #(.WIDTH(256 + 32 + 1 + 32), .DEPTH_BITS(OUT_DEPTH_BITS)) out (
        .clk(clk), .reset(reset),
        .in_valid(valid_3), .in_data({user_3, last_3, keep_3, data_3}), .in_ready(out_room),
        .out_valid(m_valid), .out_data({m_user[31:0], m_last, m_keep, m_data}), .out_ready(m_ready));
    assign m_user[127:32] = 96'd0;

    wire unused = &{1'b0, heads_room, bytes_room, bytes_valid, out_room};

endmodule
