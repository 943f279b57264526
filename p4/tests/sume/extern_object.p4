// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS extern Counter { Counter(bit<32> size); void count(in bit<4> index); }
#define LOCALS Counter(16) counter;
#define COUNT counter.count(0);
#include "base.p4"
