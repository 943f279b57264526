// SPDX-License-Identifier: Apache-2.0
//
// A hash of words, in a variable bit<32> mixed: MIX for each word, then AVALANCHE. Additions and
// shifts alternate, so that what enters first does more than permute the results, as it would with
// a CRC. Both parts are by Bob Jenkins: one-at-a-time, here a word at a time, and the 32-bit integer
// hash with full avalanche, without which low bits are poor.
#ifndef ISTHMUS_HASH_P4
#define ISTHMUS_HASH_P4

#define MIX(word) \
        mixed = mixed + (word); \
        mixed = mixed + (mixed << 10); \
        mixed = mixed ^ (mixed >> 6);

#define AVALANCHE \
        mixed = (mixed + 0x7ed55d16) + (mixed << 12); \
        mixed = (mixed ^ 0xc761c23c) ^ (mixed >> 19); \
        mixed = (mixed + 0x165667b1) + (mixed << 5); \
        mixed = (mixed + 0xd3a2646c) ^ (mixed << 9); \
        mixed = (mixed + 0xfd7046c5) + (mixed << 3); \
        mixed = (mixed ^ 0xb55a4f09) ^ (mixed >> 16);

#endif
