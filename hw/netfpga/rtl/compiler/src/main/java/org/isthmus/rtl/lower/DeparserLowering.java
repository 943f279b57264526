// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Header;

/**
 * A deparser as a line of shifters: from the last header to the first, each that is valid is put in
 * front of what is there.
 */
final class DeparserLowering {
    private static final int BYTE = 8;

    private final Graph graph;
    private final Values values;

    /** Bytes that may leave. */
    private final int most;

    DeparserLowering(Graph graph, Values values, int most) {
        this.graph = graph;
        this.values = values;
        this.most = most;
    }

    /**
     * @param rest what was not parsed
     */
    Head run(List<Header> emitted, Head rest) {
        List<Header> backwards = new ArrayList<>(emitted);
        Collections.reverse(backwards);
        Signal bytes = rest.bytes;
        int lengthBits = rest.length.width;
        List<Signal> lengths = new ArrayList<>(List.of(rest.length));
        for (Header h : backwards) {
            graph.at("deparser");
            Signal valid = values.valid(h);
            int headerBits = h.type.fixedBits();
            int width = Math.min(most * BYTE, bytes.width + headerBits);
            Signal with = graph.concat(values.all(h), bytes);
            Signal without = graph.concat(bytes, graph.zero(headerBits));
            bytes = graph.mux(valid, front(with, width), front(without, width));
            bytes.nameIt("from_" + h.name, graph.place());
            lengths.add(
                    graph.mux(
                            valid,
                            graph.constant(headerBits / BYTE, lengthBits),
                            graph.zero(lengthBits)));
        }
        Signal length = graph.zero(lengthBits);
        for (Signal l : lengths) {
            length = graph.add(length, l, lengthBits);
        }
        if (bytes.width < most * BYTE) {
            bytes = graph.concat(bytes, graph.zero(most * BYTE - bytes.width));
        }
        return new Head(bytes, length);
    }

    private Signal front(Signal x, int width) {
        return graph.slice(x, x.width - width, width);
    }
}
