// SPDX-License-Identifier: Apache-2.0
//
//  composition --(port, lengths)--> [decide] --(verdict)--> tcp state -> translate -> rewrite
//                                                         | echo reply
//
// All steps that decide, in their order: the first verdict other than CONTINUE is final. But for
// answers to ARP and neighbour discovery, nothing is written to a header.
#ifndef ISTHMUS_DECIDE_P4
#define ISTHMUS_DECIDE_P4

#include "admit.p4"
#include "source.p4"
#include "neighbor.p4"
#include "local.p4"
#include "classify.p4"
#include "eligible.p4"
#include "inbound.p4"
#include "outbound.p4"
#include "filtering.p4"
#include "result.p4"
#include "mss.p4"
#include "routing.p4"

control Decide(inout headers_t hdr, inout metadata_t meta) {
    apply {
        Admit.apply(hdr, meta);
        if (meta.verdict == VERDICT_CONTINUE) Source.apply(hdr, meta);
        if (meta.verdict == VERDICT_CONTINUE) Neighbor.apply(hdr, meta);
        if (meta.verdict == VERDICT_CONTINUE) Guard.apply(hdr, meta);
        if (meta.verdict == VERDICT_CONTINUE) Local.apply(hdr, meta);
        if (meta.verdict == VERDICT_CONTINUE) Classify.apply(hdr, meta);
        if (meta.translation != TRANSLATION_NONE) {
            if (meta.verdict == VERDICT_CONTINUE) Eligible.apply(hdr, meta);
            if (meta.verdict == VERDICT_CONTINUE) Inbound.apply(hdr, meta);
        }
        if (meta.verdict == VERDICT_CONTINUE) Forwardable.apply(hdr, meta);
        if (meta.translation != TRANSLATION_NONE) {
            if (meta.verdict == VERDICT_CONTINUE) Outbound.apply(hdr, meta);
#ifdef TARGET_HAS_SESSIONS
            if (meta.verdict == VERDICT_CONTINUE) Filtering.apply(hdr, meta);
#endif
        }
        if (meta.verdict == VERDICT_CONTINUE) Result.apply(hdr, meta);
        if (meta.translation != TRANSLATION_NONE) {
            if (meta.verdict == VERDICT_CONTINUE) ClampMss.apply(hdr, meta);
        }
        if (meta.verdict == VERDICT_CONTINUE) Routing.apply(hdr, meta);
    }
}

#endif
