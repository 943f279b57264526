// SPDX-License-Identifier: Apache-2.0
//
// The checksum as programs for the card update it (RFC 1624, eqn. 3): ones' complement sums in plain adders, wide enough for
// the carries, which are folded at the end. Proved in three steps, of which a whole update follows:
//   sum      folding wide sums apart and then adding them end around is folding their sum, however it is associated
//   update   from the checksum of a header with word `before` comes that of the header with `after` in its place
//   twice    a wide sum of up to 16 words has no carry left when it is folded twice
// proof pdr

module checksum_formal;
    (* anyconst *) wire [19:0] a, b;     // sums of up to 16 words
    (* anyconst *) wire [15:0] rest;     // sum of a header's other words
    (* anyconst *) wire [15:0] before, after;

    function [15:0] fold(input [20:0] sum);
        reg [16:0] once;
        begin
            once = sum[15:0] + sum[20:16];
            fold = once[15:0] + once[16];
        end
    endfunction

    // End-around addition, what a checksum is defined by.
    function [15:0] plus(input [15:0] x, input [15:0] y);
        reg [16:0] sum;
        begin
            sum = x + y;
            plus = sum[15:0] + sum[16];
        end
    endfunction

    wire [15:0] checksum = ~plus(rest, before);
    wire [15:0] inverse = ~before;
    wire [15:0] old = ~checksum;
    wire [20:0] update = old + inverse + after;

    wire [16:0] once = a[15:0] + a[19:16];

    always @* begin
        if (a != 0 & b != 0) assert (fold(a + b) == plus(fold(a), fold(b)));
        // Of a header, rest is never 0: it has the version.
        if (rest != 0) assert (~fold(update) == ~plus(rest, after));
        assert (once[15:0] + once[16] <= 17'hffff);
    end
endmodule
