// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Writes a graph of nodes as methods: within a method, edges are jumps; an edge to a node of
 * another method returns that node's number to the driver, which calls the method. Small graphs are
 * one method.
 */
final class GraphCompiler {
    static final int END = -1;

    /** Writes the code of a node, which leaves it by {@link Edges#go} on every path. */
    interface NodeWriter {
        void write(CodeWriter c, int node, Edges edges);
    }

    /** The edges out of a node. */
    interface Edges {
        void go(int node);

        /** A label that leads to a node. */
        Label label(int node);
    }

    private final Unit unit;
    private final String name;
    private final int nodes;
    private final int perMethod;
    private final NodeWriter writer;

    GraphCompiler(Unit unit, String name, int nodes, int perMethod, NodeWriter writer) {
        this.unit = unit;
        this.name = name;
        this.nodes = nodes;
        this.perMethod = perMethod;
        this.writer = writer;
    }

    /**
     * Writes the method () -> void that runs the graph from its first node, and the one of the same
     * name that runs it from any, which must exist.
     */
    void compile(int init) {
        for (int from = 0; from < nodes; from += perMethod) {
            part(from, Math.min(nodes, from + perMethod));
        }
        unit.method(
                name,
                "()V",
                c -> {
                    if (init != END) {
                        c.self();
                        c.intConst(init);
                        c.call(name, "(I)V");
                    }
                    c.op(Opcodes.RETURN);
                });
        unit.method(name, "(I)V", this::driver);
    }

    private void driver(CodeWriter c) {
        int next = 1;
        Label loop = new Label();
        Label end = new Label();
        c.label(loop);
        for (int from = 0; from < nodes; from += perMethod) {
            Label other = new Label();
            boolean last = from + perMethod >= nodes;
            if (!last) {
                c.load(Opcodes.ILOAD, next);
                c.intConst(from + perMethod);
                c.jump(Opcodes.IF_ICMPGE, other);
            }
            c.self();
            c.load(Opcodes.ILOAD, next);
            c.call(name + from, "(I)I");
            c.op(Opcodes.DUP);
            c.load(Opcodes.ISTORE, next);
            c.jump(Opcodes.IFGE, loop);
            c.jump(Opcodes.GOTO, end);
            c.label(other);
        }
        c.label(end);
        c.op(Opcodes.RETURN);
    }

    private void part(int from, int to) {
        unit.method(
                name + from,
                "(I)I",
                c -> {
                    Label[] labels = new Label[to - from];
                    for (int i = 0; i < labels.length; i++) {
                        labels[i] = new Label();
                    }
                    Label[] exits = new Label[nodes + 1];
                    Edges edges =
                            new Edges() {
                                @Override
                                public void go(int node) {
                                    c.jump(Opcodes.GOTO, label(node));
                                }

                                @Override
                                public Label label(int node) {
                                    if (node >= from && node < to) {
                                        return labels[node - from];
                                    }
                                    if (exits[node + 1] == null) {
                                        exits[node + 1] = new Label();
                                    }
                                    return exits[node + 1];
                                }
                            };
                    c.load(Opcodes.ILOAD, 1);
                    c.mv.visitTableSwitchInsn(from, to - 1, edges.label(END), labels);
                    for (int n = from; n < to; n++) {
                        c.label(labels[n - from]);
                        writer.write(c, n, edges);
                    }
                    for (int i = 0; i < exits.length; i++) {
                        if (exits[i] != null) {
                            c.label(exits[i]);
                            c.intConst(i - 1);
                            c.op(Opcodes.IRETURN);
                        }
                    }
                });
    }
}
