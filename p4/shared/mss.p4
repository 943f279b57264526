// SPDX-License-Identifier: Apache-2.0
//
//  ... result -> [clamp_mss] -> routing -> ...
//
// TCP segments with SYN may carry the MSS option, which the controller lowers where its instance
// says so (RFC 4459 section 3.2): behind the translation, segments grow. What the controller
// submits was there already.
#ifndef ISTHMUS_MSS_P4
#define ISTHMUS_MSS_P4

control ClampMss(inout headers_t hdr, inout metadata_t meta) {
    instance_t clamped_instance = 0;

    @id(CLAMP_ACTION) @name(".clamp")
    action clamp() PUNT(MSS)

    // Instances whose hosts get a smaller MSS.
    @id(MSS_CLAMP_TABLE) @name(".mss_clamp")
    table mss_clamp {
        key = { clamped_instance : exact @name("instance"); }
        actions = { clamp; @defaultonly NoAction; }
        const default_action = NoAction();
        size = INSTANCE_SIZE;
    }

    apply {
        if (hdr.tcp.isValid() && hdr.tcp.syn == 1 && hdr.tcp.data_offset > 5
                && meta.ingress_port != CPU_PORT) {
            clamped_instance = meta.instance;
            if (hdr.ipv4.isValid()) {
                clamped_instance = meta.instance6;
            }
            mss_clamp.apply();
        }
    }
}

#endif
