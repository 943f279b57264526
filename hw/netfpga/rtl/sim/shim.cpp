// SPDX-License-Identifier: Apache-2.0
//
// A card in this process: the top module of a program, made a class by Verilator, with queues of frames before and
// behind its streams and a master of its AXI-Lite bus. The C interface at the end is all that others see. One thread at
// a time uses a card; cards have nothing in common.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <vector>

#include "Vcard.h"
#include "verilated.h"

namespace {

constexpr unsigned BEAT = 32;           // bytes
constexpr size_t LONGEST = 16384;       // bytes of a frame
constexpr size_t ROOM = 1024;           // frames that wait to be sent
constexpr int RESET = 16;               // cycles
constexpr int QUIET = 8;                // cycles after the last frame, in which its counters are written
constexpr int PATIENCE = 10000;         // cycles that the bus has for an answer
constexpr uint32_t NO_ANSWER = ~0u;     // what a host reads where no card is

struct Frame {
    uint8_t source = 0, destination = 0; // a bit for each port
    unsigned length = 0;                 // as the stream says
    bool whole = true;                   // no byte is missing before the last one
    std::vector<uint8_t> bytes;
};

class Card {
public:
    Card() : top(&context) {
        context.randReset(2); // what no reset sets has any value
        context.randSeed(1);
        top.reset = 1;
        top.s_axis_tvalid = top.S_AXI_AWVALID = top.S_AXI_WVALID = top.S_AXI_ARVALID = 0;
        top.S_AXI_WSTRB = 0xf;
        for (int i = 0; i < RESET; i++) tick();
        top.reset = 0;
        cycles = 0;
    }

    ~Card() { top.final(); }

    int send(int port, const uint8_t *frame, int length) {
        if (port < 0 || port > 7 || length < 1 || length > static_cast<int>(LONGEST) || in.size() >= ROOM) return -1;
        Frame f;
        f.source = static_cast<uint8_t>(1u << port);
        f.bytes.assign(frame, frame + length);
        f.length = static_cast<unsigned>(length);
        in.push_back(std::move(f));
        return 0;
    }

    void claim(unsigned length) {
        if (!in.empty()) in.back().length = length;
    }

    int receive(uint8_t *buffer, int capacity, int *ports, int *source) {
        if (out.empty()) return 0;
        Frame f = std::move(out.front());
        out.pop_front();
        *ports = f.destination;
        *source = f.source;
        if (!f.whole || f.length != f.bytes.size() || f.bytes.size() > static_cast<size_t>(capacity)) return -1;
        memcpy(buffer, f.bytes.data(), f.bytes.size());
        return static_cast<int>(f.bytes.size());
    }

    uint64_t run(uint64_t most) {
        int quiet = 0;
        uint64_t n = 0;
        for (; n < most && quiet < QUIET; n++) {
            tick();
            quiet = in.empty() && top.idle && !top.m_axis_tvalid && leaving.bytes.empty() ? quiet + 1 : 0;
        }
        return n;
    }

    uint32_t read(uint32_t address) {
        top.S_AXI_ARADDR = address;
        ar_waits = true;
        answered = false;
        answer = NO_ANSWER;
        for (int i = 0; i < PATIENCE && !answered; i++) tick();
        top.S_AXI_ARVALID = ar_waits = false;
        return answer;
    }

    void write(uint32_t address, uint32_t value) {
        top.S_AXI_AWADDR = address;
        top.S_AXI_WDATA = value;
        aw_waits = w_waits = true;
        answered = false;
        for (int i = 0; i < PATIENCE && !answered; i++) tick();
        top.S_AXI_AWVALID = top.S_AXI_WVALID = aw_waits = w_waits = false;
    }

    void shake(uint32_t seed, int gaps, int stalls) {
        random = seed ? seed : 1;
        gap_percent = gaps;
        stall_percent = stalls;
    }

    uint64_t cycles = 0;

private:
    // xorshift of Marsaglia
    bool chance(int percent) {
        if (percent == 0) return false;
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random % 100 < static_cast<uint32_t>(percent);
    }

    // The next beat stays until it is taken.
    void offer() {
        if (top.s_axis_tvalid || in.empty() || top.reset || chance(gap_percent)) return;
        const Frame &f = in.front();
        size_t left = f.bytes.size() - sent;
        size_t n = left < BEAT ? left : BEAT;
        uint8_t beat[BEAT] = {0};
        memcpy(beat, f.bytes.data() + sent, n);
        for (unsigned i = 0; i < BEAT / 4; i++)
            top.s_axis_tdata[i] = beat[4 * i] | beat[4 * i + 1] << 8 | beat[4 * i + 2] << 16 |
                                  static_cast<uint32_t>(beat[4 * i + 3]) << 24;
        top.s_axis_tkeep = n == BEAT ? ~0u : (1u << n) - 1;
        top.s_axis_tlast = left <= BEAT;
        top.s_axis_tuser[0] = (f.length & 0xffff) | static_cast<uint32_t>(f.source) << 16;
        top.s_axis_tuser[1] = top.s_axis_tuser[2] = top.s_axis_tuser[3] = 0;
        top.s_axis_tvalid = 1;
    }

