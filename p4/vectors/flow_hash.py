# SPDX-License-Identifier: Apache-2.0
"""The hash of shared/hash.p4, by which FlowHash chooses a next hop, and Share a meter."""


def flow_hash(words, seed):
    """32 bits of words of 32 bits, from its definition: one-at-a-time (a word at a time), then
    Jenkins' 32-bit integer hash.
    """
    keep = 0xffffffff
    value = seed
    for word in words:
        value = (value + word) & keep
        value = (value + (value << 10)) & keep
        value ^= value >> 6
    value = (value + 0x7ed55d16 + (value << 12)) & keep
    value = value ^ 0xc761c23c ^ (value >> 19)
    value = (value + 0x165667b1 + (value << 5)) & keep
    value = ((value + 0xd3a2646c) ^ (value << 9)) & keep
    value = (value + 0xfd7046c5 + (value << 3)) & keep
    return value ^ 0xb55a4f09 ^ (value >> 16)