    // Address and data of a write come in any order.
    void ask() {
        if (aw_waits && !chance(gap_percent)) top.S_AXI_AWVALID = 1, aw_waits = false;
        if (w_waits && !chance(gap_percent)) top.S_AXI_WVALID = 1, w_waits = false;
        if (ar_waits && !chance(gap_percent)) top.S_AXI_ARVALID = 1, ar_waits = false;
        top.S_AXI_BREADY = !chance(stall_percent);
        top.S_AXI_RREADY = !chance(stall_percent);
    }

    void taken() {
        sent += BEAT;
        if (top.s_axis_tlast) {
            in.pop_front();
            sent = 0;
        }
    }

    void collect() {
        uint32_t keep = top.m_axis_tkeep;
        if (leaving.bytes.empty()) {
            leaving.length = top.m_axis_tuser[0] & 0xffff;
            leaving.source = top.m_axis_tuser[0] >> 16 & 0xff;
            leaving.destination = top.m_axis_tuser[0] >> 24;
        }
        // Ones from below, all of them but in the last beat.
        if ((keep & (keep + 1)) != 0 || keep == 0 || (!top.m_axis_tlast && keep != ~0u)) leaving.whole = false;
        for (unsigned i = 0; i < BEAT; i++)
            if (keep >> i & 1) leaving.bytes.push_back(static_cast<uint8_t>(top.m_axis_tdata[i / 4] >> 8 * (i % 4)));
        if (top.m_axis_tlast) {
            out.push_back(std::move(leaving));
            leaving = Frame();
        }
    }

    void tick() {
        offer();
        ask();
        top.m_axis_tready = !chance(stall_percent);
        top.clk = 0;
        top.eval();
        bool s = top.s_axis_tvalid && top.s_axis_tready;
        bool aw = top.S_AXI_AWVALID && top.S_AXI_AWREADY, w = top.S_AXI_WVALID && top.S_AXI_WREADY;
        bool ar = top.S_AXI_ARVALID && top.S_AXI_ARREADY;
        if (!top.reset) {
            if (top.m_axis_tvalid && top.m_axis_tready) collect();
            bool r = top.S_AXI_RVALID && top.S_AXI_RREADY;
            if (r) answer = top.S_AXI_RDATA;
            if (r || (top.S_AXI_BVALID && top.S_AXI_BREADY)) answered = true;
        }
        top.clk = 1;
        top.eval();
        cycles++;
        if (s) {
            taken();
            top.s_axis_tvalid = 0;
        }
        if (aw) top.S_AXI_AWVALID = 0;
        if (w) top.S_AXI_WVALID = 0;
        if (ar) top.S_AXI_ARVALID = 0;
    }

    VerilatedContext context;
    Vcard top;
    std::deque<Frame> in, out;
    size_t sent = 0; // bytes of the first of `in`
    Frame leaving;
    bool aw_waits = false, w_waits = false, ar_waits = false;
    bool answered = false;
    uint32_t answer = 0;
    uint32_t random = 1;
    int gap_percent = 0, stall_percent = 0;
};

Card *card(void *of) { return static_cast<Card *>(of); }

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

// A card after its reset; rtl_close ends it.
EXPORT void *rtl_open(void) { return new Card; }

EXPORT void rtl_close(void *of) { delete card(of); }

// Puts a frame before the card; it enters when the clock runs. `port` is a bit number of tuser: 10G port N (0 to 3) is 2N,
// its DMA 2N+1. -1: there is no such port, or no frame of 0 or of more than 16,384 bytes, or no room for more than 1,024.
EXPORT int rtl_send(void *of, int port, const uint8_t *frame, int length) { return card(of)->send(port, frame, length); }

// The frame that was sent last, if it still waits, says in tuser that it has this length, as one does that is cut on its way.
EXPORT void rtl_claim(void *of, int length) { card(of)->claim(static_cast<unsigned>(length)); }

// Takes the next frame that left: its bytes, or 0 if there is none; -1 if its length is not that in tuser, bytes are
// missing inside of it or it is longer than `capacity`. `ports` and `source` have a bit for each port.
EXPORT int rtl_receive(void *of, uint8_t *buffer, int capacity, int *ports, int *source) {
    return card(of)->receive(buffer, capacity, ports, source);
}

// Runs the clock for `cycles` at most, less if all that was sent has left before. Returns how long it ran.
EXPORT uint64_t rtl_run(void *of, uint64_t cycles) { return card(of)->run(cycles); }

// Cycles since the reset.
EXPORT uint64_t rtl_cycle(void *of) { return card(of)->cycles; }

// A register of the card by AXI-Lite, during which the clock runs. All ones where there is no answer.
EXPORT uint32_t rtl_read(void *of, uint32_t address) { return card(of)->read(address); }

EXPORT void rtl_write(void *of, uint32_t address, uint32_t value) { card(of)->write(address, value); }

// From now on, no beat, address or data of a register is there in `gaps` percent of the cycles in which there could be one,
// and no beat or answer is taken in `stalls` percent of all. What happens when follows from the seed.
EXPORT void rtl_shake(void *of, uint32_t seed, int gaps, int stalls) { card(of)->shake(seed, gaps, stalls); }
